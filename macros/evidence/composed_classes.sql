{#- One row a combination of releases and a number of people: how many joint classes of that many people there are in those releases.
    A joint class is the people who share their classes in every release, absence being a class of its own. For people in one release only,
    sqlrisk_people_unaware is the whole class there: what protects them from one who does not know who is in more than one.
    The row that is in no release counts the rows without an entity key. -#}
{%- macro composed_classes(releases) -%}
  {{- sqlrisk.refuse_texts({'releases': releases}) -}}
with {{ sqlrisk.composed_people(releases) }},
sqlrisk_joint as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.joint_key('sqlrisk_person', releases) }},
    count(*) as sqlrisk_people,
    sum(sqlrisk_person.sqlrisk_keyless) as sqlrisk_keyless,
    sum(sqlrisk_person.sqlrisk_cut) as sqlrisk_cut
  from sqlrisk_person
  group by {{ sqlrisk.joint_key('sqlrisk_person', releases) }}
),
sqlrisk_seen as (
  select
    {%- for release in releases %}
    case when sqlrisk_joint.sqlrisk_classes_{{ loop.index }} is null then 0 else 1 end as sqlrisk_in_{{ loop.index }},
    {%- endfor %}
    sqlrisk_joint.sqlrisk_people,
    case
      {%- for release in releases %}
      {%- set own = loop.index %}
      when sqlrisk_joint.sqlrisk_classes_{{ own }} is not null
        {%- for other in releases %}{% if loop.index != own %} and sqlrisk_joint.sqlrisk_classes_{{ loop.index }} is null{% endif %}{% endfor %}
        then sum(sqlrisk_joint.sqlrisk_people) over (partition by sqlrisk_joint.sqlrisk_classes_{{ own }})
      {%- endfor %}
      else sqlrisk_joint.sqlrisk_people
    end as sqlrisk_people_unaware,
    sqlrisk_joint.sqlrisk_keyless,
    sqlrisk_joint.sqlrisk_cut
  from sqlrisk_joint
)
select
  {%- for release in releases %}
  sqlrisk_seen.sqlrisk_in_{{ loop.index }},
  {%- endfor %}
  sqlrisk_seen.sqlrisk_people,
  {{ sqlrisk.to_bigint('sqlrisk_seen.sqlrisk_people_unaware') }} as sqlrisk_unaware,
  count(*) as sqlrisk_classes,
  {{ sqlrisk.to_bigint('sum(sqlrisk_seen.sqlrisk_keyless)') }} as sqlrisk_rows_without_entity,
  {{ sqlrisk.to_bigint('sum(sqlrisk_seen.sqlrisk_cut)') }} as sqlrisk_lists_cut
from sqlrisk_seen
group by
  {%- for release in releases %}
  sqlrisk_seen.sqlrisk_in_{{ loop.index }},
  {%- endfor %}
  sqlrisk_seen.sqlrisk_people,
  sqlrisk_seen.sqlrisk_people_unaware
{%- endmacro -%}
