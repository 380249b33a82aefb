"""Stored programs as they run: calls of functions and triggers inside of a statement, and CALL on a session."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.messages import Diagnostic, mysql_error
from binwriter.rules.drop_table import quoted
from binwriter.schema import Column, Table
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.collations import as_string
from binwriter.sql.expressions.columns import column_type, reader
from binwriter.sql.expressions.compile import compile_expression, is_constant
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import CompiledExpression, ExprType
from binwriter.sql.expressions.variables import assign_user_variable
from binwriter.sql.parse import ParsedStatement
from binwriter.sql.programs.catalog import Program
from binwriter.sql.programs.frames import Frame, TriggerRow
from binwriter.sql.programs.interpreter import Interpreter, Value
from binwriter.sql.programs.name_const import literal, substituted
from binwriter.sql.programs.syntax import Call, ProgramKind, SetOther
from binwriter.sql.programs.usage import DML_COMMANDS
from binwriter.sql.query import ResultSet, query_scope, run_select
from binwriter.sql.views import first_tables, through_views
from binwriter.statement import EXPRESSION, FunctionCall, RowOperation, StatementKind, StatementProfile

if TYPE_CHECKING:
    from binwriter.sql.database import Database
    from binwriter.sql.dml.run import DmlRun, Row
    from binwriter.sql.frontend import FrontEnd

_EVENTS = {RowOperation.WRITE: "INSERT", RowOperation.UPDATE: "UPDATE", RowOperation.DELETE: "DELETE"}
# As deep as a 9.7.4 lets programs call each other before its thread's stack (1 MiB) is used up.
MOST_NESTED_PROGRAMS = 121
# An interpreter's frames for that many calls, many times over.
_RECURSION_LIMIT = 20_000


@contextmanager
def deep_calls() -> Iterator[None]:
    """Room for nested programs. What goes deeper all the same ends with the server's error, not with Python's."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _RECURSION_LIMIT))
    try:
        yield
    except RecursionError:
        raise stack_overrun() from None
    finally:
        sys.setrecursionlimit(limit)


def stack_overrun() -> MySQLError:
    """The numbers are those of a 9.7.4."""
    return mysql_error("ER_STACK_OVERRUN_NEED_MORE", 888576, 1048576, 160000)


@dataclass
class TopStatement:
    """The statement of the session inside of which functions and triggers run.

    run: its books. levels: the tables in use by it and by each statement inside of it, outermost first. logs_calls:
    function calls are logged by themselves. wrote: something inside the present call is worth logging.
    """

    run: DmlRun
    levels: list[frozenset[tuple[str, str]]]
    logs_calls: bool = False
    calls: list[FunctionCall] = field(default_factory=list)
    program_calls: int = 0
    ran_program: bool = False
    ran_program_first: bool = False
    wrote: bool = False


