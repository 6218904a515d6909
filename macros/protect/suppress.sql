{#- The rows in classes of at least k, or in those that meet each of some limits on a class (`kept_rows`), with the quasi-identifiers and the other columns
    that are named: a column that is not named is not published. -#}
{%- macro suppress(relation, quasi_identifiers, k=none, columns=none, limits=none) -%}
{{- sqlrisk.refuse_names('quasi_identifiers', quasi_identifiers) }}
{%- set published = quasi_identifiers + sqlrisk.other_columns(quasi_identifiers, columns) -%}
{%- if limits is none -%}
{{- sqlrisk.refuse_below_two('k', k) }}
{{- sqlrisk.publication(relation, published, quasi_identifiers, k) }}
{%- else -%}
{{- sqlrisk.refuse_class_limits(k, limits) }}
{{- sqlrisk.kept_rows(relation, published, quasi_identifiers, sqlrisk.class_limits(limits)) }}
{%- endif -%}
{%- endmacro -%}
