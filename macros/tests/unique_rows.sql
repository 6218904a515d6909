{#- At most this share of the rows is alone in its class. -#}
{% test unique_rows(model, quasi_identifiers, at_most, column_name=none) %}
{{ config(fail_calc = sqlrisk.failed_rows()) }}
with sqlrisk_model as (select * from {{ model }}),
{{ sqlrisk.sizes('sqlrisk_evidence', 'sqlrisk_model', quasi_identifiers) }}
{{ sqlrisk.failing('sqlrisk_evidence', [sqlrisk.within('sqlrisk_evidence', 'unique_rows', at_most)]) }}
{% endtest %}
