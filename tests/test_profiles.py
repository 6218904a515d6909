"""profiles.yml as dbt reads it."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from sqlrisk.errors import ConfigurationError, SqlriskError
from sqlrisk.profiles import find, load_target

PROFILES = """\
config: {send_anonymous_usage_stats: false}
one:
  target: dev
  outputs:
    dev:
      type: duckdb
      path: "{{ env_var('DB', 'x.duckdb') }}"
      threads: "{{ env_var('N', '3') | int }}"
      port: "{{ env_var('N', '3') | as_number }}"
      ok: "{{ env_var('B', 'True') | as_bool }}"
      text: "{{ '0123' | as_text }}"
    broken: {type: duckdb, path: "{{ env_var('NOT_SET_ANYWHERE') }}"}
two:
  outputs:
    default: {type: postgres, host: localhost}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "profiles.yml").write_text(PROFILES)
    return tmp_path / "profiles.yml"


def test_only_the_chosen_target_is_rendered_and_filters_give_types(file: Path) -> None:
    found = load_target(file, "one", None)
    assert (found.type, dict(found.settings)) == ("duckdb", {"path": "x.duckdb", "threads": 3, "port": 3, "ok": True, "text": "0123"})


def test_environment_variables_are_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DB", "y.duckdb")
    assert load_target(file, "one", "dev").settings["path"] == "y.duckdb"


def test_the_target_may_be_left_out(file: Path) -> None:
    assert load_target(file, "two", None).name == "default"


WRONG = [
    (None, None, "it holds 2 profiles"),
    ("on", None, "did you mean `one`?"),
    ("one", "dve", "did you mean `dev`?"),
    ("one", "broken", "NOT_SET_ANYWHERE is not set"),
]


@pytest.mark.parametrize(("profile", "target", "said"), WRONG)
def test_what_is_missing_names_itself(file: Path, profile: str | None, target: str | None, said: str) -> None:
    with pytest.raises(SqlriskError, match="(?s)" + said.replace("?", r"\?")) as caught:
        load_target(file, profile, target)
    assert caught.value.exit_code == 2


