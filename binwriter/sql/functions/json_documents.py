"""Documents as arguments and results of JSON functions.

Source: MySQL manual, "The JSON Data Type"; values as a 9.7.4 stores them (tests/golden/scenarios/json_functions_*.scn).
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.columns.json import json_from_text
from binwriter.formats.columns.json_opaque import json_decimal
from binwriter.formats.columns.values import JsonDocument, JsonInteger, JsonOpaque
from binwriter.formats.errors import EncodeError
from binwriter.messages import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.types import (
    BOOL_TYPE,
    CompiledExpression,
    ExprType,
    Kind,
    Row,
)
from binwriter.sql.functions.converters import as_str
from binwriter.sql.functions.json_paths import parse_path, sorted_keys
from binwriter.sql.functions.registry import Call
from binwriter.sql.json_errors import json_error

DOCUMENT_COLLATION = 46  # utf8mb4_bin
JSON_TYPE = ExprType(Kind.JSON, collation=DOCUMENT_COLLATION)
_TRUTHS = ("true", "false")
UNSIGNED_FROM = 1 << 32  # an integer of JSON text is stored as unsigned from here on


def computed(call: Call, type_: ExprType, compute: Callable[[StatementContext, list[Any]], Any]) -> CompiledExpression:
    """A function of its arguments' values as they are, NULL included."""

    def evaluate(context: StatementContext, row: Row) -> Any:
        result = compute(context, [arg.eval(context, row) for arg in call.args])
        return JsonDocument(in_order(result.root)) if isinstance(result, JsonDocument) else result

    return CompiledExpression(type_, evaluate, call.text, call.constant)


def in_order(value: Any) -> Any:
    """The value with the members of its objects in MySQL's order."""
    if isinstance(value, dict):
        return {key: in_order(value[key]) for key in sorted_keys(value)}
    return [in_order(one) for one in value] if isinstance(value, list) else value


def _decimal_of_column(value: Decimal, type_: ExprType) -> JsonOpaque:
    """A column's value keeps its scale; its whole digits come in groups of nine, without empty ones in front."""
    whole = type_.length - (2 if type_.scale else 1) - type_.scale
    digits = len(str(abs(int(value)))) if int(value) else 0
    kept = min(whole, -(-digits // 9) * 9)
    return json_decimal(value, max(1, kept + type_.scale), type_.scale)


def document_value(arg: CompiledExpression, value: Any) -> Any:
    """An SQL value as a value in a document: strings are strings, TRUE and FALSE are what JSON calls so."""
    if isinstance(value, JsonDocument):
        return copy.deepcopy(value.root)
    if arg.type == BOOL_TYPE and (arg.text.lower() in _TRUTHS or not arg.constant) and value in (0, 1):
        return bool(value)
    if isinstance(value, int) and (value < UNSIGNED_FROM) == arg.type.unsigned:
        return JsonInteger(value, arg.type.unsigned)  # as JSON text would not store it
    if isinstance(value, Decimal) and not arg.constant and arg.type.length:  # a column's digits are stored with it
        return _decimal_of_column(value, arg.type)
    if isinstance(value, bytes):
        return JsonOpaque(252, value) if arg.type.collation == BINARY_COLLATION_ID else value.decode("utf-8", "replace")
    return value


def document_argument(call: Call, index: int, value: Any, context: StatementContext) -> Any:
    """An argument that must be JSON: a document, or text that is parsed (ER_INVALID_JSON_TEXT_IN_PARAM)."""
    if isinstance(value, JsonDocument):
        return copy.deepcopy(value.root)
    text = as_str(value, call.args[index].type, context)
    try:
        return json_from_text(text).root
    except EncodeError:
        raise mysql_error("ER_INVALID_JSON_TEXT_IN_PARAM", index + 1, call.name.lower(), *json_error(text)) from None


def path_argument(call: Call, index: int, value: Any, context: StatementContext) -> Any:
    return parse_path(as_str(value, call.args[index].type, context))
