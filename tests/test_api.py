"""The Python door: declarations, files and DataFrames through the same corridor."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pandas as pd
import pytest

import sqlrisk
from sqlrisk.errors import ConfigurationError
from tests.helpers import DECLARATION, project, values

TODAY = date(2026, 11, 30)
FRAME = pd.DataFrame({"edad": [30, 31, 40, 41], "sexo": ["F", "F", "M", "M"], "diagnostico": ["flu", "asthma", "flu", "asthma"]})


def test_a_frame_without_a_declaration() -> None:
    report = sqlrisk.check(FRAME, quasi_identifiers=["sexo"], sensitive=["diagnostico"], k=2, today=TODAY)
    assert (report.passed, report.exit_code, report.releases[0].rows) == (True, 0, 4)


def test_a_frame_that_stands_for_a_relation_of_a_declaration() -> None:
    declared = {**values(), "profile": None}
    report = sqlrisk.check({key: value for key, value in declared.items() if value}, frames={"altas": FRAME}, today=TODAY)
    assert report.passed


def test_nullable_integers_beyond_two_to_the_53_keep_their_values() -> None:
    frame = pd.DataFrame({"nhc": pd.array([2**53, 2**53 + 1, 2**53, 2**53 + 1, None, None], dtype="Int64")})
    report = sqlrisk.check(frame, quasi_identifiers=["nhc"], k=2, today=TODAY)
    assert report.releases[0].class_sizes["published"] == {2: 3}


def test_a_file_a_folder_a_mapping_and_a_loaded_declaration_are_the_same(tmp_path: Path) -> None:
    folder = project(tmp_path)
    loaded = sqlrisk.load(folder, today=TODAY)
    verdicts = [
        sqlrisk.check(folder / "sqlrisk.yml", today=TODAY),
        sqlrisk.check(folder, today=TODAY),
        sqlrisk.check(values(), today=TODAY, project_dir=folder),
        sqlrisk.check(loaded, today=TODAY),
    ]
    assert {(report.exit_code, report.releases[0].rows) for report in verdicts} == {(0, 4)}


def test_a_data_file(tmp_path: Path) -> None:
    FRAME.to_parquet(tmp_path / "altas.parquet")
    report = sqlrisk.check(tmp_path / "altas.parquet", quasi_identifiers=["edad"], k=2, today=TODAY)
    assert (report.exit_code, report.releases[0].find("k").value) == (1, 1)


def test_one_row_a_measurement_in_pandas(tmp_path: Path) -> None:
    frame = sqlrisk.check(values(), today=TODAY, project_dir=project(tmp_path)).to_frame()
    k = frame[(frame["measure"] == "k") & (frame["rung"] == "published")]
    assert (len(k), k["value"].iloc[0], k["release"].iloc[0]) == (1, 2, "altas")


def test_the_notebook_s_view_escapes_names() -> None:
    declared = {key: value for key, value in values(DECLARATION.replace("name: altas", "name: <b>altas</b>")).items() if key != "profile"}
    shown = sqlrisk.check(declared, frames={"altas": FRAME}, today=TODAY)._repr_html_()
    assert "&lt;b&gt;altas&lt;/b&gt;: publishable" in shown
    assert "<b>" not in shown


def test_compile_gives_the_statements() -> None:
    assert 'group by sqlrisk_row."edad5", sqlrisk_row."sexo"' in sqlrisk.compile(values(), today=TODAY)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [({"k": 2}, "quasi_identifiers="), ({"ignore": ["edad"]}, "quasi_identifiers="), ({"quasi_identifiers": ["edad", "Edad"], "k": 2}, "stands twice")],
)
def test_what_is_missing_is_said(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        sqlrisk.check(FRAME, **arguments)


TWINS = [
    ("names alike but for case", pd.DataFrame([[1, i] for i in range(9)], columns=["a", "A"]), ["A"], "stands twice"),
    ("one name twice", pd.DataFrame([[1, i] for i in range(9)], columns=["a", "a"]), ["a"], "stands twice"),
    ("names that are numbers", pd.DataFrame([[1, 2]]), ["0"], "of type int"),
    ("a Series", FRAME["edad"], ["edad"], "is of type Series, not a pandas DataFrame"),
    ("a list", [20, 21], ["edad"], "is of type list, not a pandas DataFrame"),
    ("one name for a list of them", FRAME, "edad", "not a list of column names"),
    ("a type that DuckDB cannot read", pd.DataFrame({"a": pd.period_range("2020", periods=3)}), ["a"], "cannot read"),
]


@pytest.mark.parametrize(("words", "frame", "names", "said"), TWINS, ids=[words for words, *_ in TWINS])
def test_a_frame_that_would_be_measured_as_another_is_refused(words: str, frame: object, names: object, said: str) -> None:
    with pytest.raises(ConfigurationError, match=said) as caught:
        sqlrisk.check(frame, quasi_identifiers=names, k=2, today=TODAY)
    assert "20" not in str(caught.value)


def test_an_index_is_a_column_like_any_other() -> None:
    report = sqlrisk.check(FRAME.set_index(pd.Index(["x1", "x2", "x3", "x4"], name="dni")), quasi_identifiers=["sexo"], k=2, today=TODAY)
    assert [(finding.id, finding.column) for finding in report.releases[0].failures] == [("recognised-identifier", "dni")]


def test_a_numpy_number_is_a_number() -> None:
    import numpy as np

    assert sqlrisk.check(FRAME, quasi_identifiers=["sexo"], k=np.int64(2), today=TODAY).passed


def test_the_face_has_what_it_names_and_nothing_else() -> None:
    assert all(hasattr(sqlrisk, name) for name in sqlrisk.__all__)
    with pytest.raises(AttributeError):
        getattr(sqlrisk, "nothing" + "")


def test_nothing_is_sent_over_the_network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import socket

    def refuse(*arguments: object, **options: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    assert sqlrisk.check(values(), today=TODAY, project_dir=project(tmp_path)).passed
