"""Parquet files to a binary log without crossing the JVM: tasks read row groups with pyarrow and write log files.

    parquet_to_binlog(spark, ["orders/*.parquet"], "/logs", table="shop.orders", primary_key="id")
    python -m binwriter.integration.spark.parquet orders/*.parquet --out /logs --option table=shop.orders

With a session the tasks run on Spark, without one in processes of this machine; the files are the same.
"""

from __future__ import annotations

import argparse
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq

from binwriter.errors import BinwriterError, JobError, LogFileError, OptionError
from binwriter.formats.records import dataclass
from binwriter.integration.spark.folders import local_path
from binwriter.integration.spark.workers import use_this_python
from binwriter.integration.spark.write.job import TaskResult, begin_job, plan_write, publish, write_task
from binwriter.integration.spark.write.options import IfExists, Numbering, WriteOptions, option_texts, save_mode
from binwriter.integration.spark.write.publication import LogFolder
from binwriter.integration.spark.write.task_files import Base

_BATCH_ROWS = 65536
_DEFAULT_TASK_ROWS = 1_000_000


@dataclass(frozen=True)
class RowGroups:
    """Row groups of one file; a task reads some of them. rows: how many they have. columns: those that are read, and
    their types; None: all that the file has, as they are."""

    path: str
    groups: tuple[int, ...]
    rows: int
    columns: pa.Schema | None = None


Task = tuple[RowGroups, ...]


def parquet_to_binlog(
    spark: Any,
    paths: str | Sequence[str],
    out: str,
    *,
    mode: str = "error",
    workers: int | None = None,
    task_rows: int = _DEFAULT_TASK_ROWS,
    **options: Any,
) -> list[Path]:
    """Writes the rows of Parquet files as a binary log, in the order of files and row groups. Gives the log's files.

    spark: a session, None: processes of this machine. paths: files, folders or patterns that every worker sees.
    out: the log's folder. mode: append, overwrite, error or ignore. workers: processes, default: one a core.
    task_rows: about so many rows a task, whole row groups. options: as for DataFrames (docs/spark.md).
    GTIDs go on without gaps where transactions are counted by rows (no transaction_columns).
    Raises an error of our tree naming file, row and column; then nothing is published.
    """
    if spark is not None:
        use_this_python(spark)
    files = parquet_files([paths] if isinstance(paths, str) else paths)
    tasks = [(groups,) for groups in _tasks(files, task_rows)]
    overwrite, if_exists = save_mode(mode)
    given = {**option_texts(options), "path": out, "if_exists": if_exists.value}
    plan = _plan(given, files)
    if not plan.columns.transaction and plan.numbering is Numbering.STRIDE and "gtid_numbering" not in given:
        plan = replace(plan, numbering=Numbering.COUNTS, counts=tuple(transactions_of(tasks, plan)))
    return write_files(spark, plan, tasks, overwrite=overwrite, workers=workers)


