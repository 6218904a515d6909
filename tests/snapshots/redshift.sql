-- class sizes of a group
 21   sum(cast(sqlrisk_sized.sqlrisk_rows as double precision) * ln(cast(sqlrisk_sized.sqlrisk_rows as double precision))) as sqlrisk_rows_ln_rows

-- sensitive
 32     cast(max(sqlrisk_share.sqlrisk_class_valued) as double precision) as sqlrisk_class_valued,
 33     cast(max(sqlrisk_share.sqlrisk_table_rows) as double precision) as sqlrisk_table_rows,
 35     cast(max(sqlrisk_share.sqlrisk_valued_rows) as double precision) as sqlrisk_largest,
 36     sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double precision) * ln(cast(sqlrisk_share.sqlrisk_valued_rows as double precision)) else 0 end) as sqlrisk_rows_ln_rows,
 38       when sqlrisk_share.sqlrisk_table_rows <= 3000000000 then case when sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows as double precision) else cast(0 as double precision) end
 39       when cast(sqlrisk_share.sqlrisk_valued_rows as double precision) * cast(sqlrisk_share.sqlrisk_table_rows as double precision) - cast(sqlrisk_share.sqlrisk_class_valued as double precision) * cast(sqlrisk_share.sqlrisk_value_rows as double precision) > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double precision) * cast(sqlrisk_share.sqlrisk_table_rows as double precision) - cast(sqlrisk_share.sqlrisk_class_valued as double precision) * cast(sqlrisk_share.sqlrisk_value_rows as double precision)
 40       else cast(0 as double precision)
 42     max(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double precision) / cast(sqlrisk_share.sqlrisk_class_valued as double precision) * cast(sqlrisk_share.sqlrisk_table_rows as double precision) / cast(sqlrisk_share.sqlrisk_value_rows as double precision) end) as sqlrisk_gain_max,
 43     min(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double precision) / cast(sqlrisk_share.sqlrisk_class_valued as double precision) * cast(sqlrisk_share.sqlrisk_table_rows as double precision) / cast(sqlrisk_share.sqlrisk_value_rows as double precision) end) as sqlrisk_gain_min,
 44     sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then case when cast(sqlrisk_share.sqlrisk_valued_rows as double precision) / cast(sqlrisk_share.sqlrisk_class_valued as double precision) * cast(sqlrisk_share.sqlrisk_table_rows as double precision) / cast(sqlrisk_share.sqlrisk_value_rows as double precision) - 1 > ln(cast(sqlrisk_share.sqlrisk_table_rows as double precision) / cast(sqlrisk_share.sqlrisk_value_rows as double precision)) + 0.000000001 then 1 else 0 end else 0 end) as sqlrisk_beyond_surprise,
 45     cast(sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then sqlrisk_share.sqlrisk_value_rows else 0 end) as double precision) as sqlrisk_present_rows

-- sensitive, NULL is a value
 33     cast(max(sqlrisk_share.sqlrisk_class_valued) as double precision) as sqlrisk_class_valued,
 34     cast(max(sqlrisk_share.sqlrisk_table_rows) as double precision) as sqlrisk_table_rows,
 36     cast(max(sqlrisk_share.sqlrisk_valued_rows) as double precision) as sqlrisk_largest,
 37     sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double precision) * ln(cast(sqlrisk_share.sqlrisk_valued_rows as double precision)) else 0 end) as sqlrisk_rows_ln_rows,
 39       when sqlrisk_share.sqlrisk_table_rows <= 3000000000 then case when sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows as double precision) else cast(0 as double precision) end
 40       when cast(sqlrisk_share.sqlrisk_valued_rows as double precision) * cast(sqlrisk_share.sqlrisk_table_rows as double precision) - cast(sqlrisk_share.sqlrisk_class_valued as double precision) * cast(sqlrisk_share.sqlrisk_value_rows as double precision) > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double precision) * cast(sqlrisk_share.sqlrisk_table_rows as double precision) - cast(sqlrisk_share.sqlrisk_class_valued as double precision) * cast(sqlrisk_share.sqlrisk_value_rows as double precision)
 41       else cast(0 as double precision)
 43     max(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double precision) / cast(sqlrisk_share.sqlrisk_class_valued as double precision) * cast(sqlrisk_share.sqlrisk_table_rows as double precision) / cast(sqlrisk_share.sqlrisk_value_rows as double precision) end) as sqlrisk_gain_max,
 44     min(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double precision) / cast(sqlrisk_share.sqlrisk_class_valued as double precision) * cast(sqlrisk_share.sqlrisk_table_rows as double precision) / cast(sqlrisk_share.sqlrisk_value_rows as double precision) end) as sqlrisk_gain_min,
 45     sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then case when cast(sqlrisk_share.sqlrisk_valued_rows as double precision) / cast(sqlrisk_share.sqlrisk_class_valued as double precision) * cast(sqlrisk_share.sqlrisk_table_rows as double precision) / cast(sqlrisk_share.sqlrisk_value_rows as double precision) - 1 > ln(cast(sqlrisk_share.sqlrisk_table_rows as double precision) / cast(sqlrisk_share.sqlrisk_value_rows as double precision)) + 0.000000001 then 1 else 0 end else 0 end) as sqlrisk_beyond_surprise,
 46     cast(sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then sqlrisk_share.sqlrisk_value_rows else 0 end) as double precision) as sqlrisk_present_rows

-- sensitive of a group
 33     cast(max(sqlrisk_share.sqlrisk_class_valued) as double precision) as sqlrisk_class_valued,
 34     cast(max(sqlrisk_share.sqlrisk_table_rows) as double precision) as sqlrisk_table_rows,
 36     cast(max(sqlrisk_share.sqlrisk_valued_rows) as double precision) as sqlrisk_largest,
 37     sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double precision) * ln(cast(sqlrisk_share.sqlrisk_valued_rows as double precision)) else 0 end) as sqlrisk_rows_ln_rows,
 39       when sqlrisk_share.sqlrisk_table_rows <= 3000000000 then case when sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows as double precision) else cast(0 as double precision) end
 40       when cast(sqlrisk_share.sqlrisk_valued_rows as double precision) * cast(sqlrisk_share.sqlrisk_table_rows as double precision) - cast(sqlrisk_share.sqlrisk_class_valued as double precision) * cast(sqlrisk_share.sqlrisk_value_rows as double precision) > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double precision) * cast(sqlrisk_share.sqlrisk_table_rows as double precision) - cast(sqlrisk_share.sqlrisk_class_valued as double precision) * cast(sqlrisk_share.sqlrisk_value_rows as double precision)
 41       else cast(0 as double precision)
 43     max(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double precision) / cast(sqlrisk_share.sqlrisk_class_valued as double precision) * cast(sqlrisk_share.sqlrisk_table_rows as double precision) / cast(sqlrisk_share.sqlrisk_value_rows as double precision) end) as sqlrisk_gain_max,
 44     min(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double precision) / cast(sqlrisk_share.sqlrisk_class_valued as double precision) * cast(sqlrisk_share.sqlrisk_table_rows as double precision) / cast(sqlrisk_share.sqlrisk_value_rows as double precision) end) as sqlrisk_gain_min,
 45     sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then case when cast(sqlrisk_share.sqlrisk_valued_rows as double precision) / cast(sqlrisk_share.sqlrisk_class_valued as double precision) * cast(sqlrisk_share.sqlrisk_table_rows as double precision) / cast(sqlrisk_share.sqlrisk_value_rows as double precision) - 1 > ln(cast(sqlrisk_share.sqlrisk_table_rows as double precision) / cast(sqlrisk_share.sqlrisk_value_rows as double precision)) + 0.000000001 then 1 else 0 end else 0 end) as sqlrisk_beyond_surprise,
 46     cast(sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then sqlrisk_share.sqlrisk_value_rows else 0 end) as double precision) as sqlrisk_present_rows

-- recursive
 47   max(case when sqlrisk_seen.sqlrisk_tail > 0 then cast(sqlrisk_seen.sqlrisk_first as double precision) / cast(sqlrisk_seen.sqlrisk_tail as double precision) end) as sqlrisk_ratio_max

-- recursive of a group, NULL is a value
 80   max(case when sqlrisk_seen.sqlrisk_tail > 0 then cast(sqlrisk_seen.sqlrisk_first as double precision) / cast(sqlrisk_seen.sqlrisk_tail as double precision) end) as sqlrisk_ratio_max

