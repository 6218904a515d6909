{#- One row a sensitive column and number of compatible values (0, 1, or 2 for more): the people left with that many, and their joint classes
    (the intersection attack: Ganta, Kasiviswanathan & Smith 2008). A value is compatible with a person where every class of theirs holds it,
    in whatever release; a class without any value of the column, or a release that lacks it, excludes none. sqlrisk_told is 0 for the people
    of whom no class holds a value.
    sqlrisk_part stands for a joint class by the classes of one of its people, since all share them. -#}
{%- macro composed_values(releases, sensitive) -%}
with {{ sqlrisk.composed_people(releases) }},
sqlrisk_joint as{{ sqlrisk.materialized() }} (
  select
    min(sqlrisk_person.sqlrisk_entity) as sqlrisk_one,
    count(*) as sqlrisk_people
  from sqlrisk_person
  where sqlrisk_person.sqlrisk_entity is not null
  group by {{ sqlrisk.joint_key('sqlrisk_person', releases) }}
),
sqlrisk_part as (
  {%- for release in releases %}
  select
    {{ loop.index }} as sqlrisk_release,
    sqlrisk_joint.sqlrisk_one,
    sqlrisk_joint.sqlrisk_people,
    sqlrisk_numbered.sqlrisk_class
  from sqlrisk_joint
  inner join sqlrisk_numbered_{{ loop.index }} as sqlrisk_numbered on sqlrisk_numbered.sqlrisk_entity = sqlrisk_joint.sqlrisk_one{{ sqlrisk.and_published(release) }}
  group by sqlrisk_joint.sqlrisk_one, sqlrisk_joint.sqlrisk_people, sqlrisk_numbered.sqlrisk_class
  {%- if not loop.last %}
  union all
  {%- endif %}
  {%- endfor %}
),
sqlrisk_held as (
  {%- for release in releases %}
  {%- set own = loop %}
  {%- for each in release['sensitive'] %}
  select
    {{ own.index }} as sqlrisk_release,
    {{ loop.index }} as sqlrisk_place,
    sqlrisk_numbered.sqlrisk_class,
    sqlrisk_numbered.sqlrisk_value_{{ loop.index }} as sqlrisk_value
  from sqlrisk_numbered_{{ own.index }} as sqlrisk_numbered
  where {% if each['null_is_value'] %}1 = 1{% else %}sqlrisk_numbered.sqlrisk_value_{{ loop.index }} is not null{% endif %}{{ sqlrisk.and_published(release) }}
  group by sqlrisk_numbered.sqlrisk_class, sqlrisk_numbered.sqlrisk_value_{{ loop.index }}
  {%- if not (own.last and loop.last) %}
  union all
  {%- endif %}
  {%- endfor %}
  {%- endfor %}
),
sqlrisk_turned as (
  select
    sqlrisk_held.sqlrisk_release,
    sqlrisk_held.sqlrisk_place,
    sqlrisk_held.sqlrisk_class,
    sqlrisk_held.sqlrisk_value,
    row_number() over (partition by sqlrisk_held.sqlrisk_release, sqlrisk_held.sqlrisk_place, sqlrisk_held.sqlrisk_class order by sqlrisk_held.sqlrisk_value) as sqlrisk_turn
  from sqlrisk_held
),
sqlrisk_offered as (
  select
    sqlrisk_turned.sqlrisk_place,
    sqlrisk_part.sqlrisk_one,
    sqlrisk_part.sqlrisk_people,
    sqlrisk_turned.sqlrisk_value,
    1 as sqlrisk_holds,
    case when sqlrisk_turned.sqlrisk_turn = 1 then 1 else 0 end as sqlrisk_first
  from sqlrisk_part
  inner join sqlrisk_turned on sqlrisk_turned.sqlrisk_release = sqlrisk_part.sqlrisk_release and sqlrisk_turned.sqlrisk_class = sqlrisk_part.sqlrisk_class
  {%- for name in sensitive %}
  union all
  select
    {{ loop.index }} as sqlrisk_place,
    sqlrisk_joint.sqlrisk_one,
    sqlrisk_joint.sqlrisk_people,
    {{ sqlrisk.to_text('null') }} as sqlrisk_value,
    0 as sqlrisk_holds,
    0 as sqlrisk_first
  from sqlrisk_joint
  {%- endfor %}
),
sqlrisk_counted as (
  select
    sqlrisk_offered.sqlrisk_place,
    sqlrisk_offered.sqlrisk_one,
    sqlrisk_offered.sqlrisk_people,
    sqlrisk_offered.sqlrisk_value,
    sum(sqlrisk_offered.sqlrisk_holds) as sqlrisk_holding,
    sum(sqlrisk_offered.sqlrisk_first) as sqlrisk_firsts
  from sqlrisk_offered
  group by sqlrisk_offered.sqlrisk_place, sqlrisk_offered.sqlrisk_one, sqlrisk_offered.sqlrisk_people, sqlrisk_offered.sqlrisk_value
),
sqlrisk_compared as (
  select
    sqlrisk_counted.sqlrisk_place,
    sqlrisk_counted.sqlrisk_one,
    sqlrisk_counted.sqlrisk_people,
    sqlrisk_counted.sqlrisk_holding,
    sum(sqlrisk_counted.sqlrisk_firsts) over (partition by sqlrisk_counted.sqlrisk_place, sqlrisk_counted.sqlrisk_one) as sqlrisk_classes_valued
  from sqlrisk_counted
),
sqlrisk_left as (
  select
    sqlrisk_compared.sqlrisk_place,
    sqlrisk_compared.sqlrisk_people,
    case when max(sqlrisk_compared.sqlrisk_classes_valued) > 0 then 1 else 0 end as sqlrisk_told,
    sum(case when sqlrisk_compared.sqlrisk_holding > 0 and sqlrisk_compared.sqlrisk_holding = sqlrisk_compared.sqlrisk_classes_valued then 1 else 0 end) as sqlrisk_compatible
  from sqlrisk_compared
  group by sqlrisk_compared.sqlrisk_place, sqlrisk_compared.sqlrisk_one, sqlrisk_compared.sqlrisk_people
),
sqlrisk_summed as (
  select
    sqlrisk_left.sqlrisk_place,
    sqlrisk_left.sqlrisk_people,
    sqlrisk_left.sqlrisk_told,
    case when sqlrisk_left.sqlrisk_compatible > 1 then 2 else sqlrisk_left.sqlrisk_compatible end as sqlrisk_values
  from sqlrisk_left
)
select
  case
    {%- for name in sensitive %}
    when sqlrisk_summed.sqlrisk_place = {{ loop.index }} then {{ sqlrisk.literal(name) }}
    {%- endfor %}
  end as sqlrisk_column,
  sqlrisk_summed.sqlrisk_told,
  {{ sqlrisk.to_bigint('sqlrisk_summed.sqlrisk_values') }} as sqlrisk_compatible_values,
  count(*) as sqlrisk_classes,
  {{ sqlrisk.to_bigint('sum(sqlrisk_summed.sqlrisk_people)') }} as sqlrisk_members
from sqlrisk_summed
group by sqlrisk_summed.sqlrisk_place, sqlrisk_summed.sqlrisk_told, sqlrisk_summed.sqlrisk_values
{%- endmacro -%}
