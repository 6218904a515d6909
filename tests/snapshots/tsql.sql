-- class sizes of a group
 21   sum(cast(sqlrisk_sized.sqlrisk_rows as float) * log(cast(sqlrisk_sized.sqlrisk_rows as float))) as sqlrisk_rows_ln_rows

-- sensitive
 32     cast(max(sqlrisk_share.sqlrisk_class_valued) as float) as sqlrisk_class_valued,
 33     cast(max(sqlrisk_share.sqlrisk_table_rows) as float) as sqlrisk_table_rows,
 35     cast(max(sqlrisk_share.sqlrisk_valued_rows) as float) as sqlrisk_largest,
 36     sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as float) * log(cast(sqlrisk_share.sqlrisk_valued_rows as float)) else 0 end) as sqlrisk_rows_ln_rows,
 38       when sqlrisk_share.sqlrisk_table_rows <= 3000000000 then case when sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows as float) else cast(0 as float) end
 39       when cast(sqlrisk_share.sqlrisk_valued_rows as float) * cast(sqlrisk_share.sqlrisk_table_rows as float) - cast(sqlrisk_share.sqlrisk_class_valued as float) * cast(sqlrisk_share.sqlrisk_value_rows as float) > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as float) * cast(sqlrisk_share.sqlrisk_table_rows as float) - cast(sqlrisk_share.sqlrisk_class_valued as float) * cast(sqlrisk_share.sqlrisk_value_rows as float)
 40       else cast(0 as float)
 42     max(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as float) / cast(sqlrisk_share.sqlrisk_class_valued as float) * cast(sqlrisk_share.sqlrisk_table_rows as float) / cast(sqlrisk_share.sqlrisk_value_rows as float) end) as sqlrisk_gain_max,
 43     min(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as float) / cast(sqlrisk_share.sqlrisk_class_valued as float) * cast(sqlrisk_share.sqlrisk_table_rows as float) / cast(sqlrisk_share.sqlrisk_value_rows as float) end) as sqlrisk_gain_min,
 44     sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then case when cast(sqlrisk_share.sqlrisk_valued_rows as float) / cast(sqlrisk_share.sqlrisk_class_valued as float) * cast(sqlrisk_share.sqlrisk_table_rows as float) / cast(sqlrisk_share.sqlrisk_value_rows as float) - 1 > log(cast(sqlrisk_share.sqlrisk_table_rows as float) / cast(sqlrisk_share.sqlrisk_value_rows as float)) + 0.000000001 then 1 else 0 end else 0 end) as sqlrisk_beyond_surprise,
 45     cast(sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then sqlrisk_share.sqlrisk_value_rows else 0 end) as float) as sqlrisk_present_rows
 55     case when sqlrisk_summed.sqlrisk_distinct > 0 then log(sqlrisk_summed.sqlrisk_class_valued) - sqlrisk_summed.sqlrisk_rows_ln_rows / sqlrisk_summed.sqlrisk_class_valued end as sqlrisk_entropy,

-- sensitive, NULL is a value
 33     cast(max(sqlrisk_share.sqlrisk_class_valued) as float) as sqlrisk_class_valued,
 34     cast(max(sqlrisk_share.sqlrisk_table_rows) as float) as sqlrisk_table_rows,
 36     cast(max(sqlrisk_share.sqlrisk_valued_rows) as float) as sqlrisk_largest,
 37     sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as float) * log(cast(sqlrisk_share.sqlrisk_valued_rows as float)) else 0 end) as sqlrisk_rows_ln_rows,
 39       when sqlrisk_share.sqlrisk_table_rows <= 3000000000 then case when sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows as float) else cast(0 as float) end
 40       when cast(sqlrisk_share.sqlrisk_valued_rows as float) * cast(sqlrisk_share.sqlrisk_table_rows as float) - cast(sqlrisk_share.sqlrisk_class_valued as float) * cast(sqlrisk_share.sqlrisk_value_rows as float) > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as float) * cast(sqlrisk_share.sqlrisk_table_rows as float) - cast(sqlrisk_share.sqlrisk_class_valued as float) * cast(sqlrisk_share.sqlrisk_value_rows as float)
 41       else cast(0 as float)
 43     max(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as float) / cast(sqlrisk_share.sqlrisk_class_valued as float) * cast(sqlrisk_share.sqlrisk_table_rows as float) / cast(sqlrisk_share.sqlrisk_value_rows as float) end) as sqlrisk_gain_max,
 44     min(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as float) / cast(sqlrisk_share.sqlrisk_class_valued as float) * cast(sqlrisk_share.sqlrisk_table_rows as float) / cast(sqlrisk_share.sqlrisk_value_rows as float) end) as sqlrisk_gain_min,
 45     sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then case when cast(sqlrisk_share.sqlrisk_valued_rows as float) / cast(sqlrisk_share.sqlrisk_class_valued as float) * cast(sqlrisk_share.sqlrisk_table_rows as float) / cast(sqlrisk_share.sqlrisk_value_rows as float) - 1 > log(cast(sqlrisk_share.sqlrisk_table_rows as float) / cast(sqlrisk_share.sqlrisk_value_rows as float)) + 0.000000001 then 1 else 0 end else 0 end) as sqlrisk_beyond_surprise,
 46     cast(sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then sqlrisk_share.sqlrisk_value_rows else 0 end) as float) as sqlrisk_present_rows
 56     case when sqlrisk_summed.sqlrisk_distinct > 0 then log(sqlrisk_summed.sqlrisk_class_valued) - sqlrisk_summed.sqlrisk_rows_ln_rows / sqlrisk_summed.sqlrisk_class_valued end as sqlrisk_entropy,

-- sensitive of a group
 33     cast(max(sqlrisk_share.sqlrisk_class_valued) as float) as sqlrisk_class_valued,
 34     cast(max(sqlrisk_share.sqlrisk_table_rows) as float) as sqlrisk_table_rows,
 36     cast(max(sqlrisk_share.sqlrisk_valued_rows) as float) as sqlrisk_largest,
 37     sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as float) * log(cast(sqlrisk_share.sqlrisk_valued_rows as float)) else 0 end) as sqlrisk_rows_ln_rows,
 39       when sqlrisk_share.sqlrisk_table_rows <= 3000000000 then case when sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows as float) else cast(0 as float) end
 40       when cast(sqlrisk_share.sqlrisk_valued_rows as float) * cast(sqlrisk_share.sqlrisk_table_rows as float) - cast(sqlrisk_share.sqlrisk_class_valued as float) * cast(sqlrisk_share.sqlrisk_value_rows as float) > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as float) * cast(sqlrisk_share.sqlrisk_table_rows as float) - cast(sqlrisk_share.sqlrisk_class_valued as float) * cast(sqlrisk_share.sqlrisk_value_rows as float)
 41       else cast(0 as float)
 43     max(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as float) / cast(sqlrisk_share.sqlrisk_class_valued as float) * cast(sqlrisk_share.sqlrisk_table_rows as float) / cast(sqlrisk_share.sqlrisk_value_rows as float) end) as sqlrisk_gain_max,
 44     min(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as float) / cast(sqlrisk_share.sqlrisk_class_valued as float) * cast(sqlrisk_share.sqlrisk_table_rows as float) / cast(sqlrisk_share.sqlrisk_value_rows as float) end) as sqlrisk_gain_min,
 45     sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then case when cast(sqlrisk_share.sqlrisk_valued_rows as float) / cast(sqlrisk_share.sqlrisk_class_valued as float) * cast(sqlrisk_share.sqlrisk_table_rows as float) / cast(sqlrisk_share.sqlrisk_value_rows as float) - 1 > log(cast(sqlrisk_share.sqlrisk_table_rows as float) / cast(sqlrisk_share.sqlrisk_value_rows as float)) + 0.000000001 then 1 else 0 end else 0 end) as sqlrisk_beyond_surprise,
 46     cast(sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then sqlrisk_share.sqlrisk_value_rows else 0 end) as float) as sqlrisk_present_rows
 56     case when sqlrisk_summed.sqlrisk_distinct > 0 then log(sqlrisk_summed.sqlrisk_class_valued) - sqlrisk_summed.sqlrisk_rows_ln_rows / sqlrisk_summed.sqlrisk_class_valued end as sqlrisk_entropy,

-- recursive
 47   max(case when sqlrisk_seen.sqlrisk_tail > 0 then cast(sqlrisk_seen.sqlrisk_first as float) / cast(sqlrisk_seen.sqlrisk_tail as float) end) as sqlrisk_ratio_max

-- recursive of a group, NULL is a value
 80   max(case when sqlrisk_seen.sqlrisk_tail > 0 then cast(sqlrisk_seen.sqlrisk_first as float) / cast(sqlrisk_seen.sqlrisk_tail as float) end) as sqlrisk_ratio_max

-- ordered, natural
 24     cast(sqlrisk_pair.sqlrisk_class_valued as float) as sqlrisk_n
 32     cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over () as float) as sqlrisk_table_rows,
 33     cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over (partition by sqlrisk_placed."age", sqlrisk_placed."town" order by sqlrisk_placed.sqlrisk_place rows between unbounded preceding and current row) as float) as sqlrisk_c,
 34     cast(sum(case when sqlrisk_placed.sqlrisk_place is null then sqlrisk_placed.sqlrisk_valued_rows else 0 end) over () as float) as sqlrisk_rows_unplaced
 40     cast(sqlrisk_ranked.sqlrisk_step as float) as sqlrisk_rank,
 48     cast(sum(case when sqlrisk_turned.sqlrisk_turn = 1 then sqlrisk_turned.sqlrisk_step_rows else 0 end) over (order by sqlrisk_turned.sqlrisk_step, sqlrisk_turned.sqlrisk_turn rows between unbounded preceding and current row) as float) as sqlrisk_w
 54     cast(sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then 1 else 0 end) over () as float) as sqlrisk_ranks,
 99     case when sqlrisk_crossed.sqlrisk_crossing <= sqlrisk_crossed.sqlrisk_before then cast(sqlrisk_crossed.sqlrisk_before as float)
