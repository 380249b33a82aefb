"""JSON_SEARCH(): the paths of the strings in a document that a pattern fits.

Source: MySQL manual, "Functions That Search JSON Values".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from binwriter.formats.columns.json.documents import sorted_keys
from binwriter.formats.columns.values import JsonDocument
from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.patterns import matches_like
from binwriter.sql.expressions.types import DOCUMENT_COLLATION, CompiledExpression
from binwriter.sql.functions.converters import as_str
from binwriter.sql.functions.json.documents import (
    JSON_TYPE,
    computed,
    document_argument,
    path_argument,
    wants_all_of,
)
from binwriter.sql.functions.json.path_text import FromLast
from binwriter.sql.functions.json.paths import find_places, has_wildcard
from binwriter.sql.functions.registry import Call, function

_PLAIN_KEY = pattern(r"[A-Za-z_$][A-Za-z0-9_$]*")


@function("JSON_SEARCH")
def _search(call: Call) -> CompiledExpression:
    """(document, 'one' or 'all', pattern, escape character, paths..): a path, several as an array, or NULL."""

    def compute(context: StatementContext, values: list[Any]) -> JsonDocument | None:
        document = document_argument(call, 0, values[0], context)
        wants_all = wants_all_of(call, values[1], context)
        given = as_str(values[3], call.args[3].type, context) if len(values) > 3 and values[3] is not None else ""
        if len(given) > 1:
            raise mysql_error("ER_WRONG_ARGUMENTS", "ESCAPE")
        roots = [path_argument(call, index, value, context) for index, value in enumerate(values[4:], 4)] or [()]
        if values[2] is None:
            return None
        pattern = as_str(values[2], call.args[2].type, context)
        paths: dict[str, None] = {}
        for legs in roots:
            wild = has_wildcard(legs)  # then each place is named, else the path as it was given
            for steps, value in find_places(document, legs):
                for path, text in _strings(value, _written(steps if wild else legs)):
                    if matches_like(text, pattern, given or "\\", DOCUMENT_COLLATION):
                        paths[path] = None
        names = list(paths)[: None if wants_all else 1]
        return JsonDocument(names if len(names) > 1 else names[0]) if names else None

    return computed(call, JSON_TYPE, compute)


def _written(legs: Sequence[Any]) -> str:
    return "$" + "".join(_leg(leg) for leg in legs)


def _leg(leg: Any) -> str:
    if isinstance(leg, FromLast):
        return f"[last-{int(leg)}]" if leg else "[last]"
    if not isinstance(leg, str):
        return f"[{leg}]"
    return f".{leg}" if _PLAIN_KEY.fullmatch(leg) else f'."{leg}"'


def _strings(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key in sorted_keys(value):
            yield from _strings(value[key], path + _leg(key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _strings(item, f"{path}[{number}]")
