"""Tagged GTID events of many transactions: what is the same in all of them is built once.

All their numbers vary in length, so there is no template with places; the fields' numbers and codecs are asked of the
declaration.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from binwriter.bulk.file_events import FileEvents
from binwriter.formats.constants import EventType
from binwriter.formats.events import TaggedGtid
from binwriter.formats.header import framed_size
from binwriter.formats.serialization import Message

_LENGTH = "transaction_length"
_VARIABLE = ("gno", "last_committed", "sequence_number", "immediate_commit_timestamp", _LENGTH)


class TaggedGtids:
    """The bodies of one file's tagged GTID events."""

    def __init__(self, events: FileEvents) -> None:
        self._events = events
        body = events.gtid_body(0, 0, 0, rest=0)
        self._parts: list[tuple[bytes, str, Callable[[int], bytes]]] = []
        constant = b""
        for field in dataclasses.fields(TaggedGtid):
            codec, value = field.metadata["subcon"], getattr(body, field.name)
            if field.name in _VARIABLE:
                self._parts.append(
                    (constant + codec.number_subcon.encode(codec.number), field.name, codec.subcon.encode)
                )
                constant = b""
            else:
                constant += codec.build(value)
        self._end = constant

    def body(self, group: int, time: int, parent: int, rest: int) -> bytes:
        """As `FileEvents.gtid_body`, built. rest: bytes of the group's other events."""
        numbers = {
            "gno": self._events.plan.first_gno + group,
            "last_committed": parent,
            "sequence_number": group + 1,
            "immediate_commit_timestamp": time,
        }
        before, after, encode = b"", b"", None
        for constant, name, codec in self._parts:
            if name == _LENGTH:
                before, after, encode = after + constant, b"", codec
            else:
                after += constant + codec(numbers[name])
        assert encode is not None
        after += self._end
        around = framed_size(rest, self._events.checksum, EventType.GTID_TAGGED)
        length, data = 0, Message.around(before + encode(0) + after)
        # a longer length never makes the event shorter, so this climbs to the smallest length that agrees with itself
        while (total := around + len(data)) != length:
            length, data = total, Message.around(before + encode(total) + after)
        return data
