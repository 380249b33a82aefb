"""PREPARE, EXECUTE, DEALLOCATE PREPARE: a server logs the statement with the parameters' values put in.

Forms of the values as a 9.7.4 wrote them (tests/golden/captured/prepared_*): strings without a character set.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import cached_property
from typing import TYPE_CHECKING

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from binwriter.errors import MySQLError
from binwriter.formats.charsets.stand_ins import in_charset
from binwriter.formats.collations import SPACES
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.client_text import as_received
from binwriter.server.execute.contexts import in_database
from binwriter.server.execute.prepare import checks as prepared
from binwriter.server.execute.prepare import cursors, limits, lists, logged, versions
from binwriter.server.execute.prepare import rights as prepare_rights
from binwriter.server.execute.prepare import types as parameter_types
from binwriter.server.execute.prepare.places import (
    Places,
    counts_rows,
    is_ordered_by,
    parsed_with_parameters,
    refuse_misplaced,
    sql_text,
    tokens_of,
    with_values,
)
from binwriter.server.execute.quick.plans import Text
from binwriter.server.execute.quick.statements import PreparedPlans, QuickStatements
from binwriter.server.execute.reader import warn_of_raw
from binwriter.server.execution import Execution
from binwriter.server.guards import reopened
from binwriter.server.guards.read_only import check_targets
from binwriter.sql.binding import prepare_checks
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.parser_checks import refuse_as_parsed
from binwriter.sql.command_counters import OF_CLIENT
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.literals import warn_of_lengths
from binwriter.sql.grammar import unplaced
from binwriter.sql.grammar.by_version import check_grammar
from binwriter.sql.grammar.deprecated_types import defined_columns
from binwriter.sql.grammar.deprecated_words import (
    refuse_variables,
    warn_of_expressions,
    warn_of_trimmed,
    warn_of_values,
    warn_of_words,
)
from binwriter.sql.grammar.parse import parse_statement
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.programs import Call, Execute, Prepare, SelectInto
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.syntax.views import CreateViewSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.columns import ColumnFlag, ResultColumn
from binwriter.statement.facts import UserVariable
from binwriter.statement.result import CursorUse, StatementResult
from binwriter.statement.traits import CommandTrait

if TYPE_CHECKING:
    from binwriter.server.execute.prepare.types import ParameterTypes
    from binwriter.sql.syntax.programs import Deallocate
    from binwriter.sql.text.value_lists import CutStatement
    from binwriter.sql.types.parameter_kinds import ParameterKind


@dataclass(frozen=True)
class _Prepared:
    """text: as it is read; sent: as it was given, as which it is logged; places: (start, end) of each ? in it; columns:
    of its result. database: in which it was prepared: there it runs, wherever the session is (captured:
    prepared_in_a_database). types: of its parameters, if it has some and the server infers them. cursor: what becomes
    of a client's wish for one. resolved: its constant conditions of which PREPARE warned."""

    text: str
    places: tuple[tuple[int, int], ...]
    columns: tuple[ResultColumn, ...] = ()
    database: str | None = None
    types: ParameterTypes | None = None
    cursor: CursorUse = CursorUse.OPENED
    resolved: Collection[str] = ()
    sent: str = ""

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """Which of its parameters stand behind LIMIT."""
        if "LIMIT" not in self.text.upper():
            return ()
        return tuple(number for number, (start, _) in enumerate(self.places) if counts_rows(self.text, start))

    @cached_property
    def receivers(self) -> tuple[str | int | None, ...]:
        """Of a CALL, by argument: which parameter it consists of."""
        names = [f"@`?{number}`" for number in range(len(self.places))]
        call = parse_statement(with_values(self.text, self.places, names)).node
        assert isinstance(call, Call)
        nodes = [argument.node.unnest() for argument in call.arguments]
        given = [node.this.name if isinstance(node, exp.Parameter) else "" for node in nodes]
        return tuple(int(name[1:]) if name.startswith("?") else None for name in given)

    @cached_property
    def plans(self) -> PreparedPlans:
        """How it runs without being read again."""
        return PreparedPlans(self.text, len(self.places))


