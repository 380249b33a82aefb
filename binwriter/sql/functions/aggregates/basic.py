"""Aggregate functions.

Compiling one puts an AggregateCall on the scope's list; the query gives it the rows of each group.

Source: MySQL manual, "Aggregate Function Descriptions".
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from functools import partial
from typing import Any

from sqlglot import exp

from binwriter.formats.records import dataclass, replace
from binwriter.mysql.interrupts import pieces, stepped
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions import bits, decimal_buffers, division
from binwriter.sql.expressions.arithmetic import numeric_type, operand_type, real_type
from binwriter.sql.expressions.coercion import text_of_bytes, to_bits, to_decimal, to_real
from binwriter.sql.expressions.compile import compile_all, compile_expression
from binwriter.sql.expressions.conditions.keys import Key, kept_key, order_key
from binwriter.sql.expressions.copied_moments import gathered_by_zone, is_instant
from binwriter.sql.expressions.numbers import DECIMAL_MAX_SCALE, EXACT, UINT64_MASK, number_prefix
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import (
    AVERAGE,
    INT_TYPE,
    NOT_FIXED_SCALE,
    REAL_TYPE,
    UINT_TYPE,
    BinaryLiteral,
    CompiledExpression,
    ExprType,
    Kind,
    MemberText,
    Row,
    Whole,
    decimal_type,
    held,
    numerical,
    plain_bytes,
    taken,
    text_type,
    without_number,
)
from binwriter.sql.expressions.unify import common_field
from binwriter.sql.functions.aggregating import Fold, Running, Sliding, aggregates
from binwriter.sql.functions.registry import node_function

Rows = Sequence[Row]


@dataclass(frozen=True)
class Extreme:
    """A call of MIN or MAX: its node, what it is given, and its text."""

    node: exp.Expression
    part: CompiledExpression
    text: str


@dataclass(frozen=True)
class AggregateCall:
    """compute answers the aggregate's value for the rows of one group, in their order. running: the same for rows that
    come one after the other, where that needs no look back at those before. sliding: and for those that go, too.
    counts: COUNT(*), which asks nothing of a row. plain: what it is given may be worked out twice, and in any order.
    extreme: MIN or MAX of a date or a TIMESTAMP."""

    compute: Callable[[StatementContext, Rows], Any]
    running: Callable[[], Running] | None = None
    sliding: Callable[[], Sliding] | None = None
    counts: bool = False
    plain: bool = False
    extreme: Extreme | None = None


def register(
    scope: Scope,
    type_: ExprType,
    text: str,
    compute: Callable[[StatementContext, Rows], Any],
    running: Callable[[], Running] | None = None,
    sliding: Callable[[], Sliding] | None = None,
    *,
    counts: bool = False,
    plain: bool = False,
    extreme: Extreme | None = None,
) -> CompiledExpression:
    """Adds the call to the scope's aggregates, and answers the expression that reads its value."""
    if not aggregates(scope):
        raise mysql_error("ER_INVALID_GROUP_FUNC_USE")
    assert scope.aggregates is not None
    position, slot = len(scope.aggregates.calls), scope.aggregate_slot
    scope.aggregates.calls.append(AggregateCall(compute, running, sliding, counts, plain, extreme))
    return CompiledExpression(type_, lambda context, row: row[slot][position], text)


def _register_fold(
    scope: Scope, type_: ExprType, text: str, arguments: Arguments, fold: Fold, extreme: Extreme | None = None
) -> CompiledExpression:
    def compute(context: StatementContext, rows: Rows) -> Any:
        running = Running(arguments, fold)
        running.add(context, rows)
        return running.value()

    if arguments.distinct:
        return register(scope, type_, text, compute, plain=arguments.plain, extreme=extreme)
    merge = fold.merge
    sliding = None if merge is None else lambda: Sliding(arguments, fold, merge)
    running = partial(Running, arguments, fold)
    return register(scope, type_, text, compute, running, sliding, plain=arguments.plain, extreme=extreme)


