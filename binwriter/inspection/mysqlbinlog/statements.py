"""A log as statements that a server can run: what `mysqlbinlog FILES` prints between its delimiters.

Rows stay rows (`BINLOG '...'`, with the format description before them), statements come with the session that they
were logged with, groups with their GTIDs. Every file that was captured gives mysqlbinlog's own statements, in its order
(tests/binwriter/inspection/test_statements.py). Different on purpose: a variable is set only where its value changes,
which mysqlbinlog does for most of them, and there is no `\\C`, which tells the client `mysql` its character set.
"""

from __future__ import annotations

import base64
import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Any

from binwriter.binlog.files.reader import LogEvent
from binwriter.binlog.files.selection import ends_group, is_transaction_statement
from binwriter.errors import CorruptLogError
from binwriter.formats.constants import ChecksumAlgorithm, GtidFlag, HeaderFlag, RowsFlag
from binwriter.formats.events import (
    AnonymousGtid,
    AppendBlock,
    BeginLoadQuery,
    DeleteFile,
    ExecuteLoadQuery,
    FormatDescription,
    Gtid,
    Incident,
    Intvar,
    Query,
    Rand,
    Rotate,
    Rows,
    Stop,
    TableMap,
    TaggedGtid,
    UserVar,
    XaPrepare,
    Xid,
    build_body,
)
from binwriter.formats.header import frame
from binwriter.formats.records import dataclass
from binwriter.inspection.event_info import event_info, user_value
from binwriter.inspection.mysqlbinlog.session_settings import SessionSettings, versioned
from binwriter.mysql.values.text import identifier

