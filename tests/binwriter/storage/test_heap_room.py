"""How many rows a MEMORY table takes: the counts that a 9.7.4 came to (tests/golden/scenarios/memory_full_*.scn)."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.errors import MySQLError
from binwriter.server.server import Server

_LIMIT = 16384


@pytest.mark.parametrize(
    ("columns", "rows"),
    [
        ("a INT", 1020),
        ("a INT, b CHAR(200)", 20),
        ("a INT PRIMARY KEY, b VARCHAR(50), KEY(b)", 40),
        ("a DECIMAL(10,2) NOT NULL, UNIQUE(a)", 255),
        ("a BIGINT NOT NULL", 714),
    ],
)
def test_a_memory_table_is_full_after_so_many_rows(tmp_path: Path, columns: str, rows: int) -> None:
    with Server(tmp_path) as server:
        session = server.connect()
        session.execute("CREATE DATABASE d")
        session.execute("USE d")
        session.execute(f"SET max_heap_table_size={_LIMIT}")
        session.execute(f"CREATE TABLE m ({columns}) ENGINE=MEMORY CHARACTER SET utf8mb4")
        values = ",".join(f"({number})" for number in range(1100))
        with pytest.raises(MySQLError) as caught:
            session.execute(f"INSERT INTO m (a) VALUES {values}")
        assert caught.value.code == 1114
        assert session.execute("SELECT COUNT(*) FROM m").rows == ((rows,),)
