"""JSON functions that change and merge documents.

Source: MySQL manual, "Functions That Modify JSON Values"; results as a 9.7.4 gives them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from binwriter.formats.columns.values import JsonDocument
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.types import CompiledExpression
from binwriter.sql.functions.json.documents import (
    JSON_TYPE,
    computed,
    document_argument,
    place_argument,
    refuse_other_nulls,
)
from binwriter.sql.functions.json.paths import find, place
from binwriter.sql.functions.json.values import document_value
from binwriter.sql.functions.registry import Call, function


def _changed(root: Any, legs: Sequence[Any], change: Callable[[Any, Any], Any], *, wraps: bool = True) -> Any:
    """The document after change(container, last leg) at the path; the path's parents must be there."""
    parents = find(root, tuple(legs[:-1]), wraps=wraps)
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
                container.insert(0 if index < 0 else index, value)
            return container

        return _changed(root, legs, change)

    return put


def remove_at(root: Any, legs: Sequence[Any]) -> Any:
    """Without what the path names. The first element of what is no array is that itself, and goes; but the document
    stays (captured: clusters/json_elements_of_scalars)."""
    if not legs:
        raise mysql_error("ER_JSON_VACUOUS_PATH")
    while legs and not isinstance(legs[-1], str) and place(legs[-1], 1) == 0:
        found = find(root, tuple(legs[:-1]))
        if not found or isinstance(found[0], list):
            break
        legs = legs[:-1]
    if not legs:
        return root

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
    places = find(root, tuple(legs))
    if not places:
        return root
    if isinstance(places[0], list):
        places[0].append(value)
        return root
    return setter(inserts=False, replaces=True)(root, legs, [places[0], value])


def _array_insert(root: Any, legs: Sequence[Any], value: Any) -> Any:
    if not legs or isinstance(legs[-1], str):
        raise mysql_error("ER_INVALID_JSON_PATH_ARRAY_CELL")

    def change(container: Any, leg: Any) -> Any:
        if isinstance(container, list):
            container.insert(max(0, min(place(leg, len(container)), len(container))), value)
        return container

    return _changed(root, legs, change, wraps=False)


def _changer(name: str, change: Callable[[Any, Sequence[Any], Any], Any]) -> None:
    """name(document, path, value, path, value ...)."""

    @function(name)
    def build(call: Call) -> CompiledExpression:
        def compute(context: StatementContext, values: list[Any]) -> JsonDocument | None:
            root = document_argument(call, 0, values[0], context)
            for index in range(1, len(values), 2):
                legs = place_argument(call, index, values[index], context)
                root = change(root, legs, document_value(call.args[index + 1], values[index + 1]))
            return JsonDocument(root)

        return computed(call, JSON_TYPE, compute)


_changer("JSON_SET", setter(inserts=True, replaces=True))
_changer("JSON_INSERT", setter(inserts=True, replaces=False))
_changer("JSON_REPLACE", setter(inserts=False, replaces=True))
_changer("JSON_ARRAY_APPEND", _array_append)
_changer("JSON_ARRAY_INSERT", _array_insert)


@function("JSON_REMOVE")
def _json_remove(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, values: list[Any]) -> JsonDocument | None:
        root = document_argument(call, 0, values[0], context)
        for legs in [place_argument(call, index, value, context) for index, value in enumerate(values[1:], 1)]:
            root = remove_at(root, legs)
        return JsonDocument(root)

    return computed(call, JSON_TYPE, compute)


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


@function("JSON_MERGE_PATCH")
def _merge_patch(call: Call) -> CompiledExpression:
    """What NULL makes unknown is known again once something else than an object takes its place."""

    def compute(context: StatementContext, values: list[Any]) -> JsonDocument | None:
        root: Any = None
        known = False
        for index, value in enumerate(values):
            if value is None:
                refuse_other_nulls(call, index)
                known = False
                continue
            patch = document_argument(call, index, value, context)
            if not index or not isinstance(patch, dict):
                root, known = patch, True
            elif known:
                root = _patched(root, patch)
        return JsonDocument(root) if known else None

    return computed(call, JSON_TYPE, compute)


@function("JSON_MERGE_PRESERVE", "JSON_MERGE")
def _merge_preserve(call: Call) -> CompiledExpression:
    call = replace(call, name="JSON_MERGE_PRESERVE")  # in errors

    def compute(context: StatementContext, values: list[Any]) -> JsonDocument | None:
        root = document_argument(call, 0, values[0], context)
        for index, value in enumerate(values[1:], 1):
            root = _preserved(root, document_argument(call, index, value, context))
        return JsonDocument(root)

    return computed(call, JSON_TYPE, compute)
