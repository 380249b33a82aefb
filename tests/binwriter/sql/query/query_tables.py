"""The two tables that queries.txt asks, as queries_setup.sql makes them on a server."""

from __future__ import annotations

import struct
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from binwriter.catalog.tables import Column, DefaultKind, Key, KeyPart, Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.mysql.engines import ENGINES
from tests.binwriter.sql.querying import Tables

_T = ColumnType


def make_tables() -> Tables:
    """A database with q.t and q.u."""
    specs = (
        ColumnSpec("id", _T.LONG, nullable=False),
        ColumnSpec("a", _T.LONG),
        ColumnSpec("b", _T.VARCHAR, length=40, collation=255),
        ColumnSpec("c", _T.NEWDECIMAL, precision=10, scale=3),
        ColumnSpec("d", _T.DOUBLE),
        ColumnSpec("e", _T.ENUM, collation=255, members=("x", "y", "z")),
        ColumnSpec("s", _T.SET, collation=255, members=("p", "q", "r")),
        ColumnSpec("u", _T.LONGLONG, unsigned=True),
        ColumnSpec("dt", _T.DATETIME2, fsp=2),
        ColumnSpec("ts", _T.TIMESTAMP2, fsp=1),
        ColumnSpec("da", _T.DATE),
        ColumnSpec("ti", _T.TIME2),
        ColumnSpec("bi", _T.STRING, length=3),
        ColumnSpec("bt", _T.BIT, length=9),
        ColumnSpec("ye", _T.YEAR, unsigned=True),
        ColumnSpec("f", _T.FLOAT),
    )
    columns = (Column(specs[0], DefaultKind.NONE), *(Column(spec) for spec in specs[1:]))
    keys = (Key("PRIMARY", (KeyPart(0),), unique=True), Key("a", (KeyPart(1),)))
    rows = [
        (1, 5, "b", Decimal("1.500"), 0.1, 2, 5, 18446744073709551615, datetime(2024, 1, 31, 10, 11, 12, 130000),
         datetime(2024, 1, 31, 8, 11, 12, 500000, UTC), date(2024, 1, 31), timedelta(hours=10, minutes=11, seconds=12),
         b"ab\0", 257, 2024, _single(1.1)),
        (2, 3, "A", Decimal("2.250"), 1e20, 1, 0, 0, *(None,) * 8),
        (3, 5, "a", None, -1.5, 3, 2, 7, datetime(2020, 2, 29), datetime(1999, 12, 31, 20, tzinfo=UTC),
         date(2020, 2, 29), timedelta(hours=-1), b"a\0\0", 1, 1999, _single(0.33333334)),
        (4, None, "ä", Decimal("-7.125"), None, None, 7, 9223372036854775808, datetime(1000, 1, 1, 0, 0, 0, 990000),
         None, date(9999, 12, 31), timedelta(hours=838, minutes=59, seconds=59), b"\0\0\0", 511, 1901,
         _single(123456789.0)),
        (5, 3, "B ", Decimal("0.000"), 2.5, 1, None, 1, None, None, None, None, b"abc", 0, 2155, _single(1e-10)),
    ]  # fmt: skip
    database = Tables()
    database.add(Table("q", "t", ENGINES["innodb"], columns, keys), rows)
    short = (ColumnSpec("k", _T.LONG), ColumnSpec("v", _T.VARCHAR, length=20, collation=255))
    table = Table("q", "u", ENGINES["myisam"], tuple(Column(spec) for spec in short), (Key("k", (KeyPart(0),)),))
    database.add(table, [(5, "p"), (3, "q"), (5, "r"), (9, "s"), (None, "t")])
    return database


def _single(value: float) -> float:
    return float(struct.unpack("<f", struct.pack("<f", value))[0])
