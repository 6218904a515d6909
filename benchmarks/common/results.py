"""Results: one JSON and one Markdown file a command, with the machine, the versions and the date."""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.common.costs import ROOT

RESULTS = ROOT / "benchmarks" / "results"
Row = Mapping[str, Any]
PACKAGES = ("duckdb", "sqlglot", "pandas", "numpy")


class Results:
    """The figures of one command, by part. They are written after each part, so that a long run that breaks leaves what it found."""

    def __init__(self, command: str, out: Path) -> None:
        self.head = {"command": command, "date": date.today().isoformat(), "commit": _commit(), "machine": machine(), "versions": versions()}
        self.parts: dict[str, list[Row]] = {}
        self._file = out / f"{command.split('.')[-1].split()[0]}.json"
        out.mkdir(parents=True, exist_ok=True)

    def add(self, part: str, rows: Iterable[Row]) -> None:
        """Keeps the rows of a part, each as soon as it is found, and prints it."""
        kept = self.parts.setdefault(part, [])
        for row in rows:
            kept.append(row)
            print(f"{part}: " + ", ".join(f"{key} {shown(value)}" for key, value in row.items()), flush=True)
            self._write()

    def _write(self) -> None:
        self._file.write_text(as_json({**self.head, "parts": self.parts}), encoding="utf-8")
        self._file.with_suffix(".md").write_text(markdown({**self.head, "parts": self.parts}), encoding="utf-8")


def as_json(found: Mapping[str, Any]) -> str:
    """The head, indented; the rows of a part one a line."""
    head = json.dumps({key: value for key, value in found.items() if key != "parts"}, indent=1)[1:-2]
    parts = ",\n".join(f"  {json.dumps(name)}: [\n" + ",\n".join(f"   {json.dumps(row)}" for row in rows) + "\n  ]" for name, rows in found["parts"].items())
    return f'{{{head},\n "parts": {{\n{parts}\n }}\n}}\n'


def load(name: str, folder: Path = RESULTS) -> Mapping[str, Any] | None:
    """The results of a command; None where it has not been run."""
    file = folder / f"{name}.json"
    found: Mapping[str, Any] | None = json.loads(file.read_text(encoding="utf-8")) if file.exists() else None
    return found


def markdown(found: Mapping[str, Any]) -> str:
    """All parts as tables, their columns as they stand in the JSON."""
    parts = [f"# python -m {found['command']}", told(found)]
    for name, rows in found["parts"].items():
        heads = list(dict.fromkeys(key for row in rows for key in row))
        parts += [f"## {name.replace('_', ' ')}", table(heads, ([shown(row.get(head)) for head in heads] for row in rows))]
    return "\n\n".join(parts) + "\n"


def told(found: Mapping[str, Any]) -> str:
    """Where and when it was measured, in a sentence."""
    listed = ", ".join(f"{name} {version}" for name, version in found["versions"].items())
    known = found["machine"]
    return f"{found['date']}, commit {found['commit']}; {known['cores']} cores ({known['processor']}), {known['memory_gb']} GB, {known['system']}; {listed}."


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    return "\n".join(f"| {' | '.join(line)} |" for line in (heads, ["---"] * len(heads), *rows))


def shown(value: Any) -> str:
    """A figure with as many digits as it deserves."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: ""}[value]
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    if isinstance(value, int):
        return f"{value:,}"
    return str(value).replace("|", "/").replace("\n", " ")


def machine() -> dict[str, Any]:
    """The machine: cores, processor, memory, system."""
    names = [line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines() if line.startswith("model name")]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    system = f"{platform.system()} {platform.release()}"
    return {"cores": os.cpu_count(), "processor": names[0] if names else platform.machine(), "memory_gb": round(memory), "system": system}


def versions() -> dict[str, str]:
    """Python and the packages that do the work."""
    return {"python": platform.python_version(), **{name: importlib.metadata.version(name) for name in PACKAGES}}


def _commit() -> str:
    told = subprocess.run(["git", "describe", "--always", "--dirty", "--abbrev=12"], cwd=ROOT, capture_output=True, text=True, check=False)
    return told.stdout.strip() or "unknown"
