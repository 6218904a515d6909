{#- One row a class size (and group): what the classes of that size give away of one sensitive column.
    Distances and gains are against the whole of what is published: classes below min_class_size leave every count. -#}
{%- macro sensitive_classes(relation, quasi_identifiers, sensitive, group=none, min_class_size=1, null_is_value=false) -%}
  {{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers}) -}}
with {% if group is none -%}
{{ sqlrisk.class_disclosures(relation, quasi_identifiers, sensitive, min_class_size, null_is_value) }},
{%- else -%}
{{ sqlrisk.default__class_disclosures(relation, quasi_identifiers, sensitive, min_class_size, null_is_value) }},
{%- endif %}
{{ sqlrisk.seen_by_group(relation, quasi_identifiers, group, ['sqlrisk_alike', 'sqlrisk_distinct', 'sqlrisk_entropy', 'sqlrisk_largest_share', 'sqlrisk_variation', 'sqlrisk_gain_max', 'sqlrisk_gain_min', 'sqlrisk_beyond_surprise', 'sqlrisk_value_absent']) }}
select
  {% if group is not none -%}
  sqlrisk_seen.sqlrisk_group,
  {{ sqlrisk.to_bigint('sum(case when sqlrisk_seen.sqlrisk_distinct = 1 then sqlrisk_seen.sqlrisk_members else 0 end)') }} as sqlrisk_homogeneous_members,
  {% endif -%}
  sqlrisk_seen.sqlrisk_class_size,
  {{ sqlrisk.to_bigint('sum(sqlrisk_seen.sqlrisk_alike)') }} as sqlrisk_classes,
  {{ sqlrisk.to_bigint('sum(case when sqlrisk_seen.sqlrisk_distinct = 0 then sqlrisk_seen.sqlrisk_alike else 0 end)') }} as sqlrisk_classes_without_value,
  min(case when sqlrisk_seen.sqlrisk_distinct > 0 then sqlrisk_seen.sqlrisk_distinct end) as sqlrisk_distinct_min,
  {{ sqlrisk.to_bigint('sum(case when sqlrisk_seen.sqlrisk_distinct = 1 then sqlrisk_seen.sqlrisk_alike else 0 end)') }} as sqlrisk_homogeneous_classes,
  min(sqlrisk_seen.sqlrisk_entropy) as sqlrisk_entropy_min,
  max(sqlrisk_seen.sqlrisk_largest_share) as sqlrisk_share_max,
  max(sqlrisk_seen.sqlrisk_variation) as sqlrisk_variation_max,
  max(sqlrisk_seen.sqlrisk_gain_max) as sqlrisk_highest_gain,
  min(sqlrisk_seen.sqlrisk_gain_min) as sqlrisk_lowest_gain,
  {{ sqlrisk.to_bigint('sum(case when sqlrisk_seen.sqlrisk_beyond_surprise > 0 then sqlrisk_seen.sqlrisk_alike else 0 end)') }} as sqlrisk_classes_beyond_surprise,
  {{ sqlrisk.to_bigint('sum(sqlrisk_seen.sqlrisk_value_absent * sqlrisk_seen.sqlrisk_alike)') }} as sqlrisk_classes_with_absent_value
from sqlrisk_seen
group by {% if group is not none %}sqlrisk_seen.sqlrisk_group, {% endif %}sqlrisk_seen.sqlrisk_class_size
{%- endmacro -%}
