"""What a CSV file seems to be: its delimiter by its first line, its encoding by its bytes. Proposed with the reason; nothing of it is read out."""

from __future__ import annotations

import codecs
import gzip
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from sqlrisk import readable
from sqlrisk.csv_files import CsvFile
from sqlrisk.declared import FileRelation
from sqlrisk.errors import ConfigurationError
from sqlrisk.proposals.levels import csv_types
from sqlrisk.recognition.rules import Proposal

DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars"}
_LINE = 1_000_000
_NUMBER = re.compile(r"[-+]?[\d.,/: -]*")
_COUNT = re.compile(r"[-+]?\d+([.,]\d+)?")
_DATA = re.compile(r".*@.*\..*|[XYZ]?\d{7,8}-?[A-Z]|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}.*|(?=.{40})\S+( \S+){3,}|.{120,}", re.IGNORECASE | re.DOTALL)
"""What no name of a column is: an e-mail address, a national identity number, a day, a sentence."""


@dataclass(frozen=True)
class Form:
    """How a CSV file seems to be written, and why."""

    delimiter: str
    encoding: str
    notes: tuple[str, ...]


def form(path: Path) -> Form:
    """The form of a file that is there. Raises OSError."""
    encoding, why = _encoding(path)
    with _opened(path) as file:
        first = file.read(_LINE).decode(encoding, "replace").lstrip("\ufeff").split("\n", 1)[0]
    bare = re.sub(r'"[^"]*"', "", first)
    delimiter = max(DELIMITERS, key=bare.count)
    counted = f"the delimiter: {bare.count(delimiter)} {DELIMITERS[delimiter]} in the first line, more than of any other"
    return Form(delimiter, encoding, (*((counted,) if delimiter != "," else ()), *((why,) if encoding != "utf-8" else ())))


def refuse_data(file: str, header: Sequence[str]) -> None:
    """Raises ConfigurationError where the first line seems to be a row: its cells would be written as names."""
    numbers = sum(bool(_NUMBER.fullmatch(cell)) for cell in header)
    alone = header and _COUNT.fullmatch(header[0])  # as a row begins; a name of a year or an item stands further on
    if 2 * numbers >= len(header) or alone or any(_DATA.fullmatch(cell) for cell in header):
        raise _no_header("the first line seems to be a row of data, not the names of the columns", file)


def refuse_headless(folder: Path, relation: FileRelation) -> None:
    """Raises ConfigurationError where the first line of a CSV file that is there seems to be a row."""
    path = folder / relation.file
    readable.refuse_irregular(path, relation.file)
    if path.is_file():
        refuse_data(relation.file, CsvFile(path, relation, Path()).header)


def refuse_repeated(file: str, found: Sequence[Proposal]) -> None:
    """Raises ConfigurationError where a name of the first line is also a value of its column."""
    twice = sum(bool(proposal.facts.patterns.named) for proposal in found)
    if twice:
        raise _no_header(f"{twice} of the {len(found)} names of the first line stand as values in their columns too: is it a row of data?", file)


def _no_header(what: str, file: str) -> ConfigurationError:
    return ConfigurationError(what, where=file, instead="write a header, once, into the file; or load it into a table, and name that")


def options(form: Form, found: Sequence[Proposal]) -> tuple[dict[str, Any], list[str]]:
    """The keys of the file's relation that are not the default, and why each is proposed."""
    keys: dict[str, Any] = {"delimiter": form.delimiter} if form.delimiter != "," else {}
    keys |= {"encoding": form.encoding} if form.encoding != "utf-8" else {}
    types, decimal = _types(found)
    notes = [*form.notes]
    typed = [proposal.facts.patterns for proposal in found if proposal.name in types]
    if decimal == ",":
        keys["decimal"] = decimal
        notes.append("the decimal mark: every number with decimals has a comma; is it no mark of thousands?")
    if any(patterns.empty for patterns in typed):
        keys["null"] = ""
        notes.append("null: a column of numbers has empty fields. An empty text of another column is then NULL too")
    if types:
        keys["types"] = types
        notes.append("types: every value of these columns is written as a number; every other column is text")
    return keys, notes


def _types(found: Sequence[Proposal]) -> tuple[dict[str, str], str]:
    """The types, and the decimal mark: a column with the other mark stays text."""
    types = csv_types(found)
    marks = {proposal.name: mark for proposal in found for mark in ("decimal", "decimal_comma") if proposal.facts.patterns.counts.get(mark)}
    used = {marks[name] for name in types if name in marks}
    if used == {"decimal_comma"}:
        return types, ","
    return {name: kind for name, kind in types.items() if marks.get(name) != "decimal_comma"}, "."


def _encoding(path: Path) -> tuple[str, str]:
    with _opened(path) as file:
        begin = file.read(2)
    if begin in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return "utf-16", "the encoding: the file begins with the mark of UTF-16"
    for encoding in ("utf-8", "windows-1252"):
        if _decodes(path, encoding):
            return encoding, "the encoding: the bytes are not UTF-8 throughout, and could be windows-1252; look at names with accents"
    return "latin-1", "the encoding: the bytes are neither UTF-8 nor windows-1252; look at names with accents"


def _decodes(path: Path, encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        with _opened(path) as file:
            for chunk in _chunks(file):
                decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _chunks(file: IO[bytes]) -> Iterator[bytes]:
    while chunk := file.read(1 << 20):
        yield chunk


def _opened(path: Path) -> IO[bytes]:
    return cast(IO[bytes], gzip.open(path)) if path.name.lower().endswith(".gz") else path.open("rb")
