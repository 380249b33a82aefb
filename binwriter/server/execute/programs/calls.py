"""Stored programs on a session: statements that call functions, CALL unrolled, prepared statements.

A CALL is not logged; each statement of the procedure is, as if the client had sent it, with NAME_CONST in place of
local variables. A function call outside of a data-changing statement is logged as SELECT `db`.`f`(arguments) when the
log is written by statement (internals text, "StoredRoutinesBinlogging"; captured).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sqlglot import exp

from binwriter.binlog.rules.logging_format import LoggingDecision, LoggingFormat
from binwriter.binlog.rules.unsafe import in_warning_order
from binwriter.catalog.rights import Rights
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.server import followed
from binwriter.server.execute.programs import call_effects, call_profiles, procedure_host
from binwriter.server.execute.programs.call_state import CallState, KeptReasons, parameters_result
from binwriter.server.execute.set_variables import apply_set
from binwriter.server.execute.taking_part import tables_take_part
from binwriter.server.execution import Execution
from binwriter.server.guards.read_only import check_changes
from binwriter.sql.binding.accounts import account_text, require_definer
from binwriter.sql.binding.database import schema_of
from binwriter.sql.binding.prelocking import Prelocking, locks_reads, prelock
from binwriter.sql.binding.profile import events_of, joined_nodes, written_nodes
from binwriter.sql.binding.program_usage import functions_in
from binwriter.sql.binding.programs import SERVERS_SCHEMA, Program
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.binding.view_trees import tables_beside
from binwriter.sql.binding.views import duality_target, first_tables, through_views
from binwriter.sql.command_table import runs
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.programs.origin import names_timestamp
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.privileges.check import rights_inside
from binwriter.sql.programs import interpreter, runtime
from binwriter.sql.programs.arguments import (
    bind_arguments,
    check_recursion,
    check_results,
    missing_procedure,
    return_arguments,
)
from binwriter.sql.programs.frames import Frame
from binwriter.sql.programs.nesting import MOST_NESTED_PROGRAMS, DeepCalls, stack_overrun
from binwriter.sql.syntax.programs import Call, ProgramKind
from binwriter.sql.syntax.session import Set
from binwriter.sql.text.meta_keys import LOCKED_TOO
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import StatementProfile


class SessionPrograms:
    """The stored-program side of a Execution."""

    def __init__(self, runner: Execution) -> None:
        self.runner = runner
        self._depth: dict[int, int] = {}
        self.definer = ""  # the account whose rights the running procedure has, if not the session's
        self.rights: Rights | None = None  # what the session may do, or that account; None for everything
        self._call: CallState | None = None
        self.event: CallState | None = None  # what the thread of an event has run
        self._reasons = KeptReasons()
        self._prepared: dict[tuple[int, str], object] = {}
        self._prepared_version = 0

    # --- what a statement locks

    def attach(self, context: StatementContext, text: str = "") -> None:
        """Lets a statement's expressions call stored functions, and its rows fire triggers. text: the statement's."""
        if self.event is not None:  # which the event's end carries as well
            self.event.lend(context)
        front_end = self.runner.front_end
        if front_end.database.programs or context.database == SERVERS_SCHEMA or SERVERS_SCHEMA in text.lower():
            database = front_end.database_of(context)
            context.programs = runtime.ProgramRuntime(
                front_end, database, context, self._set_in_substatement, self._run_in_substatement
            )

    def _set_in_substatement(self, command: Set, context: StatementContext) -> tuple[Diagnostic, ...]:
        """SET inside of a function or trigger. LAST_INSERT_ID is the program's own; the time moves at once."""
        runner = self.runner
        last_insert_id = runner.last_insert_id
        try:
            return apply_set(runner, command, context)
        finally:
            runner.last_insert_id = last_insert_id
            context.start_microseconds = runner.session.statement_time(context.start_microseconds)

    def _run_in_substatement(self, parsed: ParsedStatement, context: StatementContext) -> tuple[Diagnostic, ...]:
        """What neither changes rows nor commits: KILL, PURGE, XA and their like."""
        worker = runs.get(parsed.command)
        if worker is None:
            raise UnsupportedError(f"{parsed.command} in a stored function or trigger", parsed.text)
        self.runner.in_substatement = True
        try:
            result = worker(self.runner, parsed, context, context.start_microseconds)
        finally:
            self.runner.in_substatement = False
        return tuple(result.diagnostics)

    def prelock(
        self,
        parsed: ParsedStatement,
        trees: tuple[exp.Expression, ...],
        context: StatementContext,
        procedure: Program | None = None,
        node: object = None,
    ) -> Prelocking | None:
        """What the statement locks by way of programs; None if it calls none. node: of the statement that the trees are
        parts of, where that is not what was parsed."""
        if context.programs is None or self.changes_documents(parsed, context):
            return None

        def make() -> Prelocking:
            return self._prelock(parsed, trees, context, procedure)

        whole = parsed.node if node is None else node
        prelocking = make() if procedure is not None else self.runner.of_shape("prelocking", whole, context, make)
        for program in prelocking.programs:
            self.load(program)
        return prelocking if prelocking.uses_programs else None

    def changes_documents(self, parsed: ParsedStatement, context: StatementContext) -> bool:
        """Whether it does so through a duality view: each of its own statements opens its own tables."""
        return duality_target(parsed, self.runner.front_end.database_of(context), context) is not None

    def _prelock(
        self,
        parsed: ParsedStatement,
        trees: tuple[exp.Expression, ...],
        context: StatementContext,
        procedure: Program | None,
    ) -> Prelocking:
        database = self.runner.front_end.database_of(context)
        own = []
        events: frozenset[str] = frozenset()
        changeable: set[tuple[str, str]] = set()
        for tree in trees:
            written: frozenset[int] = frozenset()
            changed = parsed
            if CommandTrait.CHANGES_ROWS in parsed.traits:
                changed = through_views(replace(parsed, node=tree), database, context)  # which may join tables by now
                assert isinstance(changed.node, exp.Expression)
                tree = changed.node
                tables = first_tables(tree, database, context)
                written = written_nodes(changed, tree, tables)
                events = events_of(changed, tree)
            named = [(schema_of(node, context.database) or "", node.name) for node in table_nodes(tree)]
            before, behind = tree.meta.get(LOCKED_TOO, ((), ()))
            own += [(table.schema, table.name, True) for table in before]
            own += [(*name, id(node) in written) for name, node in zip(named, table_nodes(tree), strict=True)]
            own += [(table.schema, table.name, True) for table in behind]
            own += [(table.schema, table.name, False) for table in tables_beside(tree)]
            if changed.command == "update_multi":
                joined = {id(node) for node in joined_nodes(tree)}
                changeable |= {name for name, node in zip(named, table_nodes(tree), strict=True) if id(node) in joined}
        calls = [key for tree in trees for key in functions_in(tree, context.database)]
        known = any(database.programs.find(*key) is not None for key in calls)
        if procedure is not None and known and context.variables.behaviour.opens_called_with_arguments:
            calls.append((procedure.kind, procedure.schema, procedure.name))
        return prelock(own, iter(calls), events, database, context, changeable)

    def load(self, program: Program) -> None:
        """A session reads the text of a routine once, until programs change. Where that names TIMESTAMP, the events of
        the client's statement tell explicit_defaults_for_timestamp (captured: programs_of_timestamps.scn)."""
        if program.kind in (ProgramKind.FUNCTION, ProgramKind.PROCEDURE) and self.is_first_run(program):
            self.runner.session.reads_timestamp |= names_timestamp(program)

    # --- statements that call functions

    def run(
        self,
        parsed: ParsedStatement,
        trees: tuple[exp.Expression, ...],
        context: StatementContext,
        clock: int,
        work: Callable[[], Any],
        procedure: Program | None = None,
        *,
        stored: bool = False,
        node: object = None,
    ) -> Any:
        """Runs a statement that is not logged itself (SELECT, SET, DO, an expression), and logs what its functions did.

        stored: a program stores the value. node: see `prelock`. Raises MySQLError; then what T-tables had is back.
        """
        if context.programs is not None:
            context.programs.lenient_arguments = parsed.command == "do"
        self.note_unsafe(parsed, trees, context)
        self.runner.locks.before_query(trees, context)
        prelocking = self.prelock(parsed, trees, context, procedure, node)
        if (news := self.runner.session.news) is not None and news.follows:
            followed.note_query(self.runner, parsed, trees, prelocking, context)
        if locks_reads(trees, context) and not self.runner.locked_tables:
            from binwriter.sql.binding.grant_reads import warn_of_query

            granting = [] if prelocking is None else prelocking.grant_tables
            warn_of_query(trees, granting, self.runner.front_end.database_of(context), context)
        if prelocking is None or not (prelocking.written or prelocking.changes_later):
            result = work()
            if prelocking is not None and parsed.command != "call":
                tables_take_part(self.runner, [locked.table for locked in prelocking.tables if not locked.own])
            return result
        session = self.runner.session
        made = partial(call_profiles.calls_profile, parsed, trees, prelocking, context)
        whole = parsed.node if node is None else node
        profile = (
            made()
            if procedure is not None
            else self.runner.of_shape(f"calls of {parsed.command}", whole, context, made)
        )
        check_changes(self.runner, profile)
        self.runner.locks.before_dml(profile)
        before = len(context.diagnostics)
        instruction = trees[0] if trees else parsed
        profile = self.with_kept_reasons(instruction, profile, context)
        decision = self.runner.admit(profile, context)
        self.keep_reasons(instruction, profile, decision, context)
        if parsed.command == "select" and any(locked.own for locked in prelocking.tables):
            # a SELECT of tables drops what it was warned of so far (captured: functions_in_dml_*)
            del context.diagnostics[before:]
        mark = (undo := self.runner.undo).mark()
        run = DmlRun(self.runner.front_end.database_of(context), context, undo)
        row_form = decision.format is LoggingFormat.ROW
        logging = session.variables.settings.sql_log_bin
        top = self.enter(run, prelocking, context, logs_calls=logging and not row_form)
        error: MySQLError | None = None
        result = None
        try:
            with DeepCalls():
                result = work()
        except MySQLError as raised:
            error = raised
            undo.rollback_to(mark)
        except BaseException:
            undo.rollback_to(mark)
            raise
        finally:
            self.leave(context)
        effects = call_effects.call_effects(run, top, prelocking, error, context)
        effects = replace(effects, write_noticed=run.noticed_write and not stored)
        context.diagnostics.extend(session.log_effects(profile, decision, effects, clock))
        if error is not None:
            raise error
        return result

    def enter(
        self, run: DmlRun, prelocking: Prelocking, context: StatementContext, *, logs_calls: bool = False
    ) -> runtime.TopStatement:
        assert context.programs is not None
        used = frozenset((locked.table.schema, locked.table.name) for locked in prelocking.tables if locked.own)
        top = context.programs.top = runtime.TopStatement(run, [used], logs_calls)
        return top

    def leave(self, context: StatementContext) -> None:
        assert context.programs is not None
        context.programs.top = None

    def is_first_run(self, node: object, use: str = "") -> bool:
        """Whether this part of a program's statement was not prepared before, since programs are as they are. use: for
        what, where that is more than one thing."""
        version = self.runner.front_end.database.programs.version
        if version != self._prepared_version:
            self._prepared.clear()
            self._prepared_version = version
        first = (id(node), use) not in self._prepared
        self._prepared[id(node), use] = node
        return first

    def note_unsafe(
        self, parsed: ParsedStatement, trees: tuple[exp.Expression, ...], context: StatementContext
    ) -> None:
        """Inside a CALL every unsafe statement counts, logged or not: MIXED goes on in rows."""
        mixed = self.runner.session.binlog_format is BinlogFormat.MIXED
        if self._call is not None and mixed and call_profiles.reasons_of(parsed, trees, context):
            self._call.row_form = True

    def note_temporary(self) -> None:
        """Inside a CALL so do temporary tables that are made or dropped (captured: programs_temporary_ddl_*)."""
        runner = self.runner
        if self._call is not None and not runner.session.server.policy.temporary.logged_in_mixed:
            self._call.row_form |= runner.session.binlog_format is BinlogFormat.MIXED

    def with_kept_reasons(
        self, instruction: object, profile: StatementProfile, context: StatementContext
    ) -> StatementProfile:
        """See KeptReasons."""
        if not context.in_procedure:
            return profile
        return self._reasons.added(instruction, profile, self.runner.front_end.database_of(context))

    def keep_reasons(
        self, instruction: object, profile: StatementProfile, decision: LoggingDecision, context: StatementContext
    ) -> None:
        """Keeps what made a statement of a procedure unsafe."""
        if context.in_procedure:
            self._reasons.keep(instruction, profile, decision, self.runner.front_end.database_of(context))

    def decided(self, decision: LoggingDecision) -> LoggingDecision:
        """The decision as it is inside a CALL: rows stay rows, and the warnings come at its end."""
        call = self._call
        if call is None:
            return decision
        if decision.error is not None:
            return decision
        call.unsafe.update(decision.unsafe)
        if self.runner.session.binlog_format is BinlogFormat.MIXED:
            if decision.format is LoggingFormat.ROW:
                call.row_form = True
            elif call.row_form:
                return replace(decision, rule="an unsafe statement earlier in the CALL", format=LoggingFormat.ROW)
        return replace(decision, warnings=())

    # --- CALL

    @property
    def in_row_form(self) -> bool:
        """Rows are logged whatever the next statement is."""
        in_call = self._call is not None and self._call.row_form
        return in_call or self.runner.session.binlog_format is BinlogFormat.ROW

    @property
    def state(self) -> CallState | None:
        """The outermost CALL that runs."""
        return self._call

    def call(self, call: Call, context: StatementContext) -> StatementResult:
        """CALL as the client sends it."""
        self._call = state = CallState()
        session = self.runner.session
        session.in_call, session.changed_n_in_call = True, False
        host = procedure_host.ProcedureHost(self, context)
        error: MySQLError | None = None
        try:
            with DeepCalls():
                self.invoke(call, None, host)
        except MySQLError as raised:
            error = raised
        finally:
            self._call = None
            if call.kind is ProgramKind.EVENT:
                self.event = state
            session.in_call = session.changed_n_in_call = False
            session.used_in_call = None
        diagnostics = [*host.diagnostics, *self._unsafe_warnings(state)]
        context.diagnostics[:] = diagnostics
        self.runner.sent = tuple(state.results)
        if error is not None:
            raise error
        sent, shown = parameters_result(state.sent_parameters), tuple(diagnostics)
        affected = max(self.runner.row_count, 0)  # of the last statement, whatever was sent (captured: rows_of_calls)
        if state.results:
            first = replace(state.results[0], diagnostics=shown, result_sets=self.runner.sent, out_parameters=sent)
            return replace(first, affected_at_end=affected)
        return StatementResult(diagnostics=shown, affected=affected, out_parameters=sent)

    def _unsafe_warnings(self, state: CallState) -> tuple[Diagnostic, ...]:
        session = self.runner.session
        if session.binlog_format is not BinlogFormat.STATEMENT or not session.variables.settings.sql_log_bin:
            return ()
        return session.server.policy.unsafe.warnings(in_warning_order(tuple(state.unsafe)))

    def invoke(self, call: Call, frame: Frame | None, host: procedure_host.ProcedureHost) -> None:
        """Runs a procedure, its arguments first."""
        runner = self.runner
        schema = call.schema or (frame.program.schema if frame is not None else runner.session.database)
        if not schema:
            raise mysql_error("ER_NO_DB_ERROR")
        procedure = runner.front_end.database.programs.find(call.kind, schema, call.name)
        if procedure is None:
            raise missing_procedure(call, schema)
        if sum(self._depth.values()) >= MOST_NESTED_PROGRAMS:
            raise stack_overrun()
        depth = self._depth.get(id(procedure), 0)
        host.diagnostics = []
        check_recursion(procedure, depth, call, schema, host.context())
        self.load(procedure)
        if not runner.session.client.takes_several:
            check_results(procedure)
        host.diagnostics = []
        try:
            inner = bind_arguments(procedure, call, frame, host)
        finally:  # what is said of the arguments before the one that does not fit stays
            host.instruction_done()
        require_definer(procedure.runs_as, runner.front_end.database.catalog.accounts)
        of_arguments, host.diagnostics = host.diagnostics, []
        self._depth[id(procedure)] = depth + 1
        session = runner.session
        database, session.database = session.database, procedure.schema
        session.flags.comes_to(procedure.schema, database)
        definer, self.definer = self.definer, account_text(procedure.runs_as, self.definer)
        rights = self.rights
        try:
            if procedure.runs_as is not None:
                self.rights = rights_inside(procedure, rights, runner.front_end.catalog, host.context())
            with procedure.creation.in_force(session.variables, procedure.collation):
                interpreter.Interpreter(host, inner).run()
        finally:
            session.database, self.definer, self.rights = database, definer, rights
            self._depth[id(procedure)] = depth
            host.diagnostics = [*of_arguments, *host.diagnostics]
        return_arguments(procedure, call, inner, frame, host)