-- ordered, natural
 24     cast(sqlrisk_pair.sqlrisk_class_valued as double precision) as sqlrisk_n
 32     cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over () as double precision) as sqlrisk_table_rows,
 33     cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over (partition by sqlrisk_placed."age", sqlrisk_placed."town" order by sqlrisk_placed.sqlrisk_place rows between unbounded preceding and current row) as double precision) as sqlrisk_c,
 34     cast(sum(case when sqlrisk_placed.sqlrisk_place is null then sqlrisk_placed.sqlrisk_valued_rows else 0 end) over () as double precision) as sqlrisk_rows_unplaced
 40     cast(sqlrisk_ranked.sqlrisk_step as double precision) as sqlrisk_rank,
 48     cast(sum(case when sqlrisk_turned.sqlrisk_turn = 1 then sqlrisk_turned.sqlrisk_step_rows else 0 end) over (order by sqlrisk_turned.sqlrisk_step, sqlrisk_turned.sqlrisk_turn rows between unbounded preceding and current row) as double precision) as sqlrisk_w
 54     cast(sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then 1 else 0 end) over () as double precision) as sqlrisk_ranks,
 99     case when sqlrisk_crossed.sqlrisk_crossing <= sqlrisk_crossed.sqlrisk_before then cast(sqlrisk_crossed.sqlrisk_before as double precision)
100       when sqlrisk_crossed.sqlrisk_crossing >= sqlrisk_crossed.sqlrisk_last then cast(sqlrisk_crossed.sqlrisk_last as double precision)
101       else cast(sqlrisk_crossed.sqlrisk_crossing as double precision) end as sqlrisk_middle,

-- ordered, natural, NULL is a value
 24     cast(sqlrisk_pair.sqlrisk_class_valued as double precision) as sqlrisk_n
 32     cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over () as double precision) as sqlrisk_table_rows,
 33     cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over (partition by sqlrisk_placed."age", sqlrisk_placed."town" order by case when sqlrisk_placed.sqlrisk_place is null then 1 else 0 end, sqlrisk_placed.sqlrisk_place rows between unbounded preceding and current row) as double precision) as sqlrisk_c,
 34     cast(sum(case when 1 = 0 then sqlrisk_placed.sqlrisk_valued_rows else 0 end) over () as double precision) as sqlrisk_rows_unplaced,
 35     cast(sum(case when sqlrisk_placed.sqlrisk_place is null or (length(cast(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(cast(sqlrisk_placed.sqlrisk_place as varchar(max)), '0', ''), '1', ''), '2', ''), '3', ''), '4', ''), '5', ''), '6', ''), '7', ''), '8', ''), '9', '') as varchar(max))) = 0 or length(cast(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(cast(sqlrisk_placed.sqlrisk_place as varchar(max)), '0', ''), '1', ''), '2', ''), '3', ''), '4', ''), '5', ''), '6', ''), '7', ''), '8', ''), '9', '') as varchar(max))) = 1 and (sqlrisk_placed.sqlrisk_place like '-%' or (sqlrisk_placed.sqlrisk_place like '%.%' or sqlrisk_placed.sqlrisk_place like '%,%')) or length(cast(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(cast(sqlrisk_placed.sqlrisk_place as varchar(max)), '0', ''), '1', ''), '2', ''), '3', ''), '4', ''), '5', ''), '6', ''), '7', ''), '8', ''), '9', '') as varchar(max))) = 2 and sqlrisk_placed.sqlrisk_place like '-%' and (sqlrisk_placed.sqlrisk_place like '%.%' or sqlrisk_placed.sqlrisk_place like '%,%')) then 0 else sqlrisk_placed.sqlrisk_valued_rows end) over () as double precision) as sqlrisk_words
 41     cast(sqlrisk_ranked.sqlrisk_step as double precision) as sqlrisk_rank,
 49     cast(sum(case when sqlrisk_turned.sqlrisk_turn = 1 then sqlrisk_turned.sqlrisk_step_rows else 0 end) over (order by sqlrisk_turned.sqlrisk_step, sqlrisk_turned.sqlrisk_turn rows between unbounded preceding and current row) as double precision) as sqlrisk_w
 55     cast(sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then 1 else 0 end) over () as double precision) as sqlrisk_ranks,
100     case when sqlrisk_crossed.sqlrisk_crossing <= sqlrisk_crossed.sqlrisk_before then cast(sqlrisk_crossed.sqlrisk_before as double precision)
101       when sqlrisk_crossed.sqlrisk_crossing >= sqlrisk_crossed.sqlrisk_last then cast(sqlrisk_crossed.sqlrisk_last as double precision)
102       else cast(sqlrisk_crossed.sqlrisk_crossing as double precision) end as sqlrisk_middle,

-- ordered by a list of text
 28     cast(sqlrisk_pair.sqlrisk_class_valued as double precision) as sqlrisk_n
 36     cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over () as double precision) as sqlrisk_table_rows,
 37     cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over (partition by sqlrisk_placed."age", sqlrisk_placed."town" order by sqlrisk_placed.sqlrisk_place rows between unbounded preceding and current row) as double precision) as sqlrisk_c,
 38     cast(sum(case when sqlrisk_placed.sqlrisk_place is null then sqlrisk_placed.sqlrisk_valued_rows else 0 end) over () as double precision) as sqlrisk_rows_unplaced
 44     cast(sqlrisk_ranked.sqlrisk_step as double precision) as sqlrisk_rank,
 52     cast(sum(case when sqlrisk_turned.sqlrisk_turn = 1 then sqlrisk_turned.sqlrisk_step_rows else 0 end) over (order by sqlrisk_turned.sqlrisk_step, sqlrisk_turned.sqlrisk_turn rows between unbounded preceding and current row) as double precision) as sqlrisk_w
 58     cast(sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then 1 else 0 end) over () as double precision) as sqlrisk_ranks,
103     case when sqlrisk_crossed.sqlrisk_crossing <= sqlrisk_crossed.sqlrisk_before then cast(sqlrisk_crossed.sqlrisk_before as double precision)
104       when sqlrisk_crossed.sqlrisk_crossing >= sqlrisk_crossed.sqlrisk_last then cast(sqlrisk_crossed.sqlrisk_last as double precision)
105       else cast(sqlrisk_crossed.sqlrisk_crossing as double precision) end as sqlrisk_middle,

-- ordered by a list of numbers
 28     cast(sqlrisk_pair.sqlrisk_class_valued as double precision) as sqlrisk_n
 36     cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over () as double precision) as sqlrisk_table_rows,
 37     cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over (partition by sqlrisk_placed."age", sqlrisk_placed."town" order by sqlrisk_placed.sqlrisk_place rows between unbounded preceding and current row) as double precision) as sqlrisk_c,
 38     cast(sum(case when sqlrisk_placed.sqlrisk_place is null then sqlrisk_placed.sqlrisk_valued_rows else 0 end) over () as double precision) as sqlrisk_rows_unplaced
 44     cast(sqlrisk_ranked.sqlrisk_step as double precision) as sqlrisk_rank,
 52     cast(sum(case when sqlrisk_turned.sqlrisk_turn = 1 then sqlrisk_turned.sqlrisk_step_rows else 0 end) over (order by sqlrisk_turned.sqlrisk_step, sqlrisk_turned.sqlrisk_turn rows between unbounded preceding and current row) as double precision) as sqlrisk_w
 58     cast(sum(case when sqlrisk_weighed.sqlrisk_turn = 1 then 1 else 0 end) over () as double precision) as sqlrisk_ranks,
103     case when sqlrisk_crossed.sqlrisk_crossing <= sqlrisk_crossed.sqlrisk_before then cast(sqlrisk_crossed.sqlrisk_before as double precision)
104       when sqlrisk_crossed.sqlrisk_crossing >= sqlrisk_crossed.sqlrisk_last then cast(sqlrisk_crossed.sqlrisk_last as double precision)
105       else cast(sqlrisk_crossed.sqlrisk_crossing as double precision) end as sqlrisk_middle,

-- margins
  4     cast(count(*) as double precision) as sqlrisk_rows

-- margins of two columns
  4     cast(count(*) as double precision) as sqlrisk_rows

-- classes by their margins
  4     cast(count(*) as double precision) as sqlrisk_rows
 37     ln((sqlrisk_pair_1_sums.sqlrisk_rows + cast(-0.5 as double precision)) * cast(1.0 as double precision)) - ln(sqlrisk_pair_1_sums.sqlrisk_parent_rows) + ln((sqlrisk_pair_1_sums.sqlrisk_parent_rows + cast(-0.95 as double precision)) * cast(0.25 as double precision)) - ln(cast(20 as double precision)) as sqlrisk_log,
 45     ln((sum(sqlrisk_coded.sqlrisk_rows) + cast(-0.5 as double precision)) * cast(0.001 as double precision)) - ln(cast(20 as double precision)) as sqlrisk_log,
 53     floor(8 * (ln(cast(20 as double precision)) + sqlrisk_margin_1.sqlrisk_log + sqlrisk_margin_2.sqlrisk_log) + cast(0.5 as double precision)) as sqlrisk_bin,

