"""Columns compared with constants of another kind: a server converts such a constant once, before it reads any row.

A constant that its column can take is compared as a value of the column's type; one that it cannot take as a number, or
as a text (captured: tests/golden/clusters/constants_of_columns.sql, constants_of_empty_tables.sql).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from sqlglot import exp

from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.mysql.values.digits import whole_number
from binwriter.mysql.values.temporal_keys import parts_of
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.arithmetic import numeric_type
from binwriter.sql.expressions.coercion import to_decimal, to_real, truncated
from binwriter.sql.expressions.conditions.whole_seconds import compared_microseconds, compared_parts
from binwriter.sql.expressions.moments import temporal
from binwriter.sql.expressions.moments.coercion import incorrect_datetime
from binwriter.sql.expressions.numbers import as_single
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import NOT_FIXED_SCALE, REAL_TYPE, CompiledExpression, ExprType, Kind
from binwriter.sql.text.tree_text import tree_text

_MOST_NODES = 200  # of an operand whose text is asked for
_YEAR = pattern(r"\s*(\d+)", re.ASCII)
_NUMBER = pattern(r"\s*[+-]?(?:\d+\.?\d{0,30}|\.\d{1,30})(?:[eE][+-]?\d{1,2})?", re.ASCII)
_ENDS_OF_CONDITIONS = (exp.Where, exp.Join, exp.Having, exp.Query)


def fold(
    node: exp.Expression, column: exp.Expression, type_: ExprType, texts: Sequence[exp.Expression], scope: Scope
) -> None:
    """Converts texts that a column of numbers is compared with, though there may be no row: warning or error 1292.

    In a condition that has to hold, of WHERE or of an inner join; texts: the other operands of the comparison node.
    """
    if not isinstance(column, exp.Column) or not type_.numeric or not any(map(is_text, texts)):
        return
    if not _is_folded(node, scope):
        return
    among, is_range = isinstance(node, exp.In), isinstance(node, exp.Between) and node.args["low"] != node.args["high"]
    if type_.kind is Kind.YEAR if among else type_.bit:
        return
    behaviour = scope.context.variables.behaviour
    convert = to_decimal if numeric_type(type_).kind is Kind.DECIMAL and not (among or is_range) else to_real
    for text, name in zip(texts, names_of(column, texts), strict=True):
        converts = name and (type_.kind is not Kind.YEAR or year_of(text.name) is None)
        if converts and type_.kind is Kind.INT and _becomes_integer(node, column, text.name, scope):
            scope.context.folded.setdefault(name, _as_integer(text.name))
        if converts and (among or behaviour.folds_constants) and name not in scope.context.folded:
            value = convert(text.name, ExprType(Kind.STRING), scope.context)
            if isinstance(node, exp.Between):  # which compares as REAL all the same
                value = to_real(value, REAL_TYPE, scope.context)
            scope.context.folded[name] = value


def _becomes_integer(node: exp.Expression, column: exp.Column, text: str, scope: Scope) -> bool:
    """Up to 5.5: of BIGINT columns, and where a key is looked into for a text that is no number at all."""
    place = scope.place_of(column)
    if place is None or not scope.context.variables.behaviour.texts_become_integers:
        return False
    source = scope.sources[place[0]]
    stored = source.columns[place[1]].column
    if stored is not None and stored.spec.type is ColumnType.LONGLONG:
        return not scope.context.variables.behaviour.moments_have_fractions
    return isinstance(node, exp.EQ) and place[1] in source.leading and _NUMBER.match(text) is None


def _as_integer(text: str) -> int:
    """As a column of integers stores it, without a word (captured: 5.1.54, 5.5.20)."""
    found = _NUMBER.match(text)
    return int(Decimal(found[0]).to_integral_value(ROUND_HALF_UP)) if found is not None else 0


def names_of(operand: exp.Expression, others: Sequence[exp.Expression]) -> list[str]:
    """What the conversions of constants beside an operand are kept under, for the length of a statement.

    Empty for those that are not written as texts: they are not kept. A list tells its members apart by their places.
    """
    if not any(map(is_text, others)):
        return [""] * len(others)
    own = tree_text(operand) if _is_short(operand) else f"#{id(operand)}"
    return [
        " ".join(sorted((own, tree_text(other)))) + str(place or "") if is_text(other) else ""
        for place, other in enumerate(others)
    ]


def _is_short(node: exp.Expression) -> bool:
    """Whether its text may be asked for; that of all that lie in each other would take the square of their number."""
    parts, left = [iter((node,))], _MOST_NODES
    while parts:
        part = next(parts[-1], None)
        if part is None:
            parts.pop()
            continue
        left -= 1
        if not left:
            return False
        parts.append(part.iter_expressions())
    return True


def is_text(node: exp.Expression) -> bool:
    """Whether an operand is written as a text."""
    return isinstance(node, exp.Literal) and bool(node.is_string)


def _is_folded(node: exp.Expression, scope: Scope) -> bool:
    if scope.clause not in ("where clause", "on clause"):
        return False
    end = condition_of(node, scope)
    return isinstance(end, exp.Where) or (isinstance(end, exp.Join) and not end.side)


def condition_of(node: exp.Expression, scope: Scope) -> exp.Expr | None:
    """The clause of a statement or a join that a part of it is in, or the query that it is in; None: neither."""
    known, passed = scope.context.conditions, []
    parent = node.parent
    while parent is not None and not isinstance(parent, _ENDS_OF_CONDITIONS):
        if (place := known.get(id(parent))) is not None and place[0] is parent:
            break
        passed.append(parent)
        parent = parent.parent
    else:
        place = parent, parent
    for passed_node in passed:  # a chain of thousands of terms is gone through once
        known[id(passed_node)] = passed_node, place[1]
    end: exp.Expr | None = place[1]
    return end


def year_of(value: Any) -> int | None:
    """The year that a YEAR column makes of a constant, if it takes it: 7.5 is 2007, '10:11:12' is 2010, a date its
    year."""
    if isinstance(value, (date, IncompleteDate)):
        value = str(value.year)
    if isinstance(value, bytes):
        value = value.decode("latin-1")
    if isinstance(value, str):
        match = _YEAR.match(value)
        if match is None:
            return None
        value = whole_number(match[1])
    elif not isinstance(value, (float, Decimal)) or not 0 <= value <= 2155:
        return None
    number = int(value)
    if number < 100:
        return temporal.full_year(number, 2)
    return number if 1901 <= number <= 2155 else None


def time_of(value: Any) -> timedelta | None:
    """The time that a text means, if it means one to its end."""
    time, whole = temporal.parse_time(value if isinstance(value, str) else value.decode("latin-1"))
    return time if whole else None


Key = Callable[[StatementContext, Any], Any]


def beside_constant(
    constant: CompiledExpression,
    convert: Callable[[Any, StatementContext], Any],
    as_converted: Key,
    otherwise: tuple[Key, Key],
) -> tuple[Key, Key]:
    """(the column's key, the constant's): by what convert makes of it, or by the others where that is None."""
    of: StatementContext | None = None
    kept: Any = None

    def converted(context: StatementContext) -> Any:
        nonlocal of, kept
        if of is not context:
            value = constant.eval(context, ())
            of, kept = context, None if value is None else convert(value, context)
        return kept

    def column_key(context: StatementContext, value: Any) -> Any:
        return (otherwise[0] if converted(context) is None else as_converted)(context, value)

    def constant_key(context: StatementContext, value: Any) -> Any:
        made = converted(context)
        return otherwise[1](context, value) if made is None else as_converted(context, made)

    return column_key, constant_key


def moment_parts(context: StatementContext, value: Any) -> Any:
    """A date as a tuple of its parts."""
    return compared_parts(context, parts_of(value))


def microseconds_of(context: StatementContext, value: Any) -> Any:
    """A time as a number."""
    return compared_microseconds(context, temporal.total_microseconds(value))


def bound_without_moment(
    name: str | None, kind: Kind, context: StatementContext, text: Any, *, once: bool = False
) -> tuple[int, ...]:
    """The same of a text that is a bound of BETWEEN, or once of one in a list, beside a column of that name (captured:
    clusters/moments_between_texts)."""
    shown = text if isinstance(text, str) else text.decode("utf-8", "replace")
    word = kind.name.lower()
    told = f"{name} in {shown}"
    if not once or told not in context.folded:
        if once:
            context.folded[told] = None
        as_text = once and kind is Kind.DATE and context.variables.behaviour.wrong_moment_is_error
        if name is None or as_text:
            truncated(context, word, shown)
        else:
            row = 1 if once else context.row_number
            if once and context.changes_data and context.strict:
                raise mysql_error("ER_TRUNCATED_WRONG_TEMPORAL", word, shown, name, row)
            context.diagnostics.append(mysql_warning("ER_TRUNCATED_WRONG_TEMPORAL", word, shown, name, row))
    return parts_of(IncompleteDate())


def named_without_moment(name: str, kind: Kind, context: StatementContext, text: Any) -> tuple[int, ...]:
    """The same of a row's text that NULLIF, CASE or a list compares with a column of moments: the column is named, and
    the row (captured: clusters/texts_of_rows_chosen)."""
    shown = text if isinstance(text, str) else text.decode("utf-8", "replace")
    context.value_problem("ER_TRUNCATED_WRONG_TEMPORAL", kind.name.lower(), shown, name, context.row_number)
    return parts_of(IncompleteDate())


def without_moment(context: StatementContext, text: Any) -> tuple[int, ...]:
    """The same of a text that was told of already."""
    return parts_of(IncompleteDate())


def no_moment(beside: CompiledExpression, names: bool, context: StatementContext, text: Any) -> tuple[int, ...]:
    """A text of a row that is no date, beside a moment: warning 1292, and it is the zero date. names: a column is
    named, as in WHERE of an UPDATE or DELETE of one table (captured: nulls_beside_texts_row)."""
    shown = text if isinstance(text, str) else text.decode("utf-8", "replace")
    if beside.type.kind not in (Kind.DATE, Kind.DATETIME) or beside.constant:
        truncated(context, beside.type.kind.name.lower(), shown)
    elif not is_named(context, beside, shown, names=names):
        if beside.type.kind is Kind.DATETIME:
            incorrect_datetime(context, shown)
        else:
            truncated(context, "date", shown)
    return parts_of(IncompleteDate())


def is_named(context: StatementContext, beside: CompiledExpression, text: str, *, names: bool) -> bool:
    """Tells of a text beside a column, by its name; False where there is none to be named."""
    if not names or beside.type.column is None or not beside.text.endswith("`"):
        return False
    name, word = beside.text.rpartition(".")[2].strip("`"), beside.type.kind.name.lower()
    context.value_problem("ER_TRUNCATED_WRONG_TEMPORAL", word, text, name, context.row_number)
    return True


# --- REALs of fixed digits: FLOAT(M,D), DOUBLE(M,D), and what is reckoned from them -----------------------------------
#
# Two such are equal if they differ by less than half a digit; a constant beside a column FLOAT(M,D) in a condition is
# taken as the column would keep it (captured: clusters/floats_of_fixed_digits).

_NUMBERS = frozenset({Kind.REAL, Kind.DECIMAL, Kind.INT})
_CLAUSES = frozenset({"where clause", "on clause", "having clause"})
Test = Callable[[Any, Any], bool]


def is_fixed(type_: ExprType) -> bool:
    """A REAL with a known number of digits."""
    return type_.kind is Kind.REAL and type_.scale < NOT_FIXED_SCALE


def within_a_digit(left: CompiledExpression, right: CompiledExpression, test: Test) -> Test:
    """The test of a comparison, for two REALs where both have a known number of digits."""
    one, two = left.type, right.type
    if Kind.REAL not in (one.kind, two.kind) or not {one.kind, two.kind} <= _NUMBERS:
        return test
    if max(one.scale, two.scale) >= NOT_FIXED_SCALE or any(side.text.startswith(("@", "(@")) for side in (left, right)):
        return test
    least = 5 / 10 ** (max(one.scale, two.scale) + 1)
    return lambda first, second: test(second, second) if abs(first - second) < least else test(first, second)


def as_kept(
    one: exp.Expression, two: exp.Expression, left: CompiledExpression, right: CompiledExpression, scope: Scope
) -> tuple[CompiledExpression, CompiledExpression]:
    """The operands of a comparison, which are written so: see `as_column_keeps`."""
    return as_column_keeps(right, left, one, scope), as_column_keeps(left, right, two, scope)


def as_column_keeps(
    column: CompiledExpression, constant: CompiledExpression, node: exp.Expression, scope: Scope
) -> CompiledExpression:
    """The constant as a FLOAT of the column's, which is written in a condition; else as it is."""
    type_ = column.type
    if not (type_.single and type_.of_column and is_fixed(type_)) or scope.clause not in _CLAUSES:
        return constant
    literal = node.this if isinstance(node, exp.Neg) else node
    if not isinstance(literal, exp.Literal):
        return constant

    def evaluate(context: StatementContext, row: Any) -> Any:
        value = to_real(constant.eval(context, row), constant.type, context)
        return None if value is None else _single(value)

    return replace(constant, type=REAL_TYPE, eval=evaluate)


def _single(value: float) -> float:
    try:
        return as_single(value)
    except OverflowError:
        return value
