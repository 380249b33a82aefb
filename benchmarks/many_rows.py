"""Speed of statements and calls with many rows, on one core, in processor time, and the memory they take.

    python benchmarks/many_rows.py [--rows N] [--cases extended dump ...] [--against FOLDER] [--peer] [--profile]

Each case runs in a process of its own on a fresh server, so that its peak of memory is its own. `dump` is a file as
mysqldump writes it, which `binwriter run` reads. --against: another checkout of binwriter, measured in the same run.
--peer: a mysqld 9.7 in a container, its processor time and memory without the client's (`mysql` for the dump).
Absolute figures depend on the machine; no test looks at them.
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
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, os.environ.get("BINWRITER_BENCHMARKED") or str(Path(__file__).resolve().parents[1]))

from binwriter.catalog.tables import Column, Key, KeyPart, Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.mysql.engines import ENGINES
from binwriter.server.server import Server
from binwriter.server.session import Session

_CHECKOUT = "BINWRITER_BENCHMARKED"  # the checkout that is measured, of a process for one case
OPTIONS = ("gtid-mode=ON", "enforce-gtid-consistency=ON")
TABLE = """CREATE TABLE `orders` (
  `id` int NOT NULL AUTO_INCREMENT,
  `customer` int DEFAULT NULL,
  `note` varchar(200) DEFAULT NULL,
  `amount` decimal(10,2) NOT NULL,
  `made` datetime NOT NULL,
  PRIMARY KEY (`id`),
  KEY `customer` (`customer`)
) ENGINE=InnoDB"""
ROW_TABLE = Table(
    schema="shop",
    name="orders",
    engine=ENGINES["innodb"],
    columns=(
        Column(ColumnSpec("id", ColumnType.LONGLONG, nullable=False, unsigned=True)),
        Column(ColumnSpec("customer", ColumnType.LONG)),
        Column(ColumnSpec("note", ColumnType.VARCHAR, length=256, collation=255)),
        Column(ColumnSpec("weight", ColumnType.DOUBLE)),
        Column(ColumnSpec("stock", ColumnType.LONG)),
    ),
    keys=(Key("PRIMARY", (KeyPart(0),), unique=True),),
)
_PADDING = "a note of some length that a customer has written, with it's quotes and \n ends of lines"
_INSERT_BYTES = 1 << 20  # net_buffer_length of mysqldump


def values(number: int, padding: str = "it\\'s a note of some length") -> str:
    """One row of a VALUES list."""
    note = "NULL" if not number % 20 else f"'{padding} {number}'"
    moment = f"2024-{number % 12 + 1:02}-{number % 28 + 1:02} {number % 24:02}:{number % 60:02}:00"
    return f"({number},{number % 1000},{note},{number % 100000}.{number % 100:02},'{moment}')"


def dump(path: Path, count: int) -> None:
    """A file as mysqldump writes it, of rows of about 200 bytes."""
    padding = _PADDING.replace("'", "\\'").replace("\n", "\\n") + " " + "x" * 50
    with path.open("w") as file:
        file.write(
            "/*!40101 SET NAMES utf8mb4 */;\n/*!40014 SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0 */;\n"
        )
        file.write("CREATE DATABASE /*!32312 IF NOT EXISTS*/ `shop`;\n\nUSE `shop`;\n")
        file.write(f"DROP TABLE IF EXISTS `orders`;\n{TABLE};\nLOCK TABLES `orders` WRITE;\n")
        file.write("/*!40000 ALTER TABLE `orders` DISABLE KEYS */;\n")
        for line in statements(count, padding):
            file.write(line + ";\n")
        file.write("/*!40000 ALTER TABLE `orders` ENABLE KEYS */;\nUNLOCK TABLES;\n")


def statements(count: int, padding: str) -> Iterator[str]:
    """INSERTs of a megabyte each."""
    rows: list[str] = []
    size = 0
    for number in range(1, count + 1):
        rows.append(values(number, padding))
        size += len(rows[-1]) + 1
        if size >= _INSERT_BYTES or number == count:
            yield "INSERT INTO `orders` VALUES " + ",".join(rows)
            rows, size = [], 0


def _shop(server: Server) -> Session:
    session = server.connect()
    for sql in ("CREATE DATABASE shop", "USE shop", TABLE):
        session.execute(sql)
    return session


def _filled(server: Server, count: int) -> Session:
    session = _shop(server)
    for start in range(1, count + 1, 10_000):
        session.execute("INSERT INTO orders VALUES " + ",".join(map(values, range(start, start + 10_000))))
    return session


Timed = Callable[[], object]


def extended(server: Server, folder: Path, count: int) -> Timed:
    """INSERTs of 1,000 rows of 5 columns."""
    session = _shop(server)
    texts = list(extended_texts(count))
    return lambda: [session.execute(text) for text in texts]


def extended_texts(count: int) -> Iterator[str]:
    """INSERTs of 1,000 rows."""
    for start in range(1, count + 1, 1000):
        yield "INSERT INTO orders VALUES " + ",".join(map(values, range(start, start + 1000)))


def of_variables(count: int) -> Iterator[str]:
    """INSERTs of 1,000 rows in which a variable stands, as mysql_tzinfo_to_sql writes them."""
    yield "SET @customer = 5"
    for start in range(1, count + 1, 1000):
        rows = (values(number).split(",", 2) for number in range(start, start + 1000))
        yield "INSERT INTO orders VALUES\n " + "\n,".join(f"{row[0]},@customer,{row[2]}" for row in rows)


def of_calls(count: int) -> Iterator[str]:
    """INSERTs of 1,000 rows in which functions are called."""
    for start in range(1, count + 1, 1000):
        rows = (f"({n}, {n % 1000}, CONCAT('a note ', '{n}'), ABS(-{n}.5), NOW())" for n in range(start, start + 1000))
        yield "INSERT INTO orders VALUES " + ", ".join(rows)


def of_conflicts(count: int) -> Iterator[str]:
    """INSERTs of 10,000 rows of which all are there."""
    for start in range(1, count + 1, 10_000):
        rows = ",".join(values(number, "another note") for number in range(start, start + 10_000))
        yield f"INSERT INTO orders VALUES {rows} ON DUPLICATE KEY UPDATE note = VALUES(note), amount = VALUES(amount)"


def of_parameters(count: int) -> Iterator[str]:
    """A prepared statement of 1,000 parameters, prepared and run again and again."""
    yield "SET @c = 5, @n = 'a note of some length', @a = 12.50, @m = '2024-01-31 10:11:12'"
    for _ in range(0, count, 250):
        rows = ", ".join(["(?, ?, ?, ?)"] * 250)
        yield f"PREPARE many FROM 'INSERT INTO orders (customer, note, amount, made) VALUES {rows}'"
        yield "EXECUTE many USING " + ", ".join(["@c, @n, @a, @m"] * 250)


# texts that are timed; those of `_FILLED` find the rows there
TEXTS = {
    "variables": of_variables,
    "calls": of_calls,
    "conflicts": of_conflicts,
    "parameters": of_parameters,
}
_FILLED = frozenset({"conflicts"})


def _texts(name: str) -> Callable[[Server, Path, int], Timed]:
    def case(server: Server, folder: Path, count: int) -> Timed:
        session = _filled(server, count) if name in _FILLED else _shop(server)
        texts = list(TEXTS[name](count))
        return lambda: [session.execute(text) for text in texts]

    return case


def dumped(server: Server, folder: Path, count: int) -> Timed:
    """`binwriter run` of a mysqldump's file."""
    from binwriter.cli import main

    path = folder / "dump.sql"
    dump(path, count)
    print(f"  ({path.stat().st_size / 1e6:.0f} MB)", file=sys.stderr)
    return lambda: main(["run", str(path), "--out", str(folder / "out"), "--quiet"])


