"""Which collation an operation on several strings uses (MySQL manual, "Collation Coercibility in Expressions")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id, default_collation
from binwriter.formats.errors import EncodeError
from binwriter.mysql.collation.supported import supported_collation, supported_default
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import Coercibility, ExprType, Kind

# each text names its level in error 1267
_LEVELS = {
    Coercibility.EXPLICIT: "EXPLICIT",
    Coercibility.NONE: "NONE",
    Coercibility.IMPLICIT: "IMPLICIT",
    Coercibility.SYSTEM: "SYSCONST",
    Coercibility.LITERAL: "COERCIBLE",
    Coercibility.NUMERIC: "NUMERIC",
    Coercibility.IGNORABLE: "IGNORABLE",
}


def connection_collation(scope: Scope) -> int:
    """The id of @@collation_connection: the collation of string literals and of numbers turned to text."""
    return collation_id(str(scope.context.variables.get("collation_connection")))


def collation_id(name: str) -> int:
    """The id of a collation. MySQLError ER_UNKNOWN_COLLATION, or UnsupportedError."""
    try:
        return supported_collation(name).id
    except EncodeError:
        raise mysql_error("ER_UNKNOWN_COLLATION", name) from None


def charset_collation_id(charset: str) -> int:
    """The id of a character set's default collation. MySQLError ER_UNKNOWN_CHARACTER_SET, or UnsupportedError."""
    try:
        return supported_default(default_collation(charset)).id
    except EncodeError:
        raise mysql_error("ER_UNKNOWN_CHARACTER_SET", charset) from None


def as_string(type_: ExprType, scope: Scope) -> ExprType:
    """The type's collation when its value is used as a string: numbers and dates are text of the connection."""
    if type_.kind in (Kind.STRING, Kind.JSON) or type_.bit:
        return type_
    level = Coercibility.IGNORABLE if type_.kind is Kind.NULL else Coercibility.NUMERIC
    return replace(type_, collation=connection_collation(scope), coercibility=level)


def merged(types: Iterable[ExprType], scope: Scope, operation: str) -> tuple[int, Coercibility]:
    """The collation id and coercibility of an operation on these operands.

    Raises MySQLError ER_CANT_AGGREGATE_2COLLATIONS when neither operand's collation wins.
    """
    winner: ExprType | None = None
    for type_ in types:
        operand = as_string(type_, scope)
        winner = operand if winner is None else _stronger(winner, operand, operation)
    if winner is None:
        return connection_collation(scope), Coercibility.LITERAL
    return winner.collation, winner.coercibility


# Unicode beyond the first plane: utf8mb3 and ucs2 are converted to these.
_SUPPLEMENTARY = frozenset({"utf8mb4", "utf16", "utf16le", "utf32"})


def _stronger(left: ExprType, right: ExprType, operation: str) -> ExprType:
    if left.collation == right.collation:
        return left if left.coercibility <= right.coercibility else right
    if left.coercibility != right.coercibility:
        strong, weak = (left, right) if left.coercibility < right.coercibility else (right, left)
        if weak.collation == BINARY_COLLATION_ID and weak.coercibility <= Coercibility.IMPLICIT < strong.coercibility:
            return weak
        return strong
    if BINARY_COLLATION_ID in (left.collation, right.collation):
        return left if left.collation == BINARY_COLLATION_ID else right
    first, second = collation_by_id(left.collation), collation_by_id(right.collation)
    if first.charset == second.charset:
        for candidate, name in ((left, first.name), (right, second.name)):
            if name.endswith("_bin") and left.coercibility is not Coercibility.EXPLICIT:
                return candidate
        if left.coercibility >= Coercibility.LITERAL:
            return left
    else:
        wide = [unicode for unicode, name in ((left, first.charset), (right, second.charset)) if name.startswith("utf")]
        if len(wide) == 1 and left.coercibility is not Coercibility.EXPLICIT:
            return wide[0]
        full = [unicode for unicode, name in ((left, first.charset), (right, second.charset)) if name in _SUPPLEMENTARY]
        if len(full) == 1 and left.coercibility is not Coercibility.EXPLICIT:
            return full[0]
        if left.coercibility >= Coercibility.LITERAL:
            return left if first.mbmaxlen >= second.mbmaxlen else right
    raise mysql_error(
        "ER_CANT_AGGREGATE_2COLLATIONS",
        first.name,
        _LEVELS[left.coercibility],
        second.name,
        _LEVELS[right.coercibility],
        operation,
    )
