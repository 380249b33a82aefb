"""binlog-do-db and binlog-ignore-db, and how much a cache holds (logs: tests/golden, filter_*, caches_*)."""

from __future__ import annotations

import pytest

from binwriter.binlog.rules.cache import BinlogCache, CachedEvent, CacheKind
from binwriter.binlog.rules.cache_limits import CacheRoom, CacheUses
from binwriter.binlog.rules.filters import BinlogFilter
from binwriter.errors import MySQLError


def test_what_no_database_names_is_always_logged() -> None:
    assert BinlogFilter(do=frozenset({"a"})).logs("")
    assert BinlogFilter(ignore=frozenset({"a"})).logs("")


def test_do_wins_over_ignore_and_names_are_compared_as_written() -> None:
    both = BinlogFilter(do=frozenset({"a"}), ignore=frozenset({"a", "b"}))
    assert [both.logs(name) for name in ("a", "b", "A")] == [True, False, False]
    assert [BinlogFilter(ignore=frozenset({"a"})).logs(name) for name in ("a", "b")] == [False, True]


def room(buffer: int, limit: int, kind: CacheKind = CacheKind.TRX) -> CacheRoom:
    prefix = "binlog" if kind is CacheKind.TRX else "binlog_stmt"
    values = {f"{prefix}_cache_size": buffer, f"max_{prefix}_cache_size": limit}
    return CacheRoom.of_variables(kind, values.__getitem__, CacheUses())


def add(cache: BinlogCache, room: CacheRoom, size: int) -> None:
    """An event of `size` bytes with its header."""
    cache.add(CachedEvent(2, bytes(size - 19), 0))
    room.check(cache)


@pytest.mark.parametrize(
    ("buffer", "limit", "holds"),
    [(4096, 4096, 8192), (4096, 8192, 16384), (12288, 12288, 16384), (12288, 28672, 32768), (32768, 40960, 65536)],
)
def test_a_cache_holds_a_buffer_more_than_its_limit_has_whole_ones(buffer: int, limit: int, holds: int) -> None:
    cache, its_room = BinlogCache(CacheKind.TRX), room(buffer, limit)
    for _ in range(holds // 1024):
        add(cache, its_room, 1024)
    with pytest.raises(MySQLError):
        add(cache, its_room, 1024)


def test_what_no_longer_fits_is_written_whole_when_the_buffer_itself_is_below_the_limit() -> None:
    cache, its_room = BinlogCache(CacheKind.TRX), room(4096, 8192)
    add(cache, its_room, 60000)
    assert (its_room.in_file, its_room.in_buffer) == (8192 + 49152, 60000 - 8192 - 49152)
    add(cache, its_room, 8192 - its_room.in_buffer)
    with pytest.raises(MySQLError):
        add(cache, its_room, 100)


def test_a_cache_that_was_cut_has_room_again() -> None:
    cache, its_room = BinlogCache(CacheKind.TRX), room(4096, 4096)
    add(cache, its_room, 4000)
    mark = cache.mark()
    add(cache, its_room, 4000)
    cache.truncate(mark)
    add(cache, its_room, 4192)


@pytest.mark.parametrize(("kind", "code"), [(CacheKind.TRX, 1197), (CacheKind.STMT, 1705)])
def test_a_full_cache_has_its_own_error(kind: CacheKind, code: int) -> None:
    with pytest.raises(MySQLError) as raised:
        add(BinlogCache(kind), room(4096, 4096, kind), 8193)
    assert raised.value.code == code
