{#- One row a column, by its place from 1 (none where the relation has no row): the rows that hold each number that surveys use for "not recorded", and 0 where it
    does not stand apart from the other values: a negative code more than 1 below the smallest of them, a positive one more than 1 above the largest. The
    columns `numbers` hold numbers, the `texts`, which come after them, texts that are all written as numbers, or empty. -#}
{%- macro numeric_codes(relation, numbers=[], texts=[]) -%}
  {{- sqlrisk.refuse_texts({'numbers': numbers, 'texts': texts}) -}}
{%- set codes = sqlrisk.suspected_codes() -%}
select
  sqlrisk_bounded.sqlrisk_place
  {%- for name, code in codes %}
  {%- set apart = code ~ ' < sqlrisk_bounded.sqlrisk_lowest - 1' if code < 0 else code ~ ' > sqlrisk_bounded.sqlrisk_highest + 1' %},
  case when {{ apart }} then sqlrisk_bounded.sqlrisk_{{ name }} else 0 end as sqlrisk_{{ name }}
  {%- endfor %}
from (
  select
    sqlrisk_value.sqlrisk_place,
    {%- for name, code in codes %}
    {{ sqlrisk.to_bigint('sum(case when sqlrisk_value.sqlrisk_number = ' ~ code ~ ' then sqlrisk_value.sqlrisk_times else 0 end)') }} as sqlrisk_{{ name }},
    {%- endfor %}
    {%- set other = 'case when sqlrisk_value.sqlrisk_number in (' ~ codes | map(attribute=1) | join(', ') ~ ') then null else sqlrisk_value.sqlrisk_number end' %}
    min({{ other }}) as sqlrisk_lowest,
    max({{ other }}) as sqlrisk_highest
  from (
    {%- for name in numbers + texts %}
    {{ 'union all' if not loop.first }}
    select
      {{ loop.index }} as sqlrisk_place,
      case when {{ sqlrisk.is_nan('sqlrisk_cell.sqlrisk_double') or '1 = 0' }} then null else sqlrisk_cell.sqlrisk_double end as sqlrisk_number,
      sqlrisk_cell.sqlrisk_times
    from (
      select sqlrisk_read.sqlrisk_double, count(*) as sqlrisk_times
      from (
        {%- set cell = sqlrisk.column('sqlrisk_row', name) %}
        select {{ sqlrisk.to_double("nullif(" ~ sqlrisk.shared_text(cell) ~ ", '')" if loop.index > numbers | length else cell) }} as sqlrisk_double
        from {{ relation }} as sqlrisk_row
      ) as sqlrisk_read
      group by sqlrisk_read.sqlrisk_double
    ) as sqlrisk_cell
    {%- endfor %}
  ) as sqlrisk_value
  group by sqlrisk_value.sqlrisk_place
) as sqlrisk_bounded
{%- endmacro -%}
