"""Databricks reads as Spark does."""

from __future__ import annotations

from sqlrisk.renderings.spark import NODES

__all__ = ["NODES"]
