{#- In no class is the share of one value larger than alpha. -#}
{% test max_posterior(model, quasi_identifiers, sensitive, alpha, null_means=none, missing=none, column_name=none) %}
{{ config(fail_calc = sqlrisk.failed_rows()) }}
with sqlrisk_model as (select * from {{ model }}),
{{ sqlrisk.disclosures('sqlrisk_evidence', 'sqlrisk_model', quasi_identifiers, sensitive, null_means, missing, sqlrisk.kind_of_column(model, sensitive)) }}
{{ sqlrisk.failing('sqlrisk_evidence', [sqlrisk.within('sqlrisk_evidence', 'max_posterior', alpha, null_means)]) }}
{% endtest %}
