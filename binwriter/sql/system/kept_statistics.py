"""InnoDB's persistent statistics that statements change row by row: it stands until the server counts anew.

A server counts a table's statistics at ANALYZE TABLE, where its definition changes and behind many changes; then that
table's rows are made anew, and those of others stay.
Source: MySQL manual, "Configuring Persistent Optimizer Statistics Parameters"; captured: clusters/statistics_changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any
from weakref import WeakKeyDictionary

from binwriter.storage.table_data import TableData
from binwriter.storage.tables import Storage

_HOME, _TABLES = "mysql", ("innodb_index_stats", "innodb_table_stats")

_Row = tuple[Any, ...]
_Counted = dict[_Row, list[_Row]]  # by database and table
_COUNTED: WeakKeyDictionary[TableData, _Counted] = WeakKeyDictionary()
_NAMES = 2  # columns: database and table


def _by_table(rows: Iterable[_Row]) -> _Counted:
    counted: _Counted = defaultdict(list)
    for row in rows:
        counted[row[:_NAMES]].append(row)
    return dict(counted)


def follow(data: TableData, rows: Iterable[_Row]) -> None:
    """Takes over what has been counted since. rows: all that the server would write now."""
    now = _by_table(rows)
    before = _COUNTED.get(data)
    _COUNTED[data] = now
    if before is None or before == now:
        return
    changed = {table for table in {*before, *now} if before.get(table) != now.get(table)}
    for row_id, row in list(data.scan()):
        if row[:_NAMES] in changed:
            data.delete(row_id)
    for table in changed:
        for row in now.get(table, ()):
            data.insert(row)


def follow_rows(data: TableData, rows: Iterable[_Row]) -> None:
    """The same of mysql.gtid_executed, row by row: what a statement has put there stays (captured:
    clusters/gtids_put_into_their_table). rows: all that the server would have there now, and each of them once."""
    now = {row: [row] for row in rows}
    before = _COUNTED.get(data, {})
    _COUNTED[data] = now
    there = {row: row_id for row_id, row in data.scan()}
    for row in before.keys() - now.keys() & there.keys():
        data.delete(there[row])
    for row in now:
        if row not in before and row not in there:
            data.insert(row)


def count_anew(storage: Storage, schema: str, name: str) -> None:
    """The server counts the statistics of a table and its partitions."""
    for kept in _TABLES:
        data = storage.find(_HOME, kept)
        counted = {} if data is None else _COUNTED.get(data, {})
        for table in [table for table in counted if table[0] == schema and table[1].partition("#")[0] == name]:
            del counted[table]
