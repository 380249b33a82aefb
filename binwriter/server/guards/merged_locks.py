"""LOCK TABLES and MERGE tables: what is locked with a table that merges others.

Source: captures of a 9.7.4 (cluster locked_merge_tables).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import Table
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execution import Execution
from binwriter.sql.binding.database import Database


def merged_with(database: Database, locked: Mapping[tuple[str, str], str]) -> dict[tuple[str, str], str]:
    """READ or WRITE, as the MERGE table is locked, of each table that a locked one merges."""
    merged: dict[tuple[str, str], str] = {}
    for key, mode in locked.items():
        for child in _merged_in(database.catalog, key):
            merged[child] = "WRITE" if mode == "WRITE" else merged.get(child, mode)
    return merged


def check_merged(runner: Execution, schema: str, name: str) -> None:
    """A table that is locked only since another merges it cannot be defined or opened anew.
    ER_TABLE_NOT_LOCKED_FOR_WRITE."""
    if (schema, name) in runner.locked_aliases:
        return
    if any((schema, name) in _merged_in(runner.front_end.catalog, key) for key in runner.locked_aliases):
        raise mysql_error("ER_TABLE_NOT_LOCKED_FOR_WRITE", name)


def with_merged(tables: Iterable[Table], catalog: Catalog) -> Iterator[Table]:
    """The tables, and behind each the ones that it merges."""
    for table in tables:
        yield table
        for child in table.merges:
            found = catalog.find(*child)
            if found is not None:
                yield found


def _merged_in(catalog: Catalog, key: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    table = catalog.find(*key)
    return () if table is None else table.merges
