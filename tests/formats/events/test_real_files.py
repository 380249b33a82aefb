"""Every event of every real file: parsed and built again it has the same bytes, and its checksum comes out the same."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from binwriter.formats import constants
from binwriter.formats.constants import EventType, StatusVarCode
from binwriter.formats.declaration import layout_of
from binwriter.formats.errors import CorruptLogError
from binwriter.formats.events import (
    FormatDescription,
    ParseContext,
    Raw,
    build_body,
    event_type_of,
    parse_body,
    with_transaction_length,
)
from binwriter.formats.header import frame
from tests.formats.log_files import (
    CAPTURES,
    OLD_SERVERS,
    RealEvent,
    log_files,
    part_of,
    read_events,
    read_nested_events,
)

GOLDEN = Path(__file__).parents[2] / "golden"
_PARTS = 8

# Files with a body that does not parse, and why.
UNREADABLE = {
    "corrupt-relay-bin.000624": "MySQL's test data, damaged on purpose: a Query states 16949 bytes of status variables",
}
# Files with event types that stay raw bytes, and why.
RAW = {"mariadb-bin.000001": "MariaDB's own event types, 160 to 163"}
# Files that end in the middle of an event, and how many whole ones they have.
TRUNCATED = {"binlog_truncated_event.000001": 0, "binlog_truncated_prev_gtid_event.000001": 1}


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the first event of a kind is built by construct's compiled form."""
    monkeypatch.setattr("binwriter.formats.declaration._PLAINLY", 0)


def check_round_trip(event: RealEvent) -> None:
    where = f"{event.file} at {event.position}: {event.body}"
    if isinstance(event.body, CorruptLogError):
        assert event.file in UNREADABLE, where
        return
    if isinstance(event.body, Raw):
        assert event.file in RAW, where
    built = build_body(event.body)
    assert built == event.body_bytes, where
    assert layout_of(type(event.body)).build(vars(event.body)) == built, f"compiled and plain differ: {where}"
    assert event.source.context.type_number(event_type_of(event.body)) == event.header.type, where
    header = event.header
    framed = frame(
        header.type,
        built,
        timestamp=header.timestamp,
        server_id=header.server_id,
        end_log_pos=header.log_pos,
        flags=header.flags,
        checksum=event.checksum,
        extra_header=event.source.extra_header,
    )
    assert framed == event.data, where
    for inner in read_nested_events(event):
        check_round_trip(inner)


@pytest.mark.parametrize("folder", ["corpus", "oracle", *(f"oracle-old/{version}" for version in OLD_SERVERS)])
@pytest.mark.slow
def test_every_event_is_built_again_byte_for_byte(folder: str, shared_dir: Path) -> None:
    events = [event for path in log_files(shared_dir / folder) for event in read_events(path)]
    assert events
    for event in events:
        check_round_trip(event)


@pytest.mark.slow
@pytest.mark.sampled(every=8)
@pytest.mark.parametrize("part", range(_PARTS))
def test_every_event_of_our_own_captures_is_built_again(part: int) -> None:
    """Files of 9.7.4 servers, but for the encrypted one, which has another magic."""
    paths = part_of(log_files(GOLDEN), part, _PARTS)
    assert len(paths) > 30
    for path in paths:
        for event in read_events(path):
            check_round_trip(event)


@pytest.mark.skipif("BINWRITER_MORE_LOGS" not in os.environ, reason="BINWRITER_MORE_LOGS names no folder of logs")
def test_every_event_of_more_logs_is_built_again_or_refused() -> None:
    """Any other logs, damaged ones too: what can be parsed is built again to the same bytes."""
    paths = log_files(Path(os.environ["BINWRITER_MORE_LOGS"]))
    assert paths
    for path in paths:
        for event in read_events(path, verify=False):
            if not isinstance(event.body, CorruptLogError):
                assert build_body(event.body) == event.body_bytes, f"{path} at {event.position}: {event.body}"


