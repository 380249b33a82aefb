"""What scopes, transactions and other variables have to do with a variable's value, as a 9.7.4 has it."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from binwriter.mysql.variables.scopes import DEFAULT, GlobalVariables, SessionVariables
from tests.binwriter.mysql.variables.outcomes import outcome


def test_gtid_mode_goes_one_step_at_a_time() -> None:
    variables = GlobalVariables()
    assert outcome(variables.set, "gtid_mode", "OFF")[0] == 1788
    for mode in ("ON_PERMISSIVE", "OFF_PERMISSIVE", "OFF"):
        variables.set("gtid_mode", mode)
    variables.set("enforce_gtid_consistency", "OFF")
    variables.set("gtid_mode", "OFF_PERMISSIVE")
    variables.set("gtid_mode", "ON_PERMISSIVE")
    text = "SET @@GLOBAL.GTID_MODE = ON is not allowed because ENFORCE_GTID_CONSISTENCY is not ON."
    assert outcome(variables.set, "gtid_mode", "ON") == (3111, text)


def test_gtid_next_obeys_gtid_mode() -> None:
    variables = GlobalVariables(["gtid-mode=OFF", "enforce-gtid-consistency=OFF"])
    session = SessionVariables(variables)
    gtid = "3e11fa47-71ca-11e1-9e33-c80aa9429562:7"
    assert outcome(session.set, "gtid_next", gtid)[0] == 1781
    assert outcome(session.set, "gtid_next", "AUTOMATIC:tag")[0] == 6039
    assert session.set("gtid_next", "ANONYMOUS") == []
    variables.set("gtid_mode", "OFF_PERMISSIVE")
    assert session.set("gtid_next", gtid.upper()) == []
    assert session.get("gtid_next") == gtid
    assert outcome(session.set, "gtid_next", "AUTOMATIC:tag")[0] == 6039


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("binlog_format", "ROW", 1679),
        ("sql_log_bin", 0, 1694),
        ("binlog_direct_non_transactional_updates", 1, 1685),
        ("gtid_next", "AUTOMATIC", 1766),
        ("binlog_row_value_options", "PARTIAL_JSON", 1766),
        ("binlog_transaction_compression", 1, 1766),
        ("binlog_transaction_compression_level_zstd", 5, 1766),
        ("pseudo_replica_mode", 1, 1766),
        ("session_track_gtids", "OWN_GTID", 1766),
    ],
)
def test_not_in_a_transaction(session: SessionVariables, name: str, value: Any, code: int) -> None:
    assert outcome(session.set, name, value, in_transaction=True)[0] == code
    assert isinstance(outcome(session.set, name, value), list)


@pytest.mark.parametrize("name", ["binlog_row_image", "binlog_rows_query_log_events", "transaction_read_only"])
def test_allowed_in_a_transaction(session: SessionVariables, name: str) -> None:
    assert session.set(name, 0, in_transaction=True) == []


def test_the_format_is_fixed_while_there_are_temporary_tables(session: SessionVariables) -> None:
    assert outcome(session.set, "binlog_format", "ROW", has_temporary_tables=True)[0] == 3745
    session.set_global("binlog_format", "MIXED")


def test_reading_scopes(session: SessionVariables) -> None:
    assert outcome(session.global_variables.get, "timestamp") == (1238, "Variable 'timestamp' is a SESSION variable")
    assert outcome(session.get_session, "sync_binlog") == (1238, "Variable 'sync_binlog' is a GLOBAL variable")
    assert outcome(session.get, "nosuch") == (1193, "Unknown system variable 'nosuch'")
    assert session.get("SYNC_BINLOG") == 1
    assert session.get_session("AutoCommit") is True


def test_open_sessions_keep_their_values(session: SessionVariables) -> None:
    session.set_global("sql_mode", "ANSI")
    session.set_global("binlog_format", "STATEMENT")
    assert session.get("binlog_format") == "ROW"
    assert SessionVariables(session.global_variables).get("binlog_format") == "STATEMENT"
    session.set("binlog_format", DEFAULT)
    assert session.get("binlog_format") == "STATEMENT"


def test_timestamp(session: SessionVariables) -> None:
    assert session.get("timestamp") == 1_700_000_000.5
    session.set("timestamp", Decimal("1700000000.1234567"))
    assert session.fixed_timestamp == 1_700_000_000_123_457
    assert session.get("timestamp") == 1_700_000_000.123457
    assert session.start_microseconds(lambda: 1) == 1_700_000_000_123_457
    for reset in (0, DEFAULT, -5):
        session.set("timestamp", 5)
        session.set("timestamp", reset)
        assert session.start_microseconds(lambda: 1) == 1


def test_aliases(session: SessionVariables) -> None:
    session.set("identity", 7)
    assert (session.get("last_insert_id"), session.get("identity")) == (7, 7)
    warnings = outcome(session.set, "pseudo_slave_mode", 1)
    assert warnings == [
        (
            1287,
            "'@@pseudo_slave_mode' is deprecated and will be removed in a future release. "
            "Please use pseudo_replica_mode instead.",
        )
    ]
    assert session.get("pseudo_replica_mode") is True


def test_rand_seeds_read_as_zero(session: SessionVariables) -> None:
    session.set("rand_seed1", 5)
    assert session.get("rand_seed1") == 0
    assert session.assigned_rand_seeds == {"rand_seed1": 5}


def test_next_transaction(session: SessionVariables) -> None:
    assert outcome(session.set_next_transaction, "transaction_isolation", "SERIALIZABLE", in_transaction=True) == (
        1568,
        "Transaction characteristics can't be changed while a transaction is in progress",
    )
    session.set_next_transaction("transaction_isolation", "SERIALIZABLE")
    assert session.isolation() == "SERIALIZABLE"
    assert session.get("transaction_isolation") == "REPEATABLE-READ"
    session.next_transaction.clear()
    assert session.isolation() == "REPEATABLE-READ"


def test_a_cache_is_never_larger_than_its_limit() -> None:
    variables = GlobalVariables()
    variables.set("binlog_cache_size", 8192)
    text = (
        "Option binlog_cache_size (8192) is greater than max_binlog_cache_size (4096); setting binlog_cache_size equal "
        "to max_binlog_cache_size."
    )
    assert outcome(variables.set, "max_binlog_cache_size", 4096) == [(1738, text)]
    assert variables.get("binlog_cache_size") == 4096


def test_defaults_are_those_of_the_captured_servers(shared_dir: Path) -> None:
    for path in sorted((shared_dir / "oracle" / "captured").glob("*/sidecar.json")):
        server = json.loads(path.read_text())["server"]
        session = SessionVariables(GlobalVariables(server["options"]))
        for name, expected in server["variables"].items():
            if name in ("server_uuid", "version"):  # of that server, not a default
                continue
            value = session.get(name)
            text = ("OFF", "ON")[value] if isinstance(value, bool) else str(value)
            assert text == expected, (path.parent.name, name)


def test_several_values_are_those_of_now(session: SessionVariables) -> None:
    names = ("sql_mode", "gtid_mode", "unique_checks", "max_connections")
    changes = (
        lambda: session.set("sql_mode", ""),
        lambda: session.assign("unique_checks", False),
        lambda: session.set_global("max_connections", 17),
        lambda: session.set("sql_mode", DEFAULT),
        lambda: session.set_names("latin1"),
    )
    for change in changes:
        assert session.several(names) == tuple(map(session.get, names))
        change()
    assert session.several(names) == tuple(map(session.get, names))
    assert session.several(names)[2:] == (False, 17)
