"""The pages of docs/reference, made of the code: `python -m tests.reference` writes them anew."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "docs" / "reference"
MADE = "<!-- Made of the code by `python -m tests.reference`: change the code, not this page. -->\n"
INTRODUCTIONS = {
    "commands": """# Commands

Each answers `-h` with the same, and an example. What the exit codes mean: [exit codes](exit-codes.md).
""",
    "measures": """# Measures

A limit on a measure goes one way: *at least* where high protects, *at most* where low does. *Strict*: a value equal to the limit fails.
What each of them does not catch: [blind spots](../explanation/blind-spots.md). `marketer` is another name of `journalist_mean` in limits.
""",
    "declaration": """# The declaration

The keys of `sqlrisk.yml`, and of `config.meta.sqlrisk` in dbt. `sqlrisk schema` prints the JSON Schema that this page is made of: give it to
your editor. An unknown key is an error, and so is one that stands twice. How the keys work together: [the guide](../guide.md).
""",
    "results": """# Results

What `--format json` and `results.json` hold; `sqlrisk schema results` prints the JSON Schema that this page is made of. The texts in it are English, whatever
the language of a report. Same data, same declaration, same `--today`: the same bytes. No value of the data stands in it, but for the labels of declared
groups. What an interval means: [why intervals](../explanation/intervals.md).
""",
    "exit-codes": """# Exit codes

One release that is wrong or cannot be measured does not stop the others of its file; the worst code wins, in the order 130, 2, 3, 1, 5, 0.
`--fail-on warn` makes broken limits of severity warn exit with 1 too; `--fail-on never` lets broken limits pass, and nothing else.
""",
    "findings": """# Findings

Everything that fails or warns a release and is not a limit is a finding. Its id is in the console output, JSON (`findings` of a release), SARIF (`ruleId`),
JUnit and GitHub annotations. A finding of severity error makes the release NOT publishable and `sqlrisk check` exit with 1. Accept one until a day:

```yaml
    accepted:
      - {finding: nearly-unique-column, column: comment_id, reason: random number of the export, until: 2027-03-31}
```

Name the `column` or `group` that the finding names. After `until` the finding fails the release again. `sqlrisk baseline` records all findings of a table
that fails today ([baseline](../baseline.md)): the verdict stays NOT publishable, and only new findings exit with 1.
""",
    "formats": """# Formats

