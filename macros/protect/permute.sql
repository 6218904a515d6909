{#- The rows with each block permuted as a unit within its pivot group, independently of the other blocks: pivots first, then the blocks. -#}
{%- macro permute(relation, pivots, blocks) -%}
{{- sqlrisk.refuse_blocks(pivots, blocks) }}
{{- sqlrisk.permuted_rows(relation, pivots, blocks) }}
{%- endmacro -%}

{#- Each block is numbered within its group in a random order of its own, and the blocks meet by group and number: neither is ever NULL. The draw stands in
    a table of its own, since DuckDB orders no window by one. The rows come by group and number, so that no block is in the order of its source. -#}
{%- macro permuted_rows(relation, pivots, blocks, threshold=none, residue='fail') -%}
with {{ sqlrisk.grouped_rows(relation, pivots, sqlrisk.columns_of(blocks), threshold, residue) }},
{%- for block in blocks %}
sqlrisk_drawn_{{ loop.index }} as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_grouped.sqlrisk_group,
    {%- if loop.first %}
    {%- for name in pivots %}
    sqlrisk_grouped.sqlrisk_pivot_{{ loop.index }},
    {%- endfor %}
    {%- endif %}
    {{ sqlrisk.columns('sqlrisk_grouped', block) }},
    {{ sqlrisk.random_draw(loop.index) }} as sqlrisk_draw
  from sqlrisk_grouped
),
sqlrisk_block_{{ loop.index }} as (
  select
    sqlrisk_drawn_{{ loop.index }}.*,
    row_number() over (partition by sqlrisk_drawn_{{ loop.index }}.sqlrisk_group order by sqlrisk_drawn_{{ loop.index }}.sqlrisk_draw) as sqlrisk_number
  from sqlrisk_drawn_{{ loop.index }}
){{ ',' if not loop.last }}
{%- endfor %}
select
  {{ sqlrisk.shown_pivots('sqlrisk_block_1', pivots) }}
  {%- for block in blocks %},
  {{ sqlrisk.columns('sqlrisk_block_' ~ loop.index, block) }}
  {%- endfor %}
from sqlrisk_block_1
{%- for block in blocks[1:] %}
{%- set other = 'sqlrisk_block_' ~ (loop.index + 1) %}
{{ sqlrisk.join_once() }} {{ other }} on {{ other }}.sqlrisk_group = sqlrisk_block_1.sqlrisk_group and {{ other }}.sqlrisk_number = sqlrisk_block_1.sqlrisk_number
{%- endfor %}
{{- sqlrisk.rows_by('sqlrisk_block_1.sqlrisk_group, sqlrisk_block_1.sqlrisk_number') }}
{%- endmacro -%}
