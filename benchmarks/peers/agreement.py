"""Whether the peers answer as sqlrisk does, and why not where they define a measure otherwise."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from benchmarks.common.results import Row
from benchmarks.peers.tools import Found

ROUNDED_DOWN = "pyCANON rounds exp(entropy) down to an integer"


def of(table: str, found: Sequence[tuple[str, Found]]) -> Iterator[Row]:
    """One row a tool and measure. Raises ValueError where two tools that define a measure alike do not agree to 1e-9."""
    ours = next(each.answers for _, each in found)
    for name, each in found[1:]:
        for measure, theirs in each.answers.items():
            same, floored = math.isclose(theirs, ours[measure], rel_tol=1e-9, abs_tol=1e-9), theirs == math.floor(ours[measure])
            why = "" if same else ROUNDED_DOWN if measure == "entropy_l" and name.startswith("pyCANON") and floored else None
            if why is None:
                raise ValueError(f"{name}: {measure} is {theirs}, and {ours[measure]} here")
            yield {"table": table, "tool": name, "measure": measure, "theirs": theirs, "ours": ours[measure], "same": same, "why": why}
