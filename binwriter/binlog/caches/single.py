"""Statements that change one row of a T-table, again and again in the same way: what their events share is made once.

`SingleChange` is made of a profile, a decision and effects, by the same rules as one statement's events
(`StatementLog.log`), and then logs any number of statements that differ in their rows and texts only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from binwriter.binlog.caches.transaction import TransactionLog
from binwriter.binlog.clock.logical_clock import WriteSet
from binwriter.binlog.clock.write_set import KeyHashes
from binwriter.binlog.events.queries import boundary_event, context_event, statement_event
from binwriter.binlog.events.rows import row_layout, rows_event, rows_event_flags, table_map
from binwriter.binlog.group import Group
from binwriter.binlog.rules.cache import CachedEvent, CacheKind
from binwriter.binlog.rules.commit import StatementEnd
from binwriter.binlog.rules.row_image import image_columns
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import EventType, HeaderFlag, IntvarType
from binwriter.formats.declaration import fixed_packer
from binwriter.formats.events import Intvar, RowsQuery, Xid, build_body
from binwriter.formats.header import HEADER_LENGTH
from binwriter.formats.records import dataclass, replace
from binwriter.statement.event_context import EventContext
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import RowChange, RowOperation, StatementEffects

Row = tuple[ColumnValue, ...]

_XID = EventType.XID
_pack_xid = cast(Callable[[int], bytes], fixed_packer(Xid))

# A transaction of one statement that is no larger fits into every buffer of a cache (`rules.cache_limits`).
_SMALLEST_BUFFER = 8192
_OVERHEAD = 1024  # headers, BEGIN and table map
# with such a limit no cache is ever full
NO_LIMIT = 1 << 50
_MOST_KEPT = 64


@dataclass(frozen=True, slots=True)
class SingleRow:
    """The change of one row, or a few, and what else its statement's events need.

    more: further rows that the statement changes, as they were and as they are. image: of the row form, the rows'
    images. text: the statement as it is logged. insert_id: the AUTO_INCREMENT value
    that it made. timestamp, exec_time: seconds.
    """

    before: Row | None
    after: Row | None
    image: bytes
    text: bytes
    insert_id: int
    timestamp: int
    exec_time: int
    more: tuple[tuple[Row, Row | None], ...] = ()


class RowForm:
    """The row form: Rows_query if it is asked for, Table_map, one rows event."""

    def __init__(self, change: RowChange, log: EventContext, transaction: TransactionLog) -> None:
        self._table = change.table
        self._log = log
        self._transaction = transaction
        settings = log.rows
        images = image_columns(change.table, settings.image, change.operation, change.assigned, change.read_whole)
        layout = row_layout(change.table, settings.profile)
        everything = len(change.table.columns)
        self._encode = layout.encode
        self._before = _columns(images.before, everything)
        self._after = _columns(images.after, everything)
        self._rows_query = log.rows_query
        self._operation, self._images = change.operation, images
        self._hashes = KeyHashes.of(change.table) if log.collect_write_set else None
        self._table_id = -1
        self._mapped: CachedEvent | None = None

    @staticmethod
    def takes(change: RowChange, log: EventContext) -> bool:
        """Whether rows like this one have whole images."""
        return not (log.rows.partial_json and change.operation is RowOperation.UPDATE)

    def _map(self, table_id: int) -> None:
        self._table_id = table_id
        log = self._log
        event = rows_event(self._table, self._operation, self._images, log.rows, table_id, b"", last=True)
        self._head, self._type = build_body(event), event.type
        self._flags = rows_event_flags(event, log.rows.profile)
        mapped = table_map(self._table, table_id, full_metadata=log.rows.full_metadata, profile=log.rows.profile)
        self._map_body, self._mapped = build_body(mapped), None

    @property
    def room(self) -> int:
        """Bytes of images that one event surely has room for."""
        return self._log.rows.max_event_size // 2

    def image(self, before: Row | None, after: Row | None) -> bytes:
        """The row's images. EncodeError for a value that its column cannot hold."""
        if before is None:
            assert after is not None
            return self._encode(after, self._after)
        data = self._encode(before, self._before)
        return data if after is None else data + self._encode(after, self._after)

    def events(self, row: SingleRow) -> list[CachedEvent]:
        """The statement's events."""
        table_id = self._transaction.sink.table_id(self._table)
        if table_id != self._table_id:
            self._map(table_id)
        timestamp, mapped = row.timestamp, self._mapped
        if mapped is None or mapped.timestamp != timestamp:
            mapped = self._mapped = CachedEvent(EventType.TABLE_MAP, self._map_body, timestamp, 0, True)
        events = [
            mapped,
            CachedEvent(self._type, self._head + row.image, timestamp, self._flags, True),
        ]
        if self._rows_query:
            length = len(row.text) & 0xFF if self._log.rows.profile.rows_query_length else 0
            body = build_body(RowsQuery(text=row.text, length=length))
            events.insert(0, CachedEvent(EventType.ROWS_QUERY, body, timestamp, HeaderFlag.IGNORABLE, True))
        return events

    def note(self, write_set: WriteSet, row: SingleRow) -> None:
        """Adds the row's keys."""
        if self._hashes is not None:
            self._hashes.add(write_set, row.before, row.after)
            for before, after in row.more:
                self._hashes.add(write_set, before, after)


