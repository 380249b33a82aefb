"""The peer of the bulk benchmarks: a real mysqld doing the same work with generous settings, on all cores.

Statements run inside stored procedures and LOAD DATA, so no client is waited for; nothing is synced to disk.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from binwriter.integration.mysql import MySQLServer, running_server

SCHEMA = """\
CREATE TABLE shop.orders (
  id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  customer_id INT NOT NULL,
  qty SMALLINT,
  name VARCHAR(64),
  email VARCHAR(50),
  amount DECIMAL(12,2),
  price DOUBLE,
  created_at DATETIME(6) NOT NULL,
  updated_at TIMESTAMP(3) NULL,
  doc BLOB
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4
"""

OPTIONS = (
    "--server-id=1",
    "--gtid-mode=ON",
    "--enforce-gtid-consistency=ON",
    "--binlog-format=ROW",
    "--sync-binlog=0",
    "--innodb-flush-log-at-trx-commit=0",
    "--innodb-doublewrite=OFF",
    "--innodb-buffer-pool-size=4G",
    "--innodb-redo-log-capacity=4G",
    "--max-connections=50",
    "--mysqlx=OFF",
)

CONNECTIONS = 2
_PROCEDURE = """\
CREATE PROCEDURE shop.fill(first BIGINT, many INT)
BEGIN
  DECLARE n INT DEFAULT 0;
  WHILE n < many DO
    INSERT INTO shop.orders VALUES (
      first + n, n * 7919, n % 199 - 99, 'lkjhgfdsapoiuytrew', 'qwertzuiopasdfghjklyxcvbn', n * 1.25, n / 7,
      '2026-01-01 00:00:00.123456', '2026-01-01 00:00:00.123', 'mnbvcxylkjhgfdsapoiuztrewqmnbvcxyasdfghj');
    SET n = n + 1;
  END WHILE;
END
"""
_FILE = "orders.csv"


@dataclass(frozen=True, slots=True)
class Work:
    """What was logged in how long. bytes: the binary log's growth; units: transactions or rows."""

    bytes: int
    units: int
    seconds: float

    @property
    def megabytes(self) -> float:
        """MB (10^6 bytes) a second."""
        return self.bytes / self.seconds / 1e6

    @property
    def rate(self) -> float:
        """Units a second."""
        return self.units / self.seconds


@dataclass
class Peer:
    """A running mysqld with the table."""

    server: MySQLServer
    _next: int = 0

    def single_rows(self, rows: int = 40_000) -> Work:
        """Transactions of one INSERT of one row, on several connections."""
        each = rows // CONNECTIONS
        first, self._next = self._next, self._next + rows
        calls = [f"CALL shop.fill({first + part * each}, {each})" for part in range(CONNECTIONS)]
        return self._measure(calls, each * CONNECTIONS)

    def load_data(self, rows: int = 200_000) -> Work:
        """LOAD DATA of files of that many rows, one on each connection: rows events of 8 KiB."""
        names = []
        for part in range(CONNECTIONS):
            name = f"{part}{_FILE}"
            first, self._next = self._next, self._next + rows
            self.server.put_file(name, b"".join(_line(number) for number in range(first, first + rows)))
            names.append(name)
        folder = self.server.execute("SELECT @@datadir")[0][0]
        calls = [f"LOAD DATA INFILE '{folder}{name}' INTO TABLE shop.orders FIELDS TERMINATED BY ','" for name in names]
        try:
            return self._measure(calls, rows * CONNECTIONS)
        finally:
            for name in names:
                self.server.remove_file(name)

    def _measure(self, statements: list[str], units: int) -> Work:
        self.server.execute("TRUNCATE TABLE shop.orders", "RESET BINARY LOGS AND GTIDS")
        before = self._logged()
        threads = [threading.Thread(target=self._run, args=(statement,)) for statement in statements]
        start = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seconds = time.perf_counter() - start
        return Work(self._logged() - before, units, seconds)

    def _run(self, statement: str) -> None:
        with self.server.connect(autocommit=True) as connection, connection.cursor() as cursor:
            cursor.execute(statement)

    def _logged(self) -> int:
        return sum(int(row[1]) for row in self.server.execute("SHOW BINARY LOGS"))


def _line(number: int) -> bytes:
    text = (
        f"{number},{number * 7919 % 2**31},{number % 199 - 99},lkjhgfdsapoiuytrew,qwertzuiopasdfghjklyxcvbn,"
        f"{number % 10**9}.25,{number / 7},2026-01-01 00:00:00.123456,2026-01-01 00:00:00.123,"
        "mnbvcxylkjhgfdsapoiuztrewqmnbvcxyasdfghj\n"
    )
    return text.encode()


@contextmanager
def peer() -> Iterator[Peer]:
    """A mysqld with the table, removed afterwards. Raises ServerUnavailableError where none can be had."""
    with running_server(OPTIONS) as server:
        server.execute("CREATE DATABASE shop", SCHEMA, _PROCEDURE)
        yield Peer(server)


def processor_time(server: MySQLServer) -> float:
    """Seconds that all threads of a mysqld in a container have used, in user code and in the kernel."""
    fields = server.run("cat /proc/1/stat", shell=True).stdout.rpartition(b")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def best(work: Callable[[], Work], rounds: int = 3) -> Work:
    """The quickest of some rounds: the peer's best, so that a ratio to it flatters nobody."""
    return max((work() for _ in range(rounds)), key=lambda done: done.rate)
