"""Layer 1: how a statement is logged, decided after it was parsed and before it runs.

The decision table of WL#3303 stands here as data, all 24 rows, with the error symbols of the internals text
(`THD::decide_logging_format`). Every answer names the row or rule that gave it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum

from binwriter.binlog.rules.unsafe import TransactionState, in_warning_order, transaction_unsafe_reasons
from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass
from binwriter.mysql.engines import Engine
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.mysql.session_modes import BinlogFormat, Isolation
from binwriter.statement.unsafe_policy import UNSAFE_8_0, UnsafePolicy
from binwriter.statement.values import EXPRESSION, StatementKind, StatementProfile, UnsafeReason


class LoggingFormat(Enum):
    """The form in which one statement is logged."""

    STATEMENT = "STATEMENT"
    ROW = "ROW"


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row of WL#3303's decision table: its number (from 1), and a form to log in or an error."""

    number: int
    log_as: LoggingFormat | None = None
    error: str = ""
    warn: bool = False

    @property
    def rule(self) -> str:
        return f"WL#3303 row {self.number}"


_STMT, _ROW = LoggingFormat.STATEMENT, LoggingFormat.ROW
_NEITHER = "ER_BINLOG_ROW_ENGINE_AND_STMT_ENGINE"
_STMT_MODE = "ER_BINLOG_STMT_MODE_AND_ROW_ENGINE"
_ROW_MODE = "ER_BINLOG_ROW_MODE_AND_STMT_ENGINE"
_UNSAFE_STMT_ENGINE = "ER_BINLOG_UNSAFE_AND_STMT_ENGINE"

# (safe, binlog_format, RLC, SLC) -> action. RLC, SLC: every written table is row, statement logging capable.
DECISION_TABLE: dict[tuple[bool, BinlogFormat, bool, bool], TableRow] = {
    (True, BinlogFormat.STATEMENT, False, False): TableRow(1, error=_NEITHER),
    (True, BinlogFormat.STATEMENT, False, True): TableRow(2, _STMT),
    (True, BinlogFormat.STATEMENT, True, False): TableRow(3, error=_STMT_MODE),
    (True, BinlogFormat.STATEMENT, True, True): TableRow(4, _STMT),
    (True, BinlogFormat.MIXED, False, False): TableRow(5, error=_NEITHER),
    (True, BinlogFormat.MIXED, False, True): TableRow(6, _STMT),
    (True, BinlogFormat.MIXED, True, False): TableRow(7, _ROW),
    (True, BinlogFormat.MIXED, True, True): TableRow(8, _STMT),
    (True, BinlogFormat.ROW, False, False): TableRow(9, error=_NEITHER),
    (True, BinlogFormat.ROW, False, True): TableRow(10, error=_ROW_MODE),
    (True, BinlogFormat.ROW, True, False): TableRow(11, _ROW),
    (True, BinlogFormat.ROW, True, True): TableRow(12, _ROW),
    (False, BinlogFormat.STATEMENT, False, False): TableRow(13, error=_NEITHER),
    (False, BinlogFormat.STATEMENT, False, True): TableRow(14, _STMT, warn=True),
    (False, BinlogFormat.STATEMENT, True, False): TableRow(15, error=_STMT_MODE),
    (False, BinlogFormat.STATEMENT, True, True): TableRow(16, _STMT, warn=True),
    (False, BinlogFormat.MIXED, False, False): TableRow(17, error=_NEITHER),
    (False, BinlogFormat.MIXED, False, True): TableRow(18, error=_UNSAFE_STMT_ENGINE),
    (False, BinlogFormat.MIXED, True, False): TableRow(19, _ROW),
    (False, BinlogFormat.MIXED, True, True): TableRow(20, _ROW),
    (False, BinlogFormat.ROW, False, False): TableRow(21, error=_NEITHER),
    (False, BinlogFormat.ROW, False, True): TableRow(22, error=_ROW_MODE),
    (False, BinlogFormat.ROW, True, False): TableRow(23, _ROW),
    (False, BinlogFormat.ROW, True, True): TableRow(24, _ROW),
}

