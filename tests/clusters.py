"""Private servers on Unix sockets, PostgreSQL and MariaDB, and a database of PostgreSQL as users have it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

READER, ROLLER = "reader", "roller"
"""Roles that may SELECT what `Database.run` makes in the schema public; the second may make temporary tables too."""


class Database:
    """A database of its own in a running cluster: its texts are sorted by ICU as in English, not by code points. `admin` is a superuser's connection."""

    def __init__(self, host: str, port: int) -> None:
        import psycopg

        self.host, self.port, self.name = host, port, "sqlrisk_users"
        with psycopg.connect(host=host, port=port, user="postgres", dbname="postgres", autocommit=True) as connection:
            connection.execute(f"create database {self.name} template template0 encoding utf8 locale_provider icu icu_locale 'en-US' locale 'C.UTF-8'")
            connection.execute(f"create role {READER} login; create role {ROLLER} login; revoke temp on database {self.name} from public")
            connection.execute(f"grant temp on database {self.name} to {ROLLER}")
        self.admin = self.connect()
        self.run(f"alter default privileges in schema public grant select on tables to {READER}, {ROLLER}")

    def connect(self) -> Any:
        """One more connection of the superuser."""
        import psycopg

        return psycopg.connect(host=self.host, port=self.port, user="postgres", dbname=self.name, autocommit=True)

    def run(self, sql: str) -> Any:
        """The rows of a statement, or nothing."""
        cursor = self.admin.execute(sql)
        while cursor.nextset():
            pass
        return cursor.fetchall() if cursor.description else []

    def project(self, folder: Path, declaration: str, **settings: Any) -> Path:
        """A folder with a declaration and the target `test.dev`: this database, as the reader unless `settings` say otherwise."""
        target = {"type": "postgres", "host": self.host, "port": self.port, "user": READER, "dbname": self.name, "schema": "public", **settings}
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "sqlrisk.yml").write_text(declaration, encoding="utf-8")
        (folder / "profiles.yml").write_text(yaml.safe_dump({"test": {"target": "dev", "outputs": {"dev": target}}}), encoding="utf-8")
        return folder


@contextmanager
def cluster() -> Iterator[dict[str, Any]]:
    """A private PostgreSQL on a Unix socket, gone at the end. Never run by root: by the user postgres then."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        pytest.skip("PostgreSQL is not installed: no /usr/lib/postgresql/*/bin/initdb")
    owner = "postgres" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="sqlrisk-postgres-"))
    port = free_port()

    def run(binary: str, *arguments: str) -> None:
        command = [str(found[-1].with_name(binary)), "-D", str(folder / "data"), *arguments]
        subprocess.run(command, check=True, user=owner, group=owner, extra_groups=[] if owner else None, cwd=folder, stdout=subprocess.DEVNULL, timeout=60)

    options = f"-k {folder} -p {port} -c listen_addresses='' -c fsync=off -c full_page_writes=off -c jit=off"
    try:
        if owner:
            shutil.chown(folder, owner)
        run("initdb", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        run("pg_ctl", "start", "-w", "-l", str(folder / "log"), "-o", options)
        yield {"host": str(folder), "port": port}
    finally:
        if (folder / "data" / "postmaster.pid").exists():
            run("pg_ctl", "stop", "-m", "immediate")
        shutil.rmtree(folder)


def free_port() -> int:
    """A port of 127.0.0.1 that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def mariadb_server() -> Iterator[str]:
    """The socket of a private MariaDB, gone at the end. Never run by root: by the user mysql then."""
    programs = {name: shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin") for name in ("mariadbd", "mariadb-install-db")}
    if None in programs.values():
        pytest.skip(f"MariaDB is not installed: no {' or '.join(programs)}")
    folder = Path(tempfile.mkdtemp(prefix="sqlrisk-mariadb-"))
    user = ["--user=mysql"] if os.geteuid() == 0 else []
    options = ["--no-defaults", f"--datadir={folder / 'data'}", f"--tmpdir={folder}", *user]  # another that starts would empty a shared one
    if user:
        shutil.chown(folder, "mysql")
    install = [str(programs["mariadb-install-db"]), *options, "--auth-root-authentication-method=normal", "--skip-test-db"]
    serve = [str(programs["mariadbd"]), *options, f"--socket={folder / 'socket'}", f"--pid-file={folder / 'pid'}", "--skip-networking"]
    server = None
    try:
        subprocess.run(install, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
        with (folder / "log").open("w") as log:
            server = subprocess.Popen([*serve, "--innodb-flush-log-at-trx-commit=0"], stdout=log, stderr=log)
        deadline = time.monotonic() + 60
        while not (folder / "socket").exists():
            assert server.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < deadline, "MariaDB does not start"
            time.sleep(0.05)
        yield str(folder / "socket")
    finally:
        if server is not None:
            server.terminate()
            server.wait(60)
        shutil.rmtree(folder)
