"""Asks a server which row locks it shows while one session waits for another, and behind the wait:
`python -m tests.golden.wire.locks_awaited HOST PORT` (root without a password) writes locks_awaited.json."""

from __future__ import annotations

import json
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pymysql

KEPT = Path(__file__).with_suffix(".json")
_SETUP = (
    "CREATE DATABASE locks_awaited",
    "USE locks_awaited",
    "CREATE TABLE t (a INT PRIMARY KEY, b INT, c VARCHAR(9), KEY (b), UNIQUE KEY u (c))",
    "INSERT INTO t VALUES (1, 10, 'a'), (3, 30, 'c'), (5, 50, 'e'), (9, 90, 'i')",
    "CREATE TABLE p (a INT PRIMARY KEY, b INT) PARTITION BY RANGE (a)"
    " (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN MAXVALUE)",
    "INSERT INTO p VALUES (1, 1), (5, 5), (15, 15)",
)
PAIRS = (
    ("SELECT * FROM t WHERE a = 3 FOR UPDATE", "SELECT * FROM t WHERE a = 3 FOR UPDATE"),
    ("SELECT * FROM t WHERE a = 4 FOR UPDATE", "INSERT INTO t VALUES (4, 4, 'd')"),
    ("SELECT * FROM t WHERE a > 5 FOR UPDATE", "INSERT INTO t VALUES (100, 4, 'z')"),
    ("UPDATE t SET b = 31 WHERE a = 3", "SELECT * FROM t WHERE b = 30 FOR SHARE"),
    ("INSERT INTO t VALUES (4, 40, 'd')", "INSERT INTO t VALUES (4, 40, 'd')"),
    ("INSERT INTO t VALUES (4, 40, 'd')", "INSERT INTO t VALUES (6, 60, 'd')"),
    ("INSERT INTO t VALUES (4, 40, 'd')", "SELECT * FROM t WHERE a = 4 FOR SHARE"),
    ("DELETE FROM t WHERE a = 3", "INSERT INTO t VALUES (3, 3, 'q')"),
    ("SELECT * FROM t WHERE b = 30 FOR UPDATE", "INSERT INTO t VALUES (2, 20, 'b')"),
    ("SELECT * FROM t WHERE a = 1 FOR SHARE", "DELETE FROM t WHERE a = 1"),
    ("SELECT * FROM t WHERE a < 4 FOR UPDATE", "UPDATE t SET b = b + 1"),
    ("SELECT * FROM p FOR SHARE", "UPDATE p SET b = 2 WHERE a = 15"),
)
_LOCKS = (
    "SELECT object_name, partition_name, index_name, lock_type, lock_mode, lock_status, lock_data"
    " FROM performance_schema.data_locks WHERE object_schema = 'locks_awaited' ORDER BY 1, 2, 3, 7, 5, 6"
)
_WAITS = (
    "SELECT w.engine, l.lock_mode, l.lock_data, m.lock_mode, m.lock_data FROM performance_schema.data_lock_waits w"
    " JOIN performance_schema.data_locks l ON l.engine_lock_id = w.requesting_engine_lock_id"
    " JOIN performance_schema.data_locks m ON m.engine_lock_id = w.blocking_engine_lock_id ORDER BY 2, 3, 4, 5"
)
_SECONDS = 30


def answers(host: str, port: int) -> list[Any]:
    """Of each pair the locks while the second waits, who waits for whom, and, of an insert that waits for a gap, the
    locks when it waits no more."""
    first, second, watcher = (
        pymysql.connect(host=host, port=port, user="root", autocommit=True).cursor() for _ in range(3)
    )
    for sql in _SETUP:
        first.execute(sql)
    second.execute("USE locks_awaited")
    given = []
    for held, asked in PAIRS:
        for cursor in (first, second):
            cursor.execute("BEGIN")
        first.execute(held)
        thread = threading.Thread(target=_ask, args=(second, asked))
        thread.start()
        seen = _seen(watcher)
        watcher.execute(_WAITS)
        waits = watcher.fetchall()
        first.execute("ROLLBACK")
        thread.join()
        watcher.execute(_LOCKS)
        intends = any("INTENTION" in row[4] for row in seen)
        given.append([seen, waits, watcher.fetchall() if intends else ()])
        second.execute("ROLLBACK")
    return json.loads(json.dumps(given))  # type: ignore[no-any-return]


def _ask(cursor: Any, sql: str) -> None:
    """A duplicate may be left when the first session has rolled back."""
    with suppress(pymysql.err.IntegrityError):
        cursor.execute(sql)


def _seen(watcher: Any) -> Any:
    """The locks, once one is waited for."""
    until = time.monotonic() + _SECONDS
    while True:
        watcher.execute(_LOCKS)
        rows = watcher.fetchall()
        if any("WAITING" in row for row in rows) or time.monotonic() > until:
            time.sleep(0.3)  # a server's own lists may be read in the middle of it
            watcher.execute(_LOCKS)
            return watcher.fetchall()
        time.sleep(0.05)


if __name__ == "__main__":
    KEPT.write_text(json.dumps(answers(sys.argv[1], int(sys.argv[2])), indent=1) + "\n", encoding="utf-8")
