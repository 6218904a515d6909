"""The three criteria of the Article 29 Working Party: which measure speaks to each, and what it says."""

from __future__ import annotations

from sqlrisk import wording
from sqlrisk.languages import Language
from sqlrisk.report import Measurement, ReleaseReport
from sqlrisk.reports.html import numbers
from sqlrisk.reports.html.views import Cell, Prose, Section, Table

SINGLING_OUT = ("k", "unique_rows", "prosecutor_max", "population_unique_rows", "entity_k", "forgotten_column_uniques")
LINKABILITY = ("composition_k", "composition_unique_rows", "composition_single_value_people", "linkage_unique_match_rows")
INFERENCE = ("max_posterior", "homogeneous_rows", "distinct_l", "t_closeness")
SOURCES = (
    "Article 29 Data Protection Working Party, Opinion 05/2014 on Anonymisation Techniques (WP216), adopted on 10 April 2014.",
    "European Data Protection Board, Opinion 28/2024 on certain data protection aspects related to the processing of personal data "
    "in the context of AI models, adopted on 17 December 2024.",
    "ISO/IEC 27559:2022, Information security, cybersecurity and privacy protection: Privacy enhancing data de-identification framework.",
    "NIST SP 800-188, De-Identifying Government Datasets: Techniques and Governance, September 2023.",
    "European Data Protection Board, guidelines on anonymisation, July 2026: a draft in public consultation. "
    "Check its status and its final text before citing it.",
)


def section(release: ReleaseReport, language: Language) -> Section | None:
    """Singling out, linkability and inference, each with its measures and their values."""
    if release.status != "measured":
        return None
    say = language.say
    told = (
        (say("Singling out"), say("can one person's rows be isolated?"), SINGLING_OUT, say("not measured")),
        (say("Linkability"), say("can rows about one person be linked with others?"), LINKABILITY, _not_linked(language)),
        (say("Inference"), say("can a value be deduced with high probability?"), INFERENCE, say("not measured: no sensitive column is declared")),
    )
    rows = tuple((Cell(name, question), _spoken(_known(release, wanted), without, language)) for name, question, wanted, without in told)
    headings = (say("criterion"), say("measures that speak to it, with their values"))
    blocks = (
        Prose(say("A measure speaks to a criterion and does not settle it: whether the criteria are met is a judgement on the release and its context.")),
        Table(say("Criteria of Opinion 05/2014 (WP216), and the measures that speak to each"), headings, rows, widths=(32,)),
        Prose(say("The sources are listed at the end of this report."), quiet=True),
    )
    return Section("criteria", say("The Article 29 criteria"), blocks)


def sources(language: Language) -> tuple[str, ...]:
    """What the report cites, as text."""
    return tuple(map(language.say, SOURCES))


def _known(release: ReleaseReport, wanted: tuple[str, ...]) -> list[Measurement]:
    found = wording.published(release)
    return [each for name in wanted for each in found if each.measure == name and each.status != "not_measured"]


def _spoken(found: list[Measurement], without: str, language: Language) -> Cell:
    """A line a measure; where there is none, that nothing was measured."""
    lines = [f"`{wording.subject(each, language)}`: {numbers.written(each, language)} ({language.sentence(each.unit)})" for each in found]
    return Cell("\n".join(lines)) if lines else Cell(without, state="none")


def _not_linked(language: Language) -> str:
    return language.say("not measured: declare `composes_with`, or a population relation to link with")
