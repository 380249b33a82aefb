"""Which expressions have one value while a statement runs, as a server sees it when it resolves them.

Source: captured (clusters/constants_of_a_run); what a server asks there is `Item::const_for_execution`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sqlglot import exp

from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.expressions.types import CompiledExpression
from binwriter.sql.types.functions import columns_in, function_of
from binwriter.sql.types.record import Drawn, Role

_OF_MANY_ROWS = (Role.AGGREGATE, Role.WINDOW)


def is_constant_in_run(node: exp.Expression, scope: Scope) -> bool:
    """Whether no row, and no chance, decides on its value: variables and parameters are such constants, and queries
    that name no column around them. Its names have been looked up in the scope already."""
    return not any(_changes(part, scope) for part in _own_parts(node, scope))


def _own_parts(node: exp.Expr, scope: Scope) -> Iterator[exp.Expr]:
    """What it is made of; a query is one part, but one of nothing but an expression is that expression."""
    one_part = partial(_is_one_part, scope=scope)
    for part in node.walk(prune=one_part):
        if not isinstance(part, exp.Query) or one_part(part):
            yield part


def _is_one_part(part: exp.Expr, scope: Scope) -> bool:
    if isinstance(part, exp.Query):
        return not _is_one_value(part)
    return _is_known_not_null(part, scope)


def _is_known_not_null(part: exp.Expr, scope: Scope) -> bool:
    """IS NULL of what cannot be NULL."""
    if not (isinstance(part, exp.Is) and isinstance(part.expression, exp.Null)):
        return False
    from binwriter.sql.expressions.conditions.never_null import is_not_looked_at  # seldom needed

    return is_not_looked_at(part.this, part, scope)


def _is_one_value(query: exp.Expr) -> bool:
    """Whether a server puts the only item in the query's place."""
    if isinstance(query, exp.Subquery):
        return not query.args.get("with_") and not query.args.get("limit")
    if not isinstance(query, exp.Select) or len(query.expressions) != 1:
        return False
    if any(value for name, value in query.args.items() if name != "expressions"):
        return False
    return not any(_role(part) in _OF_MANY_ROWS for part in query.expressions[0].walk())


def _role(part: exp.Expr) -> Role | None:
    if isinstance(part, exp.Window):
        return Role.WINDOW
    function = function_of(part)
    return None if function is None else function.role


def _changes(part: exp.Expr, scope: Scope) -> bool:
    if isinstance(part, exp.Query):
        return _is_drawn(part, scope)
    if isinstance(part, exp.Column):
        return part in columns_in(part) and _is_of_row(part, scope)
    if isinstance(part, exp.Parameter):
        return _is_assigned(part)
    if _role(part) in _OF_MANY_ROWS:
        return True
    function = function_of(part)
    if function is not None:
        return function.drawn is not Drawn.NEVER or (function.name == "VALUES" and scope.values_source is not None)
    return isinstance(part, exp.Anonymous) and _is_undetermined(part, scope)


def _is_assigned(variable: exp.Expr) -> bool:
    """Whether a variable that is read is assigned by the statement, too."""
    if isinstance(variable.parent, exp.PropertyEQ) and variable.arg_key == "this":
        return False  # where it is
    name = variable.name.lower()
    return any(
        isinstance(other.this, exp.Parameter) and other.this.name.lower() == name
        for other in variable.root().find_all(exp.PropertyEQ)
    )


def _is_undetermined(call: exp.Anonymous, scope: Scope) -> bool:
    programs, schema = scope.context.programs, None
    if programs is None:
        return False
    if isinstance(call.parent, exp.Dot):
        schema = call.parent.this.name
    program = programs.function(schema, call.name)
    return program is not None and not program.characteristics.deterministic


def _is_drawn(query: exp.Expr, scope: Scope) -> bool:
    """Whether a query with tables names columns around it, or has something in it that a server draws anew."""
    if _names_columns_around(scope.compiled.get(id(query))):
        return True
    for part in query.walk():
        if isinstance(part, (exp.Parameter, exp.PropertyEQ)):
            return True
        function = function_of(part)
        if function is not None and function.drawn is Drawn.QUERY:
            return True
    return False


def _names_columns_around(query: object) -> bool:
    if correlation := getattr(query, "correlation", None):
        return bool(correlation)
    return any(map(_names_columns_around, getattr(query, "parts", ())))


def _is_of_row(column: exp.Column, scope: Scope) -> bool:
    """Whether the name is a column of a table, here or in a query around."""
    name, table, schema = column.name, column.text("table") or None, column.text("db") or None
    alias = scope.row_aliases.get(name.lower()) if table is None else None
    if alias is not None and (scope.aliases_first or not scope.has(name)):
        return not is_constant_in_run(alias, scope.within(scope.clause, row_aliases={}))
    names = scope.context.program_names
    if names is not None and schema is None and names.find(name, table) is not None:
        return False
    around: Scope | None = scope
    while around is not None:
        place = around.locate(name, table, schema)
        if place is not None:
            return not _is_made_of_constants(around.sources[place[0]], place[1], column)
        if table is None and name.lower() in around.parameters:
            return False
        around = around.outer
    return True


def _is_made_of_constants(source: Source, index: int, column: exp.Column) -> bool:
    """Whether it is a column of a query that a server merges into this one, where no outer join may make it NULL."""
    made_by = source.columns[index].made_by
    if made_by is None or not source.is_taken_in:
        return False
    around = column.find_ancestor(exp.Select)
    is_joined = around is not None and any(join.side for join in around.args.get("joins") or ())
    items: tuple[CompiledExpression, ...] = getattr(made_by[0], "items", ())
    return not is_joined and bool(items) and items[made_by[1]].constant
