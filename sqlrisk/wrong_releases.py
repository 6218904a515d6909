"""The releases of a file that are declared wrongly, apart from those that are right: one wrong release does not stop the others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from sqlrisk.documents import Document, Path_
from sqlrisk.errors import Problem


@dataclass(frozen=True)
class WrongRelease:
    """A release that cannot be measured because its declaration is wrong. `line` is None where no file declares it; `valid_until` where it cannot be read."""

    name: str
    relation: str
    valid_until: date | None
    line: int | None
    problems: tuple[Problem, ...]


def apart(document: Document, problems: Sequence[Problem]) -> tuple[Document, tuple[WrongRelease, ...]] | None:
    """The document without its wrong releases, and these. None where a problem is about the whole file, or no release is right.

    A release that is judged together with a wrong one (a limit on `composition_*`) is wrong too.
    """
    if any(problem.release is None for problem in problems):
        return None
    raw = document.value["releases"]
    places = {problem.release for problem in problems if problem.release is not None}
    found = {place: tuple(problem for problem in problems if problem.release == place) for place in places}
    names = {raw[place].get("name") for place in places if isinstance(raw[place], Mapping)}
    for place in (place for place in range(len(raw)) if place not in found):
        if raw[place].get("name") in names:
            what = f"the release name `{raw[place]['name']}` stands more than once"
            found[place] = (Problem(what, document.where(("releases", place, "name")), "give each release a name of its own", place),)
        elif (other := _composed_with(raw[place], names)) is not None:
            what = f"the release `{other}`, with which it is judged together, is wrong"
            found[place] = (Problem(what, document.where(("releases", place, "composes_with")), "correct that release", place),)
    if len(found) == len(raw):
        return None
    return _without(document, found), _one_a_name(_wrong(document, place, found[place]) for place in sorted(found))


def _one_a_name(releases: Iterable[WrongRelease]) -> tuple[WrongRelease, ...]:
    """The releases, those of one name as one with the problems of all: results have one release a name."""
    found: dict[str, WrongRelease] = {}
    for release in releases:
        first = found.setdefault(release.name, release)
        if first is not release:
            found[release.name] = replace(first, problems=(*first.problems, *release.problems))
    return tuple(found.values())


def _composed_with(release: Any, names: Collection[Any]) -> str | None:
    """The wrong release that a limit of this one asks for, if any."""
    limits = release.get("thresholds") or ()
    asks = any(isinstance(limit, Mapping) and str(limit.get("measure")).startswith("composition_") for limit in limits)
    return next((name for name in release.get("composes_with") or () if name in names), None) if asks else None


def _wrong(document: Document, place: int, problems: tuple[Problem, ...]) -> WrongRelease:
    raw = document.value["releases"][place]
    declared: Mapping[str, Any] = raw if isinstance(raw, Mapping) else {}
    name, relation, day = declared.get("name"), declared.get("relation"), declared.get("valid_until")
    if isinstance(relation, Mapping):
        relation = relation.get("file")
    return WrongRelease(
        name if isinstance(name, str) and name else f"releases[{place}]",
        relation if isinstance(relation, str) and relation else "not declared",
        day if isinstance(day, date) else _day(day),
        document.line(("releases", place)),
        problems,
    )


def _day(text: Any) -> date | None:
    try:
        return date.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None


def _without(document: Document, places: Collection[int]) -> Document:
    """The document without the releases at some places; each line is that of the same text as before."""
    kept = [place for place in range(len(document.value["releases"])) if place not in places]
    value = {**document.value, "releases": [document.value["releases"][place] for place in kept]}
    new: dict[str | int, int] = {place: number for number, place in enumerate(kept)}
    lines: dict[Path_, int] = {}
    for path, line in document.lines.items():
        if path[:1] != ("releases",) or len(path) == 1:
            lines[path] = line
        elif path[1] in new:
            lines[("releases", new[path[1]], *path[2:])] = line
    return Document(document.name, value, lines)
