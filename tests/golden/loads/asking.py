"""Cells asked of a connection: the answer of LOAD, its warnings and events, and the rows that are there then."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.formats.constants import EventType
from binwriter.formats.events import AnonymousGtid, Gtid, build_body
from binwriter.integration.masking import Masker
from tests.golden.images.asking import Connection
from tests.golden.loads.drawing import Drawn

_QUIET = "SET sql_log_bin = 0, timestamp = 1700000000, sql_mode = DEFAULT, max_error_count = 64"
_AFTER = "DROP TABLE t, u"
_LONG = 400
_ROWS = 10


def ask(connection: Connection, drawn: Drawn) -> Iterator[tuple[str, list[str], int, int]]:
    """(statement, answer, where its events begin and end in the log)."""
    for statement in (_QUIET, *drawn.setup, *drawn.settings, "SET sql_log_bin = 1"):
        answer, _ = connection.run(statement)
        if not answer.startswith("affected"):
            raise ValueError(f"{statement}: {answer}")
    end = _end(connection)
    for statement in drawn.statements:
        answer, rows = connection.run(statement)
        _, warnings = connection.run("SHOW WARNINGS LIMIT 24")
        shown = [f"{level} {code} {text}" for level, code, text in warnings]
        own = f"Error {answer.split()[0]} "
        start, end = end, _end(connection)
        told = [answer, *(line for line in shown if not line.startswith(own)), *_shown(rows)]
        yield statement, [line.replace("\n", "¶") for line in told], start, end
    for statement in (_QUIET, _AFTER):
        connection.run(statement)


def _shown(rows: Sequence[tuple[object, ...]]) -> list[str]:
    """Rows of columns in hexadecimal digits; of many the first, and a sum of the others."""
    lines = [" ".join("NULL" if one is None else repr(bytes.fromhex(str(one)))[1:] for one in row) for row in rows]
    rest = "\n".join(lines[_ROWS:])
    return [*lines[:_ROWS], f"{len(lines)} rows {zlib.crc32(rest.encode()):08x}"] if rest else lines


def _end(connection: Connection) -> int:
    _, rows = connection.run("SHOW BINARY LOG STATUS")
    return int(str(rows[0][1]))


def event_lines(path: Path, places: Sequence[tuple[int, int]]) -> list[list[str]]:
    """The events of a file between these places, each as a line; GTID events are left out."""
    found: list[list[str]] = [[] for _ in places]
    waiting = iter(sorted((start, end, place) for place, (start, end) in enumerate(places) if end > start))
    start, end, place = next(waiting, (0, 0, 0))
    masker = Masker()
    for event in read_events(path):
        while event.position >= end:
            following = next(waiting, None)
            if following is None:
                return found
            (start, end, place), masker = following, Masker()
        if event.position >= start:
            found[place] += _lines(event, masker)
    return found


def _lines(event: LogEvent, masker: Masker) -> Iterator[str]:
    body = masker.mask(event).body
    if isinstance(body, AnonymousGtid | Gtid):
        return
    raw = build_body(body)
    shown = raw.hex() if len(raw) < _LONG else f"{len(raw)} bytes {zlib.crc32(raw):08x}"
    yield f"{EventType(event.type).name} {shown}"
