{#- A model is within every limit of severity error that it declares under config.meta.sqlrisk: the verdict of sqlrisk check, by the other door.
    One scan an evidence: class sizes, each sensitive column with a limit, and the columns called insensitive without a reason or declared identifiers. -#}
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
{%- if release.suspected %},
sqlrisk_tokens as (
{{ sqlrisk.missing_tokens(model, release.suspected) }}
)
{%- endif %}
{{ sqlrisk.failing('sqlrisk_sizes', release.should) }}
{%- if release.suspected %}
union all
select 0, 0, {{ sqlrisk.suspected_rows('sqlrisk_tokens') }}
from sqlrisk_tokens
where {{ sqlrisk.suspected_rows('sqlrisk_tokens') }} > 0
{%- endif %}
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
  {%- set ns = namespace(sensitive=[], suspected=[], should=sqlrisk.all_within('sqlrisk_sizes', limits | rejectattr('column') | list, none, k)) -%}
  {#- Without its columns, nobody knows whether each has a role; a population smaller than the rows contradicts itself. -#}
  {%- set ns.should = ns.should + ([] if found else ['1 = 0']) + ([sqlrisk.rows_where('sqlrisk_sizes') ~ ' <= ' ~ size] if size else []) -%}
  {%- for column in columns | selectattr('role', 'equalto', 'sensitive') -%}
    {%- set own = limits | selectattr('column', 'equalto', column.declared) | list -%}
    {%- set evidence = 'sqlrisk_column_' ~ loop.index -%}
    {%- if column.get('missing') is none and kinds.get(column.name) == 'text' -%}
      {%- set ns.suspected = ns.suspected + [column.name] -%}
    {%- endif -%}
    {%- if own -%}
      {%- set should = sqlrisk.all_within(evidence, own, column.get('null_means')) -%}
      {%- set ns.sensitive = ns.sensitive + [{'name': column.name, 'null_means': column.get('null_means'), 'evidence': evidence, 'should': should, 'missing': column.get('missing'), 'kind': kinds.get(column.name, 'other')}] -%}
    {%- endif -%}
  {%- endfor -%}
  {{ return({
    'quasi_identifiers': columns | selectattr('role', 'equalto', 'quasi_identifier') | map(attribute='name') | list,
    'identifiers': columns | selectattr('role', 'equalto', 'identifier') | selectattr('declared') | rejectattr('of') | map(attribute='name') | list,
    'unexplained': columns | selectattr('role', 'equalto', 'insensitive') | rejectattr('reason') | map(attribute='name') | list,
    'sensitive': ns.sensitive,
    'suspected': ns.suspected,
    'should': ns.should,
  }) }}
{%- endmacro -%}

{#- What should be true of each class of an evidence for several limits to hold. -#}
{%- macro all_within(evidence, limits, null_means=none, k=none) -%}
  {%- set ns = namespace(should=[]) -%}
  {%- for each in limits -%}
    {%- set ns.should = ns.should + [sqlrisk.within(evidence, each.measure, each.limit, null_means, k)] -%}
  {%- endfor -%}
  {{ return(ns.should) }}
{%- endmacro -%}
