"""The words of docs/performance.md around the figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks.common.people import LEVELS
from benchmarks.common.results import Row, shown, table, told
from benchmarks.page.goals import KERNELS, Found, Outcome, millions, rows_of
from benchmarks.page.reasons import REASONS

INTRODUCTION = """\
Made by `python -m benchmarks.page` from the JSON files of `benchmarks/results/`: no figure on this page is typed. `make performance` measures everything
again (about half an hour on a quiet machine). Every ratio is of two costs of one run on the same data; CPU seconds are user and system time of all threads,
the cheapest of some repeats on tables below 100 M rows; a process's memory is its largest resident set. DuckDB has two threads. The floor is the
**bare group-by**: the same columns grouped, their rows counted, and the result thrown away,
`select count(*) from (select ..., count(*) from people group by ...)`."""
PEOPLE = "The people are made up (`benchmarks/common/people.py`), in a DuckDB database file. Levels: {levels}."
PEERS = """\
The same people at L3, already generalised, from the same files; each tool in a process of its own, start-up and reading included. `measuring` is the wall
time without start-up and without reading the file: for sqlrisk, of its statements (each of them reads a parquet file again). pyCANON and pandas read the
whole table into memory. pyCANON is installed with pip in an environment of its own: {versions}."""
BY_HAND = """\
### ARX and sdcMicro, by hand
Neither is on the registries that these benchmarks use, so there is no figure of theirs here. The files that the peers read stay in the folder of `--data`
(`peers_L3_*.csv`: age, sex, postcode, diagnosis). Take wall seconds and memory with `/usr/bin/time -v`.

sdcMicro (R; `install.packages(c("sdcMicro", "data.table"))`) has k from `freqCalc` and distinct, entropy and recursive l from `ldiversity`; no t-closeness:
```r
library(sdcMicro)
people <- as.data.frame(data.table::fread("peers.csv", colClasses = list(character = "postcode")))
print(min(freqCalc(people, keyVars = c("age", "sex", "postcode"))$fk))
print(ldiversity(people, keyVars = c("age", "sex", "postcode"), ldiv_index = "diagnosis"))
```
ARX (Java 8 or later; `libarx-*.jar` from arx.deidentifier.org) measures re-identification risk of a table as it is; l-diversity and t-closeness are models
that it enforces while it anonymises, not figures that it gives of a table:
```java
Data people = Data.create("peers.csv", StandardCharsets.UTF_8, ',');
for (String name : new String[] {"age", "sex", "postcode"})
    people.getDefinition().setAttributeType(name, AttributeType.QUASI_IDENTIFYING_ATTRIBUTE);
people.getDefinition().setAttributeType("diagnosis", AttributeType.INSENSITIVE_ATTRIBUTE);
RiskModelSampleRisks risks = people.getHandle().getRiskEstimator().getSampleBasedReidentificationRisk();
System.out.println(1 / risks.getHighestRisk() + " is k; the mean risk is " + risks.getAverageRisk());
```
Both know missing values otherwise than SQL does: see [other tools](other_tools.md)."""
MEMORY = """\
DuckDB's own `memory_limit` is 80 % of the machine's memory, and it keeps what it has read of the columns up to that. What needs memory is many classes:
`memory_limit` in profiles.yml bounds DuckDB's buffers (the process has Python, the driver and some blocks beside them), and what does not fit is spilled to
`temp_directory`, into a private folder that is removed whatever happens."""
GROWTH = """\
What a check counts (class sizes, and what the classes give away of each sensitive column), against the bare group-bys of the same columns. `rungs`: the class
sizes of the first rungs of a ladder, the finest nearly unique."""


def page(found: Found, outcomes: Sequence[Outcome], pictures: Sequence[tuple[str, str]]) -> str:
    """The whole page. `pictures`: file name and what it shows."""
    shows = {name: f"![{text}]({name})" for name, text in pictures}
    parts = ["# Performance", INTRODUCTION, *measured_on(found), "## Goals and results", goals(outcomes), *missed(found, outcomes)]
    parts += ["## The two kernels", PEOPLE.format(levels=levels()), shows.get("performance_kernels.svg", ""), kernels(found)]
    parts += ["## A whole check, statement by statement", *whole(found), "## One statement for everything", metrics(found)]
    parts += ["## Ladders, lattices and searches", *generalisations(found), "## The unseen population", population(found)]
    parts += ["## Memory, and tables that do not fit in it", MEMORY, near_unique(found)]
    parts += ["## Peers", PEERS.format(versions=found.get("peers", {}).get("peers", "not run")), shows.get("performance_peers.svg", ""), *peers(found), BY_HAND]
    parts += ["## Growth", GROWTH, shows.get("performance_growth.svg", "")]
    return "\n\n".join(part for part in parts if part) + "\n"


def measured_on(found: Found) -> Iterator[str]:
    """Where and when each command ran."""
    yield "\n".join(f"- `python -m {results['command']}`: {told(results)}" for results in found.values() if "machine" in results)


def levels() -> str:
    """The levels, in words."""
    return "; ".join(f"{level.name}: {level.told}" for level in LEVELS)


def goals(outcomes: Sequence[Outcome]) -> str:
    """Goal beside result."""
    met = {True: "yes", False: "**no**", None: "-"}
    return table(["what", "goal", "result", "reached"], ([each.what, each.goal, each.result, met[each.met]] for each in outcomes))


def missed(found: Found, outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Why, for each goal that is not reached."""
    short = [each for each in outcomes if not each.met]
    if short:
        yield "### What is missed, and why"
        yield "\n".join(f"- **{each.short}**: {reason(found, each)}" for each in short)


