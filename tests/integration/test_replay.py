"""Real files replayed into a real server, and its tables compared."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from binwriter.integration.mysql import MySQLServer
from binwriter.integration.parsers import unexpected_failures
from binwriter.integration.replaying.client import (
    Contents,
    databases,
    differences,
    replay,
    table_contents,
    verify_checksums,
)

_GOLDEN = Path(__file__).resolve().parent.parent / "golden"


def test_differences_name_table_and_row() -> None:
    left: Contents = {("d", "t"): [(1, "a"), (1, "a"), (None, Decimal("1.00"))], ("d", "gone"): []}
    right: Contents = {("d", "t"): [(1, "a"), (2, "b"), (None, Decimal("1"))], ("d", "new"): [(1,)]}
    assert differences(left, left) == []
    assert differences(left, right) == [
        "d.gone: only on the left",
        "d.new: only on the right",
        "d.t: only on the left: (1, 'a')",
        "d.t: only on the right: (2, 'b')",
    ]


@pytest.mark.mysql
def test_what_a_server_wrote_makes_the_same_tables_again(clean_mysql: MySQLServer, tmp_path: Path) -> None:
    clean_mysql.execute(
        "CREATE DATABASE test",
        "CREATE TABLE test.t (id INT PRIMARY KEY, name VARCHAR(20), d DECIMAL(6,2), b BLOB, h INT INVISIBLE)",
        "CREATE TABLE test.`odd ``name` (j JSON, e ENUM('x','y')) ENGINE=MyISAM",
        "SET binlog_format = 'ROW'",
        "INSERT INTO test.t (id, name, d, b, h) VALUES (1, 'grün', 1.50, x'00ff', 7), (2, NULL, NULL, NULL, NULL)",
        "INSERT INTO test.`odd ``name` VALUES ('{\"k\": [1, null]}', 'y'), (NULL, NULL)",
        "COMMIT",
        "FLUSH BINARY LOGS",
    )
    before = table_contents(clean_mysql)
    assert list(before) == [("test", "odd `name"), ("test", "t")]
    assert before["test", "t"][0] == (1, "grün", Decimal("1.50"), b"\x00\xff", 7)
    files = []
    for name, data in clean_mysql.fetch_binlogs().items():
        files.append(tmp_path / name)
        files[-1].write_bytes(data)
    assert verify_checksums(clean_mysql, files[:1]) == ()
    assert unexpected_failures(files[0].read_bytes()) == []
    clean_mysql.reset()
    assert databases(clean_mysql) == []

    result = replay(clean_mysql, files[:1])

    assert result.errors == ()
    assert differences(before, table_contents(clean_mysql)) == []


@pytest.mark.mysql
def test_errors_are_told(clean_mysql: MySQLServer, tmp_path: Path) -> None:
    """A statement that the server refuses, and a byte that is not what the checksum says."""
    clean_mysql.execute("CREATE DATABASE test", "CREATE TABLE test.t (id INT PRIMARY KEY)", "FLUSH BINARY LOGS")
    good, damaged = tmp_path / "good.000001", tmp_path / "damaged.000001"
    data = clean_mysql.fetch_binlogs()["binlog.000001"]
    good.write_bytes(data)
    # inside the name that the closing Rotate gives
    damaged.write_bytes(data[:-10] + bytes((data[-10] ^ 1,)) + data[-9:])

    refused = replay(clean_mysql, [good])

    assert not refused.ok
    assert "ERROR 1007" in refused.errors[0]  # the database is there already
    assert verify_checksums(clean_mysql, [good]) == ()
    assert any("crc check failed" in line for line in verify_checksums(clean_mysql, [good, damaged]))


@pytest.mark.mysql
def test_a_log_with_gtids_needs_them_skipped_where_the_server_has_none(clean_mysql: MySQLServer) -> None:
    files = sorted((_GOLDEN / "captured" / "gtid_on_rotation").glob("binlog.0*"))
    refused = replay(clean_mysql, files)
    assert any("GTID_MODE" in line for line in refused.errors)
    skipped = replay(clean_mysql, files, skip_gtids=True)
    assert not any("GTID_MODE" in line for line in skipped.errors)
