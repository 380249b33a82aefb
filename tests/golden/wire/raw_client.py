"""A client that sees what a server sends of columns, in both protocols. On PyMySQL's connection."""

from __future__ import annotations

import struct
from typing import Any

import pymysql
from pymysql.protocol import FieldDescriptorPacket

_PREPARE, _EXECUTE, _CLOSE = 22, 23, 25
_DEPRECATED_EOF = 0xFE

Described = list[Any]


def described(field: FieldDescriptorPacket) -> Described:
    """What a column definition says: schema, table, original table, name, original name, then numbers."""
    names = [field.db, field.table_name, field.org_table, field.name, field.org_name]
    shown = [name.decode() if isinstance(name, bytes) else name for name in names]
    return [*shown, field.charsetnr, field.length, field.type_code, field.flags, field.scale]


def asked(connection: pymysql.Connection[Any], sql: str) -> list[Described]:
    """The columns of a statement's result."""
    with connection.cursor() as cursor:
        cursor.execute(sql)
        fields = getattr(cursor._result, "fields", ())  # type: ignore[attr-defined]
        return [described(field) for field in fields or ()]


def prepared(connection: pymysql.Connection[Any], sql: str) -> tuple[list[Described], list[Described], list[Described]]:
    """The parameters and columns of a prepared statement, and the columns of its execution (all parameters NULL)."""
    connection._execute_command(_PREPARE, sql)  # type: ignore[attr-defined]
    packet = connection._read_packet()  # type: ignore[attr-defined]
    number, columns, parameters = struct.unpack("<IHH", packet.get_all_data()[1:9])
    of_parameters, of_columns = column_definitions(connection, parameters), column_definitions(connection, columns)
    nulls = b"\xff" * ((parameters + 7) // 8)
    types = b"\x01" + b"\x06\x00" * parameters if parameters else b""
    connection._execute_command(_EXECUTE, struct.pack("<IBI", number, 0, 1) + nulls + types)  # type: ignore[attr-defined]
    first = connection._read_packet()  # type: ignore[attr-defined]
    of_result = []
    if not first.is_ok_packet():
        of_result = column_definitions(connection, first.get_all_data()[0])
        while not connection._read_packet().is_eof_packet():  # type: ignore[attr-defined]
            pass
    connection._execute_command(_CLOSE, struct.pack("<I", number))  # type: ignore[attr-defined]
    return of_parameters, of_columns, of_result


def column_definitions(connection: pymysql.Connection[Any], count: int) -> list[Described]:
    found = [described(connection._read_packet(FieldDescriptorPacket)) for _ in range(count)]  # type: ignore[attr-defined]
    if count:
        connection._read_packet()  # type: ignore[attr-defined]
    return found
