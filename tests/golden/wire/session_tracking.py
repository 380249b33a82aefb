"""What OK packets say of the session (CLIENT_SESSION_TRACK), by statement, behind rows too (CLIENT_DEPRECATE_EOF).

`python -m tests.golden.wire.session_tracking --real HOST:PORT` asks a real server (it may be changed) and
writes session_tracking.json: by part the statements of session_tracking.txt, each with what every packet of its answer
says, or the number of the error. Each part has a connection of its own; `<name>` before a statement is another one.
Part names that begin with "prepared" are executed as prepared statements.
"""

from __future__ import annotations

import argparse
import json
import re
import struct
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pymysql
from pymysql.constants import COMMAND

ANSWERS = Path(__file__).with_suffix(".json")
_STATEMENTS = Path(__file__).with_suffix(".txt")
_SESSION_TRACK, _DEPRECATE_EOF, _MULTI = 1 << 23, 1 << 24, 1 << 16
_MORE_RESULTS, _CHANGED, _CURSOR_EXISTS = 0x08, 1 << 14, 0x40
_PREPARE, _EXECUTE, _CLOSE = 22, 23, 25
_OK, _EOF = 0, 0xFE
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9-]+")
_STATEMENT_ID = re.compile(r"(?<=statement_id=)\d+")
_KINDS = ("variable", "schema", "state", "gtids", "characteristics", "transaction")
_NAMED = re.compile(r"<(\w+)> (.*)")

Answers = dict[str, list[str]]


class Packet:
    """Reads the fields of a packet one after the other."""

    def __init__(self, data: bytes) -> None:
        self.data, self.place = data, 0

    def number(self) -> int:
        """A length-encoded integer."""
        first = self.data[self.place]
        size = {0xFC: 2, 0xFD: 3, 0xFE: 8}.get(first, 0)
        self.place += 1 + size
        return int.from_bytes(self.data[self.place - size : self.place], "little") if size else first

    def fixed(self, size: int) -> int:
        """An integer of so many bytes."""
        self.place += size
        return int.from_bytes(self.data[self.place - size : self.place], "little")

    def string(self) -> bytes:
        """A length-encoded string."""
        size = self.number()
        self.place += size
        return self.data[self.place - size : self.place]

    @property
    def is_read(self) -> bool:
        """Whether nothing is left."""
        return self.place >= len(self.data)


def parts() -> dict[str, list[str]]:
    """Statements by part: sections that begin with `# name`; `## ` is a remark, `~` one in a transaction."""
    found: dict[str, list[str]] = {}
    for line in _STATEMENTS.read_text().splitlines():
        if line.startswith("# "):
            found[line[2:]] = section = []
        elif line and not line.startswith("## "):
            section += ("BEGIN", line[1:], "ROLLBACK") if line.startswith("~") else (line,)
    return found


def answers_of(place: dict[str, Any]) -> Answers:
    """What a server answers. place: of the server, as PyMySQL takes it."""
    found: Answers = {}
    for name, statements in parts().items():
        with ExitStack() as stack:
            connections: dict[str, Any] = {}
            of_part = found[name] = []
            for line in statements:
                named = _NAMED.fullmatch(line)
                who, sql = named.groups() if named else ("", line)
                if who not in connections:
                    flags = _SESSION_TRACK | _DEPRECATE_EOF | _MULTI
                    opened: Any = pymysql.connect(**place, user="root", autocommit=None, client_flag=flags)
                    connections[who] = stack.enter_context(opened)
                ask = _executed if name.startswith("prepared") else _queried
                of_part.append(f"{line}: {ask(connections[who], sql)}")
    return found


def _queried(connection: Any, sql: str) -> str:
    connection._execute_command(COMMAND.COM_QUERY, sql)
    return _answered(connection)


def _executed(connection: Any, sql: str) -> str:
    connection._execute_command(_PREPARE, sql)
    try:
        number, columns, parameters = struct.unpack("<IHH", connection._read_packet().get_all_data()[1:9])
    except pymysql.MySQLError as error:
        return f"!{error.args[0]}"
    for _ in range(columns + parameters):
        connection._read_packet()
    connection._execute_command(_EXECUTE, struct.pack("<IBI", number, 0, 1))
    told = _answered(connection)
    connection._execute_command(_CLOSE, struct.pack("<I", number))
    return told


def _answered(connection: Any) -> str:
    """What each packet of an answer says; "!" and the number of an error."""
    told: list[str] = []
    try:
        while True:
            status, said = _result(connection)
            told.append(said)
            if not status & _MORE_RESULTS:
                return " | ".join(told)
    except pymysql.MySQLError as error:
        return " | ".join([*told, f"!{error.args[0]}"])


def _result(connection: Any) -> tuple[int, str]:
    data = connection._read_packet().get_all_data()
    if data[0] != _OK:
        for _ in range(Packet(data).number()):
            connection._read_packet()
        while data[0] != _EOF or data is None:
            data = connection._read_packet().get_all_data()
    packet = Packet(data)
    packet.place = 1
    packet.number(), packet.number()
    status = packet.fixed(2)
    packet.fixed(2)
    if packet.is_read:
        return status, ""
    packet.string()
    changes = packet.string() if status & _CHANGED else b""
    return status, "; ".join(_entries(Packet(changes)))


def _entries(changes: Packet) -> Iterator[str]:
    while not changes.is_read:
        kind = changes.fixed(1)
        entry = Packet(changes.string())
        if _KINDS[kind] == "gtids":
            entry.fixed(1)
        texts = []
        while not entry.is_read:
            if _KINDS[kind] == "state":
                texts.append(chr(entry.fixed(1)))
            else:
                texts.append(entry.string().decode("utf-8", "replace"))
        yield f"{_KINDS[kind]} " + _STATEMENT_ID.sub("N", _UUID.sub("UUID:N", "=".join(texts)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", required=True, metavar="HOST:PORT", help="a server that may be changed")
    host, _, port = parser.parse_args().real.partition(":")
    found = answers_of({"host": host, "port": int(port)})
    ANSWERS.write_text(json.dumps(found, indent=0, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