`--format NAME` prints a report on standard output, alone; messages and progress go to standard error. `--output NAME=PATH`, as often as you like,
also writes it to a file, whole or not at all. `sqlrisk report --from results.json --format NAME` makes one of an earlier run, without a
connection. No format holds a value of the data. Who reads which, and what is red in it: [the guide](../guide.md#formats).
""",
}
FAMILIES = {
    "identity": "Which row is my target?",
    "population": "Is he unique out there?",
    "presence": "Is he in this table?",
    "attribute": "What is his secret?",
    "composition": "What do several releases of the same people tell together?",
    "protection": "Did the anonymisation by pivots do what it says?",
    "utility": "What is left for the analyst?",
    "scan": "Was a column forgotten?",
}
EXITS = {
    0: "Every selected release was measured whole and is within its limits, or no worse than `--baseline` records.",
    1: "A limit is broken; the declaration has expired; a column has no role; an identifier is published; a column called insensitive is nearly unique or "
    "free text and no reason is given; a limited measure is infinite.",
    2: "The declaration of a release, the profile or the command line is wrong, or its relation lacks a declared column: it was not measured.",
    3: "Something could not be measured: connection, missing relation, SQL, permission, timeout, lock, empty relation, a limited measure without a value; or "
    "a file could not be written; or an internal error.",
    5: "Nothing was checked: the selection matches no release. The nearest names are printed.",
    130: "Interrupted by Ctrl-C (SIGINT) or SIGTERM: nothing was decided.",
}
ANSWERS = {
    0: "nothing",
    1: "read the limits that are BROKEN; publish less detail, suppress, or decide anew with a reason",
    2: "read the message: file, line, key and what to write instead; `sqlrisk lint` finds most without a connection",
    3: "repair what the message names and run again; never publish on it",
    5: "correct the name",
    130: "run it again",
}


def pages() -> dict[str, str]:
    """File name -> text of every page."""
    made = {
        "commands": commands(),
        "measures": measures(),
        "declaration": declaration(),
        "results": results(),
        "exit-codes": exit_codes(),
        "findings": findings(),
        "formats": formats(),
    }
    return {f"{name}.md": MADE + text for name, text in made.items()}


def commands() -> str:
    """Each command with its arguments and options, as the program knows them."""
    import typer

    from sqlrisk.cli import app

    found: Mapping[str, Any] = typer.main.get_command(app).commands
    text = INTRODUCTIONS["commands"]
    for name, command in found.items():
        context = typer.Context(command)
        usage = " ".join(["sqlrisk", name, "[OPTIONS]", *(_argument(each) for each in command.params if each.param_type_name == "argument")])
        text += f"\n## {name}\n\n{' '.join(command.help.split())}\n\n```\n{usage}\n```\n\n{command.epilog.replace('Example: ', 'Example: `', 1)}`\n"
        text += (
            "\n" + table(["option", "meaning"], [_explained(each, context) for each in command.params if not getattr(each, "hidden", False)])
            if command.params
            else ""
        )
    return text


def _argument(each: Any) -> str:
    return str(each.metavar or f"[{each.name.upper()}]")


def _explained(each: Any, context: Any) -> list[str]:
    """How an option is spelt, and what it means, its default at the end."""
    spelt, meaning = each.get_help_record(context)
    spelt = spelt.replace("|", ", ")  # between backticks a site shows the backslash that a table would need
    return [f"`{_cell(_argument(each) if each.param_type_name == 'argument' else spelt)}`", _cell(meaning)]


def measures() -> str:
    """Each measure with its question, unit, direction, range and evidence."""
    from sqlrisk.measures import measures as known

    text = INTRODUCTIONS["measures"]
    order = list(FAMILIES)
    for family in sorted({each.family for each in known().values()}, key=lambda name: order.index(name) if name in order else len(order)):
        text += f"\n## {FAMILIES.get(family, family.capitalize())}\n"
        for each in (each for each in known().values() if each.family == family):
            text += f"\n### {each.name}\n\n{_question(each.question)}\n\n{''.join(f'- {name}: {fact}' + chr(10) for name, fact in _facts(each))}"
    return text


def _question(text: str) -> str:
    return text.replace("|", "\\|") or 'Awaited: a limit on it exits 3, "not measured yet".'


def _facts(each: Any) -> Iterator[tuple[str, str]]:
    direction = each.protects.replace("_", " ") + (", strict" if each.strict else "")
    yield "unit", each.unit
    yield "limit", direction if each.judged else "never judged: a limit on it exits 2"
    yield "range", f"{_number(each.lowest)} to {_number(each.highest) if each.highest is not None else 'infinity'}"
    needed = {kind.__name__ for kind in each.needs}
    optional = {kind.__name__ for kind in each.reads.values()} - needed
    if each.function:
        yield "evidence", ", ".join([f"`{name}`" for name in sorted(needed)] + [f"`{name}` if it is there" for name in sorted(optional)])
    yield "measured for", "each sensitive column" if each.of_column else "each utility query" if each.of_query else "the release"
    yield "by declared group", "yes" if each.per_group else "no"
    if each.needs_random_sample:
        yield "needs", "a random sample (`random_sample: true` with `evidence`) or a population relation"
    if each.estimator:
        yield "estimator", each.estimator
    if each.assumptions:
        yield "assumes", "; ".join(each.assumptions)


def _number(value: Decimal) -> str:
    return f"{value.normalize():f}"


def declaration() -> str:
    """Each key of sqlrisk.yml, from the JSON Schema."""
    from sqlrisk.declaration import Declaration

    return INTRODUCTIONS["declaration"] + _described({"Declaration": Declaration.model_json_schema()}, {"Declaration": "The file"})


def results() -> str:
    """Each key of the JSON results, from their JSON Schema."""
    from sqlrisk.report import results_schema

    return INTRODUCTIONS["results"] + _described({"Report": results_schema()}, {"Report": "The file"})


def _described(whole: Mapping[str, Any], titles: Mapping[str, str]) -> str:
    """A section for each part of a JSON Schema, in the order in which a reader meets them, with a table of its keys."""
    ((first, schema),) = whole.items()
    parts = {**whole, **schema.get("$defs", {})}
    text = ""
    for name in _met(first, parts, []):
        required = parts[name].get("required", ())
        explained = any("description" in value for value in parts[name]["properties"].values())
        head = ["key", "value", "default", "meaning"] if explained else ["key", "value"]
        rows = [
            [
                f"`{key}`",
                _value(value) + ("" if explained else _nullable(value)),
                "required" if key in required else _shown(value),
                _cell(value.get("description", "")),
            ][: len(head)]
            for key, value in parts[name]["properties"].items()
        ]
        text += f"\n## {titles.get(name, name)}\n\n{' '.join(parts[name]['description'].split())}\n\n{table(head, rows)}"
    return text


def _met(name: str, parts: Mapping[str, Any], met: list[str]) -> list[str]:
    """The parts in the order in which a reader meets them."""
    if name not in met:
        met.append(name)
        for each in parts[name]["properties"].values():
            for reference in _references(each):
                _met(reference, parts, met)
    return met


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"].rpartition("/")[2]
        for key, each in value.items():
            if key != "discriminator":
                yield from _references(each)
    elif isinstance(value, list):
        for each in value:
            yield from _references(each)


def _value(value: Mapping[str, Any]) -> str:
    """What may stand there, in words."""
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    for key in ("anyOf", "oneOf"):
        if key in value:
            return " or ".join(dict.fromkeys(_value(each) for each in value[key] if each.get("type") != "null"))
    if "enum" in value or "const" in value:
        return ", ".join(f"`{each}`" for each in value.get("enum", [value.get("const")]))
    return _plain(value)


def _nullable(value: Mapping[str, Any]) -> str:
    return " or `null`" if any(each.get("type") == "null" for each in value.get("anyOf", ())) else ""


def _plain(value: Mapping[str, Any]) -> str:
    kind = value.get("type")
    if kind == "array":
        parts = value.get("prefixItems")
        return f"[{', '.join(_value(each) for each in parts)}]" if parts else f"list of {_value(value.get('items', {}))}"
    if kind == "object":
        inner = value.get("additionalProperties", {})
        return f"name: {_value(inner) if isinstance(inner, dict) else 'anything'}"
    bounds = [f"{word} {value[key]}" for key, word in (("minimum", "from"), ("maximum", "to")) if key in value]
    words = {"string": "day" if value.get("format") == "date" else "text", "integer": "whole number", "number": "number", "boolean": "true or false"}
    return " ".join([words.get(str(kind), "anything"), *bounds])


def _shown(value: Mapping[str, Any]) -> str:
    default = value.get("default")
    return "" if default in (None, [], {}) else f"`{default if isinstance(default, str) else json.dumps(default)}`"


def findings() -> str:
    """Each finding with its question and what to do, errors first."""
    from sqlrisk.finding import KINDS

    text = INTRODUCTIONS["findings"]
    for severity, title in (("error", "Errors"), ("warning", "Warnings")):
        text += f"\n## {title}\n"
        for id, kind in ((id, kind) for id, kind in KINDS.items() if kind.severity == severity):
            text += f"\n### {id}\n\n{kind.question} {kind.help}\n"
            text += _about(kind) if severity == "error" else ""
    return text


def _about(kind: Any) -> str:
    names = "" if kind.about == "release" else f", with its {kind.about}"
    return f"\nIn `accepted`: {f'yes{names}' if kind.acceptable else 'no'}.\n"


def exit_codes() -> str:
    """Each exit code, what it means, what to do, and the errors that end in it."""
    from sqlrisk import errors

    kinds = [each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, errors.SqlriskError)]
    rows = [
        [
            f"`{code}`",
            _cell(text),
            _cell(ANSWERS[code]),
            ", ".join(f"`{kind.__name__}`" for kind in kinds if kind.exit_code == code and kind is not errors.SqlriskError),
        ]
        for code, text in EXITS.items()
    ]
    return INTRODUCTIONS["exit-codes"] + "\n" + table(["code", "meaning", "what to do", "raised in Python as"], rows)


def formats() -> str:
    """Each report format and the first line of its module."""
    from sqlrisk import reports

    rows = [[f"`{name}`", _cell(_plate(f"sqlrisk.reports.{name}"))] for name in reports.names()]
    return INTRODUCTIONS["formats"] + "\n" + table(["format", "what it is"], rows)


def _plate(module: str) -> str:
    return (importlib.import_module(module).__doc__ or "").strip().splitlines()[0]


def table(head: list[str], rows: Iterable[list[str]]) -> str:
    """A Markdown table."""
    return "".join(f"| {' | '.join(line)} |\n" for line in (head, ["---"] * len(head), *rows))


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