# of the base64 text, as mysqlbinlog breaks its lines
_LINE = 76
_REPLACE = 2
# of a log's texts, those that are as they would be made here
_WORDS = (b"BEGIN", b"COMMIT", b"ROLLBACK")


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement. text: bytes in the character set that the session has by then.

    event: that it comes from; of several, the last. logged_error: MySQL's number of the error that it ended with on the
    source, 0 if none. local_file: what a LOAD DATA LOCAL INFILE asks for, by name, and its content. is_ours: the text
    is made here, not the log's own.
    """

    text: bytes
    event: LogEvent
    logged_error: int = 0
    local_file: tuple[bytes, bytes] | None = None
    is_ours: bool = True


@dataclass
class LogStatements:
    """Gives the statements of events that come in their order, those inside Transaction_payload events included.

    rewrite: databases that go by another name, as mysqlbinlog's --rewrite-db: the default database of a statement and
    the table's of rows, not names in the text.
    skip_gtids: no GTID event comes, and the server is to give GTIDs of its own.
    settings: what is known of the session, and how its thread is named.
    group: the event that began the group which is under way, None between two. groups: how many have ended.
    """

    rewrite: Mapping[bytes, bytes] = field(default_factory=dict)
    skip_gtids: bool = False
    group: LogEvent | None = None
    groups: int = 0
    settings: SessionSettings = field(default_factory=SessionSettings)
    _schema: bytes | None = None
    _rows: list[bytes] = field(default_factory=list)
    _files: dict[int, list[bytes]] = field(default_factory=dict)
    _has_gtid: bool = False
    _is_open: bool = False

    def of(self, event: LogEvent) -> Iterator[Statement]:
        """What is to be run for this event; nothing for one that only tells something, or that waits for others.

        Raises CorruptLogError naming file and position if it cannot be parsed.
        """
        body = event.body
        rule = _RULES.get(type(body))
        if rule is None:
            return
        if self.group is None and not isinstance(body, _BETWEEN_GROUPS):
            self.group = event
        yield from rule(self, body, event)

    def end(self, event: LogEvent) -> Iterator[Statement]:
        """What ends a group that the log, or what was chosen of it, leaves open. event: the last one."""
        yield from self._end_open_group(event)
        if self._has_gtid:
            yield Statement(b"SET @@SESSION.GTID_NEXT= 'AUTOMATIC'", event)
            self._has_gtid = False

    # --- one method a kind of event ---

    def _format_description(self, body: FormatDescription, event: LogEvent) -> Iterator[Statement]:
        if body.create_timestamp:  # a server started: what was open before is gone
            self._close()
            yield Statement(b"ROLLBACK", event)
        yield Statement(binlog_statement([event.raw]), event)
        if self.skip_gtids:  # a server that got a format description waits for a GTID event
            yield Statement(versioned(50616, "SET @@SESSION.GTID_NEXT='AUTOMATIC'").encode(), event)

    def _file_ends(self, body: Rotate | Stop, event: LogEvent) -> Iterator[Statement]:
        if not self._is_open:  # only in relay logs do groups go on in the next file
            yield from self.end(event)

    def _gtid(self, body: Gtid | TaggedGtid, event: LogEvent) -> Iterator[Statement]:
        yield from self._end_open_group(event)
        self.group = event
        if body.last_committed is not None and not body.flags & GtidFlag.MAY_HAVE_SBR:
            yield Statement(versioned(50718, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED").encode(), event)
        for since, name, value, immediate in (
            (80001, "original_commit_timestamp", body.original_commit_timestamp, body.immediate_commit_timestamp),
            (80014, "original_server_version", body.original_server_version, body.immediate_server_version),
            (80014, "immediate_server_version", body.immediate_server_version, None),
        ):
            if (known := immediate if value is None else value) is not None:
                yield Statement(versioned(since, f"SET @@session.{name}={known}").encode(), event)
        yield Statement(event_info(event).encode(), event)
        self._has_gtid, self._is_open = True, False

    def _query(self, body: Query, event: LogEvent) -> Iterator[Statement]:
        yield from self._before_query(body, event)
        yield Statement(body.query, event, body.error_code, is_ours=body.query in _WORDS)
        if body.query == b"BEGIN" or body.query.upper().startswith(b"XA START"):
            self._is_open = True
        elif not self._is_open or ends_group(body.query):
            self._close()

    def _before_query(self, body: Query | ExecuteLoadQuery, event: LogEvent) -> Iterator[Statement]:
        schema = self.rewrite.get(body.schema, body.schema)
        if event.header.flags & HeaderFlag.SUPPRESS_USE:
            if not is_transaction_statement(body.query):
                self._schema = None
        elif schema and schema != self._schema:
            self._schema = schema
            yield Statement(b"use " + identifier(schema).encode("utf-8", "surrogateescape"), event)
        for text in self.settings.before(body, event.header):
            yield Statement(text.encode(), event)

    def _xid(self, body: Xid, event: LogEvent) -> Iterator[Statement]:
        yield Statement(b"COMMIT", event)
        self._close()

    def _xa_prepare(self, body: XaPrepare, event: LogEvent) -> Iterator[Statement]:
        yield Statement(event_info(event).encode(), event)
        self._close()

    def _intvar(self, body: Intvar, event: LogEvent) -> Iterator[Statement]:
        yield Statement(f"SET {event_info(event)}".encode(), event)

    def _rand(self, body: Rand, event: LogEvent) -> Iterator[Statement]:
        yield Statement(f"SET @@RAND_SEED1={body.seed1}, @@RAND_SEED2={body.seed2}".encode(), event)

    def _user_var(self, body: UserVar, event: LogEvent) -> Iterator[Statement]:
        name = identifier(body.name).encode("utf-8", "surrogateescape")
        if not name.isascii():  # it is UTF-8, whatever the session's character set
            yield Statement(self.settings.names_in_utf8().encode(), event)
        yield Statement(b"SET @" + name + b":=" + user_value(body, "`{}`").encode(), event)

    def _table_map(self, body: TableMap, event: LogEvent) -> Iterator[Statement]:
        schema = self.rewrite.get(body.schema, body.schema)
        renamed = None if schema == body.schema else build_body(dataclasses.replace(body, schema=schema))
        self._rows.append(_framed(event, renamed))
        yield from ()

    def _row_changes(self, body: Rows, event: LogEvent) -> Iterator[Statement]:
        self._rows.append(_framed(event))
        if body.flags & RowsFlag.STMT_END:
            yield Statement(binlog_statement(self._rows), event)
            self._rows = []

    def _file_block(self, body: AppendBlock, event: LogEvent) -> Iterator[Statement]:
        if isinstance(body, BeginLoadQuery):
            self._files[body.file_id] = []
        self._blocks(body.file_id, event).append(body.block)
        yield from ()

    def _delete_file(self, body: DeleteFile, event: LogEvent) -> Iterator[Statement]:
        self._files.pop(body.file_id, None)
        yield from ()

    def _load(self, body: ExecuteLoadQuery, event: LogEvent) -> Iterator[Statement]:
        content = b"".join(self._blocks(body.file_id, event))
        del self._files[body.file_id]
        name = b"SQL_LOAD_MB-%x-0" % body.file_id
        yield from self._before_query(body, event)
        head, tail = body.query[: body.file_name_start], body.query[body.file_name_end :]
        # LOCAL forgives what IGNORE does
        duplicates = b"REPLACE " if body.duplicates == _REPLACE else b""
        text = head + b" LOCAL INFILE '" + name + b"' " + duplicates + b"INTO" + tail
        yield Statement(text, event, body.error_code, (name, content), is_ours=False)

    def _incident(self, body: Incident, event: LogEvent) -> Iterator[Statement]:
        """A statement that no server knows, as mysqlbinlog has it: a replica stops here, too."""
        yield Statement(f"RELOAD DATABASE /* {event_info(event)}: the source lost changes here */".encode(), event)

    # --- helpers ---

    def _blocks(self, file_id: int, event: LogEvent) -> list[bytes]:
        blocks = self._files.get(file_id)
        if blocks is None:
            raise CorruptLogError(f"{event.file}:{event.position}: no Begin_load_query event began file {file_id}")
        return blocks

    def _end_open_group(self, event: LogEvent) -> Iterator[Statement]:
        """As a server whose log ends inside a group, or that has a GTID without one: rolled back."""
        if self.group is not None and self._has_gtid and not self._is_open:
            yield Statement(b"BEGIN", event)
        if self.group is not None and (self._has_gtid or self._is_open):
            yield Statement(b"ROLLBACK", event)
        self._close()

    def _close(self) -> None:
        self.groups += self.group is not None
        self.group, self._is_open, self._rows = None, False, []


def _framed(event: LogEvent, body: bytes | None = None) -> bytes:
    """The event as BINLOG takes it, with the checksum that the log's format description promises; body: a new one."""
    description = event.context.format_description
    algorithm = description.checksum if description is not None else None
    if body is None and (event.payload is None or not algorithm):
        return event.raw
    header = event.header
    return frame(
        header.type,
        event.body_bytes if body is None else body,
        timestamp=header.timestamp,
        server_id=header.server_id,
        end_log_pos=header.log_pos,
        flags=header.flags,
        checksum=algorithm if algorithm is None else ChecksumAlgorithm(algorithm),
        extra_header=event.extra_header,
    )


