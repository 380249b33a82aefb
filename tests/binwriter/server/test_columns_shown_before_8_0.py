"""What SHOW COLUMNS and SHOW KEYS answer on servers before 8.0 (asked of a 5.1.54 and a 5.7.18)."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter import Server

_COLUMNS = (
    "a INT, b VARCHAR(5), c INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,"
    " d TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP"
)


@pytest.mark.parametrize("profile", ["5.1.54", "5.7"])
@pytest.mark.parametrize("temporary", ["", "TEMPORARY "])
def test_integers_have_widths_and_nothing_is_told_of_defaults(tmp_path: Path, profile: str, temporary: str) -> None:
    with Server(tmp_path, profile=profile) as server:
        session = server.connect()
        session.execute("CREATE DATABASE test")
        session.execute("USE test")
        session.execute(f"CREATE {temporary}TABLE t ({_COLUMNS})")
        rows = session.execute("SHOW COLUMNS FROM t").rows
    assert [(row[0], row[1], row[5]) for row in rows] == [
        ("a", "int(11)", ""),
        ("b", "varchar(5)", ""),
        ("c", "int(10) unsigned", "auto_increment"),
        ("d", "timestamp", "on update CURRENT_TIMESTAMP"),
    ]


@pytest.mark.parametrize(("profile", "last", "count"), [("5.1.54", "Comment", 12), ("5.7", "Index_comment", 13)])
def test_keys_have_the_columns_of_their_time(tmp_path: Path, profile: str, last: str, count: int) -> None:
    with Server(tmp_path, profile=profile) as server:
        session = server.connect()
        session.execute("CREATE DATABASE test")
        session.execute("USE test")
        session.execute(f"CREATE TABLE t ({_COLUMNS})")
        result = session.execute("SHOW KEYS FROM t")
    assert (len(result.columns), result.columns[-1]) == (count, last)
