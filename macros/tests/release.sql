{#- A model is within all the limits of severity error that it declares under config.meta.sqlrisk: the same verdict as sqlrisk check.
    One scan an evidence: class sizes, each sensitive column with a limit, and the columns called insensitive without a reason. -#}
{% test release(model, column_name=none) %}
{{ config(fail_calc = sqlrisk.failed_rows()) }}
{%- if execute %}
{%- set release = sqlrisk.judged_release(model, config.get('where')) %}
with {{ sqlrisk.sizes('sqlrisk_sizes', model, release.quasi_identifiers) }}
{%- for each in release.sensitive %},
{{ sqlrisk.disclosures(each.evidence, model, release.quasi_identifiers, each.name, each.null_means) }}
{%- endfor %}
{%- if release.unexplained %},
sqlrisk_profile as (
{{ sqlrisk.column_profiles(model, release.unexplained, exact=true) }}
)
{%- endif %}
{{ sqlrisk.failing('sqlrisk_sizes', release.should) }}
{%- for each in release.sensitive %}
union all
{{ sqlrisk.failing(each.evidence, each.should) }}
{%- endfor %}
{%- if release.unexplained %}
union all
select 0, 0, sqlrisk_profile.sqlrisk_rows
from sqlrisk_profile
where not (
  {%- for _ in release.unexplained %}
  {{ 'and ' if not loop.first }}10 * sqlrisk_profile.sqlrisk_distinct_{{ loop.index }} < 9 * sqlrisk_profile.sqlrisk_rows
  and coalesce(sqlrisk_profile.sqlrisk_length_{{ loop.index }}, 0) < 40
  {%- endfor %}
)
{%- endif %}
{%- endif %}
{% endtest %}

{#- What the test judges: the columns in the catalogue's spelling, and what should be true of each evidence. -#}
{%- macro judged_release(model, where) -%}
  {%- set declared = sqlrisk.declared_release(model) -%}
  {{ sqlrisk.refuse_unjudged(declared, where) }}
  {{ sqlrisk.refuse_dates(declared) }}
  {%- set spelt = sqlrisk.catalogue_names(model, declared) -%}
  {%- set gates = ... -%}
{%- endmacro -%}
