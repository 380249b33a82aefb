"""Geometries: built from typed shapes they are the bytes that a real server stored, and read they are the shapes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binwriter.formats.columns.geometry import (
    MAX_DEPTH,
    SHAPE_TYPES,
    Geometry,
    GeometryCollection,
    LineString,
    MultiLineString,
    MultiPoint,
    MultiPolygon,
    Point,
    Polygon,
    Position,
    Shape,
    geometry,
    parse_geometry,
)
from binwriter.formats.errors import CorruptLogError, EncodeError
from tests.examples import examples
from tests.formats.columns.captured_types import captured_tables


def _positions(*pairs: tuple[float, float]) -> tuple[Position, ...]:
    return tuple(Position(*pair) for pair in pairs)


# what `type_tables` states as WKT, in the columns c2 to c8 of its table `spatial`
SHAPES: tuple[Shape, ...] = (
    Point(1.5, -2),
    LineString(_positions((0, 0), (1, 1), (2, 0.5))),
    Polygon((_positions((0, 0), (4, 0), (4, 4), (0, 4), (0, 0)), _positions((1, 1), (2, 1), (2, 2), (1, 1)))),
    MultiPoint((Point(1, 2), Point(3, 4))),
    MultiLineString((LineString(_positions((0, 0), (1, 1))), LineString(_positions((2, 2), (3, 3), (4, 4))))),
    MultiPolygon(
        (
            Polygon((_positions((0, 0), (1, 0), (1, 1), (0, 0)),)),
            Polygon((_positions((5, 5), (6, 5), (6, 6), (5, 5)),)),
        )
    ),
    GeometryCollection(
        (
            Point(1, 2),
            LineString(_positions((0, 0), (1, 1))),
            GeometryCollection((Point(3, 4),)),
        )
    ),
)


@pytest.mark.parametrize("number", range(len(SHAPES)), ids=lambda number: type(SHAPES[number]).__name__)
def test_a_shape_is_stored_as_the_server_stores_it(number: int) -> None:
    table = captured_tables()["minimal", "spatial"]
    stored = table.inserted[0][number + 1]
    assert isinstance(stored, bytes)
    assert geometry(SHAPES[number]) == stored
    assert parse_geometry(stored) == Geometry(SHAPES[number])
    assert table.specs[number + 1].geometry_type == SHAPE_TYPES[type(SHAPES[number])]


def test_reference_systems_and_the_empty_collection() -> None:
    (first, second) = captured_tables()["minimal", "spatial_reference"].inserted
    assert first[0] == geometry(Point(16.37, 48.2), 4326)  # POINT(48.2 16.37): latitude first in WKT, stored second
    assert second[2] == geometry(LineString(_positions((0, 0), (10, 10))), 3857)
    empty = captured_tables()["minimal", "spatial"].inserted[-1][0]
    assert empty == geometry(GeometryCollection())


def _nested(depth: int) -> Shape:
    shape: Shape = Point(0, 0)
    for _ in range(depth):
        shape = GeometryCollection((shape,))
    return shape


WRONG: list[tuple[Any, int, str]] = [
    (Point(float("nan"), 0), 0, "must be finite"),
    (Point("1", 0), 0, "GEOMETRY"),  # type: ignore[arg-type]
    (LineString(()), 0, "may be empty"),
    (Polygon(((),)), 0, "may be empty"),
    (LineString(((1, 2, 3),)), 0, "GEOMETRY"),  # type: ignore[arg-type]
    ("POINT(1 2)", 0, "not a shape"),
    (Point(1, 2), -1, "range 0 to 4294967295: -1"),
    (Point(1, 2), 2**32, "SRID"),
    (_nested(MAX_DEPTH), 0, "100 levels"),
]


@pytest.mark.parametrize(("shape", "srid", "message"), WRONG)
def test_wrong_shapes(shape: Any, srid: int, message: str) -> None:
    with pytest.raises(EncodeError, match=message):
        geometry(shape, srid)


def test_corrupt_bytes() -> None:
    data = geometry(SHAPES[-1])
    for end in range(len(data)):
        with pytest.raises(CorruptLogError):
            parse_geometry(data[:end])
    with pytest.raises(CorruptLogError, match="1 bytes too many"):
        parse_geometry(data + b"x")
    with pytest.raises(CorruptLogError, match="byte order 0"):
        parse_geometry(bytes(4) + b"\0\0\0\0\1" + bytes(16))
    with pytest.raises(CorruptLogError, match="type 99"):
        parse_geometry(bytes(4) + b"\1\x63\0\0\0")
    with pytest.raises(CorruptLogError, match="4294967295 parts announced"):
        parse_geometry(bytes(4) + b"\1\2\0\0\0" + b"\xff" * 4)
    with pytest.raises(CorruptLogError, match="a LineString, not a Point"):
        parse_geometry(geometry(SHAPES[4]).replace(b"\1\5\0\0\0", b"\1\4\0\0\0"))
    with pytest.raises(CorruptLogError, match="100 levels"):
        parse_geometry(bytes(4) + b"\1\7\0\0\0\1\0\0\0" * 2000)


_COORDINATES = st.floats(allow_nan=False, allow_infinity=False)
_POSITIONS = st.lists(st.builds(Position, _COORDINATES, _COORDINATES), min_size=2, max_size=9).map(tuple)
RANDOM_SHAPES = st.recursive(
    st.builds(Point, _COORDINATES, _COORDINATES)
    | st.builds(LineString, _POSITIONS)
    | st.builds(MultiPoint, st.lists(st.builds(Point, _COORDINATES, _COORDINATES), min_size=1, max_size=4).map(tuple))
    | st.builds(MultiLineString, st.lists(st.builds(LineString, _POSITIONS), min_size=1, max_size=3).map(tuple)),
    lambda inner: st.builds(GeometryCollection, st.lists(inner, max_size=4).map(tuple)),
    max_leaves=10,
)


@settings(max_examples=examples(40), deadline=None)
@given(RANDOM_SHAPES, st.integers(0, 2**32 - 1))
def test_a_geometry_survives(shape: Shape, srid: int) -> None:
    assert parse_geometry(geometry(shape, srid)) == Geometry(shape, srid)
