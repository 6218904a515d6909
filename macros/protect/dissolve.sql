{#- The rows with the pivots of small groups blanked, finest pivot first, and the other columns that are named. Nothing is permuted. -#}
{%- macro dissolve(relation, pivots, threshold, columns=none, residue='fail') -%}
{{- sqlrisk.refuse_names('pivots', pivots) }}
{{- sqlrisk.refuse_threshold(threshold, residue) }}
{%- set others = sqlrisk.other_columns(pivots, columns) -%}
with {{ sqlrisk.grouped_rows(relation, pivots, others, threshold, residue) }}
select {{ sqlrisk.shown_pivots('sqlrisk_grouped', pivots) }}{% if others %}, {{ sqlrisk.columns('sqlrisk_grouped', others) }}{% endif %}
from sqlrisk_grouped
{%- endmacro -%}

{#- sqlrisk_grouped: one row a row; the pivots as they are shown (sqlrisk_pivot_1, ...), the other columns, and the number of the group that is shown.
    The rows meet what was decided about their pivots in a union and a window, as NULL meets NULL there and a key is never turned into text. -#}
{%- macro grouped_rows(relation, pivots, columns, threshold=none, residue='fail') -%}
{{ sqlrisk.dissolved_keys(relation, pivots, threshold, residue) }},
sqlrisk_tagged as{{ sqlrisk.materialized() }} (
  select
    1 as sqlrisk_is_row,
    {{ sqlrisk.columns('sqlrisk_row', pivots + columns) }},
    null as sqlrisk_blanked,
    null as sqlrisk_group
  from {{ relation }} as sqlrisk_row
  union all
  select
    0 as sqlrisk_is_row,
    {{ sqlrisk.columns('sqlrisk_decided', pivots) }},
    {%- for name in columns %}
    null as sqlrisk_none_{{ loop.index }},
    {%- endfor %}
    sqlrisk_decided.sqlrisk_blanked,
    sqlrisk_decided.sqlrisk_group
  from sqlrisk_decided
),
sqlrisk_spread as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_tagged.sqlrisk_is_row,
    {{ sqlrisk.columns('sqlrisk_tagged', pivots + columns) }},
    max(sqlrisk_tagged.sqlrisk_blanked) over (partition by {{ sqlrisk.columns('sqlrisk_tagged', pivots) }}) as sqlrisk_blanked,
    max(sqlrisk_tagged.sqlrisk_group) over (partition by {{ sqlrisk.columns('sqlrisk_tagged', pivots) }}) as sqlrisk_group
  from sqlrisk_tagged
),
sqlrisk_grouped as{{ sqlrisk.materialized() }} (
  select
    {%- for name in pivots %}
    case when sqlrisk_spread.sqlrisk_blanked >= {{ loop.index }} then null else {{ sqlrisk.column('sqlrisk_spread', name) }} end as sqlrisk_pivot_{{ loop.index }},
    {%- endfor %}
    {%- if columns %}
    {{ sqlrisk.columns('sqlrisk_spread', columns) }},
    {%- endif %}
    sqlrisk_spread.sqlrisk_group
  from sqlrisk_spread
  where sqlrisk_spread.sqlrisk_is_row = 1 and sqlrisk_spread.sqlrisk_group > 0
)
{%- endmacro -%}

{#- sqlrisk_decided: one row a combination of pivots in the relation; how many of its pivots are blanked (the first so many: a pivot is blanked only
    after the finer ones), and the number of the group that is shown, 0 where the rows are left out. Without a threshold nothing is blanked. -#}
{%- macro dissolved_keys(relation, pivots, threshold=none, residue='fail') -%}
{%- set all = pivots | length -%}
{%- set last = 'sqlrisk_pass_' ~ (0 if threshold is none else all) -%}
{%- set absorbs = threshold is not none and residue == 'absorb_smallest' -%}
{%- set drops = threshold is not none and residue == 'drop_rows' -%}
sqlrisk_pass_0 as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns('sqlrisk_row', pivots) }},
    count(*) as sqlrisk_rows,
    0 as sqlrisk_blanked
  from {{ relation }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', pivots) }}
),
{%- if threshold is not none %}
{%- for name in pivots %}
{%- set before = 'sqlrisk_pass_' ~ loop.index0 %}
sqlrisk_pass_{{ loop.index }} as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns(before, pivots) }},
    {{ before }}.sqlrisk_rows,
    case
      when {{ before }}.sqlrisk_blanked = {{ loop.index0 }}
        and sum({{ before }}.sqlrisk_rows) over (partition by {{ before }}.sqlrisk_blanked, {{ sqlrisk.columns(before, pivots[loop.index0:]) }}) < {{ threshold }} then {{ loop.index }}
      else {{ before }}.sqlrisk_blanked
    end as sqlrisk_blanked
  from {{ before }}
),
{%- endfor %}
{%- endif %}
{%- if absorbs %}
{{ sqlrisk.absorbed_keys(last, pivots, threshold) }},
{%- endif %}
{{ sqlrisk.numbered_keys('sqlrisk_absorbed' if absorbs else last, 'sqlrisk_final', pivots, false) }},
sqlrisk_decided as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns('sqlrisk_final', pivots) }},
    sqlrisk_final.sqlrisk_blanked,
    {% if drops -%}
    case
      when sqlrisk_final.sqlrisk_blanked = {{ all }}
        and sum(sqlrisk_final.sqlrisk_rows) over (partition by sqlrisk_final.sqlrisk_blanked) < {{ threshold }} then 0
      else sqlrisk_final.sqlrisk_group
    end as sqlrisk_group
    {%- else -%}
    sqlrisk_final.sqlrisk_group
    {%- endif %}
  from sqlrisk_final
)
{%- endmacro -%}

