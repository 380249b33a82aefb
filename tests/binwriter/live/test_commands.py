"""What clients can ask of a served Server: several statements, CALL, LOAD DATA LOCAL, KILL, other users, limits."""

from __future__ import annotations

import struct
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymysql
import pytest
from pymysql.constants import CLIENT

from binwriter.live.serving import Serving, Settings
from binwriter.server.server import Server


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    settings = Settings(users={"root": "pw", "other": "two"}, socket_path=tmp_path / "sock")
    with Server(tmp_path / "log") as server, Serving(server, settings) as serving:
        yield serving


def connect(serving: Serving, **changes: Any) -> pymysql.Connection[Any]:
    settings = {"host": serving.host, "port": serving.port, "user": "root", "password": "pw", "autocommit": True}
    return pymysql.connect(**{**settings, **changes})


@pytest.fixture
def client(serving: Serving) -> Iterator[pymysql.Connection[Any]]:
    with connect(serving, client_flag=CLIENT.MULTI_STATEMENTS, local_infile=True) as client:
        client.query("CREATE DATABASE d")
        client.select_db("d")
        yield client


def results(client: pymysql.Connection[Any], sql: str) -> list[Any]:
    """Rows of each result set; the number of rows where there are none."""
    with client.cursor() as cursor:
        cursor.execute(sql)
        found = []
        while True:
            found.append(cursor.fetchall() if cursor.description else cursor.rowcount)
            if not cursor.nextset():
                return found


def error_of(client: pymysql.Connection[Any], sql: str) -> tuple[int, str]:
    with pytest.raises(pymysql.MySQLError) as raised:
        results(client, sql)
    return raised.value.args  # type: ignore[return-value]


def test_several_statements(client: Any) -> None:
    assert results(client, "SELECT 1; CREATE TABLE t (i INT); INSERT INTO t VALUES (1), (2); SELECT ';' ;") == [
        ((1,),),
        0,
        2,
        ((";",),),
    ]
    assert error_of(client, "INSERT INTO t VALUES (3); SELECT nothing; INSERT INTO t VALUES (4)")[0] == 1054
    assert results(client, "SELECT COUNT(*) FROM t") == [((3,),)]


def test_a_procedure_is_one_statement_and_answers_all_its_results(client: Any) -> None:
    body = "BEGIN SELECT 1; IF n > 1 THEN SELECT 2, 'a'; END IF; SELECT nothing FROM DUAL WHERE n > 2; END"
    with pytest.raises(pymysql.MySQLError):
        results(client, "CALL p(1)")
    body = body.replace("SELECT nothing FROM DUAL WHERE n > 2", "SIGNAL SQLSTATE '45000'")
    made = results(client, f"CREATE PROCEDURE p(n INT) {body}; SELECT 'made'")
    assert made == [0, (("made",),)]
    with client.cursor() as cursor, pytest.raises(pymysql.MySQLError) as raised:
        cursor.execute("CALL p(2)")
        assert cursor.fetchall() == ((1,),)
        assert cursor.nextset()
        assert cursor.fetchall() == ((2, "a"),)
        cursor.nextset()
    assert raised.value.args[0] == 1644
    results(client, "DROP PROCEDURE p; CREATE PROCEDURE p() SELECT 1")
    assert results(client, "CALL p(); SELECT 3") == [((1,),), 0, ((3,),)]


def test_a_file_of_the_client_is_loaded(client: Any, serving: Serving, tmp_path: Path) -> None:
    (tmp_path / "rows").write_text("1\tone\n2\ttwo\n")
    results(client, "CREATE TABLE t (i INT, s VARCHAR(10)); SET GLOBAL local_infile = 1")
    load = f"LOAD DATA LOCAL INFILE '{tmp_path / 'rows'}' INTO TABLE t"
    assert results(client, f"SELECT 0; {load}; SELECT s FROM t") == [((0,),), 2, (("one",), ("two",))]
    with connect(serving, database="d") as other:
        assert error_of(other, load) == (
            3948,
            "Loading local data is disabled; this must be enabled on both the client and server sides",
        )
        assert error_of(other, load.replace("TABLE t", "TABLE nothing"))[0] == 3948
    results(client, "SET GLOBAL local_infile = 0")
    assert error_of(client, load)[0] == 3948


