"""Every rule that an answer of `binwriter.binlog.rules` names: what it says, in one sentence, and where it comes from.

`explain` shows both. The documents: MySQL Internals (the logging rules), WL#3303, WL#2687, the notes on temporary
tables and flush order, "Mixing engines in transactions" (the history). "findings", "logging rules of 9.7" and "old
servers" are what real servers were seen to do, and they decide. docs/rules.md has all of them.
"""

from __future__ import annotations

from functools import cache

from binwriter.binlog.rules.logging_format import DECISION_TABLE
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.statement.unsafe_texts import UNSAFE_TEXTS
from binwriter.statement.values import UnsafeReason

_LOGGING = "MySQL Internals, logging rules"
_WL2687 = "WL#2687"
_WL3303 = "WL#3303"
_TEMPORARY = "temporary tables and flush order"
_HISTORY = "mixing engines in transactions"
_FINDINGS = "findings"
_RULES_97 = "logging rules of 9.7"
_OLD = "old servers"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule by name. says: one sentence, "" for a name that nobody has described; source: document and paragraph."""

    name: str
    says: str
    source: str


_PARSE_TIME = f"{_LOGGING}: types of sub-statements marked unsafe"
_UNSAFE_SOURCES: dict[UnsafeReason, str] = {
    UnsafeReason.LIMIT: f"{_PARSE_TIME}, LIMIT; {_FINDINGS} section 3",
    UnsafeReason.SYSTEM_TABLE: f"{_PARSE_TIME}, system log tables; {_FINDINGS} section 3",
    UnsafeReason.AUTOINC_COLUMNS: f"{_PARSE_TIME}, update of an autoincrement column from a sub-statement",
    UnsafeReason.UDF: f"{_PARSE_TIME}, UDFs",
    UnsafeReason.SYSTEM_VARIABLE: f"{_PARSE_TIME}, system variables; {_FINDINGS} section 3",
    UnsafeReason.SYSTEM_FUNCTION: f"{_PARSE_TIME}, system functions; {_FINDINGS} section 3",
    UnsafeReason.NONTRANS_AFTER_TRANS: f"{_LOGGING}: R-unsafe-nontransactional; {_WL2687}: N after an earlier T",
    UnsafeReason.MULTIPLE_ENGINES_AND_SELF_LOGGING_ENGINE: f"{_LOGGING}: R-unsafe-self-logging",
    UnsafeReason.MIXED_STATEMENT: f"{_LOGGING}: R-unsafe-nontransactional; {_WL2687}: M-statements; {_TEMPORARY}",
    UnsafeReason.FULLTEXT_PLUGIN: f"{_PARSE_TIME}, fulltext parser plugins; {_FINDINGS} section 3",
    UnsafeReason.XA: f"{_FINDINGS} section 6",
}
_UNSAFE_RULES = {
    UnsafeReason.NONTRANS_AFTER_TRANS: "R-unsafe-nontransactional: N after T",
    UnsafeReason.MIXED_STATEMENT: "R-unsafe-nontransactional: M-statement",
    UnsafeReason.MULTIPLE_ENGINES_AND_SELF_LOGGING_ENGINE: "R-unsafe-self-logging",
}


def unsafe_rule(reason: UnsafeReason) -> str:
    """The rule's name: the seed's if it has one, else MySQL's own (enum_binlog_stmt_unsafe)."""
    return _UNSAFE_RULES.get(reason, f"BINLOG_STMT_UNSAFE_{reason.name}")


