"""ORDER BY, DISTINCT and LIMIT."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import islice
from typing import Any

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.formats.columns.values import JsonDocument, SizedDecimal
from binwriter.formats.records import dataclass, worked_out_once
from binwriter.mysql import interrupts
from binwriter.mysql.collation.keys import pads_space
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.mysql.values.json_order import is_container, json_sort_key
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions import keys as key_forms
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.copied_moments import is_kept_by_zone
from binwriter.sql.expressions.numbers import DECIMAL_MAX_SCALE, UINT64_MAX, decimal_scale, round_decimal
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import VARIABLE_TEXT, CompiledExpression, ExprType, Kind, Row
from binwriter.sql.query.volatile import is_asked_anew

_NULL = object()  # equal to nothing else
_NOT_SORTED = mysql_warning("ER_NOT_SUPPORTED_YET", "sorting of non-scalar JSON values")


@dataclass(frozen=True)
class OrderItem:
    """One item of ORDER BY: value reads it from the row; key makes it comparable."""

    value: Callable[[StatementContext, Row], Any]
    type: ExprType
    descending: bool = False
    place: int | None = None  # of the item of the select list that it is, where that varies

    @property
    def has_varying_key(self) -> bool:
        """Whether a server's sort keys of it vary in length: text of a collation that pads nothing."""
        type_ = self.type
        return type_.kind is Kind.STRING and not type_.member and not pads_space(type_.collation)

    def rank(self, context: StatementContext, row: Row) -> tuple[Any, ...]:
        if interrupts.asked:
            interrupts.step()
        value = self.value(context, row)
        if isinstance(value, JsonDocument):
            key = json_sort_key(value.root)
            if is_container(key) and _NOT_SORTED not in context.diagnostics:
                context.diagnostics.append(_NOT_SORTED)
            return 1, key
        return (0,) if value is None else (1, self.key(context, value))

    @worked_out_once
    def key(self) -> key_forms.Key:
        """See `order_key`."""
        return key_forms.order_key(self.type)


def sort_keys(
    items: Sequence[OrderItem], context: StatementContext, rows: Iterable[Row], *, of_table: bool = True
) -> list[list[tuple[Any, ...]]]:
    """The keys of each row; up to 5.7 an error of one has another behind it, 1028, where rows of_table are sorted, not
    those of a temporary table (captured: sorts_aborted_row)."""
    try:
        return [[item.rank(context, row) for item in items] for row in rows]
    except MySQLError as error:
        if of_table and context.variables.behaviour.tells_of_aborted_sorts:
            error.later = (*error.later, mysql_warning("ER_FILSORT_ABORT", error.message, level="Error"))
        raise


def ranked(value: Any, type_: ExprType, context: StatementContext) -> tuple[Any, ...]:
    """A sortable form: NULL before everything."""
    return (0,) if value is None else (1, key_forms.order_key(type_)(context, value))


def sort_rows(
    rows: list[Any], items: Sequence[OrderItem], context: StatementContext, row_of: Callable[[Any], Row]
) -> None:
    """Sorts in place, stably, by all items."""
    for item in reversed(items):
        keys = {id(entry): item.rank(context, row_of(entry)) for entry in rows}
        rows.sort(key=lambda entry: keys[id(entry)], reverse=item.descending)


def order_mark(row: Sequence[Any], types: Sequence[ExprType], context: StatementContext) -> tuple[Any, ...]:
    """What equal rows have in common, by the types' collations."""
    return tuple(ranked(value, type_, context) for value, type_ in zip(row, types, strict=True))


def kept_rows(
    rows: Iterable[tuple[Any, ...]],
    types: Sequence[ExprType],
    context: StatementContext,
    *,
    leaves_variables: bool = False,
) -> Iterable[tuple[Any, ...]]:
    """Rows that a table of the server's own keeps meanwhile: a DATETIME asks for the time zone on its way into it
    (captured: zones_of_functions_statement), quotients and what is made of user variables get as many digits as their
    type has (captured: quotients_whole_row, clusters/variables_of_digits). leaves_variables: not user variables."""
    scales = [
        (place, type_.scale)
        for place, type_ in enumerate(types)
        if type_.kind is Kind.DECIMAL and not (leaves_variables and type_.source == VARIABLE_TEXT)
    ]
    of_variables = any(scale == DECIMAL_MAX_SCALE for _, scale in scales)
    behaviour = context.variables.behaviour
    if scales and (of_variables or behaviour.stores_whole_quotients or behaviour.trims_decimals):
        rows = (_cut_row(row, scales) for row in rows)
    moments = [place for place, type_ in enumerate(types) if is_kept_by_zone(type_)]
    if not moments or context.facts.uses_time_zone or not context.variables.behaviour.moments_ask_for_zone:
        return rows
    return _asking(rows, moments, context)


def _cut_row(row: tuple[Any, ...], scales: Sequence[tuple[int, int]]) -> tuple[Any, ...]:
    cells = list(row)
    for place, scale in scales:
        cell = cells[place]
        if isinstance(cell, SizedDecimal) and cell.is_bare:
            cell = cells[place] = Decimal(cell)  # its digits are back
        if isinstance(cell, Decimal) and (digits := decimal_scale(cell)) != scale:
            cells[place] = round_decimal(cell, scale) if digits > scale or scale == DECIMAL_MAX_SCALE else cell
    return tuple(cells)


