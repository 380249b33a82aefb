"""In which order a query names user variables: up to 5.7 that is the order of their User_var events."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.variables import name_assigned, name_variable
from binwriter.sql.types.parameters import number_of


def name_in_order(select: exp.Expression, scope: Scope, where: exp.Expression | None = None) -> None:
    """Names the variables of a query as it is resolved: those of queries in FROM, the list, WHERE, ON, then what comes
    behind (captured: uservars_in_order_statement). where: of a query without one."""
    where = where or select.args.get("where")
    if select.find(exp.Parameter) is None and (where is None or where.find(exp.Parameter) is None):
        return
    for part in _parts(select, where, scope.context.variables.behaviour.clauses_named):
        for name, is_target in _named(part):
            (name_assigned if is_target else name_variable)(name, scope)


def _named(node: exp.Expression) -> Iterator[tuple[str, bool]]:
    """Each variable that an expression reads or sets, what is set behind what it is set to."""
    if isinstance(node, exp.PropertyEQ):
        yield from _named(node.expression)
        yield node.this.this.name, True
    elif not isinstance(node, exp.Parameter):
        for child in node.iter_expressions():
            yield from _named(child)
    elif number_of(node) is None:
        yield node.this.name, False


def _parts(select: exp.Expression, where: exp.Expression | None, clauses: tuple[str, ...]) -> Iterator[exp.Expression]:
    from_ = select.args.get("from_")
    sources = [from_.this] if from_ is not None else []
    joins = [join for node in (select, *sources) for join in node.args.get("joins") or ()]
    sources += [join.this for join in joins]
    yield from (source for source in sources if isinstance(source, exp.Subquery))
    yield from select.expressions
    behind = (where, *(join.args.get("on") for join in joins), *map(select.args.get, clauses))
    yield from (part for part in behind if part is not None)
