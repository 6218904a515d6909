{#- A column list of one table alias, quoted, qualified: an unqualified column called "user" reads current_user on PostgreSQL. -#}
{%- macro columns(alias, names) -%}
  {{- sqlrisk.refuse_texts({'columns': names}) -}}
  {%- if not names -%}
    {{ exceptions.raise_compiler_error('sqlrisk: name at least one column') }}
  {%- endif -%}
  {%- for name in names -%}
    {{ sqlrisk.column(alias, name) }}{{ ', ' if not loop.last }}
  {%- endfor -%}
{%- endmacro -%}

{#- Refuse what is not a list, by the name of each argument: a text would be read letter by letter, and name other columns. An argument that is left out
    is none. -#}
{%- macro refuse_texts(lists) -%}
  {%- set forms = {
    'missing': "is a list of texts and numbers: write it as ['', 'NA']",
    'tokens': "is a list of texts and numbers: write it as ['', 'NA']",
    'blocks': "is a list of at least two lists of columns: write it as [['...'], ['...']]",
    'limits': "is a list of at least one limit on a class: write it as [{'k': 5}, {'distinct_l': 2, 'column': '...'}]",
  } -%}
  {%- for key in lists if lists[key] is not none and (lists[key] is string or lists[key] is mapping or lists[key] is not iterable) -%}
    {%- set form = forms[key] if key in forms else "is a list of at least one column: write it as ['...']" -%}
    {{ exceptions.raise_compiler_error('sqlrisk: ' ~ key ~ ' ' ~ form) }}
  {%- endfor -%}
{%- endmacro -%}

{#- One column of one table alias, quoted. Our own aliases all begin with sqlrisk_, so a user's column may not. -#}
{%- macro column(alias, name) -%}
  {%- if (name | lower)[:8] == 'sqlrisk_' -%}
    {{ exceptions.raise_compiler_error('sqlrisk: column names that begin with sqlrisk_ are reserved') }}
  {%- endif -%}
  {{ alias }}.{{ sqlrisk.quoted(name) }}
{%- endmacro -%}

{#- The frame of a running sum: Redshift asks for one wherever a window has an order, and knows ROWS only. Rows of one order are summed one by one: the order must
    tell apart those whose sum is read. -#}
{%- macro up_to_here() -%}
  {{ return('rows between unbounded preceding and current row') }}
{%- endmacro -%}
