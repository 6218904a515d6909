{#- One row: the tuples of one block in the groups of an anonymisation's output, those of which source and output have different numbers, and by how
    many rows the source and the output have more. -#}
{%- macro block_tuples(relation, source, pivots, threshold, block, residue='fail') -%}
  {{- sqlrisk.refuse_texts({'pivots': pivots, 'block': block}) -}}
with {{ sqlrisk.compared_tuples(relation, source, pivots, threshold, residue, block) }}
select
  count(*) as sqlrisk_tuples,
  {{ sqlrisk.to_bigint('coalesce(sum(case when sqlrisk_tuple.sqlrisk_before <> sqlrisk_tuple.sqlrisk_after then 1 else 0 end), 0)') }} as sqlrisk_tuples_changed,
  {{ sqlrisk.to_bigint('coalesce(sum(case when sqlrisk_tuple.sqlrisk_before > sqlrisk_tuple.sqlrisk_after then sqlrisk_tuple.sqlrisk_before - sqlrisk_tuple.sqlrisk_after else 0 end), 0)') }} as sqlrisk_rows_missing,
  {{ sqlrisk.to_bigint('coalesce(sum(case when sqlrisk_tuple.sqlrisk_after > sqlrisk_tuple.sqlrisk_before then sqlrisk_tuple.sqlrisk_after - sqlrisk_tuple.sqlrisk_before else 0 end), 0)') }} as sqlrisk_rows_added
from sqlrisk_tuple
{%- endmacro -%}
