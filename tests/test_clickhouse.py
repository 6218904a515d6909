"""ClickHouse as users reach it: a folder of chDB, and a server over HTTP that chDB stands in for."""

from __future__ import annotations

import base64
import hashlib
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import nullcontext
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
import yaml

from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.engines import connect
from sqlrisk.engines.clickhouse import ClickHouse
from sqlrisk.errors import ConfigurationError, NotMeasuredError
from sqlrisk.profiles import Target
from tests.engines import ENGINES
from tests.helpers import DECLARATION, TODAY, Ran, project, sqlrisk
from tests.test_parity import same

chdb = pytest.importorskip("chdb", reason="chdb is not installed")
EXAMPLE = Path(__file__).parent.parent / "example_project"
PASSWORD = "wine-dark-sea"
MADE = [
    "create table altas (edad Nullable(Int64), sexo String, diagnostico Nullable(String)) engine = MergeTree order by tuple()",
    "insert into altas values (30, 'F', 'flu'), (31, 'F', 'asthma'), (40, 'M', 'flu'), (41, 'M', 'asthma')",
    "create table empty (edad Nullable(Int64), sexo String, diagnostico String) engine = MergeTree order by tuple()",
    "create table one (edad Nullable(Int64), sexo String, diagnostico String) engine = MergeTree order by tuple()",
    "insert into one values (30, 'F', 'flu')",
    "create table twins (edad Int64, sexo String, Sexo String, diagnostico String) engine = Memory",
    "create table people (edad Int64, sexo String, diagnostico String) engine = Log",
    "insert into people select number, 'canarysex', concat('canary', toString(number)) from numbers(20)",
    'create table `a"b`.`it\'s \\\\ {{ x }}` (edad Int64, `sex\\\\o"` String, diagnostico String) engine = MergeTree order by tuple()',
    "insert into `a\"b`.`it's \\\\ {{ x }}` select edad, sexo, assumeNotNull(diagnostico) from altas",
    "create table parts (edad Int64, sexo String, diagnostico String) engine = MergeTree order by tuple()",
    "system stop merges parts",
    *["insert into parts values (30, 'F', 'flu')"] * 30,
    "create table example engine = MergeTree order by tuple() as select * replace (toInt64(edad) as edad) "
    f"from file('{EXAMPLE}/seeds/altas.csv', CSVWithNames, "
    "'num_historia String, edad String, sexo String, codigo_postal String, profesion String, diagnostico String')",
    "create view slow as select edad, sexo, diagnostico from example, numbers(100000) as many where sipHash64(edad, many.number) % 2 < 2",
]
MAKE = "import chdb, json, sys\nc = chdb.connect(sys.argv[1])\nfor sql in json.load(sys.stdin): c.query(sql)\nc.close()"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of chDB, made by another process: one process has one folder."""
    folder = tmp_path_factory.mktemp("clickhouse") / "ware house"
    statements = ['create database `a"b`', *MADE]
    subprocess.run([sys.executable, "-c", MAKE, str(folder)], input=json.dumps(statements), text=True, check=True, timeout=120)
    return folder


def declared(folder: Path, target: dict[str, Any], declaration: str = DECLARATION) -> Path:
    project(folder, declaration, None)
    (folder / "profiles.yml").write_text(yaml.safe_dump({"test": {"target": "dev", "outputs": {"dev": {"type": "clickhouse", **target}}}}))
    return folder


def check(folder: Path, *arguments: str) -> Ran:
    return sqlrisk("check", "--today", TODAY, *arguments, cwd=folder)


def sums(folder: Path) -> dict[str, str]:
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(folder.rglob("*")) if file.is_file()}


def of(relation: str) -> str:
    return DECLARATION.replace("relation: altas", f"relation: {relation}")


def test_the_example_is_measured_as_on_duckdb(made: Path, tmp_path: Path) -> None:
    text = (EXAMPLE / "sqlrisk.yml").read_text().replace("{file: seeds/altas.csv, types: {edad: INTEGER}}", "example")
    assert "relation: example" in text
    found = check(declared(tmp_path / "here", {"path": str(made)}, text), "--format", "json")
    expected = sqlrisk("check", "--today", TODAY, "--format", "json", cwd=EXAMPLE)
    assert found.code == expected.code == 1, found.err
    for one, other in zip(json.loads(found.out)["releases"], json.loads(expected.out)["releases"], strict=True):
        assert one["status"] == "measured"
        same(
            {key: one[key] for key in ("measures", "class_sizes", "verdict", "rows")},
            {key: other[key] for key in ("measures", "class_sizes", "verdict", "rows")},
        )


def test_nothing_is_written_and_nothing_merged(made: Path, tmp_path: Path) -> None:
    before = sums(made)
    ran = check(declared(tmp_path, {"path": str(made)}, of("parts")))
    assert ran.code == 0, ran.err
    assert sums(made) == before


@pytest.mark.parametrize(
    ("relation", "code", "told"),
    [
        ("altas", 0, ""),
        ("empty", 3, "no row is left to measure: 0 read"),
        ("one", 1, ""),
        ("nowhere", 3, "the relation nowhere is not in the catalogue"),
        ("nowhere.altas", 3, "the relation nowhere.altas is not in the catalogue"),
        ("twins", 2, "twins has 2 columns of one name, apart from case"),
    ],
)
def test_a_relation(made: Path, tmp_path: Path, relation: str, code: int, told: str) -> None:
    ran = check(declared(tmp_path, {"path": str(made)}, of(relation)))
    assert (ran.code, told in ran.out + ran.err) == (code, True), ran


def test_a_folder_that_is_none_of_chdb_is_not_made_one(tmp_path: Path) -> None:
    ran = check(declared(tmp_path, {"path": "nowhere"}))
    assert ran.code == 3
    assert "the folder of the target is not one of chDB" in ran.err
    assert not (tmp_path / "nowhere").exists()


def test_a_folder_that_another_process_holds(made: Path, tmp_path: Path) -> None:
    held = subprocess.Popen(
        [sys.executable, "-c", "import chdb, sys\nc = chdb.connect(sys.argv[1])\nprint('held', flush=True)\nsys.stdin.read()", str(made)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert held.stdout is not None
        assert held.stdout.readline() == "held\n"
        ran = check(declared(tmp_path, {"path": str(made)}))
        assert ran.code == 3
        assert "another session holds a lock" in ran.err
    finally:
        held.communicate()


def test_a_missing_column_and_what_is_said_of_it(made: Path, tmp_path: Path) -> None:
    ran = check(declared(tmp_path, {"path": str(made)}, DECLARATION.replace("sexo:", "sexxo:")))
    assert ran.code == 2
    assert "the relation has no column `sexxo`" in ran.err + ran.out


def test_a_timeout(made: Path, tmp_path: Path) -> None:
    ran = check(declared(tmp_path, {"path": str(made), "statement_timeout": 0.001}, DECLARATION.replace("relation: altas", "relation: slow")))
    assert ran.code == 3
    assert "stopped after statement_timeout = 0.001 s" in ran.err


@pytest.mark.parametrize("failure", ["none", "cast", "where", "missing"])
def test_no_value_in_any_output(made: Path, tmp_path: Path, failure: str) -> None:
    text = of("people").replace("publish: {edad: edad5}", {"cast": "publish: {edad: numero}"}.get(failure, "publish: {edad: edad5}"))
    text = text.replace('"floor(edad / 5) * 5"', '"floor(edad / 5) * 5", numero: "cast(diagnostico as integer)"')
    text = text.replace("    waived:", "    where: \"cast(sexo as date) > date '2000-01-01'\"\n    waived:") if failure == "where" else text
    folder = declared(tmp_path, {"path": str(made)}, text.replace("sexo:", "sexxo:") if failure == "missing" else text)
    for arguments in (("-v",), ("--format", "json"), ("--format", "markdown")):
        ran = check(folder, *arguments)
        assert ran.code == {"none": 0, "missing": 2}.get(failure, 3), ran
        assert "canary" not in ran.out + ran.err


def test_hostile_names(made: Path, tmp_path: Path) -> None:
    text = of("""'"a""b"."it''s \\ {{ x }}"'""").replace("sexo:", """'sex\\o"':""")
    ran = check(declared(tmp_path, {"path": str(made)}, text), "--format", "json")
    assert ran.code == 0, ran
    assert json.loads(ran.out)["releases"][0]["class_sizes"] == {"published": {"2": 2}}


def test_debug_says_what_the_folder_allows(made: Path, tmp_path: Path) -> None:
    ran = sqlrisk("debug", cwd=declared(tmp_path, {"path": str(made)}))
    assert ran.code == 0, ran
    assert "readonly = 2" in ran.out
    assert str(chdb.__version__) in ran.out


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ({}, "names no folder of chDB and no server, or both"),
        ({"path": "x", "host": "localhost"}, "names no folder of chDB and no server, or both"),
        ({"host": "localhost", "driver": "native"}, "write driver: http"),
    ],
)
def test_a_target_that_cannot_be(target: dict[str, Any], told: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=told):
        connect(Target("test", "dev", "clickhouse", tmp_path / "profiles.yml", target), tmp_path, ["people"])


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        ("Nullable(String)", "text"), ("LowCardinality(Nullable(String))", "text"), ("FixedString(3)", "text"), ("Enum8('a' = 1, 'b[1]' = 2)", "text"),
        ("SimpleAggregateFunction(any, Nullable(String))", "text"), ("LowCardinality(FixedString(2))", "text"), ("Nullable(Enum16('Float64' = 1))", "text"),
        ("UInt8", "number"), ("Nullable(Int256)", "number"), ("Decimal(9, 2)", "number"), ("Nullable(Decimal(38, 10))", "number"),
        ("LowCardinality(UInt64)", "number"),
        ("SimpleAggregateFunction(sum, UInt64)", "number"), ("Float32", "float"), ("Nullable(Float64)", "float"), ("BFloat16", "float"),
        ("Date", "exact"), ("Date32", "exact"), ("DateTime64(3, 'UTC')", "exact"), ("Nullable(DateTime('Europe/Madrid'))", "exact"), ("UUID", "exact"),
        ("IPv4", "exact"), ("Bool", "exact"), ("Array(String)", "nested"), ("Tuple(a String, b Float64)", "nested"), ("Map(String, Float64)", "nested"),
        ("JSON", "nested"), ("JSON(a UInt8)", "nested"), ("Object('json')", "nested"), ("Variant(String, UInt8)", "nested"), ("Dynamic", "nested"),
        ("Nullable(Tuple(String))", "nested"), ("Nested(a String)", "nested"), ("Point", "nested"), ("AggregateFunction(uniq, String)", "nested"),
    ],
)  # fmt: skip
def test_a_name_of_a_type_is_read(kind: str, what: str) -> None:
    column = CatalogueColumn("x", kind)
    told = {"text": column.is_text, "number": column.is_number and not column.is_float, "float": column.is_float, "nested": column.is_nested}
    assert [name for name, holds in told.items() if holds] == ([] if what == "exact" else [what])
    assert column.is_exact == (what not in ("float", "nested"))


@pytest.fixture
def engine_here(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ClickHouse]:
    """The engine on the database in memory of this process."""
    if "clickhouse" not in ENGINES:
        pytest.skip("ClickHouse is not among the engines of this run")
    target = Target("test", "dev", "clickhouse", tmp_path / "profiles.yml", {"path": ":memory:", "custom_settings": {"max_threads": 1}})
    engine = connect(target, tmp_path, ["snapped"])
    assert isinstance(engine, ClickHouse)
    yield engine
    engine.close()


CHANGES = {
    "insert into snapped values (3, 'c')": True,
    "alter table snapped update b = 'z' where a = 1 settings mutations_sync = 2": True,
    "truncate table snapped": True,
    "optimize table snapped final": False,
    "insert into snapped select * from snapped where a = 7": False,
}


@pytest.mark.parametrize(("statement", "told"), CHANGES.items())
@pytest.mark.parametrize("kind", ["MergeTree order by tuple()", "Memory"])
def test_what_changes_while_it_is_measured(engine_here: ClickHouse, statement: str, told: bool, kind: str) -> None:
    writer = chdb.connect(":memory:")
    for sql in (
        f"create or replace table snapped (a Int64, b String) engine = {kind}",
        "insert into snapped values (1, 'a')",
        "insert into snapped values (2, 'b')",
    ):
        writer.query(sql)
    if kind == "Memory" and statement.startswith(("alter", "optimize")):
        pytest.skip("what a row count cannot tell; a table in memory has no parts to merge")
    try:
        engine_here.source("snapped")
        with pytest.raises(NotMeasuredError, match="changed while it was measured") if told else nullcontext(), engine_here.snapshot():
            writer.query(statement)
    finally:
        writer.close()


class Standing(BaseHTTPRequestHandler):
    """chDB in place of a server: each request is a statement in a session of its own, with the settings that it brings."""

    seen: list[dict[str, str]] = []
    own = ("query", "database", "query_id", "session_id", "client_protocol_version", "send_progress_in_http_headers", "http_headers_progress_interval_ms",
           "enable_http_compression", "wait_end_of_query", "cancel_http_readonly_queries_on_client_close", "compress")  # fmt: skip

    def do_POST(self) -> None:
        """A statement, its answer in the format that it names."""
        asked = dict(parse_qsl(urlsplit(self.path).query))
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        self.seen.append(asked)
        if base64.b64decode(self.headers.get("Authorization", "").removeprefix("Basic ")).decode() != f"reader:{PASSWORD}":
            return self._send(403, b"Code: 516. DB::Exception: reader: Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)", 516)
        settings = {key: value for key, value in asked.items() if key not in self.own}
        with chdb.connect(":memory:") as session:
            try:
                session.query(f"use {asked.get('database', 'default')}")
                for key, value in settings.items():
                    session.query(f"set {key} = '{value}'")
                return self._send(200, session.query(asked.get("query", "") + body, "TabSeparated").bytes())
            except RuntimeError as error:
                return self._send(500, str(error).encode(), int(str(error).split("Code: ")[1].split(".")[0]))

    do_GET = do_POST

    def _send(self, status: int, body: bytes, code: int | None = None) -> None:
        self.send_response(status)
        if code is not None:
            self.send_header("X-ClickHouse-Exception-Code", str(code))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    """Where chDB answers over HTTP as a server would."""
    if "clickhouse" not in ENGINES:
        pytest.skip("ClickHouse is not among the engines of this run")
    Standing.seen.clear()
    with chdb.connect(":memory:") as kept, ThreadingHTTPServer(("127.0.0.1", 0), Standing) as server:
        kept.query("create database if not exists served")
        for sql in MADE[:6]:
            kept.query(sql.replace("create table ", "create or replace table served.").replace("insert into ", "insert into served."))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def served(port: int, **settings: Any) -> dict[str, Any]:
    return {"host": "127.0.0.1", "port": port, "user": "reader", "password": PASSWORD, "schema": "served", **settings}


def test_a_server_is_asked_over_http(port: int, tmp_path: Path) -> None:
    ran = check(declared(tmp_path, served(port, statement_timeout=30, custom_settings={"max_threads": 1})), "--format", "json")
    assert ran.code == 0, ran
    assert json.loads(ran.out)["releases"][0]["class_sizes"] == {"published": {"2": 2}}
    asked = Standing.seen[-1]
    assert {key: asked[key] for key in ("readonly", "max_execution_time", "max_threads", "join_use_nulls")} == {
        "readonly": "2", "max_execution_time": "30", "max_threads": "1", "join_use_nulls": "1",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("settings", "code", "told"),
    [
        ({"password": "wrong-dark-sea"}, 3, "the server refuses the user or the credentials"),
        ({"schema": "nowhere"}, 3, "not in the catalogue"),
        ({"port": 1}, 3, "the server cannot be reached"),
        ({"host": "nowhere.invalid"}, 3, "the server cannot be reached"),
        ({"custom_settings": {"no_such_setting": 1}}, 0, ""),
    ],
)
def test_what_a_server_refuses(port: int, tmp_path: Path, settings: dict[str, Any], code: int, told: str) -> None:
    ran = check(declared(tmp_path, {**served(port), **settings}))
    assert (ran.code, told in ran.out + ran.err) == (code, True), ran
    assert "dark-sea" not in ran.out + ran.err


def test_a_server_that_does_not_answer(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        begun = time.monotonic()
        ran = check(declared(tmp_path, served(deaf.getsockname()[1], send_receive_timeout=1)))
    assert ran.code == 3
    assert time.monotonic() - begun < 20
    assert "the server cannot be reached" in ran.err
    assert "Driver Exception" not in ran.err
    assert PASSWORD not in ran.out + ran.err
