-- entities
 36     listagg(cast(sqlrisk_member.sqlrisk_class_number as varchar), ',') within group (order by sqlrisk_member.sqlrisk_class_number) as sqlrisk_class_list,
 37     listagg(cast(sqlrisk_member.sqlrisk_rows as varchar), ',') within group (order by sqlrisk_member.sqlrisk_class_number) as sqlrisk_rows_list,

-- entities, small classes suppressed
 36     listagg(cast(sqlrisk_member.sqlrisk_class_number as varchar), ',') within group (order by sqlrisk_member.sqlrisk_class_number) as sqlrisk_class_list,
 37     listagg(cast(sqlrisk_member.sqlrisk_rows as varchar), ',') within group (order by sqlrisk_member.sqlrisk_class_number) as sqlrisk_rows_list,

-- profiles
  3   approx_count_distinct(sqlrisk_row."age") as sqlrisk_distinct_1,
  6   approx_count_distinct(sqlrisk_row."town") as sqlrisk_distinct_2,

-- composition
 12     listagg(cast(sqlrisk_numbered.sqlrisk_class as varchar), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,
 29     listagg(cast(sqlrisk_numbered.sqlrisk_class as varchar), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,
 45     listagg(cast(sqlrisk_numbered.sqlrisk_class as varchar), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,

-- intersection
 12     listagg(cast(sqlrisk_numbered.sqlrisk_class as varchar), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,
 29     listagg(cast(sqlrisk_numbered.sqlrisk_class as varchar), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,
 45     listagg(cast(sqlrisk_numbered.sqlrisk_class as varchar), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,

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

-- expression: cast(x as integer)
  1 CAST(sqlrisk_source."x" AS INT)

-- expression: cast(2.6 as integer)
  1 CAST(2.6 AS INT)

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

-- expression: cast(2.6 as bigint)
  1 CAST(2.6 AS BIGINT)

