"""Statements inside of functions and triggers: their rows join those of the statement around them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlglot import exp

from binwriter.mysql.behaviour import ProgramConditions
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.mysql.variables.rules import deprecations
from binwriter.sql.binding.named_tables import is_temporary_ddl
from binwriter.sql.binding.programs import Program
from binwriter.sql.binding.table_nodes import uses_tables
from binwriter.sql.binding.views import first_tables, through_views
from binwriter.sql.command_counters import counted
from binwriter.sql.command_table import commands_with
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.types import ExprType
from binwriter.sql.grammar.programs.statements import refusal_in_function
from binwriter.sql.privileges.check import check_inside, check_row, columns_of_row
from binwriter.sql.programs import name_const
from binwriter.sql.programs.arguments import (
    bind_arguments,
    check_recursion,
    missing_procedure,
    return_arguments,
    set_user_variable,
)
from binwriter.sql.programs.frames import Frame
from binwriter.sql.programs.host import Value
from binwriter.sql.programs.interpreter import Interpreter
from binwriter.sql.programs.surroundings import Runtime
from binwriter.sql.programs.temporary_ddl import run_temporary_ddl
from binwriter.sql.query import ResultSet, kept, query_scope, run_select
from binwriter.sql.query.outfile import write_outfile
from binwriter.sql.syntax.load import OutFile
from binwriter.sql.syntax.programs import Call, ProgramKind, SetOther
from binwriter.sql.syntax.session import (
    ReleaseSavepoint,
    RollbackToSavepoint,
    Scope,
    Set,
    SetSavepoint,
    SetTransaction,
    SetUserVariable,
    SetVariable,
)
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import EXPRESSION, StatementKind, StatementProfile

_CHANGES_ROWS = commands_with(CommandTrait.CHANGES_ROWS)
_COMMITS = commands_with(CommandTrait.COMMITS_BEFORE, CommandTrait.COMMITS_AFTER)


def _text_of(runtime: Runtime, parsed: ParsedStatement) -> bytes:
    """The statement as a Rows_query event has it."""
    frame = runtime.context.program_names
    if isinstance(frame, Frame) and not runtime.context.in_procedure:
        return name_const.substituted(parsed.text, parsed.node, frame, runtime.context)
    return parsed.text.encode()


def run_substatement(runtime: Runtime, parsed: ParsedStatement) -> None:
    """A data-changing statement of a function or trigger: its rows join those of the statement around it."""
    from binwriter.sql.programs.known_inserts import known_insert, run_known

    top, context = runtime.top, runtime.context
    assert top is not None
    known = known_insert(parsed, runtime.database, context)
    if known is not None:
        run_known(runtime, known, lambda: _text_of(runtime, parsed))
        return
    from binwriter.sql.binding.profile import leading_written, written_nodes
    from binwriter.sql.binding.table_nodes import table_nodes
    from binwriter.sql.dml.forgiven import RowsEndError
    from binwriter.sql.dml.run import DmlRun

    changed = through_views(parsed, runtime.database, context)
    assert isinstance(changed.node, exp.Expression) and isinstance(parsed.node, exp.Expression)
    nodes = first_tables(changed.node, runtime.database, context)  # ER_NO_SUCH_TABLE: nothing was locked for it
    written_ids = written_nodes(changed, changed.node, nodes)
    tables, written = list(nodes.values()), [table for key, table in nodes.items() if key in written_ids]
    counted, _ = leading_written(parsed.node, table_nodes(changed.node), written_ids, nodes)
    profile = StatementProfile(StatementKind.DML, parsed.command, counted=counted, traits=parsed.traits)
    for table in written:
        if any((table.schema, table.name) in level for level in top.levels):
            raise mysql_error("ER_CANT_UPDATE_USED_TABLE_IN_SF_OR_TRG", table.name)
    if context.session.note_engines is not None:
        context.diagnostics.extend(context.session.note_engines(profile))
    context.facts.thread_specific |= any(table.temporary for table in tables)
    run = DmlRun(runtime.database, context, top.run.undo, changes=top.run.changes, prelocked=True)
    run.outer = top.run
    top.levels.append(frozenset([(table.schema, table.name) for table in tables]))
    context.changes_data = "IGNORE" not in parsed.modifiers and context.variables.behaviour.is_strict(parsed.command)
    outer_text = context.current_text
    if not context.facts.changed and context.variables.settings.binlog_rows_query_log_events:
        context.current_text = _text_of(runtime, parsed)
    try:
        try:
            runtime.front_end.run_change(parsed, run)
        except RowsEndError as ended:
            run.end_untold(ended)
        temporary = [table for table in run.locked if table.temporary]
        top.wrote |= context.variables.settings.binlog_format is BinlogFormat.STATEMENT or len(temporary) < len(
            run.locked
        )
        top.wrote_t |= any(table.engine.transactional and not table.temporary for table in run.locked)
    finally:
        context.changes_data = False
        context.current_text = outer_text
        top.levels.pop()
        temporary = [table for table in run.locked if table.temporary]
        # rows of temporary tables are in no log; where statements are, the call is
        unlogged = bool(run.locked) and len(temporary) == len(run.locked)
        top.wrote |= run.nontransactional_write and (
            not unlogged or context.variables.settings.binlog_format is BinlogFormat.STATEMENT
        )
        context.facts.internal_temporary |= run.internal_temporary
        if temporary:
            top.joined_by_temporary |= any(table.engine.two_phase for table in temporary)
            if not context.row_form:
                context.facts.databases.extend(dict.fromkeys(table.schema for table in temporary))
        top.run.transactional_write |= run.transactional_write
        top.run.nontransactional_write |= run.nontransactional_write
        top.run.noticed_write |= run.noticed_write
        if run.insert_id_logged and not top.run.first_insert_id:
            top.run.first_insert_id = run.first_insert_id
    context.row_count = run.affected
    context.last_insert_id = run.first_inserted_id or context.last_insert_id


class SubstatementHost:
    """The body of a function or trigger: its SQL runs inside of the statement that invoked it."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self.instruction_done: Callable[[], None] = runtime.instruction_done
        self.diagnostics: list[Diagnostic] = []
        self._before = len(runtime.context.diagnostics)
        self._gathered = 0  # how many behind these are in diagnostics
        self._new = self._before  # where those of the statement under way begin
        kept = runtime.context.variables.behaviour.program_conditions
        self._all_stay = kept is ProgramConditions.ALL  # until tables are used
        self._stay = self._all_stay or kept is ProgramConditions.SINCE_TABLES  # until there are others, too

    def context(self) -> StatementContext:
        return self.runtime.context

    @property
    def row_count(self) -> int:
        return self.runtime.context.row_count

    @row_count.setter
    def row_count(self, count: int) -> None:
        self.runtime.context.row_count = count

    def _begin(self, parsed: ParsedStatement | None = None) -> StatementContext:
        """The conditions of one statement become those of the program (`_end`)."""
        context = self.runtime.context
        self.diagnostics = []
        self._gathered = 0
        self._new = self._before
        if len(context.diagnostics) > self._before:
            if self._all_stay or (self._stay and not (parsed is not None and uses_tables(parsed))):
                self._new = len(context.diagnostics)
                self._gathered = self._new - self._before
            else:
                del context.diagnostics[self._before :]  # what the statement before complained of
        return context

    def _end(self, context: StatementContext) -> None:
        if self._stay and self._new > self._before:
            if len(context.diagnostics) == self._new or self._all_stay:
                self.diagnostics = context.diagnostics[self._new :]
                return
            del context.diagnostics[self._before : self._new]
            self._new = self._before
        if len(context.diagnostics) > self._before:
            self.diagnostics = context.diagnostics[self._before :]
            self._gathered = len(self.diagnostics)

    def tell(self, condition: Diagnostic) -> None:
        self.diagnostics = [*self.diagnostics, condition]
        if self._stay:
            self.runtime.context.diagnostics.append(condition)
            self._gathered += 1

    def gather(self) -> None:
        found = self.runtime.context.diagnostics[self._before + self._gathered :]
        if found:
            self.diagnostics = [*self.diagnostics, *found]
            self._gathered += len(found)

    def forget(self) -> None:
        self._begin()

    def _ask(self, parsed: ParsedStatement, frame: Frame, context: StatementContext) -> None:
        """Whether the program may, with the rights that it has.

        Who reads NEW and OLD is asked for the right to until he has it; then not again as long as tables stay open
        (captured: clusters/rights_of_views).
        """
        if context.rights is None:
            return
        check_inside(parsed, self.runtime.database, context)
        columns = columns_of_row(parsed.node)
        if not columns:
            return
        now, allowed = (self.runtime.database.programs.version, parsed.node), context.session.allowed_rows
        if allowed.get(id(parsed.node)) != now:
            check_row(frame.program, columns, "SELECT", context.rights)
            allowed[id(parsed.node)] = now

    def evaluate(self, node: exp.Expression, frame: Frame, command: str = EXPRESSION, *, stored: bool = False) -> Value:
        context, noticed = self._begin(), self._noticed()
        try:
            self._ask(ParsedStatement("", "select", node), frame, context)
            compiled = kept.kept_expression(
                node, context, lambda: compile_expression(node, query_scope(self.runtime.database, context))
            )
            context.changes_data = stored
            try:
                value = compiled.eval(context, ())
                self._count_rows(node, context)
                return value, compiled.type
            finally:
                context.changes_data = False
        finally:
            self._stored(stored, noticed)
            self._end(context)

    def _noticed(self) -> bool:
        top = self.runtime.top
        return top is not None and top.run.noticed_write

    def _stored(self, stored: bool, noticed: bool) -> None:
        """While a value is stored the statement around does not notice what functions change. noticed: by then."""
        if stored and self.runtime.top is not None:
            self.runtime.top.run.noticed_write = noticed

    def evaluate_arguments(self, nodes: Sequence[exp.Expression], frame: Frame, procedure: Program) -> list[Value]:
        """The arguments of a CALL."""
        return [self.evaluate(node, frame, stored=True) for node in nodes]

    def resolve_arguments(self, nodes: Sequence[exp.Expression], frame: Frame) -> None:
        """What their names mean, of a CALL that is refused all the same. MySQLError."""
        context = self._begin()
        scope = query_scope(self.runtime.database, context)
        for node in nodes:
            compile_expression(node, scope)

    def execute(self, parsed: ParsedStatement, frame: Frame) -> None:
        context = self._begin(parsed)
        try:
            counted(context.session.counts, parsed)
            if context.rights is not None:
                self._ask(parsed, frame, context)
            if parsed.command in _CHANGES_ROWS:
                run_substatement(self.runtime, parsed)
            else:
                self._execute(parsed, context)
        finally:
            if len(context.diagnostics) > self._before:
                self._end(context)

    def _execute(self, parsed: ParsedStatement, context: StatementContext) -> None:
        context.row_count = -1 if context.variables.behaviour.counts_changes_alone else 0
        if parsed.command in ("select", "do"):
            assert isinstance(parsed.node, exp.Expression)
            run_select(parsed.node, self.runtime.database, context, again=True)
        elif is_temporary_ddl(parsed):
            run_temporary_ddl(self.runtime, parsed)
        elif parsed.command in _COMMITS:
            raise mysql_error("ER_COMMIT_NOT_ALLOWED_IN_SF_OR_TRG")
        elif isinstance(parsed.node, (SetSavepoint, RollbackToSavepoint, ReleaseSavepoint)):
            top = self.runtime.top
            self.runtime.savepoints.run(parsed.node, top.run if top is not None else None)
        else:
            self.diagnostics = list(self.runtime.run_other(parsed, context))

    def query(self, parsed: ParsedStatement, frame: Frame, *, stored: bool = False) -> ResultSet:
        """stored: its values are, without a table between; bad ones are errors in a strict mode."""
        context, noticed = self._begin(parsed), self._noticed()
        try:
            assert isinstance(parsed.node, exp.Expression)
            counted(context.session.counts, parsed)
            self._ask(parsed, frame, context)
            context.changes_data = stored
            try:
                result = run_select(parsed.node, self.runtime.database, context, again=True)
            finally:
                context.changes_data = False
            context.found_rows = context.rows_found(len(result.rows))
            self._count_rows(parsed.node, context)
            return result
        finally:
            self._stored(stored, noticed)
            self._end(context)

    def _count_rows(self, node: exp.Expression, context: StatementContext) -> None:
        if context.variables.behaviour.programs_share_rows:
            from binwriter.sql.programs.read_rows import count_rows_read

            count_rows_read(node, self.runtime.database, context)

    def known_row(self, parsed: ParsedStatement, *, stored: bool) -> tuple[Any, Any] | None:
        if self.runtime.context.rights is not None:
            return None
        context, noticed = self._begin(), stored and self._noticed()
        context.changes_data = stored
        try:
            assert isinstance(parsed.node, exp.Expression)
            row = kept.known_row(parsed.node, context)
            if row is not None:
                counted(context.session.counts, parsed)
                context.found_rows = 1
            return row
        finally:
            context.changes_data = False
            if stored:
                self._stored(stored, noticed)
            if len(context.diagnostics) > self._before:
                self._end(context)

    def write_file(self, target: OutFile, result: ResultSet) -> None:
        """SELECT .. INTO OUTFILE."""
        types = [type_ for _, type_ in result.columns]
        write_outfile(target, types, list(result.rows), self.runtime.database.files, self.context())

    def call(self, call: Call, frame: Frame) -> None:
        """CALL inside of a function or trigger: its statements are part of the same statement."""
        runtime = self.runtime
        schema = call.schema or frame.program.schema
        procedure = runtime.database.programs.find(ProgramKind.PROCEDURE, schema, call.name)
        if procedure is None:
            raise missing_procedure(call, frame.program.schema)
        caller = next(program.kind for program in runtime.active if program.fires_in_statement)
        refused = refusal_in_function(procedure.body, caller)
        if refused is not None:
            raise refused
        running = sum(program is procedure for program in runtime.active)
        check_recursion(procedure, running, call, schema, runtime.context)
        inner = bind_arguments(procedure, call, frame, self)
        with runtime.entered(procedure, inner):
            Interpreter(self, inner).run()
        return_arguments(procedure, call, inner, frame, self)

    def set_other(self, statement: SetOther, frame: Frame) -> None:
        assignment = statement.assignment
        self.runtime.context.session.counts["Com_set_option"] += 1
        self.row_count = 0
        if isinstance(assignment, SetUserVariable):
            value, type_ = self.evaluate(assignment.value, frame)
            self.row_count = 0
            self.set_user_variable(assignment.name, value, type_)
            return
        context = self._begin()
        try:
            if isinstance(assignment, SetTransaction) and assignment.next_only:
                raise mysql_error("ER_CANT_CHANGE_TX_CHARACTERISTICS")
            symbol = _refusal(assignment, context) if isinstance(assignment, SetVariable) else None
            if symbol is not None:
                assert isinstance(assignment, SetVariable)
                context.diagnostics.extend(deprecations(context.variables.table.by_name(assignment.name.lower())))
                raise mysql_error(symbol, *([assignment.name.lower()] if symbol == _NAMES_VARIABLE else ()))
            context.diagnostics.extend(self.runtime.set_variables(Set((assignment,)), context))
        finally:
            self._end(context)

    def set_user_variable(self, name: str, value: Any, type_: ExprType) -> None:
        set_user_variable(name, value, type_, self.runtime.context)


