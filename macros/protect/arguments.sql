{#- What the macros of this folder refuse, with what to write instead. Each prints nothing where nothing is wrong. -#}

{%- macro refuse_names(key, names) -%}
  {{- sqlrisk.refuse_texts({key: names}) -}}
  {%- if not names -%}
    {{ exceptions.raise_compiler_error('sqlrisk: ' ~ key ~ ' is a list of at least one column: write it as ' ~ "['...']") }}
  {%- endif -%}
  {%- for name in names -%}
    {%- if name is not string or not name -%}
      {{ exceptions.raise_compiler_error('sqlrisk: ' ~ key ~ ' holds something that is no column name: write names in quotes') }}
    {%- endif -%}
  {%- endfor -%}
  {{- sqlrisk.refuse_twice(key, names) -}}
{%- endmacro -%}

{#- Names are compared without case, as engines do. -#}
{%- macro refuse_twice(key, names) -%}
  {%- set folded = names | map('lower') | list -%}
  {%- for name in folded -%}
    {%- if name in folded[loop.index:] -%}
      {{ exceptions.raise_compiler_error('sqlrisk: the column `' ~ names[loop.index0] ~ '` stands more than once in ' ~ key ~ ': keep one of them') }}
    {%- endif -%}
  {%- endfor -%}
{%- endmacro -%}

{%- macro refuse_below_two(key, value) -%}
  {%- if value is not integer or value < 2 -%}
    {{ exceptions.raise_compiler_error('sqlrisk: ' ~ key ~ ' is a whole number of rows, 2 or more: below 2 nothing is protected') }}
  {%- endif -%}
{%- endmacro -%}

{%- macro refuse_threshold(threshold, residue) -%}
  {{- sqlrisk.refuse_below_two('threshold', threshold) -}}
  {%- if residue not in ['fail', 'absorb_smallest', 'drop_rows'] -%}
    {{ exceptions.raise_compiler_error('sqlrisk: residue is fail, absorb_smallest or drop_rows') }}
  {%- endif -%}
{%- endmacro -%}

{%- macro refuse_blocks(pivots, blocks) -%}
  {{- sqlrisk.refuse_names('pivots', pivots) -}}
  {{- sqlrisk.refuse_texts({'blocks': blocks}) -}}
  {%- if blocks | length < 2 -%}
    {{ exceptions.raise_compiler_error("sqlrisk: blocks is a list of at least two lists of columns, blocks=[['...'], ['...']]: one block alone is permuted against nothing, and its rows stay people; dissolve(...) takes none") }}
  {%- endif -%}
  {%- for block in blocks -%}
    {{- sqlrisk.refuse_names('block ' ~ loop.index, block) -}}
  {%- endfor -%}
  {%- for block in blocks -%}
    {%- for name in block -%}
      {%- if name | lower in pivots | map('lower') | list -%}
        {{ exceptions.raise_compiler_error('sqlrisk: the column `' ~ name ~ '` is a pivot and stands in a block too: a pivot keeps its relation with everything, leave it out of the block') }}
      {%- endif -%}
    {%- endfor -%}
  {%- endfor -%}
  {{- sqlrisk.refuse_twice('the blocks', sqlrisk.columns_of(blocks)) -}}
{%- endmacro -%}

{#- The columns beside the keys, those that are keys too left out: keys come first, and once. -#}
{%- macro other_columns(keys, columns) -%}
  {%- if columns is none or columns == [] -%}
    {{ return([]) }}
  {%- endif -%}
  {{- sqlrisk.refuse_names('columns', columns) -}}
  {%- set others = columns | reject('in', keys) | list -%}
  {{- sqlrisk.refuse_twice('the columns', keys + others) -}}
  {{ return(others) }}
{%- endmacro -%}

{#- The columns of every block, in their order. -#}
{%- macro columns_of(blocks) -%}
  {%- if blocks | length == 1 -%}
    {{ return(blocks[0]) }}
  {%- endif -%}
  {{ return(blocks[0] + sqlrisk.columns_of(blocks[1:])) }}
{%- endmacro -%}