-- against a table of counts
 11     cast(sum(case when sqlrisk_row."weight" >= 0 and sqlrisk_row."weight" < 9007199254740992 and floor(cast(sqlrisk_row."weight" as double precision)) = sqlrisk_row."weight" then sqlrisk_row."weight" else 0 end) as bigint) as sqlrisk_people,
 12     sum(case when sqlrisk_row."weight" >= 0 and sqlrisk_row."weight" < 9007199254740992 and floor(cast(sqlrisk_row."weight" as double precision)) = sqlrisk_row."weight" then 0 else 1 end) as sqlrisk_faults

-- hierarchical
 23     cast(sqlrisk_pair.sqlrisk_class_valued as double precision) as sqlrisk_n,
 24     cast(sqlrisk_pair.sqlrisk_valued_rows as double precision) as sqlrisk_rows,
 26     cast(0 as double precision) as sqlrisk_gaps

-- hierarchical of a group, NULL is a value
 23     cast(sqlrisk_pair.sqlrisk_class_valued as double precision) as sqlrisk_n,
 24     cast(sqlrisk_pair.sqlrisk_valued_rows as double precision) as sqlrisk_rows,
 26     cast(0 as double precision) as sqlrisk_gaps

-- entities
 36     listagg(cast(sqlrisk_member.sqlrisk_class_number as varchar(max)), ',') within group (order by sqlrisk_member.sqlrisk_class_number) as sqlrisk_class_list,
 37     listagg(cast(sqlrisk_member.sqlrisk_rows as varchar(max)), ',') within group (order by sqlrisk_member.sqlrisk_class_number) as sqlrisk_rows_list,
 38     cast(sum(length(cast(sqlrisk_member.sqlrisk_class_number as varchar(max))) + 1) - 1 as bigint) as sqlrisk_class_length,
 39     cast(sum(length(cast(sqlrisk_member.sqlrisk_rows as varchar(max))) + 1) - 1 as bigint) as sqlrisk_rows_length,
 83     cast(coalesce(sum(case when length(cast(sqlrisk_person.sqlrisk_class_list as varchar(max))) = sqlrisk_person.sqlrisk_class_length and length(cast(sqlrisk_person.sqlrisk_rows_list as varchar(max))) = sqlrisk_person.sqlrisk_rows_length then 0 else 1 end), 0) as bigint) as sqlrisk_count

-- entities, small classes suppressed
 36     listagg(cast(sqlrisk_member.sqlrisk_class_number as varchar(max)), ',') within group (order by sqlrisk_member.sqlrisk_class_number) as sqlrisk_class_list,
 37     listagg(cast(sqlrisk_member.sqlrisk_rows as varchar(max)), ',') within group (order by sqlrisk_member.sqlrisk_class_number) as sqlrisk_rows_list,
 38     cast(sum(length(cast(sqlrisk_member.sqlrisk_class_number as varchar(max))) + 1) - 1 as bigint) as sqlrisk_class_length,
 39     cast(sum(length(cast(sqlrisk_member.sqlrisk_rows as varchar(max))) + 1) - 1 as bigint) as sqlrisk_rows_length,
 83     cast(coalesce(sum(case when length(cast(sqlrisk_person.sqlrisk_class_list as varchar(max))) = sqlrisk_person.sqlrisk_class_length and length(cast(sqlrisk_person.sqlrisk_rows_list as varchar(max))) = sqlrisk_person.sqlrisk_rows_length then 0 else 1 end), 0) as bigint) as sqlrisk_count

-- weights
  4     sum(case when cast(sqlrisk_row."weight" as double precision) > 0 and cast(sqlrisk_row."weight" as double precision) < 1e300 then cast(sqlrisk_row."weight" as double precision) end) as sqlrisk_weight,
  6     sum(case when cast(sqlrisk_row."weight" as double precision) = 0 then 1 else 0 end) as sqlrisk_zero,
  7     sum(case when cast(sqlrisk_row."weight" as double precision) < 0 then 1 else 0 end) as sqlrisk_negative,
  8     sum(case when cast(sqlrisk_row."weight" as double precision) > 0 and cast(sqlrisk_row."weight" as double precision) < 1e300 then 1 else 0 end) as sqlrisk_sound,
  9     min(cast(sqlrisk_row."weight" as double precision)) as sqlrisk_least,
 10     max(cast(sqlrisk_row."weight" as double precision)) as sqlrisk_greatest
 24     case when sqlrisk_summed.sqlrisk_sound = sqlrisk_summed.sqlrisk_class_size and sqlrisk_summed.sqlrisk_weight >= cast(sqlrisk_summed.sqlrisk_class_size as double precision) * 0.999999999 then 1 else 0 end as sqlrisk_consistent
 31     cast(sqlrisk_class.sqlrisk_class_size as double precision) as sqlrisk_size,
 40 case when sqlrisk_class.sqlrisk_consistent = 0 then null when sqlrisk_class.sqlrisk_weight > cast(sqlrisk_class.sqlrisk_class_size as double precision) then cast(sqlrisk_class.sqlrisk_class_size as double precision) / sqlrisk_class.sqlrisk_weight else cast(1 as double precision) end as sqlrisk_p,
 41     case when sqlrisk_class.sqlrisk_consistent = 0 then null when sqlrisk_class.sqlrisk_weight > cast(sqlrisk_class.sqlrisk_class_size as double precision) then (sqlrisk_class.sqlrisk_weight - cast(sqlrisk_class.sqlrisk_class_size as double precision)) / sqlrisk_class.sqlrisk_weight else cast(0 as double precision) end as sqlrisk_rest,
 42     case when sqlrisk_class.sqlrisk_consistent = 1 and sqlrisk_class.sqlrisk_weight > cast(sqlrisk_class.sqlrisk_class_size as double precision) then cast(sqlrisk_class.sqlrisk_class_size as double precision) / (sqlrisk_class.sqlrisk_weight - cast(sqlrisk_class.sqlrisk_class_size as double precision)) end as sqlrisk_odds
 58     else sqlrisk_sampled.sqlrisk_odds * (((((((((((((((0 * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 15 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 15) when sqlrisk_sampled.sqlrisk_size = 15 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 14 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 14) when sqlrisk_sampled.sqlrisk_size = 14 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 13 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 13) when sqlrisk_sampled.sqlrisk_size = 13 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 12 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 12) when sqlrisk_sampled.sqlrisk_size = 12 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 11 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 11) when sqlrisk_sampled.sqlrisk_size = 11 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 10 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 10) when sqlrisk_sampled.sqlrisk_size = 10 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 9 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 9) when sqlrisk_sampled.sqlrisk_size = 9 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 8 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 8) when sqlrisk_sampled.sqlrisk_size = 8 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 7 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 7) when sqlrisk_sampled.sqlrisk_size = 7 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 6 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 6) when sqlrisk_sampled.sqlrisk_size = 6 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 5 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 5) when sqlrisk_sampled.sqlrisk_size = 5 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 4 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 4) when sqlrisk_sampled.sqlrisk_size = 4 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 3 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 3) when sqlrisk_sampled.sqlrisk_size = 3 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 2 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 2) when sqlrisk_sampled.sqlrisk_size = 2 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 1 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 1) when sqlrisk_sampled.sqlrisk_size = 1 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end)

-- households
 20     cast(1 as double precision) / cast(sqlrisk_summed.sqlrisk_class_size as double precision) as sqlrisk_risk

