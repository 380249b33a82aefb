"""A DDL statement with what it works on."""

from __future__ import annotations

from dataclasses import field

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.events import Intvar
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_warning
from binwriter.mysql.raw_bytes import kept_bytes
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.sql.binding.database import Database
from binwriter.sql.context import StatementContext
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.values import DdlEvent


@dataclass
class DdlRun:
    """A DDL statement with what it works on. default_schema is the session's database ('' for none).

    affected: what the client gets: 1 for a new database, the number of tables of a dropped one. columns, rows: the
    result set of the few statements that have one. error: with which it
    ends although it was carried out in part. numbered: the Intvar of rows that it gave numbers. in_force: the form of
    statements before it ran, see `TemporaryTableLogging.format_in_force`. rehearses: its errors are asked for, and
    nothing is to change.
    """

    parsed: ParsedStatement
    database: Database
    context: StatementContext
    affected: int = 0
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    error: MySQLError | None = None
    rehearses: bool = False
    numbered: tuple[Intvar, ...] = ()
    in_force: BinlogFormat = field(init=False)

    def __post_init__(self) -> None:
        temporary = self.database.temporary
        self.in_force = self.context.server.policy.temporary.format_in_force(
            self.binlog_format, any_open=bool(temporary), row_mode=temporary.row_mode
        )

    @property
    def text(self) -> bytes:
        """The statement as it was given."""
        return kept_bytes(self.parsed.text)

    @property
    def default_schema(self) -> str:
        return self.context.database or ""

    @property
    def binlog_format(self) -> BinlogFormat:
        return self.context.variables.settings.binlog_format

    @property
    def logs_temporary(self) -> bool:
        """Whether CREATE TEMPORARY TABLE and its kin are logged here."""
        return self.context.server.policy.temporary.logs(self.in_force)

    @property
    def microseconds_used(self) -> int | None:
        """The statement's fraction of a second, where it has asked for it (status variable 13)."""
        return self.context.start_microseconds % 1_000_000 if self.context.facts.uses_microseconds else None

    def unless_unlogged(self, event: DdlEvent, *, existed: bool) -> tuple[DdlEvent, ...]:
        """CREATE .. IF NOT EXISTS of what is there already is not logged in every era."""
        return () if existed and not self.context.server.policy.logs_existing else (event,)

    def forget(self, table: Table) -> None:
        """Takes a base table out of catalog and storage."""
        del self.database.catalog.schema(table.schema).tables[table.name]
        self.database.storage.drop(table.schema, table.name)
        self.database.programs.drop_table(table.schema, table.name)

    def note(self, symbol: str, *arguments: object) -> None:
        self.context.diagnostics.append(mysql_warning(symbol, *arguments, level="Note"))


def database_name(node: exp.Expression) -> str:
    """The database that CREATE, ALTER and DROP DATABASE name: sqlglot puts it into the table's or the db part."""
    named = node.args.get("db")
    return named.name if named is not None and not node.name else node.name