_IMPOSSIBLE = f"{_LOGGING}: statements that are impossible to log"
_RULES: tuple[Rule, ...] = (
    *(
        Rule(unsafe_rule(reason), UNSAFE_TEXTS[reason], _UNSAFE_SOURCES.get(reason, f"{_FINDINGS} section 3"))
        for reason in UnsafeReason
    ),
    # layer 1
    Rule("row injection", "Rows that come from a BINLOG statement or a program are logged as rows.", _IMPOSSIBLE),
    Rule(
        "an unsafe statement earlier in the CALL",
        "Under MIXED a CALL goes on in rows once one of its statements was unsafe.",
        "captures of 9.7 (tests/golden, procedures)",
    ),
    Rule(
        "ER_BINLOG_ROW_ENGINE_AND_STMT_ENGINE",
        "One engine cannot log rows, another cannot log statements.",
        _IMPOSSIBLE,
    ),
    Rule("ER_BINLOG_ROW_MODE_AND_STMT_ENGINE", "binlog_format=ROW, and a table cannot be logged as rows.", _IMPOSSIBLE),
    Rule("ER_BINLOG_UNSAFE_AND_STMT_ENGINE", "Unsafe under MIXED, and a table cannot be logged as rows.", _IMPOSSIBLE),
    Rule("ER_BINLOG_ROW_INJECTION_AND_STMT_ENGINE", "Rows for a table that cannot be logged as rows.", _IMPOSSIBLE),
    Rule(
        "ER_BINLOG_STMT_MODE_AND_ROW_ENGINE",
        "binlog_format=STATEMENT, and a table can be logged as rows only.",
        _IMPOSSIBLE,
    ),
    Rule("ER_BINLOG_ROW_INJECTION_AND_STMT_MODE", "Rows while binlog_format=STATEMENT.", _IMPOSSIBLE),
    Rule(
        "ER_BINLOG_MULTIPLE_ENGINES_AND_SELF_LOGGING_ENGINE",
        "More than one engine is written, and one of them writes the log itself.",
        _IMPOSSIBLE,
    ),
    # layer 2
    Rule("R-log-statement-format", "The text waits in the cache that its tables and its place choose.", _LOGGING),
    Rule(
        "R-log-statement-format: writes a T-table",
        "A statement that writes a T-table waits in the trx-cache for the end of the transaction.",
        f"{_LOGGING}: R-log-statement-format 2; {_FINDINGS} section 2",
    ),
    Rule(
        "R-log-statement-format: M-statement",
        "A statement that mixes T- and N-tables and is unsafe here waits in the trx-cache.",
        f"{_LOGGING}: R-log-statement-format 2; {_WL2687}: M-statements are always delayed; {_FINDINGS} section 2",
    ),
    Rule(
        "R-log-statement-format: failed without an N-write",
        "A statement that fails and made no N-write is not logged: what it put into the trx-cache is cut away.",
        f"{_LOGGING}: R-log-statement-format 1",
    ),
    Rule(
        "PR-causality: N-statement after a T-change",
        "An N-statement after a T-change stays behind it, in the trx-cache.",
        f"{_LOGGING}: PR-causality, PR-causality-precedence; {_WL2687}: solution in STMT mode",
    ),
    Rule(
        "PR-durability: N-statement before any T-change or direct",
        "An N-statement before every T-change (or with direct updates) goes to the stmt-cache, and out with its end.",
        f"{_LOGGING}: PR-durability; {_WL2687}: solution in STMT mode; {_FINDINGS}: direct=ON",
    ),
    Rule(
        "R-log-row-format",
        "Rows of T-tables go to the trx-cache, rows of N-tables to the stmt-cache, rows of temporary tables nowhere.",
        f"{_LOGGING}: R-log-row-format; {_WL2687}: CACHE_ROW",
    ),
    Rule(
        "R-log-commit-statement",
        "A statement that commits by itself (DDL) is written directly to the log.",
        f"{_LOGGING}: R-log-commit-statement",
    ),
    Rule(
        "temporary tables: trx-cache",
        "CREATE and DROP TEMPORARY TABLE of a T-table, or behind a T-change, wait in the trx-cache.",
        f"{_TEMPORARY}; {_RULES_97} part 2, temporary tables",
    ),
    Rule(
        "temporary tables: stmt-cache",
        "CREATE and DROP TEMPORARY TABLE of an N-table go out at once when no T-change waits.",
        f"{_TEMPORARY}; {_RULES_97} part 2, temporary tables",
    ),
    Rule(
        "temporary tables: the cache is empty", "5.1 writes them at once while the cache is empty.", f"{_OLD} section 3"
    ),
    Rule("temporary tables: something waits", "5.1 lets them wait behind what is in the cache.", f"{_OLD} section 3"),
    Rule(
        "R-log-create-select",
        "CREATE TABLE .. SELECT is logged as one statement, or in row form as the definition and the rows.",
        f"{_LOGGING}: R-log-create-select-statement-format, R-log-create-select-row-format; {_OLD} section 3",
    ),
    Rule("SAVEPOINT", "SAVEPOINT is logged once the transaction has logged something.", f"{_RULES_97} part 2"),
    # layer 2 of 5.1
    Rule("one cache: writes a T-table", "5.1: a transactional statement waits in the one cache.", _HISTORY),
    Rule("one cache: rows", "5.1: all rows of a statement wait in the one cache.", f"{_HISTORY}; {_OLD} section 1"),
    Rule(
        "one cache: N-statement, the cache is empty",
        "5.1: an N-statement that comes first is written ahead of the transaction, without BEGIN.",
        f"{_HISTORY}; {_OLD} section 1",
    ),
    Rule(
        "one cache: N-statement, binlog_direct_non_transactional_updates",
        "5.1.54 with direct updates: an N-statement is written ahead of the transaction.",
        f"{_OLD} section 1",
    ),
    Rule("one cache: N-statement after a T-change", "5.1: it stays behind what waits in the cache.", _HISTORY),
    Rule(
        "one cache: write-ahead",
        "5.1: what the statement left in an empty cache is written ahead.",
        f"{_OLD} section 1",
    ),
    # layer 3
    Rule(
        "R-flush-SC",
        "At the end of every statement BEGIN + stmt-cache + COMMIT is written, before anything transactional.",
        f"{_LOGGING}: R-flush-SC; {_TEMPORARY}: non-trx changes are flushed before the trx changes",
    ),
    Rule(
        "R-log-commit",
        "At COMMIT, also an implicit one, BEGIN + trx-cache + Xid is written; COMMIT if no T-row changed.",
        f"{_LOGGING}: R-log-commit; {_FINDINGS} section 1",
    ),
    Rule(
        "R-log-rollback",
        "At ROLLBACK the trx-cache is written with ROLLBACK, since an N-write in it cannot be undone.",
        f"{_LOGGING}: R-log-rollback; {_WL2687} requirement 4",
    ),
    Rule(
        "R-log-rollback: no N-write",
        "At ROLLBACK a trx-cache without an N-write is thrown away.",
        f"{_LOGGING}: R-log-rollback; {_WL2687}: summary, R",
    ),
    Rule(
        "R-log-rollback-to-savepoint",
        "ROLLBACK TO cuts the trx-cache back to the savepoint.",
        f"{_LOGGING}: R-log-rollback-to-savepoint; {_FINDINGS} section 1",
    ),
    Rule(
        "R-log-rollback-to-savepoint: N-write",
        "With an N-write in the trx-cache ROLLBACK TO is logged and nothing is cut.",
        f"{_LOGGING}: R-log-rollback-to-savepoint (Bug#47327); {_RULES_97} part 2",
    ),
    Rule(
        "XA: prepared",
        "XA PREPARE writes XA START + trx-cache + XA END and an XA_prepare event; what becomes of it follows later.",
        f"{_FINDINGS} section 6",
    ),
    Rule("R-clear-TC", "The trx-cache is empty after the end of the transaction.", f"{_LOGGING}: R-clear-TC"),
    # what is not logged, and errors
    Rule(
        "binlog-do-db, binlog-ignore-db",
        "A statement whose default database is left out is not logged, whatever it writes; a row goes by its table's.",
        "MySQL manual, Evaluation of Database-Level Replication and Binary Logging Options",
    ),
    Rule("sql_log_bin=OFF", "The session does not log.", "MySQL manual, sql_log_bin"),
    Rule(
        "enforce_gtid_consistency",
        "One GTID a transaction: N after T, or T and N in one statement, is refused (1785).",
        f"{_FINDINGS} section 4",
    ),
    Rule("binlog_format is fixed", "binlog_format cannot change here (1559, 3745, 1560).", f"{_FINDINGS} section 1"),
    Rule("not in a transaction", "This variable cannot be set inside a transaction.", f"{_FINDINGS}: direct=ON"),
    Rule("cache limits", "The transaction or statement is larger than its cache may be.", f"{_FINDINGS} section 6"),
    Rule("row locks", "Another session holds the row.", "MySQL manual, InnoDB locking"),
    Rule("crash", "What waits in a cache is memory: a crash takes it.", f"{_WL2687} requirement 5"),
    # file events
    Rule(
        "file head",
        "Every file begins with a format description and the GTIDs of the files before it.",
        f"{_FINDINGS} section 7",
    ),
    Rule(
        "rotation", "The file ends with a Rotate event and the log goes on in the next one.", f"{_FINDINGS} section 7"
    ),
    Rule("shutdown", "A clean shutdown ends the file with a Stop event.", f"{_FINDINGS} section 7"),
)
_BY_NAME = {rule.name: rule for rule in _RULES}

