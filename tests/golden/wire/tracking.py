"""What OK packets say of the session, by statement: `python -m tests.golden.wire.tracking` asks a real server."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pymysql

from binwriter.integration.mysql import running_server

ANSWERS = Path(__file__).with_suffix(".json")
SESSION_TRACK = 1 << 23
_UUID = re.compile(rb"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9-]+")

STATEMENTS = (
    "DROP DATABASE IF EXISTS track",
    "CREATE DATABASE track",
    "USE track",
    "USE track",
    "SET autocommit = 0",
    "SET autocommit = 1",
    "SET autocommit = 1",
    "SET NAMES latin1",
    "SET NAMES utf8mb4",
    "SET character_set_results = NULL",
    "SET character_set_results = utf8mb4",
    "SET time_zone = '+02:00'",
    "SET sql_mode = ''",
    "SET @a = 1",
    "CREATE TABLE t (i INT)",
    "INSERT INTO t VALUES (1), (2)",
    "UPDATE t SET i = 3",
    "SET session_track_state_change = 1",
    "SET time_zone = '+03:00'",
    "SET session_track_state_change = 0",
    "SET session_track_system_variables = 'sql_mode,autocommit'",
    "SET sql_mode = 'ANSI'",
    "SET time_zone = '+00:00'",
    "SET session_track_schema = 0",
    "USE track",
    "SET session_track_schema = 1",
    "SET session_track_gtids = OWN_GTID",
    "INSERT INTO t VALUES (5)",
    "BEGIN",
    "INSERT INTO t VALUES (6)",
    "COMMIT",
    "SET session_track_gtids = OFF",
    "INSERT INTO t VALUES (7)",
    "DROP DATABASE track",
)


def answers_of(connection: pymysql.Connection[Any]) -> list[list[Any]]:
    """(statement, status flag of a changed state, what stands behind the counts) of each. The connection has asked for
    CLIENT_SESSION_TRACK."""
    found = []
    for sql in STATEMENTS:
        connection.query(sql)
        result = connection._result  # type: ignore[attr-defined]
        said = _UUID.sub(b"UUID:N", result.message or b"")
        found.append([sql, bool(result.server_status & 1 << 14), said.hex()])
    return found


def main() -> None:
    with running_server(("--gtid-mode=ON", "--enforce-gtid-consistency=ON")) as server:
        connection = server.connect(client_flag=SESSION_TRACK, autocommit=True)
        lines = ",\n".join(json.dumps(answer) for answer in answers_of(connection))
    ANSWERS.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
