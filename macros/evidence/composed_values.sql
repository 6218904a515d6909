{#- One row a sensitive column and number of compatible values (0, 1, or 2 for more): the people left with that many, and their joint classes
    (the intersection attack: Ganta, Kasiviswanathan & Smith 2008). A value is compatible with a person where every class of theirs holds it,
    in whatever release; a class without any value of the column, or a release that lacks it, excludes none. sqlrisk_told is 0 for the people
    of whom no class holds a value.
    sqlrisk_part stands for a joint class by the classes of one of its people, since all share them. Of m values of the whole column, c classes
    with d_1 ... d_c of them share at least d_1 + ... + d_c - (c - 1) m: only where that is below 2 are the values themselves compared.
    Values are compared by their numbers, entity keys in their own types: see composed_people. Columns of a join are named anew: ClickHouse would keep the qualified name of one that both sides have. -#}
{%- macro composed_values(releases, sensitive) -%}
  {{- sqlrisk.refuse_texts({'releases': releases, 'sensitive': sensitive}) -}}
with {{ sqlrisk.composed_people(releases) }},
sqlrisk_ranked as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_person.sqlrisk_entity,
    {{ sqlrisk.joint_key('sqlrisk_person', releases) }},
    row_number() over (order by sqlrisk_person.sqlrisk_entity) as sqlrisk_one
  from sqlrisk_person
  where sqlrisk_person.sqlrisk_keyed = 1
),
sqlrisk_joint as{{ sqlrisk.materialized() }} (
  select
    min(sqlrisk_ranked.sqlrisk_one) as sqlrisk_one,
    count(*) as sqlrisk_people
  from sqlrisk_ranked
  group by {{ sqlrisk.joint_key('sqlrisk_ranked', releases) }}
),
sqlrisk_part as{{ sqlrisk.materialized() }} (
  {%- for release in releases %}
  select
    {{ loop.index }} as sqlrisk_release,
    sqlrisk_joint.sqlrisk_one as sqlrisk_one,
    sqlrisk_joint.sqlrisk_people as sqlrisk_people,
    sqlrisk_numbered.sqlrisk_class as sqlrisk_class
  from sqlrisk_joint
  inner join sqlrisk_ranked on sqlrisk_ranked.sqlrisk_one = sqlrisk_joint.sqlrisk_one
  inner join sqlrisk_numbered_{{ loop.index }} as sqlrisk_numbered on sqlrisk_numbered.sqlrisk_entity = sqlrisk_ranked.sqlrisk_entity{{ sqlrisk.and_published(release) }}
  group by sqlrisk_joint.sqlrisk_one, sqlrisk_joint.sqlrisk_people, sqlrisk_numbered.sqlrisk_class
  {%- if not loop.last %}
  union all
  {%- endif %}
  {%- endfor %}
),
{%- set held = namespace(places=[]) %}
{%- for name in sensitive %}
{%- set place = loop.index0 %}
{%- set ns = namespace(having=[]) %}
{%- for release in releases %}{% if release['sensitive'][place]['column'] is not none %}{% set ns.having = ns.having + [loop.index] %}{% endif %}{% endfor %}
{%- if ns.having %}
sqlrisk_held_{{ loop.index }} as (
  {%- for number in ns.having %}
  select
    {{ number }} as sqlrisk_release,
    sqlrisk_numbered.sqlrisk_class,
    sqlrisk_numbered.sqlrisk_value_{{ place + 1 }} as sqlrisk_value
  from sqlrisk_numbered_{{ number }} as sqlrisk_numbered
  where {% if releases[number - 1]['sensitive'][place]['null_is_value'] %}1 = 1{% else %}sqlrisk_numbered.sqlrisk_value_{{ place + 1 }} is not null{% endif %}{{ sqlrisk.and_published(releases[number - 1]) }}
  group by sqlrisk_numbered.sqlrisk_class, sqlrisk_numbered.sqlrisk_value_{{ place + 1 }}
  {%- if not loop.last %}
  union all
  {%- endif %}
  {%- endfor %}
),
{%- set held.places = held.places + [loop.index] %}
{%- endif %}
{%- endfor %}
sqlrisk_held as (
  select
    0 as sqlrisk_release,
    0 as sqlrisk_place,
    0 as sqlrisk_class,
    0 as sqlrisk_value
  from sqlrisk_joint
  where 1 = 0
  {%- for place in held.places %}
  union all
  select
    sqlrisk_held_{{ place }}.sqlrisk_release,
    {{ place }} as sqlrisk_place,
    sqlrisk_held_{{ place }}.sqlrisk_class,
    dense_rank() over (order by sqlrisk_held_{{ place }}.sqlrisk_value) as sqlrisk_value
  from sqlrisk_held_{{ place }}
  {%- endfor %}
),
sqlrisk_new as (
  select
    sqlrisk_held.*,
    count(*) over (partition by sqlrisk_held.sqlrisk_release, sqlrisk_held.sqlrisk_place, sqlrisk_held.sqlrisk_class) as sqlrisk_distinct,
    row_number() over (partition by sqlrisk_held.sqlrisk_release, sqlrisk_held.sqlrisk_place, sqlrisk_held.sqlrisk_class order by sqlrisk_held.sqlrisk_value) as sqlrisk_turn,
    case when row_number() over (partition by sqlrisk_held.sqlrisk_place, sqlrisk_held.sqlrisk_value order by sqlrisk_held.sqlrisk_release, sqlrisk_held.sqlrisk_class) = 1 then 1 else 0 end as sqlrisk_new_value
  from sqlrisk_held
),
sqlrisk_valued as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_new.*,
    sum(sqlrisk_new.sqlrisk_new_value) over (partition by sqlrisk_new.sqlrisk_place) as sqlrisk_all_values
  from sqlrisk_new
),
sqlrisk_counted as (
  select
    sqlrisk_valued.sqlrisk_place as sqlrisk_place,
    sqlrisk_part.sqlrisk_one as sqlrisk_one,
    sqlrisk_part.sqlrisk_people as sqlrisk_people,
    1 as sqlrisk_holds,
    sqlrisk_valued.sqlrisk_distinct as sqlrisk_distinct,
    sqlrisk_valued.sqlrisk_all_values as sqlrisk_all_values
  from sqlrisk_part
  inner join sqlrisk_valued on sqlrisk_valued.sqlrisk_release = sqlrisk_part.sqlrisk_release and sqlrisk_valued.sqlrisk_class = sqlrisk_part.sqlrisk_class
  where sqlrisk_valued.sqlrisk_turn = 1
  {%- for name in sensitive %}
  union all
  select
    {{ loop.index }} as sqlrisk_place,
    sqlrisk_joint.sqlrisk_one,
    sqlrisk_joint.sqlrisk_people,
    0 as sqlrisk_holds,
    0 as sqlrisk_distinct,
    0 as sqlrisk_all_values
  from sqlrisk_joint
  {%- endfor %}
),
sqlrisk_bounded as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_counted.sqlrisk_place,
    sqlrisk_counted.sqlrisk_one,
    sqlrisk_counted.sqlrisk_people,
    sum(sqlrisk_counted.sqlrisk_holds) as sqlrisk_classes_valued,
    sum(sqlrisk_counted.sqlrisk_distinct) - (sum(sqlrisk_counted.sqlrisk_holds) - 1) * max(sqlrisk_counted.sqlrisk_all_values) as sqlrisk_least
  from sqlrisk_counted
  group by sqlrisk_counted.sqlrisk_place, sqlrisk_counted.sqlrisk_one, sqlrisk_counted.sqlrisk_people
),
sqlrisk_matched as (
  select
    sqlrisk_bounded.sqlrisk_place as sqlrisk_place,
    sqlrisk_bounded.sqlrisk_one as sqlrisk_one,
    sqlrisk_bounded.sqlrisk_people as sqlrisk_people,
    sqlrisk_bounded.sqlrisk_classes_valued as sqlrisk_classes_valued,
    sqlrisk_valued.sqlrisk_value as sqlrisk_value,
    count(*) as sqlrisk_holding
  from sqlrisk_bounded
  inner join sqlrisk_part on sqlrisk_part.sqlrisk_one = sqlrisk_bounded.sqlrisk_one
  inner join sqlrisk_valued on sqlrisk_valued.sqlrisk_release = sqlrisk_part.sqlrisk_release and sqlrisk_valued.sqlrisk_class = sqlrisk_part.sqlrisk_class
    and sqlrisk_valued.sqlrisk_place = sqlrisk_bounded.sqlrisk_place
  where sqlrisk_bounded.sqlrisk_least < 2
  group by sqlrisk_bounded.sqlrisk_place, sqlrisk_bounded.sqlrisk_one, sqlrisk_bounded.sqlrisk_people, sqlrisk_bounded.sqlrisk_classes_valued, sqlrisk_valued.sqlrisk_value
),
sqlrisk_left as (
  select
    sqlrisk_matched.sqlrisk_place,
    sqlrisk_matched.sqlrisk_people,
    sum(case when sqlrisk_matched.sqlrisk_holding = sqlrisk_matched.sqlrisk_classes_valued then 1 else 0 end) as sqlrisk_compatible
  from sqlrisk_matched
  group by sqlrisk_matched.sqlrisk_place, sqlrisk_matched.sqlrisk_one, sqlrisk_matched.sqlrisk_people
),
sqlrisk_summed as (
  select
    sqlrisk_left.sqlrisk_place,
    sqlrisk_left.sqlrisk_people,
    1 as sqlrisk_told,
    case when sqlrisk_left.sqlrisk_compatible > 1 then 2 else sqlrisk_left.sqlrisk_compatible end as sqlrisk_values
  from sqlrisk_left
  union all
  select
    sqlrisk_bounded.sqlrisk_place,
    sqlrisk_bounded.sqlrisk_people,
    case when sqlrisk_bounded.sqlrisk_classes_valued > 0 then 1 else 0 end as sqlrisk_told,
    case when sqlrisk_bounded.sqlrisk_classes_valued > 0 then 2 else 0 end as sqlrisk_values
  from sqlrisk_bounded
  where sqlrisk_bounded.sqlrisk_classes_valued = 0 or sqlrisk_bounded.sqlrisk_least > 1
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
