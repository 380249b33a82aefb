"""The statements that make, change and remove the rows of a document's objects."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Sequence
from decimal import Decimal

from binwriter.catalog.tables import Column
from binwriter.formats.collations import collation_by_id
from binwriter.formats.columns.values import JsonDocument, JsonInteger
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.json_text import json_text
from binwriter.sql.dml.duality.bindings import Binding, Cell, Given, Place, is_nil, same
from binwriter.sql.dml.duality.nodes import Node
from binwriter.sql.programs import name_const

_HEAD = "base64:type"
_BLOBS = frozenset({ColumnType.BLOB, ColumnType.TINY_BLOB, ColumnType.MEDIUM_BLOB, ColumnType.LONG_BLOB})
_TEXTS = frozenset({ColumnType.VARCHAR, ColumnType.STRING, ColumnType.ENUM, ColumnType.SET, ColumnType.VAR_STRING})
Ask = Callable[[str], Sequence[bool] | None]  # a query to which columns of its one row differ; None: no such row


def literal(given: Given, column: Column) -> str:
    """A value as a statement has it. MySQLError for one of bytes that is not written as such."""
    if given is None:
        return "DEFAULT"
    if given.value is None:
        return "NULL"
    text = json_text(JsonDocument(given.value), quote=False)
    if isinstance(given.value, bool | int | float | Decimal | JsonInteger):
        return text
    if _is_of_bytes(column):
        return f"_binary '{_escaped(_decoded(text, given), 'binary')}'"
    return f"_utf8mb4 '{_escaped(text.encode('utf-8', 'surrogateescape'), 'utf8mb4')}'"


def for_client(text: str) -> str:
    """The statement for a session whose client writes other characters than UTF-8: literals beyond ASCII as bytes."""
    return text if text.isascii() else _LITERAL.sub(_as_bytes, text)


def _as_bytes(match: re.Match[str]) -> str:
    if match[0].isascii():
        return match[0]
    data = _ESCAPE.sub(lambda escape: _UNESCAPED.get(escape[1], escape[1]), match[1])
    return f"_utf8mb4 X'{data.encode('utf-8', 'surrogateescape').hex()}'"


_ESCAPE = pattern(r"\\(.)", re.DOTALL)
_LITERAL = pattern(r"_utf8mb4 '((?:[^'\\]|\\.)*)'", re.DOTALL)
_UNESCAPED = {"0": "\0", "n": "\n", "r": "\r", "Z": "\x1a"}


def insert(binding: Binding, ask: Ask, *, updates: bool) -> str:
    """The statement that makes the row, or changes the one that is there; "" where nothing is to be done.

    updates: an UPDATE makes it, so that its array's row must be new."""
    node, given = binding.node, binding.given
    assert given is not None
    is_plain = node.is_root or (node.is_nested and updates)
    if is_plain and not node.allows("INSERT"):
        raise mysql_error("ER_JDV_MISSING_INSERT_TAG", node.table_text, given.path)
    if not is_plain and binding.primary.given is not None and not _may_insert(binding, ask, updates=updates):
        return ""
    names = ", ".join(quoted(column.name) for _, column in node.columns)
    values, assigned = [], []
    for cell in binding.cells:
        if cell.given is None and cell.column.auto_increment:
            values.append("NULL")
            continue
        values.append(literal(cell.given, cell.column))
        if cell.given is not None:
            assigned.append(f"{quoted(cell.column.name)} = {values[-1]}")
    text = f"INSERT INTO {node.table_text} ({names}) VALUES ({', '.join(values)})"
    if is_plain:
        return text
    # as a server writes it, whose text is in the log
    return f"{text} ON DUPLICATE KEY UPDATE {', '.join(assigned)}" if assigned else text


def _may_insert(binding: Binding, ask: Ask, *, updates: bool) -> bool:
    node, given = binding.node, binding.given
    assert given is not None
    differs = ask(_asking(binding))
    if differs is None:
        if node.allows("INSERT"):
            return True
        if node.is_singleton and updates:
            raise mysql_error("ER_JDV_MISSING_INSERT_TAG", node.table_text, given.path)
        primary = binding.primary
        assert primary.given is not None
        shown = json_text(JsonDocument(primary.given.value))
        raise mysql_error("ER_JDV_MISSING_READONLY_SUBOBJECT", given.path, node.table_text, primary.column.name, shown)
    if node.allows("UPDATE"):
        return True
    assert node.join is not None
    if differs[node.join[0]]:
        names = given.path, node.table_text, node.columns[node.join[0]][1].name
        raise mysql_error("ER_JDV_JOIN_CONDITION_VIOLATION", *names)
    return False