class ProgramRuntime:
    """The programs that run inside of one statement of a session."""

    def __init__(self, front_end: FrontEnd, database: Database, context: StatementContext) -> None:
        self.front_end = front_end
        self.database = database
        self.context = context
        self.top: TopStatement | None = None
        self._active: list[Program] = []

    # --- functions --------------------------------------------------------------------------------------------------

    def function(self, schema: str | None, name: str) -> Program | None:
        return self.database.programs.find(ProgramKind.FUNCTION, schema or self.context.database, name)

    def compile_call(
        self, program: Program, arguments: Sequence[CompiledExpression], clause: str = ""
    ) -> CompiledExpression:
        """A call of a stored function as an expression.

        In WHERE a deterministic function of constants is called once.
        """
        if len(arguments) != len(program.parameters):
            raise mysql_error(
                "ER_SP_WRONG_NO_OF_ARGS",
                "FUNCTION",
                program.qualified_name,
                len(program.parameters),
                len(arguments),
            )
        assert program.returns is not None
        returns = program.returns
        convert = reader(returns.spec)

        once = program.characteristics.deterministic and clause == "where clause" and is_constant(*arguments)
        kept: list[ColumnValue] = []

        def evaluate(context: StatementContext, row: Any) -> Any:
            if kept:
                return kept[0]
            values = [(argument.eval(context, row), argument.type) for argument in arguments]
            try:
                stored = self.call_function(program, values)
            except MySQLError:
                context.function_failed = True
                raise
            result = stored if convert is None or stored is None else convert(context, stored)
            if once:
                kept.append(result)
            return result

        text = f"{quoted(program.schema)}.{quoted(program.name)}({','.join(one.text for one in arguments)})"
        type_ = replace(column_type(returns.spec), single=False)  # a FLOAT is a DOUBLE wherever it is used (captured)
        return CompiledExpression(type_, evaluate, text)

    def call_function(self, program: Program, arguments: Sequence[Value]) -> ColumnValue:
        """Runs a function. Returns its value as a column of the returned type stores it."""
        if program in self._active:
            raise mysql_error("ER_SP_NO_RECURSION")
        context, frame = self.context, Frame(program)
        for parameter, (value, type_) in zip(program.parameters, arguments, strict=True):
            frame.declare(parameter.name, parameter.column).assign(value, type_, context)
        logged = self.top is not None and self.top.logs_calls
        with self._entered(program, frame):
            returned = self._logged_call(program, frame) if logged else Interpreter(SubstatementHost(self), frame).run()
            if returned is None:
                raise mysql_error("ER_SP_NORETURNEND", program.name)
            assert program.returns is not None
            result = Frame(program).declare("", _named(program.returns, program.name))
            result.assign(*returned, context)
        return result.value

    def _logged_call(self, program: Program, frame: Frame) -> Value | None:
        """A call that becomes an event of its own if anything in it would have been logged."""
        top, context = self.top, self.context
        assert top is not None
        arguments = []
        for parameter in program.parameters:
            cell = frame.cell(parameter.name)
            assert cell is not None
            is_bit = cell.column.spec.type is ColumnType.BIT
            arguments.append(literal(cell.read(context), cell.type, context, is_bit=is_bit))
        text = f"SELECT {quoted(program.schema)}.{quoted(program.name)}(".encode() + b",".join(arguments) + b")"
        context.user_variables_read.clear()
        context.user_variables_set.clear()
        top.program_calls += 1
        top.wrote, top.logs_calls, top.run.first_insert_id = False, False, 0
        error: MySQLError | None = None
        try:
            return Interpreter(SubstatementHost(self), frame).run()
        except MySQLError as raised:
            error = raised
            raise
        finally:
            top.logs_calls = True
            if top.wrote:
                from binwriter.sql.frontend import context_events

                transactional = top.run.transactional_write
                call = FunctionCall(text, context_events(top.run), error, transactional, context.uses())
                top.calls.append(call)
                context.last_insert_id_used = False
                context.rand_used = None
            context.user_variables_read.clear()

    @contextmanager
    def _entered(self, program: Program, frame: Frame) -> Iterator[None]:
        """The statement's context as the program's own statements see it."""
        if len(self._active) >= MOST_NESTED_PROGRAMS:
            raise stack_overrun()
        context = self.context
        names = "program_names database changes_data row_number found_rows last_insert_id new_last_insert_id"
        saved = {name: getattr(context, name) for name in names.split()}
        context.program_names, context.database, context.changes_data = frame, program.schema, False
        self._active.append(program)
        sql_mode = context.variables.get("sql_mode")
        if sql_mode != program.sql_mode:
            context.variables.assign("sql_mode", program.sql_mode)
        try:
            yield
        except MySQLError as error:
            error.in_program = True
            raise
        finally:
            context.variables.assign("sql_mode", sql_mode)
            self._active.pop()
            for name, value in saved.items():
                setattr(context, name, value)

    # --- triggers -----------------------------------------------------------------------------------------------------

    def fire(
        self, run: DmlRun, timing: str, table: Table, operation: RowOperation, old: Row | None, new: Row | None
    ) -> Row | None:
        """Runs the triggers of a row change. Returns NEW as they left it."""
        event = _EVENTS[operation]
        chain = [
            trigger
            for trigger in self.database.programs.triggers(table.schema, table.name)
            if (trigger.timing, trigger.event) == (timing, event)
        ]
        if not chain:
            return new
        old_row = TriggerRow(table, list(old)) if old is not None else None
        new_row = TriggerRow(table, list(new)) if new is not None else None
        for trigger in chain:
            self._fire_one(trigger, old_row, new_row)
        return tuple(new_row.values) if new_row is not None else None

    def _fire_one(self, trigger: Program, old: TriggerRow | None, new: TriggerRow | None) -> None:
        context, host, frame = self.context, SubstatementHost(self), Frame(trigger, old, new)
        diagnostics = list(context.diagnostics)
        with self._entered(trigger, frame):
            Interpreter(host, frame).run()
        context.diagnostics[:] = diagnostics  # what a trigger was warned of is not the client's business

    def assigned(self, table: Table, operation: RowOperation) -> frozenset[int]:
        """The columns that the BEFORE triggers of an event set."""
        from binwriter.sql.programs.names_check import walk
        from binwriter.sql.programs.syntax import SetNew

        if operation is RowOperation.DELETE or not self.has_triggers(table, operation):
            return frozenset()
        triggers = self.database.programs.triggers(table.schema, table.name)
        return frozenset(
            table.index_of[part.column.lower()]
            for trigger in triggers
            if (trigger.timing, trigger.event) == ("BEFORE", _EVENTS[operation])
            for part in walk(trigger.body)
            if isinstance(part, SetNew)
        )

    def instruction_done(self) -> None:
        """An instruction of a program has ended."""
        if self.top is not None:
            self.top.ran_program_first |= not self.top.run.changes
            self.top.ran_program = True

    def has_triggers(self, table: Table, operation: RowOperation, timing: str = "") -> bool:
        triggers = self.database.programs.triggers(table.schema, table.name)
        return any(one.event == _EVENTS[operation] and timing in ("", one.timing) for one in triggers)

    # --- statements inside --------------------------------------------------------------------------------------------

    def _text_of(self, parsed: ParsedStatement) -> bytes:
        """The statement as a Rows_query event has it."""
        frame = self.context.program_names
        if isinstance(frame, Frame) and not self.context.in_procedure:
            return substituted(parsed.text, parsed.node, frame, self.context)
        return parsed.text.encode()

    def run_substatement(self, parsed: ParsedStatement) -> None:
        """A data-changing statement of a function or trigger: its rows join those of the statement around it."""
        from binwriter.sql.analyse import leading_written, written_nodes
        from binwriter.sql.dml.run import DmlRun
        from binwriter.sql.frontend import DML_RUNNERS

        top, context = self.top, self.context
        changed = through_views(parsed, self.database, context)
        assert isinstance(changed.node, exp.Expression) and isinstance(parsed.node, exp.Expression)
        tables = first_tables(changed.node, self.database, context)  # ER_NO_SUCH_TABLE: nothing was locked for it
        assert top is not None
        written = written_nodes(changed, changed.node, tables)
        for key, table in tables.items():
            if key in written and any((table.schema, table.name) in level for level in top.levels):
                raise mysql_error("ER_CANT_UPDATE_USED_TABLE_IN_SF_OR_TRG", table.name)
        if context.note_engines is not None:
            counted, _ = leading_written(parsed.node, tables, written, tables)
            context.diagnostics.extend(
                context.note_engines(StatementProfile(StatementKind.DML, parsed.command, counted=counted))
            )
        run = DmlRun(self.database, context, top.run.undo, changes=top.run.changes)
        run.inside = True
        top.levels.append(frozenset((table.schema, table.name) for table in tables.values()))
        context.changes_data = "IGNORE" not in parsed.modifiers
        outer_text = context.current_text
        if not top.run.changes and context.variables.get("binlog_rows_query_log_events"):
            context.current_text = self._text_of(parsed)
        try:
            DML_RUNNERS[parsed.command](parsed, run)
            top.wrote = True
        finally:
            context.changes_data = False
            context.current_text = outer_text
            top.levels.pop()
            top.wrote |= run.nontransactional_write
            top.run.transactional_write |= run.transactional_write
            top.run.nontransactional_write |= run.nontransactional_write
            top.run.noticed_write |= run.noticed_write
            if run.insert_id_logged and not top.run.first_insert_id:
                top.run.first_insert_id = run.first_insert_id
        context.row_count = run.affected
        if run.first_inserted_id:
            context.last_insert_id = run.first_inserted_id


