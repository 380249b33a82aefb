"""Rows as JSON text: numbers and texts that are read together say what each says alone, and nothing beyond the end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from binwriter.binlog.files.reader import read_events
from binwriter.binlog.files.rows import OpenTables, TableRows
from binwriter.catalog.tables import Column, Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.inspection.event_json import event_json
from binwriter.inspection.json_lines import JsonLines
from binwriter.inspection.json_rows import KnownRows
from binwriter.mysql.engines import ENGINES
from binwriter.server.server import Server

SPECS = (
    ColumnSpec("tiny", ColumnType.TINY),
    ColumnSpec("big", ColumnType.LONGLONG, unsigned=True),
    ColumnSpec("medium", ColumnType.INT24),
    ColumnSpec("year", ColumnType.YEAR),
    ColumnSpec("short", ColumnType.SHORT, unsigned=True),
    ColumnSpec("char", ColumnType.STRING, length=40, collation=255),
    ColumnSpec("long", ColumnType.VARCHAR, length=400, collation=255),
    ColumnSpec("latin", ColumnType.VARCHAR, length=20, collation=8),
    ColumnSpec("wide", ColumnType.VARCHAR, length=40, collation=35),
    ColumnSpec("bytes", ColumnType.VARCHAR, length=20, collation=63),
    ColumnSpec("text", ColumnType.BLOB, length=2, collation=255),
    ColumnSpec("number", ColumnType.DOUBLE),
    ColumnSpec("last", ColumnType.LONG),
)
TABLE = Table("shop", "t", ENGINES["innodb"], tuple(map(Column, SPECS)))
PLAIN = (-128, 2**64 - 1, -(2**23), 2155, 65535, "a", "b" * 90, "c", "d", b"e", "f", 0.5, -(2**31))
ODD = (127, 0, 2**23 - 1, 0, 0, 'ü"\n\x7f', "日" * 90, "é", "", b"\xff", "", -0.0, 2**31 - 1)
ROWS: list[tuple[Any, ...]] = [PLAIN, ODD, (None,) * len(SPECS), tuple(None if n % 3 else v for n, v in enumerate(ODD))]


def test_lines_are_those_of_the_events(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        session = server.connect()
        for row in [PLAIN, *ROWS]:
            session.insert_rows(TABLE, [row])
            session.update_rows(TABLE, [(row, PLAIN)])
        session.insert_rows(TABLE, ROWS * 3)
    lines, tables = JsonLines(), OpenTables(remember=True)
    for event in read_events(tmp_path / "binlog.000001"):
        expected = json.dumps(event_json(event, tables.follow(event)), ensure_ascii=False, allow_nan=False)
        assert lines.line(event).text == expected


def test_rows_that_end_too_early_are_not_read(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        session = server.connect()
        for row in ROWS:
            session.insert_rows(TABLE, [row])
    known, tables = KnownRows(), OpenTables(remember=True)
    for event in read_events(tmp_path / "binlog.000001"):
        rows = tables.follow(event)
        if isinstance(rows, TableRows):
            known.learn(event, rows, event_json(event, rows)["body"])
            head = known.head(event.type, event.body_bytes, tables)
            assert head is not None
            assert head.images(event.body_bytes) is not None
            for end in range(len(head.head) + 1, len(event.body_bytes)):
                assert head.images(event.body_bytes[:end]) is None, (event.position, end)
