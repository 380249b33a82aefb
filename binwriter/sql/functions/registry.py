"""The registry of functions: MySQL's name -> what makes a CompiledExpression from the call."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from sqlglot import exp

from binwriter.errors import BinwriterError, UnsupportedError
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.beforehand import is_asked_beforehand
from binwriter.sql.expressions.compile import compile_all, compiles
from binwriter.sql.expressions.logic import row_constructor
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import CompiledExpression, ExprType, Row
from binwriter.sql.functions.names import NATIVE_FUNCTIONS


@dataclass(frozen=True, slots=True)
class Call:
    """A function call: name in upper case, compiled arguments, the scope it stands in."""

    name: str
    args: tuple[CompiledExpression, ...]
    scope: Scope

    @property
    def text(self) -> str:
        return f"{self.name.lower()}({','.join(arg.text for arg in self.args)})"

    @property
    def constant(self) -> bool:
        return all(arg.constant for arg in self.args)

    @property
    def types(self) -> list[ExprType]:
        return [arg.type for arg in self.args]


Builder = Callable[[Call], CompiledExpression]
NodeBuilder = Callable[[exp.Expression, Scope], CompiledExpression]


@dataclass(frozen=True, slots=True)
class Function:
    """least, most: how many arguments it takes (most None: any number)."""

    build: Builder
    least: int
    most: int | None


FUNCTIONS: dict[str, Function] = {}
# functions whose arguments are not all expressions (units, DISTINCT, column names); they read the node themselves
NODE_FUNCTIONS: dict[str, NodeBuilder] = {}


# functions that newer servers no longer have: the first version without each
OLD_FUNCTIONS: dict[str, tuple[int, Function]] = {}
# the first version with a function, for those that came after 5.1
SINCE: dict[str, int] = {}


def function(*names: str, least: int = 0, most: int | None = None) -> Callable[[Builder], Builder]:
    """Registers a function under its names; it takes `least` to `most` arguments (most not given: exactly `least`)."""

    def register(build: Builder) -> Builder:
        FUNCTIONS.update(dict.fromkeys(names, Function(build, least, least if most is None else most)))
        return build

    return register


def variadic(*names: str, least: int) -> Callable[[Builder], Builder]:
    """Registers a function with any number of arguments from `least` on."""

    def register(build: Builder) -> Builder:
        FUNCTIONS.update(dict.fromkeys(names, Function(build, least, None)))
        return build

    return register


def node_function(*names: str) -> Callable[[NodeBuilder], NodeBuilder]:
    """Registers a function that compiles its own arguments."""

    def register(build: NodeBuilder) -> NodeBuilder:
        NODE_FUNCTIONS.update(dict.fromkeys(names, build))
        return build

    return register


def call_function(name: str, nodes: Sequence[exp.Expression], scope: Scope) -> CompiledExpression:
    """Compiles a call by name. MySQLError 1582 for a wrong number of arguments; see `unknown` for other names."""
    found = FUNCTIONS.get(name)
    if found is None:
        raise unknown(name, scope)
    return build_call(found, name, nodes, scope)


def build_call(found: Function, name: str, nodes: Sequence[exp.Expression], scope: Scope) -> CompiledExpression:
    """Compiles a call of that function. MySQLError 1582 for a wrong number of arguments."""
    if len(nodes) < found.least or (found.most is not None and len(nodes) > found.most):
        raise mysql_error("ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT", name)
    arguments = compile_all(nodes, scope)
    with refused_by_name(name):
        compiled = found.build(Call(name, arguments, scope))
    return _refusing(name, compiled)


def _refusing(name: str, compiled: CompiledExpression) -> CompiledExpression:
    """Arguments of kinds that a function is not modelled for are refused by its name, whatever they do to it."""
    if type(compiled) is not CompiledExpression or compiled.items:
        return compiled
    inner = compiled.eval

    def evaluate(context: StatementContext, row: Row) -> Any:
        try:
            return inner(context, row)
        except (BinwriterError, RecursionError):
            raise
        except Exception as error:
            raise UnsupportedError(f"{name}() of these arguments") from error

    return replace(compiled, eval=evaluate)


@contextmanager
def refused_by_name(name: str) -> Iterator[None]:
    """As a function's evaluation, for what is done with its arguments before."""
    try:
        yield
    except (BinwriterError, RecursionError):
        raise
    except Exception as error:
        raise UnsupportedError(f"{name}() of these arguments") from error