@pytest.mark.parametrize("folder", ["corpus", "oracle"])
def test_every_file_is_read_to_its_end(folder: str, shared_dir: Path) -> None:
    for path in log_files(shared_dir / folder):
        events = list(read_events(path))
        if path.name in TRUNCATED:
            assert len(events) == TRUNCATED[path.name]
        else:
            assert events[-1].position + events[-1].header.size == path.stat().st_size, path.name


def test_exceptions_are_still_needed(shared_dir: Path) -> None:
    events = [event for path in log_files(shared_dir / "corpus") for event in read_events(path)]
    assert {event.file for event in events if isinstance(event.body, CorruptLogError)} == set(UNREADABLE)
    assert {event.file for event in events if isinstance(event.body, Raw)} == set(RAW)


@pytest.mark.slow
def test_transaction_length_is_what_the_server_computed(shared_dir: Path) -> None:
    checked = 0
    for folder in ("oracle", "oracle-old/8.0.40", "corpus"):
        for path in log_files(shared_dir / folder):
            for event in read_events(path):
                body: Any = event.body
                length = getattr(body, "transaction_length", None)
                if length is None:
                    continue
                rest = length - event.header.size
                unset = replace(body, transaction_length=0)
                assert with_transaction_length(unset, rest, event.checksum) == body, f"{event.file} {event.position}"
                checked += 1
    assert checked > 600


# What the captures' sidecars, decoded by other means, say of each event, from our values.
def _hex(value: bytes | None) -> str:
    return (value or b"").hex()


_STATUS_VALUES: dict[StatusVarCode, Callable[[Any], Any]] = {
    StatusVarCode.FLAGS2: hex,
    StatusVarCode.SQL_MODE: hex,
    StatusVarCode.CATALOG_NZ: bytes.decode,
    StatusVarCode.TIME_ZONE: bytes.decode,
    StatusVarCode.CHARSET: list,
    StatusVarCode.AUTO_INCREMENT: list,
    StatusVarCode.UPDATED_DB_NAMES: lambda names: [name.decode() for name in names],
}


def _status_var(variable: Any) -> dict[str, Any]:
    convert = _STATUS_VALUES.get(variable.code, lambda value: value)
    return {"code": variable.code, "value": convert(variable.value)}


def _query(body: Any) -> dict[str, Any]:
    return {
        "thread_id": body.thread_id,
        "exec_time": body.exec_time,
        "error_code": body.error_code,
        "status_vars": [_status_var(variable) for variable in body.status_vars],
        "db": body.schema.decode(),
        "query": body.query.decode(),
    }


def _gtid(body: Any) -> dict[str, Any]:
    fields = {
        "gtid_flags": body.flags,
        "uuid": str(body.uuid),
        **{name: getattr(body, name) for name in ("gno", "last_committed", "sequence_number")},
        "immediate_commit_timestamp": body.immediate_commit_timestamp,
        "transaction_length": body.transaction_length,
        "immediate_server_version": body.immediate_server_version,
    }
    return {**fields, "tag": body.tag} if hasattr(body, "tag") else fields


def _table_map(body: Any) -> dict[str, Any]:
    return {
        "table_id": body.table_id,
        "tm_flags": f"{body.flags:#06x}",
        "db": body.schema.decode(),
        "table": body.table.decode(),
        "columns": len(body.column_types),
        "types": [constants.ColumnType(number).name for number in body.column_types],
        "metadata_hex": _hex(body.metadata),
        "null_bits_hex": _hex(body.null_bits),
        "optional_metadata": [
            {
                "type": field.type,
                "name": constants.MetadataFieldType(field.type).name,
                "length": len(field.value),
                "hex": _hex(field.value),
            }
            for field in body.optional_metadata
        ],
    }