REFUSED = [
    "{{ ''.__class__.__mro__ }}",
    "{{ env_var.__globals__ }}",
    "{% for x in [].__class__.__base__.__subclasses__() %}{{ x }}{% endfor %}",
    "{% for x in range(10 ** 9) %}{% endfor %}",
    "{% raw %}x{% endraw %}",
    "{% set x = 1 %}{{ x }}",
    "{{ nothing }}",
    "{{ 1 + }}",
    "{{ 1 + 1 }}",
    "{{ 9 ** 9 ** 9 }}",
    "{{ 'x' * 1000000000 }}",
    "{{ range(1000000000) | list }}",
    "{{ 'x'.upper() }}",
    "{{ 'x'['upper'] }}",
    "{{ [1, 2] }}",
    "{{ {'a': 1} }}",
    "{{ 'a' if 1 }}",
    "{{ 1 < 2 }}",
    "{{ 1 == 1 == 1 }}",
    "{{ 'x' | center(1000000000) }}",
    "{{ 'x' | int(7) }}",
    "{{ 'x' | int }}",
    "{{ none ~ 'x' }}",
    "{{ env_var() }}",
    "{{ env_var('A', 'b', 'c') }}",
    "{{ env_var(*['A']) }}",
    "{{ env_var(name='A') }}",
    "{{ -'x' }}",
    "{{ " + "(" * 1900 + "1" + ")" * 1900 + " }}",
    "{{ " + "not " * 900 + "1 }}",
    "{{ 'x' }}" + " " * 4000,
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_expression_of_profiles_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    started = time.monotonic()
    with pytest.raises(ConfigurationError) as caught:
        load_target(written(tmp_path, text), None, None)
    assert caught.value.exit_code == 2
    assert "cannot render `path`: " in caught.value.what
    assert str(caught.value.instead).startswith("use env_var('NAME')")
    assert time.monotonic() - started < 3


ALLOWED: list[tuple[str, Any]] = [
    ("{{ env_var('SQLRISK_A') }}", "one"),
    ("x-{{ env_var('SQLRISK_A') }}-{{ 5 }}", "x-one-5"),
    ("{{ env_var('SQLRISK_NONE', 'default') }}", "default"),
    ("{{ env_var('SQLRISK_NONE', default='default') }}", "default"),
    ("{{ env_var('SQLRISK_' ~ 'A') ~ '/' ~ 7 }}", "one/7"),
    ("{{ env_var('SQLRISK_EMPTY') or 'other' }}", "other"),
    ("{{ 'a' if env_var('SQLRISK_A') == 'one' else 'b' }}", "a"),
    ("{{ 'a' if env_var('SQLRISK_A') != 'one' and true else 'b' }}", "b"),
    ("{{ 'a' if not env_var('SQLRISK_EMPTY') else 'b' }}", "a"),
    ("{{ env_var('SQLRISK_NUMBER') | int }}", 5432),
    ("{{ env_var('SQLRISK_NUMBER') | as_number }}", 5432),
    ("{{ '1.5' | as_number }}", 1.5),
    ("{{ 'True' | as_bool }}", True),
    ("{{ -5 | as_text }}", "-5"),
    ("{# a remark #}x", "x"),
    ('{"a": {"b": 1}}', '{"a": {"b": 1}}'),
]


@pytest.mark.parametrize(("text", "value"), ALLOWED)
def test_an_expression_of_profiles_gives_its_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, value: Any) -> None:
    for name, said in {"SQLRISK_A": "one", "SQLRISK_EMPTY": "", "SQLRISK_NUMBER": "5432"}.items():
        monkeypatch.setenv(name, said)
    assert load_target(written(tmp_path, text), None, None).settings["path"] == value


def test_values_are_bounded_and_so_are_expressions_that_aliases_repeat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SQLRISK_LONG", "x" * 60_000)
    with pytest.raises(ConfigurationError, match="its value is longer than 200,000 characters"):
        load_target(
            written(tmp_path, "{{ env_var('SQLRISK_LONG') ~ env_var('SQLRISK_LONG') ~ env_var('SQLRISK_LONG') ~ env_var('SQLRISK_LONG') }}"), None, None
        )
    repeated = "p: {outputs: {default: {type: duckdb, a: &a ['" + "{{ 1 }}" * 500 + "'], b: &b [" + "*a," * 50 + "], c: [" + "*b," * 50 + "]}}}"
    (tmp_path / "profiles.yml").write_text(repeated)
    with pytest.raises(ConfigurationError, match="more than 100,000 characters of expressions"):
        load_target(tmp_path / "profiles.yml", None, None)


def written(folder: Path, text: str) -> Path:
    """A profiles.yml whose path is a text."""
    (folder / "profiles.yml").write_text("p: {outputs: {default: {type: duckdb, path: " + json.dumps(text) + "}}}")
    return folder / "profiles.yml"


def test_the_search_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = [tmp_path / name for name in ("asked", "variable", "project", "cwd", "home")]
    for folder in folders:
        folder.mkdir()
    dbt = folders[4] / ".dbt"
    dbt.mkdir()
    for folder in (*folders[:4], dbt):
        (folder / "profiles.yml").write_text(PROFILES)
    monkeypatch.setenv("DBT_PROFILES_DIR", str(folders[1]))
    monkeypatch.setenv("HOME", str(folders[4]))
    monkeypatch.chdir(folders[3])
    order = []
    for asked in (folders[0], None, None, None, None):
        found = find(asked, folders[2])
        assert found is not None
        order.append(found.parent.name)
        if asked is None:
            found.unlink()
    assert order == ["asked", "variable", "project", "cwd", ".dbt"]
    assert find(None, folders[2]) is None
