"""Athena reads as Trino does."""

from __future__ import annotations

from sqlrisk.renderings.trino import NODES

__all__ = ["NODES"]
