"""A whole check through Spark Connect on a standalone cluster of this machine, with and without an executor that dies, against DuckDB on the same parquet.

    python -m benchmarks.spark_cluster --spark .venv-spark

A master, two workers and a Connect server start from the wheel of PySpark, each in a folder of its own and stopped by its pid.
"""

from __future__ import annotations

import argparse
import importlib
import json
import math
import os
import platform
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import duckdb
import yaml

from benchmarks.common.people import PEOPLE
from benchmarks.common.projects import AT_L3, EVERYTHING, PUBLISHED_AT_L3, declaration

RESULTS = Path(__file__).parent / "results"
LOGS = """rootLogger.level = warn
rootLogger.appenderRef.stderr.ref = console
appender.console.type = Console
appender.console.name = console
appender.console.target = SYSTEM_ERR
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %d %p %c{1}: %m%n
"""


class Cluster:
    """The processes of a cluster by name, and where its Connect server and its driver's REST service listen."""

    def __init__(self, home: Path, folder: Path) -> None:
        self.home, self.folder = home, folder
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.master, self.connect, self.ui = (free_port() for _ in range(3))
        (folder / "conf").mkdir()
        (folder / "conf" / "log4j2.properties").write_text(LOGS)

    def start(self, name: str, *command: str, port: int | None = None) -> None:
        """Start a process in a folder of its own, and wait until it listens."""
        own = self.folder / name
        own.mkdir()
        environment = {**os.environ, "SPARK_HOME": str(self.home), "SPARK_CONF_DIR": str(self.folder / "conf"), "SPARK_LOCAL_DIRS": str(own)}
        environment |= {"SPARK_LOCAL_IP": "127.0.0.1"} | ({"SPARK_DAEMON_MEMORY": "256m"} if command[0] == "spark-class" else {})
        with (own / "log").open("wb") as log:
            process = subprocess.Popen([str(self.home / "bin" / command[0]), *command[1:]], cwd=own, env=environment, stdout=log, stderr=log)
        self.processes[name] = process
        wait_for(lambda: process.poll() is not None or port is None or listens(port), f"{name} to listen")
        if process.poll() is not None:
            raise SystemExit(f"{name} ended at once:\n{(own / 'log').read_text()[-2000:]}")

    def stop(self) -> None:
        """End what was started, the last first, by its pid."""
        for process in reversed(self.processes.values()):
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()

    def executors(self) -> dict[str, int]:
        """The pids of the executors, children of the workers, by the id that Spark gives each."""
        workers = {process.pid for name, process in self.processes.items() if name.startswith("worker")}
        commands = {pid: Path(f"/proc/{pid}/cmdline").read_text().split("\0") for pid, parent in parents() if parent in workers}
        return {command[command.index("--executor-id") + 1]: pid for pid, command in commands.items() if "--executor-id" in command}

    def rest(self, path: str) -> Any:
        """An answer of the driver's REST service about the application of the Connect server."""
        base = f"http://127.0.0.1:{self.ui}/api/v1/applications"
        with urllib.request.urlopen(base, timeout=120) as answer:
            application = json.load(answer)[0]["id"]
        with urllib.request.urlopen(f"{base}/{application}/{path}", timeout=120) as answer:
            return json.load(answer)


@contextmanager
def cluster(home: Path, folder: Path) -> Iterator[Cluster]:
    """A master, two workers of one core and a Connect server, stopped at the end."""
    found = Cluster(home, folder)
    url = f"spark://127.0.0.1:{found.master}"
    settings = {
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": found.connect,
        "spark.ui.port": found.ui,
        "spark.driver.memory": "1g",
        "spark.executor.memory": "1g",
        "spark.executor.cores": 1,
        "spark.sql.shuffle.partitions": 8,
        "spark.sql.warehouse.dir": folder / "warehouse",
        "spark.ui.showConsoleProgress": "false",
    }
    try:
        master = "org.apache.spark.deploy.master.Master"
        found.start("master", "spark-class", master, "--host", "127.0.0.1", "--port", str(found.master), "--webui-port", "0", port=found.master)
        for name in ("worker-1", "worker-2"):
            worker = ("org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1", "--webui-port", "0", "--cores", "1", "--memory", "1g")
            found.start(name, "spark-class", *worker, "--work-dir", str(folder / name), url)
        options = [word for key, value in settings.items() for word in ("--conf", f"{key}={value}")]
        server = "org.apache.spark.sql.connect.service.SparkConnectServer"
        found.start("connect", "spark-submit", "--class", server, "--master", url, *options, "spark-internal", port=found.connect)
        wait_for(lambda: len(found.executors()) == 2, "two executors")
        yield found
    finally:
        found.stop()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_for(holds: Callable[[], bool], what: str, seconds: float = 240) -> None:
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > until:
            raise SystemExit(f"gave up waiting for {what}")
        time.sleep(0.1)