_ROW_RULES = frozenset(row.rule for (_, in_format, *_), row in DECISION_TABLE.items() if in_format is BinlogFormat.ROW)

# What InnoDB adds to error 1665 under READ COMMITTED and READ UNCOMMITTED.
_INNODB_ROW_ONLY = (
    " InnoDB is limited to row-logging when transaction isolation level is READ COMMITTED or READ UNCOMMITTED."
)
# Since the engine itself refuses it when it is asked for its lock, the lock counts as failed too.
_NOT_LOCKED = (mysql_warning("ER_CANT_LOCK", "170 - It is not possible to log this statement", level="Error"),)


@dataclass(frozen=True, slots=True)
class LoggingDecision:
    """Layer 1's answer. Exactly one of format and error is set.

    warnings are sent to the client only if the statement is then really logged (binlog_stmt_unsafe_flags), or with the
    error.
    """

    rule: str
    format: LoggingFormat | None = None
    error: MySQLError | None = None
    unsafe: tuple[UnsafeReason, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()


def decided_as_row(decision: LoggingDecision) -> bool:
    """Whether it was decided as under binlog_format=ROW: also while temporary tables keep MIXED in row form."""
    return decision.rule in _ROW_RULES


def statement_capable(engine: Engine, isolation: Isolation) -> bool:
    """Whether the engine can be logged by statement at this isolation level (InnoDB: REPEATABLE READ and up)."""
    return engine.statement_capable and (isolation.repeatable or not engine.statement_needs_repeatable_read)


def decide_logging_format(
    profile: StatementProfile,
    binlog_format: BinlogFormat,
    state: TransactionState,
    policy: UnsafePolicy = UNSAFE_8_0,
) -> LoggingDecision:
    """ROW or STATEMENT with warnings, or the error for which the statement is refused.

    DDL and statements that change no table are always in statement form (R-log-commit-statement).
    Source: seed "WL#3303", seed "logging rules" (decide_logging_format), findings part 1 and 4.
    """
    if profile.kind is StatementKind.DDL or not (profile.written or profile.row_injection):
        return LoggingDecision("R-log-commit-statement", LoggingFormat.STATEMENT)
    engines = [access.engine for access in profile.written]
    if len(set(engines)) > 1 and any(engine.self_logging for engine in engines):
        symbol = "ER_BINLOG_MULTIPLE_ENGINES_AND_SELF_LOGGING_ENGINE"
        return LoggingDecision(symbol, error=_refusal(policy, symbol, engines, (), state))
    unsafe = _all_unsafe_reasons(profile, state, policy)
    row_capable = all(engine.row_capable for engine in engines)
    stmt_capable = all(statement_capable(engine, state.isolation) for engine in engines)
    if profile.row_injection and row_capable + stmt_capable:
        if not row_capable:
            return _refused("ER_BINLOG_ROW_INJECTION_AND_STMT_ENGINE")
        if binlog_format is BinlogFormat.STATEMENT:
            return _refused("ER_BINLOG_ROW_INJECTION_AND_STMT_MODE")
        return LoggingDecision("row injection", LoggingFormat.ROW, unsafe=unsafe)
    if policy.one_error and unsafe and stmt_capable and not row_capable:  # 5.1: in any mode (its binlog_multi_engine)
        error = _refusal(policy, _UNSAFE_STMT_ENGINE, engines, unsafe, state)
        return LoggingDecision(_UNSAFE_STMT_ENGINE, error=error, unsafe=unsafe)
    row = DECISION_TABLE[not unsafe, binlog_format, row_capable, stmt_capable]
    if row.error:
        error = _refusal(policy, row.error, engines, unsafe, state)
        by_isolation = row.error == _STMT_MODE and _needs_repeatable_read(_asked(engines, state))
        return LoggingDecision(row.rule, error=error, unsafe=unsafe, warnings=_NOT_LOCKED if by_isolation else ())
    # 5.1 warns where it logs the statement itself, not calls of functions (captured: 5.1.54/function_calls_statement)
    told = row.warn and not (policy.one_warning is not None and profile.command in _CALLING)
    warnings = policy.warnings(unsafe) if told else ()
    return LoggingDecision(row.rule, row.log_as, unsafe=unsafe, warnings=warnings)


_CALLING = frozenset({"select", "do", "set_option", EXPRESSION})


def warnings_of_row_form(profile: StatementProfile, binlog_format: BinlogFormat) -> tuple[Diagnostic, ...]:
    """Warning 1870: an UPDATE or DELETE of BLACKHOLE tables finds no row, so that row form has nothing to log.

    Not in rows under MIXED (captured: blackhole_values_mixed, blackhole_joined_row).
    """
    verb = profile.command.split("_")[0].upper()
    if binlog_format is not BinlogFormat.ROW or verb not in ("UPDATE", "DELETE"):
        return ()
    # each of the statement's own, where a table stands there twice
    counted = profile.counted if profile.counting and profile.counted is not None else ()
    written = counted if set(counted) == set(profile.written) else profile.written
    names = [access.table for access in written if access.engine.name == "BLACKHOLE"]
    if not names:
        return ()
    return (mysql_warning("WARN_ON_BLOCKHOLE_IN_RBR", verb, f"{','.join(names)}."),)


def _all_unsafe_reasons(
    profile: StatementProfile, state: TransactionState, policy: UnsafePolicy
) -> tuple[UnsafeReason, ...]:
    reasons = [*profile.unsafe, *transaction_unsafe_reasons(profile, state)]
    accessed = {access.engine for access in profile.tables}
    if len(accessed) > 1 and any(engine.self_logging for engine in accessed):  # R-unsafe-self-logging
        reasons.append(UnsafeReason.MULTIPLE_ENGINES_AND_SELF_LOGGING_ENGINE)
    known = policy.reasons - policy.unseen_when_locked if state.tables_locked else policy.reasons
    return in_warning_order(tuple(reason for reason in reasons if reason in known))


def _refused(symbol: str) -> LoggingDecision:
    return LoggingDecision(symbol, error=mysql_error(symbol))


def _refusal(
    policy: UnsafePolicy,
    symbol: str,
    engines: list[Engine],
    unsafe: tuple[UnsafeReason, ...],
    state: TransactionState,
) -> MySQLError:
    asked = _asked(engines, state)
    arguments = _ERROR_ARGUMENTS.get(symbol, _no_argument)(asked, unsafe, policy)
    by_isolation = symbol == _STMT_MODE and _needs_repeatable_read(asked)
    return policy.refusal(symbol, *arguments, isolation=state.isolation, by_isolation=by_isolation)


def _asked(engines: list[Engine], state: TransactionState) -> list[Engine]:
    """The engines that are asked for their locks and may refuse them; none under LOCK TABLES (captured:
    cascades_under_ignore_more)."""
    return [] if state.tables_locked else engines


def _needs_repeatable_read(engines: Iterable[Engine]) -> bool:
    return any(engine.statement_needs_repeatable_read for engine in engines)


def _no_argument(engines: Iterable[Engine], unsafe: tuple[UnsafeReason, ...], policy: UnsafePolicy) -> tuple[str, ...]:
    return ()


_ERROR_ARGUMENTS: dict[str, Callable[[Iterable[Engine], tuple[UnsafeReason, ...], UnsafePolicy], tuple[str, ...]]] = {
    _STMT_MODE: lambda engines, unsafe, policy: (_INNODB_ROW_ONLY if _needs_repeatable_read(engines) else "",),
    _UNSAFE_STMT_ENGINE: lambda engines, unsafe, policy: (policy.text(unsafe[0]),),
}
