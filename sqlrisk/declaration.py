"""What is declared before measuring: the release, its columns, its population, its adversary and its limits."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import AfterValidator, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from sqlrisk.declared import Day, FileRelation, HierarchyFile, MappingFile, Name, Number, Relation, Text
from sqlrisk.names import ascii_folded
from sqlrisk.parts import (
    Declared,
    Inside,
    OfAdversary,
    OfDates,
    OfLadder,
    OfLimits,
    OfPlace,
    OfPopulation,
    OfProse,
    OfPublished,
    OfReading,
    OfUtility,
    Part,
    PublishedPlace,
    Waiving,
)
from sqlrisk.suppression import ClassLimit, Suppression
from sqlrisk.time_zones import UTC, checked

ColumnRole = Literal["identifier", "quasi_identifier", "sensitive", "insensitive", "weight", "entity", "cluster"]
RESERVED_RUNGS = ("published", "dropped")
DROPPED = "dropped"
"""The value of `publish` and `ladder` that leaves a column out; as the name of a column it is a name like any other."""
_NONE: Mapping[tuple[str, str], str] = {}


class Harm(Declared):
    """What re-identification would do, beside how probable it is."""

    level: OfLimits[Literal["low", "medium", "high", "critical"]] = Field(description="how bad re-identification would be")
    if_reidentified: OfProse[Text | None] = Field(default=None, description="what would happen to the person, in a sentence")


class HierarchyRelation(Declared):
    """A hierarchy that stands in a relation: value; level1; level2; ..."""

    relation: OfPublished[Text] = Field(description="the first column is the value, the others its levels, from the finest")


class Column(Declared):
    """The role of one column, and what goes with that role."""

    role: OfPublished[ColumnRole] = Field(description="what the column is to an adversary")
    levels: OfLadder[dict[Name, Text]] = Field(default={}, description="level: expression; a coarser form of this column alone")
    hierarchy: OfPublished[Text | HierarchyRelation | None] = Field(
        default=None, description="levels from a mapping: a file value;level1;level2;... or a relation"
    )
    harm: Inside[Harm | None] = Field(default=None, description="of a sensitive column")
    null_means: OfReading[Literal["value", "not_recorded"] | None] = Field(
        default=None, description="whether NULL is one more value or harmless; else a class without any value fails the column's limits"
    )
    missing: OfReading[tuple[StrictStr | StrictInt | Number, ...] | None] = Field(
        default=None, description='texts and numbers that mean that there is no value (`""`: a blank cell); an empty list: every value is a value'
    )
    order: OfPublished[Literal["natural"] | tuple[StrictStr | StrictInt | Number, ...] | None] = Field(
        default=None, description="the values from low to high, or their own order: t_closeness_ordered is measured"
    )
    reason: OfProse[Text | None] = Field(default=None, description="why this role; asked of an insensitive column that is nearly unique or long text")
    linkable: OfAdversary[StrictBool | None] = Field(
        default=None, description="of the entity: whether a reader can join the rows of one person; default: where a pseudonym is published"
    )
    of: OfPublished[Name | None] = Field(
        default=None, description="of an identifier that repeats: whose it is, where it is not the person of the row (a doctor, a town)"
    )


class OtherColumns(Declared):
    """The role of every column that is not named."""

    role: OfPublished[Literal["insensitive", "identifier"]] = Field(
        description="the role of them all; a new column is then not noticed, and the report says so"
    )
    reason: OfProse[Text | None] = Field(default=None, description="why")


class Population(Declared):
    """The people about whom the release speaks: a relation of them, their number, or the share of them that is in it."""

    description: OfProse[Text | None] = Field(default=None, description="who they are, and the source")
    size: OfPopulation[Annotated[StrictInt, Field(ge=1, le=10**12)] | None] = Field(default=None, description="how many people")
    sampling_fraction: OfPopulation[Number | tuple[Number, Number] | None] = Field(
        default=None, description="rows over people, or a range [low, high]; 1 is a census"
    )
    relation: OfPopulation[Relation | None] = Field(default=None, description="the population itself, or a table of its counts")
    columns: OfPopulation[dict[Name, Name]] = Field(default={}, description="published name: column of the population, where they differ")
    weight: OfPopulation[Name | None] = Field(default=None, description="the column that holds the number of people, in a table of counts")
    random_sample: OfPopulation[StrictBool] = Field(default=False, description="whether the rows are a random sample of the population; true needs evidence")
    evidence: OfProse[Text | None] = Field(default=None, description="what shows that the sample is random")

    @property
    def is_known(self) -> bool:
        """Whether anything says how large it is: a relation, a size or a sampling fraction."""
        return self.relation is not None or self.size is not None or self.sampling_fraction is not None


class Adversary(Declared):
    """Against whom: what they know, whether they know that the target is in the table, how they get at it."""

    knows: OfAdversary[Text | None] = Field(default=None, description="what they know, and from where")
    target_in_table: OfAdversary[StrictBool | Literal["unknown"]] = Field(
        default=True, description="whether they know that their target is in the table (prosecutor) or not (journalist)"
    )
    access: OfAdversary[Literal["open", "agreement", "internal"]] = Field(default="open", description="how they get at the table")


class ProtectedBy(Declared):
    """The pivot-and-block anonymisation that the release claims."""

    source: OfPlace[Relation] = Field(description="the relation that the output was made from")
    pivots: OfPublished[tuple[Name, ...]] = Field(min_length=1, description="columns that keep their relation with everything, finest first")
    threshold: OfPublished[Annotated[StrictInt, Field(ge=2)]] = Field(description="the smallest pivot group allowed")
    blocks: OfPublished[tuple[tuple[Name, ...], ...]] = Field(default=(), description="columns that are permuted together inside a pivot group")
    residue: OfPublished[Literal["fail", "absorb_smallest", "drop_rows"]] = Field(
        default="fail", description="what became of a dissolved group below the threshold"
    )

    @property
    def permutes(self) -> bool:
        """Whether blocks were permuted: then a row is no person, and says nothing with the columns that are not published."""
        return bool(self.blocks)


class Utility(Declared):
    """A query whose error against the source says what the publication still serves for."""

    name: OfUtility[Name] = Field(description="what reports and thresholds call it")
    group_by: OfUtility[tuple[Name, ...]] = Field(min_length=1, description="published columns")
    share_of: OfUtility[Name | None] = Field(default=None, description="the share of each value of this column, in percentage points; one of the four is asked")
    count: OfUtility[StrictBool | None] = Field(default=None, description="rows of each group")
    mean_of: OfUtility[Name | None] = Field(default=None, description="the mean of this column")
    sum_of: OfUtility[Name | None] = Field(default=None, description="the sum of this column")

    @property
    def of(self) -> Literal["share", "count", "mean", "sum"]:
        """What is asked of each group."""
        return "share" if self.share_of else "mean" if self.mean_of else "sum" if self.sum_of else "count"

    @property
    def value(self) -> str | None:
        """The column whose shares, mean or sum is asked for; None for counts."""
        return self.share_of or self.mean_of or self.sum_of

    @property
    def names(self) -> tuple[str, ...]:
        """Every column that the query reads."""
        return (*self.group_by, *([self.value] if self.value else []))

    @property
    def unit(self) -> str:
        """The unit of its answers' errors."""
        return {"share": "percentage points", "count": "rows"}.get(self.of, f"units of {self.value}")


