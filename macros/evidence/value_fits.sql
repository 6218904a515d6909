{#- One row a text column, by its place from 1 (none where the relation has no row): the rows whose value could be written like an identifier (may_identify in
    value_patterns.sql). Each distinct value is looked at once. -#}
{%- macro value_fits(relation, columns) -%}
  {{- sqlrisk.refuse_texts({'columns': columns}) -}}
with sqlrisk_value as (
  {%- for name in columns %}
  {{ 'union all' if not loop.first }}
  select {{ loop.index }} as sqlrisk_place, sqlrisk_cell.sqlrisk_whole as sqlrisk_whole, count(*) as sqlrisk_times
  from (select {{ sqlrisk.shared_text(sqlrisk.column('sqlrisk_row', name)) }} as sqlrisk_whole from {{ relation }} as sqlrisk_row) as sqlrisk_cell
  group by sqlrisk_cell.sqlrisk_whole
  {%- endfor %}
)
select
  sqlrisk_value.sqlrisk_place as sqlrisk_place,
  sum(case when {{ sqlrisk.may_identify('sqlrisk_value.sqlrisk_whole') }} = 1 then sqlrisk_value.sqlrisk_times else 0 end) as sqlrisk_fits
from sqlrisk_value as sqlrisk_value
group by sqlrisk_value.sqlrisk_place
{%- endmacro -%}
