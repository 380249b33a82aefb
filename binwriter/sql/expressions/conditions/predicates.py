"""BETWEEN and IN."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.formats.records import replace
from binwriter.mysql.interrupts import stepped
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import to_real
from binwriter.sql.expressions.collations import merged
from binwriter.sql.expressions.compile import compile_expression, compile_operand, compiles, is_constant
from binwriter.sql.expressions.conditions import texts_beside, zones
from binwriter.sql.expressions.conditions.chains import plain_numbers
from binwriter.sql.expressions.conditions.comparison import check_columns, compare, text_collation
from binwriter.sql.expressions.conditions.constants import (
    as_column_keeps,
    bound_without_moment,
    fold,
    is_fixed,
    names_of,
)
from binwriter.sql.expressions.conditions.keys import Key, as_values, string_key, times_among_texts
from binwriter.sql.expressions.moments.literal_moments import check_listed, check_moment, name_of
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.subqueries import (
    constant_items,
    is_its_item,
    left_operand,
    refuse_limit,
    rows_to_look_through,
    subquery_rows,
)
from binwriter.sql.expressions.types import BOOL_TYPE, REAL_TYPE, CompiledExpression, ExprType, Kind, Row
from binwriter.sql.text.tree_text import tree_text

_UNASKED = object()
_NUMBERS = (Kind.INT, Kind.DECIMAL, Kind.REAL)


@compiles(exp.Between)
def _between(node: exp.Expression, scope: Scope) -> CompiledExpression:
    operand = compile_expression(node.this, scope)
    low, high = compile_expression(node.args["low"], scope), compile_expression(node.args["high"], scope)
    if is_fixed(operand.type) and node.args["low"] == node.args["high"] and not _is_negated(node):
        return compile_expression(exp.EQ(this=node.this.copy(), expression=node.args["low"].copy()), scope)
    for bound, value in ((node.args["low"], low), (node.args["high"], high)):
        if operand.type.kind is Kind.DATETIME:
            zones.note_comparison(node, node.this, operand, bound, value, scope, is_operator=False)
        check_moment(node.this, operand.type, bound, value, scope, ranged=node.args["low"] != node.args["high"])
        fold(node, node.this, operand.type, [bound], scope)
    if operand.type.kind is Kind.STRING and low.type.kind in _NUMBERS and high.type.kind in _NUMBERS:
        operand = _as_number(operand)  # of a text that is none it is said once (captured: numbers_of_each_type)
    collation = text_collation((operand, low, high), scope, "between")
    if _mixes_numbers(operand, low, high):
        operand, low, high = (_as_number(part) for part in (operand, low, high))
    ask = operand.eval
    kept: list[Any] = [_UNASKED]
    # its value is asked for once, whatever it does; both comparisons take it from here
    once = replace(operand, eval=lambda context, row: ask(context, row) if kept[0] is _UNASKED else kept[0])
    (lower,), (upper,) = (names_of(node.this, [node.args[bound]]) for bound in ("low", "high"))
    rounds = Kind.DATETIME not in (low.type.kind, high.type.kind)
    is_range = node.args["low"] != node.args["high"]
    forgiving = partial(bound_without_moment, name_of(node.this, scope), operand.type.kind) if is_range else None
    ask_of = partial(compare, scope=scope, collation=collation, rounds=rounds, exact=True)

    def told_beside(bound: str, value: CompiledExpression) -> Callable[[StatementContext, Any], Any] | None:
        if operand.type.kind is not Kind.STRING or not is_range:
            return forgiving
        return texts_beside.told_by_subject(node.args[bound], value, scope) or forgiving

    once = texts_beside.asked_in_rows(once) if low.type.kind.temporal or high.type.kind.temporal else once
    above = ask_of(exp.GTE, once, low, converted=lower, forgiving=told_beside("low", low)).eval
    below = ask_of(exp.LTE, once, high, converted=upper, forgiving=told_beside("high", high)).eval
    is_whole = operand.type.kind is low.type.kind is high.type.kind is Kind.INT and not operand.items
    lowest, highest = (whole_literal(node.args[bound]) if is_whole else None for bound in ("low", "high"))

    def evaluate(context: StatementContext, row: Row) -> int | None:
        value = ask(context, row) if not operand.items else _UNASKED
        if type(value) is int and lowest is not None and highest is not None:  # the quick way of the most common case
            return 1 if lowest <= value <= highest else 0
        kept[0] = value
        first = above(context, row)
        kept[0] = value  # a bound may have run this expression again, in a program
        second = below(context, row)
        kept[0] = _UNASKED
        if first == 0 or second == 0:
            return 0
        return None if first is None or second is None else 1

    text = f"({operand.text} between {low.text} and {high.text})"
    return CompiledExpression(BOOL_TYPE, evaluate, text, is_constant(operand, low, high))


def _is_negated(node: exp.Expression) -> bool:
    """Whether NOT stands in front of it, or of the brackets around it."""
    while isinstance(node.parent, exp.Paren):
        node = node.parent
    return isinstance(node.parent, exp.Not)


def whole_literal(node: exp.Expression) -> int | None:
    """The value of a whole number that is written as such, with or without a sign."""
    if isinstance(node, exp.Neg):
        value = whole_literal(node.this)
        return None if value is None else -value
    is_whole = isinstance(node, exp.Literal) and not node.is_string and str(node.this).isdecimal()
    return int(node.this) if is_whole else None


def _mixes_numbers(operand: CompiledExpression, low: CompiledExpression, high: CompiledExpression) -> bool:
    """A text between a text and a number: all three are compared as numbers."""
    kinds = {low.type.kind, high.type.kind}
    if operand.type.kind is not Kind.STRING or Kind.STRING not in kinds:
        return False
    return bool(kinds & {Kind.INT, Kind.DECIMAL, Kind.REAL})


def _as_number(part: CompiledExpression) -> CompiledExpression:
    return replace(part, type=REAL_TYPE, eval=lambda context, row: to_real(part.eval(context, row), part.type, context))


class _KeptNumber:
    """A text that is looked for among numbers becomes one once for all of them (captured: clusters/items_asked_for)."""

    def __init__(self, operand: CompiledExpression) -> None:
        self.serves = operand.type.kind is Kind.STRING and not operand.items
        self.value: Any = _UNASKED
        self._number = _as_number(operand)
        self.operand = replace(self._number, eval=self._ask)

    def _ask(self, context: StatementContext, row: Row) -> Any:
        if self.value is _UNASKED:
            self.value = self._number.eval(context, row)
        return self.value


@compiles(exp.In)
def _in(node: exp.Expression, scope: Scope) -> CompiledExpression:
    query = node.args.get("query")
    if query is not None:
        return _in_subquery(node, left_operand(node.this, scope, compile_operand), query, scope)
    operand = compile_operand(node.this, scope)
    if not node.expressions:
        raise UnsupportedError("IN with this operand", tree_text(node))
    if (numbers := plain_numbers(node)) is not None and _is_of_numbers(node, operand, scope):
        return _in_numbers(node, operand, numbers)
    candidates = [compile_operand(candidate, scope) for candidate in node.expressions]
    for candidate, written in zip(candidates, node.expressions, strict=True):
        check_columns(operand, candidate)
        if operand.type.kind is Kind.DATETIME or operand.items:
            is_operator = len(candidates) == 1
            zones.note_comparison(node, node.this, operand, written, candidate, scope, is_operator=is_operator)
    constant = is_constant(operand, *candidates)
    if operand.items:
        candidates = [_row_of_values(operand, candidate) for candidate in candidates]
    elif len(candidates) > 1:
        pairs = [as_values(operand, candidate) for candidate in candidates]
        candidates = [candidate for _, candidate in pairs]
        operand = next((one for one, _ in pairs if one is not operand), operand)
        operand = times_among_texts(operand, candidates)
    collation = text_collation((operand, *candidates), scope, " IN ")
    is_single = len(candidates) == 1 and not operand.items
    for written, candidate in zip(node.expressions, candidates, strict=True):
        (check_moment if is_single else check_listed)(node.this, operand.type, written, candidate, scope)
    each_time = scope.context.variables.behaviour.converts_listed and _is_of_both(operand, candidates)
    if not each_time:
        fold(node, node.this, operand.type, node.expressions, scope)
    listed = partial(bound_without_moment, name_of(node.this, scope), operand.type.kind, once=True)
    told, parts = None, (operand, *candidates)
    of_text = operand.type.kind is Kind.STRING
    if len(candidates) > 1 and any(part.type.kind.temporal for part in parts) and (of_text or _is_text_of_row(*parts)):
        told = texts_beside.told_of_list((node.this, *node.expressions), parts, scope)
        operand = texts_beside.asked_in_rows(operand) if told and of_text else operand
    number = _KeptNumber(operand)
    names = [""] * len(candidates) if each_time else names_of(node.this, node.expressions)
    tests = [
        compare(
            exp.EQ,
            number.operand if number.serves and candidate.type.kind in _NUMBERS else operand,
            as_column_keeps(operand, candidate, node.expressions[0], scope) if is_single else candidate,
            scope,
            collation=collation,
            converted=name,
            rounds=is_single,
            exact=not is_single,
            forgiving=None if is_single else told if told and _is_text_of_row(operand, candidate) else listed,
        ).eval
        for candidate, name in zip(candidates, names, strict=True)
    ]

    def one_by_one(context: StatementContext, row: Row) -> int | None:
        number.value = _UNASKED
        unknown = False
        for test in tests:
            answer = test(context, row)
            if answer:
                return 1
            unknown = unknown or answer is None
        return None if unknown else 0

    evaluate: Callable[[StatementContext, Row], int | None] = one_by_one
    if isinstance(node.this, exp.Column) and all(isinstance(written, exp.Literal) for written in node.expressions):
        evaluate = _in_constants(operand, candidates, scope) or one_by_one
    elif (
        operand.items and _are(exp.Column, node.this) and all(_are(exp.Literal, member) for member in node.expressions)
    ):
        evaluate = _rows_in_constants(operand.items, candidates, scope, one_by_one) or one_by_one
    text = f"({operand.text} in ({','.join(candidate.text for candidate in candidates)}))"
    return CompiledExpression(BOOL_TYPE, evaluate, text, constant)


def _is_text_of_row(*parts: CompiledExpression) -> bool:
    return any(part.type.kind is Kind.STRING and not part.constant for part in parts)


def _is_of_both(operand: CompiledExpression, candidates: Sequence[CompiledExpression]) -> bool:
    """Whether a number is looked for among numbers and texts."""
    kinds = {candidate.type.kind for candidate in candidates}
    return operand.type.kind in _NUMBERS and Kind.STRING in kinds and not kinds.isdisjoint(_NUMBERS)


def _is_of_numbers(node: exp.Expression, operand: CompiledExpression, scope: Scope) -> bool:
    """Whether a column of whole numbers is asked for, of which nothing is told or measured."""
    type_, rolls = operand.type, scope.aggregates is not None and scope.aggregates.rolled
    is_column = type(node.this) is exp.Column and type_.kind is Kind.INT and not (type_.member or type_.bit)
    told = rolls or scope.context.measures_items or not scope.context.server.takes_many
    return is_column and len(node.expressions) > 1 and not told


def _in_numbers(node: exp.Expression, operand: CompiledExpression, numbers: frozenset[int]) -> CompiledExpression:
    """The same as any other list gives, without asking for each member: one look into a set."""
    ask = operand.eval

    def evaluate(context: StatementContext, row: Row) -> int | None:
        value = ask(context, row)
        return None if value is None else int(value in numbers)

    text = f"({operand.text} in ({','.join([str(item.this) for item in node.expressions])}))"
    return CompiledExpression(BOOL_TYPE, evaluate, text, operand.constant)


def _row_of_values(operand: CompiledExpression, candidate: CompiledExpression) -> CompiledExpression:
    pairs = zip(operand.items, candidate.items, strict=True)
    return replace(candidate, items=tuple([as_values(*pair)[1] for pair in pairs]))


def _in_constants(
    operand: CompiledExpression, candidates: list[CompiledExpression], scope: Scope
) -> Callable[[StatementContext, Row], int | None] | None:
    """A column IN constants of its own kind, by one look into a set; None where they are compared in another way."""
    keys = _set_keys(operand.type, {candidate.type for candidate in candidates}, scope)
    if keys is None:
        return None
    own_key, key = keys
    known: frozenset[Any] | None = None

    def evaluate(context: StatementContext, row: Row) -> int | None:
        nonlocal known
        value = operand.eval(context, row)
        if value is None:
            return None
        if known is None:
            known = frozenset(key(context, candidate.eval(context, row)) for candidate in candidates)
        return int(own_key(context, value) in known)

    return evaluate


def _are(kind: type[exp.Expression], row: exp.Expression) -> bool:
    """Whether a row constructor is made of such nodes only."""
    return isinstance(row, exp.Tuple) and all(isinstance(part, kind) for part in row.expressions)


def _rows_in_constants(
    columns: Sequence[CompiledExpression],
    candidates: list[CompiledExpression],
    scope: Scope,
    otherwise: Callable[[StatementContext, Row], int | None],
) -> Callable[[StatementContext, Row], int | None] | None:
    """The same for several columns. otherwise: for a row that has a NULL among them."""
    keys = []
    for place, column in enumerate(columns):
        if column.items:
            return None
        of_column = _set_keys(column.type, {candidate.items[place].type for candidate in candidates}, scope)
        if of_column is None:
            return None
        keys.append(of_column)
    known: frozenset[tuple[Any, ...]] | None = None

    def evaluate(context: StatementContext, row: Row) -> int | None:
        nonlocal known
        values = [column.eval(context, row) for column in columns]
        if None in values:
            return otherwise(context, row)
        if known is None:
            known = frozenset(
                tuple(
                    key(context, part.eval(context, row)) for (_, key), part in zip(keys, listed_row.items, strict=True)
                )
                for listed_row in candidates
            )
        return int(tuple(own(context, value) for (own, _), value in zip(keys, values, strict=True)) in known)

    return evaluate


def _set_keys(operand: ExprType, candidates: Collection[ExprType], scope: Scope) -> tuple[Key, Key] | None:
    """How values of two types are looked up in sets, where equal ones have one key: integers, texts of a collation."""
    kinds = {type_.kind for type_ in (operand, *candidates)}
    if kinds == {Kind.INT} and not any(type_.member or type_.bit for type_ in (operand, *candidates)):
        return (lambda context, value: value,) * 2
    if kinds != {Kind.STRING} or any(type_.member for type_ in (operand, *candidates)):
        return None
    collations = {merged((operand, type_), scope, " IN ", compares=True)[0] for type_ in candidates}
    if len(collations) != 1:
        return None
    collation, type_ = collations.pop(), next(iter(candidates))
    return string_key(operand, collation), string_key(type_, collation)


def _in_subquery(
    node: exp.Expression, operand: CompiledExpression, query: exp.Expression, scope: Scope
) -> CompiledExpression:
    refuse_limit(query)
    rows = subquery_rows(query, scope)
    parts = operand.items or (operand,)
    if len(parts) != len(rows.types):
        raise mysql_error("ER_OPERAND_COLUMNS", len(parts))
    # the candidate stands one slot behind the scope's own, so that one comparison is compiled for all of them
    slot = scope.width

    def read(position: int) -> Callable[[StatementContext, Row], Any]:
        return lambda context, row: row[slot][position]

    constants = constant_items(query, scope)
    if constants and is_its_item(query):
        return compile_operand(exp.EQ(this=node.this.copy(), expression=exp.Subquery(this=query.copy())), scope)
    each = rows_to_look_through(rows, slot)
    if len(each) > 1:  # what stands left is kept, and a kept text tells nothing of its being no number
        parts = tuple([replace(part, type=replace(part.type, unquestioned=True)) for part in parts])
    looked_through = [
        (
            one.run,
            [
                compare(exp.EQ, part, constants.get(place) or CompiledExpression(type_, read(place)), scope).eval
                for place, (part, type_) in enumerate(zip(parts, one.types, strict=True))
            ],
        )
        for one in each
    ]

    looked_up = None
    if len(parts) == len(each) == 1 and isinstance(node.this, exp.Column) and rows.once:
        looked_up = _set_keys(operand.type, rows.types, scope)
    known: tuple[object, frozenset[Any], bool] | None = None

    def evaluate(context: StatementContext, row: Row) -> int | None:
        nonlocal known
        if looked_up is not None:
            value, members = operand.eval(context, row), rows.run(context, row)
            if known is None or known[0] is not members:
                values = [candidate for (candidate,) in stepped(members)]
                kept = frozenset(
                    looked_up[1](context, listed_value) for listed_value in stepped(values) if listed_value is not None
                )
                known = members, kept, None in values
            if value is None:
                return None if known[1] or known[2] else 0
            return 1 if looked_up[0](context, value) in known[1] else None if known[2] else 0
        unknown = matched = False
        outer = tuple(row) + ((),) * (slot - len(row))
        for run, tests in looked_through:
            for candidate in run(context, row):
                answers = [test(context, (*outer, candidate)) for test in tests]
                if matched := all(answers):
                    break
                unknown = unknown or (None in answers and 0 not in answers)
            if matched:
                break
        rows.counted(context, matched, may_join=True)
        return 1 if matched else None if unknown else 0

    return CompiledExpression(BOOL_TYPE, evaluate, f"({operand.text} in (select ...))")
