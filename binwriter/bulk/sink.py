"""Where a bulk file's bytes go: a file whose blocks are allocated ahead, or O_DIRECT with a writer thread.

Blocks allocated in large steps make writes two to four times as fast. O_DIRECT spares the page cache (huge files).
Every error of the system comes as LogFileError; a file that is not finished is deleted or keeps its in-use flag.
"""

from __future__ import annotations

import mmap
import os
import queue
import threading
from pathlib import Path
from typing import Protocol

from binwriter import disk
from binwriter.binlog.files.file import set_in_use
from binwriter.errors import LogFileError

_ALLOCATION_STEP = 64 << 20
_BLOCK = 4096
_DIRECT_BUFFER = 8 << 20
_DIRECT_BUFFERS = 3
_DIRECT = getattr(os, "O_DIRECT", 0)
_CAN_ALLOCATE = hasattr(os, "posix_fallocate")


class Sink(Protocol):
    """What a bulk writer writes to."""

    def write(self, data: memoryview) -> None:
        """Takes the bytes; the memory may change after it returns."""

    def finish(self, *, sync: bool) -> None:
        """Hands everything over, cuts the file to its size, clears its in-use flag and closes it."""

    def abandon(self) -> None:
        """Closes and deletes the file."""


def open_sink(path: Path, *, direct: bool = False) -> Sink:
    """A new file (LogFileError if there is one). direct: O_DIRECT where the file system can."""
    if direct and _DIRECT:
        try:
            return DirectSink(path)
        except _NoDirectError:
            pass
    return FileSink(path)


class _File:
    """A new file, by descriptor: what both sinks do with it."""

    def __init__(self, path: Path, flags: int = 0) -> None:
        self.path = path
        self.size = 0
        self._allocated = 0
        self._allocates = _CAN_ALLOCATE
        self._file = disk.current().create(path, flags)

    def write(self, data: memoryview) -> None:
        if self._allocates and self.size + len(data) > self._allocated:
            self._allocate()
        disk.current().write(self._file, data)
        self.size += len(data)

    def _allocate(self) -> None:
        try:
            disk.current().allocate(self._file, self._allocated, _ALLOCATION_STEP)
            self._allocated += _ALLOCATION_STEP
        except OSError:
            self._allocates = False  # the file system cannot, or the disk is nearly full: writing will tell

    def finish(self, size: int, *, sync: bool) -> None:
        current = disk.current()
        current.truncate(self._file, size)
        self._file.close()
        with current.open(self.path) as file:  # without O_DIRECT, which reads no two bytes
            if sync:
                current.sync(file)  # the flag vouches for what stands there
            set_in_use(file, in_use=False)
            if sync:
                current.sync(file)

    def abandon(self) -> None:
        self._file.close()
        disk.current().remove(self.path)


def _failed(action: str, path: Path, error: BaseException) -> LogFileError:
    return LogFileError(f"cannot {action} {path}: {error}")


class FileSink:
    """Plain writes."""

    def __init__(self, path: Path) -> None:
        try:
            self._file = _File(path)
        except OSError as error:
            raise _failed("create", path, error) from error

    def write(self, data: memoryview) -> None:
        try:
            self._file.write(data)
        except OSError as error:
            raise _failed("write", self._file.path, error) from error

    def finish(self, *, sync: bool) -> None:
        try:
            self._file.finish(self._file.size, sync=sync)
        except OSError as error:
            raise _failed("finish", self._file.path, error) from error

    def abandon(self) -> None:
        self._file.abandon()


class _NoDirectError(Exception):
    """The file system has no O_DIRECT."""


class DirectSink:
    """O_DIRECT: aligned buffers that a thread writes while the next one is filled."""

    def __init__(self, path: Path) -> None:
        try:
            self._file = _File(path, _DIRECT)
        except FileExistsError as error:
            raise _failed("create", path, error) from error
        except OSError as error:
            disk.current().remove(path)
            raise _NoDirectError from error
        self._size = 0
        self._error: OSError | None = None
        self._free: queue.SimpleQueue[mmap.mmap] = queue.SimpleQueue()
        self._full: queue.SimpleQueue[tuple[mmap.mmap, int] | None] = queue.SimpleQueue()
        for _ in range(_DIRECT_BUFFERS):
            self._free.put(mmap.mmap(-1, _DIRECT_BUFFER))
        self._buffer, self._filled = self._free.get(), 0
        self._thread = threading.Thread(target=self._write_buffers, name=f"writer of {path.name}", daemon=True)
        self._thread.start()

    def _write_buffers(self) -> None:
        while (item := self._full.get()) is not None:
            buffer, size = item
            if self._error is None:
                try:
                    with memoryview(buffer) as view, view[:size] as part:
                        self._file.write(part)
                except OSError as error:
                    self._error = error
            self._free.put(buffer)

    def write(self, data: memoryview) -> None:
        self._size += len(data)
        while data:
            part = data[: _DIRECT_BUFFER - self._filled]
            self._buffer[self._filled : self._filled + len(part)] = part
            self._filled += len(part)
            data = data[len(part) :]
            if self._filled == _DIRECT_BUFFER:
                self._hand_over(_DIRECT_BUFFER)
        self._check()

    def _hand_over(self, size: int) -> None:
        self._full.put((self._buffer, size))
        self._buffer, self._filled = self._free.get(), 0

    def _check(self) -> None:
        if self._error is not None:
            raise _failed("write", self._file.path, self._error) from self._error

    def _stop(self) -> None:
        if self._thread.is_alive():
            self._full.put(None)
            self._thread.join()

    def finish(self, *, sync: bool) -> None:
        if self._filled:
            self._hand_over(-(-self._filled // _BLOCK) * _BLOCK)
        self._stop()
        self._check()
        try:
            self._file.finish(self._size, sync=sync)
        except OSError as error:
            raise _failed("finish", self._file.path, error) from error

    def abandon(self) -> None:
        self._stop()
        self._file.abandon()
