{#- One row: for each column, in order, its distinct values (approximate where the engine can), the rows with one and their mean text length. One scan. -#}
{%- macro column_profiles(relation, columns, exact=false) -%}
  {{- sqlrisk.refuse_texts({'columns': columns}) -}}
select
  count(*) as sqlrisk_rows
  {%- for name in columns %}
  {%- set value = sqlrisk.column('sqlrisk_row', name) %},
  {% if exact %}count(distinct {{ value }}){% else %}{{ sqlrisk.approximate_distinct(value) }}{% endif %} as sqlrisk_distinct_{{ loop.index }},
  count({{ value }}) as sqlrisk_filled_{{ loop.index }},
  avg({{ sqlrisk.to_double(sqlrisk.text_length(value)) }}) as sqlrisk_length_{{ loop.index }}
  {%- endfor %}
from {{ relation }} as sqlrisk_row
{%- endmacro -%}
