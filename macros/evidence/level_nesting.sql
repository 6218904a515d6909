{#- One row a pair of levels of level_codes: the values of the finer one, and how many of them lie in more than one value of the coarser. -#}
{%- macro level_nesting(relation, levels) -%}
select
  sqlrisk_nesting.sqlrisk_finer,
  sqlrisk_nesting.sqlrisk_coarser,
  sqlrisk_nesting.sqlrisk_values,
  sqlrisk_nesting.sqlrisk_split
from (
{%- for finer in range(levels) -%}
{%- for coarser in range(levels) -%}
{{ '\n' if (finer == 0 and coarser == 0) else '\nunion all\n' }}select
  {{ finer }} as sqlrisk_finer,
  {{ coarser }} as sqlrisk_coarser,
  count(*) as sqlrisk_values,
  coalesce({{ sqlrisk.to_bigint('sum(case when sqlrisk_value.sqlrisk_parents > 1 then 1 else 0 end)') }}, 0) as sqlrisk_split
from (
  select
    sqlrisk_pair.sqlrisk_level_{{ finer }},
    count(*) as sqlrisk_parents
  from (
    select
      sqlrisk_row.sqlrisk_level_{{ finer }}{{ ',' if coarser != finer else '' }}
      {%- if coarser != finer %}
      sqlrisk_row.sqlrisk_level_{{ coarser }}
      {%- endif %}
    from {{ relation }} as sqlrisk_row
    group by sqlrisk_row.sqlrisk_level_{{ finer }}{{ ', sqlrisk_row.sqlrisk_level_' ~ coarser if coarser != finer else '' }}
  ) as sqlrisk_pair
  group by sqlrisk_pair.sqlrisk_level_{{ finer }}
) as sqlrisk_value
{%- endfor -%}
{%- endfor %}
) as sqlrisk_nesting
{%- endmacro -%}
