{#- The ranked rows of the regions that are cut, each in its half of the region; or, where `closed`, those of the regions that are not. -#}
{%- macro mondrian_children(relation, cuts, attributes, queries=0, closed=false) -%}
select
  {% if closed %}sqlrisk_row.sqlrisk_region{% else %}2 * sqlrisk_cut.sqlrisk_number - case when {{ sqlrisk.mondrian_is_left(attributes) }} then 1 else 0 end{% endif %} as sqlrisk_region,
  {{ sqlrisk.mondrian_carried('sqlrisk_row', attributes, queries) }}
from {{ relation }} as sqlrisk_row
inner join {{ cuts }} as sqlrisk_cut on sqlrisk_cut.sqlrisk_region = sqlrisk_row.sqlrisk_region
where sqlrisk_cut.sqlrisk_attribute {{ '=' if closed else '>' }} 0
{%- endmacro -%}

{#- Whether a row is on the left side of the cut of its region. -#}
{%- macro mondrian_is_left(attributes) -%}
case
  {%- for place in range(1, attributes + 1) %} when sqlrisk_cut.sqlrisk_attribute = {{ place }} then sqlrisk_row.sqlrisk_rank_{{ place }}{% endfor %} end <= sqlrisk_cut.sqlrisk_rank
{%- endmacro -%}
