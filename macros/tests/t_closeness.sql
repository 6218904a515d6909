{#- The distribution of no class is further than t from that of the whole table (total variation). -#}
{% test t_closeness(model, quasi_identifiers, sensitive, t, null_means=none, missing=none, column_name=none) %}
{{ config(fail_calc = sqlrisk.failed_rows()) }}
with sqlrisk_model as (select * from {{ model }}),
{{ sqlrisk.disclosures('sqlrisk_evidence', 'sqlrisk_model', quasi_identifiers, sensitive, null_means, missing, sqlrisk.kind_of_column(model, sensitive)) }}
{{ sqlrisk.failing('sqlrisk_evidence', [sqlrisk.within('sqlrisk_evidence', 't_closeness', t, null_means)]) }}
{% endtest %}
