{#- One row: the rows and the distinct values of one column, and how many rows hold a value that is written like an e-mail, a telephone, an IBAN, ...
    Each distinct value is looked at once. What a pattern asks of a value stands in value_patterns.sql. -#}
{%- macro column_patterns(relation, column) -%}
with sqlrisk_value as (
  select
    sqlrisk_cell.sqlrisk_whole as sqlrisk_whole,
    count(*) as sqlrisk_times
  from (select {{ sqlrisk.to_text(sqlrisk.column('sqlrisk_row', column)) }} as sqlrisk_whole from {{ relation }} as sqlrisk_row) as sqlrisk_cell
  group by sqlrisk_cell.sqlrisk_whole
),
{{ sqlrisk.written_values('sqlrisk_value') }}
select
  coalesce(sum(sqlrisk_seen.sqlrisk_times), 0) as sqlrisk_rows,
  coalesce(sum(case when sqlrisk_seen.sqlrisk_text is not null then sqlrisk_seen.sqlrisk_times else 0 end), 0) as sqlrisk_filled,
  coalesce(sum(case when sqlrisk_seen.sqlrisk_whole = '' then sqlrisk_seen.sqlrisk_times else 0 end), 0) as sqlrisk_empty,
  coalesce(sum(case when sqlrisk_seen.sqlrisk_text is not null then 1 else 0 end), 0) as sqlrisk_values,
  coalesce(sum(sqlrisk_seen.sqlrisk_times * sqlrisk_seen.sqlrisk_whole_length), 0) as sqlrisk_characters,
  coalesce(sum(case when sqlrisk_seen.sqlrisk_whole = {{ sqlrisk.literal(column) }} then sqlrisk_seen.sqlrisk_times else 0 end), 0) as sqlrisk_named
  {%- for name, condition in sqlrisk.value_patterns() %},
  coalesce(sum(case when {{ condition }} then sqlrisk_seen.sqlrisk_times else 0 end), 0) as sqlrisk_{{ name }}
  {%- endfor %}
from sqlrisk_seen as sqlrisk_seen
{%- endmacro -%}