def _asking(binding: Binding) -> str:
    """Which columns of the row with this key have other values."""
    parts = [
        "0"
        if cell is binding.primary or cell.given is None
        else f"{quoted(cell.column.name)} <> {literal(cell.given, cell.column)}"
        for cell in binding.cells
    ]
    return f"SELECT {', '.join(parts)} FROM {binding.node.table_text} WHERE {_where(binding.primary)} FOR UPDATE"


def _where(primary: Cell) -> str:
    return f"{quoted(primary.column.name)} = {literal(primary.given, primary.column)}"


def update(binding: Binding, ask: Ask) -> str:
    """The statement that changes a row; "" if all is as it was."""
    node, given, there = binding.node, binding.given, binding.there
    assert given is not None and there is not None
    for child in node.children:
        before = there.member(child.name)
        if child.is_singleton and not is_nil(before) and is_nil(given.member(child.name)):
            assert before is not None
            raise mysql_error("ER_JDV_MISSING_DELETE_TAG", child.table_text, before.path)
    for cell in binding.cells:
        if cell.given is None:
            raise mysql_error("ER_JDV_MISSING_VALUE", given.path, node.table_text, cell.column.name)
    primary = binding.primary
    assert primary.given is not None
    if same(there.member(primary.key), primary.given):
        changed = _changed_cells(binding, there)
    else:
        changed = _cells_of_other_row(binding, primary.given, ask)
    if not changed:
        return ""
    assigned = ", ".join(f"{quoted(cell.column.name)} = {literal(cell.given, cell.column)}" for cell in changed)
    return f"UPDATE {node.table_text} SET {assigned} WHERE {_where(primary)}"


def _changed_cells(binding: Binding, there: Place) -> list[Cell]:
    changed = []
    for place, cell in enumerate(binding.cells):
        before = there.member(cell.key)
        if before is not None and same(before, cell.given):
            continue
        if not binding.node.allows_update_of(place):
            assert cell.given is not None
            raise mysql_error("ER_JDV_MISSING_UPDATE_TAG", binding.node.table_text, cell.column.name, cell.given.path)
        changed.append(cell)
    return changed


def _cells_of_other_row(binding: Binding, key: Place, ask: Ask) -> list[Cell]:
    """The object refers to another row now, which must be there."""
    node, name = binding.node, binding.primary.column.name
    if node.is_root:
        raise mysql_error("ER_JDV_PK_UPDATES_NOT_ALLOWED", node.table_text, name, key.path)
    differs = ask(_asking(binding))
    if differs is None:
        raise mysql_error("ER_JDV_MISSING_UPDATE_TAG", node.table_text, name, key.path)
    if not any(map(node.allows, ("INSERT", "UPDATE", "DELETE"))):
        return []
    return [cell for cell, other in zip(binding.cells, differs, strict=True) if other]


def delete(node: Node, there: Place) -> str:
    """The statement that removes the row; "" if it stays."""
    if not node.allows("DELETE"):
        if node.is_singleton:
            return ""
        raise mysql_error("ER_JDV_MISSING_DELETE_TAG", node.table_text, there.path)
    key, column = node.columns[node.primary]
    return f"DELETE FROM {node.table_text} WHERE {quoted(column.name)} = {literal(there.member(key), column)}"


# --- bytes -----------------------------------------------------------------------------------------------------------


def _is_of_bytes(column: Column) -> bool:
    """Whether documents have its values in base64."""
    kind, collation = column.spec.type, collation_by_id(column.spec.collation)
    is_binary = collation.charset == "binary"
    if kind is ColumnType.BIT:
        return True
    if kind in _BLOBS:
        return is_binary
    return kind in _TEXTS and (is_binary or collation.mbminlen > 1)


def _decoded(text: str, given: Place) -> bytes:
    end = text.find(":", len(_HEAD), len(_HEAD) + 4)
    if not text.startswith(_HEAD) or end < 0:
        raise mysql_error("ER_JDV_INVALID_BINARY_TYPE_HEADER", given.path)
    try:
        return base64.b64decode("".join(text[end + 1 :].split()), validate=True)
    except binascii.Error:
        raise mysql_error("ER_BASE64_DECODE_ERROR") from None


def _escaped(data: bytes, charset: str) -> str:
    return name_const.escaped(data, charset).decode("utf-8", "surrogateescape")
