{#- One row a column, by its place from 1 (none where the relation has no row): its rows and its distinct values, and how many rows hold a value that is
    written like an e-mail, a telephone, an IBAN, ... Each distinct value is looked at once. What a pattern asks of a value stands in value_patterns.sql. -#}
{%- macro column_patterns(relation, columns) -%}
  {{- sqlrisk.refuse_texts({'columns': columns}) -}}
with sqlrisk_value as (
  {%- for name in columns %}
  {{ 'union all' if not loop.first }}
  select
    {{ loop.index }} as sqlrisk_place,
    sqlrisk_counted.sqlrisk_whole as sqlrisk_whole,
    sqlrisk_counted.sqlrisk_times as sqlrisk_times,
    case when sqlrisk_counted.sqlrisk_whole = {{ sqlrisk.literal(name) }} then sqlrisk_counted.sqlrisk_times else 0 end as sqlrisk_named_times
  from (
    select sqlrisk_cell.sqlrisk_whole as sqlrisk_whole, count(*) as sqlrisk_times
    from (select {{ sqlrisk.shared_text(sqlrisk.column('sqlrisk_row', name)) }} as sqlrisk_whole from {{ relation }} as sqlrisk_row) as sqlrisk_cell
    group by sqlrisk_cell.sqlrisk_whole
  ) as sqlrisk_counted
  {%- endfor %}
),
{{ sqlrisk.written_values('sqlrisk_value') }}
select
  sqlrisk_seen.sqlrisk_place as sqlrisk_place,
  sum(sqlrisk_seen.sqlrisk_times) as sqlrisk_rows,
  sum(case when sqlrisk_seen.sqlrisk_text is not null then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_filled,
  sum(case when sqlrisk_seen.sqlrisk_whole = '' then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_empty,
  sum(case when sqlrisk_seen.sqlrisk_text is not null then 1 else 0 end) as sqlrisk_values,
  coalesce(sum(sqlrisk_seen.sqlrisk_times * sqlrisk_seen.sqlrisk_whole_length), 0) as sqlrisk_characters,
  sum(sqlrisk_seen.sqlrisk_named_times) as sqlrisk_named
  {%- for name, condition in sqlrisk.value_patterns() %},
  sum(case when {{ condition }} then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_{{ name }}
  {%- endfor %}
from sqlrisk_seen as sqlrisk_seen
group by sqlrisk_seen.sqlrisk_place
{%- endmacro -%}
