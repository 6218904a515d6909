"""Why a goal is missed, with the figures of the run; a reason is printed only where its goal is."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benchmarks.page.goals import Found, rows_of

STATEMENTS = {
    "row_counts": "the counts of rows at both ends",
    "class_sizes": "the class sizes",
    "sensitive_classes": "what the classes give away of the diagnosis, a group-by of one column more",
    "column_profiles": "the profile that looks for identifiers among the columns",
    "null_classes": "the classes with missing values",
}


def _check(found: Found) -> str:
    parts = dict.fromkeys(STATEMENTS, 0.0)
    for row in rows_of(found, "speed", "statements"):
        kernel = str(row["statement"]).split(",")[0]
        parts[kernel] = parts.get(kernel, 0) + row["ratio"]
    listed = "; ".join(f"{STATEMENTS[name]} {ratio:.2f}" for name, ratio in parts.items() if name in STATEMENTS and ratio >= 0.01)
    return f"a check is several statements, each a scan (the table below). In bare group-bys of the quasi-identifiers: {listed}."


def _always(reason: str) -> Callable[[Found], str]:
    return lambda _: reason


REASONS: Mapping[str, Callable[[Found], str]] = {
    "class sizes": _always("it shows the second aggregation, over the classes: most where there are nearly as many classes as rows."),
    "what few classes give away": _always("on the smallest table the planning of a longer statement shows, milliseconds beside a group-by of as many."),
    "what many classes give away": _always(
        "where most classes hold several values, each (class, value) count is joined back to its class, and that join has nearly as many rows as the table; "
        "classes of one value have closed forms and are never joined, so the ratio falls again nearer to uniqueness."
    ),
    "a whole check": _check,
    "the lattice": _always(
        "the coarser nodes are dozens of statements over small tables, whose fixed cost (planning, the guard) does not shrink with the table: it shows beside "
        "a short scan and not beside a long one; and where the finest classes are many, what is rolled up from them is not small."
    ),
    "the ladder": _always(
        "beside the finest rung stands a second large group-by: the classes of the columns of the other rungs, in a temporary table, from which those are "
        "rolled up. Where these are nearly as many as the rows the table is thrown away, and every rung is a scan."
    ),
    "the search": _always("monotonicity prunes little where nearly every node meets the limits, or none does."),
    "near-unique tables": _always("DuckDB stops where its operators cannot spill below memory_limit; the message says so."),
    "too little memory": _always("DuckDB finishes a table of this size under 64 MB: that bounds its buffers, and so many groups can be spilled."),
    "bytes fetched": _always("class sizes differ so much that there are many of them; sqrt(2 x rows) is the most that there can be."),
    "client memory": _always("it is measured on the servers of the parity suite, whose results were not there when this page was made."),
    "a small check": _always("the example declares six rungs, a group and a population: two dozen statements, each read by the guard before it is sent."),
    "growth with classes": _always("the fixed cost of the statement hides the growth of the floor where the table is small."),
    "growth with sensitive attributes": _always("each attribute is one statement of its own: what is off the line is noise of the machine."),
}
