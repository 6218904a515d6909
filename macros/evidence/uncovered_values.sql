{#- One row: how many values of a column its hierarchy does not know (`known` is NULL beside them), and in how many rows. NULL is no value. -#}
{%- macro uncovered_values(relation, value, known) -%}
select
  coalesce({{ sqlrisk.to_bigint('sum(sqlrisk_value.sqlrisk_uncovered)') }}, 0) as sqlrisk_values,
  coalesce({{ sqlrisk.to_bigint('sum(sqlrisk_value.sqlrisk_uncovered * sqlrisk_value.sqlrisk_rows)') }}, 0) as sqlrisk_rows
from (
  select
    {{ sqlrisk.column('sqlrisk_row', value) }},
    max(case when {{ sqlrisk.column('sqlrisk_row', value) }} is not null and {{ sqlrisk.column('sqlrisk_row', known) }} is null then 1 else 0 end) as sqlrisk_uncovered,
    count(*) as sqlrisk_rows
  from {{ relation }} as sqlrisk_row
  group by {{ sqlrisk.column('sqlrisk_row', value) }}
) as sqlrisk_value
{%- endmacro -%}
