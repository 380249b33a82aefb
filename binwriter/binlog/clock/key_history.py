"""The write-set history: which group wrote a key last, for millions of keys in little memory.

Keys are 64-bit hashes, as in a server (there XXH64; only their equality matters, so any good hash serves). The table
is open addressing over two arrays, 12 bytes a slot, because a dict of Python integers would take ten times as much.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Sequence
from hashlib import blake2b

_FIRST_SLOTS = 1 << 10
_EMPTY = 0


def key_hash(key: tuple[object, ...]) -> int:
    """A key's 64-bit hash, never 0; the same in every process."""
    return text_hash(repr(key))


def text_hash(text: str) -> int:
    """The same of a key that is written as a tuple."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little") or 1


def key_beginning(names: tuple[str, ...]) -> str:
    """What the keys of an index begin with, for `key_hash_of`."""
    return repr(names)[:-1]


def key_hash_of(beginning: str, values: Sequence[object]) -> int:
    """`key_hash` of the names and these values behind them."""
    text = f"{beginning}, {', '.join([repr(value) for value in values])})"
    return text_hash(text)


class KeyHistory:
    """Hash -> number of the group that wrote it last (32 bits)."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self._count = 0
        self._reserve(_FIRST_SLOTS)

    def __len__(self) -> int:
        return self._count

    def get(self, key: int) -> int | None:
        """The number stored for a hash, None if there is none."""
        slot = self._slot(key)
        return self._numbers[slot] if self._keys[slot] else None

    def newest(self, keys: Iterable[int]) -> int:
        """The highest number stored for any of these hashes, 0 if there is none."""
        stored, numbers, mask, highest = self._keys, self._numbers, len(self._keys) - 1, 0
        for key in keys:
            slot = key & mask
            while (there := stored[slot]) and there != key:
                slot = (slot + 1) & mask
            if there and numbers[slot] > highest:
                highest = numbers[slot]
        return highest

    def put(self, key: int, number: int) -> None:
        """Stores a number, over an earlier one if there is one."""
        self.put_all((key,), number)

    def put_all(self, keys: Collection[int], number: int) -> None:
        """Stores a number for many hashes."""
        while (self._count + len(keys)) * 3 >= len(self._keys) * 2:
            self._grow()
        stored, numbers, mask = self._keys, self._numbers, len(self._keys) - 1
        for key in keys:
            slot = key & mask
            while (there := stored[slot]) and there != key:
                slot = (slot + 1) & mask
            if not there:
                stored[slot] = key
                self._count += 1
            numbers[slot] = number

    def _slot(self, key: int) -> int:
        """Where the hash is, or the empty slot where it belongs."""
        mask = len(self._keys) - 1
        slot = key & mask
        while self._keys[slot] not in (_EMPTY, key):
            slot = (slot + 1) & mask
        return slot

    def _grow(self) -> None:
        old = zip(self._keys, self._numbers, strict=True)
        self._reserve(len(self._keys) * 2)
        for key, number in old:
            if key:
                slot = self._slot(key)
                self._keys[slot], self._numbers[slot] = key, number

    def _reserve(self, slots: int) -> None:
        self._keys = array("Q", bytes(8 * slots))
        self._numbers = array("I", bytes(4 * slots))
