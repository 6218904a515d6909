{#- One row a class size: the largest individual risk of its classes and the sum over their rows, the weights that are not above zero and
    finite, by kind, the least and the greatest weight, and the classes whose weights sum to less than their rows. -#}
{%- macro weighted_classes(relation, quasi_identifiers, weight, min_class_size=1) -%}
  {{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers}) -}}
with sqlrisk_summed as (
  select
    count(*) as sqlrisk_class_size,
    {{ sqlrisk.weight_sums(sqlrisk.column('sqlrisk_row', weight)) }},
    min({{ sqlrisk.to_double(sqlrisk.column('sqlrisk_row', weight)) }}) as sqlrisk_least,
    max({{ sqlrisk.to_double(sqlrisk.column('sqlrisk_row', weight)) }}) as sqlrisk_greatest
  from {{ relation }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers) }}
),
sqlrisk_class as (
  select
    sqlrisk_summed.sqlrisk_class_size,
    sqlrisk_summed.sqlrisk_weight,
    sqlrisk_summed.sqlrisk_missing,
    sqlrisk_summed.sqlrisk_zero,
    sqlrisk_summed.sqlrisk_negative,
    sqlrisk_summed.sqlrisk_sound,
    sqlrisk_summed.sqlrisk_least,
    sqlrisk_summed.sqlrisk_greatest,
    {{ sqlrisk.weights_are_consistent('sqlrisk_summed') }} as sqlrisk_consistent
  from sqlrisk_summed
  where sqlrisk_summed.sqlrisk_class_size >= {{ min_class_size }}
),
sqlrisk_sampled as (
  select
    sqlrisk_class.sqlrisk_class_size,
    {{ sqlrisk.to_double('sqlrisk_class.sqlrisk_class_size') }} as sqlrisk_size,
    sqlrisk_class.sqlrisk_weight,
    sqlrisk_class.sqlrisk_missing,
    sqlrisk_class.sqlrisk_zero,
    sqlrisk_class.sqlrisk_negative,
    sqlrisk_class.sqlrisk_sound,
    sqlrisk_class.sqlrisk_least,
    sqlrisk_class.sqlrisk_greatest,
    sqlrisk_class.sqlrisk_consistent,
{{ sqlrisk.sampled_share('sqlrisk_class') }}
  from sqlrisk_class
),
sqlrisk_judged as (
  select
    sqlrisk_sampled.sqlrisk_class_size,
    sqlrisk_sampled.sqlrisk_weight,
    sqlrisk_sampled.sqlrisk_missing,
    sqlrisk_sampled.sqlrisk_zero,
    sqlrisk_sampled.sqlrisk_negative,
    sqlrisk_sampled.sqlrisk_sound,
    sqlrisk_sampled.sqlrisk_least,
    sqlrisk_sampled.sqlrisk_greatest,
    sqlrisk_sampled.sqlrisk_consistent,
    {{ sqlrisk.individual_risk('sqlrisk_sampled.sqlrisk_size', 'sqlrisk_sampled.sqlrisk_p', 'sqlrisk_sampled.sqlrisk_rest', 'sqlrisk_sampled.sqlrisk_odds') }} as sqlrisk_risk
  from sqlrisk_sampled
)
select
  sqlrisk_judged.sqlrisk_class_size,
  count(*) as sqlrisk_classes,
  max(sqlrisk_judged.sqlrisk_risk) as sqlrisk_risk_max,
  sum(sqlrisk_judged.sqlrisk_risk * sqlrisk_judged.sqlrisk_class_size) as sqlrisk_risk_sum,
  {{ sqlrisk.to_bigint('sum(sqlrisk_judged.sqlrisk_missing)') }} as sqlrisk_rows_missing,
  {{ sqlrisk.to_bigint('sum(sqlrisk_judged.sqlrisk_zero)') }} as sqlrisk_rows_zero,
  {{ sqlrisk.to_bigint('sum(sqlrisk_judged.sqlrisk_negative)') }} as sqlrisk_rows_negative,
  {{ sqlrisk.to_bigint('sum(sqlrisk_judged.sqlrisk_class_size - sqlrisk_judged.sqlrisk_sound - sqlrisk_judged.sqlrisk_missing - sqlrisk_judged.sqlrisk_zero - sqlrisk_judged.sqlrisk_negative)') }} as sqlrisk_rows_not_finite,
  sum(sqlrisk_judged.sqlrisk_weight) as sqlrisk_people,
  min(sqlrisk_judged.sqlrisk_least) as sqlrisk_least,
  max(sqlrisk_judged.sqlrisk_greatest) as sqlrisk_greatest,
  sum(case when sqlrisk_judged.sqlrisk_sound = sqlrisk_judged.sqlrisk_class_size and sqlrisk_judged.sqlrisk_consistent = 0 then 1 else 0 end) as sqlrisk_classes_short
from sqlrisk_judged
group by sqlrisk_judged.sqlrisk_class_size
{%- endmacro -%}
