"""What the body of a stored program needs of the session or statement that it runs in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from sqlglot import exp

from binwriter.mysql.messages.table import Diagnostic
from binwriter.sql.expressions.types import ExprType
from binwriter.sql.programs.conditions import Raised
from binwriter.sql.programs.frames import Frame
from binwriter.sql.syntax.load import OutFile
from binwriter.sql.syntax.programs import Call, SetOther
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.values import EXPRESSION

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
    def tell(self, condition: Diagnostic) -> None:
        """One more condition of the statement."""

    def gather(self) -> None:
        """What variables complained of when they were set joins the conditions of the statement."""

    def forget(self) -> None:
        """A handler has taken the conditions of the statement."""

    def evaluate(
        self, node: exp.Expression, frame: Frame, command: str = EXPRESSION, *, stored: bool = False
    ) -> Value: ...
    def execute(self, parsed: ParsedStatement, frame: Frame) -> None: ...
    def query(self, parsed: ParsedStatement, frame: Frame, *, stored: bool = False) -> ResultSet: ...
    def known_row(self, parsed: ParsedStatement, *, stored: bool) -> tuple[Any, Any] | None:
        """As `query` of one row, and its columns with their types, where that is known how; None elsewhere."""

    def write_file(self, target: OutFile, result: ResultSet) -> None: ...
    def call(self, call: Call, frame: Frame) -> None: ...
    def set_other(self, statement: SetOther, frame: Frame) -> None: ...
    def set_user_variable(self, name: str, value: Any, type_: ExprType) -> None: ...


class Running(Protocol):
    """One call of a program as its statements see it (`binwriter.sql.programs.interpreter`).

    handled: the conditions whose handlers run, the innermost last; entered: the diagnostics that each handler found.
    """

    host: Host
    frame: Frame
    handled: list[Raised]
    entered: list[list[Diagnostic]]
