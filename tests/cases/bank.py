"""The case bank read as declarations: each case becomes what a user would write."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent
CASES: dict[str, dict[str, Any]] = {case["id"]: case for case in json.loads((FOLDER / "cases_open.json").read_text())["cases"]}
ANSWERS: dict[str, Any] = yaml.safe_load((FOLDER / "answers.yml").read_text())
MATCH_LIMITS = ({"measure": "k", "at_least": 2, "source": "test", "reason": "test"},)
ACCEPTED = {
    "R09": {"finding": "unjudged-people", "column": "persona"},  # several rows a person, judged by k
    "R25": {"finding": "recognised-identifier", "column": "nhc"},  # numbers of people as a quasi-identifier
}
"""What a case publishes on purpose."""
TEXT_TYPES = {"ENUM", "JSON"}


def release(case: dict[str, Any], *, file: str = "data", limits: Any = MATCH_LIMITS, **more: Any) -> dict[str, Any]:
    """The release of a case: its file, its roles, its levels."""
    params = case["params"]
    entry = next(each for each in case["files"] if each["name"] == file)
    declared = columns(params)
    found = {
        "name": case["id"],
        "relation": relation(entry),
        "columns": declared,
        "publish": {step["from"]: name for name, step in _derived(params).items() if name in params["quasi_identifiers"]},
        "other_columns": {"role": "insensitive", "reason": "of no matter here"},
        "thresholds": list(limits),
        "waived": {each["column"]: "the bank has its own figures" for each in params.get("sensitive", ())},
        "decided_on": "2026-11-01",
        "valid_until": "2027-11-01",
        "accepted": [{**ACCEPTED[case["id"]], "reason": "what the case is about", "until": "2027-11-01"}] if case["id"] in ACCEPTED else [],
        **more,
    }
    reference = next((each for each in case["files"] if each["name"] == params.get("population")), None)
    if reference is not None:
        found["population"] = {"relation": relation(reference)}
    return {key: value for key, value in found.items() if value}


def relation(entry: dict[str, Any]) -> dict[str, Any]:
    """A file of the bank with its options, as contract.md writes them."""
    types = {name: kind for name, kind in entry.get("types", {}).items() if kind not in TEXT_TYPES}
    options = {"file": entry["path"], "null": entry.get("null"), "types": types, "encoding": entry.get("encoding"), "delimiter": entry.get("delimiter")}
    if "decimal" in entry:
        options |= {"decimal": entry["decimal"]["point"], "thousands": entry["decimal"].get("group")}
    return {key: value for key, value in options.items() if value}


def columns(params: dict[str, Any]) -> dict[str, Any]:
    """The roles of a case's columns, its derivations as levels of the columns they start from."""
    derived = _derived(params)
    declared: dict[str, Any] = {}
    for name in params["quasi_identifiers"]:
        source = derived[name]["from"] if name in derived else name
        declared[source] = {"role": "quasi_identifier"}
    for name, step in derived.items():
        if step["from"] in declared:
            declared[step["from"]].setdefault("levels", {})[name] = step["sql"]
    for each in params.get("sensitive", ()):
        declared[each["column"]] = {"role": "sensitive", "null_means": "not_recorded", **({"order": "natural"} if each.get("numeric") else {})}
        if "hierarchy" in each:
            declared[each["column"]]["levels"] = _levels(each["column"], each["hierarchy"])
    roles = {"entity_id": "entity", "weight": "weight"}
    declared.update({params[key]: {"role": role} for key, role in roles.items() if key in params})
    return declared


def _levels(column: str, hierarchy: dict[str, list[str]]) -> dict[str, str]:
    """A hierarchy written out: for each level the case of each value."""
    levels = enumerate(zip(*hierarchy.values(), strict=True), start=1)
    return {
        f"{column}_{place}": f"case {column} " + " ".join(f"when '{value}' then '{node}'" for value, node in zip(hierarchy, nodes, strict=True)) + " end"
        for place, nodes in levels
    }


def _derived(params: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Each derivation with the raw column it starts from and its expression; one that starts from another is folded into it."""
    found: dict[str, dict[str, Any]] = {}
    for step in params.get("derive", ()):
        source = found.get(step["from"], {"from": step["from"], "sql": step["from"]})
        found[step["name"]] = {"from": source["from"], "sql": _sql(step, source["sql"])}
    return found


def _sql(step: dict[str, Any], source: str) -> str:
    match step["op"]:
        case "prefix":
            return f"substring({source}, 1, {step['length']})"
        case "floor_to":
            return f"floor({source} / {step['step']}) * {step['step']}"
        case "lpad":
            return f"lpad(cast({source} as text), {step['length']}, '{step['char']}')"
        case "bins":
            return "case " + " ".join(f"when {source} between {low} and {high} then '{label}'" for low, high, label in step["bins"]) + " end"
        case "dmy":
            return _day_month_year(source, step["pivot"])
        case other:
            raise ValueError(other)


def _day_month_year(source: str, pivot: int) -> str:
    """d/m/y in text as the number yyyymmdd, two-digit years split at the pivot: what the closed language can say without a split function."""
    after = f"(case when {source} like '_/%' then substring({source}, 3, 10) else substring({source}, 4, 10) end)"
    day = f"cast(case when {source} like '_/%' then substring({source}, 1, 1) else substring({source}, 1, 2) end as integer)"
    month = f"cast(case when {after} like '_/%' then substring({after}, 1, 1) else substring({after}, 1, 2) end as integer)"
    year = f"cast(case when {after} like '_/%' then substring({after}, 3, 4) else substring({after}, 4, 4) end as integer)"
    century = f"(case when {year} > 99 then 0 when {year} > {pivot} then 1900 else 2000 end)"
    return f"({year} + {century}) * 10000 + {month} * 100 + {day}"
