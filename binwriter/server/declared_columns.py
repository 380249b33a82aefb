"""Names of columns where a log's Table_maps have none (binlog_row_metadata=MINIMAL): from the definitions in the log.

CREATE TABLE, and what changed the table since, run on a server of our own. The columns that it then has give names and
members to those of the Table_map if they are as many and of the same types; else nobody knows them.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from binwriter.binlog.files.reader import LogEvent
from binwriter.binlog.files.rows import MappedTable
from binwriter.errors import BinwriterError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType, EventType
from binwriter.formats.events import Query
from binwriter.formats.patterns import pattern
from binwriter.formats.records import replace
from binwriter.mysql.identifiers import quoted

if TYPE_CHECKING:
    from binwriter.server.server import Server

_DEFINES = pattern(rb"(?i)\s*(?:(?:CREATE|ALTER|RENAME|DROP)\s+TABLE|DROP\s+(?:DATABASE|SCHEMA))\b")
_MOST_DEFINITIONS = 10_000
_LISTED = frozenset({ColumnType.ENUM, ColumnType.SET})
_Table = tuple[str, str]


class DeclaredColumns:
    """Give it every event of a stream in order. only: the one table that will be asked for; None for any.

    `close` it, or use it as a context manager: it may have made a server in a temporary folder.
    """

    def __init__(self, only: str | None = None) -> None:
        self._only = only.encode() if only is not None else b""
        self._definitions: list[tuple[str, bytes]] = []  # default database, text
        self._known: dict[tuple[_Table, int], tuple[ColumnSpec, ...]] = {}
        self._opened = ExitStack()
        self._server: Server | None = None
        self._done = 0
        self._is_closed = False

    def __enter__(self) -> DeclaredColumns:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the server; who still asks is answered by one that is made for the question."""
        self._is_closed = True
        self._end()

    def _end(self) -> None:
        self._opened.close()
        self._server, self._done = None, 0

    def follow(self, event: LogEvent) -> None:
        """Notes a definition. CorruptLogError if the body of a Query event cannot be parsed."""
        if event.type is not EventType.QUERY or len(self._definitions) >= _MOST_DEFINITIONS:
            return
        body = event.body
        if isinstance(body, Query) and self._only in body.query and _DEFINES.match(body.query):
            self._definitions.append((body.schema.decode("utf-8", "replace"), body.query))

    @property
    def place(self) -> int:
        """How many definitions there were up to now."""
        return len(self._definitions)

    def specs(self, table: MappedTable, place: int | None = None) -> tuple[ColumnSpec, ...]:
        """The columns of a table, as it was when `place` had this value (by default now).

        CorruptLogError if the Table_map contradicts itself.
        """
        specs = table.specs
        if table.has_names:
            return specs
        declared = self._declared((table.schema, table.name), self.place if place is None else place)
        if [_type(declared_column) for declared_column in declared] != [
            _type(declared_column) for declared_column in specs
        ]:
            return specs
        return tuple(_named(spec, declared_column) for spec, declared_column in zip(specs, declared, strict=True))

    def _declared(self, table: _Table, place: int) -> tuple[ColumnSpec, ...]:
        """The columns behind that many definitions; none if they do not make the table, or cannot be run."""
        name = table[1].encode()
        last = next((index for index in reversed(range(place)) if self._may_mean(index, name)), None)
        if last is None:
            return ()
        key = table, last
        if key not in self._known:
            try:
                self._known[key] = self._run(table, last + 1)
            except ImportError:  # the extra for SQL is not there
                self._known[key] = ()
        return self._known[key]

    def _may_mean(self, number: int, name: bytes) -> bool:
        return name in self._definitions[number][1]

    def _run(self, table: _Table, place: int) -> tuple[ColumnSpec, ...]:
        from binwriter.server.server import Server  # it brings SQL, and most logs need none of it

        if self._done > place:
            self._end()
        if self._server is None:
            folder = self._opened.enter_context(tempfile.TemporaryDirectory(prefix="binwriter-columns-"))
            self._server = self._opened.enter_context(Server(Path(folder)))
        session = self._server.connect()
        session.execute("SET foreign_key_checks = 0")  # tables that it refers to may not be there
        for database, text in self._definitions[self._done : place]:
            with suppress(BinwriterError):
                for name in {database, table[0]} - {""}:
                    session.execute(f"CREATE DATABASE IF NOT EXISTS {quoted(name)}")
                session.execute(f"USE {quoted(database or table[0])}")
                session.execute(text.decode("utf-8", "replace"))
        session.close()
        self._done = place
        made = next(
            (table_made for table_made in self._server.catalog if (table_made.schema, table_made.name) == table), None
        )
        if self._is_closed:
            self._end()
        return () if made is None else tuple(column.spec for column in made.columns)


def _type(spec: ColumnSpec) -> tuple[ColumnType, bool]:
    return spec.type, spec.nullable


def _named(spec: ColumnSpec, declared: ColumnSpec) -> ColumnSpec:
    """What a Table_map of MINIMAL metadata does not have."""
    if spec.type in _LISTED:
        return declared
    return replace(spec, name=declared.name, visible=declared.visible)
