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

{#- The limits on a class that `suppress` takes in place of k: a list of {k: 5}, {distinct_l: 2, column: 'dx'}, ... -#}
{%- macro refuse_class_limits(k, limits) -%}
  {%- if k is not none -%}
    {{ exceptions.raise_compiler_error('sqlrisk: suppress takes k or limits, not both: write limits=[{k: ' ~ k ~ '}, ...]') }}
  {%- endif -%}
  {{- sqlrisk.refuse_texts({'limits': limits}) -}}
  {%- if not limits -%}
    {{ exceptions.raise_compiler_error("sqlrisk: limits is a list of at least one limit on a class: write [{'k': 5}, {'distinct_l': 2, 'column': '...'}]") }}
  {%- endif -%}
  {%- for limit in limits -%}
    {{- sqlrisk.refuse_class_limit(limit) -}}
    {%- for other in limits if other is mapping and other.get('column') == limit.get('column') and other.get('null_means') != limit.get('null_means') -%}
      {{ exceptions.raise_compiler_error('sqlrisk: the limits on one column have one null_means: write it in each') }}
    {%- endfor -%}
  {%- endfor -%}
{%- endmacro -%}

{#- The measures that a class alone decides. -#}
{%- macro measures_of_classes() -%}
  {{ return(['k', 'distinct_l', 'entropy_l', 'max_posterior', 'recursive_c', 't_closeness']) }}
{%- endmacro -%}

{#- Those limits as the kernel `kept_rows` takes them. -#}
{%- macro class_limits(limits) -%}
  {%- set ns = namespace(found=[]) -%}
  {%- for limit in limits -%}
    {%- set measure = limit.keys() | select('in', sqlrisk.measures_of_classes()) | first -%}
    {%- set ns.found = ns.found + [{'measure': measure, 'limit': limit[measure], 'column': limit.get('column'), 'null_means': limit.get('null_means'), 'l': limit.get('l')}] -%}
  {%- endfor -%}
  {{ return(ns.found) }}
{%- endmacro -%}

{%- macro refuse_class_limit(limit) -%}
  {%- set known = sqlrisk.measures_of_classes() -%}
  {%- if limit is not mapping or limit.keys() | select('in', known) | list | length != 1 or limit.keys() | reject('in', known + ['column', 'l', 'null_means']) | list -%}
    {{ exceptions.raise_compiler_error('sqlrisk: a limit on a class has one of ' ~ known | join(', ') ~ ", and beside it column, null_means and l: write {'distinct_l': 2, 'column': '...'}") }}
  {%- endif -%}
  {%- set measure = limit.keys() | select('in', known) | first -%}
  {%- if measure == 'k' -%}
    {{- sqlrisk.refuse_below_two('k', limit['k']) -}}
  {%- else -%}
    {{- sqlrisk.refuse_limit(measure, limit[measure]) -}}
  {%- endif -%}
  {%- if (measure == 'k') != (limit.get('column') is none) or limit.get('column') is not none and (limit['column'] is not string or not limit['column']) -%}
    {{ exceptions.raise_compiler_error('sqlrisk: the limit on ' ~ measure ~ (' has no column' if measure == 'k' else " names the sensitive column in quotes: column: '...'")) }}
  {%- endif -%}
  {%- if (measure == 'recursive_c') != (limit.get('l') is not none) or limit.get('l') is not none and (limit['l'] is not integer or limit['l'] < 1) -%}
    {{ exceptions.raise_compiler_error('sqlrisk: recursive_c has an l of 1 or more, and no other limit has one') }}
  {%- endif -%}
  {%- if limit.get('null_means') not in [none, 'value', 'not_recorded'] -%}
    {{ exceptions.raise_compiler_error('sqlrisk: null_means is value or not_recorded') }}
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
