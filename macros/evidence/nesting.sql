{#- One row: the distinct values of the column `finer`, and how many of them lie in more than one value of the column `coarser`: with none, `coarser`
    follows from `finer` on these rows. NULL is a value, of either. -#}
{%- macro nesting(relation, finer, coarser) -%}
select
  count(*) as sqlrisk_values,
  {{ sqlrisk.to_bigint('coalesce(sum(case when sqlrisk_value.sqlrisk_parents > 1 then 1 else 0 end), 0)') }} as sqlrisk_split
from (
  select
    {{ sqlrisk.column('sqlrisk_pair', finer) }},
    count(*) as sqlrisk_parents
  from (
    select {{ sqlrisk.columns('sqlrisk_row', [finer, coarser]) }}
    from {{ relation }} as sqlrisk_row
    group by {{ sqlrisk.columns('sqlrisk_row', [finer, coarser]) }}
  ) as sqlrisk_pair
  group by {{ sqlrisk.column('sqlrisk_pair', finer) }}
) as sqlrisk_value
{%- endmacro -%}
