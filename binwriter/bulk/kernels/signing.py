"""Numbers of a job, and the checksums of the events that are written for it."""

from __future__ import annotations

from typing import Any

import numpy as np

from binwriter.bulk.kernels import lines as k
from binwriter.bulk.kernels.checksum import crc32
from binwriter.bulk.kernels.compiled import kernel
from binwriter.bulk.kernels.memory import field, store32, store64

Number = Any  # an int64 of the kernel

# Longer events get their checksum at once.
_SHORT = 1024


@kernel(inline="always")
def put(line: Number, column: Number, value: Number) -> Number:
    store64(line + (column << 3), np.uint64(value))


@kernel(inline="always")
def add(line: Number, column: Number, value: Number) -> Number:
    store64(line + (column << 3), np.uint64(field(line, column) + value))


@kernel(inline="always")
def _sign(start: Number, end: Number) -> Number:
    store32(end, crc32(start, end - start))


@kernel()
def close(job: Number, start: Number, end: Number, footer: Number) -> Number:
    """The checksum of a finished event, of a short one a few events later. Returns where the next one begins.

    Reading back what was just written in other widths waits until it has left the processor's store buffer.
    """
    if footer:
        if end - start > _SHORT:
            _sign(start, end)
        else:
            turn = field(job, k.J_OPEN_EVENTS)
            place = job + 8 * (k.J_OPEN_EVENTS + 1) + 16 * (turn & (k.OPEN_EVENTS - 1))
            if field(place, 1):
                _sign(field(place, 0), field(place, 1))
            put(place, 0, start)
            put(place, 1, end)
            put(job, k.J_OPEN_EVENTS, turn + 1)
    return end + footer


@kernel()
def sign_all(job: Number) -> Number:
    """The checksums that are still missing."""
    for turn in range(k.OPEN_EVENTS):
        place = job + 8 * (k.J_OPEN_EVENTS + 1) + 16 * turn
        if field(place, 1):
            _sign(field(place, 0), field(place, 1))
            put(place, 1, 0)
