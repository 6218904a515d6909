"""How tables, headings and sentences look: on a console of some width, and in Markdown."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from textwrap import TextWrapper

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sqlrisk.reports import visible

_SPECIAL = re.compile(r"([\\`*{}\[\]<>#|~$!]|(?<![^\W_])_|_(?![^\W_]))")
_COMMAND = re.compile(r"^(\s*)::")
_CODE = re.compile(r"`([^`\n]+)`")
_BREAKS = re.compile(r"(\s+|[^\s_]*_+)")
NARROWEST = 16
_BREAK = re.compile(r"\s*\n\s*")
_AUTOLINK = re.compile(r"(https?)://", re.IGNORECASE)


def console_of(written: io.StringIO, *, color: bool, width: int) -> Console:
    """A console that writes into a text."""
    return Console(
        file=written, width=width, force_terminal=color, no_color=not color, color_system="standard" if color else None, highlight=False, emoji=False
    )


def trimmed(text: str) -> str:
    """The text without spaces at the ends of its lines, none of which a runner of GitHub takes for a command."""
    return "\n".join(_COMMAND.sub(r"\1: :", line.rstrip()) for line in text.splitlines()) + "\n"


def heading(console: Console, text: str) -> None:
    """A heading, with a line above it."""
    console.print()
    console.print(Text(text, "bold"))


def lines(console: Console, texts: Iterable[str]) -> None:
    """A list of sentences, each wrapped behind its dash."""
    for line in texts:
        grid = Table.grid(padding=(0, 1))
        grid.add_row("-", Text(visible(line), overflow="fold"))
        console.print(Padding(grid, (0, 0, 0, 2)))


def _longest(rows: Sequence[Sequence[Text]]) -> int:
    return max((len(row[0]) for row in rows), default=0)


def table(console: Console, headings: Iterable[str], rows: Sequence[Sequence[Text]], right: Iterable[int] = (), widest: int = 36) -> None:
    """A table. The columns at the places `right` are numbers; the first one wraps where it is wider than `widest`."""
    headings = list(headings)
    rows = _hung(headings, rows, console.width - 2, widest)
    shown = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1))
    for place, title in enumerate(headings):
        shown.add_column(
            title, justify="right" if place in right else "left", overflow="fold", no_wrap=place in right or (place == 0 and _longest(rows) <= widest)
        )
    for row in rows:
        shown.add_row(*row)
    console.print(Padding(shown, (0, 0, 0, 2)))


def _hung(headings: list[str], rows: Sequence[Sequence[Text]], width: int, widest: int) -> Sequence[Sequence[Text]]:
    """The rows, their first cells broken where they do not fit, what follows indented: it is no row of its own."""
    others = sum(3 + max(len(headings[place]), *(len(row[place]) for row in rows)) for place in range(1, len(headings))) if rows else 0
    room = width - others
    if _longest(rows) <= max(widest, room) or room < NARROWEST:
        return rows
    return [(Text("\n".join(_folded(row[0].plain, room)), row[0].style), *row[1:]) for row in rows]


def _folded(text: str, room: int) -> list[str]:
    """The lines of a cell, broken at its spaces; at underscores too where a word alone has no room."""
    wrapper = TextWrapper(room, subsequent_indent="  ", break_on_hyphens=False)
    if max(map(len, text.split()), default=0) > room - 2:
        wrapper.break_on_hyphens, wrapper.wordsep_re = True, _BREAKS
    return wrapper.wrap(text)


def markdown_table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """The lines of a Markdown table, and an empty one."""
    shown = list(headings)
    yield "| " + " | ".join(escape(heading) for heading in shown) + " |"
    yield "|" + "---|" * len(shown)
    for row in rows:
        yield "| " + " | ".join(escape(cell) for cell in row) + " |"
    yield ""


def escape(text: str) -> str:
    """Text that Markdown shows as it is on one line, names between backticks as code; underscores inside words are left alone."""
    parts = _CODE.split(_BREAK.sub(" ", visible(str(text))))
    return "".join(
        f"`{part.replace('|', chr(92) + '|')}`" if place % 2 else _AUTOLINK.sub(r"\1&#58;//", _SPECIAL.sub(r"\\\1", part)) for place, part in enumerate(parts)
    )
