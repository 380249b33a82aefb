# ruff: noqa: E501 (a statement stands in one line)
"""Cells asked of a connection: of each statement the answer, the warnings, what the table is then, and its events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.formats.constants import EventType
from binwriter.formats.events import AnonymousGtid, Gtid, Query, build_body
from binwriter.integration.masking import Masker
from tests.golden.definitions.drawing import AFTER, BEFORE, Drawn
from tests.golden.images.asking import Connection

DATABASE = "d"
_QUIET = (
    "SET sql_log_bin = 0, timestamp = 1700000000, sql_mode = DEFAULT, foreign_key_checks = 0, sql_require_primary_key = 0,"
    " sql_generate_invisible_primary_key = 0, explicit_defaults_for_timestamp = 1, innodb_strict_mode = 1, time_zone = '+00:00'"
)


def ask(connection: Connection, number: int) -> Iterator[tuple[str, list[str], int, int]]:
    """(statement, answer, where its events begin and end in the log)."""
    drawn = Drawn(number)
    for statement in (_QUIET, *BEFORE, *drawn.settings, "SET sql_log_bin = 1"):
        _do(connection, statement)
    end, before = _end(connection, 0), ""
    for statement in drawn.statements:
        answer, rows = connection.run(statement)
        _, warnings = connection.run("SHOW WARNINGS")
        shown = [f"{level} {code} {text}" for level, code, text in warnings]
        own = f"Error {answer.split()[0]} "
        start, end = end, _end(connection, end)
        told = [answer, *(line for line in shown if not line.startswith(own)), *(repr(row) for row in rows)]
        if before != (before := _shown(connection)):
            told.append(before)
        yield statement, [line.replace("\n", "¶") for line in told], start, end
    columns = [" ".join(map(str, row)).replace("\n", "¶") for row in connection.run("SHOW FULL COLUMNS FROM t")[1]]
    if columns:
        yield "SHOW FULL COLUMNS FROM t", columns, end, end
    for statement in ("COMMIT", _QUIET, *AFTER):
        _do(connection, statement)


def _do(connection: Connection, statement: str) -> None:
    answer, _ = connection.run(statement)
    if not answer.startswith("affected"):
        raise ValueError(f"{statement}: {answer}")


def _shown(connection: Connection) -> str:
    answer, rows = connection.run("SHOW CREATE TABLE t")
    return str(rows[0][1]) if rows else answer


def _end(connection: Connection, last: int) -> int:
    """Where the log ends; behind CREATE TABLE .. START TRANSACTION nothing but its end is answered."""
    _, rows = connection.run("SHOW BINARY LOG STATUS")
    return int(str(rows[0][1])) if rows else last


def event_lines(path: Path, places: Sequence[tuple[int, int]], statements: Sequence[str]) -> list[list[str]]:
    """The events of a file between these places, each as a line; GTID events are left out."""
    found: list[list[str]] = [[] for _ in places]
    ordered = sorted((start, end, place) for place, (start, end) in enumerate(places) if end > start)
    waiting = iter(ordered)
    start, end, place = next(waiting, (0, 0, 0))
    masker = Masker()
    for event in read_events(path):
        while event.position >= end:
            following = next(waiting, None)
            if following is None:
                return found
            (start, end, place), masker = following, Masker()
        if event.position >= start:
            found[place] += _lines(event, masker, statements[place])
    return found


def _lines(event: LogEvent, masker: Masker, statement: str) -> Iterator[str]:
    name = EventType(event.type).name
    body = masker.mask(event).body
    if isinstance(body, AnonymousGtid | Gtid):
        return
    if isinstance(body, Query):
        text = body.query.decode(errors="replace")
        status = build_body(replace(body, query=b"")).hex()
        yield f"{name} {status}" + ("" if text == statement else f" {text}".replace("\n", "¶"))
    else:
        yield f"{name} {build_body(body).hex()}"
