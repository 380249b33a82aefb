"""Defaults with a character set in front of them (captured: clusters/defaults_introduced)."""

from __future__ import annotations

from sqlglot import exp

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.syntax.table import IntroducedLiteral


def value_of(literal: IntroducedLiteral, collation: int, context: StatementContext) -> str | bytes:
    """Its characters, for a column of that collation; of (VAR)BINARY the bytes. ER_INVALID_CHARACTER_STRING."""
    value = literal.value
    node = exp.HexString(this=value.hex()) if isinstance(value, bytes) else exp.Literal.string(value)
    is_national = literal.charset == "N"
    whole = exp.National(this=value) if is_national else exp.Introducer(this=literal.charset, expression=node)
    compiled = compile_expression(whole, Scope(context))
    text: str | bytes = compiled.eval(context, ())
    if collation != BINARY_COLLATION_ID or isinstance(text, bytes):
        return text
    return collation_by_id(compiled.type.collation).encode(text)
