"""Rows without SQL, of values as people write them: members by name, shapes, entries of vectors, documents."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.binlog.files.rows import rows_of_events
from binwriter.catalog.tables import Column, Key, KeyPart, Table
from binwriter.errors import EncodeError
from binwriter.formats.columns.geometry import Geometry, Point, geometry
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.stored_values import stored_value
from binwriter.formats.columns.values import JsonDocument
from binwriter.formats.columns.vector import vector
from binwriter.formats.constants import ColumnType
from binwriter.mysql.engines import ENGINES
from binwriter.server.server import Server

SPECS = (
    ColumnSpec("id", ColumnType.LONG, nullable=False),
    ColumnSpec("size", ColumnType.ENUM, members=("small", "large"), collation=255),
    ColumnSpec("colours", ColumnType.SET, members=("red", "green", "blue"), collation=255),
    ColumnSpec("place", ColumnType.GEOMETRY, length=4, geometry_type=1),
    ColumnSpec("v", ColumnType.VECTOR, length=2),
    ColumnSpec("doc", ColumnType.JSON, length=4),
)
TABLE = Table("shop", "t", ENGINES["innodb"], tuple(map(Column, SPECS)), (Key("PRIMARY", (KeyPart(0),), unique=True),))


def test_rows_are_stored(tmp_path: Path) -> None:
    first = (1, "large", {"red", "blue"}, Geometry(Point(1, 2), 4326), (0.5, 1), {"k": [1]})
    stored = (1, 2, 5, geometry(Point(1, 2), 4326), vector([0.5, 1]), JsonDocument({"k": [1]}))
    second = (1, "small", frozenset[str](), Point(0, 0), vector([1]), None)
    stored_second = (1, 1, 0, geometry(Point(0, 0)), vector([1]), None)
    with Server(tmp_path) as server:
        session = server.connect()
        session.insert_rows(TABLE, [first])
        session.update_rows(TABLE, [(first, second)])
        session.delete_rows(TABLE, [second])
    changes = [rows.changes()[0] for rows in rows_of_events(read_events(tmp_path / "binlog.000001"))]
    images = [
        (change.before.values if change.before else None, change.after.values if change.after else None)
        for change in changes
    ]
    assert images == [(None, stored), (stored, stored_second), (stored_second, None)]


def test_a_name_that_is_no_member(tmp_path: Path) -> None:
    with Server(tmp_path) as server, pytest.raises(EncodeError, match="column 'size', ENUM: not one of its members"):
        server.connect().insert_rows(TABLE, [(1, "huge", 0, None, None, None)])


def test_shapes_in_a_column_with_an_srid_have_it() -> None:
    spec = ColumnSpec("p", ColumnType.GEOMETRY, length=4, srid=4326)
    stored = stored_value(spec, Point(1.0, 2.0))
    assert stored == geometry(Point(1.0, 2.0), 4326) == stored_value(spec, Geometry(Point(1.0, 2.0), 4326))
    assert stored_value(spec, stored) == stored
    assert stored_value(spec, None) is None
    for other in (Geometry(Point(1.0, 2.0)), geometry(Point(1.0, 2.0))):
        with pytest.raises(EncodeError, match="column 'p', GEOMETRY: its values have SRID 4326, not 0"):
            stored_value(spec, other)
