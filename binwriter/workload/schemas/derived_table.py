"""A table for columns that nobody gave a table for: DataFrames and Parquet files without option schema.

docs/spark.md has this list. What the types take: `binwriter.bulk.arrow_types.to_storage`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pyarrow as pa
import pyarrow.types as t

from binwriter.errors import OptionError
from binwriter.mysql.identifiers import quoted

_MYSQL_SCALE, _MYSQL_PRECISION = 30, 65

_TYPES: tuple[tuple[Callable[[pa.DataType], bool], str], ...] = (
    (t.is_boolean, "TINYINT(1)"),
    (t.is_int8, "TINYINT"),
    (t.is_int16, "SMALLINT"),
    (t.is_int32, "INT"),
    (t.is_int64, "BIGINT"),
    (t.is_uint8, "TINYINT UNSIGNED"),
    (t.is_uint16, "SMALLINT UNSIGNED"),
    (t.is_uint32, "INT UNSIGNED"),
    (t.is_uint64, "BIGINT UNSIGNED"),
    (t.is_float16, "FLOAT"),
    (t.is_float32, "FLOAT"),
    (t.is_float64, "DOUBLE"),
    (t.is_string, "LONGTEXT"),
    (t.is_large_string, "LONGTEXT"),
    (t.is_string_view, "LONGTEXT"),
    (t.is_binary, "LONGBLOB"),
    (t.is_large_binary, "LONGBLOB"),
    (t.is_binary_view, "LONGBLOB"),
    (t.is_fixed_size_binary, "LONGBLOB"),
    (t.is_date, "DATE"),
    (lambda kind: t.is_timestamp(kind) and kind.tz is not None, "TIMESTAMP(6)"),
    (t.is_timestamp, "DATETIME(6)"),
    (t.is_time, "TIME(6)"),
    (t.is_duration, "TIME(6)"),
)
# A key's columns have a length.
_KEY_TYPES = {"LONGTEXT": "VARCHAR(255)", "LONGBLOB": "VARBINARY(255)"}


def create_table(
    name: tuple[str, str], schema: pa.Schema, primary_key: Sequence[str] = (), known: Mapping[str, str] | None = None
) -> str:
    """The CREATE TABLE for columns of that schema. known: SQL types by column that are told otherwise.

    OptionError for a type without a match, naming the column.
    """
    names = {field.name.lower() for field in schema}
    for column in primary_key:
        if column.lower() not in names:
            raise OptionError(f"option primary_key: there is no column {column!r}")
    in_key = {column.lower() for column in primary_key}
    lines = []
    for field in schema:
        sql = (known or {}).get(field.name) or sql_type(field)
        keyed = field.name.lower() in in_key
        sql = _KEY_TYPES.get(sql, sql) if keyed else sql
        # NULL is said, for a TIMESTAMP without it may be made NOT NULL (explicit_defaults_for_timestamp=OFF)
        lines.append(f"{quoted(field.name)} {sql} {'NULL' if field.nullable and not keyed else 'NOT NULL'}")
    if primary_key:
        lines.append(f"PRIMARY KEY ({', '.join(quoted(column) for column in primary_key)})")
    return f"CREATE TABLE {quoted(name[0])}.{quoted(name[1])} (\n  " + ",\n  ".join(lines) + "\n)"


def sql_type(field: pa.Field) -> str:
    """The SQL type of one column."""
    kind = field.type.value_type if t.is_dictionary(field.type) else field.type
    if t.is_decimal(kind):
        if kind.scale > _MYSQL_SCALE or kind.scale < 0 or kind.precision > _MYSQL_PRECISION:
            raise OptionError(
                f"column {field.name!r}: {kind} is no DECIMAL of MySQL: {_MYSQL_PRECISION} digits and "
                f"{_MYSQL_SCALE} decimals at most"
            )
        return f"DECIMAL({kind.precision},{kind.scale})"
    for matches, sql in _TYPES:
        if matches(kind):
            return sql
    hint = "make text of it with to_json()" if t.is_nested(kind) else "cast it"
    raise OptionError(f"column {field.name!r}: {kind} has no type of MySQL; {hint}, or give option schema")
