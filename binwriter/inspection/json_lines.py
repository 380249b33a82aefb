"""Events as lines of JSON: what `json.dumps` makes of `event_json`, at several times its speed.

Logs repeat themselves. The body of a Table_map or of a Query that was seen before has its text already; GTIDs and XIDs
that differ from one seen before only in their numbers get that one's text with other numbers (`json_numbers`); rows
behind a head that was seen before are read cell by cell into text (`json_rows`). What is new goes by `event_json`, and
so does what cannot be read, which says why.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from binwriter.binlog.files.reader import LogEvent
from binwriter.binlog.files.rows import MappedTable, OpenTables, TableRows, UnknownTableError
from binwriter.errors import CorruptLogError
from binwriter.formats.constants import EventType
from binwriter.formats.events import TableMap
from binwriter.inspection.event_json import event_json
from binwriter.inspection.json_numbers import KnownNumbers
from binwriter.inspection.json_rows import ROWS_KINDS, KnownRows
from binwriter.inspection.value_json import Json

_REPEATED = frozenset({EventType.TABLE_MAP, EventType.QUERY})
_TABLE_MAP, _FORMAT_DESCRIPTION = int(EventType.TABLE_MAP), int(EventType.FORMAT_DESCRIPTION)
_MOST_BODIES = 4096
_LONGEST_BODY = 1 << 14


class Line(NamedTuple):
    """text: of the object. error: its key of that name. is_unknown: the error is that of a missing Table_map."""

    text: str
    error: str | None = None
    is_unknown: bool = False


def dumped(value: Json) -> str:
    """JSON text as all of ours is written."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


class JsonLines:
    """The lines of one walk over events. Give it every event that is shown, in order, those inside payloads too."""

    def __init__(self) -> None:
        self._tables = OpenTables(remember=True)
        self._heads: dict[tuple[str, int, int, int], tuple[str, str, str]] = {}
        self._forget()

    def _forget(self) -> None:
        self._bodies: dict[bytes, str] = {}
        self._mapped: dict[bytes, tuple[int, MappedTable]] = {}
        self._numbers = KnownNumbers()
        self._rows = KnownRows()

    def line(self, event: LogEvent) -> Line:
        """The event's line, without its end."""
        text = self.known(event)
        return self.learnt(event) if text is None else Line(text)

    def known(self, event: LogEvent) -> str | None:
        """The text of an event that is like one seen before; None for one that is to be given to `learnt`."""
        kind = event.type
        if kind == _FORMAT_DESCRIPTION:
            self._forget()  # what bytes mean hangs on it
            return None
        body = self._known(kind, event)
        return None if body is None else f"{self._head(kind, event)}{body}}}"

    def _known(self, kind: int, event: LogEvent) -> str | None:
        """The text of a body that is like one seen before."""
        if kind in _REPEATED:
            text = self._bodies.get(event.body_bytes)
            if text is not None and kind == _TABLE_MAP:
                self._follow_map(event)
            return text
        body = event.body_bytes
        if kind not in ROWS_KINDS:
            return self._numbers.text(kind, body)
        rows = self._rows.head(kind, body, self._tables)
        return None if rows is None else rows.text(body)

    def _follow_map(self, event: LogEvent) -> None:
        """A Table_map that was seen before: its table is in force already, or is again."""
        mapped = self._mapped.get(event.body_bytes)
        if mapped is not None and self._tables.came_again(*mapped):
            return
        self._tables.follow(event)
        body = event.body
        table = self._tables.table(body.table_id) if isinstance(body, TableMap) else None
        if isinstance(body, TableMap) and table is not None:
            if len(self._mapped) >= _MOST_BODIES:
                self._mapped.clear()
            self._mapped[event.body_bytes] = body.table_id, table

    def learnt(self, event: LogEvent) -> Line:
        """The line of an event of which none like it was seen; from now on one was."""
        kind = event.type
        rows: TableRows | UnknownTableError | None = None
        try:
            rows = self._tables.follow(event)
        except UnknownTableError as error:
            rows = error
        except CorruptLogError:
            pass  # event_json says it
        entry = event_json(event, rows)
        if "error" in entry:
            return Line(dumped(entry), str(entry["error"]), isinstance(rows, UnknownTableError))
        if kind in _REPEATED and len(event.body_bytes) <= _LONGEST_BODY:
            if len(self._bodies) >= _MOST_BODIES:
                self._bodies.clear()
            self._bodies[event.body_bytes] = dumped(entry["body"])
        elif isinstance(rows, TableRows):
            self._rows.learn(event, rows, entry["body"])
        else:
            self._numbers.learn(event, entry["body"])
        return Line(dumped(entry))

    def _head(self, kind: int, event: LogEvent) -> str:
        """All before the body."""
        header = event.header
        key = (event.file, kind, header.type, header.flags)
        pieces = self._heads.get(key)
        if pieces is None:
            pieces = self._heads[key] = self._pieces(event)
        place, time, checksum = pieces
        crc = "null" if event.checksum is None else f'"{event.checksum:#010x}"'
        payload = "null" if event.payload is None else event.payload.position
        return (
            f"{place}{event.position}{time}{header.timestamp}"
            f', "server_id": {header.server_id}, "size": {header.size}, "end_log_pos": {header.log_pos}'
            f'{checksum}{crc}, "payload_position": {payload}, "body": '
        )

    def _pieces(self, event: LogEvent) -> tuple[str, str, str]:
        entry = event_json(event)
        file, kind, code, flags = (dumped(entry[key]) for key in ("file", "type", "type_code", "flags"))
        return (
            f'{{"file": {file}, "position": ',
            f', "type": {kind}, "type_code": {code}, "timestamp": ',
            f', "flags": {flags}, "checksum": ',
        )