_EXECUTE = pattern(r"EXECUTE\s+(\w+)(?:\s+USING\s+((?:@\w+\s*,\s*)*@\w+))?", re.IGNORECASE | re.ASCII)
_VARIABLE = pattern(r"@(\w+)", re.ASCII)
_MOST_PARAMETERS = 0xFFFF  # the protocol counts them in two bytes


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
        self._statements: dict[str, _Prepared] = {}
        self._bound: dict[str, tuple[ParameterKind, ...]] = {}  # the types of their parameters at the last execution
        self._running: set[str] = set()
        self._executed: set[str] = set()  # those that ran once at least
        self._counts = runner.session.counts

    @cached_property
    def _opened(self) -> versions.OpenedObjects:
        return versions.OpenedObjects(self._runner)

    def prepare(self, node: Prepare, context: StatementContext) -> StatementResult:
        """PREPARE: an older statement of the name goes first, also when the new one is wrong."""
        self._statements.pop(node.name.lower(), None)
        self._bound.pop(node.name.lower(), None)
        self._executed.discard(node.name.lower())
        self._opened.forget(node.name.lower())
        self._counts["Com_stmt_prepare"] += 1
        self._runner.session.statement_number += 1
        self._check_room()
        source = self._source(node, context).strip(SPACES).rstrip(SPACES + ";")
        text = self._runner.spelling.as_read(source)
        self._runner.session.server.definitions.refer(text)
        if (rows := lists.parameter_rows(text)) is not None:
            try:
                return self._prepared(node, context, text, source, rows)
            except MySQLError:  # which the whole text has, too, with what it shows of it
                context.diagnostics.clear()
        return self._prepared(node, context, text, source)

    def _prepared(
        self,
        node: Prepare,
        context: StatementContext,
        whole: str,
        source: str,
        rows: lists.ParameterRows | None = None,
    ) -> StatementResult:
        """rows: those of the whole text of which two are looked at."""
        text = whole if rows is None else rows.text
        if not context.database:
            unplaced.refuse_unplaced(text)
        version = self._runner.session.server.profile.version_number
        check_grammar(text, version)
        tokens = tokens_of(text, source, version)
        if all(token.token_type is TokenType.SEMICOLON for token in tokens):
            raise mysql_error("ER_EMPTY_QUERY")
        places = tuple((token.start, token.end + 1) for token in tokens if token.token_type is TokenType.PLACEHOLDER)
        all_places = places if rows is None else rows.places(places)
        if len(all_places) > _MOST_PARAMETERS:
            raise mysql_error("ER_PS_MANY_PARAM")
        refuse_misplaced(text, tokens)
        parsed = parsed_with_parameters(text, places, version)
        warn_of_raw(text, parsed, context)
        warn_of_words(text, context, defined_columns(parsed.node))
        warn_of_trimmed(parsed.node, context)
        if places and isinstance(parsed.node, CreateViewSyntax):
            raise mysql_error("ER_VIEW_SELECT_VARIABLE")
        unprepared = parsed.command in context.variables.behaviour.unprepared
        if unprepared or CommandTrait.NOT_PREPARED in parsed.traits or prepared.counts_conditions(parsed.node):
            raise mysql_error("ER_UNSUPPORTED_PS")
        prepare_rights.check(self._runner, parsed, context)
        if isinstance(parsed.node, Call):
            prepared.check_call(self._runner, parsed.node)
        if isinstance(parsed.node, AdminSyntax):
            prepared.check_administration(self._runner, text, places, parsed, context)
        refuse_variables(text, parsed.node, context)
        statement = BoundStatement(parsed, context)
        refuse_as_parsed(statement)
        reopened.check_reopened(self._runner, statement)
        check_targets(self._runner, statement, prepares=True)
        profile = self._runner.front_end.profile(parsed, context)
        looked_at = parameter_types.looked_at(text, places) if places else parameter_types.LookedAt(parsed, False)
        database = self._runner.front_end.database_of(context)
        resolved = prepare_checks.check_prepared(looked_at.parsed, database, context, has_parameters=bool(places))
        prepare_rights.check_columns(self._runner, parsed, context)
        prepared.check_changes(self._runner, parsed, profile, context)
        for tree in prepare_checks.trees_of(parsed.node):
            warn_of_expressions(tree, context)
            warn_of_values(tree, context)
            warn_of_lengths(tree, context)
        if isinstance(parsed.node, SelectInto) and parsed.node.is_deprecated:
            context.warn("ER_WARN_DEPRECATED_INNER_INTO")
        diagnostics = tuple(context.diagnostics)
        types = self._types(text, places, looked_at, context)
        columns: tuple[ResultColumn, ...] = ()
        if parsed.command == "select":
            kinds = types.kinds if types is not None else ()
            columns = parameter_types.columns_of(self._runner, text, places, kinds, context)
        elif parsed.command.startswith("show") and isinstance(parsed.node, AdminSyntax):
            from binwriter.server.show.described import describe  # late: SHOW is seldom prepared

            columns = describe(self._runner, parsed.node, context)
        if prepare_rights.is_kept(parsed, context):
            if rows is not None and types is not None:
                types = rows.types(types)
            schema = self._runner.session.database
            self._statements[node.name.lower()] = _Prepared(
                whole,
                all_places,
                columns,
                schema,
                types,
                cursors.cursor_use(parsed),
                resolved,
                source if len(source) == len(whole) else whole,
            )
            self._opened.keep(node.name.lower(), parsed, context)
        return StatementResult(diagnostics=diagnostics)

    def _types(
        self, text: str, places: Places, looked_at: parameter_types.LookedAt, context: StatementContext
    ) -> ParameterTypes | None:
        """Of its parameters. Servers before 8.0.22 know none."""
        if not places or not context.variables.behaviour.types_parameters:
            return None
        counts = [number for number, (start, _) in enumerate(places) if counts_rows(text, start)]
        return parameter_types.types_of(self._runner, looked_at, places, counts, context)

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

    def _source(self, node: Prepare, context: StatementContext) -> str:
        if not node.is_variable:  # a literal was converted to utf8mb3, but what a client prepares was not
            if node.name.startswith("\0"):
                return node.source
            # and is read as if the client had sent it so (captured: clusters/texts_sent_in_latin1)
            return as_received(in_charset(node.source), context.variables)
        variable = context.session.user_variables.get(node.source.lower())
        value = variable.value if variable is not None else None
        known = "NULL" if value is None else str(value)
        return value.decode(errors="surrogateescape") if isinstance(value, bytes) else known

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
        if prepared.types is not None and self._bound.get(name) != parameter_types.bound_kinds(
            self._bound.get(name, prepared.types.kinds), values
        ):
            return None  # the first execution, or values of other types
        text = _PreparedText(given, lambda: logged.logged(prepared.sent, prepared.places, values, session.variables))
        if (result := quick.run_prepared(prepared.plans, values, text)) is not None:
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
        texts, types = _sql_texts(prepared, values), prepared.types
        kinds: tuple[ParameterKind, ...] = ()
        before = kinds
        if types is not None:
            before = self._bound.get(name, types.kinds)
            kinds = parameter_types.rebound(types.kinds, before, values, prepared.counts)
            self._bound[name] = kinds
            from binwriter.server.execute.prepare.texts import (
                cast_texts,
                gives_up_moments,
                makes_table,
                pinned_texts,
                typed_texts,
            )

            typed = typed_texts if types.depending else pinned_texts
            if makes_table(prepared.text):
                texts = cast_texts(kinds, prepared.counts, texts)
            else:
                texts = typed(types, kinds, values, texts)
        text = with_values(prepared.text, prepared.places, texts)
        context.logged_text = logged.logged(prepared.sent, prepared.places, values, context.variables)
        context.parsed_before, context.resolved_before = True, prepared.resolved
        context.executed_before = name in self._executed
        self._executed.add(name)
        self._runner.session.client.info = context.logged_text.decode("utf-8", "replace")  # in SHOW PROCESSLIST
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
                parsed = replace(parsed, text=with_values(prepared.sent, prepared.places, texts))
            parsed = _receiving(prepared, node, parsed)
            with in_database(self._runner, prepared.database, context):
                opened = self._opened.known(name)
                is_other = self._opened.are_others(name, parsed, context)
                made_anew = context.executed_before and isinstance(parsed.node, versions.PREPARED_EACH_TIME)
                if is_other or made_anew or parameter_types.differ(before, kinds, prepared.counts):
                    self._runner.session.statement_number += 1
                    self._counts["Com_stmt_reprepare"] += 1
                    self._counts["Com_stmt_prepare"] += 1
                try:
                    result: StatementResult = self._runner.run_in_program(parsed, context, clock)
                except MySQLError:
                    if is_other and not self._can_be_prepared(parsed, context):
                        self._opened.keep_old(name, opened)
                    raise
            result = _headed(result, tuple(column.name for column in prepared.columns))
            if types is None or not types.depending:
                return result
            result = parameter_types.described_typed(
                self._runner, result, prepared.columns, prepared.text, prepared.places, types, kinds, clock
            )
            if node.values is None or not gives_up_moments(types, kinds, values):
                return result
            from binwriter.server.execute.prepare.sent import with_moments

            return with_moments(result, types.plain, context)
        finally:
            self._running.discard(name)
            if cut is not None:
                cut.values.forget()

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


