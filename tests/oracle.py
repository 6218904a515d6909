"""The second opinion: what each kernel must return, worked out row by row in plain Python with exact fractions.

Each public function bears the name of a kernel, takes the rows themselves in place of a relation and the kernel's own arguments,
and returns the rows that the kernel must give, in no particular order.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

Row = Mapping[str, Any]
Key = tuple[Any, ...]


class Member(NamedTuple):
    """A class as one group sees it: the group's rows in it, all its rows, and what was worked out about it."""

    group: Any
    members: int
    size: int
    facts: Mapping[str, Any]


def class_sizes(rows: Sequence[Row], quasi_identifiers: Sequence[str]) -> list[Row]:
    """How many classes have each size."""
    counts = Counter(len(members) for members in _classes(rows, quasi_identifiers).values())
    return [{"sqlrisk_class_size": size, "sqlrisk_classes": classes} for size, classes in counts.items()]


def group_class_sizes(rows: Sequence[Row], quasi_identifiers: Sequence[str], group: str) -> list[Row]:
    """The same as a group sees it: in how many classes it has rows, how many, and their sum of n ln n by class."""
    found: dict[Key, list[int]] = defaultdict(list)
    for members in _classes(rows, quasi_identifiers).values():
        for value, count in Counter(same(row[group]) for row in members).items():
            found[value, len(members)].append(count)
    return [
        {
            "sqlrisk_group": value,
            "sqlrisk_size": size,
            "sqlrisk_classes": len(counts),
            "sqlrisk_members": sum(counts),
            "sqlrisk_rows_ln_rows": math.fsum(count * math.log(count) for count in counts),
        }
        for (value, size), counts in found.items()
    ]


def sensitive_classes(
    rows: Sequence[Row], quasi_identifiers: Sequence[str], sensitive: str, group: str | None = None, min_class_size: int = 1, null_is_value: bool = False
) -> list[Row]:
    """What the classes of each size give away of a sensitive column."""
    classes = _kept(rows, quasi_identifiers, min_class_size)
    table = sum((_values(members, sensitive, null_is_value) for members in classes), Counter())
    seen = _seen(classes, group, lambda members: _disclosure(_values(members, sensitive, null_is_value), table))
    return _by_size(seen, group, _disclosures if group is None else _disclosures_to_group)


def recursive_classes(
    rows: Sequence[Row],
    quasi_identifiers: Sequence[str],
    sensitive: str,
    l: int,
    group: str | None = None,
    min_class_size: int = 1,
    null_is_value: bool = False,
) -> list[Row]:
    """r_1 / (r_l + ... + r_m) of the classes of each size: the largest, and how many have no r_l."""
    seen = _seen(_kept(rows, quasi_identifiers, min_class_size), group, lambda members: _recursion(_values(members, sensitive, null_is_value), l))
    return _by_size(
        seen,
        group,
        lambda classes: {
            "sqlrisk_classes_with_value": sum(each.facts["first"] > 0 for each in classes),
            "sqlrisk_classes_unbounded": sum(each.facts["first"] > 0 and not each.facts["tail"] for each in classes),
            "sqlrisk_ratio_max": max((Fraction(each.facts["first"], each.facts["tail"]) for each in classes if each.facts["tail"]), default=None),
        },
    )


def ordered_classes(
    rows: Sequence[Row],
    quasi_identifiers: Sequence[str],
    sensitive: str,
    order: Sequence[Any] | None = None,
    group: str | None = None,
    min_class_size: int = 1,
    null_is_value: bool = False,
    of_text: bool = False,
) -> list[Row]:
    """The largest ordered distance of the classes of each size, by rank among the values that are there, NULL last. None where the order leaves a value out."""
    classes = [members for members in _kept(rows, quasi_identifiers, min_class_size) if _values(members, sensitive, null_is_value)]
    table = sum((_values(members, sensitive, null_is_value) for members in classes), Counter())
    outside = sum(count for value, count in table.items() if order is not None and value not in (*order, None))
    place = (lambda value: (value != value, value)) if order is None else list(order).index
    ranked = [] if outside else [*sorted((value for value in table if value is not None), key=place), *([None] if None in table else [])]
    words = sum(count for value, count in table.items() if value is not None and not re.fullmatch(r"-?[0-9]*[.,]?[0-9]*", value)) if of_text else 0
    return _by_size(
        _seen(classes, group, lambda members: {"distance": _distance(_values(members, sensitive, null_is_value), table, ranked)}),
        group,
        lambda classes: {
            "sqlrisk_classes_with_value": len(classes),
            "sqlrisk_rows_out_of_order": outside,
            **({"sqlrisk_rows_of_words": words} if of_text else {}),
            "sqlrisk_distance_max": None if outside else max(each.facts["distance"] for each in classes),
        },
    )


