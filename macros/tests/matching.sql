{#- What the tests against a population share: the classes matched with it, and those of which not all is true that should be. -#}

{#- By the people that the population has in a class: the classes that fail, and their rows (their people, where they have no row). A class that the
    population lacks or has fewer people in, a weight that is none, and an empty model always fail. `absent`: classes without a row count too. -#}
{%- macro unmatched(model, quasi_identifiers, population, population_columns, weight, should, absent=false) -%}
{{- sqlrisk.refuse_texts({'quasi_identifiers': quasi_identifiers}) -}}
with {{ sqlrisk.matched(model, quasi_identifiers, sqlrisk.renamed(population, quasi_identifiers, population_columns or {}, weight), 'people of ' ~ weight if weight else none) }}
select
  sqlrisk_class.sqlrisk_people as class_size,
  count(*) as classes,
  {{ sqlrisk.to_bigint('sum(case when sqlrisk_class.sqlrisk_rows > 0 then sqlrisk_class.sqlrisk_rows else sqlrisk_class.sqlrisk_people end)') }} as {{ sqlrisk.quoted('rows') }}
from sqlrisk_class
where {{ '(sqlrisk_class.sqlrisk_rows > 0 or sqlrisk_class.sqlrisk_people > 0)' if absent else 'sqlrisk_class.sqlrisk_rows > 0' }} and not (
  sqlrisk_class.sqlrisk_rows <= sqlrisk_class.sqlrisk_people
  and {{ should | join('\n  and ') }}
)
group by sqlrisk_class.sqlrisk_people
union all
select 0, 0, 1
from (select sum(sqlrisk_class.sqlrisk_rows) as sqlrisk_rows, sum(sqlrisk_class.sqlrisk_faults) as sqlrisk_faults from sqlrisk_class) as sqlrisk_nothing
where coalesce(sqlrisk_nothing.sqlrisk_rows, 0) = 0 or sqlrisk_nothing.sqlrisk_faults > 0
{%- endmacro -%}

{#- The population with the quasi-identifiers under the model's names. -#}
{%- macro renamed(population, quasi_identifiers, population_columns, weight) -%}
(select
  {%- for name in quasi_identifiers %}
  {{ sqlrisk.column('sqlrisk_person', population_columns.get(name, name)) }} as {{ sqlrisk.quoted(name) }}{{ ',' if not loop.last or weight }}
  {%- endfor %}
  {{ sqlrisk.column('sqlrisk_person', weight) ~ ' as ' ~ sqlrisk.quoted('people of ' ~ weight) if weight }}
from {{ population }} as sqlrisk_person)
{%- endmacro -%}
