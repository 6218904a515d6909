"""MariaDB: what differs from MySQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlrisk.declared import FileRelation
from sqlrisk.engines.mysql import MySQL
from sqlrisk.profiles import Target
from sqlrisk.servers import refuse_frames


class MariaDB(MySQL):
    """The engine: another collation of code points, and a time limit in seconds."""

    exact_collation = "utf8mb4_nopad_bin"
    abilities = replace(
        MySQL.abilities,
        statement_timeout="max_statement_time of the session",
        collation="every text column whose collation is not of code points without padding: grouped as utf8mb4_nopad_bin",
        executed="by `make parity-mariadb` (MariaDB 10.11)",
    )

    def _time_limit(self) -> Mapping[str, str]:
        return self._bounded("max_statement_time", f"{self._timeout:g}") if self._timeout else {}


def connect(target: Target | None, folder: Path, relations: Sequence[str | FileRelation], frames: Mapping[str, Any], unsafe_debug: bool) -> MariaDB:
    """The engine of a target. It connects when it is first asked."""
    refuse_frames(frames, "mariadb")
    return MariaDB(target, unsafe_debug)
