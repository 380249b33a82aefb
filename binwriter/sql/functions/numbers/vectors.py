"""Vectors: TO_VECTOR, FROM_VECTOR and VECTOR_DIM (MySQL manual, "Vector Functions"). A vector is 4-byte floats."""

from __future__ import annotations

import json
import math
import struct
from decimal import Decimal
from typing import Any

from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import as_c_string
from binwriter.sql.expressions.collations import connection_collation
from binwriter.sql.expressions.types import BINARY_TYPE, INT_TYPE, CompiledExpression, ExprType, Kind, text_type
from binwriter.sql.functions.converters import as_str
from binwriter.sql.functions.registry import Call, function, strict_null

_NUMBER = 4


def vector_of_text(text: str) -> bytes:
    """[1, 2.5, 3e1] as bytes. ER_TO_VECTOR_CONVERSION."""
    try:
        numbers = json.loads(text, parse_float=Decimal, parse_int=Decimal)  # -0 keeps its sign
        plain = isinstance(numbers, list) and numbers and all(type(item) is Decimal for item in numbers)
        if not plain:
            raise ValueError(text)
        data = struct.pack(f"<{len(numbers)}f", *map(float, numbers))
        if any(map(math.isinf, struct.unpack(f"<{len(numbers)}f", data))):
            raise ValueError(text)
    except (ValueError, ArithmeticError, struct.error):
        raise mysql_error("ER_TO_VECTOR_CONVERSION", text) from None
    return data


def _numbers(data: bytes) -> tuple[float, ...]:
    return struct.unpack(f"<{len(data) // _NUMBER}f", data)


def _bytes_of(name: str) -> Any:
    def convert(value: Any, type_: ExprType, context: StatementContext) -> bytes:
        if not isinstance(value, bytes):
            raise mysql_error("ER_WRONG_ARGUMENTS", name)
        if not value or len(value) % _NUMBER:
            raise mysql_error("ER_TO_VECTOR_CONVERSION", as_c_string(value, type_))
        if not all(map(math.isfinite, _numbers(value))):
            raise mysql_error("ER_WRONG_ARGUMENTS", name)
        return value

    return convert


@function("TO_VECTOR")
def _to_vector(call: Call) -> CompiledExpression:
    kind = call.args[0].type.kind
    if kind not in (Kind.STRING, Kind.NULL) and not (kind.temporal and kind is not Kind.YEAR):
        raise mysql_error("ER_WRONG_ARGUMENTS", "to_vector")
    return strict_null(call, replace(BINARY_TYPE, field=ColumnType.VECTOR), vector_of_text, as_str)


def _text(data: bytes) -> str:
    return f"[{','.join(f'{number:.5e}' for number in _numbers(data))}]"


def _refuse_others(call: Call, name: str) -> None:
    """Only bytes may be a vector."""
    if not (call.types[0].binary or call.types[0].kind is Kind.NULL):
        raise mysql_error("ER_WRONG_ARGUMENTS", name)


@function("FROM_VECTOR")
def _from_vector(call: Call) -> CompiledExpression:
    _refuse_others(call, "from_vector")
    return strict_null(call, text_type(0, connection_collation(call.scope)), _text, _bytes_of("from_vector"))


@function("VECTOR_DIM")
def _vector_dim(call: Call) -> CompiledExpression:
    _refuse_others(call, "vector_dim")
    return strict_null(call, INT_TYPE, lambda data: len(data) // _NUMBER, _bytes_of("vector_dim"))
