{#- One row a column, by its place from 1 (none where the relation has no row): the rows that hold each of the texts that often mean that nothing was recorded,
    and `none` in any case; of the columns `numbers`, which come after the `texts`, the rows that hold NaN. Blanks around a text do not count. Each distinct
    value is looked at once. -#}
{%- macro missing_tokens(relation, texts=[], numbers=[]) -%}
  {{- sqlrisk.refuse_texts({'texts': texts, 'numbers': numbers}) -}}
{%- set cell = sqlrisk.trimmed('sqlrisk_value.sqlrisk_whole') %}
select
  sqlrisk_value.sqlrisk_place,
  {%- for name, token in sqlrisk.suspected_tokens() %}
  {{ sqlrisk.to_bigint("sum(case when " ~ cell ~ " = '" ~ token ~ "' then sqlrisk_value.sqlrisk_times else 0 end)") }} as sqlrisk_{{ name }},
  {%- endfor %}
  {{ sqlrisk.to_bigint("sum(case when " ~ cell ~ " in (" ~ sqlrisk.in_any_case('none') ~ ") then sqlrisk_value.sqlrisk_times else 0 end)") }} as sqlrisk_none
from (
  {%- for name in texts + numbers %}
  {{ 'union all' if not loop.first }}
  select
    {{ loop.index }} as sqlrisk_place,
    sqlrisk_cell.sqlrisk_whole,
    count(*) as sqlrisk_times
  from (
    select
      {% if loop.index <= texts | length %}{{ sqlrisk.binary_text(sqlrisk.column('sqlrisk_row', name)) }}
      {%- else %}case when {{ sqlrisk.is_nan(sqlrisk.column('sqlrisk_row', name)) or '1 = 0' }} then 'NaN' else '0' end{% endif %} as sqlrisk_whole
    from {{ relation }} as sqlrisk_row
  ) as sqlrisk_cell
  group by sqlrisk_cell.sqlrisk_whole
  {%- endfor %}
) as sqlrisk_value
group by sqlrisk_value.sqlrisk_place
{%- endmacro -%}

{#- The ways to write a word in small and capital letters, as a list of SQL. -#}
{%- macro in_any_case(word) -%}
  {%- set ns = namespace(found=['']) -%}
  {%- for letter in word -%}
    {%- set before, ns.found = ns.found, [] -%}
    {%- for start in before -%}
      {%- set ns.found = ns.found + [start ~ letter, start ~ letter | upper] -%}
    {%- endfor -%}
  {%- endfor -%}
  {{ return("'" ~ ns.found | join("', '") ~ "'") }}
{%- endmacro -%}
