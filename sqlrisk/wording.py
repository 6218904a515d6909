"""The sentences that every report for people shares."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sqlrisk.measures import measures
from sqlrisk.measures.population import ALONE, BOUNDS, MODEL_INTERVAL, NOT_RANDOM
from sqlrisk.measuring import SUPPRESSED_BELOW
from sqlrisk.plain import digits
from sqlrisk.planning import MISSING_MATCHES, PIVOT_GROUPS, PUBLISHED, is_of_block
from sqlrisk.report import Measurement, ReleaseReport, ThresholdResult, number_text
from sqlrisk.verdict import effective_class_size

SECOND_READING = "A second reading, not judged: a missing value matches anything (sdcMicro's rule)"
_LAYERS = re.compile(r"lies between (\S+) and (\S+) the model's interval is (\S+) to (\S+) .*would be (\S+):")
_OF_ROWS = ("individual_", "household_")
SIDE_BY_SIDE = (
    *("k", "classes", "unique_rows", "rows_below_k", "prosecutor_max", "prosecutor_mean", "entropy_bits", "query_error"),
    *("distinct_l", "entropy_l", "t_closeness", "t_closeness_ordered", "t_closeness_hierarchical", "max_posterior", "homogeneous_rows"),
)
LADDER_MEASURES = ("classes", "k", "unique_rows", "prosecutor_mean", "entropy_bits", "suppressed_rows")


def limit_text(result: ThresholdResult) -> str:
    """The limit, and beside a limit on the prosecutor's risk the class size that it asks for."""
    (direction, limit), *_ = result.limit.items()
    text = f"{direction.replace('_', ' ')} {digits(limit)}"
    if result.measure == "prosecutor_max" and 0 < limit <= 1:
        text += f" (classes of {effective_class_size(Fraction(str(limit)))})"
    return text


def subject(found: Measurement | ThresholdResult) -> str:
    """The measure with its column, l and group."""
    parts = [found.measure]
    parts += [f"of {found.column}"] if found.column else []
    parts += [f"(l = {found.l})"] if found.l is not None else []
    parts += [f"in {found.group}"] if found.group else []
    return " ".join(parts)


def short_value(found: Measurement) -> str:
    """A measure's value, or its interval where it has one: the point stands with the three layers."""
    if found.status == "measured" and found.low is not None and found.high is not None and found.low < found.high:
        return f"{found.low:.3g} to {found.high:.3g}"
    return number_text(found)


def value_text(result: ThresholdResult, release: ReleaseReport) -> str:
    """The value that a limit was held against."""
    if result.value is not None:
        return digits(result.value)
    found = release.find(result.measure, column=result.column, group=result.group, l=result.l)
    return number_text(found) if found else "not measured"


def outcome(result: ThresholdResult, release: ReleaseReport) -> str:
    """How a limit ended, in a word or two."""
    if result.passed:
        return "holds"
    found = release.find(result.measure, column=result.column, group=result.group, l=result.l)
    if result.value is None and (found is None or found.status == "not_measured"):
        return "no value"
    return "BROKEN" if result.severity == "error" else "warning"


def excuses(release: ReleaseReport) -> list[str]:
    """How each broken limit stands to the baseline that the check was given; nothing without one."""
    return [limit["text"] for limit in release.hypotheses.get("baseline", {}).get("limits", ())]


def rows_text(release: ReleaseReport) -> str:
    """Where the rows went, from those read to those published."""
    if release.rows is None:
        return "no row was measured"
    steps = [f"{release.rows_read:,} read"]
    for count, word in (
        (release.rows_filtered, "left out by the filter"),
        (release.rows_marked, "already suppressed (marker)"),
        (release.rows_suppressed, "suppressed"),
    ):
        steps += [f"{count:,} {word}"] if count else []
    return f"{', '.join(steps)}: {release.rows:,} rows are published" if len(steps) > 1 else f"{release.rows:,} rows"


def population_text(release: ReleaseReport) -> str:
    """The sampling fraction and where it comes from; it is always declared."""
    declared: Mapping[str, Any] = release.hypotheses.get("sampling_fraction", {})
    described = release.hypotheses.get("population", {}).get("description")
    value = declared.get("value")
    shown = f"between {digits(value[0])} and {digits(value[1])}" if isinstance(value, (list, tuple)) else digits(value) if value is not None else "unknown"
    return f"sampling fraction {shown} ({declared.get('source', 'unknown')})" + (f"; {described}" if described else "")


