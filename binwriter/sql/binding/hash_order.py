"""The order in which a server up to 5.7 goes through its hash tables, which is that of their cells.

A table has as many cells as keys; it grows cell by cell, and with each one the keys of one chain are dealt out anew
(linear hashing). A key stands in the cell of its hash where the chain begins, or else where there was room.
Source: captures of triggers and functions that use several tables (captured: 5.5.20/trigger_tables_row), against which
the way chains are parted was found; the hash is that of utf8_general_ci.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from binwriter.formats.records import dataclass

_MASK = 0xFFFFFFFF


def _hash(key: str) -> int:
    """Of the weights in utf8_general_ci, 32 bits of it."""
    first, second = 1, 4
    for character in key.rstrip(" ").upper():
        weight = ord(character) & 0xFFFF
        for part in (weight & 0xFF, weight >> 8):
            first ^= ((first & 63) + second) * part + (first << 8)
            first &= _MASK
            second += 3
    return first


@dataclass
class _Cells:
    keys: list[str] = field(default_factory=list)
    hashes: list[int] = field(default_factory=list)
    behind: list[int | None] = field(default_factory=list)  # the next cell of the chain
    size: int = 1  # a power of two

    def place(self, number: int, count: int) -> int:
        """The cell where the chain of a hash begins, with so many cells."""
        place = number & (self.size - 1)
        return place if place < count else number & (self.size // 2 - 1)

    def put(self, cell: int, content: tuple[str, int], behind: int | None) -> None:
        self.keys[cell], self.hashes[cell] = content
        self.behind[cell] = behind

    def add(self, key: str) -> None:
        count = len(self.keys)
        self.keys.append("")
        self.hashes.append(0)
        self.behind.append(None)
        empty = self._part(count) if count else 0
        number = _hash(key)
        cell = self.place(number, count + 1)
        if cell == empty:
            self.put(cell, (key, number), None)
        else:
            self.put(empty, (self.keys[cell], self.hashes[cell]), self.behind[cell])
            begin = self.place(self.hashes[cell], count + 1)
            if begin == cell:  # of the same chain: the new one becomes its first
                self.put(cell, (key, number), empty)
            else:  # of another chain, which goes on where there was room
                self.put(cell, (key, number), None)
                before = begin
                while (following := self.behind[before]) != cell:
                    assert following is not None
                    before = following
                self.behind[before] = empty
        if count + 1 == self.size:
            self.size *= 2

    def _part(self, empty: int) -> int:
        """Deals out the chain that the new cell parts; the cell that is empty then."""
        half = self.size // 2
        cell: int | None = empty - half
        assert cell is not None
        if self.place(self.hashes[cell], empty) != cell:
            return empty
        # of each side the last key and the cell that it goes to, while that is not where it stands
        sides: dict[bool, tuple[int, tuple[str, int], bool]] = {}
        while cell is not None:
            content, following = (self.keys[cell], self.hashes[cell]), self.behind[cell]
            high = bool(content[1] & half)
            if high not in sides:
                # the first of those that stay stays; one behind those that go comes to the empty cell
                moves = high or True in sides
                sides[high] = (empty if moves else cell, content, moves)
                if moves:
                    empty = cell
            else:
                to, before, moved = sides[high]
                if moved:
                    self.put(to, before, cell)
                else:
                    self.behind[to] = cell
                sides[high] = (cell, content, False)
            cell = following
        for to, content, moved in sides.values():
            if moved:
                self.put(to, content, None)
            else:
                self.behind[to] = None
        return empty


def hash_order(keys: Iterable[str]) -> list[str]:
    """The keys, all different, in the order of their cells when they were added in this one."""
    cells = _Cells()
    for key in keys:
        cells.add(key)
    return cells.keys
