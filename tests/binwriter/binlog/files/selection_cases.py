"""Choices of events, each by mysqlbinlog's options and by ours."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from binwriter.binlog.files.selection import Selection
from binwriter.mysql.gtid.sets import GtidSet
from tests.binwriter.inspection.mysqlbinlog_runs import GOLDEN

# One file or several; positions are those of events.
LOGS = {
    "tagged": ["events/tagged_gtids/binlog.000001"],
    "two": ["captured/gtid_on_rotation/binlog.000001", "captured/gtid_on_rotation/binlog.000002"],
    "context": ["captured/context_events/binlog.000001"],
    "payload": ["events/compression/binlog.000001"],
    "load": ["events/load_data/binlog.000001"],
    "xa": ["events/xa/binlog.000001"],
    "relay": ["relay/relay-bin.000008"],
}


def paths(name: str) -> list[str]:
    """The files of a choice."""
    return [str(GOLDEN / file) for file in LOGS[name]]


def _time(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def choices(gtids: list[str], positions: list[int]) -> list[tuple[list[str], Selection]]:
    """mysqlbinlog's options and ours.

    gtids: some that are in the log (at least one). positions: of its events.
    """
    first, later = positions[len(positions) // 3], positions[2 * len(positions) // 3]
    pairs: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({}, {}),
        ({"start-position": first}, {"start_position": first}),
        ({"start-position": first, "stop-position": later}, {"start_position": first, "stop_position": later}),
        ({"stop-position": later + 1}, {"stop_position": later + 1}),
        ({"offset": 5}, {"offset": 5}),
        ({"server-id": 1}, {"server_id": 1}),
        ({"server-id": 9}, {"server_id": 9}),
        ({"database": "test"}, {"database": b"test"}),
        ({"database": "nope"}, {"database": b"nope"}),
        ({"database": "nope", "offset": 3, "server-id": 1}, {"database": b"nope", "offset": 3, "server_id": 1}),
        ({"skip-gtids": "1"}, {"skip_gtids": True}),
    ]
    for moment in ("2023-11-14 22:13:20", "2023-11-14 22:13:21", "2026-11-21 08:53:50"):
        pairs.append(({"start-datetime": moment}, {"start_time": _time(moment)}))
        pairs.append(({"stop-datetime": moment}, {"stop_time": _time(moment)}))
    one, last = gtids[0], gtids[-1]
    for some in (one, last, f"{one[:36]}:1-3"):
        pairs.append(({"include-gtids": some}, {"include_gtids": GtidSet.parse(some)}))
        pairs.append(({"exclude-gtids": some}, {"exclude_gtids": GtidSet.parse(some)}))
    both = {"include_gtids": GtidSet.parse(f"{one[:36]}:1-3"), "exclude_gtids": GtidSet.parse(one)}
    pairs.append(({"include-gtids": f"{one[:36]}:1-3", "exclude-gtids": one}, both))
    return [([f"--{name}={value}" for name, value in theirs.items()], Selection(**ours)) for theirs, ours in pairs]
