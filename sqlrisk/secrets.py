"""The one point through which every text leaves: what the environment and the profile keep secret is taken out."""

from __future__ import annotations

import base64
import re
from urllib.parse import quote, quote_plus

_SECRETS: set[str] = set()
_SECRET_KEY = re.compile(r"pass|pwd|token|secret|private|credential|api_?key|connection_string|dsn|keyfile_json|authorization|http_headers", re.IGNORECASE)


def keep(value: str) -> None:
    """Take a value out of every text from now on: as it is, URL-encoded and in base64. Values under four characters are too common to take out."""
    if len(value) >= 4:
        _SECRETS.update({value, quote(value, safe=""), quote_plus(value), base64.b64encode(value.encode()).decode().rstrip("=")})


def is_secret_key(key: str) -> bool:
    """Whether the name of a setting says that its value is a secret."""
    return bool(_SECRET_KEY.search(key))


def redact(text: str) -> str:
    """The text without the secrets, the longest first."""
    for secret in sorted(_SECRETS, key=len, reverse=True):
        text = text.replace(secret, "***")
    return text
