{#- The values of every class are spread at least as evenly as l equally frequent ones. -#}
{% test entropy_l_diversity(model, quasi_identifiers, sensitive, l, null_means=none, missing=none, column_name=none) %}
{{ config(fail_calc = sqlrisk.failed_rows()) }}
with sqlrisk_model as (select * from {{ model }}),
{{ sqlrisk.disclosures('sqlrisk_evidence', 'sqlrisk_model', quasi_identifiers, sensitive, null_means, missing, sqlrisk.kind_of_column(model, sensitive)) }}
{{ sqlrisk.failing('sqlrisk_evidence', [sqlrisk.within('sqlrisk_evidence', 'entropy_l', l, null_means)]) }}
{% endtest %}