def null_classes(rows: Sequence[Row], quasi_identifiers: Sequence[str], min_class_size: int = 1, values: Sequence[str] | None = None) -> list[Row]:
    """The classes with a NULL among the quasi-identifiers, and their rows."""
    found = [members for members in _kept(rows, quasi_identifiers, min_class_size) if any(members[0][name] is None for name in values or quasi_identifiers)]
    return [{"sqlrisk_classes": len(found), "sqlrisk_rows": sum(map(len, found))}]


def null_matches(rows: Sequence[Row], quasi_identifiers: Sequence[str], min_class_size: int = 1, values: Sequence[str] | None = None) -> list[Row]:
    """Rows by how many rows agree with them where NULL agrees with anything: each different row held against each."""
    kept = Counter(
        tuple(same(row[name]) for name in values or quasi_identifiers) for members in _kept(rows, quasi_identifiers, min_class_size) for row in members
    )
    counts: Counter[int] = Counter()
    for row, times in kept.items():
        counts[sum(n for other, n in kept.items() if all(None in (a, b) or a is b or a == b for a, b in zip(row, other, strict=True)))] += times
    return [{"sqlrisk_matches": matches, "sqlrisk_rows": count} for matches, count in counts.items()]


def missing_tokens(rows: Sequence[Row], texts: Sequence[str] = (), numbers: Sequence[str] = ()) -> list[Row]:
    """The rows of each column that hold each token, blanks around it taken away, and `none` in any case; of numbers, NaN."""
    tokens = {"blank": "", "na": "NA", "n_a": "N/A", "null": "null", "upper_null": "NULL", "dot": ".", "nan": "NaN"}
    found: list[Row] = []
    for place, name in enumerate([*texts, *numbers], 1) if rows else ():
        cells = [row[name] if name in texts else "NaN" if row[name] is not None and row[name] != row[name] else None for row in rows]
        trimmed = [cell.strip(" ") for cell in cells if cell is not None]
        counts = {f"sqlrisk_{key}": trimmed.count(token) for key, token in tokens.items()}
        found.append({"sqlrisk_place": place, **counts, "sqlrisk_none": sum(cell.lower() == "none" for cell in trimmed)})
    return found


def hierarchical_classes(
    rows: Sequence[Row],
    quasi_identifiers: Sequence[str],
    sensitive: str,
    ancestors: Sequence[str],
    group: str | None = None,
    min_class_size: int = 1,
    null_is_value: bool = False,
) -> list[Row]:
    """The largest hierarchical distance of the classes of each size, times the height of the tree. None where a value has no node at some level."""
    classes = [members for members in _kept(rows, quasi_identifiers, min_class_size) if _values(members, sensitive, null_is_value)]
    table = sum((_values(members, sensitive, null_is_value) for members in classes), Counter())
    paths = {same(row[sensitive]): tuple(row[name] for name in ancestors) for row in rows}
    outside = sum(count for value, count in table.items() if None in paths[value])
    return _by_size(
        _seen(classes, group, lambda members: {"cost": None if outside else _cost(_values(members, sensitive, null_is_value), table, paths)}),
        group,
        lambda classes: {
            "sqlrisk_classes_with_value": len(classes),
            "sqlrisk_rows_outside": outside,
            "sqlrisk_variations_max": None if outside else max(each.facts["cost"] for each in classes),
        },
    )


