"""Log files built by our encoder from what the server said of them in text (`server_texts`), and from the SQL.

What the texts leave open is stated: the tables (`tables`), the user variables (`variables`), the contents of loaded
files (`blocks`), and by rule (mysql-9.7-findings, part 7) which status variables and header flags a statement has.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from uuid import UUID

from binwriter.formats.columns.row_image import RowFormat, column_bitmap
from binwriter.formats.columns.rows_data import encode_rows
from binwriter.formats.columns.table_metadata import optional_metadata
from binwriter.formats.constants import (
    BINLOG_MAGIC,
    ChecksumAlgorithm,
    EventType,
    HeaderFlag,
    MetadataFieldType,
    RowsFlag,
    TableMapFlag,
)
from binwriter.formats.declaration import Declared
from binwriter.formats.events import (
    AnonymousGtid,
    AppendBlock,
    BeginLoadQuery,
    DeleteFile,
    ExecuteLoadQuery,
    FormatDescription,
    Gtid,
    GtidIntervals,
    Incident,
    Intvar,
    MetadataField,
    PreviousGtids,
    Query,
    Rand,
    Rotate,
    Rows,
    RowsQuery,
    Stop,
    TableMap,
    TaggedGtid,
    UserVar,
    XaPrepare,
    Xid,
    build_body,
    event_type_of,
)
from binwriter.formats.events.parts.extra_row_info import PartitionInfo, extra_row_info
from binwriter.formats.events.parts.payload import build_payload
from binwriter.formats.header import CHECKSUM_LENGTH, frame
from binwriter.formats.servers import PROFILES, with_version_suffix
from tests.formats.events.followed_sessions import GROUP_WORDS, ROW_EVENTS, FollowedSession, Stated
from tests.formats.events.server_row_texts import RowText, file_id_of, row_texts, statement_of

from .server_texts import ServerEvent, gtid_set

_MAX_ROWS_EVENT = 8192
_INCIDENT = b"Non-transactional changes were not written to the binlog."
_DATABASE_DDL = re.compile(r"(CREATE|ALTER|DROP) DATABASE")


class Builder:
    """Builds one file."""

    def __init__(self, stated: Stated, checksum: ChecksumAlgorithm) -> None:
        self.stated = stated
        self.checksum = checksum
        self.session = FollowedSession(stated)
        self.tables: dict[int, str] = {}
        self.full = False
        self.blocks = deque(stated.blocks)
        self.levels = deque(stated.levels)
        self.row_texts: deque[RowText] = deque()

    def file(self, events: Sequence[ServerEvent]) -> bytes:
        parts = [BINLOG_MAGIC]
        for index, event in enumerate(events):
            parts.append(self.event(event, events[index + 1 :]))
        return b"".join(parts)

    def event(self, event: ServerEvent, later: Sequence[ServerEvent], *, inside: bool = False) -> bytes:
        if event.name == "Transaction_payload":
            framed = [self.event(inner, event.inner[n + 1 :], inside=True) for n, inner in enumerate(event.inner)]
            body: Declared = build_payload(framed, level=self.levels.popleft())
        else:
            body = _BUILDERS[event.name](self, event, later)
        event_type = event_type_of(body)
        return frame(
            event_type,
            build_body(body),
            timestamp=event.timestamp,
            server_id=event.server_id,
            end_log_pos=0 if inside else event.end,
            flags=self.flags(event, event_type),
            checksum=ChecksumAlgorithm.NONE if inside else self.checksum,
        )

    def flags(self, event: ServerEvent, event_type: EventType) -> int:
        own = HeaderFlag.RELAY_LOG if event.server_id == self.stated.relay_server else HeaderFlag.NONE
        if event_type in (EventType.ROWS_QUERY, EventType.PREVIOUS_GTIDS):
            return own | HeaderFlag.IGNORABLE
        if event_type is EventType.ROTATE and not event.end and event.server_id:
            # of the source; one of server 0 is the replica's own note that the source left out what it has already
            return own | HeaderFlag.ARTIFICIAL
        if event_type is EventType.INCIDENT:
            return HeaderFlag.NO_FILTER
        if event_type is not EventType.QUERY:
            return own
        _, text, _ = statement_of(event)
        flags = 0
        if text.startswith(GROUP_WORDS) or _DATABASE_DDL.match(text):
            flags |= HeaderFlag.SUPPRESS_USE
        if text.startswith(self.stated.thread_specific) and self.stated.thread_specific:
            flags |= HeaderFlag.THREAD_SPECIFIC
        return flags

    # --- one event type each ---

    def description(self, event: ServerEvent, later: Sequence[ServerEvent]) -> Declared:
        profile = with_version_suffix(PROFILES["9.7"], event.info.split()[2].strip(",").removeprefix("9.7.4-2"))
        # made by a start of the server: it says when; by a rotation: 0
        created = event.timestamp if "at startup" in event.head else 0
        return FormatDescription.of(profile, created, self.checksum)

    def previous(self, event: ServerEvent, later: Sequence[ServerEvent]) -> Declared:
        found = gtid_set(event.info)
        return PreviousGtids(
            tuple(GtidIntervals(uuid, tag, intervals) for uuid, tag, intervals in found),
            tagged=any(tag for _, tag, _ in found),
        )

    def gtid(self, event: ServerEvent, later: Sequence[ServerEvent]) -> Declared:
        text = event.info.split("'")[1]
        immediate, original = event.number("immediate_commit_timestamp"), event.number("original_committed_timestamp")
        version = event.setting("immediate_server_version")
        values = {
            "last_committed": event.number("last_committed"),
            "sequence_number": event.number("sequence_number"),
            "immediate_commit_timestamp": immediate,
            "original_commit_timestamp": original if original != immediate else None,
            "transaction_length": event.number("transaction_length"),
            "immediate_server_version": int(version or 0),
        }
        flags = int("rbr_only=no" in event.head)
        if text == "ANONYMOUS":
            return AnonymousGtid(flags, UUID(int=0), 0, **values)
        uuid, *tag, number = text.split(":")
        if tag:
            return TaggedGtid(flags, UUID(uuid), int(number), tag[0], **values)
        return Gtid(flags, UUID(uuid), int(number), **values)

    def query(self, event: ServerEvent, later: Sequence[ServerEvent]) -> Declared:
        schema, text, _ = statement_of(event)
        self.session.follow(event)
        return Query(
            thread_id=event.number("thread_id") or 0,
            exec_time=event.number("exec_time") or 0,
            error_code=event.number("error_code") or 0,
            status_vars=self.session.status_vars(event, text, later),
            schema=(schema if schema is not None else self.session.schema_of(text)).encode(),
            query=text.encode(),
        )

    def rotate(self, event: ServerEvent, later: Sequence[ServerEvent]) -> Declared:
        name, _, position = event.info.partition(";pos=")
        return Rotate(int(position), name.encode())

    def incident(self, event: ServerEvent, later: Sequence[ServerEvent]) -> Declared:
        """With the checksum that it had in its cache."""
        body = Incident(int(event.info[1]), _INCIDENT)
        cached = frame(
            EventType.INCIDENT,
            build_body(body),
            timestamp=event.timestamp,
            server_id=event.server_id,
            end_log_pos=0,
            flags=HeaderFlag.NO_FILTER,
        )
        return replace(body, rest=cached[-CHECKSUM_LENGTH:])

    def intvar(self, event: ServerEvent, later: Sequence[ServerEvent]) -> Declared:
        name, _, value = event.info.partition("=")
        return Intvar({"LAST_INSERT_ID": 1, "INSERT_ID": 2}[name], int(value))

    def rand(self, event: ServerEvent, later: Sequence[ServerEvent]) -> Declared:
        return Rand(*(int(part.partition("=")[2]) for part in event.info.split(",")))

    def user_var(self, event: ServerEvent, later: Sequence[ServerEvent]) -> Declared:
        quoted = re.match(r"@`((?:[^`]|``)*)`=", event.info)
        assert quoted
        name = quoted[1].replace("``", "`")
        value, collation = self.stated.variables[name]
        return UserVar.from_value(name, value, collation, name in self.stated.unsigned)  # type: ignore[arg-type]

    def load_block(self, event: ServerEvent, later: Sequence[ServerEvent]) -> Declared:
        return _LOAD_EVENTS[event.name](file_id_of(event), self.blocks.popleft())

    def load_query(self, event: ServerEvent, later: Sequence[ServerEvent]) -> Declared:
        schema, text, _ = statement_of(event)
        text = text.rpartition(" ;file_id=")[0]
        duplicates = {"IGNORE": 1, "REPLACE": 2}.get(text.split("' ")[1].split()[0], 0)
        self.session.last_change = "Execute_load_query"
        return ExecuteLoadQuery(
            thread_id=event.number("thread_id") or 0,
            exec_time=event.number("exec_time") or 0,
            error_code=event.number("error_code") or 0,
            file_id=file_id_of(event),
            file_name_start=len("LOAD DATA"),
            file_name_end=text.index("INTO") + len("INTO"),
            duplicates=duplicates,
            status_vars=self.session.status_vars(event, text, ()),
            schema=(schema or "").encode(),
            query=text.encode(),
        )

    def xa_prepare(self, event: ServerEvent, later: Sequence[ServerEvent]) -> Declared:
        found = re.match(r"XA (PREPARE|COMMIT) X'([0-9a-f]*)',X'([0-9a-f]*)',(\d+)( ONE PHASE)?$", event.info)
        assert found
        return XaPrepare(int(bool(found[5])), int(found[4]), bytes.fromhex(found[2]), bytes.fromhex(found[3]))

    def table_map(self, event: ServerEvent, later: Sequence[ServerEvent]) -> Declared:
        found = re.match(r"table_id: (\d+) \((\w+)\.(\w+)\)", event.info)
        assert found
        number, schema, table = int(found[1]), found[2], found[3]
        specs = self.stated.tables[table]
        self.tables[number] = table
        full = all(f"`{spec.name}`" in "".join(event.lines) for spec in specs)
        form = RowFormat(specs)
        flags = int(TableMapFlag.BIT_LEN_EXACT)
        if self.session.has_foreign_keys(table):
            flags |= TableMapFlag.REFERRED_FK_DB
        if table in self.stated.generated_key:
            flags |= TableMapFlag.GENERATED_INVISIBLE_PRIMARY_KEY
        fields = optional_metadata(specs, full=full, primary_key=self.stated.primary.get(table, ((0, 0),)))
        return TableMap(
            number,
            flags,
            schema.encode(),
            table.encode(),
            form.column_types,
            form.metadata,
            form.null_bits,
            tuple(MetadataField(MetadataFieldType(kind), value) for kind, value in fields),
        )

    def rows(self, event: ServerEvent, later: Sequence[ServerEvent]) -> Declared:
        """mysqlbinlog prints a statement's rows behind its last event; they are dealt out as a server fills events."""
        if not self.row_texts:
            last = next(item for item in (event, *later) if "STMT_END_F" in item.info)
            self.row_texts = deque(row_texts(last.lines))
        found = re.match(r"table_id: (\d+) flags: (.*)", event.info)
        assert found
        specs = self.stated.tables[self.tables[int(found[1])]]
        flags = sum(RowsFlag[name.removesuffix("_F")] for name in found[2].split())
        kind = EventType[event.name.upper().replace("UPDATE_ROWS_PARTIAL", "PARTIAL_UPDATE_ROWS")]
        first = self.row_texts[0]
        before, after = first.columns(0), first.columns(1)
        # the bitmaps of all columns have their unused bits set, those that were chosen have not (findings part 5)
        is_full = all(columns is None or len(columns) == len(specs) for columns in (before, after))
        chunks = [PartitionInfo(*first.partitions)] if first.partitions else []
        event_body = Rows(
            type=kind,
            table_id=int(found[1]),
            flags=flags,
            extra=extra_row_info(kind, *chunks),
            column_count=len(specs),
            columns_before=None if before is None else column_bitmap(before, len(specs), fill=is_full),
            columns_after=None if after is None else column_bitmap(after, len(specs), fill=is_full),
            rows=b"",
        )
        size = len(build_body(event_body)) - len(event_body.extra)
        data = b""
        while self.row_texts and self.row_texts[0].group == first.group:
            row = encode_rows(specs, event_body, [self.row_texts[0].change(kind, specs)])
            if data and size + len(data) + len(row) > _MAX_ROWS_EVENT:
                break
            data += row
            self.row_texts.popleft()
        return replace(event_body, rows=data)


