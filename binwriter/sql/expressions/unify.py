"""The common type of several expressions.

CASE, IF, IFNULL, COALESCE, UNION (MySQL manual, "Flow Control Functions").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions import field_types
from binwriter.sql.expressions.as_texts import to_characters
from binwriter.sql.expressions.coercion import to_decimal, to_int, to_real
from binwriter.sql.expressions.collations import merged, refuse_unfitting
from binwriter.sql.expressions.moments.coercion import to_full_datetime
from binwriter.sql.expressions.numbers import DECIMAL_MAX_SCALE, decimal_scale, round_decimal
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import (
    LONG_TEXT,
    NULL_TYPE,
    REAL_TYPE,
    CompiledExpression,
    ExprType,
    Kind,
    Row,
    datetime_type,
    decimal_type,
    text_type,
    textual,
)


def common_type(types: Sequence[ExprType], scope: Scope, operation: str) -> ExprType:
    """The type of a value that may come from any of these expressions. NULLs do not count.

    Raises MySQLError ER_INCOMPATIBLE_TYPE_AGG, and those of collations that do not go together.
    """
    known = [type_ for type_ in types if type_.kind is not Kind.NULL]
    if not known:
        return NULL_TYPE
    made = field_types.merged_field(known)
    kind = field_types.kind_of(made)
    length = max(type_.length for type_ in known)
    if kind is Kind.DATETIME and any(type_.kind is not kind for type_ in known):
        return datetime_type(max(type_.scale for type_ in known))
    if kind.temporal:
        field = common_field(known) if len(known) == len(types) else known[0].field
        return replace(known[0], scale=max(type_.scale for type_ in known), length=length, field=field)
    if kind is Kind.STRING:
        collation, coercibility = merged(known, scope, operation)
        length = max(_text_length(type_, collation) for type_ in known)
        return replace(text_type(length, collation, coercibility), field=common_field(known), column=made)
    return known[0] if kind is Kind.JSON else replace(_number(known, kind, length, made), column=made)


def chosen_type(parts: Sequence[CompiledExpression], scope: Scope, operation: str) -> ExprType:
    """As `common_type`, of expressions one of which is chosen, whose texts its character set must have."""
    type_ = common_type([part.type for part in parts], scope, operation)
    if type_.kind is Kind.STRING:
        refuse_unfitting(parts, type_.collation, scope, operation)
    return type_


def common_field(types: Sequence[ExprType]) -> ColumnType | None:
    """The field type (see `ExprType`) of a value that may come from any of these: a BLOB is one of any size (captured:
    tests/golden/scenarios/json_of_expressions.scn)."""
    fields = {type_.field for type_ in types}
    if ColumnType.GEOMETRY in fields and len(fields) > 1:
        return ColumnType.LONG_BLOB
    if not fields.isdisjoint(field_types.BLOBS):
        return ColumnType.BLOB
    return fields.pop() if len(fields) == 1 else None


def _text_length(type_: ExprType, collation: int) -> int:
    """Characters, or bytes among bytes."""
    if type_.kind is Kind.JSON:
        return LONG_TEXT
    is_text = type_.kind is Kind.STRING and collation == BINARY_COLLATION_ID
    return type_.length * collation_by_id(type_.collation).mbmaxlen if is_text else type_.length


def _number(types: Sequence[ExprType], kind: Kind, length: int, field: ColumnType) -> ExprType:
    unsigned = all(type_.unsigned for type_ in types)
    if kind is Kind.REAL:
        scale = max(type_.scale for type_ in types)
        alike = all(type_.single for type_ in types) or all(type_.of_column and not type_.single for type_ in types)
        if field is ColumnType.FLOAT and not alike:  # beside an integer, with a DOUBLE's digits as a text
            return replace(REAL_TYPE, single=True, as_double=True, scale=scale)
        first = types[0] if types[0].kind is not Kind.YEAR else REAL_TYPE
        return replace(first if alike else REAL_TYPE, scale=scale)
    if kind is Kind.DECIMAL:
        scale = max(type_.scale for type_ in types)
        if all(type_.length for type_ in types):
            length = max(map(_whole_digits, types)) + scale + (2 if scale else 1)
        return decimal_type(scale, length, unsigned)
    if len(types) == 1 or all(type_ == types[0] for type_ in types):
        return types[0]
    return ExprType(Kind.INT, unsigned=unsigned, length=length)


def _whole_digits(type_: ExprType) -> int:
    """Digits before the point of a number that is no REAL."""
    return type_.length - (2 if type_.scale else 1) - type_.scale


def converted(expression: CompiledExpression, target: ExprType, *, padded: bool = True) -> CompiledExpression:
    """The expression with its values in the target type's form.

    Padded: a DECIMAL gets all digits of the target's scale.
    """
    expression = textual(expression) if target.kind is Kind.STRING else expression
    source, inner = expression.type, expression.eval
    if source == target or source.kind is Kind.NULL:
        return expression
    if not padded and target.kind is Kind.DECIMAL:
        exact_type = decimal_type(target.scale)
        return CompiledExpression(
            exact_type,
            lambda context, row: to_decimal(inner(context, row), source, context),
            expression.text,
            expression.constant,
        )

    is_whole = target.kind is Kind.INT

    def evaluate(context: StatementContext, row: Row) -> Any:
        value = inner(context, row)
        if value is None or (is_whole and type(value) is int):
            return value
        return convert_value(value, source, target, context)

    return CompiledExpression(target, evaluate, expression.text, expression.constant)


def convert_value(value: Any, source: ExprType, target: ExprType, context: StatementContext) -> Any:
    """A value (not None) of one type as the other type has it."""
    if target.kind is Kind.STRING:
        return to_characters(value, source, target.collation)
    if target.kind is Kind.REAL:
        return to_real(value, source, context)
    if target.kind is Kind.DECIMAL:
        exact = to_decimal(value, source, context)
        if exact is None or (target.scale == DECIMAL_MAX_SCALE and decimal_scale(exact) <= target.scale):
            return exact  # of a user variable: it keeps its own digits
        return round_decimal(exact, max(target.scale, 0))
    if target.kind is Kind.INT:
        return to_int(value, source, context)
    if target.kind is Kind.DATETIME:
        return to_full_datetime(value, source, context)
    return value
