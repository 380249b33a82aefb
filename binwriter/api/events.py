"""A binary log as a sequence of events with the rows that they change."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from binwriter.binlog.files.keyring import Keyring
from binwriter.binlog.files.reader import LogEvent, nested_events, read_events
from binwriter.binlog.files.rows import OpenTables, TableRows
from binwriter.binlog.files.selection import gtid_of
from binwriter.binlog.files.sources import all_log_paths
from binwriter.formats.columns.row_image import RowImage
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.declaration import Declared
from binwriter.inspection.event_info import event_info, event_type_name
from binwriter.inspection.event_json import event_json
from binwriter.inspection.value_json import cell_json
from binwriter.server.declared_columns import DeclaredColumns

Row = dict[str, Any] | tuple[Any, ...]


class Change(NamedTuple):
    """What an event does to one row: before is None for an inserted row, after for a deleted one."""

    before: Row | None
    after: Row | None


class Event:
    """One event of a log, as `read_log` gives it."""

    def __init__(
        self, event: LogEvent, rows: TableRows | None, gtid: str | None, declared: DeclaredColumns | None = None
    ) -> None:
        self._event, self._rows = event, rows
        self._declared, self._place = declared, declared.place if declared is not None else 0
        self.gtid = gtid

    @property
    def file(self) -> str:
        """The file's name as it was given."""
        return self._event.file

    @property
    def position(self) -> int:
        """Where it begins in the file; of an event in a Transaction_payload, where that begins."""
        return self._event.position

    @property
    def end_position(self) -> int:
        """Where the next event of the file begins."""
        return self._event.end

    @property
    def type(self) -> str:
        """As SHOW BINLOG EVENTS names it: `Query`, `Write_rows`."""
        return event_type_name(self._event.type)

    @property
    def info(self) -> str:
        """The column Info of SHOW BINLOG EVENTS. CorruptLogError if the body cannot be parsed."""
        return event_info(self._event)

    @property
    def time(self) -> datetime:
        """The header's timestamp, in UTC."""
        return datetime.fromtimestamp(self._event.header.timestamp, UTC)

    @property
    def server_id(self) -> int:
        """Of the server that wrote it first."""
        return self._event.header.server_id

    @property
    def body(self) -> Declared:
        """The fields, by the names of `binwriter.formats.events`. CorruptLogError if they cannot be parsed."""
        return self._event.body

    @property
    def raw(self) -> bytes:
        """The whole event."""
        return self._event.raw

    @property
    def schema(self) -> str | None:
        """The database of the table that a rows event changes; None for other events."""
        return self._rows.table.schema if self._rows is not None else None

    @property
    def table(self) -> str | None:
        """The table that a rows event changes; None for other events."""
        return self._rows.table.name if self._rows is not None else None

    def rows(self, *, names: bool = True, text: bool = True) -> list[Change]:
        """The rows that a rows event changes; none for other events.

        names: each row a dict by column names, else a tuple. With binlog_row_metadata=MINIMAL the names are those of
        the definitions in the log (CREATE TABLE and what changed it), or `@1`, `@2` where they are not there or do not
        fit. text: ENUM and SET by their members if the log has them, DECIMAL, dates, times and JSON as MySQL writes
        them, else the values that the columns store. CorruptLogError, with file and position, if they cannot be read.
        """
        if self._rows is None:
            return []
        specs = self._rows.specs()
        if self._declared is not None:
            specs = self._declared.specs(self._rows.table, self._place)
        return [
            Change(
                None if change.before is None else _row(change.before, specs, names, text),
                None if change.after is None else _row(change.after, specs, names, text),
            )
            for change in self._rows.changes()
        ]

    def to_json(self) -> dict[str, Any]:
        """All of it, as `binwriter inspect --json` prints it."""
        return event_json(self._event, self._rows)

    def __repr__(self) -> str:
        return f"<{self.type} {self.file}:{self.position}>"


def _row(image: RowImage, specs: tuple[ColumnSpec, ...], names: bool, text: bool) -> Row:
    pairs = zip((specs[index] for index in image.columns), image.values, strict=True)
    cells = [(spec.name, _readable(value, spec) if text else value) for spec, value in pairs]
    return dict(cells) if names else tuple(value for _, value in cells)


def _readable(value: Any, spec: ColumnSpec) -> Any:
    """The cell as people write it; bytes that are no text stay bytes."""
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            return value
    shown = cell_json(value, spec)
    if spec.type is ColumnType.SET and isinstance(shown, list):
        return ",".join(str(member) for member in shown)
    return shown


def read_log(*logs: Path | str, verify: bool = True, keyring: Path | str | None = None) -> Iterator[Event]:
    """The events of binary logs or relay logs, in order, those inside Transaction_payload events behind it.

    logs: files, folders, index files (`*.index`), patterns (`binlog.0*`), or `-` for standard input. verify: look at
    checksums. keyring: of encrypted logs, the data file of component_keyring_file.
    Memory does not grow with the log. LogFileError if one cannot be read, CorruptLogError for damage.
    """
    keys = Keyring(keyring) if keyring is not None else None
    with DeclaredColumns() as declared:
        for path in all_log_paths(logs):
            tables = OpenTables(remember=True)
            gtid: str | None = None
            for outer in read_events(path, verify=verify, keyring=keys):
                for event in (outer, *nested_events(outer)):
                    own = gtid_of(event)
                    gtid = str(own) if own is not None else gtid
                    declared.follow(event)
                    yield Event(event, tables.follow(event), gtid, declared)