def estimator_text(release: ReleaseReport) -> str:
    """The estimators that were used, and how they may be read."""
    judged = dict.fromkeys(m.estimator for m in published(release) if m.estimator and measures()[m.measure].judged)
    others = dict.fromkeys(m.estimator for m in published(release) if m.estimator and m.estimator not in judged)
    parts = [", ".join(judged)] if judged else []
    parts += [f"{', '.join(others)} (reported, never judged)"] if others else []
    return "; ".join(parts) or "none"


def layers(release: ReleaseReport) -> Iterator[tuple[str, str, str, str, str]]:
    """(measure, bounds that need no model, the model's point, its interval, the naive value) of every figure that a model estimates: always together."""
    for found in published(release):
        told = _LAYERS.search(" ".join(found.assumptions))
        if told:
            low, high, model_low, model_high = (f"{float(told[place]):.2g}" for place in range(1, 5))
            point = "none" if found.value is None else digits(found.value)
            yield found.measure, f"{low} to {high}", point, f"{model_low} to {model_high}", told[5]


def caveats(release: ReleaseReport) -> list[str]:
    """What must be said of the estimates, each sentence once."""
    estimated = [found for found in published(release) if found.interval in (MODEL_INTERVAL, BOUNDS)]
    alone = [ALONE] if any(found.interval == BOUNDS for found in estimated) else []
    return alone + [reason for reason in dict.fromkeys(_told(found.reason) for found in estimated) if reason]


def _told(reason: str | None) -> str:
    """A reason without the label that stands elsewhere."""
    return (reason or "").removesuffix(NOT_RANDOM).removesuffix("; ")


def stands_on(release: ReleaseReport, found: Measurement) -> str:
    """What a measurement stands on: its label, its reason, its assumptions."""
    return "; ".join(filter(None, (interpretable(release, found), _told(found.reason), *found.assumptions)))


def interpretable(release: ReleaseReport, found: Measurement) -> str:
    """What must stand beside a figure about the population of a release that is no declared random sample."""
    known = measures().get(found.measure)
    declared = release.hypotheses.get("population", {})
    sampled = declared.get("random_sample") is True or "relation" in declared
    about_population = known is not None and known.family == "population" and found.status == "measured" and not found.measure.startswith(_OF_ROWS)
    return NOT_RANDOM if about_population and not sampled else ""


def published(release: ReleaseReport) -> list[Measurement]:
    """The measures of the published rung, of the whole release."""
    return [found for found in release.measures if found.rung == PUBLISHED and found.group is None]


def second_reading(release: ReleaseReport) -> list[Measurement]:
    """The measures where a missing quasi-identifier matches anything; none where none is missing."""
    return [found for found in release.measures if found.rung == MISSING_MATCHES]


def ladder_measures(release: ReleaseReport) -> tuple[str, ...]:
    """The measures that stand in the ladder: with one utility query declared, its error after suppression too."""
    return (*LADDER_MEASURES, *(["suppressed_query_error"] if release.find("suppressed_query_error") else []))


def query_text(query: Mapping[str, Any]) -> str:
    """A declared utility query in words."""
    of = next((f"{key.removesuffix('_of')} of {query[key]}" for key in ("share_of", "mean_of", "sum_of") if query.get(key)), "rows")
    return f"{query['name']}: {of} by {', '.join(query['group_by'])}"


def of_protection(found: Measurement) -> bool:
    """Whether a measurement is about an anonymisation by pivots and blocks."""
    return measures()[found.measure].family == "protection"


def protection(release: ReleaseReport) -> list[Measurement]:
    """The measures of the declared anonymisation; none where none is declared.

    What the pivots lost is told by the privacy differential; without blocks, what would speak of them has no value and is left out.
    """
    permuted = bool((release.hypotheses.get("protected_by") or {}).get("blocks"))
    found = [each for each in published(release) if of_protection(each) and (permuted or each.status != "not_measured")]
    return [each for each in found if each.measure != "pivot_lost_share" or release.privacy_differential is None or each.status == "not_measured"]


def protection_note(release: ReleaseReport, found: Measurement) -> str:
    """What a measure of an anonymisation stands on, unless that is said beside the verdict already."""
    reason = found.reason or ""
    return "" if any(reason in warning for warning in release.warnings) else reason


def blocks(release: ReleaseReport) -> Iterator[tuple[str, list[str]]]:
    """(block with its columns, its figures for LADDER_MEASURES) of every block of a permuted table."""
    declared = (release.hypotheses.get("protected_by") or {}).get("blocks", [])
    for rung in filter(is_of_block, release.rungs()):
        if rung != PIVOT_GROUPS:
            found = [release.find(measure, rung=rung) for measure in LADDER_MEASURES]
            names = declared[int(rung.rpartition(" ")[2]) - 1]
            yield ", ".join(names), [number_text(measurement) if measurement else "" for measurement in found]


