"""The groups of a release's rows: each is a declared group and a value of it, and its label is only shown."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

Scalar = bool | int | float | str
GroupKind = Literal["value", "null", "condition", "no_rows", "every"]


@dataclass(frozen=True)
class GroupOf:
    """One group: the declared group that it belongs to, and the value that its rows share.

    `kind`: the rows of one `value` of a declared column, those where the column is `null`, those of a `condition`, or `no_rows` of a declared column at all.
    `every`: all groups of a declared column, or of the release where no column is named; the public report names no value.
    """

    declared: str
    kind: GroupKind
    value: Scalar | None = None

    @property
    def label(self) -> str:
        """What is shown of it; two groups can share it."""
        if self.kind == "null":
            return f"{self.declared} is null"
        if self.kind == "every":
            return f"every group of `{self.declared}`" if self.declared else "every group"
        return f"{self.declared}={self.value}" if self.kind == "value" else self.declared

    @property
    def whole_label(self) -> str:
        """What is shown where the label is not enough: no two groups share it."""
        name = '"' + self.declared.replace('"', '""') + '"'
        if self.kind == "null":
            return f"{name} is null"
        return f"{name}={json.dumps(self.value, ensure_ascii=False)}" if self.kind == "value" else f"{name} ({self.kind})"


def group_of(declared: str, is_condition: bool, value: Any) -> GroupOf:
    """The group of the rows whose value an engine gave; a value that is no number and no truth value is its text."""
    if is_condition:
        return GroupOf(declared, "condition")
    if value is None:
        return GroupOf(declared, "null")
    plain = isinstance(value, (bool, int, str)) or (isinstance(value, float) and math.isfinite(value))
    return GroupOf(declared, "value", value if plain else str(value))


def labels(groups: Iterable[GroupOf]) -> dict[GroupOf, str]:
    """Group -> the label that it is shown under: its own, or its whole one where another group has that label. No two groups get one."""
    found = list(dict.fromkeys(groups))
    times = Counter(group.label for group in found)
    shown = {group: group.label if times[group.label] == 1 else group.whole_label for group in found}
    return shown if len(set(shown.values())) == len(found) else {group: group.whole_label for group in found}
