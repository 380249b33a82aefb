"""The tables of the system databases as a fresh 9.7.4 has them: definitions, and the rows that no statement changes.

`data/system_tables.zip` is written by `integration/tables/system_tables.py`. Definitions of views are those of a table
that CREATE TABLE .. SELECT makes of them, which is what result sets, copies and row events show of them.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import fields
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from binwriter import data
from binwriter.catalog.tables import Column, DefaultKind, Key, KeyPart, Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.stored_values import enum_value, set_value
from binwriter.formats.columns.values import IncompleteDate, JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.engines import ENGINES, Engine
from binwriter.sql.expressions.numbers import as_single

if TYPE_CHECKING:
    from zipfile import ZipFile

Name = tuple[str, str]
# where a row has the time at which the server was made
START = "@start"
_CASELESS = frozenset({"information_schema"})
_PERFORMANCE_SCHEMA = Engine("PERFORMANCE_SCHEMA")
_OF_SPEC = frozenset(field.name for field in fields(ColumnSpec))


def names() -> Iterator[Name]:
    """Database and name of every system table and view, as they are spelled."""
    for line in _lines().values():
        schema, _, name = line.partition("\t")[0].partition(".")
        yield schema, name


def spelled(schema: str, name: str) -> Name:
    """Names as a server spells those of information_schema, which are found in any letter case."""
    line = _lines().get(key_of(schema, name)) if schema.lower() in _CASELESS else None
    if line is None:
        return schema, name
    schema, _, name = line.partition("\t")[0].partition(".")
    return schema, name


def key_of(schema: str, name: str) -> Name:
    """How a name is looked for: those of information_schema in any letter case."""
    return (schema.lower(), name.lower()) if schema.lower() in _CASELESS else (schema, name)


@cache
def definition(schema: str, name: str) -> Table | None:
    """The table; None where there is none of that name. Names as `key_of` gives them."""
    line = _lines().get((schema, name))
    if line is None:
        return None
    full, kind, engine, columns, _ = line.split("\t")
    schema, _, name = full.partition(".")
    made: dict[str, Any] = json.loads(columns)
    known = _PERFORMANCE_SCHEMA if schema == "performance_schema" else ENGINES.get(engine.lower(), ENGINES["innodb"])
    # rows of performance_schema come in the order in which they are made, whatever its keys are
    keys = _keys(made) if known is not _PERFORMANCE_SCHEMA else ()
    columns_ = tuple(_column(text, is_written=kind == "BASE TABLE") for text in made["columns"])
    return Table(schema, name, known, columns_, keys, made["collation"], comment=made["comment"])


# Tables of mysql that are InnoDB's in 5.6, and in 5.7; the others are MyISAM's there, and all of them before
# (captured: 5.5.20 and 5.7.18).
_OF_INNODB_5_6 = frozenset(
    ("innodb_index_stats", "innodb_table_stats", "slave_master_info", "slave_relay_log_info", "slave_worker_info")
)
_INNODB_SINCE_5_7 = """
engine_cost gtid_executed help_category help_keyword help_relation help_topic plugin server_cost servers time_zone
time_zone_leap_second time_zone_name time_zone_transition time_zone_transition_type
"""
_OF_INNODB_5_7 = _OF_INNODB_5_6.union(_INNODB_SINCE_5_7.split())
_GRANT_KEYS_BEFORE_8_0 = {"db": ("Host", "Db", "User")}


@cache
def definition_in(version: int, schema: str, name: str) -> Table | None:
    """The same as a server of that version has it, as far as that is known: its engine, and in which order keys are.

    version: as `Profile.version_number` has it; 0: the newest.
    """
    table = definition(schema, name)
    if table is None or not 0 < version < 80000 or schema != "mysql" or table.engine is not ENGINES["innodb"]:
        return table
    if name in (_OF_INNODB_5_7 if version >= 50700 else _OF_INNODB_5_6 if version >= 50600 else ()):
        return table
    keys = table.keys
    if (columns := _GRANT_KEYS_BEFORE_8_0.get(name)) is not None:
        primary = Key("PRIMARY", tuple(KeyPart(table.index_of[column.lower()]) for column in columns), unique=True)
        keys = tuple(primary if key.name == "PRIMARY" else key for key in keys)
    return replace(table, engine=ENGINES["myisam"], keys=keys)


@cache
def described_keys(schema: str, name: str) -> tuple[Key, ...]:
    """The keys of a table of performance_schema, by which clients are told of its columns."""
    line = _lines().get((schema, name)) if schema == "performance_schema" else None
    return () if line is None else _keys(json.loads(line.split("\t")[3]))


def _keys(made: dict[str, Any]) -> tuple[Key, ...]:
    return tuple(
        Key(key, tuple(KeyPart(*part) for part in parts), unique=unique) for key, unique, parts in made["keys"]
    )


def is_view(schema: str, name: str) -> bool:
    """Whether a server has a view of that name."""
    return _lines()[schema, name].split("\t", 2)[1] != "BASE TABLE"


def create_text(schema: str, name: str) -> str:
    """What SHOW CREATE TABLE says of a base table."""
    text: str = json.loads(_lines()[schema, name].rsplit("\t", 1)[1])
    return text


@cache
def _shown() -> dict[Name, tuple[str, ...]]:
    lines = map(json.loads, _archive().read("shown").decode().splitlines())
    return {key_of(schema, name): tuple(row) for schema, name, *row in lines}


def shown(schema: str, name: str) -> tuple[str, ...] | None:
    """The row of SHOW CREATE TABLE of a view (four columns) or a temporary table (two); None of others."""
    return _shown().get(key_of(schema, name))


def is_shown_as_view(schema: str, name: str) -> bool:
    """Whether it is a view of information_schema that SHOW CREATE calls one."""
    row = shown(schema, name) if schema.lower() in _CASELESS else None
    return row is not None and len(row) > len(("Table", "Create Table"))


def has_rows(table: Table) -> bool:
    """Whether the rows of a fresh server are known."""
    return f"rows/{table.schema}.{table.name}" in _archive().namelist()


@cache
def rows(table: Table) -> tuple[tuple[Any, ...], ...]:
    """The rows that a fresh server has in the table, as storage holds them but for `START`."""
    readers = [_READERS.get(column.spec.type) for column in table.columns]
    specs = [column.spec for column in table.columns]
    typed = []
    for line in _archive().read(f"rows/{table.schema}.{table.name}").decode().splitlines():
        cells = json.loads(line)
        typed.append(tuple(_cell(cell, spec, reader) for cell, spec, reader in zip(cells, specs, readers, strict=True)))
    return tuple(typed)


@lru_cache(maxsize=64)
def rows_since(table: Table, start: datetime) -> tuple[tuple[Any, ...], ...]:
    """The same of a server that was made then."""
    return tuple(
        tuple(start if cell == START else cell for cell in row) if START in row else row for row in rows(table)
    )


# --- reading ---------------------------------------------------------------------------------------------------------


@cache
def _archive() -> ZipFile:
    from zipfile import ZipFile  # most runs ask for none of these tables

    return ZipFile(io.BytesIO(data.content("system_tables.zip")))


@cache
def _lines() -> dict[Name, str]:
    by_key = {}
    for line in _archive().read("definitions").decode().splitlines():
        schema, _, name = line.partition("\t")[0].partition(".")
        by_key[key_of(schema, name)] = line
    return by_key


def _column(given: dict[str, Any], *, is_written: bool) -> Column:
    """is_written: somebody wrote the definition down, not a query of a view."""
    of_spec = {name: given.pop(name) for name in list(given) if name in _OF_SPEC}
    of_spec["type"] = ColumnType[of_spec["type"]]
    of_spec["members"] = tuple(of_spec.get("members", ()))
    spec = ColumnSpec(**of_spec)
    if "default_kind" in given:
        given["default_kind"] = DefaultKind[given["default_kind"]]
        if spec.nullable and (is_written or spec.type in _LARGE) and given["default_kind"] is DefaultKind.NONE:
            given["default_kind"] = DefaultKind.LITERAL  # a large column never shows its NULL
    if spec.type not in _MEMBERS:
        given["default"] = _cell(given.get("default"), spec, _READERS.get(spec.type))
    given["explicit_charset"] = is_written and given.get("explicit_charset", False)
    return Column(spec, **given)


_Reader = Callable[[ColumnSpec, Any], Any]


def _cell(cell: Any, spec: ColumnSpec, reader: _Reader | None) -> Any:
    if isinstance(cell, dict):
        cell = bytes.fromhex(cell["x"])
    return cell if cell is None or reader is None or cell == START else reader(spec, cell)


def _moment(text: str) -> datetime | IncompleteDate:
    return IncompleteDate() if text.startswith("0000") or text == "zero" else datetime.fromisoformat(text)


def _timestamp(spec: ColumnSpec, text: str) -> datetime | IncompleteDate:
    moment = _moment(text)
    return moment.replace(tzinfo=UTC) if isinstance(moment, datetime) else moment


_READERS: dict[ColumnType, _Reader] = {
    ColumnType.DATETIME2: lambda spec, text: _moment(text),
    ColumnType.TIMESTAMP2: _timestamp,
    ColumnType.FLOAT: lambda spec, number: as_single(number),
    ColumnType.DATE: lambda spec, text: date.fromisoformat(text),
    ColumnType.NEWDECIMAL: lambda spec, text: Decimal(text),
    ColumnType.ENUM: enum_value,
    ColumnType.SET: lambda spec, text: set_value(spec, filter(None, text.split(","))),
    ColumnType.JSON: lambda spec, text: JsonDocument(json.loads(text)),
}
_MEMBERS = frozenset({ColumnType.ENUM, ColumnType.SET})
_LARGE = frozenset({ColumnType.BLOB, ColumnType.JSON, ColumnType.GEOMETRY})
