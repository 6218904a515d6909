"""What is known of the population: counted in a reference relation, or estimated from the rows that were sampled."""

from __future__ import annotations

from dataclasses import dataclass

from sqlrisk.estimators.risks import PopulationRisk
from sqlrisk.evidence.matched import MatchedClasses


@dataclass(frozen=True)
class PopulationEvidence:
    """The classes matched with the reference relation where there is one, else the risk that the estimators give.

    `declared`: a sampling fraction is; without one f is taken to be 1. `random`: the rows are a random sample, they are not, or nobody was asked (None).
    `unpaired`: quasi-identifiers that the model knows by their own margins only, beyond those whose pairs are counted. `size`: N where
    it is declared. `obstacle`: why nothing can be said of the population, though it is declared.
    """

    matched: MatchedClasses | None
    risk: PopulationRisk | None
    declared: bool = True
    random: bool | None = None
    unpaired: int = 0
    size: int | None = None
    obstacle: str | None = None
