"""What the logs themselves say of a table's columns."""

from __future__ import annotations

import re
import tempfile
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from binwriter.binlog.files.reader import LogEvent, nested_events, read_events
from binwriter.binlog.files.rows import MappedTable
from binwriter.errors import BinwriterError, CorruptLogError, OptionError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType, EventType
from binwriter.formats.events import Query, TableMap
from binwriter.mysql.identifiers import quoted

if TYPE_CHECKING:
    from binwriter.catalog.tables import Table

_SPEAKING = frozenset({EventType.TABLE_MAP, EventType.TRANSACTION_PAYLOAD, EventType.QUERY})
_DEFINES = re.compile(rb"\s*(?:CREATE|ALTER|RENAME|DROP)\s+TABLE\b", re.IGNORECASE)
_MOST_DEFINITIONS = 200
_LISTED = frozenset({ColumnType.ENUM, ColumnType.SET})

Definition = tuple[str, str]  # default database, text


def specs_in_logs(files: Iterable[Path], table: tuple[str, str], *, verify: bool = True) -> tuple[ColumnSpec, ...]:
    """The columns as the table's first Table_map describes them.

    Names and members come from it too if it is of binlog_row_metadata=FULL, else from the definitions before it
    (CREATE TABLE and what changed it), if they make columns of just these types; else they are `@1`, `@2`.
    verify: look at checksums. OptionError if no file has a Table_map of it; CorruptLogError naming file and position
    for damage before it, or if it contradicts itself.
    """
    wanted = tuple(part.encode() for part in table)
    definitions: deque[Definition] = deque(maxlen=_MOST_DEFINITIONS)
    for path in files:
        for event in read_events(path, verify=verify, stop_at_truncation=True):
            if event.type not in _SPEAKING:
                continue
            for each in (event, *nested_events(event)):
                body = each.body if each.type in _SPEAKING else None
                if isinstance(body, Query) and wanted[1] in body.query and _DEFINES.match(body.query):
                    definitions.append((body.schema.decode("utf-8", "replace"), body.query.decode("utf-8", "replace")))
                elif isinstance(body, TableMap) and (body.schema, body.table) == wanted:
                    return _specs(each, body, table, definitions)
    raise OptionError(f"no rows of table {table[0]}.{table[1]} in these logs; option schema can say what it is")


def _specs(
    event: LogEvent, body: TableMap, table: tuple[str, str], definitions: Iterable[Definition]
) -> tuple[ColumnSpec, ...]:
    mapped = MappedTable(body)
    try:
        specs = mapped.specs
    except CorruptLogError as error:
        raise CorruptLogError(f"{event.file}:{event.position}: {error}") from error
    if mapped.has_names:
        return specs
    declared = _declared(table, definitions)
    return declared if [_type(spec) for spec in declared] == [_type(spec) for spec in specs] else specs


def _declared(table: tuple[str, str], definitions: Iterable[Definition]) -> tuple[ColumnSpec, ...]:
    """The columns that the table has behind these statements; none if they do not make it, or cannot be run."""
    from binwriter.server.server import Server  # it brings SQL, and most tasks need none of it

    made: Table | None = None
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        session = server.connect()
        session.execute("SET foreign_key_checks = 0")  # tables that it refers to are not there
        for database, text in definitions:
            with suppress(BinwriterError):
                for name in {database, table[0]} - {""}:
                    session.execute(f"CREATE DATABASE IF NOT EXISTS {quoted(name)}")
                session.execute(f"USE {quoted(database or table[0])}")
                session.execute(text)
        made = next((each for each in server.catalog if (each.schema, each.name) == table), None)
    return () if made is None else tuple(column.spec for column in made.columns)


def _type(spec: ColumnSpec) -> ColumnSpec:
    """What a Table_map of MINIMAL metadata has of a column."""
    bare = replace(spec, name="", members=(), visible=True, srid=None)
    return replace(bare, length=0, collation=0) if spec.type in _LISTED else bare
