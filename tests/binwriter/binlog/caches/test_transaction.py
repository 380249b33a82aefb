"""A transaction's log by itself: what waits in which cache, and what goes out as a group. No server, no SQL."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from binwriter.binlog.caches.savepoints import SavepointLog
from binwriter.binlog.caches.transaction import TransactionLog
from binwriter.binlog.clock.logical_clock import WriteSet
from binwriter.binlog.group import Group
from binwriter.binlog.rules.cache import CachedEvent, CacheKind
from binwriter.binlog.rules.cache_limits import CacheRoom
from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.constants import EventType
from binwriter.formats.events.status_vars import AutoIncrement, SessionCharset
from binwriter.mysql.session_modes import BinlogFormat, RowImage
from binwriter.statement.event_context import EventContext, RowSettings, SessionState, StatementState

_SESSION = SessionState(
    thread_id=8,
    sql_mode=0,
    flags2=0,
    charset=SessionCharset(255, 255, 255),
    auto_increment=AutoIncrement(1, 1),
    time_zone="SYSTEM",
    lc_time_names=0,
    collation_database=None,
    default_collation_for_utf8mb4=255,
)
_LOG = EventContext(
    _SESSION, StatementState(1_700_000_000, 0, "test"), RowSettings(RowImage.FULL, False, 8192), BinlogFormat.STATEMENT
)


@dataclass
class _Sink:
    """Keeps the groups. limit: of each cache, in bytes."""

    limit: int = 1 << 20
    groups: list[Group] = field(default_factory=list)
    xids: int = 0

    def commit_group(self, group: Group) -> None:
        self.groups.append(group)

    def committed(self) -> int:
        return len(self.groups)

    def table_id(self, table: Table) -> int:
        raise AssertionError(table)

    def next_xid(self) -> int:
        self.xids += 1
        return self.xids

    def logs_database(self, name: str) -> bool:
        return True

    def cache_room(self, kind: CacheKind) -> CacheRoom:
        return CacheRoom(4096, self.limit)

    def write_incident(self, timestamp: int, write_set: WriteSet, message: bytes = b"") -> None:
        raise AssertionError(timestamp)


def _event(text: bytes = b"x") -> CachedEvent:
    return CachedEvent(EventType.QUERY, text, 1_700_000_000)


def _types(group: Group) -> list[str]:
    return [EventType(event.event_type).name for event in group.events]


def _with_row() -> tuple[_Sink, TransactionLog]:
    """A transaction that has written to a T-table."""
    sink = _Sink()
    log = TransactionLog(sink)
    log.add(log.trx_cache, _event(), _LOG)
    log.transactional_write = log.engine_joined = True
    return sink, log


def test_nothing_goes_out_before_the_end() -> None:
    sink, log = _with_row()
    assert log.active and sink.groups == []
    log.commit(_LOG)
    assert [_types(group) for group in sink.groups] == [["QUERY", "QUERY", "XID"]]
    assert not (log.active or log.trx_cache or log.transactional_write or log.engine_joined)


def test_what_t_tables_alone_have_seen_rolls_back_without_a_trace() -> None:
    sink, log = _with_row()
    assert log.rollback(_LOG) is False
    assert sink.groups == [] and not log.trx_cache


def test_an_n_table_makes_rollback_incomplete() -> None:
    sink, log = _with_row()
    log.nontransactional_write = log.trx_cache.has_n_write = True
    assert log.rollback(_LOG) is True
    assert [_types(group) for group in sink.groups] == [["QUERY", "QUERY", "QUERY"]]


def test_an_empty_transaction_writes_nothing_unless_its_gtid_is_to_be_used_up() -> None:
    sink = _Sink()
    log = TransactionLog(sink)
    log.commit(_LOG)
    assert sink.groups == []
    log.empty_transaction(_LOG)
    assert [_types(group) for group in sink.groups] == [["QUERY", "QUERY"]]


def test_a_full_cache_is_an_error() -> None:
    log = TransactionLog(_Sink(limit=4096))
    with pytest.raises(MySQLError) as raised:
        for _ in range(100):
            log.add(log.trx_cache, _event(bytes(1000)), _LOG)
    assert raised.value.symbol == "ER_TRANS_CACHE_FULL"


def test_a_statement_that_cannot_be_logged_is_taken_out_again() -> None:
    _, log = _with_row()
    mark = log.trx_cache.mark()
    log.add(log.trx_cache, _event(b"half"), _LOG)
    log.discard_statement(mark)
    assert [event.body for event in log.trx_cache] == [b"x"]


def test_rollback_to_a_savepoint_cuts_the_cache_to_what_was_there() -> None:
    _, log = _with_row()
    savepoints = SavepointLog(log)
    savepoints.set("s", "SAVEPOINT s", 3, _LOG)
    size = len(log.trx_cache.events)
    log.add(log.trx_cache, _event(b"later"), _LOG)
    assert savepoints.rollback_to("s", "ROLLBACK TO s", _LOG) == 3
    assert len(log.trx_cache.events) == size
    assert b"later" not in [event.body for event in log.trx_cache]


def test_a_savepoint_before_anything_was_logged_leaves_nothing() -> None:
    sink = _Sink()
    log = TransactionLog(sink)
    savepoints = SavepointLog(log)
    savepoints.set("s", "SAVEPOINT s", 0, _LOG)
    assert not log.trx_cache and "s" in savepoints
    savepoints.release("s")
    with pytest.raises(MySQLError, match="1305"):
        savepoints.rollback_to("s", "ROLLBACK TO s", _LOG)
    assert sink.groups == []
