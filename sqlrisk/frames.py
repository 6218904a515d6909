"""pandas DataFrames as relations: their names must be text and unlike apart from case, and an index of their own is a column like any other."""

from __future__ import annotations

import json
import re
from typing import Any

from sqlrisk.errors import ConfigurationError
from sqlrisk.names import ascii_folded
from sqlrisk.plain import literal

_RESET = "sqlrisk: the index is a column"


def copied(name: str, frame: Any) -> tuple[str, str]:
    """The relation text of a copy of a frame, and the Python that makes the copy where the frame is."""
    given = name if name.isidentifier() else f"frames[{json.dumps(name)}]"
    index = ".reset_index()" if frame.attrs.get(_RESET) else ""
    file = re.sub(r"\W", "_", name) + ".parquet"
    return f"read_parquet({literal(file)})", f'duckdb.from_df({given}{index}).write_parquet("{file}")'


def is_frame(value: Any) -> bool:
    """Whether a value is a pandas DataFrame, without importing pandas."""
    return type(value).__module__.partition(".")[0] == "pandas" and type(value).__name__ == "DataFrame"


def checked_frame(name: str, frame: Any) -> Any:
    """The frame to measure. Raises ConfigurationError for names that DuckDB would change in silence; no message holds a cell value."""
    if not is_frame(frame):
        raise ConfigurationError(f"`{name}` is of type {type(frame).__name__}, not a pandas DataFrame", instead="convert it: pandas.DataFrame(...)")
    if type(frame.index).__name__ != "RangeIndex" or frame.index.name is not None:
        frame = frame.reset_index()
        frame.attrs = {**frame.attrs, _RESET: True}
    other = next((label for label in frame.columns if not isinstance(label, str)), None)
    if other is not None:
        kind = type(other).__name__
        raise ConfigurationError(
            f"a column of the DataFrame is named by a value of type {kind}, not by text", instead="frame.columns = [str(c) for c in frame.columns]"
        )
    folded = [ascii_folded(label) for label in frame.columns]
    twin = next((label for label in frame.columns if folded.count(ascii_folded(label)) > 1), None)
    if twin is not None:
        raise ConfigurationError(f"the column `{twin}` stands twice in the DataFrame (DuckDB does not tell case apart)", instead="rename one of them")
    return frame
