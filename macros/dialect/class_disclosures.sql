{#- sqlrisk_class: what each equivalence class gives away of one sensitive column; one row stands for sqlrisk_alike classes.
    The one kernel with a fast path. -#}
{%- macro class_disclosures(relation, quasi_identifiers, sensitive, min_class_size, null_is_value) -%}
  {{ return(adapter.dispatch('class_disclosures', 'sqlrisk')(relation, quasi_identifiers, sensitive, min_class_size, null_is_value)) }}
{%- endmacro -%}

{%- macro default__class_disclosures(relation, quasi_identifiers, sensitive, min_class_size, null_is_value) -%}
{%- set valued = 'sqlrisk_share.sqlrisk_valued_rows > 0' -%}
{%- set lift = sqlrisk.to_double('sqlrisk_share.sqlrisk_table_rows') ~ ' / ' ~ sqlrisk.to_double('sqlrisk_share.sqlrisk_value_rows') -%}
{%- set gain = sqlrisk.to_double('sqlrisk_share.sqlrisk_valued_rows') ~ ' / ' ~ sqlrisk.to_double('sqlrisk_share.sqlrisk_class_valued') ~ ' * ' ~ lift -%}
{{ sqlrisk.class_values(relation, quasi_identifiers, sensitive, null_is_value) }},
sqlrisk_share as (
  select
    {{ sqlrisk.columns('sqlrisk_pair', quasi_identifiers) }},
    sqlrisk_pair.sqlrisk_valued_rows,
    sqlrisk_pair.sqlrisk_class_size,
    sqlrisk_pair.sqlrisk_class_valued,
    {{ sqlrisk.to_bigint('sum(sqlrisk_pair.sqlrisk_valued_rows) over (partition by sqlrisk_pair.sqlrisk_value)') }} as sqlrisk_value_rows,
    {{ sqlrisk.to_bigint('sum(sqlrisk_pair.sqlrisk_valued_rows) over ()') }} as sqlrisk_table_rows
  from sqlrisk_pair
  {%- if min_class_size > 1 %}
  where sqlrisk_pair.sqlrisk_class_size >= {{ min_class_size }}
  {%- endif %}
),
sqlrisk_summed as (
  select
    {{ sqlrisk.columns('sqlrisk_share', quasi_identifiers) }},
    max(sqlrisk_share.sqlrisk_class_size) as sqlrisk_class_size,
    {{ sqlrisk.to_double('max(sqlrisk_share.sqlrisk_class_valued)') }} as sqlrisk_class_valued,
    {{ sqlrisk.to_double('max(sqlrisk_share.sqlrisk_table_rows)') }} as sqlrisk_table_rows,
    sum(case when {{ valued }} then 1 else 0 end) as sqlrisk_distinct,
    {{ sqlrisk.to_double('max(sqlrisk_share.sqlrisk_valued_rows)') }} as sqlrisk_largest,
    sum(case when {{ valued }} then {{ sqlrisk.to_double('sqlrisk_share.sqlrisk_valued_rows') }} * {{ sqlrisk.ln(sqlrisk.to_double('sqlrisk_share.sqlrisk_valued_rows')) }} else 0 end) as sqlrisk_rows_ln_rows,
    {{ sqlrisk.sum_of_gaps('sqlrisk_share.sqlrisk_valued_rows', 'sqlrisk_share.sqlrisk_table_rows', 'sqlrisk_share.sqlrisk_class_valued', 'sqlrisk_share.sqlrisk_value_rows') }} as sqlrisk_gap,
    max(case when {{ valued }} then {{ gain }} end) as sqlrisk_gain_max,
    min(case when {{ valued }} then {{ gain }} end) as sqlrisk_gain_min,
    sum(case when {{ valued }} then case when {{ gain }} - 1 > {{ sqlrisk.ln(lift) }} + 0.000000001 then 1 else 0 end else 0 end) as sqlrisk_beyond_surprise,
    {{ sqlrisk.to_double('sum(case when ' ~ valued ~ ' then sqlrisk_share.sqlrisk_value_rows else 0 end)') }} as sqlrisk_present_rows
  from sqlrisk_share
  group by {{ sqlrisk.columns('sqlrisk_share', quasi_identifiers) }}
),
sqlrisk_class as (
  select
    {{ sqlrisk.columns('sqlrisk_summed', quasi_identifiers) }},
    sqlrisk_summed.sqlrisk_class_size,
    1 as sqlrisk_alike,
    sqlrisk_summed.sqlrisk_distinct,
    case when sqlrisk_summed.sqlrisk_distinct > 0 then {{ sqlrisk.ln('sqlrisk_summed.sqlrisk_class_valued') }} - sqlrisk_summed.sqlrisk_rows_ln_rows / sqlrisk_summed.sqlrisk_class_valued end as sqlrisk_entropy,
    case when sqlrisk_summed.sqlrisk_distinct > 0 then sqlrisk_summed.sqlrisk_largest / sqlrisk_summed.sqlrisk_class_valued end as sqlrisk_largest_share,
    case when sqlrisk_summed.sqlrisk_distinct > 0 then sqlrisk_summed.sqlrisk_gap / (sqlrisk_summed.sqlrisk_class_valued * sqlrisk_summed.sqlrisk_table_rows) end as sqlrisk_variation,
    sqlrisk_summed.sqlrisk_gain_max,
    sqlrisk_summed.sqlrisk_gain_min,
    sqlrisk_summed.sqlrisk_beyond_surprise,
    case when sqlrisk_summed.sqlrisk_distinct > 0 and sqlrisk_summed.sqlrisk_present_rows < sqlrisk_summed.sqlrisk_table_rows then 1 else 0 end as sqlrisk_value_absent
  from sqlrisk_summed
)
{%- endmacro -%}

{#- The sum of the positive a b - c d, of four counts of rows none of which exceeds the rows of the table, b. Each is made in BIGINT, to the last digit,
    while b b fits it; beyond, where some engines wrap without a word, in double. Their sum is exact below 2^53. -#}
{%- macro sum_of_gaps(a, b, c, d) -%}
{%- set whole = a ~ ' * ' ~ b ~ ' - ' ~ c ~ ' * ' ~ d -%}
{%- set real = sqlrisk.double_gap(a, b, c, d) -%}
sum(case
      when {{ b }} <= {{ sqlrisk.most_rows_squared() }} then case when {{ whole }} > 0 then {{ sqlrisk.to_double(whole) }} else {{ sqlrisk.to_double('0') }} end
      when {{ real }} > 0 then {{ real }}
      else {{ sqlrisk.to_double('0') }}
    end)
{%- endmacro -%}

{#- The rows whose square BIGINT still holds: 2^63 is 9.22e18. -#}
{%- macro most_rows_squared() -%}
  {{ return('3000000000') }}
{%- endmacro -%}

{#- a b - c d in double. -#}
{%- macro double_gap(a, b, c, d) -%}
  {{ return(sqlrisk.to_double(a) ~ ' * ' ~ sqlrisk.to_double(b) ~ ' - ' ~ sqlrisk.to_double(c) ~ ' * ' ~ sqlrisk.to_double(d)) }}
{%- endmacro -%}

{#- DuckDB: a class with one value has closed forms and is never joined back, and alike ones are counted together (measured on 10 M near-unique
    rows: 10.8 times the bare group-by without it); its sums of integers run in double, exact below 2^53, where BIGINT would run in HUGEINT. Only here does NULL meet NULL in a join, of tables that this query has itself aggregated. -#}
{%- macro duckdb__class_disclosures(relation, quasi_identifiers, sensitive, min_class_size, null_is_value) -%}
{%- set rows = 'cast(sqlrisk_counted.sqlrisk_rows as double)' -%}
{%- set valued_rows = rows if null_is_value else 'case when sqlrisk_counted.sqlrisk_value is null then 0.0 else ' ~ rows ~ ' end' -%}
sqlrisk_counted as materialized (
  select
    {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers) }},
    {{ sqlrisk.column('sqlrisk_row', sensitive) }} as sqlrisk_value,
    count(*) as sqlrisk_rows
  from {{ relation }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers + [sensitive]) }}
),
sqlrisk_summed as materialized (
  select
    {{ sqlrisk.columns('sqlrisk_counted', quasi_identifiers) }},
    cast(sum({{ rows }}) as bigint) as sqlrisk_class_size,
    cast(sum({{ valued_rows }}) as bigint) as sqlrisk_class_valued,
    {% if null_is_value %}count(*){% else %}count(sqlrisk_counted.sqlrisk_value){% endif %} as sqlrisk_distinct,
    any_value(sqlrisk_counted.sqlrisk_value) as sqlrisk_one_value
  from sqlrisk_counted
  group by {{ sqlrisk.columns('sqlrisk_counted', quasi_identifiers) }}
  {%- if min_class_size > 1 %}
  having sum(sqlrisk_counted.sqlrisk_rows) >= {{ min_class_size }}
  {%- endif %}
),
sqlrisk_totals as (
  select
    sqlrisk_counted.sqlrisk_value,
    cast(sum({{ rows }}) as bigint) as sqlrisk_value_rows,
    cast(sum(sum({{ rows }})) over () as bigint) as sqlrisk_table_rows
  from sqlrisk_counted
  {%- if min_class_size > 1 %}
  join sqlrisk_summed on {{ sqlrisk.same('sqlrisk_counted', 'sqlrisk_summed', quasi_identifiers) }}
  {%- endif %}
  {%- if not null_is_value %}
  where sqlrisk_counted.sqlrisk_value is not null
  {%- endif %}
  group by sqlrisk_counted.sqlrisk_value
),
sqlrisk_value as materialized (
  select
    sqlrisk_totals.*,
    cast(sqlrisk_totals.sqlrisk_table_rows as double) / cast(sqlrisk_totals.sqlrisk_value_rows as double) as sqlrisk_lift,
    ln(cast(sqlrisk_totals.sqlrisk_table_rows as double) / cast(sqlrisk_totals.sqlrisk_value_rows as double)) as sqlrisk_surprise
  from sqlrisk_totals
),
sqlrisk_pair as (
  select
    sqlrisk_summed.*,
    sqlrisk_counted.sqlrisk_rows,
    sqlrisk_value.sqlrisk_surprise,
    sqlrisk_value.sqlrisk_table_rows,
    sqlrisk_value.sqlrisk_value_rows,
    cast(sqlrisk_counted.sqlrisk_rows as double) / cast(sqlrisk_summed.sqlrisk_class_valued as double) * sqlrisk_value.sqlrisk_lift as sqlrisk_gain
  from sqlrisk_counted
  join sqlrisk_summed on {{ sqlrisk.same('sqlrisk_counted', 'sqlrisk_summed', quasi_identifiers) }}
  join sqlrisk_value on sqlrisk_counted.sqlrisk_value {{ 'is not distinct from' if null_is_value else '=' }} sqlrisk_value.sqlrisk_value
  where sqlrisk_summed.sqlrisk_distinct > 1
),
sqlrisk_mixed as (
  select
    any_value(sqlrisk_pair.sqlrisk_class_size) as sqlrisk_class_size,
    count(*) as sqlrisk_distinct,
    cast(any_value(sqlrisk_pair.sqlrisk_class_valued) as double) as sqlrisk_class_valued,
    cast(max(sqlrisk_pair.sqlrisk_rows) as double) as sqlrisk_largest,
    sum(cast(sqlrisk_pair.sqlrisk_rows as double) * ln(cast(sqlrisk_pair.sqlrisk_rows as double))) as sqlrisk_rows_ln_rows,
    {{ sqlrisk.sum_of_gaps('sqlrisk_pair.sqlrisk_rows', 'sqlrisk_pair.sqlrisk_table_rows', 'sqlrisk_pair.sqlrisk_class_valued', 'sqlrisk_pair.sqlrisk_value_rows') }} as sqlrisk_gap,
    max(sqlrisk_pair.sqlrisk_gain) as sqlrisk_gain_max,
    min(sqlrisk_pair.sqlrisk_gain) as sqlrisk_gain_min,
    max(case when sqlrisk_pair.sqlrisk_gain - 1 > sqlrisk_pair.sqlrisk_surprise + 0.000000001 then 1 else 0 end) as sqlrisk_beyond_surprise
  from sqlrisk_pair
  group by {{ sqlrisk.columns('sqlrisk_pair', quasi_identifiers) }}
),
sqlrisk_alone as (
  select
    sqlrisk_summed.sqlrisk_class_size,
    sqlrisk_summed.sqlrisk_distinct,
    sqlrisk_summed.sqlrisk_one_value,
    count(*) as sqlrisk_alike
  from sqlrisk_summed
  where sqlrisk_summed.sqlrisk_distinct < 2
  group by sqlrisk_summed.sqlrisk_class_size, sqlrisk_summed.sqlrisk_distinct, sqlrisk_summed.sqlrisk_one_value
),
sqlrisk_class as (
  select
    sqlrisk_mixed.sqlrisk_class_size,
    1 as sqlrisk_alike,
    sqlrisk_mixed.sqlrisk_distinct,
    ln(sqlrisk_mixed.sqlrisk_class_valued) - sqlrisk_mixed.sqlrisk_rows_ln_rows / sqlrisk_mixed.sqlrisk_class_valued as sqlrisk_entropy,
    sqlrisk_mixed.sqlrisk_largest / sqlrisk_mixed.sqlrisk_class_valued as sqlrisk_largest_share,
    sqlrisk_mixed.sqlrisk_gap / (sqlrisk_mixed.sqlrisk_class_valued * (select cast(max(sqlrisk_value.sqlrisk_table_rows) as double) from sqlrisk_value)) as sqlrisk_variation,
    sqlrisk_mixed.sqlrisk_gain_max,
    sqlrisk_mixed.sqlrisk_gain_min,
    sqlrisk_mixed.sqlrisk_beyond_surprise,
    case when sqlrisk_mixed.sqlrisk_distinct < (select count(*) from sqlrisk_value) then 1 else 0 end as sqlrisk_value_absent
  from sqlrisk_mixed
  union all
  select
    sqlrisk_alone.sqlrisk_class_size,
    sqlrisk_alone.sqlrisk_alike,
    1,
    0.0,
    1.0,
    cast(sqlrisk_value.sqlrisk_table_rows - sqlrisk_value.sqlrisk_value_rows as double) / cast(sqlrisk_value.sqlrisk_table_rows as double),
    sqlrisk_value.sqlrisk_lift,
    sqlrisk_value.sqlrisk_lift,
    case when sqlrisk_value.sqlrisk_lift - 1 > sqlrisk_value.sqlrisk_surprise + 0.000000001 then 1 else 0 end,
    case when sqlrisk_value.sqlrisk_value_rows < sqlrisk_value.sqlrisk_table_rows then 1 else 0 end
  from sqlrisk_alone
  join sqlrisk_value on sqlrisk_alone.sqlrisk_one_value {{ 'is not distinct from' if null_is_value else '=' }} sqlrisk_value.sqlrisk_value
  where sqlrisk_alone.sqlrisk_distinct = 1
  union all
  select
    sqlrisk_alone.sqlrisk_class_size,
    sqlrisk_alone.sqlrisk_alike,
    0, null, null, null, null, null, 0, 0
  from sqlrisk_alone
  where sqlrisk_alone.sqlrisk_distinct = 0
)
{%- endmacro -%}

{#- The NULL-safe condition that two of our own aggregates speak of the same class. DuckDB's fast path only. -#}
{%- macro same(left, right, names) -%}
  {%- for name in names -%}
    {{ sqlrisk.column(left, name) }} is not distinct from {{ sqlrisk.column(right, name) }}{{ ' and ' if not loop.last }}
  {%- endfor -%}
{%- endmacro -%}
