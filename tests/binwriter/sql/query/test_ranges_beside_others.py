"""Rows are locked, and the ends of ranges tested, once there is a second connection: answers stay what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter import Server


@pytest.mark.parametrize("with_another", [False, True])
@pytest.mark.parametrize("bounds", ["'2020-01-01' AND 'abc'", "'abc' AND '2030-01-01'", "CONCAT('a', 'b') AND NOW()"])
def test_a_bound_that_is_no_date_is_warned_of(tmp_path: Path, bounds: str, with_another: bool) -> None:
    """As the real server answers it (clusters/moments_beside_constant_texts)."""
    with Server(tmp_path) as server:
        session = server.connect()
        session.execute("CREATE DATABASE test")
        session.execute("USE test")
        session.execute("CREATE TABLE c (id INT PRIMARY KEY, d DATE)")
        session.execute("INSERT INTO c VALUES (1, '2024-01-01'), (2, NULL)")
        if with_another:
            server.connect(database="test").execute("SELECT 1")
        result = session.run(f"SELECT id FROM c WHERE d BETWEEN {bounds}")
        assert result.error is None
        assert [warning.code for warning in result.diagnostics] == [1292]
