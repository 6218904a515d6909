{#- The pieces that the kernels about an anonymisation by pivots share: the rows of its source and of what it published, each in the pivot group that is
    shown. How the source is dissolved is derived here anew from what is declared, and not taken from the macros that dissolve.
    sqlrisk_placed: one row a row that is not left out; sqlrisk_published is 0 for the source and 1 for what is published; sqlrisk_place the number of the
    group; sqlrisk_blanked how many pivots it lost, the first so many; sqlrisk_old_<i> the pivots as they stand there, sqlrisk_item_<i> the columns. -#}
{%- macro placed_rows(relation, source, pivots, threshold, residue, columns) -%}
{{ sqlrisk.pivot_fates(source, pivots, threshold, residue) }},
sqlrisk_shown as (
  select
    0 as sqlrisk_published,
    {{ sqlrisk.numbered('sqlrisk_fate.sqlrisk_old_', pivots) }},
    {%- for pivot in pivots %}
    case when sqlrisk_fate.sqlrisk_blanked >= {{ loop.index }} then null else sqlrisk_fate.sqlrisk_old_{{ loop.index }} end as sqlrisk_key_{{ loop.index }},
    {%- endfor %}
    sqlrisk_fate.sqlrisk_blanked,
    sqlrisk_fate.sqlrisk_left_out
  from sqlrisk_fate
  union all
  select
    1,
    {{ sqlrisk.columns('sqlrisk_row', pivots) }},
    {{ sqlrisk.columns('sqlrisk_row', pivots) }},
    0,
    0
  from {{ relation }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', pivots) }}
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

{#- sqlrisk_fate: one row a combination of pivots in the source; how many of them are blanked, and whether its rows are left out. Each pass blanks one
    pivot of the groups below the threshold, finest pivot first; a NULL of the source and a blanked value are counted apart. -#}
{%- macro pivot_fates(source, pivots, threshold, residue) -%}
{%- set all = pivots | length -%}
{%- set absorbs = residue == 'absorb_smallest' -%}
sqlrisk_pass_0 as{{ sqlrisk.materialized() }} (
  select
    {%- for pivot in pivots %}
    {{ sqlrisk.column('sqlrisk_row', pivot) }} as sqlrisk_old_{{ loop.index }},
    {%- endfor %}
    0 as sqlrisk_blanked,
    count(*) as sqlrisk_rows
  from {{ source }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', pivots) }}
),
{%- for pivot in pivots %}
{%- set before = 'sqlrisk_pass_' ~ loop.index0 %}
sqlrisk_pass_{{ loop.index }} as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.numbered(before ~ '.sqlrisk_old_', pivots) }},
    case
      when {{ before }}.sqlrisk_blanked = {{ loop.index0 }}
        and sum({{ before }}.sqlrisk_rows) over (partition by {{ before }}.sqlrisk_blanked, {{ sqlrisk.numbered(before ~ '.sqlrisk_old_', pivots, loop.index0) }}) < {{ threshold }} then {{ loop.index }}
      else {{ before }}.sqlrisk_blanked
    end as sqlrisk_blanked,
    {{ before }}.sqlrisk_rows
  from {{ before }}
),
{%- endfor %}
{%- if absorbs %}
{{ sqlrisk.absorbed_fates('sqlrisk_pass_' ~ all, pivots, threshold) }},
{%- endif %}
{%- set last = 'sqlrisk_absorbed' if absorbs else 'sqlrisk_pass_' ~ all %}
sqlrisk_fate as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.numbered(last ~ '.sqlrisk_old_', pivots) }},
    {{ last }}.sqlrisk_blanked,
    {% if residue == 'drop_rows' -%}
    case
      when {{ last }}.sqlrisk_blanked = {{ all }} and sum({{ last }}.sqlrisk_rows) over (partition by {{ last }}.sqlrisk_blanked) < {{ threshold }} then 1
      else 0
    end as sqlrisk_left_out
    {%- else -%}
    0 as sqlrisk_left_out
    {%- endif %}
  from {{ last }}
)
{%- endmacro -%}

{#- sqlrisk_absorbed: where what lost every pivot is below the threshold, the smallest other groups join it, whole, until it reaches that; of two groups of
    one size the one that lost fewer pivots, then the first by its pivots, NULL last. -#}
{%- macro absorbed_fates(before, pivots, threshold) -%}
{%- set all = pivots | length -%}
sqlrisk_candidate as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.numbered(before ~ '.sqlrisk_old_', pivots) }},
    {%- for pivot in pivots %}
    case when {{ before }}.sqlrisk_blanked >= {{ loop.index }} then null else {{ before }}.sqlrisk_old_{{ loop.index }} end as sqlrisk_key_{{ loop.index }},
    case when {{ before }}.sqlrisk_blanked >= {{ loop.index }} or {{ before }}.sqlrisk_old_{{ loop.index }} is null then 1 else 0 end as sqlrisk_empty_{{ loop.index }},
    {%- endfor %}
    {{ before }}.sqlrisk_blanked,
    {{ before }}.sqlrisk_rows
  from {{ before }}
),
sqlrisk_sized as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.numbered('sqlrisk_candidate.sqlrisk_old_', pivots) }},
    sqlrisk_candidate.sqlrisk_blanked,
    sqlrisk_candidate.sqlrisk_rows,
    sum(sqlrisk_candidate.sqlrisk_rows) over (partition by sqlrisk_candidate.sqlrisk_blanked, {{ sqlrisk.numbered('sqlrisk_candidate.sqlrisk_key_', pivots) }}) as sqlrisk_size,
    sum(case when sqlrisk_candidate.sqlrisk_blanked = {{ all }} then sqlrisk_candidate.sqlrisk_rows else 0 end) over () as sqlrisk_residue,
    dense_rank() over (order by sqlrisk_candidate.sqlrisk_blanked
      {%- for pivot in pivots %}, sqlrisk_candidate.sqlrisk_empty_{{ loop.index }}, sqlrisk_candidate.sqlrisk_key_{{ loop.index }}{% endfor %}) as sqlrisk_turn
  from sqlrisk_candidate
),
sqlrisk_queued as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.numbered('sqlrisk_sized.sqlrisk_old_', pivots) }},
    sqlrisk_sized.sqlrisk_blanked,
    sqlrisk_sized.sqlrisk_rows,
    sqlrisk_sized.sqlrisk_residue,
    sqlrisk_sized.sqlrisk_residue - sqlrisk_sized.sqlrisk_size
      + sum(case when sqlrisk_sized.sqlrisk_blanked = {{ all }} then 0 else sqlrisk_sized.sqlrisk_rows end) over (order by sqlrisk_sized.sqlrisk_size, sqlrisk_sized.sqlrisk_turn) as sqlrisk_reached
  from sqlrisk_sized
),
sqlrisk_absorbed as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.numbered('sqlrisk_queued.sqlrisk_old_', pivots) }},
    case when sqlrisk_queued.sqlrisk_residue > 0 and sqlrisk_queued.sqlrisk_reached < {{ threshold }} then {{ all }} else sqlrisk_queued.sqlrisk_blanked end as sqlrisk_blanked,
    sqlrisk_queued.sqlrisk_rows
  from sqlrisk_queued
)
{%- endmacro -%}

{#- Columns that are numbered from 1, as many as there are names, those of the first `skipped` left out. -#}
{%- macro numbered(prefix, names, skipped=0) -%}
  {%- for name in names[skipped:] -%}
    {{ prefix }}{{ loop.index + skipped }}{{ ', ' if not loop.last }}
  {%- endfor -%}
{%- endmacro -%}
