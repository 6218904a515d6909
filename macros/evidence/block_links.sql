{#- One row an order of size of the groups of an anonymisation's output: what two blocks kept of the links that they had in the source.

    In a group of n rows let C and O count a pair of tuples (one of each block) in source and output, r and c the tuples apart. Where the blocks were
    permuted independently, S = (n - 1) (sum C O / (r c) - 1) has mean 0 and variance V = (n - 1) (sum C C / (r c) - 1), exactly, ties included; an
    unpermuted copy has S = V. M is the most that one pair of rows adds to S. sqlrisk_evidence is the largest S S / (2 (V + M S / 3)) of a group: minus
    the logarithm of Bernstein's bound on the chance of that S; sqlrisk_evidence_of_copy is what an unpermuted copy of the group would give. -#}
{%- macro block_links(relation, source, pivots, threshold, block, other, residue='fail') -%}
  {{- sqlrisk.refuse_texts({'pivots': pivots, 'block': block, 'other': other}) -}}
with {{ sqlrisk.compared_tuples(relation, source, pivots, threshold, residue, block + other) }},
sqlrisk_pair as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.group_keys('sqlrisk_tuple', pivots) }},
    {{ sqlrisk.to_double('sqlrisk_tuple.sqlrisk_before') }} as sqlrisk_before,
    {{ sqlrisk.to_double('sqlrisk_tuple.sqlrisk_after') }} as sqlrisk_after,
    {{ sqlrisk.to_double('sum(sqlrisk_tuple.sqlrisk_before) over (partition by ' ~ sqlrisk.group_keys('sqlrisk_tuple', pivots) ~ ')') }} as sqlrisk_rows,
    {{ sqlrisk.to_double('sum(sqlrisk_tuple.sqlrisk_before) over (partition by ' ~ sqlrisk.group_keys('sqlrisk_tuple', pivots) ~ ', ' ~ sqlrisk.columns('sqlrisk_tuple', block) ~ ')') }} as sqlrisk_of_block,
    {{ sqlrisk.to_double('sum(sqlrisk_tuple.sqlrisk_before) over (partition by ' ~ sqlrisk.group_keys('sqlrisk_tuple', pivots) ~ ', ' ~ sqlrisk.columns('sqlrisk_tuple', other) ~ ')') }} as sqlrisk_of_other
  from sqlrisk_tuple
),
sqlrisk_group as (
  select
    max(sqlrisk_pair.sqlrisk_rows) as sqlrisk_rows,
    sum(sqlrisk_pair.sqlrisk_before * sqlrisk_pair.sqlrisk_after / (sqlrisk_pair.sqlrisk_of_block * sqlrisk_pair.sqlrisk_of_other)) as sqlrisk_coinciding,
    sum(sqlrisk_pair.sqlrisk_before * sqlrisk_pair.sqlrisk_before / (sqlrisk_pair.sqlrisk_of_block * sqlrisk_pair.sqlrisk_of_other)) as sqlrisk_of_copy,
    max(sqlrisk_pair.sqlrisk_before / (sqlrisk_pair.sqlrisk_of_block * sqlrisk_pair.sqlrisk_of_other)) as sqlrisk_most
  from sqlrisk_pair
  where sqlrisk_pair.sqlrisk_before > 0
  group by {{ sqlrisk.group_keys('sqlrisk_pair', pivots) }}
),
sqlrisk_linked as (
  select
    floor({{ sqlrisk.ln('sqlrisk_group.sqlrisk_rows') }}) as sqlrisk_order,
    sqlrisk_group.sqlrisk_rows,
    (sqlrisk_group.sqlrisk_rows - 1) * (sqlrisk_group.sqlrisk_coinciding - 1) as sqlrisk_excess,
    (sqlrisk_group.sqlrisk_rows - 1) * (sqlrisk_group.sqlrisk_of_copy - 1) as sqlrisk_variance,
    (sqlrisk_group.sqlrisk_rows - 1) * sqlrisk_group.sqlrisk_most as sqlrisk_largest
  from sqlrisk_group
  where (sqlrisk_group.sqlrisk_rows - 1) * (sqlrisk_group.sqlrisk_of_copy - 1) > 0.000001
)
select
  sqlrisk_linked.sqlrisk_order,
  count(*) as sqlrisk_groups,
  {{ sqlrisk.to_bigint('sum(sqlrisk_linked.sqlrisk_rows)') }} as sqlrisk_rows,
  sum(sqlrisk_linked.sqlrisk_excess) as sqlrisk_excess,
  sum(sqlrisk_linked.sqlrisk_variance) as sqlrisk_variance,
  max(sqlrisk_linked.sqlrisk_largest) as sqlrisk_largest,
  max(case when sqlrisk_linked.sqlrisk_excess > 0 then {{ sqlrisk.against_chance('sqlrisk_linked.sqlrisk_excess') }} else {{ sqlrisk.to_double('0') }} end) as sqlrisk_evidence,
  max({{ sqlrisk.against_chance('sqlrisk_linked.sqlrisk_variance') }}) as sqlrisk_evidence_of_copy
from sqlrisk_linked
group by sqlrisk_linked.sqlrisk_order
{%- endmacro -%}

{#- Minus the logarithm of Bernstein's bound on the chance that a group of sqlrisk_linked exceeds its mean by so much. -#}
{%- macro against_chance(excess) -%}
  {{ excess }} * {{ excess }} / (2 * (sqlrisk_linked.sqlrisk_variance + sqlrisk_linked.sqlrisk_largest * {{ excess }} / {{ sqlrisk.to_double('3') }}))
{%- endmacro -%}
