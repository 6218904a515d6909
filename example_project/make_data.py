"""Writes seeds/altas.csv: 20,000 hospital discharges that never happened. Synthetic, seeded, and the same on every machine."""

from __future__ import annotations

import csv
import random
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

ROWS, SEED = 20_000, 20261101
FILE = Path(__file__).parent / "seeds" / "altas.csv"
COLUMNS = ("num_historia", "edad", "sexo", "codigo_postal", "profesion", "diagnostico")

# Province (the first two digits of a postcode) -> inhabitants in thousands, rounded.
PROVINCES = {
    "01": 340, "02": 390, "03": 2000, "04": 760, "05": 160, "06": 665, "07": 1240, "08": 5950, "09": 360, "10": 387,
    "11": 1260, "12": 620, "13": 490, "14": 770, "15": 1130, "16": 200, "17": 830, "18": 940, "19": 285, "20": 730,
    "21": 535, "22": 230, "23": 615, "24": 445, "25": 455, "26": 327, "27": 324, "28": 7100, "29": 1790, "30": 1585,
    "31": 683, "32": 304, "33": 1015, "34": 158, "35": 1170, "36": 947, "37": 328, "38": 1090, "39": 593, "40": 158,
    "41": 1975, "42": 91, "43": 870, "44": 135, "45": 750, "46": 2760, "47": 525, "48": 1165, "49": 165, "50": 990,
    "51": 83, "52": 86,
}  # fmt: skip
NORTH = frozenset(["01", "09", "15", "20", "24", "27", "31", "32", "33", "34", "36", "39", "40", "42", "48", "49"])

# Ten years of age -> share of the discharges.
AGES = {0: 9, 10: 4, 20: 7, 30: 11, 40: 11, 50: 13, 60: 16, 70: 18, 80: 11}

PROFESSIONS = {
    "woman": {"administracion": 16, "comercio": 14, "sanidad": 13, "educacion": 11, "limpieza": 12, "hosteleria": 10, "cuidados": 9, "industria": 5,
              "agricultura": 3, "transporte": 2},
    "man": {"administracion": 9, "comercio": 10, "sanidad": 4, "educacion": 5, "limpieza": 2, "hosteleria": 9, "cuidados": 1, "industria": 18,
            "agricultura": 9, "transporte": 14, "construccion": 17},
}  # fmt: skip

# Age from -> weights of circulatorio, respiratorio, digestivo, traumatismo, neoplasia, tuberculosis.
DIAGNOSES = ("circulatorio", "respiratorio", "digestivo", "traumatismo", "neoplasia", "tuberculosis")
WEIGHTS = {
    0: (5, 46, 22, 23, 4, 0.3),
    18: (11, 16, 28, 36, 8, 1.0),
    50: (28, 18, 21, 14, 19, 0.6),
    70: (36, 24, 15, 13, 12, 0.4),
}


def discharge(rng: random.Random, number: int) -> tuple[str, int, str, str, str, str]:
    """One discharge, in the order of COLUMNS."""
    age = min(drawn(rng, AGES) + rng.randrange(10) + (rng.randrange(8) if rng.random() < 0.1 else 0), 99)
    sex = "mujer" if rng.random() < (0.56 if age >= 80 else 0.5) else "hombre"
    province = drawn(rng, PROVINCES)
    return f"{number:08d}", age, sex, province + district(rng), profession(rng, age, sex), diagnosis(rng, age, province)


def district(rng: random.Random) -> str:
    """The last three digits of a postcode: the capital, which begins with 0, or a town elsewhere."""
    return f"{rng.randrange(1, 20):03d}" if rng.random() < 0.4 else f"{rng.randrange(1, 10)}{rng.randrange(10)}0"


def profession(rng: random.Random, age: int, sex: str) -> str:
    """What one does at this age."""
    if age < 16 or (age < 24 and rng.random() < 0.7):
        return "estudiante"
    if age >= 65:
        return "jubilacion"
    return drawn(rng, PROFESSIONS["woman" if sex == "mujer" else "man"])


def diagnosis(rng: random.Random, age: int, province: str) -> str:
    """The diagnosis: by age, and with more respiratory ones in the north."""
    weights = list(WEIGHTS[max(start for start in WEIGHTS if start <= age)])
    weights[1] *= 1.2 if province in NORTH else 1
    return drawn(rng, dict(zip(DIAGNOSES, weights, strict=True)))


def drawn(rng: random.Random, weights: Mapping[T, float]) -> T:
    """One key, as often as its weight says."""
    return rng.choices(list(weights), list(weights.values()))[0]


def main() -> None:
    """Write the file."""
    rng = random.Random(SEED)
    numbers = rng.sample(range(10_000_000, 99_999_999), ROWS)
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(discharge(rng, number) for number in numbers)


if __name__ == "__main__":
    main()
