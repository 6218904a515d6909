{#- One row a kind and number, with how many have it. distinct: entities in a class, and how many classes; multiset: entities that share
    exactly the same classes the same numbers of times, and how many such groups; without_key: rows whose entity is NULL; most_rows: the rows
    of the entity that has most; cut: entities whose list the engine cut short. An entity is compared by two whole lists, the numbers of
    its classes and its rows in each, never by a hash, whose collisions would make k look safe. -#}
{%- macro entity_classes(relation, quasi_identifiers, entity, min_class_size=1) -%}
  {{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers}) -}}
with sqlrisk_counted as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers) }},
    {{ sqlrisk.column('sqlrisk_row', entity) }} as sqlrisk_entity,
    count(*) as sqlrisk_rows
  from {{ relation }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers + [entity]) }}
),
sqlrisk_numbered as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_counted.sqlrisk_entity,
    sqlrisk_counted.sqlrisk_rows,
    sum(sqlrisk_counted.sqlrisk_rows) over (partition by {{ sqlrisk.columns('sqlrisk_counted', quasi_identifiers) }}) as sqlrisk_class_size,
    dense_rank() over (order by {{ sqlrisk.columns('sqlrisk_counted', quasi_identifiers) }}) as sqlrisk_class_number
  from sqlrisk_counted
),
sqlrisk_member as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_numbered.sqlrisk_entity,
    sqlrisk_numbered.sqlrisk_rows,
    sqlrisk_numbered.sqlrisk_class_number,
    case when sqlrisk_numbered.sqlrisk_entity is null then 0 else 1 end as sqlrisk_keyed
  from sqlrisk_numbered
  where sqlrisk_numbered.sqlrisk_class_size >= {{ min_class_size }}
),
sqlrisk_class as (
  select
    sqlrisk_member.sqlrisk_class_number,
    {{ sqlrisk.to_bigint('sum(sqlrisk_member.sqlrisk_keyed)') }} as sqlrisk_number
  from sqlrisk_member
  group by sqlrisk_member.sqlrisk_class_number
),
sqlrisk_person as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_member.sqlrisk_entity,
    {{ sqlrisk.ordered_list(sqlrisk.to_text('sqlrisk_member.sqlrisk_class_number'), 'sqlrisk_member.sqlrisk_class_number') }} as sqlrisk_class_list,
    {{ sqlrisk.ordered_list(sqlrisk.to_text('sqlrisk_member.sqlrisk_rows'), 'sqlrisk_member.sqlrisk_class_number') }} as sqlrisk_rows_list,
    {{ sqlrisk.to_bigint('sum(' ~ sqlrisk.text_length('sqlrisk_member.sqlrisk_class_number') ~ ' + 1) - 1') }} as sqlrisk_class_length,
    {{ sqlrisk.to_bigint('sum(' ~ sqlrisk.text_length('sqlrisk_member.sqlrisk_rows') ~ ' + 1) - 1') }} as sqlrisk_rows_length,
    {{ sqlrisk.to_bigint('sum(sqlrisk_member.sqlrisk_rows)') }} as sqlrisk_rows
  from sqlrisk_member
  where sqlrisk_member.sqlrisk_keyed = 1
  group by sqlrisk_member.sqlrisk_entity
),
sqlrisk_alike as (
  select
    sqlrisk_person.sqlrisk_class_list,
    sqlrisk_person.sqlrisk_rows_list,
    {{ sqlrisk.to_bigint('count(*)') }} as sqlrisk_number
  from sqlrisk_person
  group by sqlrisk_person.sqlrisk_class_list, sqlrisk_person.sqlrisk_rows_list
),
sqlrisk_tally as (
  select
    'distinct' as sqlrisk_kind,
    sqlrisk_class.sqlrisk_number,
    {{ sqlrisk.to_bigint('count(*)') }} as sqlrisk_count
  from sqlrisk_class
  group by sqlrisk_class.sqlrisk_number
  union all
  select
    'multiset' as sqlrisk_kind,
    sqlrisk_alike.sqlrisk_number,
    {{ sqlrisk.to_bigint('count(*)') }} as sqlrisk_count
  from sqlrisk_alike
  group by sqlrisk_alike.sqlrisk_number
  union all
  select
    'without_key' as sqlrisk_kind,
    0 as sqlrisk_number,
    {{ sqlrisk.to_bigint('coalesce(sum(case when sqlrisk_member.sqlrisk_keyed = 0 then sqlrisk_member.sqlrisk_rows else 0 end), 0)') }} as sqlrisk_count
  from sqlrisk_member
  union all
  select
    'most_rows' as sqlrisk_kind,
    0 as sqlrisk_number,
    coalesce(max(sqlrisk_person.sqlrisk_rows), 0) as sqlrisk_count
  from sqlrisk_person
  union all
  select
    'cut' as sqlrisk_kind,
    0 as sqlrisk_number,
    {{ sqlrisk.to_bigint('coalesce(sum(case when ' ~ sqlrisk.list_is_whole('sqlrisk_person.sqlrisk_class_list', 'sqlrisk_person.sqlrisk_class_length') ~ ' and ' ~ sqlrisk.list_is_whole('sqlrisk_person.sqlrisk_rows_list', 'sqlrisk_person.sqlrisk_rows_length') ~ ' then 0 else 1 end), 0)') }} as sqlrisk_count
  from sqlrisk_person
)
select
  sqlrisk_tally.sqlrisk_kind,
  sqlrisk_tally.sqlrisk_number,
  sqlrisk_tally.sqlrisk_count
from sqlrisk_tally
{%- endmacro -%}
