"""What clients are told of the columns of a result, and how its values are sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.constants import ColumnType
from binwriter.records import dataclass
from binwriter.sql.expressions.coercion import to_text
from binwriter.sql.expressions.types import INT_TYPE, ExprType, Kind, text_type
from binwriter.statement.columns import ColumnFlag, ResultColumn
from binwriter.statement.result import StatementResult
from binwriter.wire.binary import encoder
from binwriter.wire.results import Renderer

_TEXT_LENGTH = 1024
_LONGEST = 0xFFFFFFFF

Columns = tuple[list[ResultColumn], Sequence[ExprType]]


@dataclass
class ResultForm:
    """How results of one description are sent. head: the packets in front of their rows."""

    described: tuple[ResultColumn, ...] | None
    charset: str
    columns: list[ResultColumn]
    head: tuple[bytes, ...]
    renderers: list[Renderer]

    @cached_property
    def encoders(self) -> list[Callable[[Any], bytes]]:
        """Of the binary protocol."""
        return [encoder(column, render) for column, render in zip(self.columns, self.renderers, strict=True)]


def columns_of(result: StatementResult, described: tuple[ResultColumn, ...] | None, collation: int) -> Columns:
    """The columns of a result set and their types. collation: that texts are sent in; 0: as they are."""
    types = result.types or [_seen(row[place] for row in result.rows) for place in range(len(result.columns))]
    found = described if described is not None else _by_values(result.columns, types)
    return [sent_in(column, collation) for column in found], types


def sent_in(column: ResultColumn, collation: int) -> ResultColumn:
    """A column whose texts are sent in that character set: its length is in bytes."""
    if column.charset == BINARY_COLLATION_ID or not collation:
        return column
    length = min(column.length * collation_by_id(collation).mbmaxlen, _LONGEST)
    return replace(column, charset=collation, length=length)


def _by_values(names: Iterable[str], types: Sequence[ExprType]) -> list[ResultColumn]:
    """Where nobody said (SHOW): what the values are."""
    return [
        ResultColumn(name, ColumnType.LONGLONG, 21, flags=ColumnFlag.BINARY)
        if type_ is INT_TYPE
        else ResultColumn(name, ColumnType.VAR_STRING, _TEXT_LENGTH, 255)
        for name, type_ in zip(names, types, strict=True)
    ]


def _seen(values: Iterable[Any]) -> ExprType:
    for value in values:
        if value is not None:
            return INT_TYPE if isinstance(value, int) else text_type(_TEXT_LENGTH)
    return text_type(_TEXT_LENGTH)


def renderers_of(types: Sequence[ExprType], encoded: Callable[[str], bytes]) -> list[Renderer]:
    """How the text protocol sends the values of these columns."""
    return [partial(_rendered, type_, encoded) for type_ in types]


def _rendered(type_: ExprType, encoded: Callable[[str], bytes], value: Any) -> bytes:
    kind = type(value)
    if kind is str:
        return value.encode() if value.isascii() else encoded(value)
    if kind is int and not type_.bit and type_.kind is Kind.INT:
        return b"%d" % value
    text = to_text(value, type_)
    return text if isinstance(text, bytes) else encoded(text)
