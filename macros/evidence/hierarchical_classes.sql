{#- One row a class size (and group): the hierarchical distance between the class and what is published (Li et al. 2007), summed over the levels
    of the tree: divided by the tree's height H it is the distance.
    Two values lie as far apart as the height of their lowest common ancestor, over H. Count that height level by level: it is the number of
    heights h = 0 .. H-1 at which the two lie under different nodes. So the cost of a transport is the sum over h of the mass that changes its node of
    height h, over H. No transport moves less there than the total variation TV_h between the two distributions over the nodes of height h; one that
    settles what it can inside each node, from the leaves to the root, moves exactly that at every height at once. Hence
    distance = (1/H) sum over h of TV_h, which is the paper's sum of cost(N) = height(N)/H min(pos, neg) (tests/test_hierarchies.py compares them).
    TV_h is the sum of the positive gaps c/n - w/N over the nodes that the class holds, at h = 0 over its values. In a tree a value has one node a level,
    so each level rolls up from the one below and the rows are read once. The numerators c N - n w are whole numbers, in double: exact below 2^53. -#}
{%- macro hierarchical_classes(relation, quasi_identifiers, sensitive, ancestors, group=none, min_class_size=1, null_is_value=false) -%}
  {{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers, 'ancestors': ancestors}) -}}
with {{ sqlrisk.class_values(relation, quasi_identifiers, sensitive, null_is_value, ancestors) }},
sqlrisk_valued as (
  select
    {{ sqlrisk.columns('sqlrisk_pair', quasi_identifiers + ancestors) }},
    sqlrisk_pair.sqlrisk_value,
    sqlrisk_pair.sqlrisk_class_size,
    {{ sqlrisk.to_double('sqlrisk_pair.sqlrisk_class_valued') }} as sqlrisk_n,
    {{ sqlrisk.to_double('sqlrisk_pair.sqlrisk_valued_rows') }} as sqlrisk_rows,
    case when {% for name in ancestors %}{{ sqlrisk.column('sqlrisk_pair', name) }} is null{{ ' or ' if not loop.last }}{% endfor %} then sqlrisk_pair.sqlrisk_valued_rows else 0 end as sqlrisk_rows_outside,
    {{ sqlrisk.to_double('0') }} as sqlrisk_gaps
  from sqlrisk_pair
  where sqlrisk_pair.sqlrisk_valued_rows > 0
  {%- if min_class_size > 1 %} and sqlrisk_pair.sqlrisk_class_size >= {{ min_class_size }}{% endif %}
),
{%- for name in [none] + ancestors %}
{%- set height = loop.index0 -%}
{%- set below = 'sqlrisk_valued' if height == 0 else 'sqlrisk_level_' ~ height -%}
{%- set node = below ~ '.sqlrisk_value' if name is none else sqlrisk.column(below, name) -%}
{%- set shared = 'sqlrisk_shared_' ~ height -%}
{%- set gap = shared ~ '.sqlrisk_rows * ' ~ shared ~ '.sqlrisk_table_rows - ' ~ shared ~ '.sqlrisk_n * ' ~ shared ~ '.sqlrisk_node_rows' -%}
{%- set kept = quasi_identifiers + ancestors[height:] %}
{{ shared }} as (
  select
    {{ below }}.*,
    sum({{ below }}.sqlrisk_rows) over (partition by {{ node }}) as sqlrisk_node_rows,
    sum({{ below }}.sqlrisk_rows) over () as sqlrisk_table_rows
  from {{ below }}
),
sqlrisk_level_{{ height + 1 }} as (
  select
    {{ sqlrisk.columns(shared, kept) }},
    max({{ shared }}.sqlrisk_class_size) as sqlrisk_class_size,
    max({{ shared }}.sqlrisk_n) as sqlrisk_n,
    sum({{ shared }}.sqlrisk_rows) as sqlrisk_rows,
    sum({{ shared }}.sqlrisk_rows_outside) as sqlrisk_rows_outside,
    sum({{ shared }}.sqlrisk_gaps + case when {{ gap }} > 0 then {{ gap }} else 0 end) as sqlrisk_gaps
  from {{ shared }}
  group by {{ sqlrisk.columns(shared, kept) }}
),
{%- endfor %}
{%- set top = 'sqlrisk_level_' ~ (ancestors | length + 1) %}
sqlrisk_class as (
  select
    {{ sqlrisk.columns(top, quasi_identifiers) }},
    {{ top }}.sqlrisk_class_size,
    sum({{ top }}.sqlrisk_rows_outside) over () as sqlrisk_outside,
    {{ top }}.sqlrisk_gaps / ({{ top }}.sqlrisk_n * sum({{ top }}.sqlrisk_rows) over ()) as sqlrisk_variations
  from {{ top }}
),
{{ sqlrisk.seen_by_group(relation, quasi_identifiers, group, ['sqlrisk_outside', 'sqlrisk_variations']) }}
select
  {% if group is not none %}sqlrisk_seen.sqlrisk_group,
  {% endif %}sqlrisk_seen.sqlrisk_class_size,
  count(*) as sqlrisk_classes_with_value,
  {{ sqlrisk.to_bigint('max(sqlrisk_seen.sqlrisk_outside)') }} as sqlrisk_rows_outside,
  max(sqlrisk_seen.sqlrisk_variations) as sqlrisk_variations_max
from sqlrisk_seen
group by {% if group is not none %}sqlrisk_seen.sqlrisk_group, {% endif %}sqlrisk_seen.sqlrisk_class_size
{%- endmacro -%}
