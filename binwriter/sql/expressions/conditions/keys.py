"""What values are compared by: a key of each operand's value, as their types together ask for it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from binwriter.formats.collations import collation_by_id
from binwriter.formats.columns.json.binary import json_to_binary
from binwriter.formats.columns.json.opaque import opaque_value
from binwriter.formats.columns.values import IncompleteDate, JsonDocument, JsonOpaque
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.collation.keys import sort_key
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.json_order import json_key
from binwriter.mysql.values.json_text import unquoted_text
from binwriter.mysql.values.temporal_keys import parts_of
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.arithmetic import numeric_type
from binwriter.sql.expressions.as_texts import characters_or_bytes, to_characters
from binwriter.sql.expressions.coercion import escaped_bytes, to_decimal, to_number, to_real
from binwriter.sql.expressions.collations import illegal_mix, merged, refuse_unconvertible
from binwriter.sql.expressions.conditions import texts_beside
from binwriter.sql.expressions.conditions.constants import (
    beside_constant,
    microseconds_of,
    moment_parts,
    time_of,
    year_of,
)
from binwriter.sql.expressions.conditions.whole_seconds import compared_microseconds, compared_parts
from binwriter.sql.expressions.moments import numbers, temporal, texts
from binwriter.sql.expressions.moments.coercion import current_date, takes_any_day, to_zoneless_time, zero_date_allowed
from binwriter.sql.expressions.moments.literal_moments import date_of_number, moment_of, time_of_number
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import BOOL_TYPE, Coercibility, CompiledExpression, ExprType, Kind

Key = Callable[[StatementContext, Any], Any]  # value -> what Python compares; never called with None


NoMoment = Callable[[StatementContext, Any], Any]  # a text that is no date: what it is compared as


def comparison_keys(
    left: CompiledExpression,
    right: CompiledExpression,
    scope: Scope,
    operation: str,
    literals: tuple[str, str] = ("", ""),
    collation: int | None = None,
    *,
    rounds: bool = False,
    forgiving: NoMoment | None = None,
    casts: bool = False,
) -> tuple[Key, Key]:
    """For each operand the function that makes its values comparable with the other's.

    collation: of texts, where more than these two operands have a say in it. rounds: a constant beside a column of
    times is rounded to its digits, as if it were stored there.
    forgiving: what a text means beside a date that is none itself; else that is an error for constants.
    literals: names of those that are texts in the statement, operands of an operator: such a one is converted once.
    casts: texts beside dates are dates, see `texts_beside.text_key`.
    """
    one, two = left.type, right.type
    kinds = {one.kind, two.kind}
    if Kind.JSON in kinds:
        return _json_key(one), _json_key(two)
    strings = {Kind.STRING, Kind.NULL}
    if Kind.TIME in kinds and kinds <= {Kind.TIME, Kind.STRING}:
        time, text = (left, right) if one.kind is Kind.TIME else (right, left)
        if time.constant or not text.constant or _is_made(time):
            strings |= {Kind.TIME}  # only a column of times takes constant texts as times
    if rounds and Kind.TIME in kinds and (keys := _beside_times(left, right)) is not None:
        return keys
    if len(kinds) == 1 and Kind.TIME in kinds:
        return _time_key(one), _time_key(two)
    if kinds <= strings:
        if collation is None:
            collation = collation_of_two(left, right, scope, operation)
        return string_key(one, collation), string_key(two, collation)
    beside_year = Kind.YEAR in kinds and left.constant != right.constant and not kinds <= {Kind.YEAR, Kind.INT}
    if (one.kind.temporal or two.kind.temporal) and not (beside_year and kinds & {Kind.DATE, Kind.DATETIME}):
        keys = _temporal_keys(left, right, scope, forgiving, casts=casts)
        return _rounding(left, right, keys) if rounds and Kind.TIME in kinds and len(kinds) > 1 else keys
    if beside_year:
        return _beside_column(left, right, Kind.YEAR, lambda value, _: year_of(value), _itself, _numeric_keys)
    if any(literals) and Kind.STRING in kinds and not (left.constant and right.constant):
        return _keys_of_text(left, right, literals)
    keys = _numeric_keys(one, two)
    if Kind.YEAR in kinds and Kind.INT in kinds and (_is_column(left) or _is_column(right)):
        return _full_years(left, keys[0]), _full_years(right, keys[1])
    return keys


def _beside_times(left: CompiledExpression, right: CompiledExpression) -> tuple[Key, Key] | None:
    """The keys of a column of times and of a time or moment that is constant, which is compared as if it were stored
    in the column; None for all others (captured: clusters/times_beside_constants)."""
    for column, other in ((left, right), (right, left)):
        is_column = column.type.kind is Kind.TIME and _is_column(column)
        if is_column and _is_known(other) and other.type.kind in (Kind.TIME, Kind.DATETIME):
            own = _time_key(column.type)
            if other.text.startswith("TIME'"):  # a literal keeps its digits
                return None
            rounded = _rounded(_time_key(other.type), column.type.scale, other)
            return (own, rounded) if column is left else (rounded, own)
    return None


def _rounding(left: CompiledExpression, right: CompiledExpression, keys: tuple[Key, Key]) -> tuple[Key, Key]:
    """The same for a constant of another kind, with the keys that it has there."""
    one, two = keys
    for column, other in ((left, right), (right, left)):
        if column.type.kind is Kind.TIME and column.text.endswith("`") and _is_known(other):
            digits = column.type.scale
            return (one, _rounded(two, digits, other)) if column is left else (_rounded(one, digits, other), two)
    return keys


def _is_column(operand: CompiledExpression) -> bool:
    return operand.type.column is not None and operand.text.endswith("`")


def is_named_column(operand: CompiledExpression) -> bool:
    """Whether it is a column, of a query or a view, too."""
    return operand.text.endswith("`")


def _is_known(operand: CompiledExpression) -> bool:
    """Whether it has one value for all rows, a query's too."""
    return operand.constant or (operand.query is not None and not operand.query.correlated)


