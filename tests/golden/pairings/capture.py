"""Asks a real server pairings, several at once.

    python -m tests.golden.pairings.capture HOST:PORT [FIRST LAST FILE]

HOST:PORT of a server that may be emptied; without more arguments the sample of the tests, captured.txt.xz.
"""

from __future__ import annotations

import lzma
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import pymysql

from tests.golden.pairings.asking import Answer, ask
from tests.golden.pairings.cases import Case, cases

FOLDER = Path(__file__).parent
SAMPLE = range(180)
_CAPTURED = FOLDER / "captured.txt.xz"
_AT_ONCE = 24
_WAITS = (
    "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_mysql_thread_id = {0} AND trx_state = 'LOCK WAIT'",
    "SELECT COUNT(*) FROM performance_schema.processlist WHERE id = {0} AND state REGEXP '^Waiting for|^User lock'",
)


class RealConnection:
    """A PyMySQL connection."""

    def __init__(self, host: str, port: int) -> None:
        self._connection: Any = pymysql.connect(host=host, port=port, user="root", autocommit=True)
        self.number = self._connection.thread_id()

    def close(self) -> None:
        self._connection.close()

    def run(self, sql: str) -> Answer:
        try:
            with self._connection.cursor() as cursor:
                cursor.execute(sql)
                return f"affected {cursor.rowcount}", list(cursor.fetchall())
        except pymysql.err.MySQLError as error:
            code = error.args[0] if error.args else 0
            return ("lost" if code in (0, 2013, 2006, 4031, 1053) else f"{code} {error.args[1]}"), []


def answered(case: Case, host: str, port: int) -> list[str]:
    """What a server answers."""
    connections = [RealConnection(host, port) for _ in range(4)]
    looking = connections[3]
    looking.run("SET SESSION TRANSACTION ISOLATION LEVEL READ UNCOMMITTED")
    with ThreadPoolExecutor(1) as pool:

        def send(one: RealConnection, sql: str) -> Future[Answer]:
            sent = pool.submit(one.run, sql)
            for _ in range(60):
                time.sleep(0.05)
                waits = [looking.run(text.format(one.number))[1] for text in _WAITS]
                if sent.done() or any(row[0] for rows in waits for row in rows):
                    break
            return sent

        told = ask(case, connections[:3], send)  # type: ignore[arg-type]
    connections[2].run(f"DROP DATABASE p{case.number}")
    for one in connections:
        one.close()
    return told


@cache
def captured(path: Path = _CAPTURED) -> dict[str, list[str]]:
    """The server's answers by number."""
    found: dict[str, list[str]] = {}
    number = ""
    for line in lzma.decompress(path.read_bytes()).decode().splitlines():
        if line.startswith(" "):
            found[number].append(line[1:])
        else:
            number = line
            found[number] = []
    return found


def main(arguments: list[str]) -> int:
    """The command line."""
    host, _, port = arguments[0].partition(":")
    numbers = range(int(arguments[1]), int(arguments[2]) + 1) if len(arguments) > 1 else SAMPLE
    lines: list[str] = []
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        found = pool.map(lambda case: (case.number, answered(case, host, int(port))), cases(numbers))
        for number, told in found:
            lines += [str(number), *(f" {line}" for line in told)]
    text = "".join(f"{line}\n" for line in lines).encode()
    (Path(arguments[3]) if len(arguments) > 1 else _CAPTURED).write_bytes(lzma.compress(text, preset=9))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
