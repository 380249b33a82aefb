"""Crosses the spatial functions with geometries, reference systems and what is none; asks a real server for each cell.

    python -m tests.golden.spatial.crossing [--real HOST:PORT]

crossing.txt has a line of each call, and below it, indented, each answer once, with the names of what stood in it.
`!` and a number, and the message: an error.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import pymysql

from tests.golden.spatial.capture import asked_of

ANSWERS = Path(__file__).with_name("crossing.txt")

_POINT = "0101000000{}{}"
_ONE, _ZERO, _INFINITE, _NONE = "000000000000F03F", "0000000000000000", "000000000000F07F", "000000000000F87F"
_FAR, _HIGH = "0000000000206940", "0000000000C05640"  # 201 and 91


def _text(wkt: str, srid: int) -> str:
    return f"ST_GEOMFROMTEXT('{wkt}', {srid})"


_SHAPES = {
    "p": "POINT(1 2)",
    "l": "LINESTRING(0 0,3 4,3 8)",
    "a": "POLYGON((0 0,0 4,4 4,4 0,0 0))",
    "mp": "MULTIPOINT((1 2),(3 4))",
    "ml": "MULTILINESTRING((0 0,1 1),(2 2,2 5))",
    "ma": "MULTIPOLYGON(((0 0,0 1,1 1,1 0,0 0)),((5 5,5 6,6 6,6 5,5 5)))",
    "c": "GEOMETRYCOLLECTION(POINT(1 2),LINESTRING(0 0,3 3))",
    "e": "GEOMETRYCOLLECTION()",
}
_OTHERS = ("p", "l", "a", "c", "e")
VALUES: dict[str, str] = {
    "null": "NULL",
    "number": "5",
    "text": "'abc'",
    "empty": "''",
    "none": "X'00'",
    "nokind": "X'000000000109000000'",
    "short": "X'000000000101000000000000000000F03F'",
    "long": f"X'00000000{_POINT.format(_ONE, _ONE)}00'",
    "emptyline": "X'00000000010200000000000000'",
    "emptymany": "X'00000000010400000000000000'",
    "infinite": f"X'00000000{_POINT.format(_INFINITE, _ONE)}'",
    "nan": f"X'00000000{_POINT.format(_ONE, _NONE)}'",
    "big": "X'00000000000000000 13FF00000000000003FF0000000000000'".replace(" ", ""),
    "unknown": f"X'01000000{_POINT.format(_ONE, _ONE)}'",
    "east": f"X'E6100000{_POINT.format(_FAR, _ONE)}'",
    "north": f"X'E6100000{_POINT.format(_ONE, _HIGH)}'",
    "open": "X'0000000001030000000100000004000000" + (_ZERO * 2 + _ONE + _ZERO + _ONE * 2 + _ZERO + _ONE) + "'",
    **{f"{name}0": _text(shape, 0) for name, shape in _SHAPES.items()},
    **{f"{name}4326": _text(shape, 4326) for name, shape in _SHAPES.items()},
    **{f"{name}{srid}": _text(_SHAPES[name], srid) for srid in (4267, 3857, 7035, 2000) for name in _OTHERS},
    "twisted": _text("POLYGON((0 0,2 2,2 0,0 2,0 0))", 0),
    "flat": _text("POLYGON((0 0,2 2,1 1,0 0))", 0),
    "ring": _text("LINESTRING(0 0,4 0,4 4,0 0)", 0),
    "still": _text("LINESTRING(1 1,1 1)", 0),
}
SINGLE = tuple(
    call.replace("{}", "{one}")
    for call in (
        *("ST_ASTEXT({})", "HEX(ST_ASWKB({}))", "ST_ASTEXT({}, 'axis-order=long-lat')", "ST_ASTEXT({}, 'x=y')"),
        *("ST_GEOMETRYTYPE({})", "ST_SRID({})", "ST_SRID(ST_SRID({}, 4326))", "ST_SRID({}, 1)", "ST_SRID({}, -1)"),
        *("ST_X({})", "ST_Y({})", "ST_ASTEXT(ST_X({}, 1.5))", "ST_ASTEXT(ST_Y({}, 95))", "ST_ASTEXT(ST_X({}, 200))"),
        *("ST_LATITUDE({})", "ST_LONGITUDE({})", "ST_ASTEXT(ST_LATITUDE({}, 95))", "ST_ASTEXT(ST_LONGITUDE({}, 5))"),
        *("ST_DIMENSION({})", "ST_ISEMPTY({})", "ST_NUMPOINTS({})", "ST_ISCLOSED({})", "ST_ISSIMPLE({})"),
        *("ST_LENGTH({})", "ST_LENGTH({}, 'foot')", "ST_LENGTH({}, 'x')", "ST_NUMGEOMETRIES({})", "ST_AREA({})"),
        *("ST_NUMINTERIORRINGS({})", "ST_ASTEXT(ST_STARTPOINT({}))", "ST_ASTEXT(ST_ENDPOINT({}))"),
        *("ST_ASTEXT(ST_EXTERIORRING({}))", "ST_ASTEXT(ST_ENVELOPE({}))", "ST_ASTEXT(ST_POINTN({}, 1))"),
        *("ST_ASTEXT(ST_GEOMETRYN({}, 1))", "ST_ASTEXT(ST_INTERIORRINGN({}, 1))", "ST_ASTEXT(ST_CENTROID({}))"),
        *("ST_ASTEXT(ST_CONVEXHULL({}))", "ST_ISVALID({})", "ST_ASTEXT(ST_VALIDATE({}))", "ST_ASTEXT(ST_SWAPXY({}))"),
        *(
            "CONCAT(ST_ASGEOJSON({}))",
            "CONCAT(ST_ASGEOJSON({}, 1, 7))",
            "ST_ASGEOJSON({}, -1)",
            "ST_ASGEOJSON({}, 1, 8)",
        ),
        *("ST_GEOHASH({}, 5)", "ST_GEOHASH({}, 0)", "ST_ASTEXT(ST_SIMPLIFY({}, 1))", "ST_ASTEXT(ST_SIMPLIFY({}, 0))"),
        *("ST_ASTEXT(ST_SIMPLIFY({}, -1))", "ST_ASTEXT(ST_BUFFER({}, 0))", "ST_ASTEXT(ST_BUFFER({}, -1))"),
        *(
            "ST_AREA(ST_BUFFER({}, 1))",
            "ST_ASTEXT(ST_BUFFER({}, 1, ST_BUFFER_STRATEGY('point_square')))",
        ),
        *("ST_ASTEXT(ST_LINEINTERPOLATEPOINT({}, 0.5))", "ST_ASTEXT(ST_LINEINTERPOLATEPOINT({}, 2))"),
        *("ST_ASTEXT(ST_LINEINTERPOLATEPOINTS({}, 0.5))", "ST_ASTEXT(ST_POINTATDISTANCE({}, 1))"),
        *(
            "ST_ASTEXT(ST_POINTATDISTANCE({}, -1))",
            "ST_ASTEXT(ST_TRANSFORM({}, 4326))",
            "ST_ASTEXT(ST_TRANSFORM({}, 0))",
        ),
        *("ST_ASTEXT(ST_TRANSFORM({}, 1))", "ST_ASTEXT(ST_TRANSFORM({}, 4267))", "ST_ASTEXT(ST_COLLECT({}))"),
        *(f"ST_ASTEXT(CAST({{}} AS {kind}))" for kind in ("POINT", "LINESTRING", "POLYGON", "MULTIPOINT")),
        *(f"ST_ASTEXT(CAST({{}} AS {kind}))" for kind in ("MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION")),
        *("ST_ASTEXT(ST_GEOMFROMWKB(ST_ASWKB({})))", "ST_ASTEXT(ST_GEOMFROMTEXT(ST_ASTEXT({}), 4326))"),
        *("ST_ASTEXT(LINESTRING({}, POINT(5, 6)))", "ST_ASTEXT(POLYGON({}))", "ST_ASTEXT(MULTIPOINT({}))"),
        *("ST_ASTEXT(GEOMETRYCOLLECTION({}))", "ST_ASTEXT(MULTILINESTRING({}))", "ST_ASTEXT(MULTIPOLYGON({}))"),
    )
)
PAIRED = (
    *(
        f"ST_{name}({{one}}, {{other}})"
        for name in ("CONTAINS", "CROSSES", "DISJOINT", "EQUALS", "INTERSECTS", "OVERLAPS", "TOUCHES", "WITHIN")
    ),
    *(f"MBR{name}({{one}}, {{other}})" for name in ("CONTAINS", "COVEREDBY", "COVERS", "DISJOINT", "EQUALS")),
    *(f"MBR{name}({{one}}, {{other}})" for name in ("INTERSECTS", "OVERLAPS", "TOUCHES", "WITHIN")),
    *(f"ST_ASTEXT(ST_{name}({{one}}, {{other}}))" for name in ("UNION", "INTERSECTION", "DIFFERENCE", "SYMDIFFERENCE")),
    *("ST_DISTANCE({one}, {other})", "ST_DISTANCE({one}, {other}, 'foot')", "ST_DISTANCE_SPHERE({one}, {other})"),
    *("ST_DISTANCE_SPHERE({one}, {other}, 0)", "ST_FRECHETDISTANCE({one}, {other})"),
    *("ST_HAUSDORFFDISTANCE({one}, {other})", "ST_ASTEXT(ST_MAKEENVELOPE({one}, {other}))"),
    *("ST_HAUSDORFFDISTANCE({one}, {other}, 'metre')", "ST_FRECHETDISTANCE({one}, {other}, 'x')"),
)
_BAD = ("null", "number", "none", "unknown", "north", "infinite", "emptyline")
_ORDINARY = tuple(f"{name}0" for name in _SHAPES)
_ROUND = tuple(f"{name}4326" for name in _SHAPES)
PAIRS = (
    *itertools.product(_BAD, ("p0", "a4326")),
    *itertools.product(("p0", "a4326"), _BAD),
    *itertools.product(_ORDINARY, repeat=2),
    *itertools.product(_ROUND, repeat=2),
    *(("p0", "p4326"), ("p4326", "p4267"), ("a3857", "a3857"), ("l4267", "p4267"), ("p2000", "a2000"), ("c0", "c4326")),
    *(("twisted", "p0"), ("twisted", "a0"), ("flat", "a0"), ("still", "p0"), ("e0", "e4326"), ("null", "unknown")),
)


def calls() -> Iterator[tuple[str, str, str]]:
    """The call with its placeholders, the name of what stands in it, and the query."""
    for call in SINGLE:
        for name, value in VALUES.items():
            yield call, name, f"SELECT {call.replace('{one}', value)}"
    for call in PAIRED:
        for one, other in PAIRS:
            query = call.replace("{one}", VALUES[one]).replace("{other}", VALUES[other])
            yield call, f"{one},{other}", f"SELECT {query}"


def read_answers() -> dict[tuple[str, str], str]:
    """By call and what stands in it."""
    found: dict[tuple[str, str], str] = {}
    call = ""
    for line in ANSWERS.read_text("utf-8").splitlines():
        if not line.startswith("  "):
            call = line
            continue
        names, _, answer = line.strip().partition(": ")
        found.update({(call, name): answer for name in names.split()})
    return found


def write_answers(answers: dict[tuple[str, str], str]) -> None:
    by_call: dict[str, dict[str, list[str]]] = {}
    for (call, name), answer in answers.items():
        by_call.setdefault(call, {}).setdefault(answer, []).append(name)
    lines: list[str] = []
    for call, found in by_call.items():
        lines += [call, *(f"  {' '.join(names)}: {answer}" for answer, names in found.items())]
    ANSWERS.write_text("\n".join(lines) + "\n", "utf-8")


def answers_of(ask: Callable[[str], str], wanted: Collection[str] = (*SINGLE, *PAIRED)) -> dict[tuple[str, str], str]:
    """wanted: the calls that are asked for."""
    return {(call, name): ask(query).replace("\n", " ") for call, name, query in calls() if call in wanted}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="tests.golden.spatial.crossing", description=__doc__)
    parser.add_argument("--real", metavar="HOST:PORT", required=True)
    host, _, port = parser.parse_args().real.partition(":")
    connection = pymysql.connect(host=host, port=int(port), user="root", charset="utf8mb4", conv={}, autocommit=None)
    write_answers(answers_of(asked_of(connection, messages=True)))


if __name__ == "__main__":
    main()
