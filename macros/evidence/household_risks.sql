{#- One row: clusters, those in which somebody's risk is 1, the smallest sum of ln(1 - r) over the rows of one of the others (its household
    risk is 1 - exp of it), and the rows whose cluster is NULL. r is the individual risk where a weight is given, else 1 / n. -#}
{%- macro household_risks(relation, quasi_identifiers, cluster, weight=none, min_class_size=1) -%}
  {{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers}) -}}
with sqlrisk_counted as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers) }},
    {{ sqlrisk.column('sqlrisk_row', cluster) }} as sqlrisk_cluster,
    count(*) as sqlrisk_rows{% if weight is not none %},
    {{ sqlrisk.weight_sums(sqlrisk.column('sqlrisk_row', weight)) }}{% endif %}
  from {{ relation }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers + [cluster]) }}
),
sqlrisk_summed as{{ sqlrisk.materialized() }} (
  {%- set within = 'over (partition by ' ~ sqlrisk.columns('sqlrisk_counted', quasi_identifiers) ~ ')' %}
  select
    sqlrisk_counted.sqlrisk_cluster,
    sqlrisk_counted.sqlrisk_rows,
    {% if weight is not none -%}
    sum(sqlrisk_counted.sqlrisk_weight) {{ within }} as sqlrisk_weight,
    {{ sqlrisk.to_bigint('sum(sqlrisk_counted.sqlrisk_sound) ' ~ within) }} as sqlrisk_sound,
    {% endif -%}
    {{ sqlrisk.to_bigint('sum(sqlrisk_counted.sqlrisk_rows) ' ~ within) }} as sqlrisk_class_size
  from sqlrisk_counted
),
{%- if weight is not none %}
sqlrisk_class as (
  select
    sqlrisk_summed.sqlrisk_cluster,
    sqlrisk_summed.sqlrisk_rows,
    sqlrisk_summed.sqlrisk_class_size,
    sqlrisk_summed.sqlrisk_weight,
    {{ sqlrisk.weights_are_consistent('sqlrisk_summed') }} as sqlrisk_consistent
  from sqlrisk_summed
),
sqlrisk_sampled as (
  select
    sqlrisk_class.sqlrisk_cluster,
    sqlrisk_class.sqlrisk_rows,
    sqlrisk_class.sqlrisk_class_size,
    {{ sqlrisk.to_double('sqlrisk_class.sqlrisk_class_size') }} as sqlrisk_size,
{{ sqlrisk.sampled_share('sqlrisk_class') }}
  from sqlrisk_class
),
{%- endif %}
{%- set source = 'sqlrisk_summed' if weight is none else 'sqlrisk_sampled' %}
sqlrisk_member as (
  select
    {{ source }}.sqlrisk_cluster,
    {{ source }}.sqlrisk_rows,
    {% if weight is none -%}
    {{ sqlrisk.to_double('1') }} / {{ sqlrisk.to_double('sqlrisk_summed.sqlrisk_class_size') }} as sqlrisk_risk
    {%- else -%}
    {{ sqlrisk.individual_risk('sqlrisk_sampled.sqlrisk_size', 'sqlrisk_sampled.sqlrisk_p', 'sqlrisk_sampled.sqlrisk_rest', 'sqlrisk_sampled.sqlrisk_odds') }} as sqlrisk_risk
    {%- endif %}
  from {{ source }}
  where {{ source }}.sqlrisk_class_size >= {{ min_class_size }}
),
sqlrisk_household as (
  select
    sqlrisk_member.sqlrisk_cluster,
    sum(sqlrisk_member.sqlrisk_rows) as sqlrisk_rows,
    max(case when sqlrisk_member.sqlrisk_risk >= 1 then 1 else 0 end) as sqlrisk_certain,
    sum(case when sqlrisk_member.sqlrisk_risk < 1 then sqlrisk_member.sqlrisk_rows * {{ sqlrisk.ln('1 - sqlrisk_member.sqlrisk_risk') }} end) as sqlrisk_log_unmatched
  from sqlrisk_member
  group by sqlrisk_member.sqlrisk_cluster
)
select
  coalesce(sum(case when sqlrisk_household.sqlrisk_cluster is null then 0 else 1 end), 0) as sqlrisk_households,
  coalesce(sum(case when sqlrisk_household.sqlrisk_cluster is null then 0 else sqlrisk_household.sqlrisk_certain end), 0) as sqlrisk_certain,
  min(case when sqlrisk_household.sqlrisk_cluster is not null and sqlrisk_household.sqlrisk_certain = 0 then sqlrisk_household.sqlrisk_log_unmatched end) as sqlrisk_log_unmatched_min,
  {{ sqlrisk.to_bigint('coalesce(sum(case when sqlrisk_household.sqlrisk_cluster is null then sqlrisk_household.sqlrisk_rows else 0 end), 0)') }} as sqlrisk_rows_without_key
from sqlrisk_household
{%- endmacro -%}
