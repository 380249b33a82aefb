"""Random rows of random tables through our file: mysqlbinlog prints them, and a server that replays it holds them.

The server logs what it applies: its rows events then have the bytes of ours.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from binwriter.binlog.files.reader import read_events
from binwriter.binlog.files.rows import rows_of_events
from binwriter.catalog.tables import Column, Key, KeyPart, Table
from binwriter.formats.collations import collation_by_id
from binwriter.formats.columns.geometry import geometry
from binwriter.formats.columns.json.binary import json_from_binary, json_to_binary
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue, JsonDocument
from binwriter.formats.columns.vector import vector
from binwriter.formats.constants import ColumnType, EventType
from binwriter.formats.events import TableMap
from binwriter.inspection.mysqlbinlog.pseudo_sql import pseudo_sql
from binwriter.integration.mysql import MySQLServer
from binwriter.integration.replaying.client import replay
from binwriter.mysql.engines import engine_by_name
from binwriter.mysql.values.json_text import json_text
from binwriter.server.server import Server
from tests.formats.columns import strategies
from tests.formats.columns.capture_types import READ_BY
from tests.formats.columns.captured_types import parsed_value
from tests.formats.columns.test_geometry import RANDOM_SHAPES

TABLES = 40
DATABASE = "random"

_SIMPLE = {
    ColumnType.TINY: "TINYINT",
    ColumnType.SHORT: "SMALLINT",
    ColumnType.INT24: "MEDIUMINT",
    ColumnType.LONG: "INT",
    ColumnType.LONGLONG: "BIGINT",
    ColumnType.YEAR: "YEAR",
    ColumnType.FLOAT: "FLOAT",
    ColumnType.DOUBLE: "DOUBLE",
    ColumnType.DATE: "DATE",
    ColumnType.JSON: "JSON",
    ColumnType.GEOMETRY: "GEOMETRY",
}
_FRACTIONAL = {ColumnType.TIME2: "TIME", ColumnType.DATETIME2: "DATETIME", ColumnType.TIMESTAMP2: "TIMESTAMP"}
_MEMBERS = {ColumnType.ENUM: "ENUM", ColumnType.SET: "SET"}
_CHARACTERS = {ColumnType.STRING: ("CHAR", "BINARY"), ColumnType.VARCHAR: ("VARCHAR", "VARBINARY")}
_BLOB_SIZES = ("TINY", "", "MEDIUM", "LONG")


def sql_type(spec: ColumnSpec) -> str:
    """The column's type in CREATE TABLE."""
    unsigned = " UNSIGNED" if spec.unsigned and spec.type is not ColumnType.YEAR else ""
    collation = collation_by_id(spec.collation)
    characters = "" if spec.collation == 63 else f" COLLATE {collation.name}"
    if spec.type in _SIMPLE:
        return _SIMPLE[spec.type] + unsigned
    if spec.type is ColumnType.NEWDECIMAL:
        return f"DECIMAL({spec.precision},{spec.scale}){unsigned}"
    if spec.type is ColumnType.BIT:
        return f"BIT({spec.length})"
    if spec.type is ColumnType.VECTOR:
        return f"VECTOR({spec.length})"
    if spec.type in _FRACTIONAL:
        return f"{_FRACTIONAL[spec.type]}({spec.fsp})"
    if spec.type in _MEMBERS:
        return f"{_MEMBERS[spec.type]}({', '.join(map(repr, spec.members))}){characters}"
    if spec.type is ColumnType.BLOB:
        return f"{_BLOB_SIZES[spec.length - 1]}{'TEXT' if characters else 'BLOB'}{characters}"
    names = _CHARACTERS[spec.type]
    return f"{names[0 if characters else 1]}({spec.length // (collation.mbmaxlen if characters else 1)}){characters}"


