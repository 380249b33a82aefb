"""JSON_VALUE(document, path [RETURNING type] [.. ON EMPTY] [.. ON ERROR]): a value of a document as an SQL value.

Source: MySQL manual, "Functions That Search JSON Values"; results as a 9.7.4 gives them
(tests/golden/scenarios/json_more_*.scn).
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any

from sqlglot import exp

from binwriter.errors import EncodeError, MySQLError
from binwriter.formats.charsets.registry import charset_by_name
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.values import JsonDocument, JsonInteger
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.mysql.values.json_text import unquoted_text
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.casts import conversion, type_sizes
from binwriter.sql.expressions.collations import charset_collation_id, collation_id
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.moments.texts import DEPRECATIONS
from binwriter.sql.expressions.numbers import decimal_of
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import (
    DOCUMENT_COLLATION,
    LONG_TEXT,
    CompiledExpression,
    ExprType,
    Kind,
    Row,
    text_type,
)
from binwriter.sql.functions.json import json_moments
from binwriter.sql.functions.json.documents import JSON_TYPE, document_argument, refuse_other_types
from binwriter.sql.functions.json.path_text import read_path
from binwriter.sql.functions.json.paths import find
from binwriter.sql.functions.json.value_defaults import default_value, is_year, text_of_literal
from binwriter.sql.functions.registry import Call, node_function
from binwriter.sql.text.meta_keys import BIN_COLLATION
from binwriter.sql.text.tree_text import tree_text

RETURNING, ON_EMPTY, ON_ERROR = "returning", "on_empty", "on_error"  # meta keys of the call
ERROR = "ERROR"  # a response that is no expression

_RETURN_COLLATION = 309  # utf8mb4_0900_bin
_BYTES = (exp.DType.BINARY, exp.DType.VARBINARY)
_TEXTS = (exp.DType.CHAR, exp.DType.NCHAR, exp.DType.VARCHAR, exp.DType.CHARACTER_SET)
_NAMES = {exp.DType.BIGINT: "SIGNED", exp.DType.INT: "SIGNED", exp.DType.UBIGINT: "UNSIGNED"}
_INT64_END = 1 << 63
_UINT64_END = 1 << 64
# errors of the document that ON ERROR does not answer
_NEVER_A_DOCUMENT = ("ER_INVALID_JSON_CHARSET", "ER_JSON_DOCUMENT_TOO_DEEP")
_YEAR_DIGITS = 4


@node_function("JSON_VALUE")
def _json_value(node: exp.Expression, scope: Scope) -> CompiledExpression:
    document = compile_expression(node.expressions[0], scope)
    path = read_path(text_of_literal(node.expressions[1], scope))
    to = node.meta.get(RETURNING) or exp.DataType.build("CHAR(512)", dialect="mysql")
    type_, convert = _target(document, to, scope)
    empty, error = (_response(node.meta.get(key), to, type_, convert, scope) for key in (ON_EMPTY, ON_ERROR))
    call = Call("JSON_VALUE", (document,), scope)
    refuse_other_types(call, 0)

    def evaluate(context: StatementContext, row: Row, make: Convert = convert) -> Any:
        value = document.eval(context, row)
        if value is None:
            return None
        try:
            root = document_argument(call, 0, value, context)
        except MySQLError as bad:
            if bad.symbol in _NEVER_A_DOCUMENT:
                raise
            if node.meta.get(ON_ERROR) != ERROR:
                context.diagnostics.append(Diagnostic("Warning", bad.code, bad.message))
            return error(bad)
        values = find(root, path)
        if not values:
            return empty(mysql_error("ER_MISSING_JSON_VALUE", "json_value"))
        if len(values) > 1:
            return error(mysql_error("ER_MULTIPLE_JSON_VALUES", "json_value"))
        try:
            return make(values[0], context)
        except MySQLError as bad:
            return error(bad)

    stored = None
    if type_.kind is Kind.DECIMAL:
        stored = partial(evaluate, make=partial(_with_all_digits, convert))
    return CompiledExpression(type_, evaluate, tree_text(node).lower(), document.constant, stored=stored)


def _with_all_digits(convert: Convert, value: Any, context: StatementContext) -> Any:
    """What is stored of a DECIMAL has the digits of the document, not those of RETURNING (captured:
    clusters/decimals_of_documents)."""
    made = convert(value, context)
    if not (isinstance(made, Decimal) and isinstance(value, (str, float, Decimal))):
        return made
    return decimal_of(value.strip() if isinstance(value, str) else str(value))


Convert = Callable[[Any, StatementContext], Any]


def _whole(value: Any, *, unsigned: bool) -> int | None:
    """A number as an integer; of a DOUBLE both ends are beyond (captured: clusters/json_values_of_types)."""
    number = round(value)
    low, high = (0, _UINT64_END) if unsigned else (-_INT64_END, _INT64_END)
    if isinstance(value, float):
        low, high = (low, _INT64_END) if unsigned else (low + 1, high)
    return number if low <= number < high else None


def _text_target(document: CompiledExpression, to: exp.Expression, scope: Scope) -> tuple[ExprType, Convert]:
    """Characters that the character set has, or bytes, which are not filled up: no longer than RETURNING says."""
    refused = mysql_error("ER_DATA_OUT_OF_RANGE", "STRING", "json_value")
    length = type_sizes(to)[0] if to.expressions else LONG_TEXT
    collation = BINARY_COLLATION_ID if to.this in _BYTES else _collation(to)
    charset = charset_by_name(collation_by_id(collation).charset)

    def text(value: Any, context: StatementContext) -> str | bytes | None:
        if value is None:
            return None
        unquoted = unquoted_text(JsonDocument(value))
        if collation == BINARY_COLLATION_ID:
            data = unquoted.encode()
            if len(data) > length:
                raise refused
            return data
        try:
            charset.encode(unquoted)
        except EncodeError:
            raise refused from None
        if len(unquoted) > length:
            raise refused
        return unquoted

    return text_type(length, collation), text


def _collation(to: exp.Expression) -> int:
    """Of the text that RETURNING asks for: that of a document, unless it names a character set."""
    charset = "utf8mb3" if to.this is exp.DType.NCHAR else to.text("kind")
    collation = charset_collation_id(charset) if charset else _RETURN_COLLATION
    return collation_id(f"{collation_by_id(collation).charset}_bin") if to.meta.get(BIN_COLLATION) else collation


def _target(document: CompiledExpression, to: exp.Expression, scope: Scope) -> tuple[ExprType, Convert]:
    """The type, and what makes a value of it; ER_DATA_OUT_OF_RANGE for a value that does not fit."""
    if to.this is exp.DType.JSON:
        return JSON_TYPE, lambda value, context: None if value is None else JsonDocument(value)
    if to.this in _TEXTS or to.this in _BYTES:
        return _text_target(document, to, scope)
    refused = mysql_error("ER_DATA_OUT_OF_RANGE", _NAMES.get(to.this, to.this.name), "json_value")
    operand = CompiledExpression(text_type(0, DOCUMENT_COLLATION), lambda context, row: None, document.text)
    type_, convert = conversion(operand, to, scope)

    def other(value: Any, context: StatementContext) -> Any:
        if value is None:
            return None
        if isinstance(value, (dict, list)):
            raise refused
        if type_.kind in json_moments.KINDS:
            value = json_moments.moment_text(value, type_)
            if value is None:
                raise refused
        if isinstance(value, (bool, JsonInteger)):
            value = int(value) if isinstance(value, bool) else value.value
        if type_.kind is Kind.INT and not isinstance(value, str):
            value = _whole(value, unsigned=type_.unsigned)
            if value is None:
                raise refused
        if type_.kind is Kind.DECIMAL and isinstance(value, int) and _INT64_END <= value < _UINT64_END:
            value -= _UINT64_END  # as a server reads its own (captured: clusters/json_values_of_types)
        if type_.kind is Kind.YEAR and not isinstance(value, str):
            if not isinstance(value, (int, float, Decimal)) or not is_year(round(value)):
                raise refused
            return round(value)
        before = len(context.diagnostics)
        try:
            made = convert(value if isinstance(value, str) else str(value), context)
        except MySQLError:
            raise refused from None
        if any(condition.code not in DEPRECATIONS for condition in context.diagnostics[before:]):
            del context.diagnostics[before:]
            raise refused
        if type_.kind is Kind.YEAR and isinstance(value, str) and len(value.strip()) < _YEAR_DIGITS:
            raise refused
        return made

    return type_, other


def _response(
    given: Any, to: exp.Expression, type_: ExprType, convert: Convert, scope: Scope
) -> Callable[[MySQLError], Any]:
    """What ON EMPTY or ON ERROR answers; NULL if nothing is said."""
    if given == ERROR:

        def fail(error: MySQLError) -> Any:
            raise error

        return fail
    if given is None or isinstance(given, exp.Null):
        return lambda error: None
    value = default_value(given, to, type_, lambda text: convert(text, scope.context), scope)
    return lambda error: value
