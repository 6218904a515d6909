"""Findings: what fails or warns a release and is not a limit, each kind under a stable id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]
Subject = Literal["release", "column", "group", "column or group"]


@dataclass(frozen=True)
class Finding:
    """One finding of a release: the id of its kind, the sentence that says what was found and the way out, and the column or group it is about."""

    id: str
    text: str
    column: str | None = None
    group: str | None = None

    @property
    def kind(self) -> Kind:
        """What is known of every finding with this id."""
        return KINDS[self.id]


@dataclass(frozen=True)
class Kind:
    """A kind of finding: the question that it answers and what to do about it.

    An `error` makes the release NOT publishable (exit code 1) unless it is accepted; a `warning` is only shown. One that is not `acceptable` has another way
    out. `about` says what a finding of this kind names: an acceptance names the same.
    """

    severity: Severity
    question: str
    help: str
    about: Subject = "release"
    acceptable: bool = True


def _error(question: str, help: str, about: Subject = "release", *, acceptable: bool = True) -> Kind:
    return Kind("error", question, help, about, acceptable)


def _warning(question: str, help: str, about: Subject = "release") -> Kind:
    return Kind("warning", question, help, about, acceptable=False)


UNVERIFIED = "unverified-protection"
"""Where an anonymisation cannot be verified, the release is not measured (exit code 3)."""
NOTHING_PUBLISHED = "nothing-published"
"""Where suppression leaves no row, no limit has a value and the release fails all the same."""

KINDS: Mapping[str, Kind] = {
    "expired": _error("Is the declaration still valid?", "Review it and set a new `valid_until` before measuring.", acceptable=False),
    "undeclared-column": _error(
        "Does every column of the relation have a declared role?",
        "Declare the column under `columns`, or the role of all others with `other_columns`: a column without a role is not measured.",
        "column",
        acceptable=False,
    ),
    "published-identifier": _error("Is a column published that identifies people directly?", "Leave the column out of what is published.", "column"),
    "published-beside-declared": _error(
        "Is a quasi-identifier published at a level other than the declared one?",
        "Leave the column out of the published relation, or declare its level under `publish`.",
        "column",
    ),
    "protection-failed": _error(
        "Is the output of the declared anonymisation what `protected_by` says?",
        "Build the output again from its source; docs/anonymisation.md says what is verified.",
    ),
    UNVERIFIED: _error(
        "Can it be told that the declared blocks were permuted?",
        "Permute groups of more rows, or declare no `blocks` and judge the rows as people. The release is not measured (exit code 3).",
    ),
    "contradicted-sample": _error(
        "Do the weights contradict `random_sample: true`?", "Declare `random_sample: false`, or correct the weights, the size or the sampling fraction."
    ),
    "nearly-unique-column": _error(
        "Is a column called insensitive nearly unique, as identifiers are?",
        "Give the column another role, or a `reason` why it identifies nobody.",
        "column",
    ),
    "recognised-identifier": _error(
        "Is a column published that is an identifier by its name or by how its values are written?",
        "Leave the column out of what is published (role `identifier`), or publish a coarser level. Neither a role nor a `reason` changes what it is.",
        "column",
    ),
    "free-text-column": _error(
        "Is a column published that holds free text, which can name people?",
        "Leave the column out, or publish a code made of its text. Free text: a mean of 40 characters or more, at least half of the values distinct.",
        "column",
    ),
    "repeating-identifier": _error(
        "Does an identifier have clearly fewer values than there are people?",
        "Declare it `entity` if a person has several rows, or `{role: identifier, of: ...}` with whose it is: a doctor, a town.",
        "column",
    ),
    "identifier-not-counted": _error(
        "Is there a declared identifier that the role of the profile has no right to read, so that nobody can tell whether it repeats?",
        "Grant the role the right to read the column (`grant select (column) on table to role`), or accept the finding.",
        "column",
    ),
    "unjudged-people": _error(
        "Are there fewer people than rows, without a limit on people?", "Add a limit on `entity_k` that can break: {measure: entity_k, at_least: 5}.", "column"
    ),
    "traces": _error(
        "Can the rows of one person be joined, and do they say when or where?",
        "Leave the pseudonym or the dates, times and places out, or publish a table with one row a person.",
        "column",
    ),
    "unjudged-composition": _error(
        "Do other releases about the same people add risk that no limit judges?",
        "Add a limit on `composition_k` (or another composition measure), and declare the releases in one file.",
    ),
    "unjudged-sensitive": _error(
        "Does a sensitive column have neither a limit that can fail nor a waiver?",
        "Add a limit of severity error on one of its measures, or say under `waived` why its disclosure is not judged.",
        "column",
    ),
    NOTHING_PUBLISHED: _error(
        "Does suppression leave a row to publish?", "Publish coarser levels or fewer quasi-identifiers, or suppress less.", acceptable=False
    ),
    "missing-undeclared": _error(
        "Do cells of a sensitive column or a group that may mean that nothing was recorded count as values?",
        "Declare `missing` of the column: the texts that mean that there is no value, or an empty list where they are values.",
        "column or group",
    ),
    "possible-missing": _warning(
        "Does a column hold texts that may mean that nothing was recorded?", "Declare `missing` of the column, a list of these texts or an empty one.", "column"
    ),
    "acceptance-ended": _warning("Has the last day of an acceptance passed?", "Review the finding; set a new `until`, or repair what it found."),
    "idle-acceptance": _warning("Does an acceptance name a finding that this run did not make?", "Remove it from `accepted`."),
    "baseline": _warning("How do broken limits and findings compare with the baseline?", "docs/baseline.md explains each outcome."),
    "changed-declaration": _warning("Did the declaration change after figures were known?", "Say in `decision` why it changed, or restore it."),
    "powerful-role": _warning("Is the role one that may only read?", "Connect as a role that may only SELECT."),
    "unreadable-history": _warning("Could the results of the earlier run be read?", "Name results that `sqlrisk check` wrote."),
    "limit-without-value": _warning("Does a limit ask for a measure that has no value?", "The text says why it has no value.", "column or group"),
    "infinite-measure": _warning("Is a limited measure infinite?", "A class holds a value that the rest of the table does not.", "column or group"),
    "blank-class": _warning("Does a class hold no value of a sensitive column?", "Declare `null_means` of the column.", "column or group"),
    "warned-limit": _warning("Is a limit of severity warn broken?", "Publish less detail, or review the limit.", "column or group"),
    "unsourced-limit": _warning("Does a limit have no source or no reason?", "Write `source` and `reason` of the limit."),
    "average-limit": _warning("How risky is the riskiest row, where the limits are on an average?", "Add a limit on `k` or `prosecutor_max`."),
    "partial-marker": _warning(
        "Are rows published that the marker leaves out of every count?", "Publish their other quasi-identifiers as NULL, or leave `suppressed_marker` out."
    ),
    "rare-value-l": _warning("Does one value dominate a class that passes a limit on distinct_l?", "Add a limit on `max_posterior` of the column.", "column"),
    "vacuous-l": _warning(
        "Is a sensitive column nearly unique, so that l is vacuous?",
        "Limit `t_closeness_ordered` or `t_closeness_hierarchical`, or declare its role `identifier`.",
        "column",
    ),
    "suppression-remedy": _warning(
        "What would suppressing the failing classes cost, and what would still fail?", "Declare `suppress_below`, or `suppress` as the text has it."
    ),
    "identifying-quasi-identifier": _warning("Is a quasi-identifier nearly unique?", "Declare it `identifier`, or publish a level of it.", "column"),
    "row-number": _warning("Does the first column number the rows?", "Leave it out of what is published.", "column"),
    "folding-collation": _warning("Does the database treat different values as equal?", "Readers who group as the database does see larger classes.", "column"),
    "threshold-profile": _warning("Where do the limits come from?", "The declaration's reason says why they fit this table."),
    "waived-disclosure": _warning("What does a waived sensitive column disclose?", "Remove the waiver, or keep it with its reason.", "column"),
    "homogeneous-classes": _warning("Do classes hold a single value of a sensitive column?", "Generalise, suppress, or accept what it discloses.", "column"),
    "protection-remark": _warning("What did the declared anonymisation cost or leave?", "docs/anonymisation.md explains each measure."),
    "protection-types": _warning("Do source and output of an anonymisation have different types?", "Give both one type.", "column"),
    "undeclared-population": _warning("Is a population declared?", "Declare `population`; without one the sampling fraction is taken to be 1."),
    "unsampled-population": _warning("Is the release a random sample?", "Declare `random_sample: true` with evidence, or a population relation."),
    "clustered-sample": _warning(
        "Does something else contradict `random_sample: true`?", "Declare `random_sample: false`: the intervals take the rows for drawn one by one."
    ),
    "filtered-population": _warning("Does a filter restrict the release but not its population?", "Declare the population of the filtered rows."),
    "unmeasured-population": _warning("Why do population figures have no value?", "The text names the reason."),
    "unnamed-columns": _warning("Do columns get their role from `other_columns`?", "Name them, so that a new column is noticed."),
    "undeclared-harm": _warning("Does a sensitive column have no declared harm?", "Declare `harm` of the column.", "column"),
    "ungrouped-suppression": _warning("Who is suppressed?", "Declare `groups` to see which groups suppression affects."),
    "group-differences": _warning("How far apart are the declared groups in risk and suppression?", "Review the worst group."),
    "unmeasured-people": _warning("Is a column about people missing from the published relation?", "Measure `relation` without `published_as`.", "column"),
    "composition": _warning("What do the releases disclose together?", "Add a limit on a composition measure."),
    "unshared-sensitive": _warning("Is a sensitive column absent from the other releases?", "Give the column one name in all releases.", "column"),
    "published-person-column": _warning("Is a weight or cluster column published as it is?", "Leave it out, or coarsen it.", "column"),
    "query-error": _warning("What does a utility query lose?", "Publish more detail, or drop the query."),
    "forgotten-column": _warning("Which undeclared column would make most rows unique?", "Declare it a quasi-identifier, or drop it."),
    "stable-function": _warning("Do the rows of a view depend on the day?", "Write its rows to a table on the day of publication, and measure that."),
    "public-audience": _warning("What does the public report leave out?", "Run without `--audience public`."),
}
"""Id -> kind, for every finding that a check can make."""
