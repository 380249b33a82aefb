"""UNION, INTERSECT, EXCEPT and VALUES: queries that are not one SELECT."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.real_text import printed_in, text_in
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions import field_types
from binwriter.sql.expressions.compile import compile_expression, position_of
from binwriter.sql.expressions.scope import CompiledQuery, Scope, Source, SourceColumn
from binwriter.sql.expressions.types import NOT_FIXED_SCALE, ExprType, Kind, Row, text_type
from binwriter.sql.expressions.unify import common_type, convert_value
from binwriter.sql.query.ordering import Limit, OrderItem, compile_limit, distinct, kept_rows, order_mark, sort_rows
from binwriter.sql.text.tree_text import numbered_columns, tree_text
from binwriter.sql.text.trees import is_default_keyword, row_cells

_LONGEST_COUNTED = 512  # characters; longer texts are BLOBs in the table of results
_DOUBLE_LENGTH = 22


def _kept_value(value: Any, source: ExprType, target: ExprType, context: StatementContext) -> Any:
    """A value in the table of results.

    A number goes into a CHAR or VARCHAR as such: without noughts in front, a FLOAT as a DOUBLE with the digits that
    there is room for, a BIT by its number; into a TEXT or BLOB goes the text that it shows (captured: bits_in_unions,
    tests/golden/chosen).
    """
    if value is None or source == target:
        return value
    if target.kind is not Kind.STRING:
        return convert_value(value, replace(source, bit=False), target, context)
    if source.kind in (Kind.INT, Kind.YEAR, Kind.REAL) and _is_counted(target):
        if isinstance(value, float):
            width = target.length if target.binary else max(target.length, source.single or _DOUBLE_LENGTH)
            shown = printed_in(value, width) if source.printed else text_in(value, width)
            return convert_value(shown, _NUMBER_TEXT, target, context)
        return convert_value(str(int(value)), _NUMBER_TEXT, target, context)
    if isinstance(value, float) and not source.of_column and context.variables.behaviour.rounded_reals_are_fixed:
        source = replace(
            source, scale=NOT_FIXED_SCALE
        )  # it goes in as a number (captured: columns_of_several_queries_row)
    return convert_value(value, source, target, context)


_NUMBER_TEXT = replace(text_type(), ascii=True)


def _is_counted(target: ExprType) -> bool:
    return target.column not in (*field_types.BLOBS, ColumnType.GEOMETRY) and target.length <= _LONGEST_COUNTED


@dataclass(frozen=True)
class Union:
    """Queries one after the other, then ORDER BY and LIMIT of the whole.

    once: for each part after the first, whether UNION added it (of all rows so far each stays once) or UNION ALL.
    """

    columns: tuple[tuple[str, ExprType], ...]
    parts: tuple[CompiledQuery, ...]
    once: tuple[bool, ...]
    order: tuple[OrderItem, ...]
    limit: Limit

    @property
    def correlated(self) -> bool:
        return any(part.correlated for part in self.parts)

    @property
    def alternatives(self) -> tuple[CompiledQuery, ...]:
        """The parts of one without LIMIT."""
        return self.parts if self.limit == Limit() else ()

    def rows(self, context: StatementContext, outer: Row) -> Iterator[tuple[Any, ...]]:
        types = [type_ for _, type_ in self.columns]
        # the last UNION without ALL makes all rows before it distinct, whatever the ones before it did
        last = max((place for place, once in enumerate(self.once, 1) if once), default=0)
        each = (self._converted(part, context, outer) for part in self.parts)
        rows_of_all = chain.from_iterable(islice(each, last + 1))
        rows_of_all = chain(distinct(rows_of_all, types, context) if last else rows_of_all, chain.from_iterable(each))
        # all parts are read before the first row is used: functions in them write first (captured: functions_in_unions)
        kept = list(rows_of_all)
        if last or self.order:  # they are kept in a table
            context.session.flags.scans()
        if self.order:
            sort_rows(kept, self.order, context, lambda row: (row,))
        return self.limit.apply(iter(kept))

    def _converted(self, part: CompiledQuery, context: StatementContext, outer: Row) -> Iterator[tuple[Any, ...]]:
        targets = [type_ for _, type_ in self.columns]
        sources = [type_ for _, type_ in part.columns]
        if sources == targets:
            yield from kept_rows(part.rows(context, outer), targets, context)
        else:
            for row in part.rows(context, outer):
                kept = tuple(
                    _kept_value(value, source, target, context)
                    for value, source, target in zip(row, sources, targets, strict=True)
                )
                yield from kept_rows((kept,), targets, context)
        interrupts.step(lets_others=False)


@dataclass(frozen=True)
class Filtered:
    """INTERSECT and EXCEPT: the rows of the first query that the second one has, or has not.

    keep: INTERSECT. once: each row once; with ALL a row counts as often as it comes.
    """

    columns: tuple[tuple[str, ExprType], ...]
    parts: tuple[CompiledQuery, CompiledQuery]
    keep: bool
    once: bool
    order: tuple[OrderItem, ...]
    limit: Limit

    @property
    def correlated(self) -> bool:
        return any(part.correlated for part in self.parts)

    def rows(self, context: StatementContext, outer: Row) -> Iterator[tuple[Any, ...]]:
        types = [type_ for _, type_ in self.columns]
        others = Counter(order_mark(row, types, context) for row in _typed(self.parts[1], types, context, outer))
        context.session.flags.scans()
        rows_of_all = self._matching(_typed(self.parts[0], types, context, outer), others, types, context)
        if self.once:
            rows_of_all = distinct(rows_of_all, types, context)
        if self.order:
            kept = list(rows_of_all)
            sort_rows(kept, self.order, context, lambda row: (row,))
            rows_of_all = iter(kept)
        return self.limit.apply(rows_of_all)

    def _matching(
        self, rows: Iterator[tuple[Any, ...]], others: Counter[Any], types: list[ExprType], context: StatementContext
    ) -> Iterator[tuple[Any, ...]]:
        for row in rows:
            mark = order_mark(row, types, context)
            known = others[mark] > 0
            if known and not self.once:
                others[mark] -= 1
            if known == self.keep:
                yield row


def _typed(
    part: CompiledQuery, targets: Sequence[ExprType], context: StatementContext, outer: Row
) -> Iterator[tuple[Any, ...]]:
    """The rows of a query with its values in the types of the whole."""
    sources = [type_ for _, type_ in part.columns]
    for row in part.rows(context, outer):
        yield tuple(
            _kept_value(value, source, target, context)
            for value, source, target in zip(row, sources, targets, strict=True)
        )


def _filtered(node: exp.Expression, left: CompiledQuery, right: CompiledQuery, scope: Scope) -> Filtered:
    if len(left.columns) != len(right.columns):
        raise mysql_error("ER_WRONG_NUMBER_OF_COLUMNS_IN_SELECT")
    verb = node.key.upper()
    columns = tuple(
        (name, common_type([type_, right.columns[index][1]], scope, verb))
        for index, (name, type_) in enumerate(left.columns)
    )
    items, limit = _tail(node, columns, scope)
    return Filtered(
        columns, (left, right), isinstance(node, exp.Intersect), bool(node.args.get("distinct")), items, limit
    )


def _tail(
    node: exp.Expression, columns: tuple[tuple[str, ExprType], ...], scope: Scope
) -> tuple[tuple[OrderItem, ...], Limit]:
    """ORDER BY and LIMIT of the whole."""
    result = Source("", tuple(SourceColumn(name, type_) for name, type_ in columns))
    inner = Scope(scope.context, (result,), clause="order clause", compile_query=scope.compile_query)
    order = node.args.get("order")
    items = tuple(_order_item(item, columns, inner) for item in (order.expressions if order is not None else ()))
    return items, compile_limit(node, inner)


def compile_set_operation(
    node: exp.Expression, compile_part: Callable[[exp.Expression], CompiledQuery], scope: Scope
) -> CompiledQuery:
    """A UNION, INTERSECT or EXCEPT. MySQLError ER_WRONG_NUMBER_OF_COLUMNS_IN_SELECT. compile_part: compiles a query."""
    if isinstance(node, (exp.Intersect, exp.Except)):
        return _filtered(node, compile_part(node.this), compile_part(node.expression), scope)
    if not isinstance(node, exp.Union):
        raise UnsupportedError(node.key.upper(), tree_text(node))
    unions = _chain(node)
    left = compile_part(unions[0].this)
    parts, once = [left], [bool(union.args.get("distinct")) for union in unions]
    if type(left) is Union and not left.order and left.limit == Limit():  # a UNION b UNION c has one type for all
        parts, once = [*left.parts], [*left.once, *once]
    for union in unions:
        parts.append(compile_part(union.expression))
        if len(parts[-1].columns) != len(left.columns):
            raise mysql_error("ER_WRONG_NUMBER_OF_COLUMNS_IN_SELECT")
    columns = _together(parts, scope, "UNION")
    items, limit = _tail(node, columns, scope)
    return Union(columns, tuple(parts), tuple(once), items, limit)


def _chain(node: exp.Expression) -> list[exp.Expression]:
    """The unions that a UNION stands behind, as long as they are nothing but that, and itself; the innermost first."""
    links = [node]
    while isinstance(inner := links[-1].this, exp.Union) and not any(map(inner.args.get, _OF_ITS_OWN)):
        links.append(inner)
    return links[::-1]


_OF_ITS_OWN = ("with_", "order", "limit", "offset", "locks")


def _together(parts: Sequence[CompiledQuery], scope: Scope, verb: str) -> tuple[tuple[str, ExprType], ...]:
    """The columns of all parts: the first one's names, one type for all."""
    return tuple(
        (name, common_type([part.columns[index][1] for part in parts], scope, verb))
        for index, (name, _) in enumerate(parts[0].columns)
    )


