{#- Two rows, the source (0) and what is published (1): its rows, and for each pivot, numbered from 1, those with a value. -#}
{%- macro pivot_values(relation, source, pivots) -%}
  {{- sqlrisk.refuse_texts({'pivots': pivots}) -}}
with sqlrisk_side as (
  {%- for table in [source, relation] %}
  select
    {{ loop.index0 }} as sqlrisk_published,
    {%- for pivot in pivots %}
    count({{ sqlrisk.column('sqlrisk_row', pivot) }}) as sqlrisk_values_{{ loop.index }},
    {%- endfor %}
    count(*) as sqlrisk_rows
  from {{ table }} as sqlrisk_row
  {%- if not loop.last %}
  union all
  {%- endif %}
  {%- endfor %}
)
select sqlrisk_side.*
from sqlrisk_side
{%- endmacro -%}
