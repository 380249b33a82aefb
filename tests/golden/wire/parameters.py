"""What a server says of parameters of prepared statements, and of results that are made of them.

`python -m tests.golden.wire.parameters [--real HOST:PORT]` asks a real server and writes parameters.json: places where
a parameter may stand crossed with columns of all types, functions and statements; and values of all types bound.
"""

from __future__ import annotations

import argparse
import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pymysql

from tests.golden.wire.raw_client import Described, column_definitions

ANSWERS = Path(__file__).with_suffix(".json")
_STATEMENTS = Path(__file__).with_name("parameters.txt")
_COLUMNS = {
    "ti": "TINYINT", "si": "SMALLINT UNSIGNED", "i": "INT", "iu": "INT UNSIGNED", "bi": "BIGINT",
    "bu": "BIGINT UNSIGNED", "d": "DECIMAL(10,2)", "f": "FLOAT", "db": "DOUBLE",
    "vc": "VARCHAR(30)", "vl": "VARCHAR(20) CHARACTER SET latin1",
    "ch": "CHAR(5)", "vb": "VARBINARY(9)", "bn": "BINARY(4)", "tx": "TEXT", "bl": "BLOB", "da": "DATE", "tm": "TIME(2)",
    "dt": "DATETIME(3)", "ts": "TIMESTAMP NULL", "y": "YEAR", "e": "ENUM('a','b')", "s": "SET('a','b')", "js": "JSON",
    "bt": "BIT(9)", "g": "GEOMETRY",
}  # fmt: skip
SETUP = (
    "DROP DATABASE IF EXISTS pp",
    "CREATE DATABASE pp",
    "USE pp",
    "CREATE TABLE e (" + ", ".join(f"{name} {type_}" for name, type_ in _COLUMNS.items()) + ")",
    "INSERT INTO e (i) VALUES (1)",
)
_PREPARE, _EXECUTE, _CLOSE = 22, 23, 25
_UNSIGNED = 0x8000
# by name: the type as the protocol numbers it, and the value as it stands in COM_STMT_EXECUTE
VALUES = {
    "null": (6, b""),
    "int": (8, struct.pack("<q", 5)),
    "uint": (8 | _UNSIGNED, struct.pack("<Q", 1 << 63)),
    "double": (5, struct.pack("<d", 1.5)),
    "decimal": (246, b"\x031.5"),
    "string": (253, b"\x03abc"),
    "blob": (252, b"\x03abc"),
    "datetime": (12, b"\x07" + struct.pack("<HBBBBB", 2020, 1, 2, 3, 4, 5)),
    "date": (10, b"\x04" + struct.pack("<HBB", 2020, 1, 2)),
    "time": (11, b"\x08" + struct.pack("<BIBBB", 0, 0, 1, 2, 3)),
}

Answers = dict[str, Any]


def _sections() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in _STATEMENTS.read_text().splitlines():
        if line.startswith("# "):
            found[line[2:].partition(":")[0]] = section = []
        else:
            section.append(line)
    return found


def statements() -> tuple[list[str], list[str]]:
    """Those that are prepared only, and those that values are bound to."""
    parts = _sections()
    prepared = [f"SELECT {text.replace('{}', name)} FROM e" for text in parts["columns"] for name in _COLUMNS]
    prepared += [text.replace("{}", name) for text in parts["assigned"] for name in _COLUMNS]
    prepared += [f"SELECT {text}" for text in parts["expressions"]] + parts["statements"]
    return prepared, parts["bound"]


def answers_of(connection: pymysql.Connection[Any]) -> Answers:
    """By statement: its parameters and columns. By statement and value: the columns of the result and its first row."""
    with connection.cursor() as cursor:
        for statement in SETUP:
            cursor.execute(statement)
    prepared, bound = statements()
    found: Answers = {sql: or_error(lambda sql=sql: told_of(connection, sql)) for sql in prepared}
    for sql in bound:
        for name in VALUES:
            found[f"{sql} <- {name}"] = or_error(lambda sql=sql, name=name: _bound(connection, sql, name))
    return found


def or_error(ask: Callable[[], Any]) -> Any:
    """What is answered, or the number of the error."""
    try:
        return ask()
    except pymysql.MySQLError as error:
        return f"error {error.args[0]}"


def _opened(connection: Any, sql: str) -> tuple[int, list[Described], list[Described]]:
    connection._execute_command(_PREPARE, sql)
    number, columns, parameters = struct.unpack("<IHH", connection._read_packet().get_all_data()[1:9])
    return number, column_definitions(connection, parameters), column_definitions(connection, columns)


def told_of(connection: Any, sql: str) -> list[list[Any]]:
    """Charset, length, type, flags and decimals of each."""
    number, parameters, columns = _opened(connection, sql)
    connection._execute_command(_CLOSE, struct.pack("<I", number))
    return [[one[5:] for one in parameters], [one[5:] for one in columns]]


def _bound(connection: Any, sql: str, name: str) -> list[Any]:
    number, _, _ = _opened(connection, sql)
    type_, data = VALUES[name]
    head = struct.pack("<IBI", number, 0, 1) + (b"\x01" if name == "null" else b"\0") + b"\x01"
    try:
        connection._execute_command(_EXECUTE, head + struct.pack("<H", type_) + data)
        columns = column_definitions(connection, connection._read_packet().get_all_data()[0])
        rows = []
        while not (packet := connection._read_packet()).is_eof_packet():
            rows.append(packet.get_all_data()[2:])
        return [columns[0][5:], rows[0].hex()]
    finally:
        connection._execute_command(_CLOSE, struct.pack("<I", number))


def ask(description: str | None, ask_of: Callable[[pymysql.Connection[Any]], Answers], answers: Path) -> None:
    """Command line: asks a real server, and writes the answers, a line each."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--real", required=True, metavar="HOST:PORT", help="a server that may be changed")
    host, _, port = parser.parse_args().real.partition(":")
    with pymysql.connect(host=host, port=int(port), user="root", autocommit=True) as connection:
        lines = [f"{json.dumps(sql)}: {json.dumps(answer)}" for sql, answer in ask_of(connection).items()]
        answers.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    ask(__doc__, answers_of, ANSWERS)
