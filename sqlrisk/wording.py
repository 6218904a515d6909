"""The sentences that every report for people shares."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from sqlrisk.forgetting import FORGOTTEN
from sqlrisk.languages import ENGLISH, Language
from sqlrisk.measures import LEAST_SHOWN, measures
from sqlrisk.measures.population import ALONE, BOUNDS, MODEL_INTERVAL, NOT_RANDOM
from sqlrisk.measuring import REMEDY, SUPPRESSED_BELOW
from sqlrisk.planning import BEFORE_SUPPRESSION, MISSING_MATCHES, PIVOT_GROUPS, PUBLISHED, is_of_block
from sqlrisk.report import FindingResult, Measurement, ReleaseReport, ThresholdResult, number_text
from sqlrisk.suppression import written
from sqlrisk.verdict import effective_class_size

UNSUPPRESSED = "Before suppression, not judged: figures of all rows, those too that are not published"
SECOND_READING = "A second reading, not judged: a missing value matches anything (sdcMicro's rule)"
_LAYERS = re.compile(r"lies between (\S+) and (\S+) the model's interval is (\S+) to (\S+) .*would be (\S+):")
_OF_ROWS = ("individual_", "household_")
SIDE_BY_SIDE = (
    *("k", "classes", "unique_rows", "rows_below_k", "prosecutor_max", "prosecutor_mean", "entropy_bits", "query_error"),
    *("distinct_l", "entropy_l", "t_closeness", "t_closeness_ordered", "t_closeness_hierarchical", "max_posterior", "homogeneous_rows"),
)
_EVERY = "every group"
_OF_PROFILE = "threshold profile "
_STILL_GUESSED = "whoever knows in which pivot group a person is can still guess `{column}`: {share}% sure in the worst group"
_GUESSED_BETTER = "and {share}% sure in the worst class, knowing the quasi-identifiers of its block too"
LADDER_MEASURES = ("classes", "k", "unique_rows", "prosecutor_mean", "entropy_bits", "suppressed_rows")


def limit_text(result: ThresholdResult, language: Language = ENGLISH) -> str:
    """The limit, and beside a limit on the prosecutor's risk the class size that it asks for."""
    (direction, limit), *_ = result.limit.items()
    text = language.say("at least {limit}" if direction == "at_least" else "at most {limit}", limit=limit)
    if result.measure == "prosecutor_max" and 0 < limit <= 1:
        return f"{text} {language.say('(classes of {size})', size=effective_class_size(Fraction(str(limit))))}"
    return text


def subject(found: Measurement | ThresholdResult, language: Language = ENGLISH) -> str:
    """The measure with its column, l and group."""
    parts = [found.measure]
    parts += [language.say("of {column}", column=found.column)] if found.column else []
    parts += [f"(l = {found.l})"] if found.l is not None else []
    parts += [language.say("in {group}", group=group_text(found.group, language))] if found.group else []
    return " ".join(parts)


def group_text(label: str, language: Language = ENGLISH) -> str:
    """The label of a declared group: in the words of users, but for rows without a value, and for every group of a column as the public sees them."""
    if label.startswith(_EVERY):
        return language.sentence(label)
    column = label.removesuffix(" is null")
    return label if column == label or "=" in column else language.say("{column} is null", column=column)


def short_value(found: Measurement, language: Language = ENGLISH) -> str:
    """A measure's value, or its interval where it has one: the point stands with the three layers."""
    if found.status == "measured" and found.low is not None and found.high is not None and found.low < found.high:
        return language.say("{low} to {high}", low=language.number(f"{found.low:.3g}"), high=language.number(f"{found.high:.3g}"))
    return number_text(found, language)


def value_text(result: ThresholdResult, release: ReleaseReport, language: Language = ENGLISH) -> str:
    """The value that a limit was held against."""
    if result.value is not None:
        return language.written(result.value)
    found = release.of(result)
    if found is None and result.passed:
        return language.say("not shown")
    return number_text(found, language) if found else language.say("not measured")


def outcome(result: ThresholdResult, release: ReleaseReport) -> str:
    """How a limit ended, in a word or two."""
    if result.passed:
        return "holds"
    found = release.of(result)
    if result.value is None and (found is None or found.status == "not_measured"):
        return "no value"
    return "BROKEN" if result.severity == "error" else "warning"


def source_text(result: ThresholdResult, language: Language = ENGLISH) -> str:
    """Where a limit comes from, and why: in the words of users, but for the source of a threshold profile."""
    source = result.source or ""
    return "; ".join(filter(None, (language.sentence(source) if source.startswith(_OF_PROFILE) else source, result.reason)))