def _named(column: Column, name: str) -> Column:
    """The returned column; errors about its value name the function."""
    return replace(column, spec=replace(column.spec, name=f"{name}()"))


class SubstatementHost:
    """The body of a function or trigger: its SQL runs inside of the statement that invoked it."""

    def __init__(self, runtime: ProgramRuntime) -> None:
        self.runtime = runtime
        self.diagnostics: list[Diagnostic] = []
        self._before = len(runtime.context.diagnostics)

    def context(self) -> StatementContext:
        return self.runtime.context

    def instruction_done(self) -> None:
        self.runtime.instruction_done()

    @property
    def row_count(self) -> int:
        return self.runtime.context.row_count

    @row_count.setter
    def row_count(self, count: int) -> None:
        self.runtime.context.row_count = count

    @contextmanager
    def _statement(self) -> Iterator[StatementContext]:
        """The conditions of one statement become those of the program."""
        context = self.runtime.context
        del context.diagnostics[self._before :]  # what the statement before complained of
        yield context
        if len(context.diagnostics) > self._before:
            self.diagnostics = context.diagnostics[self._before :]

    def evaluate(self, node: exp.Expression, frame: Frame, command: str = EXPRESSION, *, stored: bool = False) -> Value:
        self.diagnostics = []
        with self._statement() as context, self._storing(stored):
            compiled = compile_expression(node, query_scope(self.runtime.database, context))
            return compiled.eval(context, ()), compiled.type

    @contextmanager
    def _storing(self, stored: bool) -> Iterator[None]:
        """While a value is stored the statement around does not notice what functions change."""
        top = self.runtime.top
        noticed = top is not None and top.run.noticed_write
        try:
            yield
        finally:
            if stored and top is not None:
                top.run.noticed_write = noticed

    def evaluate_arguments(self, nodes: Sequence[exp.Expression], frame: Frame, procedure: Program) -> list[Value]:
        """The arguments of a CALL."""
        return [self.evaluate(node, frame, stored=True) for node in nodes]

    def execute(self, parsed: ParsedStatement, frame: Frame) -> None:
        self.diagnostics = []
        with self._statement() as context:
            if parsed.command in DML_COMMANDS:
                self.runtime.run_substatement(parsed)
            elif parsed.command in ("select", "do"):
                assert isinstance(parsed.node, exp.Expression)
                run_select(parsed.node, self.runtime.database, context)
            else:
                raise UnsupportedError(f"{parsed.command} in a stored function or trigger", parsed.text)

    def query(self, parsed: ParsedStatement, frame: Frame, *, stored: bool = False) -> ResultSet:
        """stored: its values are, without a table between; bad ones are errors in a strict mode."""
        self.diagnostics = []
        with self._statement() as context, self._storing(stored):
            assert isinstance(parsed.node, exp.Expression)
            context.changes_data = stored
            try:
                found = run_select(parsed.node, self.runtime.database, context)
            finally:
                context.changes_data = False
            context.found_rows = len(found.rows)
            return found

    def call(self, call: Call, frame: Frame) -> None:
        """CALL inside of a function or trigger: its statements are part of the same statement."""
        runtime = self.runtime
        procedure = runtime.database.programs.find(
            ProgramKind.PROCEDURE, call.schema or frame.program.schema, call.name
        )
        if procedure is None:
            raise missing_procedure(call, frame.program.schema)
        inner = bind_arguments(procedure, call, frame, self)
        with runtime._entered(procedure, inner):
            Interpreter(self, inner).run()
        return_arguments(procedure, call, inner, frame, self)

    def set_other(self, statement: SetOther, frame: Frame) -> None:
        from binwriter.sql.commands import SetUserVariable

        if isinstance(statement.assignment, SetUserVariable):
            value, type_ = self.evaluate(statement.assignment.value, frame)
            self.set_user_variable(statement.assignment.name, value, type_)
            return
        raise refused_in_substatement(statement)

    def set_user_variable(self, name: str, value: Any, type_: ExprType) -> None:
        set_user_variable(name, value, type_, self.runtime.context)


