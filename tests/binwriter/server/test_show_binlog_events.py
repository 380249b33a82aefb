"""SHOW BINLOG EVENTS FROM and LIMIT with numbers of any size. The errors are a 9.7.4's."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.server.server import Server

_UNREADABLE = (
    "Error when executing command SHOW BINLOG EVENTS: Error reading Log_event at position {}: Failed decoding event: "
    "I/O error reading log event"
)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (9223372036854775807, 9223372036854775807),
        (9223372036854775808, 9223372036854775808),
        (18446744073709551615, 18446744073709551615),
        (999999999999999999999999999999, 18446744073709551615),
    ],
)
def test_no_file_has_such_a_position(tmp_path: Path, asked: int, told: int) -> None:
    with Server(tmp_path / "log") as server:
        error = server.connect().run(f"SHOW BINLOG EVENTS FROM {asked} LIMIT 1").error
    assert error is not None and (error.code, error.message) == (1220, _UNREADABLE.format(told))


def test_behind_the_end_there_are_none_and_limits_may_be_large(tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server:
        session = server.connect()
        assert session.run("SHOW BINLOG EVENTS FROM 999999999").rows == ()
        whole = session.run("SHOW BINLOG EVENTS").rows
        assert session.run("SHOW BINLOG EVENTS LIMIT 1, 9223372036854775807").rows == whole[1:]
