{#- There are at most this many classes a row: the risk of the average row. -#}
{% test prosecutor_mean(model, quasi_identifiers, at_most, column_name=none) %}
{{ config(fail_calc = sqlrisk.failed_rows()) }}
with sqlrisk_model as (select * from {{ model }}),
{{ sqlrisk.sizes('sqlrisk_evidence', 'sqlrisk_model', quasi_identifiers) }}
{{ sqlrisk.failing('sqlrisk_evidence', [sqlrisk.within('sqlrisk_evidence', 'prosecutor_mean', at_most)]) }}
{% endtest %}