100       when sqlrisk_crossed.sqlrisk_crossing >= sqlrisk_crossed.sqlrisk_last then cast(sqlrisk_crossed.sqlrisk_last as float)
101       else cast(sqlrisk_crossed.sqlrisk_crossing as float) end as sqlrisk_middle,

-- ordered, natural, NULL is a value
 24     cast(sqlrisk_pair.sqlrisk_class_valued as float) as sqlrisk_n
 32     cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over () as float) as sqlrisk_table_rows,
 33     cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over (partition by sqlrisk_placed."age", sqlrisk_placed."town" order by case when sqlrisk_placed.sqlrisk_place is null then 1 else 0 end, sqlrisk_placed.sqlrisk_place rows between unbounded preceding and current row) as float) as sqlrisk_c,
 34     cast(sum(case when 1 = 0 then sqlrisk_placed.sqlrisk_valued_rows else 0 end) over () as float) as sqlrisk_rows_unplaced,
 35     cast(sum(case when sqlrisk_placed.sqlrisk_place is null or (len(cast(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(cast(sqlrisk_placed.sqlrisk_place as nvarchar(max)), '0', ''), '1', ''), '2', ''), '3', ''), '4', ''), '5', ''), '6', ''), '7', ''), '8', ''), '9', '') as nvarchar(max))) = 0 or len(cast(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(cast(sqlrisk_placed.sqlrisk_place as nvarchar(max)), '0', ''), '1', ''), '2', ''), '3', ''), '4', ''), '5', ''), '6', ''), '7', ''), '8', ''), '9', '') as nvarchar(max))) = 1 and (sqlrisk_placed.sqlrisk_place like '-%' or (sqlrisk_placed.sqlrisk_place like '%.%' or sqlrisk_placed.sqlrisk_place like '%,%')) or len(cast(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(cast(sqlrisk_placed.sqlrisk_place as nvarchar(max)), '0', ''), '1', ''), '2', ''), '3', ''), '4', ''), '5', ''), '6', ''), '7', ''), '8', ''), '9', '') as nvarchar(max))) = 2 and sqlrisk_placed.sqlrisk_place like '-%' and (sqlrisk_placed.sqlrisk_place like '%.%' or sqlrisk_placed.sqlrisk_place like '%,%')) then 0 else sqlrisk_placed.sqlrisk_valued_rows end) over () as float) as sqlrisk_words
 41     cast(sqlrisk_ranked.sqlrisk_step as float) as sqlrisk_rank,
 49     cast(sum(case when sqlrisk_turned.sqlrisk_turn = 1 then sqlrisk_turned.sqlrisk_step_rows else 0 end) over (order by sqlrisk_turned.sqlrisk_step, sqlrisk_turned.sqlrisk_turn rows between unbounded preceding and current row) as float) as sqlrisk_w
 55     cast(sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then 1 else 0 end) over () as float) as sqlrisk_ranks,
100     case when sqlrisk_crossed.sqlrisk_crossing <= sqlrisk_crossed.sqlrisk_before then cast(sqlrisk_crossed.sqlrisk_before as float)
101       when sqlrisk_crossed.sqlrisk_crossing >= sqlrisk_crossed.sqlrisk_last then cast(sqlrisk_crossed.sqlrisk_last as float)
102       else cast(sqlrisk_crossed.sqlrisk_crossing as float) end as sqlrisk_middle,

-- ordered by a list of text
 22       when sqlrisk_pair.sqlrisk_value = N'low' then 1
 23       when sqlrisk_pair.sqlrisk_value = N'mid' then 2
 24       when sqlrisk_pair.sqlrisk_value = N'high' then 3
 28     cast(sqlrisk_pair.sqlrisk_class_valued as float) as sqlrisk_n
 36     cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over () as float) as sqlrisk_table_rows,
 37     cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over (partition by sqlrisk_placed."age", sqlrisk_placed."town" order by sqlrisk_placed.sqlrisk_place rows between unbounded preceding and current row) as float) as sqlrisk_c,
 38     cast(sum(case when sqlrisk_placed.sqlrisk_place is null then sqlrisk_placed.sqlrisk_valued_rows else 0 end) over () as float) as sqlrisk_rows_unplaced
 44     cast(sqlrisk_ranked.sqlrisk_step as float) as sqlrisk_rank,
 52     cast(sum(case when sqlrisk_turned.sqlrisk_turn = 1 then sqlrisk_turned.sqlrisk_step_rows else 0 end) over (order by sqlrisk_turned.sqlrisk_step, sqlrisk_turned.sqlrisk_turn rows between unbounded preceding and current row) as float) as sqlrisk_w
 58     cast(sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then 1 else 0 end) over () as float) as sqlrisk_ranks,
103     case when sqlrisk_crossed.sqlrisk_crossing <= sqlrisk_crossed.sqlrisk_before then cast(sqlrisk_crossed.sqlrisk_before as float)
104       when sqlrisk_crossed.sqlrisk_crossing >= sqlrisk_crossed.sqlrisk_last then cast(sqlrisk_crossed.sqlrisk_last as float)
105       else cast(sqlrisk_crossed.sqlrisk_crossing as float) end as sqlrisk_middle,

-- ordered by a list of numbers
 28     cast(sqlrisk_pair.sqlrisk_class_valued as float) as sqlrisk_n
 36     cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over () as float) as sqlrisk_table_rows,
 37     cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over (partition by sqlrisk_placed."age", sqlrisk_placed."town" order by sqlrisk_placed.sqlrisk_place rows between unbounded preceding and current row) as float) as sqlrisk_c,
 38     cast(sum(case when sqlrisk_placed.sqlrisk_place is null then sqlrisk_placed.sqlrisk_valued_rows else 0 end) over () as float) as sqlrisk_rows_unplaced
 44     cast(sqlrisk_ranked.sqlrisk_step as float) as sqlrisk_rank,
 52     cast(sum(case when sqlrisk_turned.sqlrisk_turn = 1 then sqlrisk_turned.sqlrisk_step_rows else 0 end) over (order by sqlrisk_turned.sqlrisk_step, sqlrisk_turned.sqlrisk_turn rows between unbounded preceding and current row) as float) as sqlrisk_w
 58     cast(sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then 1 else 0 end) over () as float) as sqlrisk_ranks,
103     case when sqlrisk_crossed.sqlrisk_crossing <= sqlrisk_crossed.sqlrisk_before then cast(sqlrisk_crossed.sqlrisk_before as float)
104       when sqlrisk_crossed.sqlrisk_crossing >= sqlrisk_crossed.sqlrisk_last then cast(sqlrisk_crossed.sqlrisk_last as float)
105       else cast(sqlrisk_crossed.sqlrisk_crossing as float) end as sqlrisk_middle,

-- margins
  4     cast(count(*) as float) as sqlrisk_rows

-- margins of two columns
  4     cast(count(*) as float) as sqlrisk_rows

-- classes by their margins
  4     cast(count(*) as float) as sqlrisk_rows
 37     log((sqlrisk_pair_1_sums.sqlrisk_rows + cast(-0.5 as float)) * cast(1.0 as float)) - log(sqlrisk_pair_1_sums.sqlrisk_parent_rows) + log((sqlrisk_pair_1_sums.sqlrisk_parent_rows + cast(-0.95 as float)) * cast(0.25 as float)) - log(cast(20 as float)) as sqlrisk_log,
 45     log((sum(sqlrisk_coded.sqlrisk_rows) + cast(-0.5 as float)) * cast(0.001 as float)) - log(cast(20 as float)) as sqlrisk_log,
 53     floor(8 * (log(cast(20 as float)) + sqlrisk_margin_1.sqlrisk_log + sqlrisk_margin_2.sqlrisk_log) + cast(0.5 as float)) as sqlrisk_bin,

-- against a table of counts
 11     cast(sum(case when sqlrisk_row."weight" >= 0 and sqlrisk_row."weight" < 9007199254740992 and floor(cast(sqlrisk_row."weight" as float)) = sqlrisk_row."weight" then sqlrisk_row."weight" else 0 end) as bigint) as sqlrisk_people,
 12     sum(case when sqlrisk_row."weight" >= 0 and sqlrisk_row."weight" < 9007199254740992 and floor(cast(sqlrisk_row."weight" as float)) = sqlrisk_row."weight" then 0 else 1 end) as sqlrisk_faults

-- hierarchical
 23     cast(sqlrisk_pair.sqlrisk_class_valued as float) as sqlrisk_n,
 24     cast(sqlrisk_pair.sqlrisk_valued_rows as float) as sqlrisk_rows,
 26     cast(0 as float) as sqlrisk_gaps

-- hierarchical of a group, NULL is a value
 23     cast(sqlrisk_pair.sqlrisk_class_valued as float) as sqlrisk_n,
 24     cast(sqlrisk_pair.sqlrisk_valued_rows as float) as sqlrisk_rows,
 26     cast(0 as float) as sqlrisk_gaps

