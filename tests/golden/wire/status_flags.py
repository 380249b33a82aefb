"""What the status flags of OK and EOF packets say of statements (SERVER_QUERY_NO_INDEX_USED and its kin).

`python -m tests.golden.wire.status_flags --real HOST:PORT` asks a real server and writes status_flags.json: by part
the statements of status_flags.txt, each with the flags of every packet that has some, in hexadecimal digits, or the
number of the error; of a result set those behind the columns and those behind the rows. Part "prepared" is executed as
prepared statements; "cursor" with a cursor, whose rows are fetched two at once. `{t}` stands for each of the tables.
"""

from __future__ import annotations

import argparse
import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymysql
from pymysql.constants import COMMAND

from tests.golden.wire.raw_client import column_definitions

ANSWERS = Path(__file__).with_suffix(".json")
_STATEMENTS = Path(__file__).with_suffix(".txt")
_PREPARE, _EXECUTE, _CLOSE, _FETCH = 22, 23, 25, 28
_MORE_RESULTS, _CURSOR_EXISTS = 0x08, 0x40
_FETCHES = 3
_ENDS = 8  # bytes that an EOF packet has at most
_OK, _EOF, _ERROR = 0, 0xFE, 0xFF

Answers = dict[str, list[str]]


def parts() -> dict[str, list[str]]:
    """Statements by part: sections that begin with `# name`; `## ` is a remark."""
    found: dict[str, list[str]] = {}
    for line in _STATEMENTS.read_text().splitlines():
        if line.startswith("# "):
            found[line[2:]] = section = []
        elif line and not line.startswith("## "):
            section.append(line)
    tables = found.pop("tables")
    return {name: [filled for line in lines for filled in _filled(line, tables)] for name, lines in found.items()}


def _filled(line: str, tables: list[str]) -> Iterator[str]:
    yield from (line.replace("{t}", table) for table in tables) if "{t}" in line else (line,)


def answers_of(connection: pymysql.Connection[Any]) -> Answers:
    """What a server answers."""
    found: Answers = {}
    send: Any = connection._execute_command  # type: ignore[attr-defined]
    with connection.cursor() as cursor:
        for name, statements in parts().items():
            if name == "setup":
                for sql in statements:
                    cursor.execute(sql)
                continue
            found[name] = of_part = []
            for sql in statements:
                if name in ("prepared", "cursor"):
                    flags = _executed(connection, sql, name)
                else:
                    send(COMMAND.COM_QUERY, sql)
                    flags = _answered(connection)
                of_part.append(f"{sql}: {flags}")
    return found


def _executed(connection: Any, sql: str, part: str) -> str:
    connection._execute_command(_PREPARE, sql)
    try:
        number, columns, parameters = struct.unpack("<IHH", connection._read_packet().get_all_data()[1:9])
    except pymysql.MySQLError as error:
        return f"!{error.args[0]}"
    column_definitions(connection, parameters), column_definitions(connection, columns)
    connection._execute_command(_EXECUTE, struct.pack("<IBI", number, part == "cursor", 1))
    told = [_answered(connection, opens=part == "cursor")]
    while part == "cursor" and _is_open(told[-1]) and len(told) <= _FETCHES:
        connection._execute_command(_FETCH, struct.pack("<II", number, 2))
        told += _rows(connection)
    connection._execute_command(_CLOSE, struct.pack("<I", number))
    return ", ".join(told)


def _is_open(told: str) -> bool:
    flags = told.rpartition(" ")[2]
    return not flags.startswith("!") and bool(int(flags, 16) & _CURSOR_EXISTS)


def _answered(connection: Any, *, opens: bool = False) -> str:
    """The flags of each packet of an answer; "!" and the number of an error."""
    told: list[str] = []
    try:
        while True:
            told += _result(connection, opens=opens)
            if not int(told[-1], 16) & _MORE_RESULTS:
                return " ".join(told)
    except pymysql.MySQLError as error:
        return " ".join([*told, f"!{error.args[0]}"])


def _result(connection: Any, *, opens: bool) -> Iterator[str]:
    first = connection._read_packet().get_all_data()
    if first[0] == _OK:
        yield f"{_flags_of_ok(first):x}"
        return
    for _ in range(first[0]):
        connection._read_packet()
    ends = _rows(connection)
    yield from ends if opens and _is_open(ends[0]) else [*ends, *_rows(connection)]


def _rows(connection: Any) -> list[str]:
    """Reads up to an EOF packet."""
    while True:
        data = connection._read_packet().get_all_data()
        if data[0] == _EOF and len(data) <= _ENDS:
            return [f"{int.from_bytes(data[3:5], 'little'):x}"]


def _flags_of_ok(data: bytes) -> int:
    place = 1
    for _ in range(2):
        place += 1 + {0xFC: 2, 0xFD: 3, 0xFE: 8}.get(data[place], 0)
    return int.from_bytes(data[place : place + 2], "little")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", required=True, metavar="HOST:PORT", help="a server that may be changed")
    host, _, port = parser.parse_args().real.partition(":")
    with pymysql.connect(host=host, port=int(port), user="root", autocommit=True) as connection:
        ANSWERS.write_text(json.dumps(answers_of(connection), indent=0, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
