{#- One row a size of the regions that are not cut any more: how many of them have it. -#}
{%- macro mondrian_sizes(relation) -%}
select
  sqlrisk_cut.sqlrisk_rows as sqlrisk_class_size,
  count(*) as sqlrisk_classes
from {{ relation }} as sqlrisk_cut
where sqlrisk_cut.sqlrisk_attribute = 0
group by sqlrisk_cut.sqlrisk_rows
{%- endmacro -%}
