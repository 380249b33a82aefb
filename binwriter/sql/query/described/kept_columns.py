"""The measure of a column of a derived table that has rows of its own: it is a column of a table by then, as wide as
the server tells that its query's item is.

Source: captured (clusters/columns_kept_by_derived_tables).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.expressions.scope import CompiledQuery
from binwriter.sql.expressions.types import NOT_FIXED_SCALE, ExprType, Kind
from binwriter.sql.query.described import result_columns
from binwriter.sql.query.described.temporary import BLOBS, TEXTS
from binwriter.sql.query.result_items import result_items
from binwriter.sql.types import NullRules
from binwriter.sql.types.kinds import INTEGER_LENGTHS, REAL, Measure, of_text, of_type
from binwriter.statement.columns import BINARY_CHARSET, ColumnFlag, ResultColumn


class KeptColumns:
    """Those of one query; found out when they are asked for first."""

    def __init__(self, query: CompiledQuery) -> None:
        self._query = query

    @cached_property
    def _told(self) -> Sequence[ResultColumn]:
        items = result_items(self._query, rules=NullRules())
        told = result_columns.described(self._query)
        return [result_columns.kept_column(column, item) for column, item in zip(told, items, strict=False)]

    def measure(self, index: int) -> Measure:
        told, (_, type_) = self._told[index], self._query.columns[index]
        rule = _RULES.get(type_.kind)
        made = None if rule is None else rule(told, type_)
        if made is None:
            return of_type(type_)
        return _as_bigint(made) if made.kind is Kind.INT and self._is_united(type_) else made

    def _is_united(self, type_: ExprType) -> bool:
        """Whether it is computed in several queries, by UNION or recursion: such are BIGINT, however few digits they
        have (captured: clusters/integers_of_unions)."""
        return self._has_parts and type_.column in (None, ColumnType.LONGLONG)

    @property
    def _has_parts(self) -> bool:
        """UNION or recursion."""
        return getattr(self._query, "parts", None) is not None or getattr(self._query, "seed", None) is not None

    def type(self, index: int) -> ExprType:
        """Of a text or a year. As a number, a text that became a TEXT is not complained of; what is computed as a YEAR
        is an integer."""
        _, type_ = self._query.columns[index]
        told = self._told[index]
        if type_.kind is Kind.YEAR:
            is_year = told.type == ColumnType.YEAR or self._has_parts
            return replace(type_, sent_bare=False) if is_year else ExprType(Kind.INT, unsigned=True, length=told.length)
        return replace(type_, sent_bare=False, unquestioned=told.type in BLOBS, computed=False, of_column=True)


def _as_bigint(made: Measure) -> Measure:
    length = max(made.length, INTEGER_LENGTHS[ColumnType.LONGLONG][made.unsigned])
    return replace(made, length=length, wide=True, field=None)


def _integer(told: ResultColumn, type_: ExprType) -> Measure | None:
    if told.type == ColumnType.BIT:
        return replace(of_type(type_), length=told.length, field=ColumnType.BIT)
    lengths = INTEGER_LENGTHS.get(ColumnType(told.type))
    if lengths is None:
        return None
    unsigned = bool(told.flags & ColumnFlag.UNSIGNED)
    length = max(told.length, lengths[unsigned])
    return Measure(Kind.INT, length, unsigned=unsigned, wide=told.type == ColumnType.LONGLONG)


def _decimal(told: ResultColumn, type_: ExprType) -> Measure | None:
    if told.type != ColumnType.NEWDECIMAL:
        return None
    return Measure(Kind.DECIMAL, told.length, told.decimals, bool(told.flags & ColumnFlag.UNSIGNED))


def _real(told: ResultColumn, type_: ExprType) -> Measure | None:
    if told.type not in (ColumnType.DOUBLE, ColumnType.FLOAT):
        return None
    if told.decimals >= NOT_FIXED_SCALE:
        return replace(of_type(type_), length=REAL.length)
    return replace(of_type(type_), length=told.length, scale=told.decimals, fixed=True)


def _time(told: ResultColumn, type_: ExprType) -> Measure:
    return replace(of_type(type_), length=told.length)


def _text(told: ResultColumn, type_: ExprType) -> Measure | None:
    if told.type not in TEXTS:
        return None
    binary = told.charset == BINARY_CHARSET
    made = of_text(told.length, told.charset, binary=binary)
    is_blob = told.type in BLOBS
    return replace(made, length=told.length // made.width, field=ColumnType.BLOB) if is_blob else made


_RULES: dict[Kind, Callable[[ResultColumn, ExprType], Measure | None]] = {
    Kind.INT: _integer,
    Kind.YEAR: _integer,
    Kind.DECIMAL: _decimal,
    Kind.REAL: _real,
    Kind.STRING: _text,
    **dict.fromkeys((Kind.DATE, Kind.TIME, Kind.DATETIME), _time),
}
