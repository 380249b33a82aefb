"""A served Server under hostile clients, and under many."""

from __future__ import annotations

import gc
import socket
import threading
import time
from pathlib import Path

import psutil
import pymysql
import pytest

from binwriter.live.serving import Serving, Settings
from binwriter.server.server import Server
from tests.reliability.wire.fuzz import attack

_ROOM = 8 << 20  # bytes that three hundred connections may leave behind: the allocator's, not ours


def _connect(serving: Serving) -> pymysql.Connection[pymysql.cursors.Cursor]:
    return pymysql.connect(host=serving.host, port=serving.port, user="root", password="pw")


@pytest.mark.slow
def test_damaged_packets_hurt_their_own_connection_only() -> None:
    report = attack(1500, seed=11)
    assert report.said == ""
    assert report.packets >= 1500


@pytest.mark.slow
def test_connections_leave_nothing_behind(tmp_path: Path) -> None:
    process = psutil.Process()
    with Server(tmp_path / "log") as server, Serving(server, Settings(users={"root": "pw"})) as serving:

        def visits(count: int) -> None:
            for number in range(count):
                if number % 4 == 0:  # one that says nothing at all
                    socket.create_connection((serving.host, serving.port)).close()
                    continue
                client = _connect(serving)
                client.query("SELECT 1")
                if number % 4 == 1:  # one that goes without a word
                    client._sock.close()  # type: ignore[attr-defined]
                    client._sock = None  # type: ignore[attr-defined]
                else:
                    client.close()

        def settled() -> tuple[int, int, int]:
            deadline = time.monotonic() + 20
            while (serving.connections or serving._tasks or server.sessions) and time.monotonic() < deadline:
                time.sleep(0.02)
            gc.collect()
            # of the threads in which sessions begin there are a few, for good
            threads = sum(not thread.name.startswith("session") for thread in threading.enumerate())
            return len(serving._tasks) + len(serving._channels), threads, process.num_fds()

        visits(100)
        before, memory = settled(), process.memory_info().rss
        visits(300)
        assert before[0] == 0
        # none more; a thread that an earlier test has left may end meanwhile
        assert all(now <= then for now, then in zip(settled(), before, strict=True))
        assert process.memory_info().rss - memory < _ROOM


@pytest.mark.slow
def test_fifty_clients_at_once(tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server, Serving(server, Settings(users={"root": "pw"})) as serving:
        with _connect(serving) as first:
            first.query("CREATE DATABASE d")
            first.query("CREATE TABLE d.t (client INT, n INT, PRIMARY KEY (client, n))")
        failed: list[Exception] = []

        def work(number: int) -> None:
            try:
                with _connect(serving) as client:
                    for step in range(10):
                        client.query(f"INSERT INTO d.t VALUES ({number}, {step})")
                    client.commit()
            except Exception as error:
                failed.append(error)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(50)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failed == []
        with _connect(serving) as last, last.cursor() as cursor:
            cursor.execute("SELECT COUNT(*) FROM d.t")
            assert cursor.fetchone() == (500,)


def test_half_a_login_holds_nobody_up(tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server, Serving(server, Settings(users={"root": "pw"})) as serving:
        half = [socket.create_connection((serving.host, serving.port)) for _ in range(20)]
        for one in half:
            one.sendall(b"\x40\0\0\1abc")
        with _connect(serving) as client:
            assert client.query("SELECT 1") == 1
        for one in half:
            one.close()
