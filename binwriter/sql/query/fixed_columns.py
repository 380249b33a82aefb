"""What is the same for all rows of a query: ORDER BY of nothing else sorts nothing.

Source: captured: clusters/orders_that_sort_nothing.
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import CompiledExpression, Kind
from binwriter.sql.query.volatile import is_asked_anew

_CONVERTED = frozenset({Kind.INT, Kind.DECIMAL, Kind.REAL, Kind.STRING})  # to what a column of another kind has
_OF_ROWS = (exp.Column, exp.AggFunc, exp.Window, exp.Query, exp.Star)


class FixedColumns:
    """Of a query's WHERE: the columns that it makes equal to constants of their own kind."""

    def __init__(self, where: exp.Expression | None, scope: Scope) -> None:
        self._where, self._scope = where, scope

    def has(self, node: exp.Expression, compiled: CompiledExpression) -> bool:
        """Whether an item of ORDER BY has one value: a constant, a user variable that is read, or such a column."""
        node = node.unalias()
        if compiled.constant or (node.find(*_OF_ROWS) is None and not any(map(is_asked_anew, node.walk()))):
            return True
        return isinstance(node, exp.Column) and any(self._fixes(part, node) for part in conjuncts(self._where))

    def _fixes(self, part: exp.Expression, column: exp.Column) -> bool:
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
