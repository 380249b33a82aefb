"""binlog-do-db and binlog-ignore-db, and how much a cache holds (logs: tests/golden, filter_*, caches_*)."""

from __future__ import annotations

import pytest

from binwriter.errors import MySQLError
from binwriter.rules.cache import BinlogCache, CachedEvent, CacheKind
from binwriter.rules.cache_limits import capacity, check_room
from binwriter.rules.filters import BinlogFilter


def test_what_no_database_names_is_always_logged() -> None:
    assert BinlogFilter(do=frozenset({"a"})).logs("")
    assert BinlogFilter(ignore=frozenset({"a"})).logs("")


def test_do_wins_over_ignore_and_names_are_compared_as_written() -> None:
    both = BinlogFilter(do=frozenset({"a"}), ignore=frozenset({"a", "b"}))
    assert [both.logs(name) for name in ("a", "b", "A")] == [True, False, False]
    assert [BinlogFilter(ignore=frozenset({"a"})).logs(name) for name in ("a", "b")] == [False, True]


@pytest.mark.parametrize(
    ("buffer", "limit", "holds"),
    [(4096, 4096, 8192), (4096, 8192, 12288), (32768, 4096, 8192), (32768, 40960, 65536)],
)
def test_a_cache_holds_a_buffer_more_than_its_limit_has_whole_ones(buffer: int, limit: int, holds: int) -> None:
    values = {"binlog_cache_size": buffer, "max_binlog_cache_size": limit}
    assert capacity(CacheKind.TRX, values.__getitem__) == holds


@pytest.mark.parametrize(("kind", "code"), [(CacheKind.TRX, 1197), (CacheKind.STMT, 1705)])
def test_a_full_cache_has_its_own_error(kind: CacheKind, code: int) -> None:
    cache = BinlogCache(kind)
    cache.add(CachedEvent(2, bytes(100), 0))
    check_room(cache, 119)
    with pytest.raises(MySQLError) as raised:
        check_room(cache, 118)
    assert raised.value.code == code
