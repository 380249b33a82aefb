"""What computes the functions: by name, what makes a CompiledExpression from a call. Their records: `sql.types`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlglot import exp

from binwriter.errors import BinwriterError, MySQLError, UnsupportedError
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import RawText
from binwriter.mysql.reserved_words import CALLED_AT_ONCE, KEYWORDS
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import TextConverter, as_raw_text, to_characters, to_text
from binwriter.sql.expressions.beforehand import is_asked_beforehand
from binwriter.sql.expressions.coercion import to_decimal, to_int, to_number, to_real
from binwriter.sql.expressions.collations import connection_collation
from binwriter.sql.expressions.compile import FUNCTION_MODULES, compile_all, compiles
from binwriter.sql.expressions.conditions.logic import BARE_CALLS, row_constructor
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import (
    CompiledExpression,
    Eval,
    ExprType,
    Kind,
    Row,
    numerical,
    own_digits,
    textual,
    without_zeros,
)
from binwriter.sql.functions import loadable
from binwriter.sql.functions.aggregating import aggregating_scope
from binwriter.sql.text.meta_keys import CALLED_APART, RETURNED
from binwriter.sql.text.tree_text import tree_text
from binwriter.sql.types import Role, function_named, names_without_brackets, native_function
from binwriter.sql.types.record import Function


@dataclass(frozen=True, slots=True)
class Call:
    """A function call: name in upper case, compiled arguments, the scope it stands in. nodes: the arguments' trees, of
    a call by name."""

    name: str
    args: tuple[CompiledExpression, ...]
    scope: Scope
    nodes: tuple[exp.Expression, ...] = ()

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


BARE_CALLS.update(names_without_brackets())

# what computes a function, by name
FUNCTIONS: dict[str, Builder] = {}
# functions whose arguments are not all expressions (units, DISTINCT, column names); they read the node themselves
NODE_FUNCTIONS: dict[str, NodeBuilder] = {}


def _names(names: Sequence[str]) -> Iterator[str]:
    """All names of these functions, those of old servers too. KeyError for one without a record."""
    for name in names:
        record = function_named(name)
        if record is None:
            raise KeyError(f"no record of {name}()")
        yield from (*record.names, *record.before_8_0.split())


def function(*names: str) -> Callable[[Builder], Builder]:
    """Registers what computes these functions; its record has the other names, and the arguments."""

    def register(build: Builder) -> Builder:
        FUNCTIONS.update(dict.fromkeys(_names(names), build))
        return build

    return register


def node_function(*names: str) -> Callable[[NodeBuilder], NodeBuilder]:
    """Registers functions that compile their own arguments."""

    def register(build: NodeBuilder) -> NodeBuilder:
        NODE_FUNCTIONS.update(dict.fromkeys(_names(names), build))
        return build

    return register


def call_function(
    name: str, nodes: Sequence[exp.Expression], scope: Scope, written: str | None = None
) -> CompiledExpression:
    """Compiles a call by name. MySQLError 1582 for a wrong number of arguments; UnsupportedError if not modelled.

    written: the name as the statement has it, for the error.
    """
    FUNCTION_MODULES.until(name, FUNCTIONS, NODE_FUNCTIONS)
    record, build = function_named(name), FUNCTIONS.get(name)
    if record is None or build is None:
        raise UnsupportedError(f"function {name}()")
    if not record.takes(len(nodes)):
        raise mysql_error("ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT", written or name)
    if record.deprecated:
        scope.context.warn_parsed(*record.deprecated)
    if (later := record.renamed(name)) is not None:  # 5.7 tells of it (captured: 5.7.18/spatial_names_of_old_statement)
        scope.context.warn_parsed("ER_WARN_DEPRECATED_SYNTAX", name, later)
    return built(Call(name, compile_all(nodes, scope), scope, tuple(nodes)), build)


def built(call: Call, build: Builder) -> CompiledExpression:
    """What computes a call, whatever its arguments do: kinds that it is not modelled for are refused by its name.

    A literal whose bytes are no text of its set (`RawText`) is joined with texts, and sought in them, as bytes.
    """
    with refused_by_name(call.name):
        compiled = build(call)

    def as_bytes(context: StatementContext, row: Row, error: Exception) -> Any:
        values = [argument.eval(context, row) for argument in call.args]
        if not any(isinstance(value, RawText) for value in values):
            raise error
        constants = [_bytewise(argument, value, call.scope) for argument, value in zip(call.args, values, strict=True)]
        return as_raw_text(build(replace(call, args=tuple(constants))).eval(context, row), compiled.type.collation)

    return _refusing(call.name, compiled, as_bytes)


def _bytewise(argument: CompiledExpression, value: Any, scope: Scope) -> CompiledExpression:
    """An argument's value as the bytes of its text in the connection's character set, where such literals are."""
    type_ = argument.type
    if value is not None and type_.kind is not Kind.JSON:
        collation = connection_collation(scope)
        value = as_raw_text(
            to_characters(value, type_, collation) if type_.binary else to_text(value, type_), collation
        )
    return replace(argument, eval=lambda context, row: value)


def _makes_texts(name: str, type_: ExprType) -> bool:
    """Whether a text is the function's own (see `ExprType.computed`)."""
    record = function_named(name)
    passes = record is None or record.role is not Role.ROW or record.choice or record.passes_on
    return not (passes or type_.of_column or type_.computed)


