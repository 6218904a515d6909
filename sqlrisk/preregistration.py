"""The declaration as results record it: each part with its keys and values, and the digest of each part."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from sqlrisk.declaration import Release
from sqlrisk.parts import FREE, VERSION, Part, Path, leaves

_PLAIN = re.compile(r"[^\s.\"]+( [^\s.\"]+)*")


def parts_of(release: Release) -> dict[Part, dict[str, Any]]:
    """Part -> key -> value, of every value that is declared and is not the default; in the order of the declaration."""
    found: dict[Part, dict[str, Any]] = {part: {} for part in Part}
    for path, part, value in leaves(release):
        found[part][_text(path)] = _plain(value)
    return found


def record(release: Release) -> dict[str, Any]:
    """The declaration among the hypotheses of results: the version of the division into parts, and each part."""
    return {"parts": VERSION, **{part.value: values for part, values in parts_of(release).items()}}


def digests_of(recorded: Mapping[str, Any]) -> dict[str, str]:
    """Part -> digest of its keys and values, of the parts of a record that must not change unnoticed."""
    return {part.value: _digest(recorded.get(part, {})) for part in Part if part not in FREE}


def changed_keys(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]] | None:
    """(key, before, after) of what differs between two records, place, dates and prose apart; None where they are not comparable."""
    if not before.get("parts") == after.get("parts") == VERSION:
        return None
    return _changed(before, after)


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    for part in Part:
        if part not in FREE:
            old, new = before.get(part, {}), after.get(part, {})
            yield from ((key, old.get(key), new.get(key)) for key in dict.fromkeys([*old, *new]) if old.get(key) != new.get(key))


def _text(path: Path) -> str:
    """A path as one text; a name that holds a dot or a quote is in quotes, so that two paths never read as one."""
    return ".".join(name if _PLAIN.fullmatch(name) else json.dumps(name, ensure_ascii=False) for name in path)


def _plain(value: Any) -> Any:
    """A value as JSON has it: a decimal is a number where that is exactly the same one, else text."""
    if isinstance(value, Decimal):
        number = int(value) if value == value.to_integral_value() else float(value)
        return number if Decimal(repr(number)) == value else f"{value.normalize():f}"
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value.isoformat() if hasattr(value, "isoformat") else value


def _digest(values: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(values, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