def refused_in_substatement(statement: SetOther) -> Exception:
    """System variables that no function and no trigger may change, and those that nobody has needed yet."""
    name = str(getattr(statement.assignment, "name", "")).lower()
    symbols = {
        "autocommit": "ER_SP_CANT_SET_AUTOCOMMIT",
        "binlog_format": "ER_STORED_FUNCTION_PREVENTS_SWITCH_BINLOG_FORMAT",
        "binlog_direct_non_transactional_updates": "ER_STORED_FUNCTION_PREVENTS_SWITCH_BINLOG_DIRECT",
        "sql_log_bin": "ER_STORED_FUNCTION_PREVENTS_SWITCH_SQL_LOG_BIN",
    }
    if name in symbols:
        return mysql_error(symbols[name])
    return UnsupportedError("SET of a system variable in a stored function or trigger", statement.text)


def set_user_variable(name: str, value: Any, type_: ExprType, context: StatementContext) -> None:
    """SELECT ... INTO @name and OUT parameters."""
    collation = 8 if type_.kind.temporal else as_string(type_, Scope(context)).collation
    assign_user_variable(name, value, type_, context, collation)


def missing_procedure(call: Call, schema: str | None) -> MySQLError:
    name = f"{call.schema or schema}.{call.name}"
    return mysql_error("ER_SP_DOES_NOT_EXIST", "PROCEDURE", name)


