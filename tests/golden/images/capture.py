"""Asks a real server about every case, and keeps the answers in captured.txt.xz.

python -m tests.golden.images.capture
"""

from __future__ import annotations

import lzma
import sys
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pymysql

from binwriter.integration.mysql import DEFAULT_OPTIONS, MySQLServer, running_server
from tests.golden.images.asking import Answer, ask, event_lines
from tests.golden.images.cases import DATABASE, FILES, cases
from tests.golden.images.tables import shapes

FOLDER = Path(__file__).parent
_CAPTURED = FOLDER / "captured.txt.xz"
_FAST = (
    "--innodb-flush-log-at-trx-commit=0",
    "--sync-binlog=0",
    "--innodb-doublewrite=OFF",
    "--binlog-row-metadata=FULL",
)
Captured = dict[str, dict[str, list[str]]]


class RealConnection:
    """A PyMySQL connection."""

    def __init__(self, server: MySQLServer, **options: Any) -> None:
        self._connection: Any = server.connect(database=DATABASE, **options)

    def close(self) -> None:
        self._connection.close()

    def run(self, sql: str) -> Answer:
        with self._connection.cursor() as cursor:
            try:
                cursor.execute(sql)
                return f"affected {cursor.rowcount}", list(cursor.fetchall())
            except pymysql.err.MySQLError as error:
                return f"{error.args[0]} {error.args[1]}", []


def main() -> int:
    """The command line."""
    captured: Captured = {}
    places: list[tuple[int, int]] = []
    with running_server((*DEFAULT_OPTIONS, *_FAST), own=True) as server, tempfile.TemporaryDirectory() as folder:
        server.execute("SET sql_log_bin = 0", f"CREATE DATABASE {DATABASE}")
        for name, text in FILES.items():
            server.put_file(f"{DATABASE}/{name}", text.encode())
        connection = RealConnection(server)
        for shape in shapes():
            answers = captured[shape.name] = {}
            try:
                for case, answer, start, end in ask(connection, shape, cases(shape)):
                    answers[case.name] = answer
                    places.append((start, end))
            except ValueError as error:
                print(error)
            print(shape.name, file=sys.stderr, flush=True)
        log = Path(folder) / "log"
        log.write_bytes(next(iter(server.fetch_binlogs().values())))
        events = iter(event_lines(log, places))
        for answers in captured.values():
            for answer in answers.values():
                answer += next(events)
    write(_CAPTURED, captured)
    return 0


def write(path: Path, captured: Mapping[str, Mapping[str, list[str]]]) -> None:
    """Keeps answers by table and case."""

    def lines() -> Iterator[str]:
        for shape, answers in captured.items():
            yield shape
            for case, answer in answers.items():
                yield f" {case}"
                yield from (f"  {line}" for line in answer)

    path.write_bytes(lzma.compress("".join(f"{line}\n" for line in lines()).encode(), preset=9))


def read(path: Path) -> Captured:
    """What `write` kept."""
    found: Captured = {}
    for line in lzma.decompress(path.read_bytes()).decode().split("\n")[:-1]:
        if not line.startswith(" "):
            found[line] = answers = {}
        elif not line.startswith("  "):
            answers[line[1:]] = answer = []
        else:
            answer.append(line[2:])
    return found


@cache
def captured() -> Captured:
    """The server's answers by table and case: the answer, warnings, events."""
    return read(_CAPTURED)


if __name__ == "__main__":
    raise SystemExit(main())
