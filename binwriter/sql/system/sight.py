"""What the rows of system tables are made from, and who makes them: one function a table, registered in `ROWS`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import cached_property
from operator import attrgetter
from typing import Any

from binwriter.catalog.schemas import Schema, View
from binwriter.catalog.tables import Table
from binwriter.errors import UnsupportedError
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_warning
from binwriter.sql.binding.database import Database
from binwriter.sql.binding.system_tables import is_kept
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.moments.timezone import from_microseconds, to_local
from binwriter.sql.system import captured
from binwriter.sql.system.visibility import may_see, may_see_own, may_see_trigger
from binwriter.storage.table_data import TableData

Row = tuple[Any, ...]
Maker = Callable[["Sight"], Iterable[Row]]
_MICROSECONDS = 1_000_000
_MEASURES = "performance_schema"


@dataclass(frozen=True)
class Sight:
    """A server as the statement that reads a system table finds it.

    started: when its first statement ran, in microseconds. server: what has sessions and a log (`ServerState`); None
    where there are only databases. only: the one table or view to tell of, a temporary one perhaps. shows: SHOW
    asks, which is told more. beginning: what the names begin with that it asks for, in lower case; makers may leave
    others out.
    """

    database: Database
    context: StatementContext
    started: int = 0
    server: Any = None
    only: TableData | View | None = None
    shows: bool = False
    beginning: str = ""

    def schemas(self) -> Iterator[Schema]:
        """The databases that SQL has made, by name."""
        known = self.database.catalog.schemas
        return (known[name] for name in sorted(known) if may_see(self.context, name))

    def _places(self) -> Iterator[Schema]:
        """The same, with those that are always there where SQL has made something in them."""
        beside = self.database.catalog.beside
        places = sorted((*self.schemas(), *beside.values()), key=attrgetter("name")) if beside else self.schemas()
        return (place for place in places if place.name not in beside or may_see(self.context, place.name))

    def tables(self) -> Iterator[Table]:
        """The base tables in them, by name."""
        if self.only is not None:
            yield from () if isinstance(self.only, View) else (self.only.definition,)
            return
        for schema in self._places():
            yield from (schema.tables[name] for name in sorted(schema.tables) if self.sees(schema.name, name))

    def views(self) -> Iterator[View]:
        """The views in them."""
        if self.only is not None:
            yield from (self.only,) if isinstance(self.only, View) else ()
            return
        for schema in self._places():
            yield from (schema.views[name] for name in sorted(schema.views) if self.sees(schema.name, name))

    def sees(self, schema: str, name: str) -> bool:
        """Whether the reader is told of a table or view."""
        return may_see(self.context, schema, name)

    def data(self, table: Table) -> TableData:
        """The stored rows of a table."""
        if isinstance(self.only, TableData):
            return self.only
        return self.database.storage.data(table.schema, table.name)

    def timestamp(self, microseconds: int) -> datetime:
        """As a TIMESTAMP column holds it: without a fraction."""
        return from_microseconds(microseconds // _MICROSECONDS * _MICROSECONDS)

    def local(self, microseconds: int) -> datetime:
        """As a DATETIME of the session. Before there was a dictionary nobody counted that as asking for its zone
        (captured: 5.5.20/names_of_system_tables_statement)."""
        asked = self.context.facts.uses_time_zone
        moment = to_local(self.timestamp(microseconds), self.context)
        self.context.facts.uses_time_zone = asked or self.context.variables.behaviour.has_dictionary
        return moment

    @cached_property
    def start(self) -> datetime:
        """When the server was made."""
        return self.timestamp(self.started)


# by database and name, as `captured.key_of` gives them
ROWS: dict[captured.Name, Maker] = {}


def rows_of(*names: str) -> Callable[[Maker], Maker]:
    """Registers who makes the rows of these tables, `database.table`: in addition to those of a fresh server."""

    def register(maker: Maker) -> Maker:
        for name in names:
            schema, _, table = name.partition(".")
            ROWS[captured.key_of(schema, table)] = maker
        return maker

    return register


# Tables whose rows `ROWS` makes all of: what a fresh server has is not put before them.
WHOLE: set[captured.Name] = set()


def all_rows_of(*names: str) -> Callable[[Maker], Maker]:
    """As `rows_of`; the function gives those of a fresh server too."""

    def register(maker: Maker) -> Maker:
        for name in names:
            schema, _, table = name.partition(".")
            WHOLE.add(captured.key_of(schema, table))
        return rows_of(*names)(maker)

    return register


_VIEWS = captured.key_of("information_schema", "views")  # those of `sys` are told to who may see them


_NOT_OF_DEFINITIONS = "_privileges"


def _untaken(table: Table, rows: Sequence[Row], taken: set[captured.Name]) -> Iterable[Row]:
    """The rows of a fresh server, without what they tell of tables of `mysql` that statements have taken over."""
    places = table.index_of
    schema = places.get("table_schema", places.get("constraint_schema"))
    name = places.get("table_name")
    if not taken or schema is None or name is None or table.name.lower().endswith(_NOT_OF_DEFINITIONS):
        return rows
    return (row for row in rows if (row[schema], row[name]) not in taken)


def _seen(table: Table, rows: Iterable[Row], context: StatementContext) -> Iterable[Row]:
    """Of the rows of a fresh server those of whose objects the session's account is told."""
    places, kind = table.index_of, table.name.lower()
    if context.rights is None or table.schema.lower() != "information_schema":
        return rows
    if kind == "triggers":
        schema, name = places["event_object_schema"], places["event_object_table"]
        return (row for row in rows if may_see_trigger(context, row[schema], row[name]))
    at = places.get("table_schema", places.get("constraint_schema"))
    of = places.get("table_name")
    if at is None or of is None or "view_name" in places or kind.endswith(_NOT_OF_DEFINITIONS):
        return rows
    column = places.get("column_name") if kind in _OF_COLUMNS else None
    return (row for row in rows if may_see_own(context, row[at], row[of], "" if column is None else row[column] or ""))


