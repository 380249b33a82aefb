"""Rows and tables that several tests use."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from binwriter.integration.spark.folders import log_files
from binwriter.integration.spark.read.change_batches import ChangeReader, LogPart
from binwriter.integration.spark.read.options import read_options
from binwriter.integration.spark.read.reader import part_reader, plan_view
from binwriter.integration.spark.write.job import begin_job, log_folder, plan_write, publish, write_task

ORDERS = "CREATE TABLE shop.orders (id BIGINT PRIMARY KEY, name VARCHAR(40), price DECIMAL(12,2))"


def orders(count: int, start: int = 0) -> pa.RecordBatch:
    """Rows for ORDERS."""
    ids = range(start, start + count)
    names = pa.array([None if number % 7 == 3 else f"name {number}" for number in ids], pa.string())
    prices = pa.array(ids, pa.int64()).cast(pa.decimal128(38, 0)).cast(pa.decimal128(38, 2))
    return pa.RecordBatch.from_pydict(
        {"id": pa.array(ids, pa.int64()), "name": names, "price": prices.cast(pa.decimal128(12, 2))}
    )


def written(
    folder: Path, tasks: Sequence[Sequence[pa.RecordBatch]], *, overwrite: bool = False, **options: Any
) -> list[Path]:
    """A log of these tasks' batches, made as Spark would have it made; without Spark."""
    given = {"path": str(folder), "schema": ORDERS, "start_time": "2026-01-01 00:00:00", **options}
    plan = plan_write({name: str(value) for name, value in given.items()}, tasks[0][0].schema)
    log = log_folder(plan)
    log.recover()
    job = options.get("publication", f"job-{len(log.publications)}")
    base = log.base(job, overwrite=overwrite)
    begin_job(plan, job)
    results = [write_task(plan, base, job, number, "0", iter(batches)) for number, batches in enumerate(tasks)]
    publish(plan, job, results, overwrite=overwrite)
    log.clean(job)
    return [log.path / name for name in log.index.read()]


def changes(folder: Path | str, **options: Any) -> list[dict[str, Any]]:
    """The view changes of a log, without Spark."""
    view = plan_view(read_options({"path": str(folder), **{name: str(value) for name, value in options.items()}}))
    reader = part_reader(view, view.schema)
    assert isinstance(reader, ChangeReader)
    files = log_files(view.options.paths)
    found: list[dict[str, Any]] = []
    for number, path in enumerate(files):
        part = LogPart(path, None, None, number == 0, number == len(files) - 1)
        for batch in reader.read(part):
            found += batch.to_pylist()
    return found
