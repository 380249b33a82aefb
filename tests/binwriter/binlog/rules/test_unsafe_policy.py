"""Layer 1 by era, on profiles: which reasons count, and the warnings and errors that come of them."""

from __future__ import annotations

import pytest

from binwriter.binlog.rules.logging_format import LoggingFormat, decide_logging_format
from binwriter.binlog.rules.policies import POLICIES
from binwriter.binlog.rules.unsafe import TransactionState
from binwriter.mysql.engines import ENGINES
from binwriter.mysql.session_modes import BinlogFormat, Isolation
from binwriter.statement.values import StatementKind, StatementProfile, TableAccess, UnsafeReason

ERAS = tuple(POLICIES)


def insert(*unsafe: UnsafeReason, engine: str = "innodb") -> StatementProfile:
    table = TableAccess("test", "t", ENGINES[engine], write=True)
    return StatementProfile(StatementKind.DML, "insert", (table,), unsafe)


def decide(
    era: str, profile: StatementProfile, mode: BinlogFormat, **state: object
) -> tuple[LoggingFormat | None, int]:
    """The form, and the number of warnings."""
    decision = decide_logging_format(profile, mode, TransactionState(**state), POLICIES[era].unsafe)  # type: ignore[arg-type]
    return decision.format, len(decision.warnings)


SINCE = {
    UnsafeReason.LIMIT: "5.1.27",
    UnsafeReason.SYSTEM_FUNCTION: "5.1.27",
    UnsafeReason.SYSTEM_VARIABLE: "5.1.27",
    UnsafeReason.AUTOINC_COLUMNS: "5.1.54",
    UnsafeReason.SYSTEM_TABLE: "5.5",
    UnsafeReason.INSERT_IGNORE_SELECT: "5.5",
    UnsafeReason.INSERT_SELECT_UPDATE: "5.5",
    UnsafeReason.REPLACE_SELECT: "5.5",
    UnsafeReason.UPDATE_IGNORE: "5.5",
    UnsafeReason.WRITE_AUTOINC_SELECT: "5.6",
    UnsafeReason.INSERT_TWO_KEYS: "5.6",
    UnsafeReason.AUTOINC_NOT_FIRST: "5.6",
    UnsafeReason.SKIP_LOCKED: "8.0",
    UnsafeReason.XA: "8.0",
    UnsafeReason.ACL_TABLE_READ: "8.0",
}


@pytest.mark.parametrize("era", ERAS)
def test_a_reason_counts_from_its_version_on(era: str) -> None:
    for reason, since in SINCE.items():
        counts = ERAS.index(era) >= ERAS.index(since)
        form = LoggingFormat.ROW if counts else LoggingFormat.STATEMENT
        assert decide(era, insert(reason), BinlogFormat.MIXED) == (form, 0), reason
        told = counts and not (
            era == "5.1.54" and reason is UnsafeReason.AUTOINC_COLUMNS
        )  # rows under MIXED, no warning
        assert decide(era, insert(reason), BinlogFormat.STATEMENT) == (LoggingFormat.STATEMENT, int(told)), reason


@pytest.mark.parametrize("era", ERAS)
def test_two_reasons_are_told_one_by_one_from_5_5(era: str) -> None:
    both = insert(UnsafeReason.LIMIT, UnsafeReason.SYSTEM_FUNCTION)
    assert decide(era, both, BinlogFormat.STATEMENT)[1] == (1 if era.startswith("5.1") else 2)


@pytest.mark.parametrize("era", ERAS)
def test_the_place_in_a_transaction_counts_from_5_5(era: str) -> None:
    n_after_t = {"in_transaction": True, "trx_cache_empty": False}
    found = decide(era, insert(engine="myisam"), BinlogFormat.MIXED, **n_after_t)
    assert found == (LoggingFormat.STATEMENT if era.startswith("5.1") else LoggingFormat.ROW, 0)


@pytest.mark.parametrize("era", ERAS)
def test_old_servers_speak_of_master_and_slave(era: str) -> None:
    policy = POLICIES[era].unsafe
    words = " ".join(policy.text(reason) for reason in UnsafeReason)
    assert ("slave" in words, "replica" in words) == ((True, False) if policy.old_terms else (False, True))
    assert policy.old_terms is (era in ("5.5", "5.6", "5.7"))


def test_5_1_has_one_error_for_what_cannot_be_logged() -> None:
    """The text names the case; later servers have an error for each."""
    row_only = insert(engine="ndbcluster")
    for era, code in (("5.1.54", 1598), ("5.5", 1665)):
        decision = decide_logging_format(row_only, BinlogFormat.STATEMENT, TransactionState(), POLICIES[era].unsafe)
        assert decision.error is not None
        assert decision.error.code == code
        assert ("Statement-based format required" in decision.error.message) is (code == 1598)


def test_the_error_of_5_1_names_the_isolation_level() -> None:
    state = TransactionState(isolation=Isolation.READ_UNCOMMITTED)
    decision = decide_logging_format(insert(), BinlogFormat.STATEMENT, state, POLICIES["5.1.27"].unsafe)
    assert decision.error is not None
    assert "'READ-UNCOMMITTED' in InnoDB is not safe for binlog mode 'STATEMENT'" in decision.error.message
