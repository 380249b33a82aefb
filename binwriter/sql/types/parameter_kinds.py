"""The types that a server gives parameters of prepared statements, whatever is bound to them later.

Source: the answers of a 9.7.4 to COM_STMT_PREPARE (tests/golden/wire/parameters.json); servers infer since 8.0.22.
"""

from __future__ import annotations

from enum import Enum

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.constants import ColumnType
from binwriter.statement.columns import ANY_DECIMALS, ColumnFlag, ResultColumn

_TEXT_COLLATION = 255  # what is sent in the client's character set, whichever that is
_LONGEST = 0xFFFFFFFF
_BYTES = 65535
_DIGITS = 30


def _number(type_: ColumnType, length: int, decimals: int = 0, *, unsigned: bool = False) -> ResultColumn:
    flags = ColumnFlag.BINARY | (ColumnFlag.UNSIGNED if unsigned else 0)
    return ResultColumn("?", type_, length, flags=flags, decimals=decimals)


def _bytes(type_: ColumnType, length: int) -> ResultColumn:
    return ResultColumn("?", type_, length, flags=ColumnFlag.BINARY, decimals=ANY_DECIMALS)


def _text(type_: ColumnType, length: int, flags: int = 0) -> ResultColumn:
    """The length in characters."""
    return ResultColumn("?", type_, length, _TEXT_COLLATION, flags, ANY_DECIMALS)


class ParameterKind(Enum):
    """column: what clients are told of a parameter. null: a NULL of the type, in SQL."""

    __hash__ = object.__hash__  # an Enum's own is a function of Python's, and each parameter asks for it

    INTEGER = _number(ColumnType.LONGLONG, 21), "CAST(nUlL AS SIGNED)"
    UNSIGNED = _number(ColumnType.LONGLONG, 21, unsigned=True), "CAST(nUlL AS UNSIGNED)"
    DECIMAL = _number(ColumnType.NEWDECIMAL, 67, _DIGITS), f"CAST(nUlL AS DECIMAL(65,{_DIGITS}))"
    DOUBLE = _number(ColumnType.DOUBLE, 23, ANY_DECIMALS), "CAST(nUlL AS DOUBLE)"
    TEXT = _text(ColumnType.VAR_STRING, _BYTES // 4), "CAST(nUlL AS CHAR(16383))"
    LONG_TEXT = _text(ColumnType.LONG_BLOB, _LONGEST), "CAST(nUlL AS CHAR(1073741823))"
    BYTES = _bytes(ColumnType.VAR_STRING, _BYTES), f"CAST(nUlL AS BINARY({_BYTES}))"
    LONG_BYTES = _bytes(ColumnType.LONG_BLOB, _LONGEST), "CAST(nUlL AS BINARY(4294967295))"
    DATE = _number(ColumnType.DATE, 10), "CAST(nUlL AS DATE)"
    TIME = _number(ColumnType.TIME, 17, 6), "CAST(nUlL AS TIME(6))"
    DATETIME = _number(ColumnType.DATETIME, 26, 6), "CAST(nUlL AS DATETIME(6))"
    YEAR = _number(ColumnType.YEAR, 4, unsigned=True), "CAST(nUlL AS YEAR)"
    JSON = _text(ColumnType.JSON, _LONGEST // 4, ColumnFlag.BINARY), "CAST(nUlL AS JSON)"
    DOCUMENT = _text(ColumnType.JSON, _LONGEST // 4, ColumnFlag.BINARY), "CAST( nUlL AS JSON)"  # texts are read
    CAST_TO_JSON = (
        _text(ColumnType.JSON, _LONGEST // 4, ColumnFlag.BINARY),
        "CAST(nUlL  AS JSON)",
    )  # any
    BITS = ResultColumn("?", ColumnType.BIT, 64, flags=ColumnFlag.UNSIGNED), "nUlL"
    GEOMETRY = _bytes(ColumnType.GEOMETRY, 1 << 24), "nUlL"

    def __init__(self, column: ResultColumn, null: str) -> None:
        self.column = column
        self.null = null

    def column_in(self, collation: int) -> ResultColumn:
        """Of a parameter that is compared with texts of that collation: they have so many bytes at most."""
        if self is not ParameterKind.TEXT or not collation:
            return self.column
        beside = collation_by_id(collation)
        flags = ColumnFlag.BINARY if beside.name.endswith("_bin") else ColumnFlag(0)
        return _text(ColumnType.VAR_STRING, _BYTES // beside.mbmaxlen, flags)


JSONS = (ParameterKind.JSON, ParameterKind.DOCUMENT, ParameterKind.CAST_TO_JSON)
BYTES = (ParameterKind.BYTES, ParameterKind.LONG_BYTES, *JSONS, ParameterKind.BITS)
_OF_TYPES = {
    **dict.fromkeys(
        (ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG),
        ParameterKind.INTEGER,
    ),
    ColumnType.NEWDECIMAL: ParameterKind.DECIMAL,
    ColumnType.FLOAT: ParameterKind.DOUBLE,
    ColumnType.DOUBLE: ParameterKind.DOUBLE,
    ColumnType.DATE: ParameterKind.DATE,
    ColumnType.TIME: ParameterKind.TIME,
    ColumnType.DATETIME: ParameterKind.DATETIME,
    ColumnType.TIMESTAMP: ParameterKind.DATETIME,
    ColumnType.YEAR: ParameterKind.YEAR,
    ColumnType.JSON: ParameterKind.JSON,
    ColumnType.BIT: ParameterKind.BITS,
    ColumnType.GEOMETRY: ParameterKind.GEOMETRY,
}
_LONG = (ColumnType.TINY_BLOB, ColumnType.BLOB, ColumnType.MEDIUM_BLOB, ColumnType.LONG_BLOB)


def kind_beside(column: ResultColumn) -> ParameterKind:
    """Of a parameter that takes its type from such a value."""
    kind = _OF_TYPES.get(ColumnType(column.type))
    if kind is ParameterKind.INTEGER and column.flags & ColumnFlag.UNSIGNED:
        return ParameterKind.UNSIGNED
    if kind is not None:
        return kind
    is_bytes = column.charset == BINARY_COLLATION_ID
    if column.type in _LONG:
        return ParameterKind.LONG_BYTES if is_bytes else ParameterKind.LONG_TEXT
    return ParameterKind.BYTES if is_bytes else ParameterKind.TEXT