def unknown(name: str, scope: Scope, *, native: bool = True) -> Exception:
    """UnsupportedError for a function that MySQL has; MySQLError ER_SP_DOES_NOT_EXIST for one that it has not.

    native: whether the server's version has the functions of the newest.
    """
    if native and name in NATIVE_FUNCTIONS:
        return UnsupportedError(f"function {name}()")
    database = scope.context.database
    if database is None:
        return mysql_error("ER_NO_DB_ERROR")
    return mysql_error("ER_SP_DOES_NOT_EXIST", "FUNCTION", f"{database}.{name}")


@compiles(exp.Anonymous)
def _call(node: exp.Expression, scope: Scope) -> CompiledExpression:
    name = node.name
    upper = name.upper()
    if upper == "ROW":
        return row_constructor(compile_all(node.expressions, scope))
    version = scope.context.variables.profile.version_number
    if version < SINCE.get(upper, 0):
        return stored_function(None, node, scope, native=False)
    until, old = OLD_FUNCTIONS.get(upper, (0, None))
    if old is not None and version < until:
        return build_call(old, upper, node.expressions, scope)
    special = NODE_FUNCTIONS.get(upper)
    if special is not None:
        with refused_by_name(upper):
            compiled = special(node, scope)
        return _refusing(upper, compiled)
    if upper not in FUNCTIONS and upper not in NATIVE_FUNCTIONS:
        return stored_function(None, node, scope)
    return call_function(upper, node.expressions, scope)


def stored_function(
    schema: str | None, node: exp.Expression, scope: Scope, *, native: bool = True
) -> CompiledExpression:
    """A call of a stored function. MySQLError ER_SP_DOES_NOT_EXIST when there is none of that name.

    native: see `unknown`.
    """
    programs = scope.context.programs
    program = programs.function(schema, node.name) if programs is not None else None
    if programs is None or program is None:
        if schema is not None:
            raise mysql_error("ER_SP_DOES_NOT_EXIST", "FUNCTION", f"{schema}.{node.name}")
        raise unknown(node.name, scope, native=native)
    arguments = compile_all(node.expressions, scope)
    return programs.compile_call(program, arguments, scope.clause, node, beforehand=is_asked_beforehand(node, scope))


@compiles(exp.Dot)
def _qualified_call(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """schema.function(..)."""
    if not isinstance(node.expression, exp.Anonymous):
        raise UnsupportedError("expression DOT", node.sql(dialect="mysql"))
    return stored_function(node.this.name, node.expression, scope)


def with_context(
    call: Call, type_: ExprType, compute: Callable[..., Any], *converters: Callable[..., Any]
) -> CompiledExpression:
    """A function that is NULL when an argument is NULL, and else compute(context, *arguments).

    converters: for each argument a function (value, type, context) -> value; the last one serves all further arguments.
    """
    parts = [(arg.eval, arg.type, converters[min(index, len(converters) - 1)]) for index, arg in enumerate(call.args)]

    def evaluate(context: StatementContext, row: Row) -> Any:
        values = []
        for inner, arg_type, convert in parts:
            value = inner(context, row)
            if value is not None:
                value = convert(value, arg_type, context)
            if value is None:
                return None
            values.append(value)
        return compute(context, *values)

    return CompiledExpression(type_, evaluate, call.text, call.constant)


def strict_null(
    call: Call, type_: ExprType, compute: Callable[..., Any], *converters: Callable[..., Any]
) -> CompiledExpression:
    """As `with_context`, for a computation that needs no context."""
    return with_context(call, type_, lambda context, *values: compute(*values), *converters)
