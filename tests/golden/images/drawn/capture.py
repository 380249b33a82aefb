"""Asks a real server statements on tables drawn from a seed.

    python -m tests.golden.images.drawn.capture [SEED TABLES FILE]

keeps the answers to so many tables of a seed in a file; without arguments those of the test, captured.txt.xz.
"""

from __future__ import annotations

import sys
import tempfile
from functools import cache
from pathlib import Path

from binwriter.integration.mysql import DEFAULT_OPTIONS, running_server
from tests.golden.images.asking import Connection, ask, event_lines
from tests.golden.images.capture import Captured, RealConnection, read, write
from tests.golden.images.cases import DATABASE
from tests.golden.images.drawn.statements import FILES, DrawnCase, cases
from tests.golden.images.drawn.tables import DrawnTable

FOLDER = Path(__file__).parent
_CAPTURED = FOLDER / "captured.txt.xz"
_FAST = ("--innodb-flush-log-at-trx-commit=0", "--sync-binlog=0", "--innodb-doublewrite=OFF")
SEED, TABLES = 7, 16
Asked = list[tuple[str, list[str], int, int]]


def metadata(table: DrawnTable) -> str:
    """Every other table is described in full."""
    return f"SET GLOBAL binlog_row_metadata = {('MINIMAL', 'FULL')[table.number % 2]}"


def ask_table(connection: Connection, table: DrawnTable) -> Asked:
    """(case, answer, begin, end) of a drawn table; one entry where the table itself is refused."""
    connection.run(metadata(table))
    found: list[tuple[DrawnCase, list[str], int, int]] = []
    try:
        found += ask(connection, table, cases(table))
    except ValueError as error:
        return [("setup", [str(error)], 0, 0)]
    return [(case.name, answer, start, end) for case, answer, start, end in found]


def main(arguments: list[str]) -> int:
    """The command line."""
    seed, tables = (int(arguments[0]), int(arguments[1])) if arguments else (SEED, TABLES)
    captured: Captured = {}
    places: list[tuple[int, int]] = []
    with running_server((*DEFAULT_OPTIONS, *_FAST), own=True) as server, tempfile.TemporaryDirectory() as folder:
        server.execute("SET sql_log_bin = 0", f"CREATE DATABASE {DATABASE}")
        for name, text in FILES.items():
            server.put_file(f"{DATABASE}/{name}", text.encode())
        connection = RealConnection(server)
        for number in range(tables):
            table = DrawnTable(seed, number)
            answers = captured[f"{seed}.{table.name}"] = {}
            for name, answer, start, end in ask_table(connection, table):
                answers[name] = answer
                places.append((start, end))
        log = Path(folder) / "log"
        log.write_bytes(next(iter(server.fetch_binlogs().values())))
        wanted = [place for place in places if place[1]]
        events = iter(event_lines(log, wanted))
        for answers in captured.values():
            for name, answer in answers.items():
                if name != "setup":
                    answer += next(events)
    write(Path(arguments[2]) if arguments else _CAPTURED, captured)
    return 0


@cache
def captured(path: Path = _CAPTURED) -> Captured:
    """The server's answers by table and case."""
    return read(path)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
