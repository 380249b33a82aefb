"""Blocks of a large file: from the page cache where they are in it, around it where they are not.

Reading through the cache costs a page's allocation and a copy for every 4 KiB that nobody reads twice, and pushes out
what others want to keep. Where a system has no RWF_NOWAIT or no O_DIRECT, files are read as ever.
"""

from __future__ import annotations

import mmap
import os
import weakref

_ALIGNMENT = 4096
# Bytes read around the cache at once: disks are several times as fast as with a quarter of it.
_WINDOW = 16 << 20
_NOWAIT = getattr(os, "RWF_NOWAIT", 0)
_DIRECT = getattr(os, "O_DIRECT", 0)


class BlockReader:
    """Reads of one file, whose descriptor stays the caller's."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._uncached: int | None = None
        self._window: mmap.mmap | None = None
        self._start = self._end = 0  # of the file, what the window holds
        if _NOWAIT and _DIRECT:
            try:
                self._uncached = os.open(f"/proc/self/fd/{descriptor}", os.O_RDONLY | _DIRECT)
                weakref.finalize(self, os.close, self._uncached)
            except OSError:
                self._uncached = None  # this file system has none

    def read_into(self, target: memoryview, position: int) -> int:
        """Fills the target with the file's bytes from there on; how many there were. OSError as `os.preadv` has it."""
        done = 0
        while done < len(target):
            more = self._read(target[done:], position + done)
            if not more:
                break
            done += more
        return done

    def _read(self, target: memoryview, position: int) -> int:
        if self._start <= position < self._end:
            return self._of_window(target, position)
        if self._uncached is None:
            return os.preadv(self._descriptor, [target], position)
        try:
            if cached := os.preadv(self._descriptor, [target], position, _NOWAIT):
                return cached
        except BlockingIOError:
            pass
        except OSError:
            self._uncached = None
            return os.preadv(self._descriptor, [target], position)
        try:
            self._fill_window(self._uncached, position)
        except OSError:
            self._uncached = None
            return os.preadv(self._descriptor, [target], position)
        return self._of_window(target, position)

    def _fill_window(self, descriptor: int, position: int) -> None:
        """O_DIRECT takes aligned places, sizes and memory only."""
        if self._window is None:
            self._window = mmap.mmap(-1, _WINDOW)
        self._start = self._end = position // _ALIGNMENT * _ALIGNMENT
        self._end += os.preadv(descriptor, [self._window], self._start)

    def _of_window(self, target: memoryview, position: int) -> int:
        size = min(len(target), max(0, self._end - position))
        if size:
            assert self._window is not None
            with memoryview(self._window) as window:
                target[:size] = window[position - self._start : position - self._start + size]
        return size


__all__ = ["BlockReader"]
