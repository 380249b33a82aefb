"""What statements see of the attributes that a client sends beside them, in both protocols.

`python -m tests.golden.wire.query_attributes [--real HOST:PORT]` keeps the answers of a 9.7.4 in query_attributes.json;
one is started unless it is given.
"""

from __future__ import annotations

import argparse
import json
import struct
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pymysql

KEPT = Path(__file__).with_suffix(".json")
COMPONENT = "file://component_query_attributes"
FLAG = 1 << 27  # CLIENT_QUERY_ATTRIBUTES
_QUERY, _PREPARE, _EXECUTE, _CLOSE = 3, 22, 23, 25
_STRING, _BLOB, _LONGLONG, _DOUBLE, _DECIMAL = 254, 252, 8, 5, 246
_TINY, _SHORT, _LONG, _FLOAT, _TIMESTAMP, _DATE, _TIME, _DATETIME = 1, 2, 3, 4, 7, 10, 11, 12

# name, type, value as it is sent (None: NULL)
Attribute = tuple[str, int, Any]
CASES: list[tuple[str, Sequence[Attribute]]] = [
    ("a", ()),
    ("a", [("a", _STRING, "text")]),
    ("A", [("a", _STRING, "text")]),
    ("a", [("a", _STRING, "")]),
    ("a", [("a", _STRING, None)]),
    ("a", [("a", _LONGLONG, -5)]),
    ("a", [("a", _DOUBLE, 1.5)]),
    ("a", [("a", _BLOB, "bytes")]),
    ("a", [("a", _STRING, "first"), ("a", _STRING, "second")]),
    ("", [("", _STRING, "unnamed")]),
    ("b", [("a", _STRING, "x"), ("b", _STRING, "y\u00e4\u20ac"), ("c", _LONGLONG, 7)]),
    ("\u00e4", [("\u00e4", _STRING, "named")]),
    ("a ", [("a", _STRING, "x")]),
    ("a", [("a", _DATETIME, bytes((7, 0xE5, 7, 3, 11, 19, 27, 30)))]),
    ("a", [("a", _DATETIME, bytes((11, 0xE5, 7, 3, 11, 19, 27, 30, 0x40, 0xE2, 1, 0)))]),
    ("a", [("a", _DATETIME, bytes((4, 0xE5, 7, 3, 11)))]),
    ("a", [("a", _TIMESTAMP, bytes((7, 0xE5, 7, 3, 11, 19, 27, 30)))]),
    ("a", [("a", _DATE, bytes((4, 0xE5, 7, 3, 11)))]),
    ("a", [("a", _TIME, bytes((8, 0, 0, 0, 0, 0, 19, 27, 30)))]),
    ("a", [("a", _TIME, bytes((12, 1, 1, 0, 0, 0, 19, 27, 30, 0x40, 0xE2, 1, 0)))]),
    ("a", [("a", _TINY, bytes((200,)))]),
    ("a", [("a", _SHORT, bytes((1, 255)))]),
    ("a", [("a", _LONG, bytes((255, 255, 255, 255)))]),
    ("a", [("a", _DECIMAL, "1.50")]),
    ("a", [("a", _FLOAT, struct.pack("<f", 1.1))]),
    ("a", [("a", _DOUBLE, 1e20)]),
    ("a", [("a", _DOUBLE, 0.1)]),
    *(  # minutes of the zone that it is a moment of
        (
            "a",
            [
                (
                    "a",
                    _TIMESTAMP,
                    bytes((13, 0xE5, 7, 3, 11, 19, 27, 30, 0x40, 0xE2, 1, 0)) + zone.to_bytes(2, "little", signed=True),
                )
            ],
        )
        for zone in (0, 60, -60, 330, -330, 600, -780, 5, -5)
    ),
]


def _coded(text: str) -> bytes:
    data = text.encode()
    return bytes((len(data),)) + data


def _value(kind: int, value: Any) -> bytes:
    if value is None or isinstance(value, bytes):
        return value or b""
    if kind == _LONGLONG:
        return struct.pack("<q", value)
    return struct.pack("<d", value) if kind == _DOUBLE else _coded(value)


def _sent(attributes: Sequence[Attribute]) -> bytes:
    """NULLs, types with names, values."""
    nulls = sum(1 << place for place, (_, _, value) in enumerate(attributes) if value is None)
    head = nulls.to_bytes((len(attributes) + 7) // 8, "little") + b"\x01"
    types = b"".join(struct.pack("<H", kind) + _coded(name) for name, kind, _ in attributes)
    return head + types + b"".join(_value(kind, value) for _, kind, value in attributes)


def query(connection: Any, sql: str, attributes: Sequence[Attribute] = ()) -> Any:
    """The first cell of a COM_QUERY's answer."""
    body = _sent(attributes) if attributes else b""
    connection._execute_command(_QUERY, bytes((len(attributes), 1)) + body + sql.encode())
    connection._affected_rows = connection._read_query_result()
    rows = connection._result.rows
    return rows[0][0] if rows else None


def execute(connection: Any, sql: str, attributes: Sequence[Attribute]) -> Any:
    """The first cell of the answer of a prepared statement without parameters."""
    connection._execute_command(_PREPARE, sql)
    number, columns = struct.unpack("<IH", connection._read_packet().get_all_data()[1:7])
    for _ in range(columns + 1):
        connection._read_packet()
    flags = 8 if attributes else 0
    body = bytes((len(attributes),)) + _sent(attributes) if attributes else b""
    connection._execute_command(_EXECUTE, struct.pack("<IBI", number, flags, 1) + body)
    count = connection._read_packet().get_all_data()[0]
    for _ in range(count + 1):
        connection._read_packet()
    cell: str | None = None
    while not (packet := connection._read_packet()).is_eof_packet():
        data = packet.get_all_data()
        cell = None if data[1] & 4 else data[3:].decode()
    connection._execute_command(_CLOSE, struct.pack("<I", number))
    return cell


def answers(connect: Callable[[], Any]) -> list[list[Any]]:
    """Of each case what a text and a prepared statement see, and what the next statement of each kind sees."""
    found = []
    connection = connect()
    query(connection, f"INSTALL COMPONENT '{COMPONENT}'")
    for name, attributes in CASES:
        sql = f"SELECT mysql_query_attribute_string('{name}')"
        seen = [query(connection, sql, attributes), query(connection, sql)]
        found.append([*seen, execute(connection, sql, attributes), execute(connection, sql, ())])
    query(connection, f"UNINSTALL COMPONENT '{COMPONENT}'")
    return found


class _Silent(pymysql.connections.Connection):  # type: ignore[type-arg]
    """It knows nothing of attributes, whose head its own statements would lack."""

    def set_character_set(self, charset: str, collation: str | None = None) -> None:
        """The handshake has said it."""


def connected(host: str, port: int) -> Any:
    """A client that says that it may send attributes."""
    return _Silent(host=host, port=port, user="root", charset="utf8mb4", client_flag=FLAG, autocommit=None)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="tests.golden.wire.query_attributes", description=__doc__)
    parser.add_argument("--real", metavar="HOST:PORT")
    arguments = parser.parse_args()
    if arguments.real:
        host, _, port = arguments.real.partition(":")
        _write(lambda: connected(host, int(port)))
        return 0
    from binwriter.integration.mysql import running_server

    with running_server() as server:
        _write(lambda: connected(server.host, server.port))
    return 0


def _write(connect: Callable[[], Any]) -> None:
    lines = ",\n".join(json.dumps(answer, ensure_ascii=False) for answer in answers(connect))
    KEPT.write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
