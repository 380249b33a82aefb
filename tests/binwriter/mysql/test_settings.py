"""Typed values of a session's variables: of the session's types, and made anew behind every change."""

from __future__ import annotations

import pytest

from binwriter.formats.servers import PROFILES
from binwriter.mysql.session_modes import BinlogFormat, RowImage
from binwriter.mysql.variables.scopes import GlobalVariables, SessionVariables
from binwriter.mysql.variables.settings import Settings


@pytest.mark.parametrize("version", sorted(PROFILES))
def test_every_version_has_them_all(version: str) -> None:
    variables = SessionVariables(GlobalVariables(profile=PROFILES[version]))
    settings = variables.settings
    assert isinstance(settings.binlog_format, BinlogFormat) and isinstance(settings.binlog_row_image, RowImage)
    for name in Settings.__annotations__:
        value = variables.get(name)
        if isinstance(getattr(settings, name), bool | int):
            assert getattr(settings, name) == value


def test_a_change_of_either_scope_is_seen_at_once() -> None:
    server = GlobalVariables()
    first, second = SessionVariables(server), SessionVariables(server)
    before = second.settings
    assert second.settings is before
    first.set("sql_log_bin", False)
    first.set("sql_mode", "ANSI_QUOTES,PIPES_AS_CONCAT")
    assert (first.settings.sql_log_bin, second.settings.sql_log_bin) == (False, True)
    assert first.settings.sql_mode == {"ANSI_QUOTES", "PIPES_AS_CONCAT"}
    server.assign("log_bin_trust_function_creators", True)
    assert first.settings.log_bin_trust_function_creators and second.settings.log_bin_trust_function_creators


def test_no_mode_is_no_flag() -> None:
    variables = SessionVariables(GlobalVariables())
    variables.set("sql_mode", "")
    assert variables.settings.sql_mode == frozenset()