@dataclass(frozen=True)
class RandomTable:
    """A table of random columns behind a key, rows of it, and for each what it becomes (None: it is deleted)."""

    specs: tuple[ColumnSpec, ...]
    inserted: tuple[tuple[ColumnValue, ...], ...]
    changed: tuple[tuple[ColumnValue, ...] | None, ...]

    @property
    def left(self) -> list[tuple[ColumnValue, ...]]:
        return [row for row in self.changed if row is not None]

    def table(self, name: str) -> Table:
        columns = tuple(map(Column, self.specs))
        return Table(DATABASE, name, engine_by_name("InnoDB"), columns, (Key("PRIMARY", (KeyPart(0),), unique=True),))

    def create(self, name: str) -> str:
        columns = ", ".join(
            f"{spec.name} {sql_type(spec)} {'NULL' if spec.nullable else 'NOT NULL'}" for spec in self.specs
        )
        return f"CREATE TABLE {DATABASE}.{name} ({columns}, PRIMARY KEY (id))"


_FINITE = st.floats(width=32, allow_nan=False, allow_infinity=False)


@st.composite
def _vectors(draw: Any) -> tuple[ColumnSpec, bytes]:
    dimensions = draw(st.integers(1, 20))
    entries = draw(st.lists(_FINITE, min_size=1, max_size=dimensions))
    return ColumnSpec("c", ColumnType.VECTOR, length=dimensions), vector(entries)


@st.composite
def _shapes(draw: Any) -> tuple[ColumnSpec, bytes]:
    return ColumnSpec("c", ColumnType.GEOMETRY, length=4), geometry(draw(RANDOM_SHAPES))


def _creatable(cell: tuple[ColumnSpec, Any]) -> bool:
    """CHAR and BINARY have 255 characters at most; geometries are made by `_shapes`."""
    spec, _ = cell
    if spec.type is ColumnType.STRING:
        return spec.length // (1 if spec.collation == 63 else collation_by_id(spec.collation).mbmaxlen) <= 255
    return spec.type is not ColumnType.GEOMETRY


# a column and a value for it; servers make no old temporal columns, and refuse vectors of random bytes
_CELLS = st.one_of(
    *(
        family.filter(_creatable)
        for name, family in strategies.FAMILIES.items()
        if name not in ("old_temporals", "vectors")
    ),
    _vectors(),
    _shapes(),
)


@st.composite
def tables(draw: Any) -> RandomTable:
    cells = draw(st.lists(_CELLS, min_size=1, max_size=12))
    specs = [ColumnSpec("id", ColumnType.LONG, nullable=False)]
    pools: list[list[ColumnValue]] = []
    for number, (spec, value) in enumerate(cells, 1):
        nullable = draw(st.booleans())
        specs.append(replace(spec, name=f"c{number}", nullable=nullable))
        pools.append([value, None] if nullable else [value])
    rows = []
    for identity in range(draw(st.integers(1, 4))):
        rows.append((identity, *(draw(st.sampled_from(pool)) for pool in pools)))
    changed = []
    for row in rows:
        kept = draw(st.sampled_from(("same", "changed", "deleted")))
        other = (row[0], *(draw(st.sampled_from(pool)) for pool in pools))
        changed.append({"same": row, "changed": other, "deleted": None}[kept])
    return RandomTable(tuple(specs), tuple(rows), tuple(changed))


