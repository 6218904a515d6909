{#- The rule of missing values, one text for sqlrisk check and for dbt. `tokens`: texts and numbers that are declared missing; none where nothing is declared; an
    empty list says that every value is a value. `kind`: of the column's values: text, number, float, other (compared by its text), or any (an engine whose columns hold values of several types). -#}

{#- A value, or NULL where it is missing. -#}
{%- macro valued(value, tokens, kind) -%}
  {{- sqlrisk.refuse_texts({'tokens': tokens}) -}}
  {%- set condition = sqlrisk.is_missing(value, tokens, kind) -%}
  {{ return('case when ' ~ condition ~ ' then null else ' ~ value ~ ' end' if condition else value) }}
{%- endmacro -%}

{#- Whether a value that is not NULL is missing; an empty text where it cannot be. Blanks around a text do not count: '' is any text of blanks. NaN is missing unless
    the list is empty. -#}
{%- macro is_missing(value, tokens, kind) -%}
  {{- sqlrisk.refuse_texts({'tokens': tokens}) -}}
  {%- set ns = namespace(numbers=[], texts=[], conditions=[]) -%}
  {%- for token in tokens or [] -%}
    {%- set ns.texts = ns.texts + [sqlrisk.literal((token | string).strip(' '))] -%}
    {%- set number = token if token is number else (token | string | trim) -%}
    {%- if token is number or sqlrisk.is_written_number(number) -%}
      {%- set ns.numbers = ns.numbers + [number | string] -%}
    {%- endif -%}
  {%- endfor -%}
  {%- if kind in ['number', 'float', 'any'] and ns.numbers -%}
    {%- set ns.conditions = ns.conditions + [value ~ ' in (' ~ ns.numbers | join(', ') ~ ')'] -%}
  {%- endif -%}
  {%- if kind in ['text', 'other', 'any'] and ns.texts -%}
    {%- set ns.conditions = ns.conditions + [sqlrisk.trimmed(sqlrisk.binary_text(value)) ~ ' in (' ~ ns.texts | join(', ') ~ ')'] -%}
  {%- endif -%}
  {%- if kind == 'float' and tokens != [] and sqlrisk.is_nan(value) -%}
    {%- set ns.conditions = ns.conditions + [sqlrisk.is_nan(value)] -%}
  {%- endif -%}
  {{ return(ns.conditions | join(' or ')) }}
{%- endmacro -%}

{#- Whether a text is written as a number that every engine reads: -9, 99, 9.5. -#}
{%- macro is_written_number(text) -%}
  {%- set ns = namespace(parts=(text[1:] if text[:1] == '-' else text).split('.'), digits=true) -%}
  {%- for part in ns.parts -%}
    {%- set ns.digits = ns.digits and part.isascii() and part.isdecimal() -%}
  {%- endfor -%}
  {{ return(ns.digits and ns.parts | length <= 2) }}
{%- endmacro -%}

{#- The texts that often mean that nothing was recorded, and by which name their counts are read. -#}
{%- macro suspected_tokens() -%}
  {{ return([('blank', ''), ('na', 'NA'), ('n_a', 'N/A'), ('null', 'null'), ('upper_null', 'NULL'), ('dot', '.'), ('nan', 'NaN')]) }}
{%- endmacro -%}

{#- The numbers that surveys often write where nothing was recorded, each after the name of its count. -#}
{%- macro suspected_codes() -%}
  {{ return([('minus_9', -9), ('minus_8', -8), ('code_9', 9), ('code_99', 99), ('code_999', 999)]) }}
{%- endmacro -%}

{#- The rows of an evidence of missing_tokens that hold one of them, as one number. -#}
{%- macro suspected_rows(evidence) -%}
  {%- set ns = namespace(counts=[]) -%}
  {%- for name, _ in sqlrisk.suspected_tokens() -%}
    {%- set ns.counts = ns.counts + [evidence ~ '.sqlrisk_' ~ name] -%}
  {%- endfor -%}
  {{ return('(' ~ ns.counts | join(' + ') ~ ')') }}
{%- endmacro -%}

{#- The names of the types of decimal numbers that can hold NaN. -#}
{%- macro decimals_with_nan() -%}
  {{ return(adapter.dispatch('decimals_with_nan', 'sqlrisk')()) }}
{%- endmacro -%}
{%- macro default__decimals_with_nan() -%}
  {{ return([]) }}
{%- endmacro -%}
{%- macro postgres__decimals_with_nan() -%}
  {{ return(['numeric', 'decimal']) }}
{%- endmacro -%}
{%- macro redshift__decimals_with_nan() -%}
  {{ return([]) }}
{%- endmacro -%}
