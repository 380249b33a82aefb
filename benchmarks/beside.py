"""Cost of statements while a second connection is there and does nothing, beside the cost without one, on one core.

    python benchmarks/beside.py [--kinds NAME ...] [--seconds N] [--rows N]

From the second connection on rows and gaps are locked. The kinds of `kinds` that change rows or lock them, in ms of
processor time a turn, and statements of many rows, in microseconds a row. No test looks at these figures.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import kinds

from binwriter.server.server import Server
from binwriter.server.session import Session

KINDS = (
    *("max", "update_query", "update_without_key", "delete_in_query", "update_by_second_key", "insert_select"),
    *("update_join", "replace_100", "upsert_100", "update_case", "update_order_limit", "update_in_query"),
    *("skip_locked", "for_update", "transaction", "rollback", "trigger_100", "procedure_loop"),
)
_PART = 1000


def _many(rows: int) -> Iterator[tuple[str, list[str]]]:
    """Statements that go over all rows of a table, by what they are."""
    lists = [
        ",".join(f"({number},'name {number}',{number}.5)" for number in range(start, start + _PART))
        for start in range(1, rows, _PART)
    ]
    yield "extended INSERT", [f"INSERT INTO t VALUES {listed}" for listed in lists]
    yield "INSERT .. SELECT", ["INSERT INTO u SELECT id, CONCAT(a, '-x'), b * 2 FROM t"]
    yield "UPDATE by range", [f"UPDATE t SET b = b + 1 WHERE id <= {rows}"]
    yield "UPDATE, LIKE", ["UPDATE t SET b = b + 1 WHERE a LIKE 'name%'"]
    updates = "ON DUPLICATE KEY UPDATE b = VALUES(b)"
    yield "rows in the way", [f"INSERT INTO t VALUES {listed} {updates}" for listed in lists]
    yield "DELETE by range", ["DELETE FROM u WHERE id > 0"]


def _costs(names: list[str], seconds: float, rows: int, *, beside: bool) -> dict[str, float]:
    costs: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "log", kinds.OPTIONS) as server:
        session: Session = server.connect()
        for text in kinds.setup():
            session.execute(text)
        for name in ("t", "u"):
            session.execute(f"CREATE TABLE {name} (id INT PRIMARY KEY, a VARCHAR(50), b DECIMAL(10,2), KEY (a))")
        if beside:
            server.connect()
        for name in names:
            costs[name] = kinds.turns(name, seconds, session.execute, time.process_time)
        for name, texts in _many(rows):
            start = time.process_time()
            for text in texts:
                session.execute(text)
            costs[name] = (time.process_time() - start) / rows * 1e6
    return costs


def main() -> int:
    """Prints a table, those that another connection costs most first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kinds", nargs="*", choices=kinds.KINDS, default=list(KINDS), metavar="NAME")
    parser.add_argument("--seconds", type=float, default=0.5, help="of each kind, by the clock")
    parser.add_argument("--rows", type=int, default=20_000)
    given = parser.parse_args()
    alone = _costs(given.kinds, given.seconds, given.rows, beside=False)
    costs = _costs(given.kinds, given.seconds, given.rows, beside=True)
    print(f"{'kind':24} {'alone':>9} {'beside':>9} times")
    for name in sorted(alone, key=lambda name: -costs[name] / alone[name]):
        print(f"{name:24} {alone[name]:9.2f} {costs[name]:9.2f} {costs[name] / alone[name]:5.1f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
