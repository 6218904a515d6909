-- class sizes
  6     sqlrisk_row.`age`, sqlrisk_row.`town`,
  9   group by sqlrisk_row.`age`, sqlrisk_row.`town`

-- class sizes of classes
  6     sqlrisk_row.`age`, sqlrisk_row.`town`,
  9   group by sqlrisk_row.`age`, sqlrisk_row.`town`

-- classes
  2   sqlrisk_row.`age`, sqlrisk_row.`town`,
  5 group by sqlrisk_row.`age`, sqlrisk_row.`town`

-- classes of classes
  2   sqlrisk_row.`age`,
  5 group by sqlrisk_row.`age`

-- codes of levels
  2   sqlrisk_value.`town`,
  3   cast(dense_rank() over (order by sqlrisk_value.`town`) as bigint) as sqlrisk_level_0,
  4   cast(dense_rank() over (order by sqlrisk_value.`organ`) as bigint) as sqlrisk_level_1,
  5   cast(dense_rank() over (order by sqlrisk_value.`system`) as bigint) as sqlrisk_level_2
  7   select sqlrisk_row.`town`, sqlrisk_row.`organ`, sqlrisk_row.`system`
  9   group by sqlrisk_row.`town`, sqlrisk_row.`organ`, sqlrisk_row.`system`

-- class sizes of a group
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  4     sqlrisk_row.`sex` as sqlrisk_group,
  7   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`
 13     sum(sqlrisk_member.sqlrisk_rows) over (partition by sqlrisk_member.`age`, sqlrisk_member.`town`) as sqlrisk_class_size

-- sensitive
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  4     sqlrisk_row.`illness` as sqlrisk_value,
  7   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`illness`
 11     sqlrisk_counted.`age`, sqlrisk_counted.`town`,
 14     cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_size,
 15     cast(sum(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_valued
 20     sqlrisk_pair.`age`, sqlrisk_pair.`town`,
 30     sqlrisk_share.`age`, sqlrisk_share.`town`,
 47   group by sqlrisk_share.`age`, sqlrisk_share.`town`
 51     sqlrisk_summed.`age`, sqlrisk_summed.`town`,

-- sensitive, NULL is a value
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  4     sqlrisk_row.`illness` as sqlrisk_value,
  7   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`illness`
 11     sqlrisk_counted.`age`, sqlrisk_counted.`town`,
 14     cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_size,
 15     cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_valued
 20     sqlrisk_pair.`age`, sqlrisk_pair.`town`,
 31     sqlrisk_share.`age`, sqlrisk_share.`town`,
 48   group by sqlrisk_share.`age`, sqlrisk_share.`town`
 52     sqlrisk_summed.`age`, sqlrisk_summed.`town`,

-- sensitive of a group
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  4     sqlrisk_row.`illness` as sqlrisk_value,
  7   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`illness`
 11     sqlrisk_counted.`age`, sqlrisk_counted.`town`,
 14     cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_size,
 15     cast(sum(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_valued
 20     sqlrisk_pair.`age`, sqlrisk_pair.`town`,
 31     sqlrisk_share.`age`, sqlrisk_share.`town`,
 48   group by sqlrisk_share.`age`, sqlrisk_share.`town`
 52     sqlrisk_summed.`age`, sqlrisk_summed.`town`,
 67     sqlrisk_row.`age`, sqlrisk_row.`town`,
 68     sqlrisk_row.`sex` as sqlrisk_group,
 70     nullif(0, 0) as sqlrisk_class_size,
 71     nullif(0, 0) as sqlrisk_alike,
 72     nullif(0, 0) as sqlrisk_distinct,
 73     nullif(0, 0) as sqlrisk_entropy,
 74     nullif(0, 0) as sqlrisk_largest_share,
 75     nullif(0, 0) as sqlrisk_variation,
 76     nullif(0, 0) as sqlrisk_gain_max,
 77     nullif(0, 0) as sqlrisk_gain_min,
 78     nullif(0, 0) as sqlrisk_beyond_surprise,
 79     nullif(0, 0) as sqlrisk_value_absent
 81   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`
 84     sqlrisk_class.`age`, sqlrisk_class.`town`,
103     max(sqlrisk_tagged.sqlrisk_class_size) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_class_size,
104     max(sqlrisk_tagged.sqlrisk_alike) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_alike,
105     max(sqlrisk_tagged.sqlrisk_distinct) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_distinct,
106     max(sqlrisk_tagged.sqlrisk_entropy) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_entropy,
107     max(sqlrisk_tagged.sqlrisk_largest_share) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_largest_share,
108     max(sqlrisk_tagged.sqlrisk_variation) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_variation,
109     max(sqlrisk_tagged.sqlrisk_gain_max) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_gain_max,
110     max(sqlrisk_tagged.sqlrisk_gain_min) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_gain_min,
111     max(sqlrisk_tagged.sqlrisk_beyond_surprise) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_beyond_surprise,
112     max(sqlrisk_tagged.sqlrisk_value_absent) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_value_absent

-- recursive
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  4     sqlrisk_row.`illness` as sqlrisk_value,
  7   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`illness`
 11     sqlrisk_counted.`age`, sqlrisk_counted.`town`,
 14     cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_size,
 15     cast(sum(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_valued
 20     sqlrisk_pair.`age`, sqlrisk_pair.`town`,
 23     row_number() over (partition by sqlrisk_pair.`age`, sqlrisk_pair.`town` order by sqlrisk_pair.sqlrisk_valued_rows desc) as sqlrisk_place
 28     sqlrisk_sorted.`age`, sqlrisk_sorted.`town`,
 33   group by sqlrisk_sorted.`age`, sqlrisk_sorted.`town`

-- recursive of a group, NULL is a value
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  4     sqlrisk_row.`illness` as sqlrisk_value,
  7   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`illness`
 11     sqlrisk_counted.`age`, sqlrisk_counted.`town`,
 14     cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_size,
 15     cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_valued
 20     sqlrisk_pair.`age`, sqlrisk_pair.`town`,
 23     row_number() over (partition by sqlrisk_pair.`age`, sqlrisk_pair.`town` order by sqlrisk_pair.sqlrisk_valued_rows desc) as sqlrisk_place
 29     sqlrisk_sorted.`age`, sqlrisk_sorted.`town`,
 34   group by sqlrisk_sorted.`age`, sqlrisk_sorted.`town`
 38     sqlrisk_row.`age`, sqlrisk_row.`town`,
 39     sqlrisk_row.`sex` as sqlrisk_group,
 41     nullif(0, 0) as sqlrisk_class_size,
 42     nullif(0, 0) as sqlrisk_first,
 43     nullif(0, 0) as sqlrisk_tail
 45   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`
 48     sqlrisk_class.`age`, sqlrisk_class.`town`,
 60     max(sqlrisk_tagged.sqlrisk_class_size) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_class_size,
 61     max(sqlrisk_tagged.sqlrisk_first) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_first,
 62     max(sqlrisk_tagged.sqlrisk_tail) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_tail

-- ordered, natural
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  4     sqlrisk_row.`illness` as sqlrisk_value,
  7   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`illness`
 11     sqlrisk_counted.`age`, sqlrisk_counted.`town`,
 14     cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_size,
 15     cast(sum(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_valued
 20     sqlrisk_pair.`age`, sqlrisk_pair.`town`,
 33     cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over (partition by sqlrisk_placed.`age`, sqlrisk_placed.`town` order by sqlrisk_placed.sqlrisk_place rows between unbounded preceding and current row) as double) as sqlrisk_c,
 64     row_number() over (partition by sqlrisk_summed.`age`, sqlrisk_summed.`town` order by sqlrisk_summed.sqlrisk_place) as sqlrisk_number,
 65     case when lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed.`age`, sqlrisk_summed.`town` order by sqlrisk_summed.sqlrisk_place) > sqlrisk_summed.sqlrisk_rank then lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed.`age`, sqlrisk_summed.`town` order by sqlrisk_summed.sqlrisk_place) else sqlrisk_summed.sqlrisk_ranks end - 1 as sqlrisk_last,
 66     case when lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed.`age`, sqlrisk_summed.`town` order by sqlrisk_summed.sqlrisk_place) > sqlrisk_summed.sqlrisk_rank then lead(sqlrisk_summed.sqlrisk_s - sqlrisk_summed.sqlrisk_w) over (partition by sqlrisk_summed.`age`, sqlrisk_summed.`town` order by sqlrisk_summed.sqlrisk_place)
110     sqlrisk_split.`age`, sqlrisk_split.`town`,
123   group by sqlrisk_split.`age`, sqlrisk_split.`town`

-- ordered, natural, NULL is a value
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  4     sqlrisk_row.`illness` as sqlrisk_value,
  7   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`illness`
 11     sqlrisk_counted.`age`, sqlrisk_counted.`town`,
 14     cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_size,
 15     cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_valued
 20     sqlrisk_pair.`age`, sqlrisk_pair.`town`,
 33     cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over (partition by sqlrisk_placed.`age`, sqlrisk_placed.`town` order by case when sqlrisk_placed.sqlrisk_place is null then 1 else 0 end, sqlrisk_placed.sqlrisk_place rows between unbounded preceding and current row) as double) as sqlrisk_c,
 35     cast(sum(case when sqlrisk_placed.sqlrisk_place is null or (length(cast(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(cast(sqlrisk_placed.sqlrisk_place as string), '0', ''), '1', ''), '2', ''), '3', ''), '4', ''), '5', ''), '6', ''), '7', ''), '8', ''), '9', '') as string)) = 0 or length(cast(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(cast(sqlrisk_placed.sqlrisk_place as string), '0', ''), '1', ''), '2', ''), '3', ''), '4', ''), '5', ''), '6', ''), '7', ''), '8', ''), '9', '') as string)) = 1 and (sqlrisk_placed.sqlrisk_place like '-%' or (sqlrisk_placed.sqlrisk_place like '%.%' or sqlrisk_placed.sqlrisk_place like '%,%')) or length(cast(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(cast(sqlrisk_placed.sqlrisk_place as string), '0', ''), '1', ''), '2', ''), '3', ''), '4', ''), '5', ''), '6', ''), '7', ''), '8', ''), '9', '') as string)) = 2 and sqlrisk_placed.sqlrisk_place like '-%' and (sqlrisk_placed.sqlrisk_place like '%.%' or sqlrisk_placed.sqlrisk_place like '%,%')) then 0 else sqlrisk_placed.sqlrisk_valued_rows end) over () as double) as sqlrisk_words
 65     row_number() over (partition by sqlrisk_summed.`age`, sqlrisk_summed.`town` order by case when sqlrisk_summed.sqlrisk_place is null then 1 else 0 end, sqlrisk_summed.sqlrisk_place) as sqlrisk_number,
 66     case when lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed.`age`, sqlrisk_summed.`town` order by case when sqlrisk_summed.sqlrisk_place is null then 1 else 0 end, sqlrisk_summed.sqlrisk_place) > sqlrisk_summed.sqlrisk_rank then lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed.`age`, sqlrisk_summed.`town` order by case when sqlrisk_summed.sqlrisk_place is null then 1 else 0 end, sqlrisk_summed.sqlrisk_place) else sqlrisk_summed.sqlrisk_ranks end - 1 as sqlrisk_last,
 67     case when lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed.`age`, sqlrisk_summed.`town` order by case when sqlrisk_summed.sqlrisk_place is null then 1 else 0 end, sqlrisk_summed.sqlrisk_place) > sqlrisk_summed.sqlrisk_rank then lead(sqlrisk_summed.sqlrisk_s - sqlrisk_summed.sqlrisk_w) over (partition by sqlrisk_summed.`age`, sqlrisk_summed.`town` order by case when sqlrisk_summed.sqlrisk_place is null then 1 else 0 end, sqlrisk_summed.sqlrisk_place)
111     sqlrisk_split.`age`, sqlrisk_split.`town`,
125   group by sqlrisk_split.`age`, sqlrisk_split.`town`
129     sqlrisk_row.`age`, sqlrisk_row.`town`,
130     sqlrisk_row.`sex` as sqlrisk_group,
132     nullif(0, 0) as sqlrisk_class_size,
133     nullif(0, 0) as sqlrisk_unplaced,
134     nullif(0, 0) as sqlrisk_distance,
135     nullif(0, 0) as sqlrisk_words
137   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`
140     sqlrisk_class.`age`, sqlrisk_class.`town`,
153     max(sqlrisk_tagged.sqlrisk_class_size) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_class_size,
154     max(sqlrisk_tagged.sqlrisk_unplaced) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_unplaced,
155     max(sqlrisk_tagged.sqlrisk_distance) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_distance,
156     max(sqlrisk_tagged.sqlrisk_words) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_words

-- ordered by a list of text
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  4     sqlrisk_row.`illness` as sqlrisk_value,
  7   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`illness`
 11     sqlrisk_counted.`age`, sqlrisk_counted.`town`,
 14     cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_size,
 15     cast(sum(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_valued
 20     sqlrisk_pair.`age`, sqlrisk_pair.`town`,
 37     cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over (partition by sqlrisk_placed.`age`, sqlrisk_placed.`town` order by sqlrisk_placed.sqlrisk_place rows between unbounded preceding and current row) as double) as sqlrisk_c,
 68     row_number() over (partition by sqlrisk_summed.`age`, sqlrisk_summed.`town` order by sqlrisk_summed.sqlrisk_place) as sqlrisk_number,
 69     case when lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed.`age`, sqlrisk_summed.`town` order by sqlrisk_summed.sqlrisk_place) > sqlrisk_summed.sqlrisk_rank then lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed.`age`, sqlrisk_summed.`town` order by sqlrisk_summed.sqlrisk_place) else sqlrisk_summed.sqlrisk_ranks end - 1 as sqlrisk_last,
 70     case when lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed.`age`, sqlrisk_summed.`town` order by sqlrisk_summed.sqlrisk_place) > sqlrisk_summed.sqlrisk_rank then lead(sqlrisk_summed.sqlrisk_s - sqlrisk_summed.sqlrisk_w) over (partition by sqlrisk_summed.`age`, sqlrisk_summed.`town` order by sqlrisk_summed.sqlrisk_place)
