"""Two captured logs, one altered in a single field: what is masked is passed over, all else is named by place."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.cli import diff
from binwriter.errors import CorruptLogError, LogFileError
from binwriter.formats.constants import BINLOG_MAGIC, EventType, StatusVarCode
from binwriter.formats.declaration import Declared
from binwriter.formats.events import StatusVar, build_body
from binwriter.formats.header import frame
from binwriter.integration.differential import (
    Difference,
    Mask,
    Timestamps,
    compare_logs,
    compare_sidecars,
    fixed_timestamps,
)
from binwriter.scenario.notation import parse_scenario

SET_TIME = 1700000000  # what every sample sets by SET TIMESTAMP
FIXED = Mask(fixed_timestamps=frozenset({SET_TIME}))
Change = Callable[[Any], Declared]


@pytest.fixture(scope="session")
def captured(shared_dir: Path) -> Path:
    return shared_dir / "oracle" / "captured"


def _replace(**fields: Any) -> Change:
    return lambda body: dataclasses.replace(body, **fields)


def _no_change(body: Declared) -> Declared:
    return body


def _alter(
    source: Path,
    target: Path,
    event_type: EventType,
    change: Change = _no_change,
    occurrence: int = 1,
    **header: int,
) -> LogEvent:
    """Copies a log with one event changed; positions behind it follow if its size does. Returns the event."""
    out, seen, shift, found = BINLOG_MAGIC, 0, 0, None
    for event in read_events(source):
        body, fields = event.body, dataclasses.asdict(event.header)
        seen += event.header.type == event_type
        if event.header.type == event_type and seen == occurrence:
            body, found = change(body), event
            fields |= header
            shift = len(build_body(body)) - len(event.body_bytes)
        out += frame(
            event.header.type,
            build_body(body),
            timestamp=fields["timestamp"],
            server_id=fields["server_id"],
            end_log_pos=fields["log_pos"] + shift,
            flags=fields["flags"],
            checksum=event.context.format_description.checksum,
        )
    assert found is not None, f"no {event_type.name} number {occurrence} in {source}"
    target.write_bytes(out)
    return found


def _status_var(code: StatusVarCode, value: Any) -> Change:
    def change(body: Any) -> Declared:
        assert any(variable.code == code for variable in body.status_vars)
        new = tuple(StatusVar(code, value) if v.code == code else v for v in body.status_vars)
        return dataclasses.replace(body, status_vars=new)

    return change


ROW = "02_trx_and_nontrx_row"
STATEMENT = "01_trx_and_nontrx_statement"
GTID = "11_gtid"

MASKED: list[tuple[str, EventType, Change, dict[str, int]]] = [
    (ROW, EventType.QUERY, _replace(thread_id=12345), {}),
    (ROW, EventType.QUERY, _replace(exec_time=3), {}),
    (ROW, EventType.QUERY, _status_var(StatusVarCode.DDL_LOGGED_WITH_XID, 999), {}),
    (ROW, EventType.XID, _replace(xid=77), {}),
    (ROW, EventType.ANONYMOUS_GTID, _replace(immediate_commit_timestamp=1), {}),
    (ROW, EventType.FORMAT_DESCRIPTION, _replace(server_version="9.7.0-other", create_timestamp=5), {}),
    (ROW, EventType.FORMAT_DESCRIPTION, _no_change, {"timestamp": 5}),
    (ROW, EventType.PREVIOUS_GTIDS, _no_change, {"timestamp": 5}),
    # its size changes, and with it transaction_length and the positions behind it
    (GTID, EventType.GTID_TAGGED, lambda body: dataclasses.replace(
        body, immediate_commit_timestamp=5, transaction_length=body.transaction_length - 7), {}),
]  # fmt: skip


@pytest.mark.parametrize(("sample", "event_type", "change", "header"), MASKED)
def test_a_masked_field_is_no_difference(
    captured: Path, tmp_path: Path, sample: str, event_type: EventType, change: Change, header: dict[str, int]
) -> None:
    source, target = captured / sample / "binlog.000001", tmp_path / "binlog.000001"
    _alter(source, target, event_type, change, **header)
    assert compare_logs(source, target, FIXED) is None
    assert compare_logs(source, target, Mask(enabled=False)) is not None


FOUND: list[tuple[str, EventType, Change, dict[str, int], str]] = [
    (ROW, EventType.QUERY, _replace(query=b"BEGIN "), {}, "query"),
    (ROW, EventType.QUERY, _replace(schema=b"other"), {}, "schema"),
    (ROW, EventType.QUERY, _replace(error_code=1062), {}, "error_code"),
    (ROW, EventType.QUERY, _status_var(StatusVarCode.SQL_MODE, 0), {}, "status_vars[SQL_MODE]"),
    (ROW, EventType.QUERY, _no_change, {"flags": 4}, "header.flags"),
    (ROW, EventType.XID, _no_change, {"timestamp": SET_TIME + 1}, "header.timestamp"),
    (ROW, EventType.QUERY, _no_change, {"server_id": 9}, "header.server_id"),
    (ROW, EventType.QUERY, _no_change, {"log_pos": 9}, "header.log_pos"),
    (ROW, EventType.ANONYMOUS_GTID, _replace(sequence_number=9), {}, "sequence_number"),
    (ROW, EventType.ANONYMOUS_GTID, _replace(transaction_length=9), {}, "transaction_length"),
    (ROW, EventType.ANONYMOUS_GTID, _replace(immediate_server_version=80040), {}, "immediate_server_version"),
    (ROW, EventType.ANONYMOUS_GTID, _replace(original_commit_timestamp=1), {}, "original_commit_timestamp"),
    (ROW, EventType.TABLE_MAP, _replace(flags=0), {}, "flags"),
    (ROW, EventType.WRITE_ROWS, _replace(table_id=9), {}, "table_id"),
    (ROW, EventType.WRITE_ROWS, _replace(rows=b"\0"), {}, "rows"),
    (ROW, EventType.FORMAT_DESCRIPTION, _no_change, {"flags": 1}, "header.flags"),
    (ROW, EventType.FORMAT_DESCRIPTION, _replace(create_timestamp=0), {}, "create_timestamp"),
    (ROW, EventType.ROTATE, _replace(name=b"binlog.000009"), {}, "name"),
    (GTID, EventType.GTID_TAGGED, _replace(tag="red"), {}, "tag"),
    (GTID, EventType.GTID_TAGGED, _replace(transaction_length=7), {}, "transaction_length"),
    (GTID, EventType.GTID, _replace(gno=9), {}, "gno"),
]  # fmt: skip


@pytest.mark.parametrize(("sample", "event_type", "change", "header", "field"), FOUND)
def test_any_other_field_is_found_by_name_and_position(
    captured: Path,
    tmp_path: Path,
    sample: str,
    event_type: EventType,
    change: Change,
    header: dict[str, int],
    field: str,
) -> None:
    source, target = captured / sample / "binlog.000001", tmp_path / "binlog.000001"
    event = _alter(source, target, event_type, change, **header)
    found = compare_logs(source, target, FIXED)
    assert found is not None
    assert (found.field, found.position, found.event_type) == (field, event.position, event_type.name)
    assert str(found).startswith(f"binlog.000001:{event.position}: event {found.number}, {event_type.name}: {field}: ")


def test_two_servers_may_have_two_uuids_but_no_third(captured: Path, tmp_path: Path) -> None:
    source = captured / GTID / "binlog.000001"
    target, other = tmp_path / "binlog.000001", tmp_path / "other"
    _alter(source, target, EventType.GTID, _replace(uuid=UUID(int=1)))
    found = compare_logs(source, target, FIXED)
    assert found is not None and found.field == "uuid"  # the second GTID has the old one again
    _alter(target, other, EventType.GTID, _replace(uuid=UUID(int=1)), occurrence=2)
    found = compare_logs(source, other, FIXED)
    assert found is not None and found.event_type == "GTID_TAGGED"
    shorter = tmp_path / "shorter"
    _alter(other, shorter, EventType.GTID_TAGGED, lambda body: dataclasses.replace(
        body, uuid=UUID(int=1), transaction_length=body.transaction_length - 7))  # fmt: skip
    assert compare_logs(source, shorter, FIXED) is None


def test_the_servers_uuid_is_masked_in_previous_gtids(captured: Path, tmp_path: Path) -> None:
    def other_server(body: Any) -> Declared:
        return dataclasses.replace(
            body, gtid_set=tuple(dataclasses.replace(entry, uuid=UUID(int=1)) for entry in body.gtid_set)
        )

    source, target = captured / GTID / "binlog.000002", tmp_path / "target"
    middle = tmp_path / "middle"
    _alter(source, middle, EventType.PREVIOUS_GTIDS, other_server)
    _alter(middle, target, EventType.GTID, _replace(uuid=UUID(int=1)))
    assert compare_logs(source, target, FIXED) is None


def test_a_wrong_checksum_is_found(captured: Path, tmp_path: Path) -> None:
    source, target = captured / ROW / "binlog.000001", tmp_path / "binlog.000001"
    data = bytearray(source.read_bytes())
    event = list(read_events(source))[5]
    data[event.end - 1] ^= 1
    target.write_bytes(data)
    found = compare_logs(source, target, FIXED)
    assert found is not None
    assert (found.field, found.position, found.number) == ("checksum", event.position, 6)
    assert "wrong" in found.right and "wrong" not in found.left


def test_an_event_more_or_less_is_found(captured: Path, tmp_path: Path) -> None:
    source, target = captured / ROW / "binlog.000001", tmp_path / "binlog.000001"
    events = list(read_events(source))
    target.write_bytes(source.read_bytes()[: events[-1].position])
    found = compare_logs(source, target, FIXED)
    assert found is not None and (found.field, found.right) == ("event", "absent")
    assert found.number == len(events)
    assert compare_logs(target, source, FIXED) is not None


def test_timestamps_of_unknown_scenarios(captured: Path, tmp_path: Path) -> None:
    source, target = captured / ROW / "binlog.000001", tmp_path / "binlog.000001"
    _alter(source, target, EventType.PREVIOUS_GTIDS, timestamp=5)
    assert compare_logs(source, target, Mask(timestamps=Timestamps.IGNORE)) is None
    found = compare_logs(source, target, Mask(timestamps=Timestamps.COMPARE))
    assert found is not None and found.field == "header.timestamp"
    _alter(source, target, EventType.QUERY, timestamp=5)  # the sample's own time is on both sides
    found = compare_logs(source, target)
    assert found is not None and (found.field, found.right) == ("header.timestamp", "5")


def test_folders_must_have_the_same_files_unless_they_are_named(captured: Path, tmp_path: Path) -> None:
    source = captured / GTID
    (tmp_path / "binlog.000001").write_bytes((source / "binlog.000001").read_bytes())
    found = compare_logs(source, tmp_path, FIXED)
    assert found is not None and found.field == "files"
    assert compare_logs(source, tmp_path, FIXED, files=["binlog.000001"]) is None
    (tmp_path / "binlog.000002").write_bytes((source / "binlog.000002").read_bytes())
    assert compare_logs(source, tmp_path, FIXED) is None


def test_one_log_may_end_with_files_that_hold_no_group(captured: Path, tmp_path: Path) -> None:
    source = captured / GTID
    for path in source.glob("binlog.00000?"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    head = list(read_events(source / "binlog.000002"))[:2]
    (tmp_path / "binlog.000003").write_bytes(BINLOG_MAGIC + b"".join(event.raw for event in head))
    assert compare_logs(source, tmp_path, FIXED) is None
    assert compare_logs(tmp_path, source, FIXED) is None
    found = compare_logs(source, tmp_path, Mask(enabled=False))
    assert found is not None and found.field == "files"
    (tmp_path / "binlog.index").write_text("./binlog.000001\n")
    assert compare_logs(source, tmp_path, FIXED) is not None


def test_what_is_no_log_raises(captured: Path, tmp_path: Path) -> None:
    source = captured / ROW / "binlog.000001"
    with pytest.raises(LogFileError):
        compare_logs(source, tmp_path / "missing")
    with pytest.raises(LogFileError):
        compare_logs(captured / ROW, tmp_path)
    (tmp_path / "text").write_text("no log")
    with pytest.raises(CorruptLogError):
        compare_logs(source, tmp_path / "text")


def test_fixed_timestamps_are_those_of_set_statements() -> None:
    scenario = parse_scenario(
        "con1: SET TIMESTAMP=1700000000;\ncon1: SET @@session.timestamp := 5.25, sql_mode='';\n"
        "con1: SET TIMESTAMP=DEFAULT;\ncon1: SET TIMESTAMP=0;\ncon1: UPDATE t SET timestamp = 9;\n"
    )
    assert fixed_timestamps(scenario) == {1700000000, 5}


def test_sidecars(captured: Path) -> None:
    path = captured / "12_errors" / "sidecar.json"
    other = json.loads(path.read_text("utf-8"))
    assert compare_sidecars(path, other) == []
    other["statements"][6]["error"]["message"] = "other"
    other["statements"][7]["warnings"] = []
    other["statements"][8]["binlog_end"]["pos"] += 1
    found = compare_sidecars(path, other)
    assert [line.split(":")[0].split(" ")[1] for line in found] == ["7", "8", "9"]
    assert "error" in found[0] and "warnings" in found[1] and "binlog_end" in found[2]
    other["statements"].pop()
    assert "only on the left" in compare_sidecars(path, other)[-1]


@pytest.mark.parametrize(
    ("change", "flags", "status"), [(None, [], 0), (77, [], 0), (77, ["--no-mask"], 1), (None, ["--no-mask"], 0)]
)
def test_the_command(
    captured: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: int | None,
    flags: list[str],
    status: int,
) -> None:
    source, target = captured / ROW / "binlog.000001", tmp_path / "binlog.000001"
    _alter(source, target, EventType.XID, _replace(xid=change) if change else _no_change)
    parser = argparse.ArgumentParser()
    diff.add_arguments(parser)
    assert diff.run(parser.parse_args([str(source), str(target), *flags])) == status
    out = capsys.readouterr().out
    assert (": xid: " in out) == bool(status)
    assert diff.run(parser.parse_args([str(source), str(tmp_path / "missing")])) == 2
    assert "missing" in capsys.readouterr().err


def test_a_difference_is_one_line() -> None:
    assert "\n" not in str(Difference("binlog.000001", 4, 1, "QUERY", "query", "'a'", "'b'"))