{#- sqlrisk_absorbed: where the dissolved group is below the threshold, the smallest other groups join it, whole, until it reaches that. Of two groups
    of one size the one that lost more already goes first, then the first by its pivots. -#}
{%- macro absorbed_keys(source, pivots, threshold) -%}
{%- set all = pivots | length -%}
{{ sqlrisk.numbered_keys(source, 'sqlrisk_candidate', pivots, true) }},
sqlrisk_sized as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns('sqlrisk_candidate', pivots) }},
    sqlrisk_candidate.sqlrisk_rows,
    sqlrisk_candidate.sqlrisk_blanked,
    sqlrisk_candidate.sqlrisk_group,
    sum(sqlrisk_candidate.sqlrisk_rows) over (partition by sqlrisk_candidate.sqlrisk_group) as sqlrisk_group_rows,
    sum(case when sqlrisk_candidate.sqlrisk_blanked = {{ all }} then 0 else sqlrisk_candidate.sqlrisk_rows end) over (partition by sqlrisk_candidate.sqlrisk_group) as sqlrisk_group_rows_to_give,
    row_number() over (partition by sqlrisk_candidate.sqlrisk_group order by sqlrisk_candidate.sqlrisk_rows) as sqlrisk_turn,
    sum(case when sqlrisk_candidate.sqlrisk_blanked = {{ all }} then sqlrisk_candidate.sqlrisk_rows else 0 end) over () as sqlrisk_residue_rows
  from sqlrisk_candidate
),
sqlrisk_summed as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns('sqlrisk_sized', pivots) }},
    sqlrisk_sized.sqlrisk_rows,
    sqlrisk_sized.sqlrisk_blanked,
    sqlrisk_sized.sqlrisk_residue_rows,
    sum(case when sqlrisk_sized.sqlrisk_turn = 1 then sqlrisk_sized.sqlrisk_group_rows_to_give else 0 end) over (order by sqlrisk_sized.sqlrisk_group_rows, sqlrisk_sized.sqlrisk_group, sqlrisk_sized.sqlrisk_turn {{ sqlrisk.up_to_here() }}) - sqlrisk_sized.sqlrisk_group_rows as sqlrisk_smaller_rows
  from sqlrisk_sized
),
sqlrisk_absorbed as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns('sqlrisk_summed', pivots) }},
    sqlrisk_summed.sqlrisk_rows,
    case
      when sqlrisk_summed.sqlrisk_residue_rows > 0 and sqlrisk_summed.sqlrisk_residue_rows + sqlrisk_summed.sqlrisk_smaller_rows < {{ threshold }} then {{ all }}
      else sqlrisk_summed.sqlrisk_blanked
    end as sqlrisk_blanked
  from sqlrisk_summed
)
{%- endmacro -%}

{#- The keys with the number of their group, in the order of the pivots as they are shown; `apart`: a NULL of the source and a blanked value are two
    keys, and those that lost more come first. -#}
{%- macro numbered_keys(source, name, pivots, apart) -%}
{{ name }}_shown as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns(source, pivots) }},
    {{ source }}.sqlrisk_rows,
    {{ source }}.sqlrisk_blanked
    {%- for pivot in pivots %},
    case when {{ source }}.sqlrisk_blanked >= {{ loop.index }} then null else {{ sqlrisk.column(source, pivot) }} end as sqlrisk_pivot_{{ loop.index }}
    {%- endfor %}
  from {{ source }}
),
{{ name }} as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns(name ~ '_shown', pivots) }},
    {{ name }}_shown.sqlrisk_rows,
    {{ name }}_shown.sqlrisk_blanked,
    dense_rank() over (order by {% if apart %}{{ name }}_shown.sqlrisk_blanked desc, {% endif %}
      {%- for pivot in pivots -%}
      {%- set shown = name ~ '_shown.sqlrisk_pivot_' ~ loop.index -%}
      case when {{ shown }} is null then 1 else 0 end, {{ shown }}{{ ', ' if not loop.last }}
      {%- endfor -%}
    ) as sqlrisk_group
  from {{ name }}_shown
)
{%- endmacro -%}

{#- The pivots as they are shown, under their own names. -#}
{%- macro shown_pivots(alias, pivots) -%}
  {%- for name in pivots -%}
    {{ alias }}.sqlrisk_pivot_{{ loop.index }} as {{ sqlrisk.quoted(name) }}{{ ', ' if not loop.last }}
  {%- endfor -%}
{%- endmacro -%}
