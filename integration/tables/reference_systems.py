"""Writes `data/reference_systems.xz`: what a server says of its spatial reference systems.

`python -m binwriter.integration.tables.reference_systems HOST:PORT`. A line each, ordered by SRID: name, SRID,
organization, its number, definition and description, between tabs; NULL as `NULL`.
"""

from __future__ import annotations

import lzma
import sys
from pathlib import Path

import pymysql

from binwriter import data

_QUERY = "SELECT * FROM information_schema.st_spatial_reference_systems ORDER BY srs_id"


def main(place: str) -> None:
    """The command line."""
    host, _, port = place.partition(":")
    with pymysql.connect(host=host, port=int(port), user="root", charset="utf8mb4") as connection:
        cursor = connection.cursor()
        cursor.execute(_QUERY)
        lines = ("\t".join("NULL" if value is None else str(value) for value in row) for row in cursor.fetchall())
        text = "".join(f"{line}\n" for line in lines)
    packed = lzma.compress(text.encode("utf-8"), preset=9 | lzma.PRESET_EXTREME)
    Path(str(data.__file__)).with_name("reference_systems.xz").write_bytes(packed)


if __name__ == "__main__":
    main(sys.argv[1])
