{#- One row a rank of `ranks`: the value of the column that has it, as text. It is a value of the data: it is fetched for --show-cut-points only. -#}
{%- macro mondrian_points(relation, column, is_text, ranks) -%}
  {{- sqlrisk.refuse_texts({'ranks': ranks}) -}}
select
  sqlrisk_ranked.sqlrisk_rank,
  min(sqlrisk_ranked.sqlrisk_text) as sqlrisk_text
from (
  select
    {{ sqlrisk.mondrian_rank('sqlrisk_row', column, is_text) }} as sqlrisk_rank,
    {{ sqlrisk.to_text(sqlrisk.column('sqlrisk_row', column)) }} as sqlrisk_text
  from {{ relation }} as sqlrisk_row
) as sqlrisk_ranked
where sqlrisk_ranked.sqlrisk_rank in ({{ ranks | join(', ') }})
group by sqlrisk_ranked.sqlrisk_rank
{%- endmacro -%}