def transactions_of(tasks: Iterable[Task], plan: WriteOptions) -> list[int]:
    """How many transactions each task has, if they are cut by their number of rows."""
    return [-(-sum(groups.rows for groups in task) // plan.rows_per_transaction) for task in tasks]


def write_files(
    spark: Any, plan: WriteOptions, tasks: Sequence[Task], *, overwrite: bool, workers: int | None = None
) -> list[Path]:
    """Runs the tasks and publishes what they wrote; gives the log's files, none if there is a log and the plan is to
    leave it. LogFileError if there is one and must not be."""
    folder = LogFolder(Path(plan.folder), plan.server.basename, plan.server.settings)
    folder.recover()
    if folder.has_log() and not overwrite:
        if plan.if_exists is IfExists.ERROR:
            raise LogFileError(f"{folder.path}: there is a log already (mode is error)")
        if plan.if_exists is IfExists.IGNORE:
            return []
    job = uuid4().hex
    publication = plan.publication or job
    base = folder.base(publication, overwrite=overwrite)
    begin_job(plan, job)
    try:
        messages = _run(spark, plan, base, job, tasks, workers)
        publish(plan, publication, messages, overwrite=overwrite)
    finally:
        folder.clean(job)
    return [folder.path / name for name in folder.load().publications[-1].files]


def parquet_files(paths: Iterable[str]) -> list[Path]:
    """The files, in order. LogFileError for a path that has none."""
    absolute: list[Path] = []
    for each in paths:
        path = local_path(each)
        if path.is_dir():
            files = sorted(file for file in path.rglob("*.parquet") if not file.name.startswith(("_", ".")))
        elif path.exists():
            files = [path]
        else:
            anchor = Path(path.anchor) if path.is_absolute() else Path()
            files = sorted(anchor.glob(str(path.relative_to(anchor)))) if "*" in each or "?" in each else []
        if not files:
            raise LogFileError(f"{each}: no Parquet file there")
        absolute += [file.absolute() for file in files]
    return absolute


def _tasks(files: Sequence[Path], most: int) -> Iterator[RowGroups]:
    """Row groups of one file, together about so many rows."""
    for path in files:
        metadata = _metadata(path)
        groups: list[int] = []
        rows = 0
        for group in range(metadata.num_row_groups):
            count = metadata.row_group(group).num_rows
            if groups and rows + count > most:
                yield RowGroups(str(path), tuple(groups), rows)
                groups, rows = [], 0
            groups.append(group)
            rows += count
        if rows:
            yield RowGroups(str(path), tuple(groups), rows)


def _metadata(path: Path) -> Any:
    try:
        return pq.read_metadata(path)
    except (OSError, pa.ArrowInvalid) as error:
        raise LogFileError(f"cannot read {path}: {error}") from error


def _plan(given: dict[str, str], files: Sequence[Path]) -> WriteOptions:
    """The options, checked against the columns of every file."""
    first = _schema(files[0])
    options = plan_write(given, first)
    for path in files[1:]:
        if _schema(path).names != first.names:
            raise OptionError(f"{path} has other columns than {files[0]}: {', '.join(_schema(path).names)}")
    return options


def _schema(path: Path) -> pa.Schema:
    try:
        return pq.read_schema(path)
    except (OSError, pa.ArrowInvalid) as error:
        raise LogFileError(f"cannot read {path}: {error}") from error


def _run(
    spark: Any, plan: WriteOptions, base: Base, job: str, tasks: Sequence[Task], workers: int | None
) -> list[TaskResult]:
    work = [(number, task) for number, task in enumerate(tasks)]
    if spark is not None:
        context = spark.sparkContext
        shipped = context.broadcast((plan, base, job))

        def make(each: tuple[int, Task]) -> Any:
            from pyspark import TaskContext

            task_context = TaskContext.get()
            assert task_context is not None
            plan, base, job = shipped.value
            attempt = f"{task_context.attemptNumber()}-{task_context.taskAttemptId()}"
            return write_row_groups(plan, base, job, *each, attempt)

        return list(context.parallelize(work, max(len(work), 1)).map(make).collect())
    if workers == 1 or len(work) == 1:
        return [write_row_groups(plan, base, job, number, task, "0") for number, task in work]
    count = min(workers or os.cpu_count() or 1, len(work))
    with ThreadPoolExecutor(count) as pool:
        futures = [pool.submit(_in_process, (plan, base, job, number, task, "0")) for number, task in work]
        try:
            return [future.result() for future in futures]
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _in_process(work: tuple[Any, ...]) -> TaskResult:
    """A task in a Python of its own. Not multiprocessing: that runs the user's script again."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, "-c", "from binwriter.integration.spark.parquet import work_once; work_once()"]
    ended = subprocess.run(command, input=pickle.dumps(work), stdout=subprocess.PIPE, env=environment, check=False)
    if ended.returncode:
        raise JobError(_place(work[3], work[4]), f"its worker ended with code {ended.returncode}")
    answer = pickle.loads(ended.stdout)
    if isinstance(answer, str):
        raise JobError(_place(work[3], work[4]), answer)
    result: TaskResult = answer
    return result


def work_once() -> None:
    """A worker's whole life: one task from standard input, its result, or the error's text, to standard output."""
    work = pickle.load(sys.stdin.buffer)
    try:
        answer: TaskResult | str = write_row_groups(*work)
    except (BinwriterError, MemoryError) as error:
        answer = str(error) or type(error).__name__
    sys.stdout.buffer.write(pickle.dumps(answer))


def write_row_groups(plan: WriteOptions, base: Base, job: str, number: int, task: Task, attempt: str) -> TaskResult:
    """One task: row groups to log files under temporary names."""
    place = _place(number, task)
    try:
        return write_task(plan, base, job, number, attempt, _batches(task), place)
    except (pa.ArrowInvalid, OSError) as error:
        raise JobError(place, str(error)) from error


def _place(number: int, task: Task) -> str:
    """Where an error is told to be. A task may have nothing to read: its part of a file has the middle of no group."""
    groups = (f"{each.path}, row groups {each.groups[0]} to {each.groups[-1]}" for each in task)
    return "; ".join(groups) or f"task {number}"


def _batches(task: Task) -> Iterator[pa.RecordBatch]:
    for part in task:
        columns = part.columns
        with pq.ParquetFile(part.path, memory_map=True) as file:
            names = None if columns is None else columns.names
            for batch in file.iter_batches(_BATCH_ROWS, row_groups=list(part.groups), columns=names):
                yield batch if columns is None else batch.select(columns.names).cast(columns)


def main(arguments: Sequence[str] | None = None) -> int:
    """`python -m binwriter.integration.spark.parquet`"""
    parser = argparse.ArgumentParser(prog="binwriter.integration.spark.parquet", description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="+", metavar="PATH", help="Parquet files, folders or patterns")
    parser.add_argument("--out", required=True, metavar="DIR", help="the log's folder")
    parser.add_argument("--mode", default="error", choices=["append", "overwrite", "error", "ignore"])
    parser.add_argument("--spark", metavar="MASTER", help="run on Spark: local[*], or a master's URL")
    parser.add_argument("--workers", type=int, metavar="N", help="processes (default: one a core)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="of the data source, as table=shop.orders"
    )
    given = parser.parse_args(arguments)
    wrong = [each for each in given.option if "=" not in each]
    if wrong:
        parser.error(f"--option {wrong[0]}: NAME=VALUE is wanted")
    options = dict(each.split("=", 1) for each in given.option)
    session = None
    started = time.monotonic()
    try:
        if given.spark is not None:
            from binwriter.integration.spark.engine import make_session

            session = make_session(given.spark, "parquet to binlog")
        files = parquet_to_binlog(session, given.paths, given.out, mode=given.mode, workers=given.workers, **options)
    except BinwriterError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    finally:
        if session is not None:
            session.stop()
    size = sum(path.stat().st_size for path in files)
    seconds = time.monotonic() - started
    print(f"{len(files)} files, {size} bytes, {seconds:.1f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    from binwriter.integration.spark.parquet import main as imported  # what it pickles must have a module to come from

    sys.exit(imported())
