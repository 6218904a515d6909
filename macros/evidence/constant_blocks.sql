{#- One row a number of blocks: the pivot groups in which so many blocks hold one single tuple, so that permuting them hides nothing. -#}
{%- macro constant_blocks(relation, pivots, blocks) -%}
  {{- sqlrisk.refuse_texts({'pivots': pivots, 'blocks': blocks}) -}}
with sqlrisk_tuple as (
  {%- for block in blocks %}
  {{- sqlrisk.refuse_texts({'block ' ~ loop.index: block}) }}
  select
    {{ sqlrisk.columns('sqlrisk_row', pivots) }},
    count(*) as sqlrisk_rows,
    {{ loop.index }} as sqlrisk_block
  from {{ relation }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', pivots + block) }}
  {{ 'union all' if not loop.last }}
  {%- endfor %}
),
sqlrisk_block as (
  select
    {{ sqlrisk.columns('sqlrisk_tuple', pivots) }},
    sum(sqlrisk_tuple.sqlrisk_rows) as sqlrisk_rows,
    count(*) as sqlrisk_tuples
  from sqlrisk_tuple
  group by {{ sqlrisk.columns('sqlrisk_tuple', pivots) }}, sqlrisk_tuple.sqlrisk_block
),
sqlrisk_group as (
  select
    max(sqlrisk_block.sqlrisk_rows) as sqlrisk_rows,
    sum(case when sqlrisk_block.sqlrisk_tuples = 1 then 1 else 0 end) as sqlrisk_constant
  from sqlrisk_block
  group by {{ sqlrisk.columns('sqlrisk_block', pivots) }}
)
select
  {{ sqlrisk.to_bigint('sqlrisk_group.sqlrisk_constant') }} as sqlrisk_constant,
  count(*) as sqlrisk_groups,
  {{ sqlrisk.to_bigint('sum(sqlrisk_group.sqlrisk_rows)') }} as sqlrisk_rows
from sqlrisk_group
group by sqlrisk_group.sqlrisk_constant
{%- endmacro -%}
