{#- One row a class size: how many equivalence classes have it. `counted`: a row of the relation stands for as many as its column sqlrisk_rows says. -#}
{%- macro class_sizes(relation, quasi_identifiers, counted=false) -%}
  {{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers}) -}}
select
  sqlrisk_class.sqlrisk_class_size,
  count(*) as sqlrisk_classes
from (
  select
    {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers) }},
    {{ sqlrisk.rows_of('sqlrisk_row', counted) }} as sqlrisk_class_size
  from {{ relation }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers) }}
) as sqlrisk_class
group by sqlrisk_class.sqlrisk_class_size
{%- endmacro -%}
