"""Events as JSON: always valid, keys that stay, values that lose nothing."""

from __future__ import annotations

import json
import math
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from binwriter.binlog.files.reader import Source, nested_events, read_events
from binwriter.binlog.files.rows import OpenTables, TableRows, UnknownTableError
from binwriter.errors import CorruptLogError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import IncompleteDate, JsonDocument, StoredCell
from binwriter.formats.constants import BINLOG_MAGIC, ColumnType, EventType, HeaderFlag
from binwriter.inspection.event_json import event_json, flag_names
from binwriter.inspection.json_lines import JsonLines
from binwriter.inspection.value_json import cell_json
from tests.binwriter.binlog.files.probe_files import PROBES, log_of
from tests.conftest import PROJECT
from tests.formats.log_files import CAPTURES

KEYS = [
    *("file", "position", "type", "type_code", "timestamp", "server_id", "size", "end_log_pos"),
    *("flags", "checksum", "payload_position", "body"),
]
_ROW_KEYS = [
    *("table_id", "flags", "extra", "column_count", "columns_before", "columns_after", "schema", "table", "rows")
]


def entries(source: Source) -> list[dict[str, Any]]:
    """Every event as it would be printed and read again; `JsonLines` has the same line, also the second time."""
    tables = OpenTables(remember=True)
    lines = JsonLines()
    found = []
    for event in read_events(source, verify=False, stop_at_truncation=True):
        for inner in (event, *_nested(event)):
            rows: TableRows | UnknownTableError | None = None
            try:
                rows = tables.follow(inner)
            except UnknownTableError as error:
                rows = error
            except CorruptLogError:
                pass
            text = json.dumps(event_json(inner, rows), ensure_ascii=False, allow_nan=False)
            text.encode()
            unknown = isinstance(rows, UnknownTableError)
            for _ in range(2):
                assert lines.line(inner) == (text, json.loads(text).get("error"), unknown)
            found.append(json.loads(text))
    return found


def _nested(event: Any) -> list[Any]:
    try:
        return list(nested_events(event))
    except CorruptLogError:
        return []


def check(found: list[dict[str, Any]]) -> None:
    for entry in found:
        assert list(entry)[: len(KEYS)] == KEYS
        assert set(entry) - set(KEYS) <= {"error"}
        if "ROWS" in (entry["type"] or "") and entry["type"] != "ROWS_QUERY" and "error" not in entry:
            assert list(entry["body"]) == _ROW_KEYS
            assert isinstance(entry["body"]["rows"], list) or not entry["body"]["column_count"]


def logs(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and path.read_bytes()[:4] == BINLOG_MAGIC]


@pytest.mark.parametrize(
    "folder", ["events", "types", "json", "json_updates", "payload", "relay", "show_binlog_events"]
)
@pytest.mark.sweep(every=4)
def test_every_event_of_the_golden_logs(folder: str) -> None:
    for path in logs(PROJECT / "tests" / "golden" / folder):
        found = entries(path)
        check(found)
        assert not [entry for entry in found if "error" in entry], path


@pytest.mark.parametrize("probe", PROBES)
def test_every_event_of_the_probes(probe: str) -> None:
    check(entries(log_of(PROBES[probe]())))


def test_every_event_of_the_corpus(shared_dir: Path) -> None:
    damaged = set()
    for path in logs(shared_dir / "corpus"):
        try:
            found = entries(path)
        except CorruptLogError:
            continue
        check(found)
        damaged |= {path.name for entry in found if "error" in entry}
    assert damaged == {"corrupt-relay-bin.000624", "ver_5_1-wl2325_r.001"}


def test_rows_say_what_the_sql_said() -> None:
    """tests/golden/events/cells.scn, by its INSERT and its UPDATE."""
    row = {"id": 1, "d": "-12.50", "da": "2024-02-29", "ti": "-12:34:56", "dt": "2024-02-29 12:00:00.125"}
    row |= {"j": '{"a": [1, 2]}', "e": "b", "v": [1.5, -2.0], "s": "text"}
    found = entries(PROJECT / "tests" / "golden" / "events" / "cells" / "binlog.000001")
    bodies = {entry["type"]: entry["body"] for entry in found if "ROWS" in entry["type"]}
    assert bodies["WRITE_ROWS"]["rows"] == [{"before": None, "after": row}]
    assert bodies["UPDATE_ROWS"]["rows"] == [{"before": row, "after": row | {"d": "1.25"}}]
    assert {(body["schema"], body["table"]) for body in bodies.values()} == {("test", "c")}
    [table_map, *_] = [entry["body"] for entry in found if entry["type"] == "TABLE_MAP"]
    assert [column["name"] for column in table_map["columns"]] == list(row)
    assert table_map["primary_key"] == [{"column": "id", "prefix": 0}]
    assert [column["members"] for column in table_map["columns"] if column["type"] == "ENUM"] == [["a", "b"]]


