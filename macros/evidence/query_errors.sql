{#- One row: by how much what is published answers a query wrongly, at each of some class sizes below which classes are suppressed.
    The query is the share of each `value` (of = 'share'), the rows ('count'), the mean or the sum of `value` ('mean', 'sum') in each group of the columns
    `group_by`. `relation` is what is published, before suppression. The true answer is that of its own rows, or of `source` where one is given, by the
    same names but for `source_value`. A cell is a pair of a group and a value for shares, else a group: only cells with a value in the source count, and
    one that is not published counts as 0.
    For the i-th limit: the sum of the absolute errors over the cells, the rows with a value that are published, the cells and the groups of the source
    that are not, and the groups that the source lacks. -#}
{%- macro query_errors(relation, quasi_identifiers, group_by, of, limits, value=none, source=none, source_value=none, null_is_value=false) -%}
  {{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers, 'group_by': group_by, 'limits': limits}) -}}
{%- set cell = (group_by + ([value] if of == 'share' else [])) | unique(case_sensitive=true) | list -%}
{%- set keys = (quasi_identifiers + cell) | unique(case_sensitive=true) | list -%}
{%- set true_value = source_value or value -%}
with sqlrisk_counted as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns('sqlrisk_row', keys) }},
    count(*) as sqlrisk_class_rows,
    {{ sqlrisk.rows_with(of, value, null_is_value) }} as sqlrisk_rows,
    {{ sqlrisk.total_of(of, value) }} as sqlrisk_total,
    {% if source is none %}{{ sqlrisk.rows_with(of, true_value, null_is_value) }}{% else %}0{% endif %} as sqlrisk_true_rows,
    {% if source is none %}{{ sqlrisk.total_of(of, true_value) }}{% else %}{{ sqlrisk.to_double('0') }}{% endif %} as sqlrisk_true_total
  from {{ relation }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', keys) }}
),
sqlrisk_sized as (
  select
    {{ sqlrisk.columns('sqlrisk_counted', cell) }},
    sqlrisk_counted.sqlrisk_rows,
    sqlrisk_counted.sqlrisk_total,
    sqlrisk_counted.sqlrisk_true_rows,
    sqlrisk_counted.sqlrisk_true_total,
    sum(sqlrisk_counted.sqlrisk_class_rows) over (partition by {{ sqlrisk.columns('sqlrisk_counted', quasi_identifiers) }}) as sqlrisk_class_size
  from sqlrisk_counted
),
sqlrisk_tagged as (
  select
    {{ sqlrisk.columns('sqlrisk_sized', cell) }},
    sqlrisk_sized.sqlrisk_true_rows,
    sqlrisk_sized.sqlrisk_true_total
    {%- for limit in limits %},
    case when sqlrisk_sized.sqlrisk_class_size >= {{ limit }} then sqlrisk_sized.sqlrisk_rows else 0 end as sqlrisk_rows_{{ loop.index }},
    case when sqlrisk_sized.sqlrisk_class_size >= {{ limit }} then sqlrisk_sized.sqlrisk_total else {{ sqlrisk.to_double('0') }} end as sqlrisk_total_{{ loop.index }}
    {%- endfor %}
  from sqlrisk_sized
  {%- if source is not none %}
  union all
  select
    {{ sqlrisk.columns('sqlrisk_row', cell) }},
    {{ sqlrisk.rows_with(of, true_value, null_is_value) }} as sqlrisk_true_rows,
    {{ sqlrisk.total_of(of, true_value) }} as sqlrisk_true_total
    {%- for limit in limits %},
    0 as sqlrisk_rows_{{ loop.index }},
    {{ sqlrisk.to_double('0') }} as sqlrisk_total_{{ loop.index }}
    {%- endfor %}
  from {{ source }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', cell) }}
  {%- endif %}
),
sqlrisk_cell as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns('sqlrisk_tagged', cell) }},
    {{ sqlrisk.to_bigint('sum(sqlrisk_tagged.sqlrisk_true_rows)') }} as sqlrisk_true_rows,
    sum(sqlrisk_tagged.sqlrisk_true_total) as sqlrisk_true_total
    {%- for limit in limits %},
    {{ sqlrisk.to_bigint('sum(sqlrisk_tagged.sqlrisk_rows_' ~ loop.index ~ ')') }} as sqlrisk_rows_{{ loop.index }},
    sum(sqlrisk_tagged.sqlrisk_total_{{ loop.index }}) as sqlrisk_total_{{ loop.index }}
    {%- endfor %}
  from sqlrisk_tagged
  group by {{ sqlrisk.columns('sqlrisk_tagged', cell) }}
),
sqlrisk_beside as (
  select
    {{ sqlrisk.columns('sqlrisk_cell', cell) }},
    sqlrisk_cell.sqlrisk_true_rows,
    sqlrisk_cell.sqlrisk_true_total,
    {{ sqlrisk.to_bigint('sum(sqlrisk_cell.sqlrisk_true_rows) over (partition by ' ~ sqlrisk.columns('sqlrisk_cell', group_by) ~ ')') }} as sqlrisk_true_group_rows
    {%- for limit in limits %},
    sqlrisk_cell.sqlrisk_rows_{{ loop.index }},
    sqlrisk_cell.sqlrisk_total_{{ loop.index }},
    {{ sqlrisk.to_bigint('sum(sqlrisk_cell.sqlrisk_rows_' ~ loop.index ~ ') over (partition by ' ~ sqlrisk.columns('sqlrisk_cell', group_by) ~ ')') }} as sqlrisk_group_rows_{{ loop.index }}
    {%- endfor %}
  from sqlrisk_cell
),
sqlrisk_group as (
  select
    {{ sqlrisk.columns('sqlrisk_beside', group_by) }},
    sum(sqlrisk_beside.sqlrisk_true_rows) as sqlrisk_true_rows,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then 1 else 0 end) as sqlrisk_cells
    {%- for limit in limits %},
    sum(sqlrisk_beside.sqlrisk_rows_{{ loop.index }}) as sqlrisk_rows_{{ loop.index }},
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 and sqlrisk_beside.sqlrisk_rows_{{ loop.index }} = 0 then 1 else 0 end) as sqlrisk_cells_missing_{{ loop.index }},
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then {{ sqlrisk.cell_error(of, loop.index) }} else {{ sqlrisk.to_double('0') }} end) as sqlrisk_error_{{ loop.index }}
    {%- endfor %}
  from sqlrisk_beside
  group by {{ sqlrisk.columns('sqlrisk_beside', group_by) }}
)
select
  {{ sqlrisk.to_bigint('coalesce(sum(sqlrisk_group.sqlrisk_true_rows), 0)') }} as sqlrisk_rows,
  {{ sqlrisk.to_bigint('coalesce(sum(sqlrisk_group.sqlrisk_cells), 0)') }} as sqlrisk_cells,
  {{ sqlrisk.to_bigint('coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows > 0 then 1 else 0 end), 0)') }} as sqlrisk_groups
  {%- for limit in limits %},
  {%- set published = 'sqlrisk_group.sqlrisk_rows_' ~ loop.index %}
  coalesce(sum(sqlrisk_group.sqlrisk_error_{{ loop.index }}), 0) as sqlrisk_error_{{ loop.index }},
  {{ sqlrisk.to_bigint('coalesce(sum(' ~ published ~ '), 0)') }} as sqlrisk_rows_{{ loop.index }},
  {{ sqlrisk.to_bigint('coalesce(sum(sqlrisk_group.sqlrisk_cells_missing_' ~ loop.index ~ '), 0)') }} as sqlrisk_cells_missing_{{ loop.index }},
  {{ sqlrisk.to_bigint('coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows > 0 and ' ~ published ~ ' = 0 then 1 else 0 end), 0)') }} as sqlrisk_groups_missing_{{ loop.index }},
  {{ sqlrisk.to_bigint('coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows = 0 and ' ~ published ~ ' > 0 then 1 else 0 end), 0)') }} as sqlrisk_groups_new_{{ loop.index }}
  {%- endfor %}
