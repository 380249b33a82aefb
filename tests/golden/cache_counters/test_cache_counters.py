"""The counters of binary log caches grow as those of a 9.7.4 (`counted.txt`)."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from binwriter.errors import MySQLError
from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from tests.golden.cache_counters.capture import COUNTED, NAMES, lines_of


@pytest.mark.slow
def test_caches_are_counted_as_a_server_counts_them(tmp_path: Path) -> None:
    with Server(tmp_path, DEFAULT_SERVER_OPTIONS) as server:
        session, other = server.connect(), server.connect()

        def execute(sql: str) -> None:
            with contextlib.suppress(MySQLError):
                session.execute(sql)

        def counters() -> list[int]:
            known = dict(other.execute("SHOW GLOBAL STATUS LIKE 'Binlog%cache%use'").rows)
            return [int(known[name]) for name in NAMES]

        given = lines_of(execute, counters)
    assert given == COUNTED.read_text().splitlines()
