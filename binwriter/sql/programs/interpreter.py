"""Runs the body of a stored program. What SQL in it does is its host's business (`hosts`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Column
from binwriter.errors import MySQLError
from binwriter.formats.records import replace
from binwriter.mysql import interrupts
from binwriter.mysql.behaviour import HANDLED_GO, SINCE_TABLES, Behaviour, ProgramConditions
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.programs.routines import local_column
from binwriter.sql.dml.behind_errors import NULL_OF_ONE_ROW
from binwriter.sql.expressions.copied_texts import given_by
from binwriter.sql.expressions.types import NULL_TYPE
from binwriter.sql.programs.condition_statements import get_diagnostics, signal
from binwriter.sql.programs.conditions import Raised, find_handler
from binwriter.sql.programs.frames import Frame
from binwriter.sql.programs.host import Host, Value
from binwriter.sql.programs.value_statements import (
    close_cursor,
    fetch_cursor,
    open_cursor,
    returned,
    select_into,
    set_local,
    set_new,
    set_other,
)
from binwriter.sql.syntax.programs import (
    Block,
    Call,
    Case,
    CloseCursor,
    Expression,
    FetchCursor,
    GetDiagnostics,
    Handler,
    If,
    Iterate,
    Leave,
    LocalVariable,
    Loop,
    LoopKind,
    OpenCursor,
    Return,
    SelectInto,
    SetLocal,
    SetNew,
    SetOther,
    Signal,
    Sql,
    Statement,
)
from binwriter.statement.status_counts import StatusCounts


class _Jump(Exception):  # noqa: N818  it is no error
    """LEAVE, ITERATE, and the end of a block by an EXIT handler."""

    def __init__(self, label: str, *, again: bool = False) -> None:
        self.label = label
        self.again = again


class _Exit(Exception):  # noqa: N818
    """An EXIT handler ran: its block ends."""

    def __init__(self, scope: _Scope) -> None:
        self.scope = scope


class _Skip(Exception):  # noqa: N818
    """A handler ran for what a condition was warned of: its IF, CASE or loop is over."""


class _Return(Exception):  # noqa: N818
    def __init__(self, value: Value) -> None:
        self.value = value


class _Scope:
    """A block with handlers, while it runs. depth: of the frame inside the block."""

    def __init__(self, handlers: Sequence[Handler], depth: int) -> None:
        self.handlers = handlers
        self.depth = depth


class Interpreter:
    """One call of a program. store: makes of what RETURN gives what the function's type keeps of it."""

    def __init__(self, host: Host, frame: Frame, store: Callable[[Value], Value] | None = None) -> None:
        self.host = host
        self.frame = frame
        self._scopes: list[_Scope] = []
        self._escaped: tuple[MySQLError, int] | None = None  # from a handler of the scope with this number
        self.handled: list[Raised] = []
        self.entered: list[list[Diagnostic]] = []
        self._counts: StatusCounts | None = None  # the session's
        self._store = store
        self._returned: Value | None = None  # by a RETURN behind which a handler may go on

    def run(self) -> Value | None:
        """Runs the body. Returns what RETURN gave; None without one."""
        try:
            self._run(self.frame.program.body)
            interrupts.step()
        except _Return as returned:
            return returned.value
        return self._returned

    def _run(self, statements: Sequence[Statement]) -> None:
        for statement in statements:
            self.execute(statement)

    def execute(self, statement: Statement) -> None:
        """One statement; conditions it raises go to the handlers."""
        if interrupts.asked:
            interrupts.step()
        host, kind = self.host, type(statement)
        before = host.diagnostics
        try:
            if kind not in _UNCOUNTED:
                self._count(statement)
            _RUNNERS[kind](self, statement)
        except _Skip:
            return
        except MySQLError as error:
            if not self._behaviour().counts_changes_alone:
                host.row_count = -1
            if host.diagnostics is before and self._behaviour().program_conditions in SINCE_TABLES:
                host.diagnostics = []  # an error takes the place of what older instructions said
            if error.is_fatal or error.symbol in _UNHANDLED:
                raise
            self._handle(error)
            return
        finally:
            if kind not in _COMPOUND:
                host.instruction_done()
        if self._scopes and kind not in _COMPOUND:
            self._handle_warnings(before)

    # --- conditions -------------------------------------------------------------------------------------------------

    def _handle(self, error: MySQLError) -> None:
        """Runs the handler that the error finds, or raises it on."""
        raised = Raised.of_error(error)
        below = self._escaped[1] if self._escaped is not None and self._escaped[0] is error else None
        handler = self._find(raised, is_error=True, below=below)
        if handler is None:
            raise error
        kept, area = self._behaviour().program_conditions, self.host.diagnostics
        noted = tuple(Raised.of_warning(condition) for condition in area)  # what stands before it in the area
        if kept is ProgramConditions.SINCE_TABLES:
            self.host.tell(raised.as_diagnostic())
            if area and area[-1] in _BEHIND_ERRORS:
                self.host.diagnostics = [*area[:-1], raised.as_diagnostic(), area[-1]]
            area = self.host.diagnostics
        elif kept is ProgramConditions.ALL and area[-1:] == [_INCOMPLETE]:
            self.host.diagnostics = area = area[:-1]  # it was told with the error
        try:
            self._run_handler(*handler, replace(raised, noted=noted))
        finally:
            # what was there when the handler began goes when it ends
            if self.host.diagnostics is area and kept in HANDLED_GO:
                self.host.diagnostics = []

    def _behaviour(self) -> Behaviour:
        return self.host.context().variables.behaviour

    def _handle_warnings(self, before: list[Diagnostic]) -> bool:
        """What an instruction that succeeded was warned of finds a handler, too: the last condition that finds one.

        before: the conditions before it. Whether one was found.
        """
        host = self.host
        host.gather()
        area = host.diagnostics
        if not area or area is before:
            return False
        notes = host.context().variables.settings.sql_notes
        for at in range(len(area) - 1, -1, -1):
            if area[at].level == "Error" or (area[at].level == "Note" and not notes):
                continue
            handler = self._find(raised := Raised.of_area(area, at), is_error=False)
            if handler is not None:
                break
        else:
            return False
        kept = self._behaviour().program_conditions
        if kept is ProgramConditions.ALL:
            host.diagnostics = [*area[:at], *area[at + 1 :]]
        try:
            self._run_handler(*handler, raised)
        finally:
            if host.diagnostics is area and kept in HANDLED_GO:
                host.forget()
        return True

    def _find(self, raised: Raised, *, is_error: bool, below: int | None = None) -> tuple[int, Handler] | None:
        """below: an error that came out of a handler finds none of its block and of those inside (captured:
        errors_out_of_handlers)."""
        for index in range((len(self._scopes) if below is None else below) - 1, -1, -1):
            handler = find_handler(self._scopes[index].handlers, raised, is_error=is_error)
            if handler is not None:
                return index, handler
        return None

    def _run_handler(self, index: int, handler: Handler, raised: Raised) -> None:
        scope = self._scopes[index]
        scopes, self._scopes = self._scopes, self._scopes[:index]
        self.handled.append(raised)
        self.entered.append(self.host.diagnostics)
        try:
            with self.frame.outside(scope.depth):
                self._run(handler.body)
        except MySQLError as error:
            self._escaped = error, index
            raise
        finally:
            self._scopes = scopes
            self.handled.pop()
            self.entered.pop()
        if handler.is_exit:
            raise _Exit(scope)

    # --- blocks and flow ----------------------------------------------------------------------------------------------

    def _block(self, block: Block) -> None:
        self.frame.enter_block()
        try:
            self._declare(block)
            if block.variables or block.cursors or block.handlers:
                self.host.instruction_done()
            if not (block.handlers or block.label):
                self._run(block.body)
                return
            scope = _Scope(block.handlers, self.frame.depth)
            self._scopes.append(scope)
            try:
                self._run(block.body)
            except _Exit as ended:
                if ended.scope is not scope:
                    raise
            except _Jump as jump:
                if not block.label or jump.label != block.label.lower():
                    raise
            finally:
                self._scopes.remove(scope)
        finally:
            self.frame.leave_block()

    def _declare(self, block: Block) -> None:
        program = self.frame.program
        for variable in block.variables:
            context = self.host.context()
            column = _column(variable, program.collation, context)
            if variable.default is None:
                self.frame.declare(variable.name, column, variable.place)
                if self._behaviour().program_conditions is ProgramConditions.LAST:
                    self.host.diagnostics = []  # it is an instruction (captured: clusters/notes_for_handlers)
                continue
            self._count()
            before = self.host.diagnostics
            node = variable.default.node
            value, type_ = self.host.evaluate(node, self.frame, stored=True)
            cell = self.frame.declare(variable.name, column, variable.place)
            cell.assign(value, given_by(node, type_), self.host.context())
            if self._scopes:
                self.host.instruction_done()
                self._handle_warnings(before)
        for cursor in block.cursors:
            self.frame.declare_cursor(cursor.name, cursor.query)

    def _true(self, condition: Expression) -> bool:
        return bool(self._condition(condition.as_truth)[0])

    def _condition(self, node: exp.Expression) -> Value:
        """What decides where to go on. _Skip if a handler ran for what it was warned of.

        Captured: clusters/notes_for_handlers.
        """
        self._count()
        before = self.host.diagnostics
        value = self.host.evaluate(node, self.frame)
        self.host.instruction_done()
        if self._scopes and self._handle_warnings(before):
            raise _Skip
        return value

    def _if(self, statement: If) -> None:
        for branch in statement.branches:
            if self._true(branch.condition):
                self._run(branch.body)
                return
        self._otherwise(statement.otherwise, is_case=statement.is_case)

    def _otherwise(self, body: tuple[Statement, ...] | None, *, is_case: bool) -> None:
        if body is None and is_case:
            raise mysql_error("ER_SP_CASE_NOT_FOUND")
        self._run(body or ())

    def _case(self, statement: Case) -> None:
        case = self._condition(statement.value.node)
        for branch in statement.branches:
            self.frame.case_value = case
            if self._condition(branch.condition.as_case)[0]:
                self._run(branch.body)
                return
        self._otherwise(statement.otherwise, is_case=True)

    def _loop(self, loop: Loop) -> None:
        while True:
            interrupts.step()
            if loop.kind is LoopKind.WHILE and loop.condition is not None and not self._true(loop.condition):
                return
            try:
                self._run(loop.body)
            except _Jump as jump:
                if not loop.label or jump.label != loop.label.lower():
                    raise
                if not jump.again:
                    return
                if loop.kind is LoopKind.REPEAT:
                    continue
            if loop.kind is LoopKind.REPEAT and loop.condition is not None and self._true(loop.condition):
                return

    def _leave(self, statement: Leave) -> None:
        raise _Jump(statement.label)

    def _iterate(self, statement: Iterate) -> None:
        raise _Jump(statement.label, again=True)

    def _return(self, statement: Return) -> None:
        before = self.host.diagnostics
        try:
            value = returned(self.host, self.frame, statement, self._store)
        except MySQLError as error:
            if self._scopes and error.symbol != "ER_NO_SUCH_TABLE":
                self._returned = None, NULL_TYPE  # if a handler goes on (captured: returns_that_fail)
            raise
        self._returned = value
        if self._scopes and self._handle_warnings(before):
            return
        raise _Return(value)

    def _count(self, statement: Statement | None = None) -> None:
        """An instruction with SQL of its own, for SHOW STATUS; those of commands that have no other host, by name."""
        counts = self._counts
        if counts is None:
            counts = self._counts = self.host.context().session.counts
        counts["Queries"] += 1
        name = _COUNTERS.get(type(statement))
        if name is not None:
            counts[name] += 1
        elif isinstance(statement, Signal):
            counts["Com_resignal" if statement.again else "Com_signal"] += 1

    # --- SQL ----------------------------------------------------------------------------------------------------------

    def _sql(self, statement: Sql) -> None:
        self.host.execute(statement.parsed, self.frame)

    def _call(self, statement: Call) -> None:
        self.host.call(statement, self.frame)