from sqlrisk_group
{%- endmacro -%}

{#- The rows of a group that have a value. -#}
{%- macro rows_with(of, value, null_is_value) -%}
  {{ return('count(*)' if of == 'count' or (of == 'share' and null_is_value) else 'count(' ~ sqlrisk.column('sqlrisk_row', value) ~ ')') }}
{%- endmacro -%}

{#- The total of a group's values, where the query asks for one. -#}
{%- macro total_of(of, value) -%}
  {%- if of in ('mean', 'sum') -%}
    {{ return('coalesce(sum(' ~ sqlrisk.to_double(sqlrisk.column('sqlrisk_row', value)) ~ '), ' ~ sqlrisk.to_double('0') ~ ')') }}
  {%- endif -%}
  {{ return(sqlrisk.to_double('0')) }}
{%- endmacro -%}

{#- The absolute error of one cell at the limit of that place: in units of the query, shares as shares. -#}
{%- macro cell_error(of, place) -%}
  {%- set true_rows, rows = 'sqlrisk_beside.sqlrisk_true_rows', 'sqlrisk_beside.sqlrisk_rows_' ~ place -%}
  {%- set true_total, total = 'sqlrisk_beside.sqlrisk_true_total', 'sqlrisk_beside.sqlrisk_total_' ~ place -%}
  {%- set true_group, group = 'sqlrisk_beside.sqlrisk_true_group_rows', 'sqlrisk_beside.sqlrisk_group_rows_' ~ place -%}
  {%- set true_mean = true_total ~ ' / ' ~ sqlrisk.to_double(true_rows) -%}
  {%- if of == 'count' -%}
    {{ return(sqlrisk.to_double('abs(' ~ rows ~ ' - ' ~ true_rows ~ ')')) }}
  {%- elif of == 'sum' -%}
    {{ return('abs(' ~ total ~ ' - ' ~ true_total ~ ')') }}
  {%- elif of == 'mean' -%}
    {{ return('case when ' ~ rows ~ ' = 0 then abs(' ~ true_mean ~ ') else abs(' ~ total ~ ' / ' ~ sqlrisk.to_double(rows) ~ ' - ' ~ true_mean ~ ') end') }}
  {%- elif of == 'share' -%}
    {%- set fits = group ~ ' <= ' ~ sqlrisk.most_rows_squared() ~ ' and ' ~ true_group ~ ' <= ' ~ sqlrisk.most_rows_squared() -%}
    {%- set whole = sqlrisk.to_double('abs(' ~ rows ~ ' * ' ~ true_group ~ ' - ' ~ true_rows ~ ' * ' ~ group ~ ')') -%}
    {%- set gap = 'case when ' ~ fits ~ ' then ' ~ whole ~ ' else abs(' ~ sqlrisk.double_gap(rows, true_group, true_rows, group) ~ ') end' -%}
    {{ return('case when ' ~ group ~ ' = 0 then ' ~ sqlrisk.to_double(true_rows) ~ ' / ' ~ sqlrisk.to_double(true_group) ~ ' else ' ~ gap ~ ' / (' ~ sqlrisk.to_double(group) ~ ' * ' ~ sqlrisk.to_double(true_group) ~ ') end') }}
  {%- endif -%}
  {{ exceptions.raise_compiler_error('sqlrisk: a query is one of share, count, mean, sum') }}
{%- endmacro -%}
