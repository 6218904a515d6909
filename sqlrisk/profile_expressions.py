"""The expressions of profiles.yml: env_var, literals, `~`, or, and, not, if, == and !=, four filters. They are computed here, node by node: no code is made."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import Environment, nodes
from jinja2.exceptions import TemplateSyntaxError

from sqlrisk import secrets
from sqlrisk.errors import ConfigurationError

MAX_TEXT, MAX_VALUE = 4_000, 200_000
"""Characters of a setting with an expression, and of what it becomes."""
WRITE = "use env_var('NAME') or env_var('NAME', 'default') and literals, joined by ~, or, and, not, if, ==, !=, with int, as_number, as_bool or as_text"


class _Refused(ValueError):
    """What an expression may not hold; the text names nothing of it."""


def has_expression(text: str) -> bool:
    """Whether a setting's text is more than plain text."""
    return any(mark in text for mark in ("{{", "{%", "{#"))


def value_of(text: str, key: str, where: str) -> Any:
    """What a setting's text becomes: the value of its one expression, or a text with each expression in its place. Raises ConfigurationError."""
    if not has_expression(text):
        return text
    try:
        if len(text) > MAX_TEXT:
            raise _Refused(f"it is longer than {MAX_TEXT:,} characters")
        found = _template(text)
        if isinstance(found, str) and len(found) > MAX_VALUE:
            raise _Refused(f"its value is longer than {MAX_VALUE:,} characters")
        return found
    except _Refused as refused:
        why, kind = str(refused), "not an expression of profiles.yml"
    except (ValueError, TypeError, TemplateSyntaxError, RecursionError) as error:
        kind = type(error).__name__
        why = _IN_WORDS.get(kind, "the expression cannot be evaluated")
    raise ConfigurationError(f"cannot render `{key}`: {why} ({kind})", where=where, instead=WRITE)


_IN_WORDS = {"TemplateSyntaxError": "the expression cannot be parsed", "ValueError": "a filter cannot read the value"}


def _template(text: str) -> Any:
    environment = Environment()
    if any(kind in ("block_begin", "raw_begin") for _, kind, _ in environment.lex(text)):
        raise _Refused("{% %} is not allowed")
    outputs = [node for output in environment.parse(text).body if isinstance(output, nodes.Output) for node in output.nodes]
    parts = [node for node in outputs if not (isinstance(node, nodes.TemplateData) and not node.data.strip())]
    if len(parts) == 1 and not isinstance(parts[0], nodes.TemplateData):
        return _value(parts[0])
    return "".join(node.data if isinstance(node, nodes.TemplateData) else _text(_value(node)) for node in outputs)


def _value(node: nodes.Node) -> Any:
    compute = next((compute for kind, compute in _COMPUTED.items() if type(node) is kind), None)
    if compute is None:
        raise _Refused(f"`{type(node).__name__.lower()}` is not allowed")
    return compute(node)


def _text(value: Any) -> str:
    if not isinstance(value, (str, int, float, bool)):
        raise TypeError
    return str(value)


def _joined(node: Any) -> str:
    found = "".join(_text(_value(each)) for each in node.nodes)
    if len(found) > MAX_VALUE:
        raise _Refused(f"its value is longer than {MAX_VALUE:,} characters")
    return found


def _chosen(node: Any) -> Any:
    if node.expr2 is None:
        raise _Refused("an if needs an else")
    return _value(node.expr1) if _value(node.test) else _value(node.expr2)


def _compared(node: Any) -> bool:
    if len(node.ops) != 1 or node.ops[0].op not in ("eq", "ne"):
        raise _Refused("of comparisons == and != are allowed")
    return bool(_value(node.expr) == _value(node.ops[0].expr)) is (node.ops[0].op == "eq")


def _called(node: Any) -> Any:
    if not isinstance(node.node, nodes.Name) or node.node.name != "env_var" or node.dyn_args or node.dyn_kwargs:
        raise _Refused("only env_var is called")
    named = {each.key: _value(each.value) for each in node.kwargs}
    given = [_value(each) for each in node.args]
    if len(given) + len(named) > 2 or set(named) - {"default"} or not given or not isinstance(given[0], str):
        raise _Refused("env_var takes a name and a default")
    return _env_var(given[0], *given[1:], *named.values())


def _env_var(name: str, default: Any = None) -> Any:
    value = os.environ.get(name, default)
    if value is None:
        raise ConfigurationError(f"the environment variable {name} is not set", instead=f"set {name}, or give env_var a default")
    if name in os.environ and secrets.is_secret_key(name):
        secrets.keep(value)
    return value


def _filtered(node: Any) -> Any:
    if node.name not in _FILTERS or node.node is None or node.args or node.kwargs or node.dyn_args or node.dyn_kwargs:
        raise _Refused("the filters are int, as_number, as_bool, as_text and as_native, without arguments")
    return _FILTERS[node.name](_value(node.node))


def _number(value: Any) -> int | float:
    return float(value) if isinstance(value, str) and ("." in value or "e" in value.lower()) else int(value)


def _truth(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in ("true", "false"):
        return value.strip().lower() == "true"
    raise ValueError("as_bool takes true or false")


def _as_it_is(value: Any) -> Any:
    return value


_FILTERS: Mapping[str, Callable[[Any], Any]] = {"int": int, "as_number": _number, "as_bool": _truth, "as_text": _text, "as_native": _as_it_is}
_COMPUTED: Mapping[type[nodes.Node], Callable[[Any], Any]] = {
    nodes.Const: lambda node: node.value,
    nodes.Concat: _joined,
    nodes.Or: lambda node: _value(node.left) or _value(node.right),
    nodes.And: lambda node: _value(node.left) and _value(node.right),
    nodes.Not: lambda node: not _value(node.node),
    nodes.Neg: lambda node: -_value(node.node),
    nodes.CondExpr: _chosen,
    nodes.Compare: _compared,
    nodes.Call: _called,
    nodes.Filter: _filtered,
}
"""Node of Jinja's syntax tree -> how its value is computed; of no other kind is there a value."""
