"""Functions that choose among their arguments.

IFNULL, NULLIF, COALESCE, GREATEST, LEAST, ISNULL, ANY_VALUE, NAME_CONST.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import DefaultKind
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_name
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.real_text import printed_text, real_text
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.coercion import to_real
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions import once, resolved, texts_beside
from binwriter.sql.expressions.conditions.comparison import compare, text_collation
from binwriter.sql.expressions.conditions.keys import Key, order_key
from binwriter.sql.expressions.moments.literal_moments import check_moment
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import (
    AVERAGE,
    BOOL_TYPE,
    LONG_TEXT,
    Coercibility,
    CompiledExpression,
    Eval,
    ExprType,
    Kind,
    Row,
    chosen_literal,
    plain_bytes,
    taken,
    text_type,
    without_number,
)
from binwriter.sql.expressions.unify import chosen_type, converted
from binwriter.sql.functions.extreme_moments import among_moments
from binwriter.sql.functions.registry import Call, function, node_function
from binwriter.sql.grammar.deprecated_expressions import warn_of_one_value
from binwriter.sql.store import implicit_default
from binwriter.sql.text.meta_keys import TYPED_LITERAL


@function("COALESCE")
def _coalesce(call: Call) -> CompiledExpression:
    type_ = chosen_type(call.args, call.scope, call.name.lower()).as_function()
    chosen = _with_own_digits(call, type_, _first_of)
    if type_.kind is Kind.STRING:  # (captured: clusters/texts_chosen_as_numbers)
        made = not call.scope.context.variables.behaviour.tells_of_functions
        type_ = replace(type_, unquestioned=True, computed=type_.computed or made)
    return replace(chosen, type=type_)


def _first_of(parts: Sequence[Eval]) -> Eval:
    def evaluate(context: StatementContext, row: Row) -> Any:
        for part in parts:
            value = part(context, row)
            if value is not None:
                return value
        return None

    return evaluate


def _with_own_digits(
    call: Call, type_: ExprType, choose: Callable[[Sequence[Eval]], Eval], *, parts: Sequence[Eval] | None = None
) -> CompiledExpression:
    """One of the arguments in the type of all; a column gets a DECIMAL with the digits that it has itself (captured:
    decimals_chosen_for_texts)."""
    given = [without_number(taken(arg, plain_bytes)) for arg in call.args]
    known = parts or [converted(arg, type_).eval for arg in given]
    stored = None
    if type_.kind is Kind.DECIMAL:
        stored = choose([converted(arg, type_, padded=False).eval for arg in given])
    made = CompiledExpression(type_, choose(known), call.text, call.constant, stored=stored)
    if not any(part.type.source == AVERAGE for part in call.args):
        return made
    from binwriter.sql.expressions import decimal_buffers  # seldom needed

    return decimal_buffers.reckoned_with_average(made, call.args, call.scope)


@function("IFNULL")
def _ifnull(call: Call) -> CompiledExpression:
    return _coalesce(call)


@function("NULLIF")
def _nullif(call: Call) -> CompiledExpression:
    first, second = call.args
    given = taken(first, chosen_literal).eval
    collation = text_collation((first, second), call.scope, "nullif")
    told = None
    if not all(part.constant for part in call.args if part.type.kind is Kind.STRING):
        told = texts_beside.told_by_name(call.nodes, call.args, call.scope)
    kept = once.converted_of(first, second, call.scope) if first.constant and second.constant else (False, False)
    if first.constant != second.constant and call.nodes:
        kept = once.kept_of(call.nodes[0], first, second, call.scope)
    check_moment(call.nodes[0], first.type, call.nodes[1], second, call.scope)
    equal = compare(exp.EQ, first, second, call.scope, collation=collation, casts=False, forgiving=told, kept=kept).eval
    type_ = first.type
    if collation is not None and type_.coercibility is Coercibility.LITERAL and not type_.binary:
        type_ = replace(type_, collation=collation)
    if type_.binary:  # no literal any more: a real where a number is asked for
        type_ = replace(type_, unsigned=False, bits=False)

    def evaluate(context: StatementContext, row: Row) -> Any:
        return None if equal(context, row) else given(context, row)

    def as_text(context: StatementContext, row: Row) -> Any:
        return None if equal(context, row) else to_text(given(context, row), first.type)

    chosen = CompiledExpression(type_, evaluate, call.text, call.constant)
    return replace(chosen, as_text=as_text) if first.type.zeros else chosen


@function("ISNULL")
def _isnull(call: Call) -> CompiledExpression:
    from binwriter.sql.expressions.conditions.never_null import is_not_looked_at  # seldom needed

    operand = call.args[0]
    if is_not_looked_at(call.nodes[0], call.nodes[0].parent, call.scope):
        return CompiledExpression(BOOL_TYPE, lambda context, row: 0, call.text, call.constant)
    if operand.constant and once.may_be_kept(operand, call.scope):
        node = call.nodes[0].parent
        return CompiledExpression(BOOL_TYPE, resolved.null_of(operand, node, call.scope), call.text, call.constant)
    inner = operand.eval
    return CompiledExpression(
        BOOL_TYPE, lambda context, row: int(inner(context, row) is None), call.text, call.constant
    )


def _extreme(pick: Callable[..., Any]) -> Callable[[Call], CompiledExpression]:
    def build(call: Call) -> CompiledExpression:
        type_ = chosen_type(call.args, call.scope, call.name.lower()).as_function()
        type_ = replace(type_, unquestioned=type_.kind is Kind.STRING)
        kinds = {arg.type.kind for arg in call.args}
        mixed = Kind.STRING in kinds and any(arg.type.numeric for arg in call.args)
        moments = any(kind.temporal for kind in kinds)
        if mixed and not moments and call.scope.context.variables.behaviour.extremes_are_reals:
            return _extreme_of_reals(call, pick)
        if any(arg.type.data_type in _NOT_ORDERED for arg in call.args):  # a geometry, or vectors alone
            raise mysql_error("ER_WRONG_ARGUMENTS", call.name.lower())
        if Kind.JSON in kinds:
            call.scope.context.warn("ER_NOT_SUPPORTED_YET", "comparison of JSON in the LEAST and GREATEST operators")
            type_ = type_ if type_.binary else replace(text_type(LONG_TEXT), collation=_DOCUMENTS)
        parts = [converted(without_number(taken(arg, plain_bytes)), type_).eval for arg in call.args]
        key = order_key(type_)
        if not type_.kind.temporal and (dated := kinds & {Kind.DATE, Kind.DATETIME}):
            parts = [partial(_kept_beside, arg.eval, part) for arg, part in zip(call.args, parts, strict=True)]
            pick_one = among_moments(call, pick, key, max(dated, key=lambda kind: kind is Kind.DATETIME))
        else:
            pick_one = partial(_picked, pick, key)

        def choose(parts: Sequence[Eval]) -> Eval:
            def evaluate(context: StatementContext, row: Row) -> Any:
                values = []
                for part in parts:
                    value = part(context, row)
                    if value is None:
                        return None
                    values.append(value)
                return pick_one(context, values)

            return evaluate

        return _with_own_digits(call, type_, choose, parts=parts)

    return build


def _extreme_of_reals(call: Call, pick: Callable[..., Any]) -> CompiledExpression:
    """Of numbers beside texts, up to 5.7: a DOUBLE as bytes (captured: extremes_of_numbers_and_texts_row)."""
    length = max(arg.type.length for arg in call.args)

    def evaluate(context: StatementContext, row: Row) -> bytes | None:
        numbers = []
        for arg in call.args:
            number = to_real(arg.eval(context, row), arg.type, context)
            if number is None:
                return None
            numbers.append(number)
        text = real_text if context.variables.behaviour.shortest_reals else printed_text
        return text(pick(numbers, key=lambda number: number)).encode()

    return CompiledExpression(text_type(length, BINARY_COLLATION_ID), evaluate, call.text, call.constant)


def _picked(pick: Callable[..., Any], key: Key, context: StatementContext, values: Sequence[Any]) -> Any:
    return pick(values, key=lambda value: key(context, value))


def _kept_beside(own: Eval, as_text: Eval, context: StatementContext, row: Row) -> tuple[Any, Any] | None:
    """A value as it is, and as the text that it would be among texts."""
    text = as_text(context, row)
    return None if text is None else (own(context, row), text)


_DOCUMENTS = collation_by_name("utf8mb4_bin").id
_NOT_ORDERED = (ColumnType.GEOMETRY, ColumnType.VECTOR)


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
    counts = column is not None and column.counts_left_out  # its default is 0 (captured: load_refused)
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
        if scope.context.is_prepared_now(node):
            warn_of_one_value(node, scope.context)
        return compile_expression(exp.Null(), scope)
    index = scope.sources[scope.values_source].index(name)
    if index is None or qualifier not in ("", scope.sources[0].alias):
        raise mysql_error("ER_BAD_FIELD_ERROR", f"{qualifier}.{name}" if qualifier else name, scope.clause)
    if scope.context.is_prepared_now(node):
        warn_of_one_value(node, scope.context)
    return scope.read(scope.values_source, index)
