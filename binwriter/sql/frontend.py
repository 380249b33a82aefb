"""The SQL front end as the session sees it: parse, analyse, then run to effects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.formats.constants import IntvarType
from binwriter.formats.events import Intvar, Rand, UserVar
from binwriter.schema import Catalog
from binwriter.sql.analyse import analyse
from binwriter.sql.context import StatementContext
from binwriter.sql.database import Database
from binwriter.sql.ddl_run import DdlRun, run_ddl
from binwriter.sql.dml.insert import run_insert
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.dml.update_delete import run_delete, run_update
from binwriter.sql.parse import ParsedStatement, parse_statement
from binwriter.sql.query import ResultSet, run_select
from binwriter.sql.storage import Storage, UndoLog
from binwriter.statement import RowChange, StatementEffects, StatementProfile


@dataclass
class FrontEnd:
    """Databases and their rows, shared by all sessions of a server."""

    database: Database = field(default_factory=lambda: Database(Catalog(), Storage()))

    @property
    def catalog(self) -> Catalog:
        return self.database.catalog

    def database_of(self, context: StatementContext) -> Database:
        """The databases as a session sees them: its temporary tables hide base tables."""
        return replace(self.database, temporary=context.temporary)

    def parse(self, text: str) -> ParsedStatement:
        """See `parse_statement`."""
        return parse_statement(text)

    def profile(self, parsed: ParsedStatement, context: StatementContext) -> StatementProfile:
        """What is known before it runs. MySQLError for unknown tables."""
        return analyse(parsed, self.database_of(context), context)

    def run_dml(
        self, parsed: ParsedStatement, context: StatementContext, undo: UndoLog, text: bytes
    ) -> StatementEffects:
        """Runs a data-changing statement to its effects.

        A failed one comes back with its error; its changes to transactional tables are undone and not among the rows.
        UnsupportedError leaves the storage as it was.
        """
        mark = undo.mark()
        context.changes_data = "IGNORE" not in parsed.modifiers
        run = DmlRun(self.database_of(context), context, undo)
        error: MySQLError | None = None
        tried: tuple[RowChange, ...] = ()
        undone: tuple[RowChange, ...] = ()
        try:
            _RUNNERS[parsed.command](parsed, run)
        except MySQLError as raised:
            error = raised
            undo.rollback_to(mark)
            tried = tuple(run.changes)
            undone = tuple(change for change in run.changes if change.table.engine.transactional)
            run.changes = [change for change in run.changes if not change.table.engine.transactional]
        except BaseException:
            undo.rollback_to(mark)
            raise
        return StatementEffects(
            text=text,
            context=_context_events(run),
            rows=tuple(run.changes),
            undone=undone,
            tried=tried,
            transactional_write=run.transactional_write,
            nontransactional_write=run.nontransactional_write,
            error=error,
            table_map_for_update=run.table_map_for_update,
            uses_time_zone=context.uses_time_zone,
            uses_microseconds=context.uses_microseconds,
            thread_specific=context.thread_specific,
            impossible=run.impossible,
            affected=run.affected,
            insert_id=run.first_inserted_id or context.new_last_insert_id or run.last_auto_value,
            generated_id=run.first_inserted_id,
            locked=tuple(run.locked),
            in_foreign_key=run.in_foreign_key,
            internal_temporary=run.internal_temporary,
        )

    def run_ddl(self, parsed: ParsedStatement, context: StatementContext) -> StatementEffects:
        """Carries DDL out. MySQLError leaves catalog and storage as they were."""
        return run_ddl(DdlRun(parsed, self.database_of(context), context))

    def run_select(self, parsed: ParsedStatement, context: StatementContext) -> ResultSet:
        """Runs SELECT or DO."""
        assert isinstance(parsed.node, exp.Expression)
        return run_select(parsed.node, self.database_of(context), context)


def _context_events(run: DmlRun) -> tuple[Intvar | Rand | UserVar, ...]:
    """Intvar LAST_INSERT_ID, Intvar INSERT_ID, Rand, then User_var events: the order in which a server writes them."""
    context = run.context
    events: list[Intvar | Rand | UserVar] = []
    if context.last_insert_id_used:
        events.append(Intvar(type=IntvarType.LAST_INSERT_ID, value=context.last_insert_id))
    if run.first_insert_id and run.insert_id_logged:
        events.append(Intvar(type=IntvarType.INSERT_ID, value=run.first_insert_id))
    if context.rand_used is not None:
        events.append(Rand(seed1=context.rand_used[0], seed2=context.rand_used[1]))
    for variable in context.user_variables_read.values():
        events.append(UserVar.from_value(variable.name, variable.value, variable.collation, unsigned=variable.unsigned))
    return tuple(events)


_RUNNERS: dict[str, Callable[[ParsedStatement, DmlRun], None]] = {
    "insert": run_insert,
    "insert_select": run_insert,
    "replace": run_insert,
    "replace_select": run_insert,
    "update": run_update,
    "update_multi": run_update,
    "delete": run_delete,
    "delete_multi": run_delete,
}
