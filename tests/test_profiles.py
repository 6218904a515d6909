"""profiles.yml as dbt reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sqlrisk.errors import SqlriskError
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


SANDBOX = [
    "{{ ''.__class__.__mro__ }}",
    "{{ env_var.__globals__ }}",
    "{% for x in [].__class__.__base__.__subclasses__() %}{{ x }}{% endfor %}",
    "{{ nothing }}",
    "{{ 1 + }}",
]


@pytest.mark.parametrize("text", SANDBOX)
def test_the_sandbox_holds(tmp_path: Path, text: str) -> None:
    (tmp_path / "profiles.yml").write_text('p: {outputs: {default: {type: duckdb, path: "' + text.replace('"', "'") + '"}}}')
    with pytest.raises(SqlriskError):
        load_target(tmp_path / "profiles.yml", None, None)


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
