"""Asks a server behind which packets it says that a statement was slow (SERVER_QUERY_WAS_SLOW):
`python -m tests.golden.wire.slow_statements HOST PORT` (root without a password) writes slow_statements.json."""

from __future__ import annotations

import json
import struct
import sys
from pathlib import Path
from typing import Any

import pymysql
from pymysql.constants import CLIENT

KEPT = Path(__file__).with_suffix(".json")
_QUERY, _PREPARE, _EXECUTE = 3, 22, 23
_SLOW, _MORE = 1 << 11, 1 << 3
_SET_UP = (
    "DROP DATABASE IF EXISTS slow_statements",
    "CREATE DATABASE slow_statements",
    "USE slow_statements",
    "CREATE TABLE t (a INT)",
    "CREATE PROCEDURE first() BEGIN SELECT SLEEP(1.05); SELECT 1; END",
    "CREATE PROCEDURE second() BEGIN SELECT 1; SELECT SLEEP(1.05); SELECT 1; END",
    "CREATE PROCEDURE behind() BEGIN DO SLEEP(1.05); SELECT 1; END",
    "PREPARE s FROM 'SELECT 1'",
    "EXECUTE s",
    "SET long_query_time = 1",
)
TEXTS = (
    "SELECT 1",
    "SELECT SLEEP(1.05); SELECT 1; SET @a = 1; SELECT SLEEP(1.05); SELECT 1",
    "DO SLEEP(1.05); DO 1; SELECT 1",
    "SELECT 1; CALL second(); SELECT 1",
    "CALL behind()",
    "PREPARE s FROM 'SELECT SLEEP(1.05)'",
    "EXECUTE s",
    "INSERT INTO t SELECT SLEEP(1.05)",
)
PREPARED = (
    "SELECT SLEEP(1.05)",
    "SELECT 1",
    "DO SLEEP(1.05)",
    "DO 1",
    "CALL first()",
    "CALL second()",
    "CALL behind()",
)

Flags = list[list[bool]]


def answers(host: str, port: int) -> list[tuple[str, Flags]]:
    """Of each statement: of each of its results, whether it is slow behind its columns and behind its rows, or in its
    OK packet."""
    client = pymysql.connect(host=host, port=port, user="root", autocommit=True, client_flag=CLIENT.MULTI_STATEMENTS)
    with client, client.cursor() as cursor:
        for sql in _SET_UP:
            cursor.execute(sql)
        given = [(sql, _sent(client, _QUERY, sql)) for sql in TEXTS]
        return given + [(f"prepared: {sql}", _executed(client, sql)) for sql in PREPARED]


def _executed(client: Any, sql: str) -> Flags:
    client._execute_command(_PREPARE, sql)
    number, columns = struct.unpack("<IH", client._read_packet().get_all_data()[1:7])
    if columns:
        _end(client)
    return _sent(client, _EXECUTE, struct.pack("<IBI", number, 0, 1))


def _sent(client: Any, command: int, what: str | bytes) -> Flags:
    client._execute_command(command, what)
    found: Flags = []
    while True:
        packet = client._read_packet()
        if packet.is_ok_packet():
            statuses = [struct.unpack("<H", packet.get_all_data()[3:5])[0]]
        else:
            statuses = [_end(client), _end(client)]
        found.append([bool(status & _SLOW) for status in statuses])
        if not statuses[-1] & _MORE:
            return found


def _end(client: Any) -> int:
    """The status of the next EOF packet."""
    while not (packet := client._read_packet()).is_eof_packet():
        pass
    return int(struct.unpack("<H", packet.get_all_data()[3:5])[0])


if __name__ == "__main__":
    KEPT.write_text(json.dumps(answers(sys.argv[1], int(sys.argv[2])), indent=1) + "\n", encoding="utf-8")
