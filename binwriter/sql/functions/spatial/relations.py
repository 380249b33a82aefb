"""How two geometries lie to each other: ST_Contains and its kind, and the same of their least rectangles (MBR..).

Source: MySQL manual, "Functions That Test Spatial Relations Between Geometry Objects"; a crossing of 27 geometries
(captured: tests/golden/clusters/spatial_relations). Decided by GEOS (the extra `gis`); where a 9.7.4 answers otherwise
than GEOS, it is said here. Reckoned in a plane: of a geographic system only places are compared.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from binwriter.errors import UnsupportedError
from binwriter.extras import naming_extras
from binwriter.mysql.values.geometries import MULTI, POINT, Geometry, geometry_of_bytes, geometry_to_bytes
from binwriter.sql.expressions.types import BOOL_TYPE, CompiledExpression
from binwriter.sql.functions.registry import Call, function
from binwriter.sql.functions.spatial.stored import (
    Stored,
    envelope,
    is_empty,
    is_geographic,
    nulls_first,
    points,
    same_srid,
    stored,
)

_AREA = 2
_COLLECTION = "GeometryCollection"


@cache
def geos() -> Any:
    """The library of GEOS. MissingExtraError without it.

    What it says of numbers beyond DOUBLE is nothing that a user is to be shown.
    """
    with naming_extras():
        import shapely
    warnings.filterwarnings("ignore", category=RuntimeWarning, module="shapely")
    return shapely


def shape_of(geometry: Geometry) -> Any:
    """As GEOS has it."""
    return geos().from_wkb(geometry_to_bytes(geometry, 0)[4:])


@contextmanager
def reckoned(name: str) -> Iterator[None]:
    """UnsupportedError where GEOS multiplies coordinates beyond DOUBLE."""
    try:
        yield
    except geos().errors.ShapelyError:
        raise UnsupportedError(f"{name}() of coordinates whose products are beyond DOUBLE") from None


def atoms(shape: Any) -> Iterator[Any]:
    """What a collection is made of, however deep."""
    if hasattr(shape, "geoms"):
        for part in shape.geoms:
            yield from atoms(part)
    else:
        yield shape


def _dimensions(shape: Any) -> list[int]:
    return [int(geos().get_dimensions(part)) for part in atoms(shape)]


# --- where a server's answers are not those of GEOS -------------------------------------------------------------------


def _contains(one: Any, other: Any) -> bool:
    """A place in the interior of one part is in the interior of a collection, wherever its other parts end."""
    if geos().contains(one, other):
        return True
    parts = list(atoms(one))
    return one.geom_type == _COLLECTION and all(
        any(geos().contains(part, atom) for part in parts) for atom in atoms(other)
    )


def _highest(shape: Any) -> Any:
    """The parts of the highest dimension, as one."""
    highest = max(_dimensions(shape))
    return geos().union_all([part for part in atoms(shape) if geos().get_dimensions(part) == highest])


def _overlaps(one: Any, other: Any) -> bool | None:
    if max(_dimensions(one)) != max(_dimensions(other)):
        return None
    return bool(geos().overlaps(_highest(one), _highest(other)))


def _crosses(one: Any, other: Any) -> bool | None:
    if max(_dimensions(one)) == _AREA or max(_dimensions(other)) == 0:
        return None
    return bool(geos().crosses(one, other))


def _touches(one: Any, other: Any) -> bool | None:
    """NULL of places and places, and of places beside a collection that has one which its other parts do not cover."""
    ours, theirs = (_dimensions(geos().union_all(list(atoms(shape)))) for shape in (one, other))
    if max(ours) == max(theirs) == 0:
        return None
    if min(ours) == min(theirs) == 0 and {one.geom_type, other.geom_type} != {_COLLECTION}:
        return None
    return bool(geos().touches(one, other))


_Relation = Callable[[Any, Any], bool | None]
_RELATIONS: dict[str, _Relation] = {
    "ST_CONTAINS": _contains,
    "ST_CROSSES": _crosses,
    "ST_DISJOINT": lambda one, other: bool(geos().disjoint(one, other)),
    "ST_EQUALS": lambda one, other: bool(geos().equals(one, other)),
    "ST_INTERSECTS": lambda one, other: bool(geos().intersects(one, other)),
    "ST_OVERLAPS": _overlaps,
    "ST_TOUCHES": _touches,
    "ST_WITHIN": lambda one, other: _contains(other, one),
}
_OF_RECTANGLES: dict[str, _Relation] = {
    "MBRCONTAINS": lambda one, other: bool(geos().contains(one, other)),
    "MBRCOVEREDBY": lambda one, other: bool(geos().covered_by(one, other)),
    "MBRCOVERS": lambda one, other: bool(geos().covers(one, other)),
    "MBRDISJOINT": lambda one, other: bool(geos().disjoint(one, other)),
    "MBREQUALS": lambda one, other: bool(geos().equals(one, other)),
    "MBRINTERSECTS": lambda one, other: bool(geos().intersects(one, other)),
    # a line beside an area overlaps it where GEOS says that it crosses
    "MBROVERLAPS": lambda one, other: bool(geos().overlaps(one, other) or geos().crosses(one, other)),
    "MBRTOUCHES": lambda one, other: bool(geos().touches(one, other)),
    "MBRWITHIN": lambda one, other: bool(geos().within(one, other)),
}


_PLACES = (POINT, MULTI[POINT])


def _lies_plainly(one: Geometry, other: Geometry) -> bool:
    """Whether angles may be compared as if in a plane: of places, and of what is far apart on one side of the globe."""
    if one.kind in _PLACES and other.kind in _PLACES:
        return True
    (xs, ys), (other_xs, other_ys) = (zip(*points(geometry), strict=True) for geometry in (one, other))
    if max(map(abs, (*xs, *other_xs))) > 80 or max(map(abs, (*ys, *other_ys))) > 60:
        return False
    apart = (min(xs) - max(other_xs), min(other_xs) - max(xs), min(ys) - max(other_ys), min(other_ys) - max(ys))
    return bool(max(apart[:2]) > 1 or max(apart[2:]) > 30)


def _register(name: str, relation: _Relation, *, rectangles: bool) -> None:
    lower = name.lower()

    def compute(one: Stored, other: Stored) -> int | None:
        srid = same_srid(lower, one, other)
        empty = [is_empty(geometry) for _, geometry in (one, other)]
        if any(empty):
            return int(all(empty)) if name.endswith("EQUALS") else None
        if is_geographic(srid) and not _lies_plainly(one[1], other[1]):
            raise UnsupportedError(f"{name}() of geometries with SRID {srid}")
        both = [geometry_of_bytes(envelope(*given))[1] if rectangles else given[1] for given in (one, other)]
        with reckoned(name):
            answer = relation(*map(shape_of, both))
        return answer if answer is None else int(answer)

    @function(name)
    def build(call: Call) -> CompiledExpression:
        return nulls_first(call, BOOL_TYPE, compute, stored(lower))


for _name, _relation in _RELATIONS.items():
    _register(_name, _relation, rectangles=False)
for _name, _relation in _OF_RECTANGLES.items():
    _register(_name, _relation, rectangles=True)
