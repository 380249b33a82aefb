"""GTID events of a batch, written by columns."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from binwriter.bulk.file_events import FileEvents, seconds
from binwriter.bulk.layout import FileLayout
from binwriter.bulk.tagged import TaggedGtids
from binwriter.bulk.templates import PACKED_WIDTHS, Template
from binwriter.bulk.work import IntArray
from binwriter.formats.constants import EventType
from binwriter.formats.header import frame, framed_size

Crc32 = Callable[..., int]


SECOND = 1_000_000


class Gtids:
    """The GTID events of a batch: their sizes first, since all positions depend on them."""

    def __init__(
        self, events: FileEvents, layout: FileLayout, first: int, times: IntArray, parents: IntArray, rest: IntArray
    ) -> None:
        self._events = events
        self._layout = layout
        self._first = first
        self._times = times
        self._parents = parents
        self._rest = rest
        self.sizes = np.zeros(len(times), np.int64)
        self._bodies: list[bytes] = []
        if layout.gtids:
            self._lines = self._choose()
            self.sizes = np.array([template.size for template in layout.gtids])[self._lines]
        elif events.writes_gtids:
            self._frame_each()

    def _choose(self) -> IntArray:
        """The smallest size of GTID event whose transaction_length takes the whole transaction."""
        lines = np.full(len(self._rest), len(self._layout.gtids) - 1)
        for line in range(len(self._layout.gtids) - 2, -1, -1):
            template, width = self._layout.gtids[line], list(PACKED_WIDTHS.values())[line]
            if not template.number_slot("transaction_length").mask:
                return np.zeros(len(self._rest), np.int64)
            lines[self._rest + template.size <= width.largest] = line
        return lines

    def _frame_each(self) -> None:
        """Tagged ones, whose numbers all vary in length."""
        tagged = TaggedGtids(self._events)
        for index, (time, parent, rest) in enumerate(
            zip(self._times.tolist(), self._parents.tolist(), self._rest.tolist(), strict=True)
        ):
            self._bodies.append(tagged.body(self._first + index, time, parent, rest))
            self.sizes[index] = framed_size(len(self._bodies[-1]), self._events.checksum, EventType.GTID_TAGGED)

    def fill(self, out: npt.NDArray[np.uint8], low: int, high: int, at: IntArray, ends: IntArray, crc32: Crc32) -> None:
        """Puts those of transactions low to high - 1 at their places. ends: their log_pos."""
        for index, body in enumerate(self._bodies[low:high]):
            data = frame(
                EventType.GTID_TAGGED,
                body,
                timestamp=seconds(int(self._times[low + index])),
                server_id=self._events.settings.server_id,
                end_log_pos=int(ends[index]),
                checksum=self._events.checksum,
            )
            out[int(at[index]) : int(at[index]) + len(data)] = np.frombuffer(data, np.uint8)
        if not self._layout.gtids:
            return
        numbers = np.arange(low, high)
        settings, plan = self._events.settings, self._events.plan
        for line, template in enumerate(self._layout.gtids):
            mine = numbers[self._lines[low:high] == line]
            if not len(mine):
                continue
            image = copies(template, len(mine))
            group = self._first + mine
            set_field(image, template, "timestamp", self._times[mine] // SECOND)
            set_field(image, template, "log_pos", ends[mine - low])
            if settings.gtid:
                set_field(image, template, "gno", plan.first_gno + group)
            set_field(image, template, "last_committed", self._parents[mine])
            set_field(image, template, "sequence_number", group + 1)
            set_field(image, template, "timestamp_word", self._times[mine])
            slot = template.number_slot("transaction_length")
            _store(image, slot.offset, slot.mask.bit_length() // 8, self._rest[mine] + template.size)
            where = at[mine - low]
            scatter(out, where, image)
            if template.footer:
                add_checksums(out, where, where + len(template.data), crc32)


def copies(template: Template, count: int) -> npt.NDArray[np.uint8]:
    return np.tile(np.frombuffer(template.data, np.uint8), (count, 1))


def set_field(image: npt.NDArray[np.uint8], template: Template, name: str, values: IntArray) -> None:
    """Fills a field of all of them; nothing if the event has no such field."""
    span = template.fields.get(name)
    if span is not None:
        _store(image, span.offset, span.size, values)


def _store(image: npt.NDArray[np.uint8], offset: int, width: int, values: IntArray) -> None:
    bytes_ = np.ascontiguousarray(values, "<i8").view(np.uint8).reshape(-1, 8)
    image[:, offset : offset + width] = bytes_[:, :width]


def scatter(out: npt.NDArray[np.uint8], where: IntArray, image: npt.NDArray[np.uint8]) -> None:
    """Puts each line of the image at its place."""
    width = image.shape[1]
    windows = np.ndarray((len(out) - width + 1,), f"V{width}", out.data, strides=(1,))
    windows[where] = np.ascontiguousarray(image).view(f"V{width}")[:, 0]


def add_checksums(out: npt.NDArray[np.uint8], starts: IntArray, ends: IntArray, crc32: Crc32) -> None:
    view = out.data
    sums = [crc32(view[start:end]) for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    scatter(out, ends, np.array(sums, "<u4").view(np.uint8).reshape(-1, 4))