@dataclass(frozen=True)
class Arguments:
    """The arguments of one call, and the way through a group's values: NULLs left out, duplicates too for DISTINCT.

    plain: they are columns, and what is reckoned of those. zoned: the places of those that ask for the time zone where
    they are gathered (`gathered_by_zone`).
    """

    parts: tuple[CompiledExpression, ...]
    distinct: bool
    plain: bool = False
    zoned: tuple[int, ...] = ()

    def _ask_for_zone(self, context: StatementContext, values: Sequence[Any]) -> None:
        """Of a row that is gathered, whether it is left out or not."""
        if any(values[place] is not None for place in self.zoned):
            context.facts.uses_time_zone |= context.variables.behaviour.moments_ask_for_zone

    def values(self, context: StatementContext, rows: Rows) -> list[tuple[Any, ...]]:
        """Of each row that counts, in their order."""
        rows_of_values: Iterable[list[Any]] = (
            [part.eval(context, row) for part in self.parts] for piece in pieces(rows) for row in piece
        )
        if self.zoned:
            rows_of_values = self._asking(context, rows_of_values)
        present = [tuple(values) for values in rows_of_values if None not in values]
        if not self.distinct:
            return present
        keys = self._keys(context, order_key)
        seen: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        for values in stepped(present):
            seen.setdefault(keys(values), values)
        return list(seen.values())

    def with_rows(self, context: StatementContext, rows: Rows, *, sorts: bool) -> list[tuple[tuple[Any, ...], Row]]:
        """The values, each with its row; for DISTINCT with the first one. sorts: different ones are given in their
        order, as a server keeps them to tell them apart (captured: clusters/distinct_texts_joined)."""
        found = [
            (tuple([part.eval(context, row) for part in self.parts]), row) for piece in pieces(rows) for row in piece
        ]
        for values, _ in found if self.zoned else ():
            self._ask_for_zone(context, values)
        present = [one for one in found if None not in one[0]]
        if not self.distinct:
            return present
        keys = self._keys(context, kept_key)
        seen: dict[tuple[Any, ...], tuple[tuple[Any, ...], Row]] = {}
        for one in stepped(present):
            seen.setdefault(keys(one[0]), one)
        return [seen[key] for key in sorted(seen)] if sorts else list(seen.values())

    def _asking(self, context: StatementContext, rows: Iterable[list[Any]]) -> Iterator[list[Any]]:
        for values in rows:
            self._ask_for_zone(context, values)
            yield values

    def _keys(
        self, context: StatementContext, key_of: Callable[[ExprType], Key]
    ) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
        keys = [key_of(part.type) for part in self.parts]
        return lambda values: tuple([key(context, value) for key, value in zip(keys, values, strict=True)])


_PLAIN = (exp.Column, exp.Identifier, exp.Literal, exp.Paren, exp.Neg, exp.Add, exp.Sub, exp.Mul, exp.Div)


_Take = Callable[[CompiledExpression], CompiledExpression]


def _arguments(node: exp.Expression, scope: Scope, take: _Take = held) -> Arguments:
    nodes = node.expressions
    distinct = len(nodes) == 1 and isinstance(nodes[0], exp.Distinct)
    if distinct:
        nodes = nodes[0].expressions
    inner = scope.inside_aggregate()
    plain = all(isinstance(part, _PLAIN) for node in nodes for part in node.walk())
    return Arguments(tuple(map(take, compile_all(nodes, inner))), distinct, plain)


def _one(node: exp.Expression, scope: Scope, take: _Take = numerical) -> tuple[Arguments, CompiledExpression, str]:
    arguments = _arguments(node, scope, take)
    if len(arguments.parts) != 1:
        raise mysql_error("ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT", node.name)
    part = arguments.parts[0]
    return arguments, part, f"{node.name.lower()}({'distinct ' if arguments.distinct else ''}{part.text})"


class _EachRow:
    """The arguments of COUNT(*)."""

    def values(self, context: StatementContext, rows: Rows) -> list[tuple[Any, ...]]:
        return [(None,)] * len(rows)


def _nothing(*_: Any) -> None:
    return None


_COUNTED = Fold(None, _nothing, lambda total, count: count, _nothing)


@node_function("COUNT")
def _count(node: exp.Expression, scope: Scope) -> CompiledExpression:
    if len(node.expressions) == 1 and isinstance(node.expressions[0], exp.Star):
        each, fold = _EachRow(), _COUNTED
        return register(
            scope,
            INT_TYPE,
            "count(0)",
            lambda context, rows: len(rows),
            lambda: Running(each, fold),
            lambda: Sliding(each, fold, _nothing),
            counts=True,
            plain=True,
        )
    arguments = _arguments(node, scope)
    if arguments.distinct:
        gathered = zip(node.expressions[0].expressions, arguments.parts, strict=True)
        zoned = gathered_by_zone(gathered, scope.context)
        arguments = replace(arguments, zoned=zoned)
    text = f"count({','.join(part.text for part in arguments.parts)})"
    return _register_fold(scope, INT_TYPE, text, arguments, _COUNTED)


