"""What two logs of one scenario may differ in: the fields that a comparison sets to a constant on both sides.

Masked, and nothing else: header timestamps that no SET TIMESTAMP fixed, commit timestamps, exec_time, create time and
server version text of the format description, the server's UUID, thread ids, XIDs (Xid event, status variable 17),
table ids, and the checksums that follow from them. Numbers that only have to be the same inside one log keep that:
a rows event's table id becomes the place of its Table_map in the statement, a file of LOAD DATA its place in the log,
the two server UUIDs must stand for each
other throughout, and a create time or original commit timestamp that is missing on one side only is a difference.

A tagged GTID event has integers of variable length, so what is masked changes its size, and with it transaction_length
and every position behind it. There the size is that of the masked event, transaction_length counts the rest of the
group only, and positions are those the file would have if its tagged events had their masked sizes. The same holds for
a compressed group, which is compared event by event inside its payload: the sizes that follow from what is masked there
(that of the payload, and of the GTID event before it) count as nothing.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection
from dataclasses import field
from enum import Enum
from typing import Any, TypeVar
from uuid import UUID

from binwriter.binlog.files.reader import LogEvent
from binwriter.formats.constants import EventType, RowsFlag, StatusVarCode
from binwriter.formats.declaration import Declared
from binwriter.formats.events import (
    AnonymousGtid,
    AppendBlock,
    BeginLoadQuery,
    DeleteFile,
    ExecuteLoadQuery,
    FormatDescription,
    Gtid,
    PreviousGtids,
    Query,
    Rows,
    StatusVar,
    TableMap,
    TaggedGtid,
    TransactionPayload,
    Xid,
    build_body,
)
from binwriter.formats.records import dataclass
from binwriter.formats.servers import knows_checksums

SERVER_UUID = UUID(int=0)
_NUMBER = 1
# Versions that stand for all those with the same layout of the format description: the text decides it.
_VERSIONS = {True: "9.7", False: "5.1"}


class Timestamps(Enum):
    """Which header timestamps are compared when nobody says which ones SET TIMESTAMP fixed."""

    AUTO = "auto"
    COMPARE = "compare"
    IGNORE = "ignore"


@dataclass(frozen=True, slots=True)
class Mask:
    """How a comparison masks.

    enabled: False compares every byte. fixed_timestamps: the seconds that the scenario sets by SET TIMESTAMP: a header
    timestamp is compared whenever either side's value is one of them, else masked. timestamps: the rule where
    fixed_timestamps is None: AUTO compares it if either side's value occurs on both sides.
    server_uuids: the two servers' UUIDs; None: the first two that differ are taken for them.
    """

    enabled: bool = True
    fixed_timestamps: frozenset[int] | None = None
    timestamps: Timestamps = Timestamps.AUTO
    server_uuids: tuple[UUID, UUID] | None = None


class UuidPair:
    """The UUID of the left and of the right server, given or learnt from the first two that differ."""

    def __init__(self, known: tuple[UUID, UUID] | None = None) -> None:
        self.left: UUID | None = known[0] if known else None
        self.right: UUID | None = known[1] if known else None

    def learn(self, left: Declared, right: Declared) -> None:
        """Takes two differing UUIDs at the same place for the servers', unless these are known already."""
        ours, theirs = _uuids(left), _uuids(right)
        only_left, only_right = ours - theirs, theirs - ours
        if self.left is None and len(only_left) == len(only_right) == 1:
            self.left, self.right = only_left.pop(), only_right.pop()


def _uuids(body: Declared) -> set[UUID]:
    if isinstance(body, PreviousGtids):
        return {entry.uuid for entry in body.gtid_set}
    return {body.uuid} if isinstance(body, Gtid | TaggedGtid) else set()


@dataclass(frozen=True, slots=True)
class MaskedEvent:
    """One event with its masked fields set to constants.

    size, log_pos: of the header, as they would be if tagged GTID events had their masked sizes.
    """

    event: LogEvent
    body: Declared
    size: int
    log_pos: int

    @classmethod
    def unmasked(cls, event: LogEvent) -> MaskedEvent:
        """The event as it is."""
        return cls(event, event.body, event.header.size, event.header.log_pos)


@dataclass(slots=True)
class Masker:
    """Masks the events of one file in order. server_uuid may be set between two events."""

    server_uuid: UUID | None = None
    _drift: int = 0
    _table_ids: dict[int, int] = field(default_factory=dict)
    _file_ids: dict[int, int] = field(default_factory=dict)

    def mask(self, event: LogEvent, following: LogEvent | None = None) -> MaskedEvent:
        """The event as it is compared. following: the next event of the file, which a GTID event's length depends on.

        CorruptLogError if the body cannot be parsed.
        """
        body = event.body
        rule = _RULES.get(type(body))
        masked = rule(body, self) if rule else body
        size = event.header.size
        is_compressed = following is not None and following.header.type == EventType.TRANSACTION_PAYLOAD
        if isinstance(masked, TaggedGtid) or (isinstance(masked, Gtid) and is_compressed):
            rest = (masked.transaction_length or 0) - size
            if following is not None and is_compressed:
                rest -= following.header.size
            if rest >= 0:
                masked = dataclasses.replace(masked, transaction_length=rest)
            size += len(build_body(masked)) - len(event.body_bytes)
        elif isinstance(masked, TransactionPayload):
            size += len(build_body(masked)) - len(event.body_bytes)
        self._drift += event.header.size - size
        log_pos = event.header.log_pos and event.header.log_pos - self._drift
        return MaskedEvent(event, masked, size, log_pos)

    def map_uuid(self, uuid: UUID) -> UUID:
        return SERVER_UUID if uuid == self.server_uuid else uuid

    def map_table(self, table_id: int) -> int:
        """A Table_map's own number: its place among those of the statement."""
        return self._table_ids.setdefault(table_id, len(self._table_ids) + 1)

    def map_file(self, file_id: int) -> int:
        """A file of LOAD DATA: a server counts them from its start, here they are counted as they come in the log."""
        return self._file_ids.setdefault(file_id, len(self._file_ids) + 1)

    def rows_table(self, rows: Rows) -> int:
        """The number of the Table_map that a rows event means; one that no Table_map has stays as it is."""
        table = self._table_ids.get(rows.table_id, 0)  # 5.1.27 writes rows without a map
        if rows.flags & RowsFlag.STMT_END:
            self._table_ids.clear()
        return table


