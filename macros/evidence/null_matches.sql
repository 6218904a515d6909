{#- One row a number of matches: the rows that so many rows agree with, themselves included, where a NULL on either side agrees with anything
    (sdcMicro's rule: such neighbourhoods are no classes). A class without a NULL matches itself and classes with one; a class with one is held
    against every class. `values` as in null_classes: classes are formed by the quasi-identifiers, and held against one another by these. The join
    is on columns that can be NULL, because that NULL matches anything is what is asked. -#}
{%- macro null_matches(relation, quasi_identifiers, min_class_size=1, values=none) -%}
  {{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers, 'values': values}) -}}
{%- set values = values or quasi_identifiers -%}
{%- set kept = quasi_identifiers + (values | reject('in', quasi_identifiers) | list) -%}
with sqlrisk_class as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns('sqlrisk_row', kept) }},
    count(*) as sqlrisk_class_size
  from {{ relation }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', kept) }}
  {%- if min_class_size > 1 %}
  having count(*) >= {{ min_class_size }}
  {%- endif %}
),
sqlrisk_part as (
  select
    {{ sqlrisk.columns('sqlrisk_class', kept) }},
    sqlrisk_class.sqlrisk_class_size,
    sqlrisk_class.sqlrisk_class_size as sqlrisk_matches
  from sqlrisk_class
  where not {{ sqlrisk.any_null('sqlrisk_class', values) }}
  union all
  select
    {{ sqlrisk.columns('sqlrisk_class', kept) }},
    0 as sqlrisk_class_size,
    sum(sqlrisk_other.sqlrisk_class_size) as sqlrisk_matches
  from sqlrisk_class
  inner join sqlrisk_class as sqlrisk_other on {{ sqlrisk.agree_or_null('sqlrisk_class', 'sqlrisk_other', values) }}
  where not {{ sqlrisk.any_null('sqlrisk_class', values) }} and {{ sqlrisk.any_null('sqlrisk_other', values) }}
  group by {{ sqlrisk.columns('sqlrisk_class', kept) }}
  union all
  select
    {{ sqlrisk.columns('sqlrisk_class', kept) }},
    min(sqlrisk_class.sqlrisk_class_size) as sqlrisk_class_size,
    sum(sqlrisk_other.sqlrisk_class_size) as sqlrisk_matches
  from sqlrisk_class
  inner join sqlrisk_class as sqlrisk_other on {{ sqlrisk.agree_or_null('sqlrisk_class', 'sqlrisk_other', values) }}
  where {{ sqlrisk.any_null('sqlrisk_class', values) }}
  group by {{ sqlrisk.columns('sqlrisk_class', kept) }}
),
sqlrisk_matched as (
  select
    {{ sqlrisk.to_bigint('sum(sqlrisk_part.sqlrisk_class_size)') }} as sqlrisk_class_size,
    {{ sqlrisk.to_bigint('sum(sqlrisk_part.sqlrisk_matches)') }} as sqlrisk_matches
  from sqlrisk_part
  group by {{ sqlrisk.columns('sqlrisk_part', kept) }}
)
select
  sqlrisk_matched.sqlrisk_matches,
  {{ sqlrisk.to_bigint('sum(sqlrisk_matched.sqlrisk_class_size)') }} as sqlrisk_rows
from sqlrisk_matched
group by sqlrisk_matched.sqlrisk_matches
{%- endmacro -%}

{#- Whether two rows agree on every column, where a NULL agrees with anything. -#}
{%- macro agree_or_null(one, other, names) -%}
  {%- for name in names -%}
    ({{ sqlrisk.same_value(sqlrisk.column(one, name), sqlrisk.column(other, name)) }} or {{ sqlrisk.column(one, name) }} is null or {{ sqlrisk.column(other, name) }} is null){{ ' and ' if not loop.last }}
  {%- endfor -%}
{%- endmacro -%}
