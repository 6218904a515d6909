{#- One row a class of some columns, and its rows. It holds values: it is for a temporary table inside the engine, never to be fetched. -#}
{%- macro mondrian_classes(relation, columns) -%}
  {{- sqlrisk.refuse_texts({'columns': columns}) -}}
select
  {{ sqlrisk.columns('sqlrisk_row', columns) }},
  count(*) as sqlrisk_rows
from {{ relation }} as sqlrisk_row
group by {{ sqlrisk.columns('sqlrisk_row', columns) }}
{%- endmacro -%}
