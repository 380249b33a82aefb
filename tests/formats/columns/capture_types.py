"""Captures `type_tables` from a real server into tests/golden/types: its log file, and the values as it SELECTs them.

    python -m tests.formats.columns.capture_types

tables.json holds a description of every column (information_schema), the primary key, and the rows after INSERT and
after UPDATE. The tables are made twice: in the database `minimal` with binlog_row_metadata=MINIMAL, in `full` with
FULL. The log holds for each an INSERT of all rows (`full`: of the first), an UPDATE and a DELETE.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

from binwriter.integration.mysql import running_server
from tests.formats.columns.type_tables import TABLES, TypeTable

FOLDER = Path(__file__).resolve().parents[2] / "golden" / "types"

SETTINGS = (
    "SET NAMES utf8mb4, sql_mode = '', time_zone = '+00:00', binlog_format = 'ROW', binlog_row_image = 'FULL',"
    " sql_generate_invisible_primary_key = OFF"
)

_HEX = "HEX({0})"
# What a value is read by; every other type: as text.
READ_BY: dict[str, str] = {
    "float": "CAST({0} AS DOUBLE)",
    "double": "CAST({0} AS DOUBLE)",
    "bit": "CAST({0} AS UNSIGNED)",
    "enum": "CAST({0} AS UNSIGNED)",
    "set": "CAST({0} AS UNSIGNED)",
    **dict.fromkeys(("char", "varchar", "tinytext", "text", "mediumtext", "longtext"), "CONVERT({0} USING utf8mb4)"),
    **dict.fromkeys(("binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob", "vector"), _HEX),
    **dict.fromkeys(("geometry", "point", "linestring", "polygon", "geomcollection"), _HEX),
    **dict.fromkeys(("multipoint", "multilinestring", "multipolygon"), _HEX),
}

_COLUMNS = (
    "SELECT column_name AS name, data_type AS type, column_type AS full_type, is_nullable = 'YES' AS nullable,"
    " character_octet_length AS octets, numeric_precision AS `precision`, numeric_scale AS scale,"
    " datetime_precision AS fsp, (SELECT id FROM information_schema.collations AS k"
    "  WHERE k.collation_name = c.collation_name) AS collation, extra"
    " FROM information_schema.columns AS c WHERE table_schema = DATABASE() AND table_name = %s"
    " ORDER BY ordinal_position"
)


def _short(value: str | None) -> Any:
    """A long repetition as [unit, times]."""
    if value is None or len(value) < 300:
        return value
    for size in (1, 2, 8, 16):
        unit = value[:size]
        if unit * (len(value) // size) == value:
            return [unit, len(value) // size]
    return value


def _rows(cursor: Any, name: str, columns: list[dict[str, Any]]) -> list[list[Any]]:
    expressions = [READ_BY.get(column["type"], "CAST({0} AS CHAR)").format(f"`{column['name']}`") for column in columns]
    cursor.execute(f"SELECT {', '.join(expressions)} FROM `{name}`")
    return [[None if value is None else _short(str(value)) for value in row] for row in cursor.fetchall()]


def _primary_key(cursor: Any, table: str) -> list[list[Any]]:
    """(column, prefix length or 0) of the key that the server takes for the primary key.

    Without a PRIMARY KEY that is its first unique one without NULL and prefixes (findings part 5).
    """
    cursor.execute(f"SHOW KEYS FROM `{table}` WHERE Non_unique = 0")
    keys: dict[str, list[tuple[str, int, bool]]] = {}
    for row in cursor.fetchall():
        name, column, prefix, nullable = row[2], row[4], row[7], row[9]
        keys.setdefault(name, []).append((column, int(prefix or 0), nullable == "YES"))
    for name, parts in keys.items():
        if name == "PRIMARY" or not any(prefix or nullable for _, prefix, nullable in parts):
            return [[column, prefix] for column, prefix, _ in parts]
    return []


def _capture(cursor: Any, table: TypeTable, *, full: bool) -> dict[str, Any]:
    for statement in (SETTINGS, *table.before, f"CREATE TABLE `{table.name}` ({table.columns})"):
        cursor.execute(statement)
    cursor.execute(_COLUMNS, table.name)
    names = [column[0].lower() for column in cursor.description]
    columns = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    primary_key = _primary_key(cursor, table.name)
    given = f" ({table.names})" if table.names else ""
    rows = table.rows[:1] if full else table.rows
    cursor.execute(f"INSERT IGNORE INTO `{table.name}`{given} VALUES {', '.join(f'({row})' for row in rows)}")
    inserted = _rows(cursor, table.name, columns)
    updated: list[list[Any]] | None = None
    if table.changed and not full:
        nullable = [
            column["name"] for column in columns if column["nullable"] and "GENERATED" not in column["extra"].upper()
        ]
        if nullable:
            cursor.execute(f"UPDATE `{table.name}` SET {nullable[0]} = NULL WHERE {nullable[0]} IS NOT NULL LIMIT 2")
        updated = _rows(cursor, table.name, columns)
        cursor.execute(f"DELETE FROM `{table.name}`")
    return {
        "name": table.name,
        "columns": columns,
        "primary_key": primary_key,
        "inserted": inserted,
        "updated": updated,
    }


def main(folder: Path = FOLDER) -> None:
    """Writes the log file and tables.json."""
    captured: dict[str, list[dict[str, Any]]] = {}
    with running_server() as server:
        server.reset()
        with server.connect(autocommit=True) as connection, connection.cursor() as cursor:
            for metadata in ("minimal", "full"):
                cursor.execute(f"CREATE DATABASE `{metadata}`")
                cursor.execute(f"USE `{metadata}`")
                cursor.execute(f"SET GLOBAL binlog_row_metadata = {metadata.upper()}")
                captured[metadata] = [_capture(cursor, table, full=metadata == "full") for table in TABLES]
            cursor.execute("FLUSH BINARY LOGS")
        name, data = next(iter(server.fetch_binlogs().items()))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / name).write_bytes(data)
    lines = [
        f' "{metadata}": [\n' + ",\n".join(json.dumps(table, ensure_ascii=False) for table in tables) + "\n ]"
        for metadata, tables in captured.items()
    ]
    (folder / "tables.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