def _summed(node: exp.Expression, scope: Scope) -> tuple[Arguments, CompiledExpression, str]:
    """What is added up: of different texts what a DOUBLE column keeps of them (captured: different_texts_added)."""
    arguments, part, text = _one(node, scope)
    is_text = part.type.kind is Kind.STRING and not part.type.member
    if not (arguments.distinct and is_text and operand_type(part, scope).kind is Kind.REAL):
        return arguments, part, text
    inner, source = part.eval, part.type

    def kept(context: StatementContext, row: Row) -> float | None:
        value = inner(context, row)
        if value is None or isinstance(value, (MemberText, BinaryLiteral)):
            return to_real(value, source, context)
        shown = value if isinstance(value, str) else text_of_bytes(value)
        number, whole = number_prefix(shown)
        if not whole or not shown:
            context.warn("ER_TRUNCATED_WRONG_VALUE_FOR_FIELD", "DOUBLE", shown, "", 1)
        return float(number)

    part = CompiledExpression(REAL_TYPE, kept, part.text, part.constant)
    return replace(arguments, parts=(part,)), part, text


@node_function("SUM")
def _sum(node: exp.Expression, scope: Scope) -> CompiledExpression:
    arguments, part, text = _summed(node, scope)
    source = operand_type(part, scope)
    fold = _adding(part, source, lambda total, count: total if count else None)
    type_ = real_type(source) if source.kind is Kind.REAL else decimal_type(source.scale, whole=Whole.SUM)
    return _register_fold(scope, type_, text, arguments, fold)


def _adding(part: CompiledExpression, source: ExprType, done: Callable[[Any, int], Any]) -> Fold:
    """A sum. Of floating-point numbers the order counts: there parts of it cannot be put together."""
    if source.kind is Kind.REAL:
        return Fold(0.0, lambda context, total, value: total + (to_real(value, part.type, context) or 0.0), done)

    def add(context: StatementContext, total: Decimal, value: Any) -> Decimal:
        number = Decimal(value) if type(value) is int else to_decimal(value, part.type, context)
        return total if number is None else EXACT.add(total, number)  # 0.00 has its digits, too

    return Fold(Decimal(0), add, done, EXACT.add)


@node_function("AVG")
def _avg(node: exp.Expression, scope: Scope) -> CompiledExpression:
    arguments, part, text = _summed(node, scope)
    source = operand_type(part, scope)
    increment = scope.context.variables.settings.div_precision_increment
    sizes, words = scope.context.sizes_decimals, scope.context.variables.behaviour.quotients_fill_words
    is_bare = scope.context.variables.behaviour.trims_decimals

    def done(total: Any, count: int) -> Any:
        if not count or source.kind is Kind.REAL:
            return total / count if count else None
        result = division.quotient(total, Decimal(count), source.scale, 0, increment)
        if not sizes and not is_bare:
            return result
        if words:
            return decimal_buffers.sized_words(result, is_zero=True)
        return decimal_buffers.sized_quotient(result, total, Decimal(count), is_zero=not result, is_rounded=False)

    scale = min(source.scale + increment, DECIMAL_MAX_SCALE)
    type_ = real_type(source, increment=increment) if source.kind is Kind.REAL else decimal_type(scale)
    if type_.kind is Kind.DECIMAL and not isinstance(node.parent, exp.Window):
        type_ = replace(type_, source=AVERAGE)
    return _register_fold(scope, type_, text, arguments, _adding(part, source, done))


def _extreme(precedes: Callable[[Any, Any], bool]) -> Callable[[exp.Expression, Scope], CompiledExpression]:
    def build(node: exp.Expression, scope: Scope) -> CompiledExpression:
        arguments, part, text = _one(node, scope, held)
        key = order_key(replace(part.type, member=False))  # ENUM and SET values as strings

        def step(context: StatementContext, best: Any, value: Any) -> Any:
            rank = key(context, value)
            return (rank, value) if best is None or precedes(rank, best[0]) else best

        type_ = replace(part.type, field=common_field((part.type,))) if part.type.field is not None else part.type
        type_ = (replace(type_, zeros=0) if type_.zeros else type_).as_function()
        type_ = replace(type_, unquestioned=type_.kind is Kind.STRING)

        def better(earlier: Any, later: Any) -> Any:
            if earlier is None or later is None:
                return later if earlier is None else earlier
            return later if precedes(later[0], earlier[0]) else earlier

        fold = Fold(None, step, lambda best, count: None if best is None else plain_bytes(best[1]), better)
        is_reset = part.type.kind is Kind.DATE or is_instant(part.type)
        return _register_fold(scope, type_, text, arguments, fold, Extreme(node, part, text) if is_reset else None)

    return build


