"""The formats of the ladder: each file of this folder is one, and its name is what `sqlrisk ladder --format` takes."""

from __future__ import annotations

from sqlrisk.formats import Formats
from sqlrisk.ladders.measured import Ladders

_FORMATS = Formats[Ladders](__name__, __path__)
names, render, lacking = _FORMATS.names, _FORMATS.render, _FORMATS.lacking
