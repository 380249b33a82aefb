"""Tables for tests of synthetic values, from CREATE TABLE texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import pyarrow as pa

from binwriter.bulk.arrow_types import to_values
from binwriter.catalog.tables import Table
from binwriter.workload.schema import read_schema
from binwriter.workload.values import ValueSource, read_generators

START = 1_767_225_600_000_000  # 2026-01-01 00:00:00 UTC
DATABASE = "shop"

# Every type that a CREATE TABLE of a 9.7 makes, and every rule of names.
EVERY_TYPE = """
CREATE TABLE every_type (
  id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  i1 TINYINT, i1u TINYINT UNSIGNED, i2 SMALLINT, i2u SMALLINT UNSIGNED, i3 MEDIUMINT, i3u MEDIUMINT UNSIGNED,
  i4 INT, i4u INT UNSIGNED, i8 BIGINT, i8u BIGINT UNSIGNED NOT NULL,
  f4 FLOAT, f4u FLOAT UNSIGNED, f8 DOUBLE, f8n DOUBLE NOT NULL,
  d5 DECIMAL(5,0), d10 DECIMAL(10,2), d18 DECIMAL(18,9), d38 DECIMAL(38,10), d65 DECIMAL(65,30),
  d30u DECIMAL(30,0) UNSIGNED, d4 DECIMAL(4,4), b1 BIT(1), b8 BIT(8), b64 BIT(64), y YEAR,
  da DATE, t0 TIME, t3 TIME(3), t6 TIME(6), dt0 DATETIME, dt1 DATETIME(1), dt6 DATETIME(6),
  ts0 TIMESTAMP NULL, ts3 TIMESTAMP(3) NULL, ts6 TIMESTAMP(6) NULL,
  e ENUM('a','b','c'), e1 ENUM('x') NOT NULL, s4 SET('r','g','b','y'),
  c1 CHAR(1), c10 CHAR(10), c255 CHAR(255), v1 VARCHAR(1), v20 VARCHAR(20), v300 VARCHAR(300),
  bi4 BINARY(4), bi16 BINARY(16), vb50 VARBINARY(50),
  tt TINYTEXT, tx TEXT, mt MEDIUMTEXT, lt LONGTEXT, tb TINYBLOB, bl BLOB, mb MEDIUMBLOB, lb LONGBLOB,
  l1 VARCHAR(40) CHARACTER SET latin1, u3 VARCHAR(40) CHARACTER SET utf8mb3, uc VARCHAR(40) CHARACTER SET ucs2,
  u16 VARCHAR(40) CHARACTER SET utf16, u32 VARCHAR(40) CHARACTER SET utf32, a7 VARCHAR(40) CHARACTER SET ascii,
  j JSON, p POINT, g GEOMETRY, ls LINESTRING, pg POLYGON, mp MULTIPOINT, ml MULTILINESTRING, mg MULTIPOLYGON,
  gc GEOMETRYCOLLECTION, ve VECTOR(8),
  email VARCHAR(100), uuid CHAR(36), token CHAR(64), phone VARCHAR(30), city VARCHAR(60), country VARCHAR(60),
  country_code CHAR(2), ip_address VARCHAR(45), url VARCHAR(255), created_at TIMESTAMP(3) NOT NULL,
  updated_at DATETIME NOT NULL, deleted_at DATETIME, price DECIMAL(10,2), quantity INT, status VARCHAR(20),
  is_active TINYINT(1), description TEXT, birth_date DATE,
  first_name VARCHAR(40), address VARCHAR(100), title VARCHAR(80),
  UNIQUE KEY (uuid), UNIQUE KEY (email)
) CHARACTER SET utf8mb4
"""


@cache
def table_of(sql: str) -> Table:
    """The last table that the statements make, in the database `shop`."""
    return read_schema(sql, "schema.sql", database=DATABASE).tables[-1]


def source_of(
    sql: str, settings: Mapping[str, Any] | None = None, *, seed: int = 42, start: int = START, **options: Any
) -> ValueSource:
    """The source of that table's rows."""
    table = table_of(sql)
    generators = read_generators(table, settings or {}, f"tables.{table.name}.columns")
    return ValueSource(table, generators, seed=seed, table_number=0, start=start, **options)


def column_of(definition: str, settings: Mapping[str, Any] | None = None, **options: Any) -> ValueSource:
    """The source of a table with a key and one column x."""
    sql = f"CREATE TABLE t (id BIGINT UNSIGNED NOT NULL PRIMARY KEY, x {definition})"
    return source_of(sql, None if settings is None else {"x": settings}, **options)


def keys_of(first: int, count: int) -> Any:
    return np.arange(first, first + count, dtype=np.uint64)


def versions_of(*numbers: int, count: int = 0) -> Any:
    return np.full(count, numbers[0], np.uint32) if count else np.array(numbers, np.uint32)


def batch_of(source: ValueSource, count: int, first: int = 0, version: int = 0) -> pa.RecordBatch:
    return source.batch(keys_of(first, count), versions_of(version, count=count))


def values_of(source: ValueSource, count: int = 1000, version: int = 0) -> list[Any]:
    """The values of column x, as the exact path has them."""
    rows = to_values(source.table, batch_of(source, count, version=version))
    return [row[source.table.index_of["x"]] for row in rows]


def rows_of(table: Table, batch: pa.RecordBatch) -> Sequence[tuple[Any, ...]]:
    return to_values(table, batch)
