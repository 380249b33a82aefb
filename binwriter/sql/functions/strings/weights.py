"""WEIGHT_STRING: the bytes by which a collation compares (MySQL manual, "String Functions and Operators")."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from sqlglot import exp

from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.columns.values import IncompleteDate, JsonDocument
from binwriter.mysql.collation.keys import padding_weight, weight_bytes
from binwriter.mysql.values.json_text import json_text
from binwriter.mysql.values.temporal_keys import parts_of
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_bytes, to_text
from binwriter.sql.expressions.coercion import escaped_bytes, truncated
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.moments.timezone import to_local
from binwriter.sql.expressions.packets import is_too_long
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import BINARY_TYPE, CompiledExpression, ExprType, Kind, MemberText
from binwriter.sql.functions.registry import node_function
from binwriter.sql.text.meta_keys import WEIGHT_FORM

_PADS_WITH_SPACE, _PADS_TO_LENGTH = 0x40, 0x80


@node_function("WEIGHT_STRING")
def _weight_string(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """text [AS CHAR(n) | AS BINARY(n)], or the server's own form: text, bytes, characters, flags. NULL of numbers."""
    argument = compile_expression(node.expressions[0], scope)
    type_ = argument.type
    form, sizes = node.meta.get(WEIGHT_FORM, ("", ()))

    def compute(context: StatementContext, row: Any) -> bytes | None:
        value = argument.eval(context, row)
        if value is not None and form != "BINARY" and (number := _number(value, type_, context)) is not None:
            return number.to_bytes(8, "big")
        if isinstance(value, JsonDocument):
            return weight_bytes(json_text(value), type_.collation)
        if value is not None and type_.kind.temporal:
            return _cut(to_bytes(to_text(value, type_), type_) or b"", sizes[0], context)
        if type_.kind is Kind.INT and isinstance(value, int):
            return (value if type_.unsigned else value + (1 << 63)).to_bytes(8, "big")
        if value is None or type_.kind is not Kind.STRING:
            return None
        collation = type_.collation
        if form == "BINARY" or isinstance(value, bytes):
            value, collation = to_bytes(value, type_) or b"", BINARY_COLLATION_ID
        if form == "BINARY":
            if is_too_long(context, "cast_as_binary", sizes[0]):
                return None
            return _cut(value, sizes[0], context)
        length, characters, flags = sizes if form == "INTERNAL" else (0, *(sizes or (0,)), _PADS_WITH_SPACE)
        pad, pads = padding_weight(collation)
        missing = characters - len(value)
        if characters:
            value = value[:characters]
        weights = value if isinstance(value, bytes) else weight_bytes(value, collation)
        padding = missing if missing > 0 and flags & _PADS_WITH_SPACE and pads else 0
        if is_too_long(context, "weight_string", len(weights) + padding * len(pad)):
            return None
        weights += pad * padding
        if form != "INTERNAL":
            return weights
        if flags & _PADS_TO_LENGTH:
            weights += pad * (length - len(weights))
        return weights[:length]

    return CompiledExpression(BINARY_TYPE, compute, f"weight_string({argument.text})", argument.constant)


def _cut(value: bytes, size: int, context: StatementContext) -> bytes:
    """AS BINARY(size)."""
    if len(value) > size:
        truncated(context, f"BINARY({size})", escaped_bytes(value))
    return bytes(value[:size]).ljust(size, b"\0")


_SIGN, _TIME_OFFSET = 1 << 63, 1 << 47


def _number(value: Any, type_: ExprType, context: StatementContext) -> int | None:
    """The number as which a server sorts moments and members; None for other values (captured: clusters/weights)."""
    if isinstance(value, MemberText):
        return _SIGN + value.number
    if type_.kind is Kind.YEAR and isinstance(value, int):
        return value
    if isinstance(value, timedelta):
        seconds, fraction = divmod(abs(value) // timedelta(microseconds=1), 1_000_000)
        hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
        packed = ((hours << 12 | minutes << 6 | seconds) << 24) + fraction
        return _SIGN + _TIME_OFFSET + (packed if value >= timedelta() else -packed - 1)
    if not type_.kind.temporal or not isinstance(value, (date, IncompleteDate)):
        return None
    if isinstance(value, datetime) and value.tzinfo is not None:
        value = to_local(value, context)
    year, month, day, hour, minute, second, fraction = parts_of(value)
    if type_.kind is Kind.DATE:
        return _SIGN + (year << 9 | month << 5 | day)
    clock = hour << 12 | minute << 6 | second
    return _SIGN + (((year * 13 + month) << 5 | day) << 17 | clock) * (1 << 24) + fraction