-- entities
 36     string_agg(cast(sqlrisk_member.sqlrisk_class_number as nvarchar(max)), ',') within group (order by sqlrisk_member.sqlrisk_class_number) as sqlrisk_class_list,
 37     string_agg(cast(sqlrisk_member.sqlrisk_rows as nvarchar(max)), ',') within group (order by sqlrisk_member.sqlrisk_class_number) as sqlrisk_rows_list,
 38     cast(sum(len(cast(sqlrisk_member.sqlrisk_class_number as nvarchar(max))) + 1) - 1 as bigint) as sqlrisk_class_length,
 39     cast(sum(len(cast(sqlrisk_member.sqlrisk_rows as nvarchar(max))) + 1) - 1 as bigint) as sqlrisk_rows_length,
 83     cast(coalesce(sum(case when len(cast(sqlrisk_person.sqlrisk_class_list as nvarchar(max))) = sqlrisk_person.sqlrisk_class_length and len(cast(sqlrisk_person.sqlrisk_rows_list as nvarchar(max))) = sqlrisk_person.sqlrisk_rows_length then 0 else 1 end), 0) as bigint) as sqlrisk_count

-- entities, small classes suppressed
 36     string_agg(cast(sqlrisk_member.sqlrisk_class_number as nvarchar(max)), ',') within group (order by sqlrisk_member.sqlrisk_class_number) as sqlrisk_class_list,
 37     string_agg(cast(sqlrisk_member.sqlrisk_rows as nvarchar(max)), ',') within group (order by sqlrisk_member.sqlrisk_class_number) as sqlrisk_rows_list,
 38     cast(sum(len(cast(sqlrisk_member.sqlrisk_class_number as nvarchar(max))) + 1) - 1 as bigint) as sqlrisk_class_length,
 39     cast(sum(len(cast(sqlrisk_member.sqlrisk_rows as nvarchar(max))) + 1) - 1 as bigint) as sqlrisk_rows_length,
 83     cast(coalesce(sum(case when len(cast(sqlrisk_person.sqlrisk_class_list as nvarchar(max))) = sqlrisk_person.sqlrisk_class_length and len(cast(sqlrisk_person.sqlrisk_rows_list as nvarchar(max))) = sqlrisk_person.sqlrisk_rows_length then 0 else 1 end), 0) as bigint) as sqlrisk_count

-- weights
  4     sum(case when cast(sqlrisk_row."weight" as float) > 0 and cast(sqlrisk_row."weight" as float) < 1e300 then cast(sqlrisk_row."weight" as float) end) as sqlrisk_weight,
  6     sum(case when cast(sqlrisk_row."weight" as float) = 0 then 1 else 0 end) as sqlrisk_zero,
  7     sum(case when cast(sqlrisk_row."weight" as float) < 0 then 1 else 0 end) as sqlrisk_negative,
  8     sum(case when cast(sqlrisk_row."weight" as float) > 0 and cast(sqlrisk_row."weight" as float) < 1e300 then 1 else 0 end) as sqlrisk_sound,
  9     min(cast(sqlrisk_row."weight" as float)) as sqlrisk_least,
 10     max(cast(sqlrisk_row."weight" as float)) as sqlrisk_greatest
 24     case when sqlrisk_summed.sqlrisk_sound = sqlrisk_summed.sqlrisk_class_size and sqlrisk_summed.sqlrisk_weight >= cast(sqlrisk_summed.sqlrisk_class_size as float) * 0.999999999 then 1 else 0 end as sqlrisk_consistent
 31     cast(sqlrisk_class.sqlrisk_class_size as float) as sqlrisk_size,
 40 case when sqlrisk_class.sqlrisk_consistent = 0 then null when sqlrisk_class.sqlrisk_weight > cast(sqlrisk_class.sqlrisk_class_size as float) then cast(sqlrisk_class.sqlrisk_class_size as float) / sqlrisk_class.sqlrisk_weight else cast(1 as float) end as sqlrisk_p,
 41     case when sqlrisk_class.sqlrisk_consistent = 0 then null when sqlrisk_class.sqlrisk_weight > cast(sqlrisk_class.sqlrisk_class_size as float) then (sqlrisk_class.sqlrisk_weight - cast(sqlrisk_class.sqlrisk_class_size as float)) / sqlrisk_class.sqlrisk_weight else cast(0 as float) end as sqlrisk_rest,
 42     case when sqlrisk_class.sqlrisk_consistent = 1 and sqlrisk_class.sqlrisk_weight > cast(sqlrisk_class.sqlrisk_class_size as float) then cast(sqlrisk_class.sqlrisk_class_size as float) / (sqlrisk_class.sqlrisk_weight - cast(sqlrisk_class.sqlrisk_class_size as float)) end as sqlrisk_odds
 58     else sqlrisk_sampled.sqlrisk_odds * (((((((((((((((0 * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 15 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 15) when sqlrisk_sampled.sqlrisk_size = 15 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 14 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 14) when sqlrisk_sampled.sqlrisk_size = 14 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 13 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 13) when sqlrisk_sampled.sqlrisk_size = 13 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 12 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 12) when sqlrisk_sampled.sqlrisk_size = 12 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 11 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 11) when sqlrisk_sampled.sqlrisk_size = 11 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 10 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 10) when sqlrisk_sampled.sqlrisk_size = 10 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 9 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 9) when sqlrisk_sampled.sqlrisk_size = 9 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 8 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 8) when sqlrisk_sampled.sqlrisk_size = 8 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 7 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 7) when sqlrisk_sampled.sqlrisk_size = 7 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 6 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 6) when sqlrisk_sampled.sqlrisk_size = 6 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 5 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 5) when sqlrisk_sampled.sqlrisk_size = 5 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 4 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 4) when sqlrisk_sampled.sqlrisk_size = 4 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 3 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 3) when sqlrisk_sampled.sqlrisk_size = 3 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 2 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 2) when sqlrisk_sampled.sqlrisk_size = 2 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 1 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 1) when sqlrisk_sampled.sqlrisk_size = 1 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end)

-- households
 20     cast(1 as float) / cast(sqlrisk_summed.sqlrisk_class_size as float) as sqlrisk_risk
 29     sum(case when sqlrisk_member.sqlrisk_risk < 1 then sqlrisk_member.sqlrisk_rows * log(1 - sqlrisk_member.sqlrisk_risk) end) as sqlrisk_log_unmatched

-- households, weighted
  6     sum(case when cast(sqlrisk_row."weight" as float) > 0 and cast(sqlrisk_row."weight" as float) < 1e300 then cast(sqlrisk_row."weight" as float) end) as sqlrisk_weight,
  8     sum(case when cast(sqlrisk_row."weight" as float) = 0 then 1 else 0 end) as sqlrisk_zero,
  9     sum(case when cast(sqlrisk_row."weight" as float) < 0 then 1 else 0 end) as sqlrisk_negative,
 10     sum(case when cast(sqlrisk_row."weight" as float) > 0 and cast(sqlrisk_row."weight" as float) < 1e300 then 1 else 0 end) as sqlrisk_sound
 29     case when sqlrisk_summed.sqlrisk_sound = sqlrisk_summed.sqlrisk_class_size and sqlrisk_summed.sqlrisk_weight >= cast(sqlrisk_summed.sqlrisk_class_size as float) * 0.999999999 then 1 else 0 end as sqlrisk_consistent
 37     cast(sqlrisk_class.sqlrisk_class_size as float) as sqlrisk_size,
 38 case when sqlrisk_class.sqlrisk_consistent = 0 then null when sqlrisk_class.sqlrisk_weight > cast(sqlrisk_class.sqlrisk_class_size as float) then cast(sqlrisk_class.sqlrisk_class_size as float) / sqlrisk_class.sqlrisk_weight else cast(1 as float) end as sqlrisk_p,
 39     case when sqlrisk_class.sqlrisk_consistent = 0 then null when sqlrisk_class.sqlrisk_weight > cast(sqlrisk_class.sqlrisk_class_size as float) then (sqlrisk_class.sqlrisk_weight - cast(sqlrisk_class.sqlrisk_class_size as float)) / sqlrisk_class.sqlrisk_weight else cast(0 as float) end as sqlrisk_rest,
 40     case when sqlrisk_class.sqlrisk_consistent = 1 and sqlrisk_class.sqlrisk_weight > cast(sqlrisk_class.sqlrisk_class_size as float) then cast(sqlrisk_class.sqlrisk_class_size as float) / (sqlrisk_class.sqlrisk_weight - cast(sqlrisk_class.sqlrisk_class_size as float)) end as sqlrisk_odds
 49     else sqlrisk_sampled.sqlrisk_odds * (((((((((((((((0 * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 15 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 15) when sqlrisk_sampled.sqlrisk_size = 15 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 14 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 14) when sqlrisk_sampled.sqlrisk_size = 14 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 13 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 13) when sqlrisk_sampled.sqlrisk_size = 13 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 12 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 12) when sqlrisk_sampled.sqlrisk_size = 12 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 11 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 11) when sqlrisk_sampled.sqlrisk_size = 11 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 10 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 10) when sqlrisk_sampled.sqlrisk_size = 10 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 9 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 9) when sqlrisk_sampled.sqlrisk_size = 9 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 8 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 8) when sqlrisk_sampled.sqlrisk_size = 8 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 7 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 7) when sqlrisk_sampled.sqlrisk_size = 7 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 6 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 6) when sqlrisk_sampled.sqlrisk_size = 6 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 5 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 5) when sqlrisk_sampled.sqlrisk_size = 5 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 4 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 4) when sqlrisk_sampled.sqlrisk_size = 4 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 3 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 3) when sqlrisk_sampled.sqlrisk_size = 3 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 2 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 2) when sqlrisk_sampled.sqlrisk_size = 2 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 1 then cast(1 as float) / (sqlrisk_sampled.sqlrisk_size - 1) when sqlrisk_sampled.sqlrisk_size = 1 then -log(sqlrisk_sampled.sqlrisk_p) else 0 end)
 59     sum(case when sqlrisk_member.sqlrisk_risk < 1 then sqlrisk_member.sqlrisk_rows * log(1 - sqlrisk_member.sqlrisk_risk) end) as sqlrisk_log_unmatched

