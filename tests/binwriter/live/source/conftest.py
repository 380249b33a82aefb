"""A served Server, and clients of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pymysql
import pytest

from binwriter.chance import system_chance
from binwriter.live.serving import Serving
from binwriter.server.server import Server

OPTIONS = ("gtid_mode=ON", "enforce_gtid_consistency=ON")
Connect = Callable[[], Any]


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with Server(tmp_path / "log", OPTIONS, chance=system_chance()) as server, Serving(server) as served:
        yield served


@pytest.fixture
def connect(serving: Serving) -> Iterator[Connect]:
    """Makes connections, which are closed at the end."""
    made = []

    def connected() -> Any:
        made.append(
            pymysql.connect(host=serving.host, port=serving.port, user="root", autocommit=True, read_timeout=60)
        )
        return made[-1]

    yield connected
    for connection in made:
        if connection.open:
            connection._force_close()
