{#- A model is within every limit of severity error that it declares under config.meta.sqlrisk: the verdict of sqlrisk check, by the other door.
    One scan an evidence: class sizes, each sensitive column with a limit, the columns called insensitive without a reason or declared identifiers, and the
    entity: a blank key fails, and so do fewer people than rows, since no limit that dbt can judge is on people. -#}
{% test release(model, column_name=none) %}
{{ config(fail_calc = sqlrisk.failed_rows()) }}
{%- if execute %}
{%- set release = sqlrisk.judged_release(model, config.get('where')) %}
with {{ sqlrisk.sizes('sqlrisk_sizes', model, release.quasi_identifiers) }}
{%- for column in release.sensitive %},
{{ sqlrisk.disclosures(column.evidence, model, release.quasi_identifiers, column.name, column.null_means, column.missing, column.kind) }}
{%- endfor %}
{%- set profiled = release.unexplained + release.identifiers %}
{%- if profiled %},
sqlrisk_profile as (
{{ sqlrisk.column_profiles(model, profiled, exact=true) }}
)
{%- endif %}
{%- if release.suspected.texts or release.suspected.numbers %},
sqlrisk_tokens as (
{{ sqlrisk.missing_tokens(model, release.suspected.texts, release.suspected.numbers) }}
)
{%- endif %}
{%- for entity in release.entities %},
sqlrisk_people_{{ loop.index }} as (
{{ sqlrisk.column_profiles(entity.relation, [entity.name], exact=true) }}
)
{%- endfor %}
{{ sqlrisk.failing('sqlrisk_sizes', release.should) }}
{%- if release.suspected.texts or release.suspected.numbers %}
union all
select 0, 0, {{ sqlrisk.suspected_rows('sqlrisk_tokens') }}
from sqlrisk_tokens
where {{ sqlrisk.suspected_rows('sqlrisk_tokens') }} > 0
{%- endif %}
{%- for entity in release.entities %}
union all
select 0, 0, sqlrisk_people_{{ loop.index }}.sqlrisk_rows
from sqlrisk_people_{{ loop.index }}
where sqlrisk_people_{{ loop.index }}.sqlrisk_distinct_1 < sqlrisk_people_{{ loop.index }}.sqlrisk_rows
{%- endfor %}
{%- for column in release.sensitive %}
union all
{{ sqlrisk.failing(column.evidence, column.should) }}
{%- endfor %}
{%- if profiled %}
union all
select 0, 0, sqlrisk_profile.sqlrisk_rows
from sqlrisk_profile
where not (
  {%- for name in profiled %}
  {{ 'and ' if not loop.first }}
  {%- if name in release.identifiers -%}
  100 * sqlrisk_profile.sqlrisk_distinct_{{ loop.index }} >= 95 * sqlrisk_profile.sqlrisk_filled_{{ loop.index }}
  {%- else -%}
  10 * sqlrisk_profile.sqlrisk_distinct_{{ loop.index }} < 9 * sqlrisk_profile.sqlrisk_rows
  and (
    coalesce(sqlrisk_profile.sqlrisk_length_{{ loop.index }}, 0) < 40
    or 2 * sqlrisk_profile.sqlrisk_distinct_{{ loop.index }} < sqlrisk_profile.sqlrisk_rows
  )
  {%- endif %}
  {%- endfor %}
)
{%- endif %}
{%- endif %}
{% endtest %}

{#- What the test judges: quasi-identifiers, unexplained columns, sensitive columns with a limit, and what should be true of each evidence. -#}
{%- macro judged_release(model, where) -%}
  {%- if where -%}
    {{ sqlrisk.refuse(model, 'dbt cannot judge a release under `where`: use sqlrisk check') }}
  {%- endif -%}
  {%- set declared = sqlrisk.declared_release(model) -%}
  {{ sqlrisk.refuse_unjudged(declared) }}
  {{ sqlrisk.refuse_dates(declared) }}
  {%- set found = adapter.get_columns_in_relation(model) | map(attribute='name') | list -%}
  {%- set kinds = {} -%}
  {%- for column in adapter.get_columns_in_relation(model) -%}
    {%- do kinds.update({column.name: sqlrisk.kind_of_type(column.dtype)}) -%}
  {%- endfor -%}
  {%- set columns = sqlrisk.release_columns(declared, found) -%}
  {%- set limits = sqlrisk.error_limits(declared, columns) -%}
  {%- set k = limits | selectattr('measure', 'equalto', 'k') | map(attribute='limit') | max | default(5, true) | int -%}
  {%- set size = (declared.population or {}).size -%}
  {%- set ns = namespace(sensitive=[], entities=[], should=sqlrisk.all_within('sqlrisk_sizes', limits | rejectattr('column') | list, none, k)) -%}
  {#- Without its columns, nobody knows whether each has a role; a population smaller than the rows contradicts itself. -#}
  {%- set ns.should = ns.should + ([] if found else ['1 = 0']) + ([sqlrisk.rows_where('sqlrisk_sizes') ~ ' <= ' ~ size] if size else []) -%}
  {%- for column in columns | selectattr('role', 'equalto', 'sensitive') -%}
    {%- set own = limits | selectattr('column', 'equalto', column.declared) | list -%}
    {%- set evidence = 'sqlrisk_column_' ~ loop.index -%}
    {%- if own -%}
      {%- set should = sqlrisk.all_within(evidence, own, column.get('null_means')) -%}
      {%- set ns.sensitive = ns.sensitive + [{'name': column.name, 'null_means': column.get('null_means'), 'evidence': evidence, 'should': should, 'missing': column.get('missing'), 'kind': kinds.get(column.name, 'other')}] -%}
    {%- endif -%}
  {%- endfor -%}
  {%- for column in columns | selectattr('role', 'equalto', 'entity') -%}
    {%- set ns.entities = ns.entities + [{'name': column.name, 'relation': sqlrisk.keyed_relation(model, column, kinds)}] -%}
  {%- endfor -%}
  {{ return({
    'quasi_identifiers': columns | selectattr('role', 'equalto', 'quasi_identifier') | map(attribute='name') | list,
    'identifiers': columns | selectattr('role', 'equalto', 'identifier') | selectattr('declared') | rejectattr('of') | map(attribute='name') | list,
    'unexplained': columns | selectattr('role', 'equalto', 'insensitive') | rejectattr('reason') | map(attribute='name') | list,
    'sensitive': ns.sensitive,
    'suspected': sqlrisk.suspected_columns(declared, columns, kinds),
    'entities': ns.entities,
    'should': ns.should,
  }) }}
{%- endmacro -%}

{#- The columns whose cells that may be missing fail the release: sensitive ones and groups without `missing`, by the kind of their values. -#}
{%- macro suspected_columns(declared, columns, kinds) -%}
  {%- set ns = namespace(texts=[], numbers=[], names=columns | selectattr('role', 'equalto', 'sensitive') | map(attribute='name') | list) -%}
  {%- for group in declared.groups or [] -%}
    {%- if group is not string -%}
      {{ sqlrisk.refuse(declared.name, 'dbt cannot read a condition under `groups`: use sqlrisk check') }}
    {%- endif -%}
    {%- set grouped = columns | selectattr('declared', 'equalto', group) | map(attribute='name') | list or [group] -%}
    {%- if grouped[0] not in columns | map(attribute='name') -%}
      {{ sqlrisk.refuse(declared.name, 'the group `' ~ group ~ '` is not a column') }}
    {%- endif -%}
    {%- set ns.names = ns.names + grouped -%}
  {%- endfor -%}
  {%- for column in columns if column.name in ns.names and column.get('missing') is none -%}
    {%- set kind = kinds.get(column.name) -%}
    {%- set ns.texts = ns.texts + ([column.name] if kind == 'text' else []) -%}
    {%- set ns.numbers = ns.numbers + ([column.name] if kind == 'float' else []) -%}
  {%- endfor -%}
  {{ return({'texts': ns.texts, 'numbers': ns.numbers}) }}
{%- endmacro -%}

{#- The keys of an entity: NULL where one is blank or declared missing. -#}
{%- macro keyed_relation(model, column, kinds) -%}
  {%- set missing = (column.get('missing') or []) + [''] -%}
  {%- set key = sqlrisk.valued(sqlrisk.column('sqlrisk_row', column.name), missing, kinds.get(column.name, 'other')) -%}
  {{ return('(select ' ~ key ~ ' as ' ~ sqlrisk.quoted(column.name) ~ ' from ' ~ model ~ ' as sqlrisk_row)') }}
{%- endmacro -%}

{#- What should be true of each class of an evidence for several limits to hold. -#}
{%- macro all_within(evidence, limits, null_means=none, k=none) -%}
  {%- set ns = namespace(should=[]) -%}
  {%- for each in limits -%}
    {%- set ns.should = ns.should + [sqlrisk.within(evidence, each.measure, each.limit, null_means, k)] -%}
  {%- endfor -%}
  {{ return(ns.should) }}
{%- endmacro -%}
