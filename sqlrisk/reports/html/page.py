"""The page: its releases with their sections in order, its style, and how a text is shown on it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlrisk.charts.palette import DARK, LIGHT
from sqlrisk.languages import Language
from sqlrisk.report import ReleaseReport, Report
from sqlrisk.reports import visible
from sqlrisk.reports.html import axes, closing, costs, criteria, declared, figures, judging, pictures, pivots
from sqlrisk.reports.html.views import Page, ReleaseView, Section

if TYPE_CHECKING:
    from markupsafe import Markup

_CODE = re.compile(r"`([^`\n]+)`")
_WORDED: tuple[Callable[[ReleaseReport, Language], Section | None], ...] = (judging.limits, declared.hypotheses, axes.section)
_DRAWN: tuple[Callable[[ReleaseReport, str, Language], Section | None], ...] = (pictures.class_sizes, pictures.ladder, pictures.population)
_WEIGHED: tuple[Callable[[ReleaseReport, Language], Section | None], ...] = (
    costs.who_pays,
    costs.suppression,
    costs.utility,
    costs.severity,
    criteria.section,
    pivots.section,
    closing.limits,
)


def page(report: Report, language: Language) -> Page:
    """The report as a page, worded in a language."""
    return Page(
        language=language.code,
        style=style(),
        title=language.say("Re-identification risk"),
        made=language.say("{day}, sqlrisk {version}", day=report.generated_on, version=str(report.tool.get("version", ""))),
        releases=tuple(_release(release, report, place, language) for place, release in enumerate(report.releases, 1)),
        sources=criteria.sources(language),
    )


def _release(release: ReleaseReport, report: Report, place: int, language: Language) -> ReleaseView:
    anchor = f"release-{place}"
    sections = tuple(section for section in _sections(release, report, anchor, language) if section is not None)
    return ReleaseView(anchor, release.name, str(release.hypotheses.get("description") or ""), judging.verdict(release, language), sections)


def _sections(release: ReleaseReport, report: Report, anchor: str, language: Language) -> Iterator[Section | None]:
    """The sections in the order in which they are read; of a public report the limits and the figures."""
    if release.is_public:
        yield judging.limits(release, language)
        yield figures.section(release, language)
        return
    yield from (section(release, language) for section in _WORDED)
    if release.status == "measured":
        yield from (section(release, anchor, language) for section in _DRAWN)
        yield from (section(release, language) for section in _WEIGHED)
    else:
        yield closing.limits(release, language)
    yield closing.reproduction(release, report, language)


def style() -> str:
    """The style sheet, the palette as its variables."""
    sheet = Path(__file__).with_name("style.css").read_text(encoding="utf-8")
    light, dark = (" ".join(f"--{role}: {color};" for role, color in palette.items()) for palette in (LIGHT, DARK))
    marks = "".join(f".f-{role} {{ fill: var(--{role}); }} .s-{role} {{ stroke: var(--{role}); }}\n" for role in LIGHT)
    return sheet.replace("/* light */", light).replace("/* dark */", dark) + marks


def shown(value: Any) -> Any:
    """A value as it stands on the page: what cannot be seen is shown by its code point."""
    return visible(value) if isinstance(value, str) and not hasattr(value, "__html__") else value


def coded(text: str) -> Markup:
    """A text with what stands between backticks as code, and lines kept apart."""
    from markupsafe import Markup, escape

    parts = _CODE.split(visible(text))
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if place % 2 else Markup("<br>").join(escape(part).split("\n")) for place, part in enumerate(parts)
    )
