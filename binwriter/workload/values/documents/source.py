"""Documents from templates, as MySQL's binary JSON, by pieces.

What is the same in all documents is one piece, numbers are pieces of two bytes, and the offsets in front of what has no
fixed length are sums of lengths.

The shapes of containers and the numbers of types come from `formats.columns.json.layout`. Documents are "small" ones:
below 64 KiB.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Any, Literal

import numpy as np
import pyarrow as pa

from binwriter.formats.columns.json.layout import LARGEST_SIGNED_FROM_TEXT, NUMBERS, SIGNED, SMALL, STRING, JsonType
from binwriter.formats.records import dataclass
from binwriter.workload.values.documents.template import Fixed, Members
from binwriter.workload.values.numbers import Numbers, NumberSource
from binwriter.workload.values.rows import Rows
from binwriter.workload.values.texts.generators import Mask, Part, Piece, Source, TextSource

Number = Numbers | int
_LITTLE: Literal["little"] = "little"


@dataclass
class Written:
    """A value of one document a row: its type, its slot where it stands in the slot, and the bytes behind.

    inlined: whether it does (an array: row by row). size: of the bytes.
    """

    type: Number
    slot: Number
    inlined: Any
    pieces: list[Piece | bytes]
    size: Number


class Tables:
    """The lists of which documents are put together."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.bytes, _ = source.add(bytes([number]) for number in range(256))
        self.words, _ = source.add(number.to_bytes(2, _LITTLE) for number in range(1 << 16))

    def byte(self, number: Number) -> Piece | bytes:
        """A byte."""
        return bytes([number]) if isinstance(number, int) else (self.bytes[number], 1)

    def word(self, number: Number) -> Piece | bytes:
        """Two bytes, little endian."""
        if isinstance(number, int):
            return (number & 0xFFFF).to_bytes(2, _LITTLE)
        return (self.words[number & 0xFFFF], 2)


class Leaf:
    """What stands at one place of all documents. most: bytes behind the slot, at most."""

    most: int

    def written(self, rows: Rows, tables: Tables) -> Written:
        raise NotImplementedError


def stored_parts(data: bytes) -> tuple[int, int, bool, bytes]:
    """(type, slot, inlined, bytes) of a value's binary JSON."""
    kind, payload = data[0], data[1:]
    if kind in SMALL.inlined:
        return kind, int.from_bytes(payload, _LITTLE, signed=kind in SIGNED) & SMALL.limit, True, b""
    return kind, 0, False, payload


class FixedLeaf(Leaf):
    """Always the same."""

    def __init__(self, fixed: Fixed) -> None:
        self._kind, self._slot, self._inlined, self._data = stored_parts(fixed.data)
        self.most = len(self._data)

    def written(self, rows: Rows, tables: Tables) -> Written:
        return Written(self._kind, self._slot, self._inlined, [self._data], len(self._data))


class PickedLeaf(Leaf):
    """One of several fixed values."""

    def __init__(self, values: Sequence[bytes], number: NumberSource, source: Source) -> None:
        parts = [stored_parts(value) for value in values]
        self._types = np.array([kind for kind, _, _, _ in parts], np.int64)
        self._slots = np.array([slot for _, slot, _, _ in parts], np.int64)
        self._inlined = np.array([inlined for _, _, inlined, _ in parts])
        self._starts, self._lengths = source.add(data for _, _, _, data in parts)
        self._number = number
        self.most = int(self._lengths.max())

    def written(self, rows: Rows, tables: Tables) -> Written:
        number = self._number.numbers(rows)
        lengths = self._lengths[number]
        kinds: Number = self._types[number]
        if (self._types == self._types[0]).all():
            kinds = int(self._types[0])
        return Written(kinds, self._slots[number], self._inlined[number], [(self._starts[number], lengths)], lengths)


