"""Vectors: TO_VECTOR, FROM_VECTOR and VECTOR_DIM (MySQL manual, "Vector Functions"). A vector is 4-byte floats."""

from __future__ import annotations

import math
import re
import struct
from decimal import Decimal
from fractions import Fraction
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
_SPACES = " \t\n\v\f\r"
_HEXADECIMAL = r"0[xX](?:[0-9a-fA-F]++\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?\d+)?"
_ONE = rf"\s*[+-]?(?:{_HEXADECIMAL}|(?:\d++\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*"
_VECTOR = re.compile(rf"\s*\[({_ONE}(?:,{_ONE})*)\]\s*", re.ASCII)
_INFINITE, _SIGN = 0x7F800000, 1 << 31  # bits of a 4-byte float
_LEAST_NORMAL = Fraction(1, 2**126)  # of 4-byte floats
# Beyond 10^50 or 2^200, or below their inverse, no 4-byte float is near.
_DIGITS, _BITS = 50, 200


def vector_of_text(text: str, shown: str) -> bytes:
    """[1, 2.5, 3e1] as bytes. shown: the text as messages show it.

    The numbers are what C's strtof takes, but that none may be infinite or lose digits below the least normal one
    (captured: clusters/vectors_of_numbers). ER_TO_VECTOR_CONVERSION.
    """
    matched = _VECTOR.fullmatch(text)
    if matched is None:
        raise mysql_error("ER_TO_VECTOR_CONVERSION", shown)
    try:
        return b"".join(_single(number.strip(_SPACES)) for number in matched[1].split(","))
    except (ArithmeticError, ValueError):
        raise mysql_error("ER_TO_VECTOR_CONVERSION", shown) from None


def _single(text: str) -> bytes:
    """The nearest 4-byte float; of two as near the even one. ArithmeticError beyond its range."""
    exact = _exact(text)
    bits = int.from_bytes(struct.pack("<f", abs(float(exact))), "little")
    around = [number for number in (bits, bits + 1, bits - 1) if 0 <= number < _INFINITE]  # the double was rounded, too
    best = min(around, key=lambda number: (abs(_value(number) - abs(exact)), number & 1))
    if _value(best) < _LEAST_NORMAL and _value(best) != abs(exact):
        raise ArithmeticError(text)
    return (best | (_SIGN if text.startswith("-") else 0)).to_bytes(_NUMBER, "little")


def _value(bits: int) -> Fraction:
    return Fraction(*_numbers(bits.to_bytes(_NUMBER, "little")))


def _exact(text: str) -> Fraction:
    """ArithmeticError where the exponent alone tells that no float is near."""
    sign = -1 if text.startswith("-") else 1
    digits = text.lstrip("+-").lower()
    if not digits.startswith("0x"):
        number = Decimal(digits)
        if number and abs(number.adjusted()) > _DIGITS:
            raise ArithmeticError(text)
        return sign * Fraction(number)
    mantissa, _, power = digits[2:].partition("p")
    whole, _, part = mantissa.partition(".")
    value, places = int(whole + part, 16), int(power or 0) - 4 * len(part)
    if value and abs(places + value.bit_length()) > _BITS:
        raise ArithmeticError(text)
    return sign * (Fraction(value) * Fraction(2) ** places if value else Fraction(0))


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
    return strict_null(
        call,
        replace(BINARY_TYPE, field=ColumnType.VECTOR),
        lambda text: vector_of_text(*text),
        lambda value, type_, context: (as_str(value, type_, context), as_c_string(value, type_)),
    )


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
