{#- One row: for each of some pairs of columns sqlrisk_stored_<n>, sqlrisk_exact_<n> the distinct values as the column's own collation compares
    them, and as their code points do. One scan. -#}
{%- macro folded_values(relation, pairs) -%}
select
  {%- for place in range(1, pairs + 1) %}
  count(distinct sqlrisk_row.sqlrisk_stored_{{ place }}) as sqlrisk_stored_values_{{ place }},
  count(distinct sqlrisk_row.sqlrisk_exact_{{ place }}) as sqlrisk_exact_values_{{ place }}{{ ',' if not loop.last else '' }}
  {%- endfor %}
from {{ relation }} as sqlrisk_row
{%- endmacro -%}