-- error of shares
  6     cast(0 as float) as sqlrisk_total,
  8     cast(0 as float) as sqlrisk_true_total
 28     case when sqlrisk_sized.sqlrisk_class_size >= 1 then sqlrisk_sized.sqlrisk_total else cast(0 as float) end as sqlrisk_total_1,
 30     case when sqlrisk_sized.sqlrisk_class_size >= 5 then sqlrisk_sized.sqlrisk_total else cast(0 as float) end as sqlrisk_total_2
 66     sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then case when sqlrisk_beside.sqlrisk_group_rows_1 = 0 then cast(sqlrisk_beside.sqlrisk_true_rows as float) / cast(sqlrisk_beside.sqlrisk_true_group_rows as float) else case when sqlrisk_beside.sqlrisk_group_rows_1 <= 3000000000 and sqlrisk_beside.sqlrisk_true_group_rows <= 3000000000 then cast(abs(sqlrisk_beside.sqlrisk_rows_1 * sqlrisk_beside.sqlrisk_true_group_rows - sqlrisk_beside.sqlrisk_true_rows * sqlrisk_beside.sqlrisk_group_rows_1) as float) else abs(cast(sqlrisk_beside.sqlrisk_rows_1 as float) * cast(sqlrisk_beside.sqlrisk_true_group_rows as float) - cast(sqlrisk_beside.sqlrisk_true_rows as float) * cast(sqlrisk_beside.sqlrisk_group_rows_1 as float)) end / (cast(sqlrisk_beside.sqlrisk_group_rows_1 as float) * cast(sqlrisk_beside.sqlrisk_true_group_rows as float)) end else cast(0 as float) end) as sqlrisk_error_1,
 69     sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then case when sqlrisk_beside.sqlrisk_group_rows_2 = 0 then cast(sqlrisk_beside.sqlrisk_true_rows as float) / cast(sqlrisk_beside.sqlrisk_true_group_rows as float) else case when sqlrisk_beside.sqlrisk_group_rows_2 <= 3000000000 and sqlrisk_beside.sqlrisk_true_group_rows <= 3000000000 then cast(abs(sqlrisk_beside.sqlrisk_rows_2 * sqlrisk_beside.sqlrisk_true_group_rows - sqlrisk_beside.sqlrisk_true_rows * sqlrisk_beside.sqlrisk_group_rows_2) as float) else abs(cast(sqlrisk_beside.sqlrisk_rows_2 as float) * cast(sqlrisk_beside.sqlrisk_true_group_rows as float) - cast(sqlrisk_beside.sqlrisk_true_rows as float) * cast(sqlrisk_beside.sqlrisk_group_rows_2 as float)) end / (cast(sqlrisk_beside.sqlrisk_group_rows_2 as float) * cast(sqlrisk_beside.sqlrisk_true_group_rows as float)) end else cast(0 as float) end) as sqlrisk_error_2

-- error of shares, NULL is a value
  6     cast(0 as float) as sqlrisk_total,
  8     cast(0 as float) as sqlrisk_true_total
 28     case when sqlrisk_sized.sqlrisk_class_size >= 5 then sqlrisk_sized.sqlrisk_total else cast(0 as float) end as sqlrisk_total_1
 34     cast(0 as float) as sqlrisk_true_total,
 36     cast(0 as float) as sqlrisk_total_1
 68     sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then case when sqlrisk_beside.sqlrisk_group_rows_1 = 0 then cast(sqlrisk_beside.sqlrisk_true_rows as float) / cast(sqlrisk_beside.sqlrisk_true_group_rows as float) else case when sqlrisk_beside.sqlrisk_group_rows_1 <= 3000000000 and sqlrisk_beside.sqlrisk_true_group_rows <= 3000000000 then cast(abs(sqlrisk_beside.sqlrisk_rows_1 * sqlrisk_beside.sqlrisk_true_group_rows - sqlrisk_beside.sqlrisk_true_rows * sqlrisk_beside.sqlrisk_group_rows_1) as float) else abs(cast(sqlrisk_beside.sqlrisk_rows_1 as float) * cast(sqlrisk_beside.sqlrisk_true_group_rows as float) - cast(sqlrisk_beside.sqlrisk_true_rows as float) * cast(sqlrisk_beside.sqlrisk_group_rows_1 as float)) end / (cast(sqlrisk_beside.sqlrisk_group_rows_1 as float) * cast(sqlrisk_beside.sqlrisk_true_group_rows as float)) end else cast(0 as float) end) as sqlrisk_error_1

-- error of counts against a source
  6     cast(0 as float) as sqlrisk_total,
  8     cast(0 as float) as sqlrisk_true_total
 28     case when sqlrisk_sized.sqlrisk_class_size >= 1 then sqlrisk_sized.sqlrisk_total else cast(0 as float) end as sqlrisk_total_1,
 30     case when sqlrisk_sized.sqlrisk_class_size >= 5 then sqlrisk_sized.sqlrisk_total else cast(0 as float) end as sqlrisk_total_2
 36     cast(0 as float) as sqlrisk_true_total,
 38     cast(0 as float) as sqlrisk_total_1,
 40     cast(0 as float) as sqlrisk_total_2
 77     sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then cast(abs(sqlrisk_beside.sqlrisk_rows_1 - sqlrisk_beside.sqlrisk_true_rows) as float) else cast(0 as float) end) as sqlrisk_error_1,
 80     sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then cast(abs(sqlrisk_beside.sqlrisk_rows_2 - sqlrisk_beside.sqlrisk_true_rows) as float) else cast(0 as float) end) as sqlrisk_error_2

-- error of means
  6     coalesce(sum(cast(sqlrisk_row."income" as float)), cast(0 as float)) as sqlrisk_total,
  8     coalesce(sum(cast(sqlrisk_row."weight" as float)), cast(0 as float)) as sqlrisk_true_total
 28     case when sqlrisk_sized.sqlrisk_class_size >= 1 then sqlrisk_sized.sqlrisk_total else cast(0 as float) end as sqlrisk_total_1,
 30     case when sqlrisk_sized.sqlrisk_class_size >= 5 then sqlrisk_sized.sqlrisk_total else cast(0 as float) end as sqlrisk_total_2
 66     sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then case when sqlrisk_beside.sqlrisk_rows_1 = 0 then abs(sqlrisk_beside.sqlrisk_true_total / cast(sqlrisk_beside.sqlrisk_true_rows as float)) else abs(sqlrisk_beside.sqlrisk_total_1 / cast(sqlrisk_beside.sqlrisk_rows_1 as float) - sqlrisk_beside.sqlrisk_true_total / cast(sqlrisk_beside.sqlrisk_true_rows as float)) end else cast(0 as float) end) as sqlrisk_error_1,
 69     sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then case when sqlrisk_beside.sqlrisk_rows_2 = 0 then abs(sqlrisk_beside.sqlrisk_true_total / cast(sqlrisk_beside.sqlrisk_true_rows as float)) else abs(sqlrisk_beside.sqlrisk_total_2 / cast(sqlrisk_beside.sqlrisk_rows_2 as float) - sqlrisk_beside.sqlrisk_true_total / cast(sqlrisk_beside.sqlrisk_true_rows as float)) end else cast(0 as float) end) as sqlrisk_error_2

-- error of sums against a source
  6     coalesce(sum(cast(sqlrisk_row."weight" as float)), cast(0 as float)) as sqlrisk_total,
  8     cast(0 as float) as sqlrisk_true_total
 28     case when sqlrisk_sized.sqlrisk_class_size >= 1 then sqlrisk_sized.sqlrisk_total else cast(0 as float) end as sqlrisk_total_1
 34     coalesce(sum(cast(sqlrisk_row."weight" as float)), cast(0 as float)) as sqlrisk_true_total,
 36     cast(0 as float) as sqlrisk_total_1
 68     sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then abs(sqlrisk_beside.sqlrisk_total_1 - sqlrisk_beside.sqlrisk_true_total) else cast(0 as float) end) as sqlrisk_error_1

-- profiles
  3   count(distinct sqlrisk_row."age") as sqlrisk_distinct_1,
  5   avg(cast(len(cast(sqlrisk_row."age" as nvarchar(max))) as float)) as sqlrisk_length_1,
  6   count(distinct sqlrisk_row."town") as sqlrisk_distinct_2,
  8   avg(cast(len(cast(sqlrisk_row."town" as nvarchar(max))) as float)) as sqlrisk_length_2

