{#- One row a bin and class size: how many classes, and how many of them are of one row that holds a value which its column holds once, or a pair of
    `edges` that no other row holds.
    The bin is floor(8 ln lambda + 1/2); lambda, the rows that the margins expect in the class, is rows x (c / rows) of each root x c_pair / c_parent
    of each other column, a count c being taken for (c + alpha) gain. `edges` lists {parent, child, alpha, gain}, a parent before its children; a first
    edge under a root also has {root_alpha, root_gain}, those of its parent. `alone` lists {child, alpha, gain} of the columns that hang on nothing. -#}
{%- macro margin_classes(relation, quasi_identifiers, rows, edges, alone) -%}
  {{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers, 'edges': edges, 'alone': alone}) -}}
{%- set ns = namespace(names=[]) -%}
{%- for edge in edges %}{% set ns.names = ns.names + [edge.parent, edge.child] %}{% endfor -%}
{%- for column in alone %}{% set ns.names = ns.names + [column.child] %}{% endfor -%}
{%- set names = ns.names | unique(case_sensitive=true) | list -%}
with {{ sqlrisk.counted_classes(relation, quasi_identifiers) }},
sqlrisk_coded as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_class.sqlrisk_rows
    {%- for name in names %},
    {{ sqlrisk.key_code(sqlrisk.column('sqlrisk_class', name)) }} as sqlrisk_key_{{ loop.index }}
    {%- endfor %}
  from sqlrisk_class
),
{%- for edge in edges %}
{%- set pair, parent, child = 'sqlrisk_pair_' ~ loop.index, sqlrisk.key_called(names, edge.parent), sqlrisk.key_called(names, edge.child) %}
{{ pair }} as{{ sqlrisk.materialized() }} (
  select
    sqlrisk_coded.{{ parent }},
    sqlrisk_coded.{{ child }},
    sum(sqlrisk_coded.sqlrisk_rows) as sqlrisk_rows
  from sqlrisk_coded
  group by sqlrisk_coded.{{ parent }}, sqlrisk_coded.{{ child }}
),
{{ pair }}_sums as (
  select
    {{ pair }}.{{ parent }},
    {{ pair }}.{{ child }},
    {{ pair }}.sqlrisk_rows,
    sum({{ pair }}.sqlrisk_rows) over (partition by {{ pair }}.{{ parent }}) as sqlrisk_parent_rows,
    sum({{ pair }}.sqlrisk_rows) over (partition by {{ pair }}.{{ child }}) as sqlrisk_child_rows
  from {{ pair }}
),
sqlrisk_margin_{{ loop.index }} as (
  select
    {{ pair }}_sums.{{ parent }},
    {{ pair }}_sums.{{ child }},
    {{ sqlrisk.smoothed(pair ~ '_sums.sqlrisk_rows', edge.alpha, edge.gain) }} - {{ sqlrisk.ln(pair ~ '_sums.sqlrisk_parent_rows') }}
    {%- if edge.root_gain is defined %} + {{ sqlrisk.smoothed(pair ~ '_sums.sqlrisk_parent_rows', edge.root_alpha, edge.root_gain) }} - {{ sqlrisk.ln(sqlrisk.to_double(rows)) }}{% endif %} as sqlrisk_log,
    case when {{ pair }}_sums.sqlrisk_child_rows = 1 or {{ pair }}_sums.sqlrisk_parent_rows = 1 then 1 else 0 end as sqlrisk_rare,
    case when {{ pair }}_sums.sqlrisk_rows = 1 then 1 else 0 end as sqlrisk_lone
  from {{ pair }}_sums
),
{%- endfor %}
{%- for column in alone %}
{%- set margin, child = 'sqlrisk_margin_' ~ (edges | length + loop.index), sqlrisk.key_called(names, column.child) %}
{{ margin }} as (
  select
    sqlrisk_coded.{{ child }},
    {{ sqlrisk.smoothed('sum(sqlrisk_coded.sqlrisk_rows)', column.alpha, column.gain) }} - {{ sqlrisk.ln(sqlrisk.to_double(rows)) }} as sqlrisk_log,
    case when sum(sqlrisk_coded.sqlrisk_rows) = 1 then 1 else 0 end as sqlrisk_rare
  from sqlrisk_coded
  group by sqlrisk_coded.{{ child }}
),
{%- endfor %}
sqlrisk_expected as (
  select
    sqlrisk_coded.sqlrisk_rows,
    floor(8 * ({{ sqlrisk.ln(sqlrisk.to_double(rows)) }}{% for edge in edges + alone %} + sqlrisk_margin_{{ loop.index }}.sqlrisk_log{% endfor %}) + {{ sqlrisk.to_double('0.5') }}) as sqlrisk_bin,
    case when sqlrisk_coded.sqlrisk_rows = 1 and {% for edge in edges + alone %}{{ ' + ' if not loop.first }}sqlrisk_margin_{{ loop.index }}.sqlrisk_rare{% endfor %} > 0 then 1 else 0 end as sqlrisk_rare,
    {% if edges %}case when sqlrisk_coded.sqlrisk_rows = 1 and {% for edge in edges %}{{ ' + ' if not loop.first }}sqlrisk_margin_{{ loop.index }}.sqlrisk_lone{% endfor %} > 0 then 1 else 0 end{% else %}0{% endif %} as sqlrisk_lone
  from sqlrisk_coded
  {%- for edge in edges + alone %}
  inner join sqlrisk_margin_{{ loop.index }}
    {%- set margin = 'sqlrisk_margin_' ~ loop.index %}
    {%- set child = sqlrisk.key_called(names, edge.child) %}
    on {{ sqlrisk.same_key('sqlrisk_coded.' ~ child, margin ~ '.' ~ child) }}
    {%- if edge.parent is defined %}{% set parent = sqlrisk.key_called(names, edge.parent) %} and {{ sqlrisk.same_key('sqlrisk_coded.' ~ parent, margin ~ '.' ~ parent) }}{% endif %}
  {%- endfor %}
)
select
  {{ sqlrisk.to_bigint('sqlrisk_expected.sqlrisk_bin') }} as sqlrisk_bin,
  {{ sqlrisk.to_bigint('sqlrisk_expected.sqlrisk_rows') }} as sqlrisk_class_size,
  count(*) as sqlrisk_classes,
  {{ sqlrisk.to_bigint('sum(sqlrisk_expected.sqlrisk_rare)') }} as sqlrisk_rare_uniques,
  {{ sqlrisk.to_bigint('sum(sqlrisk_expected.sqlrisk_lone)') }} as sqlrisk_lone_uniques
from sqlrisk_expected
group by sqlrisk_expected.sqlrisk_bin, sqlrisk_expected.sqlrisk_rows
{%- endmacro -%}

{#- The logarithm of a smoothed count. -#}
{%- macro smoothed(rows, alpha, gain) -%}
{{ sqlrisk.ln('(' ~ rows ~ ' + ' ~ sqlrisk.to_double(alpha) ~ ') * ' ~ sqlrisk.to_double(gain)) }}
{%- endmacro -%}
