"""JSON functions: making, reading and changing documents.

Source: MySQL manual, "JSON Functions"; results as a 9.7.4 gives them (tests/golden/scenarios/json_functions_*.scn).
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.columns.json import json_from_text
from binwriter.formats.columns.json_opaque import json_decimal
from binwriter.formats.columns.values import JsonDocument, JsonInteger, JsonOpaque
from binwriter.formats.errors import EncodeError
from binwriter.log.mysqlbinlog.json_text import json_text, unquoted_text
from binwriter.messages import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression, compiles
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import (
    BOOL_TYPE,
    INT_TYPE,
    CompiledExpression,
    ExprType,
    Kind,
    Row,
    constant,
    text_type,
)
from binwriter.sql.functions.converters import as_str
from binwriter.sql.functions.json_paths import find, has_wildcard, parse_path, place, sorted_keys
from binwriter.sql.functions.registry import Call, function, variadic

_DOCUMENT_COLLATION = 46  # utf8mb4_bin
JSON_TYPE = ExprType(Kind.JSON, collation=_DOCUMENT_COLLATION)
_TRUTHS = ("true", "false")
_UNSIGNED_FROM = 1 << 32  # an integer of JSON text is stored as unsigned from here on


def _computed(call: Call, type_: ExprType, compute: Callable[[StatementContext, list[Any]], Any]) -> CompiledExpression:
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
    if isinstance(value, int) and (value < _UNSIGNED_FROM) == arg.type.unsigned:
        return JsonInteger(value, arg.type.unsigned)  # as JSON text would not store it
    if isinstance(value, Decimal) and not arg.constant and arg.type.length:  # a column's digits are stored with it
        return _decimal_of_column(value, arg.type)
    if isinstance(value, bytes):
        return JsonOpaque(252, value) if arg.type.collation == BINARY_COLLATION_ID else value.decode("utf-8", "replace")
    return value


def _document(call: Call, index: int, value: Any, context: StatementContext) -> Any:
    """An argument that must be JSON: a document, or text that is parsed (ER_INVALID_JSON_TEXT_IN_PARAM)."""
    if isinstance(value, JsonDocument):
        return copy.deepcopy(value.root)
    text = as_str(value, call.args[index].type, context)
    try:
        return json_from_text(text).root
    except EncodeError:
        raise mysql_error("ER_INVALID_JSON_TEXT_IN_PARAM", index + 1, call.name.lower(), "Invalid value.", 0) from None


def _path(call: Call, index: int, value: Any, context: StatementContext) -> Any:
    return parse_path(as_str(value, call.args[index].type, context))


# --- making ---


@variadic("JSON_ARRAY", least=0)
def _array(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, values: list[Any]) -> JsonDocument:
        return JsonDocument([document_value(arg, value) for arg, value in zip(call.args, values, strict=True)])

    return _computed(call, JSON_TYPE, compute)


@variadic("JSON_OBJECT", least=0)
def _object(call: Call) -> CompiledExpression:
    if len(call.args) % 2:
        raise mysql_error("ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT", call.name)

    def compute(context: StatementContext, values: list[Any]) -> JsonDocument:
        found: dict[str, Any] = {}
        for index in range(0, len(values), 2):
            if values[index] is None:
                raise mysql_error("ER_JSON_DOCUMENT_NULL_KEY")
            key = as_str(values[index], call.args[index].type, context)
            found[key] = document_value(call.args[index + 1], values[index + 1])
        return JsonDocument(found)

    return _computed(call, JSON_TYPE, compute)


@function("JSON_QUOTE", least=1)
def _quote(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, values: list[Any]) -> str | None:
        return None if values[0] is None else json_text(JsonDocument(as_str(values[0], call.args[0].type, context)))

    return _computed(call, text_type(0, _DOCUMENT_COLLATION), compute)


# --- reading ---


@variadic("JSON_EXTRACT", least=2)
def _extract(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, values: list[Any]) -> JsonDocument | None:
        if any(value is None for value in values):
            return None
        document = _document(call, 0, values[0], context)
        paths = [_path(call, index, value, context) for index, value in enumerate(values[1:], 1)]
        found = [value for path in paths for value in find(document, path)]
        if not found:
            return None
        return JsonDocument(found if len(paths) > 1 or has_wildcard(paths[0]) else found[0])

    return _computed(call, JSON_TYPE, compute)


@function("JSON_UNQUOTE", least=1)
def _unquote(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, values: list[Any]) -> str | None:
        if values[0] is None:
            return None
        if isinstance(values[0], JsonDocument):
            return unquoted_text(values[0])
        text = as_str(values[0], call.args[0].type, context)
        if len(text) < 2 or text[0] != '"' or text[-1] != '"':
            return text
        return unquoted_text(JsonDocument(_document(call, 0, text, context)))

    return _computed(call, text_type(0, _DOCUMENT_COLLATION), compute)


@compiles(exp.JSONExtract)
def _arrow(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """column -> 'path'."""
    return _extract(Call("JSON_EXTRACT", (compile_expression(node.this, scope), _path_text(node)), scope))


@compiles(exp.JSONExtractScalar)
def _long_arrow(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """column ->> 'path': JSON_UNQUOTE of it."""
    return _unquote(Call("JSON_UNQUOTE", (_arrow(node, scope),), scope))


def _path_text(node: exp.Expression) -> CompiledExpression:
    """The path that sqlglot has taken apart, as text again."""
    text = ""
    for leg in node.expression.expressions:
        if isinstance(leg, exp.JSONPathRoot):
            text += "$"
        elif isinstance(leg, exp.JSONPathKey):
            text += ".*" if isinstance(leg.this, exp.JSONPathWildcard) else f".{_quoted_key(str(leg.this))}"
        elif isinstance(leg, exp.JSONPathSubscript):
            text += "[*]" if isinstance(leg.this, exp.JSONPathWildcard) else f"[{leg.this}]"
        else:
            raise UnsupportedError("this JSON path", node.sql(dialect="mysql"))
    return constant(text, text_type(len(text)), f"'{text}'")


def _quoted_key(key: str) -> str:
    return json_text(JsonDocument(key))


@function("JSON_VALID", least=1)
def _valid(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, values: list[Any]) -> int | None:
        if values[0] is None or isinstance(values[0], JsonDocument):
            return None if values[0] is None else 1
        if call.args[0].type.kind is not Kind.STRING:
            return 0
        try:
            json_from_text(as_str(values[0], call.args[0].type, context))
        except EncodeError:
            return 0
        return 1

    return _computed(call, BOOL_TYPE, compute)


def _of_document(name: str, type_: ExprType, measure: Callable[[Any], Any]) -> None:
    """A function of a document, or of what is at a path in it."""

    @function(name, least=1, most=2)
    def build(call: Call) -> CompiledExpression:
        def compute(context: StatementContext, values: list[Any]) -> Any:
            if any(value is None for value in values):
                return None
            found = [_document(call, 0, values[0], context)]
            if len(values) > 1:
                found = find(found[0], _path(call, 1, values[1], context))
            return measure(found[0]) if found else None

        return _computed(call, type_, compute)


def _depth(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max((_depth(one) for one in inner), default=0)


def _type_name(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return "NULL" if value is None else "BOOLEAN"
    if isinstance(value, JsonInteger):
        return "UNSIGNED INTEGER" if value.unsigned else "INTEGER"
    if isinstance(value, int):
        return "UNSIGNED INTEGER" if value >= _UNSIGNED_FROM else "INTEGER"
    names = {dict: "OBJECT", list: "ARRAY", str: "STRING", float: "DOUBLE", Decimal: "DECIMAL", JsonOpaque: "BLOB"}
    return next((name for kind, name in names.items() if isinstance(value, kind)), type(value).__name__.upper())


_of_document("JSON_LENGTH", INT_TYPE, lambda value: len(value) if isinstance(value, (dict, list)) else 1)
_of_document("JSON_DEPTH", INT_TYPE, _depth)
_of_document("JSON_TYPE", text_type(0, _DOCUMENT_COLLATION), _type_name)
_of_document(
    "JSON_KEYS", JSON_TYPE, lambda value: JsonDocument(list(sorted_keys(value))) if isinstance(value, dict) else None
)


def _contains(target: Any, candidate: Any) -> bool:
    if isinstance(target, list):
        wanted = candidate if isinstance(candidate, list) else [candidate]
        return all(any(_contains(one, item) for one in target) for item in wanted)
    if isinstance(target, dict) and isinstance(candidate, dict):
        return all(key in target and _contains(target[key], value) for key, value in candidate.items())
    if isinstance(target, bool) or isinstance(candidate, bool):
        return target is candidate
    return bool(_plain(target) == _plain(candidate))


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, JsonInteger) else value


@function("JSON_CONTAINS", least=2, most=3)
def _json_contains(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, values: list[Any]) -> int | None:
        if any(value is None for value in values):
            return None
        found = [_document(call, 0, values[0], context)]
        candidate = _document(call, 1, values[1], context)
        if len(values) > 2:
            found = find(found[0], _path(call, 2, values[2], context))
        return int(_contains(found[0], candidate)) if found else None

    return _computed(call, BOOL_TYPE, compute)


@variadic("JSON_CONTAINS_PATH", least=3)
def _contains_path(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, values: list[Any]) -> int | None:
        if any(value is None for value in values):
            return None
        document = _document(call, 0, values[0], context)
        hits = [bool(find(document, _path(call, index, value, context))) for index, value in enumerate(values[2:], 2)]
        wants_all = as_str(values[1], call.args[1].type, context).lower() == "all"
        return int(all(hits) if wants_all else any(hits))

    return _computed(call, BOOL_TYPE, compute)


# --- changing ---


def _changed(root: Any, legs: Sequence[Any], change: Callable[[Any, Any], Any]) -> Any:
    """The document after change(container, last leg) at the path; the path's parents must be there."""
    parents = find(root, tuple(legs[:-1]))
    if not parents:
        return root
    result = change(parents[0], legs[-1])
    return root if result is parents[0] else _replaced(root, legs[:-1], result)


