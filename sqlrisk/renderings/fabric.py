"""Fabric, after its documentation: SQL Server with texts of all letters."""

from __future__ import annotations

from sqlrisk.renderings.tsql import cast, of_sql_server

NODES = of_sql_server("fabric", cast)
