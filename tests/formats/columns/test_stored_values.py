"""Values as people write them: names, shapes, entries; and names back."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from binwriter.formats.columns.geometry import Geometry, Point, geometry
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.stored_values import enum_name, row_converter, set_names, stored_value
from binwriter.formats.columns.values import JsonDocument
from binwriter.formats.columns.vector import vector, vector_entries
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import CorruptLogError, EncodeError

ENUM = ColumnSpec("size", ColumnType.ENUM, members=("small", "medium", "large"), collation=255)
SET = ColumnSpec("colours", ColumnType.SET, members=("red", "green", "blue"), collation=255)
VECTOR = ColumnSpec("v", ColumnType.VECTOR, length=3)
POINT = ColumnSpec("p", ColumnType.GEOMETRY, length=4, geometry_type=1)
LINE = ColumnSpec("l", ColumnType.GEOMETRY, length=4, geometry_type=2)
JSON = ColumnSpec("j", ColumnType.JSON, length=4)
INT = ColumnSpec("i", ColumnType.LONG)

CASES: list[tuple[ColumnSpec, Any, Any]] = [
    (ENUM, "large", 3),
    (ENUM, 0, 0),
    (ENUM, None, None),
    (SET, {"red", "blue"}, 0b101),
    (SET, frozenset(), 0),
    (SET, 7, 7),
    (VECTOR, (0.5, -1.0), vector([0.5, -1.0])),
    (VECTOR, vector([1]), vector([1])),
    (POINT, Point(1, 2), geometry(Point(1, 2))),
    (POINT, Geometry(Point(1, 2), 4326), geometry(Point(1, 2), 4326)),
    (JSON, {"k": [1, Decimal("1.5")]}, JsonDocument({"k": [1, Decimal("1.5")]})),
    (JSON, JsonDocument("text"), JsonDocument("text")),
    (INT, 5, 5),
]


@pytest.mark.parametrize(("spec", "value", "stored"), CASES)
def test_stored_values(spec: ColumnSpec, value: Any, stored: Any) -> None:
    assert stored_value(spec, value) == stored
    if stored is not None:
        codec_for(spec).encode(stored)


def test_a_row() -> None:
    assert row_converter((INT, ENUM, SET))([1, "small", {"green"}]) == (1, 1, 2)
    with pytest.raises(EncodeError, match="2 values, the table 1"):
        row_converter((INT,))([1, 2])


@pytest.mark.parametrize(("spec", "value"), [(ENUM, "Large"), (SET, {"pink"}), (ENUM, "")])
def test_not_a_member(spec: ColumnSpec, value: Any) -> None:
    with pytest.raises(EncodeError, match=f"column '{spec.name}', {spec.type.name}: not one of its members"):
        stored_value(spec, value)


def test_names_back() -> None:
    assert [enum_name(ENUM, value) for value in (0, 1, 3, 4)] == ["", "small", "large", None]
    assert [set_names(SET, value) for value in (0, 5, 8)] == [(), ("red", "blue"), None]


def test_vector_entries() -> None:
    assert vector_entries(vector([0.5, 1, -2])) == (0.5, 1.0, -2.0)
    with pytest.raises(CorruptLogError, match="5 bytes"):
        vector_entries(b"12345")
    for entries in ([float("nan")], ["1"], [1e39]):
        with pytest.raises(EncodeError, match="VECTOR"):
            vector(entries)  # type: ignore[arg-type]


def test_a_shape_of_another_type() -> None:
    with pytest.raises(EncodeError, match="column 'l', LINESTRING: the value is a POINT"):
        codec_for(LINE).encode(geometry(Point(1, 2)))
