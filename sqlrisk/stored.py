"""Results read back from JSON: whatever no report could be made of is refused at the door."""

from __future__ import annotations

import json
import math
from datetime import date
from typing import Annotated, Any, Literal, NoReturn

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, FiniteFloat, StrictBool, StrictInt, StrictStr

from sqlrisk.errors import ConfigurationError
from sqlrisk.finding import KINDS
from sqlrisk.history import pasts
from sqlrisk.measures import measures
from sqlrisk.plain import visible
from sqlrisk.report import Report, from_dict

AGAIN = "read them with the version that wrote them, or measure again"
EARLIER = (1,)
"""The earlier schema versions whose measures are still read."""
EARLIER_INSTEAD = "measure again with sqlrisk check; sqlrisk compare and check --previous still read their measures"
Texts = tuple[StrictStr, ...]


class _Open(BaseModel):
    """What results must have where they have it; more may stand there, and stays as it is."""

    model_config = ConfigDict(extra="allow")


class _Sampling(_Open):
    value: FiniteFloat | tuple[FiniteFloat, FiniteFloat] | None = None
    source: StrictStr = ""


class _Adversary(_Open):
    described: StrictStr


class _Harm(_Open):
    level: StrictStr
    if_reidentified: StrictStr | None = None


class _Place(_Open):
    folder: StrictStr = "."
    file: StrictStr
    line: StrictInt | None = None
    columns: dict[str, StrictInt | None] = {}
    results: tuple[StrictInt | None, ...] = ()


class _Excused(_Open):
    measure: StrictStr
    column: StrictStr | None
    group: StrictStr | None
    l: StrictInt | None
    limit: dict[str, FiniteFloat]
    outcome: StrictStr
    text: StrictStr


class _ExcusedFinding(_Open):
    finding: StrictStr
    column: StrictStr | None
    group: StrictStr | None
    outcome: StrictStr
    text: StrictStr


class _Baseline(_Open):
    limits: tuple[_Excused, ...] = ()
    findings: tuple[_ExcusedFinding, ...] = ()
    idle: Texts = ()


class _Query(_Open):
    name: StrictStr
    group_by: Texts
    share_of: StrictStr | None = None
    mean_of: StrictStr | None = None
    sum_of: StrictStr | None = None


class _Decision(_Open):
    reason: StrictStr | None = None
    by: StrictStr | None = None
    alternatives: Texts = ()


class _Protected(_Open):
    blocks: tuple[Texts, ...] | None = None


class _Population(_Open):
    description: StrictStr | None = None


class _Declaration(_Open):
    """The version of the division into parts; beside it each part, by its name: key -> value."""

    __pydantic_extra__: dict[str, dict[str, Any]]

    parts: StrictInt = 0


class _Hypotheses(_Open):
    """The hypotheses that reports read: an open mapping, whose known keys are what they are."""

    quasi_identifiers: Texts = ()
    sensitive: Texts = ()
    roles: dict[str, StrictStr] = {}
    groups: Texts = ()
    publish: dict[str, StrictStr] = {}
    where: StrictStr | None = None
    published_as: Any = None
    suppress_below: StrictInt | None = None
    suppress: tuple[dict[str, StrictStr | StrictInt | FiniteFloat], ...] | None = None
    suppressed_marker: StrictStr | None = None
    membership_sensitive: StrictBool = False
    threshold_profile: dict[StrictStr, StrictStr] = {}
    class_sizes_sql: StrictStr | None = None
    k_limit: StrictInt = 5
    risk_limit: FiniteFloat = 0.2
    sampling_fraction: _Sampling = Field(default=_Sampling())
    population: _Population = Field(default=_Population())
    adversary: _Adversary | None = None
    protected_by: _Protected | None = None
    composes_with: Texts = ()
    time_zone: StrictStr | None = None
    utility: tuple[_Query, ...] = ()
    harm: dict[str, _Harm | None] = {}
    null_means: dict[str, StrictStr] = {}
    reasons: dict[str, StrictStr] = {}
    waived: dict[str, StrictStr] = {}
    mitigation: StrictStr | None = None
    decision: _Decision = Field(default=_Decision())
    decided_on: Annotated[StrictStr, AfterValidator(date.fromisoformat)] | None = None
    review_when: Texts = ()
    description: StrictStr | None = None
    baseline: _Baseline = Field(default=_Baseline())
    declared_in: _Place | None = None
    audience: Literal["internal", "public"] = "internal"
    declaration: _Declaration | None = None
    history: Annotated[Any, AfterValidator(pasts)] = ()


def results(data: bytes, *, measures_only: bool = False) -> Report:
    """The report of a results file's bytes. `measures_only`: of an earlier schema version too, whose findings and declaration are not comparable.

    Raises ValueError where it is not one of the schema version, or not whole; ConfigurationError for an earlier version, and where a measure is not known here.
    """
    try:
        values = json.loads(data, parse_constant=_no_number, parse_float=_finite, parse_int=_whole)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if not isinstance(values, dict):
        raise ValueError("no mapping")
    if values.get("schema_version") in EARLIER and not measures_only:
        raise ConfigurationError("an earlier version of sqlrisk wrote these results: they cannot be judged again", instead=EARLIER_INSTEAD)
    report = from_dict(values, EARLIER if measures_only else ())
    if not {"name", "version"} <= report.tool.keys():
        raise ValueError("no tool")
    if len({release.name for release in report.releases}) < len(report.releases):
        raise ValueError("two releases of one name")
    for release in report.releases:
        _Hypotheses.model_validate(release.hypotheses)
        asked = {found.measure for found in release.measures} | {result.measure for result in release.thresholds}
        if asked - measures().keys() or {finding.id for finding in release.findings} - KINDS.keys():
            what = f"the results of {visible(release.name)} hold a measure or a finding that this version of sqlrisk does not know"
            raise ConfigurationError(what, instead=AGAIN)
        for result in release.thresholds:
            if list(result.limit) not in (["at_least"], ["at_most"]):
                raise ValueError("a limit that no check makes")
    return report


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _no_number(text)


def _whole(text: str) -> int:
    return int(text) if len(text) < 300 else _no_number(text)