def excuses(release: ReleaseReport) -> list[str]:
    """How each broken limit stands to the baseline that the check was given; nothing without one."""
    baseline = release.hypotheses.get("baseline", {})
    return list(dict.fromkeys(each["text"] for each in (*baseline.get("limits", ()), *baseline.get("findings", ()))))


def finding_text(finding: FindingResult, language: Language = ENGLISH) -> str:
    """A finding as reports show it: its sentence, the acceptance where there is one, and its id."""
    text = language.sentence(finding.text)
    if finding.outcome == "accepted" and finding.until is not None:
        text = language.say("{text} (accepted until {day}: {reason})", text=text, day=finding.until, reason=finding.reason or "")
    return f"{text} [{finding.id}]"


def rows_text(release: ReleaseReport, language: Language = ENGLISH) -> str:
    """Where the rows went, from those read to those published."""
    if release.status == "not_published":
        return language.say("not published")
    if release.rows is None:
        return language.say("fewer than {least} rows", least=LEAST_SHOWN) if release.is_public else language.say("no row was measured")
    steps = [language.say("{count} read", count=release.rows_read or 0)]
    for count, template in (
        (release.rows_filtered, "{count} left out by the filter"),
        (release.rows_marked, "{count} already suppressed (marker)"),
        (release.rows_suppressed, "{count} suppressed"),
    ):
        steps += [language.say(template, count=count)] if count else []
    if len(steps) == 1:
        return language.say("{rows} {rows|row|rows}", rows=release.rows)
    return language.say("{steps}: {rows} {rows|row is|rows are} published", steps=", ".join(steps), rows=release.rows)


def population_text(release: ReleaseReport, language: Language = ENGLISH) -> str:
    """The sampling fraction and where it comes from; it is always declared."""
    declared: Mapping[str, Any] = release.hypotheses.get("sampling_fraction", {})
    described = release.hypotheses.get("population", {}).get("description")
    value = declared.get("value")
    if isinstance(value, (list, tuple)):
        shown = language.say("between {low} and {high}", low=value[0], high=value[1])
    else:
        shown = language.say("unknown") if value is None else language.written(value)
    told = language.say("sampling fraction {value} ({source})", value=shown, source=language.sentence(declared.get("source", "unknown")))
    return told + (f"; {described}" if described else "")


def estimator_text(release: ReleaseReport, language: Language = ENGLISH) -> str:
    """The estimators that were used, and how they may be read."""
    judged = dict.fromkeys(m.estimator for m in published(release) if m.estimator and measures()[m.measure].judged)
    others = dict.fromkeys(m.estimator for m in published(release) if m.estimator and m.estimator not in judged)
    parts = [language.listed(judged, ", ")] if judged else []
    parts += [language.say("{estimators} (reported, never judged)", estimators=language.listed(others, ", "))] if others else []
    return "; ".join(parts) or language.say("none")


def layers(release: ReleaseReport, language: Language = ENGLISH) -> Iterator[tuple[str, str, str, str, str]]:
    """(measure, bounds that need no model, the model's point, its interval, the naive value) of every figure that a model estimates: always together."""
    for found in published(release):
        told = _LAYERS.search(" ".join(found.assumptions))
        if told:
            low, high, model_low, model_high = (language.number(f"{float(told[place]):.2g}") for place in range(1, 5))
            point = language.say("none") if found.value is None else language.written(found.value)
            bounds, model = (language.say("{low} to {high}", low=one, high=other) for one, other in ((low, high), (model_low, model_high)))
            yield found.measure, bounds, point, model, language.number(told[5])


def caveats(release: ReleaseReport, language: Language = ENGLISH) -> list[str]:
    """What must be said of the estimates, each sentence once."""
    estimated = [found for found in published(release) if found.interval in (MODEL_INTERVAL, BOUNDS)]
    alone = [ALONE] if any(found.interval == BOUNDS for found in estimated) else []
    return [language.sentence(each) for each in dict.fromkeys((*alone, *(_told(found.reason) for found in estimated))) if each]


def _told(reason: str | None) -> str:
    """A reason without the label that stands elsewhere."""
    return (reason or "").removesuffix(NOT_RANDOM).removesuffix("; ")


