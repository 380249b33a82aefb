"""What is counted of clients that went without a word, or did not get in: each way asked of a 9.7.4, and of ours."""

from __future__ import annotations

import contextlib
import socket
import struct
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pymysql
import pytest
from pymysql.constants import COMMAND

from binwriter.integration.mysql import MySQLServer
from binwriter.live.serving import Serving, Settings
from binwriter.server.server import Server

_NAMES = ("Aborted_clients", "Aborted_connects", "Connection_errors_max_connections")
_NONE, _CLIENT, _CONNECT, _FULL = (0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)


@dataclass(frozen=True)
class _Opening:
    """Opens connections, and keeps them: a client that is collected has gone."""

    host: str
    port: int
    kept: list[Any] = field(default_factory=list)

    def __call__(self, **given: Any) -> Any:
        self.kept.append(pymysql.connect(host=self.host, port=self.port, **{"user": "root", **given}))
        return self.kept[-1]


def _says_goodbye(open_: _Opening, cursor: Any) -> None:
    open_().close()


def _goes(open_: _Opening, cursor: Any) -> None:
    client = open_()
    client._sock.shutdown(socket.SHUT_RDWR)
    client._force_close()


def _is_killed(open_: _Opening, cursor: Any) -> None:
    cursor.execute(f"KILL {open_().thread_id()}")


def _kills_itself(open_: _Opening, cursor: Any) -> None:
    with open_().cursor() as own:
        own.execute("KILL CONNECTION_ID()")


def _is_idle(open_: _Opening, cursor: Any) -> None:
    with open_().cursor() as own:
        own.execute("SET wait_timeout = 1")
    time.sleep(1.5)


def _sends_too_much(open_: _Opening, cursor: Any) -> None:
    cursor.execute("SET GLOBAL max_allowed_packet = 16384")
    try:
        with open_().cursor() as own:
            own.execute(f"SELECT '{'x' * 70_000}'")
    finally:
        cursor.execute("SET GLOBAL max_allowed_packet = 67108864")


def _takes_nothing_of(open_: _Opening, command: int, argument: bytes) -> None:
    """Of an answer that is larger than what systems keep for a connection."""
    client = open_()
    with client.cursor() as own:
        own.execute("SET net_write_timeout = 1, @source_binlog_checksum = 'NONE'")
    client._execute_command(command, argument)


def _takes_nothing_of_an_answer(open_: _Opening, cursor: Any) -> None:
    _takes_nothing_of(open_, COMMAND.COM_QUERY, b"SELECT REPEAT('x', 30000000)")


def _takes_nothing_of_the_log(open_: _Opening, cursor: Any) -> None:
    cursor.execute("CREATE DATABASE large")
    cursor.execute("CREATE TABLE large.t (c LONGTEXT)")
    cursor.execute("INSERT INTO large.t SELECT REPEAT('x', 30000000)")
    cursor.execute("DROP DATABASE large")
    cursor.execute("SHOW BINARY LOGS")
    name = cursor.fetchall()[-1][0]
    _takes_nothing_of(open_, COMMAND.COM_BINLOG_DUMP, struct.pack("<IHI", 4, 0, 4711) + name.encode())


def _has_no_account(open_: _Opening, cursor: Any) -> None:
    open_(user="nobody", password="x")


def _asks_for_no_database(open_: _Opening, cursor: Any) -> None:
    open_(database="nowhere")


def _goes_before_it_says_who_it_is(open_: _Opening, cursor: Any) -> None:
    with socket.create_connection((open_.host, open_.port)) as client:
        client.recv(100)


def _comes_when_all_places_are_taken(open_: _Opening, cursor: Any) -> None:
    cursor.execute("SET GLOBAL max_connections = 10")
    with contextlib.ExitStack() as clients:
        clients.callback(cursor.execute, "SET GLOBAL max_connections = 151")
        while True:
            clients.enter_context(open_())


_WAYS: dict[Callable[[_Opening, Any], None], tuple[int, int, int]] = {
    _says_goodbye: _NONE,
    _goes: _CLIENT,
    _is_killed: _CLIENT,
    _kills_itself: _CLIENT,
    _is_idle: _CLIENT,
    _sends_too_much: _CLIENT,
    _takes_nothing_of_an_answer: _CLIENT,
    _takes_nothing_of_the_log: _CLIENT,
    _has_no_account: _CONNECT,
    _asks_for_no_database: _CONNECT,
    _goes_before_it_says_who_it_is: _CONNECT,
    _comes_when_all_places_are_taken: _FULL,
}


def _counted(cursor: Any) -> tuple[int, ...]:
    cursor.execute(f"SHOW GLOBAL STATUS WHERE variable_name IN {_NAMES}")
    return tuple(int(value) for _, value in cursor.fetchall())


def _raised(
    open_: _Opening, cursor: Any, way: Callable[[_Opening, Any], None], expected: tuple[int, ...]
) -> tuple[int, ...]:
    """By how much; a client's end is noticed a little later."""
    before = _counted(cursor)
    with contextlib.suppress(pymysql.MySQLError):
        way(open_, cursor)
    until = time.monotonic() + 20
    while True:
        raised = tuple(now - then for now, then in zip(_counted(cursor), before, strict=True))
        if raised == expected or time.monotonic() > until:
            return raised
        time.sleep(0.05)


def _ask(host: str, port: int) -> None:
    opening = _Opening(host, port)
    with opening() as client, client.cursor() as cursor:
        for way, expected in _WAYS.items():
            assert (way.__name__, _raised(opening, cursor, way, expected)) == (way.__name__, expected)
        cursor.execute("FLUSH STATUS")
        assert [count > 0 for count in _counted(cursor)] == [False, True, True]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Serving]:
    with Server(tmp_path) as server, Serving(server, Settings(users={"root": ""})) as serving:
        yield serving


@pytest.mark.slow
def test_who_goes_without_a_word_is_counted(served: Serving) -> None:
    _ask(served.host, served.port)


@pytest.mark.mysql
def test_a_server_counts_them_so(mysql_server: MySQLServer) -> None:
    _ask(mysql_server.host, mysql_server.port)