def _statement(sql: str, *before: str) -> Callable[[Server, Path, int], Timed]:
    def case(server: Server, folder: Path, count: int) -> Timed:
        session = _filled(server, count)
        for text in before:
            session.execute(text)
        return lambda: session.execute(sql.format(count=count))

    return case


def loaded(server: Server, folder: Path, count: int) -> Timed:
    """LOAD DATA of a file with tabs."""
    session = _shop(server)
    server.front_end.database.files.local["rows.txt"] = loaded_text(count).encode()
    session.execute("SET GLOBAL local_infile = 1")
    return lambda: session.execute("LOAD DATA LOCAL INFILE 'rows.txt' INTO TABLE orders")


def loaded_text(count: int) -> str:
    """A file of rows for LOAD DATA."""
    return "".join(
        f"{n}\t{n % 1000}\ta note {n}\t{n % 100000}.{n % 100:02}\t2024-01-{n % 28 + 1:02} 10:00:00\n"
        for n in range(1, count + 1)
    )


def row(number: int) -> tuple[object, ...]:
    return number, number % 1000, f"a note of some length {number}", number / 3, number % 77


def single_rows(server: Server, folder: Path, count: int) -> Timed:
    """One row a transaction through the row API."""
    session = server.connect()

    def run() -> None:
        for number in range(count):
            session.insert_rows(ROW_TABLE, [row(number)])

    return run


