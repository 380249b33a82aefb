"""Speed of the bulk path, as ratios of one run: to a real mysqld doing the same work, and to the machine's own limit.

    python benchmarks/bulk.py [--size MIB] [--no-mysqld] [--no-jobs] [--no-spark] [--folder DIR]

W1: transactions of one row (Gtid, BEGIN, Table_map, Write_rows, Xid). W2: rows events of 8 KiB. The table is
`peer.SCHEMA`, ten columns, rows of about 127 bytes. No test looks at these figures.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from decimal import Decimal
from importlib.metadata import version
from pathlib import Path
from uuid import UUID

import numpy as np
import pyarrow as pa
from peer import SCHEMA, Peer, best, peer
from rich.console import Console
from rich.table import Table as Grid

from binwriter.bulk.arrow_types import storage_schema
from binwriter.bulk.crc import fastest_crc32
from binwriter.bulk.file import BulkFileWriter, Way
from binwriter.bulk.work import BulkSettings, BulkTable, FilePlan, RowShape, ShapeRows, TransactionBatch
from binwriter.catalog.tables import Table
from binwriter.statement.values import RowOperation
from binwriter.workload.schema import read_schema

_UUID = UUID("3e11fa47-71ca-11e1-9e33-c80aa9429562")
_START = 1_767_225_600_000_000
_BATCH = 20_000
_ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Speed:
    """One measurement. cpu: seconds of this process and its children."""

    bytes: int
    units: int
    wall: float
    cpu: float

    @property
    def megabytes(self) -> float:
        return self.bytes / self.wall / 1e6

    @property
    def rate(self) -> float:
        return self.units / self.wall

    @property
    def per_cpu(self) -> float:
        """MB a second of processor time: what other work on the machine does not change."""
        return self.bytes / self.cpu / 1e6


def measured(work: Callable[[], tuple[int, int]], leftover: Path | None = None) -> Speed:
    """One run of work, which says how many bytes and units it made. leftover: a file of the last run, which is removed
    before the clock starts: that takes a third of the time that writing it does."""
    if leftover is not None:
        leftover.unlink(missing_ok=True)
    cpu, wall = _processor_time(), time.perf_counter()
    done, units = work()
    wall = time.perf_counter() - wall
    return Speed(done, units, wall, _processor_time() - cpu)


def _processor_time() -> float:
    """Seconds of this process, its threads and the children that ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def median(work: Callable[[], tuple[int, int]], rounds: int = _ROUNDS, leftover: Path | None = None) -> Speed:
    """The run in the middle, after one that warms up."""
    work()
    runs = sorted((measured(work, leftover) for _ in range(rounds)), key=lambda run: run.megabytes)
    return runs[rounds // 2]


# --- rows -------------------------------------------------------------------------------------------------------------


def orders() -> Table:
    """The table of the peer."""
    return read_schema(f"CREATE DATABASE shop;\n{SCHEMA};", "peer.SCHEMA", database="shop").tables[0]


def rows_of(table: Table, count: int, first: int = 0) -> pa.RecordBatch:
    """Rows in storage form, 5 % NULLs in columns that may hold them."""
    random = np.random.default_rng(first)
    columns: list[pa.Array] = []
    for field, values in zip(storage_schema(table), _VALUES, strict=True):
        mask = random.random(count) < 0.05 if field.nullable else None
        columns.append(pa.array(values(random, count, first), mask=mask).cast(field.type))
    return pa.RecordBatch.from_arrays(columns, schema=storage_schema(table))


_Random = np.random.Generator


def _text(low: int, high: int) -> Callable[[_Random, int, int], list[str]]:
    def values(random: _Random, count: int, first: int) -> list[str]:
        letters = random.integers(97, 123, count + high, dtype=np.uint8).tobytes().decode()
        return [letters[n : n + length] for n, length in enumerate(random.integers(low, high, count))]

    return values


def _times(random: _Random, count: int, first: int) -> np.ndarray:
    return _START + np.arange(first, first + count) * 1000


_VALUES: tuple[Callable[[_Random, int, int], object], ...] = (
    lambda random, count, first: np.arange(first, first + count, dtype=np.uint64),
    lambda random, count, first: random.integers(-(2**31), 2**31, count, dtype=np.int32),
    lambda random, count, first: random.integers(-99, 99, count, dtype=np.int16),
    _text(5, 31),
    _text(10, 41),
    lambda random, count, first: [Decimal(int(n)).scaleb(-2) for n in random.integers(-(10**9), 10**9, count)],
    lambda random, count, first: random.random(count),
    _times,
    _times,
    _text(20, 61),
)


def single_rows(rows: pa.RecordBatch) -> TransactionBatch:
    """W1: each row in a transaction of its own."""
    ones = np.ones(rows.num_rows, np.int64)
    shape = ShapeRows(RowShape(0, RowOperation.WRITE), None, rows)
    time_of = _START + np.arange(rows.num_rows, dtype=np.int64) * 100
    return TransactionBatch((shape,), ones - 1, ones, ones, time_of)


def one_statement(rows: pa.RecordBatch) -> TransactionBatch:
    """W2: all rows in one statement."""
    shape = ShapeRows(RowShape(0, RowOperation.WRITE), None, rows)
    numbers = [np.array([value], np.int64) for value in (0, rows.num_rows, 1, _START)]
    return TransactionBatch((shape,), *numbers)


# --- encode and write -------------------------------------------------------------------------------------------------


class Encoding:
    """Batches made beforehand, encoded again and again into a file."""

    def __init__(
        self,
        table: Table,
        folder: Path,
        cut: Callable[[pa.RecordBatch], TransactionBatch],
        batch: int = _BATCH,
    ) -> None:
        self._table = table
        self.path = folder / "bench.binlog"
        self._batches = [cut(rows_of(table, batch, part * batch)) for part in range(5)]

    def run(self, target: int, way: Way = Way.BEST, *, direct: bool = False) -> tuple[int, int]:
        """Writes a file of about `target` bytes: its size, and its rows."""
        plan = FilePlan(1, self.path.name, None, 1, 1, _START, _START)
        settings = BulkSettings(server_uuid=_UUID)
        self.path.unlink(missing_ok=True)
        with BulkFileWriter(self.path, plan, settings, [BulkTable(self._table, 100)], way=way, direct=direct) as writer:
            while writer.position < target:
                for batch in self._batches:
                    writer.write(batch)
            done = writer.finish()
        return done.size, done.rows


def limit(path: Path, target: int) -> tuple[int, int]:
    """The machine's own: crc32 over pieces of 8 KiB of one buffer, and writes of 1 MiB into allocated blocks."""
    crc32, buffer = fastest_crc32(), memoryview(bytearray(os.urandom(1 << 20)))
    pieces = [buffer[place : place + 8192] for place in range(0, len(buffer), 8192)]
    descriptor = os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY)
    try:
        os.posix_fallocate(descriptor, 0, target)
        for _ in range(target >> 20):
            for piece in pieces:
                crc32(piece)
            os.write(descriptor, buffer)
    finally:
        os.close(descriptor)
    return target, 0


