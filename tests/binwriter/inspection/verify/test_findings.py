"""Each check finds what it is for: in a healthy file with that one thing made wrong, at its place, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from binwriter.formats.constants import EventType, HeaderFlag, RowsFlag
from binwriter.formats.events import Intvar, PreviousGtids, Query, Rand, Raw, RowsQuery, Stop
from binwriter.formats.events.load import AppendBlock, BeginLoadQuery
from binwriter.formats.malformed import CORRUPTIONS, CorruptionError
from binwriter.inspection.corrupt import Choice, corrupt_file
from binwriter.inspection.verify import CHECKS, Severity, verify_files
from binwriter.server.server import Server
from tests.binwriter.inspection.verify.edited_logs import (
    CONTEXT,
    GOLDEN,
    SMALL,
    Part,
    findings_of,
    first,
    log_of,
    parts_of,
    places,
    position_of,
)

# An edit gives the events, and the place in them where the finding is expected.
Edited = tuple[list[Part], int]


def _changed(event_type: EventType, number: int = 1, **fields: Any) -> Callable[[list[Part]], Edited]:
    def edit(parts: list[Part]) -> Edited:
        place = first(parts, event_type, number)
        parts[place] = replace(parts[place], body=replace(parts[place].body, **fields))
        return parts, place

    return edit


def _inserted(body: Any, before: EventType, number: int = 1, *, at: int = 0) -> Callable[[list[Part]], Edited]:
    """at: how far behind the insertion the finding is."""

    def edit(parts: list[Part]) -> Edited:
        place = first(parts, before, number)
        parts.insert(place, Part(body, is_alone=before == EventType.ROTATE))
        return parts, place + at

    return edit


def _without(event_type: EventType, number: int = 1, *, at: int = 0) -> Callable[[list[Part]], Edited]:
    def edit(parts: list[Part]) -> Edited:
        place = first(parts, event_type, number)
        del parts[place]
        return parts, place + at

    return edit


def _moved_stop(parts: list[Part]) -> Edited:
    return [*parts, Part(Stop())], len(parts)


def _in_use(parts: list[Part]) -> Edited:
    parts[0] = replace(parts[0], flags=HeaderFlag.BINLOG_IN_USE)
    return parts, 0


def _cut_short(parts: list[Part]) -> Edited:
    return parts[:-1], len(parts) - 2


def _half_a_group(parts: list[Part]) -> Edited:
    return parts[:-2], first(parts, EventType.GTID, 3)


def _twice(parts: list[Part]) -> Edited:
    """The third GTID has the first one's number."""
    place = first(parts, EventType.GTID, 3)
    parts[place] = replace(parts[place], body=replace(parts[place].body, gno=1))
    return parts, place


def _query(text: bytes) -> Query:
    return Query(thread_id=1, exec_time=0, error_code=0, status_vars=(), schema=b"", query=text)


_GTID, _ROWS, _MAP = EventType.GTID, EventType.WRITE_ROWS, EventType.TABLE_MAP
# (what is done, the check that finds it, the edit of tests/golden/rotation/stopped/binlog.000001). Its third group
# is GTID, BEGIN, Table_map, Write_rows, Xid; then comes Rotate.
CASES: list[tuple[str, str, Callable[[list[Part]], Edited]]] = [
    ("an unknown type", "event-type", _inserted(Raw(type=99, data=b"x"), EventType.ROTATE)),
    ("the in-use flag", "in-use", _in_use),
    ("an event behind Rotate", "last-event", _moved_stop),
    ("no Rotate at the end", "last-event", _cut_short),
    ("a group that does not end", "group", _half_a_group),
    ("no Xid before Rotate", "group", _without(EventType.XID)),
    ("no BEGIN", "group", _without(EventType.QUERY, 3)),
    ("BEGIN twice", "group", _inserted(_query(b"BEGIN"), _MAP)),
    ("a statement between groups", "group", _inserted(_query(b"create table x(a int)"), EventType.ROTATE)),
    ("rows without Table_map", "rows", _without(_MAP)),
    ("rows of another table id", "rows", _changed(_ROWS, table_id=7)),
    ("no STMT_END", "rows", _changed(_ROWS, flags=RowsFlag.NONE)),
    ("Table_map without rows", "rows", _without(_ROWS, at=-1)),
    ("Intvar without statement", "context", _inserted(Intvar(type=2, value=1), EventType.XID)),
    ("Rand before rows", "context", _inserted(Rand(seed1=1, seed2=2), _MAP)),
    ("Rows_query without Table_map", "rows-query", _inserted(RowsQuery(b"x"), EventType.XID)),
    ("a block of no file", "load", _inserted(AppendBlock(file_id=9, block=b"x"), EventType.XID)),
    ("a file that nobody loads", "load", _inserted(BeginLoadQuery(file_id=9, block=b"x"), EventType.XID)),
    ("an unknown Intvar", "value", _inserted(Intvar(type=9, value=1), EventType.QUERY)),
    ("a GTID without number", "gtid", _changed(_GTID, 3, gno=0)),
    ("a GTID beyond the last number", "gtid", _changed(_GTID, 3, gno=(1 << 63) - 1)),
    ("a GTID twice", "gtid", _twice),
    ("committed before it was", "logical-clock", _changed(_GTID, 3, last_committed=3)),
    ("sequence numbers fall", "logical-clock", _changed(_GTID, 3, sequence_number=1, last_committed=0)),
    ("sequence numbers jump", "logical-clock", _changed(_GTID, 3, sequence_number=5)),
    ("commit timestamps in seconds", "commit-timestamp", _changed(_GTID, 1, immediate_commit_timestamp=1_700_000_000)),
    ("the clock went back", "commit-timestamp", _changed(_GTID, 3, immediate_commit_timestamp=10**15)),
    ("Previous_gtids elsewhere", "previous-gtids", _inserted(PreviousGtids(gtid_set=()), EventType.ROTATE)),
    ("no Previous_gtids", "previous-gtids", _without(EventType.PREVIOUS_GTIDS)),
    ("Rotate into the middle", "rotate", _changed(EventType.ROTATE, position=5)),
]


