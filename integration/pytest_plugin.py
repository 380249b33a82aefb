"""Fixtures for tests that need a real MySQL server: `mysql_server`, and `clean_mysql`, which is empty."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from binwriter.integration.mysql import MySQLServer, running_server, unavailable_reason


@pytest.fixture(scope="session")
def mysql_server() -> Iterator[MySQLServer]:
    """One server for the whole run. Skips, saying why, where none can be had; fails if BINWRITER_REQUIRE_MYSQL is 1."""
    reason = unavailable_reason()
    if reason is not None:
        if os.environ.get("BINWRITER_REQUIRE_MYSQL") == "1":
            pytest.fail(f"a real MySQL server is required: {reason}", pytrace=False)
        pytest.skip(f"no real MySQL server: {reason}")
    with running_server() as server:
        yield server


@pytest.fixture
def clean_mysql(mysql_server: MySQLServer) -> MySQLServer:
    """The server without user databases and with an empty binary log."""
    mysql_server.reset()
    return mysql_server
