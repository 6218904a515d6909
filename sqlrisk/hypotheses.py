"""The declared hypotheses that the figures stand on, and the adversary in words before any label."""

from __future__ import annotations

from typing import Any

from sqlrisk import preregistration, threshold_profiles
from sqlrisk.declaration import Release
from sqlrisk.measuring import Measured
from sqlrisk.plain import counted


def hypotheses(release: Release, quasi_identifiers: list[str], measured: Measured | None, mitigation: str | None) -> dict[str, Any]:
    """All that is declared and that the figures stand on, as plain values."""
    declared = release.model_dump(mode="json", exclude_none=True)
    population: dict[str, Any] = declared.get("population", {})
    adversary = release.adversary
    return {
        "quasi_identifiers": quasi_identifiers,
        "sensitive": release.with_role("sensitive"),
        "roles": {name: column.role for name, column in release.columns.items()},
        "publish": dict(release.publish),
        "published_as": declared.get("published_as"),
        "where": release.where,
        "time_zone": release.time_zone,
        "suppress_below": release.suppress_below,
        "suppress": release.declared_suppression().values() if release.suppress is not None else None,
        "suppressed_marker": release.suppressed_marker,
        "groups": list(release.group_conditions()),
        "sampling_fraction": _sampling(release, measured),
        "population": population,
        "adversary": {**declared.get("adversary", {}), "described": describe_adversary(release), "declared": adversary is not None},
        "membership_sensitive": release.membership_sensitive,
        "protected_by": declared.get("protected_by"),
        "composes_with": list(release.composes_with),
        "utility": declared.get("utility", []),
        "k_limit": release.k_limit(),
        "risk_limit": float(release.risk_limit()),
        "harm": {name: declared["columns"][name].get("harm") for name in release.with_role("sensitive")},
        "null_means": {name: release.columns[name].null_means or "undeclared: a class without any value fails" for name in release.with_role("sensitive")},
        "reasons": {name: column.reason for name, column in release.columns.items() if column.reason},
        "waived": dict(release.waived),
        "mitigation": mitigation,
        "decision": declared.get("decision", {}),
        "decided_on": release.decided_on.isoformat(),
        "review_when": list(release.review_when),
        "description": release.description,
        "declaration": preregistration.record(release),
        **_profile(release),
    }


def _profile(release: Release) -> dict[str, Any]:
    """The threshold profile that limits come from, with its provenance; nothing where none is declared."""
    declared = release.threshold_profile
    if declared is None:
        return {}
    found = threshold_profiles.profile(declared.name)
    return {"threshold_profile": {**declared.model_dump(), "source": found.source, "edition": found.edition, "verified": found.verified}}


def describe_adversary(release: Release) -> str:
    """Who the figures are about: what they know and how risk is aggregated, before any label."""
    declared = release.adversary
    knows = declared.knows if declared and declared.knows else "the quasi-identifiers of their target, from a source that nobody named"
    target = declared.target_in_table if declared else True
    who = _WHO[target]
    access = _ACCESS[declared.access if declared else "open"]
    return f"{access} {who}, knowing {knows}; risk is that of the worst row (prosecutor_max) and of the average row (prosecutor_mean)"


_WHO = {
    True: "who knows that their target is in the table (prosecutor)",
    False: "who does not know whether their target is in the table (journalist)",
    "unknown": "of whom nobody knows whether they know that their target is in the table (judged as if they did: prosecutor)",
}
_ACCESS = {"open": "anybody", "agreement": "whoever signs an agreement", "internal": "somebody inside the house"}


def _sampling(release: Release, measured: Measured | None) -> dict[str, Any]:
    population = release.population
    if population is not None and population.relation is not None and measured is not None:
        return {"value": float(measured.fraction[0]), "source": f"{counted(measured.counts.measured, 'row')} of the population relation"}
    if population is not None and population.size is not None and measured is not None:
        return {
            "value": measured.counts.measured / population.size,
            "source": f"{counted(measured.counts.measured, 'row')} of a population of {population.size:,}",
        }
    if population is not None and population.sampling_fraction is not None:
        declared = population.sampling_fraction
        return {"value": [float(end) for end in declared] if isinstance(declared, tuple) else float(declared), "source": "declared"}
    return {"value": 1, "source": "not declared: taken to be 1, every row is its own population"}
