{#- Every pivot group of an anonymised model, the dissolved ones among them, has at least `threshold` rows. -#}
{% test pivot_groups(model, pivots, threshold, column_name=none) %}
{{ config(fail_calc = sqlrisk.failed_rows()) }}
{{ sqlrisk.refuse_anonymisation(pivots, threshold, [], 'fail') }}
with sqlrisk_model as (select * from {{ model }}),
{{ sqlrisk.sizes('sqlrisk_evidence', 'sqlrisk_model', pivots) }}
{{ sqlrisk.failing('sqlrisk_evidence', [sqlrisk.within('sqlrisk_evidence', 'k', threshold)]) }}
{% endtest %}
