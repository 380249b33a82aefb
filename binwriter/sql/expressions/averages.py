"""What is reckoned with an average: it has the digits of its type, where the average itself has whole words of them.

Source: captured (clusters/averages_reckoned_with).
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Any

from binwriter.formats.columns.values import SizedDecimal
from binwriter.formats.records import replace
from binwriter.sql.expressions.types import AVERAGE, INT_TYPE, CompiledExpression, Eval, ExprType, Kind

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext
    from binwriter.sql.expressions.scope import Scope
    from binwriter.sql.expressions.types import Row


def reckoned(made: CompiledExpression, operands: Iterable[CompiledExpression], scope: Scope) -> CompiledExpression:
    """A number that an operator or a function makes of these."""
    if made.type.kind is not Kind.DECIMAL or not any(part.type.source == AVERAGE for part in operands):
        return made
    if scope.context.variables.behaviour.stores_whole_quotients:
        return made
    type_ = replace(made.type, source=INT_TYPE.source)
    stored = None if made.stored is None else _rounded(made.stored, type_)
    return replace(made, type=type_, eval=_rounded(made.eval, type_), stored=stored)


def chosen(made: CompiledExpression, parts: Iterable[CompiledExpression]) -> CompiledExpression:
    """A DECIMAL that IF or CASE takes as it is: it is an average still."""
    if made.type.kind is not Kind.DECIMAL or not any(part.type.source == AVERAGE for part in parts):
        return made
    return replace(made, type=replace(made.type, source=AVERAGE))


def _rounded(inner: Eval, type_: ExprType) -> Eval:
    unit = Decimal(1).scaleb(-type_.scale)

    def evaluate(context: StatementContext, row: Row) -> Any:
        value = inner(context, row)
        if not isinstance(value, Decimal) or int(value.as_tuple().exponent) >= -type_.scale:
            return value
        rounded = value.quantize(unit, ROUND_HALF_UP)
        return (
            SizedDecimal.of(rounded, value.whole, is_bare=value.is_bare) if isinstance(value, SizedDecimal) else rounded
        )

    return evaluate