def reason(found: Found, outcome: Outcome) -> str:
    """The reason that is written for a goal."""
    if outcome.met is None and outcome.short != "client memory":
        return "not measured in this run."
    return REASONS[outcome.short](found) if outcome.short in REASONS else UNEXPLAINED


UNEXPLAINED = "not explained yet: profile it, and write the reason into `benchmarks/page/reasons.py`."


def columns(rows: Sequence[Row], *asked: str) -> str:
    """A table of some columns of the rows; each is a key, or `key: head`."""
    keys, heads = [each.split(": ")[0] for each in asked], [each.split(": ")[-1].replace("_", " ") for each in asked]
    return table(heads, ([shown(row.get(key)) for key in keys] for row in rows)) if rows else "Not measured."


def kernels(found: Found) -> str:
    """Ratios by level, and by rows."""
    rows = [{**row, "kernel": KERNELS[row["kernel"]], "rows": millions(row["rows"])} for row in rows_of(found, "speed", "kernels")]
    return columns(rows, "kernel", "level", "rows", "classes", "floor_cpu: floor CPU s", "cpu: CPU s", "ratio", "rows_returned")


def whole(found: Found) -> Iterator[str]:
    """Processes, then the statements of the largest check."""
    rows = [{**row, "rows": millions(row["rows"])} for row in rows_of(found, "speed", "whole_check")]
    costs = ("floor_cpu: floor CPU s", "cpu: CPU s", "ratio", "floor_wall: floor wall s", "wall: wall s", "floor_peak_mb: floor peak MB", "peak_mb: peak MB")
    yield columns(rows, "rows", "settings", *costs)
    statements = rows_of(found, "speed", "statements")
    if statements:
        yield f"The same check of {millions(statements[0]['rows'])} rows in one process that is warm, beside the bare group-by of the quasi-identifiers:"
        yield columns(statements, "statement", "cpu: CPU s", "ratio: over the floor", "rows_returned", "bytes")


def metrics(found: Found) -> str:
    """One statement against one a metric."""
    return columns(rows_of(found, "speed", "metrics"), "level", "rows", "metrics", "by_hand_cpu: by hand CPU s", "cpu: CPU s", "times: times faster")


def generalisations(found: Found) -> Iterator[str]:
    """The ladder, the lattice, the searches."""
    rows = [
        *({"what": f"ladder of {row['rungs']} rungs", **row} for row in rows_of(found, "speed", "ladder")),
        *({"what": f"lattice of {row['nodes'] + 1} nodes, its root known", **row} for row in rows_of(found, "speed", "lattice")),
    ]
    yield columns(rows, "what", "rows", "finest_cpu: finest CPU s", "cpu: CPU s", "ratio", "ratio_of_scans: ratio of as many scans")
    yield columns(rows_of(found, "speed", "search"), "table", "suppressed_at_most", "nodes", "evaluated", "share", "cpu: CPU s")


def population(found: Found) -> str:
    """The estimators' statements, and a reference."""
    ratios = ("estimators_ratio: estimators over the floor", "bytes", "reference_ratio: reference over the floor")
    return columns(rows_of(found, "speed", "population"), "level", "rows", "classes", *ratios)


def near_unique(found: Found) -> str:
    """Checks of tables that do not fit."""
    said = ("memory_limit", "exit_code", "said: what it said", "left_behind: files left")
    return columns(rows_of(found, "speed", "near_unique"), "asked", "rows", "classes", *said, "cpu: CPU s", "wall: wall s", "peak_mb: peak MB")


def peers(found: Found) -> Iterator[str]:
    """Costs, and where the answers agree."""
    for part, words in (("large", "At L3:"), ("nearly_unique", "Five years, sex and the whole postcode, nearly every row alone:")):
        rows = rows_of(found, "peers", part)
        if rows:
            yield words
            costs = ("wall: wall s", "wall_without_reading: measuring s", "cpu: CPU s", "peak_mb: peak MB")
            yield columns(rows, "tool", "file", "rows", "classes", *costs, "did_not_measure")
    agreed = rows_of(found, "peers", "agreement")
    if agreed:
        same = sum(bool(row["same"]) for row in agreed)
        apart = dict.fromkeys(f"{row['tool'].split(',')[0]}'s {row['measure']}: {row['why']}" for row in agreed if not row["same"])
        yield f"Of {len(agreed)} answers {same} are the same as sqlrisk's to 1e-9. " + (f"The others: {'; '.join(apart)}." if apart else "")
