{#- One row a pair of flags: how many rows the declared filter keeps, and how many of those bear the suppression marker.
    `flagged` false: neither is declared, and each row of the relation is kept and bears none. -#}
{%- macro row_counts(relation, flagged=true) -%}
{%- if not flagged -%}
select 1 as sqlrisk_kept, 0 as sqlrisk_marked, count(*) as sqlrisk_rows
from {{ relation }} as sqlrisk_row
{%- else -%}
select
  sqlrisk_row.sqlrisk_kept,
  sqlrisk_row.sqlrisk_marked,
  count(*) as sqlrisk_rows
from {{ relation }} as sqlrisk_row
group by sqlrisk_row.sqlrisk_kept, sqlrisk_row.sqlrisk_marked
{%- endif -%}
{%- endmacro -%}
