"""Runs the body of a stored program. What SQL in it does is its host's business (`hosts`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.messages import Diagnostic, mysql_error
from binwriter.sql.expressions.types import ExprType
from binwriter.sql.parse import ParsedStatement
from binwriter.sql.programs.conditions import Raised, find_handler
from binwriter.sql.programs.definitions import local_column
from binwriter.sql.programs.frames import Frame
from binwriter.sql.programs.signals import diagnostics_items, signalled
from binwriter.sql.programs.syntax import (
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
    Target,
)
from binwriter.statement import EXPRESSION

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext
    from binwriter.sql.query import ResultSet

Value = tuple[Any, ExprType]


class Host(Protocol):
    """What a body needs of the session or statement that it runs in.

    Every method raises MySQLError. diagnostics: the conditions of the last statement. row_count: its ROW_COUNT().
    """

    diagnostics: list[Diagnostic]
    row_count: int

    def context(self) -> StatementContext: ...
    def instruction_done(self) -> None: ...
    def evaluate(
        self, node: exp.Expression, frame: Frame, command: str = EXPRESSION, *, stored: bool = False
    ) -> Value: ...
    def execute(self, parsed: ParsedStatement, frame: Frame) -> None: ...
    def query(self, parsed: ParsedStatement, frame: Frame, *, stored: bool = False) -> ResultSet: ...
    def call(self, call: Call, frame: Frame) -> None: ...
    def set_other(self, statement: SetOther, frame: Frame) -> None: ...
    def set_user_variable(self, name: str, value: Any, type_: ExprType) -> None: ...


class _Jump(Exception):  # noqa: N818  it is no error
    """LEAVE, ITERATE, and the end of a block by an EXIT handler."""

    def __init__(self, label: str, *, again: bool = False) -> None:
        self.label = label
        self.again = again


class _Exit(Exception):  # noqa: N818
    """An EXIT handler ran: its block ends."""

    def __init__(self, scope: _Scope) -> None:
        self.scope = scope


class _Return(Exception):  # noqa: N818
    def __init__(self, value: Value) -> None:
        self.value = value


class _Scope:
    """A block with handlers, while it runs. depth: of the frame inside the block."""

    def __init__(self, handlers: Sequence[Handler], depth: int) -> None:
        self.handlers = handlers
        self.depth = depth


class Interpreter:
    """One call of a program."""

    def __init__(self, host: Host, frame: Frame) -> None:
        self.host = host
        self.frame = frame
        self._scopes: list[_Scope] = []
        self._handled: list[Raised] = []
        self._entered: list[list[Diagnostic]] = []

    def run(self) -> Value | None:
        """Runs the body. Returns what RETURN gave; None without one."""
        try:
            self._run(self.frame.program.body)
        except _Return as returned:
            return returned.value
        return None

    def _run(self, statements: Sequence[Statement]) -> None:
        for statement in statements:
            self.execute(statement)

    def execute(self, statement: Statement) -> None:
        """One statement; conditions it raises go to the handlers."""
        before = self.host.diagnostics
        try:
            _RUNNERS[type(statement)](self, statement)
        except MySQLError as error:
            self.host.row_count = -1
            self._handle(error)
            return
        finally:
            if type(statement) not in _COMPOUND:
                self.host.instruction_done()
        if self._scopes and self.host.diagnostics is not before:
            self._handle_warning()

    # --- conditions -------------------------------------------------------------------------------------------------

    def _handle(self, error: MySQLError) -> None:
        """Runs the handler that the error finds, or raises it on."""
        found = self._find(Raised.of_error(error), is_error=True)
        if found is None:
            raise error
        self._run_handler(*found, Raised.of_error(error))

    def _handle_warning(self) -> None:
        """The last warning of a statement that succeeded finds a handler too."""
        warnings = [one for one in self.host.diagnostics if one.level == "Warning"]
        if not warnings:
            return
        raised = Raised.of_warning(warnings[-1])
        found = self._find(raised, is_error=False)
        if found is not None:
            self.host.diagnostics = []
            self._run_handler(*found, raised)

    def _find(self, raised: Raised, *, is_error: bool) -> tuple[int, Handler] | None:
        for index in range(len(self._scopes) - 1, -1, -1):
            handler = find_handler(self._scopes[index].handlers, raised, is_error=is_error)
            if handler is not None:
                return index, handler
        return None

    def _run_handler(self, index: int, handler: Handler, raised: Raised) -> None:
        scope = self._scopes[index]
        scopes, self._scopes = self._scopes, self._scopes[:index]
        self._handled.append(raised)
        self._entered.append(self.host.diagnostics)
        try:
            with self.frame.outside(scope.depth):
                self._run(handler.body)
        finally:
            self._scopes = scopes
            self._handled.pop()
            self._entered.pop()
        if handler.is_exit:
            raise _Exit(scope)

    # --- blocks and flow ----------------------------------------------------------------------------------------------

    def _block(self, block: Block) -> None:
        with self.frame.block():
            self._declare(block)
            if block.variables or block.cursors or block.handlers:
                self.host.instruction_done()
            with self._scope(block) as scope:
                try:
                    self._run(block.body)
                except _Exit as ended:
                    if ended.scope is not scope:
                        raise
                except _Jump as jump:
                    if not block.label or jump.label != block.label.lower():
                        raise

    def _declare(self, block: Block) -> None:
        program = self.frame.program
        for variable in block.variables:
            context = self.host.context()
            column = local_column(variable.name, variable.type, variable.collation, program.collation, context)
            if variable.default is None:
                self.frame.declare(variable.name, column)
                continue
            value, type_ = self.host.evaluate(variable.default.node, self.frame, stored=True)
            self.frame.declare(variable.name, column).assign(value, type_, self.host.context())
        for cursor in block.cursors:
            self.frame.declare_cursor(cursor.name, cursor.query)

    @contextmanager
    def _scope(self, block: Block) -> Iterator[_Scope]:
        scope = _Scope(block.handlers, self.frame.depth)
        self._scopes.append(scope)
        try:
            yield scope
        finally:
            self._scopes.remove(scope)

    def _true(self, condition: Expression) -> bool:
        value, _ = self.host.evaluate(condition.as_truth, self.frame)
        self.host.instruction_done()
        return bool(value)

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
        case = self.host.evaluate(statement.value.node, self.frame)
        self.host.instruction_done()
        for branch in statement.branches:
            self.frame.case_value = case
            found, _ = self.host.evaluate(branch.condition.as_case, self.frame)
            self.host.instruction_done()
            if found:
                self._run(branch.body)
                return
        self._otherwise(statement.otherwise, is_case=True)

    def _loop(self, loop: Loop) -> None:
        while True:
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
        raise _Return(self.host.evaluate(statement.value.node, self.frame, stored=True))

    # --- variables ----------------------------------------------------------------------------------------------------

    def _set_local(self, statement: SetLocal) -> None:
        cell = self.frame.cell(statement.name)
        assert cell is not None
        if statement.value is None:
            cell.value = None
            return
        value, type_ = self.host.evaluate(statement.value.node, self.frame, "set_option", stored=True)
        cell.assign(value, type_, self.host.context())

    def _set_new(self, statement: SetNew) -> None:
        new = self.frame.new
        assert new is not None
        index = new.table.index_of[statement.column.lower()]
        column = new.table.columns[index]
        context = self.host.context()
        if statement.value is None:
            new.values[index] = column.default
        else:
            from binwriter.sql.expressions.assign import assigned_value
            from binwriter.sql.store import store

            value, type_ = self.host.evaluate(statement.value.node, self.frame)
            stored = assigned_value(value, type_, column.spec)
            new.values[index] = store(column, stored, context, as_error=context.strict)
        new.written.add(index)

    def _set_other(self, statement: SetOther) -> None:
        self.host.set_other(statement, self.frame)

    def _assign(self, targets: Sequence[Target], values: Sequence[Any], types: Sequence[ExprType]) -> None:
        for target, value, type_ in zip(targets, values, types, strict=True):
            if target.user:
                self.host.set_user_variable(target.name, value, type_)
                continue
            cell = self.frame.cell(target.name)
            if cell is None:
                raise mysql_error("ER_SP_UNDECLARED_VAR", target.name)
            cell.assign(value, type_, self.host.context())

    # --- SQL ----------------------------------------------------------------------------------------------------------

    def _sql(self, statement: Sql) -> None:
        self.host.execute(statement.parsed, self.frame)

    def _select_into(self, statement: SelectInto) -> None:
        tree = statement.parsed.node
        into_locals = not all(target.user for target in statement.targets)
        stored = into_locals and isinstance(tree, exp.Expression) and tree.args.get("from_") is None
        found = self.host.query(statement.parsed, self.frame, stored=stored)
        if len(found.columns) != len(statement.targets):
            raise mysql_error("ER_WRONG_NUMBER_OF_COLUMNS_IN_SELECT")
        if not found.rows:
            message = mysql_error("ER_SP_FETCH_NO_DATA")
            self.host.diagnostics = [*self.host.diagnostics, Diagnostic("Warning", message.code, message.message)]
            return
        self._assign(statement.targets, found.rows[0], [type_ for _, type_ in found.columns])
        if len(found.rows) > 1:
            raise mysql_error("ER_TOO_MANY_ROWS")

    def _call(self, statement: Call) -> None:
        self.host.call(statement, self.frame)

    # --- cursors ------------------------------------------------------------------------------------------------------

    def _open(self, statement: OpenCursor) -> None:
        cursor = self.frame.cursor(statement.name)
        if cursor.rows is not None:
            raise mysql_error("ER_SP_CURSOR_ALREADY_OPEN")
        found = self.host.query(cursor.query, self.frame)
        cursor.columns = tuple(type_ for _, type_ in found.columns)
        cursor.rows = iter(list(found.rows))

    def _fetch(self, statement: FetchCursor) -> None:
        cursor = self.frame.cursor(statement.name)
        if cursor.rows is None:
            raise mysql_error("ER_SP_CURSOR_NOT_OPEN")
        if len(cursor.columns) != len(statement.targets):
            raise mysql_error("ER_SP_WRONG_NO_OF_FETCH_ARGS")
        row = next(cursor.rows, None)
        if row is None:
            raise mysql_error("ER_SP_FETCH_NO_DATA")
        self._assign(statement.targets, row, cursor.columns)

    def _close(self, statement: CloseCursor) -> None:
        cursor = self.frame.cursor(statement.name)
        if cursor.rows is None:
            raise mysql_error("ER_SP_CURSOR_NOT_OPEN")
        cursor.rows = None

    # --- signals ------------------------------------------------------------------------------------------------------

    def _signal(self, statement: Signal) -> None:
        handled = self._handled[-1] if self._handled else None
        if statement.again and handled is None:
            raise mysql_error("ER_RESIGNAL_WITHOUT_ACTIVE_HANDLER")

        def value(expression: Expression) -> Any:
            return self.host.evaluate(expression.node, self.frame)[0]

        error = signalled(statement, handled if statement.again else None, value)
        if error.sqlstate[:2] == "01":
            self.host.diagnostics = [Diagnostic("Warning", error.code, error.message)]
            self.host.row_count = 0
            return
        raise error

    def _get_diagnostics(self, statement: GetDiagnostics) -> None:
        number = None
        kept = self.host.diagnostics
        conditions = self._conditions(statement.stacked)
        if statement.number is not None:
            number = self.host.evaluate(statement.number.node, self.frame)[0]
            self.host.diagnostics = kept
        try:
            for target, (value, type_) in diagnostics_items(statement, conditions, self.host.row_count, number):
                self._assign([target], [value], [type_])
        except MySQLError as error:
            if error.symbol != "ER_DA_INVALID_CONDITION_NUMBER":
                raise  # that one is noted, and no handler's business

    def _conditions(self, stacked: bool) -> Sequence[Raised]:
        """The diagnostics area: the handler's until it has run a statement of its own, and with STACKED."""
        if stacked and not self._handled:
            raise mysql_error("ER_GET_STACKED_DA_WITHOUT_ACTIVE_HANDLER")
        if self._handled and (stacked or self.host.diagnostics is self._entered[-1]):
            return (*self._handled[-1].earlier, self._handled[-1])
        return [Raised.of_warning(one) for one in self.host.diagnostics]


_COMPOUND = frozenset({Block, If, Case, Loop})

_RUNNERS: dict[type, Callable[[Interpreter, Any], None]] = {
    Block: Interpreter._block,
    If: Interpreter._if,
    Case: Interpreter._case,
    Loop: Interpreter._loop,
    Leave: Interpreter._leave,
    Iterate: Interpreter._iterate,
    Return: Interpreter._return,
    SetLocal: Interpreter._set_local,
    SetNew: Interpreter._set_new,
    SetOther: Interpreter._set_other,
    Sql: Interpreter._sql,
    SelectInto: Interpreter._select_into,
    Call: Interpreter._call,
    OpenCursor: Interpreter._open,
    FetchCursor: Interpreter._fetch,
    CloseCursor: Interpreter._close,
    Signal: Interpreter._signal,
    GetDiagnostics: Interpreter._get_diagnostics,
}
