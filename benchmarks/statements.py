"""Speed of single-row statements through `Session.execute`, on one core, and where their time goes.

    python benchmarks/statements.py [--statements N] [--against FOLDER] [--profile CASE] [--peer]

--against: another checkout of binwriter, measured in the same run: its rate and the ratio. --profile: cProfile of one
case, and how often a call goes from one module to another. --peer: a mysqld 9.7 in a container beside it, to which a
client sends the same statements one by one. Rates are statements a second of processor time, of mysqld its own (all its
threads) without the client's. No test looks at these figures.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import pstats
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from binwriter.server.server import Server

OPTIONS = ("gtid-mode=ON", "enforce-gtid-consistency=ON")
SETUP = (
    "CREATE DATABASE shop",
    "USE shop",
    "CREATE TABLE orders (id BIGINT UNSIGNED PRIMARY KEY, customer INT, note VARCHAR(64))",
    "CREATE TABLE wares (id INT AUTO_INCREMENT PRIMARY KEY, price DECIMAL(10,2) NOT NULL, at DATETIME, name "
    "VARCHAR(50) DEFAULT 'x', KEY (name))",
)
Texts = Callable[[int], Iterator[str]]


def inserts(count: int) -> Iterator[str]:
    for number in range(count):
        yield f"INSERT INTO orders VALUES ({number}, {number % 1000}, 'note number {number}')"


def inserts_auto(count: int) -> Iterator[str]:
    for number in range(count):
        yield (
            f"INSERT INTO wares (price, at, name) VALUES ({number % 977}.{number % 90 + 10}, "
            f"'2025-03-{number % 28 + 1:02} 10:11:12', 'line {number}')"
        )


def updates(count: int) -> Iterator[str]:
    for number in range(count):
        yield f"UPDATE orders SET customer = {number % 1000 + 1}, note = 'changed {number}' WHERE id = {number}"


def additions(count: int) -> Iterator[str]:
    for number in range(count):
        yield f"UPDATE orders SET customer = customer + {number % 7 + 1} WHERE id = {number}"


def selects(count: int) -> Iterator[str]:
    for number in range(count):
        yield f"SELECT customer, note FROM orders WHERE id = {number}"


def transactions(count: int) -> Iterator[str]:
    for number in range(count // 4):
        yield "BEGIN"
        yield f"INSERT INTO orders VALUES ({count + number}, {number % 1000}, 'in a transaction')"
        yield f"UPDATE orders SET note = 'changed {number}' WHERE id = {count + number}"
        yield "COMMIT"


def executes(count: int) -> Iterator[str]:
    yield "PREPARE one FROM 'UPDATE orders SET customer = ? WHERE id = ?'"
    for number in range(count // 2):
        yield f"SET @a = {number % 1000 + 5000}, @b = {number}"
        yield "EXECUTE one USING @a, @b"


def deletes(count: int) -> Iterator[str]:
    for number in range(count):
        yield f"DELETE FROM orders WHERE id = {number}"


# in this order: each goes on with the rows of those before it
CASES: dict[str, Texts] = {
    "insert": inserts,
    "insert_auto": inserts_auto,
    "update": updates,
    "update_add": additions,
    "select": selects,
    "transaction": transactions,
    "execute": executes,
    "delete": deletes,
}


def measure(count: int, options: tuple[str, ...]) -> dict[str, float]:
    """Statements a second of each case."""
    rates = {}
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "log", options) as server:
        session = server.connect()
        for text in SETUP:
            session.execute(text)
        for name, texts in CASES.items():
            done = list(texts(count))
            start = time.process_time()
            for text in done:
                session.execute(text)
            rates[name] = len(done) / (time.process_time() - start)
        rates["prepared"] = prepared(session, count)
    return rates


def prepared(session: object, count: int) -> float:
    """`Session.prepare`, where there is one."""
    prepare = getattr(session, "prepare", None)
    if prepare is None:
        return 0.0
    statement = prepare("INSERT INTO orders VALUES (?, ?, ?)")
    start = time.process_time()
    for number in range(count):
        statement.execute((number, number % 1000, "a note of some length"))
    return count / (time.process_time() - start)


def profile(case: str, count: int, options: tuple[str, ...], lines: int) -> None:
    """What a statement of a case costs: the functions by their own time, calls and changes of module a statement."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "log", options) as server:
        session = server.connect()
        for text in SETUP:
            session.execute(text)
        for name, texts in CASES.items():
            if name == case:
                break
            for text in texts(count):
                session.execute(text)
        done = list(CASES[case](count))
        profiler = cProfile.Profile()
        profiler.enable()
        for text in done:
            session.execute(text)
        profiler.disable()
        texts = CASES[case](count * 2) if case.startswith("insert") else done
        steps = _module_changes(session, texts)
    stats = pstats.Stats(profiler)
    stats.sort_stats("tottime").print_stats(lines)
    stats.sort_stats("cumulative").print_stats(lines)
    print(f"{stats.total_calls / len(done):.0f} calls a statement; Python calls and changes of module:", *steps)  # type: ignore[attr-defined]