def parents() -> Iterator[tuple[int, int]]:
    """Every process of this machine and its parent."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, _, rest = stat.read_text().partition(" ")
            yield int(pid), int(rest.rpartition(")")[2].split()[1])
        except (OSError, IndexError):
            continue


def resident(pid: int) -> int:
    """The peak of a process's resident memory so far, in KB. What wait4 tells is the parent's where that was larger when it forked."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(each.split()[1]) for each in lines if each.startswith("VmHWM")), 0)


def written(folder: Path, rows: int) -> Path:
    """People as parquet files."""
    data = folder / f"people-{rows}"
    with duckdb.connect(config={"threads": 2}) as connection:
        connection.execute("set enable_progress_bar = false")
        connection.execute(PEOPLE.format(rows=rows))
        connection.execute(f"copy people to '{data}' (format parquet, per_thread_output true, row_group_size 250000)")
    return data


def tables(found: Cluster, data: Mapping[str, Path]) -> None:
    """A table of the cluster over each folder of files."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        session = importlib.import_module("pyspark.sql.connect.session").SparkSession.builder.remote(f"sc://127.0.0.1:{found.connect}").create()
        for name, files in data.items():
            session.sql(f"create table {name} using parquet location '{files}'").collect()
        session.stop()


def project(folder: Path, relation: str, port: int | None) -> Path:
    """A declaration over a relation, and the profile that reaches the cluster where it has a port."""
    folder.mkdir()
    declared = declaration(AT_L3, EVERYTHING, relation=relation, publish=PUBLISHED_AT_L3)
    if port:
        declared["profile"] = "cluster"
        output = {"type": "spark", "method": "connect", "host": "127.0.0.1", "port": port, "schema": "default"}
        (folder / "profiles.yml").write_text(yaml.safe_dump({"cluster": {"target": "dev", "outputs": {"dev": output}}}))
    (folder / "sqlrisk.yml").write_text(yaml.safe_dump(declared, sort_keys=False))
    return folder


def check(folder: Path, during: Callable[[Callable[[], bool]], None] | None = None) -> dict[str, Any]:
    """One `sqlrisk check`: its seconds, its peak memory, its exit code and its report. `during` runs beside it, and can ask whether it still runs."""
    started = time.perf_counter()
    with (folder / "report.json").open("wb") as out, (folder / "stderr").open("wb") as err:
        process = subprocess.Popen([sys.executable, "-m", "sqlrisk", "check", "--format", "json"], cwd=folder, stdout=out, stderr=err)
        beside = threading.Thread(target=during, args=(lambda: process.poll() is None,)) if during else None
        if beside:
            beside.start()
        peak = 0
        while process.poll() is None:
            peak = max(peak, resident(process.pid))
            time.sleep(0.05)
    if beside:
        beside.join()
    report = json.loads((folder / "report.json").read_text())
    return {
        "seconds": round(time.perf_counter() - started, 1),
        "client_mb": round(peak / 1024),
        "exit_code": process.returncode,
        "stderr": (folder / "stderr").read_text(),
        "release": report["releases"][0],
    }


def killer(found: Cluster, seen: dict[str, Any]) -> Callable[[Callable[[], bool]], None]:
    """What kills an executor with SIGKILL while it works at a task of the check, and keeps what it saw: nothing where the check ended before."""

    def kill(runs: Callable[[], bool]) -> None:
        before, started = {job["jobId"] for job in found.rest("jobs")}, time.perf_counter()
        while runs() and not seen:
            for job, executor, tasks in busy(found):
                if job not in before and not seen:
                    pid = found.executors()[executor]
                    os.kill(pid, signal.SIGKILL)
                    seen.update(executor=executor, pid=pid, job=job, tasks=tasks, after_seconds=round(time.perf_counter() - started, 1))

    return kill


def busy(found: Cluster) -> list[tuple[int, str, int]]:
    """A running job, an executor that works at it and its tasks now."""
    jobs = [job["jobId"] for job in found.rest("jobs?status=running") if job["numActiveTasks"]]
    working = [(each["id"], each["activeTasks"]) for each in found.rest("executors") if each["activeTasks"] and each["id"] != "driver"]
    return [(jobs[0], executor, tasks) for executor, tasks in working] if jobs else []


def aftermath(found: Cluster, seen: dict[str, Any]) -> None:
    """What Spark says of the executor that died, of its tasks, and of the one in its place. Raises SystemExit where none died during a task."""
    if not seen:
        raise SystemExit("the check ended before an executor could be killed: give --rows a larger table")
    lost = next(each for each in found.rest("allexecutors") if each["id"] == seen["executor"])
    seen.update(lost=not lost["isActive"], reason=lost.get("removeReason", "")[:160], failed_tasks=sum(job["numFailedTasks"] for job in found.rest("jobs")))
    seen["executors_afterwards"] = sorted(found.executors())
    if not seen["failed_tasks"]:
        raise SystemExit("the executor was killed between two tasks: run it again, or give --rows a larger table")


def equal(one: Any, other: Any) -> bool:
    """Integers and texts identical, reals to 1e-9."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(equal(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    return bool(one == other)