114     sqlrisk_split.`age`, sqlrisk_split.`town`,
127   group by sqlrisk_split.`age`, sqlrisk_split.`town`
131     sqlrisk_row.`age`, sqlrisk_row.`town`,
132     sqlrisk_row.`sex` as sqlrisk_group,
134     nullif(0, 0) as sqlrisk_class_size,
135     nullif(0, 0) as sqlrisk_unplaced,
136     nullif(0, 0) as sqlrisk_distance
138   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`
141     sqlrisk_class.`age`, sqlrisk_class.`town`,
153     max(sqlrisk_tagged.sqlrisk_class_size) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_class_size,
154     max(sqlrisk_tagged.sqlrisk_unplaced) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_unplaced,
155     max(sqlrisk_tagged.sqlrisk_distance) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_distance

-- ordered by a list of numbers
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  4     sqlrisk_row.`weight` as sqlrisk_value,
  7   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`weight`
 11     sqlrisk_counted.`age`, sqlrisk_counted.`town`,
 14     cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_size,
 15     cast(sum(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_valued
 20     sqlrisk_pair.`age`, sqlrisk_pair.`town`,
 37     cast(sum(sqlrisk_placed.sqlrisk_valued_rows) over (partition by sqlrisk_placed.`age`, sqlrisk_placed.`town` order by sqlrisk_placed.sqlrisk_place rows between unbounded preceding and current row) as double) as sqlrisk_c,
 68     row_number() over (partition by sqlrisk_summed.`age`, sqlrisk_summed.`town` order by sqlrisk_summed.sqlrisk_place) as sqlrisk_number,
 69     case when lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed.`age`, sqlrisk_summed.`town` order by sqlrisk_summed.sqlrisk_place) > sqlrisk_summed.sqlrisk_rank then lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed.`age`, sqlrisk_summed.`town` order by sqlrisk_summed.sqlrisk_place) else sqlrisk_summed.sqlrisk_ranks end - 1 as sqlrisk_last,
 70     case when lead(sqlrisk_summed.sqlrisk_rank) over (partition by sqlrisk_summed.`age`, sqlrisk_summed.`town` order by sqlrisk_summed.sqlrisk_place) > sqlrisk_summed.sqlrisk_rank then lead(sqlrisk_summed.sqlrisk_s - sqlrisk_summed.sqlrisk_w) over (partition by sqlrisk_summed.`age`, sqlrisk_summed.`town` order by sqlrisk_summed.sqlrisk_place)
114     sqlrisk_split.`age`, sqlrisk_split.`town`,
127   group by sqlrisk_split.`age`, sqlrisk_split.`town`

-- margins
  3     sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`,
  6   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`
 10     sqlrisk_class.`age`, sqlrisk_class.`town`,
 13   group by sqlrisk_class.`age`, sqlrisk_class.`town`
 17     sqlrisk_class.`age`, sqlrisk_class.`sex`,
 20   group by sqlrisk_class.`age`, sqlrisk_class.`sex`
 24     sqlrisk_class.`town`, sqlrisk_class.`sex`,
 27   group by sqlrisk_class.`town`, sqlrisk_class.`sex`
 39   group by sqlrisk_pair_1_2.`age`
 45   group by sqlrisk_pair_1_2.`town`
 51   group by sqlrisk_pair_1_3.`sex`

-- margins of two columns
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  6   group by sqlrisk_row.`age`, sqlrisk_row.`town`
 18   group by sqlrisk_class.`age`
 24   group by sqlrisk_class.`town`

-- classes by their margins
  3     sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`,
  6   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`
 11     sqlrisk_class.`age` as sqlrisk_key_1,
 12     sqlrisk_class.`town` as sqlrisk_key_2,
 13     sqlrisk_class.`sex` as sqlrisk_key_3
 58     on sqlrisk_coded.sqlrisk_key_2 <=> sqlrisk_margin_1.sqlrisk_key_2 and sqlrisk_coded.sqlrisk_key_1 <=> sqlrisk_margin_1.sqlrisk_key_1
 60     on sqlrisk_coded.sqlrisk_key_3 <=> sqlrisk_margin_2.sqlrisk_key_3

-- against a reference
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  6   group by sqlrisk_row.`age`, sqlrisk_row.`town`
 11     sqlrisk_row.`age`, sqlrisk_row.`town`,
 15   group by sqlrisk_row.`age`, sqlrisk_row.`town`
 19     sqlrisk_counted.`age`, sqlrisk_counted.`town`,
 26     sqlrisk_population.`age`, sqlrisk_population.`town`,
 34     sqlrisk_tagged.`age`, sqlrisk_tagged.`town`,
 39   group by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`

-- against a table of counts
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  6   group by sqlrisk_row.`age`, sqlrisk_row.`town`
 10     sqlrisk_row.`age`, sqlrisk_row.`town`,
 11     cast(sum(case when sqlrisk_row.`weight` >= 0 and sqlrisk_row.`weight` < 9007199254740992 and floor(cast(sqlrisk_row.`weight` as double)) = sqlrisk_row.`weight` then sqlrisk_row.`weight` else 0 end) as bigint) as sqlrisk_people,
 12     sum(case when sqlrisk_row.`weight` >= 0 and sqlrisk_row.`weight` < 9007199254740992 and floor(cast(sqlrisk_row.`weight` as double)) = sqlrisk_row.`weight` then 0 else 1 end) as sqlrisk_faults
 14   group by sqlrisk_row.`age`, sqlrisk_row.`town`
 18     sqlrisk_counted.`age`, sqlrisk_counted.`town`,
 25     sqlrisk_population.`age`, sqlrisk_population.`town`,
 33     sqlrisk_tagged.`age`, sqlrisk_tagged.`town`,
 38   group by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`

-- hierarchical
  3     sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`organ`,
  4     sqlrisk_row.`illness` as sqlrisk_value,
  7   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`organ`, sqlrisk_row.`illness`
 11     sqlrisk_counted.`age`, sqlrisk_counted.`town`, sqlrisk_counted.`organ`,
 14     cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_size,
 15     cast(sum(case when sqlrisk_counted.sqlrisk_value is null then 0 else sqlrisk_counted.sqlrisk_rows end) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_valued
 20     sqlrisk_pair.`age`, sqlrisk_pair.`town`, sqlrisk_pair.`organ`,
 25     case when sqlrisk_pair.`organ` is null then sqlrisk_pair.sqlrisk_valued_rows else 0 end as sqlrisk_rows_outside,
 39     sqlrisk_shared_0.`age`, sqlrisk_shared_0.`town`, sqlrisk_shared_0.`organ`,
 46   group by sqlrisk_shared_0.`age`, sqlrisk_shared_0.`town`, sqlrisk_shared_0.`organ`
 51     sum(sqlrisk_level_1.sqlrisk_rows) over (partition by sqlrisk_level_1.`organ`) as sqlrisk_node_rows,
 57     sqlrisk_shared_1.`age`, sqlrisk_shared_1.`town`,
 64   group by sqlrisk_shared_1.`age`, sqlrisk_shared_1.`town`
 68     sqlrisk_level_2.`age`, sqlrisk_level_2.`town`,

-- hierarchical of a group, NULL is a value
  3     sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`organ`, sqlrisk_row.`system`,
  4     sqlrisk_row.`illness` as sqlrisk_value,
  7   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`organ`, sqlrisk_row.`system`, sqlrisk_row.`illness`
 11     sqlrisk_counted.`age`, sqlrisk_counted.`town`, sqlrisk_counted.`organ`, sqlrisk_counted.`system`,
 14     cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_size,
 15     cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_valued
 20     sqlrisk_pair.`age`, sqlrisk_pair.`town`, sqlrisk_pair.`organ`, sqlrisk_pair.`system`,
 25     case when sqlrisk_pair.`organ` is null or sqlrisk_pair.`system` is null then sqlrisk_pair.sqlrisk_valued_rows else 0 end as sqlrisk_rows_outside,
 39     sqlrisk_shared_0.`age`, sqlrisk_shared_0.`town`, sqlrisk_shared_0.`organ`, sqlrisk_shared_0.`system`,
 46   group by sqlrisk_shared_0.`age`, sqlrisk_shared_0.`town`, sqlrisk_shared_0.`organ`, sqlrisk_shared_0.`system`
 51     sum(sqlrisk_level_1.sqlrisk_rows) over (partition by sqlrisk_level_1.`organ`) as sqlrisk_node_rows,
 57     sqlrisk_shared_1.`age`, sqlrisk_shared_1.`town`, sqlrisk_shared_1.`system`,
 64   group by sqlrisk_shared_1.`age`, sqlrisk_shared_1.`town`, sqlrisk_shared_1.`system`
 69     sum(sqlrisk_level_2.sqlrisk_rows) over (partition by sqlrisk_level_2.`system`) as sqlrisk_node_rows,
 75     sqlrisk_shared_2.`age`, sqlrisk_shared_2.`town`,
 82   group by sqlrisk_shared_2.`age`, sqlrisk_shared_2.`town`
 86     sqlrisk_level_3.`age`, sqlrisk_level_3.`town`,
 94     sqlrisk_row.`age`, sqlrisk_row.`town`,
 95     sqlrisk_row.`sex` as sqlrisk_group,
 97     nullif(0, 0) as sqlrisk_class_size,
 98     nullif(0, 0) as sqlrisk_outside,
 99     nullif(0, 0) as sqlrisk_variations
101   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`
104     sqlrisk_class.`age`, sqlrisk_class.`town`,
116     max(sqlrisk_tagged.sqlrisk_class_size) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_class_size,
117     max(sqlrisk_tagged.sqlrisk_outside) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_outside,
118     max(sqlrisk_tagged.sqlrisk_variations) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_variations

-- levels of a hierarchy
  3     sqlrisk_row.`illness`, sqlrisk_row.`organ`, sqlrisk_row.`system`,
  6   group by sqlrisk_row.`illness`, sqlrisk_row.`organ`, sqlrisk_row.`system`
 11     case when sqlrisk_edge.`illness` is null then 0 else 1 end as sqlrisk_is_node,
 16       sqlrisk_path.`illness`, sqlrisk_path.`organ`,
 19     group by sqlrisk_path.`illness`, sqlrisk_path.`organ`
 21   group by sqlrisk_edge.`illness`
 25     case when sqlrisk_edge.`organ` is null then 0 else 1 end as sqlrisk_is_node,
 30       sqlrisk_path.`organ`, sqlrisk_path.`system`,
 33     where sqlrisk_path.`illness` is not null
 34     group by sqlrisk_path.`organ`, sqlrisk_path.`system`
 36   group by sqlrisk_edge.`organ`
 40     case when sqlrisk_edge.`system` is null then 0 else 1 end as sqlrisk_is_node,
 45       sqlrisk_path.`system`,
 48     where sqlrisk_path.`illness` is not null
 49     group by sqlrisk_path.`system`
 51   group by sqlrisk_edge.`system`

-- levels of a hierarchy, NULL is a value
  3     sqlrisk_row.`illness`, sqlrisk_row.`organ`,
  6   group by sqlrisk_row.`illness`, sqlrisk_row.`organ`
 11     case when sqlrisk_edge.`illness` is null then 0 else 1 end as sqlrisk_is_node,
 16       sqlrisk_path.`illness`, sqlrisk_path.`organ`,
 19     group by sqlrisk_path.`illness`, sqlrisk_path.`organ`
 21   group by sqlrisk_edge.`illness`
 25     case when sqlrisk_edge.`organ` is null then 0 else 1 end as sqlrisk_is_node,
 30       sqlrisk_path.`organ`,
 33     group by sqlrisk_path.`organ`
 35   group by sqlrisk_edge.`organ`

-- values that a hierarchy does not hold
  6     sqlrisk_row.`age`,
  7     max(case when sqlrisk_row.`age` is not null and sqlrisk_row.`town` is null then 1 else 0 end) as sqlrisk_uncovered,
 10   group by sqlrisk_row.`age`

