"""What a statement has used of its session so far."""

from __future__ import annotations

from binwriter.formats.records import dataclass


@dataclass(frozen=True, slots=True)
class Uses:
    """What a statement has used by some moment, as far as its events tell: status variables 5 and 13, and a flag."""

    time_zone: bool = False
    microseconds: bool = False
    thread_specific: bool = False
