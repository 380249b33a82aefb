"""The columns of SHOW BINLOG EVENTS, one row an event: what `run` and `inspect` show."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from binwriter.binlog.files.keyring import Keyring
from binwriter.binlog.files.reader import LogEvent, nested_events, read_events
from binwriter.inspection.event_info import event_info, event_type_name

COLUMNS = ("Log_name", "Pos", "Event_type", "Server_id", "End_log_pos", "Info")
Row = tuple[str, ...]  # one cell a column

_NESTED = "  "  # before the type of an event that stands in a Transaction_payload
# how the cells stand in plain columns; Info is as long as it is
_FORMATS = ("<14", ">10", "<22", ">10", ">11", "")
_SERVER_ID = COLUMNS.index("Server_id")


def without_server_id(row: Row) -> Row:
    """The columns that are enough where one server wrote all."""
    return row[:_SERVER_ID] + row[_SERVER_ID + 1 :]


def event_row(event: LogEvent) -> Row:
    """The cells. Events of a Transaction_payload stand at its end, as the server shows them, and are indented.

    Raises CorruptLogError if the event's body cannot be parsed.
    """
    return _row(event, event_info(event))


def unparsed_row(event: LogEvent) -> Row:
    """The cells for an event whose body cannot be parsed."""
    return _row(event, f"({len(event.body_bytes)} bytes that cannot be parsed)")


def _row(event: LogEvent, info: str) -> Row:
    header = event.header
    position, end = (event.end, event.payload.header.log_pos) if event.payload else (event.position, header.log_pos)
    kind = (_NESTED if event.payload else "") + event_type_name(event.type)
    return Path(event.file).name, str(position), kind, str(header.server_id), str(end), info


def event_rows(path: Path, keyring: Keyring | None = None) -> Iterator[Row]:
    """One row an event of a file, those inside Transaction_payload events included."""
    for event in read_events(path, keyring=keyring):
        yield event_row(event)
        for inner in nested_events(event):
            yield event_row(inner)


def plain_line(row: Row) -> str:
    """A row in plain columns, with Server_id or without."""
    formats = _FORMATS if len(row) == len(_FORMATS) else without_server_id(_FORMATS)
    cells = (f"{one_line(cell):{form}}" for cell, form in zip(row, formats, strict=True))
    return " ".join(cells).rstrip()


def one_line(text: str) -> str:
    """Line breaks and other control characters by their escapes, so that a row stays a row."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
