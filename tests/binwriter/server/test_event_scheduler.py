"""Events that run by the server's clock. What they log is compared in test_golden (event_runs)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pymysql
import pytest

from binwriter import Server
from binwriter.chance import Chance, StepClock
from binwriter.integration.testing import FakeMySQL
from binwriter.server.session import Session
from binwriter.sql.binding.programs import Schedule
from binwriter.sql.programs.event_times import last_run, next_run

_SECOND = 1_000_000


@pytest.fixture
def clock() -> StepClock:
    return StepClock()


@pytest.fixture
def server(tmp_path: Path, clock: StepClock) -> Iterator[Server]:
    with Server(tmp_path / "log", chance=Chance(clock=clock)) as made:
        yield made


@pytest.fixture
def session(server: Server) -> Session:
    made = server.connect()
    for statement in ("CREATE DATABASE d", "USE d", "CREATE TABLE t (a INT AUTO_INCREMENT PRIMARY KEY, b VARCHAR(40))"):
        made.execute(statement)
    return made


def _rows(session: Session) -> list[str]:
    return [row[0] for row in session.execute("SELECT b FROM t ORDER BY a").rows or ()]


def test_an_event_runs_when_its_time_has_come(server: Server, session: Session, clock: StepClock) -> None:
    session.execute("CREATE EVENT e ON SCHEDULE AT NOW() + INTERVAL 1 HOUR DO INSERT INTO t (b) VALUES ('x')")
    assert server.run_events() == []
    clock.now += 3600 * _SECOND
    assert server.run_events() == ["d.e"]
    assert server.run_events() == []
    assert _rows(session) == ["x"]
    assert session.execute("SELECT COUNT(*) FROM information_schema.EVENTS").rows == ((0,),)


def test_an_event_that_is_late_runs_once_and_then_on_its_grid(
    server: Server, session: Session, clock: StepClock
) -> None:
    session.execute("CREATE EVENT e ON SCHEDULE EVERY 10 SECOND DO INSERT INTO t (b) VALUES (NOW())")
    for seconds in (0, 35, 4, 1, 10):
        clock.now += seconds * _SECOND
        server.run_events()
    assert [row[-2:] for row in _rows(session)] == ["00", "35", "40", "50"]


def test_sleep_lets_time_pass(server: Server, session: Session) -> None:
    session.execute(
        "CREATE EVENT e ON SCHEDULE EVERY 1 SECOND ENDS NOW() + INTERVAL 1 SECOND DO INSERT INTO t VALUES ()"
    )
    server.run_events()
    session.execute("SELECT SLEEP(1)")
    assert server.run_events() == ["d.e"]
    session.execute("SELECT SLEEP(1)")
    assert server.run_events() == []


@pytest.mark.parametrize(
    "first", ["SET GLOBAL event_scheduler=OFF", "SET GLOBAL read_only=ON", "ALTER EVENT e DISABLE", "DROP EVENT e"]
)
def test_what_keeps_an_event_from_running(first: str, server: Server, session: Session) -> None:
    session.execute("CREATE EVENT e ON SCHEDULE EVERY 1 SECOND DO INSERT INTO t (b) VALUES ('x')")
    session.execute(first)
    assert server.run_events() == []


def test_older_servers_run_events_when_they_are_told_to(tmp_path: Path) -> None:
    with Server(tmp_path / "log", profile="5.7") as server:
        session = server.connect()
        for statement in ("CREATE DATABASE d", "CREATE EVENT d.e ON SCHEDULE EVERY 1 SECOND DO SET @a=1"):
            session.execute(statement)
        assert server.run_events() == []
        session.execute("SET GLOBAL event_scheduler=ON")
        assert server.run_events() == ["d.e"]


def test_an_event_has_the_rights_of_its_definer(
    server: Server, session: Session, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "binwriter")
    session.execute("CREATE USER u@localhost")
    session.execute("CREATE DEFINER=u@localhost EVENT e ON SCHEDULE AT NOW() DO INSERT INTO t (b) VALUES ('x')")
    session.execute("CREATE DEFINER=root@localhost EVENT e2 ON SCHEDULE AT NOW() DO INSERT INTO t (b) VALUES (USER())")
    server.run_events()
    assert _rows(session) == ["root@localhost"]
    assert "event d.e: ERROR 1142 (42000): INSERT command denied to user 'u'@'localhost' for table 't'" in caplog.text


_DAY = 86_400 * _SECOND


@pytest.mark.parametrize(
    ("every", "unit", "last", "expected"),
    [
        ("1", "MONTH", "2025-02-28 12:00:00", "2025-03-31 00:00:00"),
        ("1", "MONTH", "2025-01-31 00:00:00", "2025-02-28 00:00:00"),
        ("2", "YEAR", "2026-01-01 00:00:00", "2027-01-31 00:00:00"),
        ("'1:30'", "HOUR_MINUTE", "2025-01-31 01:29:59", "2025-01-31 01:30:00"),
        ("'1-1'", "YEAR_MONTH", "2025-02-01 00:00:00", "2026-02-28 00:00:00"),
        ("3", "WEEK", "2025-01-31 00:00:00", "2025-02-21 00:00:00"),
        ("8000", "YEAR", "2025-01-31 00:00:00", None),
    ],
)
def test_the_next_time_of_a_grid(every: str, unit: str, last: str, expected: str | None) -> None:
    schedule = Schedule("+01:00", every=every, unit=unit, starts=datetime(2025, 1, 31), last=_instant(last))
    assert next_run(schedule) == (None if expected is None else _instant(expected))
    assert last_run(schedule) == datetime.fromisoformat(last)


def _instant(local: str) -> int:
    return int(datetime.fromisoformat(f"{local}+01:00").timestamp()) * _SECOND


@pytest.mark.slow
def test_a_server_that_is_served_runs_its_events() -> None:
    with (
        FakeMySQL() as mysql,
        pymysql.connect(**mysql.connection_parameters, autocommit=True) as client,
        client.cursor() as cursor,
    ):
        for statement in (
            "CREATE DATABASE d",
            "CREATE TABLE d.t (a INT)",
            "CREATE EVENT d.e ON SCHEDULE AT NOW() DO INSERT INTO d.t VALUES (1)",
        ):
            cursor.execute(statement)
        end = time.monotonic() + 20
        while time.monotonic() < end and not cursor.execute("SELECT * FROM d.t"):
            time.sleep(0.1)
        assert cursor.fetchall() == ((1,),)


@pytest.mark.parametrize("change", ["DROP EVENT b", "ALTER EVENT b DISABLE", "ALTER EVENT b ON SCHEDULE EVERY 1 HOUR"])
def test_an_event_that_was_due_is_looked_at_again_when_it_is_its_turn(
    change: str, server: Server, session: Session, clock: StepClock
) -> None:
    """What was dropped or altered while others ran came back as it was, and ran; no log had it (a soak, 1539)."""
    session.execute(f"CREATE EVENT a ON SCHEDULE AT NOW() + INTERVAL 1 SECOND DO {change}")
    session.execute("CREATE EVENT b ON SCHEDULE AT NOW() + INTERVAL 2 SECOND DO INSERT INTO t (b) VALUES ('x')")
    clock.now += 10 * _SECOND
    assert server.run_events()[:1] == ["d.a"]
    left = session.execute("SELECT EVENT_NAME, STATUS, EXECUTE_AT FROM information_schema.EVENTS").rows
    if change.startswith("DROP"):
        assert left == ()
    elif change.endswith("DISABLE"):
        assert left is not None and left[0][:2] == ("b", "DISABLED")
    else:
        assert left is not None and left[0] == ("b", "ENABLED", None)
    assert (_rows(session) == []) == (not change.endswith("HOUR"))