def _replaced(root: Any, legs: Sequence[Any], value: Any) -> Any:
    """The document with another value at the path, which leads somewhere."""
    if not legs:
        return value
    parent, leg = find(root, tuple(legs[:-1]))[0], legs[-1]
    if isinstance(leg, str):
        parent[leg] = value
    elif isinstance(parent, list):
        parent[place(leg, len(parent))] = value
    else:  # an element of a scalar is the scalar
        return _replaced(root, legs[:-1], value)
    return root


def setter(*, inserts: bool, replaces: bool) -> Callable[[Any, Sequence[Any], Any], Any]:
    def put(root: Any, legs: Sequence[Any], value: Any) -> Any:
        if not legs:
            return value if replaces else root

        def change(container: Any, leg: Any) -> Any:
            if isinstance(leg, str):
                if isinstance(container, dict) and (inserts if leg not in container else replaces):
                    container[leg] = value
                return container
            if not isinstance(container, list):  # a scalar counts as an array of it alone
                index = place(leg, 1)
                if index == 0:
                    return value if replaces else container
                pair = [value, container] if index < 0 else [container, value]
                return pair if inserts else container
            index = place(leg, len(container))
            if 0 <= index < len(container):
                if replaces:
                    container[index] = value
            elif inserts:
                container.append(value)
            return container

        return _changed(root, legs, change)

    return put


