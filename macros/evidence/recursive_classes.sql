{#- One row a class size (and group): r_1 / (r_l + ... + r_m) of recursive (c, l)-diversity, the values of a class sorted downwards. -#}
{%- macro recursive_classes(relation, quasi_identifiers, sensitive, l, group=none, min_class_size=1, null_is_value=false) -%}
  {{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers}) -}}
with {{ sqlrisk.class_values(relation, quasi_identifiers, sensitive, null_is_value) }},
sqlrisk_sorted as (
  select
    {{ sqlrisk.columns('sqlrisk_pair', quasi_identifiers) }},
    sqlrisk_pair.sqlrisk_class_size,
    sqlrisk_pair.sqlrisk_valued_rows,
    row_number() over (partition by {{ sqlrisk.columns('sqlrisk_pair', quasi_identifiers) }} order by sqlrisk_pair.sqlrisk_valued_rows desc) as sqlrisk_place
  from sqlrisk_pair
  {%- if min_class_size > 1 %}
  where sqlrisk_pair.sqlrisk_class_size >= {{ min_class_size }}
  {%- endif %}
),
sqlrisk_class as (
  select
    {{ sqlrisk.columns('sqlrisk_sorted', quasi_identifiers) }},
    max(sqlrisk_sorted.sqlrisk_class_size) as sqlrisk_class_size,
    {{ sqlrisk.to_bigint('max(sqlrisk_sorted.sqlrisk_valued_rows)') }} as sqlrisk_first,
    {{ sqlrisk.to_bigint('sum(case when sqlrisk_sorted.sqlrisk_place >= ' ~ l ~ ' then sqlrisk_sorted.sqlrisk_valued_rows else 0 end)') }} as sqlrisk_tail
  from sqlrisk_sorted
  group by {{ sqlrisk.columns('sqlrisk_sorted', quasi_identifiers) }}
),
{{ sqlrisk.seen_by_group(relation, quasi_identifiers, group, ['sqlrisk_first', 'sqlrisk_tail']) }}
select
  {% if group is not none %}sqlrisk_seen.sqlrisk_group,
  {% endif %}sqlrisk_seen.sqlrisk_class_size,
  sum(case when sqlrisk_seen.sqlrisk_first > 0 then 1 else 0 end) as sqlrisk_classes_with_value,
  sum(case when sqlrisk_seen.sqlrisk_first > 0 and sqlrisk_seen.sqlrisk_tail = 0 then 1 else 0 end) as sqlrisk_classes_unbounded,
  max(case when sqlrisk_seen.sqlrisk_tail > 0 then {{ sqlrisk.to_double('sqlrisk_seen.sqlrisk_first') }} / {{ sqlrisk.to_double('sqlrisk_seen.sqlrisk_tail') }} end) as sqlrisk_ratio_max
from sqlrisk_seen
group by {% if group is not none %}sqlrisk_seen.sqlrisk_group, {% endif %}sqlrisk_seen.sqlrisk_class_size
{%- endmacro -%}
