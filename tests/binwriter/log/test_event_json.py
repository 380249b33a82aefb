"""Events as JSON: always valid, keys that stay, values that lose nothing."""

from __future__ import annotations

import json
import math
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from binwriter.errors import CorruptLogError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import IncompleteDate, JsonDocument, StoredCell
from binwriter.formats.constants import BINLOG_MAGIC, ColumnType, EventType, HeaderFlag
from binwriter.log.event_json import event_json, flag_names
from binwriter.log.reader import Source, nested_events, read_events
from binwriter.log.rows import OpenTables, TableRows, UnknownTableError
from binwriter.log.value_json import cell_json
from tests.binwriter.log.probe_files import PROBES, log_of
from tests.conftest import PROJECT

KEYS = [
    *("file", "position", "type", "type_code", "timestamp", "server_id", "size", "end_log_pos"),
    *("flags", "checksum", "payload_position", "body"),
]
_ROW_KEYS = [
    *("table_id", "flags", "extra", "column_count", "columns_before", "columns_after", "schema", "table", "rows")
]


def entries(source: Source) -> list[dict[str, Any]]:
    """Every event as it would be printed and read again."""
    tables = OpenTables(remember=True)
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


def test_one_log_looks_as_it_did() -> None:
    path = PROJECT / "tests" / "golden" / "events" / "cells" / "binlog.000001"
    lines = (PROJECT / "tests" / "golden" / "mysqlbinlog" / "inspect.jsonl").read_text(encoding="utf-8").splitlines()
    expected = [json.loads(line) for line in lines]
    found = [entry | {"file": "binlog.000001"} for entry in entries(path)]
    assert [list(entry) for entry in found] == [list(entry) for entry in expected]
    for ours, theirs in zip(found, expected, strict=True):
        assert ours == theirs


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
