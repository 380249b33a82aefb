"""What clients are told of the columns of a result, and how its values become texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from binwriter.formats.constants import ColumnType
from binwriter.sql.expressions.coercion import to_text
from binwriter.sql.expressions.types import INT_TYPE, ExprType, Kind, text_type
from binwriter.statement.columns import ANY_DECIMALS, ColumnFlag, ResultColumn
from binwriter.statement.result import StatementResult
from binwriter.wire.results import Renderer

_KINDS = {
    Kind.NULL: ColumnType.NULL,
    Kind.INT: ColumnType.LONGLONG,
    Kind.DECIMAL: ColumnType.NEWDECIMAL,
    Kind.REAL: ColumnType.DOUBLE,
    Kind.STRING: ColumnType.VAR_STRING,
    Kind.DATE: ColumnType.DATE,
    Kind.TIME: ColumnType.TIME,
    Kind.DATETIME: ColumnType.DATETIME,
    Kind.YEAR: ColumnType.YEAR,
    Kind.JSON: ColumnType.JSON,
}
_LENGTHS = {Kind.DATE: 10, Kind.YEAR: 4, Kind.JSON: 0xFFFFFFFF}
_TEXT_LENGTH = 1024


def columns_of(result: StatementResult) -> list[ResultColumn]:
    """The columns of a result set."""
    types = types_of(result)
    return [_column(name, type_) for name, type_ in zip(result.columns, types, strict=True)]


def types_of(result: StatementResult) -> Sequence[ExprType]:
    """The types of its columns; where nobody said (SHOW), what the values are."""
    if result.types:
        return result.types
    return [_seen(row[place] for row in result.rows) for place in range(len(result.columns))]


def _seen(values: Any) -> ExprType:
    for value in values:
        if value is not None:
            return _SEEN.get(type(value), text_type(_TEXT_LENGTH))
    return text_type(_TEXT_LENGTH)


_SEEN = {int: INT_TYPE}


def _column(name: str, type_: ExprType) -> ResultColumn:
    code = _KINDS[type_.kind]
    flags = ColumnFlag(0)
    charset, length, decimals = 63, type_.length, 0
    if type_.kind is Kind.STRING:
        charset = 255 if not type_.binary else 63
        length = type_.length * (4 if charset == 255 else 1)
        if type_.member:
            code = ColumnType.STRING
    else:
        flags |= ColumnFlag.BINARY
    if type_.bit:
        code = ColumnType.BIT
    if type_.single:
        code = ColumnType.FLOAT
    if type_.unsigned:
        flags |= ColumnFlag.UNSIGNED
    if type_.kind is Kind.REAL:
        decimals = ANY_DECIMALS
    elif type_.kind is Kind.DECIMAL or type_.kind.temporal:
        decimals = type_.scale
    return ResultColumn(name, code, _LENGTHS.get(type_.kind, length), charset, flags, decimals)


def renderers_of(types: Sequence[ExprType], encoded: Callable[[str], bytes]) -> list[Renderer]:
    """How the text protocol sends the values of these columns."""
    return [partial(_rendered, type_, encoded) for type_ in types]


def _rendered(type_: ExprType, encoded: Callable[[str], bytes], value: Any) -> bytes:
    text = to_text(value, type_)
    return text if isinstance(text, bytes) else encoded(text)
