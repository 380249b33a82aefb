"""Literals straight into columns: values that `Field::store` takes as they are, without a word.

A converter takes the literal's text. It raises ValueError for whatever is not plain (too long, out of range, of another
type, to be rounded): then the statement goes the exact way (`binwriter.sql.store`), which knows what becomes of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal

from binwriter.errors import MySQLError
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.mysql.values.json_depth import CERTAIN_KEY, document_of
from binwriter.sql.quick.texts import said
from binwriter.sql.store.numbers import INTEGER_BITS, integer_range

Converter = Callable[[str], ColumnValue]

# character sets in which ASCII is what it is in a statement
_LIKE_ASCII = frozenset({"utf8mb4", "utf8mb3", "latin1", "ascii"})
_DATETIME = pattern(r"'([1-9][0-9]{3}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2})'")
_DATE = pattern(r"'([1-9][0-9]{3}-[0-9]{2}-[0-9]{2})'")


def converter(spec: ColumnSpec, *, negative: bool = False) -> Converter | None:
    """The converter of a column; None for a type that has none. negative: a minus stands before the literal."""
    make = _CONVERTERS.get(spec.type)
    return None if make is None else make(spec, negative)


def storing(spec: ColumnSpec, *, negative: bool = False) -> Converter | None:
    """The same of what is stored and compared with nothing: documents, too."""
    if spec.type is ColumnType.JSON and not negative:
        return _document
    return converter(spec, negative=negative)


def _document(text: str) -> ColumnValue:
    value = said(text)
    if text[0] != "'" or len(value) > CERTAIN_KEY:
        raise ValueError(text)
    value.encode()
    try:
        document = document_of(value, None)
    except MySQLError as error:
        raise ValueError(text) from error
    if document is None:
        raise ValueError(text)
    return document


def _integer(spec: ColumnSpec, negative: bool) -> Converter:
    low, high = integer_range(spec.type, spec.unsigned)

    def convert(text: str) -> ColumnValue:
        value = -int(text) if negative else int(text)
        if low <= value <= high:
            return value
        raise ValueError(text)

    return convert


def _decimal(spec: ColumnSpec, negative: bool) -> Converter:
    whole_digits, scale = spec.precision - spec.scale, spec.scale
    if negative and spec.unsigned:
        return _nothing

    def convert(text: str) -> ColumnValue:
        whole, _, fraction = text.partition(".")
        if text[0] == "'" or len(whole) > whole_digits or len(fraction) > scale:
            raise ValueError(text)
        value = Decimal(f"{whole}.{fraction:0<{scale}}" if scale else whole)
        return -value if negative and value else value

    return convert


def _double(spec: ColumnSpec, negative: bool) -> Converter:
    if spec.precision or spec.unsigned:
        return _nothing
    return lambda text: -float(text) if negative else float(text)


def _characters(spec: ColumnSpec, negative: bool) -> Converter:
    if spec.collation == BINARY_COLLATION_ID or negative:
        return _nothing
    collation = collation_by_id(spec.collation)
    if collation.charset not in _LIKE_ASCII:
        return _nothing
    if spec.type is ColumnType.BLOB:
        width = ((1 << 8 * spec.length) - 1) // collation.mbmaxlen
    else:
        width = spec.length // collation.mbmaxlen
    is_char, takes_all = spec.type is ColumnType.STRING, collation.charset == "utf8mb4"

    def convert(text: str) -> ColumnValue:
        value = said(text)
        if text[0] != "'" or len(value) > width:
            raise ValueError(text)
        if not value.isascii():
            if not takes_all:
                raise ValueError(text)
            value.encode()  # UnicodeEncodeError for bytes that are no UTF-8
        return value.rstrip(" ") if is_char else value

    return convert


def _member(spec: ColumnSpec, negative: bool) -> Converter:
    """An ENUM's member as it was declared."""
    whole = "".join(spec.members)
    plain = whole.isascii() and whole.isprintable() and "'" not in whole and "\\" not in whole
    alike = len({member.casefold() for member in spec.members}) < len(spec.members)
    if not plain or alike or collation_by_id(spec.collation).charset not in _LIKE_ASCII:
        return _nothing
    numbers = {f"'{member}'": number for number, member in enumerate(spec.members, 1)}

    def convert(text: str) -> ColumnValue:
        if text not in numbers:
            raise ValueError(text)
        return numbers[text]

    return convert


def _moment(pattern: re.Pattern[str], read: Callable[[str], date]) -> Callable[[ColumnSpec, bool], Converter]:
    def make(spec: ColumnSpec, negative: bool) -> Converter:
        def convert(text: str) -> ColumnValue:
            match = pattern.fullmatch(text)
            if match is None:
                raise ValueError(text)
            return read(match[1])

        return _nothing if negative else convert

    return make


def _nothing(text: str) -> ColumnValue:
    raise ValueError(text)


_CONVERTERS: dict[ColumnType, Callable[[ColumnSpec, bool], Converter]] = {
    **dict.fromkeys(INTEGER_BITS, _integer),
    ColumnType.NEWDECIMAL: _decimal,
    ColumnType.DOUBLE: _double,
    ColumnType.VARCHAR: _characters,
    ColumnType.STRING: _characters,
    ColumnType.BLOB: _characters,
    ColumnType.DATETIME2: _moment(_DATETIME, datetime.fromisoformat),
    ColumnType.ENUM: _member,
    ColumnType.DATE: _moment(_DATE, date.fromisoformat),
}
