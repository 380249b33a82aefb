"""What makes a statement unsafe, and what a server says about it, by era: tables.

Source: old-servers.md section 4 (seen on 5.1.27 to 8.0.40), findings part 3 for the newest.
"""

from __future__ import annotations

from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import Diagnostic, Level, mysql_error, mysql_warning
from binwriter.mysql.session_modes import Isolation
from binwriter.statement.unsafe_texts import UNSAFE_TEXTS
from binwriter.statement.values import UnsafeReason

_REASONS_5_1_27 = frozenset(
    [UnsafeReason.LIMIT, UnsafeReason.UDF, UnsafeReason.SYSTEM_VARIABLE, UnsafeReason.SYSTEM_FUNCTION]
)
_REASONS_5_1_54 = _REASONS_5_1_27 | {UnsafeReason.AUTOINC_COLUMNS}
_REASONS_5_5 = _REASONS_5_1_54 | {
    UnsafeReason.SYSTEM_TABLE,
    UnsafeReason.NONTRANS_AFTER_TRANS,
    UnsafeReason.MULTIPLE_ENGINES_AND_SELF_LOGGING_ENGINE,
    UnsafeReason.MIXED_STATEMENT,
    UnsafeReason.INSERT_IGNORE_SELECT,
    UnsafeReason.INSERT_SELECT_UPDATE,
    UnsafeReason.REPLACE_SELECT,
    UnsafeReason.CREATE_IGNORE_SELECT,
    UnsafeReason.CREATE_REPLACE_SELECT,
    UnsafeReason.UPDATE_IGNORE,
}
_REASONS_5_6 = _REASONS_5_5 | {
    UnsafeReason.WRITE_AUTOINC_SELECT,
    UnsafeReason.CREATE_SELECT_AUTOINC,
    UnsafeReason.INSERT_TWO_KEYS,
    UnsafeReason.AUTOINC_NOT_FIRST,
}
_REASONS_5_7 = _REASONS_5_6 | {UnsafeReason.FULLTEXT_PLUGIN}

# 5.1 has one error for everything that cannot be logged; its text names the case.
_ONE_ERROR_TEXTS = {
    "ER_BINLOG_ROW_ENGINE_AND_STMT_ENGINE": "Statement cannot be logged to the binary log in row-based nor "
    "statement-based format",
    "ER_BINLOG_STMT_MODE_AND_ROW_ENGINE": "Statement-based format required for this statement, but not allowed by "
    "this combination of engines",
    "ER_BINLOG_ROW_MODE_AND_STMT_ENGINE": "Row-based format required for this statement, but not allowed by this "
    "combination of engines",
    "ER_BINLOG_UNSAFE_AND_STMT_ENGINE": "Row-based format required for this statement, but not allowed by this "
    "combination of engines",
    "ER_BINLOG_MULTIPLE_ENGINES_AND_SELF_LOGGING_ENGINE": "Statement cannot be written atomically since more than "
    "one engine involved and at least one engine is self-logging",
}


@dataclass(frozen=True, slots=True)
class UnsafePolicy:
    """One era.

    functions: the version whose functions count as unsafe. reasons: those that the era knows; any other is no reason.
    silent: they choose the row form under MIXED, and no warning is sent under STATEMENT.
    limit_in_subquery: LIMIT counts anywhere, not at the top level alone.
    one_warning: level and text of warning 1592 where it names no reason; old_terms: "master" and "slave" in its text.
    warns_of_views: CREATE VIEW is told of an unsafe query (captured: 5.1.27, 5.1.54).
    one_error: error 1598 stands for all of 1661 to 1665. unseen_when_locked: what is found when tables are locked for a
    statement, and so not under LOCK TABLES (captured: 5.1.54, 5.5.20). creates_write: CREATE TABLE .. SELECT counts as
    a statement that writes its new table (captured: created_after_selecting_statement).
    """

    functions: int = 80000
    reasons: frozenset[UnsafeReason] = frozenset(UnsafeReason)
    silent: frozenset[UnsafeReason] = frozenset()
    limit_in_subquery: bool = True
    one_warning: tuple[Level, str] | None = None
    old_terms: bool = False
    warns_of_views: bool = False
    one_error: bool = False
    unseen_when_locked: frozenset[UnsafeReason] = frozenset()
    creates_write: bool = True

    def warnings(self, reasons: tuple[UnsafeReason, ...]) -> tuple[Diagnostic, ...]:
        """Warning 1592 for a statement that is logged although it is unsafe: one a reason, or one for all of them."""
        told = [reason for reason in reasons if reason not in self.silent]
        if self.one_warning is None:
            return tuple(
                mysql_warning("ER_BINLOG_UNSAFE_STATEMENT", self.text(reason), level="Note") for reason in told
            )
        level, text = self.one_warning
        return (Diagnostic(level, mysql_error("ER_BINLOG_UNSAFE_STATEMENT", "").code, text),) if told else ()

    def text(self, reason: UnsafeReason) -> str:
        """The era's words for a reason."""
        text = UNSAFE_TEXTS[reason]
        return text.replace("source", "master").replace("replica", "slave") if self.old_terms else text

    def refusal(self, symbol: str, *arguments: object, isolation: Isolation, by_isolation: bool) -> MySQLError:
        """The error for a statement that cannot be logged; symbol and arguments as the newest server has them.

        by_isolation: it is InnoDB that refuses, for the transaction isolation level.
        """
        if not self.one_error or symbol not in _ONE_ERROR_TEXTS:
            return mysql_error(symbol, *arguments)
        text = _ONE_ERROR_TEXTS[symbol]
        if by_isolation:
            text = f"Transaction level '{isolation.value}' in InnoDB is not safe for binlog mode 'STATEMENT'"
        return mysql_error("ER_BINLOG_LOGGING_IMPOSSIBLE", text)


_FOUND_BY_LOCKS = frozenset({UnsafeReason.AUTOINC_COLUMNS})
_NOT_SAFE: tuple[Level, str] = ("Warning", "Statement is not safe to log in statement format.")
_MAY_NOT_BE_SAFE: tuple[Level, str] = ("Note", "Statement may not be safe to log in statement format.")

UNSAFE_5_1_27 = UnsafePolicy(
    50127, _REASONS_5_1_27, warns_of_views=True, limit_in_subquery=False, one_warning=_NOT_SAFE, one_error=True
)
UNSAFE_5_1_39 = UnsafePolicy(
    50139, _REASONS_5_1_27, warns_of_views=True, limit_in_subquery=False, one_warning=_MAY_NOT_BE_SAFE, one_error=True
)
UNSAFE_5_1_54 = UnsafePolicy(
    50154,
    _REASONS_5_1_54,
    silent=frozenset({UnsafeReason.AUTOINC_COLUMNS}),
    warns_of_views=True,
    limit_in_subquery=False,
    one_warning=_MAY_NOT_BE_SAFE,
    one_error=True,
    unseen_when_locked=_FOUND_BY_LOCKS,
)
UNSAFE_5_5 = UnsafePolicy(50154, _REASONS_5_5, old_terms=True, unseen_when_locked=_FOUND_BY_LOCKS)
UNSAFE_5_6 = UnsafePolicy(
    50600,
    _REASONS_5_6,
    old_terms=True,
    unseen_when_locked=_FOUND_BY_LOCKS | {UnsafeReason.WRITE_AUTOINC_SELECT},  # captured: 5.6.21
    creates_write=False,
)
UNSAFE_5_7 = UnsafePolicy(50700, _REASONS_5_7, old_terms=True)
UNSAFE_8_0 = UnsafePolicy()