def _asking(
    rows: Iterable[tuple[Any, ...]], moments: Sequence[int], context: StatementContext
) -> Iterator[tuple[Any, ...]]:
    for row in rows:
        if any(row[place] is not None for place in moments):
            context.facts.uses_time_zone = True
        yield row


def distinct(
    rows: Iterable[tuple[Any, ...]], types: Sequence[ExprType], context: StatementContext
) -> Iterator[tuple[Any, ...]]:
    """Each row once, in the order of its first coming."""
    keys = [key_forms.order_key(type_) for type_ in types]
    seen = set()
    kept = kept_rows(rows, types, context, leaves_variables=True)
    if len(keys) == 1:
        yield from _distinct_values(kept, keys[0], context)
        return
    for row in kept:
        mark = tuple((0,) if value is None else (1, key(context, value)) for key, value in zip(keys, row, strict=True))
        if mark not in seen:
            seen.add(mark)
            yield row


def _distinct_values(
    rows: Iterable[tuple[Any, ...]], key: key_forms.Key, context: StatementContext
) -> Iterator[tuple[Any, ...]]:
    """The same of one column."""
    seen = set()
    for row in rows:
        mark = _NULL if row[0] is None else key(context, row[0])
        if mark not in seen:
            seen.add(mark)
            yield row


@dataclass(frozen=True)
class Limit:
    """LIMIT offset, count; count None: no limit."""

    count: int | None = None
    offset: int = 0

    def apply(self, rows: Iterable[Any]) -> Iterator[Any]:
        if self.count is None and not self.offset:
            return iter(rows)
        stop = None if self.count is None else self.offset + self.count
        return islice(rows, *(end and min(end, sys.maxsize) for end in (self.offset, stop)))


def compile_limit(node: exp.Expression, scope: Scope) -> Limit:
    """The LIMIT and OFFSET of a query or statement node."""
    limit, offset = node.args.get("limit"), node.args.get("offset")
    count = _whole_number(limit.expression, scope) if limit is not None else None
    return Limit(count, _whole_number(offset.expression, scope) if offset is not None else 0)


def limit_count(node: exp.Expression | None, scope: Scope) -> Limit:
    """The Limit of a bare LIMIT expression."""
    return Limit() if node is None else Limit(_whole_number(node, scope))


def _whole_number(node: exp.Expression, scope: Scope) -> int:
    """The number. A name is that of a program's variable, never a column's (1327, asked of a 9.7.4)."""
    if isinstance(node, exp.Column) and not node.table:
        names = scope.context.program_names
        if names is None or names.find(node.name, None) is None:
            raise mysql_error("ER_SP_UNDECLARED_VAR", node.name)
    value = compile_expression(node, scope).eval(scope.context, ())
    if isinstance(node, exp.Column) and (value is None or isinstance(value, int)):
        return (value or 0) & UINT64_MAX  # captured: limits_of_none_statement
    if not isinstance(value, int) or value < 0:
        raise mysql_error("ER_WRONG_ARGUMENTS", "LIMIT")
    return value


# --- what is the same for all rows: ORDER BY of that sorts nothing (captured: clusters/orders_that_sort_nothing)


_CONVERTED = frozenset({Kind.INT, Kind.DECIMAL, Kind.REAL, Kind.STRING})  # to what a column of another kind has
_OF_ROWS = (exp.Column, exp.AggFunc, exp.Window, exp.Query, exp.Star)


class FixedColumns:
    """Of a query's WHERE: the columns that it makes equal to constants of their own kind."""

    def __init__(self, where: exp.Expression | None, scope: Scope) -> None:
        self._where, self._scope = where, scope

    def has(self, node: exp.Expr, compiled: CompiledExpression) -> bool:
        """Whether an item of ORDER BY has one value: a constant, a user variable that is read, or such a column."""
        node = node.unalias()
        if compiled.constant or (node.find(*_OF_ROWS) is None and not any(map(is_asked_anew, node.walk()))):
            return True
        return isinstance(node, exp.Column) and any(self._fixes(part, node) for part in conjuncts(self._where))

    def _fixes(self, part: exp.Expr, column: exp.Column) -> bool:
        part = part.unnest()
        if isinstance(part, exp.In):
            pairs = [(part.this, item) for item in part.expressions] if len(part.expressions) == 1 else []
        elif isinstance(part, exp.Between):
            pairs = [(part.this, part.args["low"])] if part.args["low"] == part.args["high"] else []
        elif isinstance(part, (exp.EQ, exp.NullSafeEQ)):
            pairs = [(part.this, part.expression), (part.expression, part.this)]
        else:
            return False
        for one, other in pairs:
            if isinstance(one, exp.Column) and self._are_one(one, column):
                value, kind = compile_expression(other, self._scope), compile_expression(one, self._scope).type.kind
                alike = value.type.kind is kind or (kind is not Kind.STRING and value.type.kind in _CONVERTED)
                return value.constant and alike
        return False

    def _are_one(self, one: exp.Column, other: exp.Column) -> bool:
        same_table = not one.table or not other.table or one.table.lower() == other.table.lower()
        return same_table and one.name.lower() == other.name.lower()


def as_many_as_wanted(rows: Sequence[Any], context: StatementContext) -> tuple[Any, ...]:
    """sql_select_limit: of a client's query that has no LIMIT of its own, not in a program (MySQL manual), and of SHOW
    that is a query of system tables (captured: clusters/shown_within_limits)."""
    most = context.variables.settings.sql_select_limit
    if most == UINT64_MAX or context.in_procedure:
        return tuple(rows)
    return tuple(islice(rows, min(most, sys.maxsize)))
