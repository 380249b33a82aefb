"""Asks a real server the cells.

    python -m tests.golden.loads.capture [FIRST LAST FILE]

keeps the cells from FIRST to LAST in a file; without arguments the sample of the tests, captured.txt.xz.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from binwriter.integration.mysql import DEFAULT_OPTIONS, running_server
from tests.golden.images.capture import Captured, RealConnection, read, write
from tests.golden.loads.asking import ask, event_lines
from tests.golden.loads.drawing import Drawn

FOLDER = Path(__file__).parent
SAMPLE = range(600)
_CAPTURED = FOLDER / "captured.txt.xz"
_FAST = (
    "--innodb-flush-log-at-trx-commit=0",
    "--sync-binlog=0",
    "--innodb-doublewrite=OFF",
    "--secure-file-priv=",
    "--local-infile=ON",
)


def main(arguments: list[str]) -> int:
    """The command line."""
    numbers = range(int(arguments[0]), int(arguments[1]) + 1) if arguments else SAMPLE
    write(Path(arguments[2]) if arguments else _CAPTURED, answers(numbers))
    return 0


def answers(numbers: Iterable[int]) -> Captured:
    """By number and statement: the answer, warnings, rows, events."""
    found: Captured = {}
    places: list[tuple[int, int]] = []
    with running_server((*DEFAULT_OPTIONS, *_FAST), own=True) as server, tempfile.TemporaryDirectory() as folder:
        server.execute("SET sql_log_bin = 0", "CREATE DATABASE test")
        os.chdir(folder)  # where the client has its files
        connection = RealConnection(server, local_infile=True)
        for number in numbers:
            drawn = Drawn(number)
            Path(drawn.name).write_bytes(drawn.file)
            if not drawn.local:
                server.put_file(drawn.name, drawn.file)
            found[str(number)] = own = {}
            for statement, answer, start, end in ask(connection, drawn):
                own[statement] = answer
                places.append((start, end))
        log = Path(folder) / "log"
        log.write_bytes(next(iter(server.fetch_binlogs().values())))
        events = iter(event_lines(log, places))
    for own in found.values():
        for answer in own.values():
            answer += next(events)
    return found


@cache
def captured(path: Path = _CAPTURED) -> Captured:
    """The server's answers by number and statement."""
    return read(path)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