def _columns(image: Any, everything: int) -> tuple[int, ...] | None:
    return None if image is None or len(image.columns) == everything else image.columns


class StatementForm:
    """The statement form: Intvar if a value was made, the Query event."""

    def __init__(self, effects: StatementEffects, traits: CommandTrait, log: EventContext) -> None:
        self._effects = replace(effects, text=b"")
        self._traits = traits
        self._log = log
        self._heads: dict[int, CachedEvent] = {}

    room = NO_LIMIT

    def image(self, before: Row | None, after: Row | None) -> bytes:
        """No row is logged."""
        return b""

    def events(self, row: SingleRow) -> list[CachedEvent]:
        """The statement's events."""
        head = self._heads.get(row.exec_time)
        if head is None:
            statement = replace(self._log.statement, exec_time=row.exec_time)
            head = statement_event(self._log.session, statement, self._effects, self._traits)
            _keep(self._heads, row.exec_time, head)
        query = CachedEvent(EventType.QUERY, head.body + row.text, row.timestamp, head.flags)
        if not row.insert_id:
            return [query]
        statement = replace(self._log.statement, timestamp=row.timestamp)
        made = Intvar(type=IntvarType.INSERT_ID, value=row.insert_id)
        return [context_event(self._log.session, statement, made), query]

    def note(self, write_set: WriteSet, row: SingleRow) -> None:
        """Statements have no write set."""


def _keep(kept: dict[int, Any], number: int, value: Any) -> None:
    if len(kept) >= _MOST_KEPT:
        kept.clear()
    kept[number] = value


class SingleChange:
    """Logs statements of one kind. log, end: the states of their own events and of those that end the group, of a
    statement at second 0 (`events.effect_states`). form: how they are logged."""

    def __init__(
        self, transaction: TransactionLog, form: RowForm | StatementForm, log: EventContext, end: EventContext
    ) -> None:
        self._transaction = transaction
        self.form = form
        self._context = log
        self._end = end
        self._begins: dict[int, CachedEvent] = {}
        self._row_form = isinstance(form, RowForm)

    def fits(self, size: int, *, in_transaction: bool) -> bool:
        """Whether no limit of a cache can be felt. size: of the statement's row and text, in bytes."""
        room = self._transaction.room(CacheKind.TRX)
        if room.limit >= NO_LIMIT:
            return True
        return not in_transaction and size + _OVERHEAD < _SMALLEST_BUFFER

    def is_idle(self) -> bool:
        """Whether nothing of a transaction is left, as it is before a statement in autocommit."""
        transaction = self._transaction
        cached = transaction.trx_cache.events or transaction.stmt_cache.events
        return not (transaction.active or transaction.engine_joined or cached)

    def _begin(self, row: SingleRow) -> CachedEvent:
        begin = self._begins.get(row.exec_time)
        if begin is None or begin.timestamp != row.timestamp:
            # without caches BEGIN is made when all is known
            state = self._end if self._context.session.profile.begins_at_flush else self._context
            statement = replace(state.statement, timestamp=row.timestamp, exec_time=row.exec_time)
            begin = boundary_event(state.session, statement, b"BEGIN")
            _keep(self._begins, row.exec_time, begin)
        return begin

    def commit(self, row: SingleRow) -> None:
        """In autocommit: the statement is a group (`TransactionLog._flush`)."""
        transaction, context = self._transaction, self._context
        parent = transaction.sink.committed()
        write_set = WriteSet()
        self.form.note(write_set, row)
        begin, events = self._begin(row), self.form.events(row)
        room = transaction.room(CacheKind.TRX)
        if len(row.image) + len(row.text) + _OVERHEAD > room.buffer:
            room.overflowed = sum(HEADER_LENGTH + len(event.body) for event in (begin, *events)) > room.buffer
        transaction.used(CacheKind.TRX)
        end = CachedEvent(_XID, _pack_xid(transaction.sink.next_xid()), row.timestamp, 0, True)
        transaction.sink.commit_group(
            Group(
                (begin, *events, end),
                parent,
                write_set,
                context.gtid_next,
                self._end.compression_level,
                transaction.original,
                transaction.server_id,
            )
        )
        transaction.commit_parent = None

    def add(self, row: SingleRow) -> None:
        """In a transaction: the statement's events wait."""
        transaction, cache = self._transaction, self._transaction.trx_cache
        mark = cache.mark()
        transaction.engine_joined = True
        if cache.begin is None:
            cache.begin = self._begin(row)
        for event in self.form.events(row):
            transaction.add(cache, event, self._context)
        self.form.note(transaction.write_set, row)
        transaction.transactional_write = True
        transaction.commit_parent = transaction.sink.committed()
        end = StatementEnd(False, True, False, self._row_form, mark)
        transaction.carry_out(transaction.policy.caches.end_statement(transaction.state(self._end), end), self._end)
        transaction.statement_waits = True
