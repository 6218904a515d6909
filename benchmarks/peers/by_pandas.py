"""k as books on anonymisation write it in pandas, and everything in as few vectorised group-bys as pandas allows. Usage: by_pandas.py book|plain FILE."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from benchmarks.peers.reading import QUASI_IDENTIFIERS, SENSITIVE, tell


def book(frame: pd.DataFrame) -> Mapping[str, Any]:
    """k: the size of the smallest group."""
    return {"k": int(frame.groupby(QUASI_IDENTIFIERS).size().min())}


def plain(frame: pd.DataFrame) -> Mapping[str, Any]:
    """k, l, entropy l, t (total variation) and gain from one group-by of the rows; NULL keys kept."""
    pairs = frame.groupby([*QUASI_IDENTIFIERS, SENSITIVE], dropna=False, observed=True).size().rename("n").reset_index()
    by_class = pairs.groupby(QUASI_IDENTIFIERS, dropna=False, observed=True)
    size, values = by_class["n"].transform("sum"), pairs.groupby(SENSITIVE)["n"].transform("sum")
    share, of_table = pairs["n"] / size, values / len(frame)
    summed = pairs.assign(entropy=-share * np.log(share), variation=np.maximum(share - of_table, 0)).groupby(QUASI_IDENTIFIERS, dropna=False, observed=True)
    return {
        "k": int(size.min()),
        "distinct_l": int(by_class.size().min()),
        "entropy_l": float(np.exp(summed["entropy"].sum().min())),
        "t_closeness": float(summed["variation"].sum().max()),
        "beta_basic": float((share / of_table).max() - 1),
    }


if __name__ == "__main__":
    tell(sys.argv[2], {"book": book, "plain": plain}[sys.argv[1]])
