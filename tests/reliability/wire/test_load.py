"""Many clients at once: 50 that send SQL and 50 that read the log; 1,000 that come and go."""

from __future__ import annotations

import gc
import hashlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pymysql
import pytest

from binwriter import verify
from binwriter.chance import system_chance
from binwriter.inspection.verify.finding import Severity
from binwriter.live.serving import Serving
from binwriter.server.server import Server
from binwriter.sql.text.known_trees import forget_trees
from tests.binwriter.live.source.dump_client import ask, dump, events, type_of

pytestmark = pytest.mark.slow

CLIENTS, TRANSACTIONS = 50, 6
OPTIONS = ("gtid_mode=ON", "enforce_gtid_consistency=ON", "max_connections=151")
ROTATE, FORMAT = 4, 15


def connected(serving: Serving) -> Any:
    return pymysql.connect(host=serving.host, port=serving.port, user="root", autocommit=True, read_timeout=120)


def work(serving: Serving, number: int) -> int:
    """One client's transactions on a row of its own, and one that all share. Returns how often it had to try again."""
    again = 0
    with connected(serving) as client, client.cursor() as cursor:
        for turn in range(TRANSACTIONS):
            while True:
                try:
                    cursor.execute("BEGIN")
                    cursor.execute(
                        "INSERT INTO d.t (client, turn, body) VALUES (%s, %s, REPEAT('x', 500))", (number, turn)
                    )
                    cursor.execute("UPDATE d.counters SET n = n + 1 WHERE id IN (0, %s)", (number + 1,))
                    cursor.execute("COMMIT")
                    break
                except pymysql.OperationalError as error:
                    assert error.args[0] in (1205, 1213), error
                    again += 1
    return again


def follow(serving: Serving, first: str, number: int) -> tuple[int, str]:
    """The events of the file that a dump client gets, until the marker comes: how many, and the sum of their bytes."""
    with connected(serving) as client:
        ask(client, dump(first, 4, 0, 1000 + number))
        count, sum_ = 0, hashlib.sha256()
        for event in events(client):
            if type_of(event) == ROTATE:
                continue
            if type_of(event) != FORMAT:  # a dump's has another flag than the file's
                sum_.update(event)
            count += 1
            if b"the marker" in event:
                break
        client._force_close()
    return count, sum_.hexdigest()


def test_fifty_clients_and_fifty_dumps_at_once(tmp_path: Path) -> None:
    with Server(tmp_path / "log", OPTIONS, chance=system_chance()) as server, Serving(server) as serving:
        first = server.position()[0]
        with connected(serving) as client, client.cursor() as cursor:
            cursor.execute("CREATE DATABASE d")
            cursor.execute("CREATE TABLE d.t (id INT AUTO_INCREMENT PRIMARY KEY, client INT, turn INT, body TEXT)")
            cursor.execute("CREATE TABLE d.counters (id INT PRIMARY KEY, n INT NOT NULL)")
            cursor.executemany("INSERT INTO d.counters VALUES (%s, 0)", [(number,) for number in range(CLIENTS + 1)])
            with ThreadPoolExecutor(2 * CLIENTS) as pool:
                dumps = [pool.submit(follow, serving, first, number) for number in range(CLIENTS)]
                clients = [pool.submit(work, serving, number) for number in range(CLIENTS)]
                for one in clients:
                    one.result()
                cursor.execute("CREATE TABLE d.`the marker` (a INT)")
                read = {one.result() for one in dumps}
            cursor.execute("SELECT COUNT(*), COUNT(DISTINCT client, turn) FROM d.t")
            assert cursor.fetchall() == ((CLIENTS * TRANSACTIONS,) * 2,)
            cursor.execute("SELECT n, COUNT(*) FROM d.counters GROUP BY n ORDER BY n")
            assert cursor.fetchall() == ((TRANSACTIONS, CLIENTS), (CLIENTS * TRANSACTIONS, 1))
    ((count, _),) = read  # all have got the same bytes
    assert count > CLIENTS * TRANSACTIONS * 5
    assert [one for one in verify(tmp_path / "log").findings if one.severity is Severity.ERROR] == []


@pytest.mark.parametrize("count", [100, 700])
@pytest.mark.sampled(every=2)
def test_connections_that_came_and_went_leave_nothing(count: int, tmp_path: Path) -> None:
    """No object, descriptor or thread of those behind the first 300; some of them end without a word."""

    def come_and_go(count: int) -> None:
        for number in range(count):
            client = connected(serving)
            client.query("SET @a = 1")
            client._force_close() if number % 3 else client.close()
        until(lambda: not (serving.connections or serving._tasks or serving._channels or server.sessions))

    def until(holds: Callable[[], bool]) -> None:
        for _ in range(500):
            if holds():
                return
            time.sleep(0.02)
        raise AssertionError("still there")

    def here() -> tuple[int, int]:
        forget_trees()  # a cache of statements is full later
        gc.collect()
        # the pool's threads stay, each made when the others are busy: how many depends on the machine's other work
        threads = [one for one in threading.enumerate() if not one.name.startswith("session_")]
        return len([*Path("/proc/self/fd").iterdir()]), len(threads)

    with Server(tmp_path / "log", OPTIONS, chance=system_chance()) as server, Serving(server) as serving:
        come_and_go(300)  # caches that have a place for so many sessions are full by now
        before, objects = here(), len(gc.get_objects())
        come_and_go(count)
        until(lambda: here() <= before)
        assert len(gc.get_objects()) < objects + 400
