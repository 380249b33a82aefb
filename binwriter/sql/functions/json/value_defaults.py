"""What JSON_VALUE() answers by DEFAULT: a literal that its type must take as it is, asked for before any row is read.

Captured: clusters/defaults_of_json_values.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.digits import whole_number
from binwriter.mysql.values.json_depth import document_of
from binwriter.mysql.values.real_text import real_text
from binwriter.sql.expressions.casts import type_sizes
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.moments import temporal
from binwriter.sql.expressions.moments.coercion import takes_any_day
from binwriter.sql.expressions.numbers import DECIMAL_MAX, EXACT
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import ExprType, Kind
from binwriter.sql.functions.json.json_moments import clock_text, has_date_and_time
from binwriter.sql.text.meta_keys import TYPED_LITERAL
from binwriter.sql.text.tree_text import tree_text

Convert = Callable[[Any], Any]
_INTEGER = pattern(r"\s*[-+]?\d+\s*", re.ASCII)
_NUMBER = pattern(r"\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*", re.IGNORECASE | re.ASCII)
_NO_DIGIT = pattern(r"(?!^-)[^\d.]")
_FLOAT_MAX = 3.402823466e38
_DECIMAL_DIGITS = (10, 0)
_YEARS = range(1901, 2156)
_TEXTS = (exp.Introducer, exp.National)
_NUMBERS = (exp.Literal, exp.Neg)
_BYTES = (exp.HexString, exp.BitString)
_MOST_DIGITS = 20
_MOST_OF_DECIMAL = 81  # digits that DECIMAL is calculated with: more are its largest number


def default_value(given: exp.Expression, to: exp.Expression, type_: ExprType, convert: Convert, scope: Scope) -> Any:
    """The value. to: the type that is returned, type_: as that of an expression. MySQLError: 1292, 1690, 3141."""
    is_number = not (given.is_string or isinstance(given, (*_TEXTS, *_BYTES)))
    if to.this is exp.DType.JSON:
        if isinstance(given, _BYTES) or (isinstance(given, _NUMBERS) and is_number and "e" in tree_text(given).lower()):
            raise mysql_error("ER_INVALID_JSON_CHARSET", "binary")
        return _document(_text_of(given, scope))
    as_number = type_.kind in (Kind.DECIMAL, Kind.REAL)
    text = _number_of(given, scope) if as_number and _has_number(given) else _text_of(given, scope)
    if given.meta.get(TYPED_LITERAL) and given.args["to"].this is exp.DType.DATE:
        text = {Kind.DATETIME: f"{text} 00:00:00", Kind.TIME: "00:00:00"}.get(type_.kind, text)
    _refuse_days(text, type_, scope)
    for kinds, check in _CHECKS:
        if type_.kind in kinds:
            return check(text, is_number, to, type_, convert, scope)
    return convert(text)


def _refuse_days(text: str, type_: ExprType, scope: Scope) -> None:
    """1292 for a day that its month has not, which a cast takes under ALLOW_INVALID_DATES (captured: clusters/
    json_values_of_types)."""
    if type_.kind not in (Kind.DATE, Kind.DATETIME) or not takes_any_day(scope.context):
        return
    if temporal.parse_datetime(text)[0] is None and temporal.parse_datetime(text, any_day=True)[0] is not None:
        if type_.kind is Kind.DATE:
            raise mysql_error("ER_TRUNCATED_WRONG_VALUE", "date", text)
        raise mysql_error("ER_INCORRECT_DATETIME_VALUE", "datetime", text)


def refused_default(name: str) -> MySQLError:
    """The literal is none that the type can have."""
    return mysql_error("ER_DATA_OUT_OF_RANGE", name, "json_value")


def is_year(value: int) -> bool:
    """Whether it is a YEAR as it stands: two digits are none here."""
    return value == 0 or value in _YEARS


def text_of_literal(given: exp.Expression, scope: Scope) -> str:
    """The characters of a string literal, whatever its character set. MySQLError 3144 for one of bytes."""
    text = given.name if given.is_string else compile_expression(given, scope).eval(scope.context, ())
    if not isinstance(text, str):
        raise mysql_error("ER_INVALID_JSON_CHARSET", "binary")
    return text


def _has_number(given: exp.Expression) -> bool:
    """Whether it is no number, and yet one where a DECIMAL or a DOUBLE is wanted."""
    return isinstance(given, _BYTES) or bool(given.meta.get(TYPED_LITERAL))


def _number_of(given: exp.Expression, scope: Scope) -> str:
    """Bytes as one number, a moment by its digits."""
    value = compile_expression(given, scope).eval(scope.context, ())
    return str(int(value.number)) if isinstance(given, _BYTES) else _NO_DIGIT.sub("", str(given.this.name))


def _text_of(given: exp.Expression, scope: Scope) -> str:
    if isinstance(given, exp.Boolean):
        return str(int(given.this))
    if isinstance(given, _BYTES):
        return bytes(compile_expression(given, scope).eval(scope.context, ())).decode("latin-1")
    if isinstance(given, _TEXTS):
        return text_of_literal(given, scope)
    if given.meta.get(TYPED_LITERAL):
        compile_expression(given, scope)  # which refuses what is no moment
        return str(given.this.name)
    if given.is_string:
        return str(given.name)
    text = tree_text(given)
    if "e" in text.lower():
        return real_text(float(text))
    if len(text.lstrip("-").partition(".")[0].lstrip("0")) > _MOST_OF_DECIMAL:
        return f"{'-' * text.startswith('-')}{DECIMAL_MAX}"
    return text


def _document(text: str) -> Any:
    return document_of(
        text, lambda reason, place: mysql_error("ER_INVALID_JSON_TEXT_IN_PARAM", 1, "json_value", reason, place)
    )


def _truncated(word: str, text: str) -> MySQLError:
    symbol = "ER_INCORRECT_DATETIME_VALUE" if word == "datetime" else "ER_TRUNCATED_WRONG_VALUE"
    return mysql_error(symbol, word, text)


def _is_long(text: str) -> bool:
    """Whether it has more digits than any number of 64 bits (captured: numbers_of_many_digits)."""
    return len(text.strip().lstrip("+-").lstrip("0")) > _MOST_DIGITS


def _whole(text: str, is_number: bool, to: exp.Expression, type_: ExprType, convert: Convert, scope: Scope) -> Any:
    name = "UNSIGNED" if type_.unsigned else "SIGNED"
    if (not _INTEGER.fullmatch(text) and text) or _is_long(text):
        raise _truncated(f"INTEGER {name}", text)
    low, high = (0, 1 << 64) if type_.unsigned else (-(1 << 63), 1 << 63)
    if not text or not low <= (number := whole_number(text)) < high:
        raise refused_default(f"{name} DEFAULT")
    return number


def _real(text: str, is_number: bool, to: exp.Expression, type_: ExprType, convert: Convert, scope: Scope) -> Any:
    if not text:
        return convert("0")
    if not _NUMBER.fullmatch(text) or math.isinf(float(text)):
        raise _truncated("DOUBLE", text)
    if type_.single and abs(float(text)) > _FLOAT_MAX:
        raise refused_default("FLOAT DEFAULT")
    return convert(text)


def _decimal(text: str, is_number: bool, to: exp.Expression, type_: ExprType, convert: Convert, scope: Scope) -> Any:
    try:
        value = Decimal(text.strip())
    except InvalidOperation:
        raise _truncated("DECIMAL", text) from None
    precision, scale = (*type_sizes(to), *_DECIMAL_DIGITS[len(type_sizes(to)) :])[:2]
    scaled = value.scaleb(scale, EXACT)
    if scaled != scaled.to_integral_value() or scaled.copy_abs() >= Decimal(10) ** precision:
        raise refused_default("DECIMAL DEFAULT")
    return convert(text)


def _characters(text: str, is_number: bool, to: exp.Expression, type_: ExprType, convert: Convert, scope: Scope) -> Any:
    if type_.collation == BINARY_COLLATION_ID:  # characters are counted
        if len(text) > type_.length:
            raise refused_default("CHAR DEFAULT")
        return text.encode()
    try:
        return convert(text)
    except MySQLError:
        raise refused_default("CHAR DEFAULT") from None


def _year(text: str, is_number: bool, to: exp.Expression, type_: ExprType, convert: Convert, scope: Scope) -> Any:
    if (text and not _INTEGER.fullmatch(text)) or _is_long(text):
        raise _truncated("YEAR", text)
    if not text or not is_year(number := whole_number(text)):
        raise refused_default("YEAR")
    return number


_WORDS = {Kind.DATE: "date", Kind.TIME: "time", Kind.DATETIME: "datetime"}


def _moment(text: str, is_number: bool, to: exp.Expression, type_: ExprType, convert: Convert, scope: Scope) -> Any:
    word = _WORDS[type_.kind]
    if type_.kind is Kind.DATE and is_number and "." not in text and "e" not in text:
        word = "DECIMAL" if _is_long(text) or len(text) == _MOST_DIGITS else "datetime"
    if type_.kind is Kind.DATETIME and not is_number and not has_date_and_time(text):
        raise _truncated(word, text)
    try:
        value = convert(clock_text(text) if type_.kind is Kind.TIME else text)
    except MySQLError:
        raise _truncated(word, text) from None
    if value is None or (isinstance(value, IncompleteDate) and not (value.month and value.day)):
        raise _truncated(word, text)
    if len(text.partition(".")[2].rstrip("0")) > type_.scale and type_.kind is not Kind.DATE:
        raise refused_default("TIME DEFAULT")
    return value


_Check = Callable[[str, bool, exp.Expression, ExprType, Convert, Scope], Any]
_CHECKS: tuple[tuple[frozenset[Kind], _Check], ...] = (
    (frozenset({Kind.INT}), _whole),
    (frozenset({Kind.REAL}), _real),
    (frozenset({Kind.DECIMAL}), _decimal),
    (frozenset({Kind.STRING}), _characters),
    (frozenset({Kind.YEAR}), _year),
    (frozenset({Kind.DATE, Kind.TIME, Kind.DATETIME}), _moment),
)
