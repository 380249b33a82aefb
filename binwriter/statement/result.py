"""What a client gets for a statement."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.statement.columns import ResultColumn


class CursorUse(Enum):
    """What becomes of a wish for a cursor. OPENED: the rows are fetched; NONE: the statement runs as without one; the
    others are refused."""

    OPENED = "opened"
    NONE = "none"
    NO_SELECT = "no select"
    INTO = "into"
    REFUSED = "refused"

    @property
    def error(self) -> MySQLError | None:
        """Which the execution with a cursor has."""
        if self is CursorUse.NO_SELECT:
            return mysql_error("ER_SP_BAD_CURSOR_QUERY")
        if self is CursorUse.INTO:
            return mysql_error("ER_SP_BAD_CURSOR_SELECT")
        return mysql_error("ER_WRONG_ARGUMENTS", "with cursor") if self is CursorUse.REFUSED else None


@dataclass(frozen=True, slots=True)
class StatementResult:
    """What a client gets back: exactly one of error and affected is None.

    diagnostics: the rows of SHOW WARNINGS without the error itself. columns, rows: of a result set. types: of its
    columns (`binwriter.sql.expressions.types.ExprType`), where they are known; described: what clients are told of
    them, found out for who asks. result_sets: of a CALL all of them, of which columns and rows are the first, also
    those before its error; out_parameters: the result set of those that a client's prepared CALL has. info: what
    mysql_info() says; matched: the rows that an UPDATE found. raised: how many conditions the statement itself raised,
    where that is not the number of diagnostics. affected_at_end: what a CALL with result sets says behind them. flags:
    of `StatementFlags`, those behind the columns and those behind the rows, or of what has no rows.
    """

    error: MySQLError | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    affected: int | None = 0
    insert_id: int | None = 0
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Any, ...], ...] = ()
    types: tuple[Any, ...] = ()
    result_sets: tuple[StatementResult, ...] = ()
    info: str = ""
    out_parameters: StatementResult | None = None
    matched: int | None = None
    raised: int | None = None
    affected_at_end: int = 0
    flags: tuple[int, int] = (0, 0)
    described: Callable[[], tuple[ResultColumn, ...]] | None = None

    @property
    def warning_count(self) -> int:
        """What the OK or EOF packet says: with those beyond max_error_count, without those that were there before."""
        return len(self.diagnostics) if self.raised is None else self.raised
