{#- Pieces of column_patterns: how values are written, and what each pattern asks of that. A digit is written 9 and a letter A in a shape; in that of
    hexadecimal text the letters to F are 9 too. Nothing is cast but digits and NULL. MariaDB 10.11 takes a
    text for equal to what replace() makes of it: such texts are compared by their lengths. -#}

{#- CTEs from a relation of distinct values (sqlrisk_place, sqlrisk_whole, sqlrisk_times, sqlrisk_named_times) to sqlrisk_seen: each with its shapes, and the remainders of its check digits. -#}
{%- macro written_values(values) -%}
{%- set letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' -%}
sqlrisk_upper as (
  select
    sqlrisk_value.sqlrisk_whole as sqlrisk_whole,
    sqlrisk_value.sqlrisk_times as sqlrisk_times,
    sqlrisk_value.sqlrisk_place as sqlrisk_place,
    sqlrisk_value.sqlrisk_named_times as sqlrisk_named_times,
    {{ sqlrisk.text_length('sqlrisk_value.sqlrisk_whole') }} as sqlrisk_whole_length,
    case when sqlrisk_value.sqlrisk_whole <> '' then upper(substring(sqlrisk_value.sqlrisk_whole, 1, 130)) end as sqlrisk_text
  from {{ values }} as sqlrisk_value{{ sqlrisk.evaluated_once() }}
),
sqlrisk_shaped as (
  select
    sqlrisk_upper.sqlrisk_whole as sqlrisk_whole,
    sqlrisk_upper.sqlrisk_times as sqlrisk_times,
    sqlrisk_upper.sqlrisk_place as sqlrisk_place,
    sqlrisk_upper.sqlrisk_named_times as sqlrisk_named_times,
    sqlrisk_upper.sqlrisk_whole_length as sqlrisk_whole_length,
    sqlrisk_upper.sqlrisk_text as sqlrisk_text,
    {{ sqlrisk.translated('sqlrisk_upper.sqlrisk_text', '0123456789' ~ letters, '9' * 10 ~ 'A' * 26) }} as sqlrisk_shape,
    case when sqlrisk_upper.sqlrisk_whole_length in (32, 36, 40) or sqlrisk_upper.sqlrisk_whole_length in (64, 128) or sqlrisk_upper.sqlrisk_text like '%:%' then {{ sqlrisk.translated('sqlrisk_upper.sqlrisk_text', '0123456789ABCDEF', '9' * 16) }} end as sqlrisk_hexadecimal,
    {{ sqlrisk.without('sqlrisk_upper.sqlrisk_text', ' -.()/') }} as sqlrisk_code
  from sqlrisk_upper as sqlrisk_upper{{ sqlrisk.evaluated_once() }}
),
sqlrisk_coded as (
  select
    sqlrisk_shaped.sqlrisk_whole as sqlrisk_whole,
    sqlrisk_shaped.sqlrisk_times as sqlrisk_times,
    sqlrisk_shaped.sqlrisk_place as sqlrisk_place,
    sqlrisk_shaped.sqlrisk_named_times as sqlrisk_named_times,
    sqlrisk_shaped.sqlrisk_whole_length as sqlrisk_whole_length,
    sqlrisk_shaped.sqlrisk_text as sqlrisk_text,
    sqlrisk_shaped.sqlrisk_shape as sqlrisk_shape,
    sqlrisk_shaped.sqlrisk_hexadecimal as sqlrisk_hexadecimal,
    sqlrisk_shaped.sqlrisk_code as sqlrisk_code,
    {{ sqlrisk.text_length('sqlrisk_shaped.sqlrisk_code') }} as sqlrisk_code_length,
    case when {{ sqlrisk.text_length('sqlrisk_shaped.sqlrisk_code') }} = {{ sqlrisk.text_length('sqlrisk_shaped.sqlrisk_text') }} then sqlrisk_shaped.sqlrisk_shape else {{ sqlrisk.without('sqlrisk_shaped.sqlrisk_shape', ' -.()/') }} end as sqlrisk_code_shape
  from sqlrisk_shaped as sqlrisk_shaped{{ sqlrisk.evaluated_once() }}
),
{#- The digits of a code of so many, else NULL: those of an IBAN with its first four characters at the end, and its letters as numbers from 10. -#}
{%- set code, shape = 'sqlrisk_coded.sqlrisk_code', 'sqlrisk_coded.sqlrisk_code_shape' %}
sqlrisk_numbered as (
  select
    sqlrisk_coded.sqlrisk_whole as sqlrisk_whole,
    sqlrisk_coded.sqlrisk_times as sqlrisk_times,
    sqlrisk_coded.sqlrisk_place as sqlrisk_place,
    sqlrisk_coded.sqlrisk_named_times as sqlrisk_named_times,
    sqlrisk_coded.sqlrisk_whole_length as sqlrisk_whole_length,
    sqlrisk_coded.sqlrisk_text as sqlrisk_text,
    sqlrisk_coded.sqlrisk_shape as sqlrisk_shape,
    sqlrisk_coded.sqlrisk_hexadecimal as sqlrisk_hexadecimal,
    sqlrisk_coded.sqlrisk_code as sqlrisk_code,
    sqlrisk_coded.sqlrisk_code_length as sqlrisk_code_length,
    sqlrisk_coded.sqlrisk_code_shape as sqlrisk_code_shape,
    case when {{ shape }} = '99999999A' then substring({{ code }}, 1, 8) when {{ shape }} = 'A9999999A' then {{ sqlrisk.joined_text('case substring(' ~ code ~ ", 1, 1) when 'Y' then '1' when 'Z' then '2' else '0' end", 'substring(' ~ code ~ ', 2, 7)') }} end as sqlrisk_joined_dni,
    case when {{ shape }} = '{{ '9' * 15 }}' then {{ code }} end as sqlrisk_nir,
    case when {{ shape }} = '{{ '9' * 11 }}' then {{ code }} end as sqlrisk_cpf,
    case when {{ shape }} = '{{ '9' * 9 }}' then {{ code }} end as sqlrisk_nif,
    case when sqlrisk_coded.sqlrisk_code_length between 13 and 19 and replace({{ shape }}, '9', '') = '' then {{ sqlrisk.last_digits(code, 20) }} end as sqlrisk_joined_card,
    case when sqlrisk_coded.sqlrisk_code_length between 15 and 34 and {{ shape }} like 'AA99%' and replace(replace({{ shape }}, '9', ''), 'A', '') = '' then {{ sqlrisk.numbered_letters(sqlrisk.joined_text('substring(' ~ code ~ ', 5, 30)', 'substring(' ~ code ~ ', 1, 4)'), letters[:13], 10) }} end as sqlrisk_joined_iban
  from sqlrisk_coded as sqlrisk_coded{{ sqlrisk.evaluated_once() }}
),
sqlrisk_padded as (
  select
    sqlrisk_numbered.sqlrisk_whole as sqlrisk_whole,
    sqlrisk_numbered.sqlrisk_times as sqlrisk_times,
    sqlrisk_numbered.sqlrisk_place as sqlrisk_place,
    sqlrisk_numbered.sqlrisk_named_times as sqlrisk_named_times,
    sqlrisk_numbered.sqlrisk_whole_length as sqlrisk_whole_length,
    sqlrisk_numbered.sqlrisk_text as sqlrisk_text,
    sqlrisk_numbered.sqlrisk_shape as sqlrisk_shape,
    sqlrisk_numbered.sqlrisk_hexadecimal as sqlrisk_hexadecimal,
    sqlrisk_numbered.sqlrisk_code as sqlrisk_code,
    sqlrisk_numbered.sqlrisk_code_length as sqlrisk_code_length,
    sqlrisk_numbered.sqlrisk_code_shape as sqlrisk_code_shape,
    sqlrisk_numbered.sqlrisk_joined_dni as sqlrisk_dni,
    sqlrisk_numbered.sqlrisk_nir as sqlrisk_nir,
    sqlrisk_numbered.sqlrisk_cpf as sqlrisk_cpf,
    sqlrisk_numbered.sqlrisk_nif as sqlrisk_nif,
    sqlrisk_numbered.sqlrisk_joined_card as sqlrisk_card,
    {{ sqlrisk.numbered_letters('sqlrisk_numbered.sqlrisk_joined_iban', letters[13:], 23) }} as sqlrisk_iban
  from sqlrisk_numbered as sqlrisk_numbered{{ sqlrisk.evaluated_once() }}
),
sqlrisk_seen as (
  select
    sqlrisk_padded.sqlrisk_whole as sqlrisk_whole,
    sqlrisk_padded.sqlrisk_times as sqlrisk_times,
    sqlrisk_padded.sqlrisk_place as sqlrisk_place,
    sqlrisk_padded.sqlrisk_named_times as sqlrisk_named_times,
    sqlrisk_padded.sqlrisk_whole_length as sqlrisk_whole_length,
    sqlrisk_padded.sqlrisk_text as sqlrisk_text,
    sqlrisk_padded.sqlrisk_shape as sqlrisk_shape,
    sqlrisk_padded.sqlrisk_hexadecimal as sqlrisk_hexadecimal,
    sqlrisk_padded.sqlrisk_code as sqlrisk_code,
    sqlrisk_padded.sqlrisk_code_length as sqlrisk_code_length,
    sqlrisk_padded.sqlrisk_code_shape as sqlrisk_code_shape,
    {{ sqlrisk.remainder(sqlrisk.to_bigint('sqlrisk_padded.sqlrisk_dni'), 23) }} as sqlrisk_remainder_dni,
    {{ sqlrisk.remainder(sqlrisk.to_bigint('substring(sqlrisk_padded.sqlrisk_nir, 1, 13)'), 97) }} as sqlrisk_remainder_nir,
    {{ sqlrisk.remainder(sqlrisk.weighted_digits('sqlrisk_padded.sqlrisk_nif', range(9, 1, -1)), 11) }} as sqlrisk_remainder_nif,
    {{ sqlrisk.remainder('10 * (' ~ sqlrisk.weighted_digits('sqlrisk_padded.sqlrisk_cpf', range(10, 1, -1)) ~ ')', 11) }} as sqlrisk_remainder_cpf_1,
    {{ sqlrisk.remainder('10 * (' ~ sqlrisk.weighted_digits('sqlrisk_padded.sqlrisk_cpf', range(11, 1, -1)) ~ ')', 11) }} as sqlrisk_remainder_cpf_2,
    {{ sqlrisk.remainder(sqlrisk.weighted_digits('sqlrisk_padded.sqlrisk_card', [2, 1] * 10) ~ ' + ' ~ sqlrisk.large_digits('sqlrisk_padded.sqlrisk_card', range(1, 20, 2)), 10) }} as sqlrisk_remainder_card,
    {{ sqlrisk.remainder_of_digits(sqlrisk.last_digits('sqlrisk_padded.sqlrisk_iban', 60), 60, 97) }} as sqlrisk_remainder_iban,
    {{ sqlrisk.to_bigint('substring(sqlrisk_padded.sqlrisk_nir, 14, 2)') }} as sqlrisk_check_nir,
    {{ sqlrisk.to_bigint('substring(sqlrisk_padded.sqlrisk_nif, 9, 1)') }} as sqlrisk_check_nif,
    {{ sqlrisk.to_bigint('substring(sqlrisk_padded.sqlrisk_cpf, 10, 1)') }} as sqlrisk_check_cpf_1,
    {{ sqlrisk.to_bigint('substring(sqlrisk_padded.sqlrisk_cpf, 11, 1)') }} as sqlrisk_check_cpf_2
  from sqlrisk_padded as sqlrisk_padded{{ sqlrisk.evaluated_once() }}
)
{%- endmacro -%}

{#- A text without some characters. -#}
{%- macro without(text, characters) -%}
  {%- if not characters -%}
    {{ return(text) }}
  {%- endif -%}
  {{ return(sqlrisk.without("replace(" ~ text ~ ", '" ~ characters[0] ~ "', '')", characters[1:])) }}
{%- endmacro -%}

{#- A text with each of some letters as its number: `first` is that of the first of them. -#}
{%- macro numbered_letters(text, letters, first) -%}
  {%- if not letters -%}
    {{ return(text) }}
  {%- endif -%}
  {{ return(sqlrisk.numbered_letters("replace(" ~ text ~ ", '" ~ letters[0] ~ "', '" ~ first ~ "')", letters[1:], first + 1)) }}
{%- endmacro -%}

{#- The last characters of a text of digits, zeros before them where it has fewer. -#}
{%- macro last_digits(text, digits) -%}
  {{ return('substring(' ~ sqlrisk.joined_text("'" ~ '0' * digits ~ "'", text) ~ ', ' ~ sqlrisk.text_length(text) ~ ' + 1, ' ~ digits ~ ')') }}
{%- endmacro -%}

{#- The sum of the digits of a text from a place on, each times its weight. -#}
{%- macro weighted_digits(text, weights, place=1) -%}
  {%- set digit = weights[0] ~ ' * ' ~ sqlrisk.to_bigint('substring(' ~ text ~ ', ' ~ place ~ ', 1)') -%}
  {{ return(digit if weights | length == 1 else digit ~ ' + ' ~ sqlrisk.weighted_digits(text, weights[1:], place + 1)) }}
{%- endmacro -%}

{#- One for each digit of 5 or more at some places: doubled, its own two digits add up to one more than its last. -#}
{%- macro large_digits(text, places) -%}
  {%- set digit = "case when substring(" ~ text ~ ", " ~ places[0] ~ ", 1) >= '5' then 1 else 0 end" -%}
  {{ return(digit if places | length == 1 else digit ~ ' + ' ~ sqlrisk.large_digits(text, places[1:])) }}
{%- endmacro -%}

{#- The remainder of a number of some digits, fifteen at a time from a place on; `before` is the remainder of those before. -#}
{%- macro remainder_of_digits(text, digits, divisor, place=1, before='0') -%}
  {%- if digits <= 0 -%}
    {{ return(before) }}
  {%- endif -%}
  {%- set part = sqlrisk.to_bigint('substring(' ~ text ~ ', ' ~ place ~ ', 15)') -%}
  {%- set found = sqlrisk.remainder(before ~ ' * 1000000000000000 + ' ~ part, divisor) -%}
  {{ return(sqlrisk.remainder_of_digits(text, digits - 15, divisor, place + 15, found)) }}
{%- endmacro -%}

{#- The branches of a case that tell the letter of a remainder. -#}
{%- macro letter_branches(letters, place=0) -%}
  {%- if not letters -%}
    {{ return('') }}
  {%- endif -%}
  {{ return(" when " ~ place ~ " then '" ~ letters[0] ~ "'" ~ sqlrisk.letter_branches(letters[1:], place + 1)) }}
{%- endmacro -%}

{#- The patterns in order: (name, what it asks of a value of sqlrisk_seen). Lists after `in` are short: DuckDB makes joins of long ones, and takes 0.2 s to plan them. -#}
{%- macro value_patterns() -%}
{%- set text, shape, hexadecimal = 'sqlrisk_seen.sqlrisk_text', 'sqlrisk_seen.sqlrisk_shape', 'sqlrisk_seen.sqlrisk_hexadecimal' -%}
{%- set code, code_shape, length = 'sqlrisk_seen.sqlrisk_code', 'sqlrisk_seen.sqlrisk_code_shape', 'sqlrisk_seen.sqlrisk_code_length' -%}
{%- set whole_length = 'sqlrisk_seen.sqlrisk_whole_length' -%}
{%- set others = "replace(" ~ shape ~ ", '9', '')" -%}
{%- set is_number = "(" ~ others ~ " = '.' or (" ~ others ~ " = '-.' and " ~ shape ~ " like '-9%')) and " ~ shape ~ " like '%9.9%'" -%}
{%- set degrees = sqlrisk.to_double("case when " ~ is_number ~ " and " ~ whole_length ~ " <= 20 then " ~ text ~ " end") -%}
{{ return([
  ('email', text ~ " like '%_@_%._%' and " ~ text ~ " not like '%@%@%' and " ~ text ~ " not like '% %'"),
  ('url', text ~ " like 'HTTP://_%' or " ~ text ~ " like 'HTTPS://_%' or " ~ text ~ " like 'WWW._%'"),
  ('ip_address', "(replace(" ~ shape ~ ", '9', '') = '...' and " ~ shape ~ " like '9%.9%.9%.9%' and " ~ shape ~ " not like '%9999%')"
    ~ " or (replace(replace(" ~ hexadecimal ~ ", '9', ''), ':', '') = '' and (" ~ text ~ " like '%_::%' or " ~ text ~ " like '%::_%' or " ~ text ~ " like '%:%:%:%:%:%:%:%'))"),
  ('uuid', hexadecimal ~ " = '99999999-9999-9999-9999-999999999999'"),
  ('hash', "replace(" ~ hexadecimal ~ ", '9', '') = '' and " ~ whole_length ~ " in (32, 40, 64, 128)"),
  ('iban', code_shape ~ " like 'AA99%' and sqlrisk_seen.sqlrisk_remainder_iban = 1"),
  ('dni', "(" ~ code_shape ~ " = '99999999A' or (" ~ code_shape ~ " = 'A9999999A' and substring(" ~ code ~ ", 1, 1) in ('X', 'Y', 'Z')))"
    ~ " and substring(" ~ code ~ ", 9, 1) = case sqlrisk_seen.sqlrisk_remainder_dni" ~ sqlrisk.letter_branches('TRWAGMYFPDXBNJZSQVHLCKE') ~ " end"),
  ('nir', code_shape ~ " = '" ~ '9' * 15 ~ "' and substring(" ~ code ~ ", 1, 1) in ('1', '2') and 97 - sqlrisk_seen.sqlrisk_remainder_nir = sqlrisk_seen.sqlrisk_check_nir"),
  ('codice_fiscale', code_shape ~ " = 'AAAAAA99A99A999A'"),
  ('nif', code_shape ~ " = '" ~ '9' * 9 ~ "' and substring(" ~ code ~ ", 1, 1) <> '0'"
    ~ " and sqlrisk_seen.sqlrisk_check_nif = case when sqlrisk_seen.sqlrisk_remainder_nif < 2 then 0 else 11 - sqlrisk_seen.sqlrisk_remainder_nif end"),
  ('cpf', code_shape ~ " = '" ~ '9' * 11 ~ "' and substring(" ~ code ~ ", 1, 10) <> substring(" ~ code ~ ", 2, 10)"
    ~ " and sqlrisk_seen.sqlrisk_check_cpf_1 = case when sqlrisk_seen.sqlrisk_remainder_cpf_1 = 10 then 0 else sqlrisk_seen.sqlrisk_remainder_cpf_1 end"
    ~ " and sqlrisk_seen.sqlrisk_check_cpf_2 = case when sqlrisk_seen.sqlrisk_remainder_cpf_2 = 10 then 0 else sqlrisk_seen.sqlrisk_remainder_cpf_2 end"),
  ('ssn', shape ~ " = '999-99-9999' and substring(" ~ code ~ ", 1, 3) not in ('000', '666') and substring(" ~ code ~ ", 1, 1) <> '9'"
    ~ " and substring(" ~ code ~ ", 4, 2) <> '00' and substring(" ~ code ~ ", 6, 4) <> '0000'"),
  ('card', length ~ " between 13 and 19 and replace(" ~ code_shape ~ ", '9', '') = '' and substring(" ~ code ~ ", 1, 1) <> '0' and sqlrisk_seen.sqlrisk_remainder_card = 0"),
  ('phone', length ~ " between 9 and 16 and (replace(" ~ code_shape ~ ", '9', '') = '' or (replace(" ~ code_shape ~ ", '9', '') = '+' and " ~ code_shape ~ " like '+9%'))"
    ~ " and " ~ text ~ " not like '-%' and (" ~ text ~ " not like '%.%' or " ~ text ~ " like '%.%.%')"),
  ('coordinates', sqlrisk.without("replace(" ~ shape ~ ", ';', ',')", '9 -()') ~ " = '.,.' and " ~ shape ~ " like '%9.9%9.9%'"),
  ('iso_date', "(" ~ shape ~ " like '9999-99-99%' or " ~ shape ~ " like '9999/99/99%') and substring(" ~ text ~ ", 6, 2) between '01' and '12' and substring(" ~ text ~ ", 9, 2) between '01' and '31'"),
  ('other_date', "((" ~ shape ~ " like '99/99/9999%' or " ~ shape ~ " like '99-99-9999%' or " ~ shape ~ " like '99.99.9999%' or " ~ shape ~ " in ('99/99/99', '99-99-99'))"
    ~ " and substring(" ~ text ~ ", 1, 2) between '01' and '31' and substring(" ~ text ~ ", 4, 2) between '01' and '31')"
    ~ " or replace(" ~ shape ~ ", '-', '/') in ('9/9/9999', '9/99/9999', '99/9/9999') or replace(" ~ shape ~ ", '-', '/') in ('9/9/99', '9/99/99', '99/9/99')"
    ~ " or (" ~ shape ~ " = '99999999' and substring(" ~ text ~ ", 1, 2) in ('19', '20') and substring(" ~ text ~ ", 5, 2) between '01' and '12' and substring(" ~ text ~ ", 7, 2) between '01' and '31')"),
  ('integer', whole_length ~ " <= 18 and ((" ~ others ~ " = '' and " ~ shape ~ " like '9%') or (" ~ others ~ " = '-' and " ~ shape ~ " like '-9%'))"),
  ('leading_zero', "replace(" ~ shape ~ ", '9', '') = '' and " ~ text ~ " like '0_%'"),
  ('decimal', is_number ~ " and " ~ whole_length ~ " <= 20"),
  ('decimal_comma', "(" ~ others ~ " = ',' or (" ~ others ~ " = '-,' and " ~ shape ~ " like '-9%')) and " ~ shape ~ " like '%9,9%' and " ~ whole_length ~ " <= 20"),
  ('five_digits', shape ~ " = '99999'"),
  ('year', shape ~ " = '9999' and " ~ text ~ " between '1900' and '2099'"),
  ('latitude', shape ~ " like '%.999%' and " ~ degrees ~ " between -90 and 90"),
  ('longitude', shape ~ " like '%.999%' and " ~ degrees ~ " between -180 and 180"),
  ('words', text ~ " like '_% _% _% _%'"),
]) }}
{%- endmacro -%}


{#- 1 for a text that could be written in a pattern of an identifier, else 0: lengths, and a few characters that are no letters at their places. Cheap
    and necessary (but for a number with one decimal point), so that value_patterns need only be asked of columns where most values pass. A pattern with
    `_` is slow to match: a cheaper condition comes before each. -#}
{%- macro may_identify(text) -%}
{%- set length = sqlrisk.text_length(text) -%}
{%- set begin, code = 'substring(' ~ text ~ ', 1, 1)', 'substring(' ~ text ~ ', 3, 2)' -%}
{%- set bare = sqlrisk.without(text, ' -.()/') -%}
{%- set seventh, ninth, end = 'substring(' ~ text ~ ', 7, 2)', 'substring(' ~ text ~ ', 9, 2)', 'substring(' ~ text ~ ', ' ~ length ~ ' - 3, 3)' -%}
{{ return("case when " ~ text ~ " like '%@%' and " ~ text ~ " like '%_@_%' then 1 when " ~ length ~ " < 7 then 0"
  ~ " when " ~ text ~ " like ' %' or " ~ text ~ " like '% ' or " ~ text ~ " like 'www.%' or " ~ text ~ " like 'WWW.%' then 1"
  ~ " when " ~ length ~ " in (32, 36, 40) or " ~ length ~ " in (64, 128) or " ~ text ~ " like '%.%.%.%' then 1"
  ~ " when " ~ text ~ " like '%:%' then case when " ~ text ~ " like '%::%' or " ~ text ~ " like '%:%:%:%:%:%' or " ~ text ~ " like '%://_%' then 1 else 0 end"
  ~ " when " ~ length ~ " < 9 or " ~ text ~ " like '%,%' then 0"
  ~ " when " ~ length ~ " = 10 and (" ~ text ~ " like '____-__-__' or " ~ text ~ " like '__/__/____' or " ~ text ~ " like '__.__.____') then 0"
  ~ " when " ~ text ~ " like '%.%' and " ~ text ~ " not like '%.%.%' and " ~ length ~ " < 20 and " ~ sqlrisk.no_letters(text) ~ " then 0"
  ~ " when " ~ sqlrisk.no_letters(code) ~ " then case when " ~ length ~ " >= 15 then 1"
  ~ " when (" ~ sqlrisk.no_letters(begin) ~ " or upper(" ~ begin ~ ") in ('X', 'Y', 'Z')) and " ~ sqlrisk.no_letters(end) ~ " then 1 else 0 end"
  ~ " when " ~ length ~ " between 16 and 24 and (" ~ sqlrisk.no_letters(seventh) ~ " or " ~ sqlrisk.no_letters(ninth) ~ ") and (" ~ sqlrisk.text_length(bare) ~ " = 9 or "
  ~ sqlrisk.no_letters('substring(' ~ bare ~ ', 3, 2)') ~ " or (" ~ sqlrisk.text_length(bare) ~ " = 16 and " ~ sqlrisk.no_letters('substring(' ~ bare ~ ', 13, 3)') ~ ")) then 1"
  ~ " else 0 end") }}
{%- endmacro -%}

{#- 1 for a text that may_identify could accept, else 0: neither a short one without @ nor a time of day or a moment, whatever the day. The cheapest question,
    asked of each row; may_identify is asked of the distinct values of the columns where most rows pass. -#}
{%- macro is_candidate(text) -%}
{%- set length = sqlrisk.text_length(text) -%}
{{ return("case when " ~ length ~ " < 7 then case when " ~ text ~ " like '%@%' then 1 else 0 end"
  ~ " when " ~ text ~ " like '%:%' and " ~ length ~ " < 32 and " ~ text ~ " not like '%.%' and " ~ text ~ " not like '%/%' and " ~ text ~ " not like '%@%'"
  ~ " and " ~ text ~ " not like '%::%' and " ~ text ~ " not like '%:%:%:%:%' and " ~ text ~ " not like ' %' and " ~ text ~ " not like '% ' then 0"
  ~ " when " ~ text ~ " is null then 0 else 1 end") }}
{%- endmacro -%}

{#- Whether a text has no letter. -#}
{%- macro no_letters(text) -%}
  {{ return('lower(' ~ text ~ ') = upper(' ~ text ~ ')') }}
{%- endmacro -%}

{#- 1 for a number with as many digits as a NIF (9), a CPF (11), a NIR (15, from 1 or 2) or a card (13 to 19, none of which begins with 1, as the moments in
    milliseconds of our time do), else 0. -#}
{%- macro may_be_number_of_people(number) -%}
{{ return('case when ' ~ sqlrisk.within_ranges(number, [
  ('100000000', '1000000000'), ('10000000000', '100000000000'), ('100000000000000', '300000000000000'),
  ('2000000000000', '10000000000000'), ('20000000000000', '100000000000000'), ('300000000000000', '1000000000000000'),
  ('2000000000000000', '10000000000000000'), ('20000000000000000', '100000000000000000'), ('200000000000000000', '1000000000000000000'),
]) ~ ' or ' ~ number ~ ' >= 2000000000000000000 then 1 else 0 end') }}
{%- endmacro -%}

{#- Whether a number is in one of some ranges, the first end within, the second not. -#}
{%- macro within_ranges(number, ranges) -%}
  {%- set here = '(' ~ number ~ ' >= ' ~ ranges[0][0] ~ ' and ' ~ number ~ ' < ' ~ ranges[0][1] ~ ')' -%}
  {{ return(here if ranges | length == 1 else here ~ ' or ' ~ sqlrisk.within_ranges(number, ranges[1:])) }}
{%- endmacro -%}
