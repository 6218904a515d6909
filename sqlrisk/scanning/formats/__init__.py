"""The formats of a scan: each file of this folder is one, and its name is what `sqlrisk scan --format` takes."""

from __future__ import annotations

from sqlrisk.formats import Formats
from sqlrisk.scanning.model import Scans

_FORMATS = Formats[Scans](__name__, __path__)
names, render, lacking = _FORMATS.names, _FORMATS.render, _FORMATS.lacking
