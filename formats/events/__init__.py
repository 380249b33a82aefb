"""Event bodies: one frozen dataclass per event type, which is its layout and its value at once.

`build_body` and `parse_body` go between values and bytes; `formats.header` adds header and checksum.
"""

from binwriter.formats.events.format_description import FormatDescription
from binwriter.formats.events.group_replication import TransactionContext, ViewChange
from binwriter.formats.events.gtid import AnonymousGtid, Gtid
from binwriter.formats.events.heartbeat import Heartbeat, HeartbeatV2
from binwriter.formats.events.ignorable import Ignorable
from binwriter.formats.events.incident import Incident
from binwriter.formats.events.intvar import Intvar
from binwriter.formats.events.load import AppendBlock, BeginLoadQuery, DeleteFile, ExecuteLoadQuery
from binwriter.formats.events.old.load import CreateFile, ExecLoad, Load, LoadOptions, NewLoad, OldLoadOptions
from binwriter.formats.events.old.slave import Slave
from binwriter.formats.events.old.start_v3 import StartV3
from binwriter.formats.events.parts.transaction_length import with_transaction_length
from binwriter.formats.events.previous_gtids import GtidIntervals, PreviousGtids
from binwriter.formats.events.query import Query
from binwriter.formats.events.rand import Rand
from binwriter.formats.events.raw import Raw
from binwriter.formats.events.registry import EVENT_BODIES, ParseContext, build_body, event_type_of, parse_body
from binwriter.formats.events.rotate import Rotate
from binwriter.formats.events.rows import Rows
from binwriter.formats.events.rows_query import RowsQuery
from binwriter.formats.events.status_vars import AutoIncrement, CommitTimestamps, Invoker, SessionCharset, StatusVar
from binwriter.formats.events.stop import Stop
from binwriter.formats.events.table_map import TableMap
from binwriter.formats.events.table_metadata import (
    DefaultCharset,
    KeyPrefix,
    MetadataField,
    metadata_field,
    metadata_value,
)
from binwriter.formats.events.tagged_gtid import TaggedGtid
from binwriter.formats.events.transaction_payload import TransactionPayload
from binwriter.formats.events.user_var import UserVar
from binwriter.formats.events.xa import XaPrepare
from binwriter.formats.events.xid import Xid

__all__ = [
    "EVENT_BODIES",
    "AnonymousGtid",
    "AppendBlock",
    "AutoIncrement",
    "BeginLoadQuery",
    "CommitTimestamps",
    "CreateFile",
    "DefaultCharset",
    "DeleteFile",
    "ExecLoad",
    "ExecuteLoadQuery",
    "FormatDescription",
    "Gtid",
    "GtidIntervals",
    "Heartbeat",
    "HeartbeatV2",
    "Ignorable",
    "Incident",
    "Intvar",
    "Invoker",
    "KeyPrefix",
    "Load",
    "LoadOptions",
    "MetadataField",
    "NewLoad",
    "OldLoadOptions",
    "ParseContext",
    "PreviousGtids",
    "Query",
    "Rand",
    "Raw",
    "Rotate",
    "Rows",
    "RowsQuery",
    "SessionCharset",
    "Slave",
    "StartV3",
    "StatusVar",
    "Stop",
    "TableMap",
    "TaggedGtid",
    "TransactionContext",
    "TransactionPayload",
    "UserVar",
    "ViewChange",
    "XaPrepare",
    "Xid",
    "build_body",
    "event_type_of",
    "metadata_field",
    "metadata_value",
    "parse_body",
    "with_transaction_length",
]
