"""PREPARE, EXECUTE, DEALLOCATE PREPARE: a server logs the statement with the parameters' values put in.

Forms of the values as a 9.7.4 wrote them (tests/golden/captured/prepared_*): strings without a character set.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from binwriter.errors import MySQLError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.server import general_log
from binwriter.server.execute.contexts import in_database
from binwriter.server.execute.prepare import kept, known_texts, limits, lists, logged, places, preparing, versions
from binwriter.server.execute.prepare import types as parameter_types
from binwriter.server.execute.quick.plans import OfStates, Text
from binwriter.server.execute.quick.statements import QuickStatements
from binwriter.server.execution import Execution
from binwriter.sql.binding import prepare_checks
from binwriter.sql.command_counters import OF_CLIENT
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.programs import Execute, Prepare
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.columns import ResultColumn
from binwriter.statement.facts import UserVariable
from binwriter.statement.result import CursorUse, StatementResult

if TYPE_CHECKING:
    from binwriter.server.execute.prepare.kept import Prepared
    from binwriter.sql.syntax.programs import Deallocate
    from binwriter.sql.text.value_lists import CutStatement
    from binwriter.sql.types.parameter_kinds import ParameterKind


_EXECUTE = pattern(r"EXECUTE\s+(\w+)(?:\s+USING\s+((?:@\w+\s*,\s*)*@\w+))?", re.IGNORECASE | re.ASCII)
_VARIABLE = pattern(r"@(\w+)", re.ASCII)


class _PreparedText(Text):
    """A prepared statement that runs: it is logged with its values put in."""

    __slots__ = ("_logged",)

    def __init__(self, given: str, logged: Callable[[], bytes]) -> None:
        super().__init__(given)
        self._logged = logged

    def logged(self) -> bytes:
        return self._logged()


class PreparedStatements:
    """The prepared statements of a session, by name in lower case."""

    def __init__(self, runner: Execution) -> None:
        self._runner = runner
        self._statements: dict[str, Prepared] = {}
        self._bound: dict[str, tuple[ParameterKind, ...]] = {}  # the types of their parameters at the last execution
        self._running: set[str] = set()
        self._executed: set[str] = set()  # those that ran once at least
        self._counts = runner.session.counts
        self.known_texts: OfStates[Any, known_texts.Known] = OfStates()

    @cached_property
    def _opened(self) -> versions.OpenedObjects:
        return versions.OpenedObjects(self._runner)

    def prepare(self, node: Prepare, context: StatementContext) -> StatementResult:
        """PREPARE: an older statement of the name goes first, also when the new one is wrong."""
        name = node.name.lower()
        self._statements.pop(name, None)
        self._bound.pop(name, None)
        self._executed.discard(name)
        self._opened.forget(name)
        self._counts["Com_stmt_prepare"] += 1
        self._runner.session.statement_number += 1
        self._check_room()
        preparation = preparing.prepare(self._runner, node, context)
        if preparation.statement is not None:
            self._statements[name] = preparation.statement
            self._opened.keep(name, preparation.parsed, context)
            self._note("Prepare", preparation.statement.text)
        return StatementResult(diagnostics=preparation.diagnostics)

    def _note(self, command: str, text: str) -> None:
        session = self._runner.session
        if session.server.variables.get("general_log"):
            general_log.note_prepared(session, command, text)

    def shape(self, name: str) -> tuple[int, tuple[ResultColumn, ...], tuple[ResultColumn, ...], CursorUse]:
        """How many parameters a statement takes, the columns of its result, what clients are told of parameters, and
        whether its rows may be fetched."""
        prepared = self._statements[name]
        told = prepared.types.columns if prepared.types is not None else ()
        return len(prepared.places), prepared.columns, told, prepared.cursor

    def __len__(self) -> int:
        return len(self._statements)

    def _check_room(self) -> None:
        """ER_MAX_PREPARED_STMT_COUNT_REACHED: of all sessions (MySQL manual, max_prepared_stmt_count)."""
        session = self._runner.session
        most = int(session.variables.get_global("max_prepared_stmt_count"))
        if sum(session_there.prepared_statements for session_there in list(session.server.sessions.values())) >= most:
            raise mysql_error("ER_MAX_PREPARED_STMT_COUNT_REACHED", most)

    def executed_by_plan(self, quick: QuickStatements, sql: str) -> StatementResult | None:
        """EXECUTE as it is written, by the statement's plan; where it is written otherwise, as any statement."""
        executed = _EXECUTE.fullmatch(sql)
        if executed is None:
            return quick.run(sql)
        known = self._runner.user_variables
        values = [known.get(name.lower()) for name in _VARIABLE.findall(executed[2] or "")]
        return self.run_by_plan(quick, executed[1].lower(), values, sql)

    def run_by_plan(
        self, quick: QuickStatements, name: str, values: list[UserVariable | None], given: str
    ) -> StatementResult | None:
        """EXECUTE of a statement by its plan; None: it has none, or its values are not plain."""
        prepared, session = self._statements.get(name), self._runner.session
        if prepared is None or len(prepared.places) != len(values) or prepared.database != session.database:
            return None
        if not self._opened.are_known(name):
            return None  # definitions were changed since
        kinds: tuple[ParameterKind, ...] = ()
        if prepared.types is not None:
            kinds = self._bound.get(name, prepared.types.kinds)
            if prepared.types.depending and name not in self._bound:
                return None  # columns are described by the values of its first execution
            if kinds != parameter_types.bound_kinds(kinds, values):
                return None  # values of other types
        text = _PreparedText(given, lambda: logged.logged(prepared.sent, prepared.places, values, session.variables))
        if (result := quick.run_prepared(prepared.plans, kinds, values, text)) is not None:
            if prepared.types is not None:
                self._bound.setdefault(name, prepared.types.kinds)
            self._executed.add(name)
            self._counts["Com_stmt_execute"] += 1
            if not name.startswith(OF_CLIENT):
                self._counts["Com_execute_sql"] += 1
        return result

    def execute(self, node: Execute, context: StatementContext, clock: int) -> StatementResult:
        """EXECUTE: the statement runs as if it had been sent with the values in it."""
        name = node.name.lower()
        prepared = self._statements.get(name)
        if prepared is None:
            raise mysql_error("ER_UNKNOWN_STMT_HANDLER", node.name, "EXECUTE")
        known = context.session.user_variables
        given = node.values if node.values is not None else [known.get(name.lower()) for name in node.variables]
        values: list[UserVariable | None] = list(given)  # type: ignore[arg-type]
        if len(prepared.places) != len(values):
            raise mysql_error("ER_WRONG_ARGUMENTS", "EXECUTE")
        if name in self._running:
            raise mysql_error("ER_PS_NO_RECURSION")
        limits.check(prepared.counts, values, context.variables.behaviour, by_client=node.values is not None)
        before, kinds, texts = self._bind(name, prepared, values)
        text = places.with_values(prepared.text, prepared.places, texts)
        context.logged_text = logged.logged(prepared.sent, prepared.places, values, context.variables)
        context.parsed_before, context.resolved_before = True, prepared.resolved
        context.executed_before = name in self._executed
        self._executed.add(name)
        self._runner.session.client.info = context.logged_text.decode("utf-8", "replace")  # in SHOW PROCESSLIST
        self._note("Execute", self._runner.session.client.info)
        self._running.add(name)
        self._counts["Com_stmt_execute"] += 1
        cut: CutStatement | None = None
        try:
            parsed, cut = lists.parsed_with_values(text, len(values))
            if cut is None and values:
                from binwriter.server.execute.prepare import marks

                made = parsed.node.select if isinstance(parsed.node, CreateTableSyntax) else None
                marks.mark_parameters(
                    made or parsed.node, prepared.text, prepared.places, texts, kinds, makes_table=made is not None
                )
            if prepared.sent != prepared.text:
                parsed = replace(parsed, text=places.with_values(prepared.sent, prepared.places, texts))
            parsed = kept.receiving(prepared, node, parsed)
            is_other = parameter_types.differ(before, kinds, prepared.counts)
            result = self._run(name, prepared, parsed, context, clock, other_types=is_other)
            return self._described(result, prepared, node, context, clock, values, kinds)
        finally:
            self._running.discard(name)
            if cut is not None:
                cut.values.forget()

    def _bind(
        self, name: str, prepared: Prepared, values: list[UserVariable | None]
    ) -> tuple[tuple[ParameterKind, ...], tuple[ParameterKind, ...], list[str]]:
        """The types of parameters at the last execution and at this one, and the values as SQL."""
        texts, types = kept.sql_texts(prepared, values), prepared.types
        if types is None:
            return (), (), texts
        before = self._bound.get(name, types.kinds)
        kinds = self._bound[name] = parameter_types.rebound(types.kinds, before, values, prepared.counts)
        from binwriter.server.execute.prepare.texts import (
            bytes_for_numbers,
            cast_texts,
            makes_table,
            pinned_texts,
            typed_texts,
        )

        if makes_table(prepared.text):
            return before, kinds, cast_texts(kinds, prepared.counts, texts)
        typed = typed_texts if types.depending else pinned_texts
        return before, kinds, typed(types, kinds, values, bytes_for_numbers(types.kinds, kinds, values, texts))

    def _run(
        self,
        name: str,
        prepared: Prepared,
        parsed: ParsedStatement,
        context: StatementContext,
        clock: int,
        *,
        other_types: bool,
    ) -> StatementResult:
        """In the database in which it was prepared; anew where objects or parameters' types are others."""
        with in_database(self._runner, prepared.database, context):
            opened = self._opened.known(name)
            is_other = self._opened.are_others(name, parsed, context)
            made_anew = context.executed_before and isinstance(parsed.node, versions.PREPARED_EACH_TIME)
            if is_other or made_anew or other_types:
                self._runner.session.statement_number += 1
                self._counts["Com_stmt_reprepare"] += 1
                self._counts["Com_stmt_prepare"] += 1
            try:
                result: StatementResult = self._runner.run_in_program(parsed, context, clock)
            except MySQLError:
                if is_other and not self._can_be_prepared(parsed, context):
                    self._opened.keep_old(name, opened)
                raise
        return result

    def _described(
        self,
        result: StatementResult,
        prepared: Prepared,
        node: Execute,
        context: StatementContext,
        clock: int,
        values: list[UserVariable | None],
        kinds: tuple[ParameterKind, ...],
    ) -> StatementResult:
        """The result under the headings of PREPARE, with columns of the types that parameters have now."""
        result, types = kept.headed(result, tuple(column.name for column in prepared.columns)), prepared.types
        if types is None or not types.depending:
            return result
        result = parameter_types.described_typed(
            self._runner, result, prepared.columns, prepared.text, prepared.places, types, kinds, clock
        )
        from binwriter.server.execute.prepare.texts import gives_up_moments

        if node.values is None or not gives_up_moments(types, kinds, values):
            return result
        from binwriter.server.execute.prepare.sent import with_moments

        return with_moments(result, types.plain, context)

    def _can_be_prepared(self, parsed: ParsedStatement, context: StatementContext) -> bool:
        database, told = self._runner.front_end.database_of(context), len(context.diagnostics)
        try:
            prepare_checks.check_prepared(parsed, database, context, has_parameters=False)
        except MySQLError:
            return False
        finally:
            del context.diagnostics[told:]
        return True

    def deallocate(self, node: Deallocate) -> StatementResult:
        """DEALLOCATE PREPARE."""
        if self._statements.pop(node.name.lower(), None) is None:
            raise mysql_error("ER_UNKNOWN_STMT_HANDLER", node.name, "DEALLOCATE PREPARE")
        self._counts["Com_stmt_close"] += 1
        return StatementResult()
