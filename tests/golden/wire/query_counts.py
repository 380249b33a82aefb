"""What counts for an account's MAX_QUERIES_PER_HOUR: by command, how many fewer it may ask then.

`python -m tests.golden.wire.query_counts [--real HOST:PORT]` asks a real server and writes query_counts.json.
"""

from __future__ import annotations

import argparse
import json
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pymysql
from pymysql.constants import COMMAND

from binwriter.integration.mysql import running_server
from tests.golden.wire.raw_client import prepared

ANSWERS = Path(__file__).with_suffix(".json")
LIMIT = 8
_ACCOUNT = (
    "DROP USER IF EXISTS counted",
    f"CREATE USER counted WITH MAX_QUERIES_PER_HOUR {LIMIT}",
    "GRANT ALL ON counted.* TO counted",
)
_TABLE = ("CREATE DATABASE IF NOT EXISTS counted", "CREATE TABLE IF NOT EXISTS counted.t (i INT)")
_SWITCH_OFF = struct.pack("<H", 1)
PACKETS = {
    "nothing": (),
    "COM_INIT_DB": ((COMMAND.COM_INIT_DB, b"counted"),) * 2,
    "COM_PING": ((COMMAND.COM_PING, b""),) * 2,
    "COM_STATISTICS": ((COMMAND.COM_STATISTICS, b""),) * 2,
    "COM_RESET_CONNECTION": ((31, b""),) * 2,
    "COM_SET_OPTION": ((COMMAND.COM_SET_OPTION, _SWITCH_OFF),) * 2,
    "COM_STMT_PREPARE of no statement": ((COMMAND.COM_STMT_PREPARE, b"selct 1"),) * 2,
    "COM_QUERY of no statement": ((COMMAND.COM_QUERY, b"selct 1"),) * 2,
    "COM_QUERY of nothing": ((COMMAND.COM_QUERY, b""),) * 2,
}
PREPARED = ("SELECT 1", "SELECT * FROM counted.t")
QUERIES = {
    "USE": ("USE counted", "USE counted"),
    "no table": ("SELECT * FROM counted.missing",),
    "SELECT": ("SELECT * FROM counted.t",),
    "SHOW": ("SHOW WARNINGS", "SHOW TABLES FROM counted"),
    "PREPARE": ("PREPARE p FROM 'SELECT 1'", "EXECUTE p", "EXECUTE p", "DEALLOCATE PREPARE p"),
}


class Client(pymysql.Connection):  # type: ignore[type-arg]
    """One that asks nothing by itself."""

    def set_character_set(self, charset: str, collation: str | None = None) -> None:
        """The handshake has said it."""


def answers_of(host: str, port: int) -> dict[str, int]:
    """By what was done before, how many queries it counted for."""
    found: dict[str, int] = {}
    with pymysql.connect(host=host, port=port, user="root", autocommit=None) as root, root.cursor() as asks:
        for statement in _TABLE:
            asks.execute(statement)

        def counted(name: str, database: str | None = None) -> Iterator[Any]:
            for statement in _ACCOUNT:
                asks.execute(statement)
            with Client(host=host, port=port, user="counted", database=database, autocommit=None) as client:
                yield client
                left = 0
                with suppress(pymysql.MySQLError):
                    while True:
                        client.query("DO 1")
                        left += 1
                found[name] = LIMIT - left

        for _ in counted("a database at login", "counted"):
            pass
        for name, packets in PACKETS.items():
            for client in counted(name):
                for command, body in packets:
                    client._execute_command(command, body)
                    with suppress(pymysql.MySQLError):
                        client._read_packet()
        for statement in PREPARED:
            for client in counted(f"prepared {statement}"):
                for _ in range(2):
                    prepared(client, statement)
        for name, queries in QUERIES.items():
            for client in counted(name):
                for query in queries:
                    with suppress(pymysql.MySQLError):
                        client.query(query)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", metavar="HOST:PORT")
    real = parser.parse_args().real
    if real:
        host, _, port = real.partition(":")
        answers = answers_of(host, int(port))
    else:
        with running_server() as server:
            answers = answers_of(server.host, server.port)
    ANSWERS.write_text(json.dumps(answers, indent=0) + "\n")


if __name__ == "__main__":
    main()
