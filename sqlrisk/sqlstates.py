"""What a SQLSTATE comes down to, for the engines whose errors bear one."""

from __future__ import annotations

from collections.abc import Mapping

from sqlrisk.servers import Failure

_BY_STATE: Mapping[str, Failure] = {
    # the state, or else its class: the first two characters
    "08": "connection",
    "28": "credentials",
    "25P03": "connection",
    "57014": "timeout",
    "57": "connection",
    "3D": "missing",
    "3F": "missing",
    "42704": "missing",
    "42P01": "missing",
    "42S02": "missing",
    "42501": "permission",
    "42703": "types",
    "42804": "types",
    "42846": "types",
    "42883": "types",
    "42K09": "types",
    "42P13": "types",
    "42": "syntax",
    "40": "lock",
    "55": "lock",
    "53": "memory",
    "54": "limit",
    "22003": "number",
    "22012": "number",
    "22": "value",
}


def failure(state: str | None) -> Failure | None:
    """What a state comes down to; None where it is not known here."""
    return (_BY_STATE.get(state) or _BY_STATE.get(state[:2])) if state else None
