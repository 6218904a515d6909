{#- What a model declares under config.meta.sqlrisk, read and refused by the rules of sqlrisk check. Used by the release test only: they read the graph. -#}

{#- The declaration of a model, seed, snapshot or source table and of its columns, as one mapping; its name is that of sqlrisk check. -#}
{%- macro declared_release(model) -%}
  {%- set ns = namespace(columns={}, found=[]) -%}
  {%- for node in graph.nodes.values() | list + graph.sources.values() | list if node.get('relation_name') == model | string -%}
    {%- set declared = (node.config.get('meta') or {}).get('sqlrisk') or (node.get('meta') or {}).get('sqlrisk') -%}
    {%- set ns.found = ns.found + ([(node, declared)] if declared else []) -%}
  {%- endfor -%}
  {%- if ns.found | length != 1 -%}
    {{ sqlrisk.refuse(model, 'it is declared more than once: keep one config.meta.sqlrisk' if ns.found else 'it declares nothing under config.meta.sqlrisk') }}
  {%- endif -%}
  {%- set node, declared = ns.found[0] -%}
  {%- for name, column in node.columns.items() -%}
    {%- set meta = (column.get('config') or {}).get('meta') or column.get('meta') or {} -%}
    {%- if meta.get('sqlrisk') is not none -%}
      {%- set ns.columns = dict(ns.columns, **{name: meta.get('sqlrisk')}) -%}
    {%- endif -%}
  {%- endfor -%}
  {%- set version = '' if node.get('version') is none else '_v' ~ node.version -%}
  {%- set name = node.source_name ~ '.' ~ node.name if node.resource_type == 'source' else node.name ~ version -%}
  {{ return(dict(declared, columns=dict(ns.columns, **(declared.get('columns') or {})), name=declared.get('name') or name)) }}
{%- endmacro -%}

{#- One sentence for every refusal. -#}
{%- macro refuse(name, why) -%}
  {{ exceptions.raise_compiler_error('sqlrisk: ' ~ name ~ ': ' ~ why) }}
{%- endmacro -%}

{#- Whatever would make what is published another table than the model as it stands, or asks for what only Python measures. -#}
{%- macro refuse_unjudged(declared) -%}
  {%- set read = ['name', 'description', 'time_zone', 'columns', 'other_columns', 'groups', 'population', 'adversary', 'composes_with', 'utility', 'thresholds', 'waived', 'decision', 'decided_on', 'valid_until', 'review_when'] -%}
  {%- set of_column = ['role', 'harm', 'null_means', 'missing', 'order', 'reason'] -%}
  {%- set of_threshold = ['measure', 'column', 'at_least', 'at_most', 'severity', 'source', 'reason'] -%}
  {%- set roles = ['identifier', 'quasi_identifier', 'sensitive', 'insensitive', 'weight', 'entity', 'cluster'] -%}
  {{ sqlrisk.refuse_unread(declared.name, declared, read) }}
  {%- for name, column in declared.columns.items() -%}
    {{ sqlrisk.refuse_unread(declared.name ~ '.' ~ name, column, of_column) }}
    {%- if column.get('role') not in roles -%}
      {{ sqlrisk.refuse(declared.name, 'the role of ' ~ name ~ ' is none of ' ~ roles | join(', ')) }}
    {%- endif -%}
  {%- endfor -%}
  {%- for threshold in declared.thresholds or [] if threshold.get('severity') != 'warn' -%}
    {{ sqlrisk.refuse_unread(declared.name ~ ': a threshold', threshold, of_threshold) }}
  {%- endfor -%}
{%- endmacro -%}

{#- A key that dbt does not read: it would be ignored in silence. -#}
{%- macro refuse_unread(name, values, read) -%}
  {%- for key, value in values.items() if value and key not in read -%}
    {{ sqlrisk.refuse(name, 'dbt cannot judge `' ~ key ~ '`: use sqlrisk check') }}
  {%- endfor -%}
{%- endmacro -%}

{#- A declaration without dates, decided in the future, or expired. -#}
{%- macro refuse_dates(declared) -%}
  {%- if not declared.decided_on or not declared.valid_until -%}
    {{ sqlrisk.refuse(declared.name, 'decided_on and valid_until are required') }}
  {%- endif -%}
  {%- set decided_on = modules.datetime.datetime.strptime(declared.decided_on | string, '%Y-%m-%d').date() -%}
  {%- set valid_until = modules.datetime.datetime.strptime(declared.valid_until | string, '%Y-%m-%d').date() -%}
  {%- if decided_on > run_started_at.date() or decided_on > valid_until -%}
    {{ sqlrisk.refuse(declared.name, 'it was decided on ' ~ decided_on ~ ', in the future or after it expires') }}
  {%- elif valid_until < run_started_at.date() -%}
    {{ sqlrisk.refuse(declared.name, 'the declaration expired on ' ~ valid_until) }}
  {%- endif -%}
{%- endmacro -%}

{#- Every column with its role: `name` as the catalogue spells it, `declared` as the declaration does. `found` are the model's columns; none where it
    is not built yet. -#}
{%- macro release_columns(declared, found) -%}
  {%- set folded = dict(zip(found | map('lower'), found)) -%}
  {%- set ns = namespace(columns=[]) -%}
  {%- for name, column in declared.columns.items() -%}
    {%- set spelt = name if not found or name in found else folded.get(name | lower) -%}
    {%- if not spelt -%}
      {{ sqlrisk.refuse(declared.name, 'the model has no column `' ~ name ~ '`') }}
    {%- endif -%}
    {%- set ns.columns = ns.columns + [dict(column, name=spelt, declared=name)] -%}
  {%- endfor -%}
  {%- for name in found | reject('in', ns.columns | map(attribute='name') | list) -%}
    {%- if not declared.other_columns -%}
      {{ sqlrisk.refuse(declared.name, 'the column `' ~ name ~ '` has no role') }}
    {%- endif -%}
    {%- set ns.columns = ns.columns + [dict(declared.other_columns, name=name)] -%}
  {%- endfor -%}
  {%- if not ns.columns | selectattr('role', 'equalto', 'quasi_identifier') | list -%}
    {{ sqlrisk.refuse(declared.name, 'no column has the role quasi_identifier') }}
  {%- endif -%}
  {{ return(ns.columns) }}
{%- endmacro -%}

{#- The limits of severity error: a measure, a number, and the sensitive column where the measure speaks of one. -#}
{%- macro error_limits(declared, columns) -%}
  {%- set sensitive = columns | selectattr('role', 'equalto', 'sensitive') | map(attribute='declared') | list -%}
  {%- set ns = namespace(limits=[]) -%}
  {%- for threshold in declared.thresholds or [] if threshold.get('severity') != 'warn' -%}
    {%- set measure = threshold.measure -%}
    {%- set known = sqlrisk.judged_measures().get(measure) -%}
    {%- if not known -%}
      {{ sqlrisk.refuse(declared.name, 'dbt cannot judge ' ~ measure ~ ': use sqlrisk check') }}
    {%- endif -%}
    {%- if threshold.get('at_least' if known.key == 'at_most' else 'at_most') is not none -%}
      {{ sqlrisk.refuse(declared.name, measure ~ ' protects with ' ~ known.key) }}
    {%- endif -%}
    {%- set column = threshold.get('column') or (sensitive[0] if sensitive | length == 1) -%}
    {%- if known.of_column and column not in sensitive -%}
      {{ sqlrisk.refuse(declared.name, measure ~ ' needs a sensitive column') }}
    {%- endif -%}
    {%- set ns.limits = ns.limits + [{'measure': measure, 'limit': threshold.get(known.key), 'column': column if known.of_column else none}] -%}
  {%- endfor -%}
  {{ sqlrisk.refuse_gate(declared, ns.limits) }}
  {{ sqlrisk.refuse_unjudged_sensitive(declared, sensitive, ns.limits) }}
  {{ return(ns.limits) }}
{%- endmacro -%}

{#- The limits that can fail a model: those at the end of the range of their measure hold for every table. -#}
{%- macro binding(limits) -%}
  {%- set ns = namespace(found=[]) -%}
  {%- for each in limits -%}
    {%- set known = sqlrisk.judged_measures()[each.measure] -%}
    {%- if each.limit != (known.lowest if known.key == 'at_least' else known.get('highest')) -%}
      {%- set ns.found = ns.found + [each] -%}
    {%- endif -%}
  {%- endfor -%}
  {{ return(ns.found) }}
{%- endmacro -%}

{#- A model that no limit on the class sizes can fail; where access is open, limits on averages alone let unique rows pass. -#}
{%- macro refuse_gate(declared, limits) -%}
  {%- set gates = sqlrisk.binding(limits) | map(attribute='measure') | select('in', ['k', 'prosecutor_max', 'prosecutor_mean']) | unique | list -%}
  {%- if not gates -%}
    {{ sqlrisk.refuse(declared.name, 'declare at least one limit of severity error on k or prosecutor_* that can fail, for instance {measure: k, at_least: 5}') }}
  {%- elif gates == ['prosecutor_mean'] and (declared.adversary or {}).get('access', 'open') == 'open' -%}
    {{ sqlrisk.refuse(declared.name, 'the only limits are on an average (prosecutor_mean), and access is open: add a limit on k') }}
  {%- endif -%}
{%- endmacro -%}

{#- A sensitive column that neither a limit judges nor `waived` excuses. -#}
{%- macro refuse_unjudged_sensitive(declared, sensitive, limits) -%}
  {%- set judged = sqlrisk.binding(limits) | rejectattr('measure', 'equalto', 'classes_without_sensitive_value') | map(attribute='column') | list -%}
  {%- for name in sensitive if name not in judged and name not in (declared.waived or {}) -%}
    {{ sqlrisk.refuse(declared.name, 'no limit judges the sensitive column `' ~ name ~ '`: add one, or waived: {' ~ name ~ ': \'why not\'}') }}
  {%- endfor -%}
{%- endmacro -%}