def _refusal(assignment: SetVariable, context: StatementContext) -> str | None:
    """The error for a variable that no function and no trigger may change: a session's own, where the session has one
    (captured: clusters/set_in_triggers). 5.1 fixes the format alone, of both."""
    name = assignment.name.lower()
    if assignment.scope is not Scope.SESSION and not context.server.policy.set_in_transaction:
        return _NAMES_VARIABLE if name in _NOT_EVEN_GLOBAL else None
    if name in context.server.policy.set_in_transaction and name != "binlog_format":
        return None
    if name == "binlog_format" and list(context.session.temporary):
        return None  # temporary tables are the first to be in its way
    return _REFUSED.get(name)


_NAMES_VARIABLE = "ER_VARIABLE_NOT_SETTABLE_IN_SF_OR_TRIGGER"
_REFUSED = {
    "binlog_format": "ER_STORED_FUNCTION_PREVENTS_SWITCH_BINLOG_FORMAT",
    "binlog_direct_non_transactional_updates": "ER_STORED_FUNCTION_PREVENTS_SWITCH_BINLOG_DIRECT",
    "sql_log_bin": "ER_STORED_FUNCTION_PREVENTS_SWITCH_SQL_LOG_BIN",
    "gtid_next": _NAMES_VARIABLE,
    "binlog_row_value_options": _NAMES_VARIABLE,
}
_NOT_EVEN_GLOBAL = frozenset({"gtid_mode"})
