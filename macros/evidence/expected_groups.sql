{#- What is expected of each pivot group of the source of an anonymisation, given its output: sqlrisk_expected has one row a group of the source, and
    sqlrisk_depth says how many of its pivots, the finest first, are blank in the output; one more than there are says that the group was dropped.

    First as declared: one pass a pivot, in which the groups below the threshold lose it, counted anew; NULLs of the source stay apart from blanks.
    What is blank whole and below the threshold is the residue: kept, dropped, or joined by groups, which are those that the output lacks.
    Where those groups are not the output's, a group is where it is found: at the fewest blanks at which the output has its key.
    Either is a dissolving (a group only loses pivots, and all of it loses the same), so what then agrees was dissolved and nothing else.
    sqlrisk_residue stands in every row of sqlrisk_met: MariaDB refuses a subquery over it inside an aggregate. -#}
{%- macro expected_groups(relation, source, pivots, threshold, residue) -%}
{%- set all = pivots | length -%}
sqlrisk_pass_0 as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns('sqlrisk_row', pivots) }},
    count(*) as sqlrisk_rows,
    0 as sqlrisk_depth
  from {{ source }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', pivots) }}
),
{%- for pivot in pivots %}
{%- set before = 'sqlrisk_pass_' ~ loop.index0 %}
sqlrisk_pass_{{ loop.index }} as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns(before, pivots) }},
    {{ before }}.sqlrisk_rows,
    case
      when {{ before }}.sqlrisk_depth = {{ loop.index0 }}
        and sum({{ before }}.sqlrisk_rows) over (partition by {{ before }}.sqlrisk_depth, {{ sqlrisk.columns(before, pivots[loop.index0:]) }}) < {{ threshold }}
        then {{ loop.index }}
      else {{ before }}.sqlrisk_depth
    end as sqlrisk_depth
  from {{ before }}
),
{%- endfor %}
sqlrisk_output as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns('sqlrisk_row', pivots) }},
    count(*) as sqlrisk_rows
  from {{ relation }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', pivots) }}
),
sqlrisk_blanking as{{ sqlrisk.materialized() }} (
  {%- for blanks in range(all + 1) %}
  select
    {{ sqlrisk.columns('sqlrisk_pass_' ~ all, pivots) }},
    {{ sqlrisk.blanked('sqlrisk_pass_' ~ all, pivots, blanks) }},
    sqlrisk_pass_{{ all }}.sqlrisk_rows,
    sqlrisk_pass_{{ all }}.sqlrisk_depth,
    {{ blanks }} as sqlrisk_blanks,
    case when sqlrisk_pass_{{ all }}.sqlrisk_depth = {{ blanks }} then sqlrisk_pass_{{ all }}.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_{{ all }}
  union all
  {%- endfor %}
  select
    {% for pivot in pivots %}null, {% endfor %}
    {% for pivot in pivots %}{{ sqlrisk.column('sqlrisk_output', pivot) }} as sqlrisk_key_{{ loop.index }}, {% endfor %}
    0 as sqlrisk_rows,
    0 as sqlrisk_depth,
    -1 as sqlrisk_blanks,
    0 as sqlrisk_declared,
    sqlrisk_output.sqlrisk_rows as sqlrisk_found
  from sqlrisk_output
),
sqlrisk_residue as{{ sqlrisk.materialized() }} (
  select coalesce(sum(sqlrisk_pass_{{ all }}.sqlrisk_rows), 0) as sqlrisk_rows
  from sqlrisk_pass_{{ all }}
  where sqlrisk_pass_{{ all }}.sqlrisk_depth = {{ all }}
),
sqlrisk_met as{{ sqlrisk.materialized() }} (
  select
    (select sqlrisk_residue.sqlrisk_rows from sqlrisk_residue) as sqlrisk_residue,
    {{ sqlrisk.columns('sqlrisk_blanking', pivots) }},
    sqlrisk_blanking.sqlrisk_rows,
    sqlrisk_blanking.sqlrisk_depth,
    sqlrisk_blanking.sqlrisk_blanks,
    sum(sqlrisk_blanking.sqlrisk_found) over (partition by {{ sqlrisk.group_keys('sqlrisk_blanking', pivots) }}) as sqlrisk_held,
    sum(sqlrisk_blanking.sqlrisk_declared) over (partition by {{ sqlrisk.group_keys('sqlrisk_blanking', pivots) }}) as sqlrisk_due,
    sum(sqlrisk_blanking.sqlrisk_declared) over (partition by sqlrisk_blanking.sqlrisk_blanks, {{ sqlrisk.group_keys('sqlrisk_blanking', pivots) }}) as sqlrisk_whole
  from sqlrisk_blanking
),
sqlrisk_reading as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns('sqlrisk_met', pivots) }},
    max(sqlrisk_met.sqlrisk_rows) as sqlrisk_rows,
    max(case
      when sqlrisk_met.sqlrisk_blanks <> sqlrisk_met.sqlrisk_depth then 0
      {%- if residue != 'fail' %}
      when sqlrisk_met.sqlrisk_residue between 1 and {{ threshold - 1 }} and
        {%- if residue == 'drop_rows' %} sqlrisk_met.sqlrisk_depth = {{ all }} then {{ all + 1 }}
        {%- else %} sqlrisk_met.sqlrisk_held <= sqlrisk_met.sqlrisk_due - sqlrisk_met.sqlrisk_whole then {{ all }}
        {%- endif %}
      {%- endif %}
      else sqlrisk_met.sqlrisk_depth
    end) as sqlrisk_declared,
    coalesce(min(case when sqlrisk_met.sqlrisk_held > 0 then sqlrisk_met.sqlrisk_blanks end), {{ all + 1 }}) as sqlrisk_found
  from sqlrisk_met
  where sqlrisk_met.sqlrisk_blanks >= 0
  group by {{ sqlrisk.columns('sqlrisk_met', pivots) }}
),
{{ sqlrisk.apart('sqlrisk_apart', 'sqlrisk_reading', 'sqlrisk_declared', pivots) }},
sqlrisk_lost as{{ sqlrisk.materialized() }} (
  select coalesce(sum(case when sqlrisk_reading.sqlrisk_found > {{ all }} then sqlrisk_reading.sqlrisk_rows else 0 end), 0) as sqlrisk_rows
  from sqlrisk_reading
),
sqlrisk_expected as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns('sqlrisk_reading', pivots) }},
    sqlrisk_reading.sqlrisk_rows,
    case
      when (select sqlrisk_apart.sqlrisk_rows from sqlrisk_apart) = 0 then sqlrisk_reading.sqlrisk_declared
      when sqlrisk_reading.sqlrisk_found <= {{ all }}{% if residue == 'drop_rows' %} or (select sqlrisk_lost.sqlrisk_rows from sqlrisk_lost) < {{ threshold }}{% endif %} then sqlrisk_reading.sqlrisk_found
      else {{ all }}
    end as sqlrisk_depth
  from sqlrisk_reading
)
{%- endmacro -%}

