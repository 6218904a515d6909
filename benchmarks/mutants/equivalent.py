"""Mutants that change nothing that anybody can see, each with the reason."""

EQUIVALENT: dict[str, str] = {}
"""`file: change` -> why no test can notice it."""
