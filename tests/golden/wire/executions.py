"""What a server makes of COM_STMT_EXECUTE packets of a client with query attributes: the flag that says that a count of
parameters stands there, the count, the types, the names of the attributes, each there or missing.

`python -m tests.golden.wire.executions [--real HOST:PORT]` asks a real server and writes executions.json: by packet the
error, or how the answer begins.
"""

from __future__ import annotations

import argparse
import itertools
import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymysql

from binwriter.integration.mysql import running_server
from binwriter.wire.capabilities import Capability

ANSWERS = Path(__file__).with_suffix(".json")
STATEMENTS = {0: "SELECT 7", 1: "SELECT ? + 1", 2: "SELECT ? + ?"}
_QUERY, _PREPARE, _EXECUTE, _CLOSE = 3, 22, 23, 25
_NO_ATTRIBUTES, _COUNT_FOLLOWS, _ERROR = b"\x00\x01", 8, 0xFF
_TINY = b"\x01\x80"


class Client(pymysql.Connection):  # type: ignore[type-arg]
    """One that has CLIENT_QUERY_ATTRIBUTES."""

    def _execute_command(self, command: int, sql: Any) -> None:
        if command == _QUERY:
            sql = _NO_ATTRIBUTES + (sql.encode() if isinstance(sql, str) else sql)
        super()._execute_command(command, sql)  # type: ignore[misc]


def packets() -> Iterator[tuple[str, int, bytes]]:
    """Name, parameters of the statement, what stands behind its number."""
    for parameters, flags, count, types in itertools.product(
        STATEMENTS, (0, _COUNT_FOLLOWS), (None, 0, 1, 2, 3), ("none", "unbound", "plain", "named")
    ):
        given = parameters if count is None else count
        if types == "unbound" and given > 1:
            continue  # a server reads values of no type then
        data = struct.pack("<BI", flags, 1) + (b"" if count is None else bytes([count]))
        if types != "none":
            data += bytes((given + 7) // 8) + (b"\x00" if types == "unbound" else b"\x01")
            for place in range(given if types != "unbound" else 0):
                name = b"a" if place >= parameters else b""
                data += _TINY + (bytes([len(name)]) + name if types == "named" else b"")
            data += bytes(range(1, given + 1))
        yield f"{parameters} parameters, flags {flags}, count {count}, types {types}", parameters, data


def answers_of(host: str, port: int) -> dict[str, list[Any]]:
    """By packet. A statement is prepared anew for each."""
    connection = Client(host=host, port=port, user="root", autocommit=None, client_flag=Capability.QUERY_ATTRIBUTES)
    found: dict[str, list[Any]] = {}
    with connection:
        for name, parameters, data in packets():
            connection._execute_command(_PREPARE, STATEMENTS[parameters])
            number = struct.unpack("<I", _packet(connection)[1:5])[0]
            for behind in (parameters, 1):
                for _ in range(behind + 1 if behind else 0):
                    _packet(connection)
            connection._execute_command(_EXECUTE, struct.pack("<I", number) + data)
            found[name] = _answer(connection)
            connection._execute_command(_CLOSE, struct.pack("<I", number))
    return found


def _packet(connection: Client) -> bytes:
    try:
        return bytes(connection._read_packet().get_all_data())  # type: ignore[attr-defined]
    except pymysql.MySQLError as error:
        return b"\xff" + json.dumps(error.args).encode()


def _answer(connection: Client) -> list[Any]:
    first = _packet(connection)
    if first[0] == _ERROR:
        return list(json.loads(first[1:]))
    _packet(connection), _packet(connection)  # the column and what ends it
    row = _packet(connection)
    if row[0] == _ERROR:
        return list(json.loads(row[1:]))
    _packet(connection)
    return ["row", row.hex()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", metavar="HOST:PORT")
    real = parser.parse_args().real
    if real:
        host, _, port = real.partition(":")
        answers = answers_of(host, int(port))
    else:
        with running_server() as server:
            answers = answers_of(server.host, server.port)
    lines = (f"{json.dumps(name)}: {json.dumps(answer)}" for name, answer in answers.items())
    ANSWERS.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