# Where an integer is asked for they ask their argument for one (captured: cluster reals_as_integers).
_PASS_ON = frozenset({"IF", "NULLIF"})


def _refusing(
    name: str,
    compiled: CompiledExpression,
    as_bytes: Callable[[StatementContext, Row, Exception], Any] | None = None,
) -> CompiledExpression:
    """Arguments of kinds that a function is not modelled for are refused by its name, whatever they do to it; 3156 of
    a document names the function that made it (cluster documents_by_function)."""
    if compiled.type.kind is Kind.JSON and name.startswith("JSON_"):
        compiled = replace(compiled, type=replace(compiled.type, source=name.lower()))
    compiled = without_zeros(compiled)
    if compiled.type.kind is Kind.REAL and not compiled.type.overflow and name not in _PASS_ON:
        compiled = replace(compiled, type=replace(compiled.type, overflow=compiled.text))
    if compiled.type.kind is Kind.STRING and _makes_texts(name, compiled.type):
        compiled = replace(compiled, type=replace(compiled.type, computed=True))
    if type(compiled) is not CompiledExpression or compiled.items:
        return compiled
    inner = compiled.eval

    def evaluate(context: StatementContext, row: Row) -> Any:
        try:
            return inner(context, row)
        except MySQLError as refused:
            if refused.symbol == "ER_GIS_INVALID_DATA" and not context.variables.behaviour.refuses_geometries:
                return None
            raise
        except (BinwriterError, RecursionError):
            raise
        except Exception as error:
            with refused_by_name(name):
                if as_bytes is None:
                    raise
                return as_bytes(context, row, error)

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


def unknown(name: str, scope: Scope) -> Exception:
    """MySQLError ER_SP_DOES_NOT_EXIST for a function that there is not."""
    database = scope.context.database
    if database is None:
        return mysql_error("ER_NO_DB_ERROR")
    return _not_there(database, name)


def _not_there(schema: str, name: str) -> Exception:
    """Of names that are a server's own it tells more (captured: clusters/calls_apart)."""
    if name.upper() in KEYWORDS or name.upper() in CALLED_AT_ONCE:
        return mysql_error("ER_FUNC_INEXISTENT_NAME_COLLISION", f"{schema}.{name}")
    return mysql_error("ER_SP_DOES_NOT_EXIST", "FUNCTION", f"{schema}.{name}")


