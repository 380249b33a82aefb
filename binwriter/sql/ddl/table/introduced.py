"""Defaults with a character set in front of them (captured: clusters/defaults_introduced)."""

from __future__ import annotations

from sqlglot import exp

from binwriter.catalog.tables import Column
from binwriter.errors import MySQLError
from binwriter.formats.charsets.stand_ins import has_stand_in
from binwriter.formats.collations import BINARY_COLLATION_ID, Collation, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import has_raw, printable
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.collations import encodes
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.syntax.table import IntroducedLiteral

_CONVERTED = (ColumnType.STRING, ColumnType.ENUM, ColumnType.SET)


def value_of(literal: IntroducedLiteral, spec: ColumnSpec, context: StatementContext) -> str | bytes:
    """Its characters, for that column; of (VAR)BINARY the bytes. ER_INVALID_CHARACTER_STRING."""
    value = literal.value
    node = exp.HexString(this=value.hex()) if isinstance(value, bytes) else exp.Literal.string(value)
    is_national = literal.charset == "N"
    whole = exp.National(this=value) if is_national else exp.Introducer(this=literal.charset, expression=node)
    compiled = compile_expression(whole, Scope(context))
    text: str | bytes = compiled.eval(context, ())
    refuse_unconvertible(text, collation_by_id(compiled.type.collation), spec, context)
    if spec.collation != BINARY_COLLATION_ID or isinstance(text, bytes):
        return text
    return collation_by_id(compiled.type.collation).encode(text)


def refuse_unconvertible(value: object, own: Collation, spec: ColumnSpec, context: StatementContext) -> None:
    """ER_CANNOT_CONVERT_STRING for a text that the column's character set has not; of VARCHAR it is a wrong default,
    and so are all up to 5.7 (captured: clusters/defaults_unconvertible)."""
    if not isinstance(value, str) or value.isascii() or spec.type not in _CONVERTED:
        return
    if has_stand_in(value) or has_raw(value):
        return
    target = collation_by_id(spec.collation)
    if spec.collation == BINARY_COLLATION_ID or not context.variables.behaviour.names_unconvertible:
        return
    if not encodes(target, value):
        shown = printable(own.encode(value), wide=own.mbminlen > 1)
        raise mysql_error("ER_CANNOT_CONVERT_STRING", shown, own.charset, target.charset)


def check_converted(column: Column, spec: ColumnSpec, context: StatementContext) -> MySQLError | None:
    """As `refuse_unconvertible`, for the default of a column whose character set changes. spec: as it will be. The
    result is raised when all columns have been looked at."""
    default = column.default
    refuse_unconvertible(default, collation_by_id(column.spec.collation), spec, context)
    if isinstance(default, str) and not encodes(collation_by_id(spec.collation), default):
        return mysql_error("ER_INVALID_DEFAULT", spec.name)
    return None
