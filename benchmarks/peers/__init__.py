"""The same tables through sqlrisk, bare DuckDB, pandas and pyCANON in one run, each in a process of its own."""
