"""String functions that look for something: INSTR, LOCATE, FIELD, ELT, FIND_IN_SET, STRCMP."""

from __future__ import annotations

from typing import Any

from sqlglot import exp

from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.constants import ColumnType
from binwriter.mysql.collation.keys import sort_key
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import TextConverter, characters_or_bytes, to_characters
from binwriter.sql.expressions.coercion import to_int, to_real
from binwriter.sql.expressions.collations import merged, of_first, refuse_unfitting
from binwriter.sql.expressions.compile import compiles
from binwriter.sql.expressions.conditions.comparison import compare
from binwriter.sql.expressions.conditions.keys import as_values, collation_of_two
from binwriter.sql.expressions.conditions.once import OnceARow
from binwriter.sql.expressions.moments.literal_moments import check_moment
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import (
    INT_TYPE,
    CompiledExpression,
    ExprType,
    Kind,
    MemberText,
    Row,
    chosen_literal,
    text_type,
    textual,
)
from binwriter.sql.functions.converters import characters
from binwriter.sql.functions.registry import Call, call_function, function, strict_null


def locate(text: Any, wanted: Any, start: int, collation: int) -> int:
    """1-based position of `wanted` in `text` from `start` on, by the collation; 0 if there is none."""
    if start < 1 or start > len(text) + 1:
        return 0
    if isinstance(text, bytes) or not wanted:
        return text.find(wanted, start - 1) + 1 if wanted or start <= len(text) + 1 else 0
    key = sort_key(wanted, collation)
    return next(
        (
            position + 1
            for position in range(start - 1, len(text) - len(wanted) + 1)
            if sort_key(text[position : position + len(wanted)], collation) == key
        ),
        0,
    )


def _locating(call: Call, text: int, wanted: int) -> CompiledExpression:
    collation, _ = of_first([call.args[text].type], call.scope)
    refuse_unfitting((call.args[text], call.args[wanted]), collation, call.scope, "locate")
    convert = characters(collation)
    converters = [to_int if index == 2 else convert for index in range(len(call.args))]

    def compute(*values: Any) -> int:
        return locate(values[text], values[wanted], values[2] if len(values) > 2 else 1, collation)

    return strict_null(call, INT_TYPE, compute, *converters)


@function("INSTR")
def _instr(call: Call) -> CompiledExpression:
    return _locating(call, 0, 1)


@function("LOCATE")
def _locate(call: Call) -> CompiledExpression:
    return _locating(call, 1, 0)


@compiles(exp.StrPosition)
def _position(node: exp.Expression, scope: Scope) -> CompiledExpression:
    return call_function("LOCATE", [node.args["substr"], node.this], scope)


@function("FIELD")
def _field(call: Call) -> CompiledExpression:
    """0 where the first one is NULL; it is asked for once (captured: cluster arguments_in_order)."""
    given, *rest = call.args
    once = OnceARow()
    known = [type_ for type_ in call.types if type_.kind is not Kind.NULL]
    if all(type_.kind is Kind.STRING for type_ in known):
        collation, _ = of_first([given.type], call.scope)
        refuse_unfitting(call.args, collation, call.scope, "field")
        wanted = once.kept(given, "")
        tests = [compare(exp.EQ, wanted, part, call.scope, collation=collation, exact=True).eval for part in rest]
    elif all(type_.numeric for type_ in known):
        wanted = once.kept(given, "")
        tests = [compare(exp.EQ, *as_values(wanted, part), call.scope, exact=True).eval for part in rest]
    else:
        wanted = once.kept(_as_real(given), "")
        tests = [compare(exp.EQ, wanted, _as_real(part), call.scope, exact=True).eval for part in rest]

    def evaluate(context: StatementContext, row: Row) -> int:
        once.begin(context)
        if wanted.eval(context, row) is None:
            return 0
        return next((position for position, test in enumerate(tests, 1) if test(context, row)), 0)

    return CompiledExpression(INT_TYPE, evaluate, call.text, call.constant)


def _as_real(part: CompiledExpression) -> CompiledExpression:
    type_ = ExprType(Kind.REAL)
    return CompiledExpression(
        type_, lambda context, row: to_real(part.eval(context, row), part.type, context), part.text, part.constant
    )


@function("ELT")
def _elt(call: Call) -> CompiledExpression:
    index, *rest = call.args[0], *map(textual, call.args[1:])
    collation, coercibility = merged([part.type for part in rest], call.scope, "elt")
    refuse_unfitting(rest, collation, call.scope, "elt")

    def evaluate(context: StatementContext, row: Row) -> Any:
        position = to_int(index.eval(context, row), index.type, context)
        if position is None or not 1 <= position <= len(rest):
            return None
        chosen = rest[position - 1]
        return chosen_literal(to_characters(chosen.eval(context, row), chosen.type, collation))

    return CompiledExpression(text_type(0, collation, coercibility), evaluate, call.text, call.constant)


@function("FIND_IN_SET")
def _find_in_set(call: Call) -> CompiledExpression:
    collation, _ = merged(call.types, call.scope, "find_in_set", compares=True)
    refuse_unfitting(call.args, collation, call.scope, "find_in_set")
    of_column = call.args[1].type.field is ColumnType.SET and "(" not in call.args[1].text

    def compute(wanted: Any, members: Any) -> int:
        raw = isinstance(wanted, bytes) + isinstance(members, bytes)
        if raw == 1 or (raw and collation != BINARY_COLLATION_ID):  # bytes that are no text: in no set of texts
            return 0
        comma = "," if isinstance(members, str) else b","
        if not members or comma in wanted:
            return 0
        key = sort_key(wanted, collation)
        places = (index for index, member in enumerate(members.split(comma), 1) if sort_key(member, collation) == key)
        place = next(places, 0)
        if place and isinstance(members, MemberText) and of_column:  # its number in the type
            return [bit for bit in range(64) if members.number >> bit & 1][place - 1] + 1
        return place

    as_text = TextConverter(lambda value, type_, _: characters_or_bytes(value, type_, collation))
    return strict_null(call, INT_TYPE, compute, as_text)


@function("STRCMP")
def _strcmp(call: Call) -> CompiledExpression:
    (one_node, two_node), (one, two) = call.nodes, call.args
    check_moment(one_node, one.type, two_node, two, call.scope)  # as = does (captured: clusters/values_of_each_kind)
    check_moment(two_node, two.type, one_node, one, call.scope)
    collation = collation_of_two(one, two, call.scope, "strcmp")

    def compute(left: Any, right: Any) -> int:
        one: Any = sort_key(left, collation)
        two: Any = sort_key(right, collation)
        return int(one > two) - int(one < two)

    return strict_null(call, INT_TYPE, compute, characters(collation))
