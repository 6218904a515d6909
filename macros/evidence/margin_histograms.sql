{#- One row a margin and size: how many of its categories hold that many rows. Margin 0 is that of all quasi-identifiers (the classes); 1 to d are
    those of each alone, in their order; the next are those of the pairs of the first `paired` of them: (1, 2), (1, 3), ..., (2, 3), ...
    Each is rolled up from the classes, that of one column from a pair that holds it. -#}
{%- macro margin_histograms(relation, quasi_identifiers, paired=0) -%}
  {{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers}) -}}
{%- set first = quasi_identifiers[:paired] -%}
with {{ sqlrisk.counted_classes(relation, quasi_identifiers) }},
{%- for one in first %}
{%- set place = loop.index %}
{%- for other in first[place:] %}
sqlrisk_pair_{{ place }}_{{ place + loop.index }} as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns('sqlrisk_class', [one, other]) }},
    sum(sqlrisk_class.sqlrisk_rows) as sqlrisk_rows
  from sqlrisk_class
  group by {{ sqlrisk.columns('sqlrisk_class', [one, other]) }}
),
{%- endfor %}
{%- endfor %}
sqlrisk_category as (
  select
    0 as sqlrisk_margin,
    sqlrisk_class.sqlrisk_rows
  from sqlrisk_class
  {%- for name in quasi_identifiers %}
  {%- set source = 'sqlrisk_class' if name not in first else 'sqlrisk_pair_1_2' if loop.first else 'sqlrisk_pair_1_' ~ loop.index %}
  union all
  select
    {{ loop.index }},
    sum({{ source }}.sqlrisk_rows)
  from {{ source }}
  group by {{ sqlrisk.column(source, name) }}
  {%- endfor %}
  {%- for one in first %}
  {%- set place = loop.index %}
  {%- set before = quasi_identifiers | length + (place - 1) * paired - (place - 1) * place // 2 %}
  {%- for other in first[place:] %}
  union all
  select
    {{ before + loop.index }},
    sqlrisk_pair_{{ place }}_{{ place + loop.index }}.sqlrisk_rows
  from sqlrisk_pair_{{ place }}_{{ place + loop.index }}
  {%- endfor %}
  {%- endfor %}
)
select
  sqlrisk_category.sqlrisk_margin,
  {{ sqlrisk.to_bigint('sqlrisk_category.sqlrisk_rows') }} as sqlrisk_size,
  count(*) as sqlrisk_categories
from sqlrisk_category
group by sqlrisk_category.sqlrisk_margin, sqlrisk_category.sqlrisk_rows
{%- endmacro -%}

{#- sqlrisk_class: one row a class; its rows, as a double: sums of it are exact up to 2^53, and faster than those of integers on DuckDB. -#}
{%- macro counted_classes(relation, quasi_identifiers) -%}
sqlrisk_class as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers) }},
    {{ sqlrisk.to_double('count(*)') }} as sqlrisk_rows
  from {{ relation }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers) }}
)
{%- endmacro -%}
