"""Where names become tables: the catalog and the stored rows behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any

from sqlglot import exp

from binwriter.catalog.rights import Rights
from binwriter.catalog.schemas import Catalog, View
from binwriter.catalog.tables import Table
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.versions import behaviour_of
from binwriter.sql.binding import partition_engine
from binwriter.sql.binding.accounts import require_definer
from binwriter.sql.binding.programs import ProgramCatalog
from binwriter.sql.binding.system_tables import GTIDS, STATISTICS, is_kept, shows_local_times, system_table
from binwriter.sql.binding.temporary import TemporaryTables
from binwriter.sql.context import StatementContext
from binwriter.sql.system import kept_statistics
from binwriter.storage.key_selection import chosen_keys
from binwriter.storage.made_table import MadeTable
from binwriter.storage.merge_tables import MERGE_ENGINE, merged
from binwriter.storage.selection import chosen_partitions
from binwriter.storage.server_files import ServerFiles
from binwriter.storage.table_data import TableData
from binwriter.storage.tables import Storage


@dataclass(frozen=True)
class Database:
    """A server's catalog and storage as statements see them.

    on_open: told each base table that a statement finds by its name. rows_of: makes the rows of a system table.
    components: the URNs of those that are installed.
    rights: of whoever asks, None for everything.
    """

    catalog: Catalog
    storage: Storage
    temporary: TemporaryTables = field(default_factory=TemporaryTables)
    programs: ProgramCatalog = field(default_factory=ProgramCatalog)
    files: ServerFiles = field(default_factory=ServerFiles)
    on_open: Callable[[TableData], None] | None = None
    rows_of: Callable[[Table], list[tuple[Any, ...]]] | None = None
    components: set[str] = field(default_factory=set)
    rights: Rights | None = None

    def table(self, schema: str | None, name: str, *, described: bool = False) -> TableData:
        """The stored table, a temporary one before a base table of its name. described: only what it is, not its rows,
        is asked for.

        Raises MySQLError: no database selected, unknown database or table.
        """
        if not schema:
            raise mysql_error("ER_NO_DB_ERROR")
        temporary = self.temporary.find(schema, name)
        if temporary is not None:
            return temporary
        system = system_table(schema, name, self.catalog)
        if system is not None:
            return self._system_data(system)
        definition = self.catalog.table(schema, name)
        if definition.engine.name == MERGE_ENGINE:
            version = self.catalog.version
            names_missing = bool(version) and not behaviour_of(version).has_dictionary
            return merged(definition, self._child, names_missing=names_missing)
        data = self.storage.data(schema, name)
        if data.discarded and not described:
            raise mysql_error("ER_TABLESPACE_DISCARDED", name)
        if self.on_open is not None:
            self.on_open(data)
        return data

    def _system_data(self, table: Table) -> TableData:
        """A system table with its rows: those of schema mysql that are no view of something are stored."""
        stored = self.storage.find(table.schema, table.name)
        rows = self.rows_of
        if stored is not None:
            if table.name in STATISTICS and rows is not None:
                kept_statistics.follow(stored, rows(table))
            elif table.name == GTIDS and table.schema == "mysql" and rows is not None:
                kept_statistics.follow_rows(stored, rows(table))
            return stored
        if rows is None:
            return MadeTable(table, list)
        if not is_kept(table):
            return MadeTable(table, lambda: rows(table))
        data = TableData(table)
        for row in rows(table):
            data.insert(row)
        self.storage.put(data)
        data.born = 0  # as old as the server
        return data

    def _child(self, schema: str, name: str) -> TableData:
        """A table that another one merges. KeyError if it is not there."""
        if self.catalog.find(schema, name) is None:
            raise KeyError(name)
        return self.storage.data(schema, name)

    def view(self, schema: str | None, name: str, *, reads: bool = True) -> View | None:
        """The view of that name, unless a temporary table hides it.

        reads: MySQLError ER_NO_SUCH_USER, ER_ACCESS_DENIED_ERROR where its definer is no account, ER_VIEW_RECURSIVE
        where it comes to itself again.
        """
        if not schema or self.temporary.find(schema, name) is not None:
            return None
        view = self.catalog.view(schema, name)
        if view is not None and reads:
            require_definer(view.definer, self.catalog.accounts, self.rights)
            from binwriter.sql.binding.view_queries import refuse_circle  # no view, no need of it

            refuse_circle(view, self.catalog)
        return view

    def table_of(self, node: exp.Expression, context: StatementContext) -> TableData:
        """The table a sqlglot Table node names, in the session's database when it names none."""
        whole = self.table(schema_of(node, context.database), node.name)
        if whole.definition.partitioning is not None:
            partition_engine.open_table(whole, context)
        data = chosen_partitions(whole, node)
        context.facts.uses_time_zone |= shows_local_times(data.definition, context.variables.behaviour)
        if node.args.get("hints"):
            chosen_keys(data, node, context.variables)  # they have to be there
        return data


def schema_of(node: exp.Expression, database: str | None) -> str | None:
    """The database a table node names, else the session's."""
    named = node.args.get("db")
    if isinstance(named, str):  # sqlglot reads '..t' so
        raise mysql_error("ER_PARSE_ERROR", f"{named}.{node.name}", 1)
    return named.name if named is not None else database
