"""Asks a real server how geometries of a plane lie: `python -m tests.golden.spatial.capture [--real HOST:PORT]`.

answers.json: by function, of two geometries a line for each first one with an answer for each second one; of one
geometry an answer for each. `!` and a number: an error.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path

import pymysql

ANSWERS = Path(__file__).with_name("answers.json")
GEOMETRIES = (
    "POINT(1 1)",
    "POINT(2 0)",
    "POINT(9 9)",
    "MULTIPOINT(1 1,2 2)",
    "MULTIPOINT(2 0,9 9)",
    "LINESTRING(0 0,2 2)",
    "LINESTRING(0 2,2 0)",
    "LINESTRING(1 1,2 2,4 4)",
    "LINESTRING(0 0,2 0,2 2,0 0)",
    "LINESTRING(0 0,2 2,2 0,0 2)",
    "MULTILINESTRING((0 0,4 0),(5 5,6 6))",
    "POLYGON((0 0,2 0,2 2,0 2,0 0))",
    "POLYGON((2 0,4 0,4 2,2 2,2 0))",
    "POLYGON((1 1,3 1,3 3,1 3,1 1))",
    "POLYGON((0 0,9 0,9 9,0 9,0 0),(3 3,6 3,6 6,3 6,3 3))",
    "MULTIPOLYGON(((0 0,1 0,1 1,0 1,0 0)),((2 2,3 2,3 3,2 3,2 2)))",
    "GEOMETRYCOLLECTION(POINT(1 1),LINESTRING(0 0,2 2))",
    "GEOMETRYCOLLECTION(POINT(9 9),POLYGON((0 0,2 0,2 2,0 2,0 0)))",
    "GEOMETRYCOLLECTION()",
)
PAIRED = (
    *("ST_CONTAINS", "ST_WITHIN", "ST_INTERSECTS", "ST_DISJOINT", "ST_EQUALS", "ST_TOUCHES", "ST_OVERLAPS"),
    *("ST_CROSSES", "ST_DISTANCE", "MBRCONTAINS", "MBRWITHIN", "MBRINTERSECTS", "MBRDISJOINT", "MBREQUALS"),
    *("MBRTOUCHES", "MBROVERLAPS", "MBRCOVERS", "MBRCOVEREDBY"),
)
SINGLE = (
    "ST_AREA({})",
    "ST_ISSIMPLE({})",
    "ST_ISVALID({})",
    "ST_ASTEXT(ST_VALIDATE({}))",
    "ST_ASTEXT(ST_SWAPXY({}))",
    "ST_ASTEXT(ST_CENTROID({}))",
    "ST_ASTEXT(ST_INTERIORRINGN({}, 1))",
    "ST_NUMINTERIORRING({})",
    "ST_ASGEOJSON({})",
    "ST_ASGEOJSON({}, 2, 1)",
    "ST_ASTEXT(ST_GEOMFROMGEOJSON(ST_ASGEOJSON({})))",
    "ST_GEOHASH({}, 8)",
    "ST_ASTEXT(ST_MAKEENVELOPE(POINT(1, 1), {}))",
    "ST_LENGTH({})",
    "ST_DIMENSION({})",
    "ST_ISEMPTY({})",
    "ST_ASTEXT(ST_ENVELOPE({}))",
    "ST_LATITUDE({})",
)
CONSTANT = (
    "ST_GEOHASH(1, 2, 12)",
    "ST_GEOHASH(180, 90, 3)",
    "ST_GEOHASH(-180, -90, 3)",
    "ST_GEOHASH(181, 0, 3)",
    "ST_GEOHASH(0, -91, 3)",
    "ST_GEOHASH(1, 2, 101)",
    "ST_GEOHASH(1, 2, 0)",
    "ST_LATFROMGEOHASH('s00twy01mtw0')",
    "ST_LONGFROMGEOHASH('s00twy01mtw0')",
    "ST_LATFROMGEOHASH('')",
    "ST_LATFROMGEOHASH('a')",
    "ST_ASTEXT(ST_POINTFROMGEOHASH('s00twy01mtw0', 0))",
    "ST_CONTAINS(POINT(1,2), 5)",
    "ST_CONTAINS(POINT(1,2), ST_SRID(POINT(1, 2), 4326))",
    "MBRCONTAINS(ST_SRID(POINT(1, 2), 3857), POINT(1, 2))",
    "ST_DISTANCE(ST_SRID(POINT(1, 2), 3857), POINT(1, 2))",
    'ST_ASTEXT(ST_GEOMFROMGEOJSON(\'{"type": "Point", "coordinates": [1, 2, 3]}\'))',
    'ST_ASTEXT(ST_GEOMFROMGEOJSON(\'{"type": "Dot"}\'))',
)


def answers_of(ask: Callable[[str], str]) -> dict[str, list[str]]:
    """By function. ask: the first value of a query's row, as text."""
    made = [f"ST_GEOMFROMTEXT('{text}')" for text in GEOMETRIES]
    answers = {
        name: [" ".join(ask(f"SELECT {name}({one}, {other})") for other in made) for one in made] for name in PAIRED
    }
    answers |= {call: [ask(f"SELECT {call.replace('{}', one)}") for one in made] for call in SINGLE}
    return answers | {"constant": [ask(f"SELECT {call}") for call in CONSTANT]}


def asked_of(connection: pymysql.Connection[tuple[object, ...]], *, messages: bool = False) -> Callable[[str], str]:
    """messages: errors have theirs behind the number."""

    def ask(sql: str) -> str:
        try:
            with connection.cursor() as cursor:
                cursor.execute(sql)
                row = cursor.fetchone()
        except pymysql.MySQLError as error:
            return f"!{error.args[0]} {error.args[1]}" if messages else f"!{error.args[0]}"
        value = row[0] if row else None
        return "-" if value is None else str(value)

    return ask


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="tests.golden.spatial.capture", description=__doc__)
    parser.add_argument("--real", metavar="HOST:PORT")
    place = parser.parse_args().real
    if place:
        host, _, port = place.partition(":")
        connection = pymysql.connect(
            host=host, port=int(port), user="root", charset="utf8mb4", conv={}, autocommit=None
        )
        found = answers_of(asked_of(connection))
    else:
        from binwriter.integration.mysql import running_server

        with running_server() as server:
            found = answers_of(asked_of(server.connect(conv={}, autocommit=None)))
    ANSWERS.write_text(json.dumps(found, indent=0) + "\n")


if __name__ == "__main__":
    main()