def _rounded(key: Key, digits: int, constant: CompiledExpression) -> Key:
    def rounded(context: StatementContext, value: Any) -> Any:
        found = key(context, value)
        if not isinstance(found, int):
            return found
        cut = constant.type.kind is Kind.STRING and context.cuts_fractions
        return temporal.total_microseconds(temporal.round_fraction(timedelta(microseconds=found), digits, cut=cut))

    return rounded


def _is_made(operand: CompiledExpression) -> bool:
    """Whether a time is what a function makes, which is compared as the text that it shows (captured:
    clusters/times_made_and_texts)."""
    return operand.type.field is not ColumnType.TIME and not operand.text.startswith(("addtime(", "subtime("))


def collation_of_two(left: CompiledExpression, right: CompiledExpression, scope: Scope, operation: str) -> int:
    """Of the texts on both sides of an operator. A constant with COLLATE in a character set that has not all of a
    column's: on the left side it does not take the column with it, on the right it becomes text of the column
    (captured: mixes)."""
    one, two = left.type, right.type
    collation, _ = merged((one, two), scope, operation, compares=True)
    named, column = (one, two) if one.coercibility is Coercibility.EXPLICIT else (two, one)
    if named.coercibility is Coercibility.EXPLICIT and column.coercibility is Coercibility.IMPLICIT:
        mine, other = (collation_by_id(type_.collation).charset for type_ in (named, column))
        if mine != other and other not in ("ascii", "binary") and not mine.startswith(("utf", "binary")):
            if named is one:
                raise illegal_mix((one, two), operation)
            collation = column.collation
    refuse_unconvertible((left, right), collation, scope, operation)
    return collation


def _beside_column(
    left: CompiledExpression,
    right: CompiledExpression,
    kind: Kind,
    convert: Callable[[Any, StatementContext], Any],
    as_converted: Key,
    otherwise: Callable[[ExprType, ExprType], tuple[Key, Key]],
) -> tuple[Key, Key]:
    """Of a column of a kind and a constant, in their order."""
    keys = otherwise(left.type, right.type)
    if right.constant:
        return beside_constant(right, convert, as_converted, keys) if left.type.kind is kind else keys
    if right.type.kind is not kind:
        return keys
    own, other = beside_constant(left, convert, as_converted, (keys[1], keys[0]))
    return other, own


def _itself(context: StatementContext, value: Any) -> Any:
    return value


def _keys_of_text(left: CompiledExpression, right: CompiledExpression, literals: tuple[str, str]) -> tuple[Key, Key]:
    """A number and a text in the statement: the text becomes a DECIMAL where the number is one (captured:
    comparisons_with_texts)."""
    one, two = left.type, right.type
    decimal = Kind.DECIMAL in {numeric_type(one).kind, numeric_type(two).kind}
    keys = (_converted(to_decimal, one), _converted(to_decimal, two)) if decimal else _numeric_keys(one, two)
    return tuple(converted_once(key, name) if name else key for key, name in zip(keys, literals, strict=True))  # type: ignore


