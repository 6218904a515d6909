"""Populations that are generated: rows of quasi-identifiers with dependence, skew and nested columns, each family with its seed."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from benchmarks.accuracy.populations import Columns, Whole
from sqlrisk.estimators.arrays import Real

Random = np.random.Generator


def municipalities(rows: int, seed: int, provinces: int = 30, places: int = 900, steepness: float = 1.0, age_band: int = 1) -> Columns:
    """People of municipalities (Zipf) nested in provinces; age pyramids by province; sex, country and occupation that depend on age and place."""
    random = np.random.default_rng(seed)
    province_of = _picked(random, random.dirichlet(np.full(provinces, 1.5)), places)
    place = _picked(random, _zipf(places, steepness)[random.permutation(places)], rows)
    province = province_of[place]
    age = _ages(random, 41 + 5 * random.standard_normal(provinces)[province])
    sex = (random.random(rows) < 0.47 + 0.0012 * age).astype(np.int64)
    foreign = random.random(rows) < (0.03 + 0.15 * random.random(provinces))[province] * np.where((age > 18) & (age < 50), 1.5, 0.6)
    country = np.where(foreign, 1 + _picked(random, _zipf(80, 1.3), rows), 0)
    work = np.where(age < 16, 0, np.where(age > 65, 1, 2 + _shifted(random, _zipf(40, 0.9), sex * 11 + province % 3)))
    civil = np.clip((age - 20) / 15 + random.standard_normal(rows), 0, 4).astype(np.int64)
    return {"municipality": place, "province": province, "age": age // age_band, "sex": sex, "country": country, "occupation": work, "civil_status": civil}


def latent_classes(rows: int, seed: int, groups: int, values: Sequence[int], concentration: float = 0.5, skew: float = 0.8) -> Columns:
    """A mixture of latent groups; within a group the columns a, b, ... are independent, each with its own Dirichlet about a Zipf margin."""
    random = np.random.default_rng(seed)
    group = _picked(random, random.dirichlet(np.full(groups, 1.0)), rows)
    found: dict[str, Whole] = {}
    for place, count in enumerate(values):
        about = _zipf(count, skew) * count * concentration
        chances = np.array([random.dirichlet(np.maximum(about, 0.02)) for _ in range(groups)])
        found[chr(ord("a") + place)] = _each_picked(random, chances, group)
    return found


def ordinal_copula(rows: int, seed: int, values: Sequence[int], correlation: float = 0.5, skew: float = 0.0) -> Columns:
    """Ordered columns a, b, ... cut from normal variables with one common factor; `skew` makes the high values rare."""
    random = np.random.default_rng(seed)
    common = random.standard_normal(rows)
    found: dict[str, Whole] = {}
    for place, count in enumerate(values):
        strength = correlation ** (0.5 * (1 + place % 2))
        each = strength * common * (-1) ** place + math.sqrt(1 - strength * strength) * random.standard_normal(rows)
        found[chr(ord("a") + place)] = np.clip(np.floor(count * (_normal_below(each) ** (1 + skew))), 0, count - 1).astype(np.int64)
    return found


def postcodes(rows: int, seed: int, states: int = 12, codes: int = 1500, steepness: float = 0.7, effect: float = 1.0) -> Columns:
    """Postcodes that determine county and state; age band, income, dwelling and ethnicity that depend on the postcode."""
    random = np.random.default_rng(seed)
    state_of = np.sort(_picked(random, _zipf(states, 0.6), codes))
    county_of = state_of * 100 + np.arange(codes) * 8 // codes + np.arange(codes) % 4
    code = _picked(random, _zipf(codes, steepness)[random.permutation(codes)], rows)
    wealth, youth = (effect * random.standard_normal(codes) for _ in range(2))
    income = np.clip(4 + 2 * wealth[code] + 2 * random.standard_normal(rows), 0, 11).astype(np.int64)
    age = _ages(random, 44 - 6 * youth[code]) // 5
    dwelling = _each_picked(random, random.dirichlet(np.array([3.0, 1.5, 0.7, 0.3]), codes), code)
    ethnicity = _each_picked(random, random.dirichlet(_zipf(9, 1.6) * 4, state_of.max() + 1), state_of[code])
    sex = (random.random(rows) < 0.51).astype(np.int64)
    return {
        "postcode": code,
        "county": county_of[code],
        "state": state_of[code],
        "age": age,
        "sex": sex,
        "income": income,
        "dwelling": dwelling,
        "ethnicity": ethnicity,
    }


def diagnoses(rows: int, seed: int, codes: int = 1200, steepness: float = 1.2, hospitals: int = 40) -> Columns:
    """Patients: a diagnosis code of a long tail that depends on age and sex; hospital, weeks in hospital, way of admission."""
    random = np.random.default_rng(seed)
    age = _ages(random, np.full(rows, 58.0)) // 5
    sex = (random.random(rows) < 0.54).astype(np.int64)
    code = _shifted(random, _zipf(codes, steepness), (age // 4) * 7 + sex * 31)
    hospital = _shifted(random, _zipf(hospitals, 0.8), code % 5)
    stay = np.minimum(random.geometric(0.25 + 0.5 * ((code % 7) / 7)), 30).astype(np.int64)
    admission = _each_picked(random, random.dirichlet(np.array([4.0, 2.0, 0.4, 0.1]), 40), code % 40)
    return {"age": age, "sex": sex, "diagnosis": code, "hospital": hospital, "stay": stay, "admission": admission}


def devices(rows: int, seed: int, models: int = 5000, steepness: float = 1.05, networks: int = 300) -> Columns:
    """Visits of a site: device model and network with thousands of values, that share a country; version by model; language by country."""
    random = np.random.default_rng(seed)
    country = _picked(random, _zipf(60, 1.1), rows)
    model = _shifted(random, _zipf(models, steepness), (country % 6) * 13)
    network = _shifted(random, _zipf(networks, 1.0), country * 5)
    version = np.minimum(model % 9 + random.geometric(0.6, rows), 14).astype(np.int64)
    language = np.where(random.random(rows) < 0.85, country % 25, _picked(random, _zipf(25, 1.0), rows))
    return {"country": country, "model": model, "network": network, "version": version, "language": language, "hour": random.integers(0, 24, rows)}


def uniform(rows: int, seed: int, values: Sequence[int]) -> Columns:
    """Independent columns a, b, ... whose values are all alike."""
    random = np.random.default_rng(seed)
    return {chr(ord("a") + place): random.integers(0, count, rows) for place, count in enumerate(values)}


def households(rows: int, seed: int, zones: int = 400, mean_size: float = 2.5) -> Columns:
    """People of households, who share zone, tenure, origin and the household's size and children: rows that come in clumps."""
    random = np.random.default_rng(seed)
    size = np.minimum(1 + random.poisson(mean_size - 1, rows), 9)
    home = np.repeat(np.arange(rows), size)[:rows]
    homes = int(home.max()) + 1
    zone = _picked(random, _zipf(zones, 0.6), homes)
    wealth = random.standard_normal(zones)[zone] + random.standard_normal(homes)
    tenure = np.clip(np.floor(1.5 + wealth), 0, 3).astype(np.int64)
    origin = _shifted(random, _zipf(30, 1.5), zone % 7)
    head = np.clip(48 + 12 * random.standard_normal(homes), 18, 95)
    order = np.arange(rows) - np.searchsorted(home, home)
    child = order >= 2
    age = np.where(child, head[home] - 31 + 4 * random.standard_normal(rows), head[home] + 3 * random.standard_normal(rows))
    children = np.bincount(home, child, homes).astype(np.int64)
    return {
        "zone": zone[home],
        "tenure": tenure[home],
        "origin": origin[home],
        "size": size[home],
        "children": children[home],
        "age": np.clip(age, 0, 99).astype(np.int64),
        "sex": np.where(child, random.integers(0, 2, rows), order % 2),
    }


