"""The error log that `--server log-error=FILE` asks for: lines as a 9.7.4 writes them, which tests look for."""

from __future__ import annotations

import re
from pathlib import Path

import pymysql

from binwriter.live.error_log import error_log
from binwriter.live.serving import Serving
from binwriter.server.server import Server

_LINE = re.compile(r"[-0-9]{10}T[0-9:.]{15}Z (\d+) (\[\w+\] \[MY-\d{6}\]) \[Server\] (.*)")
_STATEMENTS = (
    "CREATE DATABASE d",
    "CREATE TABLE d.t (a DOUBLE)",
    "INSERT INTO d.t VALUES (UUID_SHORT())",
    "SHOW WARNINGS",
    "SET GLOBAL log_statements_unsafe_for_binlog = OFF",
    "INSERT INTO d.t VALUES (UUID_SHORT())",
)


def test_it_tells_of_options_unsafe_statements_and_the_end(tmp_path: Path) -> None:
    options = ["log-error=err.log", "binlog_max_flush_queue_time=0", "binlog-format=STATEMENT"]
    with (
        Server(tmp_path, options) as server,
        error_log(server, tmp_path, options) as log,
        Serving(server) as serving,
    ):
        assert log is not None
        log.ready(None, serving.port)
        with pymysql.connect(host=serving.host, port=serving.port, user="root", autocommit=True) as client:
            for sql in _STATEMENTS:
                client.cursor().execute(sql)
            thread = str(client.thread_id())
    lines = [_LINE.fullmatch(line) for line in (tmp_path / "err.log").read_text().splitlines()]
    told = [line.groups() for line in lines if line is not None]
    assert len(told) == len(lines) == 5
    assert [(number, kind) for number, kind, _ in told] == [
        ("0", "[Warning] [MY-011070]"),
        ("0", "[Warning] [MY-011069]"),
        ("0", "[System] [MY-010931]"),
        (thread, "[Warning] [MY-010908]"),
        ("0", "[System] [MY-010910]"),
    ]
    assert told[3][2].endswith(
        "because it uses a system function that may return a different value on the replica. "
        "Statement: INSERT INTO d.t VALUES (UUID_SHORT())"
    )
