"""How much a binary log cache holds before its limit is felt.

A cache is a buffer before a temporary file (MySQL manual, "binlog_cache_size", "max_binlog_cache_size"). The limit is
looked at only when the full buffer is written out, by what the file would hold then; so the cache takes one buffer more
than the whole buffers that the limit allows (scenarios caches_*: limit and buffer of 4096 bytes hold 8192).
"""

from __future__ import annotations

from collections.abc import Callable

from binwriter.formats.header import HEADER_LENGTH
from binwriter.messages import mysql_error
from binwriter.rules.cache import BinlogCache, CacheKind

# The variables of each cache, and the error that says that it is full.
_PREFIX = {CacheKind.TRX: "binlog", CacheKind.STMT: "binlog_stmt"}
_ERROR = {CacheKind.TRX: "ER_TRANS_CACHE_FULL", CacheKind.STMT: "ER_STMT_CACHE_FULL"}


def capacity(kind: CacheKind, variable: Callable[[str], int]) -> int:
    """In bytes. variable: the global variables as they are when the session first uses the cache."""
    buffer, limit = variable(f"{_PREFIX[kind]}_cache_size"), variable(f"max_{_PREFIX[kind]}_cache_size")
    buffer = max(min(buffer, limit), 1)
    return (limit // buffer + 1) * buffer


def check_room(cache: BinlogCache, capacity: int) -> None:
    """ER_TRANS_CACHE_FULL (1197), ER_STMT_CACHE_FULL (1705). Events wait without checksums."""
    begin = HEADER_LENGTH + len(cache.begin.body) if cache.begin is not None else 0
    if begin + HEADER_LENGTH * len(cache.events) + cache.size > capacity:
        raise mysql_error(_ERROR[cache.kind])
