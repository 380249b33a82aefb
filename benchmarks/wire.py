"""sysbench's oltp_read_write through prepared statements of the binary protocol: what a transaction costs the server.

    python benchmarks/wire.py [--transactions N] [--against FOLDER] [--plain] [--others N] [--api] [--bare] [--rhythm]
        [--rounds N] [--turns N]

20 statements a transaction, one table of 10,000 rows. Figures are processor time of the program that serves, the
client's left out. --against: another checkout, in turns; --plain: without TLS; --others: further connections that do
nothing, so that locks are kept; --api: the same statements through `Session.prepare`, too; --bare: a server that does
nothing but read so many commands and send as many bytes: what the system's calls alone cost. --rhythm: what a
processor that sleeps while the client thinks makes dearer, by the same rhythm on both sides: the Python API with a
pause before each statement, as the wire has it; and the wire by a client that sends a transaction ahead, so that the
server never waits, as the Python API has it. --turns: with --against, both servers at once, ten transactions of each
in turn so often: ratios hold on a machine with other work. No test looks at these figures.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymysql

_HERE = Path(__file__).resolve().parent.parent
_ROWS, _RANGE = 10_000, 100
_TABLE = """CREATE TABLE sbtest1 (id INT NOT NULL AUTO_INCREMENT, k INT NOT NULL DEFAULT 0,
c CHAR(120) NOT NULL DEFAULT '', pad CHAR(60) NOT NULL DEFAULT '', PRIMARY KEY (id))"""
_QUERY, _PREPARE, _EXECUTE, _OK, _EOF = 0x03, 0x16, 0x17, 0x00, 0xFE
_POINT = "SELECT c FROM sbtest1 WHERE id=?"
_RANGES = (
    "SELECT c FROM sbtest1 WHERE id BETWEEN ? AND ?",
    "SELECT SUM(k) FROM sbtest1 WHERE id BETWEEN ? AND ?",
    "SELECT c FROM sbtest1 WHERE id BETWEEN ? AND ? ORDER BY c",
    "SELECT DISTINCT c FROM sbtest1 WHERE id BETWEEN ? AND ? ORDER BY c",
)
_ADD, _SET = "UPDATE sbtest1 SET k=k+1 WHERE id=?", "UPDATE sbtest1 SET c=? WHERE id=?"
_DELETE, _INSERT = "DELETE FROM sbtest1 WHERE id=?", "INSERT INTO sbtest1 (id, k, c, pad) VALUES (?, ?, ?, ?)"


class Client:
    """Prepared statements as the C library sends them; PyMySQL has the login and the packets."""

    def __init__(self, connection: Any) -> None:
        self._connection, self._numbers = connection, dict[str, int]()

    def _payload(self) -> bytes:
        return bytes(self._connection._read_packet()._data)

    def _prepared(self, sql: str) -> int:
        if sql not in self._numbers:
            self._connection._execute_command(_PREPARE, sql)
            number, columns, parameters = struct.unpack_from("<IHH", self._payload(), 1)
            for count in (parameters, columns):
                for _ in range(count + bool(count)):
                    self._payload()
            self._numbers[sql] = number
        return self._numbers[sql]

    def execute(self, sql: str, *values: int | str) -> int:
        """The number of rows."""
        types = b"".join(b"\x08\0" if isinstance(value, int) else b"\xfd\0" for value in values)
        data = b"".join(
            struct.pack("<q", value) if isinstance(value, int) else bytes((len(value),)) + value.encode()
            for value in values
        )
        head = struct.pack("<IBI", self._prepared(sql), 0, 1) + bytes((len(values) + 7) // 8) + b"\1"
        self._connection._execute_command(_EXECUTE, head + types + data)
        return self._rows()

    def _rows(self) -> int:
        first = self._payload()
        if first[0] == _OK:
            return 0
        for _ in range(first[0] + 1):
            self._payload()
        rows = 0
        while not ((payload := self._payload())[0] == _EOF and len(payload) < 9):
            rows += 1
        return rows

    def query(self, sql: str) -> None:
        self._connection.query(sql)

    def transaction(self) -> None:
        """One of oltp_read_write."""
        self.query("BEGIN")
        for _ in range(10):
            assert self.execute(_POINT, _row()) == 1
        for sql in _RANGES:
            first = random.randint(1, _ROWS - _RANGE)
            self.execute(sql, first, first + _RANGE - 1)
        self.execute(_ADD, _row())
        self.execute(_SET, _digits(10), _row())
        row = _row()
        self.execute(_DELETE, row)
        self.execute(_INSERT, row, _row(), _digits(10), _digits(5))
        self.query("COMMIT")


class Ahead(Client):
    """The answers of a transaction are read when the next one is sent."""

    def __init__(self, connection: Any) -> None:
        super().__init__(connection)
        self._waiting, self._sent = 0, 0

    def _rows(self) -> int:
        self._sent += 1
        return 1

    def query(self, sql: str) -> None:
        self._connection._execute_command(_QUERY, sql)
        self._sent += 1

    def transaction(self) -> None:
        super().transaction()
        self._read(self._waiting)
        self._waiting, self._sent = self._sent, 0

    def read_all(self) -> None:
        self._read(self._waiting)
        self._waiting = 0

    def _read(self, answers: int) -> None:
        for _ in range(answers):
            self._connection._next_seq_id = 1
            super()._rows()

    def _prepared(self, sql: str) -> int:
        if sql not in self._numbers:
            self.read_all()
            self._read(self._sent)
            self._sent = 0
        return super()._prepared(sql)


def _row() -> int:
    return random.randint(1, _ROWS)


def _digits(groups: int) -> str:
    return "-".join(f"{random.randrange(10**11):011}" for _ in range(groups))


@contextlib.contextmanager
def served(root: Path) -> Iterator[tuple[int, int]]:
    """That checkout's `serve` over an empty folder: its process and its port."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "binwriter", "serve", f"{folder}/data", "--port", "0", "--insecure"]
        options = ["--server", "gtid-mode=ON", "--server", "enforce-gtid-consistency=ON"]
        environment = {**os.environ, "PYTHONPATH": str(root)}
        with subprocess.Popen(
            [*command, *options], env=environment, cwd=root, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            try:
                yield process.pid, int(process.stdout.readline().rpartition(":")[2])
            finally:
                process.terminate()


def spent(process: int) -> float:
    """Seconds of processor time of a process, of all its threads."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def measured(root: Path, transactions: int, others: int, options: dict[str, Any], ahead: bool = False) -> float:
    """Seconds a transaction."""
    with served(root) as (process, port):

        def connected() -> Any:
            return pymysql.connect(host="127.0.0.1", port=port, user="root", autocommit=True, **options)

        connection = connected()
        for sql in ("CREATE DATABASE sbtest", "USE sbtest", _TABLE):
            connection.query(sql)
        for sql in _filling():
            connection.query(sql)
        connection.query("CREATE INDEX k_1 ON sbtest1 (k)")
        kept = [connected() for _ in range(others)]
        client = Ahead(connection) if ahead else Client(connection)
        for _ in range(5):
            client.transaction()
        before = spent(process)
        for _ in range(transactions):
            client.transaction()
        took = spent(process) - before
        if isinstance(client, Ahead):
            client.read_all()
        for one in (connection, *kept):
            one.close()
        return took / transactions


_AT_ONCE = 10  # transactions of one turn


def in_turns(roots: list[Path], turns: int, options: dict[str, Any]) -> None:
    """Prints ms a transaction of each of the servers: least and median, and how many times as fast the last one is."""
    with contextlib.ExitStack() as stack:
        clients: list[tuple[int, Client]] = []
        for root in roots:
            process, port = stack.enter_context(served(root))
            connection = pymysql.connect(host="127.0.0.1", port=port, user="root", autocommit=True, **options)
            for sql in ("CREATE DATABASE sbtest", "USE sbtest", _TABLE, *_filling(), "CREATE INDEX k_1 ON sbtest1 (k)"):
                connection.query(sql)
            clients.append((process, Client(connection)))
        taken: list[list[float]] = [[] for _ in roots]
        for turn in range(-1, turns):  # the first one warms
            for place, (process, client) in enumerate(clients):
                random.seed(turn)  # both do the same
                before = spent(process)
                for _ in range(_AT_ONCE):
                    client.transaction()
                if turn >= 0:
                    taken[place].append((spent(process) - before) / _AT_ONCE * 1000)
        for root, each in zip(roots, taken, strict=True):
            print(f"{root.name:20} least {min(each):.3f} ms, median {statistics.median(each):.3f} ms a transaction")
        print(f"{min(taken[0]) / min(taken[-1]):.3f}, {statistics.median(taken[0]) / statistics.median(taken[-1]):.3f}")


class Api(Client):
    """The same through the Python API; with a pause before each statement, which is not counted."""

    def __init__(self, session: Any, pause: float = 0) -> None:
        self._session, self._prepared_ones, self._pause = session, dict[str, Any](), pause
        self.pauses = 0.0  # seconds of processor time

    def execute(self, sql: str, *values: int | str) -> int:
        if sql not in self._prepared_ones:
            self._prepared_ones[sql] = self._session.prepare(sql)
        self._sleep()
        return len(self._prepared_ones[sql].execute(values).rows)

    def query(self, sql: str) -> None:
        self._sleep()
        self._session.execute(sql)

    def _sleep(self) -> None:
        if self._pause:
            before = time.process_time()
            time.sleep(self._pause)
            self.pauses += time.process_time() - before


def measured_api(transactions: int, pause: float) -> float:
    """Seconds a transaction, of this process."""
    from binwriter import Server

    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data", ("gtid-mode=ON", "enforce-gtid-consistency=ON"))
        client = Api(server.connect(), pause)
        for sql in ("CREATE DATABASE sbtest", "USE sbtest", _TABLE, *_filling(), "CREATE INDEX k_1 ON sbtest1 (k)"):
            client.query(sql)
        for _ in range(5):
            client.transaction()
        before, client.pauses = time.process_time(), 0
        for _ in range(transactions):
            client.transaction()
        return (time.process_time() - before - client.pauses) / transactions


_BARE = """
import socket, sys, time
sizes, count = [200] * 10 + [12500, 100, 12500, 12500] + [11] * 6, int(sys.argv[1])
listening = socket.create_server(("127.0.0.1", 0))
print(listening.getsockname()[1], flush=True)
server, _ = listening.accept()
server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
server.settimeout(1000)
answers = [bytes(size) for size in sizes] * count
began = time.process_time()
for answer in answers:
    server.recv(65536)
    server.sendall(answer)
print(time.process_time() - began)
"""
_PAUSE = 0.0001  # seconds that a client takes between two statements


def measured_bare(transactions: int) -> float:
    """Seconds a transaction, of a program that reads and sends as many bytes, and has no idea of them."""
    command = [sys.executable, "-c", _BARE, str(transactions)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        with socket.create_connection(("127.0.0.1", int(process.stdout.readline()))) as client:
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for _ in range(transactions):
                for size in [200] * 10 + [12500, 100, 12500, 12500] + [11] * 6:
                    client.sendall(bytes(30))
                    while size > 0:
                        size -= len(client.recv(65536))
                    until = time.perf_counter() + _PAUSE
                    while time.perf_counter() < until:
                        pass
        return float(process.stdout.read()) / transactions


def _filling() -> Iterator[str]:
    for _ in range(_ROWS // 1000):
        rows = ",".join(f"({_row()},'{_digits(10)}','{_digits(5)}')" for _ in range(1000))
        yield f"INSERT INTO sbtest1 (k, c, pad) VALUES {rows}"


def _in_process_of_its_own(root: Path, transactions: int, pause: float = 0) -> float:
    code = "import sys; sys.path.insert(0, sys.argv[1]); import wire; "
    code += "print(wire.measured_api(int(sys.argv[2]), float(sys.argv[3])))"
    command = [sys.executable, "-c", code, str(Path(__file__).parent), str(transactions), str(pause)]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    return float(subprocess.run(command, env=environment, cwd=root, capture_output=True, check=True).stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--transactions", type=int, default=100)
    parser.add_argument("--against", type=Path, help="another checkout")
    parser.add_argument("--plain", action="store_true", help="without TLS")
    parser.add_argument("--api", action="store_true", help="the Python API, too")
    parser.add_argument("--bare", action="store_true", help="the system's calls alone, too")
    parser.add_argument("--rhythm", action="store_true", help="the API with pauses, the wire without them, too")
    parser.add_argument("--rounds", type=int, default=1, help="in turns; the best counts")
    parser.add_argument("--others", type=int, default=0, help="further connections")
    parser.add_argument("--turns", type=int, help="both servers at once, in so many turns")
    given = parser.parse_args()
    options: dict[str, Any] = {"ssl_disabled": True} if given.plain else {}
    if given.turns:
        in_turns([one.resolve() for one in (given.against, _HERE) if one is not None], given.turns, options)
        return
    best: dict[tuple[str, str], float] = {}
    for _ in range(given.rounds):
        for root in (one.resolve() for one in (given.against, _HERE) if one is not None):
            ways = {"wire": measured(root, given.transactions, given.others, options)}
            if given.api:
                ways["Python API"] = _in_process_of_its_own(root, given.transactions)
            if given.bare:
                ways["bare calls"] = measured_bare(given.transactions)
            if given.rhythm:
                ways["wire, no pauses"] = measured(root, given.transactions, given.others, options, ahead=True)
                ways["Python API, pauses"] = _in_process_of_its_own(root, given.transactions, _PAUSE)
            for way, seconds in ways.items():
                key = root.name, way
                best[key] = min(best.get(key, seconds), seconds)
    for (name, way), seconds in best.items():
        print(f"{name:10}{way:20}{seconds * 1000:8.2f} ms a transaction, {1 / seconds:,.0f} a second", flush=True)


if __name__ == "__main__":
    main()