class IntegerLeaf(Leaf):
    """Integers as MySQL stores those of JSON text: as short as they can be."""

    def __init__(self, number: NumberSource) -> None:
        self._number = number
        widths = {int(self._width(np.array([end]))[0]) for end in (number.low, number.high)}
        if number.low < 0 < number.high:
            widths.add(2)
        self._widths = widths
        self.most = 0 if widths == {2} else max(widths)

    @staticmethod
    def _width(values: Numbers) -> Numbers:
        widths = np.full(len(values), 8, np.int64)
        for size in (4, 2):
            limit = 1 << (8 * size - 1)
            widths[(values >= -limit) & (values < limit)] = size
        return widths

    def written(self, rows: Rows, tables: Tables) -> Written:
        values = self._number.numbers(rows)
        if self._widths == {2}:
            return Written(int(JsonType.INT16), values, True, [], 0)
        widths = self._width(values)
        kinds = np.select([widths == 2, widths == 4], [int(JsonType.INT16), int(JsonType.INT32)], int(JsonType.INT64))
        kinds[values > LARGEST_SIGNED_FROM_TEXT] = int(JsonType.UINT64)
        inlined = widths == 2
        pieces: list[Piece | bytes] = []
        for place in range(max(self._widths) // 2):
            starts = tables.words[values >> (16 * place) & 0xFFFF]
            pieces.append((starts, np.where(~inlined & (2 * place < widths), 2, 0)))
        return Written(kinds.astype(np.int64), values, inlined, pieces, np.where(inlined, 0, widths))


class RealLeaf(Leaf):
    """Doubles. divisor: numbers are so many times as large."""

    most = NUMBERS[JsonType.DOUBLE].sizeof()

    def __init__(self, number: NumberSource, divisor: int) -> None:
        self._number = number
        self._divisor = divisor

    def written(self, rows: Rows, tables: Tables) -> Written:
        bits = (self._number.numbers(rows) / np.float64(self._divisor)).view(np.int64)
        words = [tables.word(bits >> (16 * place) & 0xFFFF) for place in range(4)]
        return Written(int(JsonType.DOUBLE), 0, False, words, self.most)


class StringLeaf(Leaf):
    """Texts, with their length in front."""

    def __init__(self, parts: Sequence[Part], source: Source) -> None:
        self._parts = parts
        longest = sum(part.most for part in parts)
        # the length in front as our codec writes it
        prefixes = [
            STRING.build(bytes(length))[:-length] if length else STRING.build(b"") for length in range(longest + 1)
        ]
        self._starts, self._lengths = source.add(prefixes)
        self.most = longest + len(prefixes[-1])

    def written(self, rows: Rows, tables: Tables) -> Written:
        pieces: list[Piece | bytes] = []
        length: Number = 0
        for part in self._parts:
            for start, size in part.pieces(rows):
                length = length + size
                pieces.append((start, size))
        if isinstance(length, int):
            length = np.full(len(rows), length)
        prefix = self._lengths[length]
        return Written(int(JsonType.STRING), 0, False, [(self._starts[length], prefix), *pieces], length + prefix)


class ContainerLeaf(Leaf):
    """An object or an array of leaves."""

    def __init__(self, members: Members, leaves: Sequence[Leaf]) -> None:
        self._leaves = leaves
        keys = members.keys or ()
        self._type = int(JsonType.SMALL_ARRAY if members.keys is None else JsonType.SMALL_OBJECT)
        width = SMALL.width
        place = 2 * width + len(keys) * (width + 2) + len(leaves) * (1 + width)
        self._count = SMALL.header.build((len(leaves), 0))[:width]
        entries = []
        for key in keys:
            entries.append(SMALL.key.build((place, len(key))))
            place += len(key)
        self._entries, self._keys, self._begin = b"".join(entries), b"".join(keys), place
        self.most = place + sum(leaf.most for leaf in leaves)

    def written(self, rows: Rows, tables: Tables) -> Written:
        values = [leaf.written(rows, tables) for leaf in self._leaves]
        slots: list[Piece | bytes] = []
        place: Number = self._begin
        for value in values:
            slot: Number = value.slot if value.inlined is True else place
            if value.inlined is not True and value.inlined is not False:
                slot = np.where(value.inlined, value.slot, place)
            slots += [tables.byte(value.type), tables.word(slot)]
            place = place + value.size
        behind = [piece for value in values for piece in value.pieces]
        pieces = [self._count, tables.word(place), self._entries, *slots, self._keys, *behind]
        return Written(self._type, 0, False, pieces, place)


@dataclass(frozen=True, eq=False)
class JsonSource:
    """The documents of a column. root: what all of them have in common."""

    name: str
    root: Leaf
    tables: Tables
    dry: Rows
    texts: TextSource = field(init=False)
    fits: int | None = None
    distinct: bool = False

    def __post_init__(self) -> None:
        # what is the same in all documents becomes known when one is made
        self._lines(self.dry)
        texts = TextSource(self.name, pa.binary(), self.tables.source.finish(), ())
        object.__setattr__(self, "texts", texts)

    @property
    def most(self) -> int:
        return 1 + self.root.most

    def array(self, rows: Rows, mask: Mask | None) -> pa.Array:
        """One document a row; NULL where the mask is False."""
        return self.texts.gathered(rows, mask, self._lines(rows))

    def _lines(self, rows: Rows) -> list[Piece]:
        value = self.root.written(rows, self.tables)
        pieces = [self.tables.byte(value.type), *value.pieces]
        merged: list[Piece] = []
        pending = b""
        for piece in [*pieces, None]:
            if isinstance(piece, bytes):
                pending += piece
                continue
            if pending:
                starts, _ = self.tables.source.add((pending,))
                merged.append((int(starts[0]), len(pending)))
                pending = b""
            if piece is not None:
                merged.append(piece)
        return merged
