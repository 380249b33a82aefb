"""The body of a procedure that a client called, on its session."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.formats.records import replace
from binwriter.mysql import interrupts
from binwriter.mysql.behaviour import SINCE_TABLES, Behaviour, ProgramConditions
from binwriter.mysql.interrupts import Kill
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.server.execute.programs.call_state import CallState, SentParameter
from binwriter.server.execute.queries import query_ran
from binwriter.server.execution import Execution
from binwriter.sql.binding.programs import Parameter, Program
from binwriter.sql.binding.table_nodes import table_nodes, uses_tables
from binwriter.sql.command_counters import counted
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.types import ExprType
from binwriter.sql.privileges.check import check_expressions, check_inside
from binwriter.sql.programs.arguments import set_user_variable
from binwriter.sql.programs.frames import Frame
from binwriter.sql.programs.host import Value
from binwriter.sql.query import ResultSet, kept, query_scope
from binwriter.sql.query.outfile import write_outfile
from binwriter.sql.syntax.load import OutFile
from binwriter.sql.syntax.programs import Call, SetOther
from binwriter.sql.syntax.session import Set
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.status_counts import StatementFlag
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import EXPRESSION

_FILLED_BY_QUERIES = ("insert_select", "replace_select", "create_select")
_ASKING = ("select", "do", "set_option")


class Calling(Protocol):
    """Who has called the procedure (`binwriter.server.execute.programs.calls.SessionPrograms`)."""

    runner: Execution

    @property
    def state(self) -> CallState | None: ...
    @property
    def run(self) -> Callable[..., Any]: ...
    @property
    def invoke(self) -> Callable[..., None]: ...


class ProcedureHost:
    """The body of a procedure that a client called: each statement stands for itself on the session."""

    def __init__(self, programs: Calling, context: StatementContext) -> None:
        self.programs = programs
        self.runner = programs.runner
        self.diagnostics: list[Diagnostic] = []
        self._context = context
        self._said = False  # the instruction under way has conditions of its own
        self._rows = 0  # counted by the instructions so far, in 5.1

    def context(self) -> StatementContext:
        return self._context

    def instruction_done(self) -> None:
        """Each instruction is a statement of its own. What variables complained of when they were set comes last, in
        5.5 in the place of what older instructions said."""
        if self._context.diagnostics:
            is_older = self._behaviour.program_conditions in SINCE_TABLES and not self._said
            self.diagnostics = [*(() if is_older else self.diagnostics), *self._context.diagnostics]
            self._context.diagnostics.clear()
        self._said = False

    def tell(self, condition: Diagnostic) -> None:
        is_first = self._behaviour.program_conditions in SINCE_TABLES and not self._said
        self.diagnostics = [*(() if is_first else self.diagnostics), condition]

    def gather(self) -> None:
        """They have done so by `instruction_done`."""

    def forget(self) -> None:
        self.diagnostics = []

    @property
    def row_count(self) -> int:
        return self.runner.row_count

    @row_count.setter
    def row_count(self, count: int) -> None:
        self.runner.row_count = count

    @contextmanager
    def _instruction(self, frame: Frame | None) -> Iterator[tuple[StatementContext, int]]:
        """A context for one instruction. Its conditions, if there are any, take the place of those before."""
        clock = self.runner.session.server.chance.clock()
        context = self.runner.new_context(clock)
        context.program_names = frame
        context.in_procedure = frame is not None  # the arguments of the client's CALL are outside
        shares_rows = self._behaviour.programs_share_rows
        if shares_rows:
            context.row_shift, context.row_number = self._rows, self._rows + 1
        saved, self._context = self._context, context
        context.parsed_before = frame is None and saved.parsed_before
        state = self.programs.state
        if state is not None:
            state.take(saved)
            state.lend(context)
        try:
            yield context, clock
        except MySQLError:
            if not self._behaviour.counts_changes_alone:
                self.runner.row_count = -1
            self._keep(context.diagnostics, uses_tables=True)
            raise
        finally:
            self._context = saved
            if shares_rows:
                self._rows = context.row_shift
                saved.row_number = self._rows + 1
            if state is not None:
                state.take(context)

    def evaluate(
        self, node: exp.Expression, frame: Frame | None, command: str = EXPRESSION, *, stored: bool = False
    ) -> Value:
        if frame is not None and (known := self._known(node, frame, stored=stored)) is not None:
            return known
        return self._evaluate([node], frame, command, stored=stored)[0]

    def _known(self, node: exp.Expression, frame: Frame, *, stored: bool) -> Value | None:
        """The value of an expression of nothing but the program's variables that was evaluated before, and has nothing
        to say: it is an instruction with a look at the clock, and leaves nothing else. None of any other."""
        context = self._context
        if context.session.refused_key or self.runner.session.owner.killed is not None:
            return None
        if interrupts.asked and self.runner.session.server.locks.in_use:  # others may wait for their turn
            return None
        before = context.program_names, context.changes_data, context.in_procedure
        context.program_names, context.changes_data, context.in_procedure = frame, stored, True
        said = len(context.diagnostics)
        try:
            expression = kept.known_expression(node, context)
            if expression is None:
                return None
            value = expression.eval(context, ())
        except MySQLError:
            del context.diagnostics[said:]
            return None
        finally:
            context.program_names, context.changes_data, context.in_procedure = before
        if len(context.diagnostics) > said:
            del context.diagnostics[said:]
            return None
        self.runner.session.server.chance.clock()
        self._keep((), uses_tables=False)
        return value, expression.type

    def evaluate_arguments(
        self, nodes: Sequence[exp.Expression], frame: Frame | None, procedure: Program
    ) -> list[Value]:
        """The arguments of a CALL: one statement for all of them.

        If they call functions, that statement locks the tables of the procedure too (captured: locked_programs).
        """
        return self._evaluate(nodes, frame, "call", procedure, stored=True) if nodes else []

    def resolve_arguments(self, nodes: Sequence[exp.Expression], frame: Frame | None) -> None:
        """What their names mean, of a CALL that is refused all the same. MySQLError."""
        with self._instruction(frame) as (context, _):
            database = self.runner.front_end.database_of(context)
            check_expressions(nodes, database, context)
            scope = query_scope(database, context)
            for node in nodes:
                compile_expression(node, scope)

    def _evaluate(
        self,
        nodes: Sequence[exp.Expression],
        frame: Frame | None,
        command: str,
        procedure: Program | None = None,
        *,
        stored: bool,
    ) -> list[Value]:
        with self._instruction(frame) as (context, clock):
            context.changes_data = stored

            def work() -> list[Value]:
                database = self.runner.front_end.database_of(context)
                check_expressions(nodes, database, context)
                scope = query_scope(database, context)
                compiled = [
                    kept.kept_expression(node, context, partial(compile_expression, node, scope)) for node in nodes
                ]
                return [(expression.eval(context, ()), expression.type) for expression in compiled]

            parsed = ParsedStatement("", command, exp.Tuple(expressions=[]))
            node = nodes[0] if len(nodes) == 1 else None
            values: list[Value] = self.programs.run(
                parsed, tuple(nodes), context, clock, work, procedure, stored=stored, node=node
            )
            for one in nodes:
                self._count_rows(one, context)
            self._keep_warnings(context)
            self.runner.row_count = context.row_count  # of the last statement of a function, if one was called
            return values

    @property
    def _behaviour(self) -> Behaviour:
        return self.runner.session.variables.behaviour

    def _keep(self, conditions: Sequence[Diagnostic], *, uses_tables: bool) -> None:
        """What an instruction had to say joins what was said before, or takes its place."""
        kept = self._behaviour.program_conditions
        if kept is ProgramConditions.ALL:
            if conditions:
                self.diagnostics = [*self.diagnostics, *conditions]
        elif conditions or uses_tables or kept is ProgramConditions.LAST:
            self.diagnostics = list(conditions)
            self._said = bool(conditions)

    def _keep_warnings(self, context: StatementContext) -> None:
        self._keep(context.diagnostics, uses_tables=False)
        if context.new_last_insert_id is not None:
            self.runner.last_insert_id = context.new_last_insert_id

    def execute(self, parsed: ParsedStatement, frame: Frame) -> None:
        with self._instruction(frame) as (context, clock):
            reads = CommandTrait.KEEPS_CONDITIONS in parsed.traits
            if reads:  # the program's conditions (captured: clusters/conditions_of_calls)
                self.runner.area.take(self.diagnostics)
                context.condition_counts = self.runner.area.counts()
            flags = self.runner.session.flags
            flags.go_on()
            fills = self._behaviour.programs_share_rows and parsed.command in _FILLED_BY_QUERIES
            if fills:  # the count begins anew
                context.row_shift, context.row_number = 0, 1
            result = self.runner.run_in_program(parsed, context, clock)
            if fills or parsed.command in _ASKING:
                self._count_rows(parsed.node, context)
            if not reads:
                self._keep(result.diagnostics, uses_tables=uses_tables(parsed))
            state = self.programs.state
            if result.columns and state is not None:
                if self.runner.session.client.is_slow(self.runner.session.variables.settings.long_query_time):
                    flags.seen |= StatementFlag.WAS_SLOW  # of all of the program so far
                state.results.append(replace(result, flags=flags.told) if flags.seen else result)
                if (news := self.runner.session.news) is not None and news.result is not None:
                    news.result()
            owner = self.runner.session.owner
            if owner.killed is Kill.QUERY and not self.runner.in_substatement:
                interrupts.answered(owner)  # it came too late for this statement, and is none of the next one's
            if self.runner.released:  # COMMIT RELEASE: the session ends here, as if it were killed
                raise mysql_error("ER_QUERY_INTERRUPTED")

    def query(self, parsed: ParsedStatement, frame: Frame, *, stored: bool = False) -> ResultSet:
        """stored: its values are, without a table between; bad ones are errors in a strict mode."""
        with self._instruction(frame) as (context, clock):
            context.changes_data = stored
            tree = parsed.node
            assert isinstance(tree, exp.Expression)
            counted(self.runner.session.counts, parsed)
            check_inside(parsed, self.runner.front_end.database_of(context), context)
            rows: ResultSet = self.programs.run(
                parsed,
                (tree,),
                context,
                clock,
                lambda: self.runner.front_end.run_select(parsed, context),
                stored=stored,
            )
            self._count_rows(tree, context)
            query_ran(self.runner, tree, context)
            self._keep(context.diagnostics, uses_tables=bool(table_nodes(tree)))
            self.runner.found_rows = context.rows_found(len(rows.rows))
            return rows

    def _count_rows(self, tree: object, context: StatementContext) -> None:
        if self._behaviour.programs_share_rows:
            from binwriter.sql.programs.read_rows import count_rows_read

            count_rows_read(tree, self.runner.front_end.database_of(context), context)

    def known_row(self, parsed: ParsedStatement, *, stored: bool) -> tuple[Any, Any] | None:
        return None  # each is a statement by itself

    def write_file(self, target: OutFile, rows: ResultSet) -> None:
        """SELECT .. INTO OUTFILE."""
        types, files = [type_ for _, type_ in rows.columns], self.runner.front_end.database.files
        write_outfile(target, types, list(rows.rows), files, self.context())

    def call(self, call: Call, frame: Frame) -> None:
        self.programs.invoke(call, frame, self)

    def set_other(self, statement: SetOther, frame: Frame) -> None:
        parsed = ParsedStatement(statement.text, "set_option", Set((statement.assignment,)))
        self.execute(parsed, frame)

    def send_parameter(self, procedure: Program, parameter: Parameter, value: Any, type_: ExprType) -> None:
        """An OUT parameter of a CALL that a client has prepared."""
        state = self.programs.state
        assert state is not None
        state.sent_parameters.append(SentParameter(procedure, parameter, value, type_))

    def set_user_variable(self, name: str, value: Any, type_: ExprType) -> None:
        set_user_variable(name, value, type_, self._context)