def test_kill_ends_a_connection_that_waits_and_one_that_runs(client: Any, serving: Serving) -> None:
    with connect(serving) as other:
        results(client, f"KILL {other.thread_id()}")
        with pytest.raises(pymysql.MySQLError):
            other.query("SELECT 1")
        other._sock = None
    assert error_of(client, "KILL 999999") == (1094, "Unknown thread id: 999999")
    with connect(serving) as other:
        other._execute_command(3, "SELECT SLEEP(20)")
        deadline = time.monotonic() + 10
        while not any("SLEEP(20)" in str(row) for row in results(client, "SHOW PROCESSLIST")[0]):
            assert time.monotonic() < deadline
        results(client, f"KILL QUERY {other.thread_id()}")
        with pytest.raises(pymysql.MySQLError) as raised:
            other._read_query_result()
            assert other._result.rows == ((1,),)  # SLEEP that was interrupted
            other.query("SELECT no")
        assert raised.value.args[0] in (1317, 1054)


def test_the_process_list_says_who_is_where(client: Any, serving: Serving) -> None:
    rows = {row[0]: row for row in results(client, "SHOW PROCESSLIST")[0]}
    own = rows[client.thread_id()]
    host = client._sock.getsockname()
    assert own[1:5] == ("root", f"localhost:{host[1]}", "d", "Query")
    assert own[7] == "SHOW PROCESSLIST"


def test_another_user_takes_the_connection_over(client: Any) -> None:
    results(client, "SET @a = 1, SESSION sql_mode = ''")
    body = b"other\0\0d\0" + struct.pack("<H", 255) + b"caching_sha2_password\0"
    client._execute_command(17, body)
    packet = client._read_packet()
    assert packet.is_auth_switch_request()
    client.user, client.password = b"other", b"two"
    packet.read_uint8()
    client._process_auth(packet.read_string(), packet)
    assert results(client, "SELECT @a, USER(), DATABASE()") == [((None, "other@localhost", "d"),)]


def test_a_connection_is_reset(client: Any) -> None:
    results(client, "SET @a = 1; CREATE TEMPORARY TABLE tmp (i INT)")
    thread = client.thread_id()
    client._execute_command(31, b"")
    assert client._read_packet().is_ok_packet()
    assert results(client, "SELECT @a, CONNECTION_ID(), DATABASE()") == [((None, thread, "d"),)]
    assert error_of(client, "SELECT * FROM tmp")[0] == 1146


def test_small_commands(client: Any) -> None:
    client.ping()
    client._execute_command(9, b"")
    assert client._read_packet().get_all_data().startswith(b"Uptime: ")
    client._execute_command(27, struct.pack("<H", 1))
    assert client._read_packet().is_eof_packet()
    assert error_of(client, "SELECT 1; SELECT 2")[0] == 1064
    client._execute_command(99, b"")
    with pytest.raises(pymysql.MySQLError) as raised:
        client._read_packet()
    assert raised.value.args == (1047, "Unknown command")


def _answer_to(client: Any, command: int, payload: bytes = b"") -> tuple[int, str]:
    client._execute_command(command, payload)
    with pytest.raises(pymysql.MySQLError) as raised:
        client._read_packet()
    return raised.value.args[0], raised.value.args[1]