def subject(measure: str, column: str | None, group: str | None, l: int | None) -> str:
    """A measure with its column, l and group, in words."""
    parts = [measure]
    parts += [f"of {column}"] if column else []
    parts += [f"(l = {l})"] if l is not None else []
    parts += [f"in {group}"] if group else []
    return " ".join(parts)


class ThresholdProfile(Declared):
    """A named set of thresholds, and why it was chosen."""

    name: OfLimits[Name] = Field(description="of the set")
    reason: OfProse[Text] = Field(description="why this set, for this very table")


class Threshold(Declared):
    """A limit on a measure, where it comes from and why."""

    measure: OfLimits[Name] = Field(description="what is limited")
    column: OfLimits[Name | None] = Field(default=None, description="the sensitive column, or the utility query; required where there are several")
    group: OfLimits[Name | None] = Field(default=None, description="a declared group, or each")
    l: OfLimits[Annotated[StrictInt, Field(ge=1)] | None] = Field(default=None, description="of recursive_c alone")
    at_least: OfLimits[Number | None] = Field(default=None, description="the limit of a measure that protects when it is high")
    at_most: OfLimits[Number | None] = Field(default=None, description="the limit of a measure that protects when it is low")
    severity: OfLimits[Literal["error", "warn"]] = Field(default="error", description="warn stands in the report and does not fail")
    source: OfProse[Text | None] = Field(default=None, description="where the number comes from")
    reason: OfProse[Text | None] = Field(default=None, description="why this number for this table")

    def key(self) -> str:
        """What is limited."""
        return subject(self.measure, self.column, self.group, self.l)

    @property
    def limit(self) -> Decimal:
        """The number of the limit, whichever way it binds."""
        limit = self.at_most if self.at_least is None else self.at_least
        assert limit is not None
        return limit