# Errors that refuse a statement for the sake of the log, by symbol: the rule behind them.
ERROR_RULES = {
    "ER_GTID_UNSAFE_NON_TRANSACTIONAL_TABLE": "enforce_gtid_consistency",
    "ER_GTID_UNSAFE_CREATE_SELECT": "enforce_gtid_consistency",
    "ER_GTID_UNSAFE_CREATE_DROP_TEMPORARY_TABLE_IN_TRANSACTION": "enforce_gtid_consistency",
    "ER_CLIENT_GTID_UNSAFE_CREATE_DROP_TEMPORARY_TABLE_IN_TRX_IN_SBR": "enforce_gtid_consistency",
    "ER_TEMP_TABLE_PREVENTS_SWITCH_OUT_OF_RBR": "binlog_format is fixed",
    "ER_TEMP_TABLE_PREVENTS_SWITCH_SESSION_BINLOG_FORMAT": "binlog_format is fixed",
    "ER_TEMP_TABLE_PREVENTS_SWITCH_GLOBAL_BINLOG_FORMAT": "binlog_format is fixed",
    "ER_STORED_FUNCTION_PREVENTS_SWITCH_BINLOG_FORMAT": "binlog_format is fixed",
    "ER_INSIDE_TRANSACTION_PREVENTS_SWITCH_BINLOG_FORMAT": "not in a transaction",
    "ER_INSIDE_TRANSACTION_PREVENTS_SWITCH_BINLOG_DIRECT": "not in a transaction",
    "ER_INSIDE_TRANSACTION_PREVENTS_SWITCH_SQL_LOG_BIN": "not in a transaction",
    "ER_TRANS_CACHE_FULL": "cache limits",
    "ER_STMT_CACHE_FULL": "cache limits",
    "ER_LOCK_WAIT_TIMEOUT": "row locks",
    "ER_LOCK_DEADLOCK": "row locks",
}