# --- whole jobs -------------------------------------------------------------------------------------------------------

_MIXES = {
    "W1": ("--rows-per-transaction", "1"),
    "W2": ("--rows-per-transaction", "5000"),
}


def generate(folder: Path, kind: str, size: int, *options: str) -> tuple[int, int]:
    """`binwriter generate` of inserts, as a program of its own: bytes, and files."""
    out = folder / "generated"
    shutil.rmtree(out, ignore_errors=True)
    schema = folder / "schema.sql"
    schema.write_text(f"CREATE DATABASE shop;\n{SCHEMA};\n")
    command = [sys.executable, "-m", "binwriter", "generate", "--schema", str(schema), "--mix", "insert=100"]
    command += [*_MIXES[kind], "--size", str(size), "--max-binlog-size", str(256 << 20), "--out", str(out), "--quiet"]
    subprocess.run([*command, *options], check=True, stderr=subprocess.DEVNULL)
    logs = list(out.glob("binlog.0*"))
    return sum(path.stat().st_size for path in logs), len(logs)


def verify(folder: Path, kind: str, size: int) -> tuple[int, int]:
    """`binwriter verify` of what `generate` made."""
    subprocess.run([sys.executable, "-m", "binwriter", "verify", "--quiet", str(folder / "generated")], check=True)
    logs = list((folder / "generated").glob("binlog.0*"))
    return sum(path.stat().st_size for path in logs), len(logs)


# --- the report -------------------------------------------------------------------------------------------------------


def machine() -> str:
    """The facts that the figures hang on."""
    model = ""
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "pyarrow", "numba", "isal", "pyspark"))
    return f"{os.cpu_count()} cores {model}, Python {platform.python_version()}, {packages}"


