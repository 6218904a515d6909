{#- One row: the rows of the ranked classes, and how many values each quasi-identifier has. -#}
{%- macro mondrian_spans(relation, attributes) -%}
select
  {%- for place in range(1, attributes + 1) %}
  max(sqlrisk_row.sqlrisk_rank_{{ place }}) as sqlrisk_ranks_{{ place }},
  {%- endfor %}
  {{ sqlrisk.to_bigint('sum(sqlrisk_row.sqlrisk_rows)') }} as sqlrisk_rows
from {{ relation }} as sqlrisk_row
{%- endmacro -%}