-- entities
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  4     sqlrisk_row.`sex` as sqlrisk_entity,
  7   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`
 13     sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as sqlrisk_class_size,
 14     dense_rank() over (order by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as sqlrisk_class_number
 36     array_join(transform(sort_array(collect_list(named_struct('sqlrisk_place', sqlrisk_member.sqlrisk_class_number, 'sqlrisk_text', cast(sqlrisk_member.sqlrisk_class_number as string)))), sqlrisk_item -> sqlrisk_item.sqlrisk_text), ',') as sqlrisk_class_list,
 37     array_join(transform(sort_array(collect_list(named_struct('sqlrisk_place', sqlrisk_member.sqlrisk_class_number, 'sqlrisk_text', cast(sqlrisk_member.sqlrisk_rows as string)))), sqlrisk_item -> sqlrisk_item.sqlrisk_text), ',') as sqlrisk_rows_list,
 38     cast(sum(length(cast(sqlrisk_member.sqlrisk_class_number as string)) + 1) - 1 as bigint) as sqlrisk_class_length,
 39     cast(sum(length(cast(sqlrisk_member.sqlrisk_rows as string)) + 1) - 1 as bigint) as sqlrisk_rows_length,
 83     cast(coalesce(sum(case when length(cast(sqlrisk_person.sqlrisk_class_list as string)) = sqlrisk_person.sqlrisk_class_length and length(cast(sqlrisk_person.sqlrisk_rows_list as string)) = sqlrisk_person.sqlrisk_rows_length then 0 else 1 end), 0) as bigint) as sqlrisk_count

-- entities, small classes suppressed
  3     sqlrisk_row.`age`,
  4     sqlrisk_row.`sex` as sqlrisk_entity,
  7   group by sqlrisk_row.`age`, sqlrisk_row.`sex`
 13     sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.`age`) as sqlrisk_class_size,
 14     dense_rank() over (order by sqlrisk_counted.`age`) as sqlrisk_class_number
 36     array_join(transform(sort_array(collect_list(named_struct('sqlrisk_place', sqlrisk_member.sqlrisk_class_number, 'sqlrisk_text', cast(sqlrisk_member.sqlrisk_class_number as string)))), sqlrisk_item -> sqlrisk_item.sqlrisk_text), ',') as sqlrisk_class_list,
 37     array_join(transform(sort_array(collect_list(named_struct('sqlrisk_place', sqlrisk_member.sqlrisk_class_number, 'sqlrisk_text', cast(sqlrisk_member.sqlrisk_rows as string)))), sqlrisk_item -> sqlrisk_item.sqlrisk_text), ',') as sqlrisk_rows_list,
 38     cast(sum(length(cast(sqlrisk_member.sqlrisk_class_number as string)) + 1) - 1 as bigint) as sqlrisk_class_length,
 39     cast(sum(length(cast(sqlrisk_member.sqlrisk_rows as string)) + 1) - 1 as bigint) as sqlrisk_rows_length,
 83     cast(coalesce(sum(case when length(cast(sqlrisk_person.sqlrisk_class_list as string)) = sqlrisk_person.sqlrisk_class_length and length(cast(sqlrisk_person.sqlrisk_rows_list as string)) = sqlrisk_person.sqlrisk_rows_length then 0 else 1 end), 0) as bigint) as sqlrisk_count

-- weights
  4     sum(case when cast(sqlrisk_row.`weight` as double) > 0 and cast(sqlrisk_row.`weight` as double) < 1e300 then cast(sqlrisk_row.`weight` as double) end) as sqlrisk_weight,
  5     sum(case when sqlrisk_row.`weight` is null then 1 else 0 end) as sqlrisk_missing,
  6     sum(case when cast(sqlrisk_row.`weight` as double) = 0 then 1 else 0 end) as sqlrisk_zero,
  7     sum(case when cast(sqlrisk_row.`weight` as double) < 0 then 1 else 0 end) as sqlrisk_negative,
  8     sum(case when cast(sqlrisk_row.`weight` as double) > 0 and cast(sqlrisk_row.`weight` as double) < 1e300 then 1 else 0 end) as sqlrisk_sound,
  9     min(cast(sqlrisk_row.`weight` as double)) as sqlrisk_least,
 10     max(cast(sqlrisk_row.`weight` as double)) as sqlrisk_greatest
 12   group by sqlrisk_row.`age`, sqlrisk_row.`town`

-- households
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  4     sqlrisk_row.`sex` as sqlrisk_cluster,
  7   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`
 13     cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_size

