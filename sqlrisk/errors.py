"""The errors: each says what is wrong, where, and what to write instead; each has its exit code."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WORST_FIRST = (130, 2, 3, 1, 5, 0)


def worst(codes: Iterable[int]) -> int:
    """The exit code that wins."""
    found = set(codes)
    return next(code for code in WORST_FIRST if code in found)


class SqlriskError(Exception):
    """Whatever sqlrisk refuses or fails at. `exit_code` is that of contract.md; the text is fit for people and holds no cell value."""

    exit_code = 3

    def __init__(self, what: str, *, where: str | None = None, instead: str | None = None) -> None:
        self.what, self.where, self.instead = what, where, instead
        super().__init__(str(Problem(what, where, instead)))


@dataclass(frozen=True)
class Problem:
    """One thing wrong: what, where (file:line, key), and what to write instead. `release`: the place of the release that it is about, if it is about one."""

    what: str
    where: str | None = None
    instead: str | None = None
    release: int | None = None

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}" if self.where else self.what
        return f"{text}\n    {self.instead}" if self.instead else text


class ConfigurationError(SqlriskError):
    """The declaration, the profile or the command line is wrong: what they ask for is not measured."""

    exit_code = 2


class DeclarationError(ConfigurationError):
    """A declaration with one or more problems, all of them listed."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        SqlriskError.__init__(self, "\n".join(str(problem) for problem in self.problems))


class NotMeasuredError(SqlriskError):
    """A release that could not be measured: it is never a pass."""


class ConnectionFailedError(NotMeasuredError):
    """The database could not be opened."""


class RelationMissingError(NotMeasuredError):
    """The relation, or the file, is not there or cannot be read."""


class QueryFailedError(NotMeasuredError):
    """The engine refused or could not finish a statement."""


class StatementRefusedError(QueryFailedError):
    """The engine's parser or binder refused a statement, before it read a row."""


class StatementTimeoutError(NotMeasuredError):
    """A statement ran longer than `statement_timeout`."""


class EmptyRelationError(NotMeasuredError):
    """No row is left to measure: zero classes is not a pass."""


class WriteError(NotMeasuredError):
    """A result could not be written; the file that stood there before is untouched."""


class NothingSelectedError(SqlriskError):
    """The selection matches no release."""

    exit_code = 5


def nearest(name: str, valid: Iterable[str]) -> str | None:
    """The valid name closest to `name`, compared without case, or None where none is close."""
    by_folded = {candidate.casefold(): candidate for candidate in valid}
    found = difflib.get_close_matches(name.casefold(), by_folded, n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None


def did_you_mean(name: str, valid: Iterable[str]) -> str:
    """The sentence that offers the nearest valid name, or else lists the valid ones."""
    names = sorted(set(valid))
    close = nearest(name, names)
    if close is not None:
        return f"did you mean `{close}`?"
    return "valid names: " + ", ".join(names[:30]) + (", ..." if len(names) > 30 else "")