def _order_item(ordered: exp.Expression, columns: Sequence[tuple[str, ExprType]], scope: Scope) -> OrderItem:
    node = ordered.this
    descending = bool(ordered.args.get("desc"))
    position = position_of(node)
    if position is not None:
        if not 1 <= position <= len(columns):
            raise mysql_error("ER_BAD_FIELD_ERROR", position, "order clause")
        read = scope.read(0, position - 1)
    else:
        alike = [name for name, _ in columns if name.lower() == node.name.lower()]
        if isinstance(node, exp.Column) and not node.table and len(alike) > 1:  # (captured: clusters/ambiguous_names)
            raise mysql_error("ER_NON_UNIQ_ERROR", node.name, "order clause")
        read = compile_expression(node, scope)
    return OrderItem(read.eval, read.type, descending)


class Values(Union):
    """VALUES ROW(..), ROW(..): a UNION ALL of its rows, which nothing sorts and no table keeps."""

    alternatives = ()


class SentValues(Values):
    """As a statement: its numbers are sent with the digits that each has (captured: clusters/values_sent)."""

    def _converted(self, part: CompiledQuery, context: StatementContext, outer: Row) -> Iterator[tuple[Any, ...]]:
        targets = [type_ for _, type_ in self.columns]
        for row in part.rows(context, outer):
            kept = tuple(
                value
                if target.kind is Kind.DECIMAL and source.kind in _EXACT
                else _kept_value(value, source, target, context)
                for value, (_, source), target in zip(row, part.columns, targets, strict=True)
            )
            yield from kept_rows((kept,), targets, context)
        interrupts.step(lets_others=False)


