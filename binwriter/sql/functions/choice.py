"""Functions that choose among their arguments.

IFNULL, NULLIF, COALESCE, GREATEST, LEAST, ISNULL, ANY_VALUE, NAME_CONST.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import DefaultKind
from binwriter.errors import UnsupportedError
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions.comparison import compare, text_collation
from binwriter.sql.expressions.conditions.keys import moment_key, order_key
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import BOOL_TYPE, Coercibility, CompiledExpression, Row
from binwriter.sql.expressions.unify import common_type, converted
from binwriter.sql.functions.registry import Call, function, node_function
from binwriter.sql.text.dialect import TYPED_LITERAL


@function("COALESCE")
def _coalesce(call: Call) -> CompiledExpression:
    type_ = common_type(call.types, call.scope, call.name.lower()).as_function()
    parts = [converted(arg, type_).eval for arg in call.args]

    def evaluate(context: StatementContext, row: Row) -> Any:
        return next((value for part in parts if (value := part(context, row)) is not None), None)

    return CompiledExpression(type_, evaluate, call.text, call.constant)


@function("IFNULL")
def _ifnull(call: Call) -> CompiledExpression:
    return _coalesce(call)


@function("NULLIF")
def _nullif(call: Call) -> CompiledExpression:
    first, second = call.args
    collation = text_collation((first, second), call.scope, "nullif")
    equal = compare(exp.EQ, first, second, call.scope, collation=collation).eval
    type_ = first.type
    if collation is not None and type_.coercibility is Coercibility.LITERAL and not type_.binary:
        type_ = replace(type_, collation=collation)

    def evaluate(context: StatementContext, row: Row) -> Any:
        return None if equal(context, row) else first.eval(context, row)

    return CompiledExpression(type_, evaluate, call.text, call.constant)


@function("ISNULL")
def _isnull(call: Call) -> CompiledExpression:
    inner = call.args[0].eval
    return CompiledExpression(
        BOOL_TYPE, lambda context, row: int(inner(context, row) is None), call.text, call.constant
    )


def _extreme(pick: Callable[..., Any]) -> Callable[[Call], CompiledExpression]:
    def build(call: Call) -> CompiledExpression:
        type_ = common_type(call.types, call.scope, call.name.lower()).as_function()
        dated = next((arg.type for arg in call.args if arg.type.kind.temporal), None)
        as_dates = dated is not None and not type_.kind.temporal  # dates among strings are compared as dates
        key = moment_key(type_, dated) if dated is not None and as_dates else order_key(type_)
        parts = [converted(arg, type_).eval for arg in call.args]

        def evaluate(context: StatementContext, row: Row) -> Any:
            values = [part(context, row) for part in parts]
            if any(value is None for value in values):
                return None
            return pick(values, key=lambda value: key(context, value))

        return CompiledExpression(type_, evaluate, call.text, call.constant)

    return build


def _last_of_greatest(values: Sequence[Any], key: Callable[[Any], Any]) -> Any:
    return max(reversed(values), key=key)


function("GREATEST")(_extreme(_last_of_greatest))
function("LEAST")(_extreme(min))


_VALUES = (exp.Literal, exp.Null, exp.Boolean, exp.HexString, exp.BitString, exp.National, exp.Introducer)


@node_function("NAME_CONST")
def _name_const(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """A value as it is written, with a sign or a collation, under a name."""
    if len(node.expressions) != 2:
        raise mysql_error("ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT", node.name)
    name, value = node.expressions
    inner = value.this if isinstance(value, (exp.Neg, exp.Collate)) else value
    if not isinstance(name, exp.Literal) or not (isinstance(inner, _VALUES) or inner.meta.get(TYPED_LITERAL)):
        raise mysql_error("ER_WRONG_ARGUMENTS", "NAME_CONST")
    return compile_expression(value, scope)


def _located(named: exp.Expression, scope: Scope) -> tuple[int, int]:
    """The source and column of that name. MySQLError ER_BAD_FIELD_ERROR if there is none."""
    found = scope.locate(named.name, named.text("table") or None)
    if found is None:
        parts = (named.text("db"), named.text("table"), named.name)
        raise mysql_error("ER_BAD_FIELD_ERROR", ".".join(filter(None, parts)), scope.clause)
    return found


@node_function("DEFAULT")
def _default(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """DEFAULT(col): the literal default of a column in scope. MySQLError ER_NO_DEFAULT_FOR_FIELD when it has none."""
    name = node.expressions[0].name
    found = _located(node.expressions[0], scope)
    offered = scope.sources[found[0]].columns[found[1]]
    column = offered.column
    counts = column is not None and column.auto_increment  # its default is 0 (captured: load_refused)
    if column is None or (column.default_kind is DefaultKind.NONE and not counts):
        raise mysql_error("ER_NO_DEFAULT_FOR_FIELD", name)
    if column.default_kind is DefaultKind.EXPRESSION:
        raise mysql_error("ER_DEFAULT_AS_VAL_GENERATED")
    if column.default_kind is not DefaultKind.LITERAL and not counts:
        raise UnsupportedError(f"DEFAULT({name}) of a column whose default is an expression")
    stored, read = 0 if counts else column.default, offered.reader

    def evaluate(context: StatementContext, row: Row) -> Any:
        return stored if read is None else read(context, stored)

    return CompiledExpression(offered.type, evaluate, f"default({name})", constant=True)


@node_function("VALUES")
def _values(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """VALUES(col) in ON DUPLICATE KEY UPDATE: the value that the row would have been inserted with; NULL elsewhere."""
    name, qualifier = node.expressions[0].name, node.expressions[0].text("table")
    if scope.values_source is None:
        _located(node.expressions[0], scope)
        return compile_expression(exp.Null(), scope)
    index = scope.sources[scope.values_source].index(name)
    if index is None or qualifier not in ("", scope.sources[0].alias):
        raise mysql_error("ER_BAD_FIELD_ERROR", f"{qualifier}.{name}" if qualifier else name, scope.clause)
    return scope.read(scope.values_source, index)
