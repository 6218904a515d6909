"""The tables of the benchmark: those that may be looked at (`DEV`), and those on which no choice was tuned (`FRESH`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from benchmarks.accuracy import generated, packaged
from benchmarks.accuracy.populations import Columns, Population


@dataclass(frozen=True)
class Table:
    """A population's name, how its rows are made or read, and the columns that are its quasi-identifiers."""

    name: str
    rows: Callable[[], Columns]
    columns: tuple[str, ...]

    def population(self) -> Population:
        """Its classes. Raises AbsentError where a package is not installed."""
        return Population.of(self.rows(), self.columns)


DEV = (
    Table("towns 20k", partial(generated.municipalities, 20_000, 1), ("province", "age", "sex", "occupation")),
    Table("towns 300k", partial(generated.municipalities, 300_000, 2, provinces=50), ("municipality", "age", "sex", "civil_status")),
    Table("towns 1M", partial(generated.municipalities, 1_000_000, 3, provinces=52, places=3000), ("municipality", "province", "age", "sex", "country")),
    Table("mixture 40k", partial(generated.latent_classes, 40_000, 4, groups=12, values=(12, 8, 6, 20, 3)), ("a", "b", "c", "d", "e")),
    Table("mixture 200k", partial(generated.latent_classes, 200_000, 5, groups=30, values=(40, 10, 8, 5, 5, 3)), ("a", "b", "c", "d", "e", "f")),
    Table("ordinal 60k", partial(generated.ordinal_copula, 60_000, 6, values=(30, 12, 8, 5), correlation=0.6), ("a", "b", "c", "d")),
    Table("postcodes 150k", partial(generated.postcodes, 150_000, 7), ("postcode", "county", "state", "age", "sex")),
    Table("diagnoses 80k", partial(generated.diagnoses, 80_000, 8), ("age", "sex", "diagnosis", "hospital")),
    Table("devices 250k", partial(generated.devices, 250_000, 9), ("country", "model", "network", "version")),
    Table("uniform 50k", partial(generated.uniform, 50_000, 10, values=(40, 30, 12, 2)), ("a", "b", "c", "d")),
    Table("fair 6k", partial(packaged.table, "statsmodels", "datasets/fair/fair.csv"), ("age", "yrs_married", "children", "educ", "occupation")),
    Table("diamonds 54k", partial(packaged.table, "pydataset", "ggplot2/diamonds.csv", {"carat": 0.1}), ("carat", "cut", "color", "clarity", "table")),
    Table("towns 100k, five years", partial(generated.municipalities, 100_000, 31, age_band=5, provinces=40), ("province", "age", "sex", "civil_status")),
    Table("towns 600k, ten years", partial(generated.municipalities, 600_000, 32, age_band=10, places=400), ("municipality", "age", "sex", "country")),
    Table("provinces 400k", partial(generated.municipalities, 400_000, 33, age_band=5, provinces=30), ("province", "age", "sex", "occupation")),
    Table("mixture 500k", partial(generated.latent_classes, 500_000, 34, groups=8, values=(20, 10, 8, 4)), ("a", "b", "c", "d")),
    Table("mixture 60k", partial(generated.latent_classes, 60_000, 35, groups=15, values=(60, 12, 6, 3), concentration=0.4), ("a", "b", "c", "d")),
    Table("ordinal 300k", partial(generated.ordinal_copula, 300_000, 36, values=(40, 15, 10), correlation=0.7), ("a", "b", "c")),
    Table("postcodes 200k", partial(generated.postcodes, 200_000, 37, codes=2500, effect=0.3), ("postcode", "state", "age", "sex")),
    Table("incomes 100k", partial(generated.postcodes, 100_000, 38, codes=400, effect=0.6), ("postcode", "age", "income", "sex")),
    Table("counties 80k", partial(generated.postcodes, 80_000, 39, states=9), ("county", "age", "sex", "ethnicity", "dwelling")),
    Table("diagnoses 300k", partial(generated.diagnoses, 300_000, 40, codes=300), ("age", "sex", "diagnosis", "admission", "stay")),
    Table("devices 90k", partial(generated.devices, 90_000, 41, models=800, networks=60), ("country", "model", "network")),
    Table("households 50k", partial(generated.households, 50_000, 42, zones=150), ("zone", "size", "tenure", "age", "sex")),
    Table("interactions 60k", partial(generated.interactions, 60_000, 43, values=(20, 15, 18, 4), noise=0.15), ("a", "b", "c", "d")),
    Table("births 80k", partial(generated.births, 80_000, 44, zones=25, day_band=30), ("day", "year", "sex", "zone")),
)
FRESH: tuple[Table, ...] = ()
SETS = {"dev": DEV, "fresh": FRESH}
