"""Which Table_map rows events belong to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from binwriter.binlog.files import rows as rows_module
from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.binlog.files.rows import DUMMY_TABLE_ID, OpenTables, UnknownTableError, rows_of_events
from binwriter.errors import CorruptLogError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType, EventType, RowsFlag
from binwriter.formats.events import Rows, TableMap
from tests.binwriter.binlog.files.probe_files import TABLE_ID, inserts, log_of
from tests.conftest import PROJECT

COLUMN = ColumnSpec("a", ColumnType.LONG)
GOLDEN = PROJECT / "tests" / "golden"


def table_and_rows() -> tuple[TableMap, Rows]:
    table, rows = inserts(COLUMN, [1, 2])
    assert isinstance(table, TableMap)
    assert isinstance(rows, Rows)
    return table, rows


def events_of(*bodies: TableMap | Rows) -> list[LogEvent]:
    return list(read_events(log_of(bodies)))


def test_rows_come_with_their_table() -> None:
    [found] = rows_of_events(events_of(*table_and_rows()))
    assert (found.table.schema, found.table.name, found.table.has_names) == ("db", "t", False)
    assert [change.after.values for change in found.changes() if change.after] == [(1,), (2,)]


def test_a_table_map_holds_until_the_end_of_its_statement() -> None:
    table, rows = table_and_rows()
    more = replace(rows, flags=RowsFlag.NONE)
    assert len(list(rows_of_events(events_of(table, more, more, rows)))) == 3
    events = events_of(table, rows, rows)
    with pytest.raises(
        UnknownTableError, match=rf"<bytes>:{events[-1].position}: rows of table id {TABLE_ID}"
    ) as error:
        list(rows_of_events(events))
    assert error.value.table_id == TABLE_ID


def test_mysqlbinlog_remembers_it() -> None:
    table, rows = table_and_rows()
    tables = OpenTables(remember=True)
    assert [bool(tables.follow(event)) for event in events_of(table, rows, rows)] == [False, False, True, True]


def test_remembered_tables_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows_module, "_MOST_OPEN_TABLES", 2)
    table, rows = table_and_rows()
    maps = [replace(table, table_id=number) for number in (1, 2, 3)]
    tables = OpenTables(remember=True)
    events = events_of(*maps, *(replace(rows, table_id=number) for number in (2, 3, 1)))
    assert [bool(tables.follow(event)) for event in events[:-1]] == [False] * 4 + [True] * 2
    with pytest.raises(UnknownTableError):
        tables.follow(events[-1])
    with pytest.raises(CorruptLogError, match="more than 2 Table_maps in one statement"):
        list(rows_of_events(events_of(*maps)))


def test_the_dummy_event_ends_a_statement_without_a_table() -> None:
    table, rows = table_and_rows()
    dummy = Rows(EventType.WRITE_ROWS, DUMMY_TABLE_ID, int(RowsFlag.STMT_END), b"", 1, None, b"\1", b"")
    with pytest.raises(UnknownTableError):
        list(rows_of_events(events_of(table, dummy, rows)))


def test_rows_that_do_not_fit_name_their_place() -> None:
    table, rows = table_and_rows()
    events = events_of(table, replace(rows, rows=b"\0\1"))
    [found] = rows_of_events(events)
    with pytest.raises(CorruptLogError, match=rf"<bytes>:{events[-1].position}: row 1 at offset 0"):
        found.changes()


def test_tables_inside_payloads() -> None:
    found = list(rows_of_events(read_events(GOLDEN / "payload" / "binlog.000001")))
    assert found
    assert all(rows.event.payload is not None for rows in found)
