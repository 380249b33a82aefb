"""python-mysql-replication driven from files: what another parser makes of a log, and whether it is right.

The library reads from a replication stream. Here each event of a file is handed to its packet wrapper, and what its
stream object carries from event to event (server version, post-header lengths, table map) is carried by `_Reader`.
It has defects of its own on what a real 9.7 writes; `binwriter.integration.parser_defects` lists them, so that a
failure which is not in the list is ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from pymysql.protocol import MysqlPacket
from pymysqlreplication.event import BinLogEvent, NotImplementedEvent
from pymysqlreplication.packet import BinLogPacketWrapper

from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.table_metadata import specs_from_table_map
from binwriter.formats.constants import ChecksumAlgorithm, EventType, RowsFlag
from binwriter.formats.events import FormatDescription, Rotate, Rows, TableMap
from binwriter.formats.records import dataclass
from binwriter.inspection.event_info import event_type_name
from binwriter.integration.parser_defects import KNOWN_DEFECTS, Defect, Failure
from binwriter.integration.parser_values import disagreements

__all__ = ["KNOWN_DEFECTS", "Defect", "Failure", "ParsedEvent", "failures", "parse_file", "unexpected_failures"]

# What the wire puts before each event: the OK byte.
_OK = b"\x00"
_HIDDEN = ("packet", "table_map", "columns", "table_obj", "optional_metadata", "temp_value_buffer")


@dataclass(frozen=True)
class ParsedEvent:
    """One event as the library reads it.

    pos: where it begins in the file. type_name: MySQL's name of the type (`Query`, `Table_map`, ...).
    event: the library's object; the exception if it raised one. values: its public fields; a rows event's `rows`.
    """

    pos: int
    type_name: str
    event: Any
    values: Mapping[str, Any]
    ours: LogEvent = field(repr=False)
    columns: tuple[ColumnSpec, ...] = field(default=(), repr=False)
    table: TableMap | None = field(default=None, repr=False)

    @property
    def error(self) -> Exception | None:
        return self.event if isinstance(self.event, Exception) else None


def parse_file(data: bytes) -> list[ParsedEvent]:
    """Every event of a log file as the library reads it.

    Raises CorruptLogError if the bytes are not a valid log by our own reader: sizes, checksums, bodies.
    """
    reader = _Reader()
    return [reader.read(event) for event in read_events(data)]


def failures(data: bytes) -> Iterator[Failure]:
    """Where the library raises, finds a bad checksum, does not know the type, or reads another value than we do."""
    for parsed in parse_file(data):
        yield from _failures_of(parsed)


def unexpected_failures(data: bytes) -> list[Failure]:
    """The failures that no entry of KNOWN_DEFECTS explains: empty for a log that a real server could have written."""
    return [failure for failure in failures(data) if not any(defect.explains(failure) for defect in KNOWN_DEFECTS)]


def _failures_of(parsed: ParsedEvent) -> Iterator[Failure]:
    place = (parsed.pos, parsed.type_name, parsed.ours, parsed.columns, parsed.table)
    if parsed.error is not None:
        yield Failure(*place, "exception", None, parsed.error)
    elif isinstance(parsed.event, NotImplementedEvent):
        yield Failure(*place, "type", parsed.ours.header.type, None)
    elif parsed.event is None:
        yield Failure(*place, "event", parsed.ours.header.type, None)
    else:
        if parsed.event._is_event_valid is False:
            yield Failure(*place, "checksum", parsed.ours.checksum, False)
        rows = parsed.values.get("rows", ())
        for disagreement in disagreements(parsed.ours.body, parsed.event, parsed.columns, rows):
            yield Failure(*place, disagreement.field, disagreement.ours, disagreement.theirs, disagreement.column)


class _Control:
    """What the library asks of its second connection."""

    charset = "utf8mb4"

    def _get_dbms(self) -> str:
        return "mysql"


def _subclasses(cls: Any) -> Iterator[Any]:
    yield cls
    for child in cls.__subclasses__():
        yield from _subclasses(child)


_EVERY_EVENT = frozenset(_subclasses(BinLogEvent))


class _Reader:
    """The state that goes from event to event: theirs, and our own table maps beside it."""

    def __init__(self) -> None:
        self.table_map: dict[int, Any] = {}
        self.version: tuple[int, ...] = (0, 0, 0)
        self.post_headers: tuple[int, ...] | None = None
        self.checksum = False
        self.tables: dict[int, TableMap] = {}
        self.specs: dict[int, tuple[ColumnSpec, ...]] = {}

    def read(self, event: LogEvent) -> ParsedEvent:
        body = event.body
        table, columns = self._table(body)
        name = event_type_name(event.header.type)
        try:
            theirs = self._wrap(event)
            values = _values(theirs)
        except Exception as error:
            return ParsedEvent(event.position, name, error, {}, event, columns, table)
        finally:
            self._forget(body)
        self._carry(event, theirs)
        return ParsedEvent(event.position, name, theirs, values, event, columns, table)

    def _wrap(self, event: LogEvent) -> Any:
        # the library expects four bytes behind a format description itself, so it must not be told of them
        checksum = self.checksum and event.header.type != EventType.FORMAT_DESCRIPTION
        return BinLogPacketWrapper(
            MysqlPacket(_OK + event.raw, _Control.charset),
            self.table_map,
            _Control(),
            self.version,
            checksum,
            _EVERY_EVENT,
            only_tables=None,
            ignored_tables=None,
            only_schemas=None,
            ignored_schemas=None,
            freeze_schema=False,
            ignore_decode_errors=False,
            verify_checksum=checksum,
            optional_meta_data=True,
            enable_logging=False,
            post_header_lengths=self.post_headers,
        ).event

    def _table(self, body: object) -> tuple[TableMap | None, tuple[ColumnSpec, ...]]:
        if isinstance(body, TableMap):
            optional = [(int(item.type), item.value) for item in body.optional_metadata]
            self.tables[body.table_id] = body
            self.specs[body.table_id] = specs_from_table_map(body.column_types, body.metadata, body.null_bits, optional)
        if isinstance(body, TableMap | Rows):
            return self.tables.get(body.table_id), self.specs.get(body.table_id, ())
        return None, ()

    def _carry(self, event: LogEvent, theirs: Any) -> None:
        if isinstance(event.body, FormatDescription):
            self.checksum = event.body.checksum is ChecksumAlgorithm.CRC32
            self.version, self.post_headers = theirs.mysql_version, theirs.post_header_len
        elif event.header.type == EventType.TABLE_MAP:
            self.table_map[theirs.table_id] = theirs.get_table()

    def _forget(self, body: object) -> None:
        if isinstance(body, Rotate) or (isinstance(body, Rows) and body.flags & RowsFlag.STMT_END):
            self.tables.clear()
            self.specs.clear()
            self.table_map.clear()


def _values(event: Any) -> Mapping[str, Any]:
    """The event's public fields. Rows are read only when they are asked for, so a failure in them shows here."""
    public = {name: value for name, value in vars(event).items() if not name.startswith("_")} if event else {}
    values = {name: value for name, value in public.items() if name not in _HIDDEN}
    rows: Sequence[Any] | None = getattr(event, "rows", None)
    return values if rows is None else values | {"rows": rows}