def remove_at(root: Any, legs: Sequence[Any]) -> Any:
    if not legs:
        raise mysql_error("ER_JSON_VACUOUS_PATH", 1)

    def change(container: Any, leg: Any) -> Any:
        if isinstance(container, dict) and isinstance(leg, str):
            container.pop(leg, None)
        elif isinstance(container, list) and not isinstance(leg, str):
            index = place(leg, len(container))
            if 0 <= index < len(container):
                del container[index]
        return container

    return _changed(root, legs, change)


def _array_append(root: Any, legs: Sequence[Any], value: Any) -> Any:
    found = find(root, tuple(legs))
    if not found:
        return root
    if isinstance(found[0], list):
        found[0].append(value)
        return root
    return setter(inserts=False, replaces=True)(root, legs, [found[0], value])


def _array_insert(root: Any, legs: Sequence[Any], value: Any) -> Any:
    if not legs or isinstance(legs[-1], str):
        raise mysql_error("ER_INVALID_JSON_PATH_ARRAY_CELL", 1)

    def change(container: Any, leg: Any) -> Any:
        if isinstance(container, list):
            container.insert(max(0, min(place(leg, len(container)), len(container))), value)
        return container

    return _changed(root, legs, change)


def _changer(name: str, change: Callable[[Any, Sequence[Any], Any], Any]) -> None:
    """name(document, path, value, path, value ...)."""

    @variadic(name, least=3)
    def build(call: Call) -> CompiledExpression:
        if not len(call.args) % 2:
            raise mysql_error("ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT", call.name)

        def compute(context: StatementContext, values: list[Any]) -> JsonDocument | None:
            if values[0] is None or any(value is None for value in values[1::2]):
                return None
            root = _document(call, 0, values[0], context)
            for index in range(1, len(values), 2):
                legs = _path(call, index, values[index], context)
                if has_wildcard(legs):
                    raise mysql_error("ER_INVALID_JSON_PATH_WILDCARD", 1)
                root = change(root, legs, document_value(call.args[index + 1], values[index + 1]))
            return JsonDocument(root)

        return _computed(call, JSON_TYPE, compute)


