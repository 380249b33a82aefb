"""Data types -> specs: the parameters that reach the bytes, and sql_type_text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.sql.ddl.table.type_texts import sql_type_text
from tests.binwriter.sql.store.test_store import column_of

LATIN1, UTF8MB3, UTF8MB4, BINARY = 8, 33, 255, 63

# Parameters follow ColumnSpec; the types that a server shows for these definitions are in create_table.jsonl.
SPECS = [
    ("TINYINT(1)", ColumnSpec("c", ColumnType.TINY)),
    ("INT UNSIGNED ZEROFILL", ColumnSpec("c", ColumnType.LONG, unsigned=True)),
    ("INT ZEROFILL", ColumnSpec("c", ColumnType.LONG, unsigned=True)),
    ("MIDDLEINT", ColumnSpec("c", ColumnType.INT24)),
    ("INT8 SIGNED", ColumnSpec("c", ColumnType.LONGLONG)),
    ("BOOLEAN", ColumnSpec("c", ColumnType.TINY)),
    ("FIXED(5,2)", ColumnSpec("c", ColumnType.NEWDECIMAL, precision=5, scale=2)),
    ("DEC", ColumnSpec("c", ColumnType.NEWDECIMAL, precision=10)),
    ("FLOAT", ColumnSpec("c", ColumnType.FLOAT)),
    ("FLOAT(24)", ColumnSpec("c", ColumnType.FLOAT)),
    ("FLOAT(25)", ColumnSpec("c", ColumnType.DOUBLE)),
    ("FLOAT(7,3)", ColumnSpec("c", ColumnType.FLOAT, precision=7, scale=3)),
    ("DOUBLE PRECISION UNSIGNED", ColumnSpec("c", ColumnType.DOUBLE, unsigned=True)),
    ("REAL", ColumnSpec("c", ColumnType.DOUBLE)),
    ("BIT", ColumnSpec("c", ColumnType.BIT, length=1)),
    ("YEAR(4)", ColumnSpec("c", ColumnType.YEAR, unsigned=True)),
    ("DATE", ColumnSpec("c", ColumnType.DATE)),
    ("TIME(3)", ColumnSpec("c", ColumnType.TIME2, fsp=3)),
    ("DATETIME", ColumnSpec("c", ColumnType.DATETIME2)),
    ("TIMESTAMP(6) NULL", ColumnSpec("c", ColumnType.TIMESTAMP2, fsp=6)),
    ("CHAR", ColumnSpec("c", ColumnType.STRING, length=4, collation=UTF8MB4)),
    ("CHAR(5) CHARSET latin1", ColumnSpec("c", ColumnType.STRING, length=5, collation=LATIN1)),
    ("CHAR(5) CHARSET utf8", ColumnSpec("c", ColumnType.STRING, length=15, collation=UTF8MB3)),
    ("CHAR(5) BYTE", ColumnSpec("c", ColumnType.STRING, length=5, collation=BINARY)),
    ("NATIONAL CHAR VARYING(5)", ColumnSpec("c", ColumnType.VARCHAR, length=15, collation=UTF8MB3)),
    ("VARCHAR(10) COLLATE utf8mb4_bin", ColumnSpec("c", ColumnType.VARCHAR, length=40, collation=46)),
    ("VARCHAR(10) BINARY", ColumnSpec("c", ColumnType.VARCHAR, length=40, collation=46)),
    ("VARCHAR(10) CHARSET latin1 BINARY", ColumnSpec("c", ColumnType.VARCHAR, length=10, collation=47)),
    ("VARCHAR(10) CHARSET binary", ColumnSpec("c", ColumnType.VARCHAR, length=10, collation=BINARY)),
    ("BINARY(3)", ColumnSpec("c", ColumnType.STRING, length=3, collation=BINARY)),
    ("VARBINARY(3)", ColumnSpec("c", ColumnType.VARCHAR, length=3, collation=BINARY)),
    ("TINYTEXT", ColumnSpec("c", ColumnType.BLOB, length=1, collation=UTF8MB4)),
    ("TEXT(63)", ColumnSpec("c", ColumnType.BLOB, length=1, collation=UTF8MB4)),
    ("TEXT(64)", ColumnSpec("c", ColumnType.BLOB, length=2, collation=UTF8MB4)),
    ("LONG", ColumnSpec("c", ColumnType.BLOB, length=3, collation=UTF8MB4)),
    ("LONG VARBINARY", ColumnSpec("c", ColumnType.BLOB, length=3, collation=BINARY)),
    ("LONGBLOB", ColumnSpec("c", ColumnType.BLOB, length=4, collation=BINARY)),
    ("BLOB(65536)", ColumnSpec("c", ColumnType.BLOB, length=3, collation=BINARY)),
    ("ENUM('a','b ')", ColumnSpec("c", ColumnType.ENUM, collation=UTF8MB4, members=("a", "b"))),
    ("SET('x') CHARSET latin1", ColumnSpec("c", ColumnType.SET, collation=LATIN1, members=("x",))),
    ("JSON", ColumnSpec("c", ColumnType.JSON, length=4)),
    ("MULTIPOLYGON", ColumnSpec("c", ColumnType.GEOMETRY, length=4, geometry_type=6)),
    ("VECTOR(3)", ColumnSpec("c", ColumnType.VECTOR, length=3)),
]


@pytest.mark.parametrize(("definition", "spec"), SPECS, ids=[definition for definition, _ in SPECS])
def test_spec(definition: str, spec: ColumnSpec) -> None:
    assert column_of(definition).spec == spec


@pytest.mark.parametrize("definition", [definition for definition, _ in SPECS])
def test_the_text_of_a_spec_reads_back(definition: str) -> None:
    """Character set and BYTE apart, which the text leaves to the column's own clauses."""
    spec = column_of(definition).spec
    again = column_of(sql_type_text(spec)).spec
    assert (again.type, again.unsigned, again.precision, again.scale, again.fsp) == (
        spec.type,
        spec.unsigned,
        spec.precision,
        spec.scale,
        spec.fsp,
    )
    assert again.members == spec.members


@given(st.integers(0, 16383))
def test_varchar_lengths(length: int) -> None:
    spec = column_of(f"VARCHAR({length}) NOT NULL").spec
    assert spec.length == length * 4
    assert sql_type_text(spec) == f"varchar({length})"


def test_real_as_float() -> None:
    assert column_of("REAL", "REAL_AS_FLOAT").spec.type is ColumnType.FLOAT
