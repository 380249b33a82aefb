"""What reading kernels are told of bodies that the exact way has read: others are compared with them, not parsed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import numpy as np
import numpy.typing as npt

from binwriter.bulk.kernels import scan_lines as s
from binwriter.bulk.kernels.read_lines import SLACK
from binwriter.bulk.kernels.scan import body_slot
from binwriter.bulk.templates import PACKED_WIDTHS
from binwriter.formats.events import Gtid
from binwriter.formats.places import spans

Int64s = npt.NDArray[np.int64]

_MOST_SHAPES = 64
_MOST_BODIES = 4096


class KnownBodies:
    """Bodies of Query and Table_map events. lines: what kernels look in (`scan_lines.B_*`).

    Tables come and go: when there is no room all is forgotten, and what is needed is learnt again.
    """

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self.lines: Int64s = np.zeros((_MOST_BODIES, s.BODY), np.int64)
        self._kept: list[Any] = []
        self._bodies: dict[int, bytes] = {}

    def keep(self, what: object) -> None:
        """Holds on to something whose address is the meaning of a body."""
        self._kept.append(what)

    def learn(self, kind: int, body: bytes, skipped: int, meaning: Callable[[], tuple[int, int]]) -> None:
        """Takes in a body of this type. skipped: bytes in front that may be anything. meaning: B_MEANING, B_COLUMNS."""
        data = np.frombuffer(body + bytes(SLACK), np.uint8)
        address = data.ctypes.data
        slot = int(body_slot(address + skipped, len(body) - skipped, _MOST_BODIES))
        for probe in range(s.PROBES):
            line = self.lines[(slot + probe) % _MOST_BODIES]
            if not line[s.B_TYPE]:
                break
            if line[s.B_TYPE] == kind and line[s.B_SIZE] == len(body):
                known = self._bodies.get(int(line[s.B_ADDRESS]))
                if known is not None and known[skipped:] == body[skipped:]:
                    return
        else:
            self._forget()
            line = self.lines[slot]
        meant = meaning()
        self._kept.append(data)
        self._bodies[address] = body
        line[:] = (kind, len(body), address, *meant)


class Shapes:
    """Where the fields of GTID events lie. lines: what kernels look in (`scan_lines.G_*`); `count` of them are used."""

    def __init__(self) -> None:
        self.lines: Int64s = np.zeros((_MOST_SHAPES, s.SHAPE), np.int64)
        self.count = 0

    def learn(self, body: bytes, gtid: Gtid) -> bool:
        """Takes in the body of a GTID event; False if that tells nothing new, or its fields do not lie plainly."""
        line = gtid_shape(body, gtid)
        if line is None or any((line == known).all() for known in self.lines[: self.count]):
            return False
        if self.count == _MOST_SHAPES:
            self.count = 0
        self.lines[self.count] = line
        self.count += 1
        return True


def _flag_bits(word: str, values: dict[str, int]) -> int:
    """The bit of a word that says that an original value follows the immediate one: the word's only bit."""
    gtid = Gtid(0, UUID(int=1), 1, 0, 1, **{"immediate_commit_timestamp": 0, "transaction_length": 0, **values})  # type: ignore[arg-type]
    body = gtid.build()
    span = spans(Gtid, body)[word]
    return int.from_bytes(body[span.offset : span.offset + span.size], "little")


_TIME_FLAG = _flag_bits("timestamp_word", {"original_commit_timestamp": 0})
_VERSION_FLAG = _flag_bits("version_word", {"immediate_server_version": 0, "original_server_version": 0})


def gtid_shape(body: bytes, gtid: Gtid) -> Int64s | None:
    """The line of a GTID event's body whose fields lie as in this one; None for one that is not plain."""
    if gtid.last_committed is None or gtid.rest:
        return None
    fields = spans(Gtid, body)
    marks: list[tuple[int, int, int]] = []

    def mark(name: str, offset: int, mask: int) -> None:
        at = fields[name].offset + offset
        marks.append((at, mask, body[at] & mask))

    line = np.full(s.SHAPE, -1, np.int64)
    line[s.G_SIZE] = len(body)
    for index, name in _GTID_FIELDS.items():
        line[index] = fields[name].offset
    mark("logical_clock", 0, 0xFF)
    for name, flag in (("timestamp_word", _TIME_FLAG), ("version_word", _VERSION_FLAG)):
        if fields[name].size:
            byte = (flag.bit_length() - 1) // 8
            mark(name, byte, flag >> 8 * byte)
    if fields["timestamp_word"].size:
        line[s.G_TIME], line[s.G_TIME_BITS] = fields["timestamp_word"].offset, _TIME_FLAG - 1
    if fields["original_commit_timestamp"].size:
        line[s.G_ORIGINAL] = fields["original_commit_timestamp"].offset
    packed = fields["transaction_length"]
    if packed.size:
        width = PACKED_WIDTHS[packed.size].number_size
        line[s.G_LENGTH], line[s.G_LENGTH_BYTES] = packed.offset + packed.size - width, width
        if width < packed.size:
            mark("transaction_length", 0, 0xFF)
        else:
            line[s.G_LENGTH_MOST] = PACKED_WIDTHS[packed.size].largest
    line[s.G_MARKS] = len(marks)
    for number, triple in enumerate(marks):
        line[s.G_MARKS + 1 + 3 * number : s.G_MARKS + 4 + 3 * number] = triple
    return line


_GTID_FIELDS = {s.G_UUID: "uuid", s.G_GNO: "gno", s.G_COMMITTED: "last_committed", s.G_SEQUENCE: "sequence_number"}
