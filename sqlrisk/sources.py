"""Where a declaration comes from: sqlrisk.yml, a dbt manifest, or a command line without either."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from sqlrisk import readable
from sqlrisk.csv_files import is_csv, is_parquet
from sqlrisk.errors import ConfigurationError
from sqlrisk.loading import Loaded, load_file, load_manifest, load_values, merged
from sqlrisk.names import ascii_folded

FRAME = "frame"
DECLARATION, MANIFEST = "sqlrisk.yml", Path("target/manifest.json")
IMPROVISED = "sqlrisk check data.parquet --qi edad,sexo --sensitive diagnostico --k 5"
IN_PYTHON = 'sqlrisk.check(frame, quasi_identifiers=["edad", "sexo"], sensitive=["diagnostico"], k=5)'
NO_LIMIT = {"measure": "k", "at_least": 1, "source": "command line", "reason": "none"}
UNJUDGED = "sqlrisk scan data.parquet --qi edad,sexo"


def declared(project_dir: Path, config: Path | None, manifest: Path | None, today: date, allowed: Iterable[Path] = ()) -> Loaded:
    """sqlrisk.yml where it exists; the manifest where it is asked for, or where there is no other. Raises ConfigurationError.

    `allowed`: folders that it may read files of beside the project's; --config adds its own.
    """
    may = readable.folders(project_dir, *allowed, *(readable.named(config) if config is not None else ()))
    return replace(_declared(project_dir, config, manifest, today, may), allowed=may)


def _declared(project_dir: Path, config: Path | None, manifest: Path | None, today: date, allowed: Iterable[Path]) -> Loaded:
    if not os.path.isdir(project_dir):
        raise ConfigurationError("the project directory is not there", where=str(project_dir), instead="name it with --project-dir")
    file = config or project_dir / DECLARATION
    if config is None and not os.path.isfile(file):
        found = manifest or project_dir / MANIFEST
        if manifest is None and not os.path.isfile(found):
            raise ConfigurationError(
                f"there is neither {DECLARATION} nor {MANIFEST}",
                where=str(project_dir.resolve()),
                instead="write one (`sqlrisk init TABLE` proposes it), name it with --config, or check a file: sqlrisk check data.parquet --qi edad,sexo --k 5",
            )
        return load_manifest(found, today)
    readable.refuse_outside(file, DECLARATION, allowed)
    loaded = load_file(file, project_dir, today)
    return loaded if manifest is None else merged(loaded, load_manifest(manifest, today))


@dataclass(frozen=True)
class Look:
    """What a look at a file or DataFrame is asked for on the command line; `read` are the options of a CSV file."""

    quasi_identifiers: Sequence[str]
    sensitive: Sequence[str] = ()
    ignored: Sequence[str] = ()
    k: int | None = None
    l: int = 2
    read: Mapping[str, str] = field(default_factory=dict)


def improvised(relation: str, look: Look, folder: Path, today: date) -> Loaded:
    """A declaration made up for a look: it holds today, and the other columns count as insensitive. Raises ConfigurationError."""
    columns = _columns(relation, look.quasi_identifiers, look.sensitive, IN_PYTHON if relation == FRAME else IMPROVISED)
    twice = next((name for name in look.ignored if ascii_folded(name) in {ascii_folded(other) for other in columns}), None)
    if twice is not None:
        raise ConfigurationError(f"`{twice}` is to be ignored and has a role", instead="name it once")
    columns |= {name: {"role": "identifier", "of": "what is not published"} for name in look.ignored}
    limits = [{"measure": "distinct_l", "column": name, "at_least": look.l, "source": "command line", "reason": "--l"} for name in look.sensitive]
    if look.k is not None:
        limits.insert(0, {"measure": "k", "at_least": look.k, "source": "command line", "reason": "--k"})
    return _made_up(relation, columns, limits, folder, today, {"relation": _relation(relation, look.read), "other_columns": {"role": "insensitive"}})


def _relation(relation: str, read: Mapping[str, str]) -> str | dict[str, str]:
    """A CSV file with how it is read: a .tsv has tabs, any other commas, unless an option says otherwise. Raises ConfigurationError for no CSV file."""
    if not is_csv(relation):
        if read:
            raise ConfigurationError(f"--{next(iter(read))} is for CSV files", instead="leave it out")
        return relation
    tabs = {"delimiter": "\t"} if relation.lower().removesuffix(".gz").endswith(".tsv") else {}
    return {"file": relation, **tabs, **read}


def unjudged(relation: str, quasi_identifiers: Sequence[str], sensitive: Sequence[str], folder: Path, today: date) -> Loaded:
    """A declaration made up for a command that judges nothing: the other columns have no role. Raises ConfigurationError."""
    return _made_up(relation, _columns(relation, quasi_identifiers, sensitive, UNJUDGED), [NO_LIMIT], folder, today, {"relation": _relation(relation, {})})


def _columns(relation: str, quasi_identifiers: Sequence[str], sensitive: Sequence[str], example: str) -> dict[str, Any]:
    """The columns that are named, each in its role. Raises ConfigurationError for what is no file, and for a column in two roles or none named."""
    if relation != FRAME and not (is_csv(relation) or is_parquet(relation)):
        raise ConfigurationError(f"`{relation}` is no CSV or parquet file", instead="a table needs a declaration and a profile; " + example)
    if not quasi_identifiers:
        raise ConfigurationError(
            f"without a declaration, {'quasi_identifiers=' if relation == FRAME else '--qi'} says which columns are quasi-identifiers", instead=example
        )
    both = [name for name in sensitive if ascii_folded(name) in {ascii_folded(other) for other in quasi_identifiers}]
    if both:
        raise ConfigurationError(f"`{both[0]}` is both a quasi-identifier and sensitive", instead="a column has one role")
    folded = [ascii_folded(name) for name in quasi_identifiers]
    if len(set(folded)) < len(folded):
        raise ConfigurationError("a quasi-identifier stands twice, apart from case", instead=example)
    return {**{name: {"role": "quasi_identifier"} for name in quasi_identifiers}, **{name: {"role": "sensitive"} for name in sensitive}}


def _made_up(relation: str, columns: Mapping[str, Any], limits: Sequence[Mapping[str, Any]], folder: Path, today: date, more: Mapping[str, Any]) -> Loaded:
    release = {
        "name": Path(relation).name,
        "columns": columns,
        "thresholds": limits,
        **more,
        "decided_on": today,
        "valid_until": today,
    }
    loaded = load_values({"version": 1, "releases": [release]}, folder, today, "the command line", gated=False)
    return replace(loaded, allowed=readable.folders(folder, *readable.named(folder / relation)))