-- households, weighted
  6     sum(case when cast(sqlrisk_row."weight" as double precision) > 0 and cast(sqlrisk_row."weight" as double precision) < 1e300 then cast(sqlrisk_row."weight" as double precision) end) as sqlrisk_weight,
  8     sum(case when cast(sqlrisk_row."weight" as double precision) = 0 then 1 else 0 end) as sqlrisk_zero,
  9     sum(case when cast(sqlrisk_row."weight" as double precision) < 0 then 1 else 0 end) as sqlrisk_negative,
 10     sum(case when cast(sqlrisk_row."weight" as double precision) > 0 and cast(sqlrisk_row."weight" as double precision) < 1e300 then 1 else 0 end) as sqlrisk_sound
 29     case when sqlrisk_summed.sqlrisk_sound = sqlrisk_summed.sqlrisk_class_size and sqlrisk_summed.sqlrisk_weight >= cast(sqlrisk_summed.sqlrisk_class_size as double precision) * 0.999999999 then 1 else 0 end as sqlrisk_consistent
 37     cast(sqlrisk_class.sqlrisk_class_size as double precision) as sqlrisk_size,
 38 case when sqlrisk_class.sqlrisk_consistent = 0 then null when sqlrisk_class.sqlrisk_weight > cast(sqlrisk_class.sqlrisk_class_size as double precision) then cast(sqlrisk_class.sqlrisk_class_size as double precision) / sqlrisk_class.sqlrisk_weight else cast(1 as double precision) end as sqlrisk_p,
 39     case when sqlrisk_class.sqlrisk_consistent = 0 then null when sqlrisk_class.sqlrisk_weight > cast(sqlrisk_class.sqlrisk_class_size as double precision) then (sqlrisk_class.sqlrisk_weight - cast(sqlrisk_class.sqlrisk_class_size as double precision)) / sqlrisk_class.sqlrisk_weight else cast(0 as double precision) end as sqlrisk_rest,
 40     case when sqlrisk_class.sqlrisk_consistent = 1 and sqlrisk_class.sqlrisk_weight > cast(sqlrisk_class.sqlrisk_class_size as double precision) then cast(sqlrisk_class.sqlrisk_class_size as double precision) / (sqlrisk_class.sqlrisk_weight - cast(sqlrisk_class.sqlrisk_class_size as double precision)) end as sqlrisk_odds
 49     else sqlrisk_sampled.sqlrisk_odds * (((((((((((((((0 * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 15 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 15) when sqlrisk_sampled.sqlrisk_size = 15 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 14 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 14) when sqlrisk_sampled.sqlrisk_size = 14 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 13 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 13) when sqlrisk_sampled.sqlrisk_size = 13 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 12 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 12) when sqlrisk_sampled.sqlrisk_size = 12 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 11 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 11) when sqlrisk_sampled.sqlrisk_size = 11 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 10 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 10) when sqlrisk_sampled.sqlrisk_size = 10 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 9 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 9) when sqlrisk_sampled.sqlrisk_size = 9 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 8 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 8) when sqlrisk_sampled.sqlrisk_size = 8 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 7 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 7) when sqlrisk_sampled.sqlrisk_size = 7 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 6 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 6) when sqlrisk_sampled.sqlrisk_size = 6 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 5 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 5) when sqlrisk_sampled.sqlrisk_size = 5 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 4 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 4) when sqlrisk_sampled.sqlrisk_size = 4 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 3 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 3) when sqlrisk_sampled.sqlrisk_size = 3 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 2 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 2) when sqlrisk_sampled.sqlrisk_size = 2 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end) * (-sqlrisk_sampled.sqlrisk_odds) + case when sqlrisk_sampled.sqlrisk_size > 1 then cast(1 as double precision) / (sqlrisk_sampled.sqlrisk_size - 1) when sqlrisk_sampled.sqlrisk_size = 1 then -ln(sqlrisk_sampled.sqlrisk_p) else 0 end)

-- error of shares
  6     cast(0 as double precision) as sqlrisk_total,
  8     cast(0 as double precision) as sqlrisk_true_total
 28     case when sqlrisk_sized.sqlrisk_class_size >= 1 then sqlrisk_sized.sqlrisk_total else cast(0 as double precision) end as sqlrisk_total_1,
 30     case when sqlrisk_sized.sqlrisk_class_size >= 5 then sqlrisk_sized.sqlrisk_total else cast(0 as double precision) end as sqlrisk_total_2
 66     sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then case when sqlrisk_beside.sqlrisk_group_rows_1 = 0 then cast(sqlrisk_beside.sqlrisk_true_rows as double precision) / cast(sqlrisk_beside.sqlrisk_true_group_rows as double precision) else case when sqlrisk_beside.sqlrisk_group_rows_1 <= 3000000000 and sqlrisk_beside.sqlrisk_true_group_rows <= 3000000000 then cast(abs(sqlrisk_beside.sqlrisk_rows_1 * sqlrisk_beside.sqlrisk_true_group_rows - sqlrisk_beside.sqlrisk_true_rows * sqlrisk_beside.sqlrisk_group_rows_1) as double precision) else abs(cast(sqlrisk_beside.sqlrisk_rows_1 as double precision) * cast(sqlrisk_beside.sqlrisk_true_group_rows as double precision) - cast(sqlrisk_beside.sqlrisk_true_rows as double precision) * cast(sqlrisk_beside.sqlrisk_group_rows_1 as double precision)) end / (cast(sqlrisk_beside.sqlrisk_group_rows_1 as double precision) * cast(sqlrisk_beside.sqlrisk_true_group_rows as double precision)) end else cast(0 as double precision) end) as sqlrisk_error_1,
 69     sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then case when sqlrisk_beside.sqlrisk_group_rows_2 = 0 then cast(sqlrisk_beside.sqlrisk_true_rows as double precision) / cast(sqlrisk_beside.sqlrisk_true_group_rows as double precision) else case when sqlrisk_beside.sqlrisk_group_rows_2 <= 3000000000 and sqlrisk_beside.sqlrisk_true_group_rows <= 3000000000 then cast(abs(sqlrisk_beside.sqlrisk_rows_2 * sqlrisk_beside.sqlrisk_true_group_rows - sqlrisk_beside.sqlrisk_true_rows * sqlrisk_beside.sqlrisk_group_rows_2) as double precision) else abs(cast(sqlrisk_beside.sqlrisk_rows_2 as double precision) * cast(sqlrisk_beside.sqlrisk_true_group_rows as double precision) - cast(sqlrisk_beside.sqlrisk_true_rows as double precision) * cast(sqlrisk_beside.sqlrisk_group_rows_2 as double precision)) end / (cast(sqlrisk_beside.sqlrisk_group_rows_2 as double precision) * cast(sqlrisk_beside.sqlrisk_true_group_rows as double precision)) end else cast(0 as double precision) end) as sqlrisk_error_2

-- error of shares, NULL is a value
  6     cast(0 as double precision) as sqlrisk_total,
  8     cast(0 as double precision) as sqlrisk_true_total
 28     case when sqlrisk_sized.sqlrisk_class_size >= 5 then sqlrisk_sized.sqlrisk_total else cast(0 as double precision) end as sqlrisk_total_1
 34     cast(0 as double precision) as sqlrisk_true_total,
 36     cast(0 as double precision) as sqlrisk_total_1
 68     sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then case when sqlrisk_beside.sqlrisk_group_rows_1 = 0 then cast(sqlrisk_beside.sqlrisk_true_rows as double precision) / cast(sqlrisk_beside.sqlrisk_true_group_rows as double precision) else case when sqlrisk_beside.sqlrisk_group_rows_1 <= 3000000000 and sqlrisk_beside.sqlrisk_true_group_rows <= 3000000000 then cast(abs(sqlrisk_beside.sqlrisk_rows_1 * sqlrisk_beside.sqlrisk_true_group_rows - sqlrisk_beside.sqlrisk_true_rows * sqlrisk_beside.sqlrisk_group_rows_1) as double precision) else abs(cast(sqlrisk_beside.sqlrisk_rows_1 as double precision) * cast(sqlrisk_beside.sqlrisk_true_group_rows as double precision) - cast(sqlrisk_beside.sqlrisk_true_rows as double precision) * cast(sqlrisk_beside.sqlrisk_group_rows_1 as double precision)) end / (cast(sqlrisk_beside.sqlrisk_group_rows_1 as double precision) * cast(sqlrisk_beside.sqlrisk_true_group_rows as double precision)) end else cast(0 as double precision) end) as sqlrisk_error_1

-- error of counts against a source
  6     cast(0 as double precision) as sqlrisk_total,
  8     cast(0 as double precision) as sqlrisk_true_total
 28     case when sqlrisk_sized.sqlrisk_class_size >= 1 then sqlrisk_sized.sqlrisk_total else cast(0 as double precision) end as sqlrisk_total_1,
 30     case when sqlrisk_sized.sqlrisk_class_size >= 5 then sqlrisk_sized.sqlrisk_total else cast(0 as double precision) end as sqlrisk_total_2
 36     cast(0 as double precision) as sqlrisk_true_total,
 38     cast(0 as double precision) as sqlrisk_total_1,
 40     cast(0 as double precision) as sqlrisk_total_2
 77     sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then cast(abs(sqlrisk_beside.sqlrisk_rows_1 - sqlrisk_beside.sqlrisk_true_rows) as double precision) else cast(0 as double precision) end) as sqlrisk_error_1,
 80     sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then cast(abs(sqlrisk_beside.sqlrisk_rows_2 - sqlrisk_beside.sqlrisk_true_rows) as double precision) else cast(0 as double precision) end) as sqlrisk_error_2

