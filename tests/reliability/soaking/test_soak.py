"""A short soak: threads of one server for some seconds, in a life that ends well and one that crashes inside."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from binwriter.errors import MySQLError
from binwriter.inspection.verify import verify_files
from binwriter.locks.turns import Owner, Waiter, _is_hopeless
from binwriter.server.server import Server
from tests.reliability.soaking import starving
from tests.reliability.soaking.check import Checker, ready_slices
from tests.reliability.soaking.life import Life, Settings
from tests.reliability.soaking.memory import Held, grows, growth, warm
from tests.reliability.soaking.run import NOISE, kinds_of_lives
from tests.reliability.soaking.starving import Patience

# Objects for each statement; a leak of one small object in every tenth transaction is more than this.
_FLAT = 0.05


@pytest.mark.slow
@pytest.mark.parametrize("crash_every", [0.0, 2.0])
def test_what_is_held_does_not_grow_and_every_log_is_whole(tmp_path: Path, crash_every: float) -> None:
    others = {"wire": 0, "encryption": True} if crash_every else {"wire": 2}
    life = Life(Settings(str(tmp_path), 1, 6, 9.0, 2.0, crash_every, True, "MIXED", 1 << 15, least=2000, **others))
    life.run()
    assert life.findings == []
    assert life.counts["statements"] > 300
    checker = Checker(no_server="this test has none")
    for one in ready_slices(tmp_path):
        checker.check(one)
    assert checker.findings == []
    assert checker.files >= len(life.samples)  # a look each, at what was closed since the one before
    assert len(warm(life.samples)) > 1
    assert not grows(life.samples, _FLAT, NOISE), growth(warm(life.samples)[0], life.samples[-1])


def _two(folder: Path) -> Server:
    server = Server(folder, {"innodb_lock_wait_timeout": "50"})
    session = server.connect()
    session.execute("CREATE DATABASE d")
    session.execute("CREATE TABLE d.t (a INT PRIMARY KEY, b INT)")
    session.execute("INSERT INTO d.t VALUES (1, 1), (2, 2)")
    return server


def _waiting(server: Server, answers: list[object]) -> threading.Thread:
    """A session in a thread of its own that waits for a row that this thread's session has locked."""
    holder, other = server.connect(database="d"), server.connect(database="d")
    holder.execute("BEGIN")
    holder.execute("UPDATE t SET b = 5 WHERE a = 1")

    def wait() -> None:
        try:
            other.execute("UPDATE t SET b = 6 WHERE a = 2 OR a = 1")
        except (MySQLError, ValueError) as error:
            answers.append(error)

    thread = threading.Thread(target=wait)
    thread.start()
    while other.owner.waiter is None:
        time.sleep(0.01)
    return thread


@pytest.mark.parametrize("end", ["shutdown", "crash"])
def test_a_server_ends_under_sessions_that_wait(tmp_path: Path, end: str) -> None:
    server, answers = _two(tmp_path), list[object]()
    thread = _waiting(server, answers)
    getattr(server, end)()
    thread.join(10)
    assert not thread.is_alive()
    assert len(answers) == 1
    assert server.sessions == {}
    getattr(server, end)()  # again: nothing happens
    with pytest.raises(ValueError, match="shut down"):
        server.connect()
    server.restart()
    with server:
        assert server.connect(database="d").execute("SELECT * FROM t").rows == ((1, 1), (2, 2))
    assert [one for one in verify_files(server.log_files()) if one.severity.value != "note"] == []


@pytest.mark.parametrize("end", ["shutdown", "crash"])
def test_a_server_ends_under_an_event_that_waits(tmp_path: Path, end: str) -> None:
    """The thread of the scheduler is no client's, but the server ends it, too; the event is still there afterwards."""
    with Server(tmp_path, {"innodb_lock_wait_timeout": "50"}) as server:
        session = server.connect()
        for text in (
            "CREATE DATABASE d",
            "CREATE TABLE d.t (a INT PRIMARY KEY, b INT)",
            "INSERT INTO d.t VALUES (1, 1)",
            "CREATE EVENT d.e ON SCHEDULE EVERY 1 HOUR DO UPDATE d.t SET b = 2",
            "BEGIN",
            "UPDATE d.t SET b = 3",
        ):
            session.execute(text)
        ran: list[list[str]] = []
        thread = threading.Thread(target=lambda: ran.append(server.run_events()))
        thread.start()
        while not any(one.owner.waiter is not None for one in list(server.connected.own_threads.values())):
            time.sleep(0.01)
        getattr(server, end)()
        thread.join(10)
        assert ran == [[]]
        assert server.connected.own_threads == {}
        assert server.run_events() == []
        server.restart()
        session = server.connect(database="d")
        assert session.execute("SELECT * FROM t").rows == ((1, 1),)
        assert session.execute("SELECT STATUS FROM information_schema.EVENTS").rows == (("ENABLED",),)
    assert [one for one in verify_files(server.log_files()) if one.severity.value != "note"] == []


