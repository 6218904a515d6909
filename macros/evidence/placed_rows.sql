{#- The pieces that the kernels about an anonymisation by pivots share: the rows of its source and of what it published, each in the pivot group that is
    shown. How the source was dissolved is what expected_groups finds.
    sqlrisk_placed: one row a row that is not left out; sqlrisk_published is 0 for the source and 1 for what is published; sqlrisk_place the number of the
    group; sqlrisk_blanked how many pivots it lost, the first so many; sqlrisk_old_<i> the pivots as they stand there, sqlrisk_item_<i> the columns. -#}
{%- macro placed_rows(relation, source, pivots, threshold, residue, columns) -%}
{{ sqlrisk.expected_groups(relation, source, pivots, threshold, residue) }},
sqlrisk_shown as (
  select
    0 as sqlrisk_published,
    {%- for pivot in pivots %}
    {{ sqlrisk.column('sqlrisk_expected', pivot) }} as sqlrisk_old_{{ loop.index }},
    {%- endfor %}
    {{ sqlrisk.key_at('sqlrisk_expected', pivots, 'sqlrisk_depth') }},
    sqlrisk_expected.sqlrisk_depth as sqlrisk_blanked,
    case when sqlrisk_expected.sqlrisk_depth > {{ pivots | length }} then 1 else 0 end as sqlrisk_left_out
  from sqlrisk_expected
  union all
  select
    1,
    {{ sqlrisk.columns('sqlrisk_output', pivots) }},
    {{ sqlrisk.columns('sqlrisk_output', pivots) }},
    0,
    0
  from sqlrisk_output
),
sqlrisk_group as (
  select
    sqlrisk_shown.sqlrisk_published,
    {{ sqlrisk.numbered('sqlrisk_shown.sqlrisk_old_', pivots) }},
    sqlrisk_shown.sqlrisk_blanked,
    sqlrisk_shown.sqlrisk_left_out,
    dense_rank() over (order by {{ sqlrisk.numbered('sqlrisk_shown.sqlrisk_key_', pivots) }}) as sqlrisk_number
  from sqlrisk_shown
),
sqlrisk_gathered as{{ sqlrisk.materialized() }} (
  {%- for table in [source, relation] %}
  select
    {{ loop.index0 }} as sqlrisk_published,
    1 as sqlrisk_is_row,
    0 as sqlrisk_number,
    0 as sqlrisk_lost,
    {%- for pivot in pivots %}
    {{ sqlrisk.column('sqlrisk_row', pivot) }} as sqlrisk_old_{{ loop.index }}{{ ',' if not loop.last or columns }}
    {%- endfor %}
    {%- for name in columns %}
    {{ sqlrisk.column('sqlrisk_row', name) }} as sqlrisk_item_{{ loop.index }}{{ ',' if not loop.last }}
    {%- endfor %}
  from {{ table }} as sqlrisk_row
  union all
  {%- endfor %}
  select
    sqlrisk_group.sqlrisk_published,
    0,
    case when sqlrisk_group.sqlrisk_left_out = 1 then 0 else sqlrisk_group.sqlrisk_number end,
    sqlrisk_group.sqlrisk_blanked,
    {{ sqlrisk.numbered('sqlrisk_group.sqlrisk_old_', pivots) }}
    {%- for name in columns %},
    null
    {%- endfor %}
  from sqlrisk_group
),
sqlrisk_spread as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_gathered.sqlrisk_published,
    sqlrisk_gathered.sqlrisk_is_row,
    max(sqlrisk_gathered.sqlrisk_number) over (partition by sqlrisk_gathered.sqlrisk_published, {{ sqlrisk.numbered('sqlrisk_gathered.sqlrisk_old_', pivots) }}) as sqlrisk_place,
    max(sqlrisk_gathered.sqlrisk_lost) over (partition by sqlrisk_gathered.sqlrisk_published, {{ sqlrisk.numbered('sqlrisk_gathered.sqlrisk_old_', pivots) }}) as sqlrisk_blanked,
    {{ sqlrisk.numbered('sqlrisk_gathered.sqlrisk_old_', pivots) }}
    {%- for name in columns %},
    sqlrisk_gathered.sqlrisk_item_{{ loop.index }}
    {%- endfor %}
  from sqlrisk_gathered
),
sqlrisk_placed as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_spread.sqlrisk_published,
    sqlrisk_spread.sqlrisk_place,
    sqlrisk_spread.sqlrisk_blanked,
    {{ sqlrisk.numbered('sqlrisk_spread.sqlrisk_old_', pivots) }}
    {%- for name in columns %},
    sqlrisk_spread.sqlrisk_item_{{ loop.index }}
    {%- endfor %}
  from sqlrisk_spread
  where sqlrisk_spread.sqlrisk_is_row = 1 and sqlrisk_spread.sqlrisk_place > 0
)
{%- endmacro -%}

{#- Columns that are numbered from 1, as many as there are names, those of the first `skipped` left out. -#}
{%- macro numbered(prefix, names, skipped=0) -%}
  {%- for name in names[skipped:] -%}
    {{ prefix }}{{ loop.index + skipped }}{{ ', ' if not loop.last }}
  {%- endfor -%}
{%- endmacro -%}
