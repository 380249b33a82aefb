"""tests/golden/types read: columns as the server's information_schema describes them, values as it SELECTed them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import cache
from typing import Any

from binwriter.formats.columns.json.documents import json_from_text
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue, IncompleteDate
from binwriter.formats.constants import ColumnType, EventType
from binwriter.formats.events.rows import Rows
from binwriter.formats.events.table_map import TableMap
from tests.formats.columns.capture_types import FOLDER
from tests.formats.log_files import read_events

_INTEGERS = {
    "tinyint": ColumnType.TINY,
    "smallint": ColumnType.SHORT,
    "mediumint": ColumnType.INT24,
    "int": ColumnType.LONG,
    "bigint": ColumnType.LONGLONG,
    "year": ColumnType.YEAR,
}
_FLOATS = {"float": ColumnType.FLOAT, "double": ColumnType.DOUBLE}
_CHARACTERS = {
    "char": ColumnType.STRING,
    "binary": ColumnType.STRING,
    "varchar": ColumnType.VARCHAR,
    "varbinary": ColumnType.VARCHAR,
}
_BLOBS = {
    f"{size}{kind}": prefix
    for kind in ("blob", "text")
    for prefix, size in enumerate(("tiny", "", "medium", "long"), start=1)
}
_MEMBERS = {"enum": ColumnType.ENUM, "set": ColumnType.SET}
_TEMPORAL = {"time": ColumnType.TIME2, "datetime": ColumnType.DATETIME2, "timestamp": ColumnType.TIMESTAMP2}
_SHAPES = "geometry point linestring polygon multipoint multilinestring multipolygon geomcollection"
_SPATIAL = _SHAPES.split()
_BINARY = 63


@dataclass(frozen=True)
class CapturedTable:
    """One table of one database. rows_of: the bytes of all its rows of a kind, one after the other."""

    database: str
    name: str
    specs: tuple[ColumnSpec, ...]
    primary_key: tuple[tuple[int, int], ...] | None
    inserted: tuple[tuple[ColumnValue, ...], ...]
    updated: tuple[tuple[ColumnValue, ...], ...] | None
    table_map: TableMap
    rows_of: dict[EventType, bytes]


def _spec(column: dict[str, Any]) -> ColumnSpec:
    kind, full = column["type"], column["full_type"]
    if isinstance(full, str) and full.startswith("base64:"):
        raise ValueError(full)
    unsigned = "unsigned" in full.partition(")")[2] or full.endswith("unsigned")
    numbers = [int(number) for number in re.findall(r"\d+", full)] if kind in ("bit", "vector") else []
    octets, collation = column["octets"], column["collation"] or _BINARY
    fields: dict[str, Any]
    if kind in _INTEGERS:
        fields = {"type": _INTEGERS[kind], "unsigned": unsigned or kind == "year"}
    elif kind in _FLOATS:
        fields = {"type": _FLOATS[kind], "unsigned": unsigned}
    elif kind == "decimal":
        fields = {
            "type": ColumnType.NEWDECIMAL,
            "precision": column["precision"],
            "scale": column["scale"],
            "unsigned": unsigned,
        }
    elif kind == "bit":
        fields = {"type": ColumnType.BIT, "length": numbers[0]}
    elif kind in _CHARACTERS:
        fields = {"type": _CHARACTERS[kind], "length": octets, "collation": collation}
    elif kind in _BLOBS:
        fields = {"type": ColumnType.BLOB, "length": _BLOBS[kind], "collation": collation}
    elif kind in _MEMBERS:
        members = tuple(member.replace("''", "'") for member in re.findall(r"'((?:[^']|'')*)'", full))
        fields = {"type": _MEMBERS[kind], "members": members, "collation": collation}
    elif kind == "date":
        fields = {"type": ColumnType.DATE}
    elif kind in _TEMPORAL:
        fields = {"type": _TEMPORAL[kind], "fsp": column["fsp"]}
    elif kind == "json":
        fields = {"type": ColumnType.JSON, "length": 4}
    elif kind in _SPATIAL:
        fields = {"type": ColumnType.GEOMETRY, "length": 4, "geometry_type": _SPATIAL.index(kind)}
    elif kind == "vector":
        fields = {"type": ColumnType.VECTOR, "length": numbers[0]}
    else:
        raise ValueError(f"no column type {kind}")
    visible = "INVISIBLE" not in column["extra"]
    return ColumnSpec(name=column["name"], nullable=bool(column["nullable"]), visible=visible, **fields)


def _time(text: str) -> timedelta:
    hours, minutes, seconds = text.lstrip("-").split(":")
    whole, _, fraction = seconds.partition(".")
    size = timedelta(
        hours=int(hours), minutes=int(minutes), seconds=int(whole), microseconds=int(fraction.ljust(6, "0"))
    )
    return -size if text.startswith("-") else size


def _moment(text: str) -> tuple[int, ...]:
    parts = [int(part) for part in re.findall(r"\d+", text)]
    return (*parts[:6], int(str(text.partition(".")[2]).ljust(6, "0")))


def _datetime(text: str) -> datetime | IncompleteDate:
    parts = _moment(text)
    try:
        return datetime(*parts)  # type: ignore[arg-type]
    except ValueError:
        return IncompleteDate(*parts)


def _timestamp(text: str) -> datetime | IncompleteDate:
    value = _datetime(text)
    return value.replace(tzinfo=UTC) if isinstance(value, datetime) else value


def _date(text: str) -> date | IncompleteDate:
    year, month, day = (int(part) for part in text.split("-"))
    try:
        return date(year, month, day)
    except ValueError:
        return IncompleteDate(year, month, day)


_VALUES: dict[ColumnType, Callable[[str], ColumnValue]] = {
    **dict.fromkeys(_INTEGERS.values(), int),
    **dict.fromkeys((ColumnType.BIT, ColumnType.ENUM, ColumnType.SET), int),
    **dict.fromkeys(_FLOATS.values(), float),
    ColumnType.NEWDECIMAL: Decimal,
    ColumnType.DATE: _date,
    ColumnType.TIME2: _time,
    ColumnType.DATETIME2: _datetime,
    ColumnType.TIMESTAMP2: _timestamp,
    ColumnType.JSON: json_from_text,
    ColumnType.GEOMETRY: bytes.fromhex,
    ColumnType.VECTOR: bytes.fromhex,
}


def _value(spec: ColumnSpec, cell: Any) -> ColumnValue:
    if cell is None:
        return None
    return parsed_value(spec, cell if isinstance(cell, str) else cell[0] * cell[1])


def parsed_value(spec: ColumnSpec, text: str) -> ColumnValue:
    """The value of what a server SELECTs by the expressions of `capture_types.READ_BY`."""
    if spec.type in _VALUES:
        return _VALUES[spec.type](text)
    return bytes.fromhex(text) if spec.collation == _BINARY else text


@cache
def captured_tables() -> dict[tuple[str, str], CapturedTable]:
    """By database and name."""
    maps: dict[tuple[str, str], TableMap] = {}
    rows: dict[tuple[str, str], dict[EventType, bytes]] = {}
    names: dict[int, tuple[str, str]] = {}
    for event in read_events(FOLDER / "binlog.000001"):
        if isinstance(event.body, TableMap):
            name = event.body.schema.decode(), event.body.table.decode()
            names[event.body.table_id] = name
            maps.setdefault(name, event.body)
        elif isinstance(event.body, Rows):
            found = rows.setdefault(names[event.body.table_id], {})
            found[event.body.type] = found.get(event.body.type, b"") + event.body.rows
    tables = {}
    for database, captured in json.loads((FOLDER / "tables.json").read_text("utf-8")).items():
        for table in captured:
            specs = tuple(_spec(column) for column in table["columns"])
            columns = [spec.name for spec in specs]
            key = tuple((columns.index(name), prefix) for name, prefix in table["primary_key"]) or None
            states = [
                tuple(tuple(map(_value, specs, row)) for row in table[state]) if table[state] is not None else None
                for state in ("inserted", "updated")
            ]
            name = database, table["name"]
            tables[name] = CapturedTable(*name, specs, key, states[0] or (), states[1], maps[name], rows[name])
    return tables
