"""Runs: stretches of a log file that are alike."""

from __future__ import annotations

from dataclasses import field
from uuid import UUID

from binwriter.formats.records import dataclass
from binwriter.mysql.gtid.sets import GtidSet


@dataclass
class Run:
    """Complete groups that were found plain and healthy without being fed to the checks one event after the other.

    What goes in: sequence_number: the latest one, -1 if any may come; commit_timestamp: the latest one; executed: the
    GTIDs so far (the run adds its own). What comes out besides: the numbers of its events and groups, its last
    event, its end in bytes, its GTIDs as (UUID, first, end).
    """

    sequence_number: int = -1
    commit_timestamp: int = 0
    executed: GtidSet = field(default_factory=GtidSet)
    events: int = 0
    groups: int = 0
    last_type: int = 0
    last_position: int = 0
    end: int = 0
    gtids: list[tuple[UUID, int, int]] = field(default_factory=list)


# 2001-09-09 in microseconds: a smaller commit timestamp is in other units, or none.
EARLIEST_COMMIT = 10**15