def test_commands_that_are_gone_or_need_more(serving: Serving, client: Any) -> None:
    """As a 9.7.4 answered."""
    for command in (0, 5, 6, 7, 8, 10, 11, 12, 15, 16, 19, 20, 29):
        assert _answer_to(client, command, bytes(8)) == (1047, "Unknown command")
    assert _answer_to(client, 32) == (1524, "Plugin 'clone' is not loaded")
    client._execute_command(2, b"d\0rest")
    assert client._read_packet().is_ok_packet()
    for command, least in ((23, 9), (28, 8)):
        assert _answer_to(client, command, bytes(least - 1)) == (1835, "Malformed communication packet.")
        unknown = "Unknown prepared statement handler (0) given to mysql_stmt_precheck"
        assert _answer_to(client, command, bytes(least)) == (1243, unknown)
    results(client, "CREATE USER low@'%'")
    with connect(serving, user="low", password="") as low:
        for command, privilege in ((13, "SUPER"), (32, "BACKUP_ADMIN")):
            code, text = _answer_to(low, command)
            assert (code, f"the {privilege} privilege" in text) == (1227, True)


def test_rows_found_and_what_is_said_of_them(client: Any, serving: Serving) -> None:
    results(client, "CREATE TABLE t (i INT PRIMARY KEY, j INT); INSERT INTO t VALUES (1, 1), (2, 2)")
    assert client._result.message == b"&Records: 2  Duplicates: 0  Warnings: 0" or results(client, "SELECT 1")
    client.query("UPDATE t SET j = 1")
    assert client._result.message == b"(Rows matched: 2  Changed: 1  Warnings: 0"
    assert client._result.affected_rows == 1
    with connect(serving, client_flag=CLIENT.FOUND_ROWS) as other:
        assert other.query("UPDATE d.t SET j = 1") == 2


def test_too_many_connections(client: Any, serving: Serving) -> None:
    results(client, "SET GLOBAL max_connections = 1")
    with connect(serving), pytest.raises(pymysql.MySQLError) as raised:
        connect(serving)
    assert raised.value.args == (1040, "Too many connections")


def test_who_says_nothing_is_sent_away(serving: Serving) -> None:
    with connect(serving) as client:
        client.query("SET wait_timeout = 1")
        time.sleep(1.3)
        with pytest.raises(pymysql.MySQLError) as raised:
            client.query("SELECT 1")
        assert raised.value.args[0] in (4031, 2013, 2006)
        client._sock = None


def test_a_packet_that_is_too_large(serving: Serving) -> None:
    with connect(serving) as client:
        client.query("SET GLOBAL max_allowed_packet = 1024 * 1024")
    client = connect(serving)
    with pytest.raises(pymysql.MySQLError) as raised:
        client.query("SELECT '" + "x" * (2 << 20) + "'")
    assert raised.value.args[0] in (1153, 2013, 2006)


def test_a_unix_socket(serving: Serving, tmp_path: Path) -> None:
    with connect(serving, unix_socket=str(tmp_path / "sock")) as client:
        assert results(client, "SELECT USER()") == [(("root@localhost",),)]


def test_texts_go_in_the_clients_character_set(serving: Serving) -> None:
    with connect(serving, charset="latin1") as client:
        assert results(client, "SELECT 'é', LENGTH('é'), HEX(CONVERT('é' USING utf8mb4))") == [(("é", 1, "C3A9"),)]


def test_a_zero_byte_behind_a_statement_is_no_part_of_it(client: Any) -> None:
    """As a 9.7.4 takes them: one, also before a semicolon."""
    for sql in ("CREATE TABLE z (i INT)\0", "INSERT INTO z VALUES (1);\0", "INSERT INTO z VALUES (2)\0;"):
        client.query(sql)
    with pytest.raises(pymysql.MySQLError, match="error in your SQL syntax"):
        client.query("INSERT INTO z VALUES (3)\0 x")


@pytest.mark.parametrize("sql", ["/* x */", "/*M!100100 SET a=1 */;", "-- x", "# x", "/*!999999 x */"])
def test_comments_alone_are_no_error(client: Any, sql: str) -> None:
    """As a 9.7.4 answers, and mariadb-dump wants it."""
    assert client.query(sql) == 0
    with pytest.raises(pymysql.MySQLError, match="Query was empty"):
        client.query(" ;")
