"""Blocks of a file that a thread reads while a kernel looks at those before: neither holds the GIL."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from binwriter.bulk.block_reader import BlockReader

# So many blocks of 4 MiB are a window of what is read around the page cache.
_DEPTH = 4


class ReadAhead:
    """size: of the file. capacity: bytes of a block.

    Each lies in memory of its own, `front` bytes behind its beginning, with `behind` bytes of room at its end.
    """

    def __init__(self, reader: BlockReader, size: int, capacity: int, front: int, behind: int) -> None:
        self._reader, self._size, self._capacity = reader, size, capacity
        self._front, self._behind = front, behind
        self._pool: ThreadPoolExecutor | None = None
        self._coming: deque[tuple[int, npt.NDArray[np.uint8], Future[int]]] = deque()
        self._free: list[npt.NDArray[np.uint8]] = []

    def go(self, position: int) -> None:
        """Reads on: the block that begins there and those behind it, as far as they are not coming already."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(1, "blocks of a log")
        position += self._capacity * len(self._coming)
        while len(self._coming) < _DEPTH and position < self._size:
            memory = self._free.pop() if self._free else self.memory()
            target = memory.data[self._front : self._front + min(self._capacity, self._size - position)]
            self._coming.append((position, memory, self._pool.submit(self._reader.read_into, target, position)))
            position += self._capacity

    def memory(self) -> npt.NDArray[np.uint8]:
        """For one block."""
        return np.zeros(self._front + self._capacity + self._behind, np.uint8)

    def take(self, position: int, instead: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.uint8], int] | None:
        """The block that begins there and how many bytes it has, None if it is not the next one that comes. `instead`
        is read into from now on. OSError as the reader has it."""
        if not self._coming or self._coming[0][0] != position:
            return None
        _, memory, count = self._coming.popleft()
        read = count.result()
        self._free.append(instead)
        return memory, read

    def drop(self) -> None:
        """Waits for what is being read, and forgets it."""
        while self._coming:
            _, memory, count = self._coming.popleft()
            if not count.cancel():
                count.exception()
            self._free.append(memory)
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