def hierarchy_levels(rows: Sequence[Row], sensitive: str, ancestors: Sequence[str], null_is_value: bool = False) -> list[Row]:
    """The nodes of each level: how many, how many with two parents, how many in two rows, and the rows without one."""
    levels = [sensitive, *ancestors]
    found = []
    for place, (name, above) in enumerate(zip(levels, [*ancestors, None], strict=True)):
        nodes: dict[Any, list[Any]] = defaultdict(list)
        for row in rows:
            if place == 0 or null_is_value or row[sensitive] is not None:
                nodes[same(row[name])].append(None if above is None else row[above])
        known = {node: parents for node, parents in nodes.items() if node is not None}
        level = {
            "sqlrisk_nodes": len(known),
            "sqlrisk_nodes_of_two_parents": sum(len(set(parents)) > 1 for parents in known.values()),
            "sqlrisk_nodes_repeated": sum(len(parents) > 1 for parents in known.values()),
            "sqlrisk_rows_without_node": len(nodes.get(None, ())),
        }
        found += [{"sqlrisk_level": place, **level}] if nodes else []
    return found


def row_counts(rows: Sequence[Row]) -> list[Row]:
    """Rows by the two flags of the relation."""
    counts = Counter((row["sqlrisk_kept"], row["sqlrisk_marked"]) for row in rows)
    return [{"sqlrisk_kept": kept, "sqlrisk_marked": marked, "sqlrisk_rows": count} for (kept, marked), count in counts.items()]


def column_profiles(rows: Sequence[Row], columns: Sequence[str]) -> list[Row]:
    """Rows, and for each column its distinct values and the mean length of its text in characters."""
    profile: dict[str, Any] = {"sqlrisk_rows": len(rows)}
    for place, name in enumerate(columns, start=1):
        texts = [str(row[name]) for row in rows if row[name] is not None]
        profile[f"sqlrisk_distinct_{place}"] = len(set(texts))
        profile[f"sqlrisk_filled_{place}"] = len(texts)
        profile[f"sqlrisk_length_{place}"] = Fraction(sum(map(len, texts)), len(texts)) if texts else None
    return [profile]


def joined_classes(rows: Sequence[Row], quasi_identifiers: Sequence[str], column: str, min_class_size: int = 1) -> list[Row]:
    """The classes of the quasi-identifiers and one more column, in the classes of the quasi-identifiers that are large enough."""
    sizes = [len(members) for kept in _kept(rows, quasi_identifiers, min_class_size) for members in _classes(kept, [column]).values()]
    smallest = {"sqlrisk_smallest": min(sizes, default=None)}
    return [{"sqlrisk_classes": len(sizes), "sqlrisk_rows": sum(sizes), "sqlrisk_unique_rows": sizes.count(1), **smallest}]


def blank_rows(rows: Sequence[Row], columns: Sequence[str], numbers: Sequence[str], texts: Sequence[str]) -> list[Row]:
    """Rows, and for each column those with nothing there."""
    blank: dict[str, Any] = {"sqlrisk_rows": len(rows)}
    for place, name in enumerate(columns, start=1):
        nothing = [None, *([0] if name in numbers else []), *(["", "0"] if name in texts else [])]
        blank[f"sqlrisk_blank_{place}"] = sum(row[name] in nothing for row in rows)
    return [blank]


def publication(rows: Sequence[Row], columns: Sequence[str], quasi_identifiers: Sequence[str], min_class_size: int = 1) -> list[Row]:
    """The rows in classes that are large enough."""
    return [{name: row[name] for name in columns} for members in _kept(rows, quasi_identifiers, min_class_size) for row in members]


def same(value: Any) -> Any:
    """A value as it groups: NULL is one category, so is NaN, and -0.0 is 0.0."""
    return value if not isinstance(value, float) else math.nan if math.isnan(value) else value + 0.0


def _classes(rows: Iterable[Row], names: Sequence[str]) -> dict[Key, list[Row]]:
    found: dict[Key, list[Row]] = defaultdict(list)
    for row in rows:
        found[tuple(same(row[name]) for name in names)].append(row)
    return found


def _kept(rows: Iterable[Row], names: Sequence[str], min_class_size: int) -> list[list[Row]]:
    return [members for members in _classes(rows, names).values() if len(members) >= min_class_size]


def _values(members: Iterable[Row], sensitive: str, null_is_value: bool = False) -> Counter[Any]:
    return Counter(same(row[sensitive]) for row in members if null_is_value or row[sensitive] is not None)