-- shapes
  4   cast(coalesce(sum(len(cast(sqlrisk_cell.sqlrisk_text_1 as nvarchar(max)))), 0) as bigint) as sqlrisk_characters_1,
  5   cast(coalesce(sum(case when len(cast(sqlrisk_cell.sqlrisk_text_1 as nvarchar(max))) < 7 then case when sqlrisk_cell.sqlrisk_text_1 like '%@%' then 1 else 0 end when sqlrisk_cell.sqlrisk_text_1 like '%:%' and len(cast(sqlrisk_cell.sqlrisk_text_1 as nvarchar(max))) < 32 and sqlrisk_cell.sqlrisk_text_1 not like '%.%' and sqlrisk_cell.sqlrisk_text_1 not like '%/%' and sqlrisk_cell.sqlrisk_text_1 not like '%@%' and sqlrisk_cell.sqlrisk_text_1 not like '%::%' and sqlrisk_cell.sqlrisk_text_1 not like '%:%:%:%:%' and sqlrisk_cell.sqlrisk_text_1 not like ' %' and sqlrisk_cell.sqlrisk_text_1 not like '% ' then 0 when sqlrisk_cell.sqlrisk_text_1 is null then 0 else 1 end), 0) as bigint) as sqlrisk_candidates_1,
  7   cast(coalesce(sum(len(cast(sqlrisk_cell.sqlrisk_text_2 as nvarchar(max)))), 0) as bigint) as sqlrisk_characters_2,
  8   cast(coalesce(sum(case when len(cast(sqlrisk_cell.sqlrisk_text_2 as nvarchar(max))) < 7 then case when sqlrisk_cell.sqlrisk_text_2 like '%@%' then 1 else 0 end when sqlrisk_cell.sqlrisk_text_2 like '%:%' and len(cast(sqlrisk_cell.sqlrisk_text_2 as nvarchar(max))) < 32 and sqlrisk_cell.sqlrisk_text_2 not like '%.%' and sqlrisk_cell.sqlrisk_text_2 not like '%/%' and sqlrisk_cell.sqlrisk_text_2 not like '%@%' and sqlrisk_cell.sqlrisk_text_2 not like '%::%' and sqlrisk_cell.sqlrisk_text_2 not like '%:%:%:%:%' and sqlrisk_cell.sqlrisk_text_2 not like ' %' and sqlrisk_cell.sqlrisk_text_2 not like '% ' then 0 when sqlrisk_cell.sqlrisk_text_2 is null then 0 else 1 end), 0) as bigint) as sqlrisk_candidates_2,
 14     (cast(sqlrisk_row."town" as nvarchar(max)) collate Latin1_General_100_BIN2) as sqlrisk_text_1,
 15     (cast(sqlrisk_row."illness" as nvarchar(max)) collate Latin1_General_100_BIN2) as sqlrisk_text_2,
 16     cast(sqlrisk_row."income" as float) as sqlrisk_number_1

-- values that could be identifiers
  4   from (select (cast(sqlrisk_row."town" as nvarchar(max)) collate Latin1_General_100_BIN2) as sqlrisk_whole from people as sqlrisk_row) as sqlrisk_cell
  8   from (select (cast(sqlrisk_row."illness" as nvarchar(max)) collate Latin1_General_100_BIN2) as sqlrisk_whole from people as sqlrisk_row) as sqlrisk_cell
 13   sum(case when case when sqlrisk_value.sqlrisk_whole like '%@%' and sqlrisk_value.sqlrisk_whole like '%_@_%' then 1 when len(cast(sqlrisk_value.sqlrisk_whole as nvarchar(max))) < 7 then 0 when sqlrisk_value.sqlrisk_whole like ' %' or sqlrisk_value.sqlrisk_whole like '% ' or sqlrisk_value.sqlrisk_whole like 'www.%' or sqlrisk_value.sqlrisk_whole like 'WWW.%' then 1 when len(cast(sqlrisk_value.sqlrisk_whole as nvarchar(max))) in (32, 36, 40) or len(cast(sqlrisk_value.sqlrisk_whole as nvarchar(max))) in (64, 128) or sqlrisk_value.sqlrisk_whole like '%.%.%.%' then 1 when sqlrisk_value.sqlrisk_whole like '%:%' then case when sqlrisk_value.sqlrisk_whole like '%::%' or sqlrisk_value.sqlrisk_whole like '%:%:%:%:%:%' or sqlrisk_value.sqlrisk_whole like '%://_%' then 1 else 0 end when len(cast(sqlrisk_value.sqlrisk_whole as nvarchar(max))) < 9 or sqlrisk_value.sqlrisk_whole like '%,%' then 0 when len(cast(sqlrisk_value.sqlrisk_whole as nvarchar(max))) = 10 and (sqlrisk_value.sqlrisk_whole like '____-__-__' or sqlrisk_value.sqlrisk_whole like '__/__/____' or sqlrisk_value.sqlrisk_whole like '__.__.____') then 0 when sqlrisk_value.sqlrisk_whole like '%.%' and sqlrisk_value.sqlrisk_whole not like '%.%.%' and len(cast(sqlrisk_value.sqlrisk_whole as nvarchar(max))) < 20 and lower(sqlrisk_value.sqlrisk_whole) = upper(sqlrisk_value.sqlrisk_whole) then 0 when lower(substring(sqlrisk_value.sqlrisk_whole, 3, 2)) = upper(substring(sqlrisk_value.sqlrisk_whole, 3, 2)) then case when len(cast(sqlrisk_value.sqlrisk_whole as nvarchar(max))) >= 15 then 1 when (lower(substring(sqlrisk_value.sqlrisk_whole, 1, 1)) = upper(substring(sqlrisk_value.sqlrisk_whole, 1, 1)) or upper(substring(sqlrisk_value.sqlrisk_whole, 1, 1)) in ('X', 'Y', 'Z')) and lower(substring(sqlrisk_value.sqlrisk_whole, len(cast(sqlrisk_value.sqlrisk_whole as nvarchar(max))) - 3, 3)) = upper(substring(sqlrisk_value.sqlrisk_whole, len(cast(sqlrisk_value.sqlrisk_whole as nvarchar(max))) - 3, 3)) then 1 else 0 end when len(cast(sqlrisk_value.sqlrisk_whole as nvarchar(max))) between 16 and 24 and (lower(substring(sqlrisk_value.sqlrisk_whole, 7, 2)) = upper(substring(sqlrisk_value.sqlrisk_whole, 7, 2)) or lower(substring(sqlrisk_value.sqlrisk_whole, 9, 2)) = upper(substring(sqlrisk_value.sqlrisk_whole, 9, 2))) and (len(cast(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', '') as nvarchar(max))) = 9 or lower(substring(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', ''), 3, 2)) = upper(substring(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', ''), 3, 2)) or (len(cast(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', '') as nvarchar(max))) = 16 and lower(substring(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', ''), 13, 3)) = upper(substring(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', ''), 13, 3)))) then 1 else 0 end = 1 then sqlrisk_value.sqlrisk_times else 0 end) as sqlrisk_fits

-- patterns
  7     case when sqlrisk_counted.sqlrisk_whole = N'town' then sqlrisk_counted.sqlrisk_times else 0 end as sqlrisk_named_times
 10     from (select (cast(sqlrisk_row."town" as nvarchar(max)) collate Latin1_General_100_BIN2) as sqlrisk_whole from people as sqlrisk_row) as sqlrisk_cell
 18     case when sqlrisk_counted.sqlrisk_whole = N'age' then sqlrisk_counted.sqlrisk_times else 0 end as sqlrisk_named_times
 21     from (select (cast(sqlrisk_row."age" as nvarchar(max)) collate Latin1_General_100_BIN2) as sqlrisk_whole from people as sqlrisk_row) as sqlrisk_cell
 31     len(cast(sqlrisk_value.sqlrisk_whole as nvarchar(max))) as sqlrisk_whole_length,
 59     len(cast(sqlrisk_shaped.sqlrisk_code as nvarchar(max))) as sqlrisk_code_length,
 60     case when len(cast(sqlrisk_shaped.sqlrisk_code as nvarchar(max))) = len(cast(sqlrisk_shaped.sqlrisk_text as nvarchar(max))) then sqlrisk_shaped.sqlrisk_shape else replace(replace(replace(replace(replace(replace(sqlrisk_shaped.sqlrisk_shape, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', '') end as sqlrisk_code_shape
 76     case when sqlrisk_coded.sqlrisk_code_shape = '99999999A' then substring(sqlrisk_coded.sqlrisk_code, 1, 8) when sqlrisk_coded.sqlrisk_code_shape = 'A9999999A' then concat(case substring(sqlrisk_coded.sqlrisk_code, 1, 1) when 'Y' then '1' when 'Z' then '2' else '0' end, substring(sqlrisk_coded.sqlrisk_code, 2, 7)) end as sqlrisk_joined_dni,
 80     case when sqlrisk_coded.sqlrisk_code_length between 13 and 19 and replace(sqlrisk_coded.sqlrisk_code_shape, '9', '') = '' then substring(concat('00000000000000000000', sqlrisk_coded.sqlrisk_code), len(cast(sqlrisk_coded.sqlrisk_code as nvarchar(max))) + 1, 20) end as sqlrisk_joined_card,
 81     case when sqlrisk_coded.sqlrisk_code_length between 15 and 34 and sqlrisk_coded.sqlrisk_code_shape like 'AA99%' and replace(replace(sqlrisk_coded.sqlrisk_code_shape, '9', ''), 'A', '') = '' then replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(concat(substring(sqlrisk_coded.sqlrisk_code, 5, 30), substring(sqlrisk_coded.sqlrisk_code, 1, 4)), 'A', '10'), 'B', '11'), 'C', '12'), 'D', '13'), 'E', '14'), 'F', '15'), 'G', '16'), 'H', '17'), 'I', '18'), 'J', '19'), 'K', '20'), 'L', '21'), 'M', '22') end as sqlrisk_joined_iban
