{#- An anonymised model holds, in each pivot group, the very tuples of every block that its source has there, and no two blocks keep their links.
    A failing row is a block whose tuples changed (its rows too many and too few), two blocks that are still linked (the rows of their groups), a column
    that is no pivot and in no block, or an empty model. `must_tell`: two blocks with too few rows to tell a permutation from a copy fail too. -#}
{% test permuted(model, source, pivots, threshold, blocks, residue='fail', must_tell=false, column_name=none) %}
{{ config(fail_calc = sqlrisk.failed_rows()) }}
{{ sqlrisk.refuse_anonymisation(pivots, threshold, blocks, residue) }}
{%- if blocks | length < 2 -%}
  {{ exceptions.raise_compiler_error('sqlrisk: one block alone is not permuted: name two or more') }}
{%- endif %}
with sqlrisk_model as (select * from {{ model }}),
sqlrisk_source as (select * from {{ source }})
{%- for block in blocks %},
sqlrisk_block_{{ loop.index }} as (
{{ sqlrisk.block_tuples('sqlrisk_model', 'sqlrisk_source', pivots, threshold, block, residue) }}
)
{%- set one, first = loop.index, block %}
{%- for other in blocks[loop.index:] %},
sqlrisk_links_{{ one }}_{{ one + loop.index }} as{{ sqlrisk.materialized() }} (
{{ sqlrisk.block_links('sqlrisk_model', 'sqlrisk_source', pivots, threshold, first, other, residue) }}
)
{%- endfor %}
{%- endfor %}
{%- set pairs = (blocks | length) * (blocks | length - 1) // 2 %}
{%- for block in blocks %}
select 0 as class_size, sqlrisk_changed.sqlrisk_tuples_changed as classes, sqlrisk_changed.sqlrisk_rows_missing + sqlrisk_changed.sqlrisk_rows_added as {{ sqlrisk.quoted('rows') }}
from sqlrisk_block_{{ loop.index }} as sqlrisk_changed
where not (sqlrisk_changed.sqlrisk_tuples_changed = 0)
union all
{%- set one = loop.index %}
{%- for other in blocks[loop.index:] %}
{{ sqlrisk.still_linked('sqlrisk_links_' ~ one ~ '_' ~ (one + loop.index), pairs, must_tell) }}
union all
{%- endfor %}
{%- endfor %}
select 0, 0, 1
from (select count(*) as sqlrisk_rows from sqlrisk_model) as sqlrisk_nothing
where sqlrisk_nothing.sqlrisk_rows = 0
{%- if execute is defined and execute and model is not string %}
{%- set shared = (pivots + blocks | sum(start=[])) | map('lower') | list %}
{%- for column in adapter.get_columns_in_relation(model) if column.name | lower not in shared %}
union all
select 0, 1, 1
{%- endfor %}
{%- endif %}
{% endtest %}

{#- The groups in which two blocks kept more links than chance gives; with must_tell, also a pair that cannot be told for more than half of its rows. -#}
{%- macro still_linked(links, pairs, must_tell) -%}
{%- set groups = '(select coalesce(sum(sqlrisk_all.sqlrisk_groups), 0) from ' ~ links ~ ' as sqlrisk_all)' -%}
select 0, {{ sqlrisk.to_bigint('sqlrisk_order.sqlrisk_groups') }}, sqlrisk_order.sqlrisk_rows
from {{ links }} as sqlrisk_order
where not (
  {{ sqlrisk.by_chance('sqlrisk_order.sqlrisk_excess', 'sqlrisk_order.sqlrisk_evidence', pairs, groups) }}
)
{%- if must_tell %}
union all
select 0, 0, 1
from (
  select
    coalesce(sum(sqlrisk_order.sqlrisk_rows), 0) as sqlrisk_rows,
    coalesce(sum(case when {{ sqlrisk.by_chance('sqlrisk_order.sqlrisk_variance', 'sqlrisk_order.sqlrisk_evidence_of_copy', pairs, groups) }} then 0 else sqlrisk_order.sqlrisk_rows end), 0) as sqlrisk_told
  from {{ links }} as sqlrisk_order
) as sqlrisk_pair
where not (2 * sqlrisk_pair.sqlrisk_told > sqlrisk_pair.sqlrisk_rows)
{%- endif %}
{%- endmacro -%}

{#- Whether an excess is within chance, for all groups of one order and for the worst of them: once in a million models at most it is not. The bounds
    are those of sqlrisk check: see BlockLinks in sqlrisk/evidence/protection.py. -#}
{%- macro by_chance(excess, evidence, pairs, groups) -%}
({{ excess }} <= 0 or {{ excess }} * {{ excess }} / (2 * (sqlrisk_order.sqlrisk_variance + sqlrisk_order.sqlrisk_largest * {{ excess }} / 3)) < {{ sqlrisk.ln(sqlrisk.to_double(80000000 * pairs)) }})
  and {{ evidence }} < {{ sqlrisk.ln(sqlrisk.to_double('2000000 * ' ~ pairs ~ ' * ' ~ groups)) }}
{%- endmacro -%}

{#- Arguments that would verify nothing, or another anonymisation. -#}
{%- macro refuse_anonymisation(pivots, threshold, blocks, residue) -%}
  {{- sqlrisk.refuse_texts({'pivots': pivots, 'blocks': blocks}) -}}
  {%- set wrong = [] -%}
  {%- if threshold is not integer or threshold is boolean or threshold < 2 -%}
    {%- set wrong = ['threshold is a whole number, 2 or more'] -%}
  {%- elif residue not in ['fail', 'absorb_smallest', 'drop_rows'] -%}
    {%- set wrong = ['residue is fail, absorb_smallest or drop_rows'] -%}
  {%- elif not pivots -%}
    {%- set wrong = ["pivots is a list of at least one column: write it as ['...']"] -%}
  {%- endif -%}
  {%- set ns = namespace(names=pivots | list) -%}
  {%- for block in blocks -%}
    {{- sqlrisk.refuse_texts({'block ' ~ loop.index: block}) -}}
    {%- if not block -%}
      {{ exceptions.raise_compiler_error('sqlrisk: block ' ~ loop.index ~ " is a list of at least one column: write it as ['...']") }}
    {%- endif -%}
    {%- set ns.names = ns.names + block -%}
  {%- endfor -%}
  {%- if wrong -%}
    {{ exceptions.raise_compiler_error('sqlrisk: ' ~ wrong[0]) }}
  {%- elif ns.names | map('lower') | unique | list | length < ns.names | length -%}
    {{ exceptions.raise_compiler_error('sqlrisk: a column is a pivot or in exactly one block') }}
  {%- endif -%}
{%- endmacro -%}
