"""Conjuncts of WHERE that ask more of the rows that an index finds: IS NULL, and columns beside literals that no index
has to find."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.collation.keys import sort_key
from binwriter.sql.context import StatementContext
from binwriter.sql.query.access.conditions import Bounds, Condition
from binwriter.sql.quick.texts import said
from binwriter.storage.order import comparable

_COMPARED: dict[type[exp.Expression], Callable[[Any, Any], bool]] = {
    exp.EQ: operator.eq,
    exp.NEQ: operator.ne,
    exp.LT: operator.lt,
    exp.LTE: operator.le,
    exp.GT: operator.gt,
    exp.GTE: operator.ge,
}
_TEXTS = (ColumnType.VARCHAR, ColumnType.STRING)
_MOMENT = pattern(r"\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?")
_NUMBER = pattern(r"[0-9]{1,18}(?:\.[0-9]{1,9})?")


@dataclass(frozen=True, slots=True)
class PlainTest:
    """kind: its node's type; exp.Is and exp.Not of (IS NOT) NULL, which has no literal."""

    column: int
    kind: type[exp.Expression]
    spec: ColumnSpec
    literals: tuple[int, ...] = ()

    def bounds(self, texts: Sequence[str]) -> Bounds:
        """None: no index is asked."""
        return None, None

    def condition(self, bounds: Bounds, texts: Sequence[str]) -> Condition:
        """ValueError for literals that are not plain."""
        column = self.column
        if self.kind is exp.Is:
            return Condition(column, True, 1, lambda context, row: row[0][column] is None)
        if self.kind is exp.Not:
            return Condition(column, False, 1, lambda context, row: row[0][column] is not None)
        spec = self.spec
        if self.kind is exp.Between:
            low, high = (_READ[spec.type](texts[number], spec) for number in self.literals)

            def is_between(context: Any, row: Any) -> bool:
                value = row[0][column]
                return value is not None and low <= comparable(value, spec) <= high

            return Condition(column, False, 1, is_between)
        compare = _COMPARED[self.kind]
        wanted = _READ[spec.type](texts[self.literals[0]], spec)

        def test(context: Any, row: Any) -> bool:
            value = row[0][column]
            return value is not None and compare(comparable(value, spec), wanted)

        return Condition(column, False, 1, test)


def plain_test(node: exp.Expression, table: Table, left: list[str], literals: int) -> PlainTest | None:
    """The test that a conjunct is, None if it is another one. left, literals: as of `ranges.test_of`."""
    inner: Any = node.this.unnest() if type(node) is exp.Not else node
    if type(inner) is exp.Is and type(inner.expression) is exp.Null:
        column = _column(inner.this, table)
        if column is None or not table.columns[column].spec.nullable:
            return None
        return PlainTest(column, exp.Not if inner is not node else exp.Is, table.columns[column].spec)
    is_between = type(node) is exp.Between and not node.args.get("symmetric")
    ends: list[Any] = [node.args["low"], node.args["high"]] if is_between else [node.args.get("expression")]
    compares = (is_between or type(node) in _COMPARED) and all(type(end) is exp.Literal for end in ends)
    column = _column(node.this, table) if compares else None
    if column is None or not _is_aside(table, column) or table.columns[column].spec.type not in _READ:
        return None
    written = zip(ends, left, strict=False)
    if len(left) < len(ends) or any(str(end.this) != (said(text) if end.is_string else text) for end, text in written):
        return None
    first = literals - len(left)
    del left[: len(ends)]
    return PlainTest(column, type(node), table.columns[column].spec, tuple(range(first, first + len(ends))))


def _column(node: Any, table: Table) -> int | None:
    is_plain = type(node) is exp.Column and all(name in ("this", "table") for name, part in node.args.items() if part)
    return table.index_of.get(node.name.lower()) if is_plain else None


def _is_aside(table: Table, column: int) -> bool:
    """Whether no index has it."""
    return all(part.column != column for key in table.keys for part in key.parts)


def _moment(text: str, spec: ColumnSpec) -> Any:
    value = said(text)
    if text[0] != "'" or _MOMENT.fullmatch(value) is None:
        raise ValueError(text)
    return comparable(datetime.fromisoformat(value), spec)


def _decimal(text: str, spec: ColumnSpec) -> Decimal:
    if _NUMBER.fullmatch(text) is None:
        raise ValueError(text)
    return Decimal(text)


def _text(text: str, spec: ColumnSpec) -> Any:
    if text[0] != "'" or not text.isascii() or "\\" in text or text[-2:-1] == " ":
        raise ValueError(text)
    return comparable(said(text), spec)


_READ: dict[ColumnType, Callable[[str, ColumnSpec], Any]] = {
    ColumnType.DATE: _moment,
    ColumnType.DATETIME2: _moment,
    ColumnType.NEWDECIMAL: _decimal,
    **dict.fromkeys(_TEXTS, _text),
}


# --- tests of columns that an index may find


def equal_to(column: int, text: str, collation: int) -> Any:
    """The test of a row whether the column's value is this text, by the column's collation."""
    wanted = sort_key(text, collation)

    def test(context: StatementContext, row: Any) -> bool:
        value = row[0][column]
        return value is not None and (value == text or sort_key(value, collation) == wanted)

    return test


def among(column: int, listed: frozenset[int]) -> Any:
    """The test of a row whether the column's value is one of these."""

    def test(context: StatementContext, row: Any) -> bool:
        return row[0][column] in listed

    return test


def within(column: int, bounds: Bounds) -> Any:
    """The test of a row whether the column's value lies within the bounds."""
    low, high = bounds

    def test(context: StatementContext, row: Any) -> bool:
        value = row[0][column]
        return value is not None and (low is None or low <= value) and (high is None or value <= high)

    return test
