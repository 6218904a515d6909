"""Secrets: which values are secret, where they are taken out, and what `debug` and declarations show of settings and variables."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from urllib.parse import quote

import pytest

from sqlrisk import secrets
from sqlrisk.plain import json_text
from tests.helpers import DECLARATION, TODAY, project, sqlrisk

SECRET = "canary/pass+word 9"
SETTINGS = [
    "password",
    "pass",
    "pwd",
    "passwd",
    "token",
    "access_token",
    "oauth_client_secret",
    "client_secret",
    "private_key",
    "private_key_passphrase",
    "private_key_path",
    "key",
    "api_key",
    "account_key",
    "access_key",
    "access_key_id",
    "secret_access_key",
    "session_token",
    "aws_session_token",
    "sas",
    "sas_token",
    "jwt",
    "cookie",
    "encryption_key",
    "auth",
    "authenticator_token",
    "uri",
    "url",
    "dsn",
    "connection_string",
    "keyfile",
    "keyfile_json",
    "http_headers",
    "authorization",
    "credentials",
    "motherduck_token",
    "sslpassword",
    "refresh_token",
    "storage_options",
    "config",
    "session_properties",
    "custom_settings",
    "attach",
    "secrets",
]


@pytest.fixture(autouse=True)
def _none_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "_SECRETS", set())


def with_settings(folder: Path, settings: str) -> Path:
    project(folder)
    (folder / "profiles.yml").write_text(f"test: {{target: dev, outputs: {{dev: {{type: duckdb, path: warehouse.duckdb, {settings}}}}}}}")
    return folder


def test_debug_shows_settings_of_a_list_and_no_other(tmp_path: Path) -> None:
    nested = ", ".join(f'{key}: {{inner: "{SECRET}"}}' for key in ("attach", "storage_options", "config", "session_properties", "custom_settings", "secrets"))
    plain = ", ".join(f'{key}: "{SECRET}"' for key in SETTINGS if f"{key}: " not in nested)
    ran = sqlrisk("debug", cwd=with_settings(tmp_path, f"{plain}, {nested}, unheard_of: 'canary1', threads: 3"))
    assert ran.code == 0
    assert "canary" not in ran.out + ran.err
    assert [f"  {key}: ***" in ran.out for key in (*SETTINGS, "unheard_of")] == [True] * (len(SETTINGS) + 1)
    assert len(SETTINGS) > 40
    assert "  threads: 3\n" in ran.out


def test_a_shown_setting_that_a_secret_variable_is_part_of_is_not_shown(tmp_path: Path) -> None:
    folder = with_settings(
        tmp_path, "port: \"{{ env_var('DB_PW') | int }}\", user: \"{{ env_var('DBT_ENV_SECRET_WHO') }}\", schema: \"{{ env_var('DB_SCHEMA') }}\""
    )
    ran = sqlrisk("debug", cwd=folder, env={"DB_PW": "5432", "DBT_ENV_SECRET_WHO": "ana", "DB_SCHEMA": "clinic"})
    assert "  port: ***\n  user: ***\n  schema: clinic\n" in ran.out
    assert "5432" not in ran.out
    assert "ana" not in ran.out.replace("analy", "")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("md:db?motherduck_token=eyJhbGci.x.y", "md:db?motherduck_token=***"),
        ("/x/md:db?motherduck_token=eyJ&saas_mode=true", "/x/md:db?motherduck_token=***&saas_mode=true"),
        ("postgresql://ana:hunter2@db.example/clinic", "postgresql://ana:***@db.example/clinic"),
        ("https://h.example/x?sig=abc%2F&se=2026", "https://h.example/x?sig=***&se=2026"),
        ("https://github.com/a/b: 1 row", "https://github.com/a/b: 1 row"),
        ("the key=value of a row", "the key=value of a row"),
    ],
)
def test_passwords_inside_addresses_are_masked(text: str, shown: str) -> None:
    assert secrets.redact(text) == shown


def test_a_token_in_a_path_is_masked_wherever_it_is_told(tmp_path: Path) -> None:
    project(tmp_path)
    (tmp_path / "profiles.yml").write_text("test: {target: dev, outputs: {dev: {type: duckdb, path: 'md:db?motherduck_token=canary123456'}}}")
    for command in ("debug", "check"):
        ran = sqlrisk(command, cwd=tmp_path)
        assert "canary" not in ran.out + ran.err, command
        assert "motherduck_token=***" in ran.out + ran.err, command


def test_values_of_eight_characters_are_secret_and_shorter_ones_are_not() -> None:
    secrets.keep("sevench")
    secrets.keep("eightcha")
    assert secrets.redact("sevench eightcha") == "sevench ***"
    for form in (quote("eightcha"), base64.b64encode(b"eightcha").decode().rstrip("=")):
        assert secrets.redact(form) == "***"


@pytest.mark.parametrize(
    "name", ["DBT_ENV_SECRET_X", "GITHUB_TOKEN", "DB_PASSWORD", "PGPASSWORD", "AWS_SECRET_ACCESS_KEY", "DB_PW", "SNOWFLAKE_JWT", "AZURE_SAS"]
)
def test_names_of_secret_variables(name: str) -> None:
    assert secrets.is_secret_key(name)


@pytest.mark.parametrize(
    "name", ["HOME", "PATH", "GITHUB_SERVER_URL", "KEYBOARD", "SQLRISK_ALLOW_PATHS", "AUTHOR", "threads", "search_path", "monkey", "passage"]
)
def test_names_of_other_variables(name: str) -> None:
    assert not secrets.is_secret_key(name)


def test_numbers_and_keys_are_never_redacted() -> None:
    secrets.keep("12345678")
    secrets.keep("verdicts")
    text = json_text({"verdicts": 12345678, "at": "verdicts 12345678", "all": [12345678.0, "12345678"]})
    assert json.loads(text) == {"verdicts": 12345678, "at": "*** ***", "all": [12345678.0, "***"]}


AWKWARD = ["publishable", "thresholds", "container", 'quo"te\\back', "<b>&amp;</b>", "star*under_score", "12345678", "x' or 1=1 --"]
FORMATS = ("human", "json", "markdown", "html", "junit", "sarif", "github", "gitlab", "openlineage")


@pytest.mark.parametrize("secret", AWKWARD)
def test_a_secret_is_in_no_format_and_breaks_none(secret: str, tmp_path: Path) -> None:
    """It stands in what the declaration says, and is a secret of the environment: taken out before a format escapes it, and no word of the format goes."""
    reason = json.dumps(f"because {secret} it")
    project(tmp_path, DECLARATION.replace("source: test", f"source: {reason}").replace("source: book", f"source: {reason}"))
    outputs = [part for name in FORMATS for part in ("--output", f"{name}={tmp_path / name}.out")]
    ran = sqlrisk("check", "-q", "--today", TODAY, *outputs, cwd=tmp_path, env={"APP_TOKEN": secret})
    assert (ran.code, ran.err) in ((0, ""), (1, ""))
    for name in FORMATS:
        text = (tmp_path / f"{name}.out").read_text()
        assert f"because {secret}" not in text, name
    document = json.loads((tmp_path / "json.out").read_text())
    assert {"releases", "schema_version"} <= document.keys()
    assert "<html" in (tmp_path / "html.out").read_text()


VARIABLE = DECLARATION.replace("relation: altas\n", "relation: \"{{ env_var('SQLRISK_R') }}\"\n")


def test_a_declaration_reads_variables_of_its_own_names(tmp_path: Path) -> None:
    project(tmp_path, VARIABLE)
    assert sqlrisk("check", "--today", TODAY, cwd=tmp_path, env={"SQLRISK_R": "altas"}).code in (0, 1)
    missing = sqlrisk("check", "--today", TODAY, cwd=tmp_path, env={"SQLRISK_R": "altos"})
    assert "altos" in missing.out + missing.err
    unset = sqlrisk("lint", cwd=tmp_path)
    assert (unset.code, "the environment variable SQLRISK_R is not set" in unset.err) == (2, True)
    digests = set()
    for name in ("altas", "altas_2"):
        (tmp_path / "sqlrisk.yml").write_text(VARIABLE.replace("env_var('SQLRISK_R')", "env_var('DBT_R', 'altas')"))
        ran = sqlrisk("check", "--today", TODAY, "--format", "json", cwd=tmp_path, env={"DBT_R": name})
        digests.add(json.loads(ran.out)["releases"][0]["reproduction"]["config_sha256"])
    assert len(digests) == 2


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("env_var('HOME')", "not `HOME`"),
        ("env_var('DB_PW')", "not `DB_PW`"),
        ("env_var('DBT_ENV_SECRET_X')", "not `DBT_ENV_SECRET_X`"),
        ("env_var('DBT_PASSWORD', 'x')", "not `DBT_PASSWORD`"),
        ("env_var('SQLRISK_R') | upper", "not a plain env_var"),
        ("env_var('SQLRISK_' ~ 'R')", "not a plain env_var"),
        ("env_var(SQLRISK_R)", "not a plain env_var"),
    ],
)
def test_any_other_variable_is_refused_unread(call: str, said: str, tmp_path: Path) -> None:
    project(tmp_path, VARIABLE.replace("env_var('SQLRISK_R')", call))
    canaries = dict.fromkeys(("DB_PW", "DBT_ENV_SECRET_X", "DBT_PASSWORD", "SQLRISK_R"), "canary12345")
    for command in ("check", "lint", "compile", "debug"):
        ran = sqlrisk(command, cwd=tmp_path, env=canaries)
        assert "canary" not in ran.out + ran.err, command
        assert said in ran.out + ran.err, command
        assert ran.code == (0 if command == "debug" else 2), ran


BASELINE = ("baseline", "--reason", "x", "--until", "2027-01-01")


@pytest.mark.parametrize("command", [("lint",), ("check",), ("check", "--dry-run"), ("compile",), ("debug",), BASELINE])
def test_a_secret_in_a_path_is_in_no_text(command: tuple[str, ...], tmp_path: Path) -> None:
    folder = project(tmp_path / "canaryfolder")
    more = () if command[0] == "debug" else ("--today", TODAY)
    named = ("--config", str(folder / "sqlrisk.yml"), "--project-dir", str(folder))
    for env, is_secret in (({"APP_TOKEN": "canaryfolder"}, True), ({}, False)):
        ran = sqlrisk(*command, *more, *named, cwd=tmp_path, env=env)
        assert not (is_secret and "canary" in ran.out + ran.err), ran
        assert is_secret or command[0] in ("check", "compile") or "canary" in ran.out + ran.err
