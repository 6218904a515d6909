"""The formats of the drift: each file of this folder is one, and its name is what `sqlrisk compare A.json B.json --format` takes."""

from __future__ import annotations

from sqlrisk.drift.moved import Drift
from sqlrisk.formats import Formats

_FORMATS = Formats[Drift](__name__, __path__)
names, render = _FORMATS.names, _FORMATS.render
