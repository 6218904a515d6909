"""sqlrisk: how re-identifiable a table is, measured inside the warehouse that holds it."""

__version__ = "0.1.0"
