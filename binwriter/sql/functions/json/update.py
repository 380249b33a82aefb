"""UPDATE t SET j = JSON_SET(j, ...): documents that JSON_SET, JSON_REPLACE and JSON_REMOVE change in place.

A server whose engine can change parts of a document (InnoDB) does so, and knows the steps for the log
(binlog_row_value_options=PARTIAL_JSON).
Source: MySQL manual, "Partial Updates of JSON Values"; captured (scenario partial_json).
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any

from sqlglot import exp

from binwriter.formats.columns.json.binary import json_to_binary
from binwriter.formats.columns.json.in_place import InPlace, remove_in_place, replace_in_place
from binwriter.formats.columns.values import JsonChanges, JsonDiff, JsonDiffOperation, JsonDiffs, JsonDocument
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.json_depth import check_storable
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import CompiledExpression, Row
from binwriter.sql.functions.converters import as_str
from binwriter.sql.functions.json.changes import remove_at, setter
from binwriter.sql.functions.json.documents import JSON_TYPE, binary_legs, in_order
from binwriter.sql.functions.json.path_text import FromLast, read_path
from binwriter.sql.functions.json.paths import find, has_wildcard
from binwriter.sql.functions.json.values import document_value

_PLAIN_NAME = pattern(r"[A-Za-z_$\u0080-\U0010ffff][\w$\u0080-\U0010ffff]*")


@dataclass
class _Document:
    """A document under way. binary: its bytes as long as every step fits them; diffs: as long as they can tell it."""

    root: Any
    binary: bytearray | None
    diffs: list[JsonDiff] | None = field(default_factory=list)

    def note(self, operation: JsonDiffOperation, legs: Sequence[Any], value: Any = None) -> None:
        if self.diffs is not None:
            document = None if operation is JsonDiffOperation.REMOVE else JsonDocument(in_order(copy.deepcopy(value)))
            self.diffs.append(JsonDiff(operation, path_text(legs), document))


def path_text(legs: Sequence[Any]) -> str:
    """The path as a server writes it."""
    return "$" + "".join(map(_leg_text, legs))


def _leg_text(leg: Any) -> str:
    if isinstance(leg, FromLast):
        return f"[last-{int(leg)}]" if leg else "[last]"
    if isinstance(leg, int):
        return f"[{leg}]"
    return f".{leg}" if _PLAIN_NAME.fullmatch(leg) else f".{json.dumps(leg, ensure_ascii=False)}"


def _calls(node: exp.Expression) -> tuple[list[exp.Anonymous], exp.Expression]:
    """Nested calls of the three functions, the innermost first, and what that one changes."""
    calls: list[exp.Anonymous] = []
    while isinstance(node, exp.Anonymous) and node.name.upper() in _STEPS and node.expressions:
        calls.insert(0, node)
        node = node.expressions[0]
    return calls, node


def compile_json_update(node: exp.Expression, target: exp.Expression, column: int, scope: Scope) -> CompiledExpression:
    """The value of SET `target` = `node`; column: the target's index. Where it is no such call, as any expression."""
    calls, innermost = _calls(node)
    whole = compile_expression(node, scope)  # checks the arguments too
    same = isinstance(innermost, exp.Column) and innermost.name.lower() == target.name.lower()
    qualifiers = {name for name in (innermost.text("table"), target.text("table")) if name}
    if not calls or not same or len(qualifiers) > 1:
        return whole
    document = compile_expression(innermost, scope)
    steps = [(call.name.upper(), [compile_expression(arg, scope) for arg in call.expressions[1:]]) for call in calls]

    def evaluate(context: StatementContext, row: Row) -> Any:
        before = document.eval(context, row)
        if not isinstance(before, JsonDocument):
            return whole.eval(context, row)
        changes = before.changes if before.changes is not None and before.changes.column == column else None
        in_place = (changes is None or changes.in_place) and context.variables.behaviour.updates_documents_in_place
        state = _Document(copy.deepcopy(before.root), bytearray(json_to_binary(before)) if in_place else None)
        if changes is not None:  # an earlier assignment of the same statement
            state.diffs = None if changes.diffs is None else list(changes.diffs.diffs)
        for name, args in steps:
            if not _STEPS[name](state, args, context, row):
                return None
        stored = bytes(state.binary) if state.binary is not None else None
        diffs = None if state.diffs is None else JsonDiffs(tuple(state.diffs))
        return JsonDocument(in_order(state.root), stored, JsonChanges(column, diffs, stored is not None))

    return CompiledExpression(JSON_TYPE, evaluate, whole.text, whole.constant)


