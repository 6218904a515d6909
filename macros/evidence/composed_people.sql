{#- The pieces that the kernels about several releases of the same people share. Each release is a mapping: relation, quasi_identifiers, entity,
    min_class_size, sensitive (one {column, null_is_value} for each sensitive name of the kernel; column is none where the release lacks it).
    sqlrisk_numbered_<i>: one row a row of release i: its entity key and its values in their own types, the number of its class (NULL is equal to NULL).
    sqlrisk_person: one row an entity key: for each release the classes of the key's rows as one sorted list, NULL where it has no row there;
    and one row without a key, which counts the rows that have none. sqlrisk_keyed tells it apart: after the union, Sail 0.7 takes the key for
    NOT NULL and drops the condition `is not null`. -#}
{%- macro composed_people(releases) -%}
{%- for release in releases %}
sqlrisk_numbered_{{ loop.index }} as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.column('sqlrisk_row', release['entity']) }} as sqlrisk_entity,
    {%- for sensitive in release['sensitive'] %}{% if sensitive['column'] is not none %}
    {{ sqlrisk.column('sqlrisk_row', sensitive['column']) }} as sqlrisk_value_{{ loop.index }},
    {%- endif %}{% endfor %}
    {%- if release['min_class_size'] > 1 %}
    count(*) over (partition by {{ sqlrisk.columns('sqlrisk_row', release['quasi_identifiers']) }}) as sqlrisk_class_size,
    {%- endif %}
    dense_rank() over (order by {{ sqlrisk.columns('sqlrisk_row', release['quasi_identifiers']) }}) as sqlrisk_class
  from {{ release['relation'] }} as sqlrisk_row
),
sqlrisk_listed_{{ loop.index }} as (
  select
    sqlrisk_numbered.sqlrisk_entity,
    {{ sqlrisk.ordered_list(sqlrisk.to_text('sqlrisk_numbered.sqlrisk_class'), 'sqlrisk_numbered.sqlrisk_class') }} as sqlrisk_classes,
    sum({{ sqlrisk.text_length('sqlrisk_numbered.sqlrisk_class') }}) + count(*) - 1 as sqlrisk_length
  from sqlrisk_numbered_{{ loop.index }} as sqlrisk_numbered
  where sqlrisk_numbered.sqlrisk_entity is not null{{ sqlrisk.and_published(release) }}
  group by sqlrisk_numbered.sqlrisk_entity
),
{%- endfor %}
sqlrisk_tagged as (
  {%- for release in releases %}
  {%- set own = loop.index %}
  select
    sqlrisk_listed.sqlrisk_entity,
    {%- for other in releases %}
    {% if loop.index == own %}sqlrisk_listed.sqlrisk_classes{% else %}{{ sqlrisk.to_text('null') }}{% endif %} as sqlrisk_classes_{{ loop.index }},
    {%- endfor %}
    1 as sqlrisk_keyed,
    0 as sqlrisk_keyless,
    case when {{ sqlrisk.text_length('sqlrisk_listed.sqlrisk_classes') }} = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
  from sqlrisk_listed_{{ own }} as sqlrisk_listed
  union all
  select
    null as sqlrisk_entity,
    {%- for other in releases %}
    {{ sqlrisk.to_text('null') }} as sqlrisk_classes_{{ loop.index }},
    {%- endfor %}
    0 as sqlrisk_keyed,
    count(*) as sqlrisk_keyless,
    0 as sqlrisk_cut
  from sqlrisk_numbered_{{ own }} as sqlrisk_numbered
  where sqlrisk_numbered.sqlrisk_entity is null{{ sqlrisk.and_published(release) }}
  {%- if not loop.last %}
  union all
  {%- endif %}
  {%- endfor %}
),
sqlrisk_person as (
  select
    sqlrisk_tagged.sqlrisk_entity,
    {%- for release in releases %}
    max(sqlrisk_tagged.sqlrisk_classes_{{ loop.index }}) as sqlrisk_classes_{{ loop.index }},
    {%- endfor %}
    max(sqlrisk_tagged.sqlrisk_keyed) as sqlrisk_keyed,
    sum(sqlrisk_tagged.sqlrisk_keyless) as sqlrisk_keyless,
    sum(sqlrisk_tagged.sqlrisk_cut) as sqlrisk_cut
  from sqlrisk_tagged
  group by sqlrisk_tagged.sqlrisk_entity
)
{%- endmacro -%}

{#- The condition under which a numbered row of a release is published. -#}
{%- macro and_published(release) -%}
  {{ return(' and sqlrisk_numbered.sqlrisk_class_size >= ' ~ release['min_class_size'] if release['min_class_size'] > 1 else '') }}
{%- endmacro -%}

{#- The lists of classes of all releases, as columns of one alias. -#}
{%- macro joint_key(alias, releases) -%}
  {%- for release in releases -%}
    {{ alias }}.sqlrisk_classes_{{ loop.index }}{{ ', ' if not loop.last }}
  {%- endfor -%}
{%- endmacro -%}