@compiles(exp.Anonymous)
def _call(node: exp.Expression, scope: Scope) -> CompiledExpression:
    name = node.name.upper()
    if name == "ROW":
        return row_constructor(compile_all(node.expressions, scope))
    if CALLED_APART in node.meta:
        return stored_function(None, node, scope)
    record = native_function(name, scope.context.variables.profile.version_number)
    if record is None:
        if scope.context.server.components and loadable.is_loaded(name, scope.context):
            return loadable.LOADABLE[name].build(node, scope)
        return stored_function(None, node, scope)
    if record.internal:
        raise mysql_error("ER_NO_ACCESS_TO_NATIVE_FCT", name)
    FUNCTION_MODULES.until(name, FUNCTIONS, NODE_FUNCTIONS)
    special = NODE_FUNCTIONS.get(name)
    if special is None:
        return call_function(name, node.expressions, scope, node.name)
    if record.role is Role.AGGREGATE:
        scope = aggregating_scope(node, scope)
    with refused_by_name(name):
        compiled = special(node, scope)
    return _refusing(name, compiled)


def stored_function(schema: str | None, node: exp.Expression, scope: Scope) -> CompiledExpression:
    """A call of a stored function. MySQLError ER_SP_DOES_NOT_EXIST when there is none of that name."""
    programs = scope.context.programs
    program = programs.function(schema, node.name) if programs is not None else None
    if programs is None or program is None:
        if schema is not None:
            raise _not_there(schema, node.name)
        raise unknown(node.name, scope)
    arguments = compile_all(node.expressions, scope)
    beforehand = is_asked_beforehand(node, scope)
    node.meta[RETURNED] = program.returns
    call: CompiledExpression = programs.compile_call(program, arguments, scope.clause, node, beforehand=beforehand)
    return call


@compiles(exp.Dot)
def _qualified_call(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """schema.function(..)."""
    if not isinstance(node.expression, exp.Anonymous):
        raise UnsupportedError("expression DOT", tree_text(node))
    call = stored_function(node.this.name, node.expression, scope)
    node.meta[RETURNED] = node.expression.meta[RETURNED]
    return call


_OF_NUMBERS = (to_int, to_real, to_decimal, to_number)


_Asked = tuple[Eval, ExprType, Callable[..., Any]]


def _asked(argument: CompiledExpression, convert: Callable[..., Any]) -> _Asked:
    """What an argument's value comes of, its type, and how it is converted."""
    if isinstance(convert, TextConverter):
        return textual(argument).eval, argument.type, convert.convert
    return (numerical(argument) if convert in _OF_NUMBERS else own_digits(argument)).eval, argument.type, convert


def with_context(
    call: Call, type_: ExprType, compute: Callable[..., Any], *converters: Callable[..., Any]
) -> CompiledExpression:
    """A function that is NULL when an argument is NULL, and else compute(context, *arguments). Those behind one that is
    NULL are not asked for, unless its record says so.

    converters: for each argument a function (value, type, context) -> value; the last one serves all further arguments.
    """
    parts = [_asked(arg, converters[min(index, len(converters) - 1)]) for index, arg in enumerate(call.args)]
    record = function_named(call.name)
    if record is not None and (record.order or record.asks_all):
        return CompiledExpression(type_, _as_recorded(parts, record, compute), call.text, call.constant)

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


def _as_recorded(parts: Sequence[_Asked], record: Function, compute: Callable[..., Any]) -> Eval:
    """As with_context says, for a function that has an order of its own."""
    named = [place for place in record.order if place < len(parts)]
    turns = [(place, *parts[place]) for place in (*named, *(set(range(len(parts))) - set(named)))]

    def evaluate(context: StatementContext, row: Row) -> Any:
        values: list[Any] = [None] * len(parts)
        for place, inner, arg_type, convert in turns:
            value = inner(context, row)
            if value is not None:
                value = values[place] = convert(value, arg_type, context)
            if value is None and not record.asks_all:
                return None
        return None if any(value is None for value in values) else compute(context, *values)

    return evaluate


def strict_null(
    call: Call, type_: ExprType, compute: Callable[..., Any], *converters: Callable[..., Any]
) -> CompiledExpression:
    """As `with_context`, for a computation that needs no context."""
    return with_context(call, type_, lambda context, *values: compute(*values), *converters)
