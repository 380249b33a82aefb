"""One table's cases asked of a connection, and what is kept of the answers: itself, and the events as lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.formats.constants import EventType
from binwriter.formats.events import AnonymousGtid, Gtid, Query, Rows, TableMap, build_body
from binwriter.integration.masking import Masker

Answer = tuple[str, list[tuple[object, ...]]]
_TIME = 1700000000
_TABLES = ("g", "t", "s", "h", "p")
_RESET = f"SET sql_log_bin = 0, sql_mode = DEFAULT, sql_generate_invisible_primary_key = 0, timestamp = {_TIME}"


class Connection(Protocol):
    """A server's or ours. run: how the statement ended, in a line, and its rows."""

    def run(self, sql: str) -> Answer: ...


class Table(Protocol):
    """Tables that are made once and filled before each case."""

    def setup(self) -> list[str]: ...

    def refill(self, *, holes: bool) -> list[str]: ...


class Case(Protocol):
    """A statement and what is set before it."""

    @property
    def holes(self) -> bool: ...

    @property
    def sql(self) -> str: ...

    def settings(self) -> list[str]: ...


_C = TypeVar("_C", bound=Case)


def ask(connection: Connection, shape: Table, cases: Iterable[_C]) -> Iterator[tuple[_C, list[str], int, int]]:
    """(case, answer, where its events begin and end in the log) of each case of the table."""
    connection.run(_RESET)
    connection.run("SET foreign_key_checks = 0")
    connection.run(f"DROP TABLE IF EXISTS {', '.join(_TABLES)}")
    _do(connection, ["SET foreign_key_checks = 1", *shape.setup()])
    for case in cases:
        _do(connection, ["SET sql_log_bin = 0, foreign_key_checks = 0", *shape.refill(holes=case.holes)])
        start = _end(connection)
        _do(connection, [*case.settings(), "SET sql_log_bin = 1, foreign_key_checks = 1"])
        answer, _ = connection.run(case.sql)
        _, warnings = connection.run("SHOW WARNINGS")
        shown = [f"{level} {code} {text}" for level, code, text in warnings]
        own = f"Error {answer.split()[0]} "
        yield case, [answer, *(line for line in shown if not line.startswith(own))], start, _end(connection)


def _do(connection: Connection, statements: Iterable[str]) -> None:
    for statement in statements:
        answer, _ = connection.run(statement)
        if not answer.startswith("affected"):
            raise ValueError(f"{statement}: {answer}")


def _end(connection: Connection) -> int:
    _, rows = connection.run("SHOW BINARY LOG STATUS")
    return int(str(rows[0][1]))


def event_lines(path: Path, places: Sequence[tuple[int, int]]) -> list[list[str]]:
    """The events of a file between these places, each as a line; GTID events are left out."""
    found: list[list[str]] = []
    waiting = iter(places)
    start, end = next(waiting, (0, 0))
    masker, current = Masker(), []
    for event in read_events(path):
        while event.position >= end:
            found.append(current)
            current, masker = [], Masker()
            following = next(waiting, None)
            if following is None:
                return found
            start, end = following
        if event.position >= start:
            current += _lines(event, masker)
    return [*found, current, *([] for _ in waiting)]


def _lines(event: LogEvent, masker: Masker) -> Iterator[str]:
    name = EventType(event.type).name
    body = masker.mask(event).body
    if isinstance(body, AnonymousGtid | Gtid):
        return
    if isinstance(body, Rows):
        bitmaps = " ".join("-" if one is None else one.hex() for one in (body.columns_before, body.columns_after))
        extra = body.extra.hex() or "-"
        yield f"{name} table {body.table_id} flags {body.flags} extra {extra} columns {bitmaps} rows {body.rows.hex()}"
    elif isinstance(body, TableMap):
        yield f"{name} {body.table} {build_body(body).hex()}"
    elif isinstance(body, Query):
        yield f"{name} {body.query.decode(errors='replace')!r} {build_body(body).hex()}"
    else:
        yield f"{name} {build_body(body).hex()}"