class Acceptance(Declared):
    """A finding that does not fail the release, for a reason and until a day."""

    finding: OfLimits[Name] = Field(description="the id of the finding, as reports print it")
    column: OfLimits[Name | None] = Field(default=None, description="the column that the finding is about; required where it names one")
    group: OfLimits[Name | None] = Field(default=None, description="the group that the finding is about; required where it names one")
    reason: OfProse[Text] = Field(description="why it does no harm in this table")
    until: OfLimits[Day] = Field(description="the last day on which it is accepted")

    def key(self) -> str:
        """What is accepted."""
        return subject(self.finding, self.column, self.group, None)


class Decision(Declared):
    """What was decided, over which alternatives, why, and by which role."""

    alternatives: OfProse[tuple[Text, ...]] = Field(default=(), description="what was considered")
    reason: OfProse[Text | None] = Field(default=None, description="why this one")
    by: OfProse[Text | None] = Field(default=None, description="a role, not a person's name")


class Rung(Declared):
    """One step of the generalisation ladder: a name, and the level of each quasi-identifier that is not as it is."""

    model_config = ConfigDict(extra="allow")
    extra_part = Part.LADDER
    __pydantic_extra__: dict[str, StrictStr]

    name: OfLadder[Name] = Field(description="of the rung; every other key is a quasi-identifier and its level, or dropped")

    @property
    def levels(self) -> Mapping[str, str]:
        """Quasi-identifier -> level."""
        return self.__pydantic_extra__