def bind_arguments(procedure: Program, call: Call, frame: Frame | None, host: Any) -> Frame:
    """The frame of a called procedure with its parameters. MySQLError 1318, 1414."""
    if len(call.arguments) != len(procedure.parameters):
        raise mysql_error(
            "ER_SP_WRONG_NO_OF_ARGS",
            "PROCEDURE",
            procedure.qualified_name,
            len(procedure.parameters),
            len(call.arguments),
        )
    inner = Frame(procedure)
    pairs = list(zip(procedure.parameters, call.arguments, strict=True))
    for number, (parameter, argument) in enumerate(pairs, 1):
        if parameter.mode != "IN" and not _is_settable(argument.node, frame):
            raise mysql_error("ER_SP_NOT_VAR_ARG", number, procedure.qualified_name)
    nodes = [argument.node for one, argument in pairs if one.mode != "OUT"]
    given = iter(host.evaluate_arguments(nodes, frame, procedure))
    for parameter, _ in pairs:
        cell = inner.declare(parameter.name, parameter.column)
        if parameter.mode != "OUT":
            value, type_ = next(given)
            cell.assign(value, type_, host.context())
    return inner


def _is_settable(node: exp.Expression, frame: Frame | None) -> bool:
    if isinstance(node, exp.Parameter):
        return True
    if not isinstance(node, exp.Column) or frame is None:
        return False
    table = node.text("table").upper()
    return frame.cell(node.name) is not None if not table else table == "NEW" and frame.new is not None


def return_arguments(procedure: Program, call: Call, inner: Frame, frame: Frame | None, host: Any) -> None:
    """OUT and INOUT parameters go back to the caller's variables."""
    for parameter, argument in zip(procedure.parameters, call.arguments, strict=True):
        if parameter.mode == "IN":
            continue
        cell = inner.cell(parameter.name)
        assert cell is not None
        context = host.context()
        value = cell.read(context)
        node = argument.node
        if isinstance(node, exp.Parameter):
            host.set_user_variable(node.this.name, value, cell.type)
        elif frame is not None and not node.text("table"):
            target = frame.cell(node.name)
            assert target is not None
            target.assign(value, cell.type, context)
        elif frame is not None and frame.new is not None:
            from binwriter.sql.expressions.assign import assigned_value
            from binwriter.sql.store import store

            index = frame.new.table.index_of[node.name.lower()]
            column = frame.new.table.columns[index]
            stored = assigned_value(value, cell.type, column.spec)
            frame.new.values[index] = store(column, stored, context, as_error=context.strict)
            frame.new.written.add(index)