def _column(variable: LocalVariable, collation: int, context: StatementContext) -> Column:
    """The variable as a column, made once as long as settings are as they were."""
    kept, stamp = context.session.kept_variables, (collation, *context.variables.changes)
    known = kept.get(id(variable))
    if known is not None and known[0] is variable and known[1] == stamp:
        return known[2]
    said = len(context.diagnostics)
    column = local_column(variable.name, variable.type, variable.collation, collation, context)
    if len(context.diagnostics) == said:
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        kept[id(variable)] = variable, stamp, column
    return column


_MOST_KEPT = 512
# what a server runs without asking its parser
_INCOMPLETE = mysql_warning("ER_WARNING_NOT_COMPLETE_ROLLBACK")
# What 5.5 tells behind the error that it comes with (captured: handled_beside_both_mixed).
_BEHIND_ERRORS = (NULL_OF_ONE_ROW, _INCOMPLETE)
_UNCOUNTED = frozenset({Block, If, Case, Loop, Leave, Iterate, FetchCursor, CloseCursor})
_COUNTERS: dict[type, str] = {Call: "Com_call_procedure", GetDiagnostics: "Com_get_diagnostics"}
_COMPOUND = frozenset({Block, If, Case, Loop})
# No handler keeps a killed session alive, nor catches what a server calls fatal when a row is written (captured:
# tests/golden/scenarios/empty_row_images.scn).
_UNHANDLED = interrupts.ENDINGS | {"ER_BINLOG_ROW_LOGGING_FAILED", "ER_RECORD_FILE_FULL"}

_RUNNERS: dict[type, Callable[[Interpreter, Any], None]] = {
    Block: Interpreter._block,
    If: Interpreter._if,
    Case: Interpreter._case,
    Loop: Interpreter._loop,
    Leave: Interpreter._leave,
    Iterate: Interpreter._iterate,
    Return: Interpreter._return,
    SetLocal: set_local,
    SetNew: set_new,
    SetOther: set_other,
    Sql: Interpreter._sql,
    SelectInto: select_into,
    Call: Interpreter._call,
    OpenCursor: open_cursor,
    FetchCursor: fetch_cursor,
    CloseCursor: close_cursor,
    Signal: signal,
    GetDiagnostics: get_diagnostics,
}
