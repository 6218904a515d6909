"""The parts of a declaration: every key belongs to one, and what changed is derived from that."""

from __future__ import annotations

from typing import Annotated

import pytest
from pydantic import Field

from sqlrisk.declaration import Declaration, Release
from sqlrisk.parts import Declared, OfLimits, Part
from sqlrisk.preregistration import changed_keys, parts_of, record
from tests.helpers import DECLARATION, values


def release(old: str = "", new: str = "") -> Release:
    """The release of the tests, with a part of its text otherwise."""
    assert old in DECLARATION
    return Declaration.model_validate(values(DECLARATION.replace(old, new) if old else DECLARATION)).releases[0]


def test_a_key_without_a_part_cannot_be_defined() -> None:
    with pytest.raises(TypeError, match=r"Forgotten\.key_of_tomorrow must belong to one part"):

        class Forgotten(Declared):
            key_of_tomorrow: str = Field(default="")


def test_a_key_of_two_parts_cannot_be_defined() -> None:
    with pytest.raises(TypeError, match=r"Torn\.both must belong to one part"):

        class Torn(Declared):
            both: OfLimits[Annotated[str, Part.PROSE]] = ""


def test_the_keys_of_a_mapping_can_belong_elsewhere_than_its_values() -> None:
    found = parts_of(release())
    assert found[Part.LIMITS]["waived.diagnostico"] is True
    assert found[Part.PROSE]["waived.diagnostico"] == "not judged in this test"


def test_a_default_that_is_written_is_no_change() -> None:
    one, other = record(release()), record(release("reason: test}", "reason: test, severity: error}"))
    assert one == other


def test_the_order_of_limits_is_no_change() -> None:
    both = "- {measure: k, at_least: 2}\n      - {measure: prosecutor_mean, at_most: 0.5}"
    turned = "- {measure: prosecutor_mean, at_most: 0.5}\n      - {measure: k, at_least: 2}"
    one, other = (record(release("- {measure: k, at_least: 2, source: test, reason: test}", text)) for text in (both, turned))
    assert list(changed_keys(one, other) or ()) == []


def test_names_with_dots_never_read_as_two_keys() -> None:
    one = record(release("sexo: {role: quasi_identifier}", '"sexo.levels": {role: quasi_identifier, levels: {x: sexo}}'))
    assert one["published"]['columns."sexo.levels".role'] == "quasi_identifier"
    assert one["ladder"]['columns."sexo.levels".levels.x'] == "sexo"


@pytest.mark.parametrize("parts", [None, 1, 3])
def test_another_division_into_parts_is_not_comparable(parts: int | None) -> None:
    own = record(release())
    assert changed_keys({**own, "parts": parts}, own) is None
    assert changed_keys(own, {**own, "parts": parts}) is None