_OF_COLUMNS = frozenset({"columns", "columns_extensions", "key_column_usage"})


def make_rows(table: Table, sight: Sight) -> list[Row]:
    """The rows of a system table. UnsupportedError for one whose rows are a server's own work, but for
    performance_schema: nothing is measured here, which a warning tells
    who asks for it."""
    key = captured.key_of(table.schema, table.name)
    maker = ROWS.get(key) or (sight.server.system_rows(key) if sight.server is not None else None)
    if maker is None and key not in CONSTANT and not is_kept(table):
        measured = f"rows of {table.schema}.{table.name}: they are what a server has measured"
        if key[0] != _MEASURES:
            raise UnsupportedError(measured)
        warning = mysql_warning("ER_NOT_SUPPORTED_YET", measured)
        if warning not in sight.context.diagnostics and not sight.context.changes_data:
            sight.context.diagnostics.append(warning)
        return []
    rows: list[Row] = []
    if key not in WHOLE and sight.only is None and captured.has_rows(table):
        untaken = _untaken(table, captured.rows_since(table, sight.start), sight.database.catalog.taken)
        told = _seen(table, untaken, sight.context)
        rows += told if key != _VIEWS else (row for row in told if sight.sees(row[1], row[2]))
    if maker is not None:
        rows += map(table.stored_row, maker(sight))
    return rows


# Tables that have the rows of a fresh server whatever statements do.
_CONSTANT_NAMES = """
information_schema.CHARACTER_SETS information_schema.COLLATIONS information_schema.ENGINES information_schema.PLUGINS
information_schema.COLLATION_CHARACTER_SET_APPLICABILITY information_schema.KEYWORDS information_schema.PROFILING
information_schema.OPTIMIZER_TRACE
information_schema.ST_UNITS_OF_MEASURE information_schema.JSON_DUALITY_VIEWS
information_schema.JSON_DUALITY_VIEW_COLUMNS information_schema.JSON_DUALITY_VIEW_LINKS
information_schema.JSON_DUALITY_VIEW_TABLES information_schema.INNODB_FT_DEFAULT_STOPWORD
information_schema.INNODB_FT_BEING_DELETED
information_schema.INNODB_FT_CONFIG information_schema.INNODB_FT_DELETED information_schema.INNODB_FT_INDEX_CACHE
information_schema.INNODB_FT_INDEX_TABLE information_schema.ROUTINE_LIBRARIES
performance_schema.events_stages_current performance_schema.events_stages_history
performance_schema.events_stages_history_long performance_schema.events_statements_history_long
performance_schema.events_transactions_history_long performance_schema.events_waits_current
performance_schema.events_waits_history performance_schema.events_waits_history_long
performance_schema.global_variable_attributes performance_schema.keyring_component_status
performance_schema.keyring_keys
performance_schema.replication_applier_configuration performance_schema.replication_applier_filters
performance_schema.replication_applier_global_filters performance_schema.replication_applier_status
performance_schema.replication_applier_status_by_coordinator performance_schema.replication_applier_status_by_worker
performance_schema.replication_asynchronous_connection_failover
performance_schema.replication_asynchronous_connection_failover_managed
performance_schema.replication_connection_configuration performance_schema.replication_connection_status
performance_schema.replication_group_member_stats performance_schema.replication_group_members
performance_schema.temporary_account_locks performance_schema.tls_channel_status
performance_schema.user_defined_functions performance_schema.variables_metadata
"""
CONSTANT = frozenset(captured.key_of(*name.split(".")) for name in _CONSTANT_NAMES.split())
