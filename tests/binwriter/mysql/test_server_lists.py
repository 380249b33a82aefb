"""What a server lists, as captured."""

from __future__ import annotations

from binwriter.mysql.server_lists import COLLATIONS, GLOBAL_STATUS_NAMES, PLUGINS, STATUS_NAMES


def test_names_of_status_variables_may_hold_spaces() -> None:
    assert "option_tracker_usage:JSON Duality View" in STATUS_NAMES


def test_some_status_variables_are_the_sessions_alone() -> None:
    assert set(GLOBAL_STATUS_NAMES) < set(STATUS_NAMES)


def test_cells_are_numbers_and_nulls_where_the_server_has_them() -> None:
    assert ("utf8mb4_0900_ai_ci", "utf8mb4", 255, "Yes", "Yes", 0, "NO PAD") in COLLATIONS
    assert ("binlog", "ACTIVE", "STORAGE ENGINE", None, "GPL") in PLUGINS
