"""Layer 1 against WL#3303's own table and the internals text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from binwriter.binlog.rules.logging_format import (
    DECISION_TABLE,
    LoggingFormat,
    decide_logging_format,
    statement_capable,
)
from binwriter.binlog.rules.unsafe import TransactionState
from binwriter.mysql.engines import ENGINES, Engine, engine_by_name
from binwriter.mysql.session_modes import BinlogFormat, Isolation
from binwriter.statement.values import StatementKind, StatementProfile, TableAccess, UnsafeReason

ROW = re.compile(
    r"^\s+(Safe|Unsafe)\s+(STATEMENT|MIXED|ROW)\s+([NY])\s+([NY])\s+"
    r"(Error: not loggable|Warning: unsafe)?\s*(STMT|ROW)?\s*$"
)


def seed_rows(shared_dir: Path) -> list[re.Match[str]]:
    text = (shared_dir / "seeds" / "wl3303-engine-logging-format.txt").read_text()
    return [match for line in text.splitlines() if (match := ROW.match(line))]


def test_the_table_is_the_worklogs_row_by_row(shared_dir: Path) -> None:
    rows = seed_rows(shared_dir)
    assert len(rows) == 24
    for number, match in enumerate(rows, 1):
        safe, mode, rlc, slc, action, form = match.groups()
        ours = DECISION_TABLE[safe == "Safe", BinlogFormat(mode), rlc == "Y", slc == "Y"]
        assert ours.number == number
        assert bool(ours.error) == (action == "Error: not loggable"), match.group()
        assert ours.warn == (action == "Warning: unsafe"), match.group()
        expected = {None: None, "STMT": LoggingFormat.STATEMENT, "ROW": LoggingFormat.ROW}[form]
        assert ours.log_as is expected, match.group()


def profile(*engines: Engine, unsafe: bool = False, injection: bool = False) -> StatementProfile:
    tables = tuple(TableAccess("test", f"t{i}", engine, write=True) for i, engine in enumerate(engines))
    reasons = (UnsafeReason.LIMIT,) if unsafe else ()
    return StatementProfile(StatementKind.DML, "insert", tables, reasons, row_injection=injection)


STATEMENT_ONLY = Engine("STMT_ONLY", row_capable=False)
ROW_ONLY = Engine("ROW_ONLY", statement_capable=False)
NEITHER = Engine("NEITHER", row_capable=False, statement_capable=False)
SELF_LOGGING = Engine("SELF", self_logging=True)
INNODB = ENGINES["innodb"]


@pytest.mark.parametrize(
    ("statement", "mode", "state", "symbol"),
    [
        (
            profile(STATEMENT_ONLY, ROW_ONLY),
            BinlogFormat.MIXED,
            TransactionState(),
            "ER_BINLOG_ROW_ENGINE_AND_STMT_ENGINE",
        ),
        (profile(NEITHER), BinlogFormat.ROW, TransactionState(), "ER_BINLOG_ROW_ENGINE_AND_STMT_ENGINE"),
        (profile(STATEMENT_ONLY), BinlogFormat.ROW, TransactionState(), "ER_BINLOG_ROW_MODE_AND_STMT_ENGINE"),
        (
            profile(STATEMENT_ONLY, unsafe=True),
            BinlogFormat.MIXED,
            TransactionState(),
            "ER_BINLOG_UNSAFE_AND_STMT_ENGINE",
        ),
        (
            profile(STATEMENT_ONLY, injection=True),
            BinlogFormat.MIXED,
            TransactionState(),
            "ER_BINLOG_ROW_INJECTION_AND_STMT_ENGINE",
        ),
        (profile(ROW_ONLY), BinlogFormat.STATEMENT, TransactionState(), "ER_BINLOG_STMT_MODE_AND_ROW_ENGINE"),
        (
            profile(INNODB, injection=True),
            BinlogFormat.STATEMENT,
            TransactionState(),
            "ER_BINLOG_ROW_INJECTION_AND_STMT_MODE",
        ),
        (
            profile(INNODB, SELF_LOGGING),
            BinlogFormat.ROW,
            TransactionState(),
            "ER_BINLOG_MULTIPLE_ENGINES_AND_SELF_LOGGING_ENGINE",
        ),
        (
            profile(INNODB),
            BinlogFormat.STATEMENT,
            TransactionState(isolation=Isolation.READ_COMMITTED),
            "ER_BINLOG_STMT_MODE_AND_ROW_ENGINE",
        ),
    ],
)
def test_each_of_the_seven_errors_is_reachable(
    statement: StatementProfile, mode: BinlogFormat, state: TransactionState, symbol: str
) -> None:
    decision = decide_logging_format(statement, mode, state)
    assert decision.error is not None
    assert decision.error.symbol == symbol
    assert decision.format is None


def test_innodb_is_statement_capable_from_repeatable_read_on() -> None:
    assert [level.name for level in Isolation if statement_capable(INNODB, level)] == [
        "REPEATABLE_READ",
        "SERIALIZABLE",
    ]


def test_unsafe_statement_warns_in_statement_mode_and_becomes_rows_in_mixed() -> None:
    warned = decide_logging_format(profile(INNODB, unsafe=True), BinlogFormat.STATEMENT, TransactionState())
    assert (warned.format, [w.code for w in warned.warnings], warned.rule) == (
        LoggingFormat.STATEMENT,
        [1592],
        "WL#3303 row 16",
    )
    rows = decide_logging_format(profile(INNODB, unsafe=True), BinlogFormat.MIXED, TransactionState())
    assert (rows.format, rows.warnings) == (LoggingFormat.ROW, ())


def test_ddl_is_always_a_statement() -> None:
    ddl = StatementProfile(StatementKind.DDL, "create_table", implicit_commit=True)
    assert decide_logging_format(ddl, BinlogFormat.ROW, TransactionState()).format is LoggingFormat.STATEMENT


def test_engines_are_found_by_alias_and_case() -> None:
    assert engine_by_name("HEAP").name == "MEMORY"
    assert engine_by_name("innoDB") is INNODB
