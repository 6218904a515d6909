{#- One row a group and value of a query, by their numbers: the rows that a reader can count there, because the class they are in (`keys` are our own
    columns that tell classes apart) has min_class_size rows, all of one group. It is for a temporary table. -#}
{%- macro attributed_cells(relation, keys, query, min_class_size=1) -%}
  {{- sqlrisk.refuse_texts({'keys': keys}) -}}
{%- set of_class = 'over (partition by sqlrisk_row.' ~ keys | join(', sqlrisk_row.') ~ ')' -%}
select
  sqlrisk_spread.sqlrisk_group,
  sqlrisk_spread.sqlrisk_value,
  {{ sqlrisk.to_bigint('sum(sqlrisk_spread.sqlrisk_valued)') }} as sqlrisk_valued,
  {{ sqlrisk.to_bigint('sum(sqlrisk_spread.sqlrisk_rows)') }} as sqlrisk_rows
from (
  select
    sqlrisk_row.sqlrisk_group_{{ query }} as sqlrisk_group,
    sqlrisk_row.sqlrisk_value_{{ query }} as sqlrisk_value,
    sqlrisk_row.sqlrisk_valued_{{ query }} as sqlrisk_valued,
    sqlrisk_row.sqlrisk_rows,
    min(sqlrisk_row.sqlrisk_group_{{ query }}) {{ of_class }} as sqlrisk_first_group,
    max(sqlrisk_row.sqlrisk_group_{{ query }}) {{ of_class }} as sqlrisk_last_group,
    sum(sqlrisk_row.sqlrisk_rows) {{ of_class }} as sqlrisk_class_size
  from {{ relation }} as sqlrisk_row
) as sqlrisk_spread
where sqlrisk_spread.sqlrisk_first_group = sqlrisk_spread.sqlrisk_last_group and sqlrisk_spread.sqlrisk_class_size >= {{ min_class_size }}
group by sqlrisk_spread.sqlrisk_group, sqlrisk_spread.sqlrisk_value
{%- endmacro -%}
