{#- One row a region: its cut, as mondrian_cuts has it, and the lowest and the highest rank of each quasi-identifier in it. -#}
{%- macro mondrian_regions(relation, cuts, attributes) -%}
select
  sqlrisk_row.sqlrisk_region,
  {%- for place in range(1, attributes + 1) %}
  min(sqlrisk_row.sqlrisk_rank_{{ place }}) as sqlrisk_lowest_{{ place }},
  max(sqlrisk_row.sqlrisk_rank_{{ place }}) as sqlrisk_highest_{{ place }},
  {%- endfor %}
  max(sqlrisk_cut.sqlrisk_attribute) as sqlrisk_attribute,
  max(sqlrisk_cut.sqlrisk_rank) as sqlrisk_rank,
  max(sqlrisk_cut.sqlrisk_number) as sqlrisk_number
from {{ relation }} as sqlrisk_row
inner join {{ cuts }} as sqlrisk_cut on sqlrisk_cut.sqlrisk_region = sqlrisk_row.sqlrisk_region
group by sqlrisk_row.sqlrisk_region
{%- endmacro -%}
