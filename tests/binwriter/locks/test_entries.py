"""Entries of secondary indexes: who has got the lock of one is not robbed of its row before his thread goes on.

Three sessions are needed: one that he waited for, he, and one that takes the row away by the primary key in between.
On a real server: tests/golden/scenarios/locks_of_entries.scn.
"""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from binwriter.server.server import Server
from binwriter.server.session import Session
from binwriter.statement.result import StatementResult

_FINDS = ("DELETE FROM t WHERE k = 7", "UPDATE t SET v = v + 1 WHERE k = 7", "SELECT v FROM t WHERE k = 7 FOR UPDATE")
_REMOVES = (
    "DELETE FROM t WHERE id = 7",
    "REPLACE INTO t VALUES (7, 0, 8)",
    "UPDATE t SET k = 8 WHERE id = 7",
    "INSERT INTO t VALUES (7, 0, 9) ON DUPLICATE KEY UPDATE k = 8",
)


class _InThread:
    """A statement in a thread of its own. result: when it has ended."""

    def __init__(self, session: Session, sql: str) -> None:
        self.result: StatementResult | None = None
        self._thread = threading.Thread(target=self._run, args=(session, sql), daemon=True)
        self._thread.start()
        while session.owner.waiter is None and self._thread.is_alive():
            time.sleep(0.001)

    def _run(self, session: Session, sql: str) -> None:
        self.result = session.run(sql)

    def ended(self) -> StatementResult:
        self._thread.join(30)
        assert self.result is not None
        return self.result


@pytest.fixture
def server(tmp_path: Path) -> Server:
    server = Server(tmp_path, ["server-id=1", "binlog-format=MIXED", "innodb-lock-wait-timeout=20"])
    session = server.connect()
    session.execute("CREATE DATABASE test")
    session.execute("USE test")
    session.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT, k INT, UNIQUE KEY (k), KEY (v))")
    session.execute("INSERT INTO t VALUES (5, 5, 5), (7, 7, 7), (9, 9, 9)")
    server.locks.keep_from_now_on()
    return server


@pytest.mark.parametrize("removes", _REMOVES)
@pytest.mark.parametrize("finds", _FINDS)
def test_a_row_that_is_waited_for_is_found_or_there_is_a_deadlock(server: Server, finds: str, removes: str) -> None:
    first, finder, remover = (server.connect(database="test") for _ in range(3))
    first.execute("BEGIN")
    first.execute("DELETE FROM t WHERE id = 7")
    finder.execute("BEGIN")
    waiting = _InThread(finder, finds)
    with server.locks.turns.mutex:  # the finder has its lock and no turn yet
        first.execute("ROLLBACK")
        remover.execute("BEGIN")
        removed = remover.run(removes)
    found = waiting.ended()
    errors = [result.error.code for result in (found, removed) if result.error is not None]
    assert errors == [1213]  # one of both has given way, and the other has done what it says
    if found.error is None:
        assert found.rows or found.affected == 1
    remover.execute("ROLLBACK")
    finder.execute("ROLLBACK")
    assert finder.execute("SELECT * FROM t WHERE id = 7").rows == ((7, 7, 7),)


@pytest.mark.parametrize("removes", _REMOVES)
def test_a_row_stays_while_a_duplicate_of_its_key_is_open(server: Server, removes: str) -> None:
    ignored, remover = (server.connect(database="test") for _ in range(2))
    ignored.execute("BEGIN")
    assert ignored.execute("INSERT IGNORE INTO t VALUES (8, 8, 7)").affected == 0
    waiting = _InThread(remover, removes)
    assert waiting.result is None
    ignored.execute("COMMIT")
    assert waiting.ended().error is None
    assert remover.execute("SELECT id FROM t WHERE k = 7").rows == ()
