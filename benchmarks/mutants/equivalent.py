"""Mutants that change nothing that anybody can see, each with the reason."""

EQUIVALENT: dict[str, str] = {
    "macros/evidence/individual_risk.sql:31: > became >=": "a weight that equals the size gives size / weight = 1, as `else` does",
    "macros/evidence/individual_risk.sql:32: > became >=": "a weight that equals the size gives (weight - size) / weight = 0, as `else` does",
    "macros/evidence/kept_rows.sql:46: max( became min(": "the value is that of the class, the same in each of its rows",
    "macros/evidence/kept_rows.sql:84: max( became min(": "the value is that of the table or of the class, the same in each of its rows",
    "macros/evidence/preserved_pairs.sql:26: < became <=": "a pair that begins at 0 is of the pivot group, whose number is never NULL",
    "macros/evidence/preserved_pairs.sql:45: > became >=": "0 has its answer before",
    "macros/evidence/recursive_classes.sql:12: > became >=": "no class is smaller than 1",
    "sqlrisk/evidence/margins.py:12: if TYPE_CHECKING: became if False:": "TYPE_CHECKING is False when the program runs",
    "sqlrisk/measures/attribute.py:95: highest is None or lowest is None became highest is None and lowest is None": "a class has both or neither",
    "sqlrisk/measures/population.py:88: 1 became 2": "a release without rows has 0 rows below any k: 0 / 1 = 0 / 2",
}
"""`file:line: change` -> why no test can notice it; tests/test_mutants.py holds that each is a mutant."""
