"""What becomes of statements whose clients have gone while they waited: asked of a 9.7.4, and of ours.

SLEEP() looks each 5 seconds whether the client is there; without one it is over, and its statement goes on. GET_LOCK()
looks each second, and ends with an error. A wait for a row does not look.
"""

from __future__ import annotations

import contextlib
import socket
import time
from pathlib import Path
from typing import Any

import pymysql
import pytest
from pymysql.constants import COMMAND

from binwriter.integration.mysql import MySQLServer
from binwriter.live.serving import Serving, Settings
from binwriter.server.server import Server

_MADE = (
    "DROP DATABASE IF EXISTS gone",
    "CREATE DATABASE gone",
    "USE gone",
    "CREATE TABLE t (w VARCHAR(9), n INT)",
    "CREATE TABLE u (a INT PRIMARY KEY)",
    "INSERT INTO u VALUES (1)",
    "CREATE PROCEDURE sleeps() BEGIN DO SLEEP(60); INSERT INTO t VALUES ('behind', 0); END",
    "CREATE PROCEDURE locks() BEGIN DO GET_LOCK('l', 60); INSERT INTO t VALUES ('never', 0); END",
    "SELECT GET_LOCK('l', 1)",
    "BEGIN",
    "UPDATE u SET a = a + 10",
)
_WAITS = {
    "INSERT INTO t VALUES ('lock', GET_LOCK('l', 60))": 1,
    "CALL locks()": 1,
    "INSERT INTO t VALUES ('sleep', SLEEP(60))": 5,
    "CALL sleeps()": 5,
    "INSERT INTO t VALUES ('twice', SLEEP(60)), ('twice', SLEEP(60))": 10,
    "UPDATE u SET a = a + 20": None,
}
_ROWS = (("behind", 0), ("sleep", 0), ("twice", 0), ("twice", 0))
_SLACK = 4.0  # of a busy machine, in seconds


def _left_alone(host: str, port: int, sql: str) -> int:
    """The number of a session whose client has gone while its statement waits."""
    client = pymysql.connect(host=host, port=port, user="root", database="gone", autocommit=True)
    client._execute_command(COMMAND.COM_QUERY, sql)
    time.sleep(0.2)
    client._sock.shutdown(socket.SHUT_RDWR)
    client._force_close()
    return int(client.thread_id())


def _sessions(cursor: Any) -> set[int]:
    cursor.execute("SHOW PROCESSLIST")
    return {int(row[0]) for row in cursor.fetchall()}


def _ask(host: str, port: int) -> None:
    with pymysql.connect(host=host, port=port, user="root") as client, client.cursor() as cursor:
        for sql in _MADE:
            cursor.execute(sql)
        began = time.monotonic()
        waiting = {_left_alone(host, port, sql): sql for sql in _WAITS}
        ended: dict[str, float] = {}
        while len(ended) < len(_WAITS) - 1 and time.monotonic() - began < 10 + 4 * _SLACK:
            for number in waiting.keys() - _sessions(cursor):
                ended[waiting.pop(number)] = time.monotonic() - began
            time.sleep(0.1)
        for sql, seconds in _WAITS.items():
            assert (sql in ended) == (seconds is not None), sql
            assert seconds is None or seconds - 1 <= ended[sql] <= seconds + _SLACK, (sql, ended[sql])
        client.rollback()
        with contextlib.suppress(pymysql.MySQLError):
            cursor.execute(f"KILL {next(iter(waiting))}")
        cursor.execute("SELECT * FROM t ORDER BY w")
        assert cursor.fetchall() == _ROWS


@pytest.mark.slow
def test_waits_without_a_client_are_over(tmp_path: Path) -> None:
    with Server(tmp_path) as server, Serving(server, Settings(users={"root": ""})) as serving:
        _ask(serving.host, serving.port)


@pytest.mark.mysql
def test_a_server_ends_them_so(mysql_server: MySQLServer) -> None:
    _ask(mysql_server.host, mysql_server.port)
