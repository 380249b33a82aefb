"""Server options, as `mysqld --validate-config` of 9.7.4 takes them."""

from __future__ import annotations

import pytest

from binwriter.errors import OptionError
from binwriter.mysql.variables.scopes import GlobalVariables
from binwriter.mysql.variables.server_scope import DEFAULT


@pytest.mark.parametrize(
    ("option", "name", "value"),
    [
        ("--binlog-format=mixed", "binlog_format", "MIXED"),
        ("binlog_format=1", "binlog_format", "STATEMENT"),
        ("max-binlog-size=1", "max_binlog_size", 4096),
        ("max-binlog-size=4K", "max_binlog_size", 4096),
        ("max-binlog-size=1M", "max_binlog_size", 1 << 20),
        ("binlog-row-event-max-size=300", "binlog_row_event_max_size", 300),
        ("log-bin-trust-function-creators", "log_bin_trust_function_creators", True),
        ("enforce-gtid-consistency", "enforce_gtid_consistency", "ON"),
        ("disable-autocommit", "autocommit", False),
        ("skip-innodb_native_foreign_keys", "innodb_native_foreign_keys", False),
        ("enable-big-tables", "big_tables", True),
        ("autocommit=maybe", "autocommit", False),
        ("autocommit=0", "autocommit", False),
        ("sql_mode=ANSI_QUOTES", "sql_mode", "ANSI_QUOTES"),
        ("default-time-zone=+2:00", "time_zone", "+02:00"),
        ("transaction-isolation=READ-COMMITTED", "transaction_isolation", "READ-COMMITTED"),
        ("character-set-server=latin1", "collation_server", "latin1_swedish_ci"),
        ("skip-log-bin", "log_bin", False),
        ("log-bin=a/b.log", "log_bin_basename", "/var/lib/mysql/b"),
        ("log-bin-index=some", "log_bin_index", "/var/lib/mysql/some.index"),
        ("log-bin-index=/x/some.idx", "log_bin_index", "/x/some.idx"),
        ("server-uuid=3e11fa47-71ca-11e1-9e33-c80aa9429562", "server_uuid", "3e11fa47-71ca-11e1-9e33-c80aa9429562"),
        ("loose-nosuch=1", "log_bin", True),
        ("sort-buffer-size=5MB", "sort_buffer_size", 5 << 20),
        ("sort-buffer-size= 64K5", "sort_buffer_size", 64 << 10),
        ("innodb-commit-concurrency=1", "innodb_commit_concurrency", 1),
        ("mysqlx=OFF", "log_bin", True),
    ],
)
def test_option(option: str, name: str, value: object) -> None:
    assert GlobalVariables([option]).get(name) == value


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("foo=1", "unknown variable 'foo=1'"),
        ("skip-unique-checks", "unknown option 'skip-unique-checks'"),
        ("time-zone=+02:00", "unknown variable"),
        ("timestamp=5", "unknown variable"),
        ("sql-log-bin=0", "unknown variable"),
        ("gtid-mode=xx", "Error while setting value 'xx' to 'gtid_mode'"),
        ("gtid-mode=5", "Error while setting value '5' to 'gtid_mode'"),
        ("binlog_format=3", "Error while setting value '3' to 'binlog_format'"),
        ("max-binlog-size=1x", "Error while setting value '1x' to 'max_binlog_size'"),
        ("sql-mode=nope", "Error while setting value 'nope' to 'sql_mode'"),
        ("gtid-mode", "requires an argument"),
        ("max-binlog-size", "requires an argument"),
        ("binlog-checksum", "requires an argument"),
        ("enforce-gtid-consistency=OFF", "GTID_MODE = ON requires"),
    ],
)
def test_a_server_does_not_start(option: str, message: str) -> None:
    with pytest.raises(OptionError, match=message.replace("(", r"\(")):
        GlobalVariables([option])


def test_mapping_and_filters() -> None:
    variables = GlobalVariables({"gtid-mode": "OFF", "enforce_gtid_consistency": "OFF", "server-id": "7"})
    assert (variables.get("gtid_mode"), variables.get("server_id")) == ("OFF", 7)
    options = GlobalVariables(["binlog-do-db=a", "binlog-do-db=b", "binlog-ignore-db=c", "log-bin=x"]).options
    assert (options.binlog_do_db, options.binlog_ignore_db, options.basename) == (("a", "b"), ("c",), "x")


def test_new_sessions_speak_the_servers_character_set() -> None:
    variables = GlobalVariables(["character-set-server=latin1"])
    assert variables.get("character_set_client") == "latin1"
    assert variables.get("collation_connection") == "latin1_swedish_ci"


@pytest.mark.parametrize(
    "option", ["archive=ON", "blackhole=ON", "log-tc=tc.log", "show-replica-auth-info=FALSE", "memlock"]
)
def test_options_that_are_no_variables_are_known(option: str) -> None:
    assert GlobalVariables([option]).options.warnings == []


@pytest.mark.parametrize("option", ["help", "initialize", "validate-config=TRUE", "sysdate-is-now"])
def test_options_with_which_no_server_runs_are_refused_by_name(option: str) -> None:
    with pytest.raises(OptionError, match=f"not supported: {option}"):
        GlobalVariables([option])


def test_the_default_of_what_is_decided_at_the_start_is_what_the_server_began_with() -> None:
    """As a 9.7.4 with --innodb-commit-concurrency=1 answers."""
    variables = GlobalVariables(["innodb-commit-concurrency=1"])
    variables.set("innodb_commit_concurrency", 42)
    variables.set("innodb_commit_concurrency", DEFAULT)
    assert variables.get("innodb_commit_concurrency") == 1


def test_numbers_of_any_length_are_read() -> None:
    many = "9" * 5000
    assert GlobalVariables([f"max-binlog-size={many}"]).get("max_binlog_size") == 1 << 30
    with pytest.raises(OptionError, match="sql_mode"):
        GlobalVariables([f"sql-mode={many}"])
