"""CAST, CONVERT, BINARY, COLLATE and typed literals such as DATE '2024-01-31'."""

from __future__ import annotations

from typing import Any

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.formats.collations import collation_by_id
from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.digits import whole_number
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_characters
from binwriter.sql.expressions.cast_numbers import Conversion
from binwriter.sql.expressions.cast_targets import LITERALS, TARGETS, cast_text, has_other_parts
from binwriter.sql.expressions.collations import as_string, collation_id
from binwriter.sql.expressions.compile import compile_expression, compiles
from binwriter.sql.expressions.moments.coercion import zero_date_allowed
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import (
    Coercibility,
    CompiledExpression,
    ExprType,
    Kind,
    Row,
    numerical,
    own_digits,
    text_type,
    textual,
)
from binwriter.sql.text.meta_keys import OF_PARAMETER, TYPED_LITERAL
from binwriter.sql.text.tree_text import tree_text


def type_sizes(to: exp.Expression) -> list[int]:
    """The numbers in the brackets of a type; the parser has seen that they are numbers."""
    written = [parameter.name.partition(".")[0] or "0" for parameter in to.expressions]
    if not all(digits.isdigit() for digits in written):
        raise UnsupportedError(f"{to.this.name} with a size that is no number")
    return [whole_number(digits) for digits in written]


def _literal_digits(node: exp.Expression, to: exp.Expression, context: StatementContext) -> list[int]:
    """DATE '..', TIME '..' and TIMESTAMP '..' reach us as casts: as many digits of the second as the text shows.

    MySQLError ER_WRONG_VALUE for what is no date or time.
    """
    text = str(node.this)
    name, parse = LITERALS[to.this]
    value = parse(text, context)
    has_zeros = isinstance(value, IncompleteDate) and not zero_date_allowed(value, context)
    if value is None or has_zeros or has_other_parts(name, text):
        raise mysql_error("ER_WRONG_VALUE", name, text)
    return [min(6, len(text.partition(".")[2]))]


def conversion(operand: CompiledExpression, to: exp.Expression, scope: Scope) -> tuple[ExprType, Conversion]:
    """What CAST(operand AS to) makes of a value that is not NULL."""
    target = TARGETS.get(to.this)
    if target is None:
        raise UnsupportedError(f"CAST AS {tree_text(to)}")
    return target(operand, type_sizes(to), to, scope)


@compiles(exp.Cast)
def _cast(node: exp.Expression, scope: Scope) -> CompiledExpression:
    operand = compile_expression(node.this, scope)
    to = node.args["to"]
    target = TARGETS.get(to.this)
    if target is None:
        raise UnsupportedError(f"CAST AS {tree_text(to)}", tree_text(node))
    sizes = type_sizes(to)
    if node.meta.get(TYPED_LITERAL):
        sizes = _literal_digits(node.this, to, scope.context)
        if to.this is exp.DType.TIMESTAMPTZ:  # it is read before any row is (captured: literals_read_first)
            scope.context.text_becomes_datetime()
    type_, convert = target(operand, sizes, to, scope)
    if node.meta.get(OF_PARAMETER):
        type_ = replace(type_, coercibility=Coercibility.LITERAL)
    if type_.kind is Kind.STRING:
        type_, inner = replace(type_, computed=True), textual(operand).eval
    else:  # an integer is read from a text as such, whatever it was made of
        as_it_is = operand.type.kind is Kind.STRING and type_.kind is Kind.INT
        inner = (operand if as_it_is else own_digits(numerical(operand))).eval

    def evaluate(context: StatementContext, row: Row) -> Any:
        value = inner(context, row)
        return None if value is None else convert(value, context)

    return CompiledExpression(type_, evaluate, cast_text(operand, to), operand.constant)


def _takes_any_collation(node: exp.Expression, type_: ExprType, scope: Scope) -> bool:
    """Numbers and moments, which are ASCII, and a variable that is not set (captured: clusters/collated)."""
    if type_.kind is Kind.JSON or type_.bit:
        return False
    variables = scope.context.session.user_variables
    unset = isinstance(node, exp.Parameter) and getattr(variables.get(node.this.name.lower()), "value", None) is None
    return (unset or type_.coercibility is Coercibility.NUMERIC) and scope.context.variables.behaviour.collates_numbers


@compiles(exp.Collate)
def _collate(node: exp.Expression, scope: Scope) -> CompiledExpression:
    operand = compile_expression(node.this, scope)
    name = node.expression.name
    collation = collation_id(name)
    own = as_string(operand.type, scope)
    charset = collation_by_id(own.collation).charset
    if charset != collation_by_id(collation).charset and not _takes_any_collation(node.this, operand.type, scope):
        raise mysql_error("ER_COLLATION_CHARSET_MISMATCH", name, charset)
    type_ = replace(text_type(operand.type.length, collation, Coercibility.EXPLICIT), computed=True)
    inner = textual(operand).eval

    def evaluate(context: StatementContext, row: Row) -> Any:
        return to_characters(inner(context, row), operand.type, collation)

    return CompiledExpression(type_, evaluate, f"({operand.text} collate {name})", operand.constant)
