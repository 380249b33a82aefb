"""transaction_length of a GTID event: it counts the GTID event itself, whose size depends on it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TypeVar

from binwriter.formats.constants import ChecksumAlgorithm, EventType
from binwriter.formats.events.gtid import AnonymousGtid, Gtid
from binwriter.formats.events.tagged_gtid import TaggedGtid
from binwriter.formats.header import framed_size
from binwriter.formats.primitives import PackedInt

AnyGtid = TypeVar("AnyGtid", Gtid, AnonymousGtid, TaggedGtid)


def with_transaction_length(
    body: AnyGtid, rest_length: int, checksum: ChecksumAlgorithm | None = ChecksumAlgorithm.CRC32
) -> AnyGtid:
    """The body with the right transaction_length: the smallest one that agrees with itself.

    rest_length: bytes of the group's other events, headers and checksums included.
    """
    size_with = _untagged_sizes(body) if isinstance(body, Gtid) else _tagged_sizes(body)
    frame_and_rest = framed_size(rest_length, checksum, EventType.GTID)
    length = 0
    # a longer length never makes the event shorter, so this climbs to the smallest fixed point and stops there
    while (total := frame_and_rest + size_with(length)) != length:
        length = total
    return dataclasses.replace(body, transaction_length=length)


# Body length without transaction_length per (class, which fields are there): a Gtid's other fields have fixed widths.
_LENGTH_WITHOUT: dict[tuple[object, ...], int] = {}


def _untagged_sizes(body: Gtid) -> Callable[[int], int]:
    shape = (type(body), len(body.rest), *[value is None for value in vars(body).values()])
    if shape not in _LENGTH_WITHOUT:
        _LENGTH_WITHOUT[shape] = len(dataclasses.replace(body, transaction_length=None).build())
    without = _LENGTH_WITHOUT[shape]
    return lambda length: without + len(PackedInt.encode(length))


def _tagged_sizes(body: TaggedGtid) -> Callable[[int], int]:
    """Every field's width depends on its value, and so does the width of the message size."""
    return lambda length: len(dataclasses.replace(body, transaction_length=length).build())
