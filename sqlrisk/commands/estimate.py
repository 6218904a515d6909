"""`sqlrisk estimate`: population risk from class counts on standard input."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from sqlrisk.errors import ConfigurationError
from sqlrisk.options import HumanOrJson
from sqlrisk.terminal import print_text

EXAMPLE = "sqlrisk estimate --sampling-fraction 0.05 < class_sizes.csv"


def estimate(
    sampling_fraction: Annotated[str | None, typer.Option(help="f = n / N, the share of the population that the rows are.", metavar="F")] = None,
    population: Annotated[str | None, typer.Option(help="N, the size of the population, instead of the fraction.", metavar="N")] = None,
    format: HumanOrJson = "human",
) -> None:
    """Population risk from class counts on standard input: CSV `n,classes`, or JSON. Without a fraction f = 1."""
    from sqlrisk import estimating

    if sys.stdin.isatty():
        raise ConfigurationError("nothing is on standard input", instead=estimating.EXAMPLE)
    print_text(estimating.estimated(sys.stdin.buffer.read().decode("utf-8", errors="replace"), sampling_fraction, population, format), format)
