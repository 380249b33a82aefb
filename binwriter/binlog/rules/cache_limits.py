"""How much a binary log cache holds before its limit is felt.

A cache is a buffer before a temporary file (MySQL manual, "binlog_cache_size", "max_binlog_cache_size"). The buffer is
a multiple of 8192 bytes. The limit is looked at only when something no longer fits into the buffer: the buffer as it is
then must still fit below the limit, whatever is behind it. What is written at that moment goes to the file too, however
large it is, but for its last part below 4096 bytes (scenarios caches_*).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from binwriter.binlog.rules.cache import BinlogCache, CacheKind
from binwriter.formats.header import HEADER_LENGTH
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error

# The variables of each cache, and the error that says that it is full.
_PREFIX = {CacheKind.TRX: "binlog", CacheKind.STMT: "binlog_stmt"}
_ERROR = {CacheKind.TRX: "ER_TRANS_CACHE_FULL", CacheKind.STMT: "ER_STMT_CACHE_FULL"}
_BUFFER_STEP = 8192
# the file is written in whole blocks
_BLOCK = 4096


class CacheUses:
    """How often the sessions of a server have used their caches: Binlog_cache_use, Binlog_stmt_cache_disk_use ...

    A use ends when a cache that holds events is emptied, by whatever (captured: tests/golden/cache_counters).
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """FLUSH STATUS."""
        self.counts = dict.fromkeys(CacheKind, 0)
        self.on_disk = dict.fromkeys(CacheKind, 0)


@dataclass(slots=True)
class CacheRoom:
    """The buffer of one cache of one session, in bytes, and how much of the cache is in the file and in the buffer.

    uses: the server's. overflowed: since the cache was empty, something went to the file.
    """

    buffer: int
    limit: int
    uses: CacheUses = field(default_factory=CacheUses)
    overflowed: bool = False
    in_file: int = 0
    in_buffer: int = 0

    @classmethod
    def of_variables(cls, kind: CacheKind, variable: Callable[[str], int], uses: CacheUses) -> CacheRoom:
        """variable: the global variables as they are when the session first uses the cache."""
        buffer, limit = variable(f"{_PREFIX[kind]}_cache_size"), variable(f"max_{_PREFIX[kind]}_cache_size")
        buffer = max(min(buffer, limit), 1)
        return cls((buffer + _BUFFER_STEP - 1) // _BUFFER_STEP * _BUFFER_STEP, limit, uses)

    def used(self, kind: CacheKind) -> None:
        """The cache was emptied."""
        self.uses.counts[kind] += 1
        if self.overflowed:
            self.uses.on_disk[kind] += 1
            self.overflowed = False

    def check(self, cache: BinlogCache) -> None:
        """Takes the event that was added last; the cache may have been cut before.

        ER_TRANS_CACHE_FULL (1197), ER_STMT_CACHE_FULL (1705). Events wait without checksums.
        """
        begin = HEADER_LENGTH + len(cache.begin.body) if cache.begin is not None else 0
        end = begin + HEADER_LENGTH * len(cache.events) + cache.size
        if not self.in_file and end <= self.buffer:  # all of it is in the buffer, as that of most transactions
            self.in_buffer = end
            return
        body = len(cache.events[-1].body)
        self._cut(end - body - HEADER_LENGTH if len(cache.events) > 1 else 0)
        for length in (end - body - self.in_file - self.in_buffer, body):
            if not self._write(length):
                raise mysql_error(_ERROR[cache.kind])

    def _cut(self, end: int) -> None:
        if end < self.in_file:
            self.in_file, self.in_buffer = end, 0
        else:
            self.in_buffer = min(self.in_buffer, end - self.in_file)

    def _write(self, length: int) -> bool:
        room = self.buffer - self.in_file % _BLOCK - self.in_buffer
        if length > room:
            if self.in_file + self.buffer > self.limit:
                return False
            self.overflowed = True
            length -= room
            whole_blocks = length // _BLOCK * _BLOCK
            self.in_file += self.in_buffer + room + whole_blocks
            self.in_buffer = 0
            length -= whole_blocks
        self.in_buffer += length
        return True
