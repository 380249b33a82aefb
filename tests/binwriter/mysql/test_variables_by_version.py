"""The system variables of each server version, against what real servers of seven versions said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from binwriter.errors import MySQLError, OptionError
from binwriter.formats.servers import PROFILES, profile_by_name
from binwriter.mysql.variables.options import parse_server_options
from binwriter.mysql.variables.scopes import DEFAULT, GlobalVariables, SessionVariables
from tests.conftest import PROJECT

ORACLE = PROJECT.parent / "shared" / "oracle-old"
VERSIONS = ("5.1.27", "5.1.39", "5.1.54", "5.5.20", "5.6.21", "5.7.18", "8.0.40")
# What the build of the sampled servers decides.
OF_THE_BUILD = {"server_uuid", "version_comment", "version_compile_os"}


def session_of(version: str, *options: str) -> SessionVariables:
    profile = profile_by_name(version)
    return SessionVariables(GlobalVariables(options, profile=profile))


def shown(session: SessionVariables, name: str) -> str | None:
    """As SHOW VARIABLES prints it; None where the server does not know it."""
    try:
        value = session.read(name)
    except MySQLError as error:
        assert error.code == 1193
        return None
    return ("ON" if value else "OFF") if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_server_knows_its_variables_and_no_others(version: str, shared_dir: Path) -> None:
    """The samples asked each server for the same variables: those it did not name it does not have."""
    samples = {name: json.loads((ORACLE / name / "server_variables.json").read_text("utf-8")) for name in VERSIONS}
    asked = set().union(*samples.values()) - OF_THE_BUILD
    session = session_of(version, "server-id=1", "log-bin=binlog", "default-storage-engine=InnoDB")
    session.set_names(session.profile.client_charset)
    found = {name: shown(session, name) for name in asked}
    assert {name: value for name, value in found.items() if value is not None} == {
        name: value for name, value in samples[version].items() if name not in OF_THE_BUILD
    }


def test_every_profile_has_a_table() -> None:
    files = {path.stem for path in (PROJECT / "binwriter" / "data" / "variables").iterdir()}
    assert files - {"gone", "plugins"} == PROFILES.keys()


@pytest.mark.parametrize("version", [name for name in PROFILES if name < "5.6"])
def test_what_came_later_is_unknown_to_set_and_to_the_command_line(version: str) -> None:
    session = session_of(version)
    for name in ("gtid_mode", "binlog_row_image", "log_bin_use_v1_row_events", "binlog_rows_query_log_events"):
        for scope in (session.set, session.set_global):
            with pytest.raises(MySQLError, match=f"Unknown system variable '{name}'"):
                scope(name, DEFAULT)
        with pytest.raises(OptionError, match="unknown variable"):
            parse_server_options([f"{name}=ON"], profile_by_name(version))


def test_isolation_by_its_older_name() -> None:
    session = session_of("5.7.18", "transaction-isolation=READ-COMMITTED")
    assert session.read("tx_isolation") == session.isolation() == "READ-COMMITTED"
    session.set("tx_isolation", "SERIALIZABLE")
    assert session.isolation() == "SERIALIZABLE"
    session.set_next_transaction("tx_isolation", DEFAULT)
    assert session.isolation() == "READ-COMMITTED"
    with pytest.raises(MySQLError, match="transaction_isolation"):
        session.read("transaction_isolation")
    with pytest.raises(MySQLError, match="tx_isolation"):
        session_of("8.0").read("tx_isolation")


def test_storage_engine_by_its_older_name() -> None:
    session = session_of("5.1.54")
    assert session.read("storage_engine") == session.read("table_type") == "MyISAM"
    session.set("storage_engine", "innodb")
    assert session.get("default_storage_engine") == "InnoDB"


def test_modes_that_8_0_took_away() -> None:
    session = session_of("5.7")
    assert session.set("sql_mode", "NO_AUTO_CREATE_USER") == []  # it is there by default
    assert [warning.code for warning in session.set("sql_mode", "")] == [3090]
    assert [warning.code for warning in session.set("sql_mode", "NO_AUTO_CREATE_USER")] == [3090]
    assert session.set("sql_mode", "ORACLE,STRICT_ALL_TABLES")[0].code == 3135
    # as a 5.5.20 and a 5.6.21 show them (captured-old: modes_of_other_systems_row)
    members = "PIPES_AS_CONCAT,ANSI_QUOTES,IGNORE_SPACE,ORACLE,NO_KEY_OPTIONS,NO_TABLE_OPTIONS,NO_FIELD_OPTIONS"
    assert session.read("sql_mode") == f"{members},STRICT_ALL_TABLES,NO_AUTO_CREATE_USER"
    with pytest.raises(MySQLError, match="NO_AUTO_CREATE_USER"):
        session_of("8.0").set("sql_mode", "NO_AUTO_CREATE_USER")
    assert session_of("5.6").set("sql_mode", "STRICT_ALL_TABLES") == []


@pytest.mark.parametrize(("version", "collation"), [("5.7", "utf8mb4_general_ci"), ("8.0", "utf8mb4_0900_ai_ci")])
def test_the_default_collation_of_utf8mb4(version: str, collation: str) -> None:
    assert session_of(version, "character-set-server=utf8mb4").read("collation_server") == collation
    session = session_of(version)
    session.set_names("utf8mb4")
    assert session.read("collation_connection") == collation


def test_only_newer_servers_say_that_a_variable_is_deprecated() -> None:
    for version, codes in (("5.1.27", []), ("5.7", []), ("8.0", [1287]), ("9.7", [1287])):
        assert [one.code for one in session_of(version).set("binlog_format", "ROW")] == codes


def test_what_8_0_has_otherwise_by_its_source() -> None:
    """Names, defaults and limits of 8.0.40's sources (sql/sys_vars.cc, ha_innodb.cc)."""
    session = session_of("8.0")
    for name, value in (
        ("innodb_io_capacity", "200"),
        ("innodb_adaptive_hash_index", "ON"),
        ("innodb_flush_method", "fsync"),
        ("innodb_log_buffer_size", "16777216"),
        ("innodb_use_fdatasync", "OFF"),
        ("temptable_max_mmap", "1073741824"),
        ("replica_parallel_type", "LOGICAL_CLOCK"),
        ("mysql_native_password_proxy_users", "OFF"),
    ):
        assert shown(session, name) == value
    assert shown(session_of("9.7"), "replica_parallel_type") is None
    with pytest.raises(MySQLError, match="BEFORE_8_2_0"):
        session.set("terminology_use_previous", "BEFORE_8_2_0")
    told = [one.message for one in session.set_global("temptable_use_mmap", "OFF")]
    assert told == ["'temptable_use_mmap' is deprecated and will be removed in a future release."]
    told = [one.message for one in session.set_global("replica_parallel_workers", 0)]
    assert told == ["'0' is deprecated and will be removed in a future release. Please use 1 instead"]
    assert shown(session_of("5.7"), "slave_parallel_workers") == "0"
    assert shown(session_of("5.7"), "slave_preserve_commit_order") == "OFF"
    assert shown(session_of("5.7"), "replica_parallel_type") is None
