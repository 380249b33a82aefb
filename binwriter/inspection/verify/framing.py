"""The checks that the reading itself makes (`scan`): what they are called."""

from __future__ import annotations

from binwriter.inspection.verify.finding import Check


class Magic(Check):
    name = "magic"
    summary = "the file begins as a binary log; an encrypted one is named"


class Truncated(Check):
    name = "truncated"
    summary = "the last event is whole"


class Length(Check):
    name = "length"
    summary = "every event's size leads to the next event or to the end of the file"


class EndPosition(Check):
    name = "position"
    summary = "end_log_pos is where the event ends (not in relay logs and logs of 4.x; 32 bits)"


class Checksum(Check):
    name = "checksum"
    summary = "every checksum is right"


class Description(Check):
    name = "description"
    summary = "a format description comes first, can be read and is plausible"


class KnownType(Check):
    name = "event-type"
    summary = "every event's type is one that the format description counts"


class Body(Check):
    name = "body"
    summary = "every body can be parsed"


class Payload(Check):
    name = "payload"
    summary = "a Transaction_payload can be decompressed, to the size it states, into events of one group"


FRAMING_CHECKS: tuple[type[Check], ...] = (
    Magic,
    Truncated,
    Length,
    EndPosition,
    Checksum,
    Description,
    KnownType,
    Body,
    Payload,
)
