{#- One row a class: its quasi-identifiers and its rows. It never leaves the engine: it becomes a temporary table from which coarser classes are
    rolled up. `counted`: a row of the relation stands for as many as its column sqlrisk_rows says. -#}
{%- macro class_counts(relation, quasi_identifiers, counted=false) -%}
  {{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers}) -}}
select
  {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers) }},
  {{ sqlrisk.rows_of('sqlrisk_row', counted) }} as sqlrisk_rows
from {{ relation }} as sqlrisk_row
group by {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers) }}
{%- endmacro -%}

{#- The rows of a group: its own, or the sum of those that they stand for. -#}
{%- macro rows_of(alias, counted) -%}
  {{ return(sqlrisk.to_bigint('sum(' ~ alias ~ '.sqlrisk_rows)') if counted else 'count(*)') }}
{%- endmacro -%}
