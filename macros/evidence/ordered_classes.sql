{#- One row a class size (and group): the ordered distance between the class and what is published (Li et al. 2007), by rank.
    With C the class's running count at one of its values, n its rows, W_i the table's running count at rank i and N its rows,
    the distance is the sum over ranks of |C N - n W_i| / (n N (m - 1)). Between two values of the class C stands still while W grows, so
    each stretch of ranks splits once, at the last rank with W_i <= C N / n; S_i, the running sum of W, sums both halves in closed form.
    A first stretch, before the class's first value, has C = 0.
    With null_is_value NULL is one more value, after the last. `of_text`: the values are text in their natural order; the rows that hold no number are counted,
    since numbers are not in their order as text.
    MariaDB runs a window of max in quadratic time: ranks are counted, and W summed, up to the level.
    Running sums count rows one by one, since Redshift has no RANGE: what is summed comes before what reads the sum, the first row of a place before its others.
    ClickHouse's lead past the last row is 0, not NULL: whether a value follows is asked of the ranks. -#}
{%- macro ordered_classes(relation, quasi_identifiers, sensitive, order=none, group=none, min_class_size=1, null_is_value=false, of_text=false) -%}
  {{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers, 'order': order}) -}}
{%- set null_is_last = null_is_value and order is none -%}
{%- set by_place = 'order by ' ~ sqlrisk.by_place('sqlrisk_placed', null_is_last) -%}
{%- set of_class = 'over (partition by ' ~ sqlrisk.columns('sqlrisk_summed', quasi_identifiers) ~ ' order by ' ~ sqlrisk.by_place('sqlrisk_summed', null_is_last) ~ ')' -%}
{%- set has_next = 'lead(sqlrisk_summed.sqlrisk_rank) ' ~ of_class ~ ' > sqlrisk_summed.sqlrisk_rank' -%}
with {{ sqlrisk.class_values(relation, quasi_identifiers, sensitive, null_is_value) }},
sqlrisk_placed as (
  select
    {{ sqlrisk.columns('sqlrisk_pair', quasi_identifiers) }},
    {% if order is none %}sqlrisk_pair.sqlrisk_value{% else %}case
      {%- for value in order %}
      when sqlrisk_pair.sqlrisk_value = {% if value is string %}{{ sqlrisk.literal(value) }}{% else %}{{ value }}{% endif %} then {{ loop.index }}
      {%- endfor %}{% if null_is_value %}
      when sqlrisk_pair.sqlrisk_value is null then {{ order | length + 1 }}{% endif %}
    end{% endif %} as sqlrisk_place,
    sqlrisk_pair.sqlrisk_valued_rows,
    sqlrisk_pair.sqlrisk_class_size,
    {{ sqlrisk.to_double('sqlrisk_pair.sqlrisk_class_valued') }} as sqlrisk_n
  from sqlrisk_pair
  where sqlrisk_pair.sqlrisk_valued_rows > 0
  {%- if min_class_size > 1 %} and sqlrisk_pair.sqlrisk_class_size >= {{ min_class_size }}{% endif %}
),
sqlrisk_ranked as (
  select
    sqlrisk_placed.*,
    dense_rank() over ({{ by_place }}) as sqlrisk_step,
    {{ sqlrisk.to_double('sum(sqlrisk_placed.sqlrisk_valued_rows) over ()') }} as sqlrisk_table_rows,
    {{ sqlrisk.to_double('sum(sqlrisk_placed.sqlrisk_valued_rows) over (partition by ' ~ sqlrisk.columns('sqlrisk_placed', quasi_identifiers) ~ ' ' ~ by_place ~ ' ' ~ sqlrisk.up_to_here() ~ ')') }} as sqlrisk_c,
    {{ sqlrisk.to_double('sum(case when ' ~ ('1 = 0' if null_is_last else 'sqlrisk_placed.sqlrisk_place is null') ~ ' then sqlrisk_placed.sqlrisk_valued_rows else 0 end) over ()') }} as sqlrisk_rows_unplaced
    {%- if of_text %},
    {{ sqlrisk.to_double('sum(case when sqlrisk_placed.sqlrisk_place is null or ' ~ sqlrisk.is_number_as_text('sqlrisk_placed.sqlrisk_place') ~ ' then 0 else sqlrisk_placed.sqlrisk_valued_rows end) over ()') }} as sqlrisk_words
    {%- endif %}
  from sqlrisk_placed
),
sqlrisk_turned as (
  select
    sqlrisk_ranked.*,
    {{ sqlrisk.to_double('sqlrisk_ranked.sqlrisk_step') }} as sqlrisk_rank,
    row_number() over (partition by sqlrisk_ranked.sqlrisk_step order by sqlrisk_ranked.sqlrisk_valued_rows) as sqlrisk_turn,
    sum(sqlrisk_ranked.sqlrisk_valued_rows) over (partition by sqlrisk_ranked.sqlrisk_step) as sqlrisk_step_rows
  from sqlrisk_ranked
),
sqlrisk_weighed as (
  select
    sqlrisk_turned.*,
    {{ sqlrisk.to_double('sum(case when sqlrisk_turned.sqlrisk_turn = 1 then sqlrisk_turned.sqlrisk_step_rows else 0 end) over (order by sqlrisk_turned.sqlrisk_step, sqlrisk_turned.sqlrisk_turn ' ~ sqlrisk.up_to_here() ~ ')') }} as sqlrisk_w
  from sqlrisk_turned
),
sqlrisk_summed as (
  select
    sqlrisk_weighed.*,
    {{ sqlrisk.to_double('sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then 1 else 0 end) over ()') }} as sqlrisk_ranks,
    sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then sqlrisk_weighed.sqlrisk_w else 0 end) over () as sqlrisk_s_all,
    sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then sqlrisk_weighed.sqlrisk_w else 0 end) over (order by sqlrisk_weighed.sqlrisk_step, sqlrisk_weighed.sqlrisk_turn {{ sqlrisk.up_to_here() }}) as sqlrisk_s
  from sqlrisk_weighed
),
sqlrisk_stretch as (
  select
    sqlrisk_summed.*,
    sqlrisk_summed.sqlrisk_rank - 1 as sqlrisk_before,
    sqlrisk_summed.sqlrisk_s - sqlrisk_summed.sqlrisk_w as sqlrisk_s_before,
    row_number() {{ of_class }} as sqlrisk_number,
    case when {{ has_next }} then lead(sqlrisk_summed.sqlrisk_rank) {{ of_class }} else sqlrisk_summed.sqlrisk_ranks end - 1 as sqlrisk_last,
    case when {{ has_next }} then lead(sqlrisk_summed.sqlrisk_s - sqlrisk_summed.sqlrisk_w) {{ of_class }}
      else sqlrisk_summed.sqlrisk_s_all - sqlrisk_summed.sqlrisk_table_rows end as sqlrisk_s_last
  from sqlrisk_summed
),
sqlrisk_levelled as (
  select
    sqlrisk_stretch.*,
    sqlrisk_stretch.sqlrisk_c * sqlrisk_stretch.sqlrisk_table_rows / sqlrisk_stretch.sqlrisk_n as sqlrisk_level,
    0 as sqlrisk_ranks_there,
    0 as sqlrisk_w_there,
    1 as sqlrisk_is_stretch
  from sqlrisk_stretch
  union all
  select
    sqlrisk_stretch.*,
    sqlrisk_stretch.sqlrisk_w,
    1,
    sqlrisk_stretch.sqlrisk_w,
    0
  from sqlrisk_stretch
  where sqlrisk_stretch.sqlrisk_turn = 1
),
sqlrisk_crossed as (
  select
    sqlrisk_levelled.*,
    sum(sqlrisk_levelled.sqlrisk_ranks_there) over (order by sqlrisk_levelled.sqlrisk_level, sqlrisk_levelled.sqlrisk_is_stretch {{ sqlrisk.up_to_here() }}) as sqlrisk_crossing,
    sum(sqlrisk_levelled.sqlrisk_w_there) over (order by sqlrisk_levelled.sqlrisk_level, sqlrisk_levelled.sqlrisk_is_stretch {{ sqlrisk.up_to_here() }}) as sqlrisk_s_crossing
  from sqlrisk_levelled
),
sqlrisk_split as (
  select
    sqlrisk_crossed.*,
    sqlrisk_crossed.sqlrisk_c * sqlrisk_crossed.sqlrisk_table_rows as sqlrisk_height,
    case when sqlrisk_crossed.sqlrisk_crossing <= sqlrisk_crossed.sqlrisk_before then {{ sqlrisk.to_double('sqlrisk_crossed.sqlrisk_before') }}
      when sqlrisk_crossed.sqlrisk_crossing >= sqlrisk_crossed.sqlrisk_last then {{ sqlrisk.to_double('sqlrisk_crossed.sqlrisk_last') }}
      else {{ sqlrisk.to_double('sqlrisk_crossed.sqlrisk_crossing') }} end as sqlrisk_middle,
    case when sqlrisk_crossed.sqlrisk_crossing <= sqlrisk_crossed.sqlrisk_before then sqlrisk_crossed.sqlrisk_s_before
      when sqlrisk_crossed.sqlrisk_crossing >= sqlrisk_crossed.sqlrisk_last then sqlrisk_crossed.sqlrisk_s_last
      else sqlrisk_crossed.sqlrisk_s_crossing end as sqlrisk_s_middle
  from sqlrisk_crossed
  where sqlrisk_crossed.sqlrisk_is_stretch = 1
),
sqlrisk_class as (
  select
    {{ sqlrisk.columns('sqlrisk_split', quasi_identifiers) }},
    max(sqlrisk_split.sqlrisk_class_size) as sqlrisk_class_size,
    max(sqlrisk_split.sqlrisk_rows_unplaced) as sqlrisk_unplaced,
    {%- if of_text %}
    max(sqlrisk_split.sqlrisk_words) as sqlrisk_words,
    {%- endif %}
    case when max(sqlrisk_split.sqlrisk_ranks) > 1 then
      sum(
        case when sqlrisk_split.sqlrisk_number = 1 then sqlrisk_split.sqlrisk_n * sqlrisk_split.sqlrisk_s_before else 0 end
        + sqlrisk_split.sqlrisk_height * (sqlrisk_split.sqlrisk_middle - sqlrisk_split.sqlrisk_before)
        - sqlrisk_split.sqlrisk_n * (sqlrisk_split.sqlrisk_s_middle - sqlrisk_split.sqlrisk_s_before)
        + sqlrisk_split.sqlrisk_n * (sqlrisk_split.sqlrisk_s_last - sqlrisk_split.sqlrisk_s_middle)
        - sqlrisk_split.sqlrisk_height * (sqlrisk_split.sqlrisk_last - sqlrisk_split.sqlrisk_middle)
      ) / (max(sqlrisk_split.sqlrisk_n) * max(sqlrisk_split.sqlrisk_table_rows) * (max(sqlrisk_split.sqlrisk_ranks) - 1))
      else 0 end as sqlrisk_distance
  from sqlrisk_split
  group by {{ sqlrisk.columns('sqlrisk_split', quasi_identifiers) }}
),
{{ sqlrisk.seen_by_group(relation, quasi_identifiers, group, ['sqlrisk_unplaced', 'sqlrisk_distance'] + (['sqlrisk_words'] if of_text else [])) }}
select
  {% if group is not none %}sqlrisk_seen.sqlrisk_group,
  {% endif %}sqlrisk_seen.sqlrisk_class_size,
  count(*) as sqlrisk_classes_with_value,
  {{ sqlrisk.to_bigint('max(sqlrisk_seen.sqlrisk_unplaced)') }} as sqlrisk_rows_out_of_order,
  {%- if of_text %}
  {{ sqlrisk.to_bigint('max(sqlrisk_seen.sqlrisk_words)') }} as sqlrisk_rows_of_words,
  {%- endif %}
  max(sqlrisk_seen.sqlrisk_distance) as sqlrisk_distance_max