def stands_on(release: ReleaseReport, found: Measurement, language: Language = ENGLISH) -> str:
    """What a measurement stands on: its label, its reason, its assumptions."""
    return language.listed(filter(None, (interpretable(release, found), _told(found.reason), *found.assumptions)))


def interpretable(release: ReleaseReport, found: Measurement) -> str:
    """What must stand beside a figure about the population of a release that is no declared random sample."""
    known = measures().get(found.measure)
    declared = release.hypotheses.get("population", {})
    sampled = declared.get("random_sample") is True or "relation" in declared
    about_population = known is not None and known.family == "population" and found.status == "measured" and not found.measure.startswith(_OF_ROWS)
    return NOT_RANDOM if about_population and not sampled else ""


def published(release: ReleaseReport) -> list[Measurement]:
    """The measures of the published rung, of the whole release; of the columns that could have been forgotten those that a limit names, and the worst."""
    named = {(result.measure, result.column) for result in release.thresholds}
    found = [each for each in release.measures if each.rung == PUBLISHED and each.group is None]
    return [each for each in found if each.measure != FORGOTTEN or each.column is None or (each.measure, each.column) in named]


def apart(release: ReleaseReport) -> Iterator[tuple[str, list[Measurement]]]:
    """(title, measures) of what stands apart from what is published and is never judged: a missing value matches anything; the rows before suppression."""
    for title, rung in ((SECOND_READING, MISSING_MATCHES), (UNSUPPRESSED, BEFORE_SUPPRESSION)):
        found = [each for each in release.measures if each.rung == rung]
        if found:
            yield title, found


def ladder_measures(release: ReleaseReport) -> tuple[str, ...]:
    """The measures that stand in the ladder: with one utility query declared, its error after suppression too."""
    return (*LADDER_MEASURES, *(["suppressed_query_error"] if release.find("suppressed_query_error") else []))


def query_text(query: Mapping[str, Any], language: Language = ENGLISH) -> str:
    """A declared utility query in words."""
    asked = {"share_of": "share of {column}", "mean_of": "mean of {column}", "sum_of": "sum of {column}"}
    of = next((language.say(template, column=query[key]) for key, template in asked.items() if query.get(key)), language.say("rows"))
    return language.say("{name}: {of} by {columns}", name=query["name"], of=of, columns=", ".join(query["group_by"]))


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


def protection_note(release: ReleaseReport, found: Measurement, language: Language = ENGLISH) -> str:
    """What a measure of an anonymisation stands on, unless that is said beside the verdict already."""
    reason = found.reason or ""
    return "" if any(reason in finding.text for finding in release.findings) else language.sentence(reason)


def blocks(release: ReleaseReport, language: Language = ENGLISH) -> Iterator[tuple[str, list[str]]]:
    """(block with its columns, its figures for LADDER_MEASURES) of every block of a permuted table."""
    declared = (release.hypotheses.get("protected_by") or {}).get("blocks", [])
    for rung in filter(is_of_block, release.rungs()):
        if rung != PIVOT_GROUPS:
            found = [release.find(measure, rung=rung) for measure in LADDER_MEASURES]
            names = declared[int(rung.rpartition(" ")[2]) - 1]
            yield ", ".join(names), [number_text(measurement, language) if measurement else "" for measurement in found]


def still_possible(release: ReleaseReport, language: Language = ENGLISH) -> Iterator[str]:
    """What an anonymisation by pivots leaves to whoever knows something."""
    if not protection(release):
        return
    for found in release.measures:
        if (found.rung, found.measure) == (PIVOT_GROUPS, "max_posterior") and found.value is not None:
            yield language.say(_STILL_GUESSED, column=found.column or "", share=language.number(f"{float(100 * found.value):.1f}"))
            own = release.find("max_posterior", column=found.column)
            if own is not None and own.value is not None and own.value > found.value:
                yield language.say(_GUESSED_BETTER, share=language.number(f"{float(100 * own.value):.1f}"))
    if (release.hypotheses.get("protected_by") or {}).get("blocks"):
        yield language.say("the order of the rows is not seen from here: a file written in the order of the source links the blocks again")


def ladder(release: ReleaseReport, language: Language = ENGLISH) -> Iterator[tuple[str, list[str]]]:
    """(rung, its figures for ladder_measures) of every rung that was measured; the second reading, the remedy and the parts of a permuted table are none."""
    for rung in release.rungs():
        if rung in (MISSING_MATCHES, BEFORE_SUPPRESSION) or rung.startswith(REMEDY) or is_of_block(rung):
            continue
        found = [release.find(measure, rung=rung) for measure in ladder_measures(release)]
        name = language.say("published") if rung == PUBLISHED else rung
        yield name, [_cell(measurement, language) if measurement else "" for measurement in found]