class Release(Declared):
    """What is to be published, and all that is declared about it."""

    name: OfPlace[Name] = Field(description="unique; what --select takes")
    relation: OfPlace[Relation] = Field(description="[database.][schema.]table or view, or a file")
    published_as: PublishedPlace[Relation | None] = Field(default=None, description="the relation that is really published: that one is measured, as it stands")
    description: OfProse[Text | None] = Field(default=None, description="what it is")
    time_zone: OfReading[Annotated[StrictStr, AfterValidator(checked)]] = Field(
        default=UTC, description="the IANA time zone in which times are read, such as Europe/Madrid"
    )
    columns: Inside[dict[Name, Column]] = Field(min_length=1, description="every column of the relation, by name; one without a role fails the check")
    other_columns: Inside[OtherColumns | None] = Field(default=None, description="the role of every column that is not named")
    publish: OfPublished[dict[Name, Name]] = Field(default={}, description="quasi-identifier: level that is published, or dropped; default: as it is")
    ladder: Inside[tuple[Rung, ...]] = Field(default=(), description="rungs measured beside the published one, each from the raw columns")
    where: OfPublished[Text | None] = Field(default=None, description="a condition: only these rows are published")
    suppress_below: OfPublished[Annotated[StrictInt, Field(ge=1)] | None] = Field(
        default=None, description="what is published leaves out the classes smaller than this"
    )
    suppress: Inside[Annotated[tuple[ClassLimit, ...], Field(min_length=1)] | None] = Field(
        default=None, description="limits on a class: what is published leaves out the classes that fail one; in place of suppress_below"
    )
    suppressed_marker: OfPublished[Text | None] = Field(default=None, description="a row whose text quasi-identifiers are all this text is counted apart")
    groups: OfLimits[tuple[Name | dict[Name, Text], ...]] = Field(default=(), description="columns, or name: condition; measured and judged apart")
    population: Inside[Population | None] = Field(default=None, description="the people of whom the rows are some; absent: each row is its own population")
    adversary: Inside[Adversary | None] = Field(default=None, description="against whom")
    membership_sensitive: OfAdversary[StrictBool] = Field(
        default=False, description="whether being in the table is itself the secret; then a limit on delta_presence is required"
    )
    composes_with: OfAdversary[tuple[Name, ...]] = Field(default=(), description="other releases about the same people, joined by the entity column")
    protected_by: Inside[ProtectedBy | None] = Field(default=None, description="the anonymisation by pivots and blocks that is verified")
    utility: Inside[tuple[Utility, ...]] = Field(default=(), description="queries whose error against the source is measured")
    threshold_profile: Inside[ThresholdProfile | None] = Field(default=None, description="a named set of limits, and why it was chosen for this table")
    thresholds: Inside[tuple[Threshold, ...]] = Field(default=(), description="the limits; at least one of severity error on k or prosecutor_*")
    waived: Waiving[dict[Name, Text]] = Field(default={}, description="sensitive column: why its disclosure is not judged")
    accepted: Inside[tuple[Acceptance, ...]] = Field(default=(), description="findings that do not fail the release, each until a day")
    decision: Inside[Decision | None] = Field(default=None, description="what was decided")
    decided_on: OfDates[Day] = Field(description="the day on which limits and adversary were fixed, before measuring; not in the future")
    valid_until: OfDates[Day] = Field(description="after this day the check fails")
    review_when: OfProse[tuple[Text, ...]] = Field(default=(), description="what would make the decision stale")

    def relations(self) -> list[str | FileRelation]:
        """Every relation that the release reads: its own, the published one, the population's, that of its anonymisation, the hierarchies."""
        population = self.population.relation if self.population else None
        source = self.protected_by.source if self.protected_by else None
        return [relation for relation in (self.relation, self.published_as, population, source, *self.hierarchies().values()) if relation is not None]

    def with_role(self, *roles: ColumnRole) -> list[str]:
        """The names of the columns of these roles, in the order of the declaration."""
        return [name for name, column in self.columns.items() if column.role in roles]

    def published_columns(self, aliases: Mapping[tuple[str, str], str] = _NONE) -> list[tuple[str, str]]:
        """(the name it is published under, the column) of every declared column that is published, in the order of the declaration.

        `aliases`: the names of levels by column and level, once the hierarchies are read; a level that is not among them has its own.
        """
        hidden = self.with_role("identifier", "entity")
        kept = [(name, self.publish.get(name)) for name in self.columns if name not in hidden]
        return [(name if level is None else aliases.get((name, level), level), name) for name, level in kept if level != DROPPED]

    def hierarchies(self) -> dict[str, str | FileRelation]:
        """Column -> the relation of its hierarchy; a file of one has `;` between its columns.

        That of a sensitive column always has a header: as a row it would be one more root, and make every distance shorter.
        """
        found: dict[str, str | FileRelation] = {}
        for name, column in self.columns.items():
            file = column.hierarchy if isinstance(column.hierarchy, str) else None
            if file is not None and column.role == "quasi_identifier":
                found[name] = HierarchyFile(file=file, delimiter=";", column=name, asked=self.asked_levels(name))
            elif file is not None:
                found[name] = MappingFile(file=file, delimiter=";")
            elif isinstance(column.hierarchy, HierarchyRelation):
                found[name] = column.hierarchy.relation
        return found

    def asked_levels(self, column: str) -> tuple[str, ...]:
        """The levels of a column that `publish` or a rung asks of its hierarchy."""
        asked = [levels[column] for levels in (self.publish, *(rung.levels for rung in self.ladder)) if column in levels]
        return tuple(dict.fromkeys(level for level in asked if level != DROPPED and level not in self.columns[column].levels))

    def named_levels(self) -> Iterator[tuple[str, str, str]]:
        """(column, level, expression) of every declared level."""
        for name, column in self.columns.items():
            for level, expression in column.levels.items():
                yield name, level, expression

    def group_conditions(self) -> dict[str, str | None]:
        """Group name -> its condition; None where the group is a column, each of whose values is a group."""
        found: dict[str, str | None] = {}
        for group in self.groups:
            found.update(dict.fromkeys([group]) if isinstance(group, str) else group)
        return found

    def k_limit(self) -> int:
        """The k of rows_below_k: the highest error threshold on k, else that of the declared suppression, else 5."""
        limits = [
            math.ceil(threshold.limit)
            for threshold in self.thresholds
            if threshold.measure == "k" and threshold.severity == "error" and threshold.group is None
        ]
        return max(limits, default=self.smallest_class() or 5)

    def k_map_limit(self) -> int:
        """The k of rows_below_k_map: the highest threshold on k_map, else that of rows_below_k."""
        limits = [math.ceil(threshold.limit) for threshold in self.thresholds if threshold.measure == "k_map"]
        return max(limits, default=self.k_limit())

    def declared_suppression(self) -> Suppression:
        """What is left out of what is published: `suppress_below`, or `suppress`, each limit of a column with its column."""
        column = next(iter(self.with_role("sensitive")), None)
        limits = (each if each.k is not None else each.model_copy(update={"column": each.column or column}) for each in self.suppress or ())
        return Suppression.of([*([ClassLimit(k=self.suppress_below)] if self.suppress_below else []), *limits])

    def suppression(self) -> Suppression:
        """What suppressed_* are about: the declared suppression, else that of the classes below the k of rows_below_k."""
        return Suppression(self.k_limit()) if self.suppress_below is None and self.suppress is None else self.declared_suppression()

    def smallest_class(self) -> int | None:
        """The rows that the declared suppression asks of a class; None where it asks for none."""
        return self.suppress_below or max((each.k for each in self.suppress or () if each.k is not None), default=None)

    def risk_limit(self) -> Decimal:
        """The risk limit of rows_at_risk: the strictest threshold on prosecutor_max, else 0.2."""
        limits = [threshold.limit for threshold in self.thresholds if threshold.measure == "prosecutor_max" and threshold.group is None]
        return min(limits, default=Decimal("0.2"))


def shared_sensitive(releases: Sequence[Release]) -> tuple[str, ...]:
    """The sensitive columns that at least two of the releases have, by name but for the case of A to Z, as the first one that has each spells it."""
    names: dict[str, list[str]] = {}
    for release in releases:
        for name in release.with_role("sensitive"):
            names.setdefault(ascii_folded(name), []).append(name)
    return tuple(spelt[0] for spelt in names.values() if len(spelt) > 1)


class Declaration(Declared):
    """The whole of sqlrisk.yml."""

    version: OfPlace[Literal[1]] = Field(description="of this form")
    profile: OfPlace[Name | None] = Field(default=None, description="of profiles.yml; not needed where that has one, or where every relation is a file")
    releases: Inside[tuple[Release, ...]] = Field(min_length=1, description="what is to be published")

    def composed(self, release: Release) -> tuple[Release, ...]:
        """The other releases about the same people that a release declares, in its order; none where one is not here, or they cannot be joined."""
        by_name = {other.name: other for other in self.releases}
        found = tuple(by_name[name] for name in release.composes_with if name in by_name)
        joined = all(len(each.with_role("entity")) == 1 for each in (release, *found))
        return found if joined and len(found) == len(release.composes_with) else ()
