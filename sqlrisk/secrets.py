"""What must never be shown: values of settings and environment variables whose names say so, taken out of strings before they are written."""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any
from urllib.parse import quote, quote_plus

SHORTEST = 8
"""Characters of the shortest value that is taken out: a shorter one is part of too many words."""
DBT_SECRET = "DBT_ENV_SECRET"
"""What the names of dbt's own secret variables begin with."""

_SECRETS: set[str] = set()
_SECRET_NAME = re.compile(
    r"passw|passphrase|secret|token|credential|private|connection_?string|keyfile|authorization|http_headers|cookie"
    r"|(api|access|account|encryption|shared|master|signing)_?key|(^|[\W_])(pass|pwd|pw|auth|sas|jwt|dsn|key)($|[\W_])",
    re.IGNORECASE,
)
_USER = re.compile(r"((?<![a-z0-9+.-])[a-z0-9+.-]*+://[^/\s:@'\"]*+):[^@\s/'\"]++@", re.IGNORECASE)
_PARAMETER = re.compile(r"([?&;][\w.]{0,64}(?:token|passw|pwd|secret|key|sig|auth)[\w.]{0,64}=)[^&;\s'\"`)]+", re.IGNORECASE)
_FOLDERS = frozenset({"PWD", "OLDPWD"})
"""The shell's working folders, whose names say `pwd`."""
_VOCABULARY = frozenset({"measure", "status", "verdict", "severity", "outcome", "id", "kind", "unit", "rung", "column", "group"})
"""Fields that hold words of ours, or names that figures are looked up by."""


def keep(value: str) -> None:
    """Take a value of 8 characters or more out of every text from now on: as it is, URL-encoded and in base64."""
    if len(value) >= SHORTEST:
        _SECRETS.update({value, quote(value, safe=""), quote_plus(value), base64.b64encode(value.encode()).decode().rstrip("=")})


def is_secret_key(key: str) -> bool:
    """Whether the name of a setting or of an environment variable says that its value is a secret."""
    return key.startswith(DBT_SECRET) or bool(_SECRET_NAME.search(key))


def redact(text: str) -> str:
    """The text without the secrets, the longest first, and without passwords and tokens inside addresses."""
    for secret in sorted(_SECRETS, key=len, reverse=True):
        text = text.replace(secret, "***")
    return _PARAMETER.sub(r"\1***", _USER.sub(r"\1:***@", text))


def redacted(value: Any) -> Any:
    """A value with every string in it redacted: not its numbers, nor the keys of mappings, nor fields that hold a word of ours."""
    if isinstance(value, str):
        return redact(value) if type(value) is str else value
    if isinstance(value, Mapping):
        return {key: redacted(each) for key, each in value.items()}
    if type(value) in (list, tuple):
        return type(value)(map(redacted, value))
    if is_dataclass(value) and not isinstance(value, type):
        own = {each.name: getattr(value, each.name) for each in fields(value) if each.init and each.name not in _VOCABULARY}
        changed = {name: new for name, old in own.items() if (new := redacted(old)) != old}
        return replace(value, **changed) if changed else value
    return value


def of_environment() -> None:
    """Keep the values of the environment's variables whose names say that they are secret."""
    for name, value in os.environ.items():
        if is_secret_key(name) and name not in _FOLDERS:
            keep(value)
