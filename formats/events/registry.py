"""Which class is which event's body: the one table by which bodies are found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import NamedTuple, cast

from binwriter.formats.constants import EventType
from binwriter.formats.declaration import Declared
from binwriter.formats.events.format_description import FormatDescription
from binwriter.formats.events.group_replication import TransactionContext, ViewChange
from binwriter.formats.events.gtid import AnonymousGtid, Gtid
from binwriter.formats.events.heartbeat import Heartbeat, HeartbeatV2
from binwriter.formats.events.ignorable import Ignorable
from binwriter.formats.events.incident import Incident
from binwriter.formats.events.intvar import Intvar
from binwriter.formats.events.load import AppendBlock, BeginLoadQuery, DeleteFile, ExecuteLoadQuery
from binwriter.formats.events.old.load import CreateFile, ExecLoad, Load, NewLoad
from binwriter.formats.events.old.slave import Slave
from binwriter.formats.events.old.start_v3 import StartV3
from binwriter.formats.events.previous_gtids import PreviousGtids
from binwriter.formats.events.query import Query
from binwriter.formats.events.rand import Rand
from binwriter.formats.events.raw import Raw
from binwriter.formats.events.rotate import Rotate
from binwriter.formats.events.rows import Rows
from binwriter.formats.events.rows_query import RowsQuery
from binwriter.formats.events.stop import Stop
from binwriter.formats.events.table_map import TableMap
from binwriter.formats.events.tagged_gtid import TaggedGtid
from binwriter.formats.events.transaction_payload import TransactionPayload
from binwriter.formats.events.user_var import UserVar
from binwriter.formats.events.xa import XaPrepare
from binwriter.formats.events.xid import Xid
from binwriter.formats.header import HEADER_LENGTH
from binwriter.formats.records import dataclass

EVENT_BODIES: dict[EventType, type[Declared]] = {
    EventType.START_V3: StartV3,
    EventType.QUERY: Query,
    EventType.STOP: Stop,
    EventType.ROTATE: Rotate,
    EventType.INTVAR: Intvar,
    EventType.LOAD: Load,
    EventType.SLAVE: Slave,
    EventType.CREATE_FILE: CreateFile,
    EventType.APPEND_BLOCK: AppendBlock,
    EventType.EXEC_LOAD: ExecLoad,
    EventType.DELETE_FILE: DeleteFile,
    EventType.NEW_LOAD: NewLoad,
    EventType.RAND: Rand,
    EventType.USER_VAR: UserVar,
    EventType.FORMAT_DESCRIPTION: FormatDescription,
    EventType.XID: Xid,
    EventType.BEGIN_LOAD_QUERY: BeginLoadQuery,
    EventType.EXECUTE_LOAD_QUERY: ExecuteLoadQuery,
    EventType.TABLE_MAP: TableMap,
    EventType.PRE_GA_WRITE_ROWS: Rows,
    EventType.PRE_GA_UPDATE_ROWS: Rows,
    EventType.PRE_GA_DELETE_ROWS: Rows,
    EventType.WRITE_ROWS_V1: Rows,
    EventType.UPDATE_ROWS_V1: Rows,
    EventType.DELETE_ROWS_V1: Rows,
    EventType.INCIDENT: Incident,
    EventType.HEARTBEAT: Heartbeat,
    EventType.IGNORABLE: Ignorable,
    EventType.ROWS_QUERY: RowsQuery,
    EventType.WRITE_ROWS: Rows,
    EventType.UPDATE_ROWS: Rows,
    EventType.DELETE_ROWS: Rows,
    EventType.GTID: Gtid,
    EventType.ANONYMOUS_GTID: AnonymousGtid,
    EventType.PREVIOUS_GTIDS: PreviousGtids,
    EventType.TRANSACTION_CONTEXT: TransactionContext,
    EventType.VIEW_CHANGE: ViewChange,
    EventType.XA_PREPARE: XaPrepare,
    EventType.PARTIAL_UPDATE_ROWS: Rows,
    EventType.TRANSACTION_PAYLOAD: TransactionPayload,
    EventType.HEARTBEAT_V2: HeartbeatV2,
    EventType.GTID_TAGGED: TaggedGtid,
}

_BY_NUMBER: dict[int, type[Declared]] = {int(event_type): cls for event_type, cls in EVENT_BODIES.items()}
# Classes that stand for one type only; Rows and Raw carry theirs.
_TYPE_OF: dict[type[Declared], EventType] = {
    cls: event_type for event_type, cls in EVENT_BODIES.items() if cls is not Rows
}


@dataclass(frozen=True, slots=True)
class ParseContext:
    """What the bytes of a body do not say by themselves.

    format_description: the one in force; None: assume the layouts of 5.1 and later.
    """

    format_description: FormatDescription | None = None
    _layouts: dict[int, _Layout] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def header_length(self) -> int:
        """Bytes of an event's header: 19 but in logs of patched servers."""
        return self.format_description.header_length if self.format_description else HEADER_LENGTH

    def event_type(self, number: int) -> int:
        """The type that a header's type number means: almost always itself (see `event_numbers`)."""
        layout = self._layouts.get(number)
        return (self._layout(number) if layout is None else layout).event_type

    def type_number(self, event_type: int) -> int:
        """The number that stands for this type in the headers of this log."""
        return next((number for number, meant in self._renumbered().items() if meant == event_type), event_type)

    def _renumbered(self) -> Mapping[int, EventType]:
        return self.format_description.event_types if self.format_description else {}

    def _layout(self, number: int) -> _Layout:
        layout = self._layouts.get(number)
        if layout is None:
            layout = self._layouts[number] = self._find_layout(number)
        return layout

    def _find_layout(self, number: int) -> _Layout:
        event_type = self._renumbered().get(number, number)
        cls = _BY_NUMBER.get(event_type, Raw)
        stated = self.format_description.post_header_length(number) if self.format_description else 0
        known = cls.post_headers_of(event_type)
        if stated and known is not None and stated not in known:
            cls = Raw
        return _Layout(cls, EventType(event_type) if event_type in _BY_NUMBER else event_type, stated or None)


class _Layout(NamedTuple):
    """How one type number of a log is parsed: its class, its type, the post-header length if it is stated."""

    cls: type[Declared]
    event_type: int
    post_header: int | None


_ANY_SERVER = ParseContext()


def event_type_of(body: Declared) -> EventType:
    """The type code for the header. A `Raw` body of a type MySQL has not (MariaDB's) keeps its plain number.

    In a log that numbers types in its own way, `ParseContext.type_number` has the number.
    """
    known = _TYPE_OF.get(type(body))
    return known if known is not None else cast(EventType, body.type)  # type: ignore[attr-defined]


def build_body(body: Declared) -> bytes:
    """The body's bytes, without header and checksum. Raises EncodeError if a value does not fit its field."""
    return body.build()


def parse_body(number: int, data: bytes, context: ParseContext | None = None) -> Declared:
    """The body of these bytes (without header and checksum). number: the type, as the header has it.

    An unknown type, or a post-header length that our layout is not made for, gives a `Raw`.
    Raises CorruptLogError with the offset in the body if the bytes do not fit the layout.
    """
    cls, event_type, post_header = (context or _ANY_SERVER)._layout(number)
    return cls.parse(data, event_type=event_type, post_header=post_header)
