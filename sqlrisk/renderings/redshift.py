"""Redshift, after its documentation."""

from __future__ import annotations

from sqlrisk.renderings.blanks import visible
from sqlrisk.renderings.nodes import concat_of_texts

NODES = visible("redshift", concat_of_texts)