def random_tables() -> dict[str, RandomTable]:
    found: list[RandomTable] = []

    @settings(
        max_examples=TABLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(tables())
    def collect(table: RandomTable) -> None:
        found.append(table)

    collect()
    return {f"t{number}": table for number, table in enumerate(found)}


def write_log(found: dict[str, RandomTable], folder: Path) -> Path:
    """Our file: for each table its rows inserted, then changed, then deleted."""
    with Server(folder, ["gtid-mode=OFF", "enforce-gtid-consistency=OFF", "binlog-row-metadata=FULL"]) as server:
        session = server.connect()
        for name, random_table in found.items():
            table = random_table.table(name)
            session.insert_rows(table, random_table.inserted)
            pairs = list(zip(random_table.inserted, random_table.changed, strict=True))
            if updates := [(old, new) for old, new in pairs if new is not None and new != old]:
                session.update_rows(table, updates)
            if deletes := [old for old, new in pairs if new is None]:
                session.delete_rows(table, deletes)
    return folder / "binlog.000001"


def _same(spec: ColumnSpec, ours: ColumnValue, text: str | None) -> bool:
    """Whether the server's text stands for our value."""
    if ours is None or text is None:
        return ours is None and text is None
    if isinstance(ours, JsonDocument):
        # the keys stand in the order of storage
        return json_text(json_from_binary(json_to_binary(ours))) == text
    theirs = parsed_value(spec, text)
    if isinstance(ours, float) and isinstance(theirs, float):
        return math.isclose(ours, theirs, rel_tol=0) or ours == theirs
    if spec.type is ColumnType.STRING and isinstance(theirs, bytes):
        theirs = theirs.rstrip(b"\0")
    return ours == theirs


def _data_type(spec: ColumnSpec) -> str:
    """As information_schema names the type."""
    return sql_type(spec).partition("(")[0].partition(" ")[0].lower()


def _rows_bytes(events: Any) -> dict[tuple[str, EventType], bytes]:
    """All rows of a table and kind, one after the other."""
    found: dict[tuple[str, EventType], bytes] = {}
    for rows in rows_of_events(events):
        key = rows.table.name, rows.body.type
        found[key] = found.get(key, b"") + rows.body.rows
    return found


def _printed(lines: Iterable[str]) -> dict[str, list[str]]:
    """The pseudo-SQL's lines by table; a value with a line break in it takes several."""
    found: dict[str, list[str]] = {}
    table: list[str] = []
    for line in (part for whole in lines for part in whole.split("\n")):
        if line.startswith(("### INSERT", "### UPDATE", "### DELETE")):
            table = found.setdefault(line.rpartition("`.`")[2].rstrip("`"), [])
        if line.startswith("###"):
            table.append(line)
    return found


def _table_maps(events: Any) -> dict[str, TableMap]:
    """The Table_map of each table, but for its number."""
    return {rows.table.name: replace(rows.table.body, table_id=0) for rows in rows_of_events(events)}


@pytest.mark.mysql
def test_random_rows_on_a_real_server(clean_mysql: MySQLServer, tmp_path: Path) -> None:
    found = random_tables()
    path = write_log(found, tmp_path / "log")

    printed = clean_mysql.mysqlbinlog(["-v", "--base64-output=DECODE-ROWS"], {"log": path.read_bytes()})
    theirs = _printed(printed.stdout.decode("utf-8", "surrogateescape").split("\n"))
    ours = _printed(line for rows in rows_of_events(read_events(path)) for line in pseudo_sql(rows))
    # mysqlbinlog gives up an event at its first geometry
    plain = [name for name, table in found.items() if all(spec.type is not ColumnType.GEOMETRY for spec in table.specs)]
    assert len(plain) > TABLES / 5
    for name in plain:
        assert ours[name] == theirs[name]

    clean_mysql.execute(
        "SET GLOBAL binlog_row_metadata = 'FULL'",
        f"CREATE DATABASE {DATABASE}",
        *(table.create(name) for name, table in found.items()),
        "FLUSH BINARY LOGS",
    )
    assert replay(clean_mysql, [path]).errors == ()

    with clean_mysql.connect() as connection, connection.cursor() as cursor:
        cursor.execute("SET time_zone = '+00:00'")
        for name, expected in found.items():
            columns = [READ_BY.get(_data_type(spec), "CAST({0} AS CHAR)").format(spec.name) for spec in expected.specs]
            cursor.execute(f"SELECT {', '.join(columns)} FROM {DATABASE}.{name} ORDER BY id")
            selected = [[None if value is None else str(value) for value in row] for row in cursor.fetchall()]
            assert len(selected) == len(expected.left), name
            for row, texts in zip(expected.left, selected, strict=True):
                for spec, value, text in zip(expected.specs, row, texts, strict=True):
                    assert _same(spec, value, text), (name, sql_type(spec), value, text)

    relogged = list(clean_mysql.fetch_binlogs().values())[-1]
    assert _rows_bytes(read_events(relogged)) == _rows_bytes(read_events(path))
    assert _table_maps(read_events(relogged)) == _table_maps(read_events(path))
