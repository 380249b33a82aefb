"""The numbers that documents hold, as they are asked for: INTEGER, DECIMAL or DOUBLE."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from binwriter.formats.columns.json.opaque import opaque_value
from binwriter.formats.columns.values import JsonDocument, JsonInteger, JsonOpaque
from binwriter.formats.constants import ColumnType
from binwriter.mysql.values.real_text import real_text
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.numbers import (
    DECIMAL_CALCULATION_MAX,
    DECIMAL_MAX,
    DOUBLE_MAX,
    INT64_MAX,
    INT64_MIN,
    decimal_of,
    integer_prefix,
    number_prefix,
    round_decimal,
)


def document_number(value: JsonDocument, type_name: str, context: StatementContext, source: str) -> Any:
    """The number that a document holds, as such or as text; for any other 3156 and 0. What is beyond what is asked for
    is its end, with 3155 (captured: clusters/documents_beyond_numbers).

    type_name: what is asked for, INTEGER, DECIMAL or DOUBLE. source: the column or function that the document is of.
    """
    root = value.root
    if isinstance(root, JsonInteger):  # one without a sign is taken for one that has
        return root.value if type_name == "DOUBLE" else _with_sign(root.value)
    if isinstance(root, JsonOpaque):
        root = opaque_value(root)  # type: ignore[assignment]
        if isinstance(root, JsonOpaque) and root.type == ColumnType.BIT:
            return int.from_bytes(root.data, "big")

    def told(symbol: str) -> None:
        context.value_problem(symbol, type_name, source, context.row_number)

    if isinstance(root, (int, float, Decimal)):
        return _within_asked(root, type_name, context, told)
    text = root if isinstance(root, str) else ""
    number, whole = integer_prefix(text) if type_name == "INTEGER" else number_prefix(text)
    end = _end_of(int(number) if type_name == "INTEGER" else decimal_of(str(number)), type_name)
    if end is not None:
        told("ER_NUMERIC_JSON_VALUE_OUT_OF_RANGE")
        return end
    if type_name != "DECIMAL":
        whole = whole and text == text.rstrip()
    if (not text and (type_name != "DOUBLE" or not isinstance(root, str))) or not whole:
        told("ER_INVALID_JSON_VALUE_FOR_CAST")
        return number if type_name == "INTEGER" else decimal_of(str(number))
    if not text:
        return 0.0
    return _with_sign(int(number)) if type_name == "INTEGER" else text


def _with_sign(number: int) -> int:
    """The 64 bits of an integer without a sign as those of one with a sign."""
    return number if number <= INT64_MAX else number - (1 << 64)


def _end_of(number: int | Decimal, type_name: str) -> int | Decimal | float | None:
    """What a text's number beyond what is asked for becomes; None: it is within."""
    if type_name == "INTEGER":
        if number >= 1 << 64:
            return -1
        return INT64_MIN if number < INT64_MIN else None
    if type_name == "DECIMAL":
        beyond = Decimal(number).copy_abs() > DECIMAL_CALCULATION_MAX
        return DECIMAL_MAX.copy_sign(Decimal(number)) if beyond else None
    return math.copysign(DOUBLE_MAX, number) if math.isinf(float(number)) else None


def _within_asked(
    number: float | Decimal, type_name: str, context: StatementContext, told: Callable[[str], None]
) -> int | float | Decimal:
    """The same of a number that a document holds."""
    if isinstance(number, int):
        return number if type_name == "DOUBLE" else _with_sign(number)
    if type_name == "INTEGER" and isinstance(number, float) and not -(2.0**63) <= number < 2.0**63:
        told("ER_NUMERIC_JSON_VALUE_OUT_OF_RANGE")
        return INT64_MAX if number > 0 else INT64_MIN
    if type_name == "INTEGER" and isinstance(number, Decimal):
        rounded = int(round_decimal(number, 0))
        if (end := _end_of(rounded, type_name)) is not None:
            context.value_problem("ER_TRUNCATED_WRONG_VALUE", "DECIMAL", f"{number:f}")
            return int(end)
        return number if rounded <= INT64_MAX else _with_sign(rounded)
    if type_name == "DECIMAL" and isinstance(number, float) and abs(number) > float(DECIMAL_CALCULATION_MAX):
        context.value_problem("ER_TRUNCATED_WRONG_VALUE", "DECIMAL", real_text(number).lower().split("e")[0])
        told("ER_NUMERIC_JSON_VALUE_OUT_OF_RANGE")
        return DECIMAL_MAX if number > 0 else DECIMAL_MAX.copy_negate()
    return number
