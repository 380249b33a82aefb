"""The SQL front end as the session sees it: parse, analyse, then run to effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from functools import partial
from typing import Any

from sqlglot import exp

from binwriter.catalog.schemas import Catalog, View
from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass, replace
from binwriter.formats.servers import NEWEST
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.database import Database
from binwriter.sql.binding.prelocking import Prelocking
from binwriter.sql.binding.profile import analyse, locked_for_update
from binwriter.sql.binding.programs import Program
from binwriter.sql.binding.system_tables import is_not_replicated
from binwriter.sql.binding.views import duality_target
from binwriter.sql.command_table import changes, defines
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl import create_select, definers
from binwriter.sql.ddl import run as ddl
from binwriter.sql.ddl.statement import DdlRun
from binwriter.sql.ddl.table import partition_engine
from binwriter.sql.dml import insert, update_delete
from binwriter.sql.dml.context_events import context_events
from binwriter.sql.dml.forgiven import RowsEndError
from binwriter.sql.dml.load import run as load
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.grammar.parse import parse_statement
from binwriter.sql.programs import known_inserts, runtime
from binwriter.sql.query import ResultSet, run_select
from binwriter.sql.query.described import result_columns
from binwriter.sql.query.run import Compiler
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.known_trees import has
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.columns import ResultColumn
from binwriter.statement.facts import StatementFacts
from binwriter.statement.row_changes import RowChanges
from binwriter.statement.values import RowChange, StatementEffects, StatementProfile
from binwriter.storage.table_data import TableData
from binwriter.storage.tables import Storage
from binwriter.storage.undo import UndoLog
from binwriter.storage.versions import Versions


def _servers_own(kind: ProgramKind, name: str) -> Program | None:
    """See `ProgramCatalog`; they are read when somebody first asks."""
    from binwriter.sql.ddl.programs.servers_own import servers_routine

    return servers_routine(kind, name)


# who registers with `changes` and `defines`
changes.later.add(insert, update_delete, load)
defines.later.add(*definers.MODULES)


@dataclass
class FrontEnd:
    """Databases and their rows, shared by all sessions of a server.

    server: what system tables show of it (`Sight`). started: the clock of its first statement, in microseconds.
    delayed_threads: the sessions that write what INSERT DELAYED asks for, by their tables (5.1).
    """

    database: Database = field(default_factory=lambda: Database(Catalog(), Storage()))
    versions: Versions = field(default_factory=Versions)
    server: Any = None
    started: int | None = None
    delayed_threads: dict[tuple[str, str], Any] = field(default_factory=dict)

    @classmethod
    def over(cls, catalog: Catalog) -> FrontEnd:
        """With databases and accounts that are there already."""
        return cls(Database(catalog, Storage()))

    @property
    def catalog(self) -> Catalog:
        return self.database.catalog

    def database_of(self, context: StatementContext) -> Database:
        """The databases as a session sees them: its temporary tables hide base tables."""
        self.database.storage.now = context.start_microseconds
        if self.started is None:
            self.started = context.start_microseconds
            if context.variables.behaviour.has_sys:
                self.database.programs.servers_own = _servers_own
        known = context.seen_database
        if known is not None and known[0] is self and known[1].on_open is context.on_open:
            there: Database = known[1]
            return there
        seen = self.database_with(context)
        context.seen_database = self, seen
        return seen

    def database_with(
        self,
        context: StatementContext,
        only: TableData | View | None = None,
        *,
        shows: bool = False,
        beginning: str = "",
    ) -> Database:
        """As `database_of`; only: the one table or view that system tables tell of. shows: a SHOW reads them;
        beginning: see `Sight`."""
        rows_of = partial(self._system_rows, context, only, shows, beginning)
        there = self.database
        return Database(
            there.catalog,
            there.storage,
            context.session.temporary,
            there.programs,
            there.files,
            context.on_open,
            rows_of,
            there.components,
            context.rights,
        )

    def _system_rows(
        self, context: StatementContext, only: TableData | View | None, shows: bool, beginning: str, table: Table
    ) -> list[tuple[Any, ...]]:
        """The rows of a system table. What makes them is imported when somebody first asks."""
        from binwriter.sql.system.makers import make_rows
        from binwriter.sql.system.sight import Sight

        database, started = self.database_of(context), self.started or 0
        return make_rows(table, Sight(database, context, started, self.server, only, shows, beginning))

    def parse(self, text: str, version: int = NEWEST.version_number) -> ParsedStatement:
        """See `parse_statement`."""
        return parse_statement(text, version)

    def profile(self, parsed: ParsedStatement, context: StatementContext) -> StatementProfile:
        """What is known before it runs. MySQLError for unknown tables."""
        return analyse(parsed, self.database_of(context), context)

    def run_dml(
        self,
        parsed: ParsedStatement,
        context: StatementContext,
        undo: UndoLog,
        text: bytes,
        prelocking: Prelocking | None = None,
        work: Callable[[DmlRun], None] | None = None,
    ) -> StatementEffects:
        """Runs a data-changing statement to its effects.

        A failed one comes back with its error; its changes to transactional tables are undone and not among the rows.
        UnsupportedError leaves the storage as it was. prelocking: what triggers and functions may touch. work: changes
        the rows, where how is known already.
        """
        assert isinstance(parsed.node, exp.Expression)
        mark = undo.mark()
        context.changes_data = "IGNORE" not in parsed.modifiers and context.variables.behaviour.is_strict(
            parsed.command
        )
        run = DmlRun(self.database_of(context), context, undo, prelocked=prelocking is not None)
        top = self._top_statement(run, context, prelocking)
        error: MySQLError | None = None
        tried: Sequence[RowChange] = ()
        undone: Sequence[RowChange] = ()
        try:
            known = work
            if known is None and context.program_names is not None:
                known = known_inserts.known_insert(parsed, run.database, context)
            if known is None:
                self.run_change(parsed, run)
            else:
                known(run)
        except RowsEndError as ended:
            run.end_untold(ended)
        except MySQLError as raised:
            error = raised
            undo.rollback_to(mark)
            tried = tuple(run.changes)
            undone = tuple(change for change in run.changes if change.table.engine.transactional)
            stays = (change for change in run.changes if not change.table.engine.transactional)
            run.changes = RowChanges([*run.savepoints.outlived, *stays])
        except BaseException:
            undo.rollback_to(mark)
            raise
        return StatementEffects(
            text=text if context.facts.changed_by is None or not context.row_form else context.facts.changed_by,
            context=context_events(run),
            rows=run.changes.settled(),
            savepoints=run.savepoints.effects if error is None else None,
            undone=undone,
            tried=tried,
            transactional_write=run.transactional_write,
            nontransactional_write=run.nontransactional_write,
            write_noticed=run.noticed_write or not run.nontransactional_write,
            error=error,
            table_map_for_update=run.table_map_for_update,
            facts=context.facts,
            impossible=run.impossible or any(map(is_not_replicated, run.locked)),
            ended_untold=run.ended_untold,
            affected=run.affected,
            insert_id=(
                run.first_inserted_id or (context.tells_insert_id and context.new_last_insert_id) or run.last_auto_value
                if run.reports_insert_id
                else 0
            ),
            generated_id=run.first_inserted_id,
            locked=self._locked(parsed, run, context, prelocking),
            changed_t=None if prelocking is None else run.transactional_write or prelocking.writes_own_t,
            ran_program=top is not None and top.ran_program,
            ran_program_first=top is not None and top.ran_program_first,
            parts=tuple(run.parts or ()) if error is None else (),
            changes_documents=run.parts is not None,
            changes_parent=run.changes_parent,
            internal_temporary=run.internal_temporary or context.facts.internal_temporary,
            loaded=run.loaded,
        )

    def run_change(self, parsed: ParsedStatement, run: DmlRun) -> None:
        """Changes the rows, of a program's statement, too. MySQLError; rows done until then stay in `run.changes`."""
        view = duality_target(parsed, run.database, run.context)
        if view is not None:
            from binwriter.sql.dml.duality.changes import change_documents

            change_documents(parsed, view, run)
        else:
            changes[parsed.command](parsed, run)

    def _locked(
        self, parsed: ParsedStatement, run: DmlRun, context: StatementContext, prelocking: Prelocking | None
    ) -> tuple[Table, ...]:
        """What the statement locks for writing, in the order in which its tables, triggers and keys open it."""
        assert isinstance(parsed.node, exp.Expression)
        for_update = locked_for_update(parsed.node, run.database, context)
        if prelocking is None:
            return (*run.locked, *for_update, *run.locked_behind)
        followed = {id(table) for table in prelocking.written}
        behind = (table for table in run.locked if id(table) not in followed)  # what a view or a union has behind it
        return (*prelocking.own, *behind, *for_update, *prelocking.opened)

    def _top_statement(
        self, run: DmlRun, context: StatementContext, prelocking: Prelocking | None
    ) -> runtime.TopStatement | None:
        """The statement that triggers and functions run inside of."""
        if context.programs is None:
            return None
        used = prelocking.tables if prelocking is not None else []
        own = frozenset((locked.table.schema, locked.table.name) for locked in used if locked.own)
        top = context.programs.top = runtime.TopStatement(run, [own])
        return top

    @contextmanager
    def _inside(self, run: DmlRun, context: StatementContext) -> Iterator[None]:
        """Programs run inside of this one; behind it, inside of the statement around it again, if there is one."""
        before = context.programs.top if context.programs is not None else None
        self._top_statement(run, context, None)
        try:
            yield
        finally:
            if context.programs is not None:
                context.programs.top = before

    def run_ddl(self, parsed: ParsedStatement, context: StatementContext) -> StatementEffects:
        """Carries DDL out. MySQLError leaves catalog and storage as they were."""
        return ddl.run_ddl(DdlRun(parsed, self.database_of(context), context))

    def rehearse_alter(self, parsed: ParsedStatement, context: StatementContext) -> None:
        """The errors of ALTER TABLE that come before anybody is waited for."""
        ddl.rehearse_alter(DdlRun(parsed, self.database_of(context), context))

    def forget_table(self, table: Table) -> None:
        """CREATE TABLE .. SELECT that could not be logged."""
        self.database.catalog.schema(table.schema).tables.pop(table.name, None)
        self.database.storage.drop(table.schema, table.name)

    def run_create_select(
        self,
        parsed: ParsedStatement,
        context: StatementContext,
        undo: UndoLog,
        text: bytes,
        written_by_programs: tuple[Table, ...] = (),
    ) -> StatementEffects | None:
        """CREATE TABLE .. SELECT. MySQLError: no table was made. None: with IF NOT EXISTS, it was there.

        written_by_programs: what functions would change meanwhile, which is refused (error 1746) from 5.6 on.
        """
        syntax = parsed.node
        assert isinstance(syntax, CreateTableSyntax)
        run = DdlRun(parsed, self.database_of(context), context)
        schema = ddl.new_table_schema(run, syntax)
        if schema is None:
            return None
        dml = DmlRun(run.database, context, undo if syntax.temporary else UndoLog())
        assert isinstance(syntax.select, exp.Expression)
        with self._inside(dml, context):
            refused = written_by_programs if context.variables.behaviour.refuses_writing_creates else ()
            for locked in (*locked_for_update(syntax.select, run.database, context), *refused):
                raise mysql_error("ER_CANT_UPDATE_TABLE_IN_CREATE_TABLE_SELECT", locked.name, syntax.name)
            data, asked_zone, asked_fractions = create_select.create_and_fill(dml, syntax, schema, parsed.text)
        ddl.keep_table(run, data)
        if data.definition.partitioning is not None:
            partition_engine.warn_of_filled(data, context)
        return StatementEffects(
            text=text,
            context=context_events(dml),
            rows=dml.changes.settled(),
            transactional_write=dml.transactional_write,
            nontransactional_write=dml.nontransactional_write,
            facts=StatementFacts(  # its rows carry what it has used by its end
                uses_time_zone=context.facts.uses_time_zone,
                uses_microseconds=context.facts.uses_microseconds,
                thread_specific=context.facts.thread_specific,
            ),
            resolved_now=create_select.resolves_now(syntax.select, context),
            asked_zone=asked_zone,
            asked_fractions=asked_fractions,
            affected=dml.affected,
            insert_id=dml.first_inserted_id or dml.last_auto_value,
            generated_id=dml.first_inserted_id,
            locked=(data.definition, *written_by_programs),
        )

    def column_names(self, parsed: ParsedStatement, context: StatementContext) -> tuple[str, ...]:
        """The columns of a query's result."""
        assert isinstance(parsed.node, exp.Expression)
        return tuple(name for name, _ in Compiler(self.database_of(context), context)(parsed.node, None).columns)

    def described(
        self, parsed: ParsedStatement, context: StatementContext, *, prepared: bool = True
    ) -> tuple[ResultColumn, ...]:
        """What clients are told of them. prepared: by PREPARE."""
        assert isinstance(parsed.node, exp.Expression)
        query = Compiler(self.database_of(context), context)(parsed.node, None)
        return result_columns.described(query, prepared=prepared)

    def described_with_collations(
        self, parsed: ParsedStatement, context: StatementContext
    ) -> list[tuple[ResultColumn, int]]:
        """The same, and the collation of what is text in it."""
        assert isinstance(parsed.node, exp.Expression)
        query = Compiler(self.database_of(context), context)(parsed.node, None)
        columns = result_columns.described(query, prepared=True)
        return [(column, type_.collation) for column, (_, type_) in zip(columns, query.columns, strict=True)]

    def run_select(self, parsed: ParsedStatement, context: StatementContext) -> ResultSet:
        """Runs SELECT or DO. Between two rows of a table KILL ends it: ER_QUERY_INTERRUPTED."""
        assert isinstance(parsed.node, exp.Expression)
        database = self.database_of(context)
        if not has(parsed.node, exp.Table):
            return run_select(parsed.node, database, context, again=True)
        context.begin_row(1)
        result = run_select(parsed.node, database, context, lazily=True, again=True)
        rows: list[Any] = []
        numbered = _gives_rows_at_once(parsed.node)
        for row in result.rows:
            interrupts.step()
            rows.append(row)
            if numbered:
                context.begin_row(len(rows) + 1)
        context.end_row()
        return replace(result, rows=rows)


def _gives_rows_at_once(query: exp.Expression) -> bool:
    """Whether each row is sent before the next is reckoned, which messages count (captured: clusters/negated)."""
    args = query.args
    if isinstance(query, exp.Union):
        return not args.get("distinct") and not args.get("order")
    joined = bool(args.get("joins")) and args.get("order") is not None
    return not (joined or args.get("group") or args.get("distinct"))
