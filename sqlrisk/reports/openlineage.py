"""OpenLineage: one event a line for each release, with its limits as data quality assertions on the relation that was measured."""

from __future__ import annotations

import uuid
from typing import Any

from sqlrisk.outcomes import Outcome, of_release, outcomes, rule_text
from sqlrisk.plain import json_text, plain
from sqlrisk.report import ReleaseReport, Report
from sqlrisk.reports import visible
from sqlrisk.wording import limit_text, value_text

SPEC = "https://openlineage.io/spec"
NAMESPACE = "sqlrisk"


def render(report: Report) -> str:
    """A RunEvent a line: COMPLETE where the release was measured, FAIL where it was not, which says nothing of its limits."""
    found = outcomes(report)
    return "".join(json_text(_event(report, release, of_release(found, release)), indent=None) for release in report.releases)


def _event(report: Report, release: ReleaseReport, found: list[Outcome]) -> dict[str, Any]:
    failed = release.status == "not_measured"
    message = {"message": visible(release.error or ""), "programmingLanguage": "Python"}
    return {
        "eventType": "FAIL" if failed else "COMPLETE",
        "eventTime": f"{report.generated_on}T00:00:00Z",
        "producer": _producer(report),
        "schemaURL": f"{SPEC}/2-0-2/OpenLineage.json#/$defs/RunEvent",
        "run": {"runId": _run_id(report, release), "facets": {"errorMessage": _facet(report, "ErrorMessageRunFacet", "1-0-1", message)} if failed else {}},
        "job": {"namespace": NAMESPACE, "name": visible(release.name), "facets": {}},
        "inputs": [
            {"namespace": release.dialect, "name": visible(release.relation), "facets": {}, "inputFacets": _facets(report, release, found)},
        ],
        "outputs": [],
    }


def _facets(report: Report, release: ReleaseReport, found: list[Outcome]) -> dict[str, Any]:
    assertions = {"assertions": [_assertion(release, outcome) for outcome in found]}
    facets = {"dataQualityAssertions": _facet(report, "DataQualityAssertionsDatasetFacet", "1-1-0", assertions)}
    if release.rows is not None:
        metrics = {"rowCount": release.rows, "columnMetrics": {}}
        facets["dataQualityMetrics"] = _facet(report, "DataQualityMetricsInputDatasetFacet", "1-0-3", metrics)
    return facets


def _assertion(release: ReleaseReport, outcome: Outcome) -> dict[str, Any]:
    """An assertion: of a limit with what was expected and found; `success` is false for warnings too, whose severity says that they block nothing."""
    result = outcome.result
    values = {"expected": limit_text(result), "actual": value_text(result, release)} if result else {}
    return {
        "assertion": outcome.rule,
        "success": outcome.ending == "held",
        **({"column": visible(outcome.column)} if outcome.column else {}),
        "severity": "error" if outcome.fails or result is None else "warn" if outcome.ending == "excused" else result.severity,
        "name": visible(outcome.subject),
        "description": rule_text(outcome.rule)[0],
        **values,
    }


def _facet(report: Report, name: str, version: str, values: dict[str, Any]) -> dict[str, Any]:
    return {"_producer": _producer(report), "_schemaURL": f"{SPEC}/facets/{version}/{name}.json#/$defs/{name}", **values}


def _producer(report: Report) -> str:
    return f"urn:{report.tool['name']}:{report.tool['version']}"


def _run_id(report: Report, release: ReleaseReport) -> str:
    """An identifier of the results: the same for the same results of the same day, whatever command they were printed by."""
    told = next(each for each in report.to_dict()["releases"] if each["name"] == release.name)
    told["reproduction"].pop("command", None)
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{_producer(report)}\n{report.generated_on}\n{json_text(plain(told))}"))
