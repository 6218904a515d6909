{#- The pieces that the kernels about weights share. -#}

{#- E[1 / F | n] = (p / n) 2F1(1, 1; n + 1; 1 - p), the individual risk of Benedetti & Franconi (1998), for size n, p = n / F, rest 1 - p
    and odds p / (1 - p); all doubles, odds read only where p <= 1/2. It is p times the integral over v from 0 to 1 of
    v^(n - 1) / (p + (1 - p) v). Below 16 rows and up to p = 1/2, I(n + 1) = 1 / n - odds I(n) from I(1) = ln(1 / p), unrolled from n
    downwards (odds <= 1: no error grows); else 30 terms of the series. Parentheses open at the left, since SQLite's parser is 100
    deep. Relative error at most 1e-10 (2e-11 measured) for n from 1 to 10,000 and p from 1e-9 to 1: tests/test_people.py. -#}
{%- macro individual_risk(size, p, rest, odds) -%}
case
    when {{ p }} > 0.5 or {{ size }} >= 16 then {{ p }} / {{ size }} * {{ '(' * 30 }}1
      {%- for term in range(30, 0, -1) %} * {{ rest }} * {{ term }} / ({{ size }} + {{ term }}) + 1){% endfor %}
    else {{ odds }} * {{ '(' * 15 }}0
      {%- for step in range(15, 0, -1) %} * (-{{ odds }}) + case when {{ size }} > {{ step }} then {{ sqlrisk.to_double('1') }} / ({{ size }} - {{ step }}) when {{ size }} = {{ step }} then -{{ sqlrisk.ln(p) }} else 0 end){% endfor %}
  end
{%- endmacro -%}

{#- A weight as a double, and the sums over it that a class needs: the weights that are above zero and finite, and how many are not. -#}
{%- macro weight_sums(weight) -%}
  {%- set value = sqlrisk.to_double(weight) -%}
    sum(case when {{ value }} > 0 and {{ value }} < 1e300 then {{ value }} end) as sqlrisk_weight,
    sum(case when {{ weight }} is null then 1 else 0 end) as sqlrisk_missing,
    sum(case when {{ value }} = 0 then 1 else 0 end) as sqlrisk_zero,
    sum(case when {{ value }} < 0 then 1 else 0 end) as sqlrisk_negative,
    sum(case when {{ value }} > 0 and {{ value }} < 1e300 then 1 else 0 end) as sqlrisk_sound
{%- endmacro -%}

{#- p, 1 - p and p / (1 - p) of a class; NULL where a weight is unsound or they sum to less than the rows. -#}
{%- macro sampled_share(alias) -%}
  {%- set size = sqlrisk.to_double(alias ~ '.sqlrisk_class_size') -%}
  {%- set weight = alias ~ '.sqlrisk_weight' -%}
    case when {{ alias }}.sqlrisk_consistent = 0 then null when {{ weight }} > {{ size }} then {{ size }} / {{ weight }} else {{ sqlrisk.to_double('1') }} end as sqlrisk_p,
    case when {{ alias }}.sqlrisk_consistent = 0 then null when {{ weight }} > {{ size }} then ({{ weight }} - {{ size }}) / {{ weight }} else {{ sqlrisk.to_double('0') }} end as sqlrisk_rest,
    case when {{ alias }}.sqlrisk_consistent = 1 and {{ weight }} > {{ size }} then {{ size }} / ({{ weight }} - {{ size }}) end as sqlrisk_odds
{%- endmacro -%}

{#- 1 where every weight of a class is sound and they sum to its rows at least (but for rounding), else 0. -#}
{%- macro weights_are_consistent(alias) -%}
case when {{ alias }}.sqlrisk_sound = {{ alias }}.sqlrisk_class_size and {{ alias }}.sqlrisk_weight >= {{ sqlrisk.to_double(alias ~ '.sqlrisk_class_size') }} * 0.999999999 then 1 else 0 end
{%- endmacro -%}
