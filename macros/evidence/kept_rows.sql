{#- The rows of the classes that meet every one of some limits, each a {measure, limit, column, null_means, l}: k, whose column is none, or distinct_l,
    entropy_l, max_posterior, recursive_c (with l), t_closeness of a sensitive column. All are decided at once, on the classes as they are: t_closeness
    against the distribution before any class is left out. The classes that fail meet their rows in a union and a window, as NULL meets NULL there;
    nested selects only, since the text stands in the place of a relation. -#}
{%- macro kept_rows(relation, columns, quasi_identifiers, limits) -%}
{{- sqlrisk.refuse_texts({'columns': columns, 'quasi_identifiers': quasi_identifiers, 'limits': limits}) -}}
{%- set k = ([1] + (limits | selectattr('measure', 'equalto', 'k') | map(attribute='limit') | list)) | max -%}
{%- set of_columns = limits | rejectattr('measure', 'equalto', 'k') | list -%}
{%- set beside = columns | reject('in', quasi_identifiers) | list -%}
select {{ sqlrisk.columns('sqlrisk_decided', columns) }}
from (
  select
    {{ sqlrisk.columns('sqlrisk_tagged', columns) }},
    sqlrisk_tagged.sqlrisk_is_row,
    {{ sqlrisk.to_bigint('sum(sqlrisk_tagged.sqlrisk_is_row) over (partition by ' ~ sqlrisk.columns('sqlrisk_tagged', quasi_identifiers) ~ ')') }} as sqlrisk_class_size,
    max(sqlrisk_tagged.sqlrisk_fails) over (partition by {{ sqlrisk.columns('sqlrisk_tagged', quasi_identifiers) }}) as sqlrisk_fails
  from (
    select
      1 as sqlrisk_is_row,
      0 as sqlrisk_fails,
      {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers + beside) }}
    from {{ relation }} as sqlrisk_row
    {%- for column in of_columns | map(attribute='column') | unique(case_sensitive=true) %}
    union all
    select
      0 as sqlrisk_is_row,
      1 as sqlrisk_fails,
      {{ sqlrisk.columns('sqlrisk_failing', quasi_identifiers) }}
      {%- for name in beside %},
      null as sqlrisk_none_{{ loop.index }}
      {%- endfor %}
    from (
{{ sqlrisk.failing_classes(relation, quasi_identifiers, column, of_columns | selectattr('column', 'equalto', column) | list) }}
    ) as sqlrisk_failing
    {%- endfor %}
  ) as sqlrisk_tagged
) as sqlrisk_decided
where sqlrisk_decided.sqlrisk_is_row = 1
  and sqlrisk_decided.sqlrisk_fails = 0
  and sqlrisk_decided.sqlrisk_class_size >= {{ k }}
{%- endmacro -%}

{#- The classes that fail one of the limits on one sensitive column. A class without any value fails them, unless NULL means that nothing was recorded. -#}
{%- macro failing_classes(relation, quasi_identifiers, sensitive, limits) -%}
{%- set value, null_means = sqlrisk.column('sqlrisk_row', sensitive), limits[0]['null_means'] -%}
{%- set valued = 'max(sqlrisk_share.sqlrisk_class_valued)' -%}
      select {{ sqlrisk.columns('sqlrisk_share', quasi_identifiers) }}
      from (
        select
          {{ sqlrisk.columns('sqlrisk_pair', quasi_identifiers) }},
          sqlrisk_pair.sqlrisk_valued_rows,
          row_number() over (partition by {{ sqlrisk.columns('sqlrisk_pair', quasi_identifiers) }} order by sqlrisk_pair.sqlrisk_valued_rows desc) as sqlrisk_place,
          {{ sqlrisk.to_bigint('sum(sqlrisk_pair.sqlrisk_valued_rows) over (partition by ' ~ sqlrisk.columns('sqlrisk_pair', quasi_identifiers) ~ ')') }} as sqlrisk_class_valued,
          {{ sqlrisk.to_bigint('sum(sqlrisk_pair.sqlrisk_valued_rows) over (partition by sqlrisk_pair.sqlrisk_value)') }} as sqlrisk_value_rows,
          {{ sqlrisk.to_bigint('sum(sqlrisk_pair.sqlrisk_valued_rows) over ()') }} as sqlrisk_table_rows
        from (
          select
            {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers) }},
            {{ value }} as sqlrisk_value,
            {{ sqlrisk.to_bigint('count(*)' if null_means == 'value' else 'count(' ~ value ~ ')') }} as sqlrisk_valued_rows
          from {{ relation }} as sqlrisk_row
          group by {{ sqlrisk.columns('sqlrisk_row', quasi_identifiers + [sensitive]) }}
        ) as sqlrisk_pair
      ) as sqlrisk_share
      group by {{ sqlrisk.columns('sqlrisk_share', quasi_identifiers) }}
      having {{ valued ~ ' > 0 and (' if null_means == 'not_recorded' else valued ~ ' = 0 or (' }}
        {%- for limit in limits %}{{ ' or ' if not loop.first }}{{ sqlrisk.class_fails(limit['measure'], limit['limit'], limit['l']) }}{% endfor %})
{%- endmacro -%}

{#- The condition under which a class with values fails a limit; products in place of ratios, since a class may have none. A computed real is within 1e-9 of
    its limit. -#}
{%- macro class_fails(measure, limit, l=none) -%}
{%- set rows, class_valued = 'sqlrisk_share.sqlrisk_valued_rows', 'max(sqlrisk_share.sqlrisk_class_valued)' -%}
{%- set largest, valued = sqlrisk.to_double('max(' ~ rows ~ ')'), sqlrisk.to_double(class_valued) -%}
{%- if measure == 'distinct_l' -%}
sum(case when {{ rows }} > 0 then 1 else 0 end) < {{ limit }}
{%- elif measure == 'entropy_l' -%}
case when {{ class_valued }} > 0 then {{ valued }} * {{ sqlrisk.ln(valued) }} else 0 end - sum(case when {{ rows }} > 0 then {{ sqlrisk.to_double(rows) }} * {{ sqlrisk.ln(sqlrisk.to_double(rows)) }} else 0 end) < {{ valued }} * {{ sqlrisk.ln(sqlrisk.to_double(limit * 0.999999999)) }}
{%- elif measure == 'max_posterior' -%}
{{ largest }} > {{ sqlrisk.to_double(limit * 1.000000001) }} * {{ valued }}
{%- elif measure == 'recursive_c' -%}
{{ largest }} >= {{ sqlrisk.to_double(limit * 0.999999999) }} * {{ sqlrisk.to_double('sum(case when sqlrisk_share.sqlrisk_place >= ' ~ l ~ ' then ' ~ rows ~ ' else 0 end)') }}
{%- elif measure == 't_closeness' -%}
{{ sqlrisk.sum_of_gaps(rows, 'sqlrisk_share.sqlrisk_table_rows', 'sqlrisk_share.sqlrisk_class_valued', 'sqlrisk_share.sqlrisk_value_rows') }} > {{ sqlrisk.to_double(limit * 1.000000001) }} * {{ valued }} * {{ sqlrisk.to_double('max(sqlrisk_share.sqlrisk_table_rows)') }}
{%- endif -%}
{%- endmacro -%}
