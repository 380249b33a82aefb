"""COUNT(*) keeps no row of what it counts."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from binwriter.server.server import Server

ROWS = 30


@pytest.mark.parametrize(
    ("tables", "count"),
    [
        ("t a, t b, t c", ROWS**3),
        ("t a CROSS JOIN (t b JOIN t c)", ROWS**3),
        ("t a, t b, t c, bare d", 0),
        ("t a, few b", 2 * ROWS),
        ("t a, few b WHERE b.id > 1", ROWS),
        ("few a LEFT JOIN bare b ON TRUE, few c", 4),
    ],
)
def test_products_are_counted(tables: str, count: int, tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server:
        server.connect().execute("CREATE DATABASE d")
        session = server.connect(database="d")
        session.execute("CREATE TABLE t (id INT PRIMARY KEY)")
        session.execute(f"INSERT INTO t VALUES {', '.join(f'({id_})' for id_ in range(ROWS))}")
        session.execute("CREATE TABLE bare LIKE t")
        session.execute("CREATE TABLE few LIKE t")
        session.execute("INSERT INTO few VALUES (1), (2)")
        assert session.execute(f"SELECT COUNT(*), COUNT(*) + 1 FROM {tables}").rows == ((count, count + 1),)


def test_rows_that_are_counted_are_not_kept(tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server:
        session = server.connect()
        session.execute("CREATE DATABASE d")
        session.execute("CREATE TABLE d.t (id INT PRIMARY KEY)")
        session.execute(f"INSERT INTO d.t VALUES {', '.join(f'({id_})' for id_ in range(700))}")
        session.execute("SELECT COUNT(*) FROM d.t")
        tracemalloc.start()
        try:
            assert session.execute("SELECT COUNT(*) FROM d.t a, d.t b").rows == ((490_000,),)
            assert tracemalloc.get_traced_memory()[1] < 5_000_000
        finally:
            tracemalloc.stop()
