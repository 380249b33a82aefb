"""Asks a real server about every case, and keeps the answers in captured.txt.xz.

python -m tests.golden.values.capture
"""

from __future__ import annotations

import sys
import tempfile
from functools import cache
from pathlib import Path

from binwriter.integration.mysql import DEFAULT_OPTIONS, running_server
from tests.golden.images.asking import event_lines
from tests.golden.images.capture import Captured, RealConnection, read, write
from tests.golden.values.asking import ask, prepare
from tests.golden.values.cases import names

FOLDER = Path(__file__).parent
_CAPTURED = FOLDER / "captured.txt.xz"


def main() -> int:
    """The command line."""
    answers: Captured = {}
    places: list[tuple[int, int]] = []
    with running_server(DEFAULT_OPTIONS, own=True) as server, tempfile.TemporaryDirectory() as folder:
        server.execute("SET sql_log_bin = 0", "CREATE DATABASE test")
        connection = RealConnection(server)
        prepare(connection)
        for type_ in names():
            answers[type_] = {}
            for name, answer, start, end in ask(connection, type_):
                answers[type_][name] = answer
                places.append((start, end))
            print(type_, file=sys.stderr, flush=True)
        log = Path(folder) / "log"
        log.write_bytes(next(iter(server.fetch_binlogs().values())))
        events = iter(event_lines(log, places))
        for own in answers.values():
            for name, answer in own.items():
                own[name] = answer + rows_of(next(events))
    write(_CAPTURED, answers)
    return 0


def rows_of(lines: list[str]) -> list[str]:
    """Of the events, the rows alone: the rest is the same for all cases."""
    return [line.rpartition(" ")[2] for line in lines if line.startswith("WRITE_ROWS")]


@cache
def captured() -> Captured:
    """The server's answers by type and case: the answer, warnings, the row's bytes."""
    return read(_CAPTURED)


if __name__ == "__main__":
    raise SystemExit(main())
