"""Choosing events, against what mysqlbinlog of 9.7.4 shows with the same options (capture_mysqlbinlog)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from binwriter.binlog.files.reader import nested_events, read_events
from binwriter.binlog.files.selection import Selection, gtid_of, select_events
from binwriter.errors import CorruptLogError
from binwriter.formats.constants import EventType
from tests.binwriter.binlog.files.selection_cases import LOGS, choices, paths
from tests.binwriter.inspection.mysqlbinlog_runs import CAPTURED, GOLDEN, our_header

NO_GTID = ["3e11fa47-71ca-11e1-9e33-c80aa9429562:1"]
# Shown by us though the statement that they are for is not; mysqlbinlog leaves them out.
CONTEXT = frozenset({EventType.INTVAR, EventType.RAND, EventType.USER_VAR})


def cases_of(name: str) -> list[tuple[list[str], Selection]]:
    """The choices for one of LOGS: with its GTIDs and positions."""
    events = [event for path in paths(name)[:1] for event in read_events(path)]
    gtids = [str(gtid) for event in events if (gtid := gtid_of(event))]
    return choices(gtids or NO_GTID, [event.position for event in events])


@pytest.fixture(scope="module")
def shown() -> dict[str, Any]:
    captured: dict[str, Any] = json.loads((CAPTURED / "selections.json").read_text(encoding="utf-8"))
    return captured


@pytest.mark.parametrize("name", LOGS)
def test_the_same_events_as_mysqlbinlog(name: str, shown: dict[str, Any]) -> None:
    for (options, wanted), (captured_options, expected) in zip(cases_of(name), shown[name], strict=True):
        assert options == captured_options
        events = list(select_events((read_events(path) for path in paths(name)), wanted))
        if wanted.stop_position is not None or wanted.stop_time is not None:
            while events and events[-1].type in CONTEXT:
                events.pop()
        assert [list(our_header(event)) for event in events] == expected, options


def test_a_start_position_within_an_event_is_the_next_events() -> None:
    path = GOLDEN / "captured" / "context_events" / "binlog.000001"
    positions = [event.position for event in read_events(path)]
    for start, first in ((positions[5], positions[5]), (positions[5] + 1, positions[6])):
        events = list(select_events([read_events(path)], Selection(start_position=start)))
        assert [event.position for event in events[:2]] == [4, first]
    assert [event.position for event in select_events([read_events(path)], Selection(start_position=10**9))] == [4]


def test_no_files_give_no_events() -> None:
    assert list(select_events([], Selection())) == []


def test_a_body_that_decides_and_cannot_be_parsed(tmp_path: Path) -> None:
    data = bytearray((GOLDEN / "captured" / "checksum_none" / "binlog.000001").read_bytes())
    query = next(event for event in read_events(bytes(data)) if event.type == EventType.QUERY)
    data[query.position + 19 + 11] = 0xFF  # the length of the status variables
    wanted = Selection(database=b"test")
    with pytest.raises(CorruptLogError, match=f"<bytes>:{query.position}: Query"):
        list(select_events([read_events(bytes(data), verify=False)], wanted))
    forced = Selection(database=b"test", force=True)
    assert query.position in {
        event.position for event in select_events([read_events(bytes(data), verify=False)], forced)
    }


def test_events_of_payloads_are_chosen_one_by_one() -> None:
    path = GOLDEN / "payload" / "binlog.000001"
    inner = [event for outer in read_events(path) for event in nested_events(outer)]
    chosen = [event for event in select_events([read_events(path)], Selection(database=b"nope")) if event.payload]
    assert {event.type for event in chosen} == {EventType.QUERY, EventType.XID, EventType.XA_PREPARE}
    assert len([event for event in inner if event.type == EventType.XID]) == len(
        [event for event in chosen if event.type == EventType.XID]
    )