def interactions(rows: int, seed: int, values: Sequence[int], noise: float) -> Columns:
    """Columns a, b, ... of which every third follows from the two before it together, but from neither alone, save for a share of noise."""
    random = np.random.default_rng(seed)
    found: list[Whole] = []
    for place, count in enumerate(values):
        free = _picked(random, _zipf(count, 0.8), rows)
        told = (found[place - 1] * 3 + found[place - 2] * 5) % count if place % 3 == 2 else free
        found.append(np.where(random.random(rows) < noise, free, told))
    return {chr(ord("a") + place): each for place, each in enumerate(found)}


def births(rows: int, seed: int, zones: int = 200, day_band: int = 1) -> Columns:
    """Birth day of the year, birth year, sex, zone of residence and zone of birth, which is mostly the same."""
    random = np.random.default_rng(seed)
    zone = _picked(random, _zipf(zones, 0.8), rows)
    moved = random.random(rows) < 0.35
    born = np.where(moved, _picked(random, _zipf(zones, 1.1), rows), zone)
    year = _ages(random, 40 + 4 * random.standard_normal(zones)[zone])
    day = np.floor(365 * random.random(rows) ** 1.05).astype(np.int64) // day_band
    return {"day": day, "year": year, "sex": random.integers(0, 2, rows), "zone": zone, "born": born}


def careers(rows: int, seed: int, employers: int = 2000, steepness: float = 0.9) -> Columns:
    """Employees: employers nested in sectors, degree by sector, grade by degree and years, year of entry, part time by sex, region by employer."""
    random = np.random.default_rng(seed)
    sector_of = _picked(random, random.dirichlet(np.full(18, 1.2)), employers)
    region_of = _picked(random, _zipf(15, 0.7), employers)
    employer = _picked(random, _zipf(employers, steepness)[random.permutation(employers)], rows)
    sector = sector_of[employer]
    sex = (random.random(rows) < (0.2 + 0.6 * random.random(18))[sector]).astype(np.int64)
    degree = _each_picked(random, random.dirichlet(np.array([3.0, 2.5, 1.5, 0.8, 0.2]), 18), sector)
    years = np.minimum(random.exponential((4 + 8 * random.random(18))[sector]), 44).astype(np.int64)
    grade = np.clip(np.floor(degree * 1.5 + years / 8 + random.standard_normal(rows)), 0, 11).astype(np.int64)
    part_time = (random.random(rows) < 0.08 + 0.3 * sex).astype(np.int64)
    region = np.where(random.random(rows) < 0.9, region_of[employer], _picked(random, _zipf(15, 0.7), rows))
    return {"employer": employer, "sector": sector, "sex": sex, "degree": degree, "years": years, "grade": grade, "part_time": part_time, "region": region}


