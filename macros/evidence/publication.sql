{#- What is published: the rows of the relation, without the classes smaller than min_class_size. -#}
{%- macro publication(relation, columns, quasi_identifiers, min_class_size=1) -%}
  {{- sqlrisk.refuse_texts({'columns': columns, 'quasi_identifiers': quasi_identifiers}) -}}
select {{ sqlrisk.columns('sqlrisk_sized', columns) }}
from (
  select
    {{ sqlrisk.columns('sqlrisk_row', columns) }},
    count(*) over (partition by {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers) }}) as sqlrisk_class_size
  from {{ relation }} as sqlrisk_row
) as sqlrisk_sized
where sqlrisk_sized.sqlrisk_class_size >= {{ min_class_size }}
{%- endmacro -%}
