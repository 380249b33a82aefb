"""Every corruption by its name: the one list, in the order in which it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from binwriter.formats.constants import ChecksumAlgorithm
from binwriter.formats.events import ParseContext, TableMap
from binwriter.formats.header import footer_length, parse_header
from binwriter.formats.malformed.bodies import BODIES
from binwriter.formats.malformed.corruption import Corruption, CorruptionError, Subject
from binwriter.formats.malformed.framing import FRAMING
from binwriter.formats.malformed.rows import ROWS

CORRUPTIONS: dict[str, Corruption] = {item.name: item for item in (*FRAMING, *BODIES, *ROWS)}


def corruption(name: str) -> Corruption:
    """The corruption of that name. Raises CorruptionError if there is none."""
    if name not in CORRUPTIONS:
        raise CorruptionError(f"there is no corruption {name!r}; there are: {', '.join(CORRUPTIONS)}")
    return CORRUPTIONS[name]


def corrupt_event(
    name: str,
    event: bytes,
    *,
    position: int,
    checksum: ChecksumAlgorithm | None = ChecksumAlgorithm.CRC32,
    context: ParseContext | None = None,
    tables: Mapping[int, TableMap] | None = None,
    seed: int = 0,
) -> bytes:
    """What stands for this event when it is made wrong: its bytes, nothing, or more than one event.

    event: header, body and checksum, as `formats.header.frame` makes it. position: where it begins in its file.
    checksum: the algorithm in force, as `frame` takes it. context: of its file; without one post-headers are unknown.
    tables: the Table_maps in force by table id; corruptions of cells need that of the event. seed: the same seed gives
    the same bytes. Raises CorruptionError if there is no such corruption, or the event cannot be made wrong that way.
    """
    has_checksum = bool(footer_length(checksum, parse_header(event, position).type))
    return apply(
        corruption(name),
        Subject(event, position, has_checksum, context or ParseContext(), dict(tables or {})),
        seed,
    )


def apply(how: Corruption, subject: Subject, seed: int) -> bytes:
    """The same for a Subject."""
    if how.types and not how.suits(subject.type):
        raise CorruptionError(f"{how.name} cannot be done to the event of type {subject.type} at {subject.position}")
    return how.make(replace(subject, random=Random(f"{how.name} {seed}")))