def _written(arg: CompiledExpression, context: StatementContext, row: Row) -> tuple[Any, ...] | None:
    """The legs of a path; None if it is NULL."""
    value = arg.eval(context, row)
    if value is None:
        return None
    legs = read_path(as_str(value, arg.type, context))
    if has_wildcard(legs):
        raise mysql_error("ER_INVALID_JSON_PATH_WILDCARD")
    return tuple(legs)


def _legs(legs: Sequence[Any], state: _Document) -> list[Any]:
    """Those without the ones that take a scalar for an array."""
    kept: list[Any] = []
    for leg in legs:
        if not isinstance(leg, str) and int(leg) == 0:
            inner = find(state.root, tuple(kept))
            if inner and not isinstance(inner[0], list):
                continue
        kept.append(leg)
    return kept


def _put(inserts: bool) -> Callable[[_Document, list[CompiledExpression], StatementContext, Row], bool]:
    change = setter(inserts=inserts, replaces=True)

    def step(state: _Document, args: list[CompiledExpression], context: StatementContext, row: Row) -> bool:
        for path, arg in zip(args[::2], args[1::2], strict=True):
            written = _written(path, context, row)
            if written is None:
                return False
            legs = _legs(written, state)
            value = in_order(document_value(arg, arg.eval(context, row)))
            if state.binary is not None:
                check_storable(value)
                binary = json_to_binary(JsonDocument(value))
                done = replace_in_place(state.binary, binary_legs(legs), binary, inserts=inserts)
                if done is not InPlace.NO_ROOM:
                    if done is InPlace.DONE:
                        state.note(JsonDiffOperation.REPLACE, legs, value)
                    state.root = change(state.root, legs, copy.deepcopy(value))
                    continue
                state.binary = None
            _note_put(state, legs, value, inserts=inserts)
            state.root = change(state.root, legs, copy.deepcopy(value))
        return True

    return step


def _note_put(state: _Document, legs: list[Any], value: Any, *, inserts: bool) -> None:
    """What a step is called that does not fit the bytes."""
    if find(state.root, tuple(legs)):
        if legs:
            state.note(JsonDiffOperation.REPLACE, legs, value)
        else:
            state.diffs = None
        return
    parents = find(state.root, tuple(legs[:-1])) if inserts else []
    if not parents:
        return
    parent, leg = parents[0], legs[-1]
    if isinstance(leg, str):
        if isinstance(parent, dict):
            state.note(JsonDiffOperation.INSERT, legs, value)
    elif isinstance(parent, list):
        state.note(JsonDiffOperation.INSERT, legs, value)
    elif len(legs) == 1:
        state.diffs = None
    else:
        pair = [value, parent] if isinstance(leg, FromLast) else [parent, value]
        state.note(JsonDiffOperation.REPLACE, legs[:-1], pair)


def _remove(state: _Document, args: list[CompiledExpression], context: StatementContext, row: Row) -> bool:
    for path in args:
        written = _written(path, context, row)
        if written is None:
            return False
        if not written:
            raise mysql_error("ER_JSON_VACUOUS_PATH")
        legs = _legs(written, state)
        if not legs:  # the document itself, as the element of an array of it alone, stays
            continue
        is_there = bool(find(state.root, tuple(legs)))
        if is_there and state.binary is not None:
            remove_in_place(state.binary, binary_legs(legs))
        if is_there:
            state.note(JsonDiffOperation.REMOVE, legs)
        state.root = remove_at(state.root, legs)
    return True


_STEPS = {"JSON_SET": _put(True), "JSON_REPLACE": _put(False), "JSON_REMOVE": _remove}
