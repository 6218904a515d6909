"""By how much what is published answers a utility query wrongly, and whether one column follows from another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlrisk.evidence.rows import Row, count, real


@dataclass(frozen=True)
class Nesting:
    """The distinct values of a finer column, and those of them that lie in more than one value of a coarser one."""

    values: int
    split: int

    @property
    def holds(self) -> bool:
        """Whether the coarser column follows from the finer one on the data."""
        return not self.split


@dataclass(frozen=True)
class QueryError:
    """The sum of the absolute errors over the source's cells, of what is published in some form; what the source has, and what of it is not published.

    A cell is a group, or a pair of a group and a value where shares are asked for. Rows are those with a value.
    """

    error: float | None
    cells: int
    groups: int
    rows: int
    rows_published: int
    cells_missing: int
    groups_missing: int
    groups_new: int


@dataclass(frozen=True)
class Unanswered:
    """What is published cannot answer the query, and why."""

    reason: str


@dataclass(frozen=True)
class QueryErrors:
    """The errors of one utility query: `of` is share, count, mean or sum; as it is published, and once the small classes are suppressed; what the answers
    stand on."""

    of: str
    published: QueryError | Unanswered
    suppressed: QueryError | Unanswered
    assumptions: tuple[str, ...] = ()


def nesting(rows: Iterable[Row]) -> Nesting:
    """Evidence of the kernel nesting."""
    row = next(iter(rows))
    return Nesting(count(row, "sqlrisk_values"), count(row, "sqlrisk_split"))


def query_error(rows: Iterable[Row], place: int) -> QueryError:
    """Evidence of the kernel query_errors, at the limit of that place, from 1."""
    row = next(iter(rows))
    return QueryError(
        real(row[f"sqlrisk_error_{place}"]),
        count(row, "sqlrisk_cells"),
        count(row, "sqlrisk_groups"),
        count(row, "sqlrisk_rows"),
        count(row, f"sqlrisk_rows_{place}"),
        count(row, f"sqlrisk_cells_missing_{place}"),
        count(row, f"sqlrisk_groups_missing_{place}"),
        count(row, f"sqlrisk_groups_new_{place}"),
    )
