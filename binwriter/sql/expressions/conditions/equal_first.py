"""Which of the conditions that AND joins are asked first: equalities of a column with a constant or another
column, the last one first, and the others behind them as they are written.

A server takes these out of the condition (its multiple equalities) and puts them back in front of it. Which they are
depends on the types (captured: cluster equalities_asked_first).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from sqlglot import exp

from binwriter.formats.constants import ColumnType
from binwriter.sql.expressions.compile import compile_operand
from binwriter.sql.expressions.conditions.keys import collation_of_two
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import CompiledExpression, Kind

Test = TypeVar("Test")

_EXACT = frozenset({Kind.INT, Kind.DECIMAL, Kind.REAL, Kind.STRING})
_MOMENTS = frozenset({Kind.DATE, Kind.DATETIME})


def asked_first(parts: Sequence[exp.Expression], tests: Sequence[Test], scope: Scope) -> list[Test]:
    """The tests of the parts, which AND joins in WHERE or ON, in the order in which a server asks them."""
    nodes = [part.unnest() for part in parts]
    first = [place for place, node in enumerate(nodes) if type(node) is exp.EQ and _is_simple(node, scope)]
    if not first or first == [0]:
        return list(tests)
    taken = set(first)
    return [tests[place] for place in (*reversed(first), *(at for at in range(len(tests)) if at not in taken))]


def in_asked_order(parts: Sequence[exp.Expression], scope: Scope) -> list[exp.Expression]:
    """The parts themselves in that order."""
    return asked_first(parts, parts, scope)


def _is_simple(node: exp.EQ, scope: Scope) -> bool:
    sides = node.this, node.expression
    if not any(_is_column(side, scope) for side in sides) or isinstance(sides[1], (exp.Any, exp.All)):
        return False
    told = len(scope.context.diagnostics)
    left, right = (compile_operand(side, scope) for side in sides)
    del scope.context.diagnostics[told:]  # they were compiled before
    columns = [
        of.type.column is not None and _is_column(side, scope) for side, of in zip(sides, (left, right), strict=True)
    ]
    if all(columns):
        return left.type == right.type and left.type.column is right.type.column
    if columns[0] and _is_constant(right, sides[1], scope):
        return _fits(left, right, sides[1], scope)
    return columns[1] and _is_constant(left, sides[0], scope) and _fits(right, left, sides[0], scope)


def _is_column(node: exp.Expression, scope: Scope) -> bool:
    return type(node) is exp.Column and not _is_variable(node, scope)


def _is_variable(node: exp.Expression, scope: Scope) -> bool:
    """Whether it is a variable of the program that runs, or of the session: one that the statement does not set."""
    names = scope.context.program_names
    if type(node) is exp.Column:
        return names is not None and names.find(node.name, node.table or None) is not None
    return type(node) is exp.Parameter and node.this.name.lower() not in scope.context.facts.user_variables_set


def _is_constant(compiled: CompiledExpression, node: exp.Expression, scope: Scope) -> bool:
    return compiled.constant or _is_variable(node, scope)


def _fits(column: CompiledExpression, constant: CompiledExpression, node: exp.Expression, scope: Scope) -> bool:
    """Whether a column and a constant are compared as what the column is."""
    kind, other = column.type.kind, constant.type.kind
    if kind in _MOMENTS:
        return other in (Kind.STRING, Kind.NULL) or other.temporal
    if kind is Kind.STRING:
        return other is Kind.NULL or (
            other is Kind.STRING and collation_of_two(column, constant, scope, "=") == column.type.collation
        )
    if column.type.column is ColumnType.LONGLONG and not column.type.unsigned:
        return other in _EXACT or other.temporal
    if kind is Kind.YEAR:
        return other in _EXACT and not isinstance(node, exp.Parameter)
    if kind is Kind.INT and other is Kind.INT:
        return type(node) is exp.Literal or column.type.unsigned == constant.type.unsigned
    return kind is other and kind in _EXACT
