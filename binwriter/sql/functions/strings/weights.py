"""WEIGHT_STRING: the bytes by which a collation compares (MySQL manual, "String Functions and Operators")."""

from __future__ import annotations

from typing import Any

from sqlglot import exp

from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.mysql.collation.keys import padding_weight, weight_bytes
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import escaped_bytes, to_bytes, truncated
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.packets import is_too_long
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import BINARY_TYPE, CompiledExpression, Kind
from binwriter.sql.functions.registry import node_function
from binwriter.sql.text.parsed_calls import WEIGHT_FORM

_PADS_WITH_SPACE, _PADS_TO_LENGTH = 0x40, 0x80


@node_function("WEIGHT_STRING")
def _weight_string(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """text [AS CHAR(n) | AS BINARY(n)], or the server's own form: text, bytes, characters, flags. NULL of numbers."""
    argument = compile_expression(node.expressions[0], scope)
    type_ = argument.type
    form, sizes = node.meta.get(WEIGHT_FORM, ("", ()))

    def compute(context: StatementContext, row: Any) -> bytes | None:
        value = argument.eval(context, row)
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
            if len(value) > sizes[0]:
                truncated(context, f"BINARY({sizes[0]})", escaped_bytes(value))
            return bytes(value[: sizes[0]]).ljust(sizes[0], b"\0")
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