def _encoding(console: Console, folder: Path, target: int, with_mysqld: bool) -> None:
    table = orders()
    grid = Grid("work", "rows/s", "MB/s", "MB/cpu-s", "of crc32 + write", "x mysqld, units", "x mysqld, bytes")
    with _maybe_peer(with_mysqld) as server:
        for kind, cut in (("W1", single_rows), ("W2", one_statement)):
            encoding = Encoding(table, folder, cut)
            plain = folder / "limit"
            bound = median(lambda path=plain: limit(path, target), leftover=plain)
            plain.unlink()
            rival = None
            if server is not None:
                rival = best(server.single_rows if kind == "W1" else server.load_data)
                grid.add_row(f"{kind} mysqld", f"{rival.rate:,.0f}", f"{rival.megabytes:,.1f}", "", "", "1", "1")
            for name, way, direct in _WAYS:
                run = median(
                    lambda e=encoding, w=way, d=direct: e.run(_TARGETS[w](target), w, direct=d), leftover=encoding.path
                )
                ratios = ["", ""]
                if rival is not None:
                    ratios = [f"{run.rate / rival.rate:,.1f}", f"{run.megabytes / rival.megabytes:,.1f}"]
                share = f"{run.megabytes / bound.megabytes:.2f}"
                speed = [f"{run.rate:,.0f}", f"{run.megabytes:,.0f}", f"{run.per_cpu:,.0f}"]
                grid.add_row(f"{kind} {name}", *speed, share, *ratios)
    console.print(grid)


_WAYS = (
    ("kernels", Way.KERNELS, False),
    ("kernels, O_DIRECT", Way.KERNELS, True),
    ("columns (no numba)", Way.COLUMNS, False),
    ("exact", Way.EXACT, False),
)
_TARGETS: dict[Way, Callable[[int], int]] = {
    Way.KERNELS: lambda target: target,
    Way.COLUMNS: lambda target: target // 4,
    Way.EXACT: lambda target: 1 << 20,
}


@contextmanager
def _maybe_peer(wanted: bool) -> Iterator[Peer | None]:
    if not wanted:
        yield None
        return
    with peer() as server:
        yield server


def _jobs(console: Console, folder: Path, size: int, with_spark: bool) -> None:
    titles = ("MB/s", "MB/cpu-s", "x one process", "start-up s", "MB/s after it")
    grid = Grid("job: generate, encode, write", *titles)
    engines: list[tuple[str, tuple[str, ...]]] = [
        ("1 process", ("--workers", "1")),
        ("2 processes", ("--workers", "2")),
    ]
    if with_spark:
        engines += [("Spark local[1]", ("--spark", "local[1]")), ("Spark local[2]", ("--spark", "local[2]"))]
    for kind in _MIXES:
        first = 0.0
        for name, options in engines:
            start = min(measured(lambda k=kind, o=options: generate(folder, k, 1 << 20, *o)).wall for _ in range(2))
            runs = [measured(lambda k=kind, o=options: generate(folder, k, size, *o)) for _ in range(3)]
            run = sorted(runs, key=lambda one: one.megabytes)[len(runs) // 2]
            first = first or run.megabytes
            after = run.bytes / (run.wall - start) / 1e6
            speeds = [f"{run.megabytes:,.0f}", f"{run.per_cpu:,.0f}", f"{run.megabytes / first:.2f}"]
            grid.add_row(f"{kind} {name}", *speeds, f"{start:.1f}", f"{after:,.0f}")
        checked = measured(lambda k=kind: verify(folder, k, size))
        grid.add_row(f"{kind} verify", f"{checked.megabytes:,.0f}", f"{checked.per_cpu:,.0f}", "", "", "")
    console.print(grid)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=512, help="MiB of each encoding run; jobs make eight times as much")
    parser.add_argument("--no-mysqld", action="store_true", help="without the peer")
    parser.add_argument("--no-spark", action="store_true", help="jobs on processes only")
    parser.add_argument("--no-jobs", action="store_true", help="encoding only")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()), help="where files are written")
    arguments = parser.parse_args()
    console = Console(width=110)
    console.print(machine())
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        folder = Path(name)
        _encoding(console, folder, arguments.size << 20, not arguments.no_mysqld)
        if not arguments.no_jobs:
            _jobs(console, folder, arguments.size << 23, not arguments.no_spark)
        if not arguments.no_spark:
            from frames import frames

            frames(console, folder, 4 << 20)


if __name__ == "__main__":
    main()
