{#- Every equivalence class has at least k rows. -#}
{% test k_anonymity(model, quasi_identifiers, k, column_name=none) %}
{{ config(fail_calc = sqlrisk.failed_rows()) }}
with sqlrisk_model as (select * from {{ model }}),
{{ sqlrisk.sizes('sqlrisk_evidence', 'sqlrisk_model', quasi_identifiers) }}
{{ sqlrisk.failing('sqlrisk_evidence', [sqlrisk.within('sqlrisk_evidence', 'k', k)]) }}
{% endtest %}
