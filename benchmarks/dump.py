"""How fast a served log is sent, as a ratio to a mysqld that sends the same files: `python -m benchmarks.dump`.

The server makes the log (rows events of 8 KiB, and one of small transactions), sends it to a client that only counts
bytes, and then binwriter sends copies of its files to the same client. Needs the Docker image of the tests.
"""

from __future__ import annotations

import argparse
import socket
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pymysql

from binwriter.chance import system_chance
from binwriter.integration.machines import Container
from binwriter.integration.mysql import running_server
from binwriter.live.serving import Serving
from binwriter.live.source.folder import FolderLog
from binwriter.live.source.folder_server import FolderServer
from tests.golden.dumps.cases import CRC, DUMP, dump

_OPTIONS = ("--server-id=1", "--log-bin=binlog", "--gtid-mode=ON", "--enforce-gtid-consistency=ON", "--sync-binlog=0")
_ROWS = "INSERT INTO d.big (b) SELECT REPEAT('x', 3000) FROM d.numbers"
_BUFFER = 1 << 20


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=400, help="of the log; 400 by default")
    parser.add_argument("--rounds", type=int, default=3, help="the best of so many counts; 3 by default")
    arguments = parser.parse_args()
    with running_server((*_OPTIONS, "--innodb-flush-log-at-trx-commit=0"), own=True) as server:
        assert isinstance(server.machine, Container)
        server.execute("CREATE DATABASE d", "CREATE TABLE d.numbers (n INT)", "CREATE TABLE d.big (b VARCHAR(4000))",
                       "CREATE TABLE d.small (a INT PRIMARY KEY AUTO_INCREMENT)")  # fmt: skip
        server.execute("INSERT INTO d.numbers VALUES " + ", ".join(f"({number})" for number in range(1000)))
        server.execute("SET GLOBAL max_binlog_size = 1073741824")
        with server.connect(autocommit=True) as connection, connection.cursor() as cursor:
            for _ in range(arguments.megabytes // 3):
                cursor.execute(_ROWS)
                cursor.execute("TRUNCATE d.big")
            cursor.execute("FLUSH BINARY LOGS")
            connection.begin()
            for place in range(20000):
                cursor.execute("INSERT INTO d.small () VALUES ()")
                if place % 3 == 0:
                    connection.commit()
            connection.commit()
            cursor.execute("FLUSH BINARY LOGS")
        with tempfile.TemporaryDirectory() as folder:
            for name, data in server.fetch_binlogs().items():
                Path(folder, name).write_bytes(data)
            log = FolderLog(folder)
            with FolderServer(log, Path(folder, "own"), chance=system_chance()) as ours, Serving(ours) as serving:
                for name, what in (("binlog.000001", "rows of 3 KB"), ("binlog.000002", "small transactions")):
                    size = log.path(name).stat().st_size
                    best: dict[str, float] = {}
                    for _ in range(arguments.rounds):
                        for who, host, port in (
                            ("mysqld", server.machine.inner_address(), 3306),
                            ("binwriter", serving.host, serving.port),
                        ):
                            seconds = _receive(host, port, name, size)
                            best[who] = min(seconds, best.get(who, seconds))
                    rates = ", ".join(f"{who} {size / seconds / 1e6:,.0f} MB/s" for who, seconds in best.items())
                    ratio = best["mysqld"] / best["binwriter"]
                    print(f"{what} ({size / 1e6:,.0f} MB): {rates}, ratio {ratio:.2f}")
    return 0


def _receive(host: str, port: int, name: str, size: int) -> float:
    """Seconds until so many bytes have come."""
    connection: Any = pymysql.connect(host=host, port=port, user="root", ssl_disabled=True)
    with connection.cursor() as cursor:
        cursor.execute(CRC)
    taken: socket.socket = connection._sock
    buffer = bytearray(_BUFFER)
    began = time.perf_counter()
    connection._execute_command(DUMP, dump(name))
    left = size
    while left > 0:
        left -= taken.recv_into(buffer)
    seconds = time.perf_counter() - began
    connection._force_close()
    return seconds


if __name__ == "__main__":
    sys.exit(main())