def binlog_statement(events: list[bytes]) -> bytes:
    """BINLOG '...'. Each event is encoded alone, so that the server finds where it ends."""
    lines = [b"BINLOG '"]
    for raw in events:
        text = base64.b64encode(raw)
        lines += [text[start : start + _LINE] for start in range(0, len(text), _LINE)]
    return b"\n".join([*lines, b"'"])


_Rule = Callable[[LogStatements, Any, LogEvent], Iterator[Statement]]
_RULES: dict[type, _Rule] = {
    FormatDescription: LogStatements._format_description,
    Rotate: LogStatements._file_ends,
    Stop: LogStatements._file_ends,
    Gtid: LogStatements._gtid,
    AnonymousGtid: LogStatements._gtid,
    TaggedGtid: LogStatements._gtid,
    Query: LogStatements._query,
    Xid: LogStatements._xid,
    XaPrepare: LogStatements._xa_prepare,
    Intvar: LogStatements._intvar,
    Rand: LogStatements._rand,
    UserVar: LogStatements._user_var,
    TableMap: LogStatements._table_map,
    Rows: LogStatements._row_changes,
    BeginLoadQuery: LogStatements._file_block,
    AppendBlock: LogStatements._file_block,
    DeleteFile: LogStatements._delete_file,
    ExecuteLoadQuery: LogStatements._load,
    Incident: LogStatements._incident,
}
# They are no part of the group that is under way; a GTID event begins the next one.
_BETWEEN_GROUPS = (FormatDescription, Rotate, Stop, Gtid, TaggedGtid)
