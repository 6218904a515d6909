{#- One row a region: its rows, and the cut that is to be made (LeFevre, DeWitt & Ramakrishnan 2006): a quasi-identifier by its place, 0 where none has
    an allowable cut, and the last rank of the left side. Of each quasi-identifier the median cut is the one that leaves most rows on the smaller side, the
    lower rank where two do; it is allowable where that side has min_class_size rows. Of the allowable ones the quasi-identifier with the widest span
    is cut, in shares of its ranks (`ranks` says how many it has in the table), the first one where two are as wide. The regions that are cut are
    numbered: the halves of the region with number j are the regions 2 j - 1 and 2 j. -#}
{%- macro mondrian_cuts(relation, ranks, min_class_size) -%}
  {{- sqlrisk.refuse_texts({'ranks': ranks}) -}}
with sqlrisk_counted as{{ sqlrisk.materialized() }} (
  {%- for count in ranks %}
  select
    sqlrisk_row.sqlrisk_region,
    {{ loop.index }} as sqlrisk_attribute,
    {{ count - 1 if count > 1 else 1 }} as sqlrisk_widest,
    sqlrisk_row.sqlrisk_rank_{{ loop.index }} as sqlrisk_rank,
    {{ sqlrisk.to_bigint('sum(sqlrisk_row.sqlrisk_rows)') }} as sqlrisk_rows
  from {{ relation }} as sqlrisk_row
  group by sqlrisk_row.sqlrisk_region, sqlrisk_row.sqlrisk_rank_{{ loop.index }}
  {{- '\n  union all' if not loop.last }}
  {%- endfor %}
),
sqlrisk_side as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_counted.sqlrisk_region,
    sqlrisk_counted.sqlrisk_attribute,
    sqlrisk_counted.sqlrisk_widest,
    sqlrisk_counted.sqlrisk_rank,
    {{ sqlrisk.to_bigint('sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.sqlrisk_region, sqlrisk_counted.sqlrisk_attribute order by sqlrisk_counted.sqlrisk_rank ' ~ sqlrisk.up_to_here() ~ ')') }} as sqlrisk_left,
    {{ sqlrisk.to_bigint('sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.sqlrisk_region, sqlrisk_counted.sqlrisk_attribute)') }} as sqlrisk_both
  from sqlrisk_counted
),
sqlrisk_half as (
  select
    sqlrisk_side.*,
    case when 2 * sqlrisk_side.sqlrisk_left <= sqlrisk_side.sqlrisk_both then sqlrisk_side.sqlrisk_left else sqlrisk_side.sqlrisk_both - sqlrisk_side.sqlrisk_left end as sqlrisk_smaller
  from sqlrisk_side
),
sqlrisk_placed as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_half.*,
    row_number() over (partition by sqlrisk_half.sqlrisk_region, sqlrisk_half.sqlrisk_attribute order by sqlrisk_half.sqlrisk_smaller desc, sqlrisk_half.sqlrisk_rank) as sqlrisk_turn
  from sqlrisk_half
),
sqlrisk_median as (
  select
    sqlrisk_placed.sqlrisk_region,
    sqlrisk_placed.sqlrisk_attribute,
    max(sqlrisk_placed.sqlrisk_both) as sqlrisk_rows,
    max(sqlrisk_placed.sqlrisk_smaller) as sqlrisk_smaller,
    max(case when sqlrisk_placed.sqlrisk_turn = 1 then sqlrisk_placed.sqlrisk_rank else 0 end) as sqlrisk_rank,
    {{ sqlrisk.to_double('max(sqlrisk_placed.sqlrisk_rank) - min(sqlrisk_placed.sqlrisk_rank)') }} / {{ sqlrisk.to_double('max(sqlrisk_placed.sqlrisk_widest)') }} as sqlrisk_span
  from sqlrisk_placed
  group by sqlrisk_placed.sqlrisk_region, sqlrisk_placed.sqlrisk_attribute
),
sqlrisk_choice as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_median.*,
    case when sqlrisk_median.sqlrisk_smaller >= {{ min_class_size }} then 1 else 0 end as sqlrisk_allowable,
    row_number() over (partition by sqlrisk_median.sqlrisk_region order by case when sqlrisk_median.sqlrisk_smaller >= {{ min_class_size }} then sqlrisk_median.sqlrisk_span else -1 end desc, sqlrisk_median.sqlrisk_attribute) as sqlrisk_place
  from sqlrisk_median
)
select
  sqlrisk_choice.sqlrisk_region,
  sqlrisk_choice.sqlrisk_rows,
  sqlrisk_choice.sqlrisk_attribute * sqlrisk_choice.sqlrisk_allowable as sqlrisk_attribute,
  sqlrisk_choice.sqlrisk_rank,
  {{ sqlrisk.to_bigint('sum(sqlrisk_choice.sqlrisk_allowable) over (order by sqlrisk_choice.sqlrisk_region ' ~ sqlrisk.up_to_here() ~ ')') }} as sqlrisk_number
from sqlrisk_choice
where sqlrisk_choice.sqlrisk_place = 1
{%- endmacro -%}
