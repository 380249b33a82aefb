"""Writes `binwriter/data/system_tables.zip`: the system databases of a fresh MySQL, its definitions and constant rows.

`BINWRITER_MYSQL_URL=... python -m binwriter.integration.tables.system_tables` (the server must be a fresh one).
Members: `definitions` (a line a table: database.table, type, engine, its columns and keys as JSON, its CREATE TABLE),
`rows/database.table` (a row a line, JSON; bytes as {"x": hexadecimal digits}), `shown` (of each view, and each
temporary table of information_schema, database, name and what SHOW CREATE TABLE says, as JSON).
"""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import fields, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import binwriter
from binwriter.catalog.schemas import Catalog, Schema
from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import IncompleteDate
from binwriter.integration.mysql import server_by_url
from binwriter.mysql.engines import ENGINES
from binwriter.server.server import Server
from binwriter.sql.ddl.table.define import build_table

TARGET = Path(binwriter.__file__).parent / "data" / "system_tables.zip"
# Tables that are what the server has done, or very large: their rows are not kept.
_WITHOUT_ROWS = ("summary", "instances", "histogram", "BUFFER_P", "events_", "ST_SPATIAL", "METRICS", "status_by")
_ESTIMATES = {"TABLES": ("CREATE_TIME",), "PARTITIONS": ("CREATE_TIME",)}
_SPEC = {field.name: field.default for field in fields(ColumnSpec)}
_COLUMN = {field.name: field.default for field in fields(Column) if field.name != "spec"}


def main() -> int:
    """The command line."""
    server = server_by_url(os.environ["BINWRITER_MYSQL_URL"])
    definitions, members = [], {}
    with server.connect(sql_mode="") as connection, connection.cursor() as cursor, Definer() as definer:
        cursor.execute(
            "SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE, IFNULL(ENGINE, '') FROM information_schema.TABLES"
            " WHERE TABLE_SCHEMA IN ('information_schema', 'mysql', 'performance_schema', 'sys') ORDER BY 1, 2"
        )
        named = list(cursor.fetchall())
        rows = {(schema, name): _rows(cursor, schema, name) for schema, name, *_ in named}
        members["shown"] = "".join(map(_shown, [cursor] * len(named), named))
        cursor.execute("CREATE DATABASE system_tables")
        for schema, name, kind, engine in named:
            text = _create_text(cursor, schema, name, kind)
            table = definer.table(text, schema, name)
            definitions.append("\t".join((f"{schema}.{name}", kind, engine, _columns(table, text), json.dumps(text))))
            if rows[schema, name] is not None:
                members[f"rows/{schema}.{name}"] = "".join(f"{row}\n" for row in rows[schema, name] or ())
        cursor.execute("DROP DATABASE system_tables")
    with ZipFile(TARGET, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in {"definitions": "".join(f"{line}\n" for line in definitions), **members}.items():
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return 0


def _create_text(cursor: Any, schema: str, name: str, kind: str) -> str:
    """SHOW CREATE TABLE of a base table; of a view that of a table made from it."""
    source = f"`{schema}`.`{name}`"
    if kind != "BASE TABLE":
        cursor.execute("DROP TABLE IF EXISTS system_tables.made")
        cursor.execute(f"CREATE TABLE system_tables.made AS SELECT * FROM {source} LIMIT 0")
        source = "system_tables.made"
    cursor.execute(f"SHOW CREATE TABLE {source}")
    return str(cursor.fetchone()[1])


def _shown(cursor: Any, named: tuple[str, str, str, str]) -> str:
    """The line of a view or temporary table; none of others."""
    schema, name, kind, _ = named
    if kind == "BASE TABLE":
        return ""
    cursor.execute(f"SHOW CREATE TABLE `{schema}`.`{name}`")
    return json.dumps([schema, name, *cursor.fetchone()]) + "\n"


def _rows(cursor: Any, schema: str, name: str) -> list[str] | None:
    if any(word in name for word in _WITHOUT_ROWS) or (schema == "sys" and name != "sys_config"):
        return None
    cursor.execute(f"SELECT * FROM `{schema}`.`{name}`")
    started = [place for place, column in enumerate(cursor.description) if column[0] in _ESTIMATES.get(name, ())]
    rows = []
    for row in cursor.fetchall():
        cells = list(row)
        for place in started:
            cells[place] = None if cells[place] is None else "@start"
        rows.append(json.dumps(cells, default=_plain, ensure_ascii=False))
    return rows


def _plain(value: object) -> object:
    if isinstance(value, bytes):
        return {"x": value.hex()}
    if isinstance(value, datetime):
        return value.isoformat(" ")
    if isinstance(value, date | timedelta | Decimal):
        return str(value)
    if isinstance(value, IncompleteDate):
        return "zero"
    if isinstance(value, set):
        return ",".join(sorted(value))
    raise TypeError(type(value))


def _columns(table: Table, text: str) -> str:
    """Only what is not the default. A column that a query may leave NULL has no DEFAULT clause at all."""
    columns = []
    for column, line in zip(table.columns, text.splitlines()[1:], strict=False):
        if column.default_kind is DefaultKind.LITERAL and column.default is None and " DEFAULT NULL" not in line:
            column = replace(column, default_kind=DefaultKind.NONE)
        spec = {name: getattr(column.spec, name) for name in _SPEC if getattr(column.spec, name) != _SPEC[name]}
        spec["type"] = column.spec.type.name
        rest = {name: getattr(column, name) for name in _COLUMN if getattr(column, name) != _COLUMN[name]}
        if isinstance(rest.get("default_kind"), DefaultKind):
            rest["default_kind"] = column.default_kind.name
        columns.append({**spec, **rest})
    keys = [
        (key.name, key.unique, [(part.column, part.length, part.descending) for part in key.parts])
        for key in table.keys
    ]
    return json.dumps(
        {"columns": columns, "keys": keys, "collation": table.collation, "comment": table.comment}, default=_plain
    )


class Definer:
    """Reads a CREATE TABLE with binwriter's own reader."""

    def __enter__(self) -> Definer:
        import tempfile

        self._folder = tempfile.TemporaryDirectory()
        self._session = Server(Path(self._folder.name)).connect()
        self._session.execute("SET sql_mode = ''")
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def table(self, text: str, schema: str, name: str) -> Table:
        catalog = Catalog()
        catalog.schemas[schema] = Schema(schema)
        context = self._session._sql.new_context(0)  # type: ignore[attr-defined]
        text = text.replace("ENGINE=PERFORMANCE_SCHEMA", "ENGINE=InnoDB").replace("ENGINE=CSV", "ENGINE=InnoDB")
        text = re.sub(r"/\*!.*?\*/", "", text)
        return build_table(None, catalog, context, default_schema=schema, default_engine=ENGINES["innodb"], text=text)


if __name__ == "__main__":
    sys.exit(main())
