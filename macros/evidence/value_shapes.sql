{#- One row: of each text column, in order, the rows with a value, their characters, and an upper bound of those that could be written like an identifier
    (is_candidate in value_patterns.sql; value_fits counts them exactly); of each column of numbers the rows with a value, and those with as many digits as
    a NIF, CPF, NIR or card. One scan. -#}
{%- macro value_shapes(relation, texts=[], numbers=[]) -%}
{{- sqlrisk.refuse_texts({'texts': texts, 'numbers': numbers}) -}}
select
  count(*) as sqlrisk_rows
  {%- for name in texts %},
  count(nullif(sqlrisk_cell.sqlrisk_text_{{ loop.index }}, '')) as sqlrisk_filled_{{ loop.index }},
  {{ sqlrisk.to_bigint('coalesce(sum(' ~ sqlrisk.text_length('sqlrisk_cell.sqlrisk_text_' ~ loop.index) ~ '), 0)') }} as sqlrisk_characters_{{ loop.index }},
  {{ sqlrisk.to_bigint('coalesce(sum(' ~ sqlrisk.is_candidate('sqlrisk_cell.sqlrisk_text_' ~ loop.index) ~ '), 0)') }} as sqlrisk_candidates_{{ loop.index }}
  {%- endfor %}
  {%- for name in numbers %},
  count(sqlrisk_cell.sqlrisk_number_{{ loop.index }}) as sqlrisk_numbered_{{ loop.index }},
  {{ sqlrisk.to_bigint('coalesce(sum(' ~ sqlrisk.may_be_number_of_people('sqlrisk_cell.sqlrisk_number_' ~ loop.index) ~ '), 0)') }} as sqlrisk_long_{{ loop.index }}
  {%- endfor %}
from (
  select
    1 as sqlrisk_one
    {%- for name in texts %},
    {{ sqlrisk.shared_text(sqlrisk.column('sqlrisk_row', name)) }} as sqlrisk_text_{{ loop.index }}
    {%- endfor %}
    {%- for name in numbers %},
    {{ sqlrisk.to_double(sqlrisk.column('sqlrisk_row', name)) }} as sqlrisk_number_{{ loop.index }}
    {%- endfor %}
  from {{ relation }} as sqlrisk_row{{ sqlrisk.evaluated_once() }}
) as sqlrisk_cell
{%- endmacro -%}
