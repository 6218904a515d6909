{#- One row a pair of flags: how many rows the declared filter keeps, and how many of those bear the suppression marker. -#}
{%- macro row_counts(relation) -%}
select
  sqlrisk_row.sqlrisk_kept,
  sqlrisk_row.sqlrisk_marked,
  count(*) as sqlrisk_rows
from {{ relation }} as sqlrisk_row
group by sqlrisk_row.sqlrisk_kept, sqlrisk_row.sqlrisk_marked
{%- endmacro -%}
