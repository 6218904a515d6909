{#- One row a value of a column: the value, and a number for it (sqlrisk_level_0) and for each of its levels (sqlrisk_level_1, ...). NULL has one, as
    any other value. It never leaves the engine. -#}
{%- macro level_codes(relation, value, levels) -%}
  {{- sqlrisk.refuse_texts({'levels': levels}) -}}
select
  {{ sqlrisk.column('sqlrisk_value', value) }}
  {%- for level in [value] + levels %},
  {{ sqlrisk.to_bigint('dense_rank() over (order by ' ~ sqlrisk.column('sqlrisk_value', level) ~ ')') }} as sqlrisk_level_{{ loop.index0 }}
  {%- endfor %}
from (
  select {{ sqlrisk.columns('sqlrisk_row', [value] + levels) }}
  from {{ relation }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', [value] + levels) }}
) as sqlrisk_value
{%- endmacro -%}
