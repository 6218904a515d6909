{#- The leaves: the only text that differs between engines. Each is dispatched, none holds a query. -#}

{%- macro quoted(name) -%}
  {{ return(adapter.dispatch('quoted', 'sqlrisk')(name)) }}
{%- endmacro -%}
{%- macro default__quoted(name) -%}
  {{ return('"' ~ name | replace('"', '""') ~ '"') }}
{%- endmacro -%}
{%- macro spark__quoted(name) -%}
  {{ return('`' ~ name | replace('`', '``') ~ '`') }}
{%- endmacro -%}
{%- macro mysql__quoted(name) -%}
  {{ return('`' ~ name | replace('`', '``') ~ '`') }}
{%- endmacro -%}
{%- macro bigquery__quoted(name) -%}
  {{ return('`' ~ name | replace('\\', '\\\\') | replace('`', '\\`') ~ '`') }}
{%- endmacro -%}
{%- macro clickhouse__quoted(name) -%}
  {{ return('`' ~ name | replace('\\', '\\\\') | replace('`', '\\`') ~ '`') }}
{%- endmacro -%}

{%- macro literal(value) -%}
  {{ return(adapter.dispatch('literal', 'sqlrisk')(value)) }}
{%- endmacro -%}
{%- macro default__literal(value) -%}
  {{ return("'" ~ value | replace("'", "''") ~ "'") }}
{%- endmacro -%}
{%- macro snowflake__literal(value) -%}
  {{ return("'" ~ value | replace('\\', '\\\\') | replace("'", "''") ~ "'") }}
{%- endmacro -%}
{%- macro redshift__literal(value) -%}
  {{ return("'" ~ value | replace('\\', '\\\\') | replace("'", "''") ~ "'") }}
{%- endmacro -%}
{%- macro tsql__literal(value) -%}
  {{ return("N'" ~ value | replace("'", "''") ~ "'") }}
{%- endmacro -%}
{%- macro fabric__literal(value) -%}
  {{ return("'" ~ value | replace("'", "''") ~ "'") }}
{%- endmacro -%}
{%- macro spark__literal(value) -%}
  {{ return("'" ~ value | replace('\\', '\\\\') | replace("'", "\\'") ~ "'") }}
{%- endmacro -%}
{%- macro mysql__literal(value) -%}
  {{ return("'" ~ value | replace('\\', '\\\\') | replace("'", "\\'") ~ "'") }}
{%- endmacro -%}
{%- macro bigquery__literal(value) -%}
  {{ return("'" ~ value | replace('\\', '\\\\') | replace("'", "\\'") ~ "'") }}
{%- endmacro -%}
{%- macro clickhouse__literal(value) -%}
  {{ return("'" ~ value | replace('\\', '\\\\') | replace("'", "\\'") ~ "'") }}
{%- endmacro -%}

{%- macro to_bigint(value) -%}
  {{ return(adapter.dispatch('to_bigint', 'sqlrisk')(value)) }}
{%- endmacro -%}
{%- macro default__to_bigint(value) -%}
  {{ return('cast(' ~ value ~ ' as bigint)') }}
{%- endmacro -%}
{%- macro mysql__to_bigint(value) -%}
  {{ return('cast(' ~ value ~ ' as signed)') }}
{%- endmacro -%}

{%- macro to_double(value) -%}
  {{ return(adapter.dispatch('to_double', 'sqlrisk')(value)) }}
{%- endmacro -%}
{%- macro default__to_double(value) -%}
  {{ return('cast(' ~ value ~ ' as double)') }}
{%- endmacro -%}
{%- macro postgres__to_double(value) -%}
  {{ return('cast(' ~ value ~ ' as double precision)') }}
{%- endmacro -%}
{%- macro bigquery__to_double(value) -%}
  {{ return('cast(' ~ value ~ ' as float64)') }}
{%- endmacro -%}
{%- macro tsql__to_double(value) -%}
  {{ return('cast(' ~ value ~ ' as float)') }}
{%- endmacro -%}

{%- macro to_text(value) -%}
  {{ return(adapter.dispatch('to_text', 'sqlrisk')(value)) }}
{%- endmacro -%}
{%- macro default__to_text(value) -%}
  {{ return('cast(' ~ value ~ ' as varchar)') }}
{%- endmacro -%}
{%- macro postgres__to_text(value) -%}
  {{ return('cast(' ~ value ~ ' as text)') }}
{%- endmacro -%}
{#- TEXT is VARCHAR(256) on Redshift, and a cast cuts without a word. -#}
{%- macro redshift__to_text(value) -%}
  {{ return('cast(' ~ value ~ ' as varchar(max))') }}
{%- endmacro -%}
{%- macro sqlite__to_text(value) -%}
  {{ return('cast(' ~ value ~ ' as text)') }}
{%- endmacro -%}
{%- macro spark__to_text(value) -%}
  {{ return('cast(' ~ value ~ ' as string)') }}
{%- endmacro -%}
{%- macro bigquery__to_text(value) -%}
  {{ return('cast(' ~ value ~ ' as string)') }}
{%- endmacro -%}
{%- macro mysql__to_text(value) -%}
  {{ return('cast(' ~ value ~ ' as char)') }}
{%- endmacro -%}
{%- macro tsql__to_text(value) -%}
  {{ return('cast(' ~ value ~ ' as nvarchar(max))') }}
{%- endmacro -%}
{%- macro fabric__to_text(value) -%}
  {{ return('cast(' ~ value ~ ' as varchar(max))') }}
{%- endmacro -%}
{%- macro clickhouse__to_text(value) -%}
  {{ return('cast(' ~ value ~ ' as Nullable(String))') }}
{%- endmacro -%}

{#- A value's text, ordered and compared by its code points or bytes, whatever the collation of the column. -#}
{%- macro binary_text(value) -%}
  {{ return(adapter.dispatch('binary_text', 'sqlrisk')(sqlrisk.to_text(value))) }}
{%- endmacro -%}
{%- macro default__binary_text(text) -%}
  {{ return(text) }}
{%- endmacro -%}
{%- macro postgres__binary_text(text) -%}
  {{ return('(' ~ text ~ ' collate "C")') }}
{%- endmacro -%}
{%- macro redshift__binary_text(text) -%}
  {{ return(text) }}
{%- endmacro -%}
{%- macro mysql__binary_text(text) -%}
  {{ return('cast(' ~ text ~ ' as binary)') }}
{%- endmacro -%}
{%- macro tsql__binary_text(text) -%}
  {{ return('(' ~ text ~ ' collate Latin1_General_100_BIN2)') }}
{%- endmacro -%}

{%- macro fabric__binary_text(text) -%}
  {{ return('(' ~ text ~ ' collate Latin1_General_100_BIN2_UTF8)') }}
{%- endmacro -%}

{%- macro text_length(value) -%}
  {{ return(adapter.dispatch('text_length', 'sqlrisk')(sqlrisk.to_text(value))) }}
{%- endmacro -%}
{%- macro default__text_length(text) -%}
  {{ return('length(' ~ text ~ ')') }}
{%- endmacro -%}
{%- macro mysql__text_length(text) -%}
  {{ return('char_length(' ~ text ~ ')') }}
{%- endmacro -%}
{%- macro tsql__text_length(text) -%}
  {{ return('len(' ~ text ~ ')') }}
{%- endmacro -%}
{%- macro clickhouse__text_length(text) -%}
  {{ return('lengthUTF8(' ~ text ~ ')') }}
{%- endmacro -%}

{%- macro ln(value) -%}
  {{ return(adapter.dispatch('ln', 'sqlrisk')(value)) }}
{%- endmacro -%}
{%- macro default__ln(value) -%}
  {{ return('ln(' ~ value ~ ')') }}
{%- endmacro -%}
{%- macro tsql__ln(value) -%}
  {{ return('log(' ~ value ~ ')') }}
{%- endmacro -%}

{%- macro approximate_distinct(value) -%}
  {{ return(adapter.dispatch('approximate_distinct', 'sqlrisk')(value)) }}
{%- endmacro -%}
{%- macro default__approximate_distinct(value) -%}
  {{ return('count(distinct ' ~ value ~ ')') }}
{%- endmacro -%}
{%- macro duckdb__approximate_distinct(value) -%}
  {{ return('approx_count_distinct(' ~ value ~ ')') }}
{%- endmacro -%}
{#- Of a hash: Sail counts no doubles in this way, and -0.0 is 0.0. -#}
{%- macro spark__approximate_distinct(value) -%}
  {{ return('approx_count_distinct(case when ' ~ value ~ ' is not null then xxhash64(' ~ value ~ ') end)') }}
{%- endmacro -%}
{%- macro snowflake__approximate_distinct(value) -%}
  {{ return('approx_count_distinct(' ~ value ~ ')') }}
{%- endmacro -%}
{%- macro bigquery__approximate_distinct(value) -%}
  {{ return('approx_count_distinct(' ~ value ~ ')') }}
{%- endmacro -%}
{%- macro trino__approximate_distinct(value) -%}
  {{ return('approx_distinct(' ~ value ~ ')') }}
{%- endmacro -%}

{#- The texts of a group in one text, in order, with commas between. SQLite before 3.44 has no order here: two lists of one group still have one order, and an order that
    differs between groups can only tell them apart. -#}
{%- macro ordered_list(text, order) -%}
  {{ return(adapter.dispatch('ordered_list', 'sqlrisk')(text, order)) }}
{%- endmacro -%}
{%- macro default__ordered_list(text, order) -%}
  {{ return("string_agg(" ~ text ~ ", ',' order by " ~ order ~ ")") }}
{%- endmacro -%}
{%- macro sqlite__ordered_list(text, order) -%}
  {{ return("group_concat(" ~ text ~ ", ',')") }}
{%- endmacro -%}
{%- macro redshift__ordered_list(text, order) -%}
  {{ return("listagg(" ~ text ~ ", ',') within group (order by " ~ order ~ ")") }}
{%- endmacro -%}
{%- macro snowflake__ordered_list(text, order) -%}
  {{ return("listagg(" ~ text ~ ", ',') within group (order by " ~ order ~ ")") }}
{%- endmacro -%}
{%- macro tsql__ordered_list(text, order) -%}
  {{ return("string_agg(" ~ text ~ ", ',') within group (order by " ~ order ~ ")") }}
{%- endmacro -%}
{%- macro mysql__ordered_list(text, order) -%}
  {{ return("group_concat(" ~ text ~ " order by " ~ order ~ " separator ',')") }}
{%- endmacro -%}
{%- macro trino__ordered_list(text, order) -%}
  {{ return("array_join(array_agg(" ~ text ~ " order by " ~ order ~ "), ',')") }}
{%- endmacro -%}
{%- macro spark__ordered_list(text, order) -%}
  {{ return("array_join(transform(sort_array(collect_list(named_struct('sqlrisk_place', " ~ order ~ ", 'sqlrisk_text', " ~ text ~ "))), sqlrisk_item -> sqlrisk_item.sqlrisk_text), ',')") }}
{%- endmacro -%}
{%- macro clickhouse__ordered_list(text, order) -%}
  {{ return("arrayStringConcat(arrayMap(sqlrisk_item -> sqlrisk_item.2, arraySort(sqlrisk_item -> sqlrisk_item.1, groupArray(tuple(" ~ order ~ ", " ~ text ~ ")))), ',')") }}
{%- endmacro -%}

{#- Whether a list has the length that it must have. MySQL cuts at group_concat_max_len, and compares texts by their first max_sort_length bytes. -#}
{%- macro list_is_whole(list, length) -%}
  {{ return(adapter.dispatch('list_is_whole', 'sqlrisk')(list, length)) }}
{%- endmacro -%}
{%- macro default__list_is_whole(list, length) -%}
  {{ return(sqlrisk.text_length(list) ~ ' = ' ~ length) }}
{%- endmacro -%}
{%- macro mysql__list_is_whole(list, length) -%}
  {{ return(sqlrisk.text_length(list) ~ ' = ' ~ length ~ ' and ' ~ length ~ ' <= @@max_sort_length') }}
{%- endmacro -%}

{#- DuckDB 2.0 turns a window over an inlined CTE into a self-join, and so reads the relation twice (measured: 2.1 times the CPU). -#}
{%- macro materialized() -%}
  {{ return(adapter.dispatch('materialized', 'sqlrisk')()) }}
{%- endmacro -%}
{%- macro default__materialized() -%}
  {{ return('') }}
{%- endmacro -%}
{%- macro duckdb__materialized() -%}
  {{ return(' materialized') }}
{%- endmacro -%}

{#- A text without the spaces around it, and no other blanks. Where blanks at the end were made visible, those too. -#}
{%- macro trimmed(text) -%}
  {{ return(adapter.dispatch('trimmed', 'sqlrisk')(text)) }}
{%- endmacro -%}
{%- macro default__trimmed(text) -%}
  {{ return("trim(both ' ' from " ~ text ~ ")") }}
{%- endmacro -%}
{%- macro duckdb__trimmed(text) -%}
  {{ return("trim(" ~ text ~ ", ' ')") }}
{%- endmacro -%}
{%- macro sqlite__trimmed(text) -%}
  {{ return("trim(" ~ text ~ ", ' ')") }}
{%- endmacro -%}
{%- macro snowflake__trimmed(text) -%}
  {{ return("trim(" ~ text ~ ", ' ')") }}
{%- endmacro -%}
{%- macro bigquery__trimmed(text) -%}
  {{ return("trim(" ~ text ~ ", ' ')") }}
{%- endmacro -%}
{%- macro redshift__trimmed(text) -%}
  {{ return("btrim(" ~ text ~ ", ' \u00a0')") }}
{%- endmacro -%}
{%- macro tsql__trimmed(text) -%}
  {{ return("trim(N' \u00a0' from " ~ text ~ ")") }}
{%- endmacro -%}
{%- macro fabric__trimmed(text) -%}
  {{ return("trim(' \u00a0' from " ~ text ~ ")") }}
{%- endmacro -%}

{#- Whether a binary floating-point number is NaN; an empty text where the engine has none. -#}
{%- macro is_nan(value) -%}
  {{ return(adapter.dispatch('is_nan', 'sqlrisk')(value)) }}
{%- endmacro -%}
{%- macro default__is_nan(value) -%}
  {{ return('') }}
{%- endmacro -%}
{%- macro duckdb__is_nan(value) -%}
  {{ return('isnan(' ~ value ~ ')') }}
{%- endmacro -%}
{%- macro spark__is_nan(value) -%}
  {{ return('isnan(' ~ value ~ ')') }}
{%- endmacro -%}
{%- macro clickhouse__is_nan(value) -%}
  {{ return('isNaN(' ~ value ~ ')') }}
{%- endmacro -%}
{%- macro trino__is_nan(value) -%}
  {{ return('is_nan(' ~ value ~ ')') }}
{%- endmacro -%}
{%- macro bigquery__is_nan(value) -%}
  {{ return('is_nan(' ~ value ~ ')') }}
{%- endmacro -%}
{%- macro postgres__is_nan(value) -%}
  {{ return(value ~ " = 'NaN'") }}
{%- endmacro -%}
{%- macro redshift__is_nan(value) -%}
  {{ return(value ~ " = cast('NaN' as double precision)") }}
{%- endmacro -%}
{%- macro snowflake__is_nan(value) -%}
  {{ return(value ~ " = cast('NaN' as double)") }}
{%- endmacro -%}

{#- NULL in a column of numbers that a later branch of a union fills. Sail, which reads Spark's SQL, takes the type of the first branch's bare NULL for the column's. -#}
{%- macro no_number() -%}
  {{ return(adapter.dispatch('no_number', 'sqlrisk')()) }}
{%- endmacro -%}
{%- macro default__no_number() -%}
  {{ return('null') }}
{%- endmacro -%}
{%- macro spark__no_number() -%}
  {{ return('nullif(0, 0)') }}
{%- endmacro -%}

{#- A value drawn anew for each row, from the strongest source that the engine has (docs/anonymisation.md: why there is no seed). `place` tells two draws
    of one query apart: ClickHouse would take the same twice. -#}
{%- macro random_draw(place) -%}
  {{ return(adapter.dispatch('random_draw', 'sqlrisk')(place)) }}
{%- endmacro -%}
{%- macro default__random_draw(place) -%}
  {{ return('random()') }}
{%- endmacro -%}
{%- macro postgres__random_draw(place) -%}
  {{ return('gen_random_uuid()') }}
{%- endmacro -%}
{%- macro redshift__random_draw(place) -%}
  {{ return('random()') }}
{%- endmacro -%}
{%- macro sqlite__random_draw(place) -%}
  {{ return('randomblob(16)') }}
{%- endmacro -%}
{%- macro snowflake__random_draw(place) -%}
  {{ return('uuid_string()') }}
{%- endmacro -%}
{%- macro bigquery__random_draw(place) -%}
  {{ return('generate_uuid()') }}
{%- endmacro -%}
{%- macro spark__random_draw(place) -%}
  {{ return('rand()') }}
{%- endmacro -%}
{%- macro trino__random_draw(place) -%}
  {{ return('uuid()') }}
{%- endmacro -%}
{%- macro clickhouse__random_draw(place) -%}
  {{ return('generateUUIDv4(' ~ place ~ ')') }}
{%- endmacro -%}
{%- macro tsql__random_draw(place) -%}
  {{ return('newid()') }}
{%- endmacro -%}
{%- macro mysql__random_draw(place) -%}
  {{ return('random_bytes(16)') }}
{%- endmacro -%}

{#- An inner join that evaluates each side once: SQL Server may draw anew for each row of a nested loop. -#}
{%- macro join_once() -%}
  {{ return(adapter.dispatch('join_once', 'sqlrisk')()) }}
{%- endmacro -%}
{%- macro default__join_once() -%}
  {{ return('inner join') }}
{%- endmacro -%}
{%- macro tsql__join_once() -%}
  {{ return('inner hash join') }}
{%- endmacro -%}

{#- The order of the rows of a model. SQL Server takes none in what a model is; BigQuery keeps none, and sorts on one machine. -#}
{%- macro rows_by(terms) -%}
  {{ return(adapter.dispatch('rows_by', 'sqlrisk')(terms)) }}
{%- endmacro -%}
{%- macro default__rows_by(terms) -%}
  {{ return('\norder by ' ~ terms) }}
{%- endmacro -%}
{%- macro tsql__rows_by(terms) -%}
  {{ return('') }}
{%- endmacro -%}
{%- macro bigquery__rows_by(terms) -%}
  {{ return('') }}
{%- endmacro -%}

{#- A text with each character of one list (ASCII) replaced by that at its place in another. -#}
{%- macro translated(text, characters, others) -%}
  {{ return(adapter.dispatch('translated', 'sqlrisk')(text, characters, others)) }}
{%- endmacro -%}
{%- macro default__translated(text, characters, others) -%}
  {{ return("translate(" ~ text ~ ", '" ~ characters ~ "', '" ~ others ~ "')") }}
{%- endmacro -%}
{#- Its translate takes twice as long. -#}
{%- macro duckdb__translated(text, characters, others) -%}
  {%- set run = others | length - others.lstrip(others[0]) | length -%}
  {%- set found = "regexp_replace(" ~ text ~ ", '[" ~ characters[:run] ~ "]', '" ~ others[0] ~ "', 'g')" -%}
  {{ return(found if run == others | length else sqlrisk.translated(found, characters[run:], others[run:])) }}
{%- endmacro -%}
{%- macro sqlite__translated(text, characters, others) -%}
  {{ return("sqlrisk_translate(" ~ text ~ ", '" ~ characters ~ "', '" ~ others ~ "')") }}
{%- endmacro -%}
{#- One run of equal characters of the second list after another: none of them may stand later in the first. -#}
{%- macro mysql__translated(text, characters, others) -%}
  {%- set run = others | length - others.lstrip(others[0]) | length -%}
  {%- set found = "regexp_replace(" ~ text ~ ", '[" ~ characters[:run] ~ "]', '" ~ others[0] ~ "')" -%}
  {{ return(found if run == others | length else sqlrisk.translated(found, characters[run:], others[run:])) }}
{%- endmacro -%}

{#- A value's text in a collation that those of all columns share, so that they can stand in one column. -#}
{%- macro shared_text(value) -%}
  {{ return(adapter.dispatch('shared_text', 'sqlrisk')(value)) }}
{%- endmacro -%}
{%- macro default__shared_text(value) -%}
  {{ return(sqlrisk.binary_text(value)) }}
{%- endmacro -%}
{%- macro mysql__shared_text(value) -%}
  {{ return(sqlrisk.to_text(value)) }}
{%- endmacro -%}

{#- Two texts in one. -#}
{%- macro joined_text(one, other) -%}
  {{ return(adapter.dispatch('joined_text', 'sqlrisk')(one, other)) }}
{%- endmacro -%}
{%- macro default__joined_text(one, other) -%}
  {{ return(one ~ ' || ' ~ other) }}
{%- endmacro -%}
{%- macro mysql__joined_text(one, other) -%}
  {{ return('concat(' ~ one ~ ', ' ~ other ~ ')') }}
{%- endmacro -%}
{%- macro tsql__joined_text(one, other) -%}
  {{ return('concat(' ~ one ~ ', ' ~ other ~ ')') }}
{%- endmacro -%}

{#- What a division of whole numbers leaves. -#}
{%- macro remainder(value, divisor) -%}
  {{ return(adapter.dispatch('remainder', 'sqlrisk')(value, divisor)) }}
{%- endmacro -%}
{%- macro default__remainder(value, divisor) -%}
  {{ return('((' ~ value ~ ') % ' ~ divisor ~ ')') }}
{%- endmacro -%}
{%- macro bigquery__remainder(value, divisor) -%}
  {{ return('mod(' ~ value ~ ', ' ~ divisor ~ ')') }}
{%- endmacro -%}

{#- After a subquery whose expressions are read many times: PostgreSQL would write each out, and evaluate it, wherever it is read. -#}
{%- macro evaluated_once() -%}
  {{ return(adapter.dispatch('evaluated_once', 'sqlrisk')()) }}
{%- endmacro -%}
{%- macro default__evaluated_once() -%}
  {{ return('') }}
{%- endmacro -%}
{%- macro postgres__evaluated_once() -%}
  {{ return('\n  offset 0') }}
{%- endmacro -%}
{%- macro redshift__evaluated_once() -%}
  {{ return('') }}
{%- endmacro -%}
