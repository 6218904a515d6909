{#- One row: the cells (a pivot group and the values of the columns together) in the source or in what is published, those whose counts differ between
    the two, the rows of each, and the rows of the source that lost no pivot. Without columns the cells are the pivot groups. -#}
{%- macro block_counts(relation, source, pivots, threshold, residue='fail', columns=[]) -%}
  {{- sqlrisk.refuse_texts({'pivots': pivots, 'columns': columns}) -}}
with {{ sqlrisk.placed_rows(relation, source, pivots, threshold, residue, columns) }},
sqlrisk_cell as (
  select
    sqlrisk_placed.sqlrisk_place,
    {%- for name in columns %}
    sqlrisk_placed.sqlrisk_item_{{ loop.index }},
    {%- endfor %}
    sum(1 - sqlrisk_placed.sqlrisk_published) as sqlrisk_before,
    sum(sqlrisk_placed.sqlrisk_published) as sqlrisk_after,
    sum(case when sqlrisk_placed.sqlrisk_published = 0 and sqlrisk_placed.sqlrisk_blanked = 0 then 1 else 0 end) as sqlrisk_whole
  from sqlrisk_placed
  group by sqlrisk_placed.sqlrisk_place
    {%- for name in columns %}, sqlrisk_placed.sqlrisk_item_{{ loop.index }}{% endfor %}
)
select
  count(*) as sqlrisk_cells,
  {{ sqlrisk.to_bigint('coalesce(sum(case when sqlrisk_cell.sqlrisk_before = sqlrisk_cell.sqlrisk_after then 0 else 1 end), 0)') }} as sqlrisk_cells_differ,
  {{ sqlrisk.to_bigint('coalesce(sum(sqlrisk_cell.sqlrisk_before), 0)') }} as sqlrisk_rows_source,
  {{ sqlrisk.to_bigint('coalesce(sum(sqlrisk_cell.sqlrisk_after), 0)') }} as sqlrisk_rows_published,
  {{ sqlrisk.to_bigint('coalesce(sum(sqlrisk_cell.sqlrisk_whole), 0)') }} as sqlrisk_rows_whole
from sqlrisk_cell
{%- endmacro -%}
