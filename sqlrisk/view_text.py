"""The text of a view: which functions it calls that give another value each time, or another day another, and which relations it reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sqlglot
from sqlglot import TokenType, exp
from sqlglot.errors import SqlglotError


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


VOLATILE = _names("""
random rand randn random_normal rand32 rand64 rand_canonical randcanonical randconstant randuniform randnormal randomblob randomstring
randomprintableascii randstr uniform normal zipf setseed shuffle generaterandom uuid uuid4 uuidv4 uuidv7 uuid_short uuid_string uuid_generate_v1
uuid_generate_v4 gen_random_uuid gen_random_bytes generate_uuid generateuuidv4 generateuuidv7 generateulid newid newsequentialid nextval currval
lastval setval seq1 seq2 seq4 seq8 clock_timestamp timeofday monotonically_increasing_id last_insert_rowid last_insert_id changes total_changes
current_query current_query_id current_connection_id current_transaction_id rownumberinallblocks rownumberinblock blocknumber
""")
"""Functions of any engine that give another value each time they are called, or each time a statement is sent."""
STABLE = _names("""
now now64 nowinblock today yesterday current_date current_time current_timestamp current_datetime current_localtime current_localtimestamp localtime
localtimestamp getdate getutcdate sysdate systimestamp sysdatetime sysutcdatetime sysdatetimeoffset get_current_time get_current_timestamp
transaction_timestamp statement_timestamp utc_date utc_time utc_timestamp curdate curtime unix_timestamp ago
""")
"""Functions of any engine that give one value a statement, and another on another day."""
_BARE = _names("""
current_date current_time current_timestamp current_datetime localtime localtimestamp sysdate utc_date utc_time utc_timestamp curdate curtime
""")
"""Those that are called without parentheses."""
_SAMPLED = "tablesample"


@dataclass(frozen=True)
class Text:
    """What a text calls, in lower case, and the relations that it reads: each by its parts, in lower case."""

    calls: frozenset[str]
    relations: frozenset[tuple[str, ...]]

    @property
    def volatile(self) -> set[str]:
        """The calls of built-in functions that give another value each time; a sample without a seed is one."""
        return {name for name in self.calls if name in VOLATILE or name == _SAMPLED}

    @property
    def stable(self) -> set[str]:
        """The calls whose value depends on the day."""
        return {name for name in self.calls if name in STABLE}


def read(definition: str, dialect: str) -> Text | None:
    """What a definition calls and reads; None where its text cannot be told apart into words."""
    try:
        tokens = sqlglot.tokenize(definition, read=dialect)
    except SqlglotError:
        return None
    return Text(frozenset(_calls(tokens)), _relations(definition, tokens, dialect))


def _calls(tokens: list[Any]) -> Iterator[str]:
    words = {token.text.lower() for token in tokens if token.token_type != TokenType.STRING}
    if not {"repeatable", "seed"} & words and any(_samples(tokens, place) for place in range(len(tokens))):
        yield _SAMPLED
    for place, token in enumerate(tokens):
        name, quoted = token.text.lower(), token.token_type == TokenType.IDENTIFIER
        follows = tokens[place + 1].token_type if place + 1 < len(tokens) else None
        after_dot = place > 0 and tokens[place - 1].token_type == TokenType.DOT
        if token.token_type == TokenType.STRING:
            if name == "now":
                yield "now"
        elif follows == TokenType.L_PAREN or (name in _BARE and not quoted and not after_dot):
            yield name


def _samples(tokens: list[Any], place: int) -> bool:
    """Whether a sample is taken here: TABLESAMPLE, or USING SAMPLE."""
    after_using = place > 0 and tokens[place - 1].token_type == TokenType.USING
    return tokens[place].token_type == TokenType.TABLE_SAMPLE or (tokens[place].text.lower() == "sample" and after_using)


def _relations(definition: str, tokens: list[Any], dialect: str) -> frozenset[tuple[str, ...]]:
    """The relations that are named; where the text does not parse, every name in it may be one."""
    try:
        found = [table for tree in sqlglot.parse(definition, read=dialect) if tree is not None for table in tree.find_all(exp.Table)]
    except (SqlglotError, RecursionError):
        return frozenset((token.text.lower(),) for token in tokens if token.token_type in (TokenType.VAR, TokenType.IDENTIFIER))
    return frozenset(tuple(part.name.lower() for part in table.parts if isinstance(part, exp.Identifier)) for table in found)