def _module_changes(session: object, texts: Iterable[str]) -> tuple[int, int]:
    """Calls of Python functions, and how many of them go to another module, of the last statement."""
    *_, text = texts
    calls = changes = 0

    def see(frame, event, argument):  # type: ignore[no-untyped-def]
        nonlocal calls, changes
        if event == "call":
            calls += 1
            changes += frame.f_back is not None and frame.f_back.f_code.co_filename != frame.f_code.co_filename

    sys.setprofile(see)
    try:
        session.execute(text)  # type: ignore[attr-defined]
    finally:
        sys.setprofile(None)
    return calls, changes


def measured_there(folder: Path, count: int, options: tuple[str, ...]) -> dict[str, float]:
    """The same with another checkout's code."""
    code = "import json, sys; sys.path.insert(0, sys.argv[1]); import statements; "
    code += "print(json.dumps(statements.measure(int(sys.argv[2]), tuple(sys.argv[3:]))))"
    command = [sys.executable, "-c", code, str(Path(__file__).parent), str(count), *options]
    environment = os.environ | {"PYTHONPATH": str(folder)}
    result = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=True)
    return dict(json.loads(result.stdout))


def measured_peer(count: int) -> dict[str, float]:
    """The same on a mysqld with the settings of `peer`."""
    from peer import OPTIONS as PEER_OPTIONS
    from peer import processor_time

    from binwriter.integration.mysql import running_server

    rates = {}
    with (
        running_server(PEER_OPTIONS) as server,
        server.connect(autocommit=True) as connection,
        connection.cursor() as cursor,
    ):
        for text in SETUP:
            cursor.execute(text)
        for name, texts in CASES.items():
            done = list(texts(count))
            start = processor_time(server)
            for text in done:
                cursor.execute(text)
            rates[name] = len(done) / max(processor_time(server) - start, 0.01)
    return rates


def main() -> int:
    """Runs the cases and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--statements", type=int, default=2000, metavar="N")
    parser.add_argument("--against", type=Path, metavar="FOLDER")
    parser.add_argument("--peer", action="store_true")
    parser.add_argument("--profile", choices=CASES, metavar="CASE")
    parser.add_argument("--lines", type=int, default=45)
    parser.add_argument("--server", action="append", default=[], metavar="OPTION")
    given = parser.parse_args()
    options = (*OPTIONS, *given.server)
    if given.profile:
        profile(given.profile, given.statements, options, given.lines)
        return 0
    measure(50, options)
    others = measured_there(given.against, given.statements, options) if given.against else {}
    peers = measured_peer(given.statements) if given.peer else {}
    for name, rate in measure(given.statements, options).items():
        parts = [f"{name:14} {rate:9.0f}/s"]
        parts += [
            f"{other[name]:9.0f}/s {rate / other[name]:6.2f} times" for other in (others, peers) if other.get(name)
        ]
        print("  ".join(parts))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