def _rows(body: Any) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "table_id": body.table_id,
        "rows_flags": f"{body.flags:#06x}",
        "extra_data_hex": _hex(body.extra),
        "columns": body.column_count,
        "rows_hex": _hex(body.rows),
    }
    if body.columns_before is not None:
        fields["bitmap_before_hex"] = _hex(body.columns_before)
    if body.columns_after is not None:
        fields["bitmap_after_hex"] = _hex(body.columns_after)
    return fields


_USER_VAR_TYPES = {int(kind): kind.name for kind in constants.UserVarType}
SIDECAR_VIEWS: dict[EventType, Callable[[Any], dict[str, Any]]] = {
    EventType.QUERY: _query,
    EventType.ROTATE: lambda body: {"position": body.position, "next_file": body.name.decode()},
    EventType.INTVAR: lambda body: {
        "intvar_type": constants.IntvarType(body.type).name,
        "value": body.value,
    },
    EventType.RAND: lambda body: {"seed1": body.seed1, "seed2": body.seed2},
    EventType.USER_VAR: lambda body: {
        "name": body.name.decode(),
        "is_null": body.is_null,
        "value_type": _USER_VAR_TYPES[body.type],
        "collation": body.collation,
        "value_hex": _hex(body.value),
        "flags_hex": "" if body.flags is None else f"{body.flags:02x}",
    },
    EventType.FORMAT_DESCRIPTION: lambda body: {
        "binlog_version": body.binlog_version,
        "server_version": body.server_version,
        "create_timestamp": body.create_timestamp,
        "header_length": body.header_length,
        "post_header_lengths": list(body.post_header_lengths),
        "checksum_alg": body.checksum_algorithm,
    },
    EventType.XID: lambda body: {"xid": body.xid},
    EventType.TABLE_MAP: _table_map,
    EventType.WRITE_ROWS: _rows,
    EventType.UPDATE_ROWS: _rows,
    EventType.DELETE_ROWS: _rows,
    EventType.GTID: _gtid,
    EventType.ANONYMOUS_GTID: _gtid,
    EventType.GTID_TAGGED: _gtid,
}


@pytest.mark.parametrize("capture", CAPTURES)
def test_values_agree_with_the_sidecar(capture: str, shared_dir: Path) -> None:
    folder = shared_dir / "oracle" / "captured" / capture
    sidecar = json.loads((folder / "sidecar.json").read_text())
    for file in sidecar["files"]:
        for event, expected in zip(read_events(folder / file["name"]), file["events"], strict=True):
            header = event.header
            where = f"{capture} {file['name']} at {event.position}"
            assert (event.position, header.type, header.size, header.log_pos) == tuple(
                expected[name] for name in ("pos", "type", "size", "end_log_pos")
            ), where
            assert f"{header.flags:#06x}" == expected["flags"], where
            view = SIDECAR_VIEWS.get(EventType(header.type))
            if view is None:
                continue
            data = expected["data"]
            if "status_vars" in data:
                data["status_vars"] = [{"code": var["code"], "value": var["value"]} for var in data["status_vars"]]
            for field in data.get("optional_metadata", ()):
                field.pop("value", None)  # compared in test_table_metadata
            seen = view(event.body)
            assert seen == {name: data[name] for name in seen}, where


def test_unknown_post_header_length_gives_raw_bytes(shared_dir: Path) -> None:
    path = shared_dir / "oracle" / "captured" / "08_types" / "binlog.000001"
    events = list(read_events(path))
    description = events[0].body
    assert isinstance(description, FormatDescription)
    lengths = list(description.post_header_lengths)
    lengths[EventType.TABLE_MAP - 1] = 12  # nobody knows such a layout
    context = ParseContext(replace(description, post_header_lengths=tuple(lengths)))
    table_map = next(event for event in events if event.header.type == EventType.TABLE_MAP)
    assert parse_body(EventType.TABLE_MAP, table_map.body_bytes, context) == Raw(
        EventType.TABLE_MAP, table_map.body_bytes
    )
