"""What a section of the report is made of: sentences, facts, tables and figures, worded and ready to be set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["", "holds", "broken", "warns", "none"]


@dataclass(frozen=True)
class Cell:
    """A text, a smaller one below it, whether it is a name of the program's, a share of 1 to draw as a bar, and how something ended."""

    text: str
    note: str = ""
    code: bool = False
    share: float | None = None
    state: State = ""


@dataclass(frozen=True)
class Table:
    """Rows under headings; the first cell of each is its heading, those in the columns `numbers` are numbers; `notes` stand below.

    `widths` are those of its columns, in hundredths; one number is the first column's, and the others share the rest.
    """

    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    numbers: frozenset[int] = frozenset()
    notes: tuple[str, ...] = ()
    widths: tuple[int, ...] = (28,)
    kind: Literal["table"] = "table"

    def columns(self) -> tuple[float, ...]:
        """The width of each column in hundredths."""
        rest = len(self.headings) - len(self.widths)
        return (*self.widths, *([round((100 - sum(self.widths)) / rest, 2)] * rest if rest else ()))


@dataclass(frozen=True)
class Matrix:
    """A square of marks: a variable on each row and in each column, which bear the same numbers."""

    caption: str
    names: tuple[str, ...]
    marks: tuple[tuple[tuple[str, str], ...], ...]
    kind: Literal["matrix"] = "matrix"


@dataclass(frozen=True)
class Facts:
    """Terms and what is declared or known of each."""

    items: tuple[tuple[str, Cell], ...]
    kind: Literal["facts"] = "facts"


@dataclass(frozen=True)
class Lines:
    """Sentences, each a point of a list; under a title where there is one."""

    items: tuple[str, ...]
    title: str = ""
    kind: Literal["lines"] = "lines"


@dataclass(frozen=True)
class Prose:
    """A paragraph."""

    text: str
    quiet: bool = False
    kind: Literal["prose"] = "prose"


@dataclass(frozen=True)
class Code:
    """A text of several lines that is read by a machine."""

    text: str
    kind: Literal["code"] = "code"


@dataclass(frozen=True)
class Figure:
    """A chart, for wide and for narrow pages, its title and what stands below that."""

    title: str
    wide: str
    narrow: str
    caption: str
    kind: Literal["figure"] = "figure"


Block = Table | Matrix | Facts | Lines | Prose | Code | Figure


@dataclass(frozen=True)
class Section:
    """A part of a release's report."""

    key: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Verdict:
    """The verdict of a release: its words and their sign, what it stands under, why it fell, and until when it is valid."""

    state: State
    sign: str
    words: str
    under: str
    causes: tuple[str, ...]
    expiry: str
    expired: bool
    rows: str


@dataclass(frozen=True)
class ReleaseView:
    """A release: its anchor, name and description, verdict and sections."""

    anchor: str
    name: str
    description: str
    verdict: Verdict
    sections: tuple[Section, ...]


@dataclass(frozen=True)
class Page:
    """The whole report."""

    language: str
    style: str
    title: str
    made: str
    releases: tuple[ReleaseView, ...]
    sources: tuple[str, ...]