def vehicles(rows: int, seed: int, models: int = 600, districts: int = 120) -> Columns:
    """Cars: models nested in makes, years of sale of each model, fuel by model and year, colour that follows fashion, district."""
    random = np.random.default_rng(seed)
    make_of = _picked(random, _zipf(45, 0.8), models)
    first, span = 1990 + random.integers(0, 30, models), 3 + random.integers(0, 12, models)
    model = _picked(random, _zipf(models, 0.9)[random.permutation(models)], rows)
    year = np.minimum(first[model] + np.floor(span[model] * random.random(rows) ** 0.8).astype(np.int64), 2025)
    electric = random.random(rows) < 0.5 / (1 + np.exp(-(year - 2021.0)))
    fuel = np.where(electric, 2 + model % 2, (random.random(rows) < 0.3 + 0.4 * (model % 3 == 0)).astype(np.int64))
    colour = _shifted(random, _zipf(14, 1.2), (year - 1990) // 8)
    return {"make": make_of[model], "model": model, "year": year, "fuel": fuel, "colour": colour, "district": _picked(random, _zipf(districts, 0.5), rows)}


def pupils(rows: int, seed: int, schools: int = 300, kinds: int = 4) -> Columns:
    """Pupils: schools nested in districts, of some kinds that hold some grades, month of birth, language and free meals by school, sex."""
    random = np.random.default_rng(seed)
    district_of = np.sort(_picked(random, _zipf(schools // 8, 0.5), schools))
    kind_of = random.integers(0, kinds, schools)
    school = _picked(random, random.dirichlet(np.full(schools, 4.0)), rows)
    grade = kind_of[school] * 3 + random.integers(0, 4, rows)
    poverty = random.beta(1.5, 4, schools)
    language = _each_picked(random, random.dirichlet(_zipf(25, 1.8) * 3, schools), school)
    return {
        "school": school,
        "district": district_of[school],
        "grade": grade,
        "month": random.integers(0, 12, rows),
        "language": language,
        "meals": (random.random(rows) < poverty[school]).astype(np.int64),
        "sex": random.integers(0, 2, rows),
    }


def schools(rows: int, seed: int, places: int = 400) -> Columns:
    """Pupils of schools (Zipf) of four kinds that mostly hold three grades each, a language that depends on the school, sex: pairs that are sparse but held."""
    random = np.random.default_rng(seed)
    kind_of = random.integers(0, 4, places)
    school = _picked(random, _zipf(places, 1.0), rows)
    usual = 3 * kind_of[school] + random.integers(0, 3, rows)
    grade = np.where(random.random(rows) < 0.9, usual, random.integers(0, 12, rows))
    language = _each_picked(random, random.dirichlet(_zipf(20, 1.4) * 3, places), school)
    return {"school": school, "grade": grade, "language": language, "sex": random.integers(0, 2, rows)}


def _zipf(values: int, steepness: float) -> Real:
    weights = np.arange(1, values + 1, dtype=np.float64) ** -steepness
    return np.asarray(weights / weights.sum())


def _picked(random: Random, chances: Real, rows: int) -> Whole:
    return np.searchsorted(np.cumsum(chances)[:-1], random.random(rows)).astype(np.int64)


def _each_picked(random: Random, chances: Real, group: Whole) -> Whole:
    """A value for each row, with the chances of its group."""
    steps = np.cumsum(chances, axis=1)[:, :-1]
    found = np.zeros(len(group), dtype=np.int64)
    order = np.argsort(group, kind="stable")
    ends = np.cumsum(np.bincount(group, minlength=len(chances)))
    for each, rows in enumerate(np.split(order, ends[:-1])):
        found[rows] = np.searchsorted(steps[each], random.random(len(rows)))
    return found


def _shifted(random: Random, chances: Real, shift: Whole) -> Whole:
    """A value for each row, with the same chances for all, but the common values turned into others by `shift`."""
    return (_picked(random, chances, len(shift)) * (1 + shift % 2 * 2) + shift) % len(chances)


def _ages(random: Random, mean: Real) -> Whole:
    return np.clip(np.abs(mean + 22 * random.standard_normal(len(mean))), 0, 103).astype(np.int64)


def _normal_below(x: Real) -> Real:
    """The normal distribution function, near enough to cut columns."""
    return np.asarray(1 / (1 + np.exp(-1.5976 * x - 0.07056 * x**3)))
