"""Asks a real server the cells.

    python -m tests.golden.definitions.capture [FIRST LAST FILE]

keeps the cells from FIRST to LAST in a file; without arguments the sample of the tests, captured.txt.xz.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from binwriter.integration.mysql import DEFAULT_OPTIONS, running_server
from tests.golden.definitions.asking import DATABASE, ask, event_lines
from tests.golden.images.capture import Captured, RealConnection, read, write

FOLDER = Path(__file__).parent
SAMPLE = range(1500)
_CAPTURED = FOLDER / "captured.txt.xz"
_FAST = ("--innodb-flush-log-at-trx-commit=0", "--sync-binlog=0", "--innodb-doublewrite=OFF", "--secure-file-priv=")


def main(arguments: list[str]) -> int:
    """The command line."""
    numbers = range(int(arguments[0]), int(arguments[1]) + 1) if arguments else SAMPLE
    write(Path(arguments[2]) if arguments else _CAPTURED, answers(numbers))
    return 0


def answers(numbers: Iterable[int]) -> Captured:
    """By number and statement: the answer, warnings, SHOW CREATE TABLE where it is another one, events."""
    found: Captured = {}
    statements: list[str] = []
    places: list[tuple[int, int]] = []
    with running_server((*DEFAULT_OPTIONS, *_FAST), own=True) as server, tempfile.TemporaryDirectory() as folder:
        server.execute("SET sql_log_bin = 0", "CREATE DATABASE test", f"CREATE DATABASE {DATABASE}")
        connection = RealConnection(server)
        connection.run(f"USE {DATABASE}")
        for number in numbers:
            found[str(number)] = own = {}
            for place, (statement, answer, start, end) in enumerate(ask(connection, number)):
                own[f"{place} {statement}"] = answer
                statements.append(statement)
                places.append((start, end))
            if number % 100 == 0:
                print(number, file=sys.stderr, flush=True)
        log = Path(folder) / "log"
        log.write_bytes(next(iter(server.fetch_binlogs().values())))
        events = iter(event_lines(log, places, statements))
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
