{#- One row: the rows of the source of an anonymisation and of its output, by how many rows their pivot groups differ where no dissolving explains
    the output's, the groups of the source that lost a pivot, and for each pivot the values that source and output hold. -#}
{%- macro pivot_losses(relation, source, pivots, threshold, residue='fail') -%}
  {{- sqlrisk.refuse_texts({'pivots': pivots}) -}}
with {{ sqlrisk.expected_groups(relation, source, pivots, threshold, residue) }},
{{ sqlrisk.apart('sqlrisk_astray', 'sqlrisk_expected', 'sqlrisk_depth', pivots) }},
sqlrisk_before as (
  select
    coalesce(sum(case when sqlrisk_expected.sqlrisk_depth > 0 then 1 else 0 end), 0) as sqlrisk_dissolved,
    coalesce(sum(case when sqlrisk_expected.sqlrisk_depth > {{ pivots | length }} then sqlrisk_expected.sqlrisk_rows else 0 end), 0) as sqlrisk_dropped,
    count(*) as sqlrisk_groups,
    {%- for pivot in pivots %}
    coalesce(sum(case when {{ sqlrisk.column('sqlrisk_expected', pivot) }} is null then 0 else sqlrisk_expected.sqlrisk_rows end), 0) as sqlrisk_values_{{ loop.index }},
    {%- endfor %}
    coalesce(sum(sqlrisk_expected.sqlrisk_rows), 0) as sqlrisk_rows
  from sqlrisk_expected
),
sqlrisk_after as (
  select
    {%- for pivot in pivots %}
    coalesce(sum(case when {{ sqlrisk.column('sqlrisk_output', pivot) }} is null then 0 else sqlrisk_output.sqlrisk_rows end), 0) as sqlrisk_values_{{ loop.index }},
    {%- endfor %}
    coalesce(sum(sqlrisk_output.sqlrisk_rows), 0) as sqlrisk_rows
  from sqlrisk_output
)
select
  {{ sqlrisk.to_bigint('sqlrisk_before.sqlrisk_rows') }} as sqlrisk_source_rows,
  {{ sqlrisk.to_bigint('(select sqlrisk_after.sqlrisk_rows from sqlrisk_after)') }} as sqlrisk_rows,
  {{ sqlrisk.to_bigint('sqlrisk_before.sqlrisk_groups') }} as sqlrisk_source_groups,
  {{ sqlrisk.to_bigint('sqlrisk_before.sqlrisk_dissolved') }} as sqlrisk_dissolved,
  {{ sqlrisk.to_bigint('sqlrisk_before.sqlrisk_dropped') }} as sqlrisk_dropped,
  {%- for pivot in pivots %}
  {{ sqlrisk.to_bigint('sqlrisk_before.sqlrisk_values_' ~ loop.index) }} as sqlrisk_source_values_{{ loop.index }},
  {{ sqlrisk.to_bigint('(select sqlrisk_after.sqlrisk_values_' ~ loop.index ~ ' from sqlrisk_after)') }} as sqlrisk_values_{{ loop.index }},
  {%- endfor %}
  {{ sqlrisk.to_bigint('(select sqlrisk_astray.sqlrisk_rows from sqlrisk_astray)') }} as sqlrisk_unexplained
from sqlrisk_before
{%- endmacro -%}
