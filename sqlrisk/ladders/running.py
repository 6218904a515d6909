"""The command `ladder`: every rung of the selected releases measured, and judged by nobody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlrisk.binding import refuse_permuted
from sqlrisk.checking import Options, in_turn, selected, worst_code
from sqlrisk.declaration import Release
from sqlrisk.declared import relation_text
from sqlrisk.engines import Engine
from sqlrisk.ladders.measured import Ladder, Ladders, asked_of, of_measured
from sqlrisk.loading import Loaded
from sqlrisk.measuring import measure
from sqlrisk.planning import Bound
from sqlrisk.running import Tell

NOT_MEASURED = 3


def measured_ladders(loaded: Loaded, options: Options, ks: Sequence[int], tell: Tell) -> Ladders:
    """The ladders of the selected releases; `ks` are class sizes to reach by suppression, besides each release's own.

    The exit code is 3 where something could not be measured. Raises ConfigurationError, NothingSelectedError.
    """
    declared = {release.name: release for release in selected(loaded, options)}

    def of(bound: Bound, engine: Engine) -> tuple[Ladder, int]:
        refuse_permuted([bound.release], "it has no ladder", "declare its source as a release without protected_by, and climb that ladder")
        release = declared[bound.release.name]
        bound = replace(bound, asked=release.suppression())
        found = of_measured(release, bound, measure(bound, engine, tell, ()), ks)
        return found, NOT_MEASURED if found.unmeasured() else 0

    def failed(release: Release, engine: Engine, error: str) -> Ladder:
        return Ladder(release.name, relation_text(release.relation), declared[release.name].suppression(), error=error)

    outcomes = in_turn([asked_of(release) for release in declared.values()], loaded, options, of, failed)
    return Ladders(tuple(ladder for ladder, _ in outcomes), worst_code(outcomes), options.today)
