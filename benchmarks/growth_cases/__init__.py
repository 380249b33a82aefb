"""The cases of `benchmarks/growth.py`: each says what grows, how far, and makes the work of one size.

A case is a function of a folder and a size. It prepares what is not measured and returns what is; the work may return a
text, which is shown beside the figures (MySQL's error, where that is the answer).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Work = Callable[[], Any]
Maker = Callable[[Path, int], Work]


@dataclass(frozen=True, slots=True)
class Case:
    """top: the largest of its four sizes, each four times the one before."""

    name: str
    top: int
    make: Maker

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(max(1, self.top // step) for step in (64, 16, 4, 1))


CASES: dict[str, Case] = {}


def case(name: str, top: int) -> Callable[[Maker], Maker]:
    """Puts a function into CASES."""

    def kept(make: Maker) -> Maker:
        CASES[name] = Case(name, top, make)
        return make

    return kept


def opened(folder: Path, *statements: str, options: tuple[str, ...] = (), files: Path | None = None) -> Any:
    """A session in a database of its own, in which these statements have run. files: a folder that it may read."""
    from binwriter.server.server import Server

    server = Server(folder, ("gtid-mode=ON", "enforce-gtid-consistency=ON", "sync-binlog=0", *options), files=files)
    session = server.connect()
    for sql in ("CREATE DATABASE d", "USE d", *statements):
        session.execute(sql)
    return session


def running(session: Any, *statements: str) -> Work:
    """The work of running these; an error of MySQL's is the outcome."""

    def work() -> str | None:
        found = None
        for sql in statements:
            error = session.run(sql).error
            if error is not None:
                found = f"{error.code} {error.message}"
        return found

    return work


def filled(folder: Path, rows: int, *statements: str, columns: str = "a INT PRIMARY KEY, b INT, c VARCHAR(20)") -> Any:
    """A session with a table t of so many rows (a: 1 .. n, b: a % 1000, c: a text), then these statements.

    The rows are put into the table, not inserted by statements: what is not measured should not take long.
    """
    session = opened(folder, f"CREATE TABLE t ({columns})", "SET binlog_format = ROW")
    table = session.server.front_end.database.table("d", "t")
    for number in range(1, rows + 1):
        table.insert((number, number % 1000, f"text {number}"))
    for sql in statements:
        session.execute(sql)
    return session
