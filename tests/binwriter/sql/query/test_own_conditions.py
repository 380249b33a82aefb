"""Joins whose tables are read by their own conditions first: the same combinations in the same order, and not all of
the product's."""

from __future__ import annotations

from pathlib import Path

from binwriter import Server

_ROWS = 60
_TABLES = 6


def test_a_join_costs_what_its_conditions_leave(tmp_path: Path) -> None:
    """60 rows in each of six tables are 46 thousand million combinations, of which 64 are asked for."""
    with Server(tmp_path / "log") as server:
        session = server.connect()
        session.run("CREATE DATABASE d")
        session.run("USE d")
        names = [f"t{number}" for number in range(_TABLES)]
        for name in names:
            session.run(f"CREATE TABLE {name} (a INT PRIMARY KEY, b INT, c VARCHAR(9))")
            values = ", ".join(f"({row}, {row % 7}, 'x{row % 5}')" for row in range(_ROWS))
            session.run(f"INSERT INTO {name} VALUES {values}")
        own = [
            "t0.a IN (3, 50)",
            "(t1.a = 4 OR 9 = t1.a)",
            "t2.a BETWEEN 7 AND 8",
            "NOT t3.a > 1",
            "(t4.a = 1 OR t4.a = 2 AND t4.c = 'x2')",
            "t5.a IN (58, 59) AND t5.c IN ('x3', 'x4')",
        ]
        columns = ", ".join(f"{name}.a" for name in names)
        result = session.run(f"SELECT {columns} FROM {', '.join(names)} WHERE {' AND '.join(own)}")
        assert result.error is None
        assert len(result.rows) == 2**_TABLES
        some = "t0.a < 20 AND t1.b IN (1, 2) AND (t2.c = 'x1' OR t2.a = 3) AND t0.b = t1.b"
        quick = session.run(f"SELECT t0.a, t1.a, t2.a FROM t0, t1, t2 WHERE {some}").rows
        plain = session.run(f"SELECT t0.a, t1.a, t2.a FROM t0, t1, t2 WHERE {some} AND t0.a + 0 >= 0").rows
        assert sorted(quick) == sorted(plain)  # joins that only compare come in the order that costs least
