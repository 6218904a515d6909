-- entities
 36     listagg(cast(sqlrisk_member.sqlrisk_class_number as varchar), ',') within group (order by sqlrisk_member.sqlrisk_class_number) as sqlrisk_class_list,
 37     listagg(cast(sqlrisk_member.sqlrisk_rows as varchar), ',') within group (order by sqlrisk_member.sqlrisk_class_number) as sqlrisk_rows_list,

-- entities, small classes suppressed
 36     listagg(cast(sqlrisk_member.sqlrisk_class_number as varchar), ',') within group (order by sqlrisk_member.sqlrisk_class_number) as sqlrisk_class_list,
 37     listagg(cast(sqlrisk_member.sqlrisk_rows as varchar), ',') within group (order by sqlrisk_member.sqlrisk_class_number) as sqlrisk_rows_list,

-- profiles
  3   approx_count_distinct(sqlrisk_row."age") as sqlrisk_distinct_1,
  6   approx_count_distinct(sqlrisk_row."town") as sqlrisk_distinct_2,

-- cells that may be missing
  4   cast(sum(case when trim(sqlrisk_value.sqlrisk_whole, ' ') = '' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_blank,
  5   cast(sum(case when trim(sqlrisk_value.sqlrisk_whole, ' ') = 'NA' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_na,
  6   cast(sum(case when trim(sqlrisk_value.sqlrisk_whole, ' ') = 'N/A' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_n_a,
  7   cast(sum(case when trim(sqlrisk_value.sqlrisk_whole, ' ') = 'null' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_null,
  8   cast(sum(case when trim(sqlrisk_value.sqlrisk_whole, ' ') = 'NULL' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_upper_null,
  9   cast(sum(case when trim(sqlrisk_value.sqlrisk_whole, ' ') = '.' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_dot,
 10   cast(sum(case when trim(sqlrisk_value.sqlrisk_whole, ' ') = 'NaN' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_nan,
 11   cast(sum(case when trim(sqlrisk_value.sqlrisk_whole, ' ') in ('none', 'nonE', 'noNe', 'noNE', 'nOne', 'nOnE', 'nONe', 'nONE', 'None', 'NonE', 'NoNe', 'NoNE', 'NOne', 'NOnE', 'NONe', 'NONE') then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_none
 42       case when sqlrisk_row."weight" = cast('NaN' as double) then 'NaN' else '0' end as sqlrisk_whole

-- numbers that may be codes
 22       case when sqlrisk_cell.sqlrisk_double = cast('NaN' as double) then null else sqlrisk_cell.sqlrisk_double end as sqlrisk_number,
 35       case when sqlrisk_cell.sqlrisk_double = cast('NaN' as double) then null else sqlrisk_cell.sqlrisk_double end as sqlrisk_number,

-- composition
 12     listagg(cast(sqlrisk_numbered.sqlrisk_class as varchar), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,
 29     listagg(cast(sqlrisk_numbered.sqlrisk_class as varchar), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,
 44     listagg(cast(sqlrisk_numbered.sqlrisk_class as varchar), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,

-- intersection
 12     listagg(cast(sqlrisk_numbered.sqlrisk_class as varchar), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,
 29     listagg(cast(sqlrisk_numbered.sqlrisk_class as varchar), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,
 44     listagg(cast(sqlrisk_numbered.sqlrisk_class as varchar), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,

-- expression: 'o''Hara'
  1 'o\'Hara'

-- expression: 'back\slash'
  1 'back\\slash'

-- expression: i / j
  1 CAST(sqlrisk_source."i" AS DOUBLE) / sqlrisk_source."j"

-- expression: i % j
  1 sqlrisk_source."i" % sqlrisk_source."j"

-- expression: cast('12' as integer)
  1 CAST('12' AS INT)

-- expression: cast(floor(x + 0.5) as integer)
  1 CAST(FLOOR(sqlrisk_source."x" + 0.5) AS INT)

-- expression: extract(year from d)
  1 DATE_PART(YEAR, sqlrisk_source."d")

-- expression: extract(month from d)
  1 DATE_PART(MONTH, sqlrisk_source."d")

-- expression: concat(t, '-', u)
  1 CONCAT(COALESCE(CAST(sqlrisk_source."t" AS VARCHAR), ''), '-', COALESCE(CAST(sqlrisk_source."u" AS VARCHAR), ''))

-- expression: concat(i, '/', j)
  1 CONCAT(COALESCE(CAST(sqlrisk_source."i" AS VARCHAR), ''), '/', COALESCE(CAST(sqlrisk_source."j" AS VARCHAR), ''))

-- expression: trim(t)
  1 TRIM(sqlrisk_source."t")

-- expression: trim(t, 'a')
  1 TRIM(sqlrisk_source."t", 'a')

-- expression: substring(u, 1, 3)
  1 SUBSTRING(sqlrisk_source."u", 1, 3)

-- expression: substring(u, 2)
  1 SUBSTRING(sqlrisk_source."u", 2)

-- expression: i / (j - j)
  1 CAST(sqlrisk_source."i" AS DOUBLE) / (sqlrisk_source."j" - sqlrisk_source."j")