node_function("MIN")(_extreme(operator.lt))
node_function("MAX")(_extreme(operator.gt))


@node_function("ANY_VALUE")
def _any_value(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """The first row's value; outside an aggregating query just the value."""
    if len(node.expressions) != 1:
        raise mysql_error("ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT", "ANY_VALUE")
    part = without_number(taken(compile_expression(node.expressions[0], scope), plain_bytes))
    type_ = part.type.as_function()
    type_ = replace(type_, unquestioned=type_.kind is Kind.STRING)
    type_ = replace(type_, source=INT_TYPE.source) if type_.source == AVERAGE else type_
    return CompiledExpression(type_, part.eval, f"any_value({part.text})", part.constant)


_BITS: dict[str, tuple[int, Callable[[int, int], int]]] = {
    "BIT_AND": (UINT64_MASK, lambda left, right: left & right),
    "BIT_OR": (0, lambda left, right: left | right),
    "BIT_XOR": (0, lambda left, right: left ^ right),
}


@node_function(*_BITS)
def _bits(node: exp.Expression, scope: Scope) -> CompiledExpression:
    arguments, part, text = _one(node, scope)
    start, combine = _BITS[node.name.upper()]
    if bits.is_bytes(part.type, scope):

        def join(context: StatementContext, rows: Rows) -> bytes:
            values = [bytes(value) for (value,) in arguments.values(context, rows)]
            return bits.on_bytes(values, combine) if values else bytes([start & 0xFF]) * part.type.length

        return register(scope, text_type(part.type.length, part.type.collation), text, join)

    def step(context: StatementContext, total: int, value: Any) -> int:
        return combine(total, to_bits(value, part.type, context) or 0)

    return _register_fold(scope, UINT_TYPE, text, arguments, Fold(start, step, lambda total, count: total, combine))


def _deviation_type(part: ExprType, scope: Scope) -> ExprType:
    """Of exact numbers, and of reals with decimals, a fixed number of them before 5.6
    (`Item_sum_variance::fix_length_and_dec`)."""
    number, variables = numeric_type(part), scope.context.variables
    if not variables.behaviour.deviations_are_fixed or number.scale >= NOT_FIXED_SCALE:
        return REAL_TYPE
    most = NOT_FIXED_SCALE if number.kind is Kind.REAL else DECIMAL_MAX_SCALE
    return replace(REAL_TYPE, scale=min(number.scale + variables.settings.div_precision_increment, most))


def _variance(sample: bool, root: bool) -> Callable[[exp.Expression, Scope], CompiledExpression]:
    def build(node: exp.Expression, scope: Scope) -> CompiledExpression:
        arguments, part, text = _one(node, scope)

        def step(context: StatementContext, total: tuple[int, float, float], value: Any) -> tuple[int, float, float]:
            count, mean, squares = total  # Welford's recurrence, as the server computes it
            number = to_real(value, part.type, context) or 0.0
            delta = number - mean
            mean += delta / (count + 1)
            return count + 1, mean, squares + delta * (number - mean)

        def done(total: tuple[int, float, float], count: int) -> float | None:
            if count <= sample:
                return None
            result = total[2] / (count - sample)
            if not math.isfinite(result):
                raise mysql_error("ER_DATA_OUT_OF_RANGE", "DOUBLE", text)
            return math.sqrt(result) if root else result

        type_ = _deviation_type(part.type, scope)
        return _register_fold(scope, type_, text, arguments, Fold((0, 0.0, 0.0), step, done))

    return build


node_function("VAR_POP")(_variance(sample=False, root=False))
node_function("VAR_SAMP")(_variance(sample=True, root=False))
node_function("STD")(_variance(sample=False, root=True))
node_function("STDDEV_SAMP")(_variance(sample=True, root=True))
