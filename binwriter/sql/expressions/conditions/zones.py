"""Which comparisons ask for the time zone (status variable 5) before any row is read.

A server's optimizer stores constants in the column that they are compared with, and a DATETIME or TIMESTAMP column asks
for the time zone then: where a text stands beside an operator in WHERE, HAVING or ON of an inner join, at any depth,
and where a key may be looked up by any constant, BETWEEN and IN too. Texts that are compared elsewhere, or with
what is no column, are read without it (captured: zones_of_conditions_statement).
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.formats.constants import ColumnType
from binwriter.sql.expressions.conditions.constants import condition_of, is_text
from binwriter.sql.expressions.moments.literal_moments import moment_of
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.subqueries import is_its_item
from binwriter.sql.expressions.types import CompiledExpression, Kind
from binwriter.sql.expressions.variables import variable_named

_KINDS_OF_VARIABLES = frozenset({Kind.STRING, Kind.DATE})
_NUMBERS = frozenset({Kind.INT, Kind.DECIMAL, Kind.REAL})
_LOOKED_UP = frozenset({"where clause", "on clause"})


def note_comparison(
    place: exp.Expression,
    column: exp.Expression,
    own: CompiledExpression,
    other: exp.Expression,
    value: CompiledExpression,
    scope: Scope,
    *,
    is_operator: bool = True,
) -> None:
    """A column (if it is one, of whatever own is) beside another operand. place: the comparison in its statement.
    is_operator: it is no list of several, nor BETWEEN."""
    if isinstance(column, exp.Tuple) and isinstance(other, exp.Tuple):
        parts = zip(column.expressions, own.items, other.expressions, value.items, strict=False)
        for part, own_part, other_part, value_part in parts:
            note_comparison(place, part, own_part, other_part, value_part, scope, is_operator=is_operator)
        return
    column = _read_alone(column)
    if own.type.kind is not Kind.DATETIME or not isinstance(column, exp.Column) or not _is_of_table(column, scope):
        return
    context = scope.context
    if value.type.kind in _NUMBERS:  # it is stored in the column whatever clause it is in, if it means a moment
        among = isinstance(place, exp.In) and not is_operator
        if not among and value.constant and moment_of(value.eval(context, ()) or 0, context) is not None:
            context.text_becomes_datetime()
            context.facts.uses_time_zone |= own.type.field is ColumnType.TIMESTAMP
        return
    asks = (
        is_operator and (is_text(other) or _is_moment_of_variable(other, value, scope)) and is_condition(place, scope)
    )
    if asks or (_begins_key(column, scope) and _is_known(value)):
        context.text_becomes_datetime()


def is_condition(place: exp.Expression, scope: Scope) -> bool:
    """Whether the optimizer goes through this part of a statement for constants."""
    end = condition_of(place, scope)
    return isinstance(end, (exp.Where, exp.Having)) or (isinstance(end, exp.Join) and not end.side)


def _read_alone(node: exp.Expression) -> exp.Expression:
    """The column that (SELECT c) reads, which the server puts in its place."""
    if not isinstance(node, exp.Subquery) or not is_its_item(node):
        return node
    items = node.unnest().expressions
    return items[0].unalias() if len(items) == 1 else node


def _is_of_table(column: exp.Column, scope: Scope) -> bool:
    """Not a variable of a program, nor OLD.x and NEW.x."""
    names = scope.context.program_names
    return names is None or names.find(column.name, column.text("table") or None) is None


def _is_moment_of_variable(other: exp.Expression, value: CompiledExpression, scope: Scope) -> bool:
    """A program's variable of these types that is not NULL."""
    if value.type.kind not in _KINDS_OF_VARIABLES or not isinstance(other, exp.Column) or _is_of_table(other, scope):
        return False
    return value.eval(scope.context, ()) is not None


def _begins_key(column: exp.Column, scope: Scope) -> bool:
    return scope.clause in _LOOKED_UP and scope.begins_key(column.name, column.text("table") or None)


def _is_known(value: CompiledExpression) -> bool:
    """Whether it is a moment or a text before any row is read."""
    is_known = value.constant or variable_named(value.text) != "" or value.text.startswith("@@")
    return is_known and value.type.kind in (Kind.STRING, Kind.DATE, Kind.DATETIME)