@pytest.mark.parametrize(("what", "check", "edit"), CASES, ids=[case[0] for case in CASES])
def test_one_thing_wrong_gives_one_finding(
    what: str, check: str, edit: Callable[[list[Part]], Edited], tmp_path: Path
) -> None:
    parts, place = edit(parts_of(SMALL))
    data = log_of(parts)
    findings = findings_of(tmp_path, data)
    assert places(findings) == [(position_of(data, place), check)], [str(finding) for finding in findings]


def test_the_unbroken_file_is_healthy(tmp_path: Path) -> None:
    data = log_of(parts_of(SMALL))
    assert data == SMALL.read_bytes()
    assert findings_of(tmp_path, data) == []


def test_a_wrong_transaction_length_is_found_at_the_gtid(tmp_path: Path) -> None:
    parts = parts_of(SMALL)
    parts.insert(first(parts, EventType.XID), Part(_query(b"SAVEPOINT a")))
    data = log_of(parts, keep_lengths=True)
    place = position_of(data, first(parts, EventType.GTID, 3))
    assert places(findings_of(tmp_path, data)) == [(place, "transaction-length")]


# corruption -> the check that names it; not listed: those whose bytes mean something else that is as good
EXPECTED = {
    "bad-checksum": "checksum",
    "short-body": "body",
    "missing-tail": "body",
    "long-body": "body",
    "size-zero": "length",
    "size-below-header": "length",
    "size-no-checksum": "length",
    "size-short": "length",
    "size-long": "length",
    "size-huge": "length",
    "unknown-type": "event-type",
    "unknown-type-ignorable": "event-type",
    "type-zero": "event-type",
    "end-log-pos": "position",
    "end-log-pos-backwards": "position",
    "garbage": "length",
    "zeros": "length",
    "cut-file": "truncated",
    "wrong-magic": "magic",
    "missing-fde": "description",
    "status-vars-length": "body",
    "status-var-cut": "body",
    "schema-length": "body",
    "schema-end": "body",
    "binlog-version": "description",
    "header-length": "description",
    "post-header-length": "description",
    "checksum-algorithm": "description",
    "transaction-length": "transaction-length",
    "logical-clock": "logical-clock",
    "clock-type": "value",
    "gtid-number": "gtid",
    "gtid-set-count": "body",
    "gtid-interval": "gtid",
    "payload-frame": "payload",
    "payload-size": "payload",
    "payload-compression": "payload",
    "intvar-type": "value",
    "user-var-type": "value",
    "user-var-name": "body",
    "incident-message": "body",
    "xid-length": "body",
    "table-map-columns": "body",
    "column-type": "table-map",
    "column-metadata": "table-map",
    "optional-metadata": "body",
    "packed-length": "body",
    "packed-length-huge": "body",
    "rows-columns": "rows",
    "unknown-table-id": "rows",
    "rows-cut": "row-data",
    "extra-info-zero": "body",
    "extra-info-long": "body",
    "json-cell": "row-data",
    "json-type": "row-data",
    "json-loop": "row-data",
}
_SAMPLES = (
    SMALL,
    CONTEXT,
    GOLDEN / "show_binlog_events" / "binlog.000001",
    GOLDEN / "payload" / "binlog.000001",
    GOLDEN / "json_updates" / "binlog.000002",
    GOLDEN / "captured" / "types_and_bad_values" / "binlog.000001",
    GOLDEN / "captured" / "strings_and_blobs" / "binlog.000001",
    GOLDEN / "events" / "incident" / "binlog.000001",
    GOLDEN / "events" / "tagged_gtids" / "binlog.000003",
)


@pytest.mark.sweep(every=3)
@pytest.mark.parametrize("name", EXPECTED)
def test_a_corruption_is_named_at_its_event(name: str, tmp_path: Path) -> None:
    target = tmp_path / "binlog.000001"
    done = 0
    for sample in _SAMPLES:
        try:
            broken = corrupt_file(sample, target, CORRUPTIONS[name], Choice())
        except CorruptionError:
            continue
        findings = list(verify_files([target]))
        assert {finding.check for finding in findings} == {EXPECTED[name]}, [str(finding) for finding in findings]
        if name not in ("garbage", "zeros"):  # they stand behind the event
            assert findings[0].position == broken.position
        done += 1
        if done == 2:
            break
    assert done


def test_every_check_has_a_test() -> None:
    elsewhere = {"index", "rebuild"}  # test_series, test_rebuild
    tested = {check for _, check, _ in CASES} | set(EXPECTED.values()) | elsewhere
    assert tested == set(CHECKS)


def test_healthy_state_is_told_by_notes(tmp_path: Path) -> None:
    parts, _ = _in_use(parts_of(SMALL))
    assert [finding.severity for finding in findings_of(tmp_path, log_of(parts))] == [Severity.NOTE]


def test_a_uuid_of_zeros_is_one(tmp_path: Path) -> None:
    """A server takes it (SET gtid_next of a 9.7.4)."""
    with Server(tmp_path, ["gtid-mode=ON", "enforce-gtid-consistency=ON"]) as server:
        session = server.connect()
        session.execute("SET gtid_next = '00000000-0000-0000-0000-000000000000:1'")
        session.execute("CREATE DATABASE d")
        names = [str(one) for one in sorted(tmp_path.glob("binlog.0*"))]
    assert names
    assert list(verify_files(names)) == []
