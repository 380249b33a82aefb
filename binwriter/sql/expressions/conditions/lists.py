"""IN, of lists and of queries."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.records import replace
from binwriter.mysql.interrupts import stepped
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.collations import merged
from binwriter.sql.expressions.compile import compile_operand, compiles, is_constant
from binwriter.sql.expressions.conditions import texts_beside, zones
from binwriter.sql.expressions.conditions.between import as_number
from binwriter.sql.expressions.conditions.chains import plain_numbers
from binwriter.sql.expressions.conditions.comparison import check_columns, compare, text_collation
from binwriter.sql.expressions.conditions.constants import (
    as_column_keeps,
    bound_without_moment,
    fold,
    names_of,
)
from binwriter.sql.expressions.conditions.keys import Key, as_values, string_key, times_among_texts
from binwriter.sql.expressions.conditions.once import OnceARow, asked_once, way_of
from binwriter.sql.expressions.moments import numbers as moment_numbers
from binwriter.sql.expressions.moments import temporal
from binwriter.sql.expressions.moments.coercion import to_time
from binwriter.sql.expressions.moments.literal_moments import (
    check_listed,
    check_moment,
    moment_of,
    name_of,
    time_of_number,
)
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.subqueries import (
    constant_items,
    is_its_item,
    left_operand,
    refuse_limit,
    rows_to_look_through,
    subquery_rows,
)
from binwriter.sql.expressions.types import BOOL_TYPE, CompiledExpression, Eval, ExprType, Kind, Row
from binwriter.sql.expressions.vector_operands import refuse_compared
from binwriter.sql.text.tree_text import tree_text

_UNASKED = object()
_NUMBERS = (Kind.INT, Kind.DECIMAL, Kind.REAL)


def _as_its_kind(moment: CompiledExpression, member: CompiledExpression, scope: Scope) -> CompiledExpression:
    """A constant of a list of constants beside a moment, as that kind of moment, which it is made where the first row
    is read (captured: clusters/numbers_beside_moments). Texts beside dates are dates in any case."""
    kind, own = moment.type.kind, member.type
    if (
        scope.context.makes_view
        or member.parameter
        or not (own.numeric or (kind is Kind.TIME and own.kind is Kind.STRING))
    ):
        return member

    def convert(context: StatementContext, value: Any) -> Any:
        return _TO_KIND[kind](value, own, context)

    return replace(
        member, type=ExprType(kind, scale=own.scale), eval=asked_once(member, convert), as_text=None, as_number=None
    )


def _made_first(evaluate: Eval, members: Sequence[CompiledExpression]) -> Eval:
    def evaluate_behind(context: StatementContext, row: Row) -> Any:
        for member in members:
            member.eval(context, row)
        return evaluate(context, row)

    return evaluate_behind


def _time_of(value: Any, type_: ExprType, context: StatementContext) -> timedelta:
    if type_.numeric:
        time = time_of_number(value, context)
        if time is None:
            context.warn("ER_TRUNCATED_WRONG_VALUE", "time", moment_numbers.shown(value, type_))
        return temporal.MAX_TIME if time is None else time
    return to_time(value, type_, context) or timedelta()


def _datetime_of(value: Any, type_: ExprType, context: StatementContext) -> Any:
    moment = moment_of(value, context)
    if moment is None:
        context.warn("ER_INCORRECT_DATETIME_VALUE", "datetime", moment_numbers.shown(value, type_))
        return IncompleteDate()
    if moment_numbers.fraction_is_lost(value):
        context.warn("ER_TRUNCATED_WRONG_VALUE", "date", moment_numbers.shown(value, type_))
    return moment


def _date_of(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """Of small numbers it says nothing, nor of dates without a day."""
    if 0 <= value < _LEAST_DATE:
        return IncompleteDate()
    if isinstance(partial_date := moment_numbers.moment_of(value), IncompleteDate):
        return partial_date
    return temporal.date_of(_datetime_of(value, type_, context))


_LEAST_DATE = 101
_TO_KIND = {Kind.TIME: _time_of, Kind.DATETIME: _datetime_of, Kind.DATE: _date_of}


class _KeptNumber:
    """A text that is looked for among numbers becomes one once for all of them (captured: clusters/items_asked_for)."""

    def __init__(self, operand: CompiledExpression) -> None:
        self.serves = operand.type.kind is Kind.STRING and not operand.items
        self.value: Any = _UNASKED
        self._number = as_number(operand)
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
    if len(candidates) == 1 and not operand.items:  # that is `=`
        refuse_compared("=", operand, candidates[0])
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
    made: list[CompiledExpression] = []
    if not is_single and not operand.items and operand.type.kind.temporal and all(part.constant for part in candidates):
        given, candidates = candidates, [_as_its_kind(operand, part, scope) for part in candidates]
        made = [part for part, before in zip(candidates, given, strict=True) if part is not before]
    each_time = scope.context.variables.behaviour.converts_listed and _is_of_both(operand, candidates)
    if not each_time:
        fold(node, node.this, operand.type, node.expressions, scope)
    listed = partial(bound_without_moment, name_of(node.this, scope), operand.type.kind, once=True)
    told, parts = None, (operand, *candidates)
    of_text = operand.type.kind is Kind.STRING
    if len(candidates) > 1 and any(part.type.kind.temporal for part in parts) and (of_text or _is_text_of_row(*parts)):
        told = texts_beside.told_of_list((node.this, *node.expressions), parts, scope)
        operand = texts_beside.asked_in_rows(operand) if told and of_text else operand
    number, kept = _KeptNumber(operand), OnceARow()
    is_plain = isinstance(node.this, (exp.Column, exp.Literal, exp.National)) or _are(exp.Column, node.this)
    keeps = (
        not is_single
        and operand.type.kind is not Kind.NULL
        and not (is_plain and all(part.constant for part in candidates))
    )
    ways = [way_of(operand, candidate) for candidate in candidates]
    names = [""] * len(candidates) if each_time else names_of(node.this, node.expressions)
    tests = [
        compare(
            exp.EQ,
            _looked_for(operand, candidate, number, kept if keeps else None),
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

    asked = list(zip(tests, candidates, ways, strict=True))

    def one_by_one(context: StatementContext, row: Row) -> int | None:
        number.value = _UNASKED
        unknown = False
        for test in tests:
            answer = test(context, row)
            if answer:
                return 1
            unknown = unknown or answer is None
        return None if unknown else 0

    def each_asked(context: StatementContext, row: Row) -> int | None:
        """As a server does where they are not all constants: members are asked for beside NULL, too."""
        number.value = _UNASKED
        unknown = False
        kept.begin(context)
        for test, candidate, way in asked:
            answer = test(context, row)
            if answer:
                return 1
            if answer is None:
                unknown = True
                if not candidate.constant and kept.is_null(context, way):
                    candidate.eval(context, row)
        return None if unknown else 0

    evaluate: Callable[[StatementContext, Row], int | None] = each_asked if keeps else one_by_one
    if isinstance(node.this, exp.Column) and all(isinstance(written, exp.Literal) for written in node.expressions):
        evaluate = _in_constants(operand, candidates, scope) or evaluate
    elif (
        operand.items and _are(exp.Column, node.this) and all(_are(exp.Literal, member) for member in node.expressions)
    ):
        evaluate = _rows_in_constants(operand.items, candidates, scope, evaluate) or evaluate
    evaluate = _made_first(evaluate, made) if made else evaluate
    text = f"({operand.text} in ({','.join(candidate.text for candidate in candidates)}))"
    return CompiledExpression(BOOL_TYPE, evaluate, text, constant)


def _looked_for(
    operand: CompiledExpression, candidate: CompiledExpression, number: _KeptNumber, kept: OnceARow | None
) -> CompiledExpression:
    """What is compared with a member of a list."""
    if number.serves and candidate.type.kind in _NUMBERS:
        operand = number.operand
    return operand if kept is None else kept.kept(operand, way_of(operand, candidate))


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

    def members(context: StatementContext, row: Row, key: Key) -> tuple[object, frozenset[Any], bool]:
        """Of the subquery's rows the keys, and whether NULL is among them."""
        nonlocal known
        listed = rows.run(context, row)
        if known is None or known[0] is not listed:
            values = [candidate for (candidate,) in stepped(listed)]
            kept = frozenset(key(context, listed_value) for listed_value in stepped(values) if listed_value is not None)
            known = listed, kept, None in values
        return known

    if looked_up is not None and operand.type.kind is Kind.INT:
        of_numbers = looked_up[1]
        scope.members[id(node)] = lambda context, row: members(context, row, of_numbers)[1]

    def evaluate(context: StatementContext, row: Row) -> int | None:
        if looked_up is not None:
            value, listed = operand.eval(context, row), rows.run(context, row)
            seen = known if known is not None and known[0] is listed else members(context, row, looked_up[1])
            _, kept, has_null = seen
            if value is None:
                return None if kept or has_null else 0
            return 1 if looked_up[0](context, value) in kept else None if has_null else 0
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
