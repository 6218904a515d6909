{#- The rows in classes of at least k, with the quasi-identifiers and the other columns that are named: a column that is not named is not published. -#}
{%- macro suppress(relation, quasi_identifiers, k, columns=none) -%}
{{- sqlrisk.refuse_names('quasi_identifiers', quasi_identifiers) }}
{{- sqlrisk.refuse_below_two('k', k) }}
{{- sqlrisk.publication(relation, quasi_identifiers + sqlrisk.other_columns(quasi_identifiers, columns), quasi_identifiers, k) }}
{%- endmacro -%}