-- error of means
  6     coalesce(sum(cast(sqlrisk_row."income" as double precision)), cast(0 as double precision)) as sqlrisk_total,
  8     coalesce(sum(cast(sqlrisk_row."weight" as double precision)), cast(0 as double precision)) as sqlrisk_true_total
 28     case when sqlrisk_sized.sqlrisk_class_size >= 1 then sqlrisk_sized.sqlrisk_total else cast(0 as double precision) end as sqlrisk_total_1,
 30     case when sqlrisk_sized.sqlrisk_class_size >= 5 then sqlrisk_sized.sqlrisk_total else cast(0 as double precision) end as sqlrisk_total_2
 66     sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then case when sqlrisk_beside.sqlrisk_rows_1 = 0 then abs(sqlrisk_beside.sqlrisk_true_total / cast(sqlrisk_beside.sqlrisk_true_rows as double precision)) else abs(sqlrisk_beside.sqlrisk_total_1 / cast(sqlrisk_beside.sqlrisk_rows_1 as double precision) - sqlrisk_beside.sqlrisk_true_total / cast(sqlrisk_beside.sqlrisk_true_rows as double precision)) end else cast(0 as double precision) end) as sqlrisk_error_1,
 69     sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then case when sqlrisk_beside.sqlrisk_rows_2 = 0 then abs(sqlrisk_beside.sqlrisk_true_total / cast(sqlrisk_beside.sqlrisk_true_rows as double precision)) else abs(sqlrisk_beside.sqlrisk_total_2 / cast(sqlrisk_beside.sqlrisk_rows_2 as double precision) - sqlrisk_beside.sqlrisk_true_total / cast(sqlrisk_beside.sqlrisk_true_rows as double precision)) end else cast(0 as double precision) end) as sqlrisk_error_2

-- error of sums against a source
  6     coalesce(sum(cast(sqlrisk_row."weight" as double precision)), cast(0 as double precision)) as sqlrisk_total,
  8     cast(0 as double precision) as sqlrisk_true_total
 28     case when sqlrisk_sized.sqlrisk_class_size >= 1 then sqlrisk_sized.sqlrisk_total else cast(0 as double precision) end as sqlrisk_total_1
 34     coalesce(sum(cast(sqlrisk_row."weight" as double precision)), cast(0 as double precision)) as sqlrisk_true_total,
 36     cast(0 as double precision) as sqlrisk_total_1
 68     sum(case when sqlrisk_beside.sqlrisk_true_rows > 0 then abs(sqlrisk_beside.sqlrisk_total_1 - sqlrisk_beside.sqlrisk_true_total) else cast(0 as double precision) end) as sqlrisk_error_1

-- profiles
  3   count(distinct sqlrisk_row."age") as sqlrisk_distinct_1,
  5   avg(cast(length(cast(sqlrisk_row."age" as varchar(max))) as double precision)) as sqlrisk_length_1,
  6   count(distinct sqlrisk_row."town") as sqlrisk_distinct_2,
  8   avg(cast(length(cast(sqlrisk_row."town" as varchar(max))) as double precision)) as sqlrisk_length_2

-- shapes
  4   cast(coalesce(sum(length(cast(sqlrisk_cell.sqlrisk_text_1 as varchar(max)))), 0) as bigint) as sqlrisk_characters_1,
  5   cast(coalesce(sum(case when length(cast(sqlrisk_cell.sqlrisk_text_1 as varchar(max))) < 7 then case when sqlrisk_cell.sqlrisk_text_1 like '%@%' then 1 else 0 end when sqlrisk_cell.sqlrisk_text_1 like '%:%' and length(cast(sqlrisk_cell.sqlrisk_text_1 as varchar(max))) < 32 and sqlrisk_cell.sqlrisk_text_1 not like '%.%' and sqlrisk_cell.sqlrisk_text_1 not like '%/%' and sqlrisk_cell.sqlrisk_text_1 not like '%@%' and sqlrisk_cell.sqlrisk_text_1 not like '%::%' and sqlrisk_cell.sqlrisk_text_1 not like '%:%:%:%:%' and sqlrisk_cell.sqlrisk_text_1 not like ' %' and sqlrisk_cell.sqlrisk_text_1 not like '% ' then 0 when sqlrisk_cell.sqlrisk_text_1 is null then 0 else 1 end), 0) as bigint) as sqlrisk_candidates_1,
  7   cast(coalesce(sum(length(cast(sqlrisk_cell.sqlrisk_text_2 as varchar(max)))), 0) as bigint) as sqlrisk_characters_2,
  8   cast(coalesce(sum(case when length(cast(sqlrisk_cell.sqlrisk_text_2 as varchar(max))) < 7 then case when sqlrisk_cell.sqlrisk_text_2 like '%@%' then 1 else 0 end when sqlrisk_cell.sqlrisk_text_2 like '%:%' and length(cast(sqlrisk_cell.sqlrisk_text_2 as varchar(max))) < 32 and sqlrisk_cell.sqlrisk_text_2 not like '%.%' and sqlrisk_cell.sqlrisk_text_2 not like '%/%' and sqlrisk_cell.sqlrisk_text_2 not like '%@%' and sqlrisk_cell.sqlrisk_text_2 not like '%::%' and sqlrisk_cell.sqlrisk_text_2 not like '%:%:%:%:%' and sqlrisk_cell.sqlrisk_text_2 not like ' %' and sqlrisk_cell.sqlrisk_text_2 not like '% ' then 0 when sqlrisk_cell.sqlrisk_text_2 is null then 0 else 1 end), 0) as bigint) as sqlrisk_candidates_2,
 14     cast(sqlrisk_row."town" as varchar(max)) as sqlrisk_text_1,
 15     cast(sqlrisk_row."illness" as varchar(max)) as sqlrisk_text_2,
 16     cast(sqlrisk_row."income" as double precision) as sqlrisk_number_1

-- values that could be identifiers
  4   from (select cast(sqlrisk_row."town" as varchar(max)) as sqlrisk_whole from people as sqlrisk_row) as sqlrisk_cell
  8   from (select cast(sqlrisk_row."illness" as varchar(max)) as sqlrisk_whole from people as sqlrisk_row) as sqlrisk_cell
 13   sum(case when case when sqlrisk_value.sqlrisk_whole like '%@%' and sqlrisk_value.sqlrisk_whole like '%_@_%' then 1 when length(cast(sqlrisk_value.sqlrisk_whole as varchar(max))) < 7 then 0 when sqlrisk_value.sqlrisk_whole like ' %' or sqlrisk_value.sqlrisk_whole like '% ' or sqlrisk_value.sqlrisk_whole like 'www.%' or sqlrisk_value.sqlrisk_whole like 'WWW.%' then 1 when length(cast(sqlrisk_value.sqlrisk_whole as varchar(max))) in (32, 36, 40) or length(cast(sqlrisk_value.sqlrisk_whole as varchar(max))) in (64, 128) or sqlrisk_value.sqlrisk_whole like '%.%.%.%' then 1 when sqlrisk_value.sqlrisk_whole like '%:%' then case when sqlrisk_value.sqlrisk_whole like '%::%' or sqlrisk_value.sqlrisk_whole like '%:%:%:%:%:%' or sqlrisk_value.sqlrisk_whole like '%://_%' then 1 else 0 end when length(cast(sqlrisk_value.sqlrisk_whole as varchar(max))) < 9 or sqlrisk_value.sqlrisk_whole like '%,%' then 0 when length(cast(sqlrisk_value.sqlrisk_whole as varchar(max))) = 10 and (sqlrisk_value.sqlrisk_whole like '____-__-__' or sqlrisk_value.sqlrisk_whole like '__/__/____' or sqlrisk_value.sqlrisk_whole like '__.__.____') then 0 when sqlrisk_value.sqlrisk_whole like '%.%' and sqlrisk_value.sqlrisk_whole not like '%.%.%' and length(cast(sqlrisk_value.sqlrisk_whole as varchar(max))) < 20 and lower(sqlrisk_value.sqlrisk_whole) = upper(sqlrisk_value.sqlrisk_whole) then 0 when lower(substring(sqlrisk_value.sqlrisk_whole, 3, 2)) = upper(substring(sqlrisk_value.sqlrisk_whole, 3, 2)) then case when length(cast(sqlrisk_value.sqlrisk_whole as varchar(max))) >= 15 then 1 when (lower(substring(sqlrisk_value.sqlrisk_whole, 1, 1)) = upper(substring(sqlrisk_value.sqlrisk_whole, 1, 1)) or upper(substring(sqlrisk_value.sqlrisk_whole, 1, 1)) in ('X', 'Y', 'Z')) and lower(substring(sqlrisk_value.sqlrisk_whole, length(cast(sqlrisk_value.sqlrisk_whole as varchar(max))) - 3, 3)) = upper(substring(sqlrisk_value.sqlrisk_whole, length(cast(sqlrisk_value.sqlrisk_whole as varchar(max))) - 3, 3)) then 1 else 0 end when length(cast(sqlrisk_value.sqlrisk_whole as varchar(max))) between 16 and 24 and (lower(substring(sqlrisk_value.sqlrisk_whole, 7, 2)) = upper(substring(sqlrisk_value.sqlrisk_whole, 7, 2)) or lower(substring(sqlrisk_value.sqlrisk_whole, 9, 2)) = upper(substring(sqlrisk_value.sqlrisk_whole, 9, 2))) and (length(cast(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', '') as varchar(max))) = 9 or lower(substring(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', ''), 3, 2)) = upper(substring(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', ''), 3, 2)) or (length(cast(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', '') as varchar(max))) = 16 and lower(substring(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', ''), 13, 3)) = upper(substring(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', ''), 13, 3)))) then 1 else 0 end = 1 then sqlrisk_value.sqlrisk_times else 0 end) as sqlrisk_fits