def _receiving(prepared: _Prepared, node: Execute, parsed: ParsedStatement) -> ParsedStatement:
    """A CALL whose OUT parameters go to the variables of EXECUTE, or to the client."""
    if not isinstance(parsed.node, Call) or not prepared.places:
        return parsed
    receivers = prepared.receivers
    if node.values is None:
        receivers = tuple(node.variables[receiver] if isinstance(receiver, int) else None for receiver in receivers)
    return replace(parsed, node=replace(parsed.node, receivers=receivers))


def _headed(result: StatementResult, names: tuple[str, ...]) -> StatementResult:
    """The result under the headings that the statement was prepared with, where a parameter is called ? in them: the
    others are those of its tables as they are now."""
    if len(names) != len(result.columns) or names == result.columns:
        return result
    names = tuple(name if "?" in name else own for name, own in zip(names, result.columns, strict=True))
    described = result.described
    if described is None:
        return replace(result, columns=names)

    def named() -> tuple[ResultColumn, ...]:
        return tuple(_parametrized(column, name) for column, name in zip(described(), names, strict=True))

    return replace(result, columns=names, described=named)


def _parametrized(column: ResultColumn, name: str) -> ResultColumn:
    """With the name that was prepared. What is made of a parameter may always be NULL."""
    return replace(column, name=name, flags=column.flags & ~ColumnFlag.NOT_NULL if "?" in name else column.flags)


def _sql_texts(prepared: _Prepared, values: list[UserVariable | None]) -> list[str]:
    texts = [sql_text(value) for value in values]
    for position, value in limits.counts(prepared.counts, values):
        if value is None:
            texts[position] = "0"
    for place, value in enumerate(values):
        is_int = value is not None and isinstance(value.value, int)
        if is_int and is_ordered_by(prepared.text, prepared.places[place]):
            texts[place] = f"({texts[place]} + 0)"
    return texts