def line(name: str, rows: int, run: Mapping[str, Any], reference: Mapping[str, Any], killed: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A row of the results. Measures, class sizes and verdict are compared with DuckDB's."""
    same = all(equal(run["release"][key], reference["release"][key]) for key in ("measures", "class_sizes", "verdict", "status"))
    figures = {key: run[key] for key in ("seconds", "client_mb", "exit_code")}
    figures |= {"verdict": run["release"]["verdict"], "equal_to_duckdb": same, "stderr_empty": not run["stderr"]}
    return {"run": name, "rows": rows, **figures, **({"executor": dict(killed)} if killed else {})}


def measured(home: Path, folder: Path, sizes: list[int]) -> list[dict[str, Any]]:
    """A run for each size on DuckDB and on the cluster, and one of the largest in which an executor dies."""
    data = {f"people_{rows}": written(folder, rows) for rows in sizes}
    found: list[dict[str, Any]] = []
    with ExitStack() as stack:
        here = stack.enter_context(cluster(home, folder))
        tables(here, data)
        check(project(folder / "warm", f"people_{sizes[0]}", here.connect))
        for rows in sizes:
            name = f"people_{rows}"
            reference = check(project(folder / f"duckdb-{rows}", f"{data[name]}/*.parquet", None))
            found.append(line("DuckDB", rows, reference, reference))
            found.append(line("Spark", rows, check(project(folder / f"spark-{rows}", name, here.connect)), reference))
            print(json.dumps(found[-2:]), flush=True)
        seen: dict[str, Any] = {}
        run = check(project(folder / "killed", f"people_{sizes[-1]}", here.connect), killer(here, seen))
        aftermath(here, seen)
        found.append(line("Spark, an executor killed", sizes[-1], run, reference, seen))
        print(json.dumps(found[-1]), flush=True)
    return found


def table(found: list[dict[str, Any]], about: str) -> str:
    """The results as Markdown."""
    lines = [
        f"# A whole check on a Spark cluster\n\n{about}\n",
        "| run | rows | seconds | client MB | verdict | numbers equal to DuckDB's |",
        "|---|---|---|---|---|---|",
    ]
    for each in found:
        told = "yes" if each["equal_to_duckdb"] else "NO"
        lines.append(f"| {each['run']} | {each['rows']:,} | {each['seconds']} | {each['client_mb']} | {each['verdict']} | {told} |")
    killed = found[-1]["executor"]
    lines.append(
        f"\nExecutor {killed['executor']} (pid {killed['pid']}) was killed with SIGKILL {killed['after_seconds']} s into the check, while it worked at "
        f"{killed['tasks']} task of job {killed['job']}. Spark counts it as {'lost' if killed['lost'] else 'NOT LOST'} ({killed['reason']}), "
        f"{killed['failed_tasks']} tasks failed and ran again, and executors {', '.join(killed['executors_afterwards'])} live afterwards."
    )
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--spark", type=Path, default=Path(".venv-spark"), help="the environment that PySpark is installed in")
    parser.add_argument("--rows", type=int, nargs="+", default=[1_000_000, 3_000_000, 10_000_000])
    options = parser.parse_args()
    home = next(options.spark.absolute().glob("lib/python*/site-packages/pyspark"))
    folder = Path(tempfile.mkdtemp(prefix="sqlrisk-spark-"))
    try:
        found = measured(home, folder, options.rows)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    version = next(home.glob("jars/spark-core_*.jar")).stem.rpartition("-")[2]
    machine = f"DuckDB {duckdb.__version__}; {os.cpu_count()} cores, {platform.platform()}"
    about = f"Spark {version}, a master, two workers of one core and 1 GB, a Connect server; {machine}."
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "spark.json").write_text(json.dumps({"about": about, "runs": found}, indent=2) + "\n")
    (RESULTS / "spark.md").write_text(table(found, about))
    print(table(found, about))
    if not all(each["equal_to_duckdb"] for each in found):
        raise SystemExit("the numbers differ")


if __name__ == "__main__":
    main()
