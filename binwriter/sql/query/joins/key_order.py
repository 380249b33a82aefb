"""Rows in the order in which a key has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from binwriter.catalog.keys import has_order
from binwriter.catalog.tables import Key, Table
from binwriter.mysql.collation.keys import sort_key
from binwriter.sql.query.access.costs import clustered_key
from binwriter.sql.query.loops import TableRows


def in_key_order(rows: Sequence[Sequence[Any]], table: Table, key: Key) -> list[Sequence[Any]]:
    """NULLs first; rows of one value as InnoDB's own key has them, else as they are given. A hash has the newest first
    (captured: clusters/rows_of_hashed_keys)."""
    if not has_order(table, key):
        return list(rows[::-1])
    own = clustered_key(table)
    ordered = list(rows)
    parts = [(part.column, part.descending) for part in key.parts]
    if own is not None and own is not key:
        parts += [(part.column, part.descending) for part in own.parts]
    for column, descending in reversed(parts):
        collation = table.columns[column].spec.collation
        ordered.sort(key=lambda values: _place(values[column], collation), reverse=descending)
    return ordered


def has_own_order(key: Key, parts: int, data: TableRows) -> bool:
    """Whether rows found by so many of a key's columns come in another order than the table's."""
    return parts < len(key.columns) or not has_order(data.definition, key)


def _place(value: Any, collation: int) -> tuple[bool, Any]:
    if value is None:
        return False, 0
    return True, sort_key(value, collation) if isinstance(value, str) else value
