"""JSON functions about whole documents: what they have in common, how large they are, how people read them.

Source: MySQL manual, "JSON Functions"; results as a 9.7.4 gives them (tests/golden/scenarios/json_more_*.scn).
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from sqlglot import exp

from binwriter.formats.columns.json.binary import json_to_binary
from binwriter.formats.columns.json.documents import sorted_keys
from binwriter.formats.columns.values import JsonDocument, JsonInteger
from binwriter.mysql.values.json_depth import check_storable
from binwriter.mysql.values.json_text import json_text
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression, compiles
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import BOOL_TYPE, DOCUMENT_COLLATION, INT_TYPE, CompiledExpression, text_type
from binwriter.sql.functions.json.documents import computed, document_argument, in_order, stored_bytes
from binwriter.sql.functions.json.values import document_value
from binwriter.sql.functions.registry import Call, function

_INDENT = "  "


def same(left: Any, right: Any) -> bool:
    """Whether two values in documents are equal: numbers by value, whatever their type."""
    left, right = (side.value if isinstance(side, JsonInteger) else side for side in (left, right))
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, (int, float, Decimal)) and isinstance(right, (int, float, Decimal)):
        return bool(left == right)
    return type(left) is type(right) and bool(left == right)


def scalar_key(value: Any) -> tuple[object, Any]:
    """Equal where `same` says that scalars are."""
    plain = value.value if isinstance(value, JsonInteger) else value
    is_number = isinstance(plain, (int, float, Decimal)) and not isinstance(plain, bool)
    return (None if is_number else type(plain)), plain


def _overlap(left: Any, right: Any) -> bool:
    if isinstance(left, list) or isinstance(right, list):
        ours, theirs = (member if isinstance(member, list) else [member] for member in (left, right))
        if not {scalar_key(member) for member in ours if not isinstance(member, (dict, list))}.isdisjoint(
            scalar_key(member) for member in theirs if not isinstance(member, (dict, list))
        ):
            return True
        inner, other = ([member for member in part if isinstance(member, (dict, list))] for part in (ours, theirs))
        return any(same(member, two) for member in inner for two in other)
    if isinstance(left, dict) and isinstance(right, dict):
        return any(key in right and same(value, right[key]) for key, value in left.items())
    return same(left, right)


@function("JSON_OVERLAPS")
def _overlaps(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, values: list[Any]) -> int | None:
        left, right = (document_argument(call, index, value, context) for index, value in enumerate(values))
        return int(_overlap(left, right))

    return computed(call, BOOL_TYPE, compute)


@compiles(exp.JSONArrayContains)
def _member_of(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """value MEMBER OF(array)."""
    parts = compile_expression(node.this, scope), compile_expression(node.expression, scope)
    call = Call("member of", parts, scope)

    def compute(context: StatementContext, values: list[Any]) -> int | None:
        if any(value is None for value in values):
            return None
        array = document_argument(call, 1, values[1], context)
        return int(_overlap([document_value(parts[0], values[0])], array if isinstance(array, list) else [array]))

    return computed(call, BOOL_TYPE, compute)


@function("JSON_PRETTY")
def _pretty(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, values: list[Any]) -> str | None:
        if values[0] is None:
            return None
        return _lines(in_order(document_argument(call, 0, values[0], context)), "\n")

    return computed(call, text_type(0, DOCUMENT_COLLATION), compute)


def _lines(value: Any, margin: str) -> str:
    inner = margin + _INDENT
    if isinstance(value, dict) and value:
        items = [f"{json_text(JsonDocument(key))}: {_lines(value[key], inner)}" for key in sorted_keys(value)]
    elif isinstance(value, list) and value:
        items = [_lines(member, inner) for member in value]
    else:
        return json_text(JsonDocument(value))
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return opening + inner + f",{inner}".join(items) + margin + closing


@function("JSON_STORAGE_SIZE")
def _storage_size(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, values: list[Any]) -> int | None:
        if values[0] is None:
            return None
        root = in_order(document_argument(call, 0, values[0], context))
        check_storable(root)
        return len(stored_bytes(values[0]) or json_to_binary(JsonDocument(root)))

    return computed(call, INT_TYPE, compute)


@function("JSON_STORAGE_FREE")
def _storage_free(call: Call) -> CompiledExpression:
    """The gaps that changes in place have left."""

    def compute(context: StatementContext, values: list[Any]) -> int | None:
        if values[0] is None:
            return None
        root = document_argument(call, 0, values[0], context)
        stored = stored_bytes(values[0])
        return 0 if stored is None else len(stored) - len(json_to_binary(JsonDocument(in_order(root))))

    return computed(call, INT_TYPE, compute)
