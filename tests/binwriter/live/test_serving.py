"""A served Server, and PyMySQL as its client."""

from __future__ import annotations

import gc
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pymysql
import pytest

from binwriter.live.serving import Serving, Settings
from binwriter.live.source.source import Source
from binwriter.server.server import Server
from tests.golden.dumps.cases import DUMP, dump

PASSWORD = "s3cret"


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with Server(tmp_path / "log") as server, Serving(server, Settings(users={"root": PASSWORD})) as serving:
        yield serving


def connect(serving: Serving, **changes: object) -> pymysql.Connection:
    settings: dict[str, object] = {"host": serving.host, "port": serving.port, "user": "root", "password": PASSWORD}
    return pymysql.connect(**settings | changes)  # type: ignore[arg-type]


def test_sql_runs_and_is_logged(serving: Serving) -> None:
    with connect(serving) as client, client.cursor() as cursor:
        cursor.execute("CREATE DATABASE d")
        cursor.execute("CREATE TABLE d.t (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20))")
        assert cursor.execute("INSERT INTO d.t (name) VALUES ('a'), ('é'), (NULL)") == 3
        assert cursor.lastrowid == 1
        client.commit()
        cursor.execute("SELECT * FROM d.t")
        assert cursor.fetchall() == ((1, "a"), (2, "é"), (3, None))
        cursor.execute("SELECT CONNECTION_ID()")
        assert cursor.fetchone() == (client.thread_id(),)
    assert serving.server.position()[1] > 500


def test_a_client_that_ends_the_server_is_told_before_it_ends(serving: Serving) -> None:
    """The answer was lost where the server was quicker."""
    answered, in_time, ended = threading.Event(), [], threading.Event()

    def end() -> None:
        in_time.append(answered.wait(30))
        ended.set()

    serving.server.on_shutdown = end
    with connect(serving) as client:
        client.cursor().execute("SHUTDOWN")
        answered.set()
        assert ended.wait(30)
    assert in_time == [True]


def test_an_error_is_the_servers(serving: Serving) -> None:
    with connect(serving) as client, pytest.raises(pymysql.err.OperationalError) as raised:
        client.cursor().execute("SELECT * FROM nowhere.t")
    assert raised.value.args == (1049, "Unknown database 'nowhere'")


@pytest.mark.parametrize("changes", [{"password": "wrong"}, {"password": ""}, {"user": "nobody"}])
def test_who_does_not_know_the_password_stays_outside(serving: Serving, changes: dict[str, str]) -> None:
    with pytest.raises(pymysql.err.OperationalError) as raised:
        connect(serving, **changes)
    user = changes.get("user", "root")
    using = "NO" if changes.get("password") == "" else "YES"
    assert raised.value.args == (1045, f"Access denied for user '{user}'@'localhost' (using password: {using})")


@pytest.mark.slow
def test_clients_that_came_and_went_leave_nothing_behind(tmp_path: Path) -> None:
    def threads() -> set[str]:
        return {thread.name for thread in threading.enumerate() if thread.name.startswith(("dump", "session"))}

    before, opened = threads(), len([*Path("/proc/self/fd").iterdir()])
    with Server(tmp_path / "log") as server:
        with Serving(server, Settings(users={"root": PASSWORD})) as serving:
            for number in range(40):
                client = connect(serving)
                client.query("SELECT 1")
                if number % 4 == 1:
                    client._execute_command(DUMP, dump("binlog.000001"))  # type: ignore[no-untyped-call]
                    client._read_packet()
                if number % 2:
                    client._force_close()  # type: ignore[no-untyped-call]
                else:
                    client.close()
            for _ in range(10):
                with socket.create_connection((serving.host, serving.port)) as stranger:
                    stranger.recv(1)
            _until(lambda: not (serving.connections or serving._tasks or serving._channels or server.sessions))
            assert Source.of(server).dumps == {}
        _until(lambda: threads() <= before)
    _until(lambda: len([*Path("/proc/self/fd").iterdir()]) <= opened)


def _until(holds: Callable[[], bool]) -> None:
    for _ in range(500):
        if holds():
            return
        gc.collect()
        time.sleep(0.02)
    raise AssertionError("still there")


def test_a_session_that_waits_for_a_lock_lets_the_others_go_on(serving: Serving) -> None:
    with connect(serving) as first, connect(serving) as second:
        first.query("CREATE DATABASE d")
        first.query("CREATE TABLE d.t (id INT PRIMARY KEY)")
        first.query("INSERT INTO d.t VALUES (1)")
        second.query("SET innodb_lock_wait_timeout = 1")
        with pytest.raises(pymysql.err.OperationalError) as raised:
            second.query("INSERT INTO d.t VALUES (1)")
        assert raised.value.args[0] == 1205
        first.rollback()
        assert second.query("INSERT INTO d.t VALUES (1)") == 1