def _batches(form: Callable[[list[tuple[object, ...]]], Any]) -> Callable[[Server, Path, int], Timed]:
    """10,000 rows a transaction through the row API, in that form."""

    def case(server: Server, folder: Path, count: int) -> Timed:
        session = server.connect()
        numbers = (range(start, start + 10_000) for start in range(0, count, 10_000))
        rows = [form([row(number) for number in part]) for part in numbers]
        session.insert_rows(ROW_TABLE, rows[0])  # modules and kernels are there

        def run() -> None:
            for batch in rows:
                session.insert_rows(ROW_TABLE, batch)

        return run

    return case


def as_dicts(rows: list[tuple[object, ...]]) -> list[dict[str, object]]:
    """By column name."""
    names = [column.name for column in ROW_TABLE.columns]
    return [dict(zip(names, one, strict=True)) for one in rows]


def as_arrow(rows: list[tuple[object, ...]]) -> Any:
    """As a RecordBatch."""
    import pyarrow as pa

    return pa.RecordBatch.from_pylist(as_dicts(rows))


@dataclass(frozen=True)
class Case:
    """run: prepares and returns what is timed. share: of --rows."""

    run: Callable[[Server, Path, int], Timed]
    share: float = 1.0


def small_ranges(server: Server, folder: Path, count: int) -> Timed:
    """Of all rows ten are changed, a hundred times."""
    session = _filled(server, count)
    texts = [
        f"UPDATE orders SET customer = customer + 1 WHERE id BETWEEN {start} AND {start + 9}"
        for start in range(count // 4, count // 4 + 1000, 10)
    ]
    return lambda: [session.execute(text) for text in texts]


# what is timed, and what comes before it
STATEMENTS = {
    "insert_select": ("INSERT INTO copy SELECT * FROM orders WHERE id <= {count}", "CREATE TABLE copy LIKE orders"),
    "update_range": ("UPDATE orders SET customer = customer + 1 WHERE id BETWEEN 1 AND {count}",),
    "delete_range": ("DELETE FROM orders WHERE id BETWEEN 1 AND {count}",),
    "update_join": (
        "UPDATE orders o JOIN copy c ON o.id = c.id SET o.customer = c.customer + 1",
        "CREATE TABLE copy LIKE orders",
        "INSERT INTO copy SELECT * FROM orders",
    ),
}
CASES = {
    "extended": Case(extended),
    **{name: Case(_texts(name), 0.1) for name in TEXTS},
    "dump": Case(dumped, 10),
    **{name: Case(_statement(*texts)) for name, texts in STATEMENTS.items()},
    "small_ranges": Case(small_ranges),
    "load": Case(loaded, 10),
    "row_api": Case(single_rows),
    "row_batches": Case(_batches(list), 10),
    "row_dicts": Case(_batches(as_dicts), 10),
    "row_arrow": Case(_batches(as_arrow), 10),
}


@dataclass(frozen=True)
class Cost:
    """Of a case: processor time in seconds, the peak of memory in MiB, and what it was before."""

    seconds: float
    before: float
    peak: float


def _measured(name: str, count: int, profile: bool) -> Cost:
    """One case, in this process."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        with Server(folder / "server", OPTIONS) as server:
            timed = CASES[name].run(server, folder, count)
            before = _peak(Path("/proc/self/status").read_text())
            profiler = cProfile.Profile()
            start = time.process_time()
            if profile:
                profiler.runcall(timed)
            else:
                timed()
            seconds = time.process_time() - start
            if profile:
                pstats.Stats(profiler, stream=sys.stderr).sort_stats("tottime").print_stats(40)
    return Cost(seconds, before, _peak(Path("/proc/self/status").read_text()))


def _peak(status: str) -> float:
    """The highest memory of a process in MiB, from /proc."""
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def measured(name: str, count: int, *, checkout: Path | None = None, profile: bool = False) -> Cost:
    """One case in a process of its own. checkout: whose code runs."""
    command = [sys.executable, __file__, "--case", name, "--rows", str(count)] + ["--profile"] * profile
    environment = os.environ | ({_CHECKOUT: str(checkout), "PYTHONPATH": str(checkout)} if checkout else {})
    result = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return Cost(*json.loads(result.stdout.splitlines()[-1]))


def measured_peer(names: list[str], rows: int) -> dict[str, Cost]:
    """The cases that a mysqld has, on one with the settings of `peer`."""
    from peer import OPTIONS as PEER_OPTIONS
    from peer import processor_time

    from binwriter.integration.mysql import MySQLServer, running_server

    def peak(server: MySQLServer) -> float:
        return _peak(server.run("cat /proc/1/status", shell=True).stdout.decode())

    costs = {}
    for name in (name for name in names if name in ("extended", "load", *TEXTS, *STATEMENTS)):
        count = int(rows * CASES[name].share)
        options = (*PEER_OPTIONS, "--local-infile=ON")
        with (
            running_server(options) as server,
            server.connect(autocommit=True, local_infile=True) as connection,
            connection.cursor() as cursor,
            tempfile.TemporaryDirectory() as made,
        ):
            texts, setup = list(extended_texts(count)), ["CREATE DATABASE shop", "USE shop", TABLE]
            if name == "load":
                path = Path(made) / "rows.txt"
                path.write_text(loaded_text(count))
                texts = [f"LOAD DATA LOCAL INFILE '{path}' INTO TABLE orders"]
            elif name in STATEMENTS:
                timed, *others = STATEMENTS[name]
                setup += [*texts, *others]
                texts = [timed.format(count=count)]
            elif name in TEXTS:
                setup += texts if name in _FILLED else []
                texts = list(TEXTS[name](count))
            for sql in setup:
                cursor.execute(sql)
            start, before = processor_time(server), peak(server)
            for sql in texts:
                cursor.execute(sql)
            costs[name] = Cost(max(processor_time(server) - start, 0.01), before, peak(server))
    return costs


def main() -> int:
    """Runs every case and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000, metavar="N", help="dump, load and batches take ten times")
    parser.add_argument("--cases", nargs="+", choices=CASES, default=list(CASES))
    parser.add_argument("--case", choices=CASES, help="one, of exactly that many rows, in this process; prints JSON")
    parser.add_argument("--against", type=Path, metavar="FOLDER")
    parser.add_argument("--peer", action="store_true")
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    if given.case:
        cost = _measured(given.case, given.rows, given.profile)
        print(json.dumps((cost.seconds, cost.before, cost.peak)))
        return 0
    print(f"{'case':16} {'rows':>9} {'rows/s':>9} {'MiB':>6} {'before':>7}   the same of --against, mysqld, and times")
    peers = measured_peer(given.cases, given.rows) if given.peer else {}
    for name in given.cases:
        count = int(given.rows * CASES[name].share)
        cost = measured(name, count, profile=given.profile)
        others = [measured(name, count, checkout=given.against)] if given.against else []
        others += [peers[name]] if name in peers else []
        line = f"{name:16} {count:9} {count / cost.seconds:9.0f} {cost.peak:6.0f} {cost.before:7.0f}"
        for other in others:
            times = other.seconds / cost.seconds
            line += f"   {count / other.seconds:9.0f} {other.peak:6.0f} {other.before:7.0f} {times:6.2f}"
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
