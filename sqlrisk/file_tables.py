"""Files as tables of the values of their declared types; a cell that is not one value of its type is an error, never a guess."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from sqlrisk.cells import SECOND_SPELLING, TypedColumn, broken_rules, first_record, values
from sqlrisk.csv_files import CsvFile
from sqlrisk.errors import QueryFailedError
from sqlrisk.names import ascii_folded
from sqlrisk.parquet_files import ParquetFiles
from sqlrisk.plain import agreed, counted, name_text

Rows = Callable[[str], Sequence[Mapping[str, Any]]]


def load(file: CsvFile, table: str, rows: Rows) -> None:
    """Make the temporary table of a file's values. Raises QueryFailedError where a cell is not one value of its type, and what `rows` raises."""
    columns = file.columns
    spelt = _free_names(len(columns), file.header)
    rows(f"create temporary table {table} as {file.select(spelt)}")
    _refuse_broken(file, columns, rows, table, spelt)
    for name in spelt:
        rows(f"alter table {table} drop column {name_text(name)}")


def refuse_broken_folders(files: ParquetFiles, table: str, rows: Rows) -> None:
    """Raises QueryFailedError where the name of a partition's folder is not one value of the column's type, and what `rows` raises."""
    columns = files.columns
    if columns:
        names = [column.name for column in columns]
        spelt = _free_names(len(columns), names)
        cells = f"(select distinct {', '.join(map(name_text, names))} from {files.reader()})"
        rows(f"create temporary table {table} as {values(cells, names, columns, spelt)}")
        _refuse_broken(files, columns, rows, table, spelt)
        rows(f"drop table {table}")


def _free_names(how_many: int, taken: Sequence[str]) -> list[str]:
    """Names for the spellings that no column has."""
    prefix, folded = "sqlrisk_spelling", [ascii_folded(name) for name in taken]
    while any(name.startswith(prefix) for name in folded):
        prefix += "_"
    return [f"{prefix}{place}" for place in range(how_many)]


def _refuse_broken(file: CsvFile | ParquetFiles, columns: Sequence[TypedColumn], rows: Rows, table: str, spelt: Sequence[str]) -> None:
    broken = rows(broken_rules(table, columns, spelt)) if columns else []
    if not broken:
        return
    place = min(each["place"] for each in broken)
    _, cells, rule = max((each["rule"] != SECOND_SPELLING, each["cells"], each["rule"]) for each in broken if each["place"] == place)
    first = ""
    if isinstance(file, CsvFile):
        record = rows(first_record(table, columns[place], spelt[place], rule, file.headed))[0]["record"]
        first = f", first in record {record}" + (" (the header is record 1)" if file.headed else "")
    others = [columns[each].name for each in sorted({each["place"] for each in broken} - {place})]
    _refuse(file, columns[place], cells, rule, first, others)


def _refuse(file: CsvFile | ParquetFiles, column: TypedColumn, cells: int, rule: str, first: str, others: Sequence[str]) -> NoReturn:
    more = f"; cells of {', '.join(f'`{name}`' for name in others)} do not fit either" if others else ""
    what = f"column `{column.name}` ({column.type}): {counted(cells, file.unit)} {_in_words(column, rule, cells)}{first}{more}"
    raise QueryFailedError(what, where=file.name, instead=file.way_out or _way_out(column, rule))


def _in_words(column: TypedColumn, rule: str, cells: int) -> str:
    has = agreed(cells, "has", "have")
    if rule == SECOND_SPELLING:
        return f"{has} a value that another cell spells differently"
    if rule == "thousands":
        return f"{has} a thousands mark that is not before groups of three digits"
    if rule == "leading zero":
        return f"{has} a leading zero, as codes do"
    if rule == "dropped":
        return f"{has} {column.dropped}, which the type would drop"
    return "cannot be read" + (f" in the format {column.format}" if column.format else "")


def _way_out(column: TypedColumn, rule: str) -> str:
    text = f"leave `{column.name}` out of `types` (it is text then)"
    if rule == "unread":
        dated = column.base in ("DATE", "TIMESTAMP") and column.format is None
        example = f", or declare its format: {column.name}: {{type: {column.base}, format: '%d.%m.%Y'}}" if dated else ""
        return f"{text}{example}, or declare as `null` what means a missing value"
    if rule == "dropped":
        return f"{text}, or declare {column.wider}"
    return text if rule == "leading zero" else f"{text}, or write each value in one way"
