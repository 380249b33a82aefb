"""The write-set history: which group wrote a key last, for millions of keys in little memory.

Keys are 64-bit hashes, as in a server (there XXH64; only their equality matters, so any good hash serves). The table
is open addressing over two arrays, 12 bytes a slot, because a dict of Python integers would take ten times as much.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from functools import lru_cache
from hashlib import blake2b
from struct import Struct

from binwriter.binlog.clock.key_runs import KeyRuns

_MASK = (1 << 64) - 1
_to_number = Struct("<Q").unpack
_FIRST_SLOTS = 1 << 10
_EMPTY = 0
# Bits of a key that each further slot is told from: hashes of integers follow one another, or lie 2**n apart, so that
# the slot behind a taken one is no choice: it is that of a neighbour, and of its, and so on.
_TAKEN = 5


def key_hash(key: tuple[object, ...]) -> int:
    """A key's 64-bit hash, never 0; the same in every process."""
    return text_hash(repr(key))


def text_hash(text: str) -> int:
    """The same of a key that is written as a tuple."""
    return _to_number(blake2b(text.encode(), digest_size=8).digest())[0] or 1


def key_beginning(names: tuple[str, ...]) -> str:
    """What the keys of an index begin with, for `key_hash_of`."""
    return repr(names)[:-1]


def key_hash_of(beginning: str, values: Sequence[object]) -> int:
    """The hash of a key with these values, behind what its index begins with. That of one integer follows on that of
    the integer below it, so that many are a run."""
    if len(values) == 1 and type(value := values[0]) is int:
        return (_index_hash(beginning) + value) & _MASK or 1
    return text_hash(f"{beginning}, {', '.join(map(repr, values))})")


@lru_cache(maxsize=4096)
def _index_hash(beginning: str) -> int:
    return text_hash(beginning)


def key_run(beginning: str, first: int, count: int) -> range | None:
    """The hashes of so many integers that follow one another; None where they are no run."""
    start = key_hash_of(beginning, (first,))
    return range(start, start + count) if start + count <= _MASK else None


class KeyHistory:
    """Hash -> number of the group that wrote it last (32 bits), which does not fall. A run of keys is one entry, until
    some of them are written again.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self._count = 0
        self._in_runs = 0
        self._runs = KeyRuns()
        self._reserve(_FIRST_SLOTS)

    def __len__(self) -> int:
        return self._count + self._in_runs

    def get(self, key: int) -> int | None:
        """The number stored for a hash, None if there is none."""
        slot = self._slot(key)
        return self._numbers[slot] if self._keys[slot] else self._runs.get(key) or None

    def newest(self, keys: Collection[int]) -> int:
        """The highest number stored for any of these hashes, 0 if there is none."""
        highest = self._newest_alone(keys)
        if self._runs:
            of_runs = self._runs.newest(keys) if isinstance(keys, range) else max(map(self._runs.get, keys), default=0)
            return max(highest, of_runs)
        return highest

    def _newest_alone(self, keys: Collection[int]) -> int:
        """The same of keys that stand by themselves."""
        stored, numbers, mask, highest = self._keys, self._numbers, len(self._keys) - 1, 0
        if isinstance(keys, range) and len(stored) < len(keys):
            there_are = zip(stored, numbers, strict=True) if self._count else ()
            return max((number for key, number in there_are if key and key in keys), default=0)
        for key in keys if self._count else ():
            slot, rest = key & mask, key
            while (there := stored[slot]) and there != key:
                rest >>= _TAKEN
                slot = (slot * 5 + 1 + rest) & mask
            if there and numbers[slot] > highest:
                highest = numbers[slot]
        return highest

    def put(self, key: int, number: int) -> None:
        """Stores a number, over an earlier one if there is one."""
        self.put_all((key,), number)

    def put_run(self, keys: range, number: int) -> None:
        """Stores a number for hashes that follow one another."""
        if self._newest_alone(keys):
            self.put_all(keys, number)
        else:
            self._in_runs += len(keys) - self._runs.cut(keys)
            self._runs.add(keys, number)

    def put_all(self, keys: Collection[int], number: int) -> None:
        """Stores a number for many hashes."""
        while (self._count + len(keys)) * 3 >= len(self._keys) * 2:
            self._grow()
        stored, numbers, mask = self._keys, self._numbers, len(self._keys) - 1
        runs = self._runs
        for key in keys:
            slot, rest = key & mask, key
            while (there := stored[slot]) and there != key:
                rest >>= _TAKEN
                slot = (slot * 5 + 1 + rest) & mask
            if not there:
                stored[slot] = key
                self._count += 1
                if runs and runs.get(key):
                    self._in_runs -= 1
            numbers[slot] = number

    def _slot(self, key: int) -> int:
        """Where the hash is, or the empty slot where it belongs."""
        mask = len(self._keys) - 1
        slot, rest = key & mask, key
        while self._keys[slot] not in (_EMPTY, key):
            rest >>= _TAKEN
            slot = (slot * 5 + 1 + rest) & mask
        return slot

    def _grow(self) -> None:
        old = zip(self._keys, self._numbers, strict=True)
        slots = len(self._keys) * 2
        self._reserve(slots)
        stored, numbers, mask = self._keys, self._numbers, slots - 1
        for key, number in old:
            if key:
                slot, rest = key & mask, key
                while stored[slot]:
                    rest >>= _TAKEN
                    slot = (slot * 5 + 1 + rest) & mask
                stored[slot], numbers[slot] = key, number

    def _reserve(self, slots: int) -> None:
        self._keys = array("Q", bytes(8 * slots))
        self._numbers = array("I", bytes(4 * slots))
