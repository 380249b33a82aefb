"""SQL on a session: parse, decide, run, log. One table says who handles which kind of statement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from datetime import tzinfo
from functools import partial
from typing import Any, TypeVar

from binwriter.binlog.rules.logging_format import LoggingDecision
from binwriter.binlog.rules.resolution import is_found_when_opening
from binwriter.catalog.rights import Rights
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.collations import SPACES, collation_by_name
from binwriter.formats.records import replace
from binwriter.mysql.messages.by_version import error_in_version
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import has_raw
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.server import followed
from binwriter.server.diagnostics_area import DiagnosticsArea, beside
from binwriter.server.execute import conditions_left, handler, long_changes, runners, xa
from binwriter.server.execute.changes import admit, run_changes
from binwriter.server.execute.contexts import cannot_stand_still, gives_variables, statement_context
from binwriter.server.execute.cut_statements import CutAgain
from binwriter.server.execute.definitions import drop_temporary_tables, effective_format, run_ddl
from binwriter.server.execute.hints import has_hints, hinted
from binwriter.server.execute.info import row_count_behind
from binwriter.server.execute.prepare import values as parameters
from binwriter.server.execute.prepare.statements import PreparedStatements
from binwriter.server.execute.programs.calls import SessionPrograms
from binwriter.server.execute.queries import run_query
from binwriter.server.execute.quick.statements import HARMLESS, UTF8, QuickStatements
from binwriter.server.execute.reader import StatementReader
from binwriter.server.execute.shapes import alike
from binwriter.server.execute.shapes.changes import KnownChange
from binwriter.server.execute.shapes.known import KnownShapes
from binwriter.server.guards import order
from binwriter.server.guards.accounts import identify
from binwriter.server.guards.gtid_next import ended, skips
from binwriter.server.guards.order import check
from binwriter.server.guards.read_only import check_commit
from binwriter.server.session import Session
from binwriter.server.session_locks import DEADLOCK, SessionLocks
from binwriter.server.spelling import Spelling
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.temporary import TemporaryTables
from binwriter.sql.command_counters import counted
from binwriter.sql.command_table import commands_with, runs
from binwriter.sql.context import ForcedInsertId, RandState, ServerFacts, SessionFacts, StatementContext
from binwriter.sql.expressions.moments.timezone import zone_by_name
from binwriter.sql.programs.nesting import DeepCalls
from binwriter.sql.query.access.lock_clauses import reads_for_change
from binwriter.sql.syntax.programs import Call, Deallocate, Execute, Prepare, ProgramKind
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.statement_end import ENDS
from binwriter.sql.text.value_lists import cut_values
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.facts import UserVariable
from binwriter.statement.result import StatementResult
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import StatementKind, StatementProfile
from binwriter.storage.garbage import seldom_collected
from binwriter.storage.undo import UndoLog

_Known = TypeVar("_Known")
_Handle = Callable[[ParsedStatement, StatementContext, int], StatementResult]


_OPENS_NO_TABLES = commands_with(CommandTrait.OPENS_NO_TABLES)
_KEEPS_CONDITIONS = commands_with(CommandTrait.KEEPS_CONDITIONS)
_NO_HINTS = nullcontext()
# What reading them told of is gone when another statement has been read (captured: clusters/emoji_in_names).
_FORGETS_READING = frozenset({"prepare", "execute"})

assert runners.MODULES  # they register with `runs`


class SqlRunner(KnownShapes):
    """The SQL side of a session: its user variables, LAST_INSERT_ID, RAND seeds, and undo log."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.front_end = session.server.front_end
        self.user_variables: dict[str, UserVariable] = {}
        self.rand = RandState(*session.server.chance.rand_seeds())
        self.last_insert_id = 0
        self.forced_insert_id = ForcedInsertId()
        self.row_count = 0
        self.found_rows = 0
        self.undo = UndoLog()
        self.format_description: bytes | None = None  # of the session's BINLOG statements; empty: none yet
        self.temporary = TemporaryTables(session.thread_id)
        self.locked_tables: dict[tuple[str, str], str] = {}
        self.locked_aliases: dict[tuple[str, str], dict[str, str]] = {}  # by LOCK TABLES itself: mode by alias
        self.locked_besides: dict[tuple[str, str], str] = {}
        self.handlers: dict[str, Any] = {}
        self.area = DiagnosticsArea(session)
        self.programs = SessionPrograms(self)
        self.account = ""  # by which the client came in, if it is not called as the client is
        self.roles: tuple[tuple[str, str], ...] = ()
        self.prepared = PreparedStatements(self)
        self.locks = SessionLocks(self)
        self.spelling = Spelling(session.variables, session.server.profile.version_number)
        version, keeps = session.server.profile.version_number, session.server.plan_cache
        self.reader = StatementReader(self.front_end, self.spelling, version, self.relies_on, keeps=keeps)
        self.seen: tuple[SessionFacts, ServerFacts] | None = None
        self.released = False  # COMMIT RELEASE ends the session
        self.sent: tuple[StatementResult, ...] = ()  # the result sets of the CALL that ran
        self.in_substatement = False  # of a function or trigger runs what has no profile
        self.quick: QuickStatements | None = QuickStatements(self) if session.server.trace is None else None
        identify(self)

    def may_use(self, database: str) -> None:
        """ER_DBACCESS_DENIED_ERROR unless the session's account has any privilege there."""
        rights = self.programs.rights
        if rights is not None:
            if not rights.touches_schema(database):
                raise mysql_error("ER_DBACCESS_DENIED_ERROR", *rights.account, database)
            self.programs.rights = rights.at(database)

    @property
    def rights(self) -> Rights | None:
        """See `Session.rights`."""
        return self.programs.rights

    def end_transaction(self, *, undo: bool) -> None:
        """The storage's part of COMMIT and ROLLBACK."""
        created, self.session.created_in_transaction = self.session.created_in_transaction, None
        table = self.front_end.database.catalog.find(*created) if created is not None else None
        if undo and table is not None:
            self.front_end.forget_table(table)
            self.session.server.definitions.changed()
        if undo:
            self.undo.rollback_to(0)
        self.locks.versions.committed(self.locks.owner, self.undo)
        self.undo.clear()
        self.locks.transaction_ended()
        self.temporary.transaction_ended()

    def check_commit(self) -> None:
        """What is in the way of a commit."""
        check_commit(self)

    def xa_ended(self) -> None:
        """What the end of the session does to its XA transaction."""
        xa.session_ended(self)

    def session_ended(self) -> None:
        """What it does to its temporary tables."""
        drop_temporary_tables(self)

    def format_of(self, profile: StatementProfile) -> BinlogFormat:
        """The binlog_format in force for a statement."""
        return effective_format(self, profile)

    # --- one statement
    # -------------------------------------------------------------------------------------------------

    def run(self, sql: str) -> StatementResult:
        """See `Session.run`."""
        sql = sql.strip(SPACES).rstrip(ENDS)  # as a server does before it looks at it
        if self.quick is not None and not self._is_followed:
            is_execute = sql[:7].upper() == "EXECUTE"
            result = self.prepared.executed_by_plan(self.quick, sql) if is_execute else self.quick.run(sql)
            if result is not None:
                return result
        unicode = self.session.variables.settings.character_set_client in UTF8
        cut = None if self.spelling.reads_otherwise else cut_values(sql, unicode=unicode)
        try:
            quick = None if self._is_followed else self.quick
            if quick is not None and (known := quick.known_change(sql, cut)) is not None:
                return self._run_known(*known)
            return self._answer(lambda context: self.reader.parsed(sql, cut, context))
        finally:
            if cut is not None:
                cut.values.forget()

    @property
    def _is_followed(self) -> bool:
        """Whether the client wants to know what no plan tells of."""
        news = self.session.news
        return news is not None and news.follows

    def _run_known(self, statement: alike.AlikeStatement | CutAgain, change: KnownChange) -> StatementResult:
        """A statement of which all is known but its literals."""
        assert self.quick is not None
        read = statement.parsed if self.quick.learns else statement.outline
        return self._answer(lambda context: read(), partial(change.run, statement, self))

    def statements_of(self, text: str) -> list[str]:
        """See `Session.statements_of`."""
        return self.reader.statements_of(text)

    def local_file(self, text: str) -> str | None:
        """See `Session.local_file`."""
        return self.reader.local_file(text)

    def prepare(self, name: str, sql: str) -> StatementResult:
        """As PREPARE of a statement that is not named in SQL; ROW_COUNT() stays what it was then (captured:
        tests/golden/wire/counts_behind_prepare.json)."""
        sql, before = sql.strip(SPACES).rstrip(ENDS), self.row_count
        result = self._answer(lambda context: self._as_given(sql, "prepare", Prepare(name, sql)))
        if result.error is None:
            self.row_count = before
        return result

    def parameters(self, values: Sequence[object]) -> tuple[UserVariable | None, ...]:
        """A program's values for a prepared statement. TypeError for what cannot be one."""
        collation = collation_by_name(self.session.variables.settings.collation_connection).id

        def time_zone() -> tzinfo:
            return zone_by_name(self.session.variables.settings.time_zone)

        return tuple([parameters.parameter(value, collation, time_zone) for value in values])

    def execute_prepared(self, name: str, values: tuple[UserVariable | None, ...]) -> StatementResult:
        """EXECUTE of such a statement."""
        if self.quick is not None and not self._is_followed:
            result = self.prepared.run_by_plan(self.quick, name, list(values), "")
            if result is not None:
                return result
        return self._answer(lambda context: self._as_given("", "execute", Execute(name, values=values)))

    def deallocate(self, name: str) -> StatementResult:
        """COM_STMT_CLOSE: what there is to say of the statement before stays (captured:
        tests/golden/wire/moments_bound.json)."""
        with suppress(MySQLError):  # it is gone
            self.prepared.deallocate(Deallocate(name))
        return StatementResult()

    def run_event(self, schema: str, name: str) -> StatementResult:
        """What the event does, as the thread that the scheduler makes for it."""
        call = Call(schema, name, (), kind=ProgramKind.EVENT)
        return self._answer(lambda context: self._as_given("", "call", call))

    def _as_given(self, sql: str, command: str, node: Prepare | Execute | Deallocate | Call) -> ParsedStatement:
        self.spelling.given = sql
        return ParsedStatement(sql, command, node)

    def _answer(
        self, read: Callable[[StatementContext], ParsedStatement], handle: _Handle | None = None
    ) -> StatementResult:
        """handle: runs it, where that does not go by what it is."""
        result = self._answered(read, handle)
        flags = self.session.flags
        if (flags.planned or flags.seen) and result.error is None:
            result = replace(result, flags=flags.told)
        return result

    def _answered(self, read: Callable[[StatementContext], ParsedStatement], handle: _Handle | None) -> StatementResult:
        clock = self.session.server.chance.clock()
        context = statement_context(self, clock)
        self.session.reads_timestamp = False
        self.session.flags.begin()
        self.sent = ()
        before = len(self.area.conditions)
        try:
            with DeepCalls():
                parsed = read(context)
                if parsed.command in _FORGETS_READING:
                    context.diagnostics.clear()
                if said := len(context.diagnostics):  # the parser's (captured: parsers_warnings_counted)
                    context.condition_counts = (said, 0)
                result = self._dispatch(parsed, context, clock, handle)
                if said and not result.diagnostics:  # what runs a command need not hand on what reading it told of
                    result = replace(result, diagnostics=tuple(context.diagnostics[:said]))
        except MySQLError as error:
            if not self.session.variables.behaviour.counts_changes_alone:
                self.row_count = -1
            self._keep_last_insert_id(context)
            version = self.session.server.profile.version_number
            error = error_in_version(error, version)
            error.__traceback__ = error.__context__ = None  # frames refer to it, and to all that they have seen
            shown = beside(error, self.area.take(context.diagnostics, error))
            return StatementResult(error, shown, None, None, result_sets=self.sent)
        except (UnicodeEncodeError, TypeError):  # bytes met a text
            if not has_raw(self.spelling.given):
                raise
            raise UnsupportedError("bytes that are no UTF-8 in this place") from None
        except MemoryError:
            raise UnsupportedError(
                "a statement that needs more memory than there is", self.spelling.given[:80]
            ) from None
        finally:  # what refers to one another in a circle stays until Python looks for circles
            context.capture_state = context.seen_database = None
        if not result.columns:
            context.programs = None
        if parsed.command in _KEEPS_CONDITIONS:
            self.found_rows = context.rows_found(self.found_rows)
            if result.columns:
                self.session.warnings_were_asked()
            return replace(result, diagnostics=self.area.as_diagnostics(), raised=len(self.area.conditions) - before)
        self._after(parsed, context, result)
        if self.area.stays_behind(result.diagnostics):
            by_subquery = self.session.variables.behaviour.subqueries_end_conditions
            if conditions_left.leaves_conditions(parsed, by_subquery=by_subquery):
                return replace(result, diagnostics=())
        kept = self.area.kept_behind(parsed)
        shown = self.area.take((*kept, *result.diagnostics))
        not_kept = self.area.not_kept
        raised = len(shown) + not_kept - len(kept) if kept or not_kept else result.raised
        return replace(result, diagnostics=shown, raised=raised)

    def _dispatch(
        self, parsed: ParsedStatement, context: StatementContext, clock: int, handle: _Handle | None = None
    ) -> StatementResult:
        locks = self.session.server.locks
        if locks.turns.sleeps and not locks.in_use:
            long_changes.keep_locks_for_long(self, parsed, context)
        context.locking = self.locks.statement(parsed.command, locks_what_it_reads=reads_for_change(parsed.node))
        context.sizes_decimals = gives_variables(parsed, context)
        if parsed.command in _OPENS_NO_TABLES:
            context.on_open = None
        self.session.failed_log = None
        counted(self.session.counts, parsed)
        changes_definitions = parsed.command not in HARMLESS
        server = self.session.server
        defined = server.definitions.begins(parsed, knows_all=not server.was_restarted) if changes_definitions else ()
        holds = cannot_stand_still(parsed, context)
        self.session.owner.holds += holds
        changed = self.locks.changed()
        try:
            if skips(self, parsed, context):
                return StatementResult()
            with hinted(self, parsed, context, clock) if has_hints(parsed) else _NO_HINTS:
                result = (handle or self._handle)(parsed, context, clock)
            if self._is_followed:
                followed.note_command(self, parsed, context)
            ended(self, parsed, context, clock)
            return result
        except MySQLError as error:
            if not self.session.in_transaction:
                self.session.gtid.transaction_ended()
            self.locks.recount(changed)
            if self.locks.ends_transaction(error):
                context.diagnostics.extend(self.session.rollback_with_statement())
                if self.session.xa is not None:
                    timeout = error.code != DEADLOCK
                    self.session.xa.rolled_back = "ER_XA_RBTIMEOUT" if timeout else "ER_XA_RBDEADLOCK"
            raise
        finally:
            self.session.owner.holds -= holds
            server.definitions.ends(defined)

    def _handle(self, parsed: ParsedStatement, context: StatementContext, clock: int) -> StatementResult:
        self.programs.attach(context, parsed.text)
        if self.handlers:
            handler.close_handlers(self, parsed, context)
            handler.give_way(self, parsed)
        statement = BoundStatement(parsed, context)
        passes = self.quick is not None and self.quick.lets_pass(parsed, context)
        if not passes:
            check(order.FIRST, self, statement)
        worker = runs.get(parsed.command)
        if worker is not None:
            if not passes:
                check(order.OPENS_NOTHING, self, statement)
                self._note_passed(parsed, context)
            result: StatementResult = worker(self, parsed, context, clock)
            if self.quick is not None:
                self.quick.learn_command(parsed, context)
            return result
        if passes:
            profile = self._profile(parsed, context)
        else:
            check(order.BEFORE_OPENING, self, statement)
            profile = self._profile(parsed, context)
            check(order.AFTER_OPENING, self, replace(statement, profile=profile))
            self._note_passed(parsed, context)
        with seldom_collected:
            result = _KINDS[profile.kind](self, parsed, profile, context, clock)
        if self.quick is not None and parsed.command == "select":
            self.quick.learn_query(parsed, result, context)
        return result

    def _note_passed(self, parsed: ParsedStatement, context: StatementContext) -> None:
        if self.quick is not None and not context.diagnostics:
            self.quick.passed(parsed, context)

    def _profile(self, parsed: ParsedStatement, context: StatementContext) -> StatementProfile:
        """The profile. CREATE TABLE .. SELECT has committed before it finds that a table is not there (captured:
        commits_before_opening)."""
        try:
            return self.of_shape("profile", parsed.node, context, lambda: self.front_end.profile(parsed, context))
        except MySQLError as error:
            if error.symbol == "ER_UPDATE_TABLE_USED":  # columns are asked for before (captured: rights_in_order)
                check((order.check_columns,), self, BoundStatement(parsed, context))
            makes = isinstance(parsed.node, CreateTableSyntax) and not parsed.node.temporary
            if makes and is_found_when_opening(error):
                self.session.log.transaction.forget_write_set()  # as where it goes on
                self.session.commit()
            raise

    def run_in_program(self, parsed: ParsedStatement, context: StatementContext, clock: int) -> StatementResult:
        """A statement of a procedure. Raises MySQLError."""
        open_before = list(self.temporary)
        if self.session.in_call:
            self.session.used_in_call = context.uses()
        result = self._dispatch(parsed, context, clock)
        context.facts.thread_specific |= list(self.temporary) != open_before
        self._after(parsed, context, result)
        return result

    def new_context(self, clock: int) -> StatementContext:
        """A context for a statement that begins now."""
        context = statement_context(self, clock)
        self.programs.attach(context)
        return context

    def _after(self, parsed: ParsedStatement, context: StatementContext, result: StatementResult) -> None:
        self.session.database = context.database
        if result.columns and (parsed.command == "select" or context.new_found_rows is not None):
            self.found_rows = context.rows_found(len(result.rows))
        self.row_count = row_count_behind(parsed, result, self.row_count, self.session.variables.behaviour)
        self._keep_last_insert_id(context)

    def _keep_last_insert_id(self, context: StatementContext) -> None:
        """LAST_INSERT_ID(expression) stays in force when its statement fails (captured: last_insert_id_set_*)."""
        if context.new_last_insert_id is not None:
            self.last_insert_id = context.new_last_insert_id

    def admit(self, profile: StatementProfile, context: StatementContext) -> LoggingDecision:
        """See `changes.admit`."""
        return admit(self, profile, context)


_KINDS: dict[
    StatementKind, Callable[[SqlRunner, ParsedStatement, StatementProfile, StatementContext, int], StatementResult]
] = {
    StatementKind.DML: run_changes,
    StatementKind.DDL: run_ddl,
    StatementKind.OTHER: run_query,
}
