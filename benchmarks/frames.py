"""Rows of DataFrames and Parquet files to logs, through a session of Spark that is there already.

    python benchmarks/frames.py [--rows MILLIONS] [--rounds N] [--cores 1,2] [--folder DIR]

Rows are those of `bulk`, in one Parquet file. Ways are taken in turns, each first once for the JVM's compilers. By the
clock they say something on a quiet machine only. *ns a row* is processor time of the JVM and of those Python workers
that live on, least of the rounds; what so many free cores give at best is beside it. Spark itself: rows that it reads
and drops, and rows that it brings to a Python writer that drops them. No test looks at these figures.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from bulk import machine, orders, rows_of
from peer import SCHEMA
from rich.console import Console
from rich.table import Table as Grid

_BATCH_BYTES = "spark.sql.execution.arrow.maxBytesPerBatch"
_OPTIONS = {"table": "shop.orders", "schema": SCHEMA}


def frames(console: Console, folder: Path, rows: int, all_cores: tuple[int, ...] = (1, 2), rounds: int = 3) -> None:
    """Measures all ways; rows: rounded down to whole millions of 2^20, one at least."""
    from pyspark.sql import SparkSession

    from binwriter.integration import spark as binlogs

    os.environ["PYSPARK_PYTHON"] = sys.executable
    source = folder / "rows.parquet"
    parts = max(1, rows >> 20)
    pq.write_table(pa.Table.from_batches([_spark_rows(rows_of(orders(), 1 << 20))] * parts), source)
    grid = Grid("rows from Spark to a log", "rows/s", "MB/s", "ns a row", "MB/s, cores free", "x brought to Python")
    for cores in all_cores:
        builder = SparkSession.builder.master(f"local[{cores}]").appName("frames").config("spark.ui.enabled", "false")
        session = builder.config("spark.driver.memory", "2g").getOrCreate()
        try:
            session.dataSource.register(_dropping())
            counting = session.conf.get(_BATCH_BYTES, str(64 << 20))
            ways = _ways(session, source, folder)
            times: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
            sizes: dict[str, int] = {}
            for turn in range(1 + rounds):
                for name, work in ways.items():
                    session.conf.set(_BATCH_BYTES, counting)
                    binlogs.register(session, narrow_rows="narrow" in name)
                    before, start = processor_times(), time.perf_counter()
                    sizes[name] = work()
                    if turn:
                        times[name].append((time.perf_counter() - start, spent_since(before)))
            brought = min(spent for _, spent in times["brought to Python and dropped"])
            for name, runs in times.items():
                wall, spent = (min(values) for values in zip(*runs, strict=True))
                size, count = sizes[name] / 1e6, parts << 20
                free = f"{cores * size / spent:,.0f}" if size else ""
                figures = [f"{count / wall:,.0f}", f"{size / wall:,.0f}" if size else "", f"{1e9 * spent / count:,.0f}"]
                grid.add_row(f"{name}, local[{cores}]", *figures, free, f"{brought / spent:.2f}")
        finally:
            session.stop()
    console.print(grid)


def _ways(session: Any, source: Path, folder: Path) -> dict[str, Callable[[], int]]:
    """Each gives the bytes of the log that it wrote."""
    from binwriter.integration import spark as binlogs

    def read() -> int:
        session.read.parquet(str(source)).write.format("noop").mode("overwrite").save()
        return 0

    def drop() -> int:
        session.read.parquet(str(source)).write.format("dropping").mode("overwrite").save()
        return 0

    def write() -> int:
        frame = session.read.parquet(str(source))
        options = {**_OPTIONS, "gtid_numbering": "stride"}
        frame.write.format("mysql_binlog").mode("overwrite").options(**options).save(str(folder / "frame"))
        return _logs(folder / "frame")

    def save() -> int:
        frame = session.read.parquet(str(source))
        binlogs.save(frame, str(folder / "frame"), mode="overwrite", **_OPTIONS)
        return _logs(folder / "frame")

    def convert() -> int:
        out = folder / "converted"
        shutil.rmtree(out, ignore_errors=True)
        binlogs.parquet_to_binlog(session, str(source), str(out), **_OPTIONS)
        return _logs(out)

    return {
        "read by Spark and dropped": read,
        "brought to Python and dropped": drop,
        "the same, narrow_rows": drop,
        "df.write": write,
        "df.write, narrow_rows": write,
        "save of a file's columns": save,
        "parquet_to_binlog": convert,
    }


def _dropping() -> Any:
    """A data source that takes rows and does nothing with them."""
    from pyspark.sql.datasource import DataSource, DataSourceArrowWriter, WriterCommitMessage

    class DroppingWriter(DataSourceArrowWriter):
        def write(self, iterator: Iterator[pa.RecordBatch]) -> WriterCommitMessage:
            for _ in iterator:
                pass
            return WriterCommitMessage()

    class Dropping(DataSource):
        """What Spark itself takes to bring rows to Python."""

        @classmethod
        def name(cls) -> str:
            return "dropping"

        def writer(self, schema: object, overwrite: bool) -> DroppingWriter:
            return DroppingWriter()

    return Dropping


def processor_times() -> dict[int, float]:
    """Seconds of this process and all below it, each without those that have ended."""
    spent, parents = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        number = int(path.parent.name)
        parents[number] = int(fields[1])
        spent[number] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    own = {os.getpid()}
    while found := {number for number, parent in parents.items() if parent in own} - own:
        own |= found
    return {number: spent[number] for number in own if number in spent}


def spent_since(before: dict[int, float]) -> float:
    """Seconds since then, of those processes that are still there."""
    return sum(seconds - before.get(number, 0.0) for number, seconds in processor_times().items())


def _logs(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.glob("binlog.0*"))


def _spark_rows(rows: pa.RecordBatch) -> pa.RecordBatch:
    """Types that Spark reads: it has no unsigned numbers."""
    kinds = {pa.uint64(): pa.int64()}
    fields = [pa.field(field.name, kinds.get(field.type, field.type)) for field in rows.schema]
    return pa.RecordBatch.from_arrays(
        [rows.column(n).cast(field.type) for n, field in enumerate(fields)], schema=pa.schema(fields)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=4, help="millions (of 2^20)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cores", default="1,2", help="of each session")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()), help="where files are written")
    arguments = parser.parse_args()
    console = Console(width=130)
    console.print(machine())
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        cores = tuple(int(number) for number in arguments.cores.split(","))
        frames(console, Path(name), arguments.rows << 20, cores, arguments.rounds)


if __name__ == "__main__":
    main()
