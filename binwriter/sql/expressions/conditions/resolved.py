"""Constants that a condition of a query consists of, or is joined of by AND and OR: asked for as names are resolved.

So PREPARE tells what they are warned of, and EXECUTE does not; of the statements of programs the first run in a session
does. Beside others of a query block they are told in the order in which a server resolves its clauses: of FROM's
queries, the select list, WHERE, ON (the last join first) and HAVING (captured: clusters/conditions_resolved).
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from binwriter.mysql.messages.table import Diagnostic
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions import once
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import CompiledExpression, Eval, Row

_OF_PROGRAMS = (exp.Literal, exp.Null, exp.Boolean, exp.Binary, exp.Unary, exp.Cast, exp.Between, exp.In, exp.DataType)


def is_resolved(operand: CompiledExpression, node: exp.Expression, scope: Scope) -> bool:
    """Whether a condition, or a part of it, is a constant that a server asks for so. In programs those alone that mean
    the same in each run."""
    if not once.is_single(operand) or scope.clause not in once.CONDITIONS or scope.context.makes_view:
        return False
    return scope.context.program_names is None or all(isinstance(part, _OF_PROGRAMS) for part in node.walk())


def answered(operand: CompiledExpression, test: Eval, node: object, scope: Scope, use: str = "condition") -> Eval:
    """The condition's answer, asked for now. node: its tree. use: what is asked of it."""
    name, text = f"{use} {id(node)}", operand.text

    def answer(context: StatementContext, row: Row) -> bool | None:
        known = context.folded.get(name)
        if not isinstance(known, tuple) or known[0] is not node:
            told = len(context.diagnostics)
            known = context.folded[name] = node, test(context, ())
            if not _is_told(node, text, use, context):
                del context.diagnostics[told:]
            context.resolved.extend((text, diagnostic) for diagnostic in context.diagnostics[told:])
        answered_before: bool | None = known[1]
        return answered_before

    answer(scope.context, ())
    return answer


def null_of(operand: CompiledExpression, node: object, scope: Scope) -> Eval:
    """Whether a constant is NULL, asked for now, wherever IS NULL stands, and not where a view is made."""
    if scope.context.makes_view:
        return operand_is_null(operand.eval)
    return answered(operand, operand_is_null(operand.eval), node, scope, "null")


def operand_is_null(value: Eval) -> Eval:
    return lambda context, row: int(value(context, row) is None)


def _is_told(node: object, text: str, use: str, context: StatementContext) -> bool:
    """Whether this run resolves the condition. EXECUTE does those that PREPARE knew no value of."""
    if context.is_prepared_now(node, use):
        return True
    return context.program_names is None and text not in context.resolved_before


def taken_out(context: StatementContext, begin: int) -> list[Diagnostic]:
    """What resolved conditions told, of the statement's diagnostics from there on, in which it is no more."""
    of_conditions = {id(diagnostic) for _, diagnostic in context.resolved}
    later = context.diagnostics[begin:]
    context.diagnostics[begin:] = [diagnostic for diagnostic in later if id(diagnostic) not in of_conditions]
    return [diagnostic for diagnostic in later if id(diagnostic) in of_conditions]


def told_by(context: StatementContext) -> Sequence[Diagnostic]:
    """What resolved conditions told of all that the statement tells, in its order."""
    of_conditions = {id(diagnostic) for _, diagnostic in context.resolved}
    return [diagnostic for diagnostic in context.diagnostics if id(diagnostic) in of_conditions]
