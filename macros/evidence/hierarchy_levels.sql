{#- One row a level of a hierarchy, the values themselves as level 0: its nodes, those with more than one parent (then it is no tree), those that
    stand in more than one row, and the rows without a node. What hangs on a NULL value is left out above level 0 unless NULL is a value. -#}
{%- macro hierarchy_levels(relation, sensitive, ancestors, null_is_value=false) -%}
  {{- sqlrisk.refuse_texts({'ancestors': ancestors}) -}}
{%- set levels = [sensitive] + ancestors -%}
with sqlrisk_path as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns('sqlrisk_row', levels) }},
    count(*) as sqlrisk_rows
  from {{ relation }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', levels) }}
),
sqlrisk_node as (
  {%- for name in levels %}
  {%- set parent = levels[loop.index:loop.index + 1] %}
  select
    {{ loop.index0 }} as sqlrisk_level,
    case when {{ sqlrisk.column('sqlrisk_edge', name) }} is null then 0 else 1 end as sqlrisk_is_node,
    count(*) as sqlrisk_parents,
    sum(sqlrisk_edge.sqlrisk_rows) as sqlrisk_rows
  from (
    select
      {{ sqlrisk.columns('sqlrisk_path', [name] + parent) }},
      sum(sqlrisk_path.sqlrisk_rows) as sqlrisk_rows
    from sqlrisk_path
    {%- if not loop.first and not null_is_value %}
    where {{ sqlrisk.column('sqlrisk_path', sensitive) }} is not null
    {%- endif %}
    group by {{ sqlrisk.columns('sqlrisk_path', [name] + parent) }}
  ) as sqlrisk_edge
  group by {{ sqlrisk.column('sqlrisk_edge', name) }}
  {%- if not loop.last %}
  union all
  {%- endif %}
  {%- endfor %}
)
select
  sqlrisk_node.sqlrisk_level,
  {{ sqlrisk.to_bigint('sum(sqlrisk_node.sqlrisk_is_node)') }} as sqlrisk_nodes,
  {{ sqlrisk.to_bigint('sum(case when sqlrisk_node.sqlrisk_is_node = 1 and sqlrisk_node.sqlrisk_parents > 1 then 1 else 0 end)') }} as sqlrisk_nodes_of_two_parents,
  {{ sqlrisk.to_bigint('sum(case when sqlrisk_node.sqlrisk_is_node = 1 and sqlrisk_node.sqlrisk_rows > 1 then 1 else 0 end)') }} as sqlrisk_nodes_repeated,
  {{ sqlrisk.to_bigint('sum(case when sqlrisk_node.sqlrisk_is_node = 0 then sqlrisk_node.sqlrisk_rows else 0 end)') }} as sqlrisk_rows_without_node
from sqlrisk_node
group by sqlrisk_node.sqlrisk_level
{%- endmacro -%}