def still_possible(release: ReleaseReport) -> Iterator[str]:
    """What an anonymisation by pivots leaves to whoever knows something."""
    if not protection(release):
        return
    for found in release.measures:
        if (found.rung, found.measure) == (PIVOT_GROUPS, "max_posterior") and found.value is not None:
            yield f"whoever knows in which pivot group a person is can still guess `{found.column}`: {float(found.value):.1%} sure in the worst group"
            own = release.find("max_posterior", column=found.column)
            if own is not None and own.value is not None and own.value > found.value:
                yield f"and {float(own.value):.1%} sure in the worst class, knowing the quasi-identifiers of its block too"
    if (release.hypotheses.get("protected_by") or {}).get("blocks"):
        yield "the order of the rows is not seen from here: a file written in the order of the source links the blocks again"


def ladder(release: ReleaseReport) -> Iterator[tuple[str, list[str]]]:
    """(rung, its figures for ladder_measures) of every rung that was measured; the second reading, the remedy and the parts of a permuted table are none."""
    for rung in release.rungs():
        if rung == MISSING_MATCHES or rung.startswith(SUPPRESSED_BELOW) or is_of_block(rung):
            continue
        found = [release.find(measure, rung=rung) for measure in ladder_measures(release)]
        yield rung, [_cell(measurement) if measurement else "" for measurement in found]


def _cell(found: Measurement) -> str:
    return "none" if measures()[found.measure].of_query and found.status == "not_measured" else number_text(found)


def ladder_note(release: ReleaseReport) -> str:
    """What the last column of the ladder is, where one utility query is declared; else nothing."""
    found = release.find("suppressed_query_error")
    return f"error: of the answers to {query_text(release.hypotheses['utility'][0])}, once the small classes are suppressed, in {found.unit}" if found else ""


def remedy_heading(release: ReleaseReport) -> str | None:
    """What the remedy that the check measured would be; None where it measured none."""
    rung = _remedy(release)
    return f"Before and after suppressing the classes below {rung.removeprefix(SUPPRESSED_BELOW)}, which is not declared; both measured" if rung else None


def before_and_after(release: ReleaseReport) -> Iterator[tuple[str, str, str]]:
    """(what, before, after) of the rows and of every measure of SIDE_BY_SIDE that stands on both sides of the remedy."""
    rung = _remedy(release)
    if rung is None:
        return
    if rung in release.class_sizes:
        yield "rows", digits(release.rows or 0), digits(sum(size * classes for size, classes in release.class_sizes[rung].items()))
    found = [after for measure in SIDE_BY_SIDE for after in release.measures if (after.measure, after.rung, after.group) == (measure, rung, None)]
    for after in found:
        before = release.find(after.measure, column=after.column, l=after.l)
        if before is not None:
            yield subject(after), number_text(before), number_text(after)


def _remedy(release: ReleaseReport) -> str | None:
    return next((rung for rung in release.rungs() if rung.startswith(SUPPRESSED_BELOW)), None)


def who_pays(release: ReleaseReport) -> Iterator[tuple[str, list[str]]]:
    """(group, k, unique rows, mean risk, suppressed share) of every declared group: who is small, and who would be suppressed."""
    for group in release.groups():
        found = [release.find(measure, group=group) for measure in ("k", "unique_rows", "prosecutor_mean", "suppressed_rows")]
        yield group, [number_text(measurement) if measurement else "" for measurement in found]


def harms(release: ReleaseReport) -> Iterator[str]:
    """Harm beside probability, for each sensitive column."""
    for column, harm in release.hypotheses.get("harm", {}).items():
        if harm:
            yield f"{column}: {harm['level']}" + (f" ({harm['if_reidentified']})" if harm.get("if_reidentified") else "")
        else:
            yield f"{column}: not declared"


def decision_text(release: ReleaseReport) -> str:
    """The recorded decision."""
    decision: Mapping[str, Any] = release.hypotheses.get("decision") or {}
    if not decision:
        return "no decision is recorded"
    parts = [decision.get("reason", "no reason given")]
    parts += [f"by {decision['by']}"] if decision.get("by") else []
    parts += ["over " + "; ".join(decision["alternatives"])] if decision.get("alternatives") else []
    return ", ".join(parts)
