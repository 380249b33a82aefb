"""Values of expressions as texts and as bytes, as MySQL's val_str makes them; None stays None everywhere."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, Generic, TypeVar

from binwriter.formats.charsets.stand_ins import in_charset
from binwriter.formats.collations import collation_by_id
from binwriter.formats.columns.values import IncompleteDate, JsonDocument, SizedDecimal
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import RawText, bytes_of, printable
from binwriter.mysql.values.json_text import json_text
from binwriter.mysql.values.real_text import (
    DOUBLE_WIDTH,
    FLOAT_WIDTH,
    fixed_text,
    printed_text,
    real_text,
)
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.moments import temporal
from binwriter.sql.expressions.numbers import (
    DECIMAL_MAX_SCALE,
    decimal_scale,
    decimal_text,
    round_decimal,
)
from binwriter.sql.expressions.types import (
    CAST_AS_YEAR,
    NOT_FIXED_SCALE,
    VARIABLE_TEXT,
    BoundBytes,
    ExprType,
    Kind,
)


def to_text(value: Any, type_: ExprType) -> Any:
    """The value as a string: str, or bytes for a binary string (BIT, BINARY, hexadecimal literals)."""
    if value is None or isinstance(value, (str, bytes)):
        return value
    if isinstance(value, JsonDocument):
        return json_text(value)
    if type_.bit:
        return value.to_bytes((type_.length + 7) // 8, "big")
    text = number_text(value, type_)
    return text.rjust(type_.zeros, "0") if type_.zeros else text


def sent_text(value: Any, type_: ExprType) -> Any:
    """A value that is not NULL as the text protocol sends it: str, or bytes for a binary string."""
    kind = type(value)
    if kind is int and not type_.bit and (type_.kind is Kind.INT or type_.sent_bare):
        text = "%d" % value  # noqa: UP031  of a million rows
        if type_.sent_bare:
            return text
    elif kind is float and type_.scale >= NOT_FIXED_SCALE:
        if type_.printed:
            return printed_text(value, single=type_.single and not type_.as_double)
        text = real_text(value, single=type_.single)  # as the protocol writes it, however wide
    else:
        return to_text(value, type_)
    return text.rjust(type_.zeros, "0") if type_.zeros else text


def number_text(value: Any, type_: ExprType) -> str:
    """A number, date or time in digits."""
    if isinstance(value, int):
        if type_.kind is Kind.YEAR and (value or type_.source != CAST_AS_YEAR):
            return f"{value:04d}"
        return "%d" % value  # noqa: UP031  also of True
    return _TEXT[type(value)](value, type_)


def _real(value: float, type_: ExprType) -> str:
    if type_.scale < NOT_FIXED_SCALE:
        return f"{value:.{type_.scale}f}" if type_.printed else fixed_text(value, type_.scale)
    if type_.printed:
        return printed_text(value, single=type_.single and not type_.as_double)
    if type_.single and not type_.as_double:
        return real_text(value, single=True, width=None if type_.wide else FLOAT_WIDTH)
    return real_text(value, width=None if type_.of_column or type_.wide else DOUBLE_WIDTH)


def _decimal(value: Decimal, type_: ExprType) -> str:
    if type_.kind is not Kind.DECIMAL or (digits := decimal_scale(value)) == type_.scale:
        return decimal_text(value)
    # what is computed of a user variable has the most digits there can be (captured: clusters/variables_of_digits)
    filled = type_.scale == DECIMAL_MAX_SCALE and type_.source != VARIABLE_TEXT
    return decimal_text(round_decimal(value, type_.scale) if filled or digits > type_.scale else value)


def _incomplete(value: IncompleteDate, type_: ExprType) -> str:
    return temporal.format_date(value) if type_.kind is Kind.DATE else temporal.format_datetime(value, type_.scale)


_TEXT: dict[type, Callable[[Any, ExprType], str]] = {
    bool: lambda value, type_: str(int(value)),
    float: _real,
    Decimal: _decimal,
    SizedDecimal: _decimal,
    date: lambda value, type_: temporal.format_date(value),
    datetime: lambda value, type_: temporal.format_datetime(value, type_.scale),
    timedelta: lambda value, type_: temporal.format_time(value, type_.scale),
    IncompleteDate: _incomplete,
}


_Text = TypeVar("_Text")


class TextConverter(Generic[_Text]):
    """One that asks an argument for its text, which IF and CASE have of their own (`types.textual`)."""

    __slots__ = ("convert",)

    def __init__(self, convert: Callable[[Any, ExprType, StatementContext], _Text]) -> None:
        self.convert = convert

    def __call__(self, value: Any, type_: ExprType, context: StatementContext) -> _Text:
        return self.convert(value, type_, context)


def to_characters(value: Any, type_: ExprType, collation: int) -> Any:
    """The value as a string in the given collation's character set; bytes when that is binary.

    MySQLError ER_CANNOT_CONVERT_STRING for bytes that are no characters there (captured: mixes/raw). Only a literal
    whose bytes are no characters of its own set stays the bytes that it is (`RawText`).
    """
    text = to_text(value, type_)
    if text is None or isinstance(text, bytes) == (collation == 63):
        return text if type(text) is not str or text.isascii() else in_charset(text, collation_by_id(collation).charset)
    if not isinstance(text, bytes):
        return characters_or_bytes(text, type_, collation)
    target = collation_by_id(collation)
    if isinstance(text, RawText):
        return text if text.charset == target.charset else text.characters()
    is_bound = isinstance(text, BoundBytes)
    text = text.rjust(-(-len(text) // target.mbminlen) * target.mbminlen, b"\0")
    try:  # of a set of single bytes these must all be characters (captured: clusters/bytes_kept_in_charsets)
        return target.decode(text) if target.mbmaxlen == 1 else target.decode_keeping(text)
    except CorruptLogError:
        if is_bound:
            return RawText.of(text, target.charset)
        raise mysql_error("ER_CANNOT_CONVERT_STRING", printable(text), "binary", target.charset) from None


def characters_or_bytes(value: Any, type_: ExprType, collation: int) -> Any:
    """As `to_characters`, with bytes left as they are where they are no characters. What they lack of a whole
    character are zeros in front (captured: clusters/wide_texts)."""
    text = to_text(value, type_)
    if text is None or isinstance(text, bytes) == (collation == 63):
        return text
    if isinstance(text, bytes):
        target = collation_by_id(collation)
        text = bytes(-len(text) % target.mbminlen) + text
        try:
            return target.decode_keeping(text)
        except CorruptLogError:
            return text
    source = collation_by_id(type_.collation if type_.kind is Kind.STRING and type_.collation != 63 else 255)
    try:
        return source.encode(text)
    except EncodeError:
        return bytes_of(in_charset(text, source.charset))


def as_raw_text(value: Any, collation: int) -> Any:
    """A text as the bytes that it is in a collation's character set; other values as they are."""
    if not isinstance(value, (str, bytes)) or collation == 63:
        return value
    target = collation_by_id(collation)
    return RawText.of(value if isinstance(value, bytes) else target.encode_replacing(value), target.charset)


def to_bytes(value: Any, type_: ExprType) -> bytes | None:
    """The bytes of the value's text in its own character set: what LENGTH, HEX, CRC32 and hashes work on."""
    converted = to_characters(value, type_, 63)
    return None if converted is None else bytes(converted)