_EXACT = (Kind.DECIMAL, Kind.INT)


def compile_values(
    node: exp.Expression, scope: Scope, compile_row: Callable[[exp.Expression], CompiledQuery], level: int
) -> CompiledQuery:
    """A VALUES statement, or a derived table of one. One row is a SELECT. compile_row: compiles a query. level: how
    deep it is nested in FROM, from 1 on.

    ORDER BY must name columns that are there, and sorts nothing (captured: values_as_queries).
    """
    rows = tuple(compile_row(row) for row in _rows_of_values(node))
    columns = _together(rows, scope, "VALUES")
    _, limit = _tail(node, columns, scope)
    if len(rows) == 1 and limit == Limit():
        return rows[0]
    made = SentValues if level == 1 and _is_statement(node) else Values
    return made(columns, rows, (False,) * (len(rows) - 1), (), limit)


def _is_statement(node: exp.Expression) -> bool:
    while isinstance(node.parent, exp.Subquery):
        node = node.parent
    return node.parent is None


def _rows_of_values(node: exp.Expression) -> Iterator[exp.Expression]:
    """Each row as a SELECT of columns column_0, column_1, ..."""
    lines = [row_cells(line) for line in node.expressions]
    for place, line in enumerate(lines):
        if len(line) != len(lines[0]):
            raise mysql_error("ER_WRONG_VALUE_COUNT_ON_ROW", place + 1)
        if not line:
            raise mysql_error("ER_TABLE_VALUE_CONSTRUCTOR_MUST_HAVE_COLUMNS")
        if any(is_default_keyword(cell) for cell in line):
            raise mysql_error("ER_TABLE_VALUE_CONSTRUCTOR_CANNOT_HAVE_DEFAULT")
    for line in lines:
        yield exp.Select(expressions=numbered_columns(line))


def compile_once_more(node: exp.Expression, inner: CompiledQuery, scope: Scope) -> Union:
    """(SELECT .. LIMIT 2) ORDER BY ..: a query whose rows, in a table of their own, are sorted and limited again."""
    columns = tuple(inner.columns)
    return Union(columns, (inner,), (), *_tail(node, columns, scope))
