{#- The classes of mondrian_classes as whole numbers, all in region 1: the dense rank of each quasi-identifier, its rows, and for each query of
    `queries` ({group_by, share_of, null_is_value}) numbers that stand for the group and the value, and the rows that have a value. -#}
{%- macro mondrian_ranks(relation, quasi_identifiers, texts, queries=[]) -%}
  {{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers, 'texts': texts, 'queries': queries}) -}}
select
  1 as sqlrisk_region,
  {%- for name in quasi_identifiers %}
  {{ sqlrisk.mondrian_rank('sqlrisk_row', name, name in texts) }} as sqlrisk_rank_{{ loop.index }},
  {%- endfor %}
  {%- for query in queries %}
  dense_rank() over (order by {{ sqlrisk.columns('sqlrisk_row', query.group_by) }}) as sqlrisk_group_{{ loop.index }},
  dense_rank() over (order by {{ sqlrisk.column('sqlrisk_row', query.share_of) }}) as sqlrisk_value_{{ loop.index }},
  {% if query.null_is_value %}sqlrisk_row.sqlrisk_rows{% else %}case when {{ sqlrisk.column('sqlrisk_row', query.share_of) }} is null then 0 else sqlrisk_row.sqlrisk_rows end{% endif %} as sqlrisk_valued_{{ loop.index }},
  {%- endfor %}
  sqlrisk_row.sqlrisk_rows
from {{ relation }} as sqlrisk_row
{%- endmacro -%}

{#- The dense rank of a value in its column: text in binary order, NULL last and a value of its own. -#}
{%- macro mondrian_rank(alias, name, is_text) -%}
dense_rank() over (order by case when {{ sqlrisk.column(alias, name) }} is null then 1 else 0 end, {% if is_text %}{{ sqlrisk.binary_text(sqlrisk.column(alias, name)) }}{% else %}{{ sqlrisk.column(alias, name) }}{% endif %})
{%- endmacro -%}

{#- What the rows of a region carry from cut to cut, beside the region. -#}
{%- macro mondrian_carried(alias, attributes, queries) -%}
{%- for place in range(1, attributes + 1) %}{{ alias }}.sqlrisk_rank_{{ place }}, {% endfor -%}
{%- for place in range(1, queries + 1) %}{{ alias }}.sqlrisk_group_{{ place }}, {{ alias }}.sqlrisk_value_{{ place }}, {{ alias }}.sqlrisk_valued_{{ place }}, {% endfor -%}
{{ alias }}.sqlrisk_rows
{%- endmacro -%}
