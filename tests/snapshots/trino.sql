-- class sizes
select
  sqlrisk_class.sqlrisk_class_size,
  count(*) as sqlrisk_classes
from (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    count(*) as sqlrisk_class_size
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town"
) as sqlrisk_class
group by sqlrisk_class.sqlrisk_class_size

-- class sizes of classes
select
  sqlrisk_class.sqlrisk_class_size,
  count(*) as sqlrisk_classes
from (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    cast(sum(sqlrisk_row.sqlrisk_rows) as bigint) as sqlrisk_class_size
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town"
) as sqlrisk_class
group by sqlrisk_class.sqlrisk_class_size

-- classes
select
  sqlrisk_row."age", sqlrisk_row."town",
  count(*) as sqlrisk_rows
from people as sqlrisk_row
group by sqlrisk_row."age", sqlrisk_row."town"

-- classes of classes
select
  sqlrisk_row."age",
  cast(sum(sqlrisk_row.sqlrisk_rows) as bigint) as sqlrisk_rows
from people as sqlrisk_row
group by sqlrisk_row."age"

-- codes of levels
select
  sqlrisk_value."town",
  cast(dense_rank() over (order by sqlrisk_value."town") as bigint) as sqlrisk_level_0,
  cast(dense_rank() over (order by sqlrisk_value."organ") as bigint) as sqlrisk_level_1,
  cast(dense_rank() over (order by sqlrisk_value."system") as bigint) as sqlrisk_level_2
from (
  select sqlrisk_row."town", sqlrisk_row."organ", sqlrisk_row."system"
  from people as sqlrisk_row
  group by sqlrisk_row."town", sqlrisk_row."organ", sqlrisk_row."system"
) as sqlrisk_value

-- nesting of levels
select
  sqlrisk_nesting.sqlrisk_finer,
  sqlrisk_nesting.sqlrisk_coarser,
  sqlrisk_nesting.sqlrisk_values,
  sqlrisk_nesting.sqlrisk_split
from (
select
  0 as sqlrisk_finer,
  0 as sqlrisk_coarser,
  count(*) as sqlrisk_values,
  coalesce(cast(sum(case when sqlrisk_value.sqlrisk_parents > 1 then 1 else 0 end) as bigint), 0) as sqlrisk_split
from (
  select
    sqlrisk_pair.sqlrisk_level_0,
    count(*) as sqlrisk_parents
  from (
    select
      sqlrisk_row.sqlrisk_level_0
    from people as sqlrisk_row
    group by sqlrisk_row.sqlrisk_level_0
  ) as sqlrisk_pair
  group by sqlrisk_pair.sqlrisk_level_0
) as sqlrisk_value
union all
select
  0 as sqlrisk_finer,
  1 as sqlrisk_coarser,
  count(*) as sqlrisk_values,
  coalesce(cast(sum(case when sqlrisk_value.sqlrisk_parents > 1 then 1 else 0 end) as bigint), 0) as sqlrisk_split
from (
  select
    sqlrisk_pair.sqlrisk_level_0,
    count(*) as sqlrisk_parents
  from (
    select
      sqlrisk_row.sqlrisk_level_0,
      sqlrisk_row.sqlrisk_level_1
    from people as sqlrisk_row
    group by sqlrisk_row.sqlrisk_level_0, sqlrisk_row.sqlrisk_level_1
  ) as sqlrisk_pair
  group by sqlrisk_pair.sqlrisk_level_0
) as sqlrisk_value
union all
select
  0 as sqlrisk_finer,
  2 as sqlrisk_coarser,
  count(*) as sqlrisk_values,
  coalesce(cast(sum(case when sqlrisk_value.sqlrisk_parents > 1 then 1 else 0 end) as bigint), 0) as sqlrisk_split
from (
  select
    sqlrisk_pair.sqlrisk_level_0,
    count(*) as sqlrisk_parents
  from (
    select
      sqlrisk_row.sqlrisk_level_0,
      sqlrisk_row.sqlrisk_level_2
    from people as sqlrisk_row
    group by sqlrisk_row.sqlrisk_level_0, sqlrisk_row.sqlrisk_level_2
  ) as sqlrisk_pair
  group by sqlrisk_pair.sqlrisk_level_0
) as sqlrisk_value
union all
select
  1 as sqlrisk_finer,
  0 as sqlrisk_coarser,
  count(*) as sqlrisk_values,
  coalesce(cast(sum(case when sqlrisk_value.sqlrisk_parents > 1 then 1 else 0 end) as bigint), 0) as sqlrisk_split
from (
  select
    sqlrisk_pair.sqlrisk_level_1,
    count(*) as sqlrisk_parents
  from (
    select
      sqlrisk_row.sqlrisk_level_1,
      sqlrisk_row.sqlrisk_level_0
    from people as sqlrisk_row
    group by sqlrisk_row.sqlrisk_level_1, sqlrisk_row.sqlrisk_level_0
  ) as sqlrisk_pair
  group by sqlrisk_pair.sqlrisk_level_1
) as sqlrisk_value
union all
select
  1 as sqlrisk_finer,
  1 as sqlrisk_coarser,
  count(*) as sqlrisk_values,
  coalesce(cast(sum(case when sqlrisk_value.sqlrisk_parents > 1 then 1 else 0 end) as bigint), 0) as sqlrisk_split
from (
  select
    sqlrisk_pair.sqlrisk_level_1,
    count(*) as sqlrisk_parents
  from (
    select
      sqlrisk_row.sqlrisk_level_1
    from people as sqlrisk_row
    group by sqlrisk_row.sqlrisk_level_1
  ) as sqlrisk_pair
  group by sqlrisk_pair.sqlrisk_level_1
) as sqlrisk_value
union all
select
  1 as sqlrisk_finer,
  2 as sqlrisk_coarser,
  count(*) as sqlrisk_values,
  coalesce(cast(sum(case when sqlrisk_value.sqlrisk_parents > 1 then 1 else 0 end) as bigint), 0) as sqlrisk_split
from (
  select
    sqlrisk_pair.sqlrisk_level_1,
    count(*) as sqlrisk_parents
  from (
    select
      sqlrisk_row.sqlrisk_level_1,
      sqlrisk_row.sqlrisk_level_2
    from people as sqlrisk_row
    group by sqlrisk_row.sqlrisk_level_1, sqlrisk_row.sqlrisk_level_2
  ) as sqlrisk_pair
  group by sqlrisk_pair.sqlrisk_level_1
) as sqlrisk_value
union all
select
  2 as sqlrisk_finer,
  0 as sqlrisk_coarser,
  count(*) as sqlrisk_values,
  coalesce(cast(sum(case when sqlrisk_value.sqlrisk_parents > 1 then 1 else 0 end) as bigint), 0) as sqlrisk_split
from (
  select
    sqlrisk_pair.sqlrisk_level_2,
    count(*) as sqlrisk_parents
  from (
    select
      sqlrisk_row.sqlrisk_level_2,
      sqlrisk_row.sqlrisk_level_0
    from people as sqlrisk_row
    group by sqlrisk_row.sqlrisk_level_2, sqlrisk_row.sqlrisk_level_0
  ) as sqlrisk_pair
  group by sqlrisk_pair.sqlrisk_level_2
) as sqlrisk_value
union all
select
  2 as sqlrisk_finer,
  1 as sqlrisk_coarser,
  count(*) as sqlrisk_values,
  coalesce(cast(sum(case when sqlrisk_value.sqlrisk_parents > 1 then 1 else 0 end) as bigint), 0) as sqlrisk_split
from (
  select
    sqlrisk_pair.sqlrisk_level_2,
    count(*) as sqlrisk_parents
  from (
    select
      sqlrisk_row.sqlrisk_level_2,
      sqlrisk_row.sqlrisk_level_1
    from people as sqlrisk_row
    group by sqlrisk_row.sqlrisk_level_2, sqlrisk_row.sqlrisk_level_1
  ) as sqlrisk_pair
  group by sqlrisk_pair.sqlrisk_level_2
) as sqlrisk_value
union all
select
  2 as sqlrisk_finer,
  2 as sqlrisk_coarser,
  count(*) as sqlrisk_values,
  coalesce(cast(sum(case when sqlrisk_value.sqlrisk_parents > 1 then 1 else 0 end) as bigint), 0) as sqlrisk_split
from (
  select
    sqlrisk_pair.sqlrisk_level_2,
    count(*) as sqlrisk_parents
  from (
    select
      sqlrisk_row.sqlrisk_level_2
    from people as sqlrisk_row
    group by sqlrisk_row.sqlrisk_level_2
  ) as sqlrisk_pair
  group by sqlrisk_pair.sqlrisk_level_2
) as sqlrisk_value
) as sqlrisk_nesting

-- class sizes of a group
with sqlrisk_member as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    sqlrisk_row."sex" as sqlrisk_group,
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex"
),
sqlrisk_sized as (
  select
    sqlrisk_member.sqlrisk_group,
    sqlrisk_member.sqlrisk_rows,
    sum(sqlrisk_member.sqlrisk_rows) over (partition by sqlrisk_member."age", sqlrisk_member."town") as sqlrisk_class_size
  from sqlrisk_member
)
select
  sqlrisk_sized.sqlrisk_group,
  cast(sqlrisk_sized.sqlrisk_class_size as bigint) as sqlrisk_size,
  count(*) as sqlrisk_classes,
  cast(sum(sqlrisk_sized.sqlrisk_rows) as bigint) as sqlrisk_members,
  sum(cast(sqlrisk_sized.sqlrisk_rows as double) * ln(cast(sqlrisk_sized.sqlrisk_rows as double))) as sqlrisk_rows_ln_rows
from sqlrisk_sized
group by sqlrisk_sized.sqlrisk_group, sqlrisk_sized.sqlrisk_class_size

-- sensitive
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    sqlrisk_row."illness" as sqlrisk_value,
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."illness"
),
sqlrisk_pair as (
  select
    sqlrisk_counted."age", sqlrisk_counted."town",
    sqlrisk_counted.sqlrisk_value,
    cast(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end as bigint) as sqlrisk_valued_rows,
    cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_size,
    cast(sum(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_valued
  from sqlrisk_counted
),
sqlrisk_share as (
  select
    sqlrisk_pair."age", sqlrisk_pair."town",
    sqlrisk_pair.sqlrisk_valued_rows,
    sqlrisk_pair.sqlrisk_class_size,
    sqlrisk_pair.sqlrisk_class_valued,
    cast(sum(sqlrisk_pair.sqlrisk_valued_rows) over (partition by sqlrisk_pair.sqlrisk_value) as bigint) as sqlrisk_value_rows,
    cast(sum(sqlrisk_pair.sqlrisk_valued_rows) over () as bigint) as sqlrisk_table_rows
  from sqlrisk_pair
),
sqlrisk_summed as (
  select
    sqlrisk_share."age", sqlrisk_share."town",
    max(sqlrisk_share.sqlrisk_class_size) as sqlrisk_class_size,
    cast(max(sqlrisk_share.sqlrisk_class_valued) as double) as sqlrisk_class_valued,
    cast(max(sqlrisk_share.sqlrisk_table_rows) as double) as sqlrisk_table_rows,
    sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then 1 else 0 end) as sqlrisk_distinct,
    cast(max(sqlrisk_share.sqlrisk_valued_rows) as double) as sqlrisk_largest,
    sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double) * ln(cast(sqlrisk_share.sqlrisk_valued_rows as double)) else 0 end) as sqlrisk_rows_ln_rows,
    sum(case
      when sqlrisk_share.sqlrisk_table_rows <= 3000000000 then case when sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows as double) else cast(0 as double) end
      when cast(sqlrisk_share.sqlrisk_valued_rows as double) * cast(sqlrisk_share.sqlrisk_table_rows as double) - cast(sqlrisk_share.sqlrisk_class_valued as double) * cast(sqlrisk_share.sqlrisk_value_rows as double) > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double) * cast(sqlrisk_share.sqlrisk_table_rows as double) - cast(sqlrisk_share.sqlrisk_class_valued as double) * cast(sqlrisk_share.sqlrisk_value_rows as double)
      else cast(0 as double)
    end) as sqlrisk_gap,
    max(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double) / cast(sqlrisk_share.sqlrisk_class_valued as double) * cast(sqlrisk_share.sqlrisk_table_rows as double) / cast(sqlrisk_share.sqlrisk_value_rows as double) end) as sqlrisk_gain_max,
    min(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double) / cast(sqlrisk_share.sqlrisk_class_valued as double) * cast(sqlrisk_share.sqlrisk_table_rows as double) / cast(sqlrisk_share.sqlrisk_value_rows as double) end) as sqlrisk_gain_min,
    sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then case when cast(sqlrisk_share.sqlrisk_valued_rows as double) / cast(sqlrisk_share.sqlrisk_class_valued as double) * cast(sqlrisk_share.sqlrisk_table_rows as double) / cast(sqlrisk_share.sqlrisk_value_rows as double) - 1 > ln(cast(sqlrisk_share.sqlrisk_table_rows as double) / cast(sqlrisk_share.sqlrisk_value_rows as double)) + 0.000000001 then 1 else 0 end else 0 end) as sqlrisk_beyond_surprise,
    cast(sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then sqlrisk_share.sqlrisk_value_rows else 0 end) as double) as sqlrisk_present_rows
  from sqlrisk_share
  group by sqlrisk_share."age", sqlrisk_share."town"
),
sqlrisk_class as (
  select
    sqlrisk_summed."age", sqlrisk_summed."town",
    sqlrisk_summed.sqlrisk_class_size,
    1 as sqlrisk_alike,
    sqlrisk_summed.sqlrisk_distinct,
    case when sqlrisk_summed.sqlrisk_distinct > 0 then ln(sqlrisk_summed.sqlrisk_class_valued) - sqlrisk_summed.sqlrisk_rows_ln_rows / sqlrisk_summed.sqlrisk_class_valued end as sqlrisk_entropy,
    case when sqlrisk_summed.sqlrisk_distinct > 0 then sqlrisk_summed.sqlrisk_largest / sqlrisk_summed.sqlrisk_class_valued end as sqlrisk_largest_share,
    case when sqlrisk_summed.sqlrisk_distinct > 0 then sqlrisk_summed.sqlrisk_gap / (sqlrisk_summed.sqlrisk_class_valued * sqlrisk_summed.sqlrisk_table_rows) end as sqlrisk_variation,
    sqlrisk_summed.sqlrisk_gain_max,
    sqlrisk_summed.sqlrisk_gain_min,
    sqlrisk_summed.sqlrisk_beyond_surprise,
    case when sqlrisk_summed.sqlrisk_distinct > 0 and sqlrisk_summed.sqlrisk_present_rows < sqlrisk_summed.sqlrisk_table_rows then 1 else 0 end as sqlrisk_value_absent
  from sqlrisk_summed
),
sqlrisk_seen as (
  select
    sqlrisk_class.sqlrisk_class_size as sqlrisk_members,
    sqlrisk_class.sqlrisk_class_size,
    sqlrisk_class.sqlrisk_alike,
    sqlrisk_class.sqlrisk_distinct,
    sqlrisk_class.sqlrisk_entropy,
    sqlrisk_class.sqlrisk_largest_share,
    sqlrisk_class.sqlrisk_variation,
    sqlrisk_class.sqlrisk_gain_max,
    sqlrisk_class.sqlrisk_gain_min,
    sqlrisk_class.sqlrisk_beyond_surprise,
    sqlrisk_class.sqlrisk_value_absent
  from sqlrisk_class
)
select
  sqlrisk_seen.sqlrisk_class_size,
  cast(sum(sqlrisk_seen.sqlrisk_alike) as bigint) as sqlrisk_classes,
  cast(sum(case when sqlrisk_seen.sqlrisk_distinct = 0 then sqlrisk_seen.sqlrisk_alike else 0 end) as bigint) as sqlrisk_classes_without_value,
  min(case when sqlrisk_seen.sqlrisk_distinct > 0 then sqlrisk_seen.sqlrisk_distinct end) as sqlrisk_distinct_min,
  cast(sum(case when sqlrisk_seen.sqlrisk_distinct = 1 then sqlrisk_seen.sqlrisk_alike else 0 end) as bigint) as sqlrisk_homogeneous_classes,
  min(sqlrisk_seen.sqlrisk_entropy) as sqlrisk_entropy_min,
  max(sqlrisk_seen.sqlrisk_largest_share) as sqlrisk_share_max,
  max(sqlrisk_seen.sqlrisk_variation) as sqlrisk_variation_max,
  max(sqlrisk_seen.sqlrisk_gain_max) as sqlrisk_highest_gain,
  min(sqlrisk_seen.sqlrisk_gain_min) as sqlrisk_lowest_gain,
  cast(sum(case when sqlrisk_seen.sqlrisk_beyond_surprise > 0 then sqlrisk_seen.sqlrisk_alike else 0 end) as bigint) as sqlrisk_classes_beyond_surprise,
  cast(sum(sqlrisk_seen.sqlrisk_value_absent * sqlrisk_seen.sqlrisk_alike) as bigint) as sqlrisk_classes_with_absent_value
from sqlrisk_seen
group by sqlrisk_seen.sqlrisk_class_size

-- sensitive, NULL is a value
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    sqlrisk_row."illness" as sqlrisk_value,
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."illness"
),
sqlrisk_pair as (
  select
    sqlrisk_counted."age", sqlrisk_counted."town",
    sqlrisk_counted.sqlrisk_value,
    cast(sqlrisk_counted.sqlrisk_rows as bigint) as sqlrisk_valued_rows,
    cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_size,
    cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_valued
  from sqlrisk_counted
),
sqlrisk_share as (
  select
    sqlrisk_pair."age", sqlrisk_pair."town",
    sqlrisk_pair.sqlrisk_valued_rows,
    sqlrisk_pair.sqlrisk_class_size,
    sqlrisk_pair.sqlrisk_class_valued,
    cast(sum(sqlrisk_pair.sqlrisk_valued_rows) over (partition by sqlrisk_pair.sqlrisk_value) as bigint) as sqlrisk_value_rows,
    cast(sum(sqlrisk_pair.sqlrisk_valued_rows) over () as bigint) as sqlrisk_table_rows
  from sqlrisk_pair
  where sqlrisk_pair.sqlrisk_class_size >= 5
),
sqlrisk_summed as (
  select
    sqlrisk_share."age", sqlrisk_share."town",
    max(sqlrisk_share.sqlrisk_class_size) as sqlrisk_class_size,
    cast(max(sqlrisk_share.sqlrisk_class_valued) as double) as sqlrisk_class_valued,
    cast(max(sqlrisk_share.sqlrisk_table_rows) as double) as sqlrisk_table_rows,
    sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then 1 else 0 end) as sqlrisk_distinct,
    cast(max(sqlrisk_share.sqlrisk_valued_rows) as double) as sqlrisk_largest,
    sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double) * ln(cast(sqlrisk_share.sqlrisk_valued_rows as double)) else 0 end) as sqlrisk_rows_ln_rows,
    sum(case
      when sqlrisk_share.sqlrisk_table_rows <= 3000000000 then case when sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows as double) else cast(0 as double) end
      when cast(sqlrisk_share.sqlrisk_valued_rows as double) * cast(sqlrisk_share.sqlrisk_table_rows as double) - cast(sqlrisk_share.sqlrisk_class_valued as double) * cast(sqlrisk_share.sqlrisk_value_rows as double) > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double) * cast(sqlrisk_share.sqlrisk_table_rows as double) - cast(sqlrisk_share.sqlrisk_class_valued as double) * cast(sqlrisk_share.sqlrisk_value_rows as double)
      else cast(0 as double)
    end) as sqlrisk_gap,
    max(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double) / cast(sqlrisk_share.sqlrisk_class_valued as double) * cast(sqlrisk_share.sqlrisk_table_rows as double) / cast(sqlrisk_share.sqlrisk_value_rows as double) end) as sqlrisk_gain_max,
    min(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double) / cast(sqlrisk_share.sqlrisk_class_valued as double) * cast(sqlrisk_share.sqlrisk_table_rows as double) / cast(sqlrisk_share.sqlrisk_value_rows as double) end) as sqlrisk_gain_min,
    sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then case when cast(sqlrisk_share.sqlrisk_valued_rows as double) / cast(sqlrisk_share.sqlrisk_class_valued as double) * cast(sqlrisk_share.sqlrisk_table_rows as double) / cast(sqlrisk_share.sqlrisk_value_rows as double) - 1 > ln(cast(sqlrisk_share.sqlrisk_table_rows as double) / cast(sqlrisk_share.sqlrisk_value_rows as double)) + 0.000000001 then 1 else 0 end else 0 end) as sqlrisk_beyond_surprise,
    cast(sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then sqlrisk_share.sqlrisk_value_rows else 0 end) as double) as sqlrisk_present_rows
  from sqlrisk_share
  group by sqlrisk_share."age", sqlrisk_share."town"
),
sqlrisk_class as (
  select
    sqlrisk_summed."age", sqlrisk_summed."town",
    sqlrisk_summed.sqlrisk_class_size,
    1 as sqlrisk_alike,
    sqlrisk_summed.sqlrisk_distinct,
    case when sqlrisk_summed.sqlrisk_distinct > 0 then ln(sqlrisk_summed.sqlrisk_class_valued) - sqlrisk_summed.sqlrisk_rows_ln_rows / sqlrisk_summed.sqlrisk_class_valued end as sqlrisk_entropy,
    case when sqlrisk_summed.sqlrisk_distinct > 0 then sqlrisk_summed.sqlrisk_largest / sqlrisk_summed.sqlrisk_class_valued end as sqlrisk_largest_share,
    case when sqlrisk_summed.sqlrisk_distinct > 0 then sqlrisk_summed.sqlrisk_gap / (sqlrisk_summed.sqlrisk_class_valued * sqlrisk_summed.sqlrisk_table_rows) end as sqlrisk_variation,
    sqlrisk_summed.sqlrisk_gain_max,
    sqlrisk_summed.sqlrisk_gain_min,
    sqlrisk_summed.sqlrisk_beyond_surprise,
    case when sqlrisk_summed.sqlrisk_distinct > 0 and sqlrisk_summed.sqlrisk_present_rows < sqlrisk_summed.sqlrisk_table_rows then 1 else 0 end as sqlrisk_value_absent
  from sqlrisk_summed
),
sqlrisk_seen as (
  select
    sqlrisk_class.sqlrisk_class_size as sqlrisk_members,
    sqlrisk_class.sqlrisk_class_size,
    sqlrisk_class.sqlrisk_alike,
    sqlrisk_class.sqlrisk_distinct,
    sqlrisk_class.sqlrisk_entropy,
    sqlrisk_class.sqlrisk_largest_share,
    sqlrisk_class.sqlrisk_variation,
    sqlrisk_class.sqlrisk_gain_max,
    sqlrisk_class.sqlrisk_gain_min,
    sqlrisk_class.sqlrisk_beyond_surprise,
    sqlrisk_class.sqlrisk_value_absent
  from sqlrisk_class
)
select
  sqlrisk_seen.sqlrisk_class_size,
  cast(sum(sqlrisk_seen.sqlrisk_alike) as bigint) as sqlrisk_classes,
  cast(sum(case when sqlrisk_seen.sqlrisk_distinct = 0 then sqlrisk_seen.sqlrisk_alike else 0 end) as bigint) as sqlrisk_classes_without_value,
  min(case when sqlrisk_seen.sqlrisk_distinct > 0 then sqlrisk_seen.sqlrisk_distinct end) as sqlrisk_distinct_min,
  cast(sum(case when sqlrisk_seen.sqlrisk_distinct = 1 then sqlrisk_seen.sqlrisk_alike else 0 end) as bigint) as sqlrisk_homogeneous_classes,
  min(sqlrisk_seen.sqlrisk_entropy) as sqlrisk_entropy_min,
  max(sqlrisk_seen.sqlrisk_largest_share) as sqlrisk_share_max,
  max(sqlrisk_seen.sqlrisk_variation) as sqlrisk_variation_max,
  max(sqlrisk_seen.sqlrisk_gain_max) as sqlrisk_highest_gain,
  min(sqlrisk_seen.sqlrisk_gain_min) as sqlrisk_lowest_gain,
  cast(sum(case when sqlrisk_seen.sqlrisk_beyond_surprise > 0 then sqlrisk_seen.sqlrisk_alike else 0 end) as bigint) as sqlrisk_classes_beyond_surprise,
  cast(sum(sqlrisk_seen.sqlrisk_value_absent * sqlrisk_seen.sqlrisk_alike) as bigint) as sqlrisk_classes_with_absent_value
from sqlrisk_seen
group by sqlrisk_seen.sqlrisk_class_size

-- sensitive of a group
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    sqlrisk_row."illness" as sqlrisk_value,
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."illness"
),
sqlrisk_pair as (
  select
    sqlrisk_counted."age", sqlrisk_counted."town",
    sqlrisk_counted.sqlrisk_value,
    cast(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end as bigint) as sqlrisk_valued_rows,
    cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_size,
    cast(sum(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_valued
  from sqlrisk_counted
),
sqlrisk_share as (
  select
    sqlrisk_pair."age", sqlrisk_pair."town",
    sqlrisk_pair.sqlrisk_valued_rows,
    sqlrisk_pair.sqlrisk_class_size,
    sqlrisk_pair.sqlrisk_class_valued,
    cast(sum(sqlrisk_pair.sqlrisk_valued_rows) over (partition by sqlrisk_pair.sqlrisk_value) as bigint) as sqlrisk_value_rows,
    cast(sum(sqlrisk_pair.sqlrisk_valued_rows) over () as bigint) as sqlrisk_table_rows
  from sqlrisk_pair
  where sqlrisk_pair.sqlrisk_class_size >= 5
),
sqlrisk_summed as (
  select
    sqlrisk_share."age", sqlrisk_share."town",
    max(sqlrisk_share.sqlrisk_class_size) as sqlrisk_class_size,
    cast(max(sqlrisk_share.sqlrisk_class_valued) as double) as sqlrisk_class_valued,
    cast(max(sqlrisk_share.sqlrisk_table_rows) as double) as sqlrisk_table_rows,
    sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then 1 else 0 end) as sqlrisk_distinct,
    cast(max(sqlrisk_share.sqlrisk_valued_rows) as double) as sqlrisk_largest,
    sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double) * ln(cast(sqlrisk_share.sqlrisk_valued_rows as double)) else 0 end) as sqlrisk_rows_ln_rows,
    sum(case
      when sqlrisk_share.sqlrisk_table_rows <= 3000000000 then case when sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows as double) else cast(0 as double) end
      when cast(sqlrisk_share.sqlrisk_valued_rows as double) * cast(sqlrisk_share.sqlrisk_table_rows as double) - cast(sqlrisk_share.sqlrisk_class_valued as double) * cast(sqlrisk_share.sqlrisk_value_rows as double) > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double) * cast(sqlrisk_share.sqlrisk_table_rows as double) - cast(sqlrisk_share.sqlrisk_class_valued as double) * cast(sqlrisk_share.sqlrisk_value_rows as double)
      else cast(0 as double)
    end) as sqlrisk_gap,
    max(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double) / cast(sqlrisk_share.sqlrisk_class_valued as double) * cast(sqlrisk_share.sqlrisk_table_rows as double) / cast(sqlrisk_share.sqlrisk_value_rows as double) end) as sqlrisk_gain_max,
    min(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double) / cast(sqlrisk_share.sqlrisk_class_valued as double) * cast(sqlrisk_share.sqlrisk_table_rows as double) / cast(sqlrisk_share.sqlrisk_value_rows as double) end) as sqlrisk_gain_min,
    sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then case when cast(sqlrisk_share.sqlrisk_valued_rows as double) / cast(sqlrisk_share.sqlrisk_class_valued as double) * cast(sqlrisk_share.sqlrisk_table_rows as double) / cast(sqlrisk_share.sqlrisk_value_rows as double) - 1 > ln(cast(sqlrisk_share.sqlrisk_table_rows as double) / cast(sqlrisk_share.sqlrisk_value_rows as double)) + 0.000000001 then 1 else 0 end else 0 end) as sqlrisk_beyond_surprise,
    cast(sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then sqlrisk_share.sqlrisk_value_rows else 0 end) as double) as sqlrisk_present_rows
  from sqlrisk_share
  group by sqlrisk_share."age", sqlrisk_share."town"
),
sqlrisk_class as (
  select
    sqlrisk_summed."age", sqlrisk_summed."town",
    sqlrisk_summed.sqlrisk_class_size,
    1 as sqlrisk_alike,
    sqlrisk_summed.sqlrisk_distinct,
    case when sqlrisk_summed.sqlrisk_distinct > 0 then ln(sqlrisk_summed.sqlrisk_class_valued) - sqlrisk_summed.sqlrisk_rows_ln_rows / sqlrisk_summed.sqlrisk_class_valued end as sqlrisk_entropy,
    case when sqlrisk_summed.sqlrisk_distinct > 0 then sqlrisk_summed.sqlrisk_largest / sqlrisk_summed.sqlrisk_class_valued end as sqlrisk_largest_share,
    case when sqlrisk_summed.sqlrisk_distinct > 0 then sqlrisk_summed.sqlrisk_gap / (sqlrisk_summed.sqlrisk_class_valued * sqlrisk_summed.sqlrisk_table_rows) end as sqlrisk_variation,
    sqlrisk_summed.sqlrisk_gain_max,
    sqlrisk_summed.sqlrisk_gain_min,
    sqlrisk_summed.sqlrisk_beyond_surprise,
    case when sqlrisk_summed.sqlrisk_distinct > 0 and sqlrisk_summed.sqlrisk_present_rows < sqlrisk_summed.sqlrisk_table_rows then 1 else 0 end as sqlrisk_value_absent
  from sqlrisk_summed
),
sqlrisk_tagged as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    sqlrisk_row."sex" as sqlrisk_group,
    count(*) as sqlrisk_members,
    null as sqlrisk_class_size,
    null as sqlrisk_alike,
    null as sqlrisk_distinct,
    null as sqlrisk_entropy,
    null as sqlrisk_largest_share,
    null as sqlrisk_variation,
    null as sqlrisk_gain_max,
    null as sqlrisk_gain_min,
    null as sqlrisk_beyond_surprise,
    null as sqlrisk_value_absent
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex"
  union all
  select
    sqlrisk_class."age", sqlrisk_class."town",
    null as sqlrisk_group,
    0 as sqlrisk_members,
    sqlrisk_class.sqlrisk_class_size,
    sqlrisk_class.sqlrisk_alike,
    sqlrisk_class.sqlrisk_distinct,
    sqlrisk_class.sqlrisk_entropy,
    sqlrisk_class.sqlrisk_largest_share,
    sqlrisk_class.sqlrisk_variation,
    sqlrisk_class.sqlrisk_gain_max,
    sqlrisk_class.sqlrisk_gain_min,
    sqlrisk_class.sqlrisk_beyond_surprise,
    sqlrisk_class.sqlrisk_value_absent
  from sqlrisk_class
),
sqlrisk_spread as (
  select
    sqlrisk_tagged.sqlrisk_group,
    sqlrisk_tagged.sqlrisk_members,
    max(sqlrisk_tagged.sqlrisk_class_size) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_class_size,
    max(sqlrisk_tagged.sqlrisk_alike) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_alike,
    max(sqlrisk_tagged.sqlrisk_distinct) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_distinct,
    max(sqlrisk_tagged.sqlrisk_entropy) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_entropy,
    max(sqlrisk_tagged.sqlrisk_largest_share) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_largest_share,
    max(sqlrisk_tagged.sqlrisk_variation) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_variation,
    max(sqlrisk_tagged.sqlrisk_gain_max) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_gain_max,
    max(sqlrisk_tagged.sqlrisk_gain_min) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_gain_min,
    max(sqlrisk_tagged.sqlrisk_beyond_surprise) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_beyond_surprise,
    max(sqlrisk_tagged.sqlrisk_value_absent) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_value_absent
  from sqlrisk_tagged
),
sqlrisk_seen as (
  select
    sqlrisk_spread.sqlrisk_group,
    sqlrisk_spread.sqlrisk_members,
    sqlrisk_spread.sqlrisk_class_size,
    sqlrisk_spread.sqlrisk_alike,
    sqlrisk_spread.sqlrisk_distinct,
    sqlrisk_spread.sqlrisk_entropy,
    sqlrisk_spread.sqlrisk_largest_share,
    sqlrisk_spread.sqlrisk_variation,
    sqlrisk_spread.sqlrisk_gain_max,
    sqlrisk_spread.sqlrisk_gain_min,
    sqlrisk_spread.sqlrisk_beyond_surprise,
    sqlrisk_spread.sqlrisk_value_absent
  from sqlrisk_spread
  where sqlrisk_spread.sqlrisk_members > 0 and sqlrisk_spread.sqlrisk_class_size is not null
)
select
  sqlrisk_seen.sqlrisk_group,
  cast(sum(case when sqlrisk_seen.sqlrisk_distinct = 1 then sqlrisk_seen.sqlrisk_members else 0 end) as bigint) as sqlrisk_homogeneous_members,
  sqlrisk_seen.sqlrisk_class_size,
  cast(sum(sqlrisk_seen.sqlrisk_alike) as bigint) as sqlrisk_classes,
  cast(sum(case when sqlrisk_seen.sqlrisk_distinct = 0 then sqlrisk_seen.sqlrisk_alike else 0 end) as bigint) as sqlrisk_classes_without_value,
  min(case when sqlrisk_seen.sqlrisk_distinct > 0 then sqlrisk_seen.sqlrisk_distinct end) as sqlrisk_distinct_min,
  cast(sum(case when sqlrisk_seen.sqlrisk_distinct = 1 then sqlrisk_seen.sqlrisk_alike else 0 end) as bigint) as sqlrisk_homogeneous_classes,
  min(sqlrisk_seen.sqlrisk_entropy) as sqlrisk_entropy_min,
  max(sqlrisk_seen.sqlrisk_largest_share) as sqlrisk_share_max,
  max(sqlrisk_seen.sqlrisk_variation) as sqlrisk_variation_max,
  max(sqlrisk_seen.sqlrisk_gain_max) as sqlrisk_highest_gain,
  min(sqlrisk_seen.sqlrisk_gain_min) as sqlrisk_lowest_gain,
  cast(sum(case when sqlrisk_seen.sqlrisk_beyond_surprise > 0 then sqlrisk_seen.sqlrisk_alike else 0 end) as bigint) as sqlrisk_classes_beyond_surprise,
  cast(sum(sqlrisk_seen.sqlrisk_value_absent * sqlrisk_seen.sqlrisk_alike) as bigint) as sqlrisk_classes_with_absent_value
from sqlrisk_seen
group by sqlrisk_seen.sqlrisk_group, sqlrisk_seen.sqlrisk_class_size

-- recursive
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    sqlrisk_row."illness" as sqlrisk_value,
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."illness"
),
sqlrisk_pair as (
  select
    sqlrisk_counted."age", sqlrisk_counted."town",
    sqlrisk_counted.sqlrisk_value,
    cast(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end as bigint) as sqlrisk_valued_rows,
    cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_size,
    cast(sum(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_valued
  from sqlrisk_counted
),
sqlrisk_sorted as (
  select
    sqlrisk_pair."age", sqlrisk_pair."town",
    sqlrisk_pair.sqlrisk_class_size,
    sqlrisk_pair.sqlrisk_valued_rows,
    row_number() over (partition by sqlrisk_pair."age", sqlrisk_pair."town" order by sqlrisk_pair.sqlrisk_valued_rows desc) as sqlrisk_place
  from sqlrisk_pair
),
sqlrisk_class as (
  select
    sqlrisk_sorted."age", sqlrisk_sorted."town",
    max(sqlrisk_sorted.sqlrisk_class_size) as sqlrisk_class_size,
    cast(max(sqlrisk_sorted.sqlrisk_valued_rows) as bigint) as sqlrisk_first,
    cast(sum(case when sqlrisk_sorted.sqlrisk_place >= 3 then sqlrisk_sorted.sqlrisk_valued_rows else 0 end) as bigint) as sqlrisk_tail
  from sqlrisk_sorted
  group by sqlrisk_sorted."age", sqlrisk_sorted."town"
),
sqlrisk_seen as (
  select
    sqlrisk_class.sqlrisk_class_size as sqlrisk_members,
    sqlrisk_class.sqlrisk_class_size,
    sqlrisk_class.sqlrisk_first,
    sqlrisk_class.sqlrisk_tail
  from sqlrisk_class
)
select
  sqlrisk_seen.sqlrisk_class_size,
  sum(case when sqlrisk_seen.sqlrisk_first > 0 then 1 else 0 end) as sqlrisk_classes_with_value,
  sum(case when sqlrisk_seen.sqlrisk_first > 0 and sqlrisk_seen.sqlrisk_tail = 0 then 1 else 0 end) as sqlrisk_classes_unbounded,
  max(case when sqlrisk_seen.sqlrisk_tail > 0 then cast(sqlrisk_seen.sqlrisk_first as double) / cast(sqlrisk_seen.sqlrisk_tail as double) end) as sqlrisk_ratio_max
from sqlrisk_seen
group by sqlrisk_seen.sqlrisk_class_size

-- recursive of a group, NULL is a value
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    sqlrisk_row."illness" as sqlrisk_value,
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."illness"
),
sqlrisk_pair as (
  select
    sqlrisk_counted."age", sqlrisk_counted."town",
    sqlrisk_counted.sqlrisk_value,
    cast(sqlrisk_counted.sqlrisk_rows as bigint) as sqlrisk_valued_rows,
    cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_size,
    cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_valued
  from sqlrisk_counted
),
sqlrisk_sorted as (
  select
    sqlrisk_pair."age", sqlrisk_pair."town",
    sqlrisk_pair.sqlrisk_class_size,
    sqlrisk_pair.sqlrisk_valued_rows,
    row_number() over (partition by sqlrisk_pair."age", sqlrisk_pair."town" order by sqlrisk_pair.sqlrisk_valued_rows desc) as sqlrisk_place
  from sqlrisk_pair
  where sqlrisk_pair.sqlrisk_class_size >= 5
),
sqlrisk_class as (
  select
    sqlrisk_sorted."age", sqlrisk_sorted."town",
    max(sqlrisk_sorted.sqlrisk_class_size) as sqlrisk_class_size,
    cast(max(sqlrisk_sorted.sqlrisk_valued_rows) as bigint) as sqlrisk_first,
    cast(sum(case when sqlrisk_sorted.sqlrisk_place >= 3 then sqlrisk_sorted.sqlrisk_valued_rows else 0 end) as bigint) as sqlrisk_tail
  from sqlrisk_sorted
  group by sqlrisk_sorted."age", sqlrisk_sorted."town"
),
sqlrisk_tagged as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    sqlrisk_row."sex" as sqlrisk_group,
    count(*) as sqlrisk_members,
    null as sqlrisk_class_size,
    null as sqlrisk_first,
    null as sqlrisk_tail
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex"
  union all
  select
    sqlrisk_class."age", sqlrisk_class."town",
    null as sqlrisk_group,
    0 as sqlrisk_members,
    sqlrisk_class.sqlrisk_class_size,
    sqlrisk_class.sqlrisk_first,
    sqlrisk_class.sqlrisk_tail
  from sqlrisk_class
),
sqlrisk_spread as (
  select
    sqlrisk_tagged.sqlrisk_group,
    sqlrisk_tagged.sqlrisk_members,
    max(sqlrisk_tagged.sqlrisk_class_size) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_class_size,
    max(sqlrisk_tagged.sqlrisk_first) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_first,
    max(sqlrisk_tagged.sqlrisk_tail) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_tail
  from sqlrisk_tagged
),
sqlrisk_seen as (
  select
    sqlrisk_spread.sqlrisk_group,
    sqlrisk_spread.sqlrisk_members,
    sqlrisk_spread.sqlrisk_class_size,
    sqlrisk_spread.sqlrisk_first,
    sqlrisk_spread.sqlrisk_tail
  from sqlrisk_spread
  where sqlrisk_spread.sqlrisk_members > 0 and sqlrisk_spread.sqlrisk_class_size is not null
)
select
  sqlrisk_seen.sqlrisk_group,
  sqlrisk_seen.sqlrisk_class_size,
  sum(case when sqlrisk_seen.sqlrisk_first > 0 then 1 else 0 end) as sqlrisk_classes_with_value,
  sum(case when sqlrisk_seen.sqlrisk_first > 0 and sqlrisk_seen.sqlrisk_tail = 0 then 1 else 0 end) as sqlrisk_classes_unbounded,
  max(case when sqlrisk_seen.sqlrisk_tail > 0 then cast(sqlrisk_seen.sqlrisk_first as double) / cast(sqlrisk_seen.sqlrisk_tail as double) end) as sqlrisk_ratio_max
from sqlrisk_seen
group by sqlrisk_seen.sqlrisk_group, sqlrisk_seen.sqlrisk_class_size

-- ordered, natural
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    sqlrisk_row."illness" as sqlrisk_value,
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."illness"
),
sqlrisk_pair as (
  select
    sqlrisk_counted."age", sqlrisk_counted."town",
    sqlrisk_counted.sqlrisk_value,
    cast(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end as bigint) as sqlrisk_valued_rows,
    cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_size,
    cast(sum(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_valued
  from sqlrisk_counted
),
sqlrisk_placed as (
  select
    sqlrisk_pair."age", sqlrisk_pair."town",
    sqlrisk_pair.sqlrisk_value as sqlrisk_place,
    sqlrisk_pair.sqlrisk_valued_rows,
    sqlrisk_pair.sqlrisk_class_size,
    cast(sqlrisk_pair.sqlrisk_class_valued as double) as sqlrisk_n
  from sqlrisk_pair
  where sqlrisk_pair.sqlrisk_valued_rows > 0
),
sqlrisk_ranked as (
  select
    sqlrisk_placed.*,
    dense_rank() over (order by sqlrisk_placed.sqlrisk_place) as sqlrisk_step,
    cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over () as double) as sqlrisk_table_rows,
    cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over (partition by sqlrisk_placed."age", sqlrisk_placed."town" order by sqlrisk_placed.sqlrisk_place rows between unbounded preceding and current row) as double) as sqlrisk_c,
    cast(sum(case when sqlrisk_placed.sqlrisk_place is null then sqlrisk_placed.sqlrisk_valued_rows else 0 end) over () as double) as sqlrisk_rows_unplaced
  from sqlrisk_placed
),
sqlrisk_turned as (
  select
    sqlrisk_ranked.*,
    cast(sqlrisk_ranked.sqlrisk_step as double) as sqlrisk_rank,
    row_number() over (partition by sqlrisk_ranked.sqlrisk_step order by sqlrisk_ranked.sqlrisk_valued_rows) as sqlrisk_turn,
    sum(sqlrisk_ranked.sqlrisk_valued_rows) over (partition by sqlrisk_ranked.sqlrisk_step) as sqlrisk_step_rows
  from sqlrisk_ranked
),
sqlrisk_weighed as (
  select
    sqlrisk_turned.*,
    cast(sum(case when sqlrisk_turned.sqlrisk_turn = 1 then sqlrisk_turned.sqlrisk_step_rows else 0 end) over (order by sqlrisk_turned.sqlrisk_step, sqlrisk_turned.sqlrisk_turn rows between unbounded preceding and current row) as double) as sqlrisk_w
  from sqlrisk_turned
),
sqlrisk_summed as (
  select
    sqlrisk_weighed.*,
    cast(sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then 1 else 0 end) over () as double) as sqlrisk_ranks,
    sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then sqlrisk_weighed.sqlrisk_w else 0 end) over () as sqlrisk_s_all,
    sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then sqlrisk_weighed.sqlrisk_w else 0 end) over (order by sqlrisk_weighed.sqlrisk_step, sqlrisk_weighed.sqlrisk_turn rows between unbounded preceding and current row) as sqlrisk_s
  from sqlrisk_weighed
),
sqlrisk_stretch as (
  select
    sqlrisk_summed.*,
    sqlrisk_summed.sqlrisk_rank - 1 as sqlrisk_before,
    sqlrisk_summed.sqlrisk_s - sqlrisk_summed.sqlrisk_w as sqlrisk_s_before,
    row_number() over (partition by sqlrisk_summed."age", sqlrisk_summed."town" order by sqlrisk_summed.sqlrisk_place) as sqlrisk_number,
    case when lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed."age", sqlrisk_summed."town" order by sqlrisk_summed.sqlrisk_place) > sqlrisk_summed.sqlrisk_rank then lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed."age", sqlrisk_summed."town" order by sqlrisk_summed.sqlrisk_place) else sqlrisk_summed.sqlrisk_ranks end - 1 as sqlrisk_last,
    case when lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed."age", sqlrisk_summed."town" order by sqlrisk_summed.sqlrisk_place) > sqlrisk_summed.sqlrisk_rank then lead(sqlrisk_summed.sqlrisk_s - sqlrisk_summed.sqlrisk_w) over (partition by sqlrisk_summed."age", sqlrisk_summed."town" order by sqlrisk_summed.sqlrisk_place)
      else sqlrisk_summed.sqlrisk_s_all - sqlrisk_summed.sqlrisk_table_rows end as sqlrisk_s_last
  from sqlrisk_summed
),
sqlrisk_levelled as (
  select
    sqlrisk_stretch.*,
    sqlrisk_stretch.sqlrisk_c * sqlrisk_stretch.sqlrisk_table_rows / sqlrisk_stretch.sqlrisk_n as sqlrisk_level,
    0 as sqlrisk_ranks_there,
    0 as sqlrisk_w_there,
    1 as sqlrisk_is_stretch
  from sqlrisk_stretch
  union all
  select
    sqlrisk_stretch.*,
    sqlrisk_stretch.sqlrisk_w,
    1,
    sqlrisk_stretch.sqlrisk_w,
    0
  from sqlrisk_stretch
  where sqlrisk_stretch.sqlrisk_turn = 1
),
sqlrisk_crossed as (
  select
    sqlrisk_levelled.*,
    sum(sqlrisk_levelled.sqlrisk_ranks_there) over (order by sqlrisk_levelled.sqlrisk_level, sqlrisk_levelled.sqlrisk_is_stretch rows between unbounded preceding and current row) as sqlrisk_crossing,
    sum(sqlrisk_levelled.sqlrisk_w_there) over (order by sqlrisk_levelled.sqlrisk_level, sqlrisk_levelled.sqlrisk_is_stretch rows between unbounded preceding and current row) as sqlrisk_s_crossing
  from sqlrisk_levelled
),
sqlrisk_split as (
  select
    sqlrisk_crossed.*,
    sqlrisk_crossed.sqlrisk_c * sqlrisk_crossed.sqlrisk_table_rows as sqlrisk_height,
    case when sqlrisk_crossed.sqlrisk_crossing <= sqlrisk_crossed.sqlrisk_before then cast(sqlrisk_crossed.sqlrisk_before as double)
      when sqlrisk_crossed.sqlrisk_crossing >= sqlrisk_crossed.sqlrisk_last then cast(sqlrisk_crossed.sqlrisk_last as double)
      else cast(sqlrisk_crossed.sqlrisk_crossing as double) end as sqlrisk_middle,
    case when sqlrisk_crossed.sqlrisk_crossing <= sqlrisk_crossed.sqlrisk_before then sqlrisk_crossed.sqlrisk_s_before
      when sqlrisk_crossed.sqlrisk_crossing >= sqlrisk_crossed.sqlrisk_last then sqlrisk_crossed.sqlrisk_s_last
      else sqlrisk_crossed.sqlrisk_s_crossing end as sqlrisk_s_middle
  from sqlrisk_crossed
  where sqlrisk_crossed.sqlrisk_is_stretch = 1
),
sqlrisk_class as (
  select
    sqlrisk_split."age", sqlrisk_split."town",
    max(sqlrisk_split.sqlrisk_class_size) as sqlrisk_class_size,
    max(sqlrisk_split.sqlrisk_rows_unplaced) as sqlrisk_unplaced,
    case when max(sqlrisk_split.sqlrisk_ranks) > 1 then
      sum(
        case when sqlrisk_split.sqlrisk_number = 1 then sqlrisk_split.sqlrisk_n * sqlrisk_split.sqlrisk_s_before else 0 end
        + sqlrisk_split.sqlrisk_height * (sqlrisk_split.sqlrisk_middle - sqlrisk_split.sqlrisk_before)
        - sqlrisk_split.sqlrisk_n * (sqlrisk_split.sqlrisk_s_middle - sqlrisk_split.sqlrisk_s_before)
        + sqlrisk_split.sqlrisk_n * (sqlrisk_split.sqlrisk_s_last - sqlrisk_split.sqlrisk_s_middle)
        - sqlrisk_split.sqlrisk_height * (sqlrisk_split.sqlrisk_last - sqlrisk_split.sqlrisk_middle)
      ) / (max(sqlrisk_split.sqlrisk_n) * max(sqlrisk_split.sqlrisk_table_rows) * (max(sqlrisk_split.sqlrisk_ranks) - 1))
      else 0 end as sqlrisk_distance
  from sqlrisk_split
  group by sqlrisk_split."age", sqlrisk_split."town"
),
sqlrisk_seen as (
  select
    sqlrisk_class.sqlrisk_class_size as sqlrisk_members,
    sqlrisk_class.sqlrisk_class_size,
    sqlrisk_class.sqlrisk_unplaced,
    sqlrisk_class.sqlrisk_distance
  from sqlrisk_class
)
select
  sqlrisk_seen.sqlrisk_class_size,
  count(*) as sqlrisk_classes_with_value,
  cast(max(sqlrisk_seen.sqlrisk_unplaced) as bigint) as sqlrisk_rows_out_of_order,
  max(sqlrisk_seen.sqlrisk_distance) as sqlrisk_distance_max
from sqlrisk_seen
group by sqlrisk_seen.sqlrisk_class_size

-- ordered, natural, NULL is a value
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    sqlrisk_row."illness" as sqlrisk_value,
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."illness"
),
sqlrisk_pair as (
  select
    sqlrisk_counted."age", sqlrisk_counted."town",
    sqlrisk_counted.sqlrisk_value,
    cast(sqlrisk_counted.sqlrisk_rows as bigint) as sqlrisk_valued_rows,
    cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_size,
    cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_valued
  from sqlrisk_counted
),
sqlrisk_placed as (
  select
    sqlrisk_pair."age", sqlrisk_pair."town",
    sqlrisk_pair.sqlrisk_value as sqlrisk_place,
    sqlrisk_pair.sqlrisk_valued_rows,
    sqlrisk_pair.sqlrisk_class_size,
    cast(sqlrisk_pair.sqlrisk_class_valued as double) as sqlrisk_n
  from sqlrisk_pair
  where sqlrisk_pair.sqlrisk_valued_rows > 0 and sqlrisk_pair.sqlrisk_class_size >= 5
),
sqlrisk_ranked as (
  select
    sqlrisk_placed.*,
    dense_rank() over (order by case when sqlrisk_placed.sqlrisk_place is null then 1 else 0 end, sqlrisk_placed.sqlrisk_place) as sqlrisk_step,
    cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over () as double) as sqlrisk_table_rows,
    cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over (partition by sqlrisk_placed."age", sqlrisk_placed."town" order by case when sqlrisk_placed.sqlrisk_place is null then 1 else 0 end, sqlrisk_placed.sqlrisk_place rows between unbounded preceding and current row) as double) as sqlrisk_c,
    cast(sum(case when 1 = 0 then sqlrisk_placed.sqlrisk_valued_rows else 0 end) over () as double) as sqlrisk_rows_unplaced,
    cast(sum(case when sqlrisk_placed.sqlrisk_place is null or (length(cast(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(cast(sqlrisk_placed.sqlrisk_place as varchar), '0', ''), '1', ''), '2', ''), '3', ''), '4', ''), '5', ''), '6', ''), '7', ''), '8', ''), '9', '') as varchar)) = 0 or length(cast(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(cast(sqlrisk_placed.sqlrisk_place as varchar), '0', ''), '1', ''), '2', ''), '3', ''), '4', ''), '5', ''), '6', ''), '7', ''), '8', ''), '9', '') as varchar)) = 1 and (sqlrisk_placed.sqlrisk_place like '-%' or (sqlrisk_placed.sqlrisk_place like '%.%' or sqlrisk_placed.sqlrisk_place like '%,%')) or length(cast(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(cast(sqlrisk_placed.sqlrisk_place as varchar), '0', ''), '1', ''), '2', ''), '3', ''), '4', ''), '5', ''), '6', ''), '7', ''), '8', ''), '9', '') as varchar)) = 2 and sqlrisk_placed.sqlrisk_place like '-%' and (sqlrisk_placed.sqlrisk_place like '%.%' or sqlrisk_placed.sqlrisk_place like '%,%')) then 0 else sqlrisk_placed.sqlrisk_valued_rows end) over () as double) as sqlrisk_words
  from sqlrisk_placed
),
sqlrisk_turned as (
  select
    sqlrisk_ranked.*,
    cast(sqlrisk_ranked.sqlrisk_step as double) as sqlrisk_rank,
    row_number() over (partition by sqlrisk_ranked.sqlrisk_step order by sqlrisk_ranked.sqlrisk_valued_rows) as sqlrisk_turn,
    sum(sqlrisk_ranked.sqlrisk_valued_rows) over (partition by sqlrisk_ranked.sqlrisk_step) as sqlrisk_step_rows
  from sqlrisk_ranked
),
sqlrisk_weighed as (
  select
    sqlrisk_turned.*,
    cast(sum(case when sqlrisk_turned.sqlrisk_turn = 1 then sqlrisk_turned.sqlrisk_step_rows else 0 end) over (order by sqlrisk_turned.sqlrisk_step, sqlrisk_turned.sqlrisk_turn rows between unbounded preceding and current row) as double) as sqlrisk_w
  from sqlrisk_turned
),
sqlrisk_summed as (
  select
    sqlrisk_weighed.*,
    cast(sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then 1 else 0 end) over () as double) as sqlrisk_ranks,
    sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then sqlrisk_weighed.sqlrisk_w else 0 end) over () as sqlrisk_s_all,
    sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then sqlrisk_weighed.sqlrisk_w else 0 end) over (order by sqlrisk_weighed.sqlrisk_step, sqlrisk_weighed.sqlrisk_turn rows between unbounded preceding and current row) as sqlrisk_s
  from sqlrisk_weighed
),
sqlrisk_stretch as (
  select
    sqlrisk_summed.*,
    sqlrisk_summed.sqlrisk_rank - 1 as sqlrisk_before,
    sqlrisk_summed.sqlrisk_s - sqlrisk_summed.sqlrisk_w as sqlrisk_s_before,
    row_number() over (partition by sqlrisk_summed."age", sqlrisk_summed."town" order by case when sqlrisk_summed.sqlrisk_place is null then 1 else 0 end, sqlrisk_summed.sqlrisk_place) as sqlrisk_number,
    case when lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed."age", sqlrisk_summed."town" order by case when sqlrisk_summed.sqlrisk_place is null then 1 else 0 end, sqlrisk_summed.sqlrisk_place) > sqlrisk_summed.sqlrisk_rank then lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed."age", sqlrisk_summed."town" order by case when sqlrisk_summed.sqlrisk_place is null then 1 else 0 end, sqlrisk_summed.sqlrisk_place) else sqlrisk_summed.sqlrisk_ranks end - 1 as sqlrisk_last,
    case when lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed."age", sqlrisk_summed."town" order by case when sqlrisk_summed.sqlrisk_place is null then 1 else 0 end, sqlrisk_summed.sqlrisk_place) > sqlrisk_summed.sqlrisk_rank then lead(sqlrisk_summed.sqlrisk_s - sqlrisk_summed.sqlrisk_w) over (partition by sqlrisk_summed."age", sqlrisk_summed."town" order by case when sqlrisk_summed.sqlrisk_place is null then 1 else 0 end, sqlrisk_summed.sqlrisk_place)
      else sqlrisk_summed.sqlrisk_s_all - sqlrisk_summed.sqlrisk_table_rows end as sqlrisk_s_last
  from sqlrisk_summed
),
sqlrisk_levelled as (
  select
    sqlrisk_stretch.*,
    sqlrisk_stretch.sqlrisk_c * sqlrisk_stretch.sqlrisk_table_rows / sqlrisk_stretch.sqlrisk_n as sqlrisk_level,
    0 as sqlrisk_ranks_there,
    0 as sqlrisk_w_there,
    1 as sqlrisk_is_stretch
  from sqlrisk_stretch
  union all
  select
    sqlrisk_stretch.*,
    sqlrisk_stretch.sqlrisk_w,
    1,
    sqlrisk_stretch.sqlrisk_w,
    0
  from sqlrisk_stretch
  where sqlrisk_stretch.sqlrisk_turn = 1
),
sqlrisk_crossed as (
  select
    sqlrisk_levelled.*,
    sum(sqlrisk_levelled.sqlrisk_ranks_there) over (order by sqlrisk_levelled.sqlrisk_level, sqlrisk_levelled.sqlrisk_is_stretch rows between unbounded preceding and current row) as sqlrisk_crossing,
    sum(sqlrisk_levelled.sqlrisk_w_there) over (order by sqlrisk_levelled.sqlrisk_level, sqlrisk_levelled.sqlrisk_is_stretch rows between unbounded preceding and current row) as sqlrisk_s_crossing
  from sqlrisk_levelled
),
sqlrisk_split as (
  select
    sqlrisk_crossed.*,
    sqlrisk_crossed.sqlrisk_c * sqlrisk_crossed.sqlrisk_table_rows as sqlrisk_height,
    case when sqlrisk_crossed.sqlrisk_crossing <= sqlrisk_crossed.sqlrisk_before then cast(sqlrisk_crossed.sqlrisk_before as double)
      when sqlrisk_crossed.sqlrisk_crossing >= sqlrisk_crossed.sqlrisk_last then cast(sqlrisk_crossed.sqlrisk_last as double)
      else cast(sqlrisk_crossed.sqlrisk_crossing as double) end as sqlrisk_middle,
    case when sqlrisk_crossed.sqlrisk_crossing <= sqlrisk_crossed.sqlrisk_before then sqlrisk_crossed.sqlrisk_s_before
      when sqlrisk_crossed.sqlrisk_crossing >= sqlrisk_crossed.sqlrisk_last then sqlrisk_crossed.sqlrisk_s_last
      else sqlrisk_crossed.sqlrisk_s_crossing end as sqlrisk_s_middle
  from sqlrisk_crossed
  where sqlrisk_crossed.sqlrisk_is_stretch = 1
),
sqlrisk_class as (
  select
    sqlrisk_split."age", sqlrisk_split."town",
    max(sqlrisk_split.sqlrisk_class_size) as sqlrisk_class_size,
    max(sqlrisk_split.sqlrisk_rows_unplaced) as sqlrisk_unplaced,
    max(sqlrisk_split.sqlrisk_words) as sqlrisk_words,
    case when max(sqlrisk_split.sqlrisk_ranks) > 1 then
      sum(
        case when sqlrisk_split.sqlrisk_number = 1 then sqlrisk_split.sqlrisk_n * sqlrisk_split.sqlrisk_s_before else 0 end
        + sqlrisk_split.sqlrisk_height * (sqlrisk_split.sqlrisk_middle - sqlrisk_split.sqlrisk_before)
        - sqlrisk_split.sqlrisk_n * (sqlrisk_split.sqlrisk_s_middle - sqlrisk_split.sqlrisk_s_before)
        + sqlrisk_split.sqlrisk_n * (sqlrisk_split.sqlrisk_s_last - sqlrisk_split.sqlrisk_s_middle)
        - sqlrisk_split.sqlrisk_height * (sqlrisk_split.sqlrisk_last - sqlrisk_split.sqlrisk_middle)
      ) / (max(sqlrisk_split.sqlrisk_n) * max(sqlrisk_split.sqlrisk_table_rows) * (max(sqlrisk_split.sqlrisk_ranks) - 1))
      else 0 end as sqlrisk_distance
  from sqlrisk_split
  group by sqlrisk_split."age", sqlrisk_split."town"
),
sqlrisk_tagged as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    sqlrisk_row."sex" as sqlrisk_group,
    count(*) as sqlrisk_members,
    null as sqlrisk_class_size,
    null as sqlrisk_unplaced,
    null as sqlrisk_distance,
    null as sqlrisk_words
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex"
  union all
  select
    sqlrisk_class."age", sqlrisk_class."town",
    null as sqlrisk_group,
    0 as sqlrisk_members,
    sqlrisk_class.sqlrisk_class_size,
    sqlrisk_class.sqlrisk_unplaced,
    sqlrisk_class.sqlrisk_distance,
    sqlrisk_class.sqlrisk_words
  from sqlrisk_class
),
sqlrisk_spread as (
  select
    sqlrisk_tagged.sqlrisk_group,
    sqlrisk_tagged.sqlrisk_members,
    max(sqlrisk_tagged.sqlrisk_class_size) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_class_size,
    max(sqlrisk_tagged.sqlrisk_unplaced) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_unplaced,
    max(sqlrisk_tagged.sqlrisk_distance) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_distance,
    max(sqlrisk_tagged.sqlrisk_words) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_words
  from sqlrisk_tagged
),
sqlrisk_seen as (
  select
    sqlrisk_spread.sqlrisk_group,
    sqlrisk_spread.sqlrisk_members,
    sqlrisk_spread.sqlrisk_class_size,
    sqlrisk_spread.sqlrisk_unplaced,
    sqlrisk_spread.sqlrisk_distance,
    sqlrisk_spread.sqlrisk_words
  from sqlrisk_spread
  where sqlrisk_spread.sqlrisk_members > 0 and sqlrisk_spread.sqlrisk_class_size is not null
)
select
  sqlrisk_seen.sqlrisk_group,
  sqlrisk_seen.sqlrisk_class_size,
  count(*) as sqlrisk_classes_with_value,
  cast(max(sqlrisk_seen.sqlrisk_unplaced) as bigint) as sqlrisk_rows_out_of_order,
  cast(max(sqlrisk_seen.sqlrisk_words) as bigint) as sqlrisk_rows_of_words,
  max(sqlrisk_seen.sqlrisk_distance) as sqlrisk_distance_max
from sqlrisk_seen
group by sqlrisk_seen.sqlrisk_group, sqlrisk_seen.sqlrisk_class_size

-- ordered by a list of text
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    sqlrisk_row."illness" as sqlrisk_value,
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."illness"
),
sqlrisk_pair as (
  select
    sqlrisk_counted."age", sqlrisk_counted."town",
    sqlrisk_counted.sqlrisk_value,
    cast(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end as bigint) as sqlrisk_valued_rows,
    cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_size,
    cast(sum(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_valued
  from sqlrisk_counted
),
sqlrisk_placed as (
  select
    sqlrisk_pair."age", sqlrisk_pair."town",
    case
      when sqlrisk_pair.sqlrisk_value = 'low' then 1
      when sqlrisk_pair.sqlrisk_value = 'mid' then 2
      when sqlrisk_pair.sqlrisk_value = 'high' then 3
    end as sqlrisk_place,
    sqlrisk_pair.sqlrisk_valued_rows,
    sqlrisk_pair.sqlrisk_class_size,
    cast(sqlrisk_pair.sqlrisk_class_valued as double) as sqlrisk_n
  from sqlrisk_pair
  where sqlrisk_pair.sqlrisk_valued_rows > 0 and sqlrisk_pair.sqlrisk_class_size >= 5
),
sqlrisk_ranked as (
  select
    sqlrisk_placed.*,
    dense_rank() over (order by sqlrisk_placed.sqlrisk_place) as sqlrisk_step,
    cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over () as double) as sqlrisk_table_rows,
    cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over (partition by sqlrisk_placed."age", sqlrisk_placed."town" order by sqlrisk_placed.sqlrisk_place rows between unbounded preceding and current row) as double) as sqlrisk_c,
    cast(sum(case when sqlrisk_placed.sqlrisk_place is null then sqlrisk_placed.sqlrisk_valued_rows else 0 end) over () as double) as sqlrisk_rows_unplaced
  from sqlrisk_placed
),
sqlrisk_turned as (
  select
    sqlrisk_ranked.*,
    cast(sqlrisk_ranked.sqlrisk_step as double) as sqlrisk_rank,
    row_number() over (partition by sqlrisk_ranked.sqlrisk_step order by sqlrisk_ranked.sqlrisk_valued_rows) as sqlrisk_turn,
    sum(sqlrisk_ranked.sqlrisk_valued_rows) over (partition by sqlrisk_ranked.sqlrisk_step) as sqlrisk_step_rows
  from sqlrisk_ranked
),
sqlrisk_weighed as (
  select
    sqlrisk_turned.*,
    cast(sum(case when sqlrisk_turned.sqlrisk_turn = 1 then sqlrisk_turned.sqlrisk_step_rows else 0 end) over (order by sqlrisk_turned.sqlrisk_step, sqlrisk_turned.sqlrisk_turn rows between unbounded preceding and current row) as double) as sqlrisk_w
  from sqlrisk_turned
),
sqlrisk_summed as (
  select
    sqlrisk_weighed.*,
    cast(sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then 1 else 0 end) over () as double) as sqlrisk_ranks,
    sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then sqlrisk_weighed.sqlrisk_w else 0 end) over () as sqlrisk_s_all,
    sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then sqlrisk_weighed.sqlrisk_w else 0 end) over (order by sqlrisk_weighed.sqlrisk_step, sqlrisk_weighed.sqlrisk_turn rows between unbounded preceding and current row) as sqlrisk_s
  from sqlrisk_weighed
),
sqlrisk_stretch as (
  select
    sqlrisk_summed.*,
    sqlrisk_summed.sqlrisk_rank - 1 as sqlrisk_before,
    sqlrisk_summed.sqlrisk_s - sqlrisk_summed.sqlrisk_w as sqlrisk_s_before,
    row_number() over (partition by sqlrisk_summed."age", sqlrisk_summed."town" order by sqlrisk_summed.sqlrisk_place) as sqlrisk_number,
    case when lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed."age", sqlrisk_summed."town" order by sqlrisk_summed.sqlrisk_place) > sqlrisk_summed.sqlrisk_rank then lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed."age", sqlrisk_summed."town" order by sqlrisk_summed.sqlrisk_place) else sqlrisk_summed.sqlrisk_ranks end - 1 as sqlrisk_last,
    case when lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed."age", sqlrisk_summed."town" order by sqlrisk_summed.sqlrisk_place) > sqlrisk_summed.sqlrisk_rank then lead(sqlrisk_summed.sqlrisk_s - sqlrisk_summed.sqlrisk_w) over (partition by sqlrisk_summed."age", sqlrisk_summed."town" order by sqlrisk_summed.sqlrisk_place)
      else sqlrisk_summed.sqlrisk_s_all - sqlrisk_summed.sqlrisk_table_rows end as sqlrisk_s_last
  from sqlrisk_summed
),
sqlrisk_levelled as (
  select
    sqlrisk_stretch.*,
    sqlrisk_stretch.sqlrisk_c * sqlrisk_stretch.sqlrisk_table_rows / sqlrisk_stretch.sqlrisk_n as sqlrisk_level,
    0 as sqlrisk_ranks_there,
    0 as sqlrisk_w_there,
    1 as sqlrisk_is_stretch
  from sqlrisk_stretch
  union all
  select
    sqlrisk_stretch.*,
    sqlrisk_stretch.sqlrisk_w,
    1,
    sqlrisk_stretch.sqlrisk_w,
    0
  from sqlrisk_stretch
  where sqlrisk_stretch.sqlrisk_turn = 1
),
sqlrisk_crossed as (
  select
    sqlrisk_levelled.*,
    sum(sqlrisk_levelled.sqlrisk_ranks_there) over (order by sqlrisk_levelled.sqlrisk_level, sqlrisk_levelled.sqlrisk_is_stretch rows between unbounded preceding and current row) as sqlrisk_crossing,
    sum(sqlrisk_levelled.sqlrisk_w_there) over (order by sqlrisk_levelled.sqlrisk_level, sqlrisk_levelled.sqlrisk_is_stretch rows between unbounded preceding and current row) as sqlrisk_s_crossing
  from sqlrisk_levelled
),
sqlrisk_split as (
  select
    sqlrisk_crossed.*,
    sqlrisk_crossed.sqlrisk_c * sqlrisk_crossed.sqlrisk_table_rows as sqlrisk_height,
    case when sqlrisk_crossed.sqlrisk_crossing <= sqlrisk_crossed.sqlrisk_before then cast(sqlrisk_crossed.sqlrisk_before as double)
      when sqlrisk_crossed.sqlrisk_crossing >= sqlrisk_crossed.sqlrisk_last then cast(sqlrisk_crossed.sqlrisk_last as double)
      else cast(sqlrisk_crossed.sqlrisk_crossing as double) end as sqlrisk_middle,
    case when sqlrisk_crossed.sqlrisk_crossing <= sqlrisk_crossed.sqlrisk_before then sqlrisk_crossed.sqlrisk_s_before
      when sqlrisk_crossed.sqlrisk_crossing >= sqlrisk_crossed.sqlrisk_last then sqlrisk_crossed.sqlrisk_s_last
      else sqlrisk_crossed.sqlrisk_s_crossing end as sqlrisk_s_middle
  from sqlrisk_crossed
  where sqlrisk_crossed.sqlrisk_is_stretch = 1
),
sqlrisk_class as (
  select
    sqlrisk_split."age", sqlrisk_split."town",
    max(sqlrisk_split.sqlrisk_class_size) as sqlrisk_class_size,
    max(sqlrisk_split.sqlrisk_rows_unplaced) as sqlrisk_unplaced,
    case when max(sqlrisk_split.sqlrisk_ranks) > 1 then
      sum(
        case when sqlrisk_split.sqlrisk_number = 1 then sqlrisk_split.sqlrisk_n * sqlrisk_split.sqlrisk_s_before else 0 end
        + sqlrisk_split.sqlrisk_height * (sqlrisk_split.sqlrisk_middle - sqlrisk_split.sqlrisk_before)
        - sqlrisk_split.sqlrisk_n * (sqlrisk_split.sqlrisk_s_middle - sqlrisk_split.sqlrisk_s_before)
        + sqlrisk_split.sqlrisk_n * (sqlrisk_split.sqlrisk_s_last - sqlrisk_split.sqlrisk_s_middle)
        - sqlrisk_split.sqlrisk_height * (sqlrisk_split.sqlrisk_last - sqlrisk_split.sqlrisk_middle)
      ) / (max(sqlrisk_split.sqlrisk_n) * max(sqlrisk_split.sqlrisk_table_rows) * (max(sqlrisk_split.sqlrisk_ranks) - 1))
      else 0 end as sqlrisk_distance
  from sqlrisk_split
  group by sqlrisk_split."age", sqlrisk_split."town"
),
sqlrisk_tagged as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    sqlrisk_row."sex" as sqlrisk_group,
    count(*) as sqlrisk_members,
    null as sqlrisk_class_size,
    null as sqlrisk_unplaced,
    null as sqlrisk_distance
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex"
  union all
  select
    sqlrisk_class."age", sqlrisk_class."town",
    null as sqlrisk_group,
    0 as sqlrisk_members,
    sqlrisk_class.sqlrisk_class_size,
    sqlrisk_class.sqlrisk_unplaced,
    sqlrisk_class.sqlrisk_distance
  from sqlrisk_class
),
sqlrisk_spread as (
  select
    sqlrisk_tagged.sqlrisk_group,
    sqlrisk_tagged.sqlrisk_members,
    max(sqlrisk_tagged.sqlrisk_class_size) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_class_size,
    max(sqlrisk_tagged.sqlrisk_unplaced) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_unplaced,
    max(sqlrisk_tagged.sqlrisk_distance) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_distance
  from sqlrisk_tagged
),
sqlrisk_seen as (
  select
    sqlrisk_spread.sqlrisk_group,
    sqlrisk_spread.sqlrisk_members,
    sqlrisk_spread.sqlrisk_class_size,
    sqlrisk_spread.sqlrisk_unplaced,
    sqlrisk_spread.sqlrisk_distance
  from sqlrisk_spread
  where sqlrisk_spread.sqlrisk_members > 0 and sqlrisk_spread.sqlrisk_class_size is not null
)
select
  sqlrisk_seen.sqlrisk_group,
  sqlrisk_seen.sqlrisk_class_size,
  count(*) as sqlrisk_classes_with_value,
  cast(max(sqlrisk_seen.sqlrisk_unplaced) as bigint) as sqlrisk_rows_out_of_order,
  max(sqlrisk_seen.sqlrisk_distance) as sqlrisk_distance_max
from sqlrisk_seen
group by sqlrisk_seen.sqlrisk_group, sqlrisk_seen.sqlrisk_class_size

-- ordered by a list of numbers
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    sqlrisk_row."weight" as sqlrisk_value,
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."weight"
),
sqlrisk_pair as (
  select
    sqlrisk_counted."age", sqlrisk_counted."town",
    sqlrisk_counted.sqlrisk_value,
    cast(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end as bigint) as sqlrisk_valued_rows,
    cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_size,
    cast(sum(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_valued
  from sqlrisk_counted
),
sqlrisk_placed as (
  select
    sqlrisk_pair."age", sqlrisk_pair."town",
    case
      when sqlrisk_pair.sqlrisk_value = 3 then 1
      when sqlrisk_pair.sqlrisk_value = -1 then 2
      when sqlrisk_pair.sqlrisk_value = 2.5 then 3
    end as sqlrisk_place,
    sqlrisk_pair.sqlrisk_valued_rows,
    sqlrisk_pair.sqlrisk_class_size,
    cast(sqlrisk_pair.sqlrisk_class_valued as double) as sqlrisk_n
  from sqlrisk_pair
  where sqlrisk_pair.sqlrisk_valued_rows > 0
),
sqlrisk_ranked as (
  select
    sqlrisk_placed.*,
    dense_rank() over (order by sqlrisk_placed.sqlrisk_place) as sqlrisk_step,
    cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over () as double) as sqlrisk_table_rows,
    cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over (partition by sqlrisk_placed."age", sqlrisk_placed."town" order by sqlrisk_placed.sqlrisk_place rows between unbounded preceding and current row) as double) as sqlrisk_c,
    cast(sum(case when sqlrisk_placed.sqlrisk_place is null then sqlrisk_placed.sqlrisk_valued_rows else 0 end) over () as double) as sqlrisk_rows_unplaced
  from sqlrisk_placed
),
sqlrisk_turned as (
  select
    sqlrisk_ranked.*,
    cast(sqlrisk_ranked.sqlrisk_step as double) as sqlrisk_rank,
    row_number() over (partition by sqlrisk_ranked.sqlrisk_step order by sqlrisk_ranked.sqlrisk_valued_rows) as sqlrisk_turn,
    sum(sqlrisk_ranked.sqlrisk_valued_rows) over (partition by sqlrisk_ranked.sqlrisk_step) as sqlrisk_step_rows
  from sqlrisk_ranked
),
sqlrisk_weighed as (
  select
    sqlrisk_turned.*,
    cast(sum(case when sqlrisk_turned.sqlrisk_turn = 1 then sqlrisk_turned.sqlrisk_step_rows else 0 end) over (order by sqlrisk_turned.sqlrisk_step, sqlrisk_turned.sqlrisk_turn rows between unbounded preceding and current row) as double) as sqlrisk_w
  from sqlrisk_turned
),
sqlrisk_summed as (
  select
    sqlrisk_weighed.*,
    cast(sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then 1 else 0 end) over () as double) as sqlrisk_ranks,
    sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then sqlrisk_weighed.sqlrisk_w else 0 end) over () as sqlrisk_s_all,
    sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then sqlrisk_weighed.sqlrisk_w else 0 end) over (order by sqlrisk_weighed.sqlrisk_step, sqlrisk_weighed.sqlrisk_turn rows between unbounded preceding and current row) as sqlrisk_s
  from sqlrisk_weighed
),
sqlrisk_stretch as (
  select
    sqlrisk_summed.*,
    sqlrisk_summed.sqlrisk_rank - 1 as sqlrisk_before,
    sqlrisk_summed.sqlrisk_s - sqlrisk_summed.sqlrisk_w as sqlrisk_s_before,
    row_number() over (partition by sqlrisk_summed."age", sqlrisk_summed."town" order by sqlrisk_summed.sqlrisk_place) as sqlrisk_number,
    case when lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed."age", sqlrisk_summed."town" order by sqlrisk_summed.sqlrisk_place) > sqlrisk_summed.sqlrisk_rank then lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed."age", sqlrisk_summed."town" order by sqlrisk_summed.sqlrisk_place) else sqlrisk_summed.sqlrisk_ranks end - 1 as sqlrisk_last,
    case when lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed."age", sqlrisk_summed."town" order by sqlrisk_summed.sqlrisk_place) > sqlrisk_summed.sqlrisk_rank then lead(sqlrisk_summed.sqlrisk_s - sqlrisk_summed.sqlrisk_w) over (partition by sqlrisk_summed."age", sqlrisk_summed."town" order by sqlrisk_summed.sqlrisk_place)
      else sqlrisk_summed.sqlrisk_s_all - sqlrisk_summed.sqlrisk_table_rows end as sqlrisk_s_last
  from sqlrisk_summed
),
sqlrisk_levelled as (
  select
    sqlrisk_stretch.*,
    sqlrisk_stretch.sqlrisk_c * sqlrisk_stretch.sqlrisk_table_rows / sqlrisk_stretch.sqlrisk_n as sqlrisk_level,
    0 as sqlrisk_ranks_there,
    0 as sqlrisk_w_there,
    1 as sqlrisk_is_stretch
  from sqlrisk_stretch
  union all
  select
    sqlrisk_stretch.*,
    sqlrisk_stretch.sqlrisk_w,
    1,
    sqlrisk_stretch.sqlrisk_w,
    0
  from sqlrisk_stretch
  where sqlrisk_stretch.sqlrisk_turn = 1
),
sqlrisk_crossed as (
  select
    sqlrisk_levelled.*,
    sum(sqlrisk_levelled.sqlrisk_ranks_there) over (order by sqlrisk_levelled.sqlrisk_level, sqlrisk_levelled.sqlrisk_is_stretch rows between unbounded preceding and current row) as sqlrisk_crossing,
    sum(sqlrisk_levelled.sqlrisk_w_there) over (order by sqlrisk_levelled.sqlrisk_level, sqlrisk_levelled.sqlrisk_is_stretch rows between unbounded preceding and current row) as sqlrisk_s_crossing
  from sqlrisk_levelled
),
sqlrisk_split as (
  select
    sqlrisk_crossed.*,
    sqlrisk_crossed.sqlrisk_c * sqlrisk_crossed.sqlrisk_table_rows as sqlrisk_height,
    case when sqlrisk_crossed.sqlrisk_crossing <= sqlrisk_crossed.sqlrisk_before then cast(sqlrisk_crossed.sqlrisk_before as double)
      when sqlrisk_crossed.sqlrisk_crossing >= sqlrisk_crossed.sqlrisk_last then cast(sqlrisk_crossed.sqlrisk_last as double)
      else cast(sqlrisk_crossed.sqlrisk_crossing as double) end as sqlrisk_middle,
    case when sqlrisk_crossed.sqlrisk_crossing <= sqlrisk_crossed.sqlrisk_before then sqlrisk_crossed.sqlrisk_s_before
      when sqlrisk_crossed.sqlrisk_crossing >= sqlrisk_crossed.sqlrisk_last then sqlrisk_crossed.sqlrisk_s_last
      else sqlrisk_crossed.sqlrisk_s_crossing end as sqlrisk_s_middle
  from sqlrisk_crossed
  where sqlrisk_crossed.sqlrisk_is_stretch = 1
),
sqlrisk_class as (
  select
    sqlrisk_split."age", sqlrisk_split."town",
    max(sqlrisk_split.sqlrisk_class_size) as sqlrisk_class_size,
    max(sqlrisk_split.sqlrisk_rows_unplaced) as sqlrisk_unplaced,
    case when max(sqlrisk_split.sqlrisk_ranks) > 1 then
      sum(
        case when sqlrisk_split.sqlrisk_number = 1 then sqlrisk_split.sqlrisk_n * sqlrisk_split.sqlrisk_s_before else 0 end
        + sqlrisk_split.sqlrisk_height * (sqlrisk_split.sqlrisk_middle - sqlrisk_split.sqlrisk_before)
        - sqlrisk_split.sqlrisk_n * (sqlrisk_split.sqlrisk_s_middle - sqlrisk_split.sqlrisk_s_before)
        + sqlrisk_split.sqlrisk_n * (sqlrisk_split.sqlrisk_s_last - sqlrisk_split.sqlrisk_s_middle)
        - sqlrisk_split.sqlrisk_height * (sqlrisk_split.sqlrisk_last - sqlrisk_split.sqlrisk_middle)
      ) / (max(sqlrisk_split.sqlrisk_n) * max(sqlrisk_split.sqlrisk_table_rows) * (max(sqlrisk_split.sqlrisk_ranks) - 1))
      else 0 end as sqlrisk_distance
  from sqlrisk_split
  group by sqlrisk_split."age", sqlrisk_split."town"
),
sqlrisk_seen as (
  select
    sqlrisk_class.sqlrisk_class_size as sqlrisk_members,
    sqlrisk_class.sqlrisk_class_size,
    sqlrisk_class.sqlrisk_unplaced,
    sqlrisk_class.sqlrisk_distance
  from sqlrisk_class
)
select
  sqlrisk_seen.sqlrisk_class_size,
  count(*) as sqlrisk_classes_with_value,
  cast(max(sqlrisk_seen.sqlrisk_unplaced) as bigint) as sqlrisk_rows_out_of_order,
  max(sqlrisk_seen.sqlrisk_distance) as sqlrisk_distance_max
from sqlrisk_seen
group by sqlrisk_seen.sqlrisk_class_size

-- margins
with sqlrisk_class as (
  select
    sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex",
    cast(count(*) as double) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex"
),
sqlrisk_pair_1_2 as (
  select
    sqlrisk_class."age", sqlrisk_class."town",
    sum(sqlrisk_class.sqlrisk_rows) as sqlrisk_rows
  from sqlrisk_class
  group by sqlrisk_class."age", sqlrisk_class."town"
),
sqlrisk_pair_1_3 as (
  select
    sqlrisk_class."age", sqlrisk_class."sex",
    sum(sqlrisk_class.sqlrisk_rows) as sqlrisk_rows
  from sqlrisk_class
  group by sqlrisk_class."age", sqlrisk_class."sex"
),
sqlrisk_pair_2_3 as (
  select
    sqlrisk_class."town", sqlrisk_class."sex",
    sum(sqlrisk_class.sqlrisk_rows) as sqlrisk_rows
  from sqlrisk_class
  group by sqlrisk_class."town", sqlrisk_class."sex"
),
sqlrisk_category as (
  select
    0 as sqlrisk_margin,
    sqlrisk_class.sqlrisk_rows
  from sqlrisk_class
  union all
  select
    1,
    sum(sqlrisk_pair_1_2.sqlrisk_rows)
  from sqlrisk_pair_1_2
  group by sqlrisk_pair_1_2."age"
  union all
  select
    2,
    sum(sqlrisk_pair_1_2.sqlrisk_rows)
  from sqlrisk_pair_1_2
  group by sqlrisk_pair_1_2."town"
  union all
  select
    3,
    sum(sqlrisk_pair_1_3.sqlrisk_rows)
  from sqlrisk_pair_1_3
  group by sqlrisk_pair_1_3."sex"
  union all
  select
    4,
    sqlrisk_pair_1_2.sqlrisk_rows
  from sqlrisk_pair_1_2
  union all
  select
    5,
    sqlrisk_pair_1_3.sqlrisk_rows
  from sqlrisk_pair_1_3
  union all
  select
    6,
    sqlrisk_pair_2_3.sqlrisk_rows
  from sqlrisk_pair_2_3
)
select
  sqlrisk_category.sqlrisk_margin,
  cast(sqlrisk_category.sqlrisk_rows as bigint) as sqlrisk_size,
  count(*) as sqlrisk_categories
from sqlrisk_category
group by sqlrisk_category.sqlrisk_margin, sqlrisk_category.sqlrisk_rows

-- margins of two columns
with sqlrisk_class as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    cast(count(*) as double) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town"
),
sqlrisk_category as (
  select
    0 as sqlrisk_margin,
    sqlrisk_class.sqlrisk_rows
  from sqlrisk_class
  union all
  select
    1,
    sum(sqlrisk_class.sqlrisk_rows)
  from sqlrisk_class
  group by sqlrisk_class."age"
  union all
  select
    2,
    sum(sqlrisk_class.sqlrisk_rows)
  from sqlrisk_class
  group by sqlrisk_class."town"
)
select
  sqlrisk_category.sqlrisk_margin,
  cast(sqlrisk_category.sqlrisk_rows as bigint) as sqlrisk_size,
  count(*) as sqlrisk_categories
from sqlrisk_category
group by sqlrisk_category.sqlrisk_margin, sqlrisk_category.sqlrisk_rows

-- classes by their margins
with sqlrisk_class as (
  select
    sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex",
    cast(count(*) as double) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex"
),
sqlrisk_coded as (
  select
    sqlrisk_class.sqlrisk_rows,
    dense_rank() over (order by sqlrisk_class."age") as sqlrisk_key_1,
    dense_rank() over (order by sqlrisk_class."town") as sqlrisk_key_2,
    dense_rank() over (order by sqlrisk_class."sex") as sqlrisk_key_3
  from sqlrisk_class
),
sqlrisk_pair_1 as (
  select
    sqlrisk_coded.sqlrisk_key_1,
    sqlrisk_coded.sqlrisk_key_2,
    sum(sqlrisk_coded.sqlrisk_rows) as sqlrisk_rows
  from sqlrisk_coded
  group by sqlrisk_coded.sqlrisk_key_1, sqlrisk_coded.sqlrisk_key_2
),
sqlrisk_pair_1_sums as (
  select
    sqlrisk_pair_1.sqlrisk_key_1,
    sqlrisk_pair_1.sqlrisk_key_2,
    sqlrisk_pair_1.sqlrisk_rows,
    sum(sqlrisk_pair_1.sqlrisk_rows) over (partition by sqlrisk_pair_1.sqlrisk_key_1) as sqlrisk_parent_rows,
    sum(sqlrisk_pair_1.sqlrisk_rows) over (partition by sqlrisk_pair_1.sqlrisk_key_2) as sqlrisk_child_rows
  from sqlrisk_pair_1
),
sqlrisk_margin_1 as (
  select
    sqlrisk_pair_1_sums.sqlrisk_key_1,
    sqlrisk_pair_1_sums.sqlrisk_key_2,
    ln((sqlrisk_pair_1_sums.sqlrisk_rows + cast(-0.5 as double)) * cast(1.0 as double)) - ln(sqlrisk_pair_1_sums.sqlrisk_parent_rows) + ln((sqlrisk_pair_1_sums.sqlrisk_parent_rows + cast(-0.95 as double)) * cast(0.25 as double)) - ln(cast(20 as double)) as sqlrisk_log,
    case when sqlrisk_pair_1_sums.sqlrisk_child_rows = 1 or sqlrisk_pair_1_sums.sqlrisk_parent_rows = 1 then 1 else 0 end as sqlrisk_rare,
    case when sqlrisk_pair_1_sums.sqlrisk_rows = 1 then 1 else 0 end as sqlrisk_lone
  from sqlrisk_pair_1_sums
),
sqlrisk_margin_2 as (
  select
    sqlrisk_coded.sqlrisk_key_3,
    ln((sum(sqlrisk_coded.sqlrisk_rows) + cast(-0.5 as double)) * cast(0.001 as double)) - ln(cast(20 as double)) as sqlrisk_log,
    case when sum(sqlrisk_coded.sqlrisk_rows) = 1 then 1 else 0 end as sqlrisk_rare
  from sqlrisk_coded
  group by sqlrisk_coded.sqlrisk_key_3
),
sqlrisk_expected as (
  select
    sqlrisk_coded.sqlrisk_rows,
    floor(8 * (ln(cast(20 as double)) + sqlrisk_margin_1.sqlrisk_log + sqlrisk_margin_2.sqlrisk_log) + cast(0.5 as double)) as sqlrisk_bin,
    case when sqlrisk_coded.sqlrisk_rows = 1 and sqlrisk_margin_1.sqlrisk_rare + sqlrisk_margin_2.sqlrisk_rare > 0 then 1 else 0 end as sqlrisk_rare,
    case when sqlrisk_coded.sqlrisk_rows = 1 and sqlrisk_margin_1.sqlrisk_lone > 0 then 1 else 0 end as sqlrisk_lone
  from sqlrisk_coded
  inner join sqlrisk_margin_1
    on sqlrisk_coded.sqlrisk_key_2 = sqlrisk_margin_1.sqlrisk_key_2 and sqlrisk_coded.sqlrisk_key_1 = sqlrisk_margin_1.sqlrisk_key_1
  inner join sqlrisk_margin_2
    on sqlrisk_coded.sqlrisk_key_3 = sqlrisk_margin_2.sqlrisk_key_3
)
select
  cast(sqlrisk_expected.sqlrisk_bin as bigint) as sqlrisk_bin,
  cast(sqlrisk_expected.sqlrisk_rows as bigint) as sqlrisk_class_size,
  count(*) as sqlrisk_classes,
  cast(sum(sqlrisk_expected.sqlrisk_rare) as bigint) as sqlrisk_rare_uniques,
  cast(sum(sqlrisk_expected.sqlrisk_lone) as bigint) as sqlrisk_lone_uniques
from sqlrisk_expected
group by sqlrisk_expected.sqlrisk_bin, sqlrisk_expected.sqlrisk_rows

-- against a reference
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town"
  having count(*) >= 5
),
sqlrisk_population as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    count(*) as sqlrisk_people,
    0 as sqlrisk_faults
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town"
),
sqlrisk_tagged as (
  select
    sqlrisk_counted."age", sqlrisk_counted."town",
    sqlrisk_counted.sqlrisk_rows,
    0 as sqlrisk_people,
    0 as sqlrisk_faults
  from sqlrisk_counted
  union all
  select
    sqlrisk_population."age", sqlrisk_population."town",
    0,
    sqlrisk_population.sqlrisk_people,
    sqlrisk_population.sqlrisk_faults
  from sqlrisk_population
),
sqlrisk_class as (
  select
    sqlrisk_tagged."age", sqlrisk_tagged."town",
    cast(sum(sqlrisk_tagged.sqlrisk_rows) as bigint) as sqlrisk_rows,
    cast(sum(sqlrisk_tagged.sqlrisk_people) as bigint) as sqlrisk_people,
    cast(sum(sqlrisk_tagged.sqlrisk_faults) as bigint) as sqlrisk_faults
  from sqlrisk_tagged
  group by sqlrisk_tagged."age", sqlrisk_tagged."town"
)
select
  sqlrisk_class.sqlrisk_people,
  cast(sum(sqlrisk_class.sqlrisk_rows) as bigint) as sqlrisk_rows,
  cast(sum(case when sqlrisk_class.sqlrisk_rows > 0 then 1 else 0 end) as bigint) as sqlrisk_classes,
  cast(sum(case when sqlrisk_class.sqlrisk_rows > 0 then 0 else 1 end) as bigint) as sqlrisk_classes_absent,
  cast(sum(case when sqlrisk_class.sqlrisk_rows > sqlrisk_class.sqlrisk_people then 1 else 0 end) as bigint) as sqlrisk_classes_larger,
  cast(sum(case when sqlrisk_class.sqlrisk_rows = 1 then 1 else 0 end) as bigint) as sqlrisk_classes_single,
  cast(sum(case when sqlrisk_class.sqlrisk_rows > sqlrisk_class.sqlrisk_people then sqlrisk_class.sqlrisk_rows else 0 end) as bigint) as sqlrisk_rows_larger,
  coalesce(min(case when sqlrisk_class.sqlrisk_rows > 0 then sqlrisk_class.sqlrisk_rows end), 0) as sqlrisk_fewest,
  max(sqlrisk_class.sqlrisk_rows) as sqlrisk_most,
  cast(sum(sqlrisk_class.sqlrisk_faults) as bigint) as sqlrisk_faults
from sqlrisk_class
group by sqlrisk_class.sqlrisk_people

-- against a table of counts
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town"
),
sqlrisk_population as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    cast(sum(case when sqlrisk_row."weight" >= 0 and sqlrisk_row."weight" < 9007199254740992 and floor(cast(sqlrisk_row."weight" as double)) = sqlrisk_row."weight" then sqlrisk_row."weight" else 0 end) as bigint) as sqlrisk_people,
    sum(case when sqlrisk_row."weight" >= 0 and sqlrisk_row."weight" < 9007199254740992 and floor(cast(sqlrisk_row."weight" as double)) = sqlrisk_row."weight" then 0 else 1 end) as sqlrisk_faults
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town"
),
sqlrisk_tagged as (
  select
    sqlrisk_counted."age", sqlrisk_counted."town",
    sqlrisk_counted.sqlrisk_rows,
    0 as sqlrisk_people,
    0 as sqlrisk_faults
  from sqlrisk_counted
  union all
  select
    sqlrisk_population."age", sqlrisk_population."town",
    0,
    sqlrisk_population.sqlrisk_people,
    sqlrisk_population.sqlrisk_faults
  from sqlrisk_population
),
sqlrisk_class as (
  select
    sqlrisk_tagged."age", sqlrisk_tagged."town",
    cast(sum(sqlrisk_tagged.sqlrisk_rows) as bigint) as sqlrisk_rows,
    cast(sum(sqlrisk_tagged.sqlrisk_people) as bigint) as sqlrisk_people,
    cast(sum(sqlrisk_tagged.sqlrisk_faults) as bigint) as sqlrisk_faults
  from sqlrisk_tagged
  group by sqlrisk_tagged."age", sqlrisk_tagged."town"
)
select
  sqlrisk_class.sqlrisk_people,
  cast(sum(sqlrisk_class.sqlrisk_rows) as bigint) as sqlrisk_rows,
  cast(sum(case when sqlrisk_class.sqlrisk_rows > 0 then 1 else 0 end) as bigint) as sqlrisk_classes,
  cast(sum(case when sqlrisk_class.sqlrisk_rows > 0 then 0 else 1 end) as bigint) as sqlrisk_classes_absent,
  cast(sum(case when sqlrisk_class.sqlrisk_rows > sqlrisk_class.sqlrisk_people then 1 else 0 end) as bigint) as sqlrisk_classes_larger,
  cast(sum(case when sqlrisk_class.sqlrisk_rows = 1 then 1 else 0 end) as bigint) as sqlrisk_classes_single,
  cast(sum(case when sqlrisk_class.sqlrisk_rows > sqlrisk_class.sqlrisk_people then sqlrisk_class.sqlrisk_rows else 0 end) as bigint) as sqlrisk_rows_larger,
  coalesce(min(case when sqlrisk_class.sqlrisk_rows > 0 then sqlrisk_class.sqlrisk_rows end), 0) as sqlrisk_fewest,
  max(sqlrisk_class.sqlrisk_rows) as sqlrisk_most,
  cast(sum(sqlrisk_class.sqlrisk_faults) as bigint) as sqlrisk_faults
from sqlrisk_class
group by sqlrisk_class.sqlrisk_people

-- hierarchical
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."organ",
    sqlrisk_row."illness" as sqlrisk_value,
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."organ", sqlrisk_row."illness"
),
sqlrisk_pair as (
  select
    sqlrisk_counted."age", sqlrisk_counted."town", sqlrisk_counted."organ",
    sqlrisk_counted.sqlrisk_value,
    cast(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end as bigint) as sqlrisk_valued_rows,
    cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_size,
    cast(sum(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_valued
  from sqlrisk_counted
),
sqlrisk_valued as (
  select
    sqlrisk_pair."age", sqlrisk_pair."town", sqlrisk_pair."organ",
    sqlrisk_pair.sqlrisk_value,
    sqlrisk_pair.sqlrisk_class_size,
    cast(sqlrisk_pair.sqlrisk_class_valued as double) as sqlrisk_n,
    cast(sqlrisk_pair.sqlrisk_valued_rows as double) as sqlrisk_rows,
    case when sqlrisk_pair."organ" is null then sqlrisk_pair.sqlrisk_valued_rows else 0 end as sqlrisk_rows_outside,
    cast(0 as double) as sqlrisk_gaps
  from sqlrisk_pair
  where sqlrisk_pair.sqlrisk_valued_rows > 0
),
sqlrisk_shared_0 as (
  select
    sqlrisk_valued.*,
    sum(sqlrisk_valued.sqlrisk_rows) over (partition by sqlrisk_valued.sqlrisk_value) as sqlrisk_node_rows,
    sum(sqlrisk_valued.sqlrisk_rows) over () as sqlrisk_table_rows
  from sqlrisk_valued
),
sqlrisk_level_1 as (
  select
    sqlrisk_shared_0."age", sqlrisk_shared_0."town", sqlrisk_shared_0."organ",
    max(sqlrisk_shared_0.sqlrisk_class_size) as sqlrisk_class_size,
    max(sqlrisk_shared_0.sqlrisk_n) as sqlrisk_n,
    sum(sqlrisk_shared_0.sqlrisk_rows) as sqlrisk_rows,
    sum(sqlrisk_shared_0.sqlrisk_rows_outside) as sqlrisk_rows_outside,
    sum(sqlrisk_shared_0.sqlrisk_gaps + case when sqlrisk_shared_0.sqlrisk_rows * sqlrisk_shared_0.sqlrisk_table_rows - sqlrisk_shared_0.sqlrisk_n * sqlrisk_shared_0.sqlrisk_node_rows > 0 then sqlrisk_shared_0.sqlrisk_rows * sqlrisk_shared_0.sqlrisk_table_rows - sqlrisk_shared_0.sqlrisk_n * sqlrisk_shared_0.sqlrisk_node_rows else 0 end) as sqlrisk_gaps
  from sqlrisk_shared_0
  group by sqlrisk_shared_0."age", sqlrisk_shared_0."town", sqlrisk_shared_0."organ"
),
sqlrisk_shared_1 as (
  select
    sqlrisk_level_1.*,
    sum(sqlrisk_level_1.sqlrisk_rows) over (partition by sqlrisk_level_1."organ") as sqlrisk_node_rows,
    sum(sqlrisk_level_1.sqlrisk_rows) over () as sqlrisk_table_rows
  from sqlrisk_level_1
),
sqlrisk_level_2 as (
  select
    sqlrisk_shared_1."age", sqlrisk_shared_1."town",
    max(sqlrisk_shared_1.sqlrisk_class_size) as sqlrisk_class_size,
    max(sqlrisk_shared_1.sqlrisk_n) as sqlrisk_n,
    sum(sqlrisk_shared_1.sqlrisk_rows) as sqlrisk_rows,
    sum(sqlrisk_shared_1.sqlrisk_rows_outside) as sqlrisk_rows_outside,
    sum(sqlrisk_shared_1.sqlrisk_gaps + case when sqlrisk_shared_1.sqlrisk_rows * sqlrisk_shared_1.sqlrisk_table_rows - sqlrisk_shared_1.sqlrisk_n * sqlrisk_shared_1.sqlrisk_node_rows > 0 then sqlrisk_shared_1.sqlrisk_rows * sqlrisk_shared_1.sqlrisk_table_rows - sqlrisk_shared_1.sqlrisk_n * sqlrisk_shared_1.sqlrisk_node_rows else 0 end) as sqlrisk_gaps
  from sqlrisk_shared_1
  group by sqlrisk_shared_1."age", sqlrisk_shared_1."town"
),
sqlrisk_class as (
  select
    sqlrisk_level_2."age", sqlrisk_level_2."town",
    sqlrisk_level_2.sqlrisk_class_size,
    sum(sqlrisk_level_2.sqlrisk_rows_outside) over () as sqlrisk_outside,
    sqlrisk_level_2.sqlrisk_gaps / (sqlrisk_level_2.sqlrisk_n * sum(sqlrisk_level_2.sqlrisk_rows) over ()) as sqlrisk_variations
  from sqlrisk_level_2
),
sqlrisk_seen as (
  select
    sqlrisk_class.sqlrisk_class_size as sqlrisk_members,
    sqlrisk_class.sqlrisk_class_size,
    sqlrisk_class.sqlrisk_outside,
    sqlrisk_class.sqlrisk_variations
  from sqlrisk_class
)
select
  sqlrisk_seen.sqlrisk_class_size,
  count(*) as sqlrisk_classes_with_value,
  cast(max(sqlrisk_seen.sqlrisk_outside) as bigint) as sqlrisk_rows_outside,
  max(sqlrisk_seen.sqlrisk_variations) as sqlrisk_variations_max
from sqlrisk_seen
group by sqlrisk_seen.sqlrisk_class_size

-- hierarchical of a group, NULL is a value
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."organ", sqlrisk_row."system",
    sqlrisk_row."illness" as sqlrisk_value,
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."organ", sqlrisk_row."system", sqlrisk_row."illness"
),
sqlrisk_pair as (
  select
    sqlrisk_counted."age", sqlrisk_counted."town", sqlrisk_counted."organ", sqlrisk_counted."system",
    sqlrisk_counted.sqlrisk_value,
    cast(sqlrisk_counted.sqlrisk_rows as bigint) as sqlrisk_valued_rows,
    cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_size,
    cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_valued
  from sqlrisk_counted
),
sqlrisk_valued as (
  select
    sqlrisk_pair."age", sqlrisk_pair."town", sqlrisk_pair."organ", sqlrisk_pair."system",
    sqlrisk_pair.sqlrisk_value,
    sqlrisk_pair.sqlrisk_class_size,
    cast(sqlrisk_pair.sqlrisk_class_valued as double) as sqlrisk_n,
    cast(sqlrisk_pair.sqlrisk_valued_rows as double) as sqlrisk_rows,
    case when sqlrisk_pair."organ" is null or sqlrisk_pair."system" is null then sqlrisk_pair.sqlrisk_valued_rows else 0 end as sqlrisk_rows_outside,
    cast(0 as double) as sqlrisk_gaps
  from sqlrisk_pair
  where sqlrisk_pair.sqlrisk_valued_rows > 0 and sqlrisk_pair.sqlrisk_class_size >= 5
),
sqlrisk_shared_0 as (
  select
    sqlrisk_valued.*,
    sum(sqlrisk_valued.sqlrisk_rows) over (partition by sqlrisk_valued.sqlrisk_value) as sqlrisk_node_rows,
    sum(sqlrisk_valued.sqlrisk_rows) over () as sqlrisk_table_rows
  from sqlrisk_valued
),
sqlrisk_level_1 as (
  select
    sqlrisk_shared_0."age", sqlrisk_shared_0."town", sqlrisk_shared_0."organ", sqlrisk_shared_0."system",
    max(sqlrisk_shared_0.sqlrisk_class_size) as sqlrisk_class_size,
    max(sqlrisk_shared_0.sqlrisk_n) as sqlrisk_n,
    sum(sqlrisk_shared_0.sqlrisk_rows) as sqlrisk_rows,
    sum(sqlrisk_shared_0.sqlrisk_rows_outside) as sqlrisk_rows_outside,
    sum(sqlrisk_shared_0.sqlrisk_gaps + case when sqlrisk_shared_0.sqlrisk_rows * sqlrisk_shared_0.sqlrisk_table_rows - sqlrisk_shared_0.sqlrisk_n * sqlrisk_shared_0.sqlrisk_node_rows > 0 then sqlrisk_shared_0.sqlrisk_rows * sqlrisk_shared_0.sqlrisk_table_rows - sqlrisk_shared_0.sqlrisk_n * sqlrisk_shared_0.sqlrisk_node_rows else 0 end) as sqlrisk_gaps
  from sqlrisk_shared_0
  group by sqlrisk_shared_0."age", sqlrisk_shared_0."town", sqlrisk_shared_0."organ", sqlrisk_shared_0."system"
),
sqlrisk_shared_1 as (
  select
    sqlrisk_level_1.*,
    sum(sqlrisk_level_1.sqlrisk_rows) over (partition by sqlrisk_level_1."organ") as sqlrisk_node_rows,
    sum(sqlrisk_level_1.sqlrisk_rows) over () as sqlrisk_table_rows
  from sqlrisk_level_1
),
sqlrisk_level_2 as (
  select
    sqlrisk_shared_1."age", sqlrisk_shared_1."town", sqlrisk_shared_1."system",
    max(sqlrisk_shared_1.sqlrisk_class_size) as sqlrisk_class_size,
    max(sqlrisk_shared_1.sqlrisk_n) as sqlrisk_n,
    sum(sqlrisk_shared_1.sqlrisk_rows) as sqlrisk_rows,
    sum(sqlrisk_shared_1.sqlrisk_rows_outside) as sqlrisk_rows_outside,
    sum(sqlrisk_shared_1.sqlrisk_gaps + case when sqlrisk_shared_1.sqlrisk_rows * sqlrisk_shared_1.sqlrisk_table_rows - sqlrisk_shared_1.sqlrisk_n * sqlrisk_shared_1.sqlrisk_node_rows > 0 then sqlrisk_shared_1.sqlrisk_rows * sqlrisk_shared_1.sqlrisk_table_rows - sqlrisk_shared_1.sqlrisk_n * sqlrisk_shared_1.sqlrisk_node_rows else 0 end) as sqlrisk_gaps
  from sqlrisk_shared_1
  group by sqlrisk_shared_1."age", sqlrisk_shared_1."town", sqlrisk_shared_1."system"
),
sqlrisk_shared_2 as (
  select
    sqlrisk_level_2.*,
    sum(sqlrisk_level_2.sqlrisk_rows) over (partition by sqlrisk_level_2."system") as sqlrisk_node_rows,
    sum(sqlrisk_level_2.sqlrisk_rows) over () as sqlrisk_table_rows
  from sqlrisk_level_2
),
sqlrisk_level_3 as (
  select
    sqlrisk_shared_2."age", sqlrisk_shared_2."town",
    max(sqlrisk_shared_2.sqlrisk_class_size) as sqlrisk_class_size,
    max(sqlrisk_shared_2.sqlrisk_n) as sqlrisk_n,
    sum(sqlrisk_shared_2.sqlrisk_rows) as sqlrisk_rows,
    sum(sqlrisk_shared_2.sqlrisk_rows_outside) as sqlrisk_rows_outside,
    sum(sqlrisk_shared_2.sqlrisk_gaps + case when sqlrisk_shared_2.sqlrisk_rows * sqlrisk_shared_2.sqlrisk_table_rows - sqlrisk_shared_2.sqlrisk_n * sqlrisk_shared_2.sqlrisk_node_rows > 0 then sqlrisk_shared_2.sqlrisk_rows * sqlrisk_shared_2.sqlrisk_table_rows - sqlrisk_shared_2.sqlrisk_n * sqlrisk_shared_2.sqlrisk_node_rows else 0 end) as sqlrisk_gaps
  from sqlrisk_shared_2
  group by sqlrisk_shared_2."age", sqlrisk_shared_2."town"
),
sqlrisk_class as (
  select
    sqlrisk_level_3."age", sqlrisk_level_3."town",
    sqlrisk_level_3.sqlrisk_class_size,
    sum(sqlrisk_level_3.sqlrisk_rows_outside) over () as sqlrisk_outside,
    sqlrisk_level_3.sqlrisk_gaps / (sqlrisk_level_3.sqlrisk_n * sum(sqlrisk_level_3.sqlrisk_rows) over ()) as sqlrisk_variations
  from sqlrisk_level_3
),
sqlrisk_tagged as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    sqlrisk_row."sex" as sqlrisk_group,
    count(*) as sqlrisk_members,
    null as sqlrisk_class_size,
    null as sqlrisk_outside,
    null as sqlrisk_variations
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex"
  union all
  select
    sqlrisk_class."age", sqlrisk_class."town",
    null as sqlrisk_group,
    0 as sqlrisk_members,
    sqlrisk_class.sqlrisk_class_size,
    sqlrisk_class.sqlrisk_outside,
    sqlrisk_class.sqlrisk_variations
  from sqlrisk_class
),
sqlrisk_spread as (
  select
    sqlrisk_tagged.sqlrisk_group,
    sqlrisk_tagged.sqlrisk_members,
    max(sqlrisk_tagged.sqlrisk_class_size) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_class_size,
    max(sqlrisk_tagged.sqlrisk_outside) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_outside,
    max(sqlrisk_tagged.sqlrisk_variations) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_variations
  from sqlrisk_tagged
),
sqlrisk_seen as (
  select
    sqlrisk_spread.sqlrisk_group,
    sqlrisk_spread.sqlrisk_members,
    sqlrisk_spread.sqlrisk_class_size,
    sqlrisk_spread.sqlrisk_outside,
    sqlrisk_spread.sqlrisk_variations
  from sqlrisk_spread
  where sqlrisk_spread.sqlrisk_members > 0 and sqlrisk_spread.sqlrisk_class_size is not null
)
select
  sqlrisk_seen.sqlrisk_group,
  sqlrisk_seen.sqlrisk_class_size,
  count(*) as sqlrisk_classes_with_value,
  cast(max(sqlrisk_seen.sqlrisk_outside) as bigint) as sqlrisk_rows_outside,
  max(sqlrisk_seen.sqlrisk_variations) as sqlrisk_variations_max
from sqlrisk_seen
group by sqlrisk_seen.sqlrisk_group, sqlrisk_seen.sqlrisk_class_size

-- levels of a hierarchy
with sqlrisk_path as (
  select
    sqlrisk_row."illness", sqlrisk_row."organ", sqlrisk_row."system",
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."illness", sqlrisk_row."organ", sqlrisk_row."system"
),
sqlrisk_node as (
  select
    0 as sqlrisk_level,
    case when sqlrisk_edge."illness" is null then 0 else 1 end as sqlrisk_is_node,
    count(*) as sqlrisk_parents,
    sum(sqlrisk_edge.sqlrisk_rows) as sqlrisk_rows
  from (
    select
      sqlrisk_path."illness", sqlrisk_path."organ",
      sum(sqlrisk_path.sqlrisk_rows) as sqlrisk_rows
    from sqlrisk_path
    group by sqlrisk_path."illness", sqlrisk_path."organ"
  ) as sqlrisk_edge
  group by sqlrisk_edge."illness"
  union all
  select
    1 as sqlrisk_level,
    case when sqlrisk_edge."organ" is null then 0 else 1 end as sqlrisk_is_node,
    count(*) as sqlrisk_parents,
    sum(sqlrisk_edge.sqlrisk_rows) as sqlrisk_rows
  from (
    select
      sqlrisk_path."organ", sqlrisk_path."system",
      sum(sqlrisk_path.sqlrisk_rows) as sqlrisk_rows
    from sqlrisk_path
    where sqlrisk_path."illness" is not null
    group by sqlrisk_path."organ", sqlrisk_path."system"
  ) as sqlrisk_edge
  group by sqlrisk_edge."organ"
  union all
  select
    2 as sqlrisk_level,
    case when sqlrisk_edge."system" is null then 0 else 1 end as sqlrisk_is_node,
    count(*) as sqlrisk_parents,
    sum(sqlrisk_edge.sqlrisk_rows) as sqlrisk_rows
  from (
    select
      sqlrisk_path."system",
      sum(sqlrisk_path.sqlrisk_rows) as sqlrisk_rows
    from sqlrisk_path
    where sqlrisk_path."illness" is not null
    group by sqlrisk_path."system"
  ) as sqlrisk_edge
  group by sqlrisk_edge."system"
)
select
  sqlrisk_node.sqlrisk_level,
  cast(sum(sqlrisk_node.sqlrisk_is_node) as bigint) as sqlrisk_nodes,
  cast(sum(case when sqlrisk_node.sqlrisk_is_node = 1 and sqlrisk_node.sqlrisk_parents > 1 then 1 else 0 end) as bigint) as sqlrisk_nodes_of_two_parents,
  cast(sum(case when sqlrisk_node.sqlrisk_is_node = 1 and sqlrisk_node.sqlrisk_rows > 1 then 1 else 0 end) as bigint) as sqlrisk_nodes_repeated,
  cast(sum(case when sqlrisk_node.sqlrisk_is_node = 0 then sqlrisk_node.sqlrisk_rows else 0 end) as bigint) as sqlrisk_rows_without_node
from sqlrisk_node
group by sqlrisk_node.sqlrisk_level

-- levels of a hierarchy, NULL is a value
with sqlrisk_path as (
  select
    sqlrisk_row."illness", sqlrisk_row."organ",
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."illness", sqlrisk_row."organ"
),
sqlrisk_node as (
  select
    0 as sqlrisk_level,
    case when sqlrisk_edge."illness" is null then 0 else 1 end as sqlrisk_is_node,
    count(*) as sqlrisk_parents,
    sum(sqlrisk_edge.sqlrisk_rows) as sqlrisk_rows
  from (
    select
      sqlrisk_path."illness", sqlrisk_path."organ",
      sum(sqlrisk_path.sqlrisk_rows) as sqlrisk_rows
    from sqlrisk_path
    group by sqlrisk_path."illness", sqlrisk_path."organ"
  ) as sqlrisk_edge
  group by sqlrisk_edge."illness"
  union all
  select
    1 as sqlrisk_level,
    case when sqlrisk_edge."organ" is null then 0 else 1 end as sqlrisk_is_node,
    count(*) as sqlrisk_parents,
    sum(sqlrisk_edge.sqlrisk_rows) as sqlrisk_rows
  from (
    select
      sqlrisk_path."organ",
      sum(sqlrisk_path.sqlrisk_rows) as sqlrisk_rows
    from sqlrisk_path
    group by sqlrisk_path."organ"
  ) as sqlrisk_edge
  group by sqlrisk_edge."organ"
)
select
  sqlrisk_node.sqlrisk_level,
  cast(sum(sqlrisk_node.sqlrisk_is_node) as bigint) as sqlrisk_nodes,
  cast(sum(case when sqlrisk_node.sqlrisk_is_node = 1 and sqlrisk_node.sqlrisk_parents > 1 then 1 else 0 end) as bigint) as sqlrisk_nodes_of_two_parents,
  cast(sum(case when sqlrisk_node.sqlrisk_is_node = 1 and sqlrisk_node.sqlrisk_rows > 1 then 1 else 0 end) as bigint) as sqlrisk_nodes_repeated,
  cast(sum(case when sqlrisk_node.sqlrisk_is_node = 0 then sqlrisk_node.sqlrisk_rows else 0 end) as bigint) as sqlrisk_rows_without_node
from sqlrisk_node
group by sqlrisk_node.sqlrisk_level

-- values that a hierarchy does not hold
select
  coalesce(cast(sum(sqlrisk_value.sqlrisk_uncovered) as bigint), 0) as sqlrisk_values,
  coalesce(cast(sum(sqlrisk_value.sqlrisk_uncovered * sqlrisk_value.sqlrisk_rows) as bigint), 0) as sqlrisk_rows
from (
  select
    sqlrisk_row."age",
    max(case when sqlrisk_row."age" is not null and sqlrisk_row."town" is null then 1 else 0 end) as sqlrisk_uncovered,
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age"
) as sqlrisk_value

-- entities
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    sqlrisk_row."sex" as sqlrisk_entity,
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex"
),
sqlrisk_numbered as (
  select
    sqlrisk_counted.sqlrisk_entity,
    sqlrisk_counted.sqlrisk_rows,
    sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as sqlrisk_class_size,
    dense_rank() over (order by sqlrisk_counted."age", sqlrisk_counted."town") as sqlrisk_class_number
  from sqlrisk_counted
),
sqlrisk_member as (
  select
    sqlrisk_numbered.sqlrisk_entity,
    sqlrisk_numbered.sqlrisk_rows,
    sqlrisk_numbered.sqlrisk_class_number,
    case when sqlrisk_numbered.sqlrisk_entity is null then 0 else 1 end as sqlrisk_keyed
  from sqlrisk_numbered
  where sqlrisk_numbered.sqlrisk_class_size >= 1
),
sqlrisk_class as (
  select
    sqlrisk_member.sqlrisk_class_number,
    cast(sum(sqlrisk_member.sqlrisk_keyed) as bigint) as sqlrisk_number
  from sqlrisk_member
  group by sqlrisk_member.sqlrisk_class_number
),
sqlrisk_person as (
  select
    sqlrisk_member.sqlrisk_entity,
    array_join(array_agg(cast(sqlrisk_member.sqlrisk_class_number as varchar) order by sqlrisk_member.sqlrisk_class_number), ',') as sqlrisk_class_list,
    array_join(array_agg(cast(sqlrisk_member.sqlrisk_rows as varchar) order by sqlrisk_member.sqlrisk_class_number), ',') as sqlrisk_rows_list,
    cast(sum(length(cast(sqlrisk_member.sqlrisk_class_number as varchar)) + 1) - 1 as bigint) as sqlrisk_class_length,
    cast(sum(length(cast(sqlrisk_member.sqlrisk_rows as varchar)) + 1) - 1 as bigint) as sqlrisk_rows_length,
    cast(sum(sqlrisk_member.sqlrisk_rows) as bigint) as sqlrisk_rows
  from sqlrisk_member
  where sqlrisk_member.sqlrisk_keyed = 1
  group by sqlrisk_member.sqlrisk_entity
),
sqlrisk_alike as (
  select
    sqlrisk_person.sqlrisk_class_list,
    sqlrisk_person.sqlrisk_rows_list,
    cast(count(*) as bigint) as sqlrisk_number
  from sqlrisk_person
  group by sqlrisk_person.sqlrisk_class_list, sqlrisk_person.sqlrisk_rows_list
),
sqlrisk_tally as (
  select
    'distinct' as sqlrisk_kind,
    sqlrisk_class.sqlrisk_number,
    cast(count(*) as bigint) as sqlrisk_count
  from sqlrisk_class
  group by sqlrisk_class.sqlrisk_number
  union all
  select
    'multiset' as sqlrisk_kind,
    sqlrisk_alike.sqlrisk_number,
    cast(count(*) as bigint) as sqlrisk_count
  from sqlrisk_alike
  group by sqlrisk_alike.sqlrisk_number
  union all
  select
    'without_key' as sqlrisk_kind,
    0 as sqlrisk_number,
    cast(coalesce(sum(case when sqlrisk_member.sqlrisk_keyed = 0 then sqlrisk_member.sqlrisk_rows else 0 end), 0) as bigint) as sqlrisk_count
  from sqlrisk_member
  union all
  select
    'most_rows' as sqlrisk_kind,
    0 as sqlrisk_number,
    coalesce(max(sqlrisk_person.sqlrisk_rows), 0) as sqlrisk_count
  from sqlrisk_person
  union all
  select
    'cut' as sqlrisk_kind,
    0 as sqlrisk_number,
    cast(coalesce(sum(case when length(cast(sqlrisk_person.sqlrisk_class_list as varchar)) = sqlrisk_person.sqlrisk_class_length and length(cast(sqlrisk_person.sqlrisk_rows_list as varchar)) = sqlrisk_person.sqlrisk_rows_length then 0 else 1 end), 0) as bigint) as sqlrisk_count
  from sqlrisk_person
)
select
  sqlrisk_tally.sqlrisk_kind,
  sqlrisk_tally.sqlrisk_number,
  sqlrisk_tally.sqlrisk_count
from sqlrisk_tally

-- entities, small classes suppressed
with sqlrisk_counted as (
  select
    sqlrisk_row."age",
    sqlrisk_row."sex" as sqlrisk_entity,
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."sex"
),
sqlrisk_numbered as (
  select
    sqlrisk_counted.sqlrisk_entity,
    sqlrisk_counted.sqlrisk_rows,
    sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted."age") as sqlrisk_class_size,
    dense_rank() over (order by sqlrisk_counted."age") as sqlrisk_class_number
  from sqlrisk_counted
),
sqlrisk_member as (
  select
    sqlrisk_numbered.sqlrisk_entity,
    sqlrisk_numbered.sqlrisk_rows,
    sqlrisk_numbered.sqlrisk_class_number,
    case when sqlrisk_numbered.sqlrisk_entity is null then 0 else 1 end as sqlrisk_keyed
  from sqlrisk_numbered
  where sqlrisk_numbered.sqlrisk_class_size >= 5
),
sqlrisk_class as (
  select
    sqlrisk_member.sqlrisk_class_number,
    cast(sum(sqlrisk_member.sqlrisk_keyed) as bigint) as sqlrisk_number
  from sqlrisk_member
  group by sqlrisk_member.sqlrisk_class_number
),
sqlrisk_person as (
  select
    sqlrisk_member.sqlrisk_entity,
    array_join(array_agg(cast(sqlrisk_member.sqlrisk_class_number as varchar) order by sqlrisk_member.sqlrisk_class_number), ',') as sqlrisk_class_list,
    array_join(array_agg(cast(sqlrisk_member.sqlrisk_rows as varchar) order by sqlrisk_member.sqlrisk_class_number), ',') as sqlrisk_rows_list,
    cast(sum(length(cast(sqlrisk_member.sqlrisk_class_number as varchar)) + 1) - 1 as bigint) as sqlrisk_class_length,
    cast(sum(length(cast(sqlrisk_member.sqlrisk_rows as varchar)) + 1) - 1 as bigint) as sqlrisk_rows_length,
    cast(sum(sqlrisk_member.sqlrisk_rows) as bigint) as sqlrisk_rows
  from sqlrisk_member
  where sqlrisk_member.sqlrisk_keyed = 1
  group by sqlrisk_member.sqlrisk_entity
),
sqlrisk_alike as (
  select
    sqlrisk_person.sqlrisk_class_list,
    sqlrisk_person.sqlrisk_rows_list,
    cast(count(*) as bigint) as sqlrisk_number
  from sqlrisk_person
  group by sqlrisk_person.sqlrisk_class_list, sqlrisk_person.sqlrisk_rows_list
),
sqlrisk_tally as (
  select
    'distinct' as sqlrisk_kind,
    sqlrisk_class.sqlrisk_number,
    cast(count(*) as bigint) as sqlrisk_count
  from sqlrisk_class
  group by sqlrisk_class.sqlrisk_number
  union all
  select
    'multiset' as sqlrisk_kind,
    sqlrisk_alike.sqlrisk_number,
    cast(count(*) as bigint) as sqlrisk_count
  from sqlrisk_alike
  group by sqlrisk_alike.sqlrisk_number
  union all
  select
    'without_key' as sqlrisk_kind,
    0 as sqlrisk_number,
    cast(coalesce(sum(case when sqlrisk_member.sqlrisk_keyed = 0 then sqlrisk_member.sqlrisk_rows else 0 end), 0) as bigint) as sqlrisk_count
  from sqlrisk_member
  union all
  select
    'most_rows' as sqlrisk_kind,
    0 as sqlrisk_number,
    coalesce(max(sqlrisk_person.sqlrisk_rows), 0) as sqlrisk_count
  from sqlrisk_person
  union all
  select
    'cut' as sqlrisk_kind,
    0 as sqlrisk_number,
    cast(coalesce(sum(case when length(cast(sqlrisk_person.sqlrisk_class_list as varchar)) = sqlrisk_person.sqlrisk_class_length and length(cast(sqlrisk_person.sqlrisk_rows_list as varchar)) = sqlrisk_person.sqlrisk_rows_length then 0 else 1 end), 0) as bigint) as sqlrisk_count
  from sqlrisk_person
)
select
  sqlrisk_tally.sqlrisk_kind,
  sqlrisk_tally.sqlrisk_number,
  sqlrisk_tally.sqlrisk_count
from sqlrisk_tally

-- weights
with sqlrisk_summed as (
  select
    count(*) as sqlrisk_class_size,
    sum(case when cast(sqlrisk_row."weight" as double) > 0 and cast(sqlrisk_row."weight" as double) < 1e300 then cast(sqlrisk_row."weight" as double) end) as sqlrisk_weight,
    sum(case when sqlrisk_row."weight" is null then 1 else 0 end) as sqlrisk_missing,
    sum(case when cast(sqlrisk_row."weight" as double) = 0 then 1 else 0 end) as sqlrisk_zero,
    sum(case when cast(sqlrisk_row."weight" as double) < 0 then 1 else 0 end) as sqlrisk_negative,
    sum(case when cast(sqlrisk_row."weight" as double) > 0 and cast(sqlrisk_row."weight" as double) < 1e300 then 1 else 0 end) as sqlrisk_sound,
    min(cast(sqlrisk_row."weight" as double)) as sqlrisk_least,
    max(cast(sqlrisk_row."weight" as double)) as sqlrisk_greatest
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town"
),
sqlrisk_class as (
  select
    sqlrisk_summed.sqlrisk_class_size,
    sqlrisk_summed.sqlrisk_weight,
    sqlrisk_summed.sqlrisk_missing,
    sqlrisk_summed.sqlrisk_zero,
    sqlrisk_summed.sqlrisk_negative,
    sqlrisk_summed.sqlrisk_sound,
    sqlrisk_summed.sqlrisk_least,
    sqlrisk_summed.sqlrisk_greatest,
    case when sqlrisk_summed.sqlrisk_sound = sqlrisk_summed.sqlrisk_class_size and sqlrisk_summed.sqlrisk_weight >= cast(sqlrisk_summed.sqlrisk_class_size as double) * 0.999999999 then 1 else 0 end as sqlrisk_consistent
  from sqlrisk_summed
  where sqlrisk_summed.sqlrisk_class_size >= 5
),
sqlrisk_sampled as (
  select
    sqlrisk_class.sqlrisk_class_size,
    cast(sqlrisk_class.sqlrisk_class_size as double) as sqlrisk_size,
    sqlrisk_class.sqlrisk_weight,
    sqlrisk_class.sqlrisk_missing,
    sqlrisk_class.sqlrisk_zero,
    sqlrisk_class.sqlrisk_negative,
    sqlrisk_class.sqlrisk_sound,
    sqlrisk_class.sqlrisk_least,
    sqlrisk_class.sqlrisk_greatest,
    sqlrisk_class.sqlrisk_consistent,
case when sqlrisk_class.sqlrisk_consistent = 0 then null when sqlrisk_class.sqlrisk_weight > cast(sqlrisk_class.sqlrisk_class_size as double) then cast(sqlrisk_class.sqlrisk_class_size as double) / sqlrisk_class.sqlrisk_weight else cast(1 as double) end as sqlrisk_p,
    case when sqlrisk_class.sqlrisk_consistent = 0 then null when sqlrisk_class.sqlrisk_weight > cast(sqlrisk_class.sqlrisk_class_size as double) then (sqlrisk_class.sqlrisk_weight - cast(sqlrisk_class.sqlrisk_class_size as double)) / sqlrisk_class.sqlrisk_weight else cast(0 as double) end as sqlrisk_rest,
    case when sqlrisk_class.sqlrisk_consistent = 1 and sqlrisk_class.sqlrisk_weight > cast(sqlrisk_class.sqlrisk_class_size as double) then cast(sqlrisk_class.sqlrisk_class_size as double) / (sqlrisk_class.sqlrisk_weight - cast(sqlrisk_class.sqlrisk_class_size as double)) end as sqlrisk_odds
  from sqlrisk_class
),
sqlrisk_judged as (
  select
    sqlrisk_sampled.sqlrisk_class_size,
    sqlrisk_sampled.sqlrisk_weight,
    sqlrisk_sampled.sqlrisk_missing,
    sqlrisk_sampled.sqlrisk_zero,
    sqlrisk_sampled.sqlrisk_negative,
    sqlrisk_sampled.sqlrisk_sound,
    sqlrisk_sampled.sqlrisk_least,
    sqlrisk_sampled.sqlrisk_greatest,
    sqlrisk_sampled.sqlrisk_consistent,
    case
    when sqlrisk_sampled.sqlrisk_p > 0.5 or sqlrisk_sampled.sqlrisk_size >= 16 then sqlrisk_sampled.sqlrisk_p / sqlrisk_sampled.sqlrisk_size * ((((((((((((((((((((((((((((((1 * sqlrisk_sampled.sqlrisk_rest * 30 / (sqlrisk_sampled.sqlrisk_size + 30) + 1) * sqlrisk_sampled.sqlrisk_rest * 29 / (sqlrisk_sampled.sqlrisk_size + 29) + 1) * sqlrisk_sampled.sqlrisk_rest * 28 / (sqlrisk_sampled.sqlrisk_size + 28) + 1) * sqlrisk_sampled.sqlrisk_rest * 27 / (sqlrisk_sampled.sqlrisk_size + 27) + 1) * sqlrisk_sampled.sqlrisk_rest * 26 / (sqlrisk_sampled.sqlrisk_size + 26) + 1) * sqlrisk_sampled.sqlrisk_rest * 25 / (sqlrisk_sampled.sqlrisk_size + 25) + 1) * sqlrisk_sampled.sqlrisk_rest * 24 / (sqlrisk_sampled.sqlrisk_size + 24) + 1) * sqlrisk_sampled.sqlrisk_rest * 23 / (sqlrisk_sampled.sqlrisk_size + 23) + 1) * sqlrisk_sampled.sqlrisk_rest * 22 / (sqlrisk_sampled.sqlrisk_size + 22) + 1) * sqlrisk_sampled.sqlrisk_rest * 21 / (sqlrisk_sampled.sqlrisk_size + 21) + 1) * sqlrisk_sampled.sqlrisk_rest * 20 / (sqlrisk_sampled.sqlrisk_size + 20) + 1) * sqlrisk_sampled.sqlrisk_rest * 19 / (sqlrisk_sampled.sqlrisk_size + 19) + 1) * sqlrisk_sampled.sqlrisk_rest * 18 / (sqlrisk_sampled.sqlrisk_size + 18) + 1) * sqlrisk_sampled.sqlrisk_rest * 17 / (sqlrisk_sampled.sqlrisk_size + 17) + 1) * sqlrisk_sampled.sqlrisk_rest * 16 / (sqlrisk_sampled.sqlrisk_size + 16) + 1) * sqlrisk_sampled.sqlrisk_rest * 15 / (sqlrisk_sampled.sqlrisk_size + 15) + 1) * sqlrisk_sampled.sqlrisk_rest * 14 / (sqlrisk_sampled.sqlrisk_size + 14) + 1) * sqlrisk_sampled.sqlrisk_rest * 13 / (sqlrisk_sampled.sqlrisk_size + 13) + 1) * sqlrisk_sampled.sqlrisk_rest * 12 / (sqlrisk_sampled.sqlrisk_size + 12) + 1) * sqlrisk_sampled.sqlrisk_rest * 11 / (sqlrisk_sampled.sqlrisk_size + 11) + 1) * sqlrisk_sampled.sqlrisk_rest * 10 / (sqlrisk_sampled.sqlrisk_size + 10) + 1) * sqlrisk_sampled.sqlrisk_rest * 9 / (sqlrisk_sampled.sqlrisk_size + 9) + 1) * sqlrisk_sampled.sqlrisk_rest * 8 / (sqlrisk_sampled.sqlrisk_size + 8) + 1) * sqlrisk_sampled.sqlrisk_rest * 7 / (sqlrisk_sampled.sqlrisk_size + 7) + 1) * sqlrisk_sampled.sqlrisk_rest * 6 / (sqlrisk_sampled.sqlrisk_size + 6) + 1) * sqlrisk_sampled.sqlrisk_rest * 5 / (sqlrisk_sampled.sqlrisk_size + 5) + 1) * sqlrisk_sampled.sqlrisk_rest * 4 / (sqlrisk_sampled.sqlrisk_size + 4) + 1) * sqlrisk_sampled.sqlrisk_rest * 3 / (sqlrisk_sampled.sqlrisk_size + 3) + 1) * sqlrisk_sampled.sqlrisk_rest * 2 / (sqlrisk_sampled.sqlrisk_size + 2) + 1) * sqlrisk_sampled.sqlrisk_rest * 1 / (sqlrisk_sampled.sqlrisk_size + 1) + 1)
    else sqlrisk_sampled.sqlrisk_odds * (((((((((((((((0 * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 15 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 15) when sqlrisk_sampled.sqlrisk_size = 15 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 14 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 14) when sqlrisk_sampled.sqlrisk_size = 14 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 13 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 13) when sqlrisk_sampled.sqlrisk_size = 13 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 12 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 12) when sqlrisk_sampled.sqlrisk_size = 12 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 11 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 11) when sqlrisk_sampled.sqlrisk_size = 11 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 10 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 10) when sqlrisk_sampled.sqlrisk_size = 10 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 9 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 9) when sqlrisk_sampled.sqlrisk_size = 9 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 8 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 8) when sqlrisk_sampled.sqlrisk_size = 8 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 7 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 7) when sqlrisk_sampled.sqlrisk_size = 7 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 6 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 6) when sqlrisk_sampled.sqlrisk_size = 6 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 5 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 5) when sqlrisk_sampled.sqlrisk_size = 5 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 4 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 4) when sqlrisk_sampled.sqlrisk_size = 4 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 3 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 3) when sqlrisk_sampled.sqlrisk_size = 3 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 2 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 2) when sqlrisk_sampled.sqlrisk_size = 2 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 1 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 1) when sqlrisk_sampled.sqlrisk_size = 1 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end)
  end as sqlrisk_risk
  from sqlrisk_sampled
)
select
  sqlrisk_judged.sqlrisk_class_size,
  count(*) as sqlrisk_classes,
  max(sqlrisk_judged.sqlrisk_risk) as sqlrisk_risk_max,
  sum(sqlrisk_judged.sqlrisk_risk * sqlrisk_judged.sqlrisk_class_size) as sqlrisk_risk_sum,
  cast(sum(sqlrisk_judged.sqlrisk_missing) as bigint) as sqlrisk_rows_missing,
  cast(sum(sqlrisk_judged.sqlrisk_zero) as bigint) as sqlrisk_rows_zero,
  cast(sum(sqlrisk_judged.sqlrisk_negative) as bigint) as sqlrisk_rows_negative,
  cast(sum(sqlrisk_judged.sqlrisk_class_size - sqlrisk_judged.sqlrisk_sound - sqlrisk_judged.sqlrisk_missing - sqlrisk_judged.sqlrisk_zero - sqlrisk_judged.sqlrisk_negative) as bigint) as sqlrisk_rows_not_finite,
  sum(sqlrisk_judged.sqlrisk_weight) as sqlrisk_people,
  min(sqlrisk_judged.sqlrisk_least) as sqlrisk_least,
  max(sqlrisk_judged.sqlrisk_greatest) as sqlrisk_greatest,
  sum(case when sqlrisk_judged.sqlrisk_sound = sqlrisk_judged.sqlrisk_class_size and sqlrisk_judged.sqlrisk_consistent = 0 then 1 else 0 end) as sqlrisk_classes_short
from sqlrisk_judged
group by sqlrisk_judged.sqlrisk_class_size

-- households
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    sqlrisk_row."sex" as sqlrisk_cluster,
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex"
),
sqlrisk_summed as (
  select
    sqlrisk_counted.sqlrisk_cluster,
    sqlrisk_counted.sqlrisk_rows,
    cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_size
  from sqlrisk_counted
),
sqlrisk_member as (
  select
    sqlrisk_summed.sqlrisk_cluster,
    sqlrisk_summed.sqlrisk_rows,
    cast(1 as double) / cast(sqlrisk_summed.sqlrisk_class_size as double) as sqlrisk_risk
  from sqlrisk_summed
  where sqlrisk_summed.sqlrisk_class_size >= 5
),
sqlrisk_household as (
  select
    sqlrisk_member.sqlrisk_cluster,
    sum(sqlrisk_member.sqlrisk_rows) as sqlrisk_rows,
    max(case when sqlrisk_member.sqlrisk_risk >= 1 then 1 else 0 end) as sqlrisk_certain,
    sum(case when sqlrisk_member.sqlrisk_risk < 1 then sqlrisk_member.sqlrisk_rows * ln(1 - sqlrisk_member.sqlrisk_risk) end) as sqlrisk_log_unmatched
  from sqlrisk_member
  group by sqlrisk_member.sqlrisk_cluster
)
select
  coalesce(sum(case when sqlrisk_household.sqlrisk_cluster is null then 0 else 1 end), 0) as sqlrisk_households,
  coalesce(sum(case when sqlrisk_household.sqlrisk_cluster is null then 0 else sqlrisk_household.sqlrisk_certain end), 0) as sqlrisk_certain,
  min(case when sqlrisk_household.sqlrisk_cluster is not null and sqlrisk_household.sqlrisk_certain = 0 then sqlrisk_household.sqlrisk_log_unmatched end) as sqlrisk_log_unmatched_min,
  cast(coalesce(sum(case when sqlrisk_household.sqlrisk_cluster is null then sqlrisk_household.sqlrisk_rows else 0 end), 0) as bigint) as sqlrisk_rows_without_key
from sqlrisk_household

-- households, weighted
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    sqlrisk_row."sex" as sqlrisk_cluster,
    count(*) as sqlrisk_rows,
    sum(case when cast(sqlrisk_row."weight" as double) > 0 and cast(sqlrisk_row."weight" as double) < 1e300 then cast(sqlrisk_row."weight" as double) end) as sqlrisk_weight,
    sum(case when sqlrisk_row."weight" is null then 1 else 0 end) as sqlrisk_missing,
    sum(case when cast(sqlrisk_row."weight" as double) = 0 then 1 else 0 end) as sqlrisk_zero,
    sum(case when cast(sqlrisk_row."weight" as double) < 0 then 1 else 0 end) as sqlrisk_negative,
    sum(case when cast(sqlrisk_row."weight" as double) > 0 and cast(sqlrisk_row."weight" as double) < 1e300 then 1 else 0 end) as sqlrisk_sound
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex"
),
sqlrisk_summed as (
  select
    sqlrisk_counted.sqlrisk_cluster,
    sqlrisk_counted.sqlrisk_rows,
    sum(sqlrisk_counted.sqlrisk_weight) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as sqlrisk_weight,
    cast(sum(sqlrisk_counted.sqlrisk_sound) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_sound,
    cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as bigint) as sqlrisk_class_size
  from sqlrisk_counted
),
sqlrisk_class as (
  select
    sqlrisk_summed.sqlrisk_cluster,
    sqlrisk_summed.sqlrisk_rows,
    sqlrisk_summed.sqlrisk_class_size,
    sqlrisk_summed.sqlrisk_weight,
    case when sqlrisk_summed.sqlrisk_sound = sqlrisk_summed.sqlrisk_class_size and sqlrisk_summed.sqlrisk_weight >= cast(sqlrisk_summed.sqlrisk_class_size as double) * 0.999999999 then 1 else 0 end as sqlrisk_consistent
  from sqlrisk_summed
),
sqlrisk_sampled as (
  select
    sqlrisk_class.sqlrisk_cluster,
    sqlrisk_class.sqlrisk_rows,
    sqlrisk_class.sqlrisk_class_size,
    cast(sqlrisk_class.sqlrisk_class_size as double) as sqlrisk_size,
case when sqlrisk_class.sqlrisk_consistent = 0 then null when sqlrisk_class.sqlrisk_weight > cast(sqlrisk_class.sqlrisk_class_size as double) then cast(sqlrisk_class.sqlrisk_class_size as double) / sqlrisk_class.sqlrisk_weight else cast(1 as double) end as sqlrisk_p,
    case when sqlrisk_class.sqlrisk_consistent = 0 then null when sqlrisk_class.sqlrisk_weight > cast(sqlrisk_class.sqlrisk_class_size as double) then (sqlrisk_class.sqlrisk_weight - cast(sqlrisk_class.sqlrisk_class_size as double)) / sqlrisk_class.sqlrisk_weight else cast(0 as double) end as sqlrisk_rest,
    case when sqlrisk_class.sqlrisk_consistent = 1 and sqlrisk_class.sqlrisk_weight > cast(sqlrisk_class.sqlrisk_class_size as double) then cast(sqlrisk_class.sqlrisk_class_size as double) / (sqlrisk_class.sqlrisk_weight - cast(sqlrisk_class.sqlrisk_class_size as double)) end as sqlrisk_odds
  from sqlrisk_class
),
sqlrisk_member as (
  select
    sqlrisk_sampled.sqlrisk_cluster,
    sqlrisk_sampled.sqlrisk_rows,
    case
    when sqlrisk_sampled.sqlrisk_p > 0.5 or sqlrisk_sampled.sqlrisk_size >= 16 then sqlrisk_sampled.sqlrisk_p / sqlrisk_sampled.sqlrisk_size * ((((((((((((((((((((((((((((((1 * sqlrisk_sampled.sqlrisk_rest * 30 / (sqlrisk_sampled.sqlrisk_size + 30) + 1) * sqlrisk_sampled.sqlrisk_rest * 29 / (sqlrisk_sampled.sqlrisk_size + 29) + 1) * sqlrisk_sampled.sqlrisk_rest * 28 / (sqlrisk_sampled.sqlrisk_size + 28) + 1) * sqlrisk_sampled.sqlrisk_rest * 27 / (sqlrisk_sampled.sqlrisk_size + 27) + 1) * sqlrisk_sampled.sqlrisk_rest * 26 / (sqlrisk_sampled.sqlrisk_size + 26) + 1) * sqlrisk_sampled.sqlrisk_rest * 25 / (sqlrisk_sampled.sqlrisk_size + 25) + 1) * sqlrisk_sampled.sqlrisk_rest * 24 / (sqlrisk_sampled.sqlrisk_size + 24) + 1) * sqlrisk_sampled.sqlrisk_rest * 23 / (sqlrisk_sampled.sqlrisk_size + 23) + 1) * sqlrisk_sampled.sqlrisk_rest * 22 / (sqlrisk_sampled.sqlrisk_size + 22) + 1) * sqlrisk_sampled.sqlrisk_rest * 21 / (sqlrisk_sampled.sqlrisk_size + 21) + 1) * sqlrisk_sampled.sqlrisk_rest * 20 / (sqlrisk_sampled.sqlrisk_size + 20) + 1) * sqlrisk_sampled.sqlrisk_rest * 19 / (sqlrisk_sampled.sqlrisk_size + 19) + 1) * sqlrisk_sampled.sqlrisk_rest * 18 / (sqlrisk_sampled.sqlrisk_size + 18) + 1) * sqlrisk_sampled.sqlrisk_rest * 17 / (sqlrisk_sampled.sqlrisk_size + 17) + 1) * sqlrisk_sampled.sqlrisk_rest * 16 / (sqlrisk_sampled.sqlrisk_size + 16) + 1) * sqlrisk_sampled.sqlrisk_rest * 15 / (sqlrisk_sampled.sqlrisk_size + 15) + 1) * sqlrisk_sampled.sqlrisk_rest * 14 / (sqlrisk_sampled.sqlrisk_size + 14) + 1) * sqlrisk_sampled.sqlrisk_rest * 13 / (sqlrisk_sampled.sqlrisk_size + 13) + 1) * sqlrisk_sampled.sqlrisk_rest * 12 / (sqlrisk_sampled.sqlrisk_size + 12) + 1) * sqlrisk_sampled.sqlrisk_rest * 11 / (sqlrisk_sampled.sqlrisk_size + 11) + 1) * sqlrisk_sampled.sqlrisk_rest * 10 / (sqlrisk_sampled.sqlrisk_size + 10) + 1) * sqlrisk_sampled.sqlrisk_rest * 9 / (sqlrisk_sampled.sqlrisk_size + 9) + 1) * sqlrisk_sampled.sqlrisk_rest * 8 / (sqlrisk_sampled.sqlrisk_size + 8) + 1) * sqlrisk_sampled.sqlrisk_rest * 7 / (sqlrisk_sampled.sqlrisk_size + 7) + 1) * sqlrisk_sampled.sqlrisk_rest * 6 / (sqlrisk_sampled.sqlrisk_size + 6) + 1) * sqlrisk_sampled.sqlrisk_rest * 5 / (sqlrisk_sampled.sqlrisk_size + 5) + 1) * sqlrisk_sampled.sqlrisk_rest * 4 / (sqlrisk_sampled.sqlrisk_size + 4) + 1) * sqlrisk_sampled.sqlrisk_rest * 3 / (sqlrisk_sampled.sqlrisk_size + 3) + 1) * sqlrisk_sampled.sqlrisk_rest * 2 / (sqlrisk_sampled.sqlrisk_size + 2) + 1) * sqlrisk_sampled.sqlrisk_rest * 1 / (sqlrisk_sampled.sqlrisk_size + 1) + 1)
    else sqlrisk_sampled.sqlrisk_odds * (((((((((((((((0 * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 15 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 15) when sqlrisk_sampled.sqlrisk_size = 15 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 14 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 14) when sqlrisk_sampled.sqlrisk_size = 14 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 13 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 13) when sqlrisk_sampled.sqlrisk_size = 13 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 12 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 12) when sqlrisk_sampled.sqlrisk_size = 12 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 11 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 11) when sqlrisk_sampled.sqlrisk_size = 11 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 10 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 10) when sqlrisk_sampled.sqlrisk_size = 10 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 9 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 9) when sqlrisk_sampled.sqlrisk_size = 9 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 8 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 8) when sqlrisk_sampled.sqlrisk_size = 8 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 7 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 7) when sqlrisk_sampled.sqlrisk_size = 7 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 6 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 6) when sqlrisk_sampled.sqlrisk_size = 6 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 5 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 5) when sqlrisk_sampled.sqlrisk_size = 5 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 4 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 4) when sqlrisk_sampled.sqlrisk_size = 4 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 3 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 3) when sqlrisk_sampled.sqlrisk_size = 3 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 2 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 2) when sqlrisk_sampled.sqlrisk_size = 2 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 1 then cast(1 as double) / (sqlrisk_sampled.sqlrisk_size - 1) when sqlrisk_sampled.sqlrisk_size = 1 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end)
  end as sqlrisk_risk
  from sqlrisk_sampled
  where sqlrisk_sampled.sqlrisk_class_size >= 1
),
sqlrisk_household as (
  select
    sqlrisk_member.sqlrisk_cluster,
    sum(sqlrisk_member.sqlrisk_rows) as sqlrisk_rows,
    max(case when sqlrisk_member.sqlrisk_risk >= 1 then 1 else 0 end) as sqlrisk_certain,
    sum(case when sqlrisk_member.sqlrisk_risk < 1 then sqlrisk_member.sqlrisk_rows * ln(1 - sqlrisk_member.sqlrisk_risk) end) as sqlrisk_log_unmatched
  from sqlrisk_member
  group by sqlrisk_member.sqlrisk_cluster
)
select
  coalesce(sum(case when sqlrisk_household.sqlrisk_cluster is null then 0 else 1 end), 0) as sqlrisk_households,
  coalesce(sum(case when sqlrisk_household.sqlrisk_cluster is null then 0 else sqlrisk_household.sqlrisk_certain end), 0) as sqlrisk_certain,
  min(case when sqlrisk_household.sqlrisk_cluster is not null and sqlrisk_household.sqlrisk_certain = 0 then sqlrisk_household.sqlrisk_log_unmatched end) as sqlrisk_log_unmatched_min,
  cast(coalesce(sum(case when sqlrisk_household.sqlrisk_cluster is null then sqlrisk_household.sqlrisk_rows else 0 end), 0) as bigint) as sqlrisk_rows_without_key
from sqlrisk_household

-- nesting
select
  count(*) as sqlrisk_values,
  cast(coalesce(sum(case when sqlrisk_value.sqlrisk_parents > 1 then 1 else 0 end), 0) as bigint) as sqlrisk_split
from (
  select
    sqlrisk_pair."age",
    count(*) as sqlrisk_parents
  from (
    select sqlrisk_row."age", sqlrisk_row."town"
    from people as sqlrisk_row
    group by sqlrisk_row."age", sqlrisk_row."town"
  ) as sqlrisk_pair
  group by sqlrisk_pair."age"
) as sqlrisk_value

-- error of shares
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex", sqlrisk_row."illness",
    count(*) as sqlrisk_class_rows,
    count(sqlrisk_row."illness") as sqlrisk_rows,
    cast(0 as double) as sqlrisk_total,
    count(sqlrisk_row."illness") as sqlrisk_true_rows,
    cast(0 as double) as sqlrisk_true_total
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex", sqlrisk_row."illness"
),
sqlrisk_sized as (
  select
    sqlrisk_counted."town", sqlrisk_counted."sex", sqlrisk_counted."illness",
    sqlrisk_counted.sqlrisk_rows,
    sqlrisk_counted.sqlrisk_total,
    sqlrisk_counted.sqlrisk_true_rows,
    sqlrisk_counted.sqlrisk_true_total,
    sum(sqlrisk_counted.sqlrisk_class_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as sqlrisk_class_size
  from sqlrisk_counted
),
sqlrisk_tagged as (
  select
    sqlrisk_sized."town", sqlrisk_sized."sex", sqlrisk_sized."illness",
    sqlrisk_sized.sqlrisk_true_rows,
    sqlrisk_sized.sqlrisk_true_total,
    case when sqlrisk_sized.sqlrisk_class_size >= 1 then sqlrisk_sized.sqlrisk_rows else 0 end as sqlrisk_rows_1,
    case when sqlrisk_sized.sqlrisk_class_size >= 1 then sqlrisk_sized.sqlrisk_total else cast(0 as double) end as sqlrisk_total_1,
    case when sqlrisk_sized.sqlrisk_class_size >= 5 then sqlrisk_sized.sqlrisk_rows else 0 end as sqlrisk_rows_2,
    case when sqlrisk_sized.sqlrisk_class_size >= 5 then sqlrisk_sized.sqlrisk_total else cast(0 as double) end as sqlrisk_total_2
  from sqlrisk_sized
),
sqlrisk_cell as (
  select
    sqlrisk_tagged."town", sqlrisk_tagged."sex", sqlrisk_tagged."illness",
    cast(sum(sqlrisk_tagged.sqlrisk_true_rows) as bigint) as sqlrisk_true_rows,
    sum(sqlrisk_tagged.sqlrisk_true_total) as sqlrisk_true_total,
    cast(sum(sqlrisk_tagged.sqlrisk_rows_1) as bigint) as sqlrisk_rows_1,
    sum(sqlrisk_tagged.sqlrisk_total_1) as sqlrisk_total_1,
    cast(sum(sqlrisk_tagged.sqlrisk_rows_2) as bigint) as sqlrisk_rows_2,
    sum(sqlrisk_tagged.sqlrisk_total_2) as sqlrisk_total_2
  from sqlrisk_tagged
  group by sqlrisk_tagged."town", sqlrisk_tagged."sex", sqlrisk_tagged."illness"
),
sqlrisk_beside as (
  select
    sqlrisk_cell."town", sqlrisk_cell."sex", sqlrisk_cell."illness",
    sqlrisk_cell.sqlrisk_true_rows,
    sqlrisk_cell.sqlrisk_true_total,
    cast(sum(sqlrisk_cell.sqlrisk_true_rows) over (partition by sqlrisk_cell."town", sqlrisk_cell."sex") as bigint) as sqlrisk_true_group_rows,
    sqlrisk_cell.sqlrisk_rows_1,
    sqlrisk_cell.sqlrisk_total_1,
    cast(sum(sqlrisk_cell.sqlrisk_rows_1) over (partition by sqlrisk_cell."town", sqlrisk_cell."sex") as bigint) as sqlrisk_group_rows_1,
    sqlrisk_cell.sqlrisk_rows_2,
    sqlrisk_cell.sqlrisk_total_2,
    cast(sum(sqlrisk_cell.sqlrisk_rows_2) over (partition by sqlrisk_cell."town", sqlrisk_cell."sex") as bigint) as sqlrisk_group_rows_2
  from sqlrisk_cell
),
sqlrisk_group as (
  select
    sqlrisk_beside."town", sqlrisk_beside."sex",
    sum(sqlrisk_beside.sqlrisk_true_rows) as sqlrisk_true_rows,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then 1 else 0 end) as sqlrisk_cells,
    sum(sqlrisk_beside.sqlrisk_rows_1) as sqlrisk_rows_1,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 and sqlrisk_beside.sqlrisk_rows_1 = 0 then 1 else 0 end) as sqlrisk_cells_missing_1,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then case when sqlrisk_beside.sqlrisk_group_rows_1 = 0 then cast(sqlrisk_beside.sqlrisk_true_rows as double) / cast(sqlrisk_beside.sqlrisk_true_group_rows as double) else case when sqlrisk_beside.sqlrisk_group_rows_1 <= 3000000000 and sqlrisk_beside.sqlrisk_true_group_rows <= 3000000000 then cast(abs(sqlrisk_beside.sqlrisk_rows_1 * sqlrisk_beside.sqlrisk_true_group_rows - sqlrisk_beside.sqlrisk_true_rows * sqlrisk_beside.sqlrisk_group_rows_1) as double) else abs(cast(sqlrisk_beside.sqlrisk_rows_1 as double) * cast(sqlrisk_beside.sqlrisk_true_group_rows as double) - cast(sqlrisk_beside.sqlrisk_true_rows as double) * cast(sqlrisk_beside.sqlrisk_group_rows_1 as double)) end / (cast(sqlrisk_beside.sqlrisk_group_rows_1 as double) * cast(sqlrisk_beside.sqlrisk_true_group_rows as double)) end else cast(0 as double) end) as sqlrisk_error_1,
    sum(sqlrisk_beside.sqlrisk_rows_2) as sqlrisk_rows_2,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 and sqlrisk_beside.sqlrisk_rows_2 = 0 then 1 else 0 end) as sqlrisk_cells_missing_2,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then case when sqlrisk_beside.sqlrisk_group_rows_2 = 0 then cast(sqlrisk_beside.sqlrisk_true_rows as double) / cast(sqlrisk_beside.sqlrisk_true_group_rows as double) else case when sqlrisk_beside.sqlrisk_group_rows_2 <= 3000000000 and sqlrisk_beside.sqlrisk_true_group_rows <= 3000000000 then cast(abs(sqlrisk_beside.sqlrisk_rows_2 * sqlrisk_beside.sqlrisk_true_group_rows - sqlrisk_beside.sqlrisk_true_rows * sqlrisk_beside.sqlrisk_group_rows_2) as double) else abs(cast(sqlrisk_beside.sqlrisk_rows_2 as double) * cast(sqlrisk_beside.sqlrisk_true_group_rows as double) - cast(sqlrisk_beside.sqlrisk_true_rows as double) * cast(sqlrisk_beside.sqlrisk_group_rows_2 as double)) end / (cast(sqlrisk_beside.sqlrisk_group_rows_2 as double) * cast(sqlrisk_beside.sqlrisk_true_group_rows as double)) end else cast(0 as double) end) as sqlrisk_error_2
  from sqlrisk_beside
  group by sqlrisk_beside."town", sqlrisk_beside."sex"
)
select
  cast(coalesce(sum(sqlrisk_group.sqlrisk_true_rows), 0) as bigint) as sqlrisk_rows,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_cells), 0) as bigint) as sqlrisk_cells,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows > 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups,
  coalesce(sum(sqlrisk_group.sqlrisk_error_1), 0) as sqlrisk_error_1,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_rows_1), 0) as bigint) as sqlrisk_rows_1,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_cells_missing_1), 0) as bigint) as sqlrisk_cells_missing_1,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows > 0 and sqlrisk_group.sqlrisk_rows_1 = 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups_missing_1,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows = 0 and sqlrisk_group.sqlrisk_rows_1 > 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups_new_1,
  coalesce(sum(sqlrisk_group.sqlrisk_error_2), 0) as sqlrisk_error_2,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_rows_2), 0) as bigint) as sqlrisk_rows_2,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_cells_missing_2), 0) as bigint) as sqlrisk_cells_missing_2,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows > 0 and sqlrisk_group.sqlrisk_rows_2 = 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups_missing_2,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows = 0 and sqlrisk_group.sqlrisk_rows_2 > 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups_new_2
from sqlrisk_group

-- error of shares, NULL is a value
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex", sqlrisk_row."illness",
    count(*) as sqlrisk_class_rows,
    count(*) as sqlrisk_rows,
    cast(0 as double) as sqlrisk_total,
    0 as sqlrisk_true_rows,
    cast(0 as double) as sqlrisk_true_total
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex", sqlrisk_row."illness"
),
sqlrisk_sized as (
  select
    sqlrisk_counted."town", sqlrisk_counted."sex", sqlrisk_counted."illness",
    sqlrisk_counted.sqlrisk_rows,
    sqlrisk_counted.sqlrisk_total,
    sqlrisk_counted.sqlrisk_true_rows,
    sqlrisk_counted.sqlrisk_true_total,
    sum(sqlrisk_counted.sqlrisk_class_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as sqlrisk_class_size
  from sqlrisk_counted
),
sqlrisk_tagged as (
  select
    sqlrisk_sized."town", sqlrisk_sized."sex", sqlrisk_sized."illness",
    sqlrisk_sized.sqlrisk_true_rows,
    sqlrisk_sized.sqlrisk_true_total,
    case when sqlrisk_sized.sqlrisk_class_size >= 5 then sqlrisk_sized.sqlrisk_rows else 0 end as sqlrisk_rows_1,
    case when sqlrisk_sized.sqlrisk_class_size >= 5 then sqlrisk_sized.sqlrisk_total else cast(0 as double) end as sqlrisk_total_1
  from sqlrisk_sized
  union all
  select
    sqlrisk_row."town", sqlrisk_row."sex", sqlrisk_row."illness",
    count(*) as sqlrisk_true_rows,
    cast(0 as double) as sqlrisk_true_total,
    0 as sqlrisk_rows_1,
    cast(0 as double) as sqlrisk_total_1
  from people as sqlrisk_row
  group by sqlrisk_row."town", sqlrisk_row."sex", sqlrisk_row."illness"
),
sqlrisk_cell as (
  select
    sqlrisk_tagged."town", sqlrisk_tagged."sex", sqlrisk_tagged."illness",
    cast(sum(sqlrisk_tagged.sqlrisk_true_rows) as bigint) as sqlrisk_true_rows,
    sum(sqlrisk_tagged.sqlrisk_true_total) as sqlrisk_true_total,
    cast(sum(sqlrisk_tagged.sqlrisk_rows_1) as bigint) as sqlrisk_rows_1,
    sum(sqlrisk_tagged.sqlrisk_total_1) as sqlrisk_total_1
  from sqlrisk_tagged
  group by sqlrisk_tagged."town", sqlrisk_tagged."sex", sqlrisk_tagged."illness"
),
sqlrisk_beside as (
  select
    sqlrisk_cell."town", sqlrisk_cell."sex", sqlrisk_cell."illness",
    sqlrisk_cell.sqlrisk_true_rows,
    sqlrisk_cell.sqlrisk_true_total,
    cast(sum(sqlrisk_cell.sqlrisk_true_rows) over (partition by sqlrisk_cell."town", sqlrisk_cell."sex") as bigint) as sqlrisk_true_group_rows,
    sqlrisk_cell.sqlrisk_rows_1,
    sqlrisk_cell.sqlrisk_total_1,
    cast(sum(sqlrisk_cell.sqlrisk_rows_1) over (partition by sqlrisk_cell."town", sqlrisk_cell."sex") as bigint) as sqlrisk_group_rows_1
  from sqlrisk_cell
),
sqlrisk_group as (
  select
    sqlrisk_beside."town", sqlrisk_beside."sex",
    sum(sqlrisk_beside.sqlrisk_true_rows) as sqlrisk_true_rows,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then 1 else 0 end) as sqlrisk_cells,
    sum(sqlrisk_beside.sqlrisk_rows_1) as sqlrisk_rows_1,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 and sqlrisk_beside.sqlrisk_rows_1 = 0 then 1 else 0 end) as sqlrisk_cells_missing_1,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then case when sqlrisk_beside.sqlrisk_group_rows_1 = 0 then cast(sqlrisk_beside.sqlrisk_true_rows as double) / cast(sqlrisk_beside.sqlrisk_true_group_rows as double) else case when sqlrisk_beside.sqlrisk_group_rows_1 <= 3000000000 and sqlrisk_beside.sqlrisk_true_group_rows <= 3000000000 then cast(abs(sqlrisk_beside.sqlrisk_rows_1 * sqlrisk_beside.sqlrisk_true_group_rows - sqlrisk_beside.sqlrisk_true_rows * sqlrisk_beside.sqlrisk_group_rows_1) as double) else abs(cast(sqlrisk_beside.sqlrisk_rows_1 as double) * cast(sqlrisk_beside.sqlrisk_true_group_rows as double) - cast(sqlrisk_beside.sqlrisk_true_rows as double) * cast(sqlrisk_beside.sqlrisk_group_rows_1 as double)) end / (cast(sqlrisk_beside.sqlrisk_group_rows_1 as double) * cast(sqlrisk_beside.sqlrisk_true_group_rows as double)) end else cast(0 as double) end) as sqlrisk_error_1
  from sqlrisk_beside
  group by sqlrisk_beside."town", sqlrisk_beside."sex"
)
select
  cast(coalesce(sum(sqlrisk_group.sqlrisk_true_rows), 0) as bigint) as sqlrisk_rows,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_cells), 0) as bigint) as sqlrisk_cells,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows > 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups,
  coalesce(sum(sqlrisk_group.sqlrisk_error_1), 0) as sqlrisk_error_1,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_rows_1), 0) as bigint) as sqlrisk_rows_1,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_cells_missing_1), 0) as bigint) as sqlrisk_cells_missing_1,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows > 0 and sqlrisk_group.sqlrisk_rows_1 = 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups_missing_1,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows = 0 and sqlrisk_group.sqlrisk_rows_1 > 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups_new_1
from sqlrisk_group

-- error of counts against a source
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex",
    count(*) as sqlrisk_class_rows,
    count(*) as sqlrisk_rows,
    cast(0 as double) as sqlrisk_total,
    0 as sqlrisk_true_rows,
    cast(0 as double) as sqlrisk_true_total
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex"
),
sqlrisk_sized as (
  select
    sqlrisk_counted."town", sqlrisk_counted."sex",
    sqlrisk_counted.sqlrisk_rows,
    sqlrisk_counted.sqlrisk_total,
    sqlrisk_counted.sqlrisk_true_rows,
    sqlrisk_counted.sqlrisk_true_total,
    sum(sqlrisk_counted.sqlrisk_class_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as sqlrisk_class_size
  from sqlrisk_counted
),
sqlrisk_tagged as (
  select
    sqlrisk_sized."town", sqlrisk_sized."sex",
    sqlrisk_sized.sqlrisk_true_rows,
    sqlrisk_sized.sqlrisk_true_total,
    case when sqlrisk_sized.sqlrisk_class_size >= 1 then sqlrisk_sized.sqlrisk_rows else 0 end as sqlrisk_rows_1,
    case when sqlrisk_sized.sqlrisk_class_size >= 1 then sqlrisk_sized.sqlrisk_total else cast(0 as double) end as sqlrisk_total_1,
    case when sqlrisk_sized.sqlrisk_class_size >= 5 then sqlrisk_sized.sqlrisk_rows else 0 end as sqlrisk_rows_2,
    case when sqlrisk_sized.sqlrisk_class_size >= 5 then sqlrisk_sized.sqlrisk_total else cast(0 as double) end as sqlrisk_total_2
  from sqlrisk_sized
  union all
  select
    sqlrisk_row."town", sqlrisk_row."sex",
    count(*) as sqlrisk_true_rows,
    cast(0 as double) as sqlrisk_true_total,
    0 as sqlrisk_rows_1,
    cast(0 as double) as sqlrisk_total_1,
    0 as sqlrisk_rows_2,
    cast(0 as double) as sqlrisk_total_2
  from people as sqlrisk_row
  group by sqlrisk_row."town", sqlrisk_row."sex"
),
sqlrisk_cell as (
  select
    sqlrisk_tagged."town", sqlrisk_tagged."sex",
    cast(sum(sqlrisk_tagged.sqlrisk_true_rows) as bigint) as sqlrisk_true_rows,
    sum(sqlrisk_tagged.sqlrisk_true_total) as sqlrisk_true_total,
    cast(sum(sqlrisk_tagged.sqlrisk_rows_1) as bigint) as sqlrisk_rows_1,
    sum(sqlrisk_tagged.sqlrisk_total_1) as sqlrisk_total_1,
    cast(sum(sqlrisk_tagged.sqlrisk_rows_2) as bigint) as sqlrisk_rows_2,
    sum(sqlrisk_tagged.sqlrisk_total_2) as sqlrisk_total_2
  from sqlrisk_tagged
  group by sqlrisk_tagged."town", sqlrisk_tagged."sex"
),
sqlrisk_beside as (
  select
    sqlrisk_cell."town", sqlrisk_cell."sex",
    sqlrisk_cell.sqlrisk_true_rows,
    sqlrisk_cell.sqlrisk_true_total,
    cast(sum(sqlrisk_cell.sqlrisk_true_rows) over (partition by sqlrisk_cell."town", sqlrisk_cell."sex") as bigint) as sqlrisk_true_group_rows,
    sqlrisk_cell.sqlrisk_rows_1,
    sqlrisk_cell.sqlrisk_total_1,
    cast(sum(sqlrisk_cell.sqlrisk_rows_1) over (partition by sqlrisk_cell."town", sqlrisk_cell."sex") as bigint) as sqlrisk_group_rows_1,
    sqlrisk_cell.sqlrisk_rows_2,
    sqlrisk_cell.sqlrisk_total_2,
    cast(sum(sqlrisk_cell.sqlrisk_rows_2) over (partition by sqlrisk_cell."town", sqlrisk_cell."sex") as bigint) as sqlrisk_group_rows_2
  from sqlrisk_cell
),
sqlrisk_group as (
  select
    sqlrisk_beside."town", sqlrisk_beside."sex",
    sum(sqlrisk_beside.sqlrisk_true_rows) as sqlrisk_true_rows,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then 1 else 0 end) as sqlrisk_cells,
    sum(sqlrisk_beside.sqlrisk_rows_1) as sqlrisk_rows_1,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 and sqlrisk_beside.sqlrisk_rows_1 = 0 then 1 else 0 end) as sqlrisk_cells_missing_1,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then cast(abs(sqlrisk_beside.sqlrisk_rows_1 - sqlrisk_beside.sqlrisk_true_rows) as double) else cast(0 as double) end) as sqlrisk_error_1,
    sum(sqlrisk_beside.sqlrisk_rows_2) as sqlrisk_rows_2,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 and sqlrisk_beside.sqlrisk_rows_2 = 0 then 1 else 0 end) as sqlrisk_cells_missing_2,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then cast(abs(sqlrisk_beside.sqlrisk_rows_2 - sqlrisk_beside.sqlrisk_true_rows) as double) else cast(0 as double) end) as sqlrisk_error_2
  from sqlrisk_beside
  group by sqlrisk_beside."town", sqlrisk_beside."sex"
)
select
  cast(coalesce(sum(sqlrisk_group.sqlrisk_true_rows), 0) as bigint) as sqlrisk_rows,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_cells), 0) as bigint) as sqlrisk_cells,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows > 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups,
  coalesce(sum(sqlrisk_group.sqlrisk_error_1), 0) as sqlrisk_error_1,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_rows_1), 0) as bigint) as sqlrisk_rows_1,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_cells_missing_1), 0) as bigint) as sqlrisk_cells_missing_1,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows > 0 and sqlrisk_group.sqlrisk_rows_1 = 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups_missing_1,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows = 0 and sqlrisk_group.sqlrisk_rows_1 > 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups_new_1,
  coalesce(sum(sqlrisk_group.sqlrisk_error_2), 0) as sqlrisk_error_2,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_rows_2), 0) as bigint) as sqlrisk_rows_2,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_cells_missing_2), 0) as bigint) as sqlrisk_cells_missing_2,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows > 0 and sqlrisk_group.sqlrisk_rows_2 = 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups_missing_2,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows = 0 and sqlrisk_group.sqlrisk_rows_2 > 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups_new_2
from sqlrisk_group

-- error of means
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex",
    count(*) as sqlrisk_class_rows,
    count(sqlrisk_row."income") as sqlrisk_rows,
    coalesce(sum(cast(sqlrisk_row."income" as double)), cast(0 as double)) as sqlrisk_total,
    count(sqlrisk_row."weight") as sqlrisk_true_rows,
    coalesce(sum(cast(sqlrisk_row."weight" as double)), cast(0 as double)) as sqlrisk_true_total
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex"
),
sqlrisk_sized as (
  select
    sqlrisk_counted."town", sqlrisk_counted."sex",
    sqlrisk_counted.sqlrisk_rows,
    sqlrisk_counted.sqlrisk_total,
    sqlrisk_counted.sqlrisk_true_rows,
    sqlrisk_counted.sqlrisk_true_total,
    sum(sqlrisk_counted.sqlrisk_class_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as sqlrisk_class_size
  from sqlrisk_counted
),
sqlrisk_tagged as (
  select
    sqlrisk_sized."town", sqlrisk_sized."sex",
    sqlrisk_sized.sqlrisk_true_rows,
    sqlrisk_sized.sqlrisk_true_total,
    case when sqlrisk_sized.sqlrisk_class_size >= 1 then sqlrisk_sized.sqlrisk_rows else 0 end as sqlrisk_rows_1,
    case when sqlrisk_sized.sqlrisk_class_size >= 1 then sqlrisk_sized.sqlrisk_total else cast(0 as double) end as sqlrisk_total_1,
    case when sqlrisk_sized.sqlrisk_class_size >= 5 then sqlrisk_sized.sqlrisk_rows else 0 end as sqlrisk_rows_2,
    case when sqlrisk_sized.sqlrisk_class_size >= 5 then sqlrisk_sized.sqlrisk_total else cast(0 as double) end as sqlrisk_total_2
  from sqlrisk_sized
),
sqlrisk_cell as (
  select
    sqlrisk_tagged."town", sqlrisk_tagged."sex",
    cast(sum(sqlrisk_tagged.sqlrisk_true_rows) as bigint) as sqlrisk_true_rows,
    sum(sqlrisk_tagged.sqlrisk_true_total) as sqlrisk_true_total,
    cast(sum(sqlrisk_tagged.sqlrisk_rows_1) as bigint) as sqlrisk_rows_1,
    sum(sqlrisk_tagged.sqlrisk_total_1) as sqlrisk_total_1,
    cast(sum(sqlrisk_tagged.sqlrisk_rows_2) as bigint) as sqlrisk_rows_2,
    sum(sqlrisk_tagged.sqlrisk_total_2) as sqlrisk_total_2
  from sqlrisk_tagged
  group by sqlrisk_tagged."town", sqlrisk_tagged."sex"
),
sqlrisk_beside as (
  select
    sqlrisk_cell."town", sqlrisk_cell."sex",
    sqlrisk_cell.sqlrisk_true_rows,
    sqlrisk_cell.sqlrisk_true_total,
    cast(sum(sqlrisk_cell.sqlrisk_true_rows) over (partition by sqlrisk_cell."town", sqlrisk_cell."sex") as bigint) as sqlrisk_true_group_rows,
    sqlrisk_cell.sqlrisk_rows_1,
    sqlrisk_cell.sqlrisk_total_1,
    cast(sum(sqlrisk_cell.sqlrisk_rows_1) over (partition by sqlrisk_cell."town", sqlrisk_cell."sex") as bigint) as sqlrisk_group_rows_1,
    sqlrisk_cell.sqlrisk_rows_2,
    sqlrisk_cell.sqlrisk_total_2,
    cast(sum(sqlrisk_cell.sqlrisk_rows_2) over (partition by sqlrisk_cell."town", sqlrisk_cell."sex") as bigint) as sqlrisk_group_rows_2
  from sqlrisk_cell
),
sqlrisk_group as (
  select
    sqlrisk_beside."town", sqlrisk_beside."sex",
    sum(sqlrisk_beside.sqlrisk_true_rows) as sqlrisk_true_rows,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then 1 else 0 end) as sqlrisk_cells,
    sum(sqlrisk_beside.sqlrisk_rows_1) as sqlrisk_rows_1,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 and sqlrisk_beside.sqlrisk_rows_1 = 0 then 1 else 0 end) as sqlrisk_cells_missing_1,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then case when sqlrisk_beside.sqlrisk_rows_1 = 0 then abs(sqlrisk_beside.sqlrisk_true_total / cast(sqlrisk_beside.sqlrisk_true_rows as double)) else abs(sqlrisk_beside.sqlrisk_total_1 / cast(sqlrisk_beside.sqlrisk_rows_1 as double) - sqlrisk_beside.sqlrisk_true_total / cast(sqlrisk_beside.sqlrisk_true_rows as double)) end else cast(0 as double) end) as sqlrisk_error_1,
    sum(sqlrisk_beside.sqlrisk_rows_2) as sqlrisk_rows_2,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 and sqlrisk_beside.sqlrisk_rows_2 = 0 then 1 else 0 end) as sqlrisk_cells_missing_2,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then case when sqlrisk_beside.sqlrisk_rows_2 = 0 then abs(sqlrisk_beside.sqlrisk_true_total / cast(sqlrisk_beside.sqlrisk_true_rows as double)) else abs(sqlrisk_beside.sqlrisk_total_2 / cast(sqlrisk_beside.sqlrisk_rows_2 as double) - sqlrisk_beside.sqlrisk_true_total / cast(sqlrisk_beside.sqlrisk_true_rows as double)) end else cast(0 as double) end) as sqlrisk_error_2
  from sqlrisk_beside
  group by sqlrisk_beside."town", sqlrisk_beside."sex"
)
select
  cast(coalesce(sum(sqlrisk_group.sqlrisk_true_rows), 0) as bigint) as sqlrisk_rows,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_cells), 0) as bigint) as sqlrisk_cells,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows > 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups,
  coalesce(sum(sqlrisk_group.sqlrisk_error_1), 0) as sqlrisk_error_1,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_rows_1), 0) as bigint) as sqlrisk_rows_1,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_cells_missing_1), 0) as bigint) as sqlrisk_cells_missing_1,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows > 0 and sqlrisk_group.sqlrisk_rows_1 = 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups_missing_1,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows = 0 and sqlrisk_group.sqlrisk_rows_1 > 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups_new_1,
  coalesce(sum(sqlrisk_group.sqlrisk_error_2), 0) as sqlrisk_error_2,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_rows_2), 0) as bigint) as sqlrisk_rows_2,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_cells_missing_2), 0) as bigint) as sqlrisk_cells_missing_2,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows > 0 and sqlrisk_group.sqlrisk_rows_2 = 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups_missing_2,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows = 0 and sqlrisk_group.sqlrisk_rows_2 > 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups_new_2
from sqlrisk_group

-- error of sums against a source
with sqlrisk_counted as (
  select
    sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex",
    count(*) as sqlrisk_class_rows,
    count(sqlrisk_row."weight") as sqlrisk_rows,
    coalesce(sum(cast(sqlrisk_row."weight" as double)), cast(0 as double)) as sqlrisk_total,
    0 as sqlrisk_true_rows,
    cast(0 as double) as sqlrisk_true_total
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex"
),
sqlrisk_sized as (
  select
    sqlrisk_counted."town", sqlrisk_counted."sex",
    sqlrisk_counted.sqlrisk_rows,
    sqlrisk_counted.sqlrisk_total,
    sqlrisk_counted.sqlrisk_true_rows,
    sqlrisk_counted.sqlrisk_true_total,
    sum(sqlrisk_counted.sqlrisk_class_rows) over (partition by sqlrisk_counted."age", sqlrisk_counted."town") as sqlrisk_class_size
  from sqlrisk_counted
),
sqlrisk_tagged as (
  select
    sqlrisk_sized."town", sqlrisk_sized."sex",
    sqlrisk_sized.sqlrisk_true_rows,
    sqlrisk_sized.sqlrisk_true_total,
    case when sqlrisk_sized.sqlrisk_class_size >= 1 then sqlrisk_sized.sqlrisk_rows else 0 end as sqlrisk_rows_1,
    case when sqlrisk_sized.sqlrisk_class_size >= 1 then sqlrisk_sized.sqlrisk_total else cast(0 as double) end as sqlrisk_total_1
  from sqlrisk_sized
  union all
  select
    sqlrisk_row."town", sqlrisk_row."sex",
    count(sqlrisk_row."weight") as sqlrisk_true_rows,
    coalesce(sum(cast(sqlrisk_row."weight" as double)), cast(0 as double)) as sqlrisk_true_total,
    0 as sqlrisk_rows_1,
    cast(0 as double) as sqlrisk_total_1
  from people as sqlrisk_row
  group by sqlrisk_row."town", sqlrisk_row."sex"
),
sqlrisk_cell as (
  select
    sqlrisk_tagged."town", sqlrisk_tagged."sex",
    cast(sum(sqlrisk_tagged.sqlrisk_true_rows) as bigint) as sqlrisk_true_rows,
    sum(sqlrisk_tagged.sqlrisk_true_total) as sqlrisk_true_total,
    cast(sum(sqlrisk_tagged.sqlrisk_rows_1) as bigint) as sqlrisk_rows_1,
    sum(sqlrisk_tagged.sqlrisk_total_1) as sqlrisk_total_1
  from sqlrisk_tagged
  group by sqlrisk_tagged."town", sqlrisk_tagged."sex"
),
sqlrisk_beside as (
  select
    sqlrisk_cell."town", sqlrisk_cell."sex",
    sqlrisk_cell.sqlrisk_true_rows,
    sqlrisk_cell.sqlrisk_true_total,
    cast(sum(sqlrisk_cell.sqlrisk_true_rows) over (partition by sqlrisk_cell."town", sqlrisk_cell."sex") as bigint) as sqlrisk_true_group_rows,
    sqlrisk_cell.sqlrisk_rows_1,
    sqlrisk_cell.sqlrisk_total_1,
    cast(sum(sqlrisk_cell.sqlrisk_rows_1) over (partition by sqlrisk_cell."town", sqlrisk_cell."sex") as bigint) as sqlrisk_group_rows_1
  from sqlrisk_cell
),
sqlrisk_group as (
  select
    sqlrisk_beside."town", sqlrisk_beside."sex",
    sum(sqlrisk_beside.sqlrisk_true_rows) as sqlrisk_true_rows,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then 1 else 0 end) as sqlrisk_cells,
    sum(sqlrisk_beside.sqlrisk_rows_1) as sqlrisk_rows_1,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 and sqlrisk_beside.sqlrisk_rows_1 = 0 then 1 else 0 end) as sqlrisk_cells_missing_1,
    sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then abs(sqlrisk_beside.sqlrisk_total_1 - sqlrisk_beside.sqlrisk_true_total) else cast(0 as double) end) as sqlrisk_error_1
  from sqlrisk_beside
  group by sqlrisk_beside."town", sqlrisk_beside."sex"
)
select
  cast(coalesce(sum(sqlrisk_group.sqlrisk_true_rows), 0) as bigint) as sqlrisk_rows,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_cells), 0) as bigint) as sqlrisk_cells,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows > 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups,
  coalesce(sum(sqlrisk_group.sqlrisk_error_1), 0) as sqlrisk_error_1,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_rows_1), 0) as bigint) as sqlrisk_rows_1,
  cast(coalesce(sum(sqlrisk_group.sqlrisk_cells_missing_1), 0) as bigint) as sqlrisk_cells_missing_1,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows > 0 and sqlrisk_group.sqlrisk_rows_1 = 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups_missing_1,
  cast(coalesce(sum(case when sqlrisk_group.sqlrisk_true_rows = 0 and sqlrisk_group.sqlrisk_rows_1 > 0 then 1 else 0 end), 0) as bigint) as sqlrisk_groups_new_1
from sqlrisk_group

-- flags
select
  sqlrisk_row.sqlrisk_kept,
  sqlrisk_row.sqlrisk_marked,
  count(*) as sqlrisk_rows
from people as sqlrisk_row
group by sqlrisk_row.sqlrisk_kept, sqlrisk_row.sqlrisk_marked

-- rows
select 1 as sqlrisk_kept, 0 as sqlrisk_marked, count(*) as sqlrisk_rows
from people as sqlrisk_row

-- profiles
select
  count(*) as sqlrisk_rows,
  approx_distinct(sqlrisk_row."age") as sqlrisk_distinct_1,
  count(sqlrisk_row."age") as sqlrisk_filled_1,
  avg(cast(length(cast(sqlrisk_row."age" as varchar)) as double)) as sqlrisk_length_1,
  approx_distinct(sqlrisk_row."town") as sqlrisk_distinct_2,
  count(sqlrisk_row."town") as sqlrisk_filled_2,
  avg(cast(length(cast(sqlrisk_row."town" as varchar)) as double)) as sqlrisk_length_2
from people as sqlrisk_row

-- shapes
select
  count(*) as sqlrisk_rows,
  count(nullif(sqlrisk_cell.sqlrisk_text_1, '')) as sqlrisk_filled_1,
  cast(coalesce(sum(length(cast(sqlrisk_cell.sqlrisk_text_1 as varchar))), 0) as bigint) as sqlrisk_characters_1,
  cast(coalesce(sum(case when length(cast(sqlrisk_cell.sqlrisk_text_1 as varchar)) < 7 then case when sqlrisk_cell.sqlrisk_text_1 like '%@%' then 1 else 0 end when sqlrisk_cell.sqlrisk_text_1 like '%:%' and length(cast(sqlrisk_cell.sqlrisk_text_1 as varchar)) < 32 and sqlrisk_cell.sqlrisk_text_1 not like '%.%' and sqlrisk_cell.sqlrisk_text_1 not like '%/%' and sqlrisk_cell.sqlrisk_text_1 not like '%@%' and sqlrisk_cell.sqlrisk_text_1 not like '%::%' and sqlrisk_cell.sqlrisk_text_1 not like '%:%:%:%:%' and sqlrisk_cell.sqlrisk_text_1 not like ' %' and sqlrisk_cell.sqlrisk_text_1 not like '% ' then 0 when sqlrisk_cell.sqlrisk_text_1 is null then 0 else 1 end), 0) as bigint) as sqlrisk_candidates_1,
  count(nullif(sqlrisk_cell.sqlrisk_text_2, '')) as sqlrisk_filled_2,
  cast(coalesce(sum(length(cast(sqlrisk_cell.sqlrisk_text_2 as varchar))), 0) as bigint) as sqlrisk_characters_2,
  cast(coalesce(sum(case when length(cast(sqlrisk_cell.sqlrisk_text_2 as varchar)) < 7 then case when sqlrisk_cell.sqlrisk_text_2 like '%@%' then 1 else 0 end when sqlrisk_cell.sqlrisk_text_2 like '%:%' and length(cast(sqlrisk_cell.sqlrisk_text_2 as varchar)) < 32 and sqlrisk_cell.sqlrisk_text_2 not like '%.%' and sqlrisk_cell.sqlrisk_text_2 not like '%/%' and sqlrisk_cell.sqlrisk_text_2 not like '%@%' and sqlrisk_cell.sqlrisk_text_2 not like '%::%' and sqlrisk_cell.sqlrisk_text_2 not like '%:%:%:%:%' and sqlrisk_cell.sqlrisk_text_2 not like ' %' and sqlrisk_cell.sqlrisk_text_2 not like '% ' then 0 when sqlrisk_cell.sqlrisk_text_2 is null then 0 else 1 end), 0) as bigint) as sqlrisk_candidates_2,
  count(sqlrisk_cell.sqlrisk_number_1) as sqlrisk_numbered_1,
  cast(coalesce(sum(case when (sqlrisk_cell.sqlrisk_number_1 >= 100000000 and sqlrisk_cell.sqlrisk_number_1 < 1000000000) or (sqlrisk_cell.sqlrisk_number_1 >= 10000000000 and sqlrisk_cell.sqlrisk_number_1 < 100000000000) or (sqlrisk_cell.sqlrisk_number_1 >= 100000000000000 and sqlrisk_cell.sqlrisk_number_1 < 300000000000000) or (sqlrisk_cell.sqlrisk_number_1 >= 2000000000000 and sqlrisk_cell.sqlrisk_number_1 < 10000000000000) or (sqlrisk_cell.sqlrisk_number_1 >= 20000000000000 and sqlrisk_cell.sqlrisk_number_1 < 100000000000000) or (sqlrisk_cell.sqlrisk_number_1 >= 300000000000000 and sqlrisk_cell.sqlrisk_number_1 < 1000000000000000) or (sqlrisk_cell.sqlrisk_number_1 >= 2000000000000000 and sqlrisk_cell.sqlrisk_number_1 < 10000000000000000) or (sqlrisk_cell.sqlrisk_number_1 >= 20000000000000000 and sqlrisk_cell.sqlrisk_number_1 < 100000000000000000) or (sqlrisk_cell.sqlrisk_number_1 >= 200000000000000000 and sqlrisk_cell.sqlrisk_number_1 < 1000000000000000000) or sqlrisk_cell.sqlrisk_number_1 >= 2000000000000000000 then 1 else 0 end), 0) as bigint) as sqlrisk_long_1
from (
  select
    1 as sqlrisk_one,
    cast(sqlrisk_row."town" as varchar) as sqlrisk_text_1,
    cast(sqlrisk_row."illness" as varchar) as sqlrisk_text_2,
    cast(sqlrisk_row."income" as double) as sqlrisk_number_1
  from people as sqlrisk_row
) as sqlrisk_cell

-- values that could be identifiers
with sqlrisk_value as (
  
  select 1 as sqlrisk_place, sqlrisk_cell.sqlrisk_whole as sqlrisk_whole, count(*) as sqlrisk_times
  from (select cast(sqlrisk_row."town" as varchar) as sqlrisk_whole from people as sqlrisk_row) as sqlrisk_cell
  group by sqlrisk_cell.sqlrisk_whole
  union all
  select 2 as sqlrisk_place, sqlrisk_cell.sqlrisk_whole as sqlrisk_whole, count(*) as sqlrisk_times
  from (select cast(sqlrisk_row."illness" as varchar) as sqlrisk_whole from people as sqlrisk_row) as sqlrisk_cell
  group by sqlrisk_cell.sqlrisk_whole
)
select
  sqlrisk_value.sqlrisk_place as sqlrisk_place,
  sum(case when case when sqlrisk_value.sqlrisk_whole like '%@%' and sqlrisk_value.sqlrisk_whole like '%_@_%' then 1 when length(cast(sqlrisk_value.sqlrisk_whole as varchar)) < 7 then 0 when sqlrisk_value.sqlrisk_whole like ' %' or sqlrisk_value.sqlrisk_whole like '% ' or sqlrisk_value.sqlrisk_whole like 'www.%' or sqlrisk_value.sqlrisk_whole like 'WWW.%' then 1 when length(cast(sqlrisk_value.sqlrisk_whole as varchar)) in (32, 36, 40) or length(cast(sqlrisk_value.sqlrisk_whole as varchar)) in (64, 128) or sqlrisk_value.sqlrisk_whole like '%.%.%.%' then 1 when sqlrisk_value.sqlrisk_whole like '%:%' then case when sqlrisk_value.sqlrisk_whole like '%::%' or sqlrisk_value.sqlrisk_whole like '%:%:%:%:%:%' or sqlrisk_value.sqlrisk_whole like '%://_%' then 1 else 0 end when length(cast(sqlrisk_value.sqlrisk_whole as varchar)) < 9 or sqlrisk_value.sqlrisk_whole like '%,%' then 0 when length(cast(sqlrisk_value.sqlrisk_whole as varchar)) = 10 and (sqlrisk_value.sqlrisk_whole like '____-__-__' or sqlrisk_value.sqlrisk_whole like '__/__/____' or sqlrisk_value.sqlrisk_whole like '__.__.____') then 0 when sqlrisk_value.sqlrisk_whole like '%.%' and sqlrisk_value.sqlrisk_whole not like '%.%.%' and length(cast(sqlrisk_value.sqlrisk_whole as varchar)) < 20 and lower(sqlrisk_value.sqlrisk_whole) = upper(sqlrisk_value.sqlrisk_whole) then 0 when lower(substring(sqlrisk_value.sqlrisk_whole, 3, 2)) = upper(substring(sqlrisk_value.sqlrisk_whole, 3, 2)) then case when length(cast(sqlrisk_value.sqlrisk_whole as varchar)) >= 15 then 1 when (lower(substring(sqlrisk_value.sqlrisk_whole, 1, 1)) = upper(substring(sqlrisk_value.sqlrisk_whole, 1, 1)) or upper(substring(sqlrisk_value.sqlrisk_whole, 1, 1)) in ('X', 'Y', 'Z')) and lower(substring(sqlrisk_value.sqlrisk_whole, length(cast(sqlrisk_value.sqlrisk_whole as varchar)) - 3, 3)) = upper(substring(sqlrisk_value.sqlrisk_whole, length(cast(sqlrisk_value.sqlrisk_whole as varchar)) - 3, 3)) then 1 else 0 end when length(cast(sqlrisk_value.sqlrisk_whole as varchar)) between 16 and 24 and (lower(substring(sqlrisk_value.sqlrisk_whole, 7, 2)) = upper(substring(sqlrisk_value.sqlrisk_whole, 7, 2)) or lower(substring(sqlrisk_value.sqlrisk_whole, 9, 2)) = upper(substring(sqlrisk_value.sqlrisk_whole, 9, 2))) and (length(cast(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', '') as varchar)) = 9 or lower(substring(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', ''), 3, 2)) = upper(substring(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', ''), 3, 2)) or (length(cast(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', '') as varchar)) = 16 and lower(substring(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', ''), 13, 3)) = upper(substring(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', ''), 13, 3)))) then 1 else 0 end = 1 then sqlrisk_value.sqlrisk_times else 0 end) as sqlrisk_fits
from sqlrisk_value as sqlrisk_value
group by sqlrisk_value.sqlrisk_place

-- patterns
with sqlrisk_value as (
  
  select
    1 as sqlrisk_place,
    sqlrisk_counted.sqlrisk_whole as sqlrisk_whole,
    sqlrisk_counted.sqlrisk_times as sqlrisk_times,
    case when sqlrisk_counted.sqlrisk_whole = 'town' then sqlrisk_counted.sqlrisk_times else 0 end as sqlrisk_named_times
  from (
    select sqlrisk_cell.sqlrisk_whole as sqlrisk_whole, count(*) as sqlrisk_times
    from (select cast(sqlrisk_row."town" as varchar) as sqlrisk_whole from people as sqlrisk_row) as sqlrisk_cell
    group by sqlrisk_cell.sqlrisk_whole
  ) as sqlrisk_counted
  union all
  select
    2 as sqlrisk_place,
    sqlrisk_counted.sqlrisk_whole as sqlrisk_whole,
    sqlrisk_counted.sqlrisk_times as sqlrisk_times,
    case when sqlrisk_counted.sqlrisk_whole = 'age' then sqlrisk_counted.sqlrisk_times else 0 end as sqlrisk_named_times
  from (
    select sqlrisk_cell.sqlrisk_whole as sqlrisk_whole, count(*) as sqlrisk_times
    from (select cast(sqlrisk_row."age" as varchar) as sqlrisk_whole from people as sqlrisk_row) as sqlrisk_cell
    group by sqlrisk_cell.sqlrisk_whole
  ) as sqlrisk_counted
),
sqlrisk_upper as (
  select
    sqlrisk_value.sqlrisk_whole as sqlrisk_whole,
    sqlrisk_value.sqlrisk_times as sqlrisk_times,
    sqlrisk_value.sqlrisk_place as sqlrisk_place,
    sqlrisk_value.sqlrisk_named_times as sqlrisk_named_times,
    length(cast(sqlrisk_value.sqlrisk_whole as varchar)) as sqlrisk_whole_length,
    case when sqlrisk_value.sqlrisk_whole <> '' then upper(substring(sqlrisk_value.sqlrisk_whole, 1, 130)) end as sqlrisk_text
  from sqlrisk_value as sqlrisk_value
),
sqlrisk_shaped as (
  select
    sqlrisk_upper.sqlrisk_whole as sqlrisk_whole,
    sqlrisk_upper.sqlrisk_times as sqlrisk_times,
    sqlrisk_upper.sqlrisk_place as sqlrisk_place,
    sqlrisk_upper.sqlrisk_named_times as sqlrisk_named_times,
    sqlrisk_upper.sqlrisk_whole_length as sqlrisk_whole_length,
    sqlrisk_upper.sqlrisk_text as sqlrisk_text,
    translate(sqlrisk_upper.sqlrisk_text, '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', '9999999999AAAAAAAAAAAAAAAAAAAAAAAAAA') as sqlrisk_shape,
    case when sqlrisk_upper.sqlrisk_whole_length in (32, 36, 40) or sqlrisk_upper.sqlrisk_whole_length in (64, 128) or sqlrisk_upper.sqlrisk_text like '%:%' then translate(sqlrisk_upper.sqlrisk_text, '0123456789ABCDEF', '9999999999999999') end as sqlrisk_hexadecimal,
    replace(replace(replace(replace(replace(replace(sqlrisk_upper.sqlrisk_text, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', '') as sqlrisk_code
  from sqlrisk_upper as sqlrisk_upper
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
    length(cast(sqlrisk_shaped.sqlrisk_code as varchar)) as sqlrisk_code_length,
    case when length(cast(sqlrisk_shaped.sqlrisk_code as varchar)) = length(cast(sqlrisk_shaped.sqlrisk_text as varchar)) then sqlrisk_shaped.sqlrisk_shape else replace(replace(replace(replace(replace(replace(sqlrisk_shaped.sqlrisk_shape, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', '') end as sqlrisk_code_shape
  from sqlrisk_shaped as sqlrisk_shaped
),
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
    case when sqlrisk_coded.sqlrisk_code_shape = '99999999A' then substring(sqlrisk_coded.sqlrisk_code, 1, 8) when sqlrisk_coded.sqlrisk_code_shape = 'A9999999A' then case substring(sqlrisk_coded.sqlrisk_code, 1, 1) when 'Y' then '1' when 'Z' then '2' else '0' end || substring(sqlrisk_coded.sqlrisk_code, 2, 7) end as sqlrisk_joined_dni,
    case when sqlrisk_coded.sqlrisk_code_shape = '999999999999999' then sqlrisk_coded.sqlrisk_code end as sqlrisk_nir,
    case when sqlrisk_coded.sqlrisk_code_shape = '99999999999' then sqlrisk_coded.sqlrisk_code end as sqlrisk_cpf,
    case when sqlrisk_coded.sqlrisk_code_shape = '999999999' then sqlrisk_coded.sqlrisk_code end as sqlrisk_nif,
    case when sqlrisk_coded.sqlrisk_code_length between 13 and 19 and replace(sqlrisk_coded.sqlrisk_code_shape, '9', '') = '' then substring('00000000000000000000' || sqlrisk_coded.sqlrisk_code, length(cast(sqlrisk_coded.sqlrisk_code as varchar)) + 1, 20) end as sqlrisk_joined_card,
    case when sqlrisk_coded.sqlrisk_code_length between 15 and 34 and sqlrisk_coded.sqlrisk_code_shape like 'AA99%' and replace(replace(sqlrisk_coded.sqlrisk_code_shape, '9', ''), 'A', '') = '' then replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(substring(sqlrisk_coded.sqlrisk_code, 5, 30) || substring(sqlrisk_coded.sqlrisk_code, 1, 4), 'A', '10'), 'B', '11'), 'C', '12'), 'D', '13'), 'E', '14'), 'F', '15'), 'G', '16'), 'H', '17'), 'I', '18'), 'J', '19'), 'K', '20'), 'L', '21'), 'M', '22') end as sqlrisk_joined_iban
  from sqlrisk_coded as sqlrisk_coded
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
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(sqlrisk_numbered.sqlrisk_joined_iban, 'N', '23'), 'O', '24'), 'P', '25'), 'Q', '26'), 'R', '27'), 'S', '28'), 'T', '29'), 'U', '30'), 'V', '31'), 'W', '32'), 'X', '33'), 'Y', '34'), 'Z', '35') as sqlrisk_iban
  from sqlrisk_numbered as sqlrisk_numbered
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
    ((cast(sqlrisk_padded.sqlrisk_dni as bigint)) % 23) as sqlrisk_remainder_dni,
    ((cast(substring(sqlrisk_padded.sqlrisk_nir, 1, 13) as bigint)) % 97) as sqlrisk_remainder_nir,
    ((9 * cast(substring(sqlrisk_padded.sqlrisk_nif, 1, 1) as bigint) + 8 * cast(substring(sqlrisk_padded.sqlrisk_nif, 2, 1) as bigint) + 7 * cast(substring(sqlrisk_padded.sqlrisk_nif, 3, 1) as bigint) + 6 * cast(substring(sqlrisk_padded.sqlrisk_nif, 4, 1) as bigint) + 5 * cast(substring(sqlrisk_padded.sqlrisk_nif, 5, 1) as bigint) + 4 * cast(substring(sqlrisk_padded.sqlrisk_nif, 6, 1) as bigint) + 3 * cast(substring(sqlrisk_padded.sqlrisk_nif, 7, 1) as bigint) + 2 * cast(substring(sqlrisk_padded.sqlrisk_nif, 8, 1) as bigint)) % 11) as sqlrisk_remainder_nif,
    ((10 * (10 * cast(substring(sqlrisk_padded.sqlrisk_cpf, 1, 1) as bigint) + 9 * cast(substring(sqlrisk_padded.sqlrisk_cpf, 2, 1) as bigint) + 8 * cast(substring(sqlrisk_padded.sqlrisk_cpf, 3, 1) as bigint) + 7 * cast(substring(sqlrisk_padded.sqlrisk_cpf, 4, 1) as bigint) + 6 * cast(substring(sqlrisk_padded.sqlrisk_cpf, 5, 1) as bigint) + 5 * cast(substring(sqlrisk_padded.sqlrisk_cpf, 6, 1) as bigint) + 4 * cast(substring(sqlrisk_padded.sqlrisk_cpf, 7, 1) as bigint) + 3 * cast(substring(sqlrisk_padded.sqlrisk_cpf, 8, 1) as bigint) + 2 * cast(substring(sqlrisk_padded.sqlrisk_cpf, 9, 1) as bigint))) % 11) as sqlrisk_remainder_cpf_1,
    ((10 * (11 * cast(substring(sqlrisk_padded.sqlrisk_cpf, 1, 1) as bigint) + 10 * cast(substring(sqlrisk_padded.sqlrisk_cpf, 2, 1) as bigint) + 9 * cast(substring(sqlrisk_padded.sqlrisk_cpf, 3, 1) as bigint) + 8 * cast(substring(sqlrisk_padded.sqlrisk_cpf, 4, 1) as bigint) + 7 * cast(substring(sqlrisk_padded.sqlrisk_cpf, 5, 1) as bigint) + 6 * cast(substring(sqlrisk_padded.sqlrisk_cpf, 6, 1) as bigint) + 5 * cast(substring(sqlrisk_padded.sqlrisk_cpf, 7, 1) as bigint) + 4 * cast(substring(sqlrisk_padded.sqlrisk_cpf, 8, 1) as bigint) + 3 * cast(substring(sqlrisk_padded.sqlrisk_cpf, 9, 1) as bigint) + 2 * cast(substring(sqlrisk_padded.sqlrisk_cpf, 10, 1) as bigint))) % 11) as sqlrisk_remainder_cpf_2,
    ((2 * cast(substring(sqlrisk_padded.sqlrisk_card, 1, 1) as bigint) + 1 * cast(substring(sqlrisk_padded.sqlrisk_card, 2, 1) as bigint) + 2 * cast(substring(sqlrisk_padded.sqlrisk_card, 3, 1) as bigint) + 1 * cast(substring(sqlrisk_padded.sqlrisk_card, 4, 1) as bigint) + 2 * cast(substring(sqlrisk_padded.sqlrisk_card, 5, 1) as bigint) + 1 * cast(substring(sqlrisk_padded.sqlrisk_card, 6, 1) as bigint) + 2 * cast(substring(sqlrisk_padded.sqlrisk_card, 7, 1) as bigint) + 1 * cast(substring(sqlrisk_padded.sqlrisk_card, 8, 1) as bigint) + 2 * cast(substring(sqlrisk_padded.sqlrisk_card, 9, 1) as bigint) + 1 * cast(substring(sqlrisk_padded.sqlrisk_card, 10, 1) as bigint) + 2 * cast(substring(sqlrisk_padded.sqlrisk_card, 11, 1) as bigint) + 1 * cast(substring(sqlrisk_padded.sqlrisk_card, 12, 1) as bigint) + 2 * cast(substring(sqlrisk_padded.sqlrisk_card, 13, 1) as bigint) + 1 * cast(substring(sqlrisk_padded.sqlrisk_card, 14, 1) as bigint) + 2 * cast(substring(sqlrisk_padded.sqlrisk_card, 15, 1) as bigint) + 1 * cast(substring(sqlrisk_padded.sqlrisk_card, 16, 1) as bigint) + 2 * cast(substring(sqlrisk_padded.sqlrisk_card, 17, 1) as bigint) + 1 * cast(substring(sqlrisk_padded.sqlrisk_card, 18, 1) as bigint) + 2 * cast(substring(sqlrisk_padded.sqlrisk_card, 19, 1) as bigint) + 1 * cast(substring(sqlrisk_padded.sqlrisk_card, 20, 1) as bigint) + case when substring(sqlrisk_padded.sqlrisk_card, 1, 1) >= '5' then 1 else 0 end + case when substring(sqlrisk_padded.sqlrisk_card, 3, 1) >= '5' then 1 else 0 end + case when substring(sqlrisk_padded.sqlrisk_card, 5, 1) >= '5' then 1 else 0 end + case when substring(sqlrisk_padded.sqlrisk_card, 7, 1) >= '5' then 1 else 0 end + case when substring(sqlrisk_padded.sqlrisk_card, 9, 1) >= '5' then 1 else 0 end + case when substring(sqlrisk_padded.sqlrisk_card, 11, 1) >= '5' then 1 else 0 end + case when substring(sqlrisk_padded.sqlrisk_card, 13, 1) >= '5' then 1 else 0 end + case when substring(sqlrisk_padded.sqlrisk_card, 15, 1) >= '5' then 1 else 0 end + case when substring(sqlrisk_padded.sqlrisk_card, 17, 1) >= '5' then 1 else 0 end + case when substring(sqlrisk_padded.sqlrisk_card, 19, 1) >= '5' then 1 else 0 end) % 10) as sqlrisk_remainder_card,
    ((((((((0 * 1000000000000000 + cast(substring(substring('000000000000000000000000000000000000000000000000000000000000' || sqlrisk_padded.sqlrisk_iban, length(cast(sqlrisk_padded.sqlrisk_iban as varchar)) + 1, 60), 1, 15) as bigint)) % 97) * 1000000000000000 + cast(substring(substring('000000000000000000000000000000000000000000000000000000000000' || sqlrisk_padded.sqlrisk_iban, length(cast(sqlrisk_padded.sqlrisk_iban as varchar)) + 1, 60), 16, 15) as bigint)) % 97) * 1000000000000000 + cast(substring(substring('000000000000000000000000000000000000000000000000000000000000' || sqlrisk_padded.sqlrisk_iban, length(cast(sqlrisk_padded.sqlrisk_iban as varchar)) + 1, 60), 31, 15) as bigint)) % 97) * 1000000000000000 + cast(substring(substring('000000000000000000000000000000000000000000000000000000000000' || sqlrisk_padded.sqlrisk_iban, length(cast(sqlrisk_padded.sqlrisk_iban as varchar)) + 1, 60), 46, 15) as bigint)) % 97) as sqlrisk_remainder_iban,
    cast(substring(sqlrisk_padded.sqlrisk_nir, 14, 2) as bigint) as sqlrisk_check_nir,
    cast(substring(sqlrisk_padded.sqlrisk_nif, 9, 1) as bigint) as sqlrisk_check_nif,
    cast(substring(sqlrisk_padded.sqlrisk_cpf, 10, 1) as bigint) as sqlrisk_check_cpf_1,
    cast(substring(sqlrisk_padded.sqlrisk_cpf, 11, 1) as bigint) as sqlrisk_check_cpf_2
  from sqlrisk_padded as sqlrisk_padded
)
select
  sqlrisk_seen.sqlrisk_place as sqlrisk_place,
  sum(sqlrisk_seen.sqlrisk_times) as sqlrisk_rows,
  sum(case when sqlrisk_seen.sqlrisk_text is not null then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_filled,
  sum(case when sqlrisk_seen.sqlrisk_whole = '' then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_empty,
  sum(case when sqlrisk_seen.sqlrisk_text is not null then 1 else 0 end) as sqlrisk_values,
  coalesce(sum(sqlrisk_seen.sqlrisk_times * sqlrisk_seen.sqlrisk_whole_length), 0) as sqlrisk_characters,
  sum(sqlrisk_seen.sqlrisk_named_times) as sqlrisk_named,
  sum(case when sqlrisk_seen.sqlrisk_text like '%_@_%._%' and sqlrisk_seen.sqlrisk_text not like '%@%@%' and sqlrisk_seen.sqlrisk_text not like '% %' then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_email,
  sum(case when sqlrisk_seen.sqlrisk_text like 'HTTP://_%' or sqlrisk_seen.sqlrisk_text like 'HTTPS://_%' or sqlrisk_seen.sqlrisk_text like 'WWW._%' then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_url,
  sum(case when (replace(sqlrisk_seen.sqlrisk_shape, '9', '') = '...' and sqlrisk_seen.sqlrisk_shape like '9%.9%.9%.9%' and sqlrisk_seen.sqlrisk_shape not like '%9999%') or (replace(replace(sqlrisk_seen.sqlrisk_hexadecimal, '9', ''), ':', '') = '' and (sqlrisk_seen.sqlrisk_text like '%_::%' or sqlrisk_seen.sqlrisk_text like '%::_%' or sqlrisk_seen.sqlrisk_text like '%:%:%:%:%:%:%:%')) then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_ip_address,
  sum(case when sqlrisk_seen.sqlrisk_hexadecimal = '99999999-9999-9999-9999-999999999999' then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_uuid,
  sum(case when replace(sqlrisk_seen.sqlrisk_hexadecimal, '9', '') = '' and sqlrisk_seen.sqlrisk_whole_length in (32, 40, 64, 128) then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_hash,
  sum(case when sqlrisk_seen.sqlrisk_code_shape like 'AA99%' and sqlrisk_seen.sqlrisk_remainder_iban = 1 then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_iban,
  sum(case when (sqlrisk_seen.sqlrisk_code_shape = '99999999A' or (sqlrisk_seen.sqlrisk_code_shape = 'A9999999A' and substring(sqlrisk_seen.sqlrisk_code, 1, 1) in ('X', 'Y', 'Z'))) and substring(sqlrisk_seen.sqlrisk_code, 9, 1) = case sqlrisk_seen.sqlrisk_remainder_dni when 0 then 'T' when 1 then 'R' when 2 then 'W' when 3 then 'A' when 4 then 'G' when 5 then 'M' when 6 then 'Y' when 7 then 'F' when 8 then 'P' when 9 then 'D' when 10 then 'X' when 11 then 'B' when 12 then 'N' when 13 then 'J' when 14 then 'Z' when 15 then 'S' when 16 then 'Q' when 17 then 'V' when 18 then 'H' when 19 then 'L' when 20 then 'C' when 21 then 'K' when 22 then 'E' end then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_dni,
  sum(case when sqlrisk_seen.sqlrisk_code_shape = '999999999999999' and substring(sqlrisk_seen.sqlrisk_code, 1, 1) in ('1', '2') and 97 - sqlrisk_seen.sqlrisk_remainder_nir = sqlrisk_seen.sqlrisk_check_nir then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_nir,
  sum(case when sqlrisk_seen.sqlrisk_code_shape = 'AAAAAA99A99A999A' then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_codice_fiscale,
  sum(case when sqlrisk_seen.sqlrisk_code_shape = '999999999' and substring(sqlrisk_seen.sqlrisk_code, 1, 1) <> '0' and sqlrisk_seen.sqlrisk_check_nif = case when sqlrisk_seen.sqlrisk_remainder_nif < 2 then 0 else 11 - sqlrisk_seen.sqlrisk_remainder_nif end then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_nif,
  sum(case when sqlrisk_seen.sqlrisk_code_shape = '99999999999' and substring(sqlrisk_seen.sqlrisk_code, 1, 10) <> substring(sqlrisk_seen.sqlrisk_code, 2, 10) and sqlrisk_seen.sqlrisk_check_cpf_1 = case when sqlrisk_seen.sqlrisk_remainder_cpf_1 = 10 then 0 else sqlrisk_seen.sqlrisk_remainder_cpf_1 end and sqlrisk_seen.sqlrisk_check_cpf_2 = case when sqlrisk_seen.sqlrisk_remainder_cpf_2 = 10 then 0 else sqlrisk_seen.sqlrisk_remainder_cpf_2 end then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_cpf,
  sum(case when sqlrisk_seen.sqlrisk_shape = '999-99-9999' and substring(sqlrisk_seen.sqlrisk_code, 1, 3) not in ('000', '666') and substring(sqlrisk_seen.sqlrisk_code, 1, 1) <> '9' and substring(sqlrisk_seen.sqlrisk_code, 4, 2) <> '00' and substring(sqlrisk_seen.sqlrisk_code, 6, 4) <> '0000' then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_ssn,
  sum(case when sqlrisk_seen.sqlrisk_code_length between 13 and 19 and replace(sqlrisk_seen.sqlrisk_code_shape, '9', '') = '' and substring(sqlrisk_seen.sqlrisk_code, 1, 1) <> '0' and sqlrisk_seen.sqlrisk_remainder_card = 0 then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_card,
  sum(case when sqlrisk_seen.sqlrisk_code_length between 9 and 16 and (replace(sqlrisk_seen.sqlrisk_code_shape, '9', '') = '' or (replace(sqlrisk_seen.sqlrisk_code_shape, '9', '') = '+' and sqlrisk_seen.sqlrisk_code_shape like '+9%')) and sqlrisk_seen.sqlrisk_text not like '-%' and (sqlrisk_seen.sqlrisk_text not like '%.%' or sqlrisk_seen.sqlrisk_text like '%.%.%') then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_phone,
  sum(case when replace(replace(replace(replace(replace(replace(sqlrisk_seen.sqlrisk_shape, ';', ','), '9', ''), ' ', ''), '-', ''), '(', ''), ')', '') = '.,.' and sqlrisk_seen.sqlrisk_shape like '%9.9%9.9%' then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_coordinates,
  sum(case when (sqlrisk_seen.sqlrisk_shape like '9999-99-99%' or sqlrisk_seen.sqlrisk_shape like '9999/99/99%') and substring(sqlrisk_seen.sqlrisk_text, 6, 2) between '01' and '12' and substring(sqlrisk_seen.sqlrisk_text, 9, 2) between '01' and '31' then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_iso_date,
  sum(case when ((sqlrisk_seen.sqlrisk_shape like '99/99/9999%' or sqlrisk_seen.sqlrisk_shape like '99-99-9999%' or sqlrisk_seen.sqlrisk_shape like '99.99.9999%' or sqlrisk_seen.sqlrisk_shape in ('99/99/99', '99-99-99')) and substring(sqlrisk_seen.sqlrisk_text, 1, 2) between '01' and '31' and substring(sqlrisk_seen.sqlrisk_text, 4, 2) between '01' and '31') or replace(sqlrisk_seen.sqlrisk_shape, '-', '/') in ('9/9/9999', '9/99/9999', '99/9/9999') or replace(sqlrisk_seen.sqlrisk_shape, '-', '/') in ('9/9/99', '9/99/99', '99/9/99') or (sqlrisk_seen.sqlrisk_shape = '99999999' and substring(sqlrisk_seen.sqlrisk_text, 1, 2) in ('19', '20') and substring(sqlrisk_seen.sqlrisk_text, 5, 2) between '01' and '12' and substring(sqlrisk_seen.sqlrisk_text, 7, 2) between '01' and '31') then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_other_date,
  sum(case when sqlrisk_seen.sqlrisk_whole_length <= 18 and ((replace(sqlrisk_seen.sqlrisk_shape, '9', '') = '' and sqlrisk_seen.sqlrisk_shape like '9%') or (replace(sqlrisk_seen.sqlrisk_shape, '9', '') = '-' and sqlrisk_seen.sqlrisk_shape like '-9%')) then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_integer,
  sum(case when replace(sqlrisk_seen.sqlrisk_shape, '9', '') = '' and sqlrisk_seen.sqlrisk_text like '0_%' then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_leading_zero,
  sum(case when (replace(sqlrisk_seen.sqlrisk_shape, '9', '') = '.' or (replace(sqlrisk_seen.sqlrisk_shape, '9', '') = '-.' and sqlrisk_seen.sqlrisk_shape like '-9%')) and sqlrisk_seen.sqlrisk_shape like '%9.9%' and sqlrisk_seen.sqlrisk_whole_length <= 20 then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_decimal,
  sum(case when (replace(sqlrisk_seen.sqlrisk_shape, '9', '') = ',' or (replace(sqlrisk_seen.sqlrisk_shape, '9', '') = '-,' and sqlrisk_seen.sqlrisk_shape like '-9%')) and sqlrisk_seen.sqlrisk_shape like '%9,9%' and sqlrisk_seen.sqlrisk_whole_length <= 20 then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_decimal_comma,
  sum(case when sqlrisk_seen.sqlrisk_shape = '99999' then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_five_digits,
  sum(case when sqlrisk_seen.sqlrisk_shape = '9999' and sqlrisk_seen.sqlrisk_text between '1900' and '2099' then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_year,
  sum(case when sqlrisk_seen.sqlrisk_shape like '%.999%' and cast(case when (replace(sqlrisk_seen.sqlrisk_shape, '9', '') = '.' or (replace(sqlrisk_seen.sqlrisk_shape, '9', '') = '-.' and sqlrisk_seen.sqlrisk_shape like '-9%')) and sqlrisk_seen.sqlrisk_shape like '%9.9%' and sqlrisk_seen.sqlrisk_whole_length <= 20 then sqlrisk_seen.sqlrisk_text end as double) between -90 and 90 then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_latitude,
  sum(case when sqlrisk_seen.sqlrisk_shape like '%.999%' and cast(case when (replace(sqlrisk_seen.sqlrisk_shape, '9', '') = '.' or (replace(sqlrisk_seen.sqlrisk_shape, '9', '') = '-.' and sqlrisk_seen.sqlrisk_shape like '-9%')) and sqlrisk_seen.sqlrisk_shape like '%9.9%' and sqlrisk_seen.sqlrisk_whole_length <= 20 then sqlrisk_seen.sqlrisk_text end as double) between -180 and 180 then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_longitude,
  sum(case when sqlrisk_seen.sqlrisk_text like '_% _% _% _%' then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_words
from sqlrisk_seen as sqlrisk_seen
group by sqlrisk_seen.sqlrisk_place

-- what collations fold
select
  count(distinct sqlrisk_row.sqlrisk_stored_1) as sqlrisk_stored_values_1,
  count(distinct sqlrisk_row.sqlrisk_exact_1) as sqlrisk_exact_values_1,
  count(distinct sqlrisk_row.sqlrisk_stored_2) as sqlrisk_stored_values_2,
  count(distinct sqlrisk_row.sqlrisk_exact_2) as sqlrisk_exact_values_2
from people as sqlrisk_row

-- classes with one more column
select
  count(*) as sqlrisk_classes,
  cast(coalesce(sum(sqlrisk_class.sqlrisk_class_size), 0) as bigint) as sqlrisk_rows,
  cast(coalesce(sum(case when sqlrisk_class.sqlrisk_class_size = 1 then 1 else 0 end), 0) as bigint) as sqlrisk_unique_rows,
  min(sqlrisk_class.sqlrisk_class_size) as sqlrisk_smallest
from (
  select
    sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."illness",
    count(*) as sqlrisk_class_size
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."illness"
) as sqlrisk_class

-- classes with one more column, suppressed
select
  count(*) as sqlrisk_classes,
  cast(coalesce(sum(sqlrisk_class.sqlrisk_class_size), 0) as bigint) as sqlrisk_rows,
  cast(coalesce(sum(case when sqlrisk_class.sqlrisk_class_size = 1 then 1 else 0 end), 0) as bigint) as sqlrisk_unique_rows,
  min(sqlrisk_class.sqlrisk_class_size) as sqlrisk_smallest
from (
  select
    sqlrisk_joined.sqlrisk_class_size,
    sum(sqlrisk_joined.sqlrisk_class_size) over (partition by sqlrisk_joined."age") as sqlrisk_published_size
  from (
  select
    sqlrisk_row."age", sqlrisk_row."sex",
    count(*) as sqlrisk_class_size
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."sex"
  ) as sqlrisk_joined
) as sqlrisk_class
where sqlrisk_class.sqlrisk_published_size >= 5

-- rows with nothing in a column
select
  count(*) as sqlrisk_rows,
  cast(coalesce(sum(case when sqlrisk_row."age" is null or sqlrisk_row."age" = '' or sqlrisk_row."age" = '0' then 1 else 0 end), 0) as bigint) as sqlrisk_blank_1,
  cast(coalesce(sum(case when sqlrisk_row."weight" is null or sqlrisk_row."weight" = 0 then 1 else 0 end), 0) as bigint) as sqlrisk_blank_2
from people as sqlrisk_row

-- classes with a NULL
select
  count(*) as sqlrisk_classes,
  cast(coalesce(sum(sqlrisk_class.sqlrisk_class_size), 0) as bigint) as sqlrisk_rows
from (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    count(*) as sqlrisk_class_size
  from people as sqlrisk_row
  where (sqlrisk_row."age" is null or sqlrisk_row."town" is null)
  group by sqlrisk_row."age", sqlrisk_row."town"
  having count(*) >= 5
) as sqlrisk_class

-- cells that may be missing

select
  sqlrisk_value.sqlrisk_place,
  cast(sum(case when trim(both ' ' from sqlrisk_value.sqlrisk_whole) = '' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_blank,
  cast(sum(case when trim(both ' ' from sqlrisk_value.sqlrisk_whole) = 'NA' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_na,
  cast(sum(case when trim(both ' ' from sqlrisk_value.sqlrisk_whole) = 'N/A' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_n_a,
  cast(sum(case when trim(both ' ' from sqlrisk_value.sqlrisk_whole) = 'null' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_null,
  cast(sum(case when trim(both ' ' from sqlrisk_value.sqlrisk_whole) = 'NULL' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_upper_null,
  cast(sum(case when trim(both ' ' from sqlrisk_value.sqlrisk_whole) = '.' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_dot,
  cast(sum(case when trim(both ' ' from sqlrisk_value.sqlrisk_whole) = 'NaN' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_nan,
  cast(sum(case when trim(both ' ' from sqlrisk_value.sqlrisk_whole) in ('none', 'nonE', 'noNe', 'noNE', 'nOne', 'nOnE', 'nONe', 'nONE', 'None', 'NonE', 'NoNe', 'NoNE', 'NOne', 'NOnE', 'NONe', 'NONE') then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_none
from (
  
  select
    1 as sqlrisk_place,
    sqlrisk_cell.sqlrisk_whole,
    count(*) as sqlrisk_times
  from (
    select
      cast(sqlrisk_row."town" as varchar) as sqlrisk_whole
    from people as sqlrisk_row
  ) as sqlrisk_cell
  group by sqlrisk_cell.sqlrisk_whole
  union all
  select
    2 as sqlrisk_place,
    sqlrisk_cell.sqlrisk_whole,
    count(*) as sqlrisk_times
  from (
    select
      cast(sqlrisk_row."sex" as varchar) as sqlrisk_whole
    from people as sqlrisk_row
  ) as sqlrisk_cell
  group by sqlrisk_cell.sqlrisk_whole
  union all
  select
    3 as sqlrisk_place,
    sqlrisk_cell.sqlrisk_whole,
    count(*) as sqlrisk_times
  from (
    select
      case when is_nan(sqlrisk_row."weight") then 'NaN' else '0' end as sqlrisk_whole
    from people as sqlrisk_row
  ) as sqlrisk_cell
  group by sqlrisk_cell.sqlrisk_whole
) as sqlrisk_value
group by sqlrisk_value.sqlrisk_place

-- numbers that may be codes
select
  sqlrisk_bounded.sqlrisk_place,
  case when -9 < sqlrisk_bounded.sqlrisk_lowest - 1 then sqlrisk_bounded.sqlrisk_minus_9 else 0 end as sqlrisk_minus_9,
  case when -8 < sqlrisk_bounded.sqlrisk_lowest - 1 then sqlrisk_bounded.sqlrisk_minus_8 else 0 end as sqlrisk_minus_8,
  case when 9 > sqlrisk_bounded.sqlrisk_highest + 1 then sqlrisk_bounded.sqlrisk_code_9 else 0 end as sqlrisk_code_9,
  case when 99 > sqlrisk_bounded.sqlrisk_highest + 1 then sqlrisk_bounded.sqlrisk_code_99 else 0 end as sqlrisk_code_99,
  case when 999 > sqlrisk_bounded.sqlrisk_highest + 1 then sqlrisk_bounded.sqlrisk_code_999 else 0 end as sqlrisk_code_999
from (
  select
    sqlrisk_value.sqlrisk_place,
    cast(sum(case when sqlrisk_value.sqlrisk_number = -9 then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_minus_9,
    cast(sum(case when sqlrisk_value.sqlrisk_number = -8 then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_minus_8,
    cast(sum(case when sqlrisk_value.sqlrisk_number = 9 then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_code_9,
    cast(sum(case when sqlrisk_value.sqlrisk_number = 99 then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_code_99,
    cast(sum(case when sqlrisk_value.sqlrisk_number = 999 then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_code_999,
    min(case when sqlrisk_value.sqlrisk_number in (-9, -8, 9, 99, 999) then null else sqlrisk_value.sqlrisk_number end) as sqlrisk_lowest,
    max(case when sqlrisk_value.sqlrisk_number in (-9, -8, 9, 99, 999) then null else sqlrisk_value.sqlrisk_number end) as sqlrisk_highest
  from (
    
    select
      1 as sqlrisk_place,
      case when is_nan(sqlrisk_cell.sqlrisk_double) then null else sqlrisk_cell.sqlrisk_double end as sqlrisk_number,
      sqlrisk_cell.sqlrisk_times
    from (
      select sqlrisk_read.sqlrisk_double, count(*) as sqlrisk_times
      from (
        select cast(sqlrisk_row."weight" as double) as sqlrisk_double
        from people as sqlrisk_row
      ) as sqlrisk_read
      group by sqlrisk_read.sqlrisk_double
    ) as sqlrisk_cell
    union all
    select
      2 as sqlrisk_place,
      case when is_nan(sqlrisk_cell.sqlrisk_double) then null else sqlrisk_cell.sqlrisk_double end as sqlrisk_number,
      sqlrisk_cell.sqlrisk_times
    from (
      select sqlrisk_read.sqlrisk_double, count(*) as sqlrisk_times
      from (
        select cast(sqlrisk_row."income" as double) as sqlrisk_double
        from people as sqlrisk_row
      ) as sqlrisk_read
      group by sqlrisk_read.sqlrisk_double
    ) as sqlrisk_cell
  ) as sqlrisk_value
  group by sqlrisk_value.sqlrisk_place
) as sqlrisk_bounded

-- classes with a missing value
select
  count(*) as sqlrisk_classes,
  cast(coalesce(sum(sqlrisk_class.sqlrisk_class_size), 0) as bigint) as sqlrisk_rows
from (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    count(*) as sqlrisk_class_size
  from people as sqlrisk_row
  where (sqlrisk_row."age" is null or sqlrisk_row."sex" is null)
  group by sqlrisk_row."age", sqlrisk_row."town"
) as sqlrisk_class

-- what matches what, missing values declared
with sqlrisk_class as (
  select
    sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex",
    count(*) as sqlrisk_class_size
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex"
  having count(*) >= 5
),
sqlrisk_part as (
  select
    sqlrisk_class."age", sqlrisk_class."town", sqlrisk_class."sex",
    sqlrisk_class.sqlrisk_class_size,
    sqlrisk_class.sqlrisk_class_size as sqlrisk_matches
  from sqlrisk_class
  where not (sqlrisk_class."age" is null or sqlrisk_class."sex" is null)
  union all
  select
    sqlrisk_class."age", sqlrisk_class."town", sqlrisk_class."sex",
    0 as sqlrisk_class_size,
    sum(sqlrisk_other.sqlrisk_class_size) as sqlrisk_matches
  from sqlrisk_class
  inner join sqlrisk_class as sqlrisk_other on (sqlrisk_class."age" = sqlrisk_other."age" or sqlrisk_class."age" is null or sqlrisk_other."age" is null) and (sqlrisk_class."sex" = sqlrisk_other."sex" or sqlrisk_class."sex" is null or sqlrisk_other."sex" is null)
  where not (sqlrisk_class."age" is null or sqlrisk_class."sex" is null) and (sqlrisk_other."age" is null or sqlrisk_other."sex" is null)
  group by sqlrisk_class."age", sqlrisk_class."town", sqlrisk_class."sex"
  union all
  select
    sqlrisk_class."age", sqlrisk_class."town", sqlrisk_class."sex",
    min(sqlrisk_class.sqlrisk_class_size) as sqlrisk_class_size,
    sum(sqlrisk_other.sqlrisk_class_size) as sqlrisk_matches
  from sqlrisk_class
  inner join sqlrisk_class as sqlrisk_other on (sqlrisk_class."age" = sqlrisk_other."age" or sqlrisk_class."age" is null or sqlrisk_other."age" is null) and (sqlrisk_class."sex" = sqlrisk_other."sex" or sqlrisk_class."sex" is null or sqlrisk_other."sex" is null)
  where (sqlrisk_class."age" is null or sqlrisk_class."sex" is null)
  group by sqlrisk_class."age", sqlrisk_class."town", sqlrisk_class."sex"
),
sqlrisk_matched as (
  select
    cast(sum(sqlrisk_part.sqlrisk_class_size) as bigint) as sqlrisk_class_size,
    cast(sum(sqlrisk_part.sqlrisk_matches) as bigint) as sqlrisk_matches
  from sqlrisk_part
  group by sqlrisk_part."age", sqlrisk_part."town", sqlrisk_part."sex"
)
select
  sqlrisk_matched.sqlrisk_matches,
  cast(sum(sqlrisk_matched.sqlrisk_class_size) as bigint) as sqlrisk_rows
from sqlrisk_matched
group by sqlrisk_matched.sqlrisk_matches

-- what matches what
with sqlrisk_class as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    count(*) as sqlrisk_class_size
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town"
),
sqlrisk_part as (
  select
    sqlrisk_class."age", sqlrisk_class."town",
    sqlrisk_class.sqlrisk_class_size,
    sqlrisk_class.sqlrisk_class_size as sqlrisk_matches
  from sqlrisk_class
  where not (sqlrisk_class."age" is null or sqlrisk_class."town" is null)
  union all
  select
    sqlrisk_class."age", sqlrisk_class."town",
    0 as sqlrisk_class_size,
    sum(sqlrisk_other.sqlrisk_class_size) as sqlrisk_matches
  from sqlrisk_class
  inner join sqlrisk_class as sqlrisk_other on (sqlrisk_class."age" = sqlrisk_other."age" or sqlrisk_class."age" is null or sqlrisk_other."age" is null) and (sqlrisk_class."town" = sqlrisk_other."town" or sqlrisk_class."town" is null or sqlrisk_other."town" is null)
  where not (sqlrisk_class."age" is null or sqlrisk_class."town" is null) and (sqlrisk_other."age" is null or sqlrisk_other."town" is null)
  group by sqlrisk_class."age", sqlrisk_class."town"
  union all
  select
    sqlrisk_class."age", sqlrisk_class."town",
    min(sqlrisk_class.sqlrisk_class_size) as sqlrisk_class_size,
    sum(sqlrisk_other.sqlrisk_class_size) as sqlrisk_matches
  from sqlrisk_class
  inner join sqlrisk_class as sqlrisk_other on (sqlrisk_class."age" = sqlrisk_other."age" or sqlrisk_class."age" is null or sqlrisk_other."age" is null) and (sqlrisk_class."town" = sqlrisk_other."town" or sqlrisk_class."town" is null or sqlrisk_other."town" is null)
  where (sqlrisk_class."age" is null or sqlrisk_class."town" is null)
  group by sqlrisk_class."age", sqlrisk_class."town"
),
sqlrisk_matched as (
  select
    cast(sum(sqlrisk_part.sqlrisk_class_size) as bigint) as sqlrisk_class_size,
    cast(sum(sqlrisk_part.sqlrisk_matches) as bigint) as sqlrisk_matches
  from sqlrisk_part
  group by sqlrisk_part."age", sqlrisk_part."town"
)
select
  sqlrisk_matched.sqlrisk_matches,
  cast(sum(sqlrisk_matched.sqlrisk_class_size) as bigint) as sqlrisk_rows
from sqlrisk_matched
group by sqlrisk_matched.sqlrisk_matches

-- what matches what, suppressed
with sqlrisk_class as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    count(*) as sqlrisk_class_size
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town"
  having count(*) >= 5
),
sqlrisk_part as (
  select
    sqlrisk_class."age", sqlrisk_class."town",
    sqlrisk_class.sqlrisk_class_size,
    sqlrisk_class.sqlrisk_class_size as sqlrisk_matches
  from sqlrisk_class
  where not (sqlrisk_class."age" is null or sqlrisk_class."town" is null)
  union all
  select
    sqlrisk_class."age", sqlrisk_class."town",
    0 as sqlrisk_class_size,
    sum(sqlrisk_other.sqlrisk_class_size) as sqlrisk_matches
  from sqlrisk_class
  inner join sqlrisk_class as sqlrisk_other on (sqlrisk_class."age" = sqlrisk_other."age" or sqlrisk_class."age" is null or sqlrisk_other."age" is null) and (sqlrisk_class."town" = sqlrisk_other."town" or sqlrisk_class."town" is null or sqlrisk_other."town" is null)
  where not (sqlrisk_class."age" is null or sqlrisk_class."town" is null) and (sqlrisk_other."age" is null or sqlrisk_other."town" is null)
  group by sqlrisk_class."age", sqlrisk_class."town"
  union all
  select
    sqlrisk_class."age", sqlrisk_class."town",
    min(sqlrisk_class.sqlrisk_class_size) as sqlrisk_class_size,
    sum(sqlrisk_other.sqlrisk_class_size) as sqlrisk_matches
  from sqlrisk_class
  inner join sqlrisk_class as sqlrisk_other on (sqlrisk_class."age" = sqlrisk_other."age" or sqlrisk_class."age" is null or sqlrisk_other."age" is null) and (sqlrisk_class."town" = sqlrisk_other."town" or sqlrisk_class."town" is null or sqlrisk_other."town" is null)
  where (sqlrisk_class."age" is null or sqlrisk_class."town" is null)
  group by sqlrisk_class."age", sqlrisk_class."town"
),
sqlrisk_matched as (
  select
    cast(sum(sqlrisk_part.sqlrisk_class_size) as bigint) as sqlrisk_class_size,
    cast(sum(sqlrisk_part.sqlrisk_matches) as bigint) as sqlrisk_matches
  from sqlrisk_part
  group by sqlrisk_part."age", sqlrisk_part."town"
)
select
  sqlrisk_matched.sqlrisk_matches,
  cast(sum(sqlrisk_matched.sqlrisk_class_size) as bigint) as sqlrisk_rows
from sqlrisk_matched
group by sqlrisk_matched.sqlrisk_matches

-- profiles, exact
select
  count(*) as sqlrisk_rows,
  count(distinct sqlrisk_row."age") as sqlrisk_distinct_1,
  count(sqlrisk_row."age") as sqlrisk_filled_1,
  avg(cast(length(cast(sqlrisk_row."age" as varchar)) as double)) as sqlrisk_length_1,
  count(distinct sqlrisk_row."town") as sqlrisk_distinct_2,
  count(sqlrisk_row."town") as sqlrisk_filled_2,
  avg(cast(length(cast(sqlrisk_row."town" as varchar)) as double)) as sqlrisk_length_2
from people as sqlrisk_row

-- composition
with 
sqlrisk_numbered_1 as (
  select
    sqlrisk_row."sex" as sqlrisk_entity,
    sqlrisk_row."illness" as sqlrisk_value_1,
    dense_rank() over (order by sqlrisk_row."age", sqlrisk_row."town") as sqlrisk_class
  from people as sqlrisk_row
),
sqlrisk_listed_1 as (
  select
    sqlrisk_numbered.sqlrisk_entity,
    array_join(array_agg(cast(sqlrisk_numbered.sqlrisk_class as varchar) order by sqlrisk_numbered.sqlrisk_class), ',') as sqlrisk_classes,
    sum(length(cast(sqlrisk_numbered.sqlrisk_class as varchar))) + count(*) - 1 as sqlrisk_length
  from sqlrisk_numbered_1 as sqlrisk_numbered
  where sqlrisk_numbered.sqlrisk_entity is not null
  group by sqlrisk_numbered.sqlrisk_entity
),
sqlrisk_numbered_2 as (
  select
    sqlrisk_row."sex" as sqlrisk_entity,
    sqlrisk_row."illness" as sqlrisk_value_1,
    count(*) over (partition by sqlrisk_row."age", sqlrisk_row."town") as sqlrisk_class_size,
    dense_rank() over (order by sqlrisk_row."age", sqlrisk_row."town") as sqlrisk_class
  from people as sqlrisk_row
),
sqlrisk_listed_2 as (
  select
    sqlrisk_numbered.sqlrisk_entity,
    array_join(array_agg(cast(sqlrisk_numbered.sqlrisk_class as varchar) order by sqlrisk_numbered.sqlrisk_class), ',') as sqlrisk_classes,
    sum(length(cast(sqlrisk_numbered.sqlrisk_class as varchar))) + count(*) - 1 as sqlrisk_length
  from sqlrisk_numbered_2 as sqlrisk_numbered
  where sqlrisk_numbered.sqlrisk_entity is not null and sqlrisk_numbered.sqlrisk_class_size >= 5
  group by sqlrisk_numbered.sqlrisk_entity
),
sqlrisk_numbered_3 as (
  select
    sqlrisk_row."sex" as sqlrisk_entity,
    dense_rank() over (order by sqlrisk_row."age", sqlrisk_row."town") as sqlrisk_class
  from people as sqlrisk_row
),
sqlrisk_listed_3 as (
  select
    sqlrisk_numbered.sqlrisk_entity,
    array_join(array_agg(cast(sqlrisk_numbered.sqlrisk_class as varchar) order by sqlrisk_numbered.sqlrisk_class), ',') as sqlrisk_classes,
    sum(length(cast(sqlrisk_numbered.sqlrisk_class as varchar))) + count(*) - 1 as sqlrisk_length
  from sqlrisk_numbered_3 as sqlrisk_numbered
  where sqlrisk_numbered.sqlrisk_entity is not null
  group by sqlrisk_numbered.sqlrisk_entity
),
sqlrisk_tagged as (
  select
    sqlrisk_listed.sqlrisk_entity,
    sqlrisk_listed.sqlrisk_classes as sqlrisk_classes_1,
    cast(null as varchar) as sqlrisk_classes_2,
    cast(null as varchar) as sqlrisk_classes_3,
    1 as sqlrisk_keyed,
    0 as sqlrisk_keyless,
    case when length(cast(sqlrisk_listed.sqlrisk_classes as varchar)) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
  from sqlrisk_listed_1 as sqlrisk_listed
  union all
  select
    null as sqlrisk_entity,
    cast(null as varchar) as sqlrisk_classes_1,
    cast(null as varchar) as sqlrisk_classes_2,
    cast(null as varchar) as sqlrisk_classes_3,
    0 as sqlrisk_keyed,
    count(*) as sqlrisk_keyless,
    0 as sqlrisk_cut
  from sqlrisk_numbered_1 as sqlrisk_numbered
  where sqlrisk_numbered.sqlrisk_entity is null
  union all
  select
    sqlrisk_listed.sqlrisk_entity,
    cast(null as varchar) as sqlrisk_classes_1,
    sqlrisk_listed.sqlrisk_classes as sqlrisk_classes_2,
    cast(null as varchar) as sqlrisk_classes_3,
    1 as sqlrisk_keyed,
    0 as sqlrisk_keyless,
    case when length(cast(sqlrisk_listed.sqlrisk_classes as varchar)) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
  from sqlrisk_listed_2 as sqlrisk_listed
  union all
  select
    null as sqlrisk_entity,
    cast(null as varchar) as sqlrisk_classes_1,
    cast(null as varchar) as sqlrisk_classes_2,
    cast(null as varchar) as sqlrisk_classes_3,
    0 as sqlrisk_keyed,
    count(*) as sqlrisk_keyless,
    0 as sqlrisk_cut
  from sqlrisk_numbered_2 as sqlrisk_numbered
  where sqlrisk_numbered.sqlrisk_entity is null and sqlrisk_numbered.sqlrisk_class_size >= 5
  union all
  select
    sqlrisk_listed.sqlrisk_entity,
    cast(null as varchar) as sqlrisk_classes_1,
    cast(null as varchar) as sqlrisk_classes_2,
    sqlrisk_listed.sqlrisk_classes as sqlrisk_classes_3,
    1 as sqlrisk_keyed,
    0 as sqlrisk_keyless,
    case when length(cast(sqlrisk_listed.sqlrisk_classes as varchar)) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
  from sqlrisk_listed_3 as sqlrisk_listed
  union all
  select
    null as sqlrisk_entity,
    cast(null as varchar) as sqlrisk_classes_1,
    cast(null as varchar) as sqlrisk_classes_2,
    cast(null as varchar) as sqlrisk_classes_3,
    0 as sqlrisk_keyed,
    count(*) as sqlrisk_keyless,
    0 as sqlrisk_cut
  from sqlrisk_numbered_3 as sqlrisk_numbered
  where sqlrisk_numbered.sqlrisk_entity is null
),
sqlrisk_person as (
  select
    sqlrisk_tagged.sqlrisk_entity,
    max(sqlrisk_tagged.sqlrisk_classes_1) as sqlrisk_classes_1,
    max(sqlrisk_tagged.sqlrisk_classes_2) as sqlrisk_classes_2,
    max(sqlrisk_tagged.sqlrisk_classes_3) as sqlrisk_classes_3,
    max(sqlrisk_tagged.sqlrisk_keyed) as sqlrisk_keyed,
    sum(sqlrisk_tagged.sqlrisk_keyless) as sqlrisk_keyless,
    sum(sqlrisk_tagged.sqlrisk_cut) as sqlrisk_cut
  from sqlrisk_tagged
  group by sqlrisk_tagged.sqlrisk_entity
),
sqlrisk_joint as (
  select
    sqlrisk_person.sqlrisk_classes_1, sqlrisk_person.sqlrisk_classes_2, sqlrisk_person.sqlrisk_classes_3,
    count(*) as sqlrisk_people,
    sum(sqlrisk_person.sqlrisk_keyless) as sqlrisk_keyless,
    sum(sqlrisk_person.sqlrisk_cut) as sqlrisk_cut
  from sqlrisk_person
  group by sqlrisk_person.sqlrisk_classes_1, sqlrisk_person.sqlrisk_classes_2, sqlrisk_person.sqlrisk_classes_3
),
sqlrisk_seen as (
  select
    case when sqlrisk_joint.sqlrisk_classes_1 is null then 0 else 1 end as sqlrisk_in_1,
    case when sqlrisk_joint.sqlrisk_classes_2 is null then 0 else 1 end as sqlrisk_in_2,
    case when sqlrisk_joint.sqlrisk_classes_3 is null then 0 else 1 end as sqlrisk_in_3,
    sqlrisk_joint.sqlrisk_people,
    case
      when sqlrisk_joint.sqlrisk_classes_1 is not null and sqlrisk_joint.sqlrisk_classes_2 is null and sqlrisk_joint.sqlrisk_classes_3 is null
        then sum(sqlrisk_joint.sqlrisk_people) over (partition by sqlrisk_joint.sqlrisk_classes_1)
      when sqlrisk_joint.sqlrisk_classes_2 is not null and sqlrisk_joint.sqlrisk_classes_1 is null and sqlrisk_joint.sqlrisk_classes_3 is null
        then sum(sqlrisk_joint.sqlrisk_people) over (partition by sqlrisk_joint.sqlrisk_classes_2)
      when sqlrisk_joint.sqlrisk_classes_3 is not null and sqlrisk_joint.sqlrisk_classes_1 is null and sqlrisk_joint.sqlrisk_classes_2 is null
        then sum(sqlrisk_joint.sqlrisk_people) over (partition by sqlrisk_joint.sqlrisk_classes_3)
      else sqlrisk_joint.sqlrisk_people
    end as sqlrisk_people_unaware,
    sqlrisk_joint.sqlrisk_keyless,
    sqlrisk_joint.sqlrisk_cut
  from sqlrisk_joint
)
select
  sqlrisk_seen.sqlrisk_in_1,
  sqlrisk_seen.sqlrisk_in_2,
  sqlrisk_seen.sqlrisk_in_3,
  sqlrisk_seen.sqlrisk_people,
  cast(sqlrisk_seen.sqlrisk_people_unaware as bigint) as sqlrisk_unaware,
  count(*) as sqlrisk_classes,
  cast(sum(sqlrisk_seen.sqlrisk_keyless) as bigint) as sqlrisk_rows_without_entity,
  cast(sum(sqlrisk_seen.sqlrisk_cut) as bigint) as sqlrisk_lists_cut
from sqlrisk_seen
group by
  sqlrisk_seen.sqlrisk_in_1,
  sqlrisk_seen.sqlrisk_in_2,
  sqlrisk_seen.sqlrisk_in_3,
  sqlrisk_seen.sqlrisk_people,
  sqlrisk_seen.sqlrisk_people_unaware

-- intersection
with 
sqlrisk_numbered_1 as (
  select
    sqlrisk_row."sex" as sqlrisk_entity,
    sqlrisk_row."illness" as sqlrisk_value_1,
    dense_rank() over (order by sqlrisk_row."age", sqlrisk_row."town") as sqlrisk_class
  from people as sqlrisk_row
),
sqlrisk_listed_1 as (
  select
    sqlrisk_numbered.sqlrisk_entity,
    array_join(array_agg(cast(sqlrisk_numbered.sqlrisk_class as varchar) order by sqlrisk_numbered.sqlrisk_class), ',') as sqlrisk_classes,
    sum(length(cast(sqlrisk_numbered.sqlrisk_class as varchar))) + count(*) - 1 as sqlrisk_length
  from sqlrisk_numbered_1 as sqlrisk_numbered
  where sqlrisk_numbered.sqlrisk_entity is not null
  group by sqlrisk_numbered.sqlrisk_entity
),
sqlrisk_numbered_2 as (
  select
    sqlrisk_row."sex" as sqlrisk_entity,
    sqlrisk_row."illness" as sqlrisk_value_1,
    count(*) over (partition by sqlrisk_row."age", sqlrisk_row."town") as sqlrisk_class_size,
    dense_rank() over (order by sqlrisk_row."age", sqlrisk_row."town") as sqlrisk_class
  from people as sqlrisk_row
),
sqlrisk_listed_2 as (
  select
    sqlrisk_numbered.sqlrisk_entity,
    array_join(array_agg(cast(sqlrisk_numbered.sqlrisk_class as varchar) order by sqlrisk_numbered.sqlrisk_class), ',') as sqlrisk_classes,
    sum(length(cast(sqlrisk_numbered.sqlrisk_class as varchar))) + count(*) - 1 as sqlrisk_length
  from sqlrisk_numbered_2 as sqlrisk_numbered
  where sqlrisk_numbered.sqlrisk_entity is not null and sqlrisk_numbered.sqlrisk_class_size >= 5
  group by sqlrisk_numbered.sqlrisk_entity
),
sqlrisk_numbered_3 as (
  select
    sqlrisk_row."sex" as sqlrisk_entity,
    dense_rank() over (order by sqlrisk_row."age", sqlrisk_row."town") as sqlrisk_class
  from people as sqlrisk_row
),
sqlrisk_listed_3 as (
  select
    sqlrisk_numbered.sqlrisk_entity,
    array_join(array_agg(cast(sqlrisk_numbered.sqlrisk_class as varchar) order by sqlrisk_numbered.sqlrisk_class), ',') as sqlrisk_classes,
    sum(length(cast(sqlrisk_numbered.sqlrisk_class as varchar))) + count(*) - 1 as sqlrisk_length
  from sqlrisk_numbered_3 as sqlrisk_numbered
  where sqlrisk_numbered.sqlrisk_entity is not null
  group by sqlrisk_numbered.sqlrisk_entity
),
sqlrisk_tagged as (
  select
    sqlrisk_listed.sqlrisk_entity,
    sqlrisk_listed.sqlrisk_classes as sqlrisk_classes_1,
    cast(null as varchar) as sqlrisk_classes_2,
    cast(null as varchar) as sqlrisk_classes_3,
    1 as sqlrisk_keyed,
    0 as sqlrisk_keyless,
    case when length(cast(sqlrisk_listed.sqlrisk_classes as varchar)) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
  from sqlrisk_listed_1 as sqlrisk_listed
  union all
  select
    null as sqlrisk_entity,
    cast(null as varchar) as sqlrisk_classes_1,
    cast(null as varchar) as sqlrisk_classes_2,
    cast(null as varchar) as sqlrisk_classes_3,
    0 as sqlrisk_keyed,
    count(*) as sqlrisk_keyless,
    0 as sqlrisk_cut
  from sqlrisk_numbered_1 as sqlrisk_numbered
  where sqlrisk_numbered.sqlrisk_entity is null
  union all
  select
    sqlrisk_listed.sqlrisk_entity,
    cast(null as varchar) as sqlrisk_classes_1,
    sqlrisk_listed.sqlrisk_classes as sqlrisk_classes_2,
    cast(null as varchar) as sqlrisk_classes_3,
    1 as sqlrisk_keyed,
    0 as sqlrisk_keyless,
    case when length(cast(sqlrisk_listed.sqlrisk_classes as varchar)) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
  from sqlrisk_listed_2 as sqlrisk_listed
  union all
  select
    null as sqlrisk_entity,
    cast(null as varchar) as sqlrisk_classes_1,
    cast(null as varchar) as sqlrisk_classes_2,
    cast(null as varchar) as sqlrisk_classes_3,
    0 as sqlrisk_keyed,
    count(*) as sqlrisk_keyless,
    0 as sqlrisk_cut
  from sqlrisk_numbered_2 as sqlrisk_numbered
  where sqlrisk_numbered.sqlrisk_entity is null and sqlrisk_numbered.sqlrisk_class_size >= 5
  union all
  select
    sqlrisk_listed.sqlrisk_entity,
    cast(null as varchar) as sqlrisk_classes_1,
    cast(null as varchar) as sqlrisk_classes_2,
    sqlrisk_listed.sqlrisk_classes as sqlrisk_classes_3,
    1 as sqlrisk_keyed,
    0 as sqlrisk_keyless,
    case when length(cast(sqlrisk_listed.sqlrisk_classes as varchar)) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
  from sqlrisk_listed_3 as sqlrisk_listed
  union all
  select
    null as sqlrisk_entity,
    cast(null as varchar) as sqlrisk_classes_1,
    cast(null as varchar) as sqlrisk_classes_2,
    cast(null as varchar) as sqlrisk_classes_3,
    0 as sqlrisk_keyed,
    count(*) as sqlrisk_keyless,
    0 as sqlrisk_cut
  from sqlrisk_numbered_3 as sqlrisk_numbered
  where sqlrisk_numbered.sqlrisk_entity is null
),
sqlrisk_person as (
  select
    sqlrisk_tagged.sqlrisk_entity,
    max(sqlrisk_tagged.sqlrisk_classes_1) as sqlrisk_classes_1,
    max(sqlrisk_tagged.sqlrisk_classes_2) as sqlrisk_classes_2,
    max(sqlrisk_tagged.sqlrisk_classes_3) as sqlrisk_classes_3,
    max(sqlrisk_tagged.sqlrisk_keyed) as sqlrisk_keyed,
    sum(sqlrisk_tagged.sqlrisk_keyless) as sqlrisk_keyless,
    sum(sqlrisk_tagged.sqlrisk_cut) as sqlrisk_cut
  from sqlrisk_tagged
  group by sqlrisk_tagged.sqlrisk_entity
),
sqlrisk_ranked as (
  select
    sqlrisk_person.sqlrisk_entity,
    sqlrisk_person.sqlrisk_classes_1, sqlrisk_person.sqlrisk_classes_2, sqlrisk_person.sqlrisk_classes_3,
    row_number() over (order by sqlrisk_person.sqlrisk_entity) as sqlrisk_one
  from sqlrisk_person
  where sqlrisk_person.sqlrisk_keyed = 1
),
sqlrisk_joint as (
  select
    min(sqlrisk_ranked.sqlrisk_one) as sqlrisk_one,
    count(*) as sqlrisk_people
  from sqlrisk_ranked
  group by sqlrisk_ranked.sqlrisk_classes_1, sqlrisk_ranked.sqlrisk_classes_2, sqlrisk_ranked.sqlrisk_classes_3
),
sqlrisk_part as (
  select
    1 as sqlrisk_release,
    sqlrisk_joint.sqlrisk_one as sqlrisk_one,
    sqlrisk_joint.sqlrisk_people as sqlrisk_people,
    sqlrisk_numbered.sqlrisk_class as sqlrisk_class
  from sqlrisk_joint
  inner join sqlrisk_ranked on sqlrisk_ranked.sqlrisk_one = sqlrisk_joint.sqlrisk_one
  inner join sqlrisk_numbered_1 as sqlrisk_numbered on sqlrisk_numbered.sqlrisk_entity = sqlrisk_ranked.sqlrisk_entity
  group by sqlrisk_joint.sqlrisk_one, sqlrisk_joint.sqlrisk_people, sqlrisk_numbered.sqlrisk_class
  union all
  select
    2 as sqlrisk_release,
    sqlrisk_joint.sqlrisk_one as sqlrisk_one,
    sqlrisk_joint.sqlrisk_people as sqlrisk_people,
    sqlrisk_numbered.sqlrisk_class as sqlrisk_class
  from sqlrisk_joint
  inner join sqlrisk_ranked on sqlrisk_ranked.sqlrisk_one = sqlrisk_joint.sqlrisk_one
  inner join sqlrisk_numbered_2 as sqlrisk_numbered on sqlrisk_numbered.sqlrisk_entity = sqlrisk_ranked.sqlrisk_entity and sqlrisk_numbered.sqlrisk_class_size >= 5
  group by sqlrisk_joint.sqlrisk_one, sqlrisk_joint.sqlrisk_people, sqlrisk_numbered.sqlrisk_class
  union all
  select
    3 as sqlrisk_release,
    sqlrisk_joint.sqlrisk_one as sqlrisk_one,
    sqlrisk_joint.sqlrisk_people as sqlrisk_people,
    sqlrisk_numbered.sqlrisk_class as sqlrisk_class
  from sqlrisk_joint
  inner join sqlrisk_ranked on sqlrisk_ranked.sqlrisk_one = sqlrisk_joint.sqlrisk_one
  inner join sqlrisk_numbered_3 as sqlrisk_numbered on sqlrisk_numbered.sqlrisk_entity = sqlrisk_ranked.sqlrisk_entity
  group by sqlrisk_joint.sqlrisk_one, sqlrisk_joint.sqlrisk_people, sqlrisk_numbered.sqlrisk_class
),
sqlrisk_held_1 as (
  select
    1 as sqlrisk_release,
    sqlrisk_numbered.sqlrisk_class,
    sqlrisk_numbered.sqlrisk_value_1 as sqlrisk_value
  from sqlrisk_numbered_1 as sqlrisk_numbered
  where 1 = 1
  group by sqlrisk_numbered.sqlrisk_class, sqlrisk_numbered.sqlrisk_value_1
  union all
  select
    2 as sqlrisk_release,
    sqlrisk_numbered.sqlrisk_class,
    sqlrisk_numbered.sqlrisk_value_1 as sqlrisk_value
  from sqlrisk_numbered_2 as sqlrisk_numbered
  where sqlrisk_numbered.sqlrisk_value_1 is not null and sqlrisk_numbered.sqlrisk_class_size >= 5
  group by sqlrisk_numbered.sqlrisk_class, sqlrisk_numbered.sqlrisk_value_1
),
sqlrisk_held as (
  select
    0 as sqlrisk_release,
    0 as sqlrisk_place,
    0 as sqlrisk_class,
    0 as sqlrisk_value
  from sqlrisk_joint
  where 1 = 0
  union all
  select
    sqlrisk_held_1.sqlrisk_release,
    1 as sqlrisk_place,
    sqlrisk_held_1.sqlrisk_class,
    dense_rank() over (order by sqlrisk_held_1.sqlrisk_value) as sqlrisk_value
  from sqlrisk_held_1
),
sqlrisk_new as (
  select
    sqlrisk_held.*,
    count(*) over (partition by sqlrisk_held.sqlrisk_release, sqlrisk_held.sqlrisk_place, sqlrisk_held.sqlrisk_class) as sqlrisk_distinct,
    row_number() over (partition by sqlrisk_held.sqlrisk_release, sqlrisk_held.sqlrisk_place, sqlrisk_held.sqlrisk_class order by sqlrisk_held.sqlrisk_value) as sqlrisk_turn,
    case when row_number() over (partition by sqlrisk_held.sqlrisk_place, sqlrisk_held.sqlrisk_value order by sqlrisk_held.sqlrisk_release, sqlrisk_held.sqlrisk_class) = 1 then 1 else 0 end as sqlrisk_new_value
  from sqlrisk_held
),
sqlrisk_valued as (
  select
    sqlrisk_new.*,
    sum(sqlrisk_new.sqlrisk_new_value) over (partition by sqlrisk_new.sqlrisk_place) as sqlrisk_all_values
  from sqlrisk_new
),
sqlrisk_counted as (
  select
    sqlrisk_valued.sqlrisk_place as sqlrisk_place,
    sqlrisk_part.sqlrisk_one as sqlrisk_one,
    sqlrisk_part.sqlrisk_people as sqlrisk_people,
    1 as sqlrisk_holds,
    sqlrisk_valued.sqlrisk_distinct as sqlrisk_distinct,
    sqlrisk_valued.sqlrisk_all_values as sqlrisk_all_values
  from sqlrisk_part
  inner join sqlrisk_valued on sqlrisk_valued.sqlrisk_release = sqlrisk_part.sqlrisk_release and sqlrisk_valued.sqlrisk_class = sqlrisk_part.sqlrisk_class
  where sqlrisk_valued.sqlrisk_turn = 1
  union all
  select
    1 as sqlrisk_place,
    sqlrisk_joint.sqlrisk_one,
    sqlrisk_joint.sqlrisk_people,
    0 as sqlrisk_holds,
    0 as sqlrisk_distinct,
    0 as sqlrisk_all_values
  from sqlrisk_joint
),
sqlrisk_bounded as (
  select
    sqlrisk_counted.sqlrisk_place,
    sqlrisk_counted.sqlrisk_one,
    sqlrisk_counted.sqlrisk_people,
    sum(sqlrisk_counted.sqlrisk_holds) as sqlrisk_classes_valued,
    sum(sqlrisk_counted.sqlrisk_distinct) - (sum(sqlrisk_counted.sqlrisk_holds) - 1) * max(sqlrisk_counted.sqlrisk_all_values) as sqlrisk_least
  from sqlrisk_counted
  group by sqlrisk_counted.sqlrisk_place, sqlrisk_counted.sqlrisk_one, sqlrisk_counted.sqlrisk_people
),
sqlrisk_matched as (
  select
    sqlrisk_bounded.sqlrisk_place as sqlrisk_place,
    sqlrisk_bounded.sqlrisk_one as sqlrisk_one,
    sqlrisk_bounded.sqlrisk_people as sqlrisk_people,
    sqlrisk_bounded.sqlrisk_classes_valued as sqlrisk_classes_valued,
    sqlrisk_valued.sqlrisk_value as sqlrisk_value,
    count(*) as sqlrisk_holding
  from sqlrisk_bounded
  inner join sqlrisk_part on sqlrisk_part.sqlrisk_one = sqlrisk_bounded.sqlrisk_one
  inner join sqlrisk_valued on sqlrisk_valued.sqlrisk_release = sqlrisk_part.sqlrisk_release and sqlrisk_valued.sqlrisk_class = sqlrisk_part.sqlrisk_class
    and sqlrisk_valued.sqlrisk_place = sqlrisk_bounded.sqlrisk_place
  where sqlrisk_bounded.sqlrisk_least < 2
  group by sqlrisk_bounded.sqlrisk_place, sqlrisk_bounded.sqlrisk_one, sqlrisk_bounded.sqlrisk_people, sqlrisk_bounded.sqlrisk_classes_valued, sqlrisk_valued.sqlrisk_value
),
sqlrisk_left as (
  select
    sqlrisk_matched.sqlrisk_place,
    sqlrisk_matched.sqlrisk_people,
    sum(case when sqlrisk_matched.sqlrisk_holding = sqlrisk_matched.sqlrisk_classes_valued then 1 else 0 end) as sqlrisk_compatible
  from sqlrisk_matched
  group by sqlrisk_matched.sqlrisk_place, sqlrisk_matched.sqlrisk_one, sqlrisk_matched.sqlrisk_people
),
sqlrisk_summed as (
  select
    sqlrisk_left.sqlrisk_place,
    sqlrisk_left.sqlrisk_people,
    1 as sqlrisk_told,
    case when sqlrisk_left.sqlrisk_compatible > 1 then 2 else sqlrisk_left.sqlrisk_compatible end as sqlrisk_values
  from sqlrisk_left
  union all
  select
    sqlrisk_bounded.sqlrisk_place,
    sqlrisk_bounded.sqlrisk_people,
    case when sqlrisk_bounded.sqlrisk_classes_valued > 0 then 1 else 0 end as sqlrisk_told,
    case when sqlrisk_bounded.sqlrisk_classes_valued > 0 then 2 else 0 end as sqlrisk_values
  from sqlrisk_bounded
  where sqlrisk_bounded.sqlrisk_classes_valued = 0 or sqlrisk_bounded.sqlrisk_least > 1
)
select
  case
    when sqlrisk_summed.sqlrisk_place = 1 then 'illness'
  end as sqlrisk_column,
  sqlrisk_summed.sqlrisk_told,
  cast(sqlrisk_summed.sqlrisk_values as bigint) as sqlrisk_compatible_values,
  count(*) as sqlrisk_classes,
  cast(sum(sqlrisk_summed.sqlrisk_people) as bigint) as sqlrisk_members
from sqlrisk_summed
group by sqlrisk_summed.sqlrisk_place, sqlrisk_summed.sqlrisk_told, sqlrisk_summed.sqlrisk_values

-- values of pivots
with sqlrisk_side as (
  select
    0 as sqlrisk_published,
    count(sqlrisk_row."age") as sqlrisk_values_1,
    count(sqlrisk_row."town") as sqlrisk_values_2,
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  union all
  select
    1 as sqlrisk_published,
    count(sqlrisk_row."age") as sqlrisk_values_1,
    count(sqlrisk_row."town") as sqlrisk_values_2,
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
)
select sqlrisk_side.*
from sqlrisk_side

-- groups of pivots
with sqlrisk_pass_0 as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    count(*) as sqlrisk_rows,
    0 as sqlrisk_depth
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town"
),
sqlrisk_pass_1 as (
  select
    sqlrisk_pass_0."age", sqlrisk_pass_0."town",
    sqlrisk_pass_0.sqlrisk_rows,
    case
      when sqlrisk_pass_0.sqlrisk_depth = 0
        and sum(sqlrisk_pass_0.sqlrisk_rows) over (partition by sqlrisk_pass_0.sqlrisk_depth, sqlrisk_pass_0."age", sqlrisk_pass_0."town") < 4
        then 1
      else sqlrisk_pass_0.sqlrisk_depth
    end as sqlrisk_depth
  from sqlrisk_pass_0
),
sqlrisk_pass_2 as (
  select
    sqlrisk_pass_1."age", sqlrisk_pass_1."town",
    sqlrisk_pass_1.sqlrisk_rows,
    case
      when sqlrisk_pass_1.sqlrisk_depth = 1
        and sum(sqlrisk_pass_1.sqlrisk_rows) over (partition by sqlrisk_pass_1.sqlrisk_depth, sqlrisk_pass_1."town") < 4
        then 2
      else sqlrisk_pass_1.sqlrisk_depth
    end as sqlrisk_depth
  from sqlrisk_pass_1
),
sqlrisk_output as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town"
),
sqlrisk_blanking as (
  select
    sqlrisk_pass_2."age", sqlrisk_pass_2."town",
    sqlrisk_pass_2."age" as sqlrisk_key_1, sqlrisk_pass_2."town" as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    0 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 0 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    sqlrisk_pass_2."age", sqlrisk_pass_2."town",
    null as sqlrisk_key_1, sqlrisk_pass_2."town" as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    1 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 1 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    sqlrisk_pass_2."age", sqlrisk_pass_2."town",
    null as sqlrisk_key_1, null as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    2 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 2 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    null, null, 
    sqlrisk_output."age" as sqlrisk_key_1, sqlrisk_output."town" as sqlrisk_key_2, 
    0 as sqlrisk_rows,
    0 as sqlrisk_depth,
    -1 as sqlrisk_blanks,
    0 as sqlrisk_declared,
    sqlrisk_output.sqlrisk_rows as sqlrisk_found
  from sqlrisk_output
),
sqlrisk_residue as (
  select coalesce(sum(sqlrisk_pass_2.sqlrisk_rows), 0) as sqlrisk_rows
  from sqlrisk_pass_2
  where sqlrisk_pass_2.sqlrisk_depth = 2
),
sqlrisk_met as (
  select
    (select sqlrisk_residue.sqlrisk_rows from sqlrisk_residue) as sqlrisk_residue,
    sqlrisk_blanking."age", sqlrisk_blanking."town",
    sqlrisk_blanking.sqlrisk_rows,
    sqlrisk_blanking.sqlrisk_depth,
    sqlrisk_blanking.sqlrisk_blanks,
    sum(sqlrisk_blanking.sqlrisk_found) over (partition by sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_held,
    sum(sqlrisk_blanking.sqlrisk_declared) over (partition by sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_due,
    sum(sqlrisk_blanking.sqlrisk_declared) over (partition by sqlrisk_blanking.sqlrisk_blanks, sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_whole
  from sqlrisk_blanking
),
sqlrisk_reading as (
  select
    sqlrisk_met."age", sqlrisk_met."town",
    max(sqlrisk_met.sqlrisk_rows) as sqlrisk_rows,
    max(case
      when sqlrisk_met.sqlrisk_blanks <> sqlrisk_met.sqlrisk_depth then 0
      else sqlrisk_met.sqlrisk_depth
    end) as sqlrisk_declared,
    coalesce(min(case when sqlrisk_met.sqlrisk_held > 0 then sqlrisk_met.sqlrisk_blanks end), 3) as sqlrisk_found
  from sqlrisk_met
  where sqlrisk_met.sqlrisk_blanks >= 0
  group by sqlrisk_met."age", sqlrisk_met."town"
),
sqlrisk_apart_group as (
  select
    case when sqlrisk_reading.sqlrisk_declared >= 1 then null else sqlrisk_reading."age" end as sqlrisk_key_1, case when sqlrisk_reading.sqlrisk_declared >= 2 then null else sqlrisk_reading."town" end as sqlrisk_key_2,
    case when sqlrisk_reading.sqlrisk_declared > 2 then 0 else sqlrisk_reading.sqlrisk_rows end as sqlrisk_due,
    0 as sqlrisk_held
  from sqlrisk_reading
  union all
  select
    sqlrisk_output."age" as sqlrisk_key_1, sqlrisk_output."town" as sqlrisk_key_2, 
    0 as sqlrisk_due,
    sqlrisk_output.sqlrisk_rows as sqlrisk_held
  from sqlrisk_output
),
sqlrisk_apart as (
  select coalesce(sum(abs(sqlrisk_key.sqlrisk_due - sqlrisk_key.sqlrisk_held)), 0) as sqlrisk_rows
  from (
    select
      sqlrisk_apart_group.sqlrisk_key_1, sqlrisk_apart_group.sqlrisk_key_2,
      sum(sqlrisk_apart_group.sqlrisk_due) as sqlrisk_due,
      sum(sqlrisk_apart_group.sqlrisk_held) as sqlrisk_held
    from sqlrisk_apart_group
    group by sqlrisk_apart_group.sqlrisk_key_1, sqlrisk_apart_group.sqlrisk_key_2
  ) as sqlrisk_key
),
sqlrisk_lost as (
  select coalesce(sum(case when sqlrisk_reading.sqlrisk_found > 2 then sqlrisk_reading.sqlrisk_rows else 0 end), 0) as sqlrisk_rows
  from sqlrisk_reading
),
sqlrisk_expected as (
  select
    sqlrisk_reading."age", sqlrisk_reading."town",
    sqlrisk_reading.sqlrisk_rows,
    case
      when (select sqlrisk_apart.sqlrisk_rows from sqlrisk_apart) = 0 then sqlrisk_reading.sqlrisk_declared
      when sqlrisk_reading.sqlrisk_found <= 2 then sqlrisk_reading.sqlrisk_found
      else 2
    end as sqlrisk_depth
  from sqlrisk_reading
),
sqlrisk_shown as (
  select
    0 as sqlrisk_published,
    sqlrisk_expected."age" as sqlrisk_old_1,
    sqlrisk_expected."town" as sqlrisk_old_2,
    case when sqlrisk_expected.sqlrisk_depth >= 1 then null else sqlrisk_expected."age" end as sqlrisk_key_1, case when sqlrisk_expected.sqlrisk_depth >= 2 then null else sqlrisk_expected."town" end as sqlrisk_key_2,
    sqlrisk_expected.sqlrisk_depth as sqlrisk_blanked,
    case when sqlrisk_expected.sqlrisk_depth > 2 then 1 else 0 end as sqlrisk_left_out
  from sqlrisk_expected
  union all
  select
    1,
    sqlrisk_output."age", sqlrisk_output."town",
    sqlrisk_output."age", sqlrisk_output."town",
    0,
    0
  from sqlrisk_output
),
sqlrisk_group as (
  select
    sqlrisk_shown.sqlrisk_published,
    sqlrisk_shown.sqlrisk_old_1, sqlrisk_shown.sqlrisk_old_2,
    sqlrisk_shown.sqlrisk_blanked,
    sqlrisk_shown.sqlrisk_left_out,
    dense_rank() over (order by sqlrisk_shown.sqlrisk_key_1, sqlrisk_shown.sqlrisk_key_2) as sqlrisk_number
  from sqlrisk_shown
),
sqlrisk_gathered as (
  select
    0 as sqlrisk_published,
    1 as sqlrisk_is_row,
    0 as sqlrisk_number,
    0 as sqlrisk_lost,
    sqlrisk_row."age" as sqlrisk_old_1,
    sqlrisk_row."town" as sqlrisk_old_2
  from people as sqlrisk_row
  union all
  select
    1 as sqlrisk_published,
    1 as sqlrisk_is_row,
    0 as sqlrisk_number,
    0 as sqlrisk_lost,
    sqlrisk_row."age" as sqlrisk_old_1,
    sqlrisk_row."town" as sqlrisk_old_2
  from people as sqlrisk_row
  union all
  select
    sqlrisk_group.sqlrisk_published,
    0,
    case when sqlrisk_group.sqlrisk_left_out = 1 then 0 else sqlrisk_group.sqlrisk_number end,
    sqlrisk_group.sqlrisk_blanked,
    sqlrisk_group.sqlrisk_old_1, sqlrisk_group.sqlrisk_old_2
  from sqlrisk_group
),
sqlrisk_spread as (
  select
    sqlrisk_gathered.sqlrisk_published,
    sqlrisk_gathered.sqlrisk_is_row,
    max(sqlrisk_gathered.sqlrisk_number) over (partition by sqlrisk_gathered.sqlrisk_published, sqlrisk_gathered.sqlrisk_old_1, sqlrisk_gathered.sqlrisk_old_2) as sqlrisk_place,
    max(sqlrisk_gathered.sqlrisk_lost) over (partition by sqlrisk_gathered.sqlrisk_published, sqlrisk_gathered.sqlrisk_old_1, sqlrisk_gathered.sqlrisk_old_2) as sqlrisk_blanked,
    sqlrisk_gathered.sqlrisk_old_1, sqlrisk_gathered.sqlrisk_old_2
  from sqlrisk_gathered
),
sqlrisk_placed as (
  select
    sqlrisk_spread.sqlrisk_published,
    sqlrisk_spread.sqlrisk_place,
    sqlrisk_spread.sqlrisk_blanked,
    sqlrisk_spread.sqlrisk_old_1, sqlrisk_spread.sqlrisk_old_2
  from sqlrisk_spread
  where sqlrisk_spread.sqlrisk_is_row = 1 and sqlrisk_spread.sqlrisk_place > 0
),
sqlrisk_cell as (
  select
    sqlrisk_placed.sqlrisk_place,
    sum(1 - sqlrisk_placed.sqlrisk_published) as sqlrisk_before,
    sum(sqlrisk_placed.sqlrisk_published) as sqlrisk_after,
    sum(case when sqlrisk_placed.sqlrisk_published = 0 and sqlrisk_placed.sqlrisk_blanked = 0 then 1 else 0 end) as sqlrisk_whole
  from sqlrisk_placed
  group by sqlrisk_placed.sqlrisk_place
)
select
  count(*) as sqlrisk_cells,
  cast(coalesce(sum(case when sqlrisk_cell.sqlrisk_before = sqlrisk_cell.sqlrisk_after then 0 else 1 end), 0) as bigint) as sqlrisk_cells_differ,
  cast(coalesce(sum(sqlrisk_cell.sqlrisk_before), 0) as bigint) as sqlrisk_rows_source,
  cast(coalesce(sum(sqlrisk_cell.sqlrisk_after), 0) as bigint) as sqlrisk_rows_published,
  cast(coalesce(sum(sqlrisk_cell.sqlrisk_whole), 0) as bigint) as sqlrisk_rows_whole
from sqlrisk_cell

-- a block
with sqlrisk_pass_0 as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    count(*) as sqlrisk_rows,
    0 as sqlrisk_depth
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town"
),
sqlrisk_pass_1 as (
  select
    sqlrisk_pass_0."age", sqlrisk_pass_0."town",
    sqlrisk_pass_0.sqlrisk_rows,
    case
      when sqlrisk_pass_0.sqlrisk_depth = 0
        and sum(sqlrisk_pass_0.sqlrisk_rows) over (partition by sqlrisk_pass_0.sqlrisk_depth, sqlrisk_pass_0."age", sqlrisk_pass_0."town") < 4
        then 1
      else sqlrisk_pass_0.sqlrisk_depth
    end as sqlrisk_depth
  from sqlrisk_pass_0
),
sqlrisk_pass_2 as (
  select
    sqlrisk_pass_1."age", sqlrisk_pass_1."town",
    sqlrisk_pass_1.sqlrisk_rows,
    case
      when sqlrisk_pass_1.sqlrisk_depth = 1
        and sum(sqlrisk_pass_1.sqlrisk_rows) over (partition by sqlrisk_pass_1.sqlrisk_depth, sqlrisk_pass_1."town") < 4
        then 2
      else sqlrisk_pass_1.sqlrisk_depth
    end as sqlrisk_depth
  from sqlrisk_pass_1
),
sqlrisk_output as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town"
),
sqlrisk_blanking as (
  select
    sqlrisk_pass_2."age", sqlrisk_pass_2."town",
    sqlrisk_pass_2."age" as sqlrisk_key_1, sqlrisk_pass_2."town" as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    0 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 0 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    sqlrisk_pass_2."age", sqlrisk_pass_2."town",
    null as sqlrisk_key_1, sqlrisk_pass_2."town" as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    1 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 1 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    sqlrisk_pass_2."age", sqlrisk_pass_2."town",
    null as sqlrisk_key_1, null as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    2 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 2 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    null, null, 
    sqlrisk_output."age" as sqlrisk_key_1, sqlrisk_output."town" as sqlrisk_key_2, 
    0 as sqlrisk_rows,
    0 as sqlrisk_depth,
    -1 as sqlrisk_blanks,
    0 as sqlrisk_declared,
    sqlrisk_output.sqlrisk_rows as sqlrisk_found
  from sqlrisk_output
),
sqlrisk_residue as (
  select coalesce(sum(sqlrisk_pass_2.sqlrisk_rows), 0) as sqlrisk_rows
  from sqlrisk_pass_2
  where sqlrisk_pass_2.sqlrisk_depth = 2
),
sqlrisk_met as (
  select
    (select sqlrisk_residue.sqlrisk_rows from sqlrisk_residue) as sqlrisk_residue,
    sqlrisk_blanking."age", sqlrisk_blanking."town",
    sqlrisk_blanking.sqlrisk_rows,
    sqlrisk_blanking.sqlrisk_depth,
    sqlrisk_blanking.sqlrisk_blanks,
    sum(sqlrisk_blanking.sqlrisk_found) over (partition by sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_held,
    sum(sqlrisk_blanking.sqlrisk_declared) over (partition by sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_due,
    sum(sqlrisk_blanking.sqlrisk_declared) over (partition by sqlrisk_blanking.sqlrisk_blanks, sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_whole
  from sqlrisk_blanking
),
sqlrisk_reading as (
  select
    sqlrisk_met."age", sqlrisk_met."town",
    max(sqlrisk_met.sqlrisk_rows) as sqlrisk_rows,
    max(case
      when sqlrisk_met.sqlrisk_blanks <> sqlrisk_met.sqlrisk_depth then 0
      when sqlrisk_met.sqlrisk_residue between 1 and 3 and sqlrisk_met.sqlrisk_held <= sqlrisk_met.sqlrisk_due - sqlrisk_met.sqlrisk_whole then 2
      else sqlrisk_met.sqlrisk_depth
    end) as sqlrisk_declared,
    coalesce(min(case when sqlrisk_met.sqlrisk_held > 0 then sqlrisk_met.sqlrisk_blanks end), 3) as sqlrisk_found
  from sqlrisk_met
  where sqlrisk_met.sqlrisk_blanks >= 0
  group by sqlrisk_met."age", sqlrisk_met."town"
),
sqlrisk_apart_group as (
  select
    case when sqlrisk_reading.sqlrisk_declared >= 1 then null else sqlrisk_reading."age" end as sqlrisk_key_1, case when sqlrisk_reading.sqlrisk_declared >= 2 then null else sqlrisk_reading."town" end as sqlrisk_key_2,
    case when sqlrisk_reading.sqlrisk_declared > 2 then 0 else sqlrisk_reading.sqlrisk_rows end as sqlrisk_due,
    0 as sqlrisk_held
  from sqlrisk_reading
  union all
  select
    sqlrisk_output."age" as sqlrisk_key_1, sqlrisk_output."town" as sqlrisk_key_2, 
    0 as sqlrisk_due,
    sqlrisk_output.sqlrisk_rows as sqlrisk_held
  from sqlrisk_output
),
sqlrisk_apart as (
  select coalesce(sum(abs(sqlrisk_key.sqlrisk_due - sqlrisk_key.sqlrisk_held)), 0) as sqlrisk_rows
  from (
    select
      sqlrisk_apart_group.sqlrisk_key_1, sqlrisk_apart_group.sqlrisk_key_2,
      sum(sqlrisk_apart_group.sqlrisk_due) as sqlrisk_due,
      sum(sqlrisk_apart_group.sqlrisk_held) as sqlrisk_held
    from sqlrisk_apart_group
    group by sqlrisk_apart_group.sqlrisk_key_1, sqlrisk_apart_group.sqlrisk_key_2
  ) as sqlrisk_key
),
sqlrisk_lost as (
  select coalesce(sum(case when sqlrisk_reading.sqlrisk_found > 2 then sqlrisk_reading.sqlrisk_rows else 0 end), 0) as sqlrisk_rows
  from sqlrisk_reading
),
sqlrisk_expected as (
  select
    sqlrisk_reading."age", sqlrisk_reading."town",
    sqlrisk_reading.sqlrisk_rows,
    case
      when (select sqlrisk_apart.sqlrisk_rows from sqlrisk_apart) = 0 then sqlrisk_reading.sqlrisk_declared
      when sqlrisk_reading.sqlrisk_found <= 2 then sqlrisk_reading.sqlrisk_found
      else 2
    end as sqlrisk_depth
  from sqlrisk_reading
),
sqlrisk_shown as (
  select
    0 as sqlrisk_published,
    sqlrisk_expected."age" as sqlrisk_old_1,
    sqlrisk_expected."town" as sqlrisk_old_2,
    case when sqlrisk_expected.sqlrisk_depth >= 1 then null else sqlrisk_expected."age" end as sqlrisk_key_1, case when sqlrisk_expected.sqlrisk_depth >= 2 then null else sqlrisk_expected."town" end as sqlrisk_key_2,
    sqlrisk_expected.sqlrisk_depth as sqlrisk_blanked,
    case when sqlrisk_expected.sqlrisk_depth > 2 then 1 else 0 end as sqlrisk_left_out
  from sqlrisk_expected
  union all
  select
    1,
    sqlrisk_output."age", sqlrisk_output."town",
    sqlrisk_output."age", sqlrisk_output."town",
    0,
    0
  from sqlrisk_output
),
sqlrisk_group as (
  select
    sqlrisk_shown.sqlrisk_published,
    sqlrisk_shown.sqlrisk_old_1, sqlrisk_shown.sqlrisk_old_2,
    sqlrisk_shown.sqlrisk_blanked,
    sqlrisk_shown.sqlrisk_left_out,
    dense_rank() over (order by sqlrisk_shown.sqlrisk_key_1, sqlrisk_shown.sqlrisk_key_2) as sqlrisk_number
  from sqlrisk_shown
),
sqlrisk_gathered as (
  select
    0 as sqlrisk_published,
    1 as sqlrisk_is_row,
    0 as sqlrisk_number,
    0 as sqlrisk_lost,
    sqlrisk_row."age" as sqlrisk_old_1,
    sqlrisk_row."town" as sqlrisk_old_2,
    sqlrisk_row."illness" as sqlrisk_item_1,
    sqlrisk_row."sex" as sqlrisk_item_2
  from people as sqlrisk_row
  union all
  select
    1 as sqlrisk_published,
    1 as sqlrisk_is_row,
    0 as sqlrisk_number,
    0 as sqlrisk_lost,
    sqlrisk_row."age" as sqlrisk_old_1,
    sqlrisk_row."town" as sqlrisk_old_2,
    sqlrisk_row."illness" as sqlrisk_item_1,
    sqlrisk_row."sex" as sqlrisk_item_2
  from people as sqlrisk_row
  union all
  select
    sqlrisk_group.sqlrisk_published,
    0,
    case when sqlrisk_group.sqlrisk_left_out = 1 then 0 else sqlrisk_group.sqlrisk_number end,
    sqlrisk_group.sqlrisk_blanked,
    sqlrisk_group.sqlrisk_old_1, sqlrisk_group.sqlrisk_old_2,
    null,
    null
  from sqlrisk_group
),
sqlrisk_spread as (
  select
    sqlrisk_gathered.sqlrisk_published,
    sqlrisk_gathered.sqlrisk_is_row,
    max(sqlrisk_gathered.sqlrisk_number) over (partition by sqlrisk_gathered.sqlrisk_published, sqlrisk_gathered.sqlrisk_old_1, sqlrisk_gathered.sqlrisk_old_2) as sqlrisk_place,
    max(sqlrisk_gathered.sqlrisk_lost) over (partition by sqlrisk_gathered.sqlrisk_published, sqlrisk_gathered.sqlrisk_old_1, sqlrisk_gathered.sqlrisk_old_2) as sqlrisk_blanked,
    sqlrisk_gathered.sqlrisk_old_1, sqlrisk_gathered.sqlrisk_old_2,
    sqlrisk_gathered.sqlrisk_item_1,
    sqlrisk_gathered.sqlrisk_item_2
  from sqlrisk_gathered
),
sqlrisk_placed as (
  select
    sqlrisk_spread.sqlrisk_published,
    sqlrisk_spread.sqlrisk_place,
    sqlrisk_spread.sqlrisk_blanked,
    sqlrisk_spread.sqlrisk_old_1, sqlrisk_spread.sqlrisk_old_2,
    sqlrisk_spread.sqlrisk_item_1,
    sqlrisk_spread.sqlrisk_item_2
  from sqlrisk_spread
  where sqlrisk_spread.sqlrisk_is_row = 1 and sqlrisk_spread.sqlrisk_place > 0
),
sqlrisk_cell as (
  select
    sqlrisk_placed.sqlrisk_place,
    sqlrisk_placed.sqlrisk_item_1,
    sqlrisk_placed.sqlrisk_item_2,
    sum(1 - sqlrisk_placed.sqlrisk_published) as sqlrisk_before,
    sum(sqlrisk_placed.sqlrisk_published) as sqlrisk_after,
    sum(case when sqlrisk_placed.sqlrisk_published = 0 and sqlrisk_placed.sqlrisk_blanked = 0 then 1 else 0 end) as sqlrisk_whole
  from sqlrisk_placed
  group by sqlrisk_placed.sqlrisk_place, sqlrisk_placed.sqlrisk_item_1, sqlrisk_placed.sqlrisk_item_2
)
select
  count(*) as sqlrisk_cells,
  cast(coalesce(sum(case when sqlrisk_cell.sqlrisk_before = sqlrisk_cell.sqlrisk_after then 0 else 1 end), 0) as bigint) as sqlrisk_cells_differ,
  cast(coalesce(sum(sqlrisk_cell.sqlrisk_before), 0) as bigint) as sqlrisk_rows_source,
  cast(coalesce(sum(sqlrisk_cell.sqlrisk_after), 0) as bigint) as sqlrisk_rows_published,
  cast(coalesce(sum(sqlrisk_cell.sqlrisk_whole), 0) as bigint) as sqlrisk_rows_whole
from sqlrisk_cell

-- preserved pairs
with sqlrisk_pass_0 as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    count(*) as sqlrisk_rows,
    0 as sqlrisk_depth
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town"
),
sqlrisk_pass_1 as (
  select
    sqlrisk_pass_0."age", sqlrisk_pass_0."town",
    sqlrisk_pass_0.sqlrisk_rows,
    case
      when sqlrisk_pass_0.sqlrisk_depth = 0
        and sum(sqlrisk_pass_0.sqlrisk_rows) over (partition by sqlrisk_pass_0.sqlrisk_depth, sqlrisk_pass_0."age", sqlrisk_pass_0."town") < 4
        then 1
      else sqlrisk_pass_0.sqlrisk_depth
    end as sqlrisk_depth
  from sqlrisk_pass_0
),
sqlrisk_pass_2 as (
  select
    sqlrisk_pass_1."age", sqlrisk_pass_1."town",
    sqlrisk_pass_1.sqlrisk_rows,
    case
      when sqlrisk_pass_1.sqlrisk_depth = 1
        and sum(sqlrisk_pass_1.sqlrisk_rows) over (partition by sqlrisk_pass_1.sqlrisk_depth, sqlrisk_pass_1."town") < 4
        then 2
      else sqlrisk_pass_1.sqlrisk_depth
    end as sqlrisk_depth
  from sqlrisk_pass_1
),
sqlrisk_output as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town"
),
sqlrisk_blanking as (
  select
    sqlrisk_pass_2."age", sqlrisk_pass_2."town",
    sqlrisk_pass_2."age" as sqlrisk_key_1, sqlrisk_pass_2."town" as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    0 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 0 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    sqlrisk_pass_2."age", sqlrisk_pass_2."town",
    null as sqlrisk_key_1, sqlrisk_pass_2."town" as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    1 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 1 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    sqlrisk_pass_2."age", sqlrisk_pass_2."town",
    null as sqlrisk_key_1, null as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    2 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 2 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    null, null, 
    sqlrisk_output."age" as sqlrisk_key_1, sqlrisk_output."town" as sqlrisk_key_2, 
    0 as sqlrisk_rows,
    0 as sqlrisk_depth,
    -1 as sqlrisk_blanks,
    0 as sqlrisk_declared,
    sqlrisk_output.sqlrisk_rows as sqlrisk_found
  from sqlrisk_output
),
sqlrisk_residue as (
  select coalesce(sum(sqlrisk_pass_2.sqlrisk_rows), 0) as sqlrisk_rows
  from sqlrisk_pass_2
  where sqlrisk_pass_2.sqlrisk_depth = 2
),
sqlrisk_met as (
  select
    (select sqlrisk_residue.sqlrisk_rows from sqlrisk_residue) as sqlrisk_residue,
    sqlrisk_blanking."age", sqlrisk_blanking."town",
    sqlrisk_blanking.sqlrisk_rows,
    sqlrisk_blanking.sqlrisk_depth,
    sqlrisk_blanking.sqlrisk_blanks,
    sum(sqlrisk_blanking.sqlrisk_found) over (partition by sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_held,
    sum(sqlrisk_blanking.sqlrisk_declared) over (partition by sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_due,
    sum(sqlrisk_blanking.sqlrisk_declared) over (partition by sqlrisk_blanking.sqlrisk_blanks, sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_whole
  from sqlrisk_blanking
),
sqlrisk_reading as (
  select
    sqlrisk_met."age", sqlrisk_met."town",
    max(sqlrisk_met.sqlrisk_rows) as sqlrisk_rows,
    max(case
      when sqlrisk_met.sqlrisk_blanks <> sqlrisk_met.sqlrisk_depth then 0
      when sqlrisk_met.sqlrisk_residue between 1 and 3 and sqlrisk_met.sqlrisk_depth = 2 then 3
      else sqlrisk_met.sqlrisk_depth
    end) as sqlrisk_declared,
    coalesce(min(case when sqlrisk_met.sqlrisk_held > 0 then sqlrisk_met.sqlrisk_blanks end), 3) as sqlrisk_found
  from sqlrisk_met
  where sqlrisk_met.sqlrisk_blanks >= 0
  group by sqlrisk_met."age", sqlrisk_met."town"
),
sqlrisk_apart_group as (
  select
    case when sqlrisk_reading.sqlrisk_declared >= 1 then null else sqlrisk_reading."age" end as sqlrisk_key_1, case when sqlrisk_reading.sqlrisk_declared >= 2 then null else sqlrisk_reading."town" end as sqlrisk_key_2,
    case when sqlrisk_reading.sqlrisk_declared > 2 then 0 else sqlrisk_reading.sqlrisk_rows end as sqlrisk_due,
    0 as sqlrisk_held
  from sqlrisk_reading
  union all
  select
    sqlrisk_output."age" as sqlrisk_key_1, sqlrisk_output."town" as sqlrisk_key_2, 
    0 as sqlrisk_due,
    sqlrisk_output.sqlrisk_rows as sqlrisk_held
  from sqlrisk_output
),
sqlrisk_apart as (
  select coalesce(sum(abs(sqlrisk_key.sqlrisk_due - sqlrisk_key.sqlrisk_held)), 0) as sqlrisk_rows
  from (
    select
      sqlrisk_apart_group.sqlrisk_key_1, sqlrisk_apart_group.sqlrisk_key_2,
      sum(sqlrisk_apart_group.sqlrisk_due) as sqlrisk_due,
      sum(sqlrisk_apart_group.sqlrisk_held) as sqlrisk_held
    from sqlrisk_apart_group
    group by sqlrisk_apart_group.sqlrisk_key_1, sqlrisk_apart_group.sqlrisk_key_2
  ) as sqlrisk_key
),
sqlrisk_lost as (
  select coalesce(sum(case when sqlrisk_reading.sqlrisk_found > 2 then sqlrisk_reading.sqlrisk_rows else 0 end), 0) as sqlrisk_rows
  from sqlrisk_reading
),
sqlrisk_expected as (
  select
    sqlrisk_reading."age", sqlrisk_reading."town",
    sqlrisk_reading.sqlrisk_rows,
    case
      when (select sqlrisk_apart.sqlrisk_rows from sqlrisk_apart) = 0 then sqlrisk_reading.sqlrisk_declared
      when sqlrisk_reading.sqlrisk_found <= 2 or (select sqlrisk_lost.sqlrisk_rows from sqlrisk_lost) < 4 then sqlrisk_reading.sqlrisk_found
      else 2
    end as sqlrisk_depth
  from sqlrisk_reading
),
sqlrisk_shown as (
  select
    0 as sqlrisk_published,
    sqlrisk_expected."age" as sqlrisk_old_1,
    sqlrisk_expected."town" as sqlrisk_old_2,
    case when sqlrisk_expected.sqlrisk_depth >= 1 then null else sqlrisk_expected."age" end as sqlrisk_key_1, case when sqlrisk_expected.sqlrisk_depth >= 2 then null else sqlrisk_expected."town" end as sqlrisk_key_2,
    sqlrisk_expected.sqlrisk_depth as sqlrisk_blanked,
    case when sqlrisk_expected.sqlrisk_depth > 2 then 1 else 0 end as sqlrisk_left_out
  from sqlrisk_expected
  union all
  select
    1,
    sqlrisk_output."age", sqlrisk_output."town",
    sqlrisk_output."age", sqlrisk_output."town",
    0,
    0
  from sqlrisk_output
),
sqlrisk_group as (
  select
    sqlrisk_shown.sqlrisk_published,
    sqlrisk_shown.sqlrisk_old_1, sqlrisk_shown.sqlrisk_old_2,
    sqlrisk_shown.sqlrisk_blanked,
    sqlrisk_shown.sqlrisk_left_out,
    dense_rank() over (order by sqlrisk_shown.sqlrisk_key_1, sqlrisk_shown.sqlrisk_key_2) as sqlrisk_number
  from sqlrisk_shown
),
sqlrisk_gathered as (
  select
    0 as sqlrisk_published,
    1 as sqlrisk_is_row,
    0 as sqlrisk_number,
    0 as sqlrisk_lost,
    sqlrisk_row."age" as sqlrisk_old_1,
    sqlrisk_row."town" as sqlrisk_old_2,
    sqlrisk_row."illness" as sqlrisk_item_1,
    sqlrisk_row."sex" as sqlrisk_item_2
  from people as sqlrisk_row
  union all
  select
    1 as sqlrisk_published,
    1 as sqlrisk_is_row,
    0 as sqlrisk_number,
    0 as sqlrisk_lost,
    sqlrisk_row."age" as sqlrisk_old_1,
    sqlrisk_row."town" as sqlrisk_old_2,
    sqlrisk_row."illness" as sqlrisk_item_1,
    sqlrisk_row."sex" as sqlrisk_item_2
  from people as sqlrisk_row
  union all
  select
    sqlrisk_group.sqlrisk_published,
    0,
    case when sqlrisk_group.sqlrisk_left_out = 1 then 0 else sqlrisk_group.sqlrisk_number end,
    sqlrisk_group.sqlrisk_blanked,
    sqlrisk_group.sqlrisk_old_1, sqlrisk_group.sqlrisk_old_2,
    null,
    null
  from sqlrisk_group
),
sqlrisk_spread as (
  select
    sqlrisk_gathered.sqlrisk_published,
    sqlrisk_gathered.sqlrisk_is_row,
    max(sqlrisk_gathered.sqlrisk_number) over (partition by sqlrisk_gathered.sqlrisk_published, sqlrisk_gathered.sqlrisk_old_1, sqlrisk_gathered.sqlrisk_old_2) as sqlrisk_place,
    max(sqlrisk_gathered.sqlrisk_lost) over (partition by sqlrisk_gathered.sqlrisk_published, sqlrisk_gathered.sqlrisk_old_1, sqlrisk_gathered.sqlrisk_old_2) as sqlrisk_blanked,
    sqlrisk_gathered.sqlrisk_old_1, sqlrisk_gathered.sqlrisk_old_2,
    sqlrisk_gathered.sqlrisk_item_1,
    sqlrisk_gathered.sqlrisk_item_2
  from sqlrisk_gathered
),
sqlrisk_placed as (
  select
    sqlrisk_spread.sqlrisk_published,
    sqlrisk_spread.sqlrisk_place,
    sqlrisk_spread.sqlrisk_blanked,
    sqlrisk_spread.sqlrisk_old_1, sqlrisk_spread.sqlrisk_old_2,
    sqlrisk_spread.sqlrisk_item_1,
    sqlrisk_spread.sqlrisk_item_2
  from sqlrisk_spread
  where sqlrisk_spread.sqlrisk_is_row = 1 and sqlrisk_spread.sqlrisk_place > 0
),
sqlrisk_compared as (
  select
    sqlrisk_placed.sqlrisk_published,
    sqlrisk_placed.sqlrisk_place,
    case when sqlrisk_placed.sqlrisk_blanked >= 1 then null else sqlrisk_placed.sqlrisk_old_1 end as sqlrisk_key_1,
    case when sqlrisk_placed.sqlrisk_blanked >= 2 then null else sqlrisk_placed.sqlrisk_old_2 end as sqlrisk_key_2,
    sqlrisk_placed.sqlrisk_item_1,
    sqlrisk_placed.sqlrisk_item_2
  from sqlrisk_placed
),
sqlrisk_cell as (
  select
    1 as sqlrisk_pair,
    sum(1 - sqlrisk_compared.sqlrisk_published) as sqlrisk_before,
    sum(sqlrisk_compared.sqlrisk_published) as sqlrisk_after
  from sqlrisk_compared
  group by sqlrisk_compared.sqlrisk_place, sqlrisk_compared.sqlrisk_item_1
  union all
  select
    2 as sqlrisk_pair,
    sum(1 - sqlrisk_compared.sqlrisk_published) as sqlrisk_before,
    sum(sqlrisk_compared.sqlrisk_published) as sqlrisk_after
  from sqlrisk_compared
  where sqlrisk_compared.sqlrisk_key_1 is not null
  group by sqlrisk_compared.sqlrisk_key_1, sqlrisk_compared.sqlrisk_item_1
  union all
  select
    3 as sqlrisk_pair,
    sum(1 - sqlrisk_compared.sqlrisk_published) as sqlrisk_before,
    sum(sqlrisk_compared.sqlrisk_published) as sqlrisk_after
  from sqlrisk_compared
  group by sqlrisk_compared.sqlrisk_item_1, sqlrisk_compared.sqlrisk_item_2
)
select
  sqlrisk_cell.sqlrisk_pair,
  count(*) as sqlrisk_cells,
  cast(sum(case when sqlrisk_cell.sqlrisk_before = sqlrisk_cell.sqlrisk_after then 0 else 1 end) as bigint) as sqlrisk_cells_differ
from sqlrisk_cell
group by sqlrisk_cell.sqlrisk_pair

-- preserved pairs of pivots
with sqlrisk_pass_0 as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    count(*) as sqlrisk_rows,
    0 as sqlrisk_depth
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town"
),
sqlrisk_pass_1 as (
  select
    sqlrisk_pass_0."age", sqlrisk_pass_0."town",
    sqlrisk_pass_0.sqlrisk_rows,
    case
      when sqlrisk_pass_0.sqlrisk_depth = 0
        and sum(sqlrisk_pass_0.sqlrisk_rows) over (partition by sqlrisk_pass_0.sqlrisk_depth, sqlrisk_pass_0."age", sqlrisk_pass_0."town") < 4
        then 1
      else sqlrisk_pass_0.sqlrisk_depth
    end as sqlrisk_depth
  from sqlrisk_pass_0
),
sqlrisk_pass_2 as (
  select
    sqlrisk_pass_1."age", sqlrisk_pass_1."town",
    sqlrisk_pass_1.sqlrisk_rows,
    case
      when sqlrisk_pass_1.sqlrisk_depth = 1
        and sum(sqlrisk_pass_1.sqlrisk_rows) over (partition by sqlrisk_pass_1.sqlrisk_depth, sqlrisk_pass_1."town") < 4
        then 2
      else sqlrisk_pass_1.sqlrisk_depth
    end as sqlrisk_depth
  from sqlrisk_pass_1
),
sqlrisk_output as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town"
),
sqlrisk_blanking as (
  select
    sqlrisk_pass_2."age", sqlrisk_pass_2."town",
    sqlrisk_pass_2."age" as sqlrisk_key_1, sqlrisk_pass_2."town" as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    0 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 0 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    sqlrisk_pass_2."age", sqlrisk_pass_2."town",
    null as sqlrisk_key_1, sqlrisk_pass_2."town" as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    1 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 1 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    sqlrisk_pass_2."age", sqlrisk_pass_2."town",
    null as sqlrisk_key_1, null as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    2 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 2 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    null, null, 
    sqlrisk_output."age" as sqlrisk_key_1, sqlrisk_output."town" as sqlrisk_key_2, 
    0 as sqlrisk_rows,
    0 as sqlrisk_depth,
    -1 as sqlrisk_blanks,
    0 as sqlrisk_declared,
    sqlrisk_output.sqlrisk_rows as sqlrisk_found
  from sqlrisk_output
),
sqlrisk_residue as (
  select coalesce(sum(sqlrisk_pass_2.sqlrisk_rows), 0) as sqlrisk_rows
  from sqlrisk_pass_2
  where sqlrisk_pass_2.sqlrisk_depth = 2
),
sqlrisk_met as (
  select
    (select sqlrisk_residue.sqlrisk_rows from sqlrisk_residue) as sqlrisk_residue,
    sqlrisk_blanking."age", sqlrisk_blanking."town",
    sqlrisk_blanking.sqlrisk_rows,
    sqlrisk_blanking.sqlrisk_depth,
    sqlrisk_blanking.sqlrisk_blanks,
    sum(sqlrisk_blanking.sqlrisk_found) over (partition by sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_held,
    sum(sqlrisk_blanking.sqlrisk_declared) over (partition by sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_due,
    sum(sqlrisk_blanking.sqlrisk_declared) over (partition by sqlrisk_blanking.sqlrisk_blanks, sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_whole
  from sqlrisk_blanking
),
sqlrisk_reading as (
  select
    sqlrisk_met."age", sqlrisk_met."town",
    max(sqlrisk_met.sqlrisk_rows) as sqlrisk_rows,
    max(case
      when sqlrisk_met.sqlrisk_blanks <> sqlrisk_met.sqlrisk_depth then 0
      else sqlrisk_met.sqlrisk_depth
    end) as sqlrisk_declared,
    coalesce(min(case when sqlrisk_met.sqlrisk_held > 0 then sqlrisk_met.sqlrisk_blanks end), 3) as sqlrisk_found
  from sqlrisk_met
  where sqlrisk_met.sqlrisk_blanks >= 0
  group by sqlrisk_met."age", sqlrisk_met."town"
),
sqlrisk_apart_group as (
  select
    case when sqlrisk_reading.sqlrisk_declared >= 1 then null else sqlrisk_reading."age" end as sqlrisk_key_1, case when sqlrisk_reading.sqlrisk_declared >= 2 then null else sqlrisk_reading."town" end as sqlrisk_key_2,
    case when sqlrisk_reading.sqlrisk_declared > 2 then 0 else sqlrisk_reading.sqlrisk_rows end as sqlrisk_due,
    0 as sqlrisk_held
  from sqlrisk_reading
  union all
  select
    sqlrisk_output."age" as sqlrisk_key_1, sqlrisk_output."town" as sqlrisk_key_2, 
    0 as sqlrisk_due,
    sqlrisk_output.sqlrisk_rows as sqlrisk_held
  from sqlrisk_output
),
sqlrisk_apart as (
  select coalesce(sum(abs(sqlrisk_key.sqlrisk_due - sqlrisk_key.sqlrisk_held)), 0) as sqlrisk_rows
  from (
    select
      sqlrisk_apart_group.sqlrisk_key_1, sqlrisk_apart_group.sqlrisk_key_2,
      sum(sqlrisk_apart_group.sqlrisk_due) as sqlrisk_due,
      sum(sqlrisk_apart_group.sqlrisk_held) as sqlrisk_held
    from sqlrisk_apart_group
    group by sqlrisk_apart_group.sqlrisk_key_1, sqlrisk_apart_group.sqlrisk_key_2
  ) as sqlrisk_key
),
sqlrisk_lost as (
  select coalesce(sum(case when sqlrisk_reading.sqlrisk_found > 2 then sqlrisk_reading.sqlrisk_rows else 0 end), 0) as sqlrisk_rows
  from sqlrisk_reading
),
sqlrisk_expected as (
  select
    sqlrisk_reading."age", sqlrisk_reading."town",
    sqlrisk_reading.sqlrisk_rows,
    case
      when (select sqlrisk_apart.sqlrisk_rows from sqlrisk_apart) = 0 then sqlrisk_reading.sqlrisk_declared
      when sqlrisk_reading.sqlrisk_found <= 2 then sqlrisk_reading.sqlrisk_found
      else 2
    end as sqlrisk_depth
  from sqlrisk_reading
),
sqlrisk_shown as (
  select
    0 as sqlrisk_published,
    sqlrisk_expected."age" as sqlrisk_old_1,
    sqlrisk_expected."town" as sqlrisk_old_2,
    case when sqlrisk_expected.sqlrisk_depth >= 1 then null else sqlrisk_expected."age" end as sqlrisk_key_1, case when sqlrisk_expected.sqlrisk_depth >= 2 then null else sqlrisk_expected."town" end as sqlrisk_key_2,
    sqlrisk_expected.sqlrisk_depth as sqlrisk_blanked,
    case when sqlrisk_expected.sqlrisk_depth > 2 then 1 else 0 end as sqlrisk_left_out
  from sqlrisk_expected
  union all
  select
    1,
    sqlrisk_output."age", sqlrisk_output."town",
    sqlrisk_output."age", sqlrisk_output."town",
    0,
    0
  from sqlrisk_output
),
sqlrisk_group as (
  select
    sqlrisk_shown.sqlrisk_published,
    sqlrisk_shown.sqlrisk_old_1, sqlrisk_shown.sqlrisk_old_2,
    sqlrisk_shown.sqlrisk_blanked,
    sqlrisk_shown.sqlrisk_left_out,
    dense_rank() over (order by sqlrisk_shown.sqlrisk_key_1, sqlrisk_shown.sqlrisk_key_2) as sqlrisk_number
  from sqlrisk_shown
),
sqlrisk_gathered as (
  select
    0 as sqlrisk_published,
    1 as sqlrisk_is_row,
    0 as sqlrisk_number,
    0 as sqlrisk_lost,
    sqlrisk_row."age" as sqlrisk_old_1,
    sqlrisk_row."town" as sqlrisk_old_2
  from people as sqlrisk_row
  union all
  select
    1 as sqlrisk_published,
    1 as sqlrisk_is_row,
    0 as sqlrisk_number,
    0 as sqlrisk_lost,
    sqlrisk_row."age" as sqlrisk_old_1,
    sqlrisk_row."town" as sqlrisk_old_2
  from people as sqlrisk_row
  union all
  select
    sqlrisk_group.sqlrisk_published,
    0,
    case when sqlrisk_group.sqlrisk_left_out = 1 then 0 else sqlrisk_group.sqlrisk_number end,
    sqlrisk_group.sqlrisk_blanked,
    sqlrisk_group.sqlrisk_old_1, sqlrisk_group.sqlrisk_old_2
  from sqlrisk_group
),
sqlrisk_spread as (
  select
    sqlrisk_gathered.sqlrisk_published,
    sqlrisk_gathered.sqlrisk_is_row,
    max(sqlrisk_gathered.sqlrisk_number) over (partition by sqlrisk_gathered.sqlrisk_published, sqlrisk_gathered.sqlrisk_old_1, sqlrisk_gathered.sqlrisk_old_2) as sqlrisk_place,
    max(sqlrisk_gathered.sqlrisk_lost) over (partition by sqlrisk_gathered.sqlrisk_published, sqlrisk_gathered.sqlrisk_old_1, sqlrisk_gathered.sqlrisk_old_2) as sqlrisk_blanked,
    sqlrisk_gathered.sqlrisk_old_1, sqlrisk_gathered.sqlrisk_old_2
  from sqlrisk_gathered
),
sqlrisk_placed as (
  select
    sqlrisk_spread.sqlrisk_published,
    sqlrisk_spread.sqlrisk_place,
    sqlrisk_spread.sqlrisk_blanked,
    sqlrisk_spread.sqlrisk_old_1, sqlrisk_spread.sqlrisk_old_2
  from sqlrisk_spread
  where sqlrisk_spread.sqlrisk_is_row = 1 and sqlrisk_spread.sqlrisk_place > 0
),
sqlrisk_compared as (
  select
    sqlrisk_placed.sqlrisk_published,
    sqlrisk_placed.sqlrisk_place,
    case when sqlrisk_placed.sqlrisk_blanked >= 1 then null else sqlrisk_placed.sqlrisk_old_1 end as sqlrisk_key_1,
    case when sqlrisk_placed.sqlrisk_blanked >= 2 then null else sqlrisk_placed.sqlrisk_old_2 end as sqlrisk_key_2
  from sqlrisk_placed
),
sqlrisk_cell as (
  select
    1 as sqlrisk_pair,
    sum(1 - sqlrisk_compared.sqlrisk_published) as sqlrisk_before,
    sum(sqlrisk_compared.sqlrisk_published) as sqlrisk_after
  from sqlrisk_compared
  where sqlrisk_compared.sqlrisk_key_1 is not null and sqlrisk_compared.sqlrisk_key_2 is not null
  group by sqlrisk_compared.sqlrisk_key_1, sqlrisk_compared.sqlrisk_key_2
)
select
  sqlrisk_cell.sqlrisk_pair,
  count(*) as sqlrisk_cells,
  cast(sum(case when sqlrisk_cell.sqlrisk_before = sqlrisk_cell.sqlrisk_after then 0 else 1 end) as bigint) as sqlrisk_cells_differ
from sqlrisk_cell
group by sqlrisk_cell.sqlrisk_pair

-- lost pairs
with sqlrisk_pass_0 as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    count(*) as sqlrisk_rows,
    0 as sqlrisk_depth
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town"
),
sqlrisk_pass_1 as (
  select
    sqlrisk_pass_0."age", sqlrisk_pass_0."town",
    sqlrisk_pass_0.sqlrisk_rows,
    case
      when sqlrisk_pass_0.sqlrisk_depth = 0
        and sum(sqlrisk_pass_0.sqlrisk_rows) over (partition by sqlrisk_pass_0.sqlrisk_depth, sqlrisk_pass_0."age", sqlrisk_pass_0."town") < 4
        then 1
      else sqlrisk_pass_0.sqlrisk_depth
    end as sqlrisk_depth
  from sqlrisk_pass_0
),
sqlrisk_pass_2 as (
  select
    sqlrisk_pass_1."age", sqlrisk_pass_1."town",
    sqlrisk_pass_1.sqlrisk_rows,
    case
      when sqlrisk_pass_1.sqlrisk_depth = 1
        and sum(sqlrisk_pass_1.sqlrisk_rows) over (partition by sqlrisk_pass_1.sqlrisk_depth, sqlrisk_pass_1."town") < 4
        then 2
      else sqlrisk_pass_1.sqlrisk_depth
    end as sqlrisk_depth
  from sqlrisk_pass_1
),
sqlrisk_output as (
  select
    sqlrisk_row."age", sqlrisk_row."town",
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."age", sqlrisk_row."town"
),
sqlrisk_blanking as (
  select
    sqlrisk_pass_2."age", sqlrisk_pass_2."town",
    sqlrisk_pass_2."age" as sqlrisk_key_1, sqlrisk_pass_2."town" as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    0 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 0 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    sqlrisk_pass_2."age", sqlrisk_pass_2."town",
    null as sqlrisk_key_1, sqlrisk_pass_2."town" as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    1 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 1 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    sqlrisk_pass_2."age", sqlrisk_pass_2."town",
    null as sqlrisk_key_1, null as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    2 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 2 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    null, null, 
    sqlrisk_output."age" as sqlrisk_key_1, sqlrisk_output."town" as sqlrisk_key_2, 
    0 as sqlrisk_rows,
    0 as sqlrisk_depth,
    -1 as sqlrisk_blanks,
    0 as sqlrisk_declared,
    sqlrisk_output.sqlrisk_rows as sqlrisk_found
  from sqlrisk_output
),
sqlrisk_residue as (
  select coalesce(sum(sqlrisk_pass_2.sqlrisk_rows), 0) as sqlrisk_rows
  from sqlrisk_pass_2
  where sqlrisk_pass_2.sqlrisk_depth = 2
),
sqlrisk_met as (
  select
    (select sqlrisk_residue.sqlrisk_rows from sqlrisk_residue) as sqlrisk_residue,
    sqlrisk_blanking."age", sqlrisk_blanking."town",
    sqlrisk_blanking.sqlrisk_rows,
    sqlrisk_blanking.sqlrisk_depth,
    sqlrisk_blanking.sqlrisk_blanks,
    sum(sqlrisk_blanking.sqlrisk_found) over (partition by sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_held,
    sum(sqlrisk_blanking.sqlrisk_declared) over (partition by sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_due,
    sum(sqlrisk_blanking.sqlrisk_declared) over (partition by sqlrisk_blanking.sqlrisk_blanks, sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_whole
  from sqlrisk_blanking
),
sqlrisk_reading as (
  select
    sqlrisk_met."age", sqlrisk_met."town",
    max(sqlrisk_met.sqlrisk_rows) as sqlrisk_rows,
    max(case
      when sqlrisk_met.sqlrisk_blanks <> sqlrisk_met.sqlrisk_depth then 0
      else sqlrisk_met.sqlrisk_depth
    end) as sqlrisk_declared,
    coalesce(min(case when sqlrisk_met.sqlrisk_held > 0 then sqlrisk_met.sqlrisk_blanks end), 3) as sqlrisk_found
  from sqlrisk_met
  where sqlrisk_met.sqlrisk_blanks >= 0
  group by sqlrisk_met."age", sqlrisk_met."town"
),
sqlrisk_apart_group as (
  select
    case when sqlrisk_reading.sqlrisk_declared >= 1 then null else sqlrisk_reading."age" end as sqlrisk_key_1, case when sqlrisk_reading.sqlrisk_declared >= 2 then null else sqlrisk_reading."town" end as sqlrisk_key_2,
    case when sqlrisk_reading.sqlrisk_declared > 2 then 0 else sqlrisk_reading.sqlrisk_rows end as sqlrisk_due,
    0 as sqlrisk_held
  from sqlrisk_reading
  union all
  select
    sqlrisk_output."age" as sqlrisk_key_1, sqlrisk_output."town" as sqlrisk_key_2, 
    0 as sqlrisk_due,
    sqlrisk_output.sqlrisk_rows as sqlrisk_held
  from sqlrisk_output
),
sqlrisk_apart as (
  select coalesce(sum(abs(sqlrisk_key.sqlrisk_due - sqlrisk_key.sqlrisk_held)), 0) as sqlrisk_rows
  from (
    select
      sqlrisk_apart_group.sqlrisk_key_1, sqlrisk_apart_group.sqlrisk_key_2,
      sum(sqlrisk_apart_group.sqlrisk_due) as sqlrisk_due,
      sum(sqlrisk_apart_group.sqlrisk_held) as sqlrisk_held
    from sqlrisk_apart_group
    group by sqlrisk_apart_group.sqlrisk_key_1, sqlrisk_apart_group.sqlrisk_key_2
  ) as sqlrisk_key
),
sqlrisk_lost as (
  select coalesce(sum(case when sqlrisk_reading.sqlrisk_found > 2 then sqlrisk_reading.sqlrisk_rows else 0 end), 0) as sqlrisk_rows
  from sqlrisk_reading
),
sqlrisk_expected as (
  select
    sqlrisk_reading."age", sqlrisk_reading."town",
    sqlrisk_reading.sqlrisk_rows,
    case
      when (select sqlrisk_apart.sqlrisk_rows from sqlrisk_apart) = 0 then sqlrisk_reading.sqlrisk_declared
      when sqlrisk_reading.sqlrisk_found <= 2 then sqlrisk_reading.sqlrisk_found
      else 2
    end as sqlrisk_depth
  from sqlrisk_reading
),
sqlrisk_shown as (
  select
    0 as sqlrisk_published,
    sqlrisk_expected."age" as sqlrisk_old_1,
    sqlrisk_expected."town" as sqlrisk_old_2,
    case when sqlrisk_expected.sqlrisk_depth >= 1 then null else sqlrisk_expected."age" end as sqlrisk_key_1, case when sqlrisk_expected.sqlrisk_depth >= 2 then null else sqlrisk_expected."town" end as sqlrisk_key_2,
    sqlrisk_expected.sqlrisk_depth as sqlrisk_blanked,
    case when sqlrisk_expected.sqlrisk_depth > 2 then 1 else 0 end as sqlrisk_left_out
  from sqlrisk_expected
  union all
  select
    1,
    sqlrisk_output."age", sqlrisk_output."town",
    sqlrisk_output."age", sqlrisk_output."town",
    0,
    0
  from sqlrisk_output
),
sqlrisk_group as (
  select
    sqlrisk_shown.sqlrisk_published,
    sqlrisk_shown.sqlrisk_old_1, sqlrisk_shown.sqlrisk_old_2,
    sqlrisk_shown.sqlrisk_blanked,
    sqlrisk_shown.sqlrisk_left_out,
    dense_rank() over (order by sqlrisk_shown.sqlrisk_key_1, sqlrisk_shown.sqlrisk_key_2) as sqlrisk_number
  from sqlrisk_shown
),
sqlrisk_gathered as (
  select
    0 as sqlrisk_published,
    1 as sqlrisk_is_row,
    0 as sqlrisk_number,
    0 as sqlrisk_lost,
    sqlrisk_row."age" as sqlrisk_old_1,
    sqlrisk_row."town" as sqlrisk_old_2,
    sqlrisk_row."illness" as sqlrisk_item_1,
    sqlrisk_row."sex" as sqlrisk_item_2,
    sqlrisk_row."organ" as sqlrisk_item_3
  from people as sqlrisk_row
  union all
  select
    1 as sqlrisk_published,
    1 as sqlrisk_is_row,
    0 as sqlrisk_number,
    0 as sqlrisk_lost,
    sqlrisk_row."age" as sqlrisk_old_1,
    sqlrisk_row."town" as sqlrisk_old_2,
    sqlrisk_row."illness" as sqlrisk_item_1,
    sqlrisk_row."sex" as sqlrisk_item_2,
    sqlrisk_row."organ" as sqlrisk_item_3
  from people as sqlrisk_row
  union all
  select
    sqlrisk_group.sqlrisk_published,
    0,
    case when sqlrisk_group.sqlrisk_left_out = 1 then 0 else sqlrisk_group.sqlrisk_number end,
    sqlrisk_group.sqlrisk_blanked,
    sqlrisk_group.sqlrisk_old_1, sqlrisk_group.sqlrisk_old_2,
    null,
    null,
    null
  from sqlrisk_group
),
sqlrisk_spread as (
  select
    sqlrisk_gathered.sqlrisk_published,
    sqlrisk_gathered.sqlrisk_is_row,
    max(sqlrisk_gathered.sqlrisk_number) over (partition by sqlrisk_gathered.sqlrisk_published, sqlrisk_gathered.sqlrisk_old_1, sqlrisk_gathered.sqlrisk_old_2) as sqlrisk_place,
    max(sqlrisk_gathered.sqlrisk_lost) over (partition by sqlrisk_gathered.sqlrisk_published, sqlrisk_gathered.sqlrisk_old_1, sqlrisk_gathered.sqlrisk_old_2) as sqlrisk_blanked,
    sqlrisk_gathered.sqlrisk_old_1, sqlrisk_gathered.sqlrisk_old_2,
    sqlrisk_gathered.sqlrisk_item_1,
    sqlrisk_gathered.sqlrisk_item_2,
    sqlrisk_gathered.sqlrisk_item_3
  from sqlrisk_gathered
),
sqlrisk_placed as (
  select
    sqlrisk_spread.sqlrisk_published,
    sqlrisk_spread.sqlrisk_place,
    sqlrisk_spread.sqlrisk_blanked,
    sqlrisk_spread.sqlrisk_old_1, sqlrisk_spread.sqlrisk_old_2,
    sqlrisk_spread.sqlrisk_item_1,
    sqlrisk_spread.sqlrisk_item_2,
    sqlrisk_spread.sqlrisk_item_3
  from sqlrisk_spread
  where sqlrisk_spread.sqlrisk_is_row = 1 and sqlrisk_spread.sqlrisk_place > 0
),
sqlrisk_ranked as (
  select
    sqlrisk_placed.sqlrisk_published,
    sqlrisk_placed.sqlrisk_place,
    dense_rank() over (order by sqlrisk_placed.sqlrisk_item_1) as sqlrisk_value_1,
    dense_rank() over (order by sqlrisk_placed.sqlrisk_item_2) as sqlrisk_value_2,
    dense_rank() over (order by sqlrisk_placed.sqlrisk_item_3) as sqlrisk_value_3
  from sqlrisk_placed
),
sqlrisk_cell as (
  select
    1 as sqlrisk_pair,
    sqlrisk_ranked.sqlrisk_place,
    sqlrisk_ranked.sqlrisk_value_1 as sqlrisk_one,
    sqlrisk_ranked.sqlrisk_value_2 as sqlrisk_other,
    cast(sum(1 - sqlrisk_ranked.sqlrisk_published) as double) as sqlrisk_before,
    cast(sum(sqlrisk_ranked.sqlrisk_published) as double) as sqlrisk_after
  from sqlrisk_ranked
  group by sqlrisk_ranked.sqlrisk_place, sqlrisk_ranked.sqlrisk_value_1, sqlrisk_ranked.sqlrisk_value_2
  union all
  select
    2 as sqlrisk_pair,
    sqlrisk_ranked.sqlrisk_place,
    sqlrisk_ranked.sqlrisk_value_1 as sqlrisk_one,
    sqlrisk_ranked.sqlrisk_value_3 as sqlrisk_other,
    cast(sum(1 - sqlrisk_ranked.sqlrisk_published) as double) as sqlrisk_before,
    cast(sum(sqlrisk_ranked.sqlrisk_published) as double) as sqlrisk_after
  from sqlrisk_ranked
  group by sqlrisk_ranked.sqlrisk_place, sqlrisk_ranked.sqlrisk_value_1, sqlrisk_ranked.sqlrisk_value_3
),
sqlrisk_margin as (
  select
    sqlrisk_cell.*,
    sum(sqlrisk_cell.sqlrisk_after) over (partition by sqlrisk_cell.sqlrisk_pair, sqlrisk_cell.sqlrisk_place, sqlrisk_cell.sqlrisk_one) as sqlrisk_one_rows,
    sum(sqlrisk_cell.sqlrisk_after) over (partition by sqlrisk_cell.sqlrisk_pair, sqlrisk_cell.sqlrisk_place, sqlrisk_cell.sqlrisk_other) as sqlrisk_other_rows,
    sum(sqlrisk_cell.sqlrisk_after) over (partition by sqlrisk_cell.sqlrisk_pair, sqlrisk_cell.sqlrisk_place) as sqlrisk_rows
  from sqlrisk_cell
),
sqlrisk_weighed as (
  select
    sqlrisk_margin.*,
    case
      when sqlrisk_margin.sqlrisk_before = 0 or sqlrisk_margin.sqlrisk_one_rows = 0 or sqlrisk_margin.sqlrisk_other_rows = 0 then cast(0 as double)
      when sqlrisk_margin.sqlrisk_before * sqlrisk_margin.sqlrisk_rows > 4 * sqlrisk_margin.sqlrisk_one_rows * sqlrisk_margin.sqlrisk_other_rows then cast(4 as double)
      else cast(sqlrisk_margin.sqlrisk_before * sqlrisk_margin.sqlrisk_rows as double) / cast(sqlrisk_margin.sqlrisk_one_rows * sqlrisk_margin.sqlrisk_other_rows as double)
    end as sqlrisk_weight
  from sqlrisk_margin
  where sqlrisk_margin.sqlrisk_rows > 0
),
sqlrisk_deviation as (
  select
    sqlrisk_weighed.sqlrisk_pair,
    sqlrisk_weighed.sqlrisk_before,
    sqlrisk_weighed.sqlrisk_after,
    sqlrisk_weighed.sqlrisk_weight,
    cast(sqlrisk_weighed.sqlrisk_one_rows * sqlrisk_weighed.sqlrisk_other_rows as double) / cast(sqlrisk_weighed.sqlrisk_rows as double) as sqlrisk_chance,
    cast(sum(sqlrisk_weighed.sqlrisk_other_rows * sqlrisk_weighed.sqlrisk_weight) over (partition by sqlrisk_weighed.sqlrisk_pair, sqlrisk_weighed.sqlrisk_place, sqlrisk_weighed.sqlrisk_one) as double)
      / cast(sqlrisk_weighed.sqlrisk_rows as double) as sqlrisk_one_mean,
    cast(sum(sqlrisk_weighed.sqlrisk_one_rows * sqlrisk_weighed.sqlrisk_weight) over (partition by sqlrisk_weighed.sqlrisk_pair, sqlrisk_weighed.sqlrisk_place, sqlrisk_weighed.sqlrisk_other) as double)
      / cast(sqlrisk_weighed.sqlrisk_rows as double) as sqlrisk_other_mean,
    cast(sum(sqlrisk_weighed.sqlrisk_one_rows * sqlrisk_weighed.sqlrisk_other_rows * sqlrisk_weighed.sqlrisk_weight) over (partition by sqlrisk_weighed.sqlrisk_pair, sqlrisk_weighed.sqlrisk_place) as double)
      / cast(sqlrisk_weighed.sqlrisk_rows * sqlrisk_weighed.sqlrisk_rows as double) as sqlrisk_mean
  from sqlrisk_weighed
),
sqlrisk_joint as (
  select
    sqlrisk_cell.sqlrisk_pair,
    sqlrisk_cell.sqlrisk_one,
    sqlrisk_cell.sqlrisk_other,
    sum(sqlrisk_cell.sqlrisk_before) as sqlrisk_before,
    sum(sqlrisk_cell.sqlrisk_after) as sqlrisk_after
  from sqlrisk_cell
  group by sqlrisk_cell.sqlrisk_pair, sqlrisk_cell.sqlrisk_one, sqlrisk_cell.sqlrisk_other
),
sqlrisk_marginal as (
  select
    sqlrisk_joint.*,
    sum(sqlrisk_joint.sqlrisk_before) over (partition by sqlrisk_joint.sqlrisk_pair, sqlrisk_joint.sqlrisk_one) as sqlrisk_one_before,
    sum(sqlrisk_joint.sqlrisk_before) over (partition by sqlrisk_joint.sqlrisk_pair, sqlrisk_joint.sqlrisk_other) as sqlrisk_other_before,
    sum(sqlrisk_joint.sqlrisk_after) over (partition by sqlrisk_joint.sqlrisk_pair, sqlrisk_joint.sqlrisk_one) as sqlrisk_one_after,
    sum(sqlrisk_joint.sqlrisk_after) over (partition by sqlrisk_joint.sqlrisk_pair, sqlrisk_joint.sqlrisk_other) as sqlrisk_other_after
  from sqlrisk_joint
),
sqlrisk_told as (
  select
    sqlrisk_deviation.sqlrisk_pair,
    sum(sqlrisk_deviation.sqlrisk_after * sqlrisk_deviation.sqlrisk_weight) as sqlrisk_observed,
    sum(sqlrisk_deviation.sqlrisk_before * sqlrisk_deviation.sqlrisk_weight) as sqlrisk_unpermuted,
    sum(sqlrisk_deviation.sqlrisk_chance * sqlrisk_deviation.sqlrisk_weight) as sqlrisk_expected,
    sum(sqlrisk_deviation.sqlrisk_chance * sqlrisk_deviation.sqlrisk_weight * sqlrisk_deviation.sqlrisk_weight
      - sqlrisk_deviation.sqlrisk_after * (sqlrisk_deviation.sqlrisk_one_mean * sqlrisk_deviation.sqlrisk_one_mean
        + sqlrisk_deviation.sqlrisk_other_mean * sqlrisk_deviation.sqlrisk_other_mean - sqlrisk_deviation.sqlrisk_mean * sqlrisk_deviation.sqlrisk_mean)) as sqlrisk_variance,
    max(sqlrisk_deviation.sqlrisk_weight - sqlrisk_deviation.sqlrisk_one_mean - sqlrisk_deviation.sqlrisk_other_mean + sqlrisk_deviation.sqlrisk_mean) as sqlrisk_largest_present,
    max(sqlrisk_deviation.sqlrisk_mean) as sqlrisk_largest_absent,
    cast(0 as double) as sqlrisk_squares_before,
    cast(0 as double) as sqlrisk_ones_before,
    cast(0 as double) as sqlrisk_others_before,
    cast(0 as double) as sqlrisk_rows_before,
    cast(0 as double) as sqlrisk_squares_after,
    cast(0 as double) as sqlrisk_ones_after,
    cast(0 as double) as sqlrisk_others_after,
    cast(0 as double) as sqlrisk_rows_after
  from sqlrisk_deviation
  group by sqlrisk_deviation.sqlrisk_pair
  union all
  select
    sqlrisk_marginal.sqlrisk_pair,
    cast(0 as double),
    cast(0 as double),
    cast(0 as double),
    cast(0 as double),
    cast(0 as double),
    cast(0 as double),
    sum(case when sqlrisk_marginal.sqlrisk_before > 0 then cast(sqlrisk_marginal.sqlrisk_before * sqlrisk_marginal.sqlrisk_before as double) / cast(sqlrisk_marginal.sqlrisk_one_before * sqlrisk_marginal.sqlrisk_other_before as double) else 0 end),
    sum(case when sqlrisk_marginal.sqlrisk_before > 0 then cast(sqlrisk_marginal.sqlrisk_before as double) / cast(sqlrisk_marginal.sqlrisk_one_before as double) else 0 end),
    sum(case when sqlrisk_marginal.sqlrisk_before > 0 then cast(sqlrisk_marginal.sqlrisk_before as double) / cast(sqlrisk_marginal.sqlrisk_other_before as double) else 0 end),
    sum(sqlrisk_marginal.sqlrisk_before),
    sum(case when sqlrisk_marginal.sqlrisk_after > 0 then cast(sqlrisk_marginal.sqlrisk_after * sqlrisk_marginal.sqlrisk_after as double) / cast(sqlrisk_marginal.sqlrisk_one_after * sqlrisk_marginal.sqlrisk_other_after as double) else 0 end),
    sum(case when sqlrisk_marginal.sqlrisk_after > 0 then cast(sqlrisk_marginal.sqlrisk_after as double) / cast(sqlrisk_marginal.sqlrisk_one_after as double) else 0 end),
    sum(case when sqlrisk_marginal.sqlrisk_after > 0 then cast(sqlrisk_marginal.sqlrisk_after as double) / cast(sqlrisk_marginal.sqlrisk_other_after as double) else 0 end),
    sum(sqlrisk_marginal.sqlrisk_after)
  from sqlrisk_marginal
  group by sqlrisk_marginal.sqlrisk_pair
)
select
  sqlrisk_told.sqlrisk_pair,
  sum(sqlrisk_told.sqlrisk_observed) as sqlrisk_observed,
  sum(sqlrisk_told.sqlrisk_unpermuted) as sqlrisk_unpermuted,
  sum(sqlrisk_told.sqlrisk_expected) as sqlrisk_expected,
  sum(sqlrisk_told.sqlrisk_variance) as sqlrisk_variance,
  sum(sqlrisk_told.sqlrisk_largest_present) as sqlrisk_largest_present,
  sum(sqlrisk_told.sqlrisk_largest_absent) as sqlrisk_largest_absent,
  sum(sqlrisk_told.sqlrisk_squares_before) as sqlrisk_squares_before,
  sum(sqlrisk_told.sqlrisk_ones_before) as sqlrisk_ones_before,
  sum(sqlrisk_told.sqlrisk_others_before) as sqlrisk_others_before,
  sum(sqlrisk_told.sqlrisk_rows_before) as sqlrisk_rows_before,
  sum(sqlrisk_told.sqlrisk_squares_after) as sqlrisk_squares_after,
  sum(sqlrisk_told.sqlrisk_ones_after) as sqlrisk_ones_after,
  sum(sqlrisk_told.sqlrisk_others_after) as sqlrisk_others_after,
  sum(sqlrisk_told.sqlrisk_rows_after) as sqlrisk_rows_after
from sqlrisk_told
group by sqlrisk_told.sqlrisk_pair

-- classes to recode
select
  sqlrisk_row."age", sqlrisk_row."town",
  count(*) as sqlrisk_rows
from people as sqlrisk_row
group by sqlrisk_row."age", sqlrisk_row."town"

-- classes as ranks
select
  1 as sqlrisk_region,
  dense_rank() over (order by case when sqlrisk_row."age" is null then 1 else 0 end, sqlrisk_row."age") as sqlrisk_rank_1,
  dense_rank() over (order by case when sqlrisk_row."town" is null then 1 else 0 end, cast(sqlrisk_row."town" as varchar)) as sqlrisk_rank_2,
  sqlrisk_row.sqlrisk_rows
from people as sqlrisk_row

-- classes as ranks, for queries
select
  1 as sqlrisk_region,
  dense_rank() over (order by case when sqlrisk_row."age" is null then 1 else 0 end, sqlrisk_row."age") as sqlrisk_rank_1,
  dense_rank() over (order by case when sqlrisk_row."town" is null then 1 else 0 end, cast(sqlrisk_row."town" as varchar)) as sqlrisk_rank_2,
  dense_rank() over (order by sqlrisk_row."town", sqlrisk_row."sex") as sqlrisk_group_1,
  dense_rank() over (order by sqlrisk_row."illness") as sqlrisk_value_1,
  case when sqlrisk_row."illness" is null then 0 else sqlrisk_row.sqlrisk_rows end as sqlrisk_valued_1,
  dense_rank() over (order by sqlrisk_row."age") as sqlrisk_group_2,
  dense_rank() over (order by sqlrisk_row."illness") as sqlrisk_value_2,
  sqlrisk_row.sqlrisk_rows as sqlrisk_valued_2,
  sqlrisk_row.sqlrisk_rows
from people as sqlrisk_row

-- spans
select
  max(sqlrisk_row.sqlrisk_rank_1) as sqlrisk_ranks_1,
  max(sqlrisk_row.sqlrisk_rank_2) as sqlrisk_ranks_2,
  cast(sum(sqlrisk_row.sqlrisk_rows) as bigint) as sqlrisk_rows
from people as sqlrisk_row

-- cuts
with sqlrisk_counted as (
  select
    sqlrisk_row.sqlrisk_region,
    1 as sqlrisk_attribute,
    99 as sqlrisk_widest,
    sqlrisk_row.sqlrisk_rank_1 as sqlrisk_rank,
    cast(sum(sqlrisk_row.sqlrisk_rows) as bigint) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row.sqlrisk_region, sqlrisk_row.sqlrisk_rank_1
  union all
  select
    sqlrisk_row.sqlrisk_region,
    2 as sqlrisk_attribute,
    1 as sqlrisk_widest,
    sqlrisk_row.sqlrisk_rank_2 as sqlrisk_rank,
    cast(sum(sqlrisk_row.sqlrisk_rows) as bigint) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row.sqlrisk_region, sqlrisk_row.sqlrisk_rank_2
),
sqlrisk_side as (
  select
    sqlrisk_counted.sqlrisk_region,
    sqlrisk_counted.sqlrisk_attribute,
    sqlrisk_counted.sqlrisk_widest,
    sqlrisk_counted.sqlrisk_rank,
    cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.sqlrisk_region, sqlrisk_counted.sqlrisk_attribute order by sqlrisk_counted.sqlrisk_rank rows between unbounded preceding and current row) as bigint) as sqlrisk_left,
    cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.sqlrisk_region, sqlrisk_counted.sqlrisk_attribute) as bigint) as sqlrisk_both
  from sqlrisk_counted
),
sqlrisk_half as (
  select
    sqlrisk_side.*,
    case when 2 * sqlrisk_side.sqlrisk_left <= sqlrisk_side.sqlrisk_both then sqlrisk_side.sqlrisk_left else sqlrisk_side.sqlrisk_both - sqlrisk_side.sqlrisk_left end as sqlrisk_smaller
  from sqlrisk_side
),
sqlrisk_placed as (
  select
    sqlrisk_half.*,
    row_number() over (partition by sqlrisk_half.sqlrisk_region, sqlrisk_half.sqlrisk_attribute order by sqlrisk_half.sqlrisk_smaller desc, sqlrisk_half.sqlrisk_rank) as sqlrisk_turn
  from sqlrisk_half
),
sqlrisk_median as (
  select
    sqlrisk_placed.sqlrisk_region,
    sqlrisk_placed.sqlrisk_attribute,
    max(sqlrisk_placed.sqlrisk_both) as sqlrisk_rows,
    max(sqlrisk_placed.sqlrisk_smaller) as sqlrisk_smaller,
    max(case when sqlrisk_placed.sqlrisk_turn = 1 then sqlrisk_placed.sqlrisk_rank else 0 end) as sqlrisk_rank,
    cast(max(sqlrisk_placed.sqlrisk_rank) - min(sqlrisk_placed.sqlrisk_rank) as double) / cast(max(sqlrisk_placed.sqlrisk_widest) as double) as sqlrisk_span
  from sqlrisk_placed
  group by sqlrisk_placed.sqlrisk_region, sqlrisk_placed.sqlrisk_attribute
),
sqlrisk_choice as (
  select
    sqlrisk_median.*,
    case when sqlrisk_median.sqlrisk_smaller >= 5 then 1 else 0 end as sqlrisk_allowable,
    row_number() over (partition by sqlrisk_median.sqlrisk_region order by case when sqlrisk_median.sqlrisk_smaller >= 5 then sqlrisk_median.sqlrisk_span else -1 end desc, sqlrisk_median.sqlrisk_attribute) as sqlrisk_place
  from sqlrisk_median
)
select
  sqlrisk_choice.sqlrisk_region,
  sqlrisk_choice.sqlrisk_rows,
  sqlrisk_choice.sqlrisk_attribute * sqlrisk_choice.sqlrisk_allowable as sqlrisk_attribute,
  sqlrisk_choice.sqlrisk_rank,
  cast(sum(sqlrisk_choice.sqlrisk_allowable) over (order by sqlrisk_choice.sqlrisk_region rows between unbounded preceding and current row) as bigint) as sqlrisk_number
from sqlrisk_choice
where sqlrisk_choice.sqlrisk_place = 1

-- halves
select
  2 * sqlrisk_cut.sqlrisk_number - case when case when sqlrisk_cut.sqlrisk_attribute = 1 then sqlrisk_row.sqlrisk_rank_1 when sqlrisk_cut.sqlrisk_attribute = 2 then sqlrisk_row.sqlrisk_rank_2 end <= sqlrisk_cut.sqlrisk_rank then 1 else 0 end as sqlrisk_region,
  sqlrisk_row.sqlrisk_rank_1, sqlrisk_row.sqlrisk_rank_2, sqlrisk_row.sqlrisk_rows
from people as sqlrisk_row
inner join people as sqlrisk_cut on sqlrisk_cut.sqlrisk_region = sqlrisk_row.sqlrisk_region
where sqlrisk_cut.sqlrisk_attribute > 0

-- regions that are not cut
select
  sqlrisk_row.sqlrisk_region as sqlrisk_region,
  sqlrisk_row.sqlrisk_rank_1, sqlrisk_row.sqlrisk_rank_2, sqlrisk_row.sqlrisk_group_1, sqlrisk_row.sqlrisk_value_1, sqlrisk_row.sqlrisk_valued_1, sqlrisk_row.sqlrisk_rows
from people as sqlrisk_row
inner join people as sqlrisk_cut on sqlrisk_cut.sqlrisk_region = sqlrisk_row.sqlrisk_region
where sqlrisk_cut.sqlrisk_attribute = 0

-- sizes of regions
select
  sqlrisk_cut.sqlrisk_rows as sqlrisk_class_size,
  count(*) as sqlrisk_classes
from people as sqlrisk_cut
where sqlrisk_cut.sqlrisk_attribute = 0
group by sqlrisk_cut.sqlrisk_rows

-- regions
select
  sqlrisk_row.sqlrisk_region,
  min(sqlrisk_row.sqlrisk_rank_1) as sqlrisk_lowest_1,
  max(sqlrisk_row.sqlrisk_rank_1) as sqlrisk_highest_1,
  min(sqlrisk_row.sqlrisk_rank_2) as sqlrisk_lowest_2,
  max(sqlrisk_row.sqlrisk_rank_2) as sqlrisk_highest_2,
  max(sqlrisk_cut.sqlrisk_attribute) as sqlrisk_attribute,
  max(sqlrisk_cut.sqlrisk_rank) as sqlrisk_rank,
  max(sqlrisk_cut.sqlrisk_number) as sqlrisk_number
from people as sqlrisk_row
inner join people as sqlrisk_cut on sqlrisk_cut.sqlrisk_region = sqlrisk_row.sqlrisk_region
group by sqlrisk_row.sqlrisk_region

-- cut points
select
  sqlrisk_ranked.sqlrisk_rank,
  min(sqlrisk_ranked.sqlrisk_text) as sqlrisk_text
from (
  select
    dense_rank() over (order by case when sqlrisk_row."town" is null then 1 else 0 end, cast(sqlrisk_row."town" as varchar)) as sqlrisk_rank,
    cast(sqlrisk_row."town" as varchar) as sqlrisk_text
  from people as sqlrisk_row
) as sqlrisk_ranked
where sqlrisk_ranked.sqlrisk_rank in (1, 7)
group by sqlrisk_ranked.sqlrisk_rank

-- what a reader can count
select
  sqlrisk_spread.sqlrisk_group,
  sqlrisk_spread.sqlrisk_value,
  cast(sum(sqlrisk_spread.sqlrisk_valued) as bigint) as sqlrisk_valued,
  cast(sum(sqlrisk_spread.sqlrisk_rows) as bigint) as sqlrisk_rows
from (
  select
    sqlrisk_row.sqlrisk_group_1 as sqlrisk_group,
    sqlrisk_row.sqlrisk_value_1 as sqlrisk_value,
    sqlrisk_row.sqlrisk_valued_1 as sqlrisk_valued,
    sqlrisk_row.sqlrisk_rows,
    min(sqlrisk_row.sqlrisk_group_1) over (partition by sqlrisk_row.sqlrisk_region) as sqlrisk_first_group,
    max(sqlrisk_row.sqlrisk_group_1) over (partition by sqlrisk_row.sqlrisk_region) as sqlrisk_last_group,
    sum(sqlrisk_row.sqlrisk_rows) over (partition by sqlrisk_row.sqlrisk_region) as sqlrisk_class_size
  from people as sqlrisk_row
) as sqlrisk_spread
where sqlrisk_spread.sqlrisk_first_group = sqlrisk_spread.sqlrisk_last_group and sqlrisk_spread.sqlrisk_class_size >= 1
group by sqlrisk_spread.sqlrisk_group, sqlrisk_spread.sqlrisk_value

-- what a reader can count in large classes
select
  sqlrisk_spread.sqlrisk_group,
  sqlrisk_spread.sqlrisk_value,
  cast(sum(sqlrisk_spread.sqlrisk_valued) as bigint) as sqlrisk_valued,
  cast(sum(sqlrisk_spread.sqlrisk_rows) as bigint) as sqlrisk_rows
from (
  select
    sqlrisk_row.sqlrisk_group_1 as sqlrisk_group,
    sqlrisk_row.sqlrisk_value_1 as sqlrisk_value,
    sqlrisk_row.sqlrisk_valued_1 as sqlrisk_valued,
    sqlrisk_row.sqlrisk_rows,
    min(sqlrisk_row.sqlrisk_group_1) over (partition by sqlrisk_row.sqlrisk_rank_1, sqlrisk_row.sqlrisk_rank_2) as sqlrisk_first_group,
    max(sqlrisk_row.sqlrisk_group_1) over (partition by sqlrisk_row.sqlrisk_rank_1, sqlrisk_row.sqlrisk_rank_2) as sqlrisk_last_group,
    sum(sqlrisk_row.sqlrisk_rows) over (partition by sqlrisk_row.sqlrisk_rank_1, sqlrisk_row.sqlrisk_rank_2) as sqlrisk_class_size
  from people as sqlrisk_row
) as sqlrisk_spread
where sqlrisk_spread.sqlrisk_first_group = sqlrisk_spread.sqlrisk_last_group and sqlrisk_spread.sqlrisk_class_size >= 5
group by sqlrisk_spread.sqlrisk_group, sqlrisk_spread.sqlrisk_value

-- error of what a reader can count
with sqlrisk_tagged as (
  select
    sqlrisk_row.sqlrisk_group_1 as sqlrisk_group,
    sqlrisk_row.sqlrisk_value_1 as sqlrisk_value,
    sqlrisk_row.sqlrisk_valued_1 as sqlrisk_source,
    0 as sqlrisk_counted,
    0 as sqlrisk_rows
  from people as sqlrisk_row
  union all
  select
    sqlrisk_cell.sqlrisk_group,
    sqlrisk_cell.sqlrisk_value,
    0 as sqlrisk_source,
    sqlrisk_cell.sqlrisk_valued as sqlrisk_counted,
    sqlrisk_cell.sqlrisk_rows
  from people as sqlrisk_cell
  union all
  select
    sqlrisk_cell.sqlrisk_group,
    sqlrisk_cell.sqlrisk_value,
    0 as sqlrisk_source,
    sqlrisk_cell.sqlrisk_valued as sqlrisk_counted,
    sqlrisk_cell.sqlrisk_rows
  from people as sqlrisk_cell
),
sqlrisk_pair as (
  select
    sqlrisk_tagged.sqlrisk_group,
    sqlrisk_tagged.sqlrisk_value,
    sum(sqlrisk_tagged.sqlrisk_source) as sqlrisk_source,
    sum(sqlrisk_tagged.sqlrisk_counted) as sqlrisk_counted,
    sum(sqlrisk_tagged.sqlrisk_rows) as sqlrisk_rows
  from sqlrisk_tagged
  group by sqlrisk_tagged.sqlrisk_group, sqlrisk_tagged.sqlrisk_value
),
sqlrisk_share as (
  select
    sqlrisk_pair.*,
    sum(sqlrisk_pair.sqlrisk_source) over (partition by sqlrisk_pair.sqlrisk_group) as sqlrisk_source_all,
    sum(sqlrisk_pair.sqlrisk_counted) over (partition by sqlrisk_pair.sqlrisk_group) as sqlrisk_counted_all
  from sqlrisk_pair
)
select
  cast(coalesce(sum(case when sqlrisk_share.sqlrisk_source > 0 then 1 else 0 end), 0) as bigint) as sqlrisk_pairs,
  cast(coalesce(sum(sqlrisk_share.sqlrisk_rows), 0) as bigint) as sqlrisk_rows,
  coalesce(sum(case when sqlrisk_share.sqlrisk_source > 0 then abs(
    cast(sqlrisk_share.sqlrisk_source as double) / cast(sqlrisk_share.sqlrisk_source_all as double)
    - case when sqlrisk_share.sqlrisk_counted_all > 0
      then cast(sqlrisk_share.sqlrisk_counted as double) / cast(case when sqlrisk_share.sqlrisk_counted_all > 0 then sqlrisk_share.sqlrisk_counted_all else 1 end as double)
      else 0 end
  ) else 0 end), 0) as sqlrisk_distance
from sqlrisk_share

-- losses of pivots
with sqlrisk_pass_0 as (
  select
    sqlrisk_row."town", sqlrisk_row."organ",
    count(*) as sqlrisk_rows,
    0 as sqlrisk_depth
  from people as sqlrisk_row
  group by sqlrisk_row."town", sqlrisk_row."organ"
),
sqlrisk_pass_1 as (
  select
    sqlrisk_pass_0."town", sqlrisk_pass_0."organ",
    sqlrisk_pass_0.sqlrisk_rows,
    case
      when sqlrisk_pass_0.sqlrisk_depth = 0
        and sum(sqlrisk_pass_0.sqlrisk_rows) over (partition by sqlrisk_pass_0.sqlrisk_depth, sqlrisk_pass_0."town", sqlrisk_pass_0."organ") < 4
        then 1
      else sqlrisk_pass_0.sqlrisk_depth
    end as sqlrisk_depth
  from sqlrisk_pass_0
),
sqlrisk_pass_2 as (
  select
    sqlrisk_pass_1."town", sqlrisk_pass_1."organ",
    sqlrisk_pass_1.sqlrisk_rows,
    case
      when sqlrisk_pass_1.sqlrisk_depth = 1
        and sum(sqlrisk_pass_1.sqlrisk_rows) over (partition by sqlrisk_pass_1.sqlrisk_depth, sqlrisk_pass_1."organ") < 4
        then 2
      else sqlrisk_pass_1.sqlrisk_depth
    end as sqlrisk_depth
  from sqlrisk_pass_1
),
sqlrisk_output as (
  select
    sqlrisk_row."town", sqlrisk_row."organ",
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."town", sqlrisk_row."organ"
),
sqlrisk_blanking as (
  select
    sqlrisk_pass_2."town", sqlrisk_pass_2."organ",
    sqlrisk_pass_2."town" as sqlrisk_key_1, sqlrisk_pass_2."organ" as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    0 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 0 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    sqlrisk_pass_2."town", sqlrisk_pass_2."organ",
    null as sqlrisk_key_1, sqlrisk_pass_2."organ" as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    1 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 1 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    sqlrisk_pass_2."town", sqlrisk_pass_2."organ",
    null as sqlrisk_key_1, null as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    2 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 2 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    null, null, 
    sqlrisk_output."town" as sqlrisk_key_1, sqlrisk_output."organ" as sqlrisk_key_2, 
    0 as sqlrisk_rows,
    0 as sqlrisk_depth,
    -1 as sqlrisk_blanks,
    0 as sqlrisk_declared,
    sqlrisk_output.sqlrisk_rows as sqlrisk_found
  from sqlrisk_output
),
sqlrisk_residue as (
  select coalesce(sum(sqlrisk_pass_2.sqlrisk_rows), 0) as sqlrisk_rows
  from sqlrisk_pass_2
  where sqlrisk_pass_2.sqlrisk_depth = 2
),
sqlrisk_met as (
  select
    (select sqlrisk_residue.sqlrisk_rows from sqlrisk_residue) as sqlrisk_residue,
    sqlrisk_blanking."town", sqlrisk_blanking."organ",
    sqlrisk_blanking.sqlrisk_rows,
    sqlrisk_blanking.sqlrisk_depth,
    sqlrisk_blanking.sqlrisk_blanks,
    sum(sqlrisk_blanking.sqlrisk_found) over (partition by sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_held,
    sum(sqlrisk_blanking.sqlrisk_declared) over (partition by sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_due,
    sum(sqlrisk_blanking.sqlrisk_declared) over (partition by sqlrisk_blanking.sqlrisk_blanks, sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_whole
  from sqlrisk_blanking
),
sqlrisk_reading as (
  select
    sqlrisk_met."town", sqlrisk_met."organ",
    max(sqlrisk_met.sqlrisk_rows) as sqlrisk_rows,
    max(case
      when sqlrisk_met.sqlrisk_blanks <> sqlrisk_met.sqlrisk_depth then 0
      else sqlrisk_met.sqlrisk_depth
    end) as sqlrisk_declared,
    coalesce(min(case when sqlrisk_met.sqlrisk_held > 0 then sqlrisk_met.sqlrisk_blanks end), 3) as sqlrisk_found
  from sqlrisk_met
  where sqlrisk_met.sqlrisk_blanks >= 0
  group by sqlrisk_met."town", sqlrisk_met."organ"
),
sqlrisk_apart_group as (
  select
    case when sqlrisk_reading.sqlrisk_declared >= 1 then null else sqlrisk_reading."town" end as sqlrisk_key_1, case when sqlrisk_reading.sqlrisk_declared >= 2 then null else sqlrisk_reading."organ" end as sqlrisk_key_2,
    case when sqlrisk_reading.sqlrisk_declared > 2 then 0 else sqlrisk_reading.sqlrisk_rows end as sqlrisk_due,
    0 as sqlrisk_held
  from sqlrisk_reading
  union all
  select
    sqlrisk_output."town" as sqlrisk_key_1, sqlrisk_output."organ" as sqlrisk_key_2, 
    0 as sqlrisk_due,
    sqlrisk_output.sqlrisk_rows as sqlrisk_held
  from sqlrisk_output
),
sqlrisk_apart as (
  select coalesce(sum(abs(sqlrisk_key.sqlrisk_due - sqlrisk_key.sqlrisk_held)), 0) as sqlrisk_rows
  from (
    select
      sqlrisk_apart_group.sqlrisk_key_1, sqlrisk_apart_group.sqlrisk_key_2,
      sum(sqlrisk_apart_group.sqlrisk_due) as sqlrisk_due,
      sum(sqlrisk_apart_group.sqlrisk_held) as sqlrisk_held
    from sqlrisk_apart_group
    group by sqlrisk_apart_group.sqlrisk_key_1, sqlrisk_apart_group.sqlrisk_key_2
  ) as sqlrisk_key
),
sqlrisk_lost as (
  select coalesce(sum(case when sqlrisk_reading.sqlrisk_found > 2 then sqlrisk_reading.sqlrisk_rows else 0 end), 0) as sqlrisk_rows
  from sqlrisk_reading
),
sqlrisk_expected as (
  select
    sqlrisk_reading."town", sqlrisk_reading."organ",
    sqlrisk_reading.sqlrisk_rows,
    case
      when (select sqlrisk_apart.sqlrisk_rows from sqlrisk_apart) = 0 then sqlrisk_reading.sqlrisk_declared
      when sqlrisk_reading.sqlrisk_found <= 2 then sqlrisk_reading.sqlrisk_found
      else 2
    end as sqlrisk_depth
  from sqlrisk_reading
),
sqlrisk_astray_group as (
  select
    case when sqlrisk_expected.sqlrisk_depth >= 1 then null else sqlrisk_expected."town" end as sqlrisk_key_1, case when sqlrisk_expected.sqlrisk_depth >= 2 then null else sqlrisk_expected."organ" end as sqlrisk_key_2,
    case when sqlrisk_expected.sqlrisk_depth > 2 then 0 else sqlrisk_expected.sqlrisk_rows end as sqlrisk_due,
    0 as sqlrisk_held
  from sqlrisk_expected
  union all
  select
    sqlrisk_output."town" as sqlrisk_key_1, sqlrisk_output."organ" as sqlrisk_key_2, 
    0 as sqlrisk_due,
    sqlrisk_output.sqlrisk_rows as sqlrisk_held
  from sqlrisk_output
),
sqlrisk_astray as (
  select coalesce(sum(abs(sqlrisk_key.sqlrisk_due - sqlrisk_key.sqlrisk_held)), 0) as sqlrisk_rows
  from (
    select
      sqlrisk_astray_group.sqlrisk_key_1, sqlrisk_astray_group.sqlrisk_key_2,
      sum(sqlrisk_astray_group.sqlrisk_due) as sqlrisk_due,
      sum(sqlrisk_astray_group.sqlrisk_held) as sqlrisk_held
    from sqlrisk_astray_group
    group by sqlrisk_astray_group.sqlrisk_key_1, sqlrisk_astray_group.sqlrisk_key_2
  ) as sqlrisk_key
),
sqlrisk_before as (
  select
    coalesce(sum(case when sqlrisk_expected.sqlrisk_depth > 0 then 1 else 0 end), 0) as sqlrisk_dissolved,
    coalesce(sum(case when sqlrisk_expected.sqlrisk_depth > 2 then sqlrisk_expected.sqlrisk_rows else 0 end), 0) as sqlrisk_dropped,
    count(*) as sqlrisk_groups,
    coalesce(sum(case when sqlrisk_expected."town" is null then 0 else sqlrisk_expected.sqlrisk_rows end), 0) as sqlrisk_values_1,
    coalesce(sum(case when sqlrisk_expected."organ" is null then 0 else sqlrisk_expected.sqlrisk_rows end), 0) as sqlrisk_values_2,
    coalesce(sum(sqlrisk_expected.sqlrisk_rows), 0) as sqlrisk_rows
  from sqlrisk_expected
),
sqlrisk_after as (
  select
    coalesce(sum(case when sqlrisk_output."town" is null then 0 else sqlrisk_output.sqlrisk_rows end), 0) as sqlrisk_values_1,
    coalesce(sum(case when sqlrisk_output."organ" is null then 0 else sqlrisk_output.sqlrisk_rows end), 0) as sqlrisk_values_2,
    coalesce(sum(sqlrisk_output.sqlrisk_rows), 0) as sqlrisk_rows
  from sqlrisk_output
)
select
  cast(sqlrisk_before.sqlrisk_rows as bigint) as sqlrisk_source_rows,
  cast((select sqlrisk_after.sqlrisk_rows from sqlrisk_after) as bigint) as sqlrisk_rows,
  cast(sqlrisk_before.sqlrisk_groups as bigint) as sqlrisk_source_groups,
  cast(sqlrisk_before.sqlrisk_dissolved as bigint) as sqlrisk_dissolved,
  cast(sqlrisk_before.sqlrisk_dropped as bigint) as sqlrisk_dropped,
  cast(sqlrisk_before.sqlrisk_values_1 as bigint) as sqlrisk_source_values_1,
  cast((select sqlrisk_after.sqlrisk_values_1 from sqlrisk_after) as bigint) as sqlrisk_values_1,
  cast(sqlrisk_before.sqlrisk_values_2 as bigint) as sqlrisk_source_values_2,
  cast((select sqlrisk_after.sqlrisk_values_2 from sqlrisk_after) as bigint) as sqlrisk_values_2,
  cast((select sqlrisk_astray.sqlrisk_rows from sqlrisk_astray) as bigint) as sqlrisk_unexplained
from sqlrisk_before

-- losses of pivots, the residue absorbed
with sqlrisk_pass_0 as (
  select
    sqlrisk_row."town", sqlrisk_row."organ",
    count(*) as sqlrisk_rows,
    0 as sqlrisk_depth
  from people as sqlrisk_row
  group by sqlrisk_row."town", sqlrisk_row."organ"
),
sqlrisk_pass_1 as (
  select
    sqlrisk_pass_0."town", sqlrisk_pass_0."organ",
    sqlrisk_pass_0.sqlrisk_rows,
    case
      when sqlrisk_pass_0.sqlrisk_depth = 0
        and sum(sqlrisk_pass_0.sqlrisk_rows) over (partition by sqlrisk_pass_0.sqlrisk_depth, sqlrisk_pass_0."town", sqlrisk_pass_0."organ") < 4
        then 1
      else sqlrisk_pass_0.sqlrisk_depth
    end as sqlrisk_depth
  from sqlrisk_pass_0
),
sqlrisk_pass_2 as (
  select
    sqlrisk_pass_1."town", sqlrisk_pass_1."organ",
    sqlrisk_pass_1.sqlrisk_rows,
    case
      when sqlrisk_pass_1.sqlrisk_depth = 1
        and sum(sqlrisk_pass_1.sqlrisk_rows) over (partition by sqlrisk_pass_1.sqlrisk_depth, sqlrisk_pass_1."organ") < 4
        then 2
      else sqlrisk_pass_1.sqlrisk_depth
    end as sqlrisk_depth
  from sqlrisk_pass_1
),
sqlrisk_output as (
  select
    sqlrisk_row."town", sqlrisk_row."organ",
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."town", sqlrisk_row."organ"
),
sqlrisk_blanking as (
  select
    sqlrisk_pass_2."town", sqlrisk_pass_2."organ",
    sqlrisk_pass_2."town" as sqlrisk_key_1, sqlrisk_pass_2."organ" as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    0 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 0 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    sqlrisk_pass_2."town", sqlrisk_pass_2."organ",
    null as sqlrisk_key_1, sqlrisk_pass_2."organ" as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    1 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 1 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    sqlrisk_pass_2."town", sqlrisk_pass_2."organ",
    null as sqlrisk_key_1, null as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    2 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 2 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    null, null, 
    sqlrisk_output."town" as sqlrisk_key_1, sqlrisk_output."organ" as sqlrisk_key_2, 
    0 as sqlrisk_rows,
    0 as sqlrisk_depth,
    -1 as sqlrisk_blanks,
    0 as sqlrisk_declared,
    sqlrisk_output.sqlrisk_rows as sqlrisk_found
  from sqlrisk_output
),
sqlrisk_residue as (
  select coalesce(sum(sqlrisk_pass_2.sqlrisk_rows), 0) as sqlrisk_rows
  from sqlrisk_pass_2
  where sqlrisk_pass_2.sqlrisk_depth = 2
),
sqlrisk_met as (
  select
    (select sqlrisk_residue.sqlrisk_rows from sqlrisk_residue) as sqlrisk_residue,
    sqlrisk_blanking."town", sqlrisk_blanking."organ",
    sqlrisk_blanking.sqlrisk_rows,
    sqlrisk_blanking.sqlrisk_depth,
    sqlrisk_blanking.sqlrisk_blanks,
    sum(sqlrisk_blanking.sqlrisk_found) over (partition by sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_held,
    sum(sqlrisk_blanking.sqlrisk_declared) over (partition by sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_due,
    sum(sqlrisk_blanking.sqlrisk_declared) over (partition by sqlrisk_blanking.sqlrisk_blanks, sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_whole
  from sqlrisk_blanking
),
sqlrisk_reading as (
  select
    sqlrisk_met."town", sqlrisk_met."organ",
    max(sqlrisk_met.sqlrisk_rows) as sqlrisk_rows,
    max(case
      when sqlrisk_met.sqlrisk_blanks <> sqlrisk_met.sqlrisk_depth then 0
      when sqlrisk_met.sqlrisk_residue between 1 and 3 and sqlrisk_met.sqlrisk_held <= sqlrisk_met.sqlrisk_due - sqlrisk_met.sqlrisk_whole then 2
      else sqlrisk_met.sqlrisk_depth
    end) as sqlrisk_declared,
    coalesce(min(case when sqlrisk_met.sqlrisk_held > 0 then sqlrisk_met.sqlrisk_blanks end), 3) as sqlrisk_found
  from sqlrisk_met
  where sqlrisk_met.sqlrisk_blanks >= 0
  group by sqlrisk_met."town", sqlrisk_met."organ"
),
sqlrisk_apart_group as (
  select
    case when sqlrisk_reading.sqlrisk_declared >= 1 then null else sqlrisk_reading."town" end as sqlrisk_key_1, case when sqlrisk_reading.sqlrisk_declared >= 2 then null else sqlrisk_reading."organ" end as sqlrisk_key_2,
    case when sqlrisk_reading.sqlrisk_declared > 2 then 0 else sqlrisk_reading.sqlrisk_rows end as sqlrisk_due,
    0 as sqlrisk_held
  from sqlrisk_reading
  union all
  select
    sqlrisk_output."town" as sqlrisk_key_1, sqlrisk_output."organ" as sqlrisk_key_2, 
    0 as sqlrisk_due,
    sqlrisk_output.sqlrisk_rows as sqlrisk_held
  from sqlrisk_output
),
sqlrisk_apart as (
  select coalesce(sum(abs(sqlrisk_key.sqlrisk_due - sqlrisk_key.sqlrisk_held)), 0) as sqlrisk_rows
  from (
    select
      sqlrisk_apart_group.sqlrisk_key_1, sqlrisk_apart_group.sqlrisk_key_2,
      sum(sqlrisk_apart_group.sqlrisk_due) as sqlrisk_due,
      sum(sqlrisk_apart_group.sqlrisk_held) as sqlrisk_held
    from sqlrisk_apart_group
    group by sqlrisk_apart_group.sqlrisk_key_1, sqlrisk_apart_group.sqlrisk_key_2
  ) as sqlrisk_key
),
sqlrisk_lost as (
  select coalesce(sum(case when sqlrisk_reading.sqlrisk_found > 2 then sqlrisk_reading.sqlrisk_rows else 0 end), 0) as sqlrisk_rows
  from sqlrisk_reading
),
sqlrisk_expected as (
  select
    sqlrisk_reading."town", sqlrisk_reading."organ",
    sqlrisk_reading.sqlrisk_rows,
    case
      when (select sqlrisk_apart.sqlrisk_rows from sqlrisk_apart) = 0 then sqlrisk_reading.sqlrisk_declared
      when sqlrisk_reading.sqlrisk_found <= 2 then sqlrisk_reading.sqlrisk_found
      else 2
    end as sqlrisk_depth
  from sqlrisk_reading
),
sqlrisk_astray_group as (
  select
    case when sqlrisk_expected.sqlrisk_depth >= 1 then null else sqlrisk_expected."town" end as sqlrisk_key_1, case when sqlrisk_expected.sqlrisk_depth >= 2 then null else sqlrisk_expected."organ" end as sqlrisk_key_2,
    case when sqlrisk_expected.sqlrisk_depth > 2 then 0 else sqlrisk_expected.sqlrisk_rows end as sqlrisk_due,
    0 as sqlrisk_held
  from sqlrisk_expected
  union all
  select
    sqlrisk_output."town" as sqlrisk_key_1, sqlrisk_output."organ" as sqlrisk_key_2, 
    0 as sqlrisk_due,
    sqlrisk_output.sqlrisk_rows as sqlrisk_held
  from sqlrisk_output
),
sqlrisk_astray as (
  select coalesce(sum(abs(sqlrisk_key.sqlrisk_due - sqlrisk_key.sqlrisk_held)), 0) as sqlrisk_rows
  from (
    select
      sqlrisk_astray_group.sqlrisk_key_1, sqlrisk_astray_group.sqlrisk_key_2,
      sum(sqlrisk_astray_group.sqlrisk_due) as sqlrisk_due,
      sum(sqlrisk_astray_group.sqlrisk_held) as sqlrisk_held
    from sqlrisk_astray_group
    group by sqlrisk_astray_group.sqlrisk_key_1, sqlrisk_astray_group.sqlrisk_key_2
  ) as sqlrisk_key
),
sqlrisk_before as (
  select
    coalesce(sum(case when sqlrisk_expected.sqlrisk_depth > 0 then 1 else 0 end), 0) as sqlrisk_dissolved,
    coalesce(sum(case when sqlrisk_expected.sqlrisk_depth > 2 then sqlrisk_expected.sqlrisk_rows else 0 end), 0) as sqlrisk_dropped,
    count(*) as sqlrisk_groups,
    coalesce(sum(case when sqlrisk_expected."town" is null then 0 else sqlrisk_expected.sqlrisk_rows end), 0) as sqlrisk_values_1,
    coalesce(sum(case when sqlrisk_expected."organ" is null then 0 else sqlrisk_expected.sqlrisk_rows end), 0) as sqlrisk_values_2,
    coalesce(sum(sqlrisk_expected.sqlrisk_rows), 0) as sqlrisk_rows
  from sqlrisk_expected
),
sqlrisk_after as (
  select
    coalesce(sum(case when sqlrisk_output."town" is null then 0 else sqlrisk_output.sqlrisk_rows end), 0) as sqlrisk_values_1,
    coalesce(sum(case when sqlrisk_output."organ" is null then 0 else sqlrisk_output.sqlrisk_rows end), 0) as sqlrisk_values_2,
    coalesce(sum(sqlrisk_output.sqlrisk_rows), 0) as sqlrisk_rows
  from sqlrisk_output
)
select
  cast(sqlrisk_before.sqlrisk_rows as bigint) as sqlrisk_source_rows,
  cast((select sqlrisk_after.sqlrisk_rows from sqlrisk_after) as bigint) as sqlrisk_rows,
  cast(sqlrisk_before.sqlrisk_groups as bigint) as sqlrisk_source_groups,
  cast(sqlrisk_before.sqlrisk_dissolved as bigint) as sqlrisk_dissolved,
  cast(sqlrisk_before.sqlrisk_dropped as bigint) as sqlrisk_dropped,
  cast(sqlrisk_before.sqlrisk_values_1 as bigint) as sqlrisk_source_values_1,
  cast((select sqlrisk_after.sqlrisk_values_1 from sqlrisk_after) as bigint) as sqlrisk_values_1,
  cast(sqlrisk_before.sqlrisk_values_2 as bigint) as sqlrisk_source_values_2,
  cast((select sqlrisk_after.sqlrisk_values_2 from sqlrisk_after) as bigint) as sqlrisk_values_2,
  cast((select sqlrisk_astray.sqlrisk_rows from sqlrisk_astray) as bigint) as sqlrisk_unexplained
from sqlrisk_before

-- tuples of a block
with sqlrisk_pass_0 as (
  select
    sqlrisk_row."town", sqlrisk_row."organ",
    count(*) as sqlrisk_rows,
    0 as sqlrisk_depth
  from people as sqlrisk_row
  group by sqlrisk_row."town", sqlrisk_row."organ"
),
sqlrisk_pass_1 as (
  select
    sqlrisk_pass_0."town", sqlrisk_pass_0."organ",
    sqlrisk_pass_0.sqlrisk_rows,
    case
      when sqlrisk_pass_0.sqlrisk_depth = 0
        and sum(sqlrisk_pass_0.sqlrisk_rows) over (partition by sqlrisk_pass_0.sqlrisk_depth, sqlrisk_pass_0."town", sqlrisk_pass_0."organ") < 4
        then 1
      else sqlrisk_pass_0.sqlrisk_depth
    end as sqlrisk_depth
  from sqlrisk_pass_0
),
sqlrisk_pass_2 as (
  select
    sqlrisk_pass_1."town", sqlrisk_pass_1."organ",
    sqlrisk_pass_1.sqlrisk_rows,
    case
      when sqlrisk_pass_1.sqlrisk_depth = 1
        and sum(sqlrisk_pass_1.sqlrisk_rows) over (partition by sqlrisk_pass_1.sqlrisk_depth, sqlrisk_pass_1."organ") < 4
        then 2
      else sqlrisk_pass_1.sqlrisk_depth
    end as sqlrisk_depth
  from sqlrisk_pass_1
),
sqlrisk_output as (
  select
    sqlrisk_row."town", sqlrisk_row."organ",
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."town", sqlrisk_row."organ"
),
sqlrisk_blanking as (
  select
    sqlrisk_pass_2."town", sqlrisk_pass_2."organ",
    sqlrisk_pass_2."town" as sqlrisk_key_1, sqlrisk_pass_2."organ" as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    0 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 0 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    sqlrisk_pass_2."town", sqlrisk_pass_2."organ",
    null as sqlrisk_key_1, sqlrisk_pass_2."organ" as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    1 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 1 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    sqlrisk_pass_2."town", sqlrisk_pass_2."organ",
    null as sqlrisk_key_1, null as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    2 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 2 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    null, null, 
    sqlrisk_output."town" as sqlrisk_key_1, sqlrisk_output."organ" as sqlrisk_key_2, 
    0 as sqlrisk_rows,
    0 as sqlrisk_depth,
    -1 as sqlrisk_blanks,
    0 as sqlrisk_declared,
    sqlrisk_output.sqlrisk_rows as sqlrisk_found
  from sqlrisk_output
),
sqlrisk_residue as (
  select coalesce(sum(sqlrisk_pass_2.sqlrisk_rows), 0) as sqlrisk_rows
  from sqlrisk_pass_2
  where sqlrisk_pass_2.sqlrisk_depth = 2
),
sqlrisk_met as (
  select
    (select sqlrisk_residue.sqlrisk_rows from sqlrisk_residue) as sqlrisk_residue,
    sqlrisk_blanking."town", sqlrisk_blanking."organ",
    sqlrisk_blanking.sqlrisk_rows,
    sqlrisk_blanking.sqlrisk_depth,
    sqlrisk_blanking.sqlrisk_blanks,
    sum(sqlrisk_blanking.sqlrisk_found) over (partition by sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_held,
    sum(sqlrisk_blanking.sqlrisk_declared) over (partition by sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_due,
    sum(sqlrisk_blanking.sqlrisk_declared) over (partition by sqlrisk_blanking.sqlrisk_blanks, sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_whole
  from sqlrisk_blanking
),
sqlrisk_reading as (
  select
    sqlrisk_met."town", sqlrisk_met."organ",
    max(sqlrisk_met.sqlrisk_rows) as sqlrisk_rows,
    max(case
      when sqlrisk_met.sqlrisk_blanks <> sqlrisk_met.sqlrisk_depth then 0
      when sqlrisk_met.sqlrisk_residue between 1 and 3 and sqlrisk_met.sqlrisk_depth = 2 then 3
      else sqlrisk_met.sqlrisk_depth
    end) as sqlrisk_declared,
    coalesce(min(case when sqlrisk_met.sqlrisk_held > 0 then sqlrisk_met.sqlrisk_blanks end), 3) as sqlrisk_found
  from sqlrisk_met
  where sqlrisk_met.sqlrisk_blanks >= 0
  group by sqlrisk_met."town", sqlrisk_met."organ"
),
sqlrisk_apart_group as (
  select
    case when sqlrisk_reading.sqlrisk_declared >= 1 then null else sqlrisk_reading."town" end as sqlrisk_key_1, case when sqlrisk_reading.sqlrisk_declared >= 2 then null else sqlrisk_reading."organ" end as sqlrisk_key_2,
    case when sqlrisk_reading.sqlrisk_declared > 2 then 0 else sqlrisk_reading.sqlrisk_rows end as sqlrisk_due,
    0 as sqlrisk_held
  from sqlrisk_reading
  union all
  select
    sqlrisk_output."town" as sqlrisk_key_1, sqlrisk_output."organ" as sqlrisk_key_2, 
    0 as sqlrisk_due,
    sqlrisk_output.sqlrisk_rows as sqlrisk_held
  from sqlrisk_output
),
sqlrisk_apart as (
  select coalesce(sum(abs(sqlrisk_key.sqlrisk_due - sqlrisk_key.sqlrisk_held)), 0) as sqlrisk_rows
  from (
    select
      sqlrisk_apart_group.sqlrisk_key_1, sqlrisk_apart_group.sqlrisk_key_2,
      sum(sqlrisk_apart_group.sqlrisk_due) as sqlrisk_due,
      sum(sqlrisk_apart_group.sqlrisk_held) as sqlrisk_held
    from sqlrisk_apart_group
    group by sqlrisk_apart_group.sqlrisk_key_1, sqlrisk_apart_group.sqlrisk_key_2
  ) as sqlrisk_key
),
sqlrisk_lost as (
  select coalesce(sum(case when sqlrisk_reading.sqlrisk_found > 2 then sqlrisk_reading.sqlrisk_rows else 0 end), 0) as sqlrisk_rows
  from sqlrisk_reading
),
sqlrisk_expected as (
  select
    sqlrisk_reading."town", sqlrisk_reading."organ",
    sqlrisk_reading.sqlrisk_rows,
    case
      when (select sqlrisk_apart.sqlrisk_rows from sqlrisk_apart) = 0 then sqlrisk_reading.sqlrisk_declared
      when sqlrisk_reading.sqlrisk_found <= 2 or (select sqlrisk_lost.sqlrisk_rows from sqlrisk_lost) < 4 then sqlrisk_reading.sqlrisk_found
      else 2
    end as sqlrisk_depth
  from sqlrisk_reading
),
sqlrisk_placed as (
  select
    sqlrisk_row."town", sqlrisk_row."organ", sqlrisk_row."age", sqlrisk_row."sex",
    count(*) as sqlrisk_rows,
    null as sqlrisk_depth
  from people as sqlrisk_row
  group by sqlrisk_row."town", sqlrisk_row."organ", sqlrisk_row."age", sqlrisk_row."sex"
  union all
  select
    sqlrisk_expected."town", sqlrisk_expected."organ",
    null, null, 
    0 as sqlrisk_rows,
    sqlrisk_expected.sqlrisk_depth
  from sqlrisk_expected
),
sqlrisk_settled as (
  select
    sqlrisk_placed."town", sqlrisk_placed."organ", sqlrisk_placed."age", sqlrisk_placed."sex",
    sqlrisk_placed.sqlrisk_rows,
    max(sqlrisk_placed.sqlrisk_depth) over (partition by sqlrisk_placed."town", sqlrisk_placed."organ") as sqlrisk_depth
  from sqlrisk_placed
),
sqlrisk_moved as (
  select
    case when sqlrisk_settled.sqlrisk_depth >= 1 then null else sqlrisk_settled."town" end as sqlrisk_key_1, case when sqlrisk_settled.sqlrisk_depth >= 2 then null else sqlrisk_settled."organ" end as sqlrisk_key_2,
    sqlrisk_settled."age", sqlrisk_settled."sex",
    sqlrisk_settled.sqlrisk_rows
  from sqlrisk_settled
  where sqlrisk_settled.sqlrisk_rows > 0 and sqlrisk_settled.sqlrisk_depth <= 2
),
sqlrisk_both as (
  select
    sqlrisk_moved.sqlrisk_key_1, sqlrisk_moved.sqlrisk_key_2,
    sqlrisk_moved."age", sqlrisk_moved."sex",
    sqlrisk_moved.sqlrisk_rows as sqlrisk_before,
    0 as sqlrisk_after
  from sqlrisk_moved
  union all
  select
    sqlrisk_row."town", sqlrisk_row."organ", sqlrisk_row."age", sqlrisk_row."sex",
    0 as sqlrisk_before,
    1 as sqlrisk_after
  from people as sqlrisk_row
),
sqlrisk_tuple as (
  select
    sqlrisk_both.sqlrisk_key_1, sqlrisk_both.sqlrisk_key_2,
    sqlrisk_both."age", sqlrisk_both."sex",
    sum(sqlrisk_both.sqlrisk_before) as sqlrisk_before,
    sum(sqlrisk_both.sqlrisk_after) as sqlrisk_after
  from sqlrisk_both
  group by sqlrisk_both.sqlrisk_key_1, sqlrisk_both.sqlrisk_key_2, sqlrisk_both."age", sqlrisk_both."sex"
)
select
  count(*) as sqlrisk_tuples,
  cast(coalesce(sum(case when sqlrisk_tuple.sqlrisk_before <> sqlrisk_tuple.sqlrisk_after then 1 else 0 end), 0) as bigint) as sqlrisk_tuples_changed,
  cast(coalesce(sum(case when sqlrisk_tuple.sqlrisk_before > sqlrisk_tuple.sqlrisk_after then sqlrisk_tuple.sqlrisk_before - sqlrisk_tuple.sqlrisk_after else 0 end), 0) as bigint) as sqlrisk_rows_missing,
  cast(coalesce(sum(case when sqlrisk_tuple.sqlrisk_after > sqlrisk_tuple.sqlrisk_before then sqlrisk_tuple.sqlrisk_after - sqlrisk_tuple.sqlrisk_before else 0 end), 0) as bigint) as sqlrisk_rows_added
from sqlrisk_tuple

-- links of two blocks
with sqlrisk_pass_0 as (
  select
    sqlrisk_row."town", sqlrisk_row."organ",
    count(*) as sqlrisk_rows,
    0 as sqlrisk_depth
  from people as sqlrisk_row
  group by sqlrisk_row."town", sqlrisk_row."organ"
),
sqlrisk_pass_1 as (
  select
    sqlrisk_pass_0."town", sqlrisk_pass_0."organ",
    sqlrisk_pass_0.sqlrisk_rows,
    case
      when sqlrisk_pass_0.sqlrisk_depth = 0
        and sum(sqlrisk_pass_0.sqlrisk_rows) over (partition by sqlrisk_pass_0.sqlrisk_depth, sqlrisk_pass_0."town", sqlrisk_pass_0."organ") < 4
        then 1
      else sqlrisk_pass_0.sqlrisk_depth
    end as sqlrisk_depth
  from sqlrisk_pass_0
),
sqlrisk_pass_2 as (
  select
    sqlrisk_pass_1."town", sqlrisk_pass_1."organ",
    sqlrisk_pass_1.sqlrisk_rows,
    case
      when sqlrisk_pass_1.sqlrisk_depth = 1
        and sum(sqlrisk_pass_1.sqlrisk_rows) over (partition by sqlrisk_pass_1.sqlrisk_depth, sqlrisk_pass_1."organ") < 4
        then 2
      else sqlrisk_pass_1.sqlrisk_depth
    end as sqlrisk_depth
  from sqlrisk_pass_1
),
sqlrisk_output as (
  select
    sqlrisk_row."town", sqlrisk_row."organ",
    count(*) as sqlrisk_rows
  from people as sqlrisk_row
  group by sqlrisk_row."town", sqlrisk_row."organ"
),
sqlrisk_blanking as (
  select
    sqlrisk_pass_2."town", sqlrisk_pass_2."organ",
    sqlrisk_pass_2."town" as sqlrisk_key_1, sqlrisk_pass_2."organ" as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    0 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 0 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    sqlrisk_pass_2."town", sqlrisk_pass_2."organ",
    null as sqlrisk_key_1, sqlrisk_pass_2."organ" as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    1 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 1 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    sqlrisk_pass_2."town", sqlrisk_pass_2."organ",
    null as sqlrisk_key_1, null as sqlrisk_key_2,
    sqlrisk_pass_2.sqlrisk_rows,
    sqlrisk_pass_2.sqlrisk_depth,
    2 as sqlrisk_blanks,
    case when sqlrisk_pass_2.sqlrisk_depth = 2 then sqlrisk_pass_2.sqlrisk_rows else 0 end as sqlrisk_declared,
    0 as sqlrisk_found
  from sqlrisk_pass_2
  union all
  select
    null, null, 
    sqlrisk_output."town" as sqlrisk_key_1, sqlrisk_output."organ" as sqlrisk_key_2, 
    0 as sqlrisk_rows,
    0 as sqlrisk_depth,
    -1 as sqlrisk_blanks,
    0 as sqlrisk_declared,
    sqlrisk_output.sqlrisk_rows as sqlrisk_found
  from sqlrisk_output
),
sqlrisk_residue as (
  select coalesce(sum(sqlrisk_pass_2.sqlrisk_rows), 0) as sqlrisk_rows
  from sqlrisk_pass_2
  where sqlrisk_pass_2.sqlrisk_depth = 2
),
sqlrisk_met as (
  select
    (select sqlrisk_residue.sqlrisk_rows from sqlrisk_residue) as sqlrisk_residue,
    sqlrisk_blanking."town", sqlrisk_blanking."organ",
    sqlrisk_blanking.sqlrisk_rows,
    sqlrisk_blanking.sqlrisk_depth,
    sqlrisk_blanking.sqlrisk_blanks,
    sum(sqlrisk_blanking.sqlrisk_found) over (partition by sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_held,
    sum(sqlrisk_blanking.sqlrisk_declared) over (partition by sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_due,
    sum(sqlrisk_blanking.sqlrisk_declared) over (partition by sqlrisk_blanking.sqlrisk_blanks, sqlrisk_blanking.sqlrisk_key_1, sqlrisk_blanking.sqlrisk_key_2) as sqlrisk_whole
  from sqlrisk_blanking
),
sqlrisk_reading as (
  select
    sqlrisk_met."town", sqlrisk_met."organ",
    max(sqlrisk_met.sqlrisk_rows) as sqlrisk_rows,
    max(case
      when sqlrisk_met.sqlrisk_blanks <> sqlrisk_met.sqlrisk_depth then 0
      else sqlrisk_met.sqlrisk_depth
    end) as sqlrisk_declared,
    coalesce(min(case when sqlrisk_met.sqlrisk_held > 0 then sqlrisk_met.sqlrisk_blanks end), 3) as sqlrisk_found
  from sqlrisk_met
  where sqlrisk_met.sqlrisk_blanks >= 0
  group by sqlrisk_met."town", sqlrisk_met."organ"
),
sqlrisk_apart_group as (
  select
    case when sqlrisk_reading.sqlrisk_declared >= 1 then null else sqlrisk_reading."town" end as sqlrisk_key_1, case when sqlrisk_reading.sqlrisk_declared >= 2 then null else sqlrisk_reading."organ" end as sqlrisk_key_2,
    case when sqlrisk_reading.sqlrisk_declared > 2 then 0 else sqlrisk_reading.sqlrisk_rows end as sqlrisk_due,
    0 as sqlrisk_held
  from sqlrisk_reading
  union all
  select
    sqlrisk_output."town" as sqlrisk_key_1, sqlrisk_output."organ" as sqlrisk_key_2, 
    0 as sqlrisk_due,
    sqlrisk_output.sqlrisk_rows as sqlrisk_held
  from sqlrisk_output
),
sqlrisk_apart as (
  select coalesce(sum(abs(sqlrisk_key.sqlrisk_due - sqlrisk_key.sqlrisk_held)), 0) as sqlrisk_rows
  from (
    select
      sqlrisk_apart_group.sqlrisk_key_1, sqlrisk_apart_group.sqlrisk_key_2,
      sum(sqlrisk_apart_group.sqlrisk_due) as sqlrisk_due,
      sum(sqlrisk_apart_group.sqlrisk_held) as sqlrisk_held
    from sqlrisk_apart_group
    group by sqlrisk_apart_group.sqlrisk_key_1, sqlrisk_apart_group.sqlrisk_key_2
  ) as sqlrisk_key
),
sqlrisk_lost as (
  select coalesce(sum(case when sqlrisk_reading.sqlrisk_found > 2 then sqlrisk_reading.sqlrisk_rows else 0 end), 0) as sqlrisk_rows
  from sqlrisk_reading
),
sqlrisk_expected as (
  select
    sqlrisk_reading."town", sqlrisk_reading."organ",
    sqlrisk_reading.sqlrisk_rows,
    case
      when (select sqlrisk_apart.sqlrisk_rows from sqlrisk_apart) = 0 then sqlrisk_reading.sqlrisk_declared
      when sqlrisk_reading.sqlrisk_found <= 2 then sqlrisk_reading.sqlrisk_found
      else 2
    end as sqlrisk_depth
  from sqlrisk_reading
),
sqlrisk_placed as (
  select
    sqlrisk_row."town", sqlrisk_row."organ", sqlrisk_row."age", sqlrisk_row."sex", sqlrisk_row."illness",
    count(*) as sqlrisk_rows,
    null as sqlrisk_depth
  from people as sqlrisk_row
  group by sqlrisk_row."town", sqlrisk_row."organ", sqlrisk_row."age", sqlrisk_row."sex", sqlrisk_row."illness"
  union all
  select
    sqlrisk_expected."town", sqlrisk_expected."organ",
    null, null, null, 
    0 as sqlrisk_rows,
    sqlrisk_expected.sqlrisk_depth
  from sqlrisk_expected
),
sqlrisk_settled as (
  select
    sqlrisk_placed."town", sqlrisk_placed."organ", sqlrisk_placed."age", sqlrisk_placed."sex", sqlrisk_placed."illness",
    sqlrisk_placed.sqlrisk_rows,
    max(sqlrisk_placed.sqlrisk_depth) over (partition by sqlrisk_placed."town", sqlrisk_placed."organ") as sqlrisk_depth
  from sqlrisk_placed
),
sqlrisk_moved as (
  select
    case when sqlrisk_settled.sqlrisk_depth >= 1 then null else sqlrisk_settled."town" end as sqlrisk_key_1, case when sqlrisk_settled.sqlrisk_depth >= 2 then null else sqlrisk_settled."organ" end as sqlrisk_key_2,
    sqlrisk_settled."age", sqlrisk_settled."sex", sqlrisk_settled."illness",
    sqlrisk_settled.sqlrisk_rows
  from sqlrisk_settled
  where sqlrisk_settled.sqlrisk_rows > 0 and sqlrisk_settled.sqlrisk_depth <= 2
),
sqlrisk_both as (
  select
    sqlrisk_moved.sqlrisk_key_1, sqlrisk_moved.sqlrisk_key_2,
    sqlrisk_moved."age", sqlrisk_moved."sex", sqlrisk_moved."illness",
    sqlrisk_moved.sqlrisk_rows as sqlrisk_before,
    0 as sqlrisk_after
  from sqlrisk_moved
  union all
  select
    sqlrisk_row."town", sqlrisk_row."organ", sqlrisk_row."age", sqlrisk_row."sex", sqlrisk_row."illness",
    0 as sqlrisk_before,
    1 as sqlrisk_after
  from people as sqlrisk_row
),
sqlrisk_tuple as (
  select
    sqlrisk_both.sqlrisk_key_1, sqlrisk_both.sqlrisk_key_2,
    sqlrisk_both."age", sqlrisk_both."sex", sqlrisk_both."illness",
    sum(sqlrisk_both.sqlrisk_before) as sqlrisk_before,
    sum(sqlrisk_both.sqlrisk_after) as sqlrisk_after
  from sqlrisk_both
  group by sqlrisk_both.sqlrisk_key_1, sqlrisk_both.sqlrisk_key_2, sqlrisk_both."age", sqlrisk_both."sex", sqlrisk_both."illness"
),
sqlrisk_pair as (
  select
    sqlrisk_tuple.sqlrisk_key_1, sqlrisk_tuple.sqlrisk_key_2,
    cast(sqlrisk_tuple.sqlrisk_before as double) as sqlrisk_before,
    cast(sqlrisk_tuple.sqlrisk_after as double) as sqlrisk_after,
    cast(sum(sqlrisk_tuple.sqlrisk_before) over (partition by sqlrisk_tuple.sqlrisk_key_1, sqlrisk_tuple.sqlrisk_key_2) as double) as sqlrisk_rows,
    cast(sum(sqlrisk_tuple.sqlrisk_before) over (partition by sqlrisk_tuple.sqlrisk_key_1, sqlrisk_tuple.sqlrisk_key_2, sqlrisk_tuple."age", sqlrisk_tuple."sex") as double) as sqlrisk_of_block,
    cast(sum(sqlrisk_tuple.sqlrisk_before) over (partition by sqlrisk_tuple.sqlrisk_key_1, sqlrisk_tuple.sqlrisk_key_2, sqlrisk_tuple."illness") as double) as sqlrisk_of_other
  from sqlrisk_tuple
),
sqlrisk_group as (
  select
    max(sqlrisk_pair.sqlrisk_rows) as sqlrisk_rows,
    sum(sqlrisk_pair.sqlrisk_before * sqlrisk_pair.sqlrisk_after / (sqlrisk_pair.sqlrisk_of_block * sqlrisk_pair.sqlrisk_of_other)) as sqlrisk_coinciding,
    sum(sqlrisk_pair.sqlrisk_before * sqlrisk_pair.sqlrisk_before / (sqlrisk_pair.sqlrisk_of_block * sqlrisk_pair.sqlrisk_of_other)) as sqlrisk_of_copy,
    max(sqlrisk_pair.sqlrisk_before / (sqlrisk_pair.sqlrisk_of_block * sqlrisk_pair.sqlrisk_of_other)) as sqlrisk_most
  from sqlrisk_pair
  where sqlrisk_pair.sqlrisk_before > 0
  group by sqlrisk_pair.sqlrisk_key_1, sqlrisk_pair.sqlrisk_key_2
),
sqlrisk_linked as (
  select
    floor(ln(sqlrisk_group.sqlrisk_rows)) as sqlrisk_order,
    sqlrisk_group.sqlrisk_rows,
    (sqlrisk_group.sqlrisk_rows - 1) * (sqlrisk_group.sqlrisk_coinciding - 1) as sqlrisk_excess,
    (sqlrisk_group.sqlrisk_rows - 1) * (sqlrisk_group.sqlrisk_of_copy - 1) as sqlrisk_variance,
    (sqlrisk_group.sqlrisk_rows - 1) * sqlrisk_group.sqlrisk_most as sqlrisk_largest
  from sqlrisk_group
  where (sqlrisk_group.sqlrisk_rows - 1) * (sqlrisk_group.sqlrisk_of_copy - 1) > 0.000001
)
select
  sqlrisk_linked.sqlrisk_order,
  count(*) as sqlrisk_groups,
  cast(sum(sqlrisk_linked.sqlrisk_rows) as bigint) as sqlrisk_rows,
  sum(sqlrisk_linked.sqlrisk_excess) as sqlrisk_excess,
  sum(sqlrisk_linked.sqlrisk_variance) as sqlrisk_variance,
  max(sqlrisk_linked.sqlrisk_largest) as sqlrisk_largest,
  max(case when sqlrisk_linked.sqlrisk_excess > 0 then sqlrisk_linked.sqlrisk_excess * sqlrisk_linked.sqlrisk_excess / (2 * (sqlrisk_linked.sqlrisk_variance + sqlrisk_linked.sqlrisk_largest * sqlrisk_linked.sqlrisk_excess / cast(3 as double))) else cast(0 as double) end) as sqlrisk_evidence,
  max(sqlrisk_linked.sqlrisk_variance * sqlrisk_linked.sqlrisk_variance / (2 * (sqlrisk_linked.sqlrisk_variance + sqlrisk_linked.sqlrisk_largest * sqlrisk_linked.sqlrisk_variance / cast(3 as double)))) as sqlrisk_evidence_of_copy
from sqlrisk_linked
group by sqlrisk_linked.sqlrisk_order

-- constant blocks
with sqlrisk_tuple as (
  select
    sqlrisk_row."town",
    count(*) as sqlrisk_rows,
    1 as sqlrisk_block
  from people as sqlrisk_row
  group by sqlrisk_row."town", sqlrisk_row."age", sqlrisk_row."sex"
  union all
  select
    sqlrisk_row."town",
    count(*) as sqlrisk_rows,
    2 as sqlrisk_block
  from people as sqlrisk_row
  group by sqlrisk_row."town", sqlrisk_row."illness"
  
),
sqlrisk_block as (
  select
    sqlrisk_tuple."town",
    sum(sqlrisk_tuple.sqlrisk_rows) as sqlrisk_rows,
    count(*) as sqlrisk_tuples
  from sqlrisk_tuple
  group by sqlrisk_tuple."town", sqlrisk_tuple.sqlrisk_block
),
sqlrisk_group as (
  select
    max(sqlrisk_block.sqlrisk_rows) as sqlrisk_rows,
    sum(case when sqlrisk_block.sqlrisk_tuples = 1 then 1 else 0 end) as sqlrisk_constant
  from sqlrisk_block
  group by sqlrisk_block."town"
)
select
  cast(sqlrisk_group.sqlrisk_constant as bigint) as sqlrisk_constant,
  count(*) as sqlrisk_groups,
  cast(sum(sqlrisk_group.sqlrisk_rows) as bigint) as sqlrisk_rows
from sqlrisk_group
group by sqlrisk_group.sqlrisk_constant

-- rows of classes within limits
select sqlrisk_decided."age", sqlrisk_decided."town", sqlrisk_decided."organ"
from (
  select
    sqlrisk_tagged."age", sqlrisk_tagged."town", sqlrisk_tagged."organ",
    sqlrisk_tagged.sqlrisk_is_row,
    cast(sum(sqlrisk_tagged.sqlrisk_is_row) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as bigint) as sqlrisk_class_size,
    max(sqlrisk_tagged.sqlrisk_fails) over (partition by sqlrisk_tagged."age", sqlrisk_tagged."town") as sqlrisk_fails
  from (
    select
      1 as sqlrisk_is_row,
      0 as sqlrisk_fails,
      sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."organ"
    from people as sqlrisk_row
    union all
    select
      0 as sqlrisk_is_row,
      1 as sqlrisk_fails,
      sqlrisk_failing."age", sqlrisk_failing."town",
      null as sqlrisk_none_1
    from (
select sqlrisk_share."age", sqlrisk_share."town"
      from (
        select
          sqlrisk_pair."age", sqlrisk_pair."town",
          sqlrisk_pair.sqlrisk_valued_rows,
          row_number() over (partition by sqlrisk_pair."age", sqlrisk_pair."town" order by sqlrisk_pair.sqlrisk_valued_rows desc) as sqlrisk_place,
          cast(sum(sqlrisk_pair.sqlrisk_valued_rows) over (partition by sqlrisk_pair."age", sqlrisk_pair."town") as bigint) as sqlrisk_class_valued,
          cast(sum(sqlrisk_pair.sqlrisk_valued_rows) over (partition by sqlrisk_pair.sqlrisk_value) as bigint) as sqlrisk_value_rows,
          cast(sum(sqlrisk_pair.sqlrisk_valued_rows) over () as bigint) as sqlrisk_table_rows
        from (
          select
            sqlrisk_row."age", sqlrisk_row."town",
            sqlrisk_row."illness" as sqlrisk_value,
            cast(count(sqlrisk_row."illness") as bigint) as sqlrisk_valued_rows
          from people as sqlrisk_row
          group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."illness"
        ) as sqlrisk_pair
      ) as sqlrisk_share
      group by sqlrisk_share."age", sqlrisk_share."town"
      having max(sqlrisk_share.sqlrisk_class_valued) = 0 or (sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then 1 else 0 end) < 2 or case when max(sqlrisk_share.sqlrisk_class_valued) > 0 then cast(max(sqlrisk_share.sqlrisk_class_valued) as double) * ln(cast(max(sqlrisk_share.sqlrisk_class_valued) as double)) else 0 end - sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double) * ln(cast(sqlrisk_share.sqlrisk_valued_rows as double)) else 0 end) < cast(max(sqlrisk_share.sqlrisk_class_valued) as double) * ln(cast(1.4999999985 as double)) or sum(case
      when sqlrisk_share.sqlrisk_table_rows <= 3000000000 then case when sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows as double) else cast(0 as double) end
      when cast(sqlrisk_share.sqlrisk_valued_rows as double) * cast(sqlrisk_share.sqlrisk_table_rows as double) - cast(sqlrisk_share.sqlrisk_class_valued as double) * cast(sqlrisk_share.sqlrisk_value_rows as double) > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double) * cast(sqlrisk_share.sqlrisk_table_rows as double) - cast(sqlrisk_share.sqlrisk_class_valued as double) * cast(sqlrisk_share.sqlrisk_value_rows as double)
      else cast(0 as double)
    end) > cast(0.7000000007 as double) * cast(max(sqlrisk_share.sqlrisk_class_valued) as double) * cast(max(sqlrisk_share.sqlrisk_table_rows) as double))
    ) as sqlrisk_failing
    union all
    select
      0 as sqlrisk_is_row,
      1 as sqlrisk_fails,
      sqlrisk_failing."age", sqlrisk_failing."town",
      null as sqlrisk_none_1
    from (
select sqlrisk_share."age", sqlrisk_share."town"
      from (
        select
          sqlrisk_pair."age", sqlrisk_pair."town",
          sqlrisk_pair.sqlrisk_valued_rows,
          row_number() over (partition by sqlrisk_pair."age", sqlrisk_pair."town" order by sqlrisk_pair.sqlrisk_valued_rows desc) as sqlrisk_place,
          cast(sum(sqlrisk_pair.sqlrisk_valued_rows) over (partition by sqlrisk_pair."age", sqlrisk_pair."town") as bigint) as sqlrisk_class_valued,
          cast(sum(sqlrisk_pair.sqlrisk_valued_rows) over (partition by sqlrisk_pair.sqlrisk_value) as bigint) as sqlrisk_value_rows,
          cast(sum(sqlrisk_pair.sqlrisk_valued_rows) over () as bigint) as sqlrisk_table_rows
        from (
          select
            sqlrisk_row."age", sqlrisk_row."town",
            sqlrisk_row."sex" as sqlrisk_value,
            cast(count(*) as bigint) as sqlrisk_valued_rows
          from people as sqlrisk_row
          group by sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."sex"
        ) as sqlrisk_pair
      ) as sqlrisk_share
      group by sqlrisk_share."age", sqlrisk_share."town"
      having max(sqlrisk_share.sqlrisk_class_valued) = 0 or (cast(max(sqlrisk_share.sqlrisk_valued_rows) as double) > cast(0.8000000008000001 as double) * cast(max(sqlrisk_share.sqlrisk_class_valued) as double) or cast(max(sqlrisk_share.sqlrisk_valued_rows) as double) >= cast(2.999999997 as double) * cast(sum(case when sqlrisk_share.sqlrisk_place >= 2 then sqlrisk_share.sqlrisk_valued_rows else 0 end) as double))
    ) as sqlrisk_failing
  ) as sqlrisk_tagged
) as sqlrisk_decided
where sqlrisk_decided.sqlrisk_is_row = 1
  and sqlrisk_decided.sqlrisk_fails = 0
  and sqlrisk_decided.sqlrisk_class_size >= 2

-- rows of classes within limits, NULL is no value
select sqlrisk_decided."town", sqlrisk_decided."sex"
from (
  select
    sqlrisk_tagged."town", sqlrisk_tagged."sex",
    sqlrisk_tagged.sqlrisk_is_row,
    cast(sum(sqlrisk_tagged.sqlrisk_is_row) over (partition by sqlrisk_tagged."town") as bigint) as sqlrisk_class_size,
    max(sqlrisk_tagged.sqlrisk_fails) over (partition by sqlrisk_tagged."town") as sqlrisk_fails
  from (
    select
      1 as sqlrisk_is_row,
      0 as sqlrisk_fails,
      sqlrisk_row."town", sqlrisk_row."sex"
    from people as sqlrisk_row
    union all
    select
      0 as sqlrisk_is_row,
      1 as sqlrisk_fails,
      sqlrisk_failing."town",
      null as sqlrisk_none_1
    from (
select sqlrisk_share."town"
      from (
        select
          sqlrisk_pair."town",
          sqlrisk_pair.sqlrisk_valued_rows,
          row_number() over (partition by sqlrisk_pair."town" order by sqlrisk_pair.sqlrisk_valued_rows desc) as sqlrisk_place,
          cast(sum(sqlrisk_pair.sqlrisk_valued_rows) over (partition by sqlrisk_pair."town") as bigint) as sqlrisk_class_valued,
          cast(sum(sqlrisk_pair.sqlrisk_valued_rows) over (partition by sqlrisk_pair.sqlrisk_value) as bigint) as sqlrisk_value_rows,
          cast(sum(sqlrisk_pair.sqlrisk_valued_rows) over () as bigint) as sqlrisk_table_rows
        from (
          select
            sqlrisk_row."town",
            sqlrisk_row."illness" as sqlrisk_value,
            cast(count(sqlrisk_row."illness") as bigint) as sqlrisk_valued_rows
          from people as sqlrisk_row
          group by sqlrisk_row."town", sqlrisk_row."illness"
        ) as sqlrisk_pair
      ) as sqlrisk_share
      group by sqlrisk_share."town"
      having max(sqlrisk_share.sqlrisk_class_valued) > 0 and (cast(max(sqlrisk_share.sqlrisk_valued_rows) as double) > cast(0.8000000008000001 as double) * cast(max(sqlrisk_share.sqlrisk_class_valued) as double))
    ) as sqlrisk_failing
  ) as sqlrisk_tagged
) as sqlrisk_decided
where sqlrisk_decided.sqlrisk_is_row = 1
  and sqlrisk_decided.sqlrisk_fails = 0
  and sqlrisk_decided.sqlrisk_class_size >= 1

-- publication
select sqlrisk_sized."age", sqlrisk_sized."town", sqlrisk_sized."illness"
from (
  select
    sqlrisk_row."age", sqlrisk_row."town", sqlrisk_row."illness",
    count(*) over (partition by sqlrisk_row."age", sqlrisk_row."town") as sqlrisk_class_size
  from people as sqlrisk_row
) as sqlrisk_sized
where sqlrisk_sized.sqlrisk_class_size >= 5

-- expression: 1
1

-- expression: -1.5
-1.5

-- expression: 'o''Hara'
'o''Hara'

-- expression: 'back\slash'
'back\slash'

-- expression: '{{ x }} -- % $1'
'{{ x }} -- % $1'

-- expression: true
TRUE

-- expression: null
NULL

-- expression: i
sqlrisk_source."i"

-- expression: "i"
sqlrisk_source."i"

-- expression: I
sqlrisk_source."i"

-- expression: user
sqlrisk_source."user"

-- expression: i + j
sqlrisk_source."i" + sqlrisk_source."j"

-- expression: i - j
sqlrisk_source."i" - sqlrisk_source."j"

-- expression: i * j
sqlrisk_source."i" * sqlrisk_source."j"

-- expression: i / j
CASE WHEN sqlrisk_source."j" = 0 THEN 1 % 0 ELSE CAST(sqlrisk_source."i" AS DOUBLE) / sqlrisk_source."j" END

-- expression: i / 2
CAST(sqlrisk_source."i" AS DOUBLE) / 2

-- expression: i % j
CASE WHEN sqlrisk_source."j" = 0 THEN 1 % 0 ELSE sqlrisk_source."i" % sqlrisk_source."j" END

-- expression: -i
-sqlrisk_source."i"

-- expression: - -i
- -sqlrisk_source."i"

-- expression: (i + 1) * 2
(sqlrisk_source."i" + 1) * 2

-- expression: 1 - (2 - 3)
1 - (2 - 3)

-- expression: i = 7
sqlrisk_source."i" = 7

-- expression: i <> 7
sqlrisk_source."i" <> 7

-- expression: i != 7
sqlrisk_source."i" <> 7

-- expression: i > j
sqlrisk_source."i" > sqlrisk_source."j"

-- expression: i >= 7
sqlrisk_source."i" >= 7

-- expression: i < 7
sqlrisk_source."i" < 7

-- expression: i <= 7
sqlrisk_source."i" <= 7

-- expression: i > 0 and j > 0
sqlrisk_source."i" > 0 AND sqlrisk_source."j" > 0

-- expression: i > 0 or j > 0
sqlrisk_source."i" > 0 OR sqlrisk_source."j" > 0

-- expression: not b
NOT sqlrisk_source."b"

-- expression: not (b and i > 0) or false
NOT (sqlrisk_source."b" AND sqlrisk_source."i" > 0) OR FALSE

-- expression: i is null
sqlrisk_source."i" IS NULL

-- expression: i is not null
NOT sqlrisk_source."i" IS NULL

-- expression: case when i > 0 then 'up' when i < 0 then 'down' else 'unknown' end
CASE WHEN sqlrisk_source."i" > 0 THEN 'up' WHEN sqlrisk_source."i" < 0 THEN 'down' ELSE 'unknown' END

-- expression: case when i > 0 then 'up' end
CASE WHEN sqlrisk_source."i" > 0 THEN 'up' END

-- expression: case i when 7 then 'seven' else 'other' end
CASE sqlrisk_source."i" WHEN 7 THEN 'seven' ELSE 'other' END

-- expression: coalesce(i, j, 0)
COALESCE(sqlrisk_source."i", sqlrisk_source."j", 0)

-- expression: nullif(i, 7)
NULLIF(sqlrisk_source."i", 7)

-- expression: i in (7, 0)
sqlrisk_source."i" IN (7, 0)

-- expression: i not in (7, 0)
NOT sqlrisk_source."i" IN (7, 0)

-- expression: t in ('Ana', 'Eva')
sqlrisk_source."t" IN ('Ana', 'Eva')

-- expression: i between 0 and 7
sqlrisk_source."i" BETWEEN 0 AND 7

-- expression: i not between 0 and 7
NOT sqlrisk_source."i" BETWEEN 0 AND 7

-- expression: t like 'A%'
sqlrisk_source."t" LIKE 'A%'

-- expression: t not like '_na'
sqlrisk_source."t" NOT LIKE '_na'

-- expression: cast('12' as integer)
CAST('12' AS INTEGER)

-- expression: cast(floor(x + 0.5) as integer)
CAST(FLOOR(sqlrisk_source."x" + 0.5) AS INTEGER)

-- expression: cast(i as double)
CAST(sqlrisk_source."i" AS DOUBLE)

-- expression: cast(i as text)
CAST(sqlrisk_source."i" AS VARCHAR)

-- expression: i::text
CAST(sqlrisk_source."i" AS VARCHAR)

-- expression: cast(d as text)
CAST(sqlrisk_source."d" AS VARCHAR)

-- expression: cast('2024-02-29' as date)
CAST('2024-02-29' AS DATE)

-- expression: date '2024-02-29'
CAST('2024-02-29' AS DATE)

-- expression: d > date '2000-01-01'
sqlrisk_source."d" > CAST('2000-01-01' AS DATE)

-- expression: t like 'a%'
sqlrisk_source."t" LIKE 'a%'

-- expression: upper('ñandú')
UPPER('ñandú')

-- expression: lpad(u, 6, '0')
LPAD(sqlrisk_source."u", 6, '0')

-- expression: lpad(u, 3, 'ab')
LPAD(sqlrisk_source."u", 3, 'ab')

-- expression: extract(year from d)
EXTRACT(YEAR FROM sqlrisk_source."d")

-- expression: extract(month from d)
EXTRACT(MONTH FROM sqlrisk_source."d")

-- expression: concat(t, '-', u)
CONCAT(COALESCE(CAST(sqlrisk_source."t" AS VARCHAR), ''), COALESCE(CAST('-' AS VARCHAR), ''), COALESCE(CAST(sqlrisk_source."u" AS VARCHAR), ''))

-- expression: concat(i, '/', j)
CONCAT(COALESCE(CAST(sqlrisk_source."i" AS VARCHAR), ''), COALESCE(CAST('/' AS VARCHAR), ''), COALESCE(CAST(sqlrisk_source."j" AS VARCHAR), ''))

-- expression: lower(t)
LOWER(sqlrisk_source."t")

-- expression: upper(t)
UPPER(sqlrisk_source."t")

-- expression: trim(t)
TRIM(' ' FROM sqlrisk_source."t")

-- expression: trim(t, 'a')
TRIM('a' FROM sqlrisk_source."t")

-- expression: substring(u, 1, 3)
SUBSTR(sqlrisk_source."u", 1, 3)

-- expression: substring(u, 2)
SUBSTR(sqlrisk_source."u", 2)

-- expression: length(t)
LENGTH(sqlrisk_source."t")

-- expression: length('año 🦆')
LENGTH('año 🦆')

-- expression: floor(x)
FLOOR(sqlrisk_source."x")

-- expression: floor(i / 5) * 5
CAST(FLOOR(CAST(sqlrisk_source."i" AS DOUBLE) / 5) AS BIGINT) * 5

-- expression: ceil(x)
CEIL(sqlrisk_source."x")

-- expression: abs(i)
ABS(sqlrisk_source."i")

-- expression: i -- what is left is a comment
sqlrisk_source."i"

-- expression: i /* so is this */ + 1
sqlrisk_source."i" + 1

-- expression: cast(b as text)
CAST(sqlrisk_source."b" AS VARCHAR)

-- expression: i / (j - j)
CASE WHEN (sqlrisk_source."j" - sqlrisk_source."j") = 0 THEN 1 % 0 ELSE CAST(sqlrisk_source."i" AS DOUBLE) / (sqlrisk_source."j" - sqlrisk_source."j") END

-- expression: cast(d + 1 as text)
CAST(sqlrisk_source."d" + 1 AS VARCHAR)

-- expression: cast(i > 0 as text)
CAST(sqlrisk_source."i" > 0 AS VARCHAR)