# Our keys -> those of the sidecars, which a decoder that is not ours wrote: of every event, and of bodies.
SIDECAR_HEADER = {"position": "pos", "type_code": "type"} | {
    name: name for name in ("size", "end_log_pos", "timestamp", "server_id")
}
SIDECAR_KEYS: dict[str, dict[str, str]] = {
    "QUERY": {name: name for name in ("thread_id", "exec_time", "error_code", "query")} | {"schema": "db"},
    "XID": {"xid": "xid"},
    "INTVAR": {"type": "intvar_type", "value": "value"},
    "RAND": {"seed1": "seed1", "seed2": "seed2"},
    "ROTATE": {"position": "position", "name": "next_file"},
    "TABLE_MAP": {"table_id": "table_id", "schema": "db", "table": "table"},
    "GTID": {name: name for name in ("uuid", "gno", "last_committed", "sequence_number", "transaction_length")},
    "GTID_TAGGED": {name: name for name in ("uuid", "gno", "tag", "last_committed", "transaction_length")},
    "ANONYMOUS_GTID": {name: name for name in ("last_committed", "immediate_commit_timestamp")},
    **{name: {"table_id": "table_id", "flags": "rows_flag_names"} for name in ("WRITE_ROWS", "UPDATE_ROWS")},
}


@pytest.mark.parametrize("capture", CAPTURES)
def test_the_values_are_those_of_the_sidecar(capture: str, shared_dir: Path) -> None:
    folder = shared_dir / "oracle" / "captured" / capture
    compared = 0
    for file in json.loads((folder / "sidecar.json").read_text(encoding="utf-8"))["files"]:
        for ours, theirs in zip(entries(folder / file["name"]), file["events"], strict=True):
            for key, name in SIDECAR_HEADER.items():
                assert ours[key] == theirs[name], (ours["position"], key)
            assert ours["flags"] == theirs.get("flag_names", [])
            for key, name in SIDECAR_KEYS.get(ours["type"], {}).items():
                assert ours["body"][key] == theirs["data"].get(name, []), (ours["position"], key)
                compared += 1
            if ours["type"] == "QUERY":
                names = [variable["name"].upper() for variable in theirs["data"]["status_vars"]]
                assert list(ours["body"]["status_vars"]) == names
    assert compared > 20


def test_rows_of_no_known_table_stay_bytes() -> None:
    [entry] = [entry for entry in entries(log_of(PROBES["row_shapes"]())) if "error" in entry]
    assert entry["body"]["rows"] == {"hex": "0001000000"}
    assert "rows of table id 77, which no Table_map describes" in entry["error"]


def test_a_body_that_cannot_be_parsed_is_bytes() -> None:
    data = bytearray((PROJECT / "tests/golden/captured/checksum_none/binlog.000001").read_bytes())
    query = next(event for event in read_events(bytes(data)) if event.type == EventType.QUERY)
    data[query.position + 19 + 11] = 0xFF
    entry = next(entry for entry in entries(bytes(data)) if entry["position"] == query.position)
    assert list(entry["body"]) == ["hex"]
    assert entry["error"].startswith(f"<bytes>:{query.position}: Query")


def test_flags_by_name() -> None:
    assert flag_names(HeaderFlag, 0x4009) == ["BINLOG_IN_USE", "SUPPRESS_USE", "0x4000"]


SPEC = ColumnSpec("a", ColumnType.LONG)


@pytest.mark.parametrize(
    ("kind", "parameters", "value", "expected"),
    [
        ("LONGLONG", {}, 2**64 - 1, 2**64 - 1),
        ("NEWDECIMAL", {}, Decimal("-1.50"), "-1.50"),
        ("FLOAT", {}, 1.100000023841858, 1.1),
        ("FLOAT", {}, 16777217.0 - 1, 16777216.0),
        ("FLOAT", {}, 3.4028234663852886e38, 3.4028235e38),
        ("DOUBLE", {}, 0.1, 0.1),
        ("DOUBLE", {}, math.inf, "inf"),
        ("VARCHAR", {}, "é", "é"),
        ("VARCHAR", {}, b"\xff", {"hex": "ff"}),
        ("BLOB", {}, b"abc", "abc"),
        ("GEOMETRY", {}, b"abc", {"hex": "616263"}),
        ("VECTOR", {}, bytes.fromhex("cdcc8c3f"), [1.1]),
        ("ENUM", {"members": ("x", "y")}, 2, "y"),
        ("ENUM", {"members": ("x", "y")}, 0, ""),
        ("ENUM", {"length": 1}, 2, 2),
        ("SET", {"members": ("x", "y", "z")}, 5, ["x", "z"]),
        ("SET", {"length": 1}, 5, 5),
        ("DATE", {}, date(2009, 2, 5), "2009-02-05"),
        ("DATE", {}, IncompleteDate(2010), "2010-00-00"),
        ("TIME2", {"fsp": 2}, -timedelta(hours=100, microseconds=120000), "-100:00:00.12"),
        ("DATETIME2", {"fsp": 0}, datetime(2009, 2, 5, 1, 2, 3), "2009-02-05 01:02:03"),
        ("TIMESTAMP2", {"fsp": 3}, datetime(2009, 2, 5, 1, 2, 3, 4000, UTC), "2009-02-05 01:02:03.004+00:00"),
        ("TIMESTAMP2", {"fsp": 0}, IncompleteDate(), "0000-00-00 00:00:00"),
        ("JSON", {}, JsonDocument({"a": [1.0, "x", None]}), '{"a": [1.0, "x", null]}'),
        ("JSON", {}, JsonDocument("x"), '"x"'),
        ("LONG", {}, None, None),
        ("DATE", {}, StoredCell(b"\xff\xff\xff"), {"hex": "ffffff"}),
        ("LONG", {}, StoredCell(b"\1", 1), 1),
    ],
)
def test_cells(kind: str, parameters: dict[str, Any], value: Any, expected: Any) -> None:
    assert cell_json(value, ColumnSpec("a", ColumnType[kind], **parameters)) == expected