def test_a_session_that_is_closed_says_so(tmp_path: Path) -> None:
    with _two(tmp_path) as server:
        session = server.connect(database="d")
        session.close()
        session.close()
        table = server.catalog.table("d", "t")
        for use in (
            lambda: session.run("SELECT 1"),
            lambda: session.insert_rows(table, [(3, 3)]),
            session.begin,
            session.commit,
            session.rollback,
            lambda: session.log_ddl("CREATE TABLE d.u (a INT)"),
        ):
            with pytest.raises(ValueError, match="is closed"):
                use()


def test_a_transaction_whose_session_is_killed_in_it(tmp_path: Path) -> None:
    """The error is that of the block, not of the rollback that nobody needs any more."""
    with _two(tmp_path) as server:
        session = server.connect(database="d")
        with pytest.raises(RuntimeError, match="mine"), session.transaction():
            session.execute("UPDATE t SET b = 9")
            server.kill(session.thread_id)
            raise RuntimeError("mine")
        assert server.connect(database="d").execute("SELECT b FROM t").rows == ((1,), (2,))


def test_a_session_runs_one_statement_at_a_time(tmp_path: Path) -> None:
    """A second thread that uses it waits for the first one's statement, as on a connection."""
    with _two(tmp_path) as server:
        holder, shared = server.connect(database="d"), server.connect(database="d")
        holder.execute("BEGIN")
        holder.execute("UPDATE t SET b = 5 WHERE a = 1")
        done: list[str] = []

        def use(sql: str) -> None:
            shared.execute(sql)
            done.append(sql)

        texts = ("UPDATE t SET b = b + 1 WHERE a = 1", "UPDATE t SET b = b + 1 WHERE a = 2")
        threads = []
        for number, text in enumerate(texts):
            threads.append(threading.Thread(target=use, args=(text,)))
            threads[-1].start()
            while shared.owner.waiter is None:
                time.sleep(0.01)
            time.sleep(0.1 * number)
        assert done == []
        holder.execute("COMMIT")
        for thread in threads:
            thread.join(10)
        assert done == list(texts)
        assert holder.execute("SELECT b FROM t").rows == ((6,), (3,))


def test_a_long_queue_is_looked_at_once() -> None:
    """Whoever waits asks whether anybody could let it go on; fifty in a queue wait for all before them."""
    owners = [Owner(number, lambda name: 1, lambda: (False, 0), thread=1) for number in range(50)]
    asked = 0
    for place, owner in enumerate(owners[1:], 1):

        def blockers(place: int = place) -> list[Owner]:
            nonlocal asked
            asked += 1
            return owners[:place]

        owner.waiter, owner.blockers = Waiter(owner, 0), blockers
    assert _is_hopeless(owners[-1], thread=1)
    assert not _is_hopeless(owners[-1], thread=2)
    assert asked < 2 * len(owners)


def test_what_a_killed_life_left_is_looked_at_before_other_tables_are_made() -> None:
    kinds = kinds_of_lives()
    for kind, following in zip(kinds, [*kinds[1:], kinds[0]], strict=True):
        assert not kind.get("kill") or following.get("gtids", True)


def test_who_waits_for_a_processor_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine gives a process more time, but not for ever; one that waits for a lock has none."""
    seconds = iter(range(10, 1000, 10))
    monkeypatch.setattr(starving.time, "monotonic", lambda: float(next(seconds)))
    waits = [0.0]
    monkeypatch.setattr(starving, "waited", lambda pid: waits[0])
    patience = Patience(10.0, most=2, _since=0.0)
    waits[0] = 6.0
    assert not patience.is_over
    waits[0] = 12.0
    assert not patience.is_over
    waits[0] = 18.0
    assert patience.is_over
    still = Patience(10.0, _since=0.0)
    waits[0] = 20.0
    assert still.is_over


def test_what_is_more_at_the_end_is_growth() -> None:
    seen = ((10, 0), (1000, 300), (1100, 1500), (1200, 900), (1300, 3000))
    looks = [Held(statements, objects, 0, 0, {}) for statements, objects in seen]
    assert grows(looks, 0.05, 1000)
    assert not grows(looks[:4], 0.05, 1000)
    assert not grows([looks[1], Held(60_000, 3000, 0, 0, {})], 0.05, 1000)
    assert not grows(looks[:2], 0.05, 1000)
