{#- What the tests share: the evidence as a CTE, what should be true of each class in it, and the classes of which it is not. -#}

{#- One row a class size. -#}
{%- macro sizes(name, relation, quasi_identifiers) -%}
{{ name }} as{{ sqlrisk.materialized() }} (
{{ sqlrisk.class_sizes(relation, quasi_identifiers) }}
)
{%- endmacro -%}

{#- One row stands for sqlrisk_classes classes that give away the same of one sensitive column. -#}
{%- macro disclosures(name, relation, quasi_identifiers, sensitive, null_means=none, missing=none, kind='other') -%}
{{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers, 'missing': missing}) -}}
{%- if null_means not in [none, 'value', 'not_recorded'] -%}
  {{ exceptions.raise_compiler_error('sqlrisk: null_means is value or not_recorded') }}
{%- endif -%}
{{ name }} as{{ sqlrisk.materialized() }} (
with {{ sqlrisk.class_disclosures(sqlrisk.valued_relation(relation, quasi_identifiers, sensitive, missing, kind), quasi_identifiers, sensitive, 1, null_means == 'value') }}
select
  sqlrisk_class.sqlrisk_class_size,
  sqlrisk_class.sqlrisk_alike as sqlrisk_classes,
  sqlrisk_class.sqlrisk_distinct,
  sqlrisk_class.sqlrisk_entropy,
  sqlrisk_class.sqlrisk_largest_share,
  sqlrisk_class.sqlrisk_variation
from sqlrisk_class
)
{%- endmacro -%}

{#- A relation with the columns that a kernel reads, the sensitive one NULL where it is missing. -#}
{%- macro valued_relation(relation, quasi_identifiers, sensitive, missing, kind) -%}
  {{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers, 'missing': missing}) -}}
  {%- set stored = sqlrisk.column('sqlrisk_row', sensitive) -%}
  {%- set value = sqlrisk.valued(stored, missing, kind) -%}
  {%- if value == stored -%}
    {{ return(relation) }}
  {%- endif -%}
  {{ return('(select ' ~ sqlrisk.columns('sqlrisk_row', quasi_identifiers) ~ ', ' ~ value ~ ' as ' ~ sqlrisk.quoted(sensitive) ~ ' from ' ~ relation ~ ' as sqlrisk_row)') }}
{%- endmacro -%}

