"""Functions that choose among their arguments.

IFNULL, NULLIF, COALESCE, GREATEST, LEAST, ISNULL, ANY_VALUE, NAME_CONST.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import DefaultKind
from binwriter.formats.collations import collation_by_name
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.temporal_keys import parts_of
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import to_text
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions.comparison import compare, text_collation
from binwriter.sql.expressions.conditions.keys import Key, order_key
from binwriter.sql.expressions.moments.coercion import to_partial_date, to_partial_datetime
from binwriter.sql.expressions.moments.temporal import format_date, format_datetime, parse_datetime
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import (
    BOOL_TYPE,
    CAST_AS_YEAR,
    LONG_TEXT,
    Coercibility,
    CompiledExpression,
    Eval,
    ExprType,
    Kind,
    Row,
    text_type,
)
from binwriter.sql.expressions.unify import common_type, converted
from binwriter.sql.functions.converters import Converter
from binwriter.sql.functions.registry import Call, function, node_function
from binwriter.sql.store import implicit_default
from binwriter.sql.text.dialect import TYPED_LITERAL


@function("COALESCE")
def _coalesce(call: Call) -> CompiledExpression:
    type_ = common_type(call.types, call.scope, call.name.lower()).as_function()
    parts = [converted(arg, type_).eval for arg in call.args]
    type_ = replace(type_, unquestioned=type_.kind is Kind.STRING)  # (captured: clusters/texts_chosen_as_numbers)

    def evaluate(context: StatementContext, row: Row) -> Any:
        for part in parts:
            value = part(context, row)
            if value is not None:
                return value
        return None

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
        kinds = {arg.type.kind for arg in call.args}
        if any(arg.type.data_type in _NOT_ORDERED for arg in call.args):  # a geometry, or vectors alone
            raise mysql_error("ER_WRONG_ARGUMENTS", call.name.lower())
        if Kind.JSON in kinds:
            call.scope.context.warn("ER_NOT_SUPPORTED_YET", "comparison of JSON in the LEAST and GREATEST operators")
            type_ = type_ if type_.binary else replace(text_type(LONG_TEXT), collation=_DOCUMENTS)
        parts = [converted(arg, type_).eval for arg in call.args]
        key = order_key(type_)
        if not type_.kind.temporal and (dated := kinds & {Kind.DATE, Kind.DATETIME}):
            parts = [partial(_kept_beside, arg.eval, part) for arg, part in zip(call.args, parts, strict=True)]
            pick_one = _among_moments(call, pick, key, max(dated, key=lambda kind: kind is Kind.DATETIME))
        else:
            pick_one = partial(_picked, pick, key)

        def evaluate(context: StatementContext, row: Row) -> Any:
            values = [part(context, row) for part in parts]
            for value in values:
                if value is None:
                    return None
            return pick_one(context, values)

        return CompiledExpression(type_, evaluate, call.text, call.constant)

    return build


def _picked(pick: Callable[..., Any], key: Key, context: StatementContext, values: Sequence[Any]) -> Any:
    return pick(values, key=lambda value: key(context, value))


def _kept_beside(own: Eval, as_text: Eval, context: StatementContext, row: Row) -> tuple[Any, Any] | None:
    """A value as it is, and as the text that it would be among texts."""
    text = as_text(context, row)
    return None if text is None else (own(context, row), text)


def _moment_scale(part: CompiledExpression, call: Call) -> int:
    """Digits of the second; all six for a text that may have any."""
    if part.type.kind.temporal or part.type.kind is not Kind.STRING:
        return part.type.scale if part.type.kind.temporal else 0
    text = to_text(part.eval(call.scope.context, ()), part.type) if part.constant else None
    if not isinstance(text, str) or parse_datetime(text)[0] is None:
        return 6
    return min(6, len(text.partition(".")[2]))


def _moment_beside(own: Any, type_: ExprType, context: StatementContext, convert: Converter) -> Any:
    """A year is its first day, unless a cast made it."""
    if type_.kind is Kind.YEAR and type_.source != CAST_AS_YEAR and own:
        return date(own, 1, 1)
    return convert(own, type_, context)


def _among_moments(
    call: Call, pick: Callable[..., Any], key: Key, wanted: Kind
) -> Callable[[StatementContext, Sequence[tuple[Any, Any]]], Any]:
    """Texts and numbers with dates among them are moments, and the result is a moment's text. What is no moment is the
    largest of all beside dates; beside a DATETIME it makes texts of all (captured: clusters/greatest_of_moments)."""
    scale = max(_moment_scale(arg, call) for arg in call.args)
    is_date = wanted is Kind.DATE
    convert = to_partial_date if is_date else to_partial_datetime

    def picked(context: StatementContext, values: Sequence[tuple[Any, Any]]) -> Any:
        moments = [
            _moment_beside(own, arg.type, context, convert) for (own, _), arg in zip(values, call.args, strict=True)
        ]
        if None in moments and not is_date:
            return _picked(pick, key, context, [text for _, text in values])
        chosen = pick(moments, key=lambda moment: _AFTER_ALL if moment is None else parts_of(moment))
        if chosen is None:
            return _NO_DATE
        return format_date(chosen) if is_date else format_datetime(chosen, scale)

    return picked


_DOCUMENTS = collation_by_name("utf8mb4_bin").id
_NOT_ORDERED = (ColumnType.GEOMETRY, ColumnType.VECTOR)
_AFTER_ALL = (1 << 15,)
_NO_DATE = "16383-15-31"  # all bits of a packed date


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
    place = scope.locate(named.name, named.text("table") or None, named.text("db") or None)
    if place is None:
        parts = (named.text("db"), named.text("table"), named.name)
        raise mysql_error("ER_BAD_FIELD_ERROR", ".".join(filter(None, parts)), scope.clause)
    return place


@node_function("DEFAULT")
def _default(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """DEFAULT(col): the literal default of a column in scope. MySQLError ER_NO_DEFAULT_FOR_FIELD when it has none."""
    name = node.expressions[0].name
    place = _located(node.expressions[0], scope)
    offered = scope.sources[place[0]].columns[place[1]]
    column = offered.column
    counts = column is not None and column.auto_increment  # its default is 0 (captured: load_refused)
    if column is None or column.generated or (column.default_kind is DefaultKind.NONE and not counts):
        raise mysql_error("ER_NO_DEFAULT_FOR_FIELD", name)
    if column.default_kind is DefaultKind.EXPRESSION:
        raise mysql_error("ER_DEFAULT_AS_VAL_GENERATED")
    stored, read = 0 if counts else column.default, offered.reader
    if column.default_kind is DefaultKind.NOW:  # the buffer's own value (captured: clusters/defaults_of_moments)
        stored = None if column.spec.nullable else implicit_default(column)

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
