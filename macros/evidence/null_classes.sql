{#- One row: the classes that have a NULL in some quasi-identifier, and their rows. Classes below min_class_size leave every count. `values`: the columns, one
    for each quasi-identifier, that are NULL where it is missing; the quasi-identifiers themselves where it is left out. -#}
{%- macro null_classes(relation, quasi_identifiers, min_class_size=1, values=none) -%}
  {{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers, 'values': values}) -}}
select
  count(*) as sqlrisk_classes,
  {{ sqlrisk.to_bigint('coalesce(sum(sqlrisk_class.sqlrisk_class_size), 0)') }} as sqlrisk_rows
from (
  select
    {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers) }},
    count(*) as sqlrisk_class_size
  from {{ relation }} as sqlrisk_row
  where {{ sqlrisk.any_null('sqlrisk_row', values or quasi_identifiers) }}
  group by {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers) }}
  {%- if min_class_size > 1 %}
  having count(*) >= {{ min_class_size }}
  {%- endif %}
) as sqlrisk_class
{%- endmacro -%}

{#- Whether some of the columns is NULL. -#}
{%- macro any_null(alias, names) -%}
({% for name in names %}{{ sqlrisk.column(alias, name) }} is null{{ ' or ' if not loop.last }}{% endfor %})
{%- endmacro -%}
