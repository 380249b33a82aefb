"""Which class is which event's body: the one table by which bodies are found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from binwriter.formats.constants import EventType
from binwriter.formats.declaration import Declared
from binwriter.formats.events.format_description import FormatDescription
from binwriter.formats.events.gtid import AnonymousGtid, Gtid
from binwriter.formats.events.heartbeat import Heartbeat, HeartbeatV2
from binwriter.formats.events.incident import Incident
from binwriter.formats.events.intvar import Intvar
from binwriter.formats.events.load import AppendBlock, BeginLoadQuery, DeleteFile, ExecuteLoadQuery
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

EVENT_BODIES: dict[EventType, type[Declared]] = {
    EventType.QUERY: Query,
    EventType.STOP: Stop,
    EventType.ROTATE: Rotate,
    EventType.INTVAR: Intvar,
    EventType.APPEND_BLOCK: AppendBlock,
    EventType.DELETE_FILE: DeleteFile,
    EventType.RAND: Rand,
    EventType.USER_VAR: UserVar,
    EventType.FORMAT_DESCRIPTION: FormatDescription,
    EventType.XID: Xid,
    EventType.BEGIN_LOAD_QUERY: BeginLoadQuery,
    EventType.EXECUTE_LOAD_QUERY: ExecuteLoadQuery,
    EventType.TABLE_MAP: TableMap,
    EventType.WRITE_ROWS_V1: Rows,
    EventType.UPDATE_ROWS_V1: Rows,
    EventType.DELETE_ROWS_V1: Rows,
    EventType.INCIDENT: Incident,
    EventType.HEARTBEAT: Heartbeat,
    EventType.ROWS_QUERY: RowsQuery,
    EventType.WRITE_ROWS: Rows,
    EventType.UPDATE_ROWS: Rows,
    EventType.DELETE_ROWS: Rows,
    EventType.GTID: Gtid,
    EventType.ANONYMOUS_GTID: AnonymousGtid,
    EventType.PREVIOUS_GTIDS: PreviousGtids,
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


def event_type_of(body: Declared) -> EventType:
    """The type code for the header. A `Raw` body of a type MySQL has not (MariaDB's) keeps its plain number."""
    known = _TYPE_OF.get(type(body))
    return known if known is not None else cast(EventType, body.type)  # type: ignore[attr-defined]


def build_body(body: Declared) -> bytes:
    """The body's bytes, without header and checksum. Raises EncodeError if a value does not fit its field."""
    return body.build()


def parse_body(event_type: int, data: bytes, context: ParseContext | None = None) -> Declared:
    """The body of these bytes (without header and checksum).

    An unknown type, or a post-header length that our layout is not made for, gives a `Raw`.
    Raises CorruptLogError with the offset in the body if the bytes do not fit the layout.
    """
    cls = _BY_NUMBER.get(event_type)
    if cls is None or not _layout_is_known(cls, event_type, context):
        return Raw.parse(data, event_type=event_type)
    return cls.parse(data, event_type=EventType(event_type))


def _layout_is_known(cls: type[Declared], event_type: int, context: ParseContext | None) -> bool:
    if not cls.post_headers or context is None or context.format_description is None:
        return True
    stated = context.format_description.post_header_length(event_type)
    return not stated or stated in cls.post_headers
