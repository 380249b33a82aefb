"""The mode bits in the state of events, by era."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.mysql.sql_mode import sql_mode_bits
from binwriter.server.server import Server


@pytest.mark.parametrize(("version", "old"), [("9.7", False), ("8.0", False), ("5.7", True)])
def test_traditional_stands_for_no_auto_create_user_up_to_5_7(version: str, old: bool, tmp_path: Path) -> None:
    """Seen on a 9.7.4 (status variable 1 of a Query event) and on a 5.7.29."""
    with Server(tmp_path, profile=version) as server:
        session = server.connect()
        session.execute("SET sql_mode = 'TRADITIONAL'")
        state = session.log_statement_state(0).session
    assert bool(state.sql_mode & sql_mode_bits("NO_AUTO_CREATE_USER", old_modes=True)) is old
