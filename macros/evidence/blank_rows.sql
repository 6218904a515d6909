{#- One row: for each column, in order, the rows that have nothing there: NULL; of the columns `numbers` also 0, of the columns `texts` also the empty text
    and '0', which is how a file writes it. One scan. -#}
{%- macro blank_rows(relation, columns, numbers=[], texts=[]) -%}
  {{- sqlrisk.refuse_texts({'columns': columns, 'numbers': numbers, 'texts': texts}) -}}
select
  count(*) as sqlrisk_rows
  {%- for name in columns %}
  {%- set value = sqlrisk.column('sqlrisk_row', name) %},
  {{ sqlrisk.to_bigint('coalesce(sum(case when ' ~ value ~ ' is null' ~ (' or ' ~ value ~ ' = 0' if name in numbers) ~ (' or ' ~ value ~ " = '' or " ~ value ~ " = '0'" if name in texts) ~ ' then 1 else 0 end), 0)') }} as sqlrisk_blank_{{ loop.index }}
  {%- endfor %}
from {{ relation }} as sqlrisk_row
{%- endmacro -%}
