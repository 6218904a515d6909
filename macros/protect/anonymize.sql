{#- Small pivot groups dissolved, then the blocks permuted within the groups that are shown: pivots and blocks are the columns, and no other gets out. -#}
{%- macro anonymize(relation, pivots, threshold, blocks, residue='fail') -%}
{{- sqlrisk.refuse_blocks(pivots, blocks) }}
{{- sqlrisk.refuse_threshold(threshold, residue) }}
{{- sqlrisk.permuted_rows(relation, pivots, blocks, threshold, residue) }}
{%- endmacro -%}