_LOAD_EVENTS: dict[str, type[AppendBlock]] = {"Begin_load_query": BeginLoadQuery, "Append_block": AppendBlock}

_Build = Callable[[Builder, ServerEvent, Sequence[ServerEvent]], Declared]
_BUILDERS: dict[str, _Build] = {
    "Format_desc": Builder.description,
    "Previous_gtids": Builder.previous,
    "Gtid": Builder.gtid,
    "Anonymous_Gtid": Builder.gtid,
    "Gtid_tagged_log_event": Builder.gtid,
    "Query": Builder.query,
    "Rotate": Builder.rotate,
    "Stop": lambda builder, event, later: Stop(),
    "Xid": lambda builder, event, later: Xid(int(event.head.rpartition(" ")[2])),
    "Intvar": Builder.intvar,
    "RAND": Builder.rand,
    "User var": Builder.user_var,
    "Begin_load_query": Builder.load_block,
    "Append_block": Builder.load_block,
    "Delete_file": lambda builder, event, later: DeleteFile(file_id_of(event)),
    "Execute_load_query": Builder.load_query,
    "XA_prepare": Builder.xa_prepare,
    "Incident": Builder.incident,
    "Rows_query": lambda builder, event, later: RowsQuery(event.info.removeprefix("# ").encode()),
    "Table_map": Builder.table_map,
    **dict.fromkeys(ROW_EVENTS, Builder.rows),
}