124     ((((((((0 * 1000000000000000 + cast(substring(substring(concat('000000000000000000000000000000000000000000000000000000000000', sqlrisk_padded.sqlrisk_iban), len(cast(sqlrisk_padded.sqlrisk_iban as nvarchar(max))) + 1, 60), 1, 15) as bigint)) % 97) * 1000000000000000 + cast(substring(substring(concat('000000000000000000000000000000000000000000000000000000000000', sqlrisk_padded.sqlrisk_iban), len(cast(sqlrisk_padded.sqlrisk_iban as nvarchar(max))) + 1, 60), 16, 15) as bigint)) % 97) * 1000000000000000 + cast(substring(substring(concat('000000000000000000000000000000000000000000000000000000000000', sqlrisk_padded.sqlrisk_iban), len(cast(sqlrisk_padded.sqlrisk_iban as nvarchar(max))) + 1, 60), 31, 15) as bigint)) % 97) * 1000000000000000 + cast(substring(substring(concat('000000000000000000000000000000000000000000000000000000000000', sqlrisk_padded.sqlrisk_iban), len(cast(sqlrisk_padded.sqlrisk_iban as nvarchar(max))) + 1, 60), 46, 15) as bigint)) % 97) as sqlrisk_remainder_iban,
162   sum(case when sqlrisk_seen.sqlrisk_shape like '%.999%' and cast(case when (replace(sqlrisk_seen.sqlrisk_shape, '9', '') = '.' or (replace(sqlrisk_seen.sqlrisk_shape, '9', '') = '-.' and sqlrisk_seen.sqlrisk_shape like '-9%')) and sqlrisk_seen.sqlrisk_shape like '%9.9%' and sqlrisk_seen.sqlrisk_whole_length <= 20 then sqlrisk_seen.sqlrisk_text end as float) between -90 and 90 then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_latitude,
163   sum(case when sqlrisk_seen.sqlrisk_shape like '%.999%' and cast(case when (replace(sqlrisk_seen.sqlrisk_shape, '9', '') = '.' or (replace(sqlrisk_seen.sqlrisk_shape, '9', '') = '-.' and sqlrisk_seen.sqlrisk_shape like '-9%')) and sqlrisk_seen.sqlrisk_shape like '%9.9%' and sqlrisk_seen.sqlrisk_whole_length <= 20 then sqlrisk_seen.sqlrisk_text end as float) between -180 and 180 then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_longitude,

-- cells that may be missing
  4   cast(sum(case when trim(N'  ' from sqlrisk_value.sqlrisk_whole) = '' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_blank,
  5   cast(sum(case when trim(N'  ' from sqlrisk_value.sqlrisk_whole) = 'NA' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_na,
  6   cast(sum(case when trim(N'  ' from sqlrisk_value.sqlrisk_whole) = 'N/A' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_n_a,
  7   cast(sum(case when trim(N'  ' from sqlrisk_value.sqlrisk_whole) = 'null' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_null,
  8   cast(sum(case when trim(N'  ' from sqlrisk_value.sqlrisk_whole) = 'NULL' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_upper_null,
  9   cast(sum(case when trim(N'  ' from sqlrisk_value.sqlrisk_whole) = '.' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_dot,
 10   cast(sum(case when trim(N'  ' from sqlrisk_value.sqlrisk_whole) = 'NaN' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_nan,
 11   cast(sum(case when trim(N'  ' from sqlrisk_value.sqlrisk_whole) in ('none', 'nonE', 'noNe', 'noNE', 'nOne', 'nOnE', 'nONe', 'nONE', 'None', 'NonE', 'NoNe', 'NoNE', 'NOne', 'NOnE', 'NONe', 'NONE') then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_none
 20       (cast(sqlrisk_row."town" as nvarchar(max)) collate Latin1_General_100_BIN2) as sqlrisk_whole
 31       (cast(sqlrisk_row."sex" as nvarchar(max)) collate Latin1_General_100_BIN2) as sqlrisk_whole
 42       case when 1 = 0 then 'NaN' else '0' end as sqlrisk_whole

-- numbers that may be codes
 22       case when 1 = 0 then null else sqlrisk_cell.sqlrisk_double end as sqlrisk_number,
 27         select cast(sqlrisk_row."weight" as float) as sqlrisk_double
 35       case when 1 = 0 then null else sqlrisk_cell.sqlrisk_double end as sqlrisk_number,
 40         select cast(sqlrisk_row."income" as float) as sqlrisk_double

-- profiles, exact
  5   avg(cast(len(cast(sqlrisk_row."age" as nvarchar(max))) as float)) as sqlrisk_length_1,
  8   avg(cast(len(cast(sqlrisk_row."town" as nvarchar(max))) as float)) as sqlrisk_length_2

-- composition
 12     string_agg(cast(sqlrisk_numbered.sqlrisk_class as nvarchar(max)), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,
 13     sum(len(cast(sqlrisk_numbered.sqlrisk_class as nvarchar(max)))) + count(*) - 1 as sqlrisk_length
 29     string_agg(cast(sqlrisk_numbered.sqlrisk_class as nvarchar(max)), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,
 30     sum(len(cast(sqlrisk_numbered.sqlrisk_class as nvarchar(max)))) + count(*) - 1 as sqlrisk_length
 44     string_agg(cast(sqlrisk_numbered.sqlrisk_class as nvarchar(max)), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,
 45     sum(len(cast(sqlrisk_numbered.sqlrisk_class as nvarchar(max)))) + count(*) - 1 as sqlrisk_length
 54     cast(null as nvarchar(max)) as sqlrisk_classes_2,
 55     cast(null as nvarchar(max)) as sqlrisk_classes_3,
 58     case when len(cast(sqlrisk_listed.sqlrisk_classes as nvarchar(max))) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
 63     cast(null as nvarchar(max)) as sqlrisk_classes_1,
 64     cast(null as nvarchar(max)) as sqlrisk_classes_2,
 65     cast(null as nvarchar(max)) as sqlrisk_classes_3,
 74     cast(null as nvarchar(max)) as sqlrisk_classes_1,
 76     cast(null as nvarchar(max)) as sqlrisk_classes_3,
 79     case when len(cast(sqlrisk_listed.sqlrisk_classes as nvarchar(max))) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
 84     cast(null as nvarchar(max)) as sqlrisk_classes_1,
 85     cast(null as nvarchar(max)) as sqlrisk_classes_2,
 86     cast(null as nvarchar(max)) as sqlrisk_classes_3,
 95     cast(null as nvarchar(max)) as sqlrisk_classes_1,
 96     cast(null as nvarchar(max)) as sqlrisk_classes_2,
100     case when len(cast(sqlrisk_listed.sqlrisk_classes as nvarchar(max))) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
105     cast(null as nvarchar(max)) as sqlrisk_classes_1,
106     cast(null as nvarchar(max)) as sqlrisk_classes_2,
107     cast(null as nvarchar(max)) as sqlrisk_classes_3,

-- intersection
 12     string_agg(cast(sqlrisk_numbered.sqlrisk_class as nvarchar(max)), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,
 13     sum(len(cast(sqlrisk_numbered.sqlrisk_class as nvarchar(max)))) + count(*) - 1 as sqlrisk_length
 29     string_agg(cast(sqlrisk_numbered.sqlrisk_class as nvarchar(max)), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,
 30     sum(len(cast(sqlrisk_numbered.sqlrisk_class as nvarchar(max)))) + count(*) - 1 as sqlrisk_length
 44     string_agg(cast(sqlrisk_numbered.sqlrisk_class as nvarchar(max)), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,
 45     sum(len(cast(sqlrisk_numbered.sqlrisk_class as nvarchar(max)))) + count(*) - 1 as sqlrisk_length
 54     cast(null as nvarchar(max)) as sqlrisk_classes_2,
 55     cast(null as nvarchar(max)) as sqlrisk_classes_3,
 58     case when len(cast(sqlrisk_listed.sqlrisk_classes as nvarchar(max))) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
 63     cast(null as nvarchar(max)) as sqlrisk_classes_1,
 64     cast(null as nvarchar(max)) as sqlrisk_classes_2,
 65     cast(null as nvarchar(max)) as sqlrisk_classes_3,
 74     cast(null as nvarchar(max)) as sqlrisk_classes_1,
 76     cast(null as nvarchar(max)) as sqlrisk_classes_3,
 79     case when len(cast(sqlrisk_listed.sqlrisk_classes as nvarchar(max))) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
 84     cast(null as nvarchar(max)) as sqlrisk_classes_1,
 85     cast(null as nvarchar(max)) as sqlrisk_classes_2,
 86     cast(null as nvarchar(max)) as sqlrisk_classes_3,
 95     cast(null as nvarchar(max)) as sqlrisk_classes_1,
 96     cast(null as nvarchar(max)) as sqlrisk_classes_2,
100     case when len(cast(sqlrisk_listed.sqlrisk_classes as nvarchar(max))) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
105     cast(null as nvarchar(max)) as sqlrisk_classes_1,
106     cast(null as nvarchar(max)) as sqlrisk_classes_2,
107     cast(null as nvarchar(max)) as sqlrisk_classes_3,
291     when sqlrisk_summed.sqlrisk_place = 1 then N'illness'

-- lost pairs
252     cast(sum(1 - sqlrisk_ranked.sqlrisk_published) as float) as sqlrisk_before,
253     cast(sum(sqlrisk_ranked.sqlrisk_published) as float) as sqlrisk_after
262     cast(sum(1 - sqlrisk_ranked.sqlrisk_published) as float) as sqlrisk_before,
263     cast(sum(sqlrisk_ranked.sqlrisk_published) as float) as sqlrisk_after
279       when sqlrisk_margin.sqlrisk_before = 0 or sqlrisk_margin.sqlrisk_one_rows = 0 or sqlrisk_margin.sqlrisk_other_rows = 0 then cast(0 as float)
280       when sqlrisk_margin.sqlrisk_before * sqlrisk_margin.sqlrisk_rows > 4 * sqlrisk_margin.sqlrisk_one_rows * sqlrisk_margin.sqlrisk_other_rows then cast(4 as float)
281       else cast(sqlrisk_margin.sqlrisk_before * sqlrisk_margin.sqlrisk_rows as float) / cast(sqlrisk_margin.sqlrisk_one_rows * sqlrisk_margin.sqlrisk_other_rows as float)
292     cast(sqlrisk_weighed.sqlrisk_one_rows * sqlrisk_weighed.sqlrisk_other_rows as float) / cast(sqlrisk_weighed.sqlrisk_rows as float) as sqlrisk_chance,
293     cast(sum(sqlrisk_weighed.sqlrisk_other_rows * sqlrisk_weighed.sqlrisk_weight) over (partition by sqlrisk_weighed.sqlrisk_pair, sqlrisk_weighed.sqlrisk_place, sqlrisk_weighed.sqlrisk_one) as float)
294       / cast(sqlrisk_weighed.sqlrisk_rows as float) as sqlrisk_one_mean,
295     cast(sum(sqlrisk_weighed.sqlrisk_one_rows * sqlrisk_weighed.sqlrisk_weight) over (partition by sqlrisk_weighed.sqlrisk_pair, sqlrisk_weighed.sqlrisk_place, sqlrisk_weighed.sqlrisk_other) as float)
296       / cast(sqlrisk_weighed.sqlrisk_rows as float) as sqlrisk_other_mean,
297     cast(sum(sqlrisk_weighed.sqlrisk_one_rows * sqlrisk_weighed.sqlrisk_other_rows * sqlrisk_weighed.sqlrisk_weight) over (partition by sqlrisk_weighed.sqlrisk_pair, sqlrisk_weighed.sqlrisk_place) as float)
298       / cast(sqlrisk_weighed.sqlrisk_rows * sqlrisk_weighed.sqlrisk_rows as float) as sqlrisk_mean
331     cast(0 as float) as sqlrisk_squares_before,
332     cast(0 as float) as sqlrisk_ones_before,
333     cast(0 as float) as sqlrisk_others_before,
334     cast(0 as float) as sqlrisk_rows_before,
335     cast(0 as float) as sqlrisk_squares_after,
336     cast(0 as float) as sqlrisk_ones_after,
337     cast(0 as float) as sqlrisk_others_after,
338     cast(0 as float) as sqlrisk_rows_after
344     cast(0 as float),
345     cast(0 as float),
346     cast(0 as float),
347     cast(0 as float),
348     cast(0 as float),
349     cast(0 as float),
350     sum(case when sqlrisk_marginal.sqlrisk_before > 0 then cast(sqlrisk_marginal.sqlrisk_before * sqlrisk_marginal.sqlrisk_before as float) / cast(sqlrisk_marginal.sqlrisk_one_before * sqlrisk_marginal.sqlrisk_other_before as float) else 0 end),
351     sum(case when sqlrisk_marginal.sqlrisk_before > 0 then cast(sqlrisk_marginal.sqlrisk_before as float) / cast(sqlrisk_marginal.sqlrisk_one_before as float) else 0 end),
352     sum(case when sqlrisk_marginal.sqlrisk_before > 0 then cast(sqlrisk_marginal.sqlrisk_before as float) / cast(sqlrisk_marginal.sqlrisk_other_before as float) else 0 end),
354     sum(case when sqlrisk_marginal.sqlrisk_after > 0 then cast(sqlrisk_marginal.sqlrisk_after * sqlrisk_marginal.sqlrisk_after as float) / cast(sqlrisk_marginal.sqlrisk_one_after * sqlrisk_marginal.sqlrisk_other_after as float) else 0 end),
355     sum(case when sqlrisk_marginal.sqlrisk_after > 0 then cast(sqlrisk_marginal.sqlrisk_after as float) / cast(sqlrisk_marginal.sqlrisk_one_after as float) else 0 end),
356     sum(case when sqlrisk_marginal.sqlrisk_after > 0 then cast(sqlrisk_marginal.sqlrisk_after as float) / cast(sqlrisk_marginal.sqlrisk_other_after as float) else 0 end),

-- classes as ranks
  4   dense_rank() over (order by case when sqlrisk_row."town" is null then 1 else 0 end, (cast(sqlrisk_row."town" as nvarchar(max)) collate Latin1_General_100_BIN2)) as sqlrisk_rank_2,

-- classes as ranks, for queries
  4   dense_rank() over (order by case when sqlrisk_row."town" is null then 1 else 0 end, (cast(sqlrisk_row."town" as nvarchar(max)) collate Latin1_General_100_BIN2)) as sqlrisk_rank_2,

-- cuts
 49     cast(max(sqlrisk_placed.sqlrisk_rank) - min(sqlrisk_placed.sqlrisk_rank) as float) / cast(max(sqlrisk_placed.sqlrisk_widest) as float) as sqlrisk_span

-- cut points
  6     dense_rank() over (order by case when sqlrisk_row."town" is null then 1 else 0 end, (cast(sqlrisk_row."town" as nvarchar(max)) collate Latin1_General_100_BIN2)) as sqlrisk_rank,
  7     cast(sqlrisk_row."town" as nvarchar(max)) as sqlrisk_text

-- error of what a reader can count
 47     cast(sqlrisk_share.sqlrisk_source as float) / cast(sqlrisk_share.sqlrisk_source_all as float)
 49       then cast(sqlrisk_share.sqlrisk_counted as float) / cast(case when sqlrisk_share.sqlrisk_counted_all > 0 then sqlrisk_share.sqlrisk_counted_all else 1 end as float)

-- links of two blocks
206     cast(sqlrisk_tuple.sqlrisk_before as float) as sqlrisk_before,
207     cast(sqlrisk_tuple.sqlrisk_after as float) as sqlrisk_after,
208     cast(sum(sqlrisk_tuple.sqlrisk_before) over (partition by sqlrisk_tuple.sqlrisk_key_1, sqlrisk_tuple.sqlrisk_key_2) as float) as sqlrisk_rows,
209     cast(sum(sqlrisk_tuple.sqlrisk_before) over (partition by sqlrisk_tuple.sqlrisk_key_1, sqlrisk_tuple.sqlrisk_key_2, sqlrisk_tuple."age", sqlrisk_tuple."sex") as float) as sqlrisk_of_block,
210     cast(sum(sqlrisk_tuple.sqlrisk_before) over (partition by sqlrisk_tuple.sqlrisk_key_1, sqlrisk_tuple.sqlrisk_key_2, sqlrisk_tuple."illness") as float) as sqlrisk_of_other
225     floor(log(sqlrisk_group.sqlrisk_rows)) as sqlrisk_order,
240   max(case when sqlrisk_linked.sqlrisk_excess > 0 then sqlrisk_linked.sqlrisk_excess * sqlrisk_linked.sqlrisk_excess / (2 * (sqlrisk_linked.sqlrisk_variance + sqlrisk_linked.sqlrisk_largest * sqlrisk_linked.sqlrisk_excess / cast(3 as float))) else cast(0 as float) end) as sqlrisk_evidence,
241   max(sqlrisk_linked.sqlrisk_variance * sqlrisk_linked.sqlrisk_variance / (2 * (sqlrisk_linked.sqlrisk_variance + sqlrisk_linked.sqlrisk_largest * sqlrisk_linked.sqlrisk_variance / cast(3 as float)))) as sqlrisk_evidence_of_copy

-- rows of classes within limits
 40       having max(sqlrisk_share.sqlrisk_class_valued) = 0 or (sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then 1 else 0 end) < 2 or case when max(sqlrisk_share.sqlrisk_class_valued) > 0 then cast(max(sqlrisk_share.sqlrisk_class_valued) as float) * log(cast(max(sqlrisk_share.sqlrisk_class_valued) as float)) else 0 end - sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as float) * log(cast(sqlrisk_share.sqlrisk_valued_rows as float)) else 0 end) < cast(max(sqlrisk_share.sqlrisk_class_valued) as float) * log(cast(1.4999999985 as float)) or sum(case
 41       when sqlrisk_share.sqlrisk_table_rows <= 3000000000 then case when sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows as float) else cast(0 as float) end
 42       when cast(sqlrisk_share.sqlrisk_valued_rows as float) * cast(sqlrisk_share.sqlrisk_table_rows as float) - cast(sqlrisk_share.sqlrisk_class_valued as float) * cast(sqlrisk_share.sqlrisk_value_rows as float) > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as float) * cast(sqlrisk_share.sqlrisk_table_rows as float) - cast(sqlrisk_share.sqlrisk_class_valued as float) * cast(sqlrisk_share.sqlrisk_value_rows as float)
 43       else cast(0 as float)
 44     end) > cast(0.7000000007 as float) * cast(max(sqlrisk_share.sqlrisk_class_valued) as float) * cast(max(sqlrisk_share.sqlrisk_table_rows) as float))
 72       having max(sqlrisk_share.sqlrisk_class_valued) = 0 or (cast(max(sqlrisk_share.sqlrisk_valued_rows) as float) > cast(0.8000000008000001 as float) * cast(max(sqlrisk_share.sqlrisk_class_valued) as float) or cast(max(sqlrisk_share.sqlrisk_valued_rows) as float) >= cast(2.999999997 as float) * cast(sum(case when sqlrisk_share.sqlrisk_place >= 2 then sqlrisk_share.sqlrisk_valued_rows else 0 end) as float))

-- rows of classes within limits, NULL is no value
 40       having max(sqlrisk_share.sqlrisk_class_valued) > 0 and (cast(max(sqlrisk_share.sqlrisk_valued_rows) as float) > cast(0.8000000008000001 as float) * cast(max(sqlrisk_share.sqlrisk_class_valued) as float))

-- expression: 'o''Hara'
  1 N'o''Hara'

-- expression: 'back\slash'
  1 N'back\slash'

-- expression: '{{ x }} -- % $1'
  1 N'{{ x }} -- % $1'

-- expression: true
  1 (1 = 1)

-- expression: i
  1 sqlrisk_source.[i]

-- expression: "i"
  1 sqlrisk_source.[i]

-- expression: I
  1 sqlrisk_source.[i]

-- expression: user
  1 sqlrisk_source.[user]

-- expression: i + j
  1 sqlrisk_source.[i] + sqlrisk_source.[j]

-- expression: i - j
  1 sqlrisk_source.[i] - sqlrisk_source.[j]

-- expression: i * j
  1 sqlrisk_source.[i] * sqlrisk_source.[j]

-- expression: i / j
  1 CAST(sqlrisk_source.[i] AS FLOAT) / sqlrisk_source.[j]

-- expression: i / 2
  1 CAST(sqlrisk_source.[i] AS FLOAT) / 2

-- expression: i % j
  1 sqlrisk_source.[i] % sqlrisk_source.[j]

-- expression: -i
  1 -sqlrisk_source.[i]

-- expression: - -i
  1 - -sqlrisk_source.[i]

-- expression: (i + 1) * 2
  1 (sqlrisk_source.[i] + 1) * 2

-- expression: i = 7
  1 sqlrisk_source.[i] = 7

-- expression: i <> 7
  1 sqlrisk_source.[i] <> 7

-- expression: i != 7
  1 sqlrisk_source.[i] <> 7

-- expression: i > j
  1 sqlrisk_source.[i] > sqlrisk_source.[j]

-- expression: i >= 7
  1 sqlrisk_source.[i] >= 7

-- expression: i < 7
  1 sqlrisk_source.[i] < 7

-- expression: i <= 7
  1 sqlrisk_source.[i] <= 7

-- expression: i > 0 and j > 0
  1 sqlrisk_source.[i] > 0 AND sqlrisk_source.[j] > 0

-- expression: i > 0 or j > 0
  1 sqlrisk_source.[i] > 0 OR sqlrisk_source.[j] > 0

-- expression: not b
  1 NOT sqlrisk_source.[b] <> 0

-- expression: not (b and i > 0) or false
  1 NOT (sqlrisk_source.[b] <> 0 AND sqlrisk_source.[i] > 0) OR (1 = 0)

-- expression: i is null
  1 sqlrisk_source.[i] IS NULL

-- expression: i is not null
  1 NOT sqlrisk_source.[i] IS NULL

-- expression: case when i > 0 then 'up' when i < 0 then 'down' else 'unknown' end
  1 CASE WHEN sqlrisk_source.[i] > 0 THEN N'up' WHEN sqlrisk_source.[i] < 0 THEN N'down' ELSE N'unknown' END

-- expression: case when i > 0 then 'up' end
  1 CASE WHEN sqlrisk_source.[i] > 0 THEN N'up' END

-- expression: case i when 7 then 'seven' else 'other' end
  1 CASE sqlrisk_source.[i] WHEN 7 THEN N'seven' ELSE N'other' END

-- expression: coalesce(i, j, 0)
  1 COALESCE(sqlrisk_source.[i], sqlrisk_source.[j], 0)

-- expression: nullif(i, 7)
  1 NULLIF(sqlrisk_source.[i], 7)

-- expression: i in (7, 0)
  1 sqlrisk_source.[i] IN (7, 0)

-- expression: i not in (7, 0)
  1 NOT sqlrisk_source.[i] IN (7, 0)

-- expression: t in ('Ana', 'Eva')
  1 sqlrisk_source.[t] IN (N'Ana', N'Eva')

-- expression: i between 0 and 7
  1 sqlrisk_source.[i] BETWEEN 0 AND 7

-- expression: i not between 0 and 7
  1 NOT sqlrisk_source.[i] BETWEEN 0 AND 7

-- expression: t like 'A%'
  1 sqlrisk_source.[t] LIKE N'A%'

-- expression: t not like '_na'
  1 sqlrisk_source.[t] NOT LIKE N'_na'

-- expression: cast('12' as integer)
  1 CAST(N'12' AS INTEGER)

-- expression: cast(floor(x + 0.5) as integer)
  1 CAST(FLOOR(sqlrisk_source.[x] + 0.5) AS INTEGER)

-- expression: cast(i as double)
  1 CAST(sqlrisk_source.[i] AS FLOAT)

-- expression: cast(i as text)
  1 CAST(sqlrisk_source.[i] AS NVARCHAR(MAX))

-- expression: i::text
  1 CAST(sqlrisk_source.[i] AS NVARCHAR(MAX))

-- expression: cast(d as text)
  1 CAST(sqlrisk_source.[d] AS NVARCHAR(MAX))

-- expression: cast('2024-02-29' as date)
  1 CAST(N'2024-02-29' AS DATE)

-- expression: date '2024-02-29'
  1 CAST(N'2024-02-29' AS DATE)

-- expression: d > date '2000-01-01'
  1 sqlrisk_source.[d] > CAST(N'2000-01-01' AS DATE)

-- expression: t like 'a%'
  1 sqlrisk_source.[t] LIKE N'a%'

-- expression: upper('ñandú')
  1 UPPER(N'ñandú')

-- expression: lpad(u, 6, '0')
  1 (RTRIM(LPAD(sqlrisk_source.[u], 6, N'0')) + REPLICATE(N' ', LEN(LPAD(sqlrisk_source.[u], 6, N'0') + '.') - 1 - LEN(LPAD(sqlrisk_source.[u], 6, N'0'))))

-- expression: lpad(u, 3, 'ab')
  1 (RTRIM(LPAD(sqlrisk_source.[u], 3, N'ab')) + REPLICATE(N' ', LEN(LPAD(sqlrisk_source.[u], 3, N'ab') + '.') - 1 - LEN(LPAD(sqlrisk_source.[u], 3, N'ab'))))

-- expression: extract(year from d)
  1 DATEPART(YEAR, sqlrisk_source.[d])

-- expression: extract(month from d)
  1 DATEPART(MONTH, sqlrisk_source.[d])

-- expression: concat(t, '-', u)
  1 (RTRIM(CONCAT(sqlrisk_source.[t], N'-', sqlrisk_source.[u])) + REPLICATE(N' ', LEN(CONCAT(sqlrisk_source.[t], N'-', sqlrisk_source.[u]) + '.') - 1 - LEN(CONCAT(sqlrisk_source.[t], N'-', sqlrisk_source.[u]))))

-- expression: concat(i, '/', j)
  1 (RTRIM(CONCAT(sqlrisk_source.[i], N'/', sqlrisk_source.[j])) + REPLICATE(N' ', LEN(CONCAT(sqlrisk_source.[i], N'/', sqlrisk_source.[j]) + '.') - 1 - LEN(CONCAT(sqlrisk_source.[i], N'/', sqlrisk_source.[j]))))

-- expression: lower(t)
  1 LOWER(sqlrisk_source.[t])

-- expression: upper(t)
  1 UPPER(sqlrisk_source.[t])

-- expression: trim(t)
  1 TRIM(N'  ' FROM sqlrisk_source.[t])

-- expression: trim(t, 'a')
  1 (RTRIM(TRIM(N'a' FROM sqlrisk_source.[t])) + REPLICATE(N' ', LEN(TRIM(N'a' FROM sqlrisk_source.[t]) + '.') - 1 - LEN(TRIM(N'a' FROM sqlrisk_source.[t]))))

-- expression: substring(u, 1, 3)
  1 (RTRIM(SUBSTRING(sqlrisk_source.[u], 1, 3)) + REPLICATE(N' ', LEN(SUBSTRING(sqlrisk_source.[u], 1, 3) + '.') - 1 - LEN(SUBSTRING(sqlrisk_source.[u], 1, 3))))

-- expression: substring(u, 2)
  1 (RTRIM(SUBSTRING(sqlrisk_source.[u], 2, 2147483647)) + REPLICATE(N' ', LEN(SUBSTRING(sqlrisk_source.[u], 2, 2147483647) + '.') - 1 - LEN(SUBSTRING(sqlrisk_source.[u], 2, 2147483647))))

-- expression: length(t)
  1 (LEN(sqlrisk_source.[t] + '.') - 1)

-- expression: length('año 🦆')
  1 (LEN(N'año 🦆' + '.') - 1)

-- expression: floor(x)
  1 FLOOR(sqlrisk_source.[x])

-- expression: floor(i / 5) * 5
  1 CAST(FLOOR(CAST(sqlrisk_source.[i] AS FLOAT) / 5) AS BIGINT) * 5

-- expression: ceil(x)
  1 CEILING(sqlrisk_source.[x])

-- expression: abs(i)
  1 ABS(sqlrisk_source.[i])

-- expression: i -- what is left is a comment
  1 sqlrisk_source.[i]

-- expression: i /* so is this */ + 1
  1 sqlrisk_source.[i] + 1

-- expression: cast(b as text)
  1 CAST(sqlrisk_source.[b] AS NVARCHAR(MAX))

-- expression: i / (j - j)
  1 CAST(sqlrisk_source.[i] AS FLOAT) / (sqlrisk_source.[j] - sqlrisk_source.[j])

-- expression: cast(d + 1 as text)
  1 CAST(sqlrisk_source.[d] + 1 AS NVARCHAR(MAX))

-- expression: cast(i > 0 as text)
  1 CAST(sqlrisk_source.[i] > 0 AS NVARCHAR(MAX))

