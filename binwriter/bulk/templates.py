"""Events built once by the declarations, with their fields' places: what kernels copy and fill in.

No layout stands here. A template is an event that `formats` has built with its variable fields at zero; where the
fields lie is what construct says when it parses the event back with a Tell between the fields.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from binwriter.binlog.files.file import PendingEvent
from binwriter.formats.declaration import Declared
from binwriter.formats.header import HEADER_LENGTH, EventHeader, footer_length, frame
from binwriter.formats.places import Span, spans
from binwriter.formats.primitives import PackedInt
from binwriter.formats.records import dataclass

_WORD = 8
_LARGEST = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Slot:
    """How to fill a field: store (word | value), eight bytes little endian, at offset.

    word: what stands behind the field, if it has less than eight bytes. What lies behind the event is overwritten; so
    fields are filled in ascending order, and an event before the next one. mask: the field's own bits; with it
    a field is filled in place, whatever is around it.
    """

    offset: int
    word: int
    mask: int


@dataclass(frozen=True)
class Template:
    """A whole event. data: without its checksum. footer: bytes of checksum behind it. fields: of header and body."""

    data: bytes
    footer: int
    fields: Mapping[str, Span]

    @property
    def size(self) -> int:
        """Bytes, checksum included."""
        return len(self.data) + self.footer

    def slot(self, name: str) -> Slot:
        """How to fill a field; one that this event has not is put behind it, where it is overwritten."""
        span = self.fields.get(name)
        return self._slot(span.offset, span.size) if span and span.size else Slot(self.size, 0, 0)

    def number_slot(self, name: str) -> Slot:
        """The same for a packed integer, whose number stands behind the byte that says how long it is."""
        span = self.fields.get(name)
        if span is None or not span.size:
            return Slot(self.size, 0, 0)
        width = PACKED_WIDTHS[span.size].number_size
        return self._slot(span.offset + span.size - width, width)

    def _slot(self, offset: int, width: int) -> Slot:
        word = bytearray(self.data[offset : offset + _WORD].ljust(_WORD, b"\0"))
        word[:width] = bytes(min(width, _WORD))
        return Slot(offset, int.from_bytes(word[:_WORD], "little"), (1 << 8 * min(width, _WORD)) - 1)


def template_of(cls: type[Declared], event: PendingEvent, server_id: int, checksum: Any) -> Template:
    """The template of this event, whose body is of that class."""
    return _template_of(cls, event, server_id, checksum)  # type: ignore[arg-type,unused-ignore]


@functools.lru_cache(maxsize=4096)
def _template_of(cls: Any, event: PendingEvent, server_id: int, checksum: Any) -> Template:
    framed = frame(
        event.event_type,
        event.body,
        timestamp=0,
        server_id=server_id,
        end_log_pos=0,
        flags=event.flags,
        checksum=checksum,
    )
    footer = footer_length(checksum, event.event_type)
    data = framed[: len(framed) - footer]
    fields = spans(EventHeader, data[:HEADER_LENGTH])
    for name, span in spans(cls, event.body, event_type=event.event_type).items():
        # a body's field may be named like one of the header (flags, type); both are wanted
        fields[f"body.{name}" if name in fields else name] = Span(HEADER_LENGTH + span.offset, span.size)
    return Template(data, footer, fields)


@dataclass(frozen=True, slots=True)
class PackedWidth:
    """One of the sizes of a packed integer. smallest, largest: its values. number_size: the number's bytes in it."""

    smallest: int
    largest: int
    number_size: int


@functools.cache
def _packed_widths() -> dict[int, PackedWidth]:
    """By total size, asked of the declaration."""
    widths, smallest = {}, 0
    while smallest <= _LARGEST:
        size = len(PackedInt.encode(smallest))
        low, high = smallest, _LARGEST
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if len(PackedInt.encode(middle)) == size else (low, middle - 1)
        first, last = PackedInt.encode(smallest), PackedInt.encode(low)
        same = next(place for place in range(size) if first[place] != last[place])
        widths[size] = PackedWidth(smallest, low, size - same)
        smallest = low + 1
    return widths


PACKED_WIDTHS = _packed_widths()
