"""Readers of the formats for pipelines: published schemas and the parsers of those who consume them."""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
from lxml import etree
from openlineage.client import event_v2
from openlineage.client.facet_v2 import data_quality_assertions_dataset, data_quality_metrics_input_dataset, error_message_run
from openlineage.client.serde import Serde

SCHEMAS = Path(__file__).parent / "schemas"
CODE_QUALITY = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1, "pattern": r"^[^\n]*$"},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "minLength": 1, "pattern": "^(?!\\./|/)"},
                    "lines": {"type": "object", "required": ["begin"], "properties": {"begin": {"type": "integer", "minimum": 1}}},
                },
            },
        },
    },
}
"""What GitLab's documentation asks of a code quality report."""


@functools.cache
def _xsd() -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(SCHEMAS / "junit-10.xsd"))


@functools.cache
def _sarif() -> jsonschema.Draft4Validator:
    schema = json.loads((SCHEMAS / "sarif-2.1.0-rtm.5.json").read_text())
    return jsonschema.Draft4Validator(schema, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER)


def junit(text: str) -> Any:
    """The tree of a JUnit report that fits the schema of Jenkins' xUnit plugin."""
    root = etree.fromstring(text.encode())
    _xsd().assertValid(root)
    return root


def sarif(text: str) -> Any:
    """A SARIF log that fits its schema, whose results point at rules that are there, and whose messages hold no link and no argument."""
    log = json.loads(text)
    _sarif().validate(log)
    for run in log["runs"]:
        told = [each["message"]["text"] for each in (*run["results"], *run["invocations"][0]["toolExecutionNotifications"])]
        assert not [text for text in told if re.search(r"(?<!\\)\[[^\]]*\]\(", text) or set("{}") & set(text.replace("{{", "").replace("}}", ""))]
        for result in run["results"]:
            assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    return log


def issues(text: str) -> Any:
    """The issues of a code quality report, no two with one fingerprint."""
    found = json.loads(text)
    jsonschema.validate(found, CODE_QUALITY)
    assert len({each["fingerprint"] for each in found}) == len(found)
    return found


class Annotation(NamedTuple):
    """A workflow command as the runner understands it."""

    command: str
    properties: dict[str, str]
    message: str


def annotations(text: str) -> list[Annotation]:
    """What the runner of GitHub Actions makes of each line: none is anything but a command."""
    return [_annotation(line) for line in text.splitlines()]


def _annotation(line: str) -> Annotation:
    """The runner's rules: `::`, up to the next `::` the name and the properties between commas, then the message; what is escaped last is unescaped last."""
    assert line.startswith("::")
    head, _, message = line[2:].partition("::")
    name, _, listed = head.partition(" ")
    assert name in ("error", "warning", "notice")
    properties = dict(pair.split("=", 1) for pair in listed.split(",") if pair)
    return Annotation(name, {key: _unescaped(value, ":", ",") for key, value in properties.items()}, _unescaped(message))


def _unescaped(text: str, *also: str) -> str:
    for character in ("\r", "\n", *also, "%"):
        text = text.replace(f"%{ord(character):02X}", character)
    return text


def events(text: str) -> list[Any]:
    """The events of a file of OpenLineage, each rebuilt with the classes of its own client, which says the same."""
    found = [json.loads(line) for line in text.splitlines()]
    for event in found:
        assert json.loads(Serde.to_json(_rebuilt(event))) == event
    return found


def _rebuilt(event: dict[str, Any]) -> event_v2.RunEvent:
    values = dict(event)
    schema = values.pop("schemaURL")
    values["run"] = event_v2.Run(event["run"]["runId"], {name: _facet(facet) for name, facet in event["run"]["facets"].items()})
    values["job"] = event_v2.Job(**event["job"])
    values["eventType"] = event_v2.RunState[event["eventType"]]
    values["inputs"] = [
        event_v2.InputDataset(each["namespace"], each["name"], inputFacets={name: _facet(facet) for name, facet in each["inputFacets"].items()})
        for each in event["inputs"]
    ]
    rebuilt = event_v2.RunEvent(**values)
    assert rebuilt.schemaURL == schema
    return rebuilt


_FACETS = {
    "DataQualityAssertionsDatasetFacet": data_quality_assertions_dataset.DataQualityAssertionsDatasetFacet,
    "DataQualityMetricsInputDatasetFacet": data_quality_metrics_input_dataset.DataQualityMetricsInputDatasetFacet,
    "ErrorMessageRunFacet": error_message_run.ErrorMessageRunFacet,
}


def _facet(values: dict[str, Any]) -> Any:
    given = {key: value for key, value in values.items() if not key.startswith("_")}
    if "assertions" in given:
        given["assertions"] = [data_quality_assertions_dataset.Assertion(**each, params=None) for each in given["assertions"]]
    facet = _FACETS[values["_schemaURL"].rpartition("/")[2]](**given, producer=values["_producer"])
    assert facet._schemaURL == values["_schemaURL"]
    return facet
