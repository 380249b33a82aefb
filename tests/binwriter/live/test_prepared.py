"""The binary protocol: parameters and rows of every kind, cursors, long data, errors."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymysql
import pytest
from pymysql.protocol import FieldDescriptorPacket

from binwriter.live.serving import Serving
from binwriter.server.server import Server
from tests.golden.wire.raw_client import asked, prepared

PS_MULTI_RESULTS = 1 << 18
PREPARE, EXECUTE, SEND_LONG_DATA, CLOSE, RESET, FETCH = 22, 23, 24, 25, 26, 28


@pytest.fixture
def client(tmp_path: Path) -> Iterator[pymysql.Connection[Any]]:
    with Server(tmp_path / "log") as server, Serving(server) as serving:
        connection = pymysql.connect(
            host=serving.host, port=serving.port, user="root", password="", client_flag=PS_MULTI_RESULTS
        )
        connection.query("CREATE DATABASE d")
        connection.select_db("d")
        yield connection
        connection.close()


def packets(client: Any, command: int, body: bytes) -> list[bytes]:
    """The answer: of one packet, or to the second EOF."""
    client._execute_command(command, body)
    first = client._read_packet()
    found, ends = [first.get_all_data()], 0
    if command == EXECUTE and first.is_ok_packet():
        return found
    if command == FETCH:
        ends += 1 if found[0][:1] == b"\xfe" else 0
    of_columns = 2 if command == EXECUTE else 1
    while ends < of_columns:
        data = client._read_packet().get_all_data()
        found.append(data)
        ends += data[:1] == b"\xfe" and len(data) < 9
        if ends == 1 and data[:1] == b"\xfe" and struct.unpack("<H", data[3:5])[0] & 64:
            break
    return found


def prepare(client: Any, sql: str) -> int:
    client._execute_command(PREPARE, sql)
    number, columns, parameters = struct.unpack("<IHH", client._read_packet().get_all_data()[1:9])
    for count in (parameters, columns):
        for _ in range(count):
            client._read_packet(FieldDescriptorPacket)
        if count:
            client._read_packet()
    return int(number)


def test_values_go_both_ways(client: Any) -> None:
    client.query("CREATE TABLE t (i INT, u BIGINT UNSIGNED, g DOUBLE, s VARCHAR(20), d DATETIME(6), ti TIME, b BLOB)")
    number = prepare(client, "INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?)")
    types = b"\x03\x00\x08\x80\x05\x00\xfd\x00\x0c\x00\x0b\x00\xfc\x00"
    values = struct.pack("<iQd", -5, 2**64 - 1, 1.5) + "\x02é".encode()
    values += b"\x0b\xe4\x07\x02\x1d\x0a\x0b\x0c" + (7).to_bytes(4, "little")
    values += b"\x08\x01\x01\x00\x00\x00\x02\x03\x04" + b"\x03\x00\xff\x01"
    assert packets(client, EXECUTE, struct.pack("<IBI", number, 0, 1) + b"\0\1" + types + values)[0][:2] == b"\0\1"
    # types are remembered, NULLs are in the bitmap
    assert packets(client, EXECUTE, struct.pack("<IBI", number, 0, 1) + b"\x7f\0")[0][:2] == b"\0\1"
    with client.cursor() as cursor:
        cursor.execute("SELECT s, d, ti, b FROM t WHERE i = -5 AND u = 18446744073709551615 AND g = 1.5")
        ((text, moment, time, data),) = cursor.fetchall()
    assert (text, str(moment), str(time), data) == ("é", "2020-02-29 10:11:12.000007", "-2 days, 21:56:56", b"\0\xff\1")
    rows = packets(client, EXECUTE, struct.pack("<IBI", prepare(client, "SELECT * FROM t"), 0, 1))[-3:-1]
    assert rows[0] == b"\0\0\0" + values
    assert rows[1] == b"\0\xfc\x01"


def test_a_cursor_gives_as_many_rows_as_are_asked_for(client: Any) -> None:
    number = prepare(client, "SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3")
    opened = packets(client, EXECUTE, struct.pack("<IBI", number, 1, 1))
    assert len(opened) == 3  # no row among them
    two = packets(client, FETCH, struct.pack("<II", number, 2))
    last = packets(client, FETCH, struct.pack("<II", number, 2))
    assert [row[2] for row in (*two[:-1], *last[:-1])] == [1, 2, 3]
    assert struct.unpack("<H", last[-1][3:5])[0] & 128
    with pytest.raises(pymysql.MySQLError) as raised:
        packets(client, FETCH, struct.pack("<II", number, 2))
    assert raised.value.args == (1421, f"The statement ({number}) has no open cursor.")


def test_long_data_comes_in_pieces(client: Any) -> None:
    number = prepare(client, "SELECT LENGTH(?), ?")
    for piece in (b"ab", b"c" * 70000):
        client._execute_command(SEND_LONG_DATA, struct.pack("<IH", number, 0) + piece)
    rows = packets(client, EXECUTE, struct.pack("<IBI", number, 0, 1) + b"\0\1\xfc\0\xfd\0\x01x")
    assert rows[-2][2:] == struct.pack("<q", 70002) + b"\x01x" or rows[-2].endswith(b"\x01x")


def test_an_unknown_statement_is_refused(client: Any) -> None:
    number = prepare(client, "SELECT 1")
    client._execute_command(CLOSE, struct.pack("<I", number))
    with pytest.raises(pymysql.MySQLError) as raised:
        packets(client, EXECUTE, struct.pack("<IBI", number, 0, 1))
    assert raised.value.args[0] == 1243
    assert raised.value.args[1] == f"Unknown prepared statement handler ({number}) given to mysql_stmt_precheck"


def test_both_protocols_describe_a_table_alike(client: Any) -> None:
    client.query("CREATE TABLE k (id INT PRIMARY KEY, name VARCHAR(10) NOT NULL)")
    text = asked(client, "SELECT * FROM k")
    assert text == [
        ["d", "k", "k", "id", "id", 63, 11, 3, 20483, 0],
        ["d", "k", "k", "name", "name", 255, 40, 253, 4097, 0],
    ]
    assert prepared(client, "SELECT * FROM k") == ([], text, text)


# CALL p(1, ?, ...): INOUT VARCHAR(20), OUT DECIMAL(10,2), DATETIME(3), BLOB, BIGINT UNSIGNED, JSON (captured: a 9.7.4)
_OUT_PARAMETERS = """
06
03646566016f01700170016201620c3f0050000000fd0000000000
03646566016f01700170016301630c3f000c000000f60000020000
03646566016f01700170016401640c3f00170000000c8000030000
03646566016f01700170016501650c3f00ffff0000fc9000000000
03646566016f01700170016601660c3f0014000000082000000000
03646566016f01700170016701670c3f00fffffffff59000000000
fe00000a10
00000361627804312e35300be407010203040570580a0002626cffffffffffffffff027b7d
fe00000200
00000002000000
"""


def test_out_parameters_are_a_result_set_of_their_own(client: Any) -> None:
    client.query("CREATE DATABASE o")
    client.select_db("o")
    client.query(
        "CREATE PROCEDURE p(IN a INT, INOUT b VARCHAR(20), OUT c DECIMAL(10,2), OUT d DATETIME(3), OUT e BLOB, "
        "OUT f BIGINT UNSIGNED, OUT g JSON) BEGIN SET b=CONCAT(b,'x'), c=1.5, d='2020-01-02 03:04:05.678', e='bl', "
        "f=18446744073709551615, g='{}'; END"
    )
    client.query("SET autocommit = 1")
    number = prepare(client, "CALL p(1, ?, ?, ?, ?, ?, ?)")
    client._execute_command(EXECUTE, struct.pack("<IBI", number, 0, 1) + b"\x3e\1" + b"\xfe\0" * 6 + b"\x02ab")
    got = [client._read_packet().get_all_data().hex() for _ in _OUT_PARAMETERS.split()]
    assert got == _OUT_PARAMETERS.split()


def test_a_client_s_texts_count_rows(client: Any) -> None:
    client.query("CREATE TABLE t (i INT)")
    client.query("INSERT INTO t VALUES (1), (2)")
    number = prepare(client, "SELECT i FROM t LIMIT ?")
    rows = packets(client, EXECUTE, struct.pack("<IBI", number, 0, 1) + b"\0\1\xfe\0\x011")
    assert rows[-2] == b"\0\0\1\0\0\0"
    none = packets(client, EXECUTE, struct.pack("<IBI", number, 0, 1) + b"\0\1\xfe\0\x01x")
    assert len(none) == len(rows) - 1
    with pytest.raises(pymysql.OperationalError, match="Incorrect arguments to mysqld_stmt_execute"):
        packets(client, EXECUTE, struct.pack("<IBI", number, 0, 1) + b"\0\1\x05\0" + struct.pack("<d", 1.5))


def test_a_cursor_is_for_queries_alone(client: Any) -> None:
    """A CALL gives its rows at once (captured: mysql_client_test, test_bug21199582)."""
    client.query("CREATE PROCEDURE p() SELECT 5")
    client._execute_command(EXECUTE, struct.pack("<IBI", prepare(client, "CALL p()"), 1, 1))
    got = [client._read_packet().get_all_data() for _ in range(6)]
    assert got[3] == b"\0\0\5\0\0\0\0\0\0\0"
    assert got[5][:1] == b"\0"


def test_a_wrong_query_is_refused_when_it_is_prepared(client: Any) -> None:
    with pytest.raises(pymysql.OperationalError, match="different number of columns"):
        prepare(client, "SELECT 1, 2 UNION SELECT 1")


# type and value of a parameter; the column and the row of SELECT ? (captured: a 9.7.4)
_MOMENTS = {
    "0a00": ("04e407021d", "03646566000000013f000c3f000a0000000a8000000000", "000004e407021d"),
    "0c00": ("07e407021d010203", "03646566000000013f000c3f001a0000000c8000060000", "000007e407021d010203"),
    "0700": ("0be407021d01020340e20100", "03646566000000013f000c3f001a0000000c8000060000",
             "00000be407021d01020340e20100"),
    "0b00": ("080000000000030405", "03646566000000013f000c3f00110000000b8000060000", "0000080000000000030405"),
}  # fmt: skip


@pytest.mark.parametrize("kind", _MOMENTS)
def test_moments_are_moments_as_parameters(client: Any, kind: str) -> None:
    value, column, row = _MOMENTS[kind]
    body = struct.pack("<IBI", prepare(client, "SELECT ?"), 0, 1) + b"\0\1" + bytes.fromhex(kind + value)
    assert [one.hex() for one in packets(client, EXECUTE, body)[1:4:2]] == [column, row]


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        (b"\x0c\0", "071027010101 0101", "DATETIME value is out of range in 'set_parameter_value'"),
        (b"\x0a\0", "04e4070d01", "DATE value is out of range in 'set_parameter_value'"),
        (b"\x0b\0", "080028000000030405", "TIME value is out of range in 'set_parameter_value'"),
        (b"\x0d\0", "e407", "Incorrect arguments to mysqld_stmt_execute"),
        (b"\x0c\0", "05e40701", "Malformed communication packet"),
    ],
)
def test_a_parameter_that_is_none_does_not_end_the_connection(
    client: Any, kind: bytes, value: str, said: str
) -> None:  # fmt: skip
    """Errors of a 9.7.4."""
    body = struct.pack("<IBI", prepare(client, "SELECT ?"), 0, 1) + b"\0\1" + kind + bytes.fromhex(value)
    with pytest.raises(pymysql.MySQLError, match=said):
        packets(client, EXECUTE, body)
    client.ping(reconnect=False)


def test_a_moment_with_an_offset_is_in_the_session_s_time_zone(client: Any) -> None:
    client.query("SET time_zone = '+01:00'")
    client.query("CREATE TABLE t (dt DATETIME(6))")
    value = bytes.fromhex("0ddb07020304050640e20100e201")  # 482 minutes ahead
    body = struct.pack("<IBI", prepare(client, "INSERT INTO t VALUES (?)"), 0, 1) + b"\0\1\x0c\0" + value
    packets(client, EXECUTE, body)
    with client.cursor() as cursor:
        cursor.execute("SELECT CAST(dt AS CHAR) FROM t")
        assert cursor.fetchall() == (("2011-02-02 21:03:06.123456",),)


def test_value_may_stand_before_a_single_parameter(client: Any) -> None:
    """As go-sql-driver writes it."""
    client.query("CREATE TABLE t (a INT)")
    body = struct.pack("<IBI", prepare(client, "INSERT INTO t VALUE (?)"), 0, 1) + b"\0\1\x03\0" + b"\7\0\0\0"
    packets(client, EXECUTE, body)
    with client.cursor() as cursor:
        cursor.execute("SELECT a FROM t")
        assert cursor.fetchall() == ((7,),)