Body = TypeVar("Body", bound=Declared)
Block = TypeVar("Block", AppendBlock, DeleteFile)
_Rule = Callable[[Any, Masker], Declared]


def _gtid(body: Gtid, masker: Masker) -> Gtid:
    return dataclasses.replace(
        body,
        uuid=masker.map_uuid(body.uuid),
        immediate_commit_timestamp=_present(body.immediate_commit_timestamp),
        original_commit_timestamp=_present(body.original_commit_timestamp),
    )


def _tagged_gtid(body: TaggedGtid, masker: Masker) -> TaggedGtid:
    return dataclasses.replace(
        body,
        uuid=masker.map_uuid(body.uuid),
        immediate_commit_timestamp=_NUMBER,
        original_commit_timestamp=_present(body.original_commit_timestamp),
    )


def _previous_gtids(body: PreviousGtids, masker: Masker) -> PreviousGtids:
    """The set is sorted by UUID: the server's takes another place once it is masked."""
    entries = (dataclasses.replace(entry, uuid=masker.map_uuid(entry.uuid)) for entry in body.gtid_set)
    return dataclasses.replace(body, gtid_set=tuple(sorted(entries, key=lambda entry: (entry.uuid.bytes, entry.tag))))


def _query(body: Query, masker: Masker) -> Query:
    return dataclasses.replace(body, thread_id=_NUMBER, exec_time=0, status_vars=_status_vars(body.status_vars))


def _load_query(body: ExecuteLoadQuery, masker: Masker) -> ExecuteLoadQuery:
    return dataclasses.replace(
        body,
        thread_id=_NUMBER,
        exec_time=0,
        status_vars=_status_vars(body.status_vars),
        file_id=masker.map_file(body.file_id),
    )


def _block(body: Block, masker: Masker) -> Block:
    return dataclasses.replace(body, file_id=masker.map_file(body.file_id))


def _status_vars(variables: tuple[StatusVar, ...]) -> tuple[StatusVar, ...]:
    return tuple(
        StatusVar(variable.code, _NUMBER) if variable.code == StatusVarCode.DDL_LOGGED_WITH_XID else variable
        for variable in variables
    )


def _format_description(body: FormatDescription, masker: Masker) -> FormatDescription:
    """A create time of 0 says that the file was made by rotation, so it stays."""
    version = _VERSIONS[knows_checksums(body.server_version)]
    return dataclasses.replace(body, server_version=version, create_timestamp=int(bool(body.create_timestamp)))


def _table_map(body: TableMap, masker: Masker) -> TableMap:
    return dataclasses.replace(body, table_id=masker.map_table(body.table_id))


def _rows(body: Rows, masker: Masker) -> Rows:
    return dataclasses.replace(body, table_id=masker.rows_table(body))


def _payload(body: TransactionPayload, masker: Masker) -> TransactionPayload:
    """Its events are compared one by one; here is what is left."""
    return dataclasses.replace(body, payload=b"")


def _xid(body: Xid, masker: Masker) -> Xid:
    return Xid(_NUMBER)


def _present(value: int | None) -> int | None:
    return None if value is None else _NUMBER


# The one table of what is masked, by event body; all other bodies are compared as they are.
_RULES: dict[type[Declared], _Rule] = {
    Gtid: _gtid,
    AnonymousGtid: _gtid,
    TaggedGtid: _tagged_gtid,
    PreviousGtids: _previous_gtids,
    Query: _query,
    ExecuteLoadQuery: _load_query,
    BeginLoadQuery: _block,
    AppendBlock: _block,
    DeleteFile: _block,
    FormatDescription: _format_description,
    TableMap: _table_map,
    Rows: _rows,
    TransactionPayload: _payload,
    Xid: _xid,
}


def compared_timestamps(
    mask: Mask, left: Callable[[], Collection[int]], right: Callable[[], Collection[int]]
) -> frozenset[int] | None:
    """The header timestamps that are compared; None: all. `left` and `right` give a log's timestamps, if needed."""
    if not mask.enabled:
        return None
    if mask.fixed_timestamps is not None:
        return mask.fixed_timestamps
    if mask.timestamps is Timestamps.AUTO:
        return frozenset(left()) & frozenset(right())
    return None if mask.timestamps is Timestamps.COMPARE else frozenset()
