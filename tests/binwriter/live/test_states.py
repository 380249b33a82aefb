"""Why a session waits, as PROCESSLIST says it (each asked of a 9.7.4 that was in the same state)."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pymysql
import pytest
from pymysql.constants import CLIENT

from binwriter.live.serving import Serving, Settings
from binwriter.server.server import Server

_ROWS = "SELECT * FROM d.r FOR UPDATE"
_WAITS = (
    ("SELECT GET_LOCK('a', 5)", "SELECT GET_LOCK('a', 60)", "SELECT RELEASE_ALL_LOCKS()", "User lock"),
    ("LOCK TABLES d.t WRITE", "SELECT * FROM d.t", "UNLOCK TABLES", "Waiting for table metadata lock"),
    ("FLUSH TABLES WITH READ LOCK", "DELETE FROM d.t", "UNLOCK TABLES", "Waiting for global read lock"),
    ("LOCK INSTANCE FOR BACKUP", "ALTER TABLE d.t ADD b INT", "UNLOCK INSTANCE", "Waiting for backup lock"),
    (_ROWS, "INSERT INTO d.r VALUES (1, 5) ON DUPLICATE KEY UPDATE b = 5", "ROLLBACK", "update"),
    (_ROWS, "REPLACE INTO d.r VALUES (1, 5)", "ROLLBACK", "update"),
    (_ROWS, "UPDATE d.r SET b = b + 1", "ROLLBACK", "updating"),
    (_ROWS, "DELETE FROM d.r WHERE a = 1", "ROLLBACK", "updating"),
    (_ROWS, "SELECT * FROM d.r FOR SHARE", "ROLLBACK", "executing"),
)


@pytest.mark.slow
def test_the_state_of_a_session_says_what_it_waits_for(tmp_path: Path) -> None:
    with Server(tmp_path) as server, Serving(server, Settings(users={"root": ""})) as serving:

        def connected() -> pymysql.Connection:
            return pymysql.connect(host="127.0.0.1", port=serving.port, user="root", read_timeout=60)

        with connected() as first, connected() as second, connected() as third:
            holder, waiter, reader = first.cursor(), second.cursor(), third.cursor()
            holder.execute("CREATE DATABASE d")
            holder.execute("CREATE TABLE d.t (a INT)")
            holder.execute("CREATE TABLE d.r (a INT PRIMARY KEY, b INT)")
            holder.execute("INSERT INTO d.r VALUES (1, 1), (2, 2)")
            holder.execute("COMMIT")
            for takes, waits, gives, state in _WAITS:
                holder.execute(takes)
                thread = threading.Thread(target=waiter.execute, args=(waits,))
                thread.start()
                said, until = "", time.monotonic() + 30
                while not said and time.monotonic() < until:
                    reader.execute("SHOW FULL PROCESSLIST")
                    said = next((row[6] for row in reader.fetchall() if row[7] == waits), "")
                holder.execute(gives)
                thread.join()
                waiter.execute("ROLLBACK")
                assert (waits, said) == (waits, state)


def test_a_prepared_statement_is_shown_with_its_values(tmp_path: Path) -> None:
    """Captured: a 9.7.4."""
    with Server(tmp_path / "log") as server, Serving(server) as serving:
        first, second = (pymysql.connect(host=serving.host, port=serving.port, user="root") for _ in range(2))
        with first, second, first.cursor() as one, second.cursor() as other:
            one.execute("SET @a = 5")
            one.execute("PREPARE s FROM 'SELECT GET_LOCK(\"l\", ?)'")
            other.execute("SELECT GET_LOCK('l', 1)")
            waiting = threading.Thread(target=one.execute, args=("EXECUTE s USING @a",))
            waiting.start()
            shown: set[str | None] = set()
            while 'SELECT GET_LOCK("l", 5)' not in shown and waiting.is_alive():
                other.execute("SELECT info FROM information_schema.processlist")
                shown |= {info for (info,) in other.fetchall()}
            other.execute("SELECT RELEASE_LOCK('l')")
            waiting.join()
    assert 'SELECT GET_LOCK("l", 5)' in shown


# Sent, and what PROCESSLIST shows of it while the one that sleeps runs (asked of a 9.7.4)
_SHOWN = {
    "  DO SLEEP(0.4) ;;  ": "DO SLEEP(0.4)",
    "/* a */ DO SLEEP(0.4); SELECT 1": "/* a */ DO SLEEP(0.4)",
    "SELECT 1; DO SLEEP(0.4) ; SELECT 2": "DO SLEEP(0.4) ",
}


@pytest.mark.slow
@pytest.mark.parametrize(("sent", "shows"), _SHOWN.items())
def test_a_statement_is_shown_without_what_ends_it(tmp_path: Path, sent: str, shows: str) -> None:
    with Server(tmp_path / "log") as server, Serving(server) as serving:
        first, second = (
            pymysql.connect(host=serving.host, port=serving.port, user="root", client_flag=CLIENT.MULTI_STATEMENTS)
            for _ in range(2)
        )
        with first, second, first.cursor() as one, second.cursor() as other:

            def all_answers() -> None:
                one.execute(sent)
                while one.nextset():
                    pass

            thread = threading.Thread(target=all_answers)
            thread.start()
            shown: set[str | None] = set()
            while thread.is_alive():
                other.execute("SELECT info FROM information_schema.processlist WHERE info LIKE '%SLEEP%'")
                shown |= {info for (info,) in other.fetchall() if "processlist" not in info}
    assert shows in shown  # all of it is, until the first is read


@pytest.mark.slow
@pytest.mark.parametrize(
    "waits", ["DROP TABLE d.t", "ALTER TABLE d.t ADD b INT", "TRUNCATE d.t", "LOCK TABLES d.t WRITE"]
)
def test_what_a_prepared_transaction_locks_is_waited_for(tmp_path: Path, waits: str) -> None:
    """By the session that it was, too: anybody may end it (asked of a 9.7.4)."""
    with Server(tmp_path) as server, Serving(server, Settings(users={"root": ""})) as serving:
        first, second = (pymysql.connect(host="127.0.0.1", port=serving.port, user="root") for _ in range(2))
        with first, second, first.cursor() as one, second.cursor() as other:
            for sql in ("CREATE DATABASE d", "CREATE TABLE d.t (a INT)", "XA START 'x'", "INSERT INTO d.t VALUES (1)"):
                one.execute(sql)
            for sql in ("XA END 'x'", "XA PREPARE 'x'"):
                one.execute(sql)
            thread = threading.Thread(target=one.execute, args=(waits,))
            thread.start()
            said, until = "", time.monotonic() + 30
            while not said and time.monotonic() < until:
                other.execute("SHOW FULL PROCESSLIST")
                said = next((row[6] for row in other.fetchall() if row[7] == waits), "")
            assert said == "Waiting for table metadata lock"
            other.execute("XA COMMIT 'x'")
            thread.join(20)
            assert not thread.is_alive()
