"""Strings that a real server holds in columns although they are no text, or not the text's first form."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.binlog.files.rows import rows_of_events
from binwriter.formats.charsets import charset_by_name
from binwriter.formats.columns.rows_data import encode_rows
from binwriter.formats.columns.values import StoredCell
from binwriter.integration.mysql import MySQLServer

# Well-formed bytes: unassigned codes, second codes of a character, a code that the server maps to U+FFFD, halves of a
# surrogate pair, and text.
STORED = {
    "sjis": ["8540", "5C", "815F", "FCFC", "955C"],
    "cp932": ["8540", "ED40", "81CA", "EEF9", "FA5C"],
    "big5": ["A15A", "A2CE", "F9FE", "A440"],
    "ujis": ["A9A1", "A1C0", "8FA2B7", "F5A1"],
    "eucjpms": ["ADF0", "8FF4A1", "8FFEFE", "F5A1"],
    "euckr": ["C9A1", "FEFE", "B0A1"],
    "gbk": ["A2A1", "FEFE", "B0A1"],
    "gb18030": ["FE39FE39", "8135F437", "A8BC"],
    "ucs2": ["D83DDE00", "D83D", "DE000041", "0041"],
    "armscii8": ["A4", "29", "FF"],
    "tis620": ["FC", "FF", "A1"],
    "swe7": ["80", "FF", "5D"],
    "geostd8": ["80", "81", "C0"],
}


@pytest.mark.mysql
def test_cells_survive(clean_mysql: MySQLServer, tmp_path: Path) -> None:
    """They come as text where that encodes to the same bytes, as stored bytes elsewhere, and the rows are the same."""
    columns = ", ".join(f"{name} VARCHAR(10) CHARACTER SET {name}" for name in STORED)
    clean_mysql.execute("CREATE DATABASE kept", f"CREATE TABLE kept.t ({columns})")
    deepest = max(map(len, STORED.values()))
    rows = [
        ", ".join(f"_{name} x'{values[row]}'" if row < len(values) else "NULL" for name, values in STORED.items())
        for row in range(deepest)
    ]
    clean_mysql.execute("SET SESSION binlog_format = ROW", *(f"INSERT INTO kept.t VALUES ({row})" for row in rows))
    clean_mysql.execute("FLUSH BINARY LOGS")
    name, data = next(iter(clean_mysql.fetch_binlogs().items()))
    path = tmp_path / name
    path.write_bytes(data)
    found: list[tuple[object, ...]] = []
    for table_rows in rows_of_events(read_events(path)):
        changes = table_rows.changes()
        assert encode_rows(table_rows.specs(), table_rows.body, changes) == table_rows.body.rows
        found += [tuple(change.after.values) for change in changes if change.after is not None]
    assert len(found) == deepest
    for index, (charset, values) in enumerate(STORED.items()):
        for row, text in enumerate(values):
            stored = bytes.fromhex(text)
            expected = charset_by_name(charset).decode_or_bytes(stored)
            cell = found[row][index]
            if isinstance(expected, str):
                assert cell == expected
            else:
                assert isinstance(cell, StoredCell)
                assert cell.stored == bytes((len(stored),)) + stored
