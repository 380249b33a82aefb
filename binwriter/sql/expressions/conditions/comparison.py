"""Comparisons: how MySQL makes two operands comparable (manual, "Type Conversion in Expression Evaluation")."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.collations import merged, refuse_unconvertible
from binwriter.sql.expressions.compile import compile_operand, compiles, is_constant
from binwriter.sql.expressions.conditions import once, zones
from binwriter.sql.expressions.conditions.constants import (
    as_kept,
    fold,
    names_of,
    within_a_digit,
)
from binwriter.sql.expressions.conditions.keys import Key, NoMoment, collation_of_two, comparison_keys, converted_once
from binwriter.sql.expressions.moments.literal_moments import check_moment
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.subqueries import (
    constant_items,
    is_its_item,
    item_for,
    left_operand,
    refuse_limit,
    subquery_rows,
)
from binwriter.sql.expressions.types import BOOL_TYPE, CompiledExpression, Kind, numerical
from binwriter.sql.expressions.vector_operands import refuse_compared

_OPERATORS: dict[type[exp.Expression], tuple[str, Callable[[Any, Any], bool]]] = {
    exp.EQ: ("=", operator.eq),
    exp.NEQ: ("<>", operator.ne),
    exp.LT: ("<", operator.lt),
    exp.LTE: ("<=", operator.le),
    exp.GT: (">", operator.gt),
    exp.GTE: (">=", operator.ge),
}
_NUMBERS = {Kind.INT, Kind.DECIMAL, Kind.REAL, Kind.YEAR}
# constants that are worth nothing to keep: most comparisons have one of these
_WRITTEN = (exp.Literal, exp.Null, exp.Boolean, exp.Column, exp.Placeholder)


@compiles(*_OPERATORS)
def _compare(node: exp.Expression, scope: Scope) -> CompiledExpression:
    if isinstance(node.expression, (exp.Any, exp.All)):
        return quantified(node, scope)
    place, sides = node, (item_for(node.this, scope), item_for(node.expression, scope))
    if sides[0] is not node.this or sides[1] is not node.expression:
        node = type(node)(this=sides[0].copy(), expression=sides[1].copy())
    left, right = compile_operand(node.this, scope), compile_operand(node.expression, scope)
    refuse_compared(_OPERATORS[type(node)][0], left, right)
    with _mixes_told(node, left, right, scope):
        _check_literals(node, left, right, scope, place)
    texts = _texts_of_moments(node, left, right, scope)
    left, right = as_kept(node.this, node.expression, left, right, scope)
    return compare(
        type(node), left, right, scope, literals=_texts(node), kept=_kept(place, left, right, scope), keys=texts
    )


def _texts_of_moments(
    node: exp.Expression, left: CompiledExpression, right: CompiledExpression, scope: Scope
) -> tuple[Key, Key] | None:
    """The keys of moments and texts that are compared as texts, on older servers."""
    if scope.context.variables.behaviour.wrong_moment_is_error:
        return None
    from binwriter.sql.expressions.conditions.moments_as_texts import keys_as_texts  # seldom needed

    sign = "<=>" if isinstance(node, exp.NullSafeEQ) else _OPERATORS[type(node)][0]
    return keys_as_texts(node, left, right, scope, sign)


@contextmanager
def _mixes_told(
    node: exp.Expression, left: CompiledExpression, right: CompiledExpression, scope: Scope
) -> Iterator[None]:
    """Behind the error of a text that is no moment an older server tells of collations that do not fit, too."""
    try:
        yield
    except MySQLError as error:
        try:
            _texts_of_moments(node, left, right, scope)
        except MySQLError as mixed:
            error.later = (*error.later, Diagnostic("Error", mixed.code, mixed.message))
        raise


def _kept(node: exp.Expression, left: CompiledExpression, right: CompiledExpression, scope: Scope) -> tuple[bool, bool]:
    """Which of the operands is asked for once, see `once`."""
    if left.constant and right.constant:
        return once.converted_of(left, right, scope)
    if left.constant == right.constant:
        return False, False
    constant = node.this if left.constant else node.expression
    while isinstance(constant, (exp.Paren, exp.Neg)):
        constant = constant.this
    if isinstance(constant, _WRITTEN):
        return False, False
    return once.kept_of(node, left, right, scope)


def _texts(node: exp.Expression) -> tuple[str, str]:
    """Names for the operands that are written as texts."""
    (one,), (two,) = names_of(node.expression, [node.this]), names_of(node.this, [node.expression])
    return one, two


def _check_literals(
    node: exp.Expression, left: CompiledExpression, right: CompiledExpression, scope: Scope, place: exp.Expression
) -> None:
    pairs = (node.this, left, node.expression, right), (node.expression, right, node.this, left)
    for column, own, other, value in pairs:
        if own.type.kind is Kind.DATETIME or own.items:
            zones.note_comparison(place, column, own, other, value, scope)
        check_moment(column, own.type, other, value, scope)
        if own.items and isinstance(column, exp.Tuple) and isinstance(other, exp.Tuple):
            for one, kept, two, given in zip(
                column.expressions, own.items, other.expressions, value.items, strict=False
            ):
                check_moment(one, kept.type, two, given, scope)
        fold(node, column, own.type, [other], scope)


def quantified(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """a > ANY (SELECT ..), a = ALL (SELECT ..)."""
    every = isinstance(node.expression, exp.All)
    operand = left_operand(node.this, scope, compile_operand)
    refuse_limit(node.expression.this)
    is_set = isinstance(node.expression.this.unnest(), exp.SetOperation)
    if (operand.items or is_set) and isinstance(node, exp.NEQ if every else exp.EQ):  # = ANY is IN, <> ALL is NOT IN
        among = exp.In(this=node.this.copy(), query=node.expression.this.copy())
        return compile_operand(exp.Not(this=among) if every else among, scope)
    rows = subquery_rows(node.expression.this, scope)
    if len(rows.types) > 1 or operand.items:  # the query is asked first (captured: clusters/columns_of_quantified)
        raise mysql_error("ER_OPERAND_COLUMNS", 1 if len(rows.types) > 1 else len(operand.items))
    if constant_items(node.expression.this, scope) and is_its_item(node.expression.this):
        item = item_for(node.expression.this, scope)
        return compile_operand(type(node)(this=node.this.copy(), expression=item.copy()), scope)
    if is_set:
        operand = replace(operand, type=replace(operand.type, unquestioned=True))
    sign, test = _OPERATORS[type(node)]
    column = CompiledExpression(rows.types[0], lambda context, row: None)
    left_key, right_key = comparison_keys(operand, column, scope, sign, casts=True)
    test = within_a_digit(operand, column, test)

    def evaluate(context: StatementContext, row: Any) -> Any:
        value = operand.eval(context, row)
        unknown = False
        looked_up = rows.run(context, row)
        rows.counted(context, 1)  # the least or the greatest
        for (candidate,) in looked_up:
            if value is None or candidate is None:
                unknown = True
            elif test(left_key(context, value), right_key(context, candidate)) != every:
                return int(not every)
        return None if unknown else int(every)

    return CompiledExpression(BOOL_TYPE, evaluate, f"({operand.text} {sign} ...)")


def text_beside(left: CompiledExpression, right: CompiledExpression) -> tuple[bool, str] | None:
    """Of the columns of two kinds whether the left one is the text, and the name of what was made of its values by a
    join that hashes them (`query.joins.mixed`). None of any others."""
    kinds = left.type.kind, right.type.kind
    if Kind.STRING not in kinds or kinds[0] is kinds[1] or {Kind.NULL, Kind.JSON}.intersection(kinds):
        return None
    if not all(side.type.column is not None and side.text.endswith("`") for side in (left, right)):
        return None
    return kinds[0] is Kind.STRING, " = ".join(sorted((left.text, right.text)))


def _hashed(key: Key, name: str) -> Key:
    """The key of texts of which some were made what they are compared as before."""

    def made(context: StatementContext, value: Any) -> Any:
        known: Any = context.folded.get(name)
        return known[value] if known is not None and value in known else key(context, value)

    return made


def compare(
    operation: type[exp.Expression],
    left: CompiledExpression,
    right: CompiledExpression,
    scope: Scope,
    *,
    literals: tuple[str, str] = ("", ""),
    collation: int | None = None,
    converted: str = "",
    rounds: bool = True,
    exact: bool = False,
    forgiving: NoMoment | None = None,
    kept: tuple[bool, bool] = (False, False),
    keys: tuple[Key, Key] | None = None,
    casts: bool = True,
) -> CompiledExpression:
    """left = right and its kin; NULL when an operand is NULL. Row constructors compare from left to right.

    literals: names of the operands of an operator that are written as texts. collation, rounds: see `comparison_keys`.
    converted: the name under which the right operand may have been converted beforehand. exact: REALs are equal only if
    all of their digits are, see `within_a_digit`. forgiving: see `comparison_keys`. kept: which of the operands is a
    constant that is asked for once, see `once`. keys: what they are compared by, where that is decided. casts: see
    `comparison_keys`.
    """
    sign, test = _OPERATORS[operation]
    text = f"({left.text} {sign} {right.text})"
    if left.items or right.items:
        return _compare_rows(operation, left, right, scope, text, rounds=rounds)
    if {left.type.kind, right.type.kind} & _NUMBERS:
        left, right = numerical(left), numerical(right)
    left_key, right_key = keys or comparison_keys(
        left,
        right,
        scope,
        sign,
        literals,
        collation,
        rounds=rounds,
        forgiving=forgiving,
        casts=casts and not exact,
    )
    if converted in scope.context.folded:
        right_key = converted_once(right_key, converted)
    if operation is exp.EQ and (mixed := text_beside(left, right)) is not None:
        is_left, name = mixed
        left_key = _hashed(left_key, name) if is_left else left_key
        right_key = right_key if is_left else _hashed(right_key, name)
    if not exact:
        test = within_a_digit(left, right, test)
    if any(kept):
        one_key, two_key = once.keys_of((left, right), (left_key, right_key), kept)
        return CompiledExpression(BOOL_TYPE, once.compared(one_key, two_key, test), text, is_constant(left, right))
    left_eval, right_eval = left.eval, right.eval
    integers = left.type.kind is Kind.INT and right.type.kind is Kind.INT

    def evaluate(context: StatementContext, row: Any) -> Any:
        first = left_eval(context, row)
        if first is None:
            return None
        second = right_eval(context, row)
        if second is None:
            left_key(context, first)  # which may warn (captured: ranges_beside_texts_row)
            return None
        if integers and type(first) is int and type(second) is int:  # the quick way of the most common case
            return 1 if test(first, second) else 0
        one, two = left_key(context, first), right_key(context, second)
        if one is None or two is None:  # a text that is no time
            return None
        return 1 if test(one, two) else 0

    return CompiledExpression(BOOL_TYPE, evaluate, text, is_constant(left, right))


def text_collation(operands: Sequence[CompiledExpression], scope: Scope, operation: str) -> int | None:
    """The collation in which texts are compared with each other, which all of them decide together; None: no texts."""
    if any(operand.items or operand.type.kind not in (Kind.STRING, Kind.NULL) for operand in operands):
        return None
    if len(operands) == 2:
        return collation_of_two(operands[0], operands[1], scope, operation)
    collation, _ = merged([operand.type for operand in operands], scope, operation, compares=True)
    refuse_unconvertible(operands, collation, scope, operation)
    return collation


def check_columns(left: CompiledExpression, right: CompiledExpression) -> None:
    """MySQLError ER_OPERAND_COLUMNS unless both are rows of the same width or both are scalars."""
    if len(left.items) != len(right.items):
        raise mysql_error("ER_OPERAND_COLUMNS", len(left.items) or 1)


def _compare_rows(
    operation: type[exp.Expression],
    left: CompiledExpression,
    right: CompiledExpression,
    scope: Scope,
    text: str,
    *,
    rounds: bool,
) -> CompiledExpression:
    check_columns(left, right)
    pairs = list(zip(left.items, right.items, strict=True))
    equal = [compare(exp.EQ, one, two, scope, rounds=rounds).eval for one, two in pairs]
    if operation in (exp.EQ, exp.NEQ):

        def all_equal(context: StatementContext, row: Any) -> Any:
            answer: int | None = 1
            for test in equal:
                result = test(context, row)
                if result == 0:
                    return int(operation is exp.NEQ)
                if result is None:
                    answer = None
            return None if answer is None else int(operation is exp.EQ)

        return CompiledExpression(BOOL_TYPE, all_equal, text, is_constant(*left.items, *right.items))
    strict: type[exp.Expression] = exp.LT if operation in (exp.LT, exp.LTE) else exp.GT
    tests = [compare(strict, one, two, scope).eval for one, two in pairs]
    at_end = int(operation in (exp.LTE, exp.GTE))

    def ordered(context: StatementContext, row: Any) -> Any:
        for same, before in zip(equal, tests, strict=True):
            result = same(context, row)
            if result is None:
                return None
            if result == 0:
                return before(context, row)
        return at_end

    return CompiledExpression(BOOL_TYPE, ordered, text, is_constant(*left.items, *right.items))


@compiles(exp.NullSafeEQ)
def _null_safe(node: exp.Expression, scope: Scope) -> CompiledExpression:
    left, right = compile_operand(node.this, scope), compile_operand(node.expression, scope)
    refuse_compared("<=>", left, right)
    with _mixes_told(node, left, right, scope):
        _check_literals(node, left, right, scope, node)
    texts = _texts_of_moments(node, left, right, scope)
    left, right = as_kept(node.this, node.expression, left, right, scope)
    return null_safe_equal(left, right, scope, literals=_texts(node), kept=_kept(node, left, right, scope), keys=texts)


def null_safe_equal(
    left: CompiledExpression,
    right: CompiledExpression,
    scope: Scope,
    *,
    literals: tuple[str, str] = ("", ""),
    kept: tuple[bool, bool] = (False, False),
    keys: tuple[Key, Key] | None = None,
) -> CompiledExpression:
    """left <=> right: two NULLs are equal. literals, kept, keys: see `compare`."""
    check_columns(left, right)
    text = f"({left.text} <=> {right.text})"
    if left.items:
        tests = [null_safe_equal(one, two, scope).eval for one, two in zip(left.items, right.items, strict=True)]
        # of a query without a row nothing is equal, NULL neither (captured: rows_compared)
        tests = [*(one.eval for one in (left, right) if one.query is not None), *tests]
        constant = is_constant(*left.items, *right.items)
        return CompiledExpression(
            BOOL_TYPE, lambda context, row: int(all(test(context, row) for test in tests)), text, constant
        )
    left_key, right_key = keys or comparison_keys(left, right, scope, "<=>", literals, rounds=True, casts=True)
    equal = within_a_digit(left, right, operator.eq)
    if any(kept):
        one_key, two_key = once.keys_of((left, right), (left_key, right_key), kept)

        def evaluate_kept(context: StatementContext, row: Any) -> Any:
            one, two = one_key(context, row), two_key(context, row)
            return int(one is None and two is None) if one is None or two is None else int(equal(one, two))

        return CompiledExpression(BOOL_TYPE, evaluate_kept, text, is_constant(left, right))

    behaviour = scope.context.variables.behaviour
    of_moments = left.type.kind.temporal or right.type.kind.temporal

    def evaluate(context: StatementContext, row: Any) -> Any:
        first, second = left.eval(context, row), right.eval(context, row)
        if first is None or second is None:
            if first is not None and (behaviour.null_safe_converts or of_moments):
                left_key(context, first)  # which may warn
            if (
                second is not None
                and behaviour.null_safe_converts_right
                and (behaviour.null_safe_converts or of_moments)
            ):
                right_key(context, second)
            return int(first is None and second is None)
        return int(equal(left_key(context, first), right_key(context, second)))

    return CompiledExpression(BOOL_TYPE, evaluate, text, is_constant(left, right))
