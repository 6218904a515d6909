{#- One row a class size in the reference: the classes that have it, those with rows of the release and those without, against that size.
    Both relations name the quasi-identifiers alike; they are tagged, unioned and grouped, so that NULL meets NULL. `weight` is a column of the
    reference: how many people a row of it stands for; `sqlrisk_faults` counts the rows whose weight is missing, negative or not whole. -#}
{%- macro matched_classes(relation, quasi_identifiers, reference, weight=none, min_class_size=1) -%}
  {{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers}) -}}
with {{ sqlrisk.matched(relation, quasi_identifiers, reference, weight, min_class_size) }}
select
  sqlrisk_class.sqlrisk_people,
  {{ sqlrisk.to_bigint('sum(sqlrisk_class.sqlrisk_rows)') }} as sqlrisk_rows,
  {{ sqlrisk.to_bigint('sum(case when sqlrisk_class.sqlrisk_rows > 0 then 1 else 0 end)') }} as sqlrisk_classes,
  {{ sqlrisk.to_bigint('sum(case when sqlrisk_class.sqlrisk_rows > 0 then 0 else 1 end)') }} as sqlrisk_classes_absent,
  {{ sqlrisk.to_bigint('sum(case when sqlrisk_class.sqlrisk_rows > sqlrisk_class.sqlrisk_people then 1 else 0 end)') }} as sqlrisk_classes_larger,
  {{ sqlrisk.to_bigint('sum(case when sqlrisk_class.sqlrisk_rows = 1 then 1 else 0 end)') }} as sqlrisk_classes_single,
  {{ sqlrisk.to_bigint('sum(case when sqlrisk_class.sqlrisk_rows > sqlrisk_class.sqlrisk_people then sqlrisk_class.sqlrisk_rows else 0 end)') }} as sqlrisk_rows_larger,
  coalesce(min(case when sqlrisk_class.sqlrisk_rows > 0 then sqlrisk_class.sqlrisk_rows end), 0) as sqlrisk_fewest,
  max(sqlrisk_class.sqlrisk_rows) as sqlrisk_most,
  {{ sqlrisk.to_bigint('sum(sqlrisk_class.sqlrisk_faults)') }} as sqlrisk_faults
from sqlrisk_class
group by sqlrisk_class.sqlrisk_people
{%- endmacro -%}

{#- sqlrisk_class: one row a class of the release or of the reference; its rows, its people, and the rows of the reference without a usable weight. -#}
{%- macro matched(relation, quasi_identifiers, reference, weight=none, min_class_size=1) -%}
sqlrisk_counted as (
  select
    {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers) }},
    count(*) as sqlrisk_rows
  from {{ relation }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers) }}
  {%- if min_class_size > 1 %}
  having count(*) >= {{ min_class_size }}
  {%- endif %}
),
sqlrisk_population as (
  select
    {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers) }},
    {% if weight is none -%}
    count(*) as sqlrisk_people,
    0 as sqlrisk_faults
    {%- else -%}
    {%- set people = sqlrisk.column('sqlrisk_row', weight) -%}
    {%- set whole = people ~ ' >= 0 and ' ~ people ~ ' < 9007199254740992 and floor(' ~ sqlrisk.to_double(people) ~ ') = ' ~ people -%}
    {{ sqlrisk.to_bigint('sum(case when ' ~ whole ~ ' then ' ~ people ~ ' else 0 end)') }} as sqlrisk_people,
    sum(case when {{ whole }} then 0 else 1 end) as sqlrisk_faults
    {%- endif %}
  from {{ reference }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers) }}
),
sqlrisk_tagged as (
  select
    {{ sqlrisk.columns('sqlrisk_counted', quasi_identifiers) }},
    sqlrisk_counted.sqlrisk_rows,
    0 as sqlrisk_people,
    0 as sqlrisk_faults
  from sqlrisk_counted
  union all
  select
    {{ sqlrisk.columns('sqlrisk_population', quasi_identifiers) }},
    0,
    sqlrisk_population.sqlrisk_people,
    sqlrisk_population.sqlrisk_faults
  from sqlrisk_population
),
sqlrisk_class as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns('sqlrisk_tagged', quasi_identifiers) }},
    {{ sqlrisk.to_bigint('sum(sqlrisk_tagged.sqlrisk_rows)') }} as sqlrisk_rows,
    {{ sqlrisk.to_bigint('sum(sqlrisk_tagged.sqlrisk_people)') }} as sqlrisk_people,
    {{ sqlrisk.to_bigint('sum(sqlrisk_tagged.sqlrisk_faults)') }} as sqlrisk_faults
  from sqlrisk_tagged
  group by {{ sqlrisk.columns('sqlrisk_tagged', quasi_identifiers) }}
)
{%- endmacro -%}