def _cell(found: Measurement, language: Language) -> str:
    return language.say("none") if measures()[found.measure].of_query and found.status == "not_measured" else number_text(found, language)


def ladder_note(release: ReleaseReport, language: Language = ENGLISH) -> str:
    """What the last column of the ladder is, where one utility query is declared; else nothing."""
    found = release.find("suppressed_query_error")
    if found is None:
        return ""
    query = query_text(release.hypotheses["utility"][0], language)
    return language.say("error: of the answers to {query}, once the small classes are suppressed, in {unit}", query=query, unit=language.sentence(found.unit))


def remedy_heading(release: ReleaseReport, language: Language = ENGLISH) -> str | None:
    """What the remedy that the check measured would be; None where it measured none."""
    rung = remedy_rung(release)
    if rung is None:
        return None
    limits = suppression_of(release, rung)
    if all("k" in limit for limit in limits):
        size = max(limit["k"] for limit in limits)
        return language.say("Before and after suppressing the classes below {limit}, which is not declared; both measured", limit=size)
    return language.say("Before and after {limits}, which is not declared; both measured", limits=written(limits))


def suppression_of(release: ReleaseReport, rung: str) -> Sequence[Mapping[str, Any]]:
    """The limits on a class that the rows of a remedy meet; results of an earlier version have them in the rung's name alone."""
    return release.suppression.get(rung) or [{"k": int(rung.removeprefix(SUPPRESSED_BELOW))}]


def before_and_after(release: ReleaseReport, language: Language = ENGLISH) -> Iterator[tuple[str, str, str]]:
    """(what, before, after) of the rows and of every measure of SIDE_BY_SIDE that stands on both sides of the remedy."""
    rung = remedy_rung(release)
    if rung is None:
        return
    if rung in release.class_sizes:
        rows = sum(size * classes for size, classes in release.class_sizes[rung].items())
        yield language.say("rows"), language.written(release.rows or 0), language.written(rows)
    found = [after for measure in SIDE_BY_SIDE for after in release.measures if (after.measure, after.rung, after.group) == (measure, rung, None)]
    for after in found:
        before = release.find(after.measure, column=after.column, l=after.l)
        if before is not None:
            yield subject(after, language), number_text(before, language), number_text(after, language)


def remedy_rung(release: ReleaseReport) -> str | None:
    """The rung of the suppression that the check tried; None where it tried none."""
    return next((rung for rung in release.rungs() if rung.startswith(REMEDY)), None)


def who_pays(release: ReleaseReport, language: Language = ENGLISH) -> Iterator[tuple[str, list[str]]]:
    """(group, k, unique rows, mean risk, suppressed share) of every declared group: who is small, and who would be suppressed."""
    for group in release.groups():
        found = [release.find(measure, group=group) for measure in ("k", "unique_rows", "prosecutor_mean", "suppressed_rows")]
        yield group_text(group, language), [number_text(measurement, language) if measurement else "" for measurement in found]


def harms(release: ReleaseReport, language: Language = ENGLISH) -> Iterator[str]:
    """Harm beside probability, for each sensitive column."""
    for column, harm in release.hypotheses.get("harm", {}).items():
        if harm:
            yield f"{column}: {language.say(harm['level'])}" + (f" ({harm['if_reidentified']})" if harm.get("if_reidentified") else "")
        else:
            yield language.say("{column}: not declared", column=column)


def decided_on(release: ReleaseReport) -> date | str:
    """The day of the decision, which results hold as text."""
    day = release.hypotheses.get("decided_on")
    return date.fromisoformat(day) if day else str(day)


def decision_text(release: ReleaseReport, language: Language = ENGLISH) -> str:
    """When limits and adversary were fixed, and the recorded decision or that there is none."""
    decision: Mapping[str, Any] = release.hypotheses.get("decision") or {}
    if not decision:
        return language.say("limits and adversary fixed on {day}; no decision is recorded", day=decided_on(release))
    parts = [decision.get("reason", language.say("no reason given"))]
    parts += [language.say("by {person}", person=decision["by"])] if decision.get("by") else []
    parts += [language.say("over {alternatives}", alternatives="; ".join(decision["alternatives"]))] if decision.get("alternatives") else []
    return language.say("decided on {day}: {decision}", day=decided_on(release), decision=", ".join(parts))