-- patterns
 10     from (select cast(sqlrisk_row."town" as varchar(max)) as sqlrisk_whole from people as sqlrisk_row) as sqlrisk_cell
 21     from (select cast(sqlrisk_row."age" as varchar(max)) as sqlrisk_whole from people as sqlrisk_row) as sqlrisk_cell
 31     length(cast(sqlrisk_value.sqlrisk_whole as varchar(max))) as sqlrisk_whole_length,
 59     length(cast(sqlrisk_shaped.sqlrisk_code as varchar(max))) as sqlrisk_code_length,
 60     case when length(cast(sqlrisk_shaped.sqlrisk_code as varchar(max))) = length(cast(sqlrisk_shaped.sqlrisk_text as varchar(max))) then sqlrisk_shaped.sqlrisk_shape else replace(replace(replace(replace(replace(replace(sqlrisk_shaped.sqlrisk_shape, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', '') end as sqlrisk_code_shape
 80     case when sqlrisk_coded.sqlrisk_code_length between 13 and 19 and replace(sqlrisk_coded.sqlrisk_code_shape, '9', '') = '' then substring('00000000000000000000' || sqlrisk_coded.sqlrisk_code, length(cast(sqlrisk_coded.sqlrisk_code as varchar(max))) + 1, 20) end as sqlrisk_joined_card,
124     ((((((((0 * 1000000000000000 + cast(substring(substring('000000000000000000000000000000000000000000000000000000000000' || sqlrisk_padded.sqlrisk_iban, length(cast(sqlrisk_padded.sqlrisk_iban as varchar(max))) + 1, 60), 1, 15) as bigint)) % 97) * 1000000000000000 + cast(substring(substring('000000000000000000000000000000000000000000000000000000000000' || sqlrisk_padded.sqlrisk_iban, length(cast(sqlrisk_padded.sqlrisk_iban as varchar(max))) + 1, 60), 16, 15) as bigint)) % 97) * 1000000000000000 + cast(substring(substring('000000000000000000000000000000000000000000000000000000000000' || sqlrisk_padded.sqlrisk_iban, length(cast(sqlrisk_padded.sqlrisk_iban as varchar(max))) + 1, 60), 31, 15) as bigint)) % 97) * 1000000000000000 + cast(substring(substring('000000000000000000000000000000000000000000000000000000000000' || sqlrisk_padded.sqlrisk_iban, length(cast(sqlrisk_padded.sqlrisk_iban as varchar(max))) + 1, 60), 46, 15) as bigint)) % 97) as sqlrisk_remainder_iban,
162   sum(case when sqlrisk_seen.sqlrisk_shape like '%.999%' and cast(case when (replace(sqlrisk_seen.sqlrisk_shape, '9', '') = '.' or (replace(sqlrisk_seen.sqlrisk_shape, '9', '') = '-.' and sqlrisk_seen.sqlrisk_shape like '-9%')) and sqlrisk_seen.sqlrisk_shape like '%9.9%' and sqlrisk_seen.sqlrisk_whole_length <= 20 then sqlrisk_seen.sqlrisk_text end as double precision) between -90 and 90 then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_latitude,
163   sum(case when sqlrisk_seen.sqlrisk_shape like '%.999%' and cast(case when (replace(sqlrisk_seen.sqlrisk_shape, '9', '') = '.' or (replace(sqlrisk_seen.sqlrisk_shape, '9', '') = '-.' and sqlrisk_seen.sqlrisk_shape like '-9%')) and sqlrisk_seen.sqlrisk_shape like '%9.9%' and sqlrisk_seen.sqlrisk_whole_length <= 20 then sqlrisk_seen.sqlrisk_text end as double precision) between -180 and 180 then sqlrisk_seen.sqlrisk_times else 0 end) as sqlrisk_longitude,

-- cells that may be missing
  4   cast(sum(case when btrim(sqlrisk_value.sqlrisk_whole, '  ') = '' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_blank,
  5   cast(sum(case when btrim(sqlrisk_value.sqlrisk_whole, '  ') = 'NA' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_na,
  6   cast(sum(case when btrim(sqlrisk_value.sqlrisk_whole, '  ') = 'N/A' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_n_a,
  7   cast(sum(case when btrim(sqlrisk_value.sqlrisk_whole, '  ') = 'null' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_null,
  8   cast(sum(case when btrim(sqlrisk_value.sqlrisk_whole, '  ') = 'NULL' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_upper_null,
  9   cast(sum(case when btrim(sqlrisk_value.sqlrisk_whole, '  ') = '.' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_dot,
 10   cast(sum(case when btrim(sqlrisk_value.sqlrisk_whole, '  ') = 'NaN' then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_nan,
 11   cast(sum(case when btrim(sqlrisk_value.sqlrisk_whole, '  ') in ('none', 'nonE', 'noNe', 'noNE', 'nOne', 'nOnE', 'nONe', 'nONE', 'None', 'NonE', 'NoNe', 'NoNE', 'NOne', 'NOnE', 'NONe', 'NONE') then sqlrisk_value.sqlrisk_times else 0 end) as bigint) as sqlrisk_none
 20       cast(sqlrisk_row."town" as varchar(max)) as sqlrisk_whole
 31       cast(sqlrisk_row."sex" as varchar(max)) as sqlrisk_whole
 42       case when sqlrisk_row."weight" = cast('NaN' as double precision) then 'NaN' else '0' end as sqlrisk_whole

-- numbers that may be codes
 22       case when sqlrisk_cell.sqlrisk_double = cast('NaN' as double precision) then null else sqlrisk_cell.sqlrisk_double end as sqlrisk_number,
 27         select cast(sqlrisk_row."weight" as double precision) as sqlrisk_double
 35       case when sqlrisk_cell.sqlrisk_double = cast('NaN' as double precision) then null else sqlrisk_cell.sqlrisk_double end as sqlrisk_number,
 40         select cast(sqlrisk_row."income" as double precision) as sqlrisk_double

-- profiles, exact
  5   avg(cast(length(cast(sqlrisk_row."age" as varchar(max))) as double precision)) as sqlrisk_length_1,
  8   avg(cast(length(cast(sqlrisk_row."town" as varchar(max))) as double precision)) as sqlrisk_length_2

-- composition
 12     listagg(cast(sqlrisk_numbered.sqlrisk_class as varchar(max)), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,
 13     sum(length(cast(sqlrisk_numbered.sqlrisk_class as varchar(max)))) + count(*) - 1 as sqlrisk_length
 29     listagg(cast(sqlrisk_numbered.sqlrisk_class as varchar(max)), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,
 30     sum(length(cast(sqlrisk_numbered.sqlrisk_class as varchar(max)))) + count(*) - 1 as sqlrisk_length
 44     listagg(cast(sqlrisk_numbered.sqlrisk_class as varchar(max)), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,
 45     sum(length(cast(sqlrisk_numbered.sqlrisk_class as varchar(max)))) + count(*) - 1 as sqlrisk_length
 54     cast(null as varchar(max)) as sqlrisk_classes_2,
 55     cast(null as varchar(max)) as sqlrisk_classes_3,
 58     case when length(cast(sqlrisk_listed.sqlrisk_classes as varchar(max))) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
 63     cast(null as varchar(max)) as sqlrisk_classes_1,
 64     cast(null as varchar(max)) as sqlrisk_classes_2,
 65     cast(null as varchar(max)) as sqlrisk_classes_3,
 74     cast(null as varchar(max)) as sqlrisk_classes_1,
 76     cast(null as varchar(max)) as sqlrisk_classes_3,
 79     case when length(cast(sqlrisk_listed.sqlrisk_classes as varchar(max))) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
 84     cast(null as varchar(max)) as sqlrisk_classes_1,
 85     cast(null as varchar(max)) as sqlrisk_classes_2,
 86     cast(null as varchar(max)) as sqlrisk_classes_3,
 95     cast(null as varchar(max)) as sqlrisk_classes_1,
 96     cast(null as varchar(max)) as sqlrisk_classes_2,
100     case when length(cast(sqlrisk_listed.sqlrisk_classes as varchar(max))) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
105     cast(null as varchar(max)) as sqlrisk_classes_1,
106     cast(null as varchar(max)) as sqlrisk_classes_2,
107     cast(null as varchar(max)) as sqlrisk_classes_3,

-- intersection
 12     listagg(cast(sqlrisk_numbered.sqlrisk_class as varchar(max)), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,
 13     sum(length(cast(sqlrisk_numbered.sqlrisk_class as varchar(max)))) + count(*) - 1 as sqlrisk_length
 29     listagg(cast(sqlrisk_numbered.sqlrisk_class as varchar(max)), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,
 30     sum(length(cast(sqlrisk_numbered.sqlrisk_class as varchar(max)))) + count(*) - 1 as sqlrisk_length
 44     listagg(cast(sqlrisk_numbered.sqlrisk_class as varchar(max)), ',') within group (order by sqlrisk_numbered.sqlrisk_class) as sqlrisk_classes,
 45     sum(length(cast(sqlrisk_numbered.sqlrisk_class as varchar(max)))) + count(*) - 1 as sqlrisk_length
 54     cast(null as varchar(max)) as sqlrisk_classes_2,
 55     cast(null as varchar(max)) as sqlrisk_classes_3,
 58     case when length(cast(sqlrisk_listed.sqlrisk_classes as varchar(max))) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
 63     cast(null as varchar(max)) as sqlrisk_classes_1,
 64     cast(null as varchar(max)) as sqlrisk_classes_2,
 65     cast(null as varchar(max)) as sqlrisk_classes_3,
 74     cast(null as varchar(max)) as sqlrisk_classes_1,
 76     cast(null as varchar(max)) as sqlrisk_classes_3,
 79     case when length(cast(sqlrisk_listed.sqlrisk_classes as varchar(max))) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
 84     cast(null as varchar(max)) as sqlrisk_classes_1,
 85     cast(null as varchar(max)) as sqlrisk_classes_2,
 86     cast(null as varchar(max)) as sqlrisk_classes_3,
 95     cast(null as varchar(max)) as sqlrisk_classes_1,
 96     cast(null as varchar(max)) as sqlrisk_classes_2,
100     case when length(cast(sqlrisk_listed.sqlrisk_classes as varchar(max))) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
105     cast(null as varchar(max)) as sqlrisk_classes_1,
106     cast(null as varchar(max)) as sqlrisk_classes_2,
107     cast(null as varchar(max)) as sqlrisk_classes_3,

-- lost pairs
252     cast(sum(1 - sqlrisk_ranked.sqlrisk_published) as double precision) as sqlrisk_before,
253     cast(sum(sqlrisk_ranked.sqlrisk_published) as double precision) as sqlrisk_after
262     cast(sum(1 - sqlrisk_ranked.sqlrisk_published) as double precision) as sqlrisk_before,
263     cast(sum(sqlrisk_ranked.sqlrisk_published) as double precision) as sqlrisk_after
279       when sqlrisk_margin.sqlrisk_before = 0 or sqlrisk_margin.sqlrisk_one_rows = 0 or sqlrisk_margin.sqlrisk_other_rows = 0 then cast(0 as double precision)
280       when sqlrisk_margin.sqlrisk_before * sqlrisk_margin.sqlrisk_rows > 4 * sqlrisk_margin.sqlrisk_one_rows * sqlrisk_margin.sqlrisk_other_rows then cast(4 as double precision)
281       else cast(sqlrisk_margin.sqlrisk_before * sqlrisk_margin.sqlrisk_rows as double precision) / cast(sqlrisk_margin.sqlrisk_one_rows * sqlrisk_margin.sqlrisk_other_rows as double precision)
292     cast(sqlrisk_weighed.sqlrisk_one_rows * sqlrisk_weighed.sqlrisk_other_rows as double precision) / cast(sqlrisk_weighed.sqlrisk_rows as double precision) as sqlrisk_chance,
293     cast(sum(sqlrisk_weighed.sqlrisk_other_rows * sqlrisk_weighed.sqlrisk_weight) over (partition by sqlrisk_weighed.sqlrisk_pair, sqlrisk_weighed.sqlrisk_place, sqlrisk_weighed.sqlrisk_one) as double precision)
294       / cast(sqlrisk_weighed.sqlrisk_rows as double precision) as sqlrisk_one_mean,
295     cast(sum(sqlrisk_weighed.sqlrisk_one_rows * sqlrisk_weighed.sqlrisk_weight) over (partition by sqlrisk_weighed.sqlrisk_pair, sqlrisk_weighed.sqlrisk_place, sqlrisk_weighed.sqlrisk_other) as double precision)
296       / cast(sqlrisk_weighed.sqlrisk_rows as double precision) as sqlrisk_other_mean,
297     cast(sum(sqlrisk_weighed.sqlrisk_one_rows * sqlrisk_weighed.sqlrisk_other_rows * sqlrisk_weighed.sqlrisk_weight) over (partition by sqlrisk_weighed.sqlrisk_pair, sqlrisk_weighed.sqlrisk_place) as double precision)
298       / cast(sqlrisk_weighed.sqlrisk_rows * sqlrisk_weighed.sqlrisk_rows as double precision) as sqlrisk_mean
331     cast(0 as double precision) as sqlrisk_squares_before,
332     cast(0 as double precision) as sqlrisk_ones_before,
333     cast(0 as double precision) as sqlrisk_others_before,
334     cast(0 as double precision) as sqlrisk_rows_before,
335     cast(0 as double precision) as sqlrisk_squares_after,
336     cast(0 as double precision) as sqlrisk_ones_after,
337     cast(0 as double precision) as sqlrisk_others_after,
338     cast(0 as double precision) as sqlrisk_rows_after
344     cast(0 as double precision),
345     cast(0 as double precision),
346     cast(0 as double precision),
347     cast(0 as double precision),
348     cast(0 as double precision),
349     cast(0 as double precision),
350     sum(case when sqlrisk_marginal.sqlrisk_before > 0 then cast(sqlrisk_marginal.sqlrisk_before * sqlrisk_marginal.sqlrisk_before as double precision) / cast(sqlrisk_marginal.sqlrisk_one_before * sqlrisk_marginal.sqlrisk_other_before as double precision) else 0 end),
351     sum(case when sqlrisk_marginal.sqlrisk_before > 0 then cast(sqlrisk_marginal.sqlrisk_before as double precision) / cast(sqlrisk_marginal.sqlrisk_one_before as double precision) else 0 end),
352     sum(case when sqlrisk_marginal.sqlrisk_before > 0 then cast(sqlrisk_marginal.sqlrisk_before as double precision) / cast(sqlrisk_marginal.sqlrisk_other_before as double precision) else 0 end),
354     sum(case when sqlrisk_marginal.sqlrisk_after > 0 then cast(sqlrisk_marginal.sqlrisk_after * sqlrisk_marginal.sqlrisk_after as double precision) / cast(sqlrisk_marginal.sqlrisk_one_after * sqlrisk_marginal.sqlrisk_other_after as double precision) else 0 end),
355     sum(case when sqlrisk_marginal.sqlrisk_after > 0 then cast(sqlrisk_marginal.sqlrisk_after as double precision) / cast(sqlrisk_marginal.sqlrisk_one_after as double precision) else 0 end),
356     sum(case when sqlrisk_marginal.sqlrisk_after > 0 then cast(sqlrisk_marginal.sqlrisk_after as double precision) / cast(sqlrisk_marginal.sqlrisk_other_after as double precision) else 0 end),

-- classes as ranks
  4   dense_rank() over (order by case when sqlrisk_row."town" is null then 1 else 0 end, cast(sqlrisk_row."town" as varchar(max))) as sqlrisk_rank_2,

-- classes as ranks, for queries
  4   dense_rank() over (order by case when sqlrisk_row."town" is null then 1 else 0 end, cast(sqlrisk_row."town" as varchar(max))) as sqlrisk_rank_2,

-- cuts
 49     cast(max(sqlrisk_placed.sqlrisk_rank) - min(sqlrisk_placed.sqlrisk_rank) as double precision) / cast(max(sqlrisk_placed.sqlrisk_widest) as double precision) as sqlrisk_span

-- cut points
  6     dense_rank() over (order by case when sqlrisk_row."town" is null then 1 else 0 end, cast(sqlrisk_row."town" as varchar(max))) as sqlrisk_rank,
  7     cast(sqlrisk_row."town" as varchar(max)) as sqlrisk_text

-- error of what a reader can count
 47     cast(sqlrisk_share.sqlrisk_source as double precision) / cast(sqlrisk_share.sqlrisk_source_all as double precision)
 49       then cast(sqlrisk_share.sqlrisk_counted as double precision) / cast(case when sqlrisk_share.sqlrisk_counted_all > 0 then sqlrisk_share.sqlrisk_counted_all else 1 end as double precision)

-- links of two blocks
206     cast(sqlrisk_tuple.sqlrisk_before as double precision) as sqlrisk_before,
207     cast(sqlrisk_tuple.sqlrisk_after as double precision) as sqlrisk_after,
208     cast(sum(sqlrisk_tuple.sqlrisk_before) over (partition by sqlrisk_tuple.sqlrisk_key_1, sqlrisk_tuple.sqlrisk_key_2) as double precision) as sqlrisk_rows,
209     cast(sum(sqlrisk_tuple.sqlrisk_before) over (partition by sqlrisk_tuple.sqlrisk_key_1, sqlrisk_tuple.sqlrisk_key_2, sqlrisk_tuple."age", sqlrisk_tuple."sex") as double precision) as sqlrisk_of_block,
210     cast(sum(sqlrisk_tuple.sqlrisk_before) over (partition by sqlrisk_tuple.sqlrisk_key_1, sqlrisk_tuple.sqlrisk_key_2, sqlrisk_tuple."illness") as double precision) as sqlrisk_of_other
240   max(case when sqlrisk_linked.sqlrisk_excess > 0 then sqlrisk_linked.sqlrisk_excess * sqlrisk_linked.sqlrisk_excess / (2 * (sqlrisk_linked.sqlrisk_variance + sqlrisk_linked.sqlrisk_largest * sqlrisk_linked.sqlrisk_excess / cast(3 as double precision))) else cast(0 as double precision) end) as sqlrisk_evidence,
241   max(sqlrisk_linked.sqlrisk_variance * sqlrisk_linked.sqlrisk_variance / (2 * (sqlrisk_linked.sqlrisk_variance + sqlrisk_linked.sqlrisk_largest * sqlrisk_linked.sqlrisk_variance / cast(3 as double precision)))) as sqlrisk_evidence_of_copy

-- rows of classes within limits
 40       having max(sqlrisk_share.sqlrisk_class_valued) = 0 or (sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then 1 else 0 end) < 2 or case when max(sqlrisk_share.sqlrisk_class_valued) > 0 then cast(max(sqlrisk_share.sqlrisk_class_valued) as double precision) * ln(cast(max(sqlrisk_share.sqlrisk_class_valued) as double precision)) else 0 end - sum(case when sqlrisk_share.sqlrisk_valued_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double precision) * ln(cast(sqlrisk_share.sqlrisk_valued_rows as double precision)) else 0 end) < cast(max(sqlrisk_share.sqlrisk_class_valued) as double precision) * ln(cast(1.4999999985 as double precision)) or sum(case
 41       when sqlrisk_share.sqlrisk_table_rows <= 3000000000 then case when sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows > 0 then cast(sqlrisk_share.sqlrisk_valued_rows * sqlrisk_share.sqlrisk_table_rows - sqlrisk_share.sqlrisk_class_valued * sqlrisk_share.sqlrisk_value_rows as double precision) else cast(0 as double precision) end
 42       when cast(sqlrisk_share.sqlrisk_valued_rows as double precision) * cast(sqlrisk_share.sqlrisk_table_rows as double precision) - cast(sqlrisk_share.sqlrisk_class_valued as double precision) * cast(sqlrisk_share.sqlrisk_value_rows as double precision) > 0 then cast(sqlrisk_share.sqlrisk_valued_rows as double precision) * cast(sqlrisk_share.sqlrisk_table_rows as double precision) - cast(sqlrisk_share.sqlrisk_class_valued as double precision) * cast(sqlrisk_share.sqlrisk_value_rows as double precision)
 43       else cast(0 as double precision)
 44     end) > cast(0.7000000007 as double precision) * cast(max(sqlrisk_share.sqlrisk_class_valued) as double precision) * cast(max(sqlrisk_share.sqlrisk_table_rows) as double precision))
 72       having max(sqlrisk_share.sqlrisk_class_valued) = 0 or (cast(max(sqlrisk_share.sqlrisk_valued_rows) as double precision) > cast(0.8000000008000001 as double precision) * cast(max(sqlrisk_share.sqlrisk_class_valued) as double precision) or cast(max(sqlrisk_share.sqlrisk_valued_rows) as double precision) >= cast(2.999999997 as double precision) * cast(sum(case when sqlrisk_share.sqlrisk_place >= 2 then sqlrisk_share.sqlrisk_valued_rows else 0 end) as double precision))

-- rows of classes within limits, NULL is no value
 40       having max(sqlrisk_share.sqlrisk_class_valued) > 0 and (cast(max(sqlrisk_share.sqlrisk_valued_rows) as double precision) > cast(0.8000000008000001 as double precision) * cast(max(sqlrisk_share.sqlrisk_class_valued) as double precision))

-- expression: 'o''Hara'
  1 'o\'Hara'

-- expression: 'back\slash'
  1 'back\\slash'

-- expression: i / j
  1 CAST(sqlrisk_source."i" AS DOUBLE PRECISION) / sqlrisk_source."j"

-- expression: i / 2
  1 CAST(sqlrisk_source."i" AS DOUBLE PRECISION) / 2

-- expression: i % j
  1 sqlrisk_source."i" % sqlrisk_source."j"

-- expression: cast(i as double)
  1 CAST(sqlrisk_source."i" AS DOUBLE PRECISION)

-- expression: cast(i as text)
  1 CAST(sqlrisk_source."i" AS VARCHAR(MAX))

-- expression: i::text
  1 CAST(sqlrisk_source."i" AS VARCHAR(MAX))

-- expression: cast(d as text)
  1 CAST(sqlrisk_source."d" AS VARCHAR(MAX))

-- expression: lpad(u, 6, '0')
  1 (RTRIM(LPAD(sqlrisk_source."u", 6, '0')) || REPEAT(' ', LENGTH(LPAD(sqlrisk_source."u", 6, '0')) - LENGTH(RTRIM(LPAD(sqlrisk_source."u", 6, '0')))))

-- expression: lpad(u, 3, 'ab')
  1 (RTRIM(LPAD(sqlrisk_source."u", 3, 'ab')) || REPEAT(' ', LENGTH(LPAD(sqlrisk_source."u", 3, 'ab')) - LENGTH(RTRIM(LPAD(sqlrisk_source."u", 3, 'ab')))))

-- expression: concat(t, '-', u)
  1 (RTRIM(COALESCE(CAST(sqlrisk_source."t" AS VARCHAR(MAX)), '') || '-' || COALESCE(CAST(sqlrisk_source."u" AS VARCHAR(MAX)), '')) || REPEAT(' ', LENGTH(COALESCE(CAST(sqlrisk_source."t" AS VARCHAR(MAX)), '') || '-' || COALESCE(CAST(sqlrisk_source."u" AS VARCHAR(MAX)), '')) - LENGTH(RTRIM(COALESCE(CAST(sqlrisk_source."t" AS VARCHAR(MAX)), '') || '-' || COALESCE(CAST(sqlrisk_source."u" AS VARCHAR(MAX)), '')))))

-- expression: concat(i, '/', j)
  1 (RTRIM(COALESCE(CAST(sqlrisk_source."i" AS VARCHAR(MAX)), '') || '/' || COALESCE(CAST(sqlrisk_source."j" AS VARCHAR(MAX)), '')) || REPEAT(' ', LENGTH(COALESCE(CAST(sqlrisk_source."i" AS VARCHAR(MAX)), '') || '/' || COALESCE(CAST(sqlrisk_source."j" AS VARCHAR(MAX)), '')) - LENGTH(RTRIM(COALESCE(CAST(sqlrisk_source."i" AS VARCHAR(MAX)), '') || '/' || COALESCE(CAST(sqlrisk_source."j" AS VARCHAR(MAX)), '')))))

-- expression: trim(t)
  1 TRIM('  ' FROM sqlrisk_source."t")

-- expression: trim(t, 'a')
  1 (RTRIM(TRIM('a' FROM sqlrisk_source."t")) || REPEAT(' ', LENGTH(TRIM('a' FROM sqlrisk_source."t")) - LENGTH(RTRIM(TRIM('a' FROM sqlrisk_source."t")))))

-- expression: substring(u, 1, 3)
  1 (RTRIM(SUBSTRING(sqlrisk_source."u" FROM 1 FOR 3)) || REPEAT(' ', LENGTH(SUBSTRING(sqlrisk_source."u" FROM 1 FOR 3)) - LENGTH(RTRIM(SUBSTRING(sqlrisk_source."u" FROM 1 FOR 3)))))

-- expression: substring(u, 2)
  1 (RTRIM(SUBSTRING(sqlrisk_source."u" FROM 2)) || REPEAT(' ', LENGTH(SUBSTRING(sqlrisk_source."u" FROM 2)) - LENGTH(RTRIM(SUBSTRING(sqlrisk_source."u" FROM 2)))))

-- expression: floor(i / 5) * 5
  1 CAST(FLOOR(CAST(sqlrisk_source."i" AS DOUBLE PRECISION) / 5) AS BIGINT) * 5

-- expression: cast(b as text)
  1 CAST(sqlrisk_source."b" AS VARCHAR(MAX))

-- expression: i / (j - j)
  1 CAST(sqlrisk_source."i" AS DOUBLE PRECISION) / (sqlrisk_source."j" - sqlrisk_source."j")

-- expression: cast(d + 1 as text)
  1 CAST(sqlrisk_source."d" + 1 AS VARCHAR(MAX))

-- expression: cast(i > 0 as text)
  1 CAST(sqlrisk_source."i" > 0 AS VARCHAR(MAX))

