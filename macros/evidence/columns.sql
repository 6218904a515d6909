{#- A column list of one table alias, quoted, qualified: an unqualified column called "user" reads current_user on PostgreSQL. -#}
{%- macro columns(alias, names) -%}
  {%- if not names -%}
    {{ exceptions.raise_compiler_error('sqlrisk: name at least one column') }}
  {%- endif -%}
  {%- for name in names -%}
    {{ sqlrisk.column(alias, name) }}{{ ', ' if not loop.last }}
  {%- endfor -%}
{%- endmacro -%}

{#- One column of one table alias, quoted. Our own aliases all begin with sqlrisk_, so a user's column may not. -#}
{%- macro column(alias, name) -%}
  {%- if (name | lower)[:8] == 'sqlrisk_' -%}
    {{ exceptions.raise_compiler_error('sqlrisk: column names that begin with sqlrisk_ are reserved') }}
  {%- endif -%}
  {{ alias }}.{{ sqlrisk.quoted(name) }}
{%- endmacro -%}
