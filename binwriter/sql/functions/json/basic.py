"""JSON functions that make and read documents; `json_changes` has those that change them.

Source: MySQL manual, "JSON Functions"; results as a 9.7.4 gives them (tests/golden/scenarios/json_functions_*.scn).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from sqlglot import exp

from binwriter.formats.charsets.stand_ins import in_charset
from binwriter.formats.columns.json.documents import sorted_keys
from binwriter.formats.columns.json.opaque import opaque_value
from binwriter.formats.columns.values import JsonDocument, JsonInteger, JsonOpaque
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.json_depth import document_of
from binwriter.mysql.values.json_text import json_text, unquoted_text
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression, compiles
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import (
    BOOL_TYPE,
    DOCUMENT_COLLATION,
    INT_TYPE,
    CompiledExpression,
    ExprType,
    Kind,
    constant,
    text_type,
)
from binwriter.sql.functions.converters import as_str
from binwriter.sql.functions.json.documents import (
    JSON_TYPE,
    computed,
    document_argument,
    document_key,
    part_of,
    path_argument,
    place_argument,
    refuse_no_texts,
    refuse_other_nulls,
    refuse_vectors,
    wants_all_of,
)
from binwriter.sql.functions.json.paths import find, has_wildcard
from binwriter.sql.functions.json.values import UNSIGNED_FROM, document_value
from binwriter.sql.functions.registry import Call, function

# --- making ---


@function("JSON_ARRAY")
def _array(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, values: list[Any]) -> JsonDocument:
        return JsonDocument([document_value(arg, value) for arg, value in zip(call.args, values, strict=True)])

    return computed(call, JSON_TYPE, compute)


@function("JSON_OBJECT")
def _object(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, values: list[Any]) -> JsonDocument:
        members: dict[str, Any] = {}
        for index in range(0, len(values), 2):
            if values[index] is None:
                raise mysql_error("ER_JSON_DOCUMENT_NULL_KEY")
            key = document_key(values[index], call.args[index].type, context)
            members[key] = document_value(call.args[index + 1], values[index + 1])
        return JsonDocument(members)

    return computed(call, JSON_TYPE, compute)


@function("JSON_QUOTE")
def _quote(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, values: list[Any]) -> str | None:
        if values[0] is not None:
            refuse_no_texts(call, 0)
        if values[0] is None:
            return None
        return json_text(JsonDocument(in_charset(as_str(values[0], call.args[0].type, context))))

    return computed(call, text_type(0, DOCUMENT_COLLATION), compute)


# --- reading ---


@function("JSON_EXTRACT")
def _extract(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, values: list[Any]) -> JsonDocument | None:
        document = document_argument(call, 0, values[0], context)
        paths = [path_argument(call, index, value, context) for index, value in enumerate(values[1:], 1)]
        matches = [value for path in paths for value in find(document, path)]
        if not matches:
            return None
        if len(paths) > 1 or has_wildcard(paths[0]):
            return JsonDocument(matches)
        return JsonDocument(matches[0], part_of(values[0], paths[0]))

    return computed(call, JSON_TYPE, compute)


@function("JSON_UNQUOTE")
def _unquote(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, values: list[Any]) -> str | None:
        if values[0] is None:
            return None
        if isinstance(values[0], JsonDocument):
            return unquoted_text(values[0])
        refuse_no_texts(call, 0)
        text = as_str(values[0], call.args[0].type, context)
        if len(text) < 2 or text[0] != '"' or text[-1] != '"':
            return text
        return unquoted_text(JsonDocument(document_argument(call, 0, text, context)))

    return computed(call, text_type(0, DOCUMENT_COLLATION), compute)


@compiles(exp.JSONExtract)
def _arrow(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """column -> 'path'."""
    return _extract(Call("JSON_EXTRACT", (compile_expression(node.this, scope), _path_text(node)), scope))


@compiles(exp.JSONExtractScalar)
def _long_arrow(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """column ->> 'path': JSON_UNQUOTE of it."""
    made = _unquote(Call("JSON_UNQUOTE", (_arrow(node, scope),), scope))
    return replace(made, type=replace(made.type, computed=True))


def _path_text(node: exp.Expression) -> CompiledExpression:
    text = node.expression.name
    return constant(text, text_type(len(text)), f"'{text}'")


@function("JSON_VALID")
def _valid(call: Call) -> CompiledExpression:
    if call.args[0].type.kind not in (Kind.STRING, Kind.JSON, Kind.NULL):
        refuse_vectors(call.name, call.args)
        return replace(constant(0, BOOL_TYPE, call.text), constant=False)  # its value is not asked for

    def compute(context: StatementContext, values: list[Any]) -> int | None:
        if values[0] is None or isinstance(values[0], JsonDocument):
            return None if values[0] is None else 1
        if call.args[0].type.binary:
            return 0
        return int(document_of(as_str(values[0], call.args[0].type, context), None) is not None)

    return computed(call, BOOL_TYPE, compute)


def _of_document(name: str, type_: ExprType, measure: Callable[[Any], Any]) -> None:
    """A function of a document, or of what is at a path in it."""

    @function(name)
    def build(call: Call) -> CompiledExpression:
        def compute(context: StatementContext, values: list[Any]) -> Any:
            documents = [document_argument(call, 0, values[0], context)]
            if len(values) > 1:
                documents = find(documents[0], place_argument(call, 1, values[1], context), wraps=False)
            return measure(documents[0]) if documents else None

        return computed(call, type_, compute)


def _depth(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max((_depth(member) for member in inner), default=0)


def _type_name(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return "NULL" if value is None else "BOOLEAN"
    if isinstance(value, JsonInteger):
        return "UNSIGNED INTEGER" if value.unsigned else "INTEGER"
    if isinstance(value, int):
        return "UNSIGNED INTEGER" if value >= UNSIGNED_FROM else "INTEGER"
    if isinstance(value, JsonOpaque):
        meaning = opaque_value(value)
        if not isinstance(meaning, timedelta | Decimal):
            return _OPAQUE_NAMES.get(value.type, "OPAQUE")
        value = meaning
    return next(name for kind, name in _TYPE_NAMES.items() if isinstance(value, kind))


_TYPE_NAMES = {
    dict: "OBJECT",
    list: "ARRAY",
    str: "STRING",
    float: "DOUBLE",
    Decimal: "DECIMAL",
    datetime: "DATETIME",
    date: "DATE",
    timedelta: "TIME",
}
_OPAQUE_NAMES: dict[int, str] = {
    ColumnType.BIT: "BIT",
    ColumnType.GEOMETRY: "GEOMETRY",
    ColumnType.TIMESTAMP: "TIMESTAMP",
    ColumnType.DATETIME: "DATETIME",
    ColumnType.DATE: "DATE",
    **dict.fromkeys(
        (
            ColumnType.VARCHAR,
            ColumnType.VAR_STRING,
            ColumnType.STRING,
            ColumnType.TINY_BLOB,
            ColumnType.BLOB,
            ColumnType.MEDIUM_BLOB,
            ColumnType.LONG_BLOB,
        ),
        "BLOB",
    ),
}


@function("JSON_LENGTH")
def _length(call: Call) -> CompiledExpression:
    """Of a document, or of what JSON_EXTRACT finds in it."""
    document = _extract(replace(call, name="JSON_EXTRACT")) if len(call.args) > 1 else None

    def compute(context: StatementContext, values: list[Any]) -> int | None:
        if values[0] is None:
            if document is None:
                refuse_other_nulls(call, 0)
            return None
        root = document_argument(call, 0, values[0], context)
        return len(root) if isinstance(root, (dict, list)) else 1

    return computed(call if document is None else replace(call, args=(document,)), INT_TYPE, compute)


_of_document("JSON_DEPTH", INT_TYPE, _depth)
_of_document("JSON_TYPE", text_type(0, DOCUMENT_COLLATION), _type_name)
_of_document(
    "JSON_KEYS", JSON_TYPE, lambda value: JsonDocument(list(sorted_keys(value))) if isinstance(value, dict) else None
)


def _contains(target: Any, candidate: Any) -> bool:
    if isinstance(target, list):
        wanted = candidate if isinstance(candidate, list) else [candidate]
        scalars = {_scalar_key(member) for member in target if not isinstance(member, (dict, list))}
        inner = [member for member in target if isinstance(member, (dict, list))]
        return all(
            (not isinstance(item, (dict, list)) and _scalar_key(item) in scalars)
            or any(_contains(member, item) for member in inner)
            for item in wanted
        )
    if isinstance(target, dict) and isinstance(candidate, dict):
        return all(key in target and _contains(target[key], value) for key, value in candidate.items())
    if isinstance(target, bool) or isinstance(candidate, bool):
        return target is candidate
    return bool(_plain(target) == _plain(candidate))


def _scalar_key(value: Any) -> tuple[bool, Any]:
    """Equal where scalars are: numbers by value, true and 1 not."""
    return isinstance(value, bool), _plain(value)


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, JsonInteger) else value


@function("JSON_CONTAINS")
def _json_contains(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, values: list[Any]) -> int | None:
        documents = [document_argument(call, 0, values[0], context)]
        candidate = document_argument(call, 1, values[1], context)
        if len(values) > 2:
            documents = find(documents[0], place_argument(call, 2, values[2], context))
        return int(_contains(documents[0], candidate)) if documents else None

    return computed(call, BOOL_TYPE, compute)


@function("JSON_CONTAINS_PATH")
def _contains_path(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, values: list[Any]) -> int | None:
        document = document_argument(call, 0, values[0], context)
        wants_all = wants_all_of(call, values[1], context)
        hits = (
            bool(find(document, path_argument(call, index, value, context)))
            for index, value in enumerate(values[2:], 2)
        )  # no path is read behind the one that decides
        return int(all(hits) if wants_all else any(hits))

    return computed(call, BOOL_TYPE, compute)
