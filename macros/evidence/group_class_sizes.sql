{#- One row a group and class size: the group's rows there, in how many classes, and the sum of n ln n over its rows by class.
    A row's class is that of the whole relation. -#}
{%- macro group_class_sizes(relation, quasi_identifiers, group) -%}
  {{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers}) -}}
with sqlrisk_member as (
  select
    {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers) }},
    {{ sqlrisk.column('sqlrisk_row', group) }} as sqlrisk_group,
    count(*) as sqlrisk_rows
  from {{ relation }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers + [group]) }}
),
sqlrisk_sized as (
  select
    sqlrisk_member.sqlrisk_group,
    sqlrisk_member.sqlrisk_rows,
    sum(sqlrisk_member.sqlrisk_rows) over (partition by {{ sqlrisk.columns('sqlrisk_member', quasi_identifiers) }}) as sqlrisk_class_size
  from sqlrisk_member
)
select
  sqlrisk_sized.sqlrisk_group,
  {{ sqlrisk.to_bigint('sqlrisk_sized.sqlrisk_class_size') }} as sqlrisk_size,
  count(*) as sqlrisk_classes,
  {{ sqlrisk.to_bigint('sum(sqlrisk_sized.sqlrisk_rows)') }} as sqlrisk_members,
  sum({{ sqlrisk.to_double('sqlrisk_sized.sqlrisk_rows') }} * {{ sqlrisk.ln(sqlrisk.to_double('sqlrisk_sized.sqlrisk_rows')) }}) as sqlrisk_rows_ln_rows
from sqlrisk_sized
group by sqlrisk_sized.sqlrisk_group, sqlrisk_sized.sqlrisk_class_size
{%- endmacro -%}
