{#- One row a pair, numbered from 1: its cells in the source or in what is published, and those whose counts differ. A pair holds the numbers of what it
    compares: [0, c] column c and the pivot group (all pivots together), [-p, c] column c and pivot p where that survived, [-p, -q] two pivots where both
    did, [b, c] two columns, over all rows. -#}
{%- macro preserved_pairs(relation, source, pivots, threshold, pairs, residue='fail', columns=[]) -%}
  {{- sqlrisk.refuse_texts({'pivots': pivots, 'pairs': pairs, 'columns': columns}) -}}
with {{ sqlrisk.placed_rows(relation, source, pivots, threshold, residue, columns) }},
sqlrisk_compared as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_placed.sqlrisk_published,
    sqlrisk_placed.sqlrisk_place
    {%- for pivot in pivots %},
    case when sqlrisk_placed.sqlrisk_blanked >= {{ loop.index }} then null else sqlrisk_placed.sqlrisk_old_{{ loop.index }} end as sqlrisk_key_{{ loop.index }}
    {%- endfor %}
    {%- for name in columns %},
    sqlrisk_placed.sqlrisk_item_{{ loop.index }}
    {%- endfor %}
  from sqlrisk_placed
),
sqlrisk_cell as (
  {%- for pair in pairs %}
  select
    {{ loop.index }} as sqlrisk_pair,
    sum(1 - sqlrisk_compared.sqlrisk_published) as sqlrisk_before,
    sum(sqlrisk_compared.sqlrisk_published) as sqlrisk_after
  from sqlrisk_compared
  {%- if pair[0] < 0 %}
  where {{ sqlrisk.compared_column(pair[0]) }} is not null{% if pair[1] < 0 %} and {{ sqlrisk.compared_column(pair[1]) }} is not null{% endif %}
  {%- endif %}
  group by {{ sqlrisk.compared_column(pair[0]) }}, {{ sqlrisk.compared_column(pair[1]) }}
  {%- if not loop.last %}
  union all
  {%- endif %}
  {%- endfor %}
)
select
  sqlrisk_cell.sqlrisk_pair,
  count(*) as sqlrisk_cells,
  {{ sqlrisk.to_bigint('sum(case when sqlrisk_cell.sqlrisk_before = sqlrisk_cell.sqlrisk_after then 0 else 1 end)') }} as sqlrisk_cells_differ
from sqlrisk_cell
group by sqlrisk_cell.sqlrisk_pair
{%- endmacro -%}

{#- What a number stands for in a pair: a pivot below 0, the pivot group at 0, a column above. -#}
{%- macro compared_column(number) -%}
sqlrisk_compared.{{ 'sqlrisk_place' if number == 0 else 'sqlrisk_item_' ~ number if number > 0 else 'sqlrisk_key_' ~ -number }}
{%- endmacro -%}
