"""What a corruption is, and the parts of an event that corruptions put together anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from functools import cached_property
from random import Random

from binwriter.formats.constants import EventType
from binwriter.formats.declaration import Declared
from binwriter.formats.errors import BinwriterError, CorruptLogError
from binwriter.formats.events import FormatDescription, ParseContext, TableMap, parse_body
from binwriter.formats.header import CHECKSUM_LENGTH, HEADER_LENGTH, EventHeader, checksum_of
from binwriter.formats.records import dataclass

UINT32 = (1 << 32) - 1


class CorruptionError(BinwriterError):
    """An event cannot be made wrong in this way: it has no such part, or no checksum."""


@dataclass(frozen=True)
class Subject:
    """The right event that is to be made wrong.

    raw: all its bytes. position: where it stands in its file. has_checksum: whether its last four bytes are one.
    tables: the Table_maps in force before it, by table id. random: the only source of chance.
    """

    raw: bytes = field(repr=False)
    position: int
    has_checksum: bool
    context: ParseContext = field(default_factory=ParseContext, repr=False)
    tables: Mapping[int, TableMap] = field(default_factory=dict, repr=False)
    random: Random = field(default_factory=lambda: Random(0), repr=False)

    @cached_property
    def header(self) -> EventHeader:
        return EventHeader.parse(self.raw[:HEADER_LENGTH])

    @property
    def type(self) -> int:
        return self.context.event_type(self.header.type)

    @property
    def body_bytes(self) -> bytes:
        return self.raw[HEADER_LENGTH : len(self.raw) - CHECKSUM_LENGTH * self.has_checksum]

    @cached_property
    def body(self) -> Declared:
        """Raises CorruptionError for an event that is wrong already."""
        try:
            return parse_body(self.header.type, self.body_bytes, self.context)
        except CorruptLogError as error:
            raise CorruptionError(f"the event at {self.position} is damaged already: {error}") from error

    @property
    def post_header_length(self) -> int:
        """What the file's format description states for the type; 0 without one."""
        description = self.context.format_description
        return description.post_header_length(self.header.type) if description else 0

    def below(self, limit: int) -> int:
        """A number from 0 to limit-1."""
        return self.random.randrange(limit)

    def with_header(self, **fields: int) -> bytes:
        """The event with other header fields (of EventHeader), and a checksum that fits them."""
        return self._sealed(replace(self.header, **fields).build() + self.body_bytes)

    def with_body(self, body: bytes, **fields: int) -> bytes:
        """The event with this body: size, end_log_pos and checksum fit it, unless header fields are given."""
        size = HEADER_LENGTH + len(body) + CHECKSUM_LENGTH * self.has_checksum
        right: dict[str, int] = {"size": size}
        if self.header.log_pos == self.position + len(self.raw):
            right["log_pos"] = self.position + size
        return self._sealed(replace(self.header, **{**right, **fields}).build() + body)

    def _sealed(self, event: bytes) -> bytes:
        return event + checksum_of(event).to_bytes(CHECKSUM_LENGTH, "little") if self.has_checksum else event

    def with_bytes(self, offset: int, new: bytes, old_length: int | None = None) -> bytes:
        """The event with some bytes of its body replaced, as many as the new ones unless `old_length` is given."""
        body = self.body_bytes
        end = offset + (len(new) if old_length is None else old_length)
        if offset < 0 or end > len(body):
            raise CorruptionError(f"the body of {len(body)} bytes has no offset {offset} to {end}")
        return self.with_body(body[:offset] + new + body[end:])


@dataclass(frozen=True)
class Corruption:
    """One way of making an event wrong.

    help: what a reader should notice, in one line. types: the event types that it can be done to; empty: any.
    make: the bytes that stand for the event then: none, or those of more than one event.
    of_magic: it is done to the file's first four bytes. ends_file: nothing follows what was made wrong.
    keeps_positions: the later events stay as they are, although the length changed.
    """

    name: str
    help: str
    make: Callable[[Subject], bytes] = field(repr=False)
    types: frozenset[EventType] = frozenset()
    of_magic: bool = False
    ends_file: bool = False
    keeps_positions: bool = False

    def suits(self, event_type: int) -> bool:
        """Whether it can be done to events of this type."""
        return not self.types or event_type in self.types


def description_of(subject: Subject) -> FormatDescription:
    """The body of a format description. Raises CorruptionError for another event."""
    if not isinstance(subject.body, FormatDescription):
        raise CorruptionError(f"the event at {subject.position} is no format description")
    return subject.body