from sqlrisk_seen
group by {% if group is not none %}sqlrisk_seen.sqlrisk_group, {% endif %}sqlrisk_seen.sqlrisk_class_size
{%- endmacro -%}

{#- The order of a window by place; NULL after the last value, whatever the engine does with it. -#}
{%- macro by_place(alias, null_is_last) -%}
  {{ return(('case when ' ~ alias ~ '.sqlrisk_place is null then 1 else 0 end, ' if null_is_last else '') ~ alias ~ '.sqlrisk_place') }}
{%- endmacro -%}

{#- Whether a text is written as a number: digits, perhaps a sign before them and a decimal point or comma among them. -#}
{%- macro is_number_as_text(value) -%}
  {%- set rest = sqlrisk.text_length(sqlrisk.without(sqlrisk.to_text(value), '0123456789')) -%}
  {%- set signed = value ~ " like '-%'" -%}
  {%- set pointed = '(' ~ value ~ " like '%.%' or " ~ value ~ " like '%,%')" -%}
  {{ return('(' ~ rest ~ ' = 0 or ' ~ rest ~ ' = 1 and (' ~ signed ~ ' or ' ~ pointed ~ ') or ' ~ rest ~ ' = 2 and ' ~ signed ~ ' and ' ~ pointed ~ ')') }}
{%- endmacro -%}
