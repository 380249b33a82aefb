"""Which of two equal rows InnoDB tells of when it builds a unique key in place.

Source: MySQL manual, "Online DDL Operations" (the entries of one index after the other are sorted), and what a 9.7.4
told (captured: clusters/duplicates_of_keys_built). A copy tells of the row that comes too late.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from binwriter.catalog.limits import key_part_bytes
from binwriter.catalog.tables import Key, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.context import StatementContext
from binwriter.sql.dml.duplicates import duplicate_error
from binwriter.storage.order import KeyReader

Row = tuple[ColumnValue, ...]
_MEMBERS = frozenset({ColumnType.ENUM, ColumnType.SET})
_Entry = tuple[tuple[Any, ...], Row | None]  # its key and its row; None: one with NULL, which is like no other


def duplicate_of_build(table: Table, name: str, rows: Sequence[Row], context: StatementContext) -> MySQLError | None:
    """ER_DUP_ENTRY of the first partition, and of the first unique key of it, that these rows break.

    name: the table's, as it is shown.
    """
    partitions: dict[int, list[Row]] = {}
    for row in rows:
        partitions.setdefault(0 if table.partitioning is None else table.partitioning.of(row), []).append(row)
    for number in sorted(partitions):
        for key in table.keys:
            if key.unique and (rival := _met_last(table, key, partitions[number])) is not None:
                return duplicate_error(replace(table, name=name), key, _as_shown(table, rival), context)
    return None


def _as_shown(table: Table, row: Row) -> Row:
    """The row as InnoDB gives it back: without blobs, and with the highest bit of what an ENUM or SET stores turned
    around, as those of signed numbers are (captured: clusters/values_of_keys_built)."""
    return tuple(_given_back(column.spec, value) for column, value in zip(table.columns, row, strict=True))


def _given_back(spec: ColumnSpec, value: ColumnValue) -> ColumnValue:
    if spec.type is ColumnType.BLOB:
        return None if spec.nullable else b""
    if isinstance(value, int) and spec.type in _MEMBERS:
        return value ^ 1 << 8 * key_part_bytes(spec, 0) - 1
    return value


def _met_last(table: Table, key: Key, rows: Sequence[Row]) -> Row | None:
    """The row that stands left where the sort compares two alike for the last time; NULL is like nothing."""
    reader = KeyReader(key, table)
    met: list[Row] = []
    _sorted([(reader.of(row), None if reader.has_null(row) else row) for row in rows], met)
    return met[-1] if met else None


def _sorted(entries: list[_Entry], met: list[Row]) -> list[_Entry]:
    """Two halves that are sorted and merged. met: gets the left one of each two that are found alike."""
    if len(entries) < 2:
        return entries
    left, right = (_sorted(half, met) for half in (entries[: len(entries) // 2], entries[len(entries) // 2 :]))
    merged: list[_Entry] = []
    at, other = 0, 0
    while at < len(left) and other < len(right):
        (key, row), (another, _) = left[at], right[other]
        if key == another and row is not None:
            met.append(row)
        if another < key:
            merged.append(right[other])
            other += 1
        else:
            merged.append(left[at])
            at += 1
    return merged + left[at:] + right[other:]
