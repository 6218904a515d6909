"""Tables of a console: what does not fit goes on beneath, indented, and nothing is lost."""

from __future__ import annotations

import io
import re

import pytest
from rich.text import Text

from sqlrisk.layout import console_of, table, trimmed
from sqlrisk.plain import digits

LONG = ("population_unique_rows_poisson_gamma", "homogeneous_rows of Renta anual (euros)", "k")


def shown(names: tuple[str, ...], width: int) -> list[str]:
    written = io.StringIO()
    rows = [[Text(name), Text("0.0001234"), Text("0.0005678"), Text("better")] for name in names]
    table(console_of(written, color=False, width=width), ("measure", "before", "after", ""), rows, right=(1, 2), widest=24)
    return trimmed(written.getvalue()).splitlines()


def first(line: str) -> str:
    return re.split(r"(?<=\S) {2,}", line)[0]


def test_what_goes_on_is_indented_and_no_row_of_its_own() -> None:
    lines = shown(LONG, 66)
    assert [first(line) for line in lines[2:]] == [
        "  population_unique_rows_poisson_",
        "    gamma",
        "  homogeneous_rows of Renta anual",
        "    (euros)",
        "  k",
    ]
    assert max(map(len, lines)) <= 66


def test_a_word_is_broken_only_where_it_has_no_room() -> None:
    assert [first(line) for line in shown(("group, select, date date_month",), 60)[2:]] == ["  group, select, date", "    date_month"]


@pytest.mark.parametrize("width", range(50, 120, 9))
def test_nothing_is_lost(width: int) -> None:
    told = "".join("".join(first(line).split()) for line in shown(LONG, width)[2:])
    assert told == "".join("".join(name.split()) for name in LONG)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (5, "5"), (1000, "1,000"), (-2989.2, "-2,989"), (12345.6, "12,346"), (0.00012345, "0.0001234"), (1e16, "1e+16"), (float("inf"), "inf")],
)
def test_numbers_have_thousands_separated(value: float, text: str) -> None:
    assert digits(value) == text


def test_no_line_is_a_command_to_a_runner_of_github() -> None:
    assert trimmed("  ::error::broken\n::add-mask::x\n- ::error::\na::b\n").splitlines() == ["  : :error::broken", ": :add-mask::x", "- ::error::", "a::b"]
