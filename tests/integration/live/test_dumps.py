"""mysqldump of a served Server is that of a real one in the same state, line by line."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pymysql
import pytest

from binwriter.chance import system_chance
from binwriter.integration.mysql import MySQLServer
from binwriter.live.serving import Serving, Settings
from binwriter.live.tls import own_context
from binwriter.server.server import Server
from tests.golden.answers.capture import statements
from tests.integration.live.conftest import gateway

pytestmark = [pytest.mark.mysql, pytest.mark.slow]

_OPTIONS = ("--routines", "--events", "--triggers", "--single-transaction", "--set-gtid-purged=OFF", "--source-data=2")
# what is another one each time: names of machines, positions, times, the values of UUID()
_CHANGING = re.compile(
    r"-- Host: .*|-- CHANGE REPLICATION SOURCE .*|-- Dump completed .*"
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f-]{17}"
)


def _prepared(connect: Callable[..., Any]) -> None:
    with connect(charset="utf8mb4", autocommit=True) as connection, connection.cursor() as cursor:
        for statement in statements("state.sql"):
            cursor.execute(statement)
            cursor.fetchall()


def _dump(server: MySQLServer, host: str, port: int) -> list[str]:
    place = (f"-h{host}", f"-P{port}", "-uroot", "--protocol=TCP")
    result = server.run(["mysqldump", *place, *_OPTIONS, "--databases", "shop", "latin"])
    assert result.exit_code == 0, result.stderr
    return [_CHANGING.sub("", line) for line in result.stdout.decode().splitlines()]


def test_a_dump_of_a_served_server_is_that_of_a_real_one(replica: MySQLServer, tmp_path: Path) -> None:
    _prepared(replica.connect)
    wanted = _dump(replica, "127.0.0.1", 3306)
    settings = Settings("0.0.0.0", users={"root": ""}, tls=own_context(tmp_path / "tls"), plain_from_anywhere=True)
    with (
        Server(tmp_path / "log", ("server-id=2",), chance=system_chance()) as server,
        Serving(server, settings) as serving,
    ):
        _prepared(lambda **options: pymysql.connect(host="127.0.0.1", port=serving.port, user="root", **options))
        assert _dump(replica, gateway(replica), serving.port) == wanted
