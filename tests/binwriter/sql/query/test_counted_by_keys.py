"""What conditions leave of a key is counted as the key finds it, and is what asking all rows comes to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from binwriter.server.server import Server
from binwriter.sql.query.access import costs
from binwriter.sql.query.access.conditions import Condition
from binwriter.sql.query.loops import TableRows

_CONDITIONS = (
    "k = 3",
    "k = -2",
    "k > 2 AND k <= 5",
    "k BETWEEN 4 AND 2",
    "k IN (5, 1, 1, 99)",
    "k IN (1, 2, 3) AND k > 1",
    "k > 1 AND k <> 3",
    "k < 4 AND k IS NOT NULL",
    "k IS NULL",
    "k = 2 OR k = 4",
    "NOT k > 3",
    "k = 2 AND j > 3",
    "k = 2 AND j IN (1, 2)",
    "k > 2.5",
    "t = 'b' AND k < 3",
)


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[int, int]]]:
    """What was counted, and what asking all rows says."""
    seen: list[tuple[int, int]] = []
    counted = costs.count_of

    def both(data: TableRows, key: object, chosen: list[Condition], context: object, *more: object) -> int:
        found = counted(data, key, chosen, context, *more)  # type: ignore[arg-type]
        rows = [row for _, row in data.scan()]
        seen.append((found, sum(all(one.test(context, (row,)) for one in chosen) for row in rows)))  # type: ignore[arg-type]
        return found

    monkeypatch.setattr(costs, "count_of", both)
    yield seen


@pytest.mark.parametrize("key", ["KEY (k)", "KEY (k, j)", "KEY (k DESC)", "KEY (t, k), KEY (j)"])
@pytest.mark.parametrize("engine", ["InnoDB", "MyISAM", "MEMORY", "InnoDB PARTITION BY HASH (id) PARTITIONS 3"])
def test_counts(counts: list[tuple[int, int]], key: str, engine: str, tmp_path: Path) -> None:
    if "DESC" in key and not engine.startswith("InnoDB"):
        pytest.skip("no other engine has them")
    with Server(tmp_path / "log") as server:
        session = server.connect()
        session.execute("CREATE DATABASE d")
        session = server.connect(database="d")
        session.execute(
            f"CREATE TABLE t (id INT PRIMARY KEY, k INT, j SMALLINT UNSIGNED, t VARCHAR(9), {key}) ENGINE = {engine}"
        )
        rows = (f"({n}, {'NULL' if n % 7 == 0 else n % 9 - 2}, {n % 5}, '{'abc'[n % 3]}')" for n in range(40))
        session.execute(f"INSERT INTO t VALUES {', '.join(rows)}")
        for condition in _CONDITIONS:
            session.execute(f"SELECT * FROM t WHERE {condition}")
    assert counts
    assert [pair for pair in counts if pair[0] != pair[1]] == []
