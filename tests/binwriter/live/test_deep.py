"""What is deep is described behind its statement; the room for it is every session's."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pymysql
import pytest

from binwriter.errors import MySQLError
from binwriter.live.serving import Serving
from binwriter.server.server import Server
from binwriter.sql.programs.nesting import DeepCalls


@pytest.mark.parametrize(
    "text",
    [
        "SELECT " + "NOT " * 3000 + "1",
        "SELECT " + "CONCAT(" * 900 + "1" + ")" * 900,
        "SELECT " + "IF(1," * 900 + "1" + ",2)" * 900,
        "SELECT 1" + "+1" * 1900,
    ],
    ids=["NOT", "CONCAT", "IF", "sum"],
)
def test_what_a_server_reads_is_described(text: str, tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server, Serving(server) as serving:
        client = pymysql.connect(host=serving.host, port=serving.port, user="root")
        with client, client.cursor() as cursor:
            cursor.execute(text)
            assert len(cursor.fetchall()) == 1


def test_room_of_one_session_stays_when_another_leaves() -> None:
    before = sys.getrecursionlimit()
    entered, left = threading.Event(), threading.Event()
    found = []

    def other() -> None:
        with DeepCalls():
            entered.set()
            left.wait(60)
            found.append(sys.getrecursionlimit())

    inner = threading.Thread(target=other)
    with DeepCalls():
        inner.start()
        entered.wait(60)
    left.set()
    inner.join()
    assert found[0] > before
    assert sys.getrecursionlimit() == before


def test_what_is_deeper_ends_with_the_servers_error() -> None:
    def endless() -> None:
        endless()

    with pytest.raises(MySQLError, match="Thread stack overrun"), DeepCalls():
        endless()