def _seen(classes: Iterable[Sequence[Row]], group: str | None, facts: Callable[[Sequence[Row]], Mapping[str, Any]]) -> Iterator[Member]:
    for members in classes:
        known = facts(members)
        groups = Counter(None if group is None else same(row[group]) for row in members)
        yield from (Member(value, count, len(members), known) for value, count in groups.items())


def _by_size(seen: Iterable[Member], group: str | None, summary: Callable[[Sequence[Member]], Row]) -> list[Row]:
    found: dict[Key, list[Member]] = defaultdict(list)
    for each in seen:
        found[each.group, each.size].append(each)
    return [{"sqlrisk_class_size": size, **summary(classes)} | ({} if group is None else {"sqlrisk_group": value}) for (value, size), classes in found.items()]


def _disclosure(values: Counter[Any], table: Counter[Any]) -> dict[str, Any]:
    valued, rows = values.total(), table.total()
    if not valued:
        return {"distinct": 0}
    shares = {value: Fraction(count, valued) for value, count in values.items()}
    overall = {value: Fraction(table[value], rows) for value in table}
    return {
        "distinct": len(shares),
        "entropy": -math.fsum(share * math.log(share) for share in shares.values()),
        "share": max(shares.values()),
        "variation": sum(abs(shares.get(value, 0) - q) for value, q in overall.items()) / 2,
        "gain_max": max(p / overall[value] for value, p in shares.items()),
        "gain_min": min(p / overall[value] for value, p in shares.items()),
        "beyond": any((p - overall[value]) / overall[value] > -math.log(overall[value]) + 1e-9 for value, p in shares.items()),
        "absent": len(shares) < len(table),
    }


def _disclosures(classes: Sequence[Member]) -> Row:
    known = [each.facts for each in classes if each.facts["distinct"]]

    def most(name: str) -> Any:
        return max((facts[name] for facts in known), default=None)

    def least(name: str) -> Any:
        return min((facts[name] for facts in known), default=None)

    return {
        "sqlrisk_classes": len(classes),
        "sqlrisk_classes_without_value": len(classes) - len(known),
        "sqlrisk_distinct_min": least("distinct"),
        "sqlrisk_homogeneous_classes": sum(facts["distinct"] == 1 for facts in known),
        "sqlrisk_entropy_min": least("entropy"),
        "sqlrisk_share_max": most("share"),
        "sqlrisk_variation_max": most("variation"),
        "sqlrisk_highest_gain": most("gain_max"),
        "sqlrisk_lowest_gain": least("gain_min"),
        "sqlrisk_classes_beyond_surprise": sum(facts["beyond"] for facts in known),
        "sqlrisk_classes_with_absent_value": sum(facts["absent"] for facts in known),
    }


def _disclosures_to_group(classes: Sequence[Member]) -> Row:
    homogeneous = sum(each.members for each in classes if each.facts["distinct"] == 1)
    return {**_disclosures(classes), "sqlrisk_homogeneous_members": homogeneous}


def _recursion(values: Counter[Any], l: int) -> dict[str, int]:
    counts = sorted(values.values(), reverse=True)
    return {"first": max(counts, default=0), "tail": sum(counts[l - 1 :])}


def _distance(values: Counter[Any], table: Counter[Any], ranked: Sequence[Any]) -> Fraction:
    if len(ranked) < 2:
        return Fraction(0)
    running = total = Fraction(0)
    for value in ranked:
        running += Fraction(values[value], values.total()) - Fraction(table[value], table.total())
        total += abs(running)
    return total / (len(ranked) - 1)


def _cost(values: Counter[Any], table: Counter[Any], paths: Mapping[Any, Key]) -> Fraction:
    """H times the distance as Li et al. (2007) define it: from the leaves to the root, the cost of what must pass through each node, its height times
    the smaller of what its children have too much and too little of."""
    extra = {(value, *paths[value]): Fraction(values[value], values.total()) - Fraction(table[value], table.total()) for value in table}
    cost = Fraction(0)
    for height in range(1, len(next(iter(extra))) + 1):
        children: dict[Key, list[Fraction]] = defaultdict(list)
        for path, too_much in extra.items():
            children[path[1:]].append(too_much)
        cost += sum((height * min(sum(x for x in node if x > 0), -sum(x for x in node if x < 0)) for node in children.values()), Fraction(0))
        extra = {node: sum(each, Fraction(0)) for node, each in children.items()}
    return cost