_TABLE_ROW = pattern(r"WL#3303 row (\d+)")


@cache
def rule_named(name: str) -> Rule:
    """The rule of that name; one that says nothing if there is none."""
    rule = _BY_NAME.get(name)
    if rule is None and (match := _TABLE_ROW.fullmatch(name)):
        rule = _table_row(name, int(match[1]))
    if rule is None and ":" in name:
        rule = _BY_NAME.get(name.partition(":")[0])
        rule = Rule(name, rule.says, rule.source) if rule is not None else None
    return rule or Rule(name, "", "")


def _table_row(name: str, number: int) -> Rule | None:
    for (safe, binlog_format, row_capable, statement_capable), row in DECISION_TABLE.items():
        if row.number == number:
            capable = " and ".join(
                word for word, can in (("rows", row_capable), ("statements", statement_capable)) if can
            )
            outcome = (
                "refused" if row.log_as is None else f"logged as {'rows' if row.log_as.value == 'ROW' else 'text'}"
            )
            says = (
                f"{'Safe' if safe else 'Unsafe'} under {binlog_format.value}, engines that can log "
                f"{capable or 'neither rows nor statements'}: {outcome}{', with a warning' if row.warn else ''}."
            )
            return Rule(name, says, f"{_WL3303}: decision table, row {number}; {_FINDINGS} section 1")
    return None