{#- One row: by how many rows the groups that a reading of the source expects differ from those of the output, both ways. -#}
{%- macro apart(name, reading, depth, pivots) -%}
{{ name }}_group as (
  select
    {{ sqlrisk.key_at(reading, pivots, depth) }},
    case when {{ reading }}.{{ depth }} > {{ pivots | length }} then 0 else {{ reading }}.sqlrisk_rows end as sqlrisk_due,
    0 as sqlrisk_held
  from {{ reading }}
  union all
  select
    {% for pivot in pivots %}{{ sqlrisk.column('sqlrisk_output', pivot) }} as sqlrisk_key_{{ loop.index }}, {% endfor %}
    0 as sqlrisk_due,
    sqlrisk_output.sqlrisk_rows as sqlrisk_held
  from sqlrisk_output
),
{{ name }} as{{ sqlrisk.materialized() }} (
  select coalesce(sum(abs(sqlrisk_key.sqlrisk_due - sqlrisk_key.sqlrisk_held)), 0) as sqlrisk_rows
  from (
    select
      {{ sqlrisk.group_keys(name ~ '_group', pivots) }},
      sum({{ name }}_group.sqlrisk_due) as sqlrisk_due,
      sum({{ name }}_group.sqlrisk_held) as sqlrisk_held
    from {{ name }}_group
    group by {{ sqlrisk.group_keys(name ~ '_group', pivots) }}
  ) as sqlrisk_key
)
{%- endmacro -%}

{#- The key of a group whose first pivots are blank: a fixed number of them. -#}
{%- macro blanked(alias, pivots, blanks) -%}
  {%- for pivot in pivots -%}
    {{ 'null' if loop.index <= blanks else sqlrisk.column(alias, pivot) }} as sqlrisk_key_{{ loop.index }}{{ ', ' if not loop.last }}
  {%- endfor -%}
{%- endmacro -%}

{#- The key of a group whose first pivots are blank: as many as a column says. -#}
{%- macro key_at(alias, pivots, depth) -%}
  {%- for pivot in pivots -%}
    case when {{ alias }}.{{ depth }} >= {{ loop.index }} then null else {{ sqlrisk.column(alias, pivot) }} end as sqlrisk_key_{{ loop.index }}{{ ', ' if not loop.last }}
  {%- endfor -%}
{%- endmacro -%}

{#- The columns of such a key. -#}
{%- macro group_keys(alias, pivots) -%}
  {%- for pivot in pivots -%}
    {{ alias }}.sqlrisk_key_{{ loop.index }}{{ ', ' if not loop.last }}
  {%- endfor -%}
{%- endmacro -%}

{#- sqlrisk_moved: the tuples of some columns in the source, counted in the groups that the output is expected to have; those of dropped groups are left out. -#}
{%- macro moved_tuples(source, pivots, names) -%}
sqlrisk_placed as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns('sqlrisk_row', pivots + names) }},
    count(*) as sqlrisk_rows,
    null as sqlrisk_depth
  from {{ source }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', pivots + names) }}
  union all
  select
    {{ sqlrisk.columns('sqlrisk_expected', pivots) }},
    {% for name in names %}null, {% endfor %}
    0 as sqlrisk_rows,
    sqlrisk_expected.sqlrisk_depth
  from sqlrisk_expected
),
sqlrisk_settled as (
  select
    {{ sqlrisk.columns('sqlrisk_placed', pivots + names) }},
    sqlrisk_placed.sqlrisk_rows,
    max(sqlrisk_placed.sqlrisk_depth) over (partition by {{ sqlrisk.columns('sqlrisk_placed', pivots) }}) as sqlrisk_depth
  from sqlrisk_placed
),
sqlrisk_moved as (
  select
    {{ sqlrisk.key_at('sqlrisk_settled', pivots, 'sqlrisk_depth') }},
    {{ sqlrisk.columns('sqlrisk_settled', names) }},
    sqlrisk_settled.sqlrisk_rows
  from sqlrisk_settled
  where sqlrisk_settled.sqlrisk_rows > 0 and sqlrisk_settled.sqlrisk_depth <= {{ pivots | length }}
)
{%- endmacro -%}

{#- sqlrisk_tuple: one row a group of the output and tuple of some columns; how many the source has there, and how many the output. -#}
{%- macro compared_tuples(relation, source, pivots, threshold, residue, names) -%}
{{ sqlrisk.expected_groups(relation, source, pivots, threshold, residue) }},
{{ sqlrisk.moved_tuples(source, pivots, names) }},
sqlrisk_both as (
  select
    {{ sqlrisk.group_keys('sqlrisk_moved', pivots) }},
    {{ sqlrisk.columns('sqlrisk_moved', names) }},
    sqlrisk_moved.sqlrisk_rows as sqlrisk_before,
    0 as sqlrisk_after
  from sqlrisk_moved
  union all
  select
    {{ sqlrisk.columns('sqlrisk_row', pivots + names) }},
    0 as sqlrisk_before,
    1 as sqlrisk_after
  from {{ relation }} as sqlrisk_row
),
sqlrisk_tuple as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.group_keys('sqlrisk_both', pivots) }},
    {{ sqlrisk.columns('sqlrisk_both', names) }},
    sum(sqlrisk_both.sqlrisk_before) as sqlrisk_before,
    sum(sqlrisk_both.sqlrisk_after) as sqlrisk_after
  from sqlrisk_both
  group by {{ sqlrisk.group_keys('sqlrisk_both', pivots) }}, {{ sqlrisk.columns('sqlrisk_both', names) }}
)
{%- endmacro -%}
