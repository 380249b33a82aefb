"""Answers for what a client can do or has said: metadata that it may go without, its attributes, slow statements.

The bytes are those of a 9.7.4 that was asked the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pymysql
import pytest

from binwriter.live.serving import Serving
from binwriter.server.server import Server
from binwriter.wire.capabilities import Capability, Status

Connect = Callable[..., Any]


@pytest.fixture
def connect(tmp_path: Path) -> Iterator[Connect]:
    with Server(tmp_path / "log") as server, Serving(server) as serving:

        def connected(**options: Any) -> Any:
            return pymysql.connect(host=serving.host, port=serving.port, user="root", **options)

        yield connected


class Bare(pymysql.Connection):  # type: ignore[type-arg]
    """Its own statements at the start have no answer that is read for columns."""

    def _read_query_result(self, unbuffered: bool = False) -> int:
        self._read_packet()  # type: ignore[attr-defined]
        return 0


def test_definitions_of_columns_may_be_left_out(connect: Connect) -> None:
    place = connect()
    client = Bare(host=place.host, port=place.port, user="root", client_flag=Capability.OPTIONAL_RESULTSET_METADATA)

    def packets(sql: str, count: int) -> list[str]:
        client._execute_command(3, sql)  # type: ignore[attr-defined]
        return [client._read_packet().get_all_data().hex() for _ in range(count)]  # type: ignore[attr-defined]

    assert packets("SELECT 1, 2, 3", 7)[0] == "0301"  # the number of columns, then that their definitions follow
    packets("SET resultset_metadata = NONE", 1)
    head, ends, row, last = packets("SELECT 1, 2, 3", 4)
    assert (head, ends[:2], row, last[:2]) == ("0300", "fe", "013101320133", "fe")
    client._execute_command(22, "SELECT ?")  # type: ignore[attr-defined]
    assert client._read_packet().get_all_data()[-1] == 0  # type: ignore[attr-defined]
    assert packets("SELECT 1", 4)[0] == "0100"  # no definitions came


def test_attributes_of_connections_are_shown(connect: Connect) -> None:
    client, other = connect(program_name="first"), connect(program_name="second")
    with client.cursor() as cursor:
        cursor.execute(
            "SELECT processlist_id, attr_value FROM performance_schema.session_connect_attrs "
            "WHERE attr_name = 'program_name' ORDER BY processlist_id"
        )
        assert cursor.fetchall() == ((client.thread_id(), "first"), (other.thread_id(), "second"))
        cursor.execute("SELECT COUNT(*) > 1 FROM performance_schema.session_account_connect_attrs")
        assert cursor.fetchall() == ((1,),)


def test_a_client_may_ask_for_blanks_behind_the_names_of_functions(connect: Connect) -> None:
    def mode(client: Any, sql: str = "SELECT @@sql_mode") -> str:
        with client.cursor() as cursor:
            cursor.execute(sql)
            return str(cursor.fetchall()[0][0])

    usual, client = mode(connect()), connect(client_flag=Capability.IGNORE_SPACE)
    assert mode(client) == f"IGNORE_SPACE,{usual}"
    assert mode(client, "SELECT COUNT (*)") == "1"
    assert mode(client, "SELECT @@global.sql_mode") == usual
    with client.cursor() as cursor:
        cursor.execute("SET sql_mode = DEFAULT")
    assert mode(client) == usual
    client._execute_command(31, "")  # a reset
    client._read_packet()
    assert mode(client) == f"IGNORE_SPACE,{usual}"


def test_a_statement_beyond_long_query_time_is_flagged(connect: Connect) -> None:
    client = connect()
    with client.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert not client.server_status & Status.WAS_SLOW
        cursor.execute("SET long_query_time = 0")
        cursor.execute("DO 1")
        assert client.server_status & Status.WAS_SLOW


@pytest.mark.slow
def test_a_statement_has_no_more_parameters_than_two_bytes_count(connect: Connect) -> None:
    client = connect()
    client._execute_command(22, "SELECT " + ",".join("?" * 65536))
    with pytest.raises(pymysql.MySQLError, match="Prepared statement contains too many placeholders") as caught:
        client._read_packet()
    assert caught.value.args[0] == 1390


def test_a_key_of_numbers_is_found_by_a_string(tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server:
        session = server.connect()
        session.execute("CREATE DATABASE d")
        session.execute("CREATE TABLE d.t (a INT PRIMARY KEY, b INT)")
        session.execute("INSERT INTO d.t VALUES (1, 5), (2, 6)")
        prepared = session.prepare("SELECT b FROM d.t WHERE a = ?")
        assert [prepared.run((value,)).rows for value in ("1", "2", 1, "2", "1.0", "x")] == [
            ((5,),), ((6,),), ((5,),), ((6,),), ((5,),), ()
        ]  # fmt: skip
