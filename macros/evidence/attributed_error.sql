{#- One row: the groups and values that the source has, the sum of the distances between the share that a value has of its group there and in what a reader
    can count (`published`: tables of attributed_cells; a group that is not there has the share 0), and the rows that can be counted. -#}
{%- macro attributed_error(relation, published, query) -%}
  {{- sqlrisk.refuse_texts({'published': published}) -}}
with sqlrisk_tagged as (
  select
    sqlrisk_row.sqlrisk_group_{{ query }} as sqlrisk_group,
    sqlrisk_row.sqlrisk_value_{{ query }} as sqlrisk_value,
    sqlrisk_row.sqlrisk_valued_{{ query }} as sqlrisk_source,
    0 as sqlrisk_counted,
    0 as sqlrisk_rows
  from {{ relation }} as sqlrisk_row
  {%- for cells in published %}
  union all
  select
    sqlrisk_cell.sqlrisk_group,
    sqlrisk_cell.sqlrisk_value,
    0 as sqlrisk_source,
    sqlrisk_cell.sqlrisk_valued as sqlrisk_counted,
    sqlrisk_cell.sqlrisk_rows
  from {{ cells }} as sqlrisk_cell
  {%- endfor %}
),
sqlrisk_pair as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_tagged.sqlrisk_group,
    sqlrisk_tagged.sqlrisk_value,
    sum(sqlrisk_tagged.sqlrisk_source) as sqlrisk_source,
    sum(sqlrisk_tagged.sqlrisk_counted) as sqlrisk_counted,
    sum(sqlrisk_tagged.sqlrisk_rows) as sqlrisk_rows
  from sqlrisk_tagged
  group by sqlrisk_tagged.sqlrisk_group, sqlrisk_tagged.sqlrisk_value
),
sqlrisk_share as (
  select
    sqlrisk_pair.*,
    sum(sqlrisk_pair.sqlrisk_source) over (partition by sqlrisk_pair.sqlrisk_group) as sqlrisk_source_all,
    sum(sqlrisk_pair.sqlrisk_counted) over (partition by sqlrisk_pair.sqlrisk_group) as sqlrisk_counted_all
  from sqlrisk_pair
)
select
  {{ sqlrisk.to_bigint('coalesce(sum(case when sqlrisk_share.sqlrisk_source > 0 then 1 else 0 end), 0)') }} as sqlrisk_pairs,
  {{ sqlrisk.to_bigint('coalesce(sum(sqlrisk_share.sqlrisk_rows), 0)') }} as sqlrisk_rows,
  coalesce(sum(case when sqlrisk_share.sqlrisk_source > 0 then abs(
    {{ sqlrisk.to_double('sqlrisk_share.sqlrisk_source') }} / {{ sqlrisk.to_double('sqlrisk_share.sqlrisk_source_all') }}
    - case when sqlrisk_share.sqlrisk_counted_all > 0
      then {{ sqlrisk.to_double('sqlrisk_share.sqlrisk_counted') }} / {{ sqlrisk.to_double('case when sqlrisk_share.sqlrisk_counted_all > 0 then sqlrisk_share.sqlrisk_counted_all else 1 end') }}
      else 0 end
  ) else 0 end), 0) as sqlrisk_distance
from sqlrisk_share
{%- endmacro -%}