-- households, weighted
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  4     sqlrisk_row.`sex` as sqlrisk_cluster,
  6     sum(case when cast(sqlrisk_row.`weight` as double) > 0 and cast(sqlrisk_row.`weight` as double) < 1e300 then cast(sqlrisk_row.`weight` as double) end) as sqlrisk_weight,
  7     sum(case when sqlrisk_row.`weight` is null then 1 else 0 end) as sqlrisk_missing,
  8     sum(case when cast(sqlrisk_row.`weight` as double) = 0 then 1 else 0 end) as sqlrisk_zero,
  9     sum(case when cast(sqlrisk_row.`weight` as double) < 0 then 1 else 0 end) as sqlrisk_negative,
 10     sum(case when cast(sqlrisk_row.`weight` as double) > 0 and cast(sqlrisk_row.`weight` as double) < 1e300 then 1 else 0 end) as sqlrisk_sound
 12   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`
 18     sum(sqlrisk_counted.sqlrisk_weight) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as sqlrisk_weight,
 19     cast(sum(sqlrisk_counted.sqlrisk_sound) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_sound,
 20     cast(sum(sqlrisk_counted.sqlrisk_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as bigint) as sqlrisk_class_size

-- nesting
  6     sqlrisk_pair.`age`,
  9     select sqlrisk_row.`age`, sqlrisk_row.`town`
 11     group by sqlrisk_row.`age`, sqlrisk_row.`town`
 13   group by sqlrisk_pair.`age`

-- error of shares
  3     sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`, sqlrisk_row.`illness`,
  5     count(sqlrisk_row.`illness`) as sqlrisk_rows,
  7     count(sqlrisk_row.`illness`) as sqlrisk_true_rows,
 10   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`, sqlrisk_row.`illness`
 14     sqlrisk_counted.`town`, sqlrisk_counted.`sex`, sqlrisk_counted.`illness`,
 19     sum(sqlrisk_counted.sqlrisk_class_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as sqlrisk_class_size
 24     sqlrisk_sized.`town`, sqlrisk_sized.`sex`, sqlrisk_sized.`illness`,
 35     sqlrisk_tagged.`town`, sqlrisk_tagged.`sex`, sqlrisk_tagged.`illness`,
 43   group by sqlrisk_tagged.`town`, sqlrisk_tagged.`sex`, sqlrisk_tagged.`illness`
 47     sqlrisk_cell.`town`, sqlrisk_cell.`sex`, sqlrisk_cell.`illness`,
 50     cast(sum(sqlrisk_cell.sqlrisk_true_rows) over (partition by sqlrisk_cell.`town`, sqlrisk_cell.`sex`) as bigint) as sqlrisk_true_group_rows,
 53     cast(sum(sqlrisk_cell.sqlrisk_rows_1) over (partition by sqlrisk_cell.`town`, sqlrisk_cell.`sex`) as bigint) as sqlrisk_group_rows_1,
 56     cast(sum(sqlrisk_cell.sqlrisk_rows_2) over (partition by sqlrisk_cell.`town`, sqlrisk_cell.`sex`) as bigint) as sqlrisk_group_rows_2
 61     sqlrisk_beside.`town`, sqlrisk_beside.`sex`,
 71   group by sqlrisk_beside.`town`, sqlrisk_beside.`sex`

-- error of shares, NULL is a value
  3     sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`, sqlrisk_row.`illness`,
 10   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`, sqlrisk_row.`illness`
 14     sqlrisk_counted.`town`, sqlrisk_counted.`sex`, sqlrisk_counted.`illness`,
 19     sum(sqlrisk_counted.sqlrisk_class_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as sqlrisk_class_size
 24     sqlrisk_sized.`town`, sqlrisk_sized.`sex`, sqlrisk_sized.`illness`,
 32     sqlrisk_row.`town`, sqlrisk_row.`sex`, sqlrisk_row.`illness`,
 38   group by sqlrisk_row.`town`, sqlrisk_row.`sex`, sqlrisk_row.`illness`
 42     sqlrisk_tagged.`town`, sqlrisk_tagged.`sex`, sqlrisk_tagged.`illness`,
 48   group by sqlrisk_tagged.`town`, sqlrisk_tagged.`sex`, sqlrisk_tagged.`illness`
 52     sqlrisk_cell.`town`, sqlrisk_cell.`sex`, sqlrisk_cell.`illness`,
 55     cast(sum(sqlrisk_cell.sqlrisk_true_rows) over (partition by sqlrisk_cell.`town`, sqlrisk_cell.`sex`) as bigint) as sqlrisk_true_group_rows,
 58     cast(sum(sqlrisk_cell.sqlrisk_rows_1) over (partition by sqlrisk_cell.`town`, sqlrisk_cell.`sex`) as bigint) as sqlrisk_group_rows_1
 63     sqlrisk_beside.`town`, sqlrisk_beside.`sex`,
 70   group by sqlrisk_beside.`town`, sqlrisk_beside.`sex`

-- error of counts against a source
  3     sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`,
 10   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`
 14     sqlrisk_counted.`town`, sqlrisk_counted.`sex`,
 19     sum(sqlrisk_counted.sqlrisk_class_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as sqlrisk_class_size
 24     sqlrisk_sized.`town`, sqlrisk_sized.`sex`,
 34     sqlrisk_row.`town`, sqlrisk_row.`sex`,
 42   group by sqlrisk_row.`town`, sqlrisk_row.`sex`
 46     sqlrisk_tagged.`town`, sqlrisk_tagged.`sex`,
 54   group by sqlrisk_tagged.`town`, sqlrisk_tagged.`sex`
 58     sqlrisk_cell.`town`, sqlrisk_cell.`sex`,
 61     cast(sum(sqlrisk_cell.sqlrisk_true_rows) over (partition by sqlrisk_cell.`town`, sqlrisk_cell.`sex`) as bigint) as sqlrisk_true_group_rows,
 64     cast(sum(sqlrisk_cell.sqlrisk_rows_1) over (partition by sqlrisk_cell.`town`, sqlrisk_cell.`sex`) as bigint) as sqlrisk_group_rows_1,
 67     cast(sum(sqlrisk_cell.sqlrisk_rows_2) over (partition by sqlrisk_cell.`town`, sqlrisk_cell.`sex`) as bigint) as sqlrisk_group_rows_2
 72     sqlrisk_beside.`town`, sqlrisk_beside.`sex`,
 82   group by sqlrisk_beside.`town`, sqlrisk_beside.`sex`

-- error of means
  3     sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`,
  5     count(sqlrisk_row.`income`) as sqlrisk_rows,
  6     coalesce(sum(cast(sqlrisk_row.`income` as double)), cast(0 as double)) as sqlrisk_total,
  7     count(sqlrisk_row.`weight`) as sqlrisk_true_rows,
  8     coalesce(sum(cast(sqlrisk_row.`weight` as double)), cast(0 as double)) as sqlrisk_true_total
 10   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`
 14     sqlrisk_counted.`town`, sqlrisk_counted.`sex`,
 19     sum(sqlrisk_counted.sqlrisk_class_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as sqlrisk_class_size
 24     sqlrisk_sized.`town`, sqlrisk_sized.`sex`,
 35     sqlrisk_tagged.`town`, sqlrisk_tagged.`sex`,
 43   group by sqlrisk_tagged.`town`, sqlrisk_tagged.`sex`
 47     sqlrisk_cell.`town`, sqlrisk_cell.`sex`,
 50     cast(sum(sqlrisk_cell.sqlrisk_true_rows) over (partition by sqlrisk_cell.`town`, sqlrisk_cell.`sex`) as bigint) as sqlrisk_true_group_rows,
 53     cast(sum(sqlrisk_cell.sqlrisk_rows_1) over (partition by sqlrisk_cell.`town`, sqlrisk_cell.`sex`) as bigint) as sqlrisk_group_rows_1,
 56     cast(sum(sqlrisk_cell.sqlrisk_rows_2) over (partition by sqlrisk_cell.`town`, sqlrisk_cell.`sex`) as bigint) as sqlrisk_group_rows_2
 61     sqlrisk_beside.`town`, sqlrisk_beside.`sex`,
 71   group by sqlrisk_beside.`town`, sqlrisk_beside.`sex`

-- error of sums against a source
  3     sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`,
  5     count(sqlrisk_row.`weight`) as sqlrisk_rows,
  6     coalesce(sum(cast(sqlrisk_row.`weight` as double)), cast(0 as double)) as sqlrisk_total,
 10   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`
 14     sqlrisk_counted.`town`, sqlrisk_counted.`sex`,
 19     sum(sqlrisk_counted.sqlrisk_class_rows) over (partition by sqlrisk_counted.`age`, sqlrisk_counted.`town`) as sqlrisk_class_size
 24     sqlrisk_sized.`town`, sqlrisk_sized.`sex`,
 32     sqlrisk_row.`town`, sqlrisk_row.`sex`,
 33     count(sqlrisk_row.`weight`) as sqlrisk_true_rows,
 34     coalesce(sum(cast(sqlrisk_row.`weight` as double)), cast(0 as double)) as sqlrisk_true_total,
 38   group by sqlrisk_row.`town`, sqlrisk_row.`sex`
 42     sqlrisk_tagged.`town`, sqlrisk_tagged.`sex`,
 48   group by sqlrisk_tagged.`town`, sqlrisk_tagged.`sex`
 52     sqlrisk_cell.`town`, sqlrisk_cell.`sex`,
 55     cast(sum(sqlrisk_cell.sqlrisk_true_rows) over (partition by sqlrisk_cell.`town`, sqlrisk_cell.`sex`) as bigint) as sqlrisk_true_group_rows,
 58     cast(sum(sqlrisk_cell.sqlrisk_rows_1) over (partition by sqlrisk_cell.`town`, sqlrisk_cell.`sex`) as bigint) as sqlrisk_group_rows_1
 63     sqlrisk_beside.`town`, sqlrisk_beside.`sex`,
 70   group by sqlrisk_beside.`town`, sqlrisk_beside.`sex`

-- profiles
  3   approx_count_distinct(case when sqlrisk_row.`age` is not null then xxhash64(sqlrisk_row.`age`) end) as sqlrisk_distinct_1,
  4   count(sqlrisk_row.`age`) as sqlrisk_filled_1,
  5   avg(cast(length(cast(sqlrisk_row.`age` as string)) as double)) as sqlrisk_length_1,
  6   approx_count_distinct(case when sqlrisk_row.`town` is not null then xxhash64(sqlrisk_row.`town`) end) as sqlrisk_distinct_2,
  7   count(sqlrisk_row.`town`) as sqlrisk_filled_2,
  8   avg(cast(length(cast(sqlrisk_row.`town` as string)) as double)) as sqlrisk_length_2

-- shapes
  4   cast(coalesce(sum(length(cast(sqlrisk_cell.sqlrisk_text_1 as string))), 0) as bigint) as sqlrisk_characters_1,
  5   cast(coalesce(sum(case when length(cast(sqlrisk_cell.sqlrisk_text_1 as string)) < 7 then case when sqlrisk_cell.sqlrisk_text_1 like '%@%' then 1 else 0 end when sqlrisk_cell.sqlrisk_text_1 like '%:%' and length(cast(sqlrisk_cell.sqlrisk_text_1 as string)) < 32 and sqlrisk_cell.sqlrisk_text_1 not like '%.%' and sqlrisk_cell.sqlrisk_text_1 not like '%/%' and sqlrisk_cell.sqlrisk_text_1 not like '%@%' and sqlrisk_cell.sqlrisk_text_1 not like '%::%' and sqlrisk_cell.sqlrisk_text_1 not like '%:%:%:%:%' and sqlrisk_cell.sqlrisk_text_1 not like ' %' and sqlrisk_cell.sqlrisk_text_1 not like '% ' then 0 when sqlrisk_cell.sqlrisk_text_1 is null then 0 else 1 end), 0) as bigint) as sqlrisk_candidates_1,
  7   cast(coalesce(sum(length(cast(sqlrisk_cell.sqlrisk_text_2 as string))), 0) as bigint) as sqlrisk_characters_2,
  8   cast(coalesce(sum(case when length(cast(sqlrisk_cell.sqlrisk_text_2 as string)) < 7 then case when sqlrisk_cell.sqlrisk_text_2 like '%@%' then 1 else 0 end when sqlrisk_cell.sqlrisk_text_2 like '%:%' and length(cast(sqlrisk_cell.sqlrisk_text_2 as string)) < 32 and sqlrisk_cell.sqlrisk_text_2 not like '%.%' and sqlrisk_cell.sqlrisk_text_2 not like '%/%' and sqlrisk_cell.sqlrisk_text_2 not like '%@%' and sqlrisk_cell.sqlrisk_text_2 not like '%::%' and sqlrisk_cell.sqlrisk_text_2 not like '%:%:%:%:%' and sqlrisk_cell.sqlrisk_text_2 not like ' %' and sqlrisk_cell.sqlrisk_text_2 not like '% ' then 0 when sqlrisk_cell.sqlrisk_text_2 is null then 0 else 1 end), 0) as bigint) as sqlrisk_candidates_2,
 14     cast(sqlrisk_row.`town` as string) as sqlrisk_text_1,
 15     cast(sqlrisk_row.`illness` as string) as sqlrisk_text_2,
 16     cast(sqlrisk_row.`income` as double) as sqlrisk_number_1

-- values that could be identifiers
  4   from (select cast(sqlrisk_row.`town` as string) as sqlrisk_whole from people as sqlrisk_row) as sqlrisk_cell
  8   from (select cast(sqlrisk_row.`illness` as string) as sqlrisk_whole from people as sqlrisk_row) as sqlrisk_cell
 13   sum(case when case when sqlrisk_value.sqlrisk_whole like '%@%' and sqlrisk_value.sqlrisk_whole like '%_@_%' then 1 when length(cast(sqlrisk_value.sqlrisk_whole as string)) < 7 then 0 when sqlrisk_value.sqlrisk_whole like ' %' or sqlrisk_value.sqlrisk_whole like '% ' or sqlrisk_value.sqlrisk_whole like 'www.%' or sqlrisk_value.sqlrisk_whole like 'WWW.%' then 1 when length(cast(sqlrisk_value.sqlrisk_whole as string)) in (32, 36, 40) or length(cast(sqlrisk_value.sqlrisk_whole as string)) in (64, 128) or sqlrisk_value.sqlrisk_whole like '%.%.%.%' then 1 when sqlrisk_value.sqlrisk_whole like '%:%' then case when sqlrisk_value.sqlrisk_whole like '%::%' or sqlrisk_value.sqlrisk_whole like '%:%:%:%:%:%' or sqlrisk_value.sqlrisk_whole like '%://_%' then 1 else 0 end when length(cast(sqlrisk_value.sqlrisk_whole as string)) < 9 or sqlrisk_value.sqlrisk_whole like '%,%' then 0 when length(cast(sqlrisk_value.sqlrisk_whole as string)) = 10 and (sqlrisk_value.sqlrisk_whole like '____-__-__' or sqlrisk_value.sqlrisk_whole like '__/__/____' or sqlrisk_value.sqlrisk_whole like '__.__.____') then 0 when sqlrisk_value.sqlrisk_whole like '%.%' and sqlrisk_value.sqlrisk_whole not like '%.%.%' and length(cast(sqlrisk_value.sqlrisk_whole as string)) < 20 and lower(sqlrisk_value.sqlrisk_whole) = upper(sqlrisk_value.sqlrisk_whole) then 0 when lower(substring(sqlrisk_value.sqlrisk_whole, 3, 2)) = upper(substring(sqlrisk_value.sqlrisk_whole, 3, 2)) then case when length(cast(sqlrisk_value.sqlrisk_whole as string)) >= 15 then 1 when (lower(substring(sqlrisk_value.sqlrisk_whole, 1, 1)) = upper(substring(sqlrisk_value.sqlrisk_whole, 1, 1)) or upper(substring(sqlrisk_value.sqlrisk_whole, 1, 1)) in ('X', 'Y', 'Z')) and lower(substring(sqlrisk_value.sqlrisk_whole, length(cast(sqlrisk_value.sqlrisk_whole as string)) - 3, 3)) = upper(substring(sqlrisk_value.sqlrisk_whole, length(cast(sqlrisk_value.sqlrisk_whole as string)) - 3, 3)) then 1 else 0 end when length(cast(sqlrisk_value.sqlrisk_whole as string)) between 16 and 24 and (lower(substring(sqlrisk_value.sqlrisk_whole, 7, 2)) = upper(substring(sqlrisk_value.sqlrisk_whole, 7, 2)) or lower(substring(sqlrisk_value.sqlrisk_whole, 9, 2)) = upper(substring(sqlrisk_value.sqlrisk_whole, 9, 2))) and (length(cast(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', '') as string)) = 9 or lower(substring(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', ''), 3, 2)) = upper(substring(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', ''), 3, 2)) or (length(cast(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', '') as string)) = 16 and lower(substring(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', ''), 13, 3)) = upper(substring(replace(replace(replace(replace(replace(replace(sqlrisk_value.sqlrisk_whole, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', ''), 13, 3)))) then 1 else 0 end = 1 then sqlrisk_value.sqlrisk_times else 0 end) as sqlrisk_fits

-- patterns
 10     from (select cast(sqlrisk_row.`town` as string) as sqlrisk_whole from people as sqlrisk_row) as sqlrisk_cell
 21     from (select cast(sqlrisk_row.`age` as string) as sqlrisk_whole from people as sqlrisk_row) as sqlrisk_cell
 31     length(cast(sqlrisk_value.sqlrisk_whole as string)) as sqlrisk_whole_length,
 59     length(cast(sqlrisk_shaped.sqlrisk_code as string)) as sqlrisk_code_length,
 60     case when length(cast(sqlrisk_shaped.sqlrisk_code as string)) = length(cast(sqlrisk_shaped.sqlrisk_text as string)) then sqlrisk_shaped.sqlrisk_shape else replace(replace(replace(replace(replace(replace(sqlrisk_shaped.sqlrisk_shape, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', '') end as sqlrisk_code_shape
 80     case when sqlrisk_coded.sqlrisk_code_length between 13 and 19 and replace(sqlrisk_coded.sqlrisk_code_shape, '9', '') = '' then substring('00000000000000000000' || sqlrisk_coded.sqlrisk_code, length(cast(sqlrisk_coded.sqlrisk_code as string)) + 1, 20) end as sqlrisk_joined_card,
124     ((((((((0 * 1000000000000000 + cast(substring(substring('000000000000000000000000000000000000000000000000000000000000' || sqlrisk_padded.sqlrisk_iban, length(cast(sqlrisk_padded.sqlrisk_iban as string)) + 1, 60), 1, 15) as bigint)) % 97) * 1000000000000000 + cast(substring(substring('000000000000000000000000000000000000000000000000000000000000' || sqlrisk_padded.sqlrisk_iban, length(cast(sqlrisk_padded.sqlrisk_iban as string)) + 1, 60), 16, 15) as bigint)) % 97) * 1000000000000000 + cast(substring(substring('000000000000000000000000000000000000000000000000000000000000' || sqlrisk_padded.sqlrisk_iban, length(cast(sqlrisk_padded.sqlrisk_iban as string)) + 1, 60), 31, 15) as bigint)) % 97) * 1000000000000000 + cast(substring(substring('000000000000000000000000000000000000000000000000000000000000' || sqlrisk_padded.sqlrisk_iban, length(cast(sqlrisk_padded.sqlrisk_iban as string)) + 1, 60), 46, 15) as bigint)) % 97) as sqlrisk_remainder_iban,

-- classes with one more column
  8     sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`illness`,
 11   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`illness`

-- classes with one more column, suppressed
  9     sum(sqlrisk_joined.sqlrisk_class_size) over (partition by sqlrisk_joined.`age`) as sqlrisk_published_size
 12     sqlrisk_row.`age`, sqlrisk_row.`sex`,
 15   group by sqlrisk_row.`age`, sqlrisk_row.`sex`

-- rows with nothing in a column
  3   cast(coalesce(sum(case when sqlrisk_row.`age` is null or sqlrisk_row.`age` = '' or sqlrisk_row.`age` = '0' then 1 else 0 end), 0) as bigint) as sqlrisk_blank_1,
  4   cast(coalesce(sum(case when sqlrisk_row.`weight` is null or sqlrisk_row.`weight` = 0 then 1 else 0 end), 0) as bigint) as sqlrisk_blank_2

-- classes with a NULL
  6     sqlrisk_row.`age`, sqlrisk_row.`town`,
  9   where (sqlrisk_row.`age` is null or sqlrisk_row.`town` is null)
 10   group by sqlrisk_row.`age`, sqlrisk_row.`town`

-- cells that may be missing
 20       cast(sqlrisk_row.`town` as string) as sqlrisk_whole
 31       cast(sqlrisk_row.`sex` as string) as sqlrisk_whole
 42       case when isnan(sqlrisk_row.`weight`) then 'NaN' else '0' end as sqlrisk_whole

-- numbers that may be codes
 22       case when isnan(sqlrisk_cell.sqlrisk_double) then null else sqlrisk_cell.sqlrisk_double end as sqlrisk_number,
 27         select cast(sqlrisk_row.`weight` as double) as sqlrisk_double
 35       case when isnan(sqlrisk_cell.sqlrisk_double) then null else sqlrisk_cell.sqlrisk_double end as sqlrisk_number,
 40         select cast(sqlrisk_row.`income` as double) as sqlrisk_double

-- classes with a missing value
  6     sqlrisk_row.`age`, sqlrisk_row.`town`,
  9   where (sqlrisk_row.`age` is null or sqlrisk_row.`sex` is null)
 10   group by sqlrisk_row.`age`, sqlrisk_row.`town`

-- what matches what, missing values declared
  3     sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`,
  6   group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`
 11     sqlrisk_class.`age`, sqlrisk_class.`town`, sqlrisk_class.`sex`,
 15   where not (sqlrisk_class.`age` is null or sqlrisk_class.`sex` is null)
 18     sqlrisk_class.`age`, sqlrisk_class.`town`, sqlrisk_class.`sex`,
 22   inner join sqlrisk_class as sqlrisk_other on (sqlrisk_class.`age` = sqlrisk_other.`age` or sqlrisk_class.`age` is null or sqlrisk_other.`age` is null) and (sqlrisk_class.`sex` = sqlrisk_other.`sex` or sqlrisk_class.`sex` is null or sqlrisk_other.`sex` is null)
 23   where not (sqlrisk_class.`age` is null or sqlrisk_class.`sex` is null) and (sqlrisk_other.`age` is null or sqlrisk_other.`sex` is null)
 24   group by sqlrisk_class.`age`, sqlrisk_class.`town`, sqlrisk_class.`sex`
 27     sqlrisk_class.`age`, sqlrisk_class.`town`, sqlrisk_class.`sex`,
 31   inner join sqlrisk_class as sqlrisk_other on (sqlrisk_class.`age` = sqlrisk_other.`age` or sqlrisk_class.`age` is null or sqlrisk_other.`age` is null) and (sqlrisk_class.`sex` = sqlrisk_other.`sex` or sqlrisk_class.`sex` is null or sqlrisk_other.`sex` is null)
 32   where (sqlrisk_class.`age` is null or sqlrisk_class.`sex` is null)
 33   group by sqlrisk_class.`age`, sqlrisk_class.`town`, sqlrisk_class.`sex`
 40   group by sqlrisk_part.`age`, sqlrisk_part.`town`, sqlrisk_part.`sex`

-- what matches what
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  6   group by sqlrisk_row.`age`, sqlrisk_row.`town`
 10     sqlrisk_class.`age`, sqlrisk_class.`town`,
 14   where not (sqlrisk_class.`age` is null or sqlrisk_class.`town` is null)
 17     sqlrisk_class.`age`, sqlrisk_class.`town`,
 21   inner join sqlrisk_class as sqlrisk_other on (sqlrisk_class.`age` = sqlrisk_other.`age` or sqlrisk_class.`age` is null or sqlrisk_other.`age` is null) and (sqlrisk_class.`town` = sqlrisk_other.`town` or sqlrisk_class.`town` is null or sqlrisk_other.`town` is null)
 22   where not (sqlrisk_class.`age` is null or sqlrisk_class.`town` is null) and (sqlrisk_other.`age` is null or sqlrisk_other.`town` is null)
 23   group by sqlrisk_class.`age`, sqlrisk_class.`town`
 26     sqlrisk_class.`age`, sqlrisk_class.`town`,
 30   inner join sqlrisk_class as sqlrisk_other on (sqlrisk_class.`age` = sqlrisk_other.`age` or sqlrisk_class.`age` is null or sqlrisk_other.`age` is null) and (sqlrisk_class.`town` = sqlrisk_other.`town` or sqlrisk_class.`town` is null or sqlrisk_other.`town` is null)
 31   where (sqlrisk_class.`age` is null or sqlrisk_class.`town` is null)
 32   group by sqlrisk_class.`age`, sqlrisk_class.`town`
 39   group by sqlrisk_part.`age`, sqlrisk_part.`town`

-- what matches what, suppressed
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  6   group by sqlrisk_row.`age`, sqlrisk_row.`town`
 11     sqlrisk_class.`age`, sqlrisk_class.`town`,
 15   where not (sqlrisk_class.`age` is null or sqlrisk_class.`town` is null)
 18     sqlrisk_class.`age`, sqlrisk_class.`town`,
 22   inner join sqlrisk_class as sqlrisk_other on (sqlrisk_class.`age` = sqlrisk_other.`age` or sqlrisk_class.`age` is null or sqlrisk_other.`age` is null) and (sqlrisk_class.`town` = sqlrisk_other.`town` or sqlrisk_class.`town` is null or sqlrisk_other.`town` is null)
 23   where not (sqlrisk_class.`age` is null or sqlrisk_class.`town` is null) and (sqlrisk_other.`age` is null or sqlrisk_other.`town` is null)
 24   group by sqlrisk_class.`age`, sqlrisk_class.`town`
 27     sqlrisk_class.`age`, sqlrisk_class.`town`,
 31   inner join sqlrisk_class as sqlrisk_other on (sqlrisk_class.`age` = sqlrisk_other.`age` or sqlrisk_class.`age` is null or sqlrisk_other.`age` is null) and (sqlrisk_class.`town` = sqlrisk_other.`town` or sqlrisk_class.`town` is null or sqlrisk_other.`town` is null)
 32   where (sqlrisk_class.`age` is null or sqlrisk_class.`town` is null)
 33   group by sqlrisk_class.`age`, sqlrisk_class.`town`
 40   group by sqlrisk_part.`age`, sqlrisk_part.`town`

-- profiles, exact
  3   count(distinct sqlrisk_row.`age`) as sqlrisk_distinct_1,
  4   count(sqlrisk_row.`age`) as sqlrisk_filled_1,
  5   avg(cast(length(cast(sqlrisk_row.`age` as string)) as double)) as sqlrisk_length_1,
  6   count(distinct sqlrisk_row.`town`) as sqlrisk_distinct_2,
  7   count(sqlrisk_row.`town`) as sqlrisk_filled_2,
  8   avg(cast(length(cast(sqlrisk_row.`town` as string)) as double)) as sqlrisk_length_2

-- composition
  4     sqlrisk_row.`sex` as sqlrisk_entity,
  5     sqlrisk_row.`illness` as sqlrisk_value_1,
  6     dense_rank() over (order by sqlrisk_row.`age`, sqlrisk_row.`town`) as sqlrisk_class
 12     array_join(transform(sort_array(collect_list(named_struct('sqlrisk_place', sqlrisk_numbered.sqlrisk_class, 'sqlrisk_text', cast(sqlrisk_numbered.sqlrisk_class as string)))), sqlrisk_item -> sqlrisk_item.sqlrisk_text), ',') as sqlrisk_classes,
 13     sum(length(cast(sqlrisk_numbered.sqlrisk_class as string))) + count(*) - 1 as sqlrisk_length
 20     sqlrisk_row.`sex` as sqlrisk_entity,
 21     sqlrisk_row.`illness` as sqlrisk_value_1,
 22     count(*) over (partition by sqlrisk_row.`age`, sqlrisk_row.`town`) as sqlrisk_class_size,
 23     dense_rank() over (order by sqlrisk_row.`age`, sqlrisk_row.`town`) as sqlrisk_class
 29     array_join(transform(sort_array(collect_list(named_struct('sqlrisk_place', sqlrisk_numbered.sqlrisk_class, 'sqlrisk_text', cast(sqlrisk_numbered.sqlrisk_class as string)))), sqlrisk_item -> sqlrisk_item.sqlrisk_text), ',') as sqlrisk_classes,
 30     sum(length(cast(sqlrisk_numbered.sqlrisk_class as string))) + count(*) - 1 as sqlrisk_length
 37     sqlrisk_row.`sex` as sqlrisk_entity,
 38     dense_rank() over (order by sqlrisk_row.`age`, sqlrisk_row.`town`) as sqlrisk_class
 44     array_join(transform(sort_array(collect_list(named_struct('sqlrisk_place', sqlrisk_numbered.sqlrisk_class, 'sqlrisk_text', cast(sqlrisk_numbered.sqlrisk_class as string)))), sqlrisk_item -> sqlrisk_item.sqlrisk_text), ',') as sqlrisk_classes,
 45     sum(length(cast(sqlrisk_numbered.sqlrisk_class as string))) + count(*) - 1 as sqlrisk_length
 54     cast(null as string) as sqlrisk_classes_2,
 55     cast(null as string) as sqlrisk_classes_3,
 58     case when length(cast(sqlrisk_listed.sqlrisk_classes as string)) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
 63     cast(null as string) as sqlrisk_classes_1,
 64     cast(null as string) as sqlrisk_classes_2,
 65     cast(null as string) as sqlrisk_classes_3,
 74     cast(null as string) as sqlrisk_classes_1,
 76     cast(null as string) as sqlrisk_classes_3,
 79     case when length(cast(sqlrisk_listed.sqlrisk_classes as string)) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
 84     cast(null as string) as sqlrisk_classes_1,
 85     cast(null as string) as sqlrisk_classes_2,
 86     cast(null as string) as sqlrisk_classes_3,
 95     cast(null as string) as sqlrisk_classes_1,
 96     cast(null as string) as sqlrisk_classes_2,
100     case when length(cast(sqlrisk_listed.sqlrisk_classes as string)) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
105     cast(null as string) as sqlrisk_classes_1,
106     cast(null as string) as sqlrisk_classes_2,
107     cast(null as string) as sqlrisk_classes_3,

-- intersection
  4     sqlrisk_row.`sex` as sqlrisk_entity,
  5     sqlrisk_row.`illness` as sqlrisk_value_1,
  6     dense_rank() over (order by sqlrisk_row.`age`, sqlrisk_row.`town`) as sqlrisk_class
 12     array_join(transform(sort_array(collect_list(named_struct('sqlrisk_place', sqlrisk_numbered.sqlrisk_class, 'sqlrisk_text', cast(sqlrisk_numbered.sqlrisk_class as string)))), sqlrisk_item -> sqlrisk_item.sqlrisk_text), ',') as sqlrisk_classes,
 13     sum(length(cast(sqlrisk_numbered.sqlrisk_class as string))) + count(*) - 1 as sqlrisk_length
 20     sqlrisk_row.`sex` as sqlrisk_entity,
 21     sqlrisk_row.`illness` as sqlrisk_value_1,
 22     count(*) over (partition by sqlrisk_row.`age`, sqlrisk_row.`town`) as sqlrisk_class_size,
 23     dense_rank() over (order by sqlrisk_row.`age`, sqlrisk_row.`town`) as sqlrisk_class
 29     array_join(transform(sort_array(collect_list(named_struct('sqlrisk_place', sqlrisk_numbered.sqlrisk_class, 'sqlrisk_text', cast(sqlrisk_numbered.sqlrisk_class as string)))), sqlrisk_item -> sqlrisk_item.sqlrisk_text), ',') as sqlrisk_classes,
 30     sum(length(cast(sqlrisk_numbered.sqlrisk_class as string))) + count(*) - 1 as sqlrisk_length
 37     sqlrisk_row.`sex` as sqlrisk_entity,
 38     dense_rank() over (order by sqlrisk_row.`age`, sqlrisk_row.`town`) as sqlrisk_class
 44     array_join(transform(sort_array(collect_list(named_struct('sqlrisk_place', sqlrisk_numbered.sqlrisk_class, 'sqlrisk_text', cast(sqlrisk_numbered.sqlrisk_class as string)))), sqlrisk_item -> sqlrisk_item.sqlrisk_text), ',') as sqlrisk_classes,
 45     sum(length(cast(sqlrisk_numbered.sqlrisk_class as string))) + count(*) - 1 as sqlrisk_length
 54     cast(null as string) as sqlrisk_classes_2,
 55     cast(null as string) as sqlrisk_classes_3,
 58     case when length(cast(sqlrisk_listed.sqlrisk_classes as string)) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
 63     cast(null as string) as sqlrisk_classes_1,
 64     cast(null as string) as sqlrisk_classes_2,
 65     cast(null as string) as sqlrisk_classes_3,
 74     cast(null as string) as sqlrisk_classes_1,
 76     cast(null as string) as sqlrisk_classes_3,
 79     case when length(cast(sqlrisk_listed.sqlrisk_classes as string)) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
 84     cast(null as string) as sqlrisk_classes_1,
 85     cast(null as string) as sqlrisk_classes_2,
 86     cast(null as string) as sqlrisk_classes_3,
 95     cast(null as string) as sqlrisk_classes_1,
 96     cast(null as string) as sqlrisk_classes_2,
100     case when length(cast(sqlrisk_listed.sqlrisk_classes as string)) = sqlrisk_listed.sqlrisk_length then 0 else 1 end as sqlrisk_cut
105     cast(null as string) as sqlrisk_classes_1,
106     cast(null as string) as sqlrisk_classes_2,
107     cast(null as string) as sqlrisk_classes_3,

-- values of pivots
  4     count(sqlrisk_row.`age`) as sqlrisk_values_1,
  5     count(sqlrisk_row.`town`) as sqlrisk_values_2,
 11     count(sqlrisk_row.`age`) as sqlrisk_values_1,
 12     count(sqlrisk_row.`town`) as sqlrisk_values_2,

-- groups of pivots
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  7   group by sqlrisk_row.`age`, sqlrisk_row.`town`
 11     sqlrisk_pass_0.`age`, sqlrisk_pass_0.`town`,
 15         and sum(sqlrisk_pass_0.sqlrisk_rows) over (partition by sqlrisk_pass_0.sqlrisk_depth, sqlrisk_pass_0.`age`, sqlrisk_pass_0.`town`) < 4
 23     sqlrisk_pass_1.`age`, sqlrisk_pass_1.`town`,
 27         and sum(sqlrisk_pass_1.sqlrisk_rows) over (partition by sqlrisk_pass_1.sqlrisk_depth, sqlrisk_pass_1.`town`) < 4
 35     sqlrisk_row.`age`, sqlrisk_row.`town`,
 38   group by sqlrisk_row.`age`, sqlrisk_row.`town`
 42     sqlrisk_pass_2.`age`, sqlrisk_pass_2.`town`,
 43     sqlrisk_pass_2.`age` as sqlrisk_key_1, sqlrisk_pass_2.`town` as sqlrisk_key_2,
 52     sqlrisk_pass_2.`age`, sqlrisk_pass_2.`town`,
 53     null as sqlrisk_key_1, sqlrisk_pass_2.`town` as sqlrisk_key_2,
 62     sqlrisk_pass_2.`age`, sqlrisk_pass_2.`town`,
 73     sqlrisk_output.`age` as sqlrisk_key_1, sqlrisk_output.`town` as sqlrisk_key_2, 
 89     sqlrisk_blanking.`age`, sqlrisk_blanking.`town`,
100     sqlrisk_met.`age`, sqlrisk_met.`town`,
109   group by sqlrisk_met.`age`, sqlrisk_met.`town`
113     case when sqlrisk_reading.sqlrisk_declared >= 1 then null else sqlrisk_reading.`age` end as sqlrisk_key_1, case when sqlrisk_reading.sqlrisk_declared >= 2 then null else sqlrisk_reading.`town` end as sqlrisk_key_2,
119     sqlrisk_output.`age` as sqlrisk_key_1, sqlrisk_output.`town` as sqlrisk_key_2, 
141     sqlrisk_reading.`age`, sqlrisk_reading.`town`,
153     sqlrisk_expected.`age` as sqlrisk_old_1,
154     sqlrisk_expected.`town` as sqlrisk_old_2,
155     case when sqlrisk_expected.sqlrisk_depth >= 1 then null else sqlrisk_expected.`age` end as sqlrisk_key_1, case when sqlrisk_expected.sqlrisk_depth >= 2 then null else sqlrisk_expected.`town` end as sqlrisk_key_2,
162     sqlrisk_output.`age`, sqlrisk_output.`town`,
163     sqlrisk_output.`age`, sqlrisk_output.`town`,
183     sqlrisk_row.`age` as sqlrisk_old_1,
184     sqlrisk_row.`town` as sqlrisk_old_2
192     sqlrisk_row.`age` as sqlrisk_old_1,
193     sqlrisk_row.`town` as sqlrisk_old_2

-- a block
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  7   group by sqlrisk_row.`age`, sqlrisk_row.`town`
 11     sqlrisk_pass_0.`age`, sqlrisk_pass_0.`town`,
 15         and sum(sqlrisk_pass_0.sqlrisk_rows) over (partition by sqlrisk_pass_0.sqlrisk_depth, sqlrisk_pass_0.`age`, sqlrisk_pass_0.`town`) < 4
 23     sqlrisk_pass_1.`age`, sqlrisk_pass_1.`town`,
 27         and sum(sqlrisk_pass_1.sqlrisk_rows) over (partition by sqlrisk_pass_1.sqlrisk_depth, sqlrisk_pass_1.`town`) < 4
 35     sqlrisk_row.`age`, sqlrisk_row.`town`,
 38   group by sqlrisk_row.`age`, sqlrisk_row.`town`
 42     sqlrisk_pass_2.`age`, sqlrisk_pass_2.`town`,
 43     sqlrisk_pass_2.`age` as sqlrisk_key_1, sqlrisk_pass_2.`town` as sqlrisk_key_2,
 52     sqlrisk_pass_2.`age`, sqlrisk_pass_2.`town`,
 53     null as sqlrisk_key_1, sqlrisk_pass_2.`town` as sqlrisk_key_2,
 62     sqlrisk_pass_2.`age`, sqlrisk_pass_2.`town`,
 73     sqlrisk_output.`age` as sqlrisk_key_1, sqlrisk_output.`town` as sqlrisk_key_2, 
 89     sqlrisk_blanking.`age`, sqlrisk_blanking.`town`,
100     sqlrisk_met.`age`, sqlrisk_met.`town`,
110   group by sqlrisk_met.`age`, sqlrisk_met.`town`
114     case when sqlrisk_reading.sqlrisk_declared >= 1 then null else sqlrisk_reading.`age` end as sqlrisk_key_1, case when sqlrisk_reading.sqlrisk_declared >= 2 then null else sqlrisk_reading.`town` end as sqlrisk_key_2,
120     sqlrisk_output.`age` as sqlrisk_key_1, sqlrisk_output.`town` as sqlrisk_key_2, 
142     sqlrisk_reading.`age`, sqlrisk_reading.`town`,
154     sqlrisk_expected.`age` as sqlrisk_old_1,
155     sqlrisk_expected.`town` as sqlrisk_old_2,
156     case when sqlrisk_expected.sqlrisk_depth >= 1 then null else sqlrisk_expected.`age` end as sqlrisk_key_1, case when sqlrisk_expected.sqlrisk_depth >= 2 then null else sqlrisk_expected.`town` end as sqlrisk_key_2,
163     sqlrisk_output.`age`, sqlrisk_output.`town`,
164     sqlrisk_output.`age`, sqlrisk_output.`town`,
184     sqlrisk_row.`age` as sqlrisk_old_1,
185     sqlrisk_row.`town` as sqlrisk_old_2,
186     sqlrisk_row.`illness` as sqlrisk_item_1,
187     sqlrisk_row.`sex` as sqlrisk_item_2
195     sqlrisk_row.`age` as sqlrisk_old_1,
196     sqlrisk_row.`town` as sqlrisk_old_2,
197     sqlrisk_row.`illness` as sqlrisk_item_1,
198     sqlrisk_row.`sex` as sqlrisk_item_2

-- preserved pairs
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  7   group by sqlrisk_row.`age`, sqlrisk_row.`town`
 11     sqlrisk_pass_0.`age`, sqlrisk_pass_0.`town`,
 15         and sum(sqlrisk_pass_0.sqlrisk_rows) over (partition by sqlrisk_pass_0.sqlrisk_depth, sqlrisk_pass_0.`age`, sqlrisk_pass_0.`town`) < 4
 23     sqlrisk_pass_1.`age`, sqlrisk_pass_1.`town`,
 27         and sum(sqlrisk_pass_1.sqlrisk_rows) over (partition by sqlrisk_pass_1.sqlrisk_depth, sqlrisk_pass_1.`town`) < 4
 35     sqlrisk_row.`age`, sqlrisk_row.`town`,
 38   group by sqlrisk_row.`age`, sqlrisk_row.`town`
 42     sqlrisk_pass_2.`age`, sqlrisk_pass_2.`town`,
 43     sqlrisk_pass_2.`age` as sqlrisk_key_1, sqlrisk_pass_2.`town` as sqlrisk_key_2,
 52     sqlrisk_pass_2.`age`, sqlrisk_pass_2.`town`,
 53     null as sqlrisk_key_1, sqlrisk_pass_2.`town` as sqlrisk_key_2,
 62     sqlrisk_pass_2.`age`, sqlrisk_pass_2.`town`,
 73     sqlrisk_output.`age` as sqlrisk_key_1, sqlrisk_output.`town` as sqlrisk_key_2, 
 89     sqlrisk_blanking.`age`, sqlrisk_blanking.`town`,
100     sqlrisk_met.`age`, sqlrisk_met.`town`,
110   group by sqlrisk_met.`age`, sqlrisk_met.`town`
114     case when sqlrisk_reading.sqlrisk_declared >= 1 then null else sqlrisk_reading.`age` end as sqlrisk_key_1, case when sqlrisk_reading.sqlrisk_declared >= 2 then null else sqlrisk_reading.`town` end as sqlrisk_key_2,
120     sqlrisk_output.`age` as sqlrisk_key_1, sqlrisk_output.`town` as sqlrisk_key_2, 
142     sqlrisk_reading.`age`, sqlrisk_reading.`town`,
154     sqlrisk_expected.`age` as sqlrisk_old_1,
155     sqlrisk_expected.`town` as sqlrisk_old_2,
156     case when sqlrisk_expected.sqlrisk_depth >= 1 then null else sqlrisk_expected.`age` end as sqlrisk_key_1, case when sqlrisk_expected.sqlrisk_depth >= 2 then null else sqlrisk_expected.`town` end as sqlrisk_key_2,
163     sqlrisk_output.`age`, sqlrisk_output.`town`,
164     sqlrisk_output.`age`, sqlrisk_output.`town`,
184     sqlrisk_row.`age` as sqlrisk_old_1,
185     sqlrisk_row.`town` as sqlrisk_old_2,
186     sqlrisk_row.`illness` as sqlrisk_item_1,
187     sqlrisk_row.`sex` as sqlrisk_item_2
195     sqlrisk_row.`age` as sqlrisk_old_1,
196     sqlrisk_row.`town` as sqlrisk_old_2,
197     sqlrisk_row.`illness` as sqlrisk_item_1,
198     sqlrisk_row.`sex` as sqlrisk_item_2

-- preserved pairs of pivots
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  7   group by sqlrisk_row.`age`, sqlrisk_row.`town`
 11     sqlrisk_pass_0.`age`, sqlrisk_pass_0.`town`,
 15         and sum(sqlrisk_pass_0.sqlrisk_rows) over (partition by sqlrisk_pass_0.sqlrisk_depth, sqlrisk_pass_0.`age`, sqlrisk_pass_0.`town`) < 4
 23     sqlrisk_pass_1.`age`, sqlrisk_pass_1.`town`,
 27         and sum(sqlrisk_pass_1.sqlrisk_rows) over (partition by sqlrisk_pass_1.sqlrisk_depth, sqlrisk_pass_1.`town`) < 4
 35     sqlrisk_row.`age`, sqlrisk_row.`town`,
 38   group by sqlrisk_row.`age`, sqlrisk_row.`town`
 42     sqlrisk_pass_2.`age`, sqlrisk_pass_2.`town`,
 43     sqlrisk_pass_2.`age` as sqlrisk_key_1, sqlrisk_pass_2.`town` as sqlrisk_key_2,
 52     sqlrisk_pass_2.`age`, sqlrisk_pass_2.`town`,
 53     null as sqlrisk_key_1, sqlrisk_pass_2.`town` as sqlrisk_key_2,
 62     sqlrisk_pass_2.`age`, sqlrisk_pass_2.`town`,
 73     sqlrisk_output.`age` as sqlrisk_key_1, sqlrisk_output.`town` as sqlrisk_key_2, 
 89     sqlrisk_blanking.`age`, sqlrisk_blanking.`town`,
100     sqlrisk_met.`age`, sqlrisk_met.`town`,
109   group by sqlrisk_met.`age`, sqlrisk_met.`town`
113     case when sqlrisk_reading.sqlrisk_declared >= 1 then null else sqlrisk_reading.`age` end as sqlrisk_key_1, case when sqlrisk_reading.sqlrisk_declared >= 2 then null else sqlrisk_reading.`town` end as sqlrisk_key_2,
119     sqlrisk_output.`age` as sqlrisk_key_1, sqlrisk_output.`town` as sqlrisk_key_2, 
141     sqlrisk_reading.`age`, sqlrisk_reading.`town`,
153     sqlrisk_expected.`age` as sqlrisk_old_1,
154     sqlrisk_expected.`town` as sqlrisk_old_2,
155     case when sqlrisk_expected.sqlrisk_depth >= 1 then null else sqlrisk_expected.`age` end as sqlrisk_key_1, case when sqlrisk_expected.sqlrisk_depth >= 2 then null else sqlrisk_expected.`town` end as sqlrisk_key_2,
162     sqlrisk_output.`age`, sqlrisk_output.`town`,
163     sqlrisk_output.`age`, sqlrisk_output.`town`,
183     sqlrisk_row.`age` as sqlrisk_old_1,
184     sqlrisk_row.`town` as sqlrisk_old_2
192     sqlrisk_row.`age` as sqlrisk_old_1,
193     sqlrisk_row.`town` as sqlrisk_old_2

-- lost pairs
  3     sqlrisk_row.`age`, sqlrisk_row.`town`,
  7   group by sqlrisk_row.`age`, sqlrisk_row.`town`
 11     sqlrisk_pass_0.`age`, sqlrisk_pass_0.`town`,
 15         and sum(sqlrisk_pass_0.sqlrisk_rows) over (partition by sqlrisk_pass_0.sqlrisk_depth, sqlrisk_pass_0.`age`, sqlrisk_pass_0.`town`) < 4
 23     sqlrisk_pass_1.`age`, sqlrisk_pass_1.`town`,
 27         and sum(sqlrisk_pass_1.sqlrisk_rows) over (partition by sqlrisk_pass_1.sqlrisk_depth, sqlrisk_pass_1.`town`) < 4
 35     sqlrisk_row.`age`, sqlrisk_row.`town`,
 38   group by sqlrisk_row.`age`, sqlrisk_row.`town`
 42     sqlrisk_pass_2.`age`, sqlrisk_pass_2.`town`,
 43     sqlrisk_pass_2.`age` as sqlrisk_key_1, sqlrisk_pass_2.`town` as sqlrisk_key_2,
 52     sqlrisk_pass_2.`age`, sqlrisk_pass_2.`town`,
 53     null as sqlrisk_key_1, sqlrisk_pass_2.`town` as sqlrisk_key_2,
 62     sqlrisk_pass_2.`age`, sqlrisk_pass_2.`town`,
 73     sqlrisk_output.`age` as sqlrisk_key_1, sqlrisk_output.`town` as sqlrisk_key_2, 
 89     sqlrisk_blanking.`age`, sqlrisk_blanking.`town`,
100     sqlrisk_met.`age`, sqlrisk_met.`town`,
109   group by sqlrisk_met.`age`, sqlrisk_met.`town`
113     case when sqlrisk_reading.sqlrisk_declared >= 1 then null else sqlrisk_reading.`age` end as sqlrisk_key_1, case when sqlrisk_reading.sqlrisk_declared >= 2 then null else sqlrisk_reading.`town` end as sqlrisk_key_2,
119     sqlrisk_output.`age` as sqlrisk_key_1, sqlrisk_output.`town` as sqlrisk_key_2, 
141     sqlrisk_reading.`age`, sqlrisk_reading.`town`,
153     sqlrisk_expected.`age` as sqlrisk_old_1,
154     sqlrisk_expected.`town` as sqlrisk_old_2,
155     case when sqlrisk_expected.sqlrisk_depth >= 1 then null else sqlrisk_expected.`age` end as sqlrisk_key_1, case when sqlrisk_expected.sqlrisk_depth >= 2 then null else sqlrisk_expected.`town` end as sqlrisk_key_2,
162     sqlrisk_output.`age`, sqlrisk_output.`town`,
163     sqlrisk_output.`age`, sqlrisk_output.`town`,
183     sqlrisk_row.`age` as sqlrisk_old_1,
184     sqlrisk_row.`town` as sqlrisk_old_2,
185     sqlrisk_row.`illness` as sqlrisk_item_1,
186     sqlrisk_row.`sex` as sqlrisk_item_2,
187     sqlrisk_row.`organ` as sqlrisk_item_3
195     sqlrisk_row.`age` as sqlrisk_old_1,
196     sqlrisk_row.`town` as sqlrisk_old_2,
197     sqlrisk_row.`illness` as sqlrisk_item_1,
198     sqlrisk_row.`sex` as sqlrisk_item_2,
199     sqlrisk_row.`organ` as sqlrisk_item_3

-- classes to recode
  2   sqlrisk_row.`age`, sqlrisk_row.`town`,
  5 group by sqlrisk_row.`age`, sqlrisk_row.`town`

-- classes as ranks
  3   dense_rank() over (order by case when sqlrisk_row.`age` is null then 1 else 0 end, sqlrisk_row.`age`) as sqlrisk_rank_1,
  4   dense_rank() over (order by case when sqlrisk_row.`town` is null then 1 else 0 end, cast(sqlrisk_row.`town` as string)) as sqlrisk_rank_2,

-- classes as ranks, for queries
  3   dense_rank() over (order by case when sqlrisk_row.`age` is null then 1 else 0 end, sqlrisk_row.`age`) as sqlrisk_rank_1,
  4   dense_rank() over (order by case when sqlrisk_row.`town` is null then 1 else 0 end, cast(sqlrisk_row.`town` as string)) as sqlrisk_rank_2,
  5   dense_rank() over (order by sqlrisk_row.`town`, sqlrisk_row.`sex`) as sqlrisk_group_1,
  6   dense_rank() over (order by sqlrisk_row.`illness`) as sqlrisk_value_1,
  7   case when sqlrisk_row.`illness` is null then 0 else sqlrisk_row.sqlrisk_rows end as sqlrisk_valued_1,
  8   dense_rank() over (order by sqlrisk_row.`age`) as sqlrisk_group_2,
  9   dense_rank() over (order by sqlrisk_row.`illness`) as sqlrisk_value_2,

-- cut points
  6     dense_rank() over (order by case when sqlrisk_row.`town` is null then 1 else 0 end, cast(sqlrisk_row.`town` as string)) as sqlrisk_rank,
  7     cast(sqlrisk_row.`town` as string) as sqlrisk_text

-- losses of pivots
  3     sqlrisk_row.`town`, sqlrisk_row.`organ`,
  7   group by sqlrisk_row.`town`, sqlrisk_row.`organ`
 11     sqlrisk_pass_0.`town`, sqlrisk_pass_0.`organ`,
 15         and sum(sqlrisk_pass_0.sqlrisk_rows) over (partition by sqlrisk_pass_0.sqlrisk_depth, sqlrisk_pass_0.`town`, sqlrisk_pass_0.`organ`) < 4
 23     sqlrisk_pass_1.`town`, sqlrisk_pass_1.`organ`,
 27         and sum(sqlrisk_pass_1.sqlrisk_rows) over (partition by sqlrisk_pass_1.sqlrisk_depth, sqlrisk_pass_1.`organ`) < 4
 35     sqlrisk_row.`town`, sqlrisk_row.`organ`,
 38   group by sqlrisk_row.`town`, sqlrisk_row.`organ`
 42     sqlrisk_pass_2.`town`, sqlrisk_pass_2.`organ`,
 43     sqlrisk_pass_2.`town` as sqlrisk_key_1, sqlrisk_pass_2.`organ` as sqlrisk_key_2,
 52     sqlrisk_pass_2.`town`, sqlrisk_pass_2.`organ`,
 53     null as sqlrisk_key_1, sqlrisk_pass_2.`organ` as sqlrisk_key_2,
 62     sqlrisk_pass_2.`town`, sqlrisk_pass_2.`organ`,
 73     sqlrisk_output.`town` as sqlrisk_key_1, sqlrisk_output.`organ` as sqlrisk_key_2, 
 89     sqlrisk_blanking.`town`, sqlrisk_blanking.`organ`,
100     sqlrisk_met.`town`, sqlrisk_met.`organ`,
109   group by sqlrisk_met.`town`, sqlrisk_met.`organ`
113     case when sqlrisk_reading.sqlrisk_declared >= 1 then null else sqlrisk_reading.`town` end as sqlrisk_key_1, case when sqlrisk_reading.sqlrisk_declared >= 2 then null else sqlrisk_reading.`organ` end as sqlrisk_key_2,
119     sqlrisk_output.`town` as sqlrisk_key_1, sqlrisk_output.`organ` as sqlrisk_key_2, 
141     sqlrisk_reading.`town`, sqlrisk_reading.`organ`,
152     case when sqlrisk_expected.sqlrisk_depth >= 1 then null else sqlrisk_expected.`town` end as sqlrisk_key_1, case when sqlrisk_expected.sqlrisk_depth >= 2 then null else sqlrisk_expected.`organ` end as sqlrisk_key_2,
158     sqlrisk_output.`town` as sqlrisk_key_1, sqlrisk_output.`organ` as sqlrisk_key_2, 
179     coalesce(sum(case when sqlrisk_expected.`town` is null then 0 else sqlrisk_expected.sqlrisk_rows end), 0) as sqlrisk_values_1,
180     coalesce(sum(case when sqlrisk_expected.`organ` is null then 0 else sqlrisk_expected.sqlrisk_rows end), 0) as sqlrisk_values_2,
186     coalesce(sum(case when sqlrisk_output.`town` is null then 0 else sqlrisk_output.sqlrisk_rows end), 0) as sqlrisk_values_1,
187     coalesce(sum(case when sqlrisk_output.`organ` is null then 0 else sqlrisk_output.sqlrisk_rows end), 0) as sqlrisk_values_2,

-- losses of pivots, the residue absorbed
  3     sqlrisk_row.`town`, sqlrisk_row.`organ`,
  7   group by sqlrisk_row.`town`, sqlrisk_row.`organ`
 11     sqlrisk_pass_0.`town`, sqlrisk_pass_0.`organ`,
 15         and sum(sqlrisk_pass_0.sqlrisk_rows) over (partition by sqlrisk_pass_0.sqlrisk_depth, sqlrisk_pass_0.`town`, sqlrisk_pass_0.`organ`) < 4
 23     sqlrisk_pass_1.`town`, sqlrisk_pass_1.`organ`,
 27         and sum(sqlrisk_pass_1.sqlrisk_rows) over (partition by sqlrisk_pass_1.sqlrisk_depth, sqlrisk_pass_1.`organ`) < 4
 35     sqlrisk_row.`town`, sqlrisk_row.`organ`,
 38   group by sqlrisk_row.`town`, sqlrisk_row.`organ`
 42     sqlrisk_pass_2.`town`, sqlrisk_pass_2.`organ`,
 43     sqlrisk_pass_2.`town` as sqlrisk_key_1, sqlrisk_pass_2.`organ` as sqlrisk_key_2,
 52     sqlrisk_pass_2.`town`, sqlrisk_pass_2.`organ`,
 53     null as sqlrisk_key_1, sqlrisk_pass_2.`organ` as sqlrisk_key_2,
 62     sqlrisk_pass_2.`town`, sqlrisk_pass_2.`organ`,
 73     sqlrisk_output.`town` as sqlrisk_key_1, sqlrisk_output.`organ` as sqlrisk_key_2, 
 89     sqlrisk_blanking.`town`, sqlrisk_blanking.`organ`,
100     sqlrisk_met.`town`, sqlrisk_met.`organ`,
110   group by sqlrisk_met.`town`, sqlrisk_met.`organ`
114     case when sqlrisk_reading.sqlrisk_declared >= 1 then null else sqlrisk_reading.`town` end as sqlrisk_key_1, case when sqlrisk_reading.sqlrisk_declared >= 2 then null else sqlrisk_reading.`organ` end as sqlrisk_key_2,
120     sqlrisk_output.`town` as sqlrisk_key_1, sqlrisk_output.`organ` as sqlrisk_key_2, 
142     sqlrisk_reading.`town`, sqlrisk_reading.`organ`,
153     case when sqlrisk_expected.sqlrisk_depth >= 1 then null else sqlrisk_expected.`town` end as sqlrisk_key_1, case when sqlrisk_expected.sqlrisk_depth >= 2 then null else sqlrisk_expected.`organ` end as sqlrisk_key_2,
159     sqlrisk_output.`town` as sqlrisk_key_1, sqlrisk_output.`organ` as sqlrisk_key_2, 
180     coalesce(sum(case when sqlrisk_expected.`town` is null then 0 else sqlrisk_expected.sqlrisk_rows end), 0) as sqlrisk_values_1,
181     coalesce(sum(case when sqlrisk_expected.`organ` is null then 0 else sqlrisk_expected.sqlrisk_rows end), 0) as sqlrisk_values_2,
187     coalesce(sum(case when sqlrisk_output.`town` is null then 0 else sqlrisk_output.sqlrisk_rows end), 0) as sqlrisk_values_1,
188     coalesce(sum(case when sqlrisk_output.`organ` is null then 0 else sqlrisk_output.sqlrisk_rows end), 0) as sqlrisk_values_2,

-- tuples of a block
  3     sqlrisk_row.`town`, sqlrisk_row.`organ`,
  7   group by sqlrisk_row.`town`, sqlrisk_row.`organ`
 11     sqlrisk_pass_0.`town`, sqlrisk_pass_0.`organ`,
 15         and sum(sqlrisk_pass_0.sqlrisk_rows) over (partition by sqlrisk_pass_0.sqlrisk_depth, sqlrisk_pass_0.`town`, sqlrisk_pass_0.`organ`) < 4
 23     sqlrisk_pass_1.`town`, sqlrisk_pass_1.`organ`,
 27         and sum(sqlrisk_pass_1.sqlrisk_rows) over (partition by sqlrisk_pass_1.sqlrisk_depth, sqlrisk_pass_1.`organ`) < 4
 35     sqlrisk_row.`town`, sqlrisk_row.`organ`,
 38   group by sqlrisk_row.`town`, sqlrisk_row.`organ`
 42     sqlrisk_pass_2.`town`, sqlrisk_pass_2.`organ`,
 43     sqlrisk_pass_2.`town` as sqlrisk_key_1, sqlrisk_pass_2.`organ` as sqlrisk_key_2,
 52     sqlrisk_pass_2.`town`, sqlrisk_pass_2.`organ`,
 53     null as sqlrisk_key_1, sqlrisk_pass_2.`organ` as sqlrisk_key_2,
 62     sqlrisk_pass_2.`town`, sqlrisk_pass_2.`organ`,
 73     sqlrisk_output.`town` as sqlrisk_key_1, sqlrisk_output.`organ` as sqlrisk_key_2, 
 89     sqlrisk_blanking.`town`, sqlrisk_blanking.`organ`,
100     sqlrisk_met.`town`, sqlrisk_met.`organ`,
110   group by sqlrisk_met.`town`, sqlrisk_met.`organ`
114     case when sqlrisk_reading.sqlrisk_declared >= 1 then null else sqlrisk_reading.`town` end as sqlrisk_key_1, case when sqlrisk_reading.sqlrisk_declared >= 2 then null else sqlrisk_reading.`organ` end as sqlrisk_key_2,
120     sqlrisk_output.`town` as sqlrisk_key_1, sqlrisk_output.`organ` as sqlrisk_key_2, 
142     sqlrisk_reading.`town`, sqlrisk_reading.`organ`,
153     sqlrisk_row.`town`, sqlrisk_row.`organ`, sqlrisk_row.`age`, sqlrisk_row.`sex`,
157   group by sqlrisk_row.`town`, sqlrisk_row.`organ`, sqlrisk_row.`age`, sqlrisk_row.`sex`
160     sqlrisk_expected.`town`, sqlrisk_expected.`organ`,
168     sqlrisk_placed.`town`, sqlrisk_placed.`organ`, sqlrisk_placed.`age`, sqlrisk_placed.`sex`,
170     max(sqlrisk_placed.sqlrisk_depth) over (partition by sqlrisk_placed.`town`, sqlrisk_placed.`organ`) as sqlrisk_depth
175     case when sqlrisk_settled.sqlrisk_depth >= 1 then null else sqlrisk_settled.`town` end as sqlrisk_key_1, case when sqlrisk_settled.sqlrisk_depth >= 2 then null else sqlrisk_settled.`organ` end as sqlrisk_key_2,
176     sqlrisk_settled.`age`, sqlrisk_settled.`sex`,
184     sqlrisk_moved.`age`, sqlrisk_moved.`sex`,
190     sqlrisk_row.`town`, sqlrisk_row.`organ`, sqlrisk_row.`age`, sqlrisk_row.`sex`,
198     sqlrisk_both.`age`, sqlrisk_both.`sex`,
202   group by sqlrisk_both.sqlrisk_key_1, sqlrisk_both.sqlrisk_key_2, sqlrisk_both.`age`, sqlrisk_both.`sex`

-- links of two blocks
  3     sqlrisk_row.`town`, sqlrisk_row.`organ`,
  7   group by sqlrisk_row.`town`, sqlrisk_row.`organ`
 11     sqlrisk_pass_0.`town`, sqlrisk_pass_0.`organ`,
 15         and sum(sqlrisk_pass_0.sqlrisk_rows) over (partition by sqlrisk_pass_0.sqlrisk_depth, sqlrisk_pass_0.`town`, sqlrisk_pass_0.`organ`) < 4
 23     sqlrisk_pass_1.`town`, sqlrisk_pass_1.`organ`,
 27         and sum(sqlrisk_pass_1.sqlrisk_rows) over (partition by sqlrisk_pass_1.sqlrisk_depth, sqlrisk_pass_1.`organ`) < 4
 35     sqlrisk_row.`town`, sqlrisk_row.`organ`,
 38   group by sqlrisk_row.`town`, sqlrisk_row.`organ`
 42     sqlrisk_pass_2.`town`, sqlrisk_pass_2.`organ`,
 43     sqlrisk_pass_2.`town` as sqlrisk_key_1, sqlrisk_pass_2.`organ` as sqlrisk_key_2,
 52     sqlrisk_pass_2.`town`, sqlrisk_pass_2.`organ`,
 53     null as sqlrisk_key_1, sqlrisk_pass_2.`organ` as sqlrisk_key_2,
 62     sqlrisk_pass_2.`town`, sqlrisk_pass_2.`organ`,
 73     sqlrisk_output.`town` as sqlrisk_key_1, sqlrisk_output.`organ` as sqlrisk_key_2, 
 89     sqlrisk_blanking.`town`, sqlrisk_blanking.`organ`,
100     sqlrisk_met.`town`, sqlrisk_met.`organ`,
109   group by sqlrisk_met.`town`, sqlrisk_met.`organ`
113     case when sqlrisk_reading.sqlrisk_declared >= 1 then null else sqlrisk_reading.`town` end as sqlrisk_key_1, case when sqlrisk_reading.sqlrisk_declared >= 2 then null else sqlrisk_reading.`organ` end as sqlrisk_key_2,
119     sqlrisk_output.`town` as sqlrisk_key_1, sqlrisk_output.`organ` as sqlrisk_key_2, 
141     sqlrisk_reading.`town`, sqlrisk_reading.`organ`,
152     sqlrisk_row.`town`, sqlrisk_row.`organ`, sqlrisk_row.`age`, sqlrisk_row.`sex`, sqlrisk_row.`illness`,
156   group by sqlrisk_row.`town`, sqlrisk_row.`organ`, sqlrisk_row.`age`, sqlrisk_row.`sex`, sqlrisk_row.`illness`
159     sqlrisk_expected.`town`, sqlrisk_expected.`organ`,
167     sqlrisk_placed.`town`, sqlrisk_placed.`organ`, sqlrisk_placed.`age`, sqlrisk_placed.`sex`, sqlrisk_placed.`illness`,
169     max(sqlrisk_placed.sqlrisk_depth) over (partition by sqlrisk_placed.`town`, sqlrisk_placed.`organ`) as sqlrisk_depth
174     case when sqlrisk_settled.sqlrisk_depth >= 1 then null else sqlrisk_settled.`town` end as sqlrisk_key_1, case when sqlrisk_settled.sqlrisk_depth >= 2 then null else sqlrisk_settled.`organ` end as sqlrisk_key_2,
175     sqlrisk_settled.`age`, sqlrisk_settled.`sex`, sqlrisk_settled.`illness`,
183     sqlrisk_moved.`age`, sqlrisk_moved.`sex`, sqlrisk_moved.`illness`,
189     sqlrisk_row.`town`, sqlrisk_row.`organ`, sqlrisk_row.`age`, sqlrisk_row.`sex`, sqlrisk_row.`illness`,
197     sqlrisk_both.`age`, sqlrisk_both.`sex`, sqlrisk_both.`illness`,
201   group by sqlrisk_both.sqlrisk_key_1, sqlrisk_both.sqlrisk_key_2, sqlrisk_both.`age`, sqlrisk_both.`sex`, sqlrisk_both.`illness`
209     cast(sum(sqlrisk_tuple.sqlrisk_before) over (partition by sqlrisk_tuple.sqlrisk_key_1, sqlrisk_tuple.sqlrisk_key_2, sqlrisk_tuple.`age`, sqlrisk_tuple.`sex`) as double) as sqlrisk_of_block,
210     cast(sum(sqlrisk_tuple.sqlrisk_before) over (partition by sqlrisk_tuple.sqlrisk_key_1, sqlrisk_tuple.sqlrisk_key_2, sqlrisk_tuple.`illness`) as double) as sqlrisk_of_other

-- constant blocks
  3     sqlrisk_row.`town`,
  7   group by sqlrisk_row.`town`, sqlrisk_row.`age`, sqlrisk_row.`sex`
 10     sqlrisk_row.`town`,
 14   group by sqlrisk_row.`town`, sqlrisk_row.`illness`
 19     sqlrisk_tuple.`town`,
 23   group by sqlrisk_tuple.`town`, sqlrisk_tuple.sqlrisk_block
 30   group by sqlrisk_block.`town`

-- rows of classes within limits
  1 select sqlrisk_decided.`age`, sqlrisk_decided.`town`, sqlrisk_decided.`organ`
  4     sqlrisk_tagged.`age`, sqlrisk_tagged.`town`, sqlrisk_tagged.`organ`,
  6     cast(sum(sqlrisk_tagged.sqlrisk_is_row) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as bigint) as sqlrisk_class_size,
  7     max(sqlrisk_tagged.sqlrisk_fails) over (partition by sqlrisk_tagged.`age`, sqlrisk_tagged.`town`) as sqlrisk_fails
 12       sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`organ`
 18       sqlrisk_failing.`age`, sqlrisk_failing.`town`,
 21 select sqlrisk_share.`age`, sqlrisk_share.`town`
 24           sqlrisk_pair.`age`, sqlrisk_pair.`town`,
 26           row_number() over (partition by sqlrisk_pair.`age`, sqlrisk_pair.`town` order by sqlrisk_pair.sqlrisk_valued_rows desc) as sqlrisk_place,
 27           cast(sum(sqlrisk_pair.sqlrisk_valued_rows) over (partition by sqlrisk_pair.`age`, sqlrisk_pair.`town`) as bigint) as sqlrisk_class_valued,
 32             sqlrisk_row.`age`, sqlrisk_row.`town`,
 33             sqlrisk_row.`illness` as sqlrisk_value,
 34             cast(count(sqlrisk_row.`illness`) as bigint) as sqlrisk_valued_rows
 36           group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`illness`
 39       group by sqlrisk_share.`age`, sqlrisk_share.`town`
 50       sqlrisk_failing.`age`, sqlrisk_failing.`town`,
 53 select sqlrisk_share.`age`, sqlrisk_share.`town`
 56           sqlrisk_pair.`age`, sqlrisk_pair.`town`,
 58           row_number() over (partition by sqlrisk_pair.`age`, sqlrisk_pair.`town` order by sqlrisk_pair.sqlrisk_valued_rows desc) as sqlrisk_place,
 59           cast(sum(sqlrisk_pair.sqlrisk_valued_rows) over (partition by sqlrisk_pair.`age`, sqlrisk_pair.`town`) as bigint) as sqlrisk_class_valued,
 64             sqlrisk_row.`age`, sqlrisk_row.`town`,
 65             sqlrisk_row.`sex` as sqlrisk_value,
 68           group by sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`sex`
 71       group by sqlrisk_share.`age`, sqlrisk_share.`town`

-- rows of classes within limits, NULL is no value
  1 select sqlrisk_decided.`town`, sqlrisk_decided.`sex`
  4     sqlrisk_tagged.`town`, sqlrisk_tagged.`sex`,
  6     cast(sum(sqlrisk_tagged.sqlrisk_is_row) over (partition by sqlrisk_tagged.`town`) as bigint) as sqlrisk_class_size,
  7     max(sqlrisk_tagged.sqlrisk_fails) over (partition by sqlrisk_tagged.`town`) as sqlrisk_fails
 12       sqlrisk_row.`town`, sqlrisk_row.`sex`
 18       sqlrisk_failing.`town`,
 21 select sqlrisk_share.`town`
 24           sqlrisk_pair.`town`,
 26           row_number() over (partition by sqlrisk_pair.`town` order by sqlrisk_pair.sqlrisk_valued_rows desc) as sqlrisk_place,
 27           cast(sum(sqlrisk_pair.sqlrisk_valued_rows) over (partition by sqlrisk_pair.`town`) as bigint) as sqlrisk_class_valued,
 32             sqlrisk_row.`town`,
 33             sqlrisk_row.`illness` as sqlrisk_value,
 34             cast(count(sqlrisk_row.`illness`) as bigint) as sqlrisk_valued_rows
 36           group by sqlrisk_row.`town`, sqlrisk_row.`illness`
 39       group by sqlrisk_share.`town`

-- publication
  1 select sqlrisk_sized.`age`, sqlrisk_sized.`town`, sqlrisk_sized.`illness`
  4     sqlrisk_row.`age`, sqlrisk_row.`town`, sqlrisk_row.`illness`,
  5     count(*) over (partition by sqlrisk_row.`age`, sqlrisk_row.`town`) as sqlrisk_class_size

-- expression: -1.5
  1 ((-1.5) + 0)

-- expression: 'o''Hara'
  1 'o\'Hara'

-- expression: 'back\slash'
  1 'back\\slash'

-- expression: i
  1 sqlrisk_source.`i`

-- expression: "i"
  1 sqlrisk_source.`i`

-- expression: I
  1 sqlrisk_source.`i`

-- expression: user
  1 sqlrisk_source.`user`

-- expression: i + j
  1 sqlrisk_source.`i` + sqlrisk_source.`j`

-- expression: i - j
  1 sqlrisk_source.`i` - sqlrisk_source.`j`

-- expression: i * j
  1 ((sqlrisk_source.`i` * sqlrisk_source.`j`) + 0)

-- expression: i / j
  1 ((sqlrisk_source.`i` / sqlrisk_source.`j`) + 0)

-- expression: i / 2
  1 ((sqlrisk_source.`i` / 2) + 0)

-- expression: i % j
  1 ((sqlrisk_source.`i` % sqlrisk_source.`j`) + 0)

-- expression: -i
  1 ((-sqlrisk_source.`i`) + 0)

-- expression: - -i
  1 ((-((-sqlrisk_source.`i`) + 0)) + 0)

-- expression: (i + 1) * 2
  1 (((sqlrisk_source.`i` + 1) * 2) + 0)

-- expression: i = 7
  1 sqlrisk_source.`i` = 7

-- expression: i <> 7
  1 sqlrisk_source.`i` <> 7

-- expression: i != 7
  1 sqlrisk_source.`i` <> 7

-- expression: i > j
  1 sqlrisk_source.`i` > sqlrisk_source.`j`

-- expression: i >= 7
  1 sqlrisk_source.`i` >= 7

-- expression: i < 7
  1 sqlrisk_source.`i` < 7

-- expression: i <= 7
  1 sqlrisk_source.`i` <= 7

-- expression: i > 0 and j > 0
  1 sqlrisk_source.`i` > 0 AND sqlrisk_source.`j` > 0

-- expression: i > 0 or j > 0
  1 sqlrisk_source.`i` > 0 OR sqlrisk_source.`j` > 0

-- expression: not b
  1 NOT sqlrisk_source.`b`

-- expression: not (b and i > 0) or false
  1 NOT (sqlrisk_source.`b` AND sqlrisk_source.`i` > 0) OR FALSE

-- expression: i is null
  1 sqlrisk_source.`i` IS NULL

-- expression: i is not null
  1 NOT sqlrisk_source.`i` IS NULL

-- expression: case when i > 0 then 'up' when i < 0 then 'down' else 'unknown' end
  1 CASE WHEN sqlrisk_source.`i` > 0 THEN 'up' WHEN sqlrisk_source.`i` < 0 THEN 'down' ELSE 'unknown' END

-- expression: case when i > 0 then 'up' end
  1 CASE WHEN sqlrisk_source.`i` > 0 THEN 'up' END

-- expression: case i when 7 then 'seven' else 'other' end
  1 CASE sqlrisk_source.`i` WHEN 7 THEN 'seven' ELSE 'other' END

-- expression: coalesce(i, j, 0)
  1 COALESCE(sqlrisk_source.`i`, sqlrisk_source.`j`, 0)

-- expression: nullif(i, 7)
  1 NULLIF(sqlrisk_source.`i`, 7)

-- expression: i in (7, 0)
  1 sqlrisk_source.`i` IN (7, 0)

-- expression: i not in (7, 0)
  1 NOT sqlrisk_source.`i` IN (7, 0)

-- expression: t in ('Ana', 'Eva')
  1 sqlrisk_source.`t` IN ('Ana', 'Eva')

-- expression: i between 0 and 7
  1 sqlrisk_source.`i` BETWEEN 0 AND 7

-- expression: i not between 0 and 7
  1 NOT sqlrisk_source.`i` BETWEEN 0 AND 7

-- expression: t like 'A%'
  1 sqlrisk_source.`t` LIKE 'A%'

-- expression: t not like '_na'
  1 sqlrisk_source.`t` NOT LIKE '_na'

-- expression: cast('12' as integer)
  1 CAST('12' AS INT)

-- expression: cast(floor(x + 0.5) as integer)
  1 CAST(FLOOR(sqlrisk_source.`x` + 0.5) AS INT)

-- expression: cast(i as double)
  1 CAST(sqlrisk_source.`i` AS DOUBLE)

-- expression: cast(i as text)
  1 CAST(sqlrisk_source.`i` AS STRING)

-- expression: i::text
  1 CAST(sqlrisk_source.`i` AS STRING)

-- expression: cast(d as text)
  1 CAST(sqlrisk_source.`d` AS STRING)

-- expression: d > date '2000-01-01'
  1 sqlrisk_source.`d` > CAST('2000-01-01' AS DATE)

-- expression: t like 'a%'
  1 sqlrisk_source.`t` LIKE 'a%'

-- expression: lpad(u, 6, '0')
  1 LPAD(sqlrisk_source.`u`, 6, '0')

-- expression: lpad(u, 3, 'ab')
  1 LPAD(sqlrisk_source.`u`, 3, 'ab')

-- expression: extract(year from d)
  1 EXTRACT(YEAR FROM sqlrisk_source.`d`)

-- expression: extract(month from d)
  1 EXTRACT(MONTH FROM sqlrisk_source.`d`)

-- expression: concat(t, '-', u)
  1 CONCAT(COALESCE(CAST(sqlrisk_source.`t` AS STRING), ''), '-', COALESCE(CAST(sqlrisk_source.`u` AS STRING), ''))

-- expression: concat(i, '/', j)
  1 CONCAT(COALESCE(CAST(sqlrisk_source.`i` AS STRING), ''), '/', COALESCE(CAST(sqlrisk_source.`j` AS STRING), ''))

-- expression: lower(t)
  1 LOWER(sqlrisk_source.`t`)

-- expression: upper(t)
  1 UPPER(sqlrisk_source.`t`)

-- expression: trim(t)
  1 TRIM(sqlrisk_source.`t`)

-- expression: trim(t, 'a')
  1 TRIM('a' FROM sqlrisk_source.`t`)

-- expression: substring(u, 1, 3)
  1 SUBSTRING(sqlrisk_source.`u`, 1, 3)

-- expression: substring(u, 2)
  1 SUBSTRING(sqlrisk_source.`u`, 2)

-- expression: length(t)
  1 LENGTH(sqlrisk_source.`t`)

-- expression: floor(x)
  1 FLOOR(sqlrisk_source.`x`)

-- expression: floor(i / 5) * 5
  1 ((CAST(FLOOR(((sqlrisk_source.`i` / 5) + 0)) AS BIGINT) * 5) + 0)

-- expression: ceil(x)
  1 ((CEIL(sqlrisk_source.`x`)) + 0)

-- expression: abs(i)
  1 ABS(sqlrisk_source.`i`)

-- expression: i -- what is left is a comment
  1 sqlrisk_source.`i`

-- expression: i /* so is this */ + 1
  1 sqlrisk_source.`i` + 1

-- expression: cast(b as text)
  1 CAST(sqlrisk_source.`b` AS STRING)

-- expression: i / (j - j)
  1 ((sqlrisk_source.`i` / (sqlrisk_source.`j` - sqlrisk_source.`j`)) + 0)

-- expression: cast(d + 1 as text)
  1 CAST(sqlrisk_source.`d` + 1 AS STRING)

-- expression: cast(i > 0 as text)
  1 CAST(sqlrisk_source.`i` > 0 AS STRING)