{#- How the values of a column are compared with what is missing (missing_values.sql): by its type, where dbt knows the relation; else by their text. -#}
{%- macro kind_of_column(model, name) -%}
  {%- if execute is defined and execute and model is not string -%}
    {%- for column in adapter.get_columns_in_relation(model) if column.name == name or column.name | lower == name | lower -%}
      {{ return(sqlrisk.kind_of_type(column.dtype)) }}
    {%- endfor -%}
  {%- endif -%}
  {{ return('other') }}
{%- endmacro -%}

{#- text, number, float or other, by the name of a type. -#}
{%- macro kind_of_type(type) -%}
  {%- set bare = type | lower | replace('nullable(', '') | replace('lowcardinality(', '') -%}
  {%- set word = bare.split('(')[0].split(')')[0].split(' ')[0].rstrip('0123456789') -%}
  {%- if word in ['float', 'real', 'double', 'bfloat', 'binary_float', 'binary_double'] + sqlrisk.decimals_with_nan() -%}
    {{ return('float') }}
  {%- elif word in ['tinyint', 'smallint', 'mediumint', 'int', 'integer', 'bigint', 'hugeint', 'utinyint', 'usmallint', 'uinteger', 'ubigint', 'uint', 'decimal', 'numeric', 'number', 'bignumeric', 'long', 'short', 'byte'] -%}
    {{ return('number') }}
  {%- endif -%}
  {{ return('text' if word in ['varchar', 'nvarchar', 'char', 'character', 'text', 'string', 'fixedstring', 'enum'] else 'other') }}
{%- endmacro -%}

{#- What a test returns: the classes of which not all is true that should be, counted and never named; one row where there is no class at all. -#}
{%- macro failing(evidence, should) -%}
select
  sqlrisk_judged.sqlrisk_class_size as class_size,
  {{ sqlrisk.to_bigint('sum(sqlrisk_judged.sqlrisk_classes)') }} as classes,
  {{ sqlrisk.to_bigint('sum(sqlrisk_judged.sqlrisk_class_size * sqlrisk_judged.sqlrisk_classes)') }} as {{ sqlrisk.quoted('rows') }}
from {{ evidence }} as sqlrisk_judged
where not (
  {{ should | join('\n  and ') }}
)
group by sqlrisk_judged.sqlrisk_class_size
union all
select 0, 0, 1
from (select count(*) as sqlrisk_sizes from {{ evidence }}) as sqlrisk_nothing
where sqlrisk_nothing.sqlrisk_sizes = 0
{%- endmacro -%}

{#- The people in the classes that fail. `rows` is quoted: it is a reserved word on BigQuery and MySQL. -#}
{%- macro failed_rows() -%}
  {{ return('coalesce(sum(' ~ sqlrisk.quoted('rows') ~ '), 0)') }}
{%- endmacro -%}

{#- What should be true of each class for one limit to hold. A limit on the whole table says the same of each class that counts towards it.
    Nowhere NULL, which would pass. -#}
{%- macro within(evidence, measure, limit, null_means=none, k=none) -%}
{{ sqlrisk.refuse_limit(measure, limit) }}
{%- set size, distinct = 'sqlrisk_judged.sqlrisk_class_size', 'sqlrisk_judged.sqlrisk_distinct' -%}
{%- if measure == 'k' -%}
({{ size }} >= {{ limit }})
{%- elif measure == 'prosecutor_max' -%}
({{ sqlrisk.ratio_within(1, size, limit) }})
{%- elif measure == 'prosecutor_mean' -%}
({{ sqlrisk.ratio_within(sqlrisk.classes_where(evidence), sqlrisk.rows_where(evidence), limit) }})
{%- elif measure == 'unique_rows' -%}
{{ sqlrisk.share_within(evidence, size ~ ' = 1', limit) }}
{%- elif measure == 'rows_below_k' -%}
{{ sqlrisk.share_within(evidence, size ~ ' < ' ~ k, limit) }}
{%- elif measure == 'homogeneous_rows' -%}
{{ sqlrisk.share_within(evidence, distinct ~ ' = 1', limit) }} and {{ distinct ~ ' > 0' if null_means is none else sqlrisk.classes_where(evidence, distinct ~ ' > 0') ~ ' > 0' }}
{%- elif measure == 'classes_without_sensitive_value' -%}
({{ distinct }} > 0 or {{ sqlrisk.classes_where(evidence, distinct ~ ' = 0') }} <= {{ limit }}) and {{ sqlrisk.classes_where(evidence, distinct ~ ' > 0') }} > 0
{%- elif measure == 'distinct_l' -%}
{{ sqlrisk.valued_and(evidence, distinct ~ ' >= ' ~ limit, null_means) }}
{%- elif measure == 'entropy_l' -%}
{{ sqlrisk.valued_and(evidence, 'sqlrisk_judged.sqlrisk_entropy >= ' ~ sqlrisk.ln(sqlrisk.to_double(limit ~ ' * 0.999999999')), null_means) }}
{%- elif measure == 't_closeness' -%}
{{ sqlrisk.valued_and(evidence, 'sqlrisk_judged.sqlrisk_variation <= ' ~ sqlrisk.at_most(limit), null_means) }}
{%- elif measure == 'max_posterior' -%}
{{ sqlrisk.valued_and(evidence, 'sqlrisk_judged.sqlrisk_largest_share <= ' ~ sqlrisk.at_most(limit), null_means) }}
{%- endif -%}
{%- endmacro -%}

{#- The measures that dbt judges: the key of their limit, the range that the limit can be in, and whether they speak of a sensitive column. -#}
{%- macro judged_measures() -%}
  {{ return({
    'k': {'key': 'at_least', 'lowest': 1, 'of_column': false},
    'prosecutor_max': {'key': 'at_most', 'lowest': 0, 'highest': 1, 'of_column': false},
    'prosecutor_mean': {'key': 'at_most', 'lowest': 0, 'highest': 1, 'of_column': false},
    'unique_rows': {'key': 'at_most', 'lowest': 0, 'highest': 1, 'of_column': false},
    'rows_below_k': {'key': 'at_most', 'lowest': 0, 'highest': 1, 'of_column': false},
    'distinct_l': {'key': 'at_least', 'lowest': 1, 'of_column': true},
    'entropy_l': {'key': 'at_least', 'lowest': 1, 'of_column': true},
    't_closeness': {'key': 'at_most', 'lowest': 0, 'highest': 1, 'of_column': true},
    'max_posterior': {'key': 'at_most', 'lowest': 0, 'highest': 1, 'of_column': true},
    'homogeneous_rows': {'key': 'at_most', 'lowest': 0, 'highest': 1, 'of_column': true},
    'classes_without_sensitive_value': {'key': 'at_most', 'lowest': 0, 'of_column': true},
  }) }}
{%- endmacro -%}

{#- Those that a test of their own judges against a population relation; the release test leaves them to sqlrisk check. -#}
{%- macro population_measures() -%}
  {{ return({
    'k_map': {'key': 'at_least', 'lowest': 1},
    'delta_presence_min': {'key': 'at_least', 'lowest': 0, 'highest': 1},
    'delta_presence_max': {'key': 'at_most', 'lowest': 0, 'highest': 1},
  }) }}
{%- endmacro -%}

{#- Those that only suppression takes. -#}
{%- macro suppressing_measures() -%}
  {{ return({'recursive_c': {'key': 'at_most', 'lowest': 0}}) }}
{%- endmacro -%}

{#- A limit outside its range holds or breaks whatever the data: 5 where 0.05 was meant would pass every table. -#}
{%- macro refuse_limit(measure, limit) -%}
  {%- set known = dict(sqlrisk.judged_measures(), **dict(sqlrisk.population_measures(), **sqlrisk.suppressing_measures()))[measure] -%}
  {%- if limit is not number or limit is boolean or limit < known.lowest or limit > known.get('highest', limit) -%}
    {{ exceptions.raise_compiler_error('sqlrisk: ' ~ limit ~ ' is no limit for ' ~ measure ~ ': write a number, ' ~ known.lowest ~ (' to 1' if known.get('highest') else ' or more')) }}
  {%- endif -%}
{%- endmacro -%}

{#- The limit of a computed real with what rounding may add: 1e-9 of itself, as sqlrisk check has it (the entropy of three even values is not exactly
    ln 3); at 0 only 1e-15. -#}
{%- macro at_most(limit) -%}
  {{ return(limit ~ ' * 1.000000001' if limit else '0.000000000000001') }}
{%- endmacro -%}

{#- part / whole <= limit in whole numbers, exactly: a decimal literal is a binary fraction on BigQuery and ClickHouse. Both sides are multiplied by no
    more than the limit's decimals ask for: 10^9 times the rows of a table would pass BIGINT from 9.2e9 rows on, and some engines wrap. -#}
{%- macro ratio_within(part, whole, limit) -%}
  {%- if limit | round(9) != limit -%}
    {{ exceptions.raise_compiler_error('sqlrisk: the limit ' ~ limit ~ ' has more than nine decimals') }}
  {%- endif -%}
  {%- for decimals in range(10) if limit | round(decimals) == limit -%}
    {%- if loop.first -%}
      {{ return(10 ** decimals ~ ' * ' ~ part ~ ' <= ' ~ (10 ** decimals * limit) | round | int ~ ' * ' ~ whole) }}
    {%- endif -%}
  {%- endfor -%}
{%- endmacro -%}

{#- The share of the rows in classes of a condition is within a limit: else those classes fail. -#}
{%- macro share_within(evidence, condition, limit) -%}
(not {{ condition }} or {{ sqlrisk.ratio_within(sqlrisk.rows_where(evidence, condition), sqlrisk.rows_where(evidence), limit) }})
{%- endmacro -%}

{#- A condition on what a class gives away. A class without any value fails it, unless NULL means that nothing was recorded and another class has values. -#}
{%- macro valued_and(evidence, condition, null_means) -%}
(sqlrisk_judged.sqlrisk_distinct > 0 and {{ condition }}
{%- if null_means == 'not_recorded' %} or sqlrisk_judged.sqlrisk_distinct = 0 and {{ sqlrisk.classes_where(evidence, 'sqlrisk_judged.sqlrisk_distinct > 0') }} > 0{% endif %})
{%- endmacro -%}

{#- How many classes of the evidence meet a condition, or are there at all. -#}
{%- macro classes_where(evidence, condition=none) -%}
(select coalesce(sum(sqlrisk_judged.sqlrisk_classes), 0) from {{ evidence }} as sqlrisk_judged{{ ' where ' ~ condition if condition }})
{%- endmacro -%}

{#- How many rows those classes hold. -#}
{%- macro rows_where(evidence, condition=none) -%}
(select coalesce(sum(sqlrisk_judged.sqlrisk_class_size * sqlrisk_judged.sqlrisk_classes), 0) from {{ evidence }} as sqlrisk_judged{{ ' where ' ~ condition if condition }})
{%- endmacro -%}
