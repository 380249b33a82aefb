"""SET as a 9.7.4 server answers it. Errors, warnings and values below were seen on one without options."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from binwriter.mysql.variables.scopes import DEFAULT, GlobalVariables, SessionVariables
from tests.binwriter.mysql.variables.outcomes import outcome, wrong_value


def wrong_type(name: str) -> tuple[int, str]:
    return 1232, f"Incorrect argument type to variable '{name}'"


def truncated(name: str, value: object) -> list[tuple[int, str]]:
    return [(1292, f"Truncated incorrect {name} value: '{value}'")]


STRICT_WARNING = (
    3135,
    "'NO_ZERO_DATE', 'NO_ZERO_IN_DATE' and 'ERROR_FOR_DIVISION_BY_ZERO' sql modes should be used with strict mode. "
    "They will be merged with strict mode in a future release.",
)
READ_ONLY = "Variable '{}' is a read only variable"


# name, value given, answer
SESSION_CASES: list[tuple[str, Any, Any]] = [
    ("nosuch", 1, (1193, "Unknown system variable 'nosuch'")),
    ("tx_isolation", "READ-COMMITTED", (1193, "Unknown system variable 'tx_isolation'")),
    ("autocommit", 2, wrong_value("autocommit", 2)),
    ("autocommit", -1, wrong_value("autocommit", -1)),
    ("autocommit", "maybe", wrong_value("autocommit", "maybe")),
    ("autocommit", "", wrong_value("autocommit", "")),
    ("autocommit", Decimal("1.0"), wrong_type("autocommit")),
    ("autocommit", None, wrong_value("autocommit", "NULL")),
    ("autocommit", "on", []),
    ("unique_checks", "1", wrong_value("unique_checks", "1")),
    ("unique_checks", "TRUE", wrong_value("unique_checks", "TRUE")),
    ("max_binlog_size", 1, (1229, "Variable 'max_binlog_size' is a GLOBAL variable and should be set with SET GLOBAL")),
    ("version", "x", (1238, READ_ONLY.format("version"))),
    ("log_bin", 1, (1238, READ_ONLY.format("log_bin"))),
    ("binlog_row_event_max_size", 1024, (1238, READ_ONLY.format("binlog_row_event_max_size"))),
    (
        "max_allowed_packet",
        5000,
        (1621, "SESSION variable 'max_allowed_packet' is read-only. Use SET GLOBAL to assign the value"),
    ),
    ("auto_increment_increment", 0, truncated("auto_increment_increment", 0)),
    ("auto_increment_increment", 70000, truncated("auto_increment_increment", 70000)),
    ("auto_increment_increment", "5", wrong_type("auto_increment_increment")),
    ("auto_increment_increment", Decimal("1.0"), wrong_type("auto_increment_increment")),
    ("auto_increment_increment", None, wrong_type("auto_increment_increment")),
    ("insert_id", -1, truncated("insert_id", -1)),
    ("insert_id", "5", wrong_type("insert_id")),
    ("insert_id", DEFAULT, (1230, "Variable 'insert_id' doesn't have a default value")),
    ("last_insert_id", DEFAULT, (1230, "Variable 'last_insert_id' doesn't have a default value")),
    ("timestamp", -1, truncated("timestamp", -1)),
    ("timestamp", "100", wrong_type("timestamp")),
    ("timestamp", None, wrong_type("timestamp")),
    ("timestamp", 2147483648, wrong_value("timestamp", 2147483648)),
    ("timestamp", Decimal("2147483647.999999"), wrong_value("timestamp", "2147483647.999999")),
    ("timestamp", Decimal("0.5"), wrong_value("timestamp", "0.5")),
    ("time_zone", "Nowhere/Land", (1298, "Unknown or incorrect time zone: 'Nowhere/Land'")),
    ("time_zone", "-14:00", (1298, "Unknown or incorrect time zone: '-14:00'")),
    ("time_zone", "+14:01", (1298, "Unknown or incorrect time zone: '+14:01'")),
    ("time_zone", "+00:00 ", (1298, "Unknown or incorrect time zone: '+00:00 '")),
    ("time_zone", "05:30", (1298, "Unknown or incorrect time zone: '05:30'")),
    ("time_zone", 5, wrong_type("time_zone")),
    ("time_zone", None, wrong_value("time_zone", "NULL")),
    ("lc_time_names", "xx", (1649, "Unknown locale: 'xx'")),
    ("lc_time_names", 999, (1649, "Unknown locale: '999'")),
    ("lc_time_names", -1, (1649, "Unknown locale: '-1'")),
    ("lc_time_names", Decimal("1.5"), wrong_type("lc_time_names")),
    ("sql_mode", "nope", wrong_value("sql_mode", "nope")),
    ("sql_mode", "no_zero_date,bogus,xx", wrong_value("sql_mode", "bogus")),
    ("sql_mode", " NO_ZERO_DATE", wrong_value("sql_mode", " NO_ZERO_DATE")),
    ("sql_mode", "NO_AUTO_CREATE_USER", wrong_value("sql_mode", "NO_AUTO_CREATE_USER")),
    ("sql_mode", 99999999999999, wrong_value("sql_mode", 99999999999999)),
    ("sql_mode", 17179869184, wrong_value("sql_mode", 17179869184)),
    ("sql_mode", -1, wrong_value("sql_mode", -1)),
    ("sql_mode", 768, (3899, "sql_mode=0x00000300 is not supported.")),
    ("sql_mode", None, wrong_value("sql_mode", "NULL")),
    ("sql_mode", Decimal("1.5"), wrong_type("sql_mode")),
    ("sql_mode", ",NO_ZERO_DATE", [STRICT_WARNING]),
    ("sql_mode", "STRICT_ALL_TABLES,NO_ZERO_DATE", [STRICT_WARNING]),
    ("sql_mode", "TRADITIONAL", []),
    ("sql_mode", "ANSI", []),
    ("sql_mode", "", []),
    (
        "sql_mode",
        2147483648,
        [(3090, "Changing sql mode 'PAD_CHAR_TO_FULL_LENGTH' is deprecated. It will be removed in a future release.")],
    ),
    ("transaction_isolation", "READ COMMITTED", wrong_value("transaction_isolation", "READ COMMITTED")),
    ("transaction_isolation", 4, wrong_value("transaction_isolation", 4)),
    ("transaction_isolation", "serializable", []),
    ("default_storage_engine", "nope", (1286, "Unknown storage engine 'nope'")),
    ("default_storage_engine", None, wrong_value("default_storage_engine", "NULL")),
    ("default_storage_engine", 5, wrong_type("default_storage_engine")),
    ("character_set_client", "nope", (1115, "Unknown character set: 'nope'")),
    ("character_set_client", "utf16", wrong_value("character_set_client", "utf16")),
    ("character_set_client", None, wrong_value("character_set_client", "NULL")),
    ("character_set_client", Decimal("1.5"), wrong_type("character_set_client")),
    (
        "character_set_client",
        33,
        [(1287, "'utf8mb3' is deprecated and will be removed in a future release. Please use utf8mb4 instead")],
    ),
    (
        "character_set_server",
        "utf8",
        [
            (
                3719,
                "'utf8' is currently an alias for the character set UTF8MB3, but will be an alias for UTF8MB4 in a "
                "future release. Please consider using UTF8MB4 in order to be unambiguous.",
            )
        ],
    ),
    (
        "character_set_database",
        "latin1",
        [(1681, "Updating 'character_set_database' is deprecated. It will be made read-only in a future release.")],
    ),
    ("collation_connection", "no", (1273, "Unknown collation: 'no'")),
    ("collation_connection", None, wrong_value("collation_connection", "NULL")),
    (
        "collation_connection",
        "utf8_general_ci",
        [
            (
                3778,
                "'utf8mb3_general_ci' is a collation of the deprecated character set UTF8MB3. Please consider using "
                "UTF8MB4 with an appropriate collation instead.",
            )
        ],
    ),
    (
        "default_collation_for_utf8mb4",
        "utf8mb4_bin",
        (3721, "Invalid default collation utf8mb4_bin: utf8mb4_0900_ai_ci or utf8mb4_general_ci expected"),
    ),
    ("binlog_format", "x", wrong_value("binlog_format", "x")),
    ("binlog_format", 7, wrong_value("binlog_format", 7)),
    ("binlog_format", Decimal("1.5"), wrong_type("binlog_format")),
    ("binlog_format", None, wrong_value("binlog_format", "NULL")),
    ("binlog_format", " row", wrong_value("binlog_format", " row")),
    (
        "binlog_format",
        "statement",
        [(1287, "'@@binlog_format' is deprecated and will be removed in a future release.")],
    ),
    ("binlog_row_value_options", "x", wrong_value("binlog_row_value_options", "x")),
    ("binlog_row_value_options", 2, wrong_value("binlog_row_value_options", 2)),
    (
        "binlog_row_value_options",
        1,
        [
            (
                3647,
                "When binlog_row_image=FULL, the option binlog_row_value_options=PARTIAL_JSON will be used only for "
                "the after-image. Full values will be written in the before-image, so the saving in disk space due to "
                "binlog_row_value_options is limited to less than 50%.",
            )
        ],
    ),
    (
        "binlog_transaction_compression_level_zstd",
        50,
        truncated("binlog_transaction_compression_level_zstd", 50),
    ),
    ("gtid_next", "x", (1774, "Malformed GTID specification 'x'.")),
    ("gtid_next", 1, wrong_type("gtid_next")),
    ("gtid_next", None, wrong_value("gtid_next", "NULL")),
    ("gtid_next", "anonymous", (1782, "@@SESSION.GTID_NEXT cannot be set to ANONYMOUS when @@GLOBAL.GTID_MODE = ON.")),
    ("sql_log_bin", 5, wrong_value("sql_log_bin", 5)),
    (
        "explicit_defaults_for_timestamp",
        0,
        [(1287, "'explicit_defaults_for_timestamp' is deprecated and will be removed in a future release.")],
    ),
    ("pseudo_replica_mode", 0, [(1231, "'pseudo_replica_mode' change was ineffective.")]),
    ("optimizer_switch", "x=off", wrong_value("optimizer_switch", "x=off")),
    ("long_query_time", -1, truncated("long_query_time", -1)),
    (
        "enable_cascade_triggers",
        1,
        [(1681, "'enable_cascade_triggers' is deprecated and will be removed in a future release.")],
    ),
]


@pytest.mark.parametrize(("name", "value", "expected"), SESSION_CASES)
def test_set_session(session: SessionVariables, name: str, value: Any, expected: Any) -> None:
    before = None if name == "nosuch" or name == "tx_isolation" else session.get(name)
    assert outcome(session.set, name, value) == expected
    if isinstance(expected, tuple) and before is not None:
        assert session.get(name) == before


GLOBAL_CASES: list[tuple[str, Any, Any, Any]] = [
    ("max_binlog_size", 1, truncated("max_binlog_size", 1), 4096),
    ("max_binlog_size", 10000, truncated("max_binlog_size", 10000), 8192),
    ("max_binlog_size", -1, truncated("max_binlog_size", -1), 4096),
    ("max_binlog_size", 99999999999, truncated("max_binlog_size", 99999999999), 1073741824),
    ("max_binlog_size", "abc", wrong_type("max_binlog_size"), 1073741824),
    ("max_binlog_size", None, wrong_type("max_binlog_size"), 1073741824),
    ("sync_binlog", -5, truncated("sync_binlog", -5), 0),
    ("server_id", True, [], 1),
    ("server_id", 4294967296, truncated("server_id", 4294967296), 4294967295),
    ("binlog_checksum", "none", [], "NONE"),
    (
        "sql_log_bin",
        1,
        (1228, "Variable 'sql_log_bin' is a SESSION variable and can't be used with SET GLOBAL"),
        None,
    ),
    (
        "gtid_next",
        "AUTOMATIC",
        (1228, "Variable 'gtid_next' is a SESSION variable and can't be used with SET GLOBAL"),
        None,
    ),
    ("gtid_executed", "x", (1238, READ_ONLY.format("gtid_executed")), ""),
    ("gtid_purged", "x", wrong_value("gtid_purged", "x"), ""),
    (
        "enforce_gtid_consistency",
        "OFF",
        (1779, "GTID_MODE = ON requires ENFORCE_GTID_CONSISTENCY = ON."),
        "ON",
    ),
    ("enforce_gtid_consistency", 5, wrong_value("enforce_gtid_consistency", 5), "ON"),
    ("gtid_mode", "on_permissive", [], "ON_PERMISSIVE"),
    ("gtid_mode", 5, wrong_value("gtid_mode", 5), "ON"),
]


@pytest.mark.parametrize(("name", "value", "expected", "kept"), GLOBAL_CASES)
def test_set_global(name: str, value: Any, expected: Any, kept: Any) -> None:
    variables = GlobalVariables()
    assert outcome(variables.set, name, value) == expected
    if kept is not None:
        assert variables.get(name) == kept
