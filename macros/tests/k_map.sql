{#- Every class of the model has at least k people in the population. -#}
{% test k_map(model, quasi_identifiers, population, k, population_columns=none, weight=none, column_name=none) %}
{{ config(fail_calc = sqlrisk.failed_rows()) }}
{{ sqlrisk.refuse_limit('k_map', k) }}
{{ sqlrisk.unmatched(model, quasi_identifiers, population, population_columns, weight, ['sqlrisk_class.sqlrisk_people >= ' ~ k]) }}
{% endtest %}
