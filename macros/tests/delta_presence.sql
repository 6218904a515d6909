{#- The share of the people of each class who are in the model is within limits; a class of the population without a row in it has the share 0. -#}
{% test delta_presence(model, quasi_identifiers, population, at_most=none, at_least=none, population_columns=none, weight=none, column_name=none) %}
{{ config(fail_calc = sqlrisk.failed_rows()) }}
{%- if at_most is none and at_least is none %}
  {{ exceptions.raise_compiler_error('sqlrisk: delta_presence needs at_most, at_least or both') }}
{%- endif %}
{%- set rows, people = 'sqlrisk_class.sqlrisk_rows', 'sqlrisk_class.sqlrisk_people' %}
{%- set should = [] if at_most is none else [sqlrisk.ratio_within(rows, people, at_most)] %}
{%- set should = should + ([] if at_least is none else [sqlrisk.ratio_within('-' ~ rows, people, -at_least)]) %}
{{ sqlrisk.refuse_limit('delta_presence_max', at_most) if at_most is not none }}
{{ sqlrisk.refuse_limit('delta_presence_min', at_least) if at_least is not none }}
{{ sqlrisk.unmatched(model, quasi_identifiers, population, population_columns, weight, should, absent=at_least is not none) }}
{% endtest %}
