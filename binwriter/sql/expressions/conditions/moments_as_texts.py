"""Columns of moments beside constant texts that are none, on servers before 8.0.16: both are compared as texts.

Source: MySQL 5.5 and 5.7 manuals, "Type Conversion in Expression Evaluation"; captured: texts_beside_moments_row of
5.5.20 and 5.7.18.
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.formats.collations import LATIN1_COLLATION_ID, collation_by_id
from binwriter.formats.records import replace
from binwriter.sql.expressions.collations import illegal_mix
from binwriter.sql.expressions.conditions.keys import Key, string_key
from binwriter.sql.expressions.moments.literal_moments import is_no_moment
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import Coercibility, CompiledExpression, Kind

_MOMENTS = (Kind.DATE, Kind.DATETIME, Kind.TIME)


def keys_as_texts(
    node: exp.Expression, left: CompiledExpression, right: CompiledExpression, scope: Scope, sign: str
) -> tuple[Key, Key] | None:
    """The keys by which such two are compared; None for all others. A text of another character set than latin1 in
    front of the column is MySQLError ER_CANT_AGGREGATE_2COLLATIONS up to 5.7."""
    behaviour = scope.context.variables.behaviour
    if scope.context.makes_view:
        return None
    for column, own, text, value in (
        (node.this, left, node.expression, right),
        (node.expression, right, node.this, left),
    ):
        if own.type.kind not in _MOMENTS or value.type.kind not in (Kind.STRING, Kind.TIME):
            continue
        if own.type.column is None or not isinstance(column, exp.Column) or not is_no_moment(text, value, own, scope):
            continue
        collation = value.type.collation if value.type.kind is Kind.STRING else LATIN1_COLLATION_ID
        mixes = own is right and collation_by_id(collation).charset != collation_by_id(LATIN1_COLLATION_ID).charset
        if mixes and not behaviour.moments_take_texts:
            moment = replace(own.type, collation=LATIN1_COLLATION_ID, coercibility=Coercibility.NUMERIC)
            raise illegal_mix((value.type, moment), sign)
        return string_key(left.type, collation), string_key(right.type, collation)
    return None
