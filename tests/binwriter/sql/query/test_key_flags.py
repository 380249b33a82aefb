"""What columns of results tell of keys; the flags are those that a 9.7.4 sends."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter import Server

_BOTH = 16384 | 8  # PART_KEY, MULTIPLE_KEY


@pytest.mark.parametrize(
    ("keys", "flags"),
    [
        ("PRIMARY KEY (a), KEY (a, b)", _BOTH | 2),
        ("PRIMARY KEY (a), UNIQUE (a)", 16384 | 4 | 2),
        ("PRIMARY KEY (a, b), KEY (a)", _BOTH | 2),
        ("PRIMARY KEY (b), UNIQUE (a), KEY (a, b)", _BOTH | 4),
        ("PRIMARY KEY (b), KEY (a)", _BOTH),
    ],
)
def test_a_key_that_begins_with_a_column_is_told_of_beside_others(keys: str, flags: int, tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server:
        session = server.connect()
        session.execute("CREATE DATABASE d")
        session.execute(f"CREATE TABLE d.t (a INT NOT NULL, b INT NOT NULL, {keys})")
        described = session.execute("SELECT a FROM d.t").described
        assert described is not None
        assert described()[0].flags & (16384 | 8 | 4 | 2) == flags
