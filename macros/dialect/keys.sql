{#- How keys are compared. A key is never compared as text: equal numbers have several texts (1.0 and 1.00, 0 and -0), and engines write them differently. -#}

{#- A value to join on, made over all rows of a select: its rank among the values, which is a whole number and never NULL, so that every engine hashes it.
    The value itself where the engine hashes a join in which NULL meets NULL. -#}
{%- macro key_code(value) -%}
  {{ return(adapter.dispatch('key_code', 'sqlrisk')(value)) }}
{%- endmacro -%}
{%- macro default__key_code(value) -%}
  {{ return('dense_rank() over (order by ' ~ value ~ ')') }}
{%- endmacro -%}
{%- macro duckdb__key_code(value) -%}
  {{ return(value) }}
{%- endmacro -%}
{%- macro spark__key_code(value) -%}
  {{ return(value) }}
{%- endmacro -%}

{#- The name of the code of a column that is one of some names. -#}
{%- macro key_called(names, name) -%}
  {%- for each in names -%}
    {%- if each == name -%}
      {{ return('sqlrisk_key_' ~ loop.index) }}
    {%- endif -%}
  {%- endfor -%}
{%- endmacro -%}

{#- Whether two codes of key_code are one. -#}
{%- macro same_key(one, other) -%}
  {{ return(adapter.dispatch('same_key', 'sqlrisk')(one, other)) }}
{%- endmacro -%}
{%- macro default__same_key(one, other) -%}
  {{ return(one ~ ' = ' ~ other) }}
{%- endmacro -%}
{%- macro duckdb__same_key(one, other) -%}
  {{ return(one ~ ' is not distinct from ' ~ other) }}
{%- endmacro -%}
{%- macro spark__same_key(one, other) -%}
  {{ return(one ~ ' <=> ' ~ other) }}
{%- endmacro -%}

{#- Whether two values that are not NULL are one, as `group by` has it. To ClickHouse NaN is another value than NaN, but in `group by`. -#}
{%- macro same_value(one, other) -%}
  {{ return(adapter.dispatch('same_value', 'sqlrisk')(one, other)) }}
{%- endmacro -%}
{%- macro default__same_value(one, other) -%}
  {{ return(one ~ ' = ' ~ other) }}
{%- endmacro -%}
{%- macro clickhouse__same_value(one, other) -%}
  {{ return(one ~ ' = ' ~ other ~ ' or (' ~ one ~ ' <> ' ~ one ~ ' and ' ~ other ~ ' <> ' ~ other ~ ')') }}
{%- endmacro -%}
