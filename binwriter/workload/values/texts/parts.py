"""Expressions, words and letters -> the parts of texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field

import numpy as np

from binwriter.errors import EncodeError, SpecError
from binwriter.formats.columns.vector import vector
from binwriter.formats.records import dataclass
from binwriter.workload.chance import run_of_words
from binwriter.workload.values.numbers import Numbers, NumberSource, PermutedNumbers, UniformNumbers
from binwriter.workload.values.rows import Seeds
from binwriter.workload.values.texts.generators import Literal, Part, Pick, Places, Run, Source
from binwriter.workload.values.texts.patterns import Chain, Draws, Letter, Node, Repeat, count, longest, sample, texts

# Letters and words stand in the source this often; a run may begin at any of them.
POOL_UNITS = 1 << 14
_BYTES = 256
# Different entries of vectors.
_ENTRIES = 4096
# Of an expression's part that is more than letters, so many texts are made; all of them if they are no more.
_MOST_LISTED = 4096
_MOST_LISTED_CHARACTERS = 1 << 18
# Neighbours are put together as long as they have no more than so many texts.
_MOST_MERGED = 1024
_MOST_WAYS = (1 << 63) - 1
# A group that is repeated so many times in all becomes as many parts.
_MOST_SLOTS = 48

# The words, and the characters and bytes that a text of them may have at most.
Limits = tuple[tuple[str, ...], int, int] | None
# Starts of the units, their one width or 0, how many fit.
Pool = tuple[Numbers, int, Numbers | None]


@dataclass
class PartMaker:
    """Makes the parts of one column's texts. encode: characters to bytes. seeds: of its decisions."""

    source: Source
    encode: Callable[[str], bytes]
    seeds: Seeds
    place: str
    _purposes: int = field(default=0)

    def seed(self) -> np.uint64:
        """The seed of the next decision."""
        self._purposes += 1
        return self.seeds.of(f"part {self._purposes}")

    def encoded(self, text: str) -> bytes:
        """SpecError for characters that the column's character set does not have."""
        try:
            return self.encode(text)
        except EncodeError as error:
            raise SpecError(self.place, str(error)) from None

    # --- runs

    def letters(self, alphabet: Sequence[str], length: NumberSource) -> Run:
        """So many letters."""
        return self._run([self.encoded(letter) for letter in alphabet], length, b"", None)

    def any_bytes(self, length: NumberSource) -> Run:
        """So many bytes of any value."""
        return self._run([bytes((number,)) for number in range(_BYTES)], length, b"", None)

    def vectors(self, dimensions: NumberSource) -> Run:
        """So many entries of vectors, from -1 to below 1."""
        half = _ENTRIES // 2
        return self._run([vector([(number - half) / half]) for number in range(_ENTRIES)], dimensions, b"", None)

    def words(self, words: Sequence[str], number: NumberSource, characters: int, most_bytes: int) -> Run:
        """So many words with spaces between them, as many as fit."""
        usable = [word for word in words if len(word) <= characters and len(self.encoded(word)) <= most_bytes]
        if not usable:
            raise SpecError(self.place, f"no word is as short as {characters} characters")
        limits = (tuple(usable), characters, most_bytes)
        return self._run([self.encoded(word) for word in usable], number, self.encoded(" "), limits)

    def _run(self, units: Sequence[bytes], number: NumberSource, separator: bytes, limits: Limits) -> Run:
        total = POOL_UNITS + number.high
        key = (tuple(units), separator, total, limits)
        if key not in self.source.pools:
            self.source.pools[key] = self._pool(units, separator, total, limits)
        starts, width, fitting = self.source.pools[key]
        place = UniformNumbers(0, POOL_UNITS - 1, self.seed())
        return Run(starts, width, place, number, len(separator), fitting)

    def _pool(self, units: Sequence[bytes], separator: bytes, total: int, limits: Limits) -> Pool:
        """So many units by chance, one behind the other in the source."""
        words = run_of_words(int(self.seeds.of("pool")), 0, total)
        chosen = ((words >> np.uint64(32)) * np.uint64(len(units)) >> np.uint64(32)).astype(np.int64)
        written = [unit + separator for unit in units]
        widths = np.array([len(unit) for unit in written], np.int64)
        starts = np.zeros(total + 1, np.int64)
        np.cumsum(widths[chosen], out=starts[1:])
        width = int(widths[0]) if widths.min() == widths.max() else 0
        if width:
            table = np.frombuffer(b"".join(written), np.uint8).reshape(len(units), width)
            data = table[chosen].tobytes()
        else:
            data = b"".join(written[place_chosen] for place_chosen in chosen.tolist())
        first, _ = self.source.add((data,))
        fitting = None
        if limits is not None:
            names, characters, most_bytes = limits
            sizes = np.array([len(name) + 1 for name in names], np.int64)[chosen]
            ends = np.zeros(total + 1, np.int64)
            np.cumsum(sizes, out=ends[1:])
            by_characters = np.searchsorted(ends, ends[:-1] + characters + 1, "right") - 1
            by_bytes = np.searchsorted(starts, starts[:-1] + most_bytes + len(separator), "right") - 1
            fitting = np.minimum(by_characters, by_bytes) - np.arange(total)
        return starts + first[0], 0 if separator else width, fitting

    # --- lists and expressions

    def literal(self, text: str) -> Literal:
        """Always this text."""
        return self.literal_bytes(self.encoded(text))

    def literal_bytes(self, data: bytes) -> Literal:
        """Always these bytes."""
        starts, lengths = self.source.add((data,))
        return Literal(int(starts[0]), int(lengths[0]))

    def pick(self, entries: Sequence[str]) -> Pick:
        """One of the texts, each as likely as the others."""
        starts, lengths = self.source.add(self.encoded(entry) for entry in entries)
        return Pick(starts, lengths, UniformNumbers(0, len(entries) - 1, self.seed()))

    def expression(self, node: Node) -> list[Part]:
        """A text of the expression."""
        slots: list[list[str] | Repeat] = []
        for slot in _slots(node):
            listed = slot if isinstance(slot, Repeat) else self._listed(slot)
            last = slots[-1] if slots else None
            if isinstance(listed, list) and isinstance(last, list) and len(listed) * len(last) <= _MOST_MERGED:
                slots[-1] = [left + right for left in last for right in listed]
            else:
                slots.append(listed)
        return [self._part(slot) for slot in slots] or [self.literal("")]

    def _part(self, slot: list[str] | Repeat) -> Part:
        if isinstance(slot, Repeat):
            assert isinstance(slot.node, Letter)
            return self.letters(slot.node.letters, UniformNumbers(slot.least, slot.most, self.seed()))
        return self.literal(slot[0]) if len(slot) == 1 else self.pick(slot)

    def _listed(self, node: Node) -> list[str]:
        """All texts of a part, or enough of them."""
        most = min(_MOST_LISTED, max(_MOST_LISTED_CHARACTERS // max(longest(node), 1), 1))
        if count(node, most) <= most:
            return list(texts(node))
        draws = Draws(int(self.seed()))
        return [sample(node, draws) for _ in range(most)]

    # --- different for every row

    def unique_expression(self, node: Node, exact: bool) -> list[Part]:
        """Texts of the expression, a different one for each key. exact: upper and lower case are not the same.

        What may be repeated is repeated as often as it may. SpecError if texts could be read in two ways.
        """
        slots: list[list[str]] = []
        for slot in _slots(node):
            if isinstance(slot, Repeat):
                slots += [self._different(slot.node, exact)] * slot.most
            else:
                slots.append(self._different(slot, exact))
        loose = [slot for slot in slots if len({len(text) for text in slot}) > 1]
        if len(loose) > 1:
            raise SpecError(
                self.place, "in a unique key at most one part of the pattern may have texts of several lengths"
            )
        ways, front = 1, len(slots)
        while front and ways * len(slots[front - 1]) <= _MOST_WAYS:
            front -= 1
            ways *= len(slots[front])
        number = PermutedNumbers(0, ways - 1, self.seed())
        return [*(self._part(slot) for slot in slots[:front]), self.places(number, slots[front:])]

    def _different(self, node: Node, exact: bool) -> list[str]:
        if count(node, _MOST_LISTED) > _MOST_LISTED:
            raise SpecError(
                self.place, f"in a unique key a part of the pattern may have no more than {_MOST_LISTED} texts"
            )
        different: dict[str, str] = {}
        for text in texts(node):
            if not exact and not text.isascii():
                raise SpecError(
                    self.place, f"{text!r}: in a unique key whose collation is not binary only ASCII is known to differ"
                )
            different.setdefault(text if exact else text.lower(), text)
        return list(different.values())

    def places(self, number: NumberSource, slots: Sequence[Sequence[str]]) -> Places:
        """The number, which is below the product of the slots' sizes, written with them."""
        encoded = [[self.encoded(entry) for entry in slot] for slot in slots]
        return self.byte_places(number, encoded)

    def byte_places(self, number: NumberSource, slots: Sequence[Sequence[bytes]]) -> Places:
        """Likewise of bytes."""
        merged: list[list[bytes]] = []
        for slot in slots:
            if merged and len(merged[-1]) * len(slot) <= _MOST_LISTED * 4:
                merged[-1] = [left + right for left in merged[-1] for right in slot]
            else:
                merged.append(list(slot))
        places: list[tuple[int, int, Numbers, Numbers]] = []
        divisor = 1
        for slot in reversed(merged):
            starts, lengths = self.source.add(slot)
            places.append((divisor, len(slot), starts, lengths))
            divisor *= len(slot)
        return Places(number, tuple(reversed(places)))


def _slots(node: Node) -> list[Node]:
    """The parts of an expression that follow each other; Repeat is left of single letters only."""
    if isinstance(node, Chain):
        return [slot for part in node.parts for slot in _slots(part)]
    if isinstance(node, Repeat) and not isinstance(node.node, Letter):
        inner = _slots(node.node)
        if node.least == node.most and len(inner) * node.most <= _MOST_SLOTS:
            return inner * node.most
        return [Chain((node,))]
    if isinstance(node, Repeat) and len(node.node.letters) == 1:  # type: ignore[union-attr]
        return [Chain((node,))]
    return [node]
