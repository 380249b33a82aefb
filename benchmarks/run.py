"""Speed of the exact path: single-row transactions through the Python API, on one core, and the memory they take.

    python benchmarks/run.py [--transactions N]

Absolute figures depend on the machine, so each is also given as a ratio to a yardstick of the same run:
building as many bytes with `struct.pack` and zlib, without any rule. No test looks at these figures.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import struct
import tempfile
import time
import zlib
from collections.abc import Callable
from pathlib import Path

from many_rows import OPTIONS, ROW_TABLE, row

from binwriter.server.server import Server


def rows_without_sql(folder: Path, count: int) -> None:
    """One INSERT of one row a transaction: GTID, BEGIN, Table_map, Write_rows, Xid."""
    with Server(folder, OPTIONS) as server:
        session = server.connect()
        for number in range(count):
            session.insert_rows(ROW_TABLE, [row(number)])


def statements(folder: Path, count: int) -> None:
    """The same through SQL text: parse, analyse, run, log."""
    with Server(folder, OPTIONS) as server:
        session = server.connect()
        session.execute("CREATE DATABASE shop")
        session.execute("CREATE TABLE shop.orders (id BIGINT UNSIGNED PRIMARY KEY, customer INT, note VARCHAR(64))")
        for number in range(count):
            session.execute(f"INSERT INTO shop.orders VALUES ({number}, {number % 1000}, 'a note of some length')")


def yardstick(folder: Path, count: int) -> None:
    """Five packed headers with a CRC a transaction, and one write: what the bytes alone cost in Python."""
    folder.mkdir(parents=True, exist_ok=True)
    header = struct.Struct("<IBIIIH")
    with (folder / "raw").open("wb", buffering=0) as file:
        for number in range(count):
            parts = []
            for length in (54, 52, 38, 45, 8):
                event = header.pack(0, 2, 1, 19 + length + 4, number & 0xFFFFFFFF, 0) + bytes(length)
                parts.append(event + zlib.crc32(event).to_bytes(4, "little"))
            file.write(b"".join(parts))


CASES: tuple[tuple[str, Callable[[Path, int], None], float], ...] = (
    ("yardstick: struct and zlib", yardstick, 10.0),
    ("rows, no SQL", rows_without_sql, 1.0),
    ("SQL statements", statements, 0.1),
)


def main() -> int:
    """Runs every case and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--transactions", type=int, default=20_000, metavar="N")
    count = parser.parse_args().transactions
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    print(f"{'case':28} {'trx':>9} {'trx/s':>10} {'of yardstick':>13} {'peak MiB':>9}")
    best = 0.0
    for name, run, share in CASES:
        number = max(int(count * share), 1)
        with tempfile.TemporaryDirectory() as folder:
            run(Path(folder) / "warm", 50)
            start = time.process_time()
            run(Path(folder) / "timed", number)
            rate = number / (time.process_time() - start)
        best = best or rate
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{name:28} {number:9} {rate:10.0f} {rate / best:13.4f} {peak:9.0f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
