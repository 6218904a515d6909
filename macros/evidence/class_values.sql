{#- The pieces that the kernels about one sensitive column share. -#}

{#- sqlrisk_pair: one row a class and sensitive value; its rows, and those of the class (all, and with a value). `beside` are columns that
    each value determines. -#}
{%- macro class_values(relation, quasi_identifiers, sensitive, null_is_value=false, beside=[]) -%}
  {{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers, 'beside': beside}) -}}
sqlrisk_counted as{{ sqlrisk.materialized() }} (
  select
    {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers + beside) }},
    {{ sqlrisk.column('sqlrisk_row', sensitive) }} as sqlrisk_value,
    count(*) as sqlrisk_rows
  from {{ relation }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers + beside + [sensitive]) }}
),
sqlrisk_pair as (
  select
    {{ sqlrisk.columns('sqlrisk_counted', quasi_identifiers + beside) }},
    sqlrisk_counted.sqlrisk_value,
    {{ sqlrisk.to_bigint(sqlrisk.valued_rows('sqlrisk_counted', null_is_value)) }} as sqlrisk_valued_rows,
    {{ sqlrisk.to_bigint('sum(sqlrisk_counted.sqlrisk_rows) over (partition by ' ~ sqlrisk.columns('sqlrisk_counted', quasi_identifiers) ~ ')') }} as sqlrisk_class_size,
    {{ sqlrisk.to_bigint('sum(' ~ sqlrisk.valued_rows('sqlrisk_counted', null_is_value) ~ ') over (partition by ' ~ sqlrisk.columns('sqlrisk_counted', quasi_identifiers) ~ ')') }} as sqlrisk_class_valued
  from sqlrisk_counted
)
{%- endmacro -%}

{#- The rows of a pair that count as having a value. -#}
{%- macro valued_rows(alias, null_is_value) -%}
  {%- if null_is_value -%}
    {{ return(alias ~ '.sqlrisk_rows') }}
  {%- endif -%}
  {{ return('case when ' ~ alias ~ '.sqlrisk_value is null then 0 else ' ~ alias ~ '.sqlrisk_rows end') }}
{%- endmacro -%}

{#- sqlrisk_seen: sqlrisk_class as it is, or once for each declared group that has a row in the class (tagged and unioned: NULL meets NULL). -#}
{%- macro seen_by_group(relation, quasi_identifiers, group, stats) -%}
{%- if group is none -%}
sqlrisk_seen as (
  select
    sqlrisk_class.sqlrisk_class_size as sqlrisk_members,
    sqlrisk_class.sqlrisk_class_size
    {%- for stat in stats %},
    sqlrisk_class.{{ stat }}
    {%- endfor %}
  from sqlrisk_class
)
{%- else -%}
sqlrisk_tagged as (
  select
    {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers) }},
    {{ sqlrisk.column('sqlrisk_row', group) }} as sqlrisk_group,
    count(*) as sqlrisk_members,
    {{ sqlrisk.no_number() }} as sqlrisk_class_size
    {%- for stat in stats %},
    {{ sqlrisk.no_number() }} as {{ stat }}
    {%- endfor %}
  from {{ relation }} as sqlrisk_row
  group by {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers + [group]) }}
  union all
  select
    {{ sqlrisk.columns('sqlrisk_class', quasi_identifiers) }},
    null as sqlrisk_group,
    0 as sqlrisk_members,
    sqlrisk_class.sqlrisk_class_size
    {%- for stat in stats %},
    sqlrisk_class.{{ stat }}
    {%- endfor %}
  from sqlrisk_class
),
sqlrisk_spread as (
  select
    sqlrisk_tagged.sqlrisk_group,
    sqlrisk_tagged.sqlrisk_members,
    max(sqlrisk_tagged.sqlrisk_class_size) over (partition by {{ sqlrisk.columns('sqlrisk_tagged', quasi_identifiers) }}) as sqlrisk_class_size
    {%- for stat in stats %},
    max(sqlrisk_tagged.{{ stat }}) over (partition by {{ sqlrisk.columns('sqlrisk_tagged', quasi_identifiers) }}) as {{ stat }}
    {%- endfor %}
  from sqlrisk_tagged
),
sqlrisk_seen as (
  select
    sqlrisk_spread.sqlrisk_group,
    sqlrisk_spread.sqlrisk_members,
    sqlrisk_spread.sqlrisk_class_size
    {%- for stat in stats %},
    sqlrisk_spread.{{ stat }}
    {%- endfor %}
  from sqlrisk_spread
  where sqlrisk_spread.sqlrisk_members > 0 and sqlrisk_spread.sqlrisk_class_size is not null
)
{%- endif -%}
{%- endmacro -%}