def converted_once(key: Key, name: str) -> Key:
    """The same for a constant, with its warning once a statement."""

    def converted(context: StatementContext, value: Any) -> Any:
        if name in context.folded:
            return context.folded[name]
        number = key(context, value)
        if context.variables.behaviour.keeps_converted:
            context.folded[name] = number
        return number

    return converted


def as_values(one: CompiledExpression, other: CompiledExpression) -> tuple[CompiledExpression, CompiledExpression]:
    """Operands that no operator compares but a list, CASE or FIELD: beside a column of years dates become years, and 1
    is 2001, for operators only (captured: clusters/years_in_lists)."""
    if Kind.YEAR not in (one.type.kind, other.type.kind):
        return one, other
    return replace(one, constant=False), replace(other, constant=False)


def times_among_texts(subject: CompiledExpression, others: Sequence[CompiledExpression]) -> CompiledExpression:
    """A TIME that CASE or a list of several compares with texts becomes a date of today's, by the time zone (captured:
    zones_of_conditions_statement)."""
    if subject.type.kind is not Kind.TIME or all(other.type.kind is not Kind.STRING for other in others):
        return subject
    inner = subject.eval

    def evaluate(context: StatementContext, row: Any) -> Any:
        value = inner(context, row)
        if value is not None:
            context.text_becomes_datetime()
        return value

    return replace(subject, eval=evaluate)


def _full_years(operand: CompiledExpression, key: Key) -> Key:
    """A constant of one or two digits compared with a YEAR means a year: 99 is 1999."""
    if operand.type.kind is Kind.YEAR or not operand.constant:
        return key

    def converted(context: StatementContext, value: Any) -> Any:
        number = key(context, value)
        return temporal.full_year(number, 2) if 0 < number < 100 else number

    return converted


def _json_key(type_: ExprType) -> Key:
    """A document, or a value beside one: text is a string of JSON, not a document."""

    def key(context: StatementContext, value: Any) -> Any:
        if isinstance(value, JsonDocument):
            return json_key(value.root)
        if type_.bit and isinstance(value, int):
            value = JsonOpaque(ColumnType.BIT, value.to_bytes(8, "big"))
        elif isinstance(value, bytes):
            if type_.binary:
                value = JsonOpaque(type_.field or ColumnType.VARCHAR, value)
            else:
                value = characters_or_bytes(value, type_, type_.collation)
        return json_key(bool(value) if type_ is BOOL_TYPE else value)

    return key


def string_key(type_: ExprType, collation: int) -> Key:
    def key(context: StatementContext, value: Any) -> Any:
        if isinstance(value, JsonDocument):  # a string in JSON is compared without its quotes
            root = opaque_value(value.root) if isinstance(value.root, JsonOpaque) else value.root
            value = root.data if isinstance(root, JsonOpaque) else unquoted_text(value)
        return sort_key(to_characters(value, type_, collation), collation)

    return key


def _numeric_keys(one: ExprType, two: ExprType) -> tuple[Key, Key]:
    kinds = {numeric_type(one).kind, numeric_type(two).kind}
    if Kind.REAL in kinds:
        return _converted(to_real, one), _converted(to_real, two)
    if Kind.DECIMAL in kinds:
        return _converted(to_decimal, one), _converted(to_decimal, two)
    return _converted(to_number, one), _converted(to_number, two)


def _converted(convert: Callable[[Any, ExprType, StatementContext], Any], type_: ExprType) -> Key:
    return lambda context, value: convert(value, type_, context)


def _temporal_keys(
    left: CompiledExpression,
    right: CompiledExpression,
    scope: Scope,
    forgiving: NoMoment | None = None,
    *,
    casts: bool,
) -> tuple[Key, Key]:
    one, two = left.type, right.type
    other = two if one.kind.temporal else one
    own = one if one.kind.temporal else two
    beside, moment = (left, right) if other is one else (right, left)
    # only a column takes a constant as its own kind (captured: clusters/numbers_beside_moments)
    if other.numeric and not (beside.constant and not moment.constant and is_named_column(moment)):
        return _numeric_keys(one, two)
    if own.kind is Kind.TIME and (other.kind is Kind.TIME or not other.kind.temporal):
        if other.kind is Kind.STRING and beside.constant and not beside.type.member:
            return _beside_column(left, right, Kind.TIME, lambda value, _: time_of(value), microseconds_of, _text_keys)
        if other.numeric:
            return _beside_column(left, right, Kind.TIME, time_of_number, microseconds_of, _numeric_keys)
        return _time_key(one), _time_key(two)
    if other.numeric:
        cuts = own.kind is Kind.DATE and not beside.parameter  # which is what it was sent as
        convert = date_of_number if cuts else moment_of
        return _beside_column(left, right, own.kind, convert, moment_parts, _numeric_keys)
    if forgiving is None and other.kind is Kind.STRING and not beside.constant:
        is_known = any(map(_is_known, (left, right))) or beside.text.lstrip("(")[:1] == "@"
        cut = casts and not scope.of_change and not is_known
        return texts_beside.keys_of(left, right, scope, lambda told: moment_key(own, own, told), cut=cut)
    return moment_key(one, own, forgiving), moment_key(two, own, forgiving)


