{#- One row a pair of columns, by their numbers from 1. Within pivot groups: how many rows of what is published lie in cells of the source, each row weighed
    by how much more often the source has its cell than chance would, n s / (a b), at most 4 (sqlrisk_observed); the same if nothing had been permuted
    (sqlrisk_unpermuted); the mean over all permutations within groups (sqlrisk_expected), the sum of the squared deviations of the weights from both their
    means (sqlrisk_variance), and the largest such deviation. Over all rows, in the source and in what is published: the sum of n_ij^2 / (n_i n_j),
    the numbers of values, the rows. -#}
{%- macro lost_pairs(relation, source, pivots, threshold, pairs, residue='fail', columns=[]) -%}
  {{- sqlrisk.refuse_texts({'pivots': pivots, 'pairs': pairs, 'columns': columns}) -}}
{%- set rows = 'sqlrisk_weighed.sqlrisk_one_rows * sqlrisk_weighed.sqlrisk_other_rows' -%}
{%- set weight = 'sqlrisk_deviation.sqlrisk_weight' -%}
with {{ sqlrisk.placed_rows(relation, source, pivots, threshold, residue, columns) }},
sqlrisk_ranked as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_placed.sqlrisk_published,
    sqlrisk_placed.sqlrisk_place
    {%- for name in columns %},
    dense_rank() over (order by sqlrisk_placed.sqlrisk_item_{{ loop.index }}) as sqlrisk_value_{{ loop.index }}
    {%- endfor %}
  from sqlrisk_placed
),
sqlrisk_cell as{{ sqlrisk.materialized() }} (
  {%- for pair in pairs %}
  select
    {{ loop.index }} as sqlrisk_pair,
    sqlrisk_ranked.sqlrisk_place,
    sqlrisk_ranked.sqlrisk_value_{{ pair[0] }} as sqlrisk_one,
    sqlrisk_ranked.sqlrisk_value_{{ pair[1] }} as sqlrisk_other,
    {{ sqlrisk.to_double('sum(1 - sqlrisk_ranked.sqlrisk_published)') }} as sqlrisk_before,
    {{ sqlrisk.to_double('sum(sqlrisk_ranked.sqlrisk_published)') }} as sqlrisk_after
  from sqlrisk_ranked
  group by sqlrisk_ranked.sqlrisk_place, sqlrisk_ranked.sqlrisk_value_{{ pair[0] }}, sqlrisk_ranked.sqlrisk_value_{{ pair[1] }}
  {%- if not loop.last %}
  union all
  {%- endif %}
  {%- endfor %}
),
sqlrisk_margin as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_cell.*,
    sum(sqlrisk_cell.sqlrisk_after) over (partition by sqlrisk_cell.sqlrisk_pair, sqlrisk_cell.sqlrisk_place, sqlrisk_cell.sqlrisk_one) as sqlrisk_one_rows,
    sum(sqlrisk_cell.sqlrisk_after) over (partition by sqlrisk_cell.sqlrisk_pair, sqlrisk_cell.sqlrisk_place, sqlrisk_cell.sqlrisk_other) as sqlrisk_other_rows,
    sum(sqlrisk_cell.sqlrisk_after) over (partition by sqlrisk_cell.sqlrisk_pair, sqlrisk_cell.sqlrisk_place) as sqlrisk_rows
  from sqlrisk_cell
),
sqlrisk_weighed as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_margin.*,
    case
      when sqlrisk_margin.sqlrisk_before = 0 or sqlrisk_margin.sqlrisk_one_rows = 0 or sqlrisk_margin.sqlrisk_other_rows = 0 then {{ sqlrisk.to_double('0') }}
      when sqlrisk_margin.sqlrisk_before * sqlrisk_margin.sqlrisk_rows > 4 * sqlrisk_margin.sqlrisk_one_rows * sqlrisk_margin.sqlrisk_other_rows then {{ sqlrisk.to_double('4') }}
      else {{ sqlrisk.to_double('sqlrisk_margin.sqlrisk_before * sqlrisk_margin.sqlrisk_rows') }} / {{ sqlrisk.to_double('sqlrisk_margin.sqlrisk_one_rows * sqlrisk_margin.sqlrisk_other_rows') }}
    end as sqlrisk_weight
  from sqlrisk_margin
  where sqlrisk_margin.sqlrisk_rows > 0
),
sqlrisk_deviation as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_weighed.sqlrisk_pair,
    sqlrisk_weighed.sqlrisk_before,
    sqlrisk_weighed.sqlrisk_after,
    sqlrisk_weighed.sqlrisk_weight,
    {{ sqlrisk.to_double(rows) }} / {{ sqlrisk.to_double('sqlrisk_weighed.sqlrisk_rows') }} as sqlrisk_chance,
    {{ sqlrisk.to_double('sum(sqlrisk_weighed.sqlrisk_other_rows * sqlrisk_weighed.sqlrisk_weight) over (partition by sqlrisk_weighed.sqlrisk_pair, sqlrisk_weighed.sqlrisk_place, sqlrisk_weighed.sqlrisk_one)') }}
      / {{ sqlrisk.to_double('sqlrisk_weighed.sqlrisk_rows') }} as sqlrisk_one_mean,
    {{ sqlrisk.to_double('sum(sqlrisk_weighed.sqlrisk_one_rows * sqlrisk_weighed.sqlrisk_weight) over (partition by sqlrisk_weighed.sqlrisk_pair, sqlrisk_weighed.sqlrisk_place, sqlrisk_weighed.sqlrisk_other)') }}
      / {{ sqlrisk.to_double('sqlrisk_weighed.sqlrisk_rows') }} as sqlrisk_other_mean,
    {{ sqlrisk.to_double('sum(' ~ rows ~ ' * sqlrisk_weighed.sqlrisk_weight) over (partition by sqlrisk_weighed.sqlrisk_pair, sqlrisk_weighed.sqlrisk_place)') }}
      / {{ sqlrisk.to_double('sqlrisk_weighed.sqlrisk_rows * sqlrisk_weighed.sqlrisk_rows') }} as sqlrisk_mean
  from sqlrisk_weighed
),
sqlrisk_joint as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_cell.sqlrisk_pair,
    sqlrisk_cell.sqlrisk_one,
    sqlrisk_cell.sqlrisk_other,
    sum(sqlrisk_cell.sqlrisk_before) as sqlrisk_before,
    sum(sqlrisk_cell.sqlrisk_after) as sqlrisk_after
  from sqlrisk_cell
  group by sqlrisk_cell.sqlrisk_pair, sqlrisk_cell.sqlrisk_one, sqlrisk_cell.sqlrisk_other
),
sqlrisk_marginal as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_joint.*
    {%- for side in ['before', 'after'] %}
    {%- for value in ['one', 'other'] %},
    sum(sqlrisk_joint.sqlrisk_{{ side }}) over (partition by sqlrisk_joint.sqlrisk_pair, sqlrisk_joint.sqlrisk_{{ value }}) as sqlrisk_{{ value }}_{{ side }}
    {%- endfor %}
    {%- endfor %}
  from sqlrisk_joint
),
sqlrisk_told as (
  select
    sqlrisk_deviation.sqlrisk_pair,
    sum(sqlrisk_deviation.sqlrisk_after * {{ weight }}) as sqlrisk_observed,
    sum(sqlrisk_deviation.sqlrisk_before * {{ weight }}) as sqlrisk_unpermuted,
    sum(sqlrisk_deviation.sqlrisk_chance * {{ weight }}) as sqlrisk_expected,
    sum(sqlrisk_deviation.sqlrisk_chance * {{ weight }} * {{ weight }}
      - sqlrisk_deviation.sqlrisk_after * (sqlrisk_deviation.sqlrisk_one_mean * sqlrisk_deviation.sqlrisk_one_mean
        + sqlrisk_deviation.sqlrisk_other_mean * sqlrisk_deviation.sqlrisk_other_mean - sqlrisk_deviation.sqlrisk_mean * sqlrisk_deviation.sqlrisk_mean)) as sqlrisk_variance,
    max({{ weight }} - sqlrisk_deviation.sqlrisk_one_mean - sqlrisk_deviation.sqlrisk_other_mean + sqlrisk_deviation.sqlrisk_mean) as sqlrisk_largest_present,
    max(sqlrisk_deviation.sqlrisk_mean) as sqlrisk_largest_absent
    {%- for side in ['before', 'after'] %},
    {{ sqlrisk.to_double('0') }} as sqlrisk_squares_{{ side }},
    {{ sqlrisk.to_double('0') }} as sqlrisk_ones_{{ side }},
    {{ sqlrisk.to_double('0') }} as sqlrisk_others_{{ side }},
    {{ sqlrisk.to_double('0') }} as sqlrisk_rows_{{ side }}
    {%- endfor %}
  from sqlrisk_deviation
  group by sqlrisk_deviation.sqlrisk_pair
  union all
  select
    sqlrisk_marginal.sqlrisk_pair
    {%- for figure in range(6) %},
    {{ sqlrisk.to_double('0') }}
    {%- endfor %}
    {%- for side in ['before', 'after'] %}
    {%- set count = 'sqlrisk_marginal.sqlrisk_' ~ side %}
    {%- set one = 'sqlrisk_marginal.sqlrisk_one_' ~ side %}
    {%- set other = 'sqlrisk_marginal.sqlrisk_other_' ~ side %},
    sum(case when {{ count }} > 0 then {{ sqlrisk.to_double(count ~ ' * ' ~ count) }} / {{ sqlrisk.to_double(one ~ ' * ' ~ other) }} else 0 end),
    sum(case when {{ count }} > 0 then {{ sqlrisk.to_double(count) }} / {{ sqlrisk.to_double(one) }} else 0 end),
    sum(case when {{ count }} > 0 then {{ sqlrisk.to_double(count) }} / {{ sqlrisk.to_double(other) }} else 0 end),
    sum({{ count }})
    {%- endfor %}
  from sqlrisk_marginal
  group by sqlrisk_marginal.sqlrisk_pair
)
select
  sqlrisk_told.sqlrisk_pair
  {%- for figure in ['observed', 'unpermuted', 'expected', 'variance', 'largest_present', 'largest_absent'] %},
  sum(sqlrisk_told.sqlrisk_{{ figure }}) as sqlrisk_{{ figure }}
  {%- endfor %}
  {%- for side in ['before', 'after'] %}
  {%- for figure in ['squares', 'ones', 'others', 'rows'] %},
  sum(sqlrisk_told.sqlrisk_{{ figure }}_{{ side }}) as sqlrisk_{{ figure }}_{{ side }}
  {%- endfor %}
  {%- endfor %}
from sqlrisk_told
group by sqlrisk_told.sqlrisk_pair
{%- endmacro -%}