_changer("JSON_SET", setter(inserts=True, replaces=True))
_changer("JSON_INSERT", setter(inserts=True, replaces=False))
_changer("JSON_REPLACE", setter(inserts=False, replaces=True))
_changer("JSON_ARRAY_APPEND", _array_append)
_changer("JSON_ARRAY_INSERT", _array_insert)


@variadic("JSON_REMOVE", least=2)
def _json_remove(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, values: list[Any]) -> JsonDocument | None:
        if any(value is None for value in values):
            return None
        root = _document(call, 0, values[0], context)
        for index, value in enumerate(values[1:], 1):
            root = remove_at(root, _path(call, index, value, context))
        return JsonDocument(root)

    return _computed(call, JSON_TYPE, compute)


def _patched(target: Any, patch: Any) -> Any:
    """RFC 7396."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = _patched(result.get(key), value)
    return result


def _preserved(one: Any, other: Any) -> Any:
    if isinstance(one, dict) and isinstance(other, dict):
        merged = dict(one)
        for key, value in other.items():
            merged[key] = _preserved(merged[key], value) if key in merged else value
        return merged
    left = one if isinstance(one, list) else [one]
    return [*left, *(other if isinstance(other, list) else [other])]


def _merger(names: Sequence[str], merge: Callable[[Any, Any], Any]) -> None:
    @variadic(*names, least=2)
    def build(call: Call) -> CompiledExpression:
        def compute(context: StatementContext, values: list[Any]) -> JsonDocument | None:
            if any(value is None for value in values):
                return None
            root = _document(call, 0, values[0], context)
            for index, value in enumerate(values[1:], 1):
                root = merge(root, _document(call, index, value, context))
            return JsonDocument(root)

        return _computed(call, JSON_TYPE, compute)


_merger(("JSON_MERGE_PATCH",), _patched)
_merger(("JSON_MERGE_PRESERVE",), _preserved)