def _text_keys(one: ExprType, two: ExprType) -> tuple[Key, Key]:
    collation = (two if one.kind is Kind.TIME else one).collation
    return string_key(one, collation), string_key(two, collation)


def _time_key(type_: ExprType) -> Key:
    def key(context: StatementContext, value: Any) -> Any:
        if isinstance(value, JsonDocument):
            value = opaque_value(value.root) if isinstance(value.root, JsonOpaque) else value.root
            if not isinstance(value, timedelta):
                return -math.inf  # no time: equal to none
        time = to_zoneless_time(value, type_, context)
        return compared_microseconds(context, temporal.total_microseconds(time)) if time is not None else None

    return key


def moment_key(type_: ExprType, wanted: ExprType, forgiving: NoMoment | None = None) -> Key:
    """Dates, datetimes, and strings and numbers that mean one, as tuples of their parts.

    What is none of them: error 1525. forgiving: what texts mean that are none: with warning 1292.
    """

    def key(context: StatementContext, value: Any) -> Any:
        if isinstance(value, JsonDocument):
            value = opaque_value(value.root) if isinstance(value.root, JsonOpaque) else value.root
            if not isinstance(value, (date, IncompleteDate, timedelta)):
                return ()  # no moment: equal to none
        if isinstance(value, (datetime, date, IncompleteDate)):
            return compared_parts(context, parts_of(value))
        if isinstance(value, timedelta):
            return compared_parts(context, parts_of(current_date(context) + value))
        if isinstance(value, (int, float, Decimal)):
            if value == 0:  # NOW() > 0 is no error whatever sql_mode says
                return compared_parts(context, parts_of(IncompleteDate()))
            moment = numbers.moment_of(value)
        else:
            text = value if isinstance(value, str) else value.decode("utf-8", "replace")
            any_day = not context.variables.behaviour.wrong_moment_is_error or takes_any_day(context)
            moment = temporal.moment_of(texts.datetime_in(text, context), any_day=any_day)
        if moment is None or (isinstance(moment, IncompleteDate) and not zero_date_allowed(moment, context)):
            if forgiving is not None:
                return forgiving(context, value)
            if not context.variables.behaviour.wrong_moment_is_error:
                return None if moment is None else compared_parts(context, parts_of(moment))
            shown = escaped_bytes(value) if isinstance(value, bytes) else value
            raise mysql_error("ER_WRONG_VALUE", wanted.kind.name, shown)
        return compared_parts(context, parts_of(texts.local(moment, context)))

    return key


def order_key(type_: ExprType) -> Key:
    """The key by which ORDER BY, GROUP BY, DISTINCT, MIN and MAX compare values of one expression."""
    if type_.kind is Kind.STRING and not type_.member:
        collation = type_.collation
        return lambda context, value: sort_key(value, collation)
    if type_.member:
        return lambda context, value: getattr(value, "number", value)
    return lambda context, value: plain_key(value)


def kept_key(type_: ExprType) -> Key:
    """The key by which GROUP_CONCAT sorts what it keeps and tells it apart: documents by their bytes (captured:
    documents_joined_in_order)."""
    return _stored_document if type_.kind is Kind.JSON else order_key(type_)


def _stored_document(context: StatementContext, value: Any) -> bytes:
    return json_to_binary(value if isinstance(value, JsonDocument) else JsonDocument(value))


def plain_key(value: Any) -> Any:
    """A comparable form of a number or temporal value."""
    if isinstance(value, (datetime, date, IncompleteDate)):
        return parts_of(value)
    if isinstance(value, timedelta):
        return temporal.total_microseconds(value)
    return json_key(value.root) if isinstance(value, JsonDocument) else value
