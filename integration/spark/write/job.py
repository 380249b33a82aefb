"""A writing job without Spark: its plan, its tasks, its publication."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow as pa

from binwriter.errors import EncodeError, LogFileError, OptionError
from binwriter.formats.records import dataclass
from binwriter.integration.spark.folders import local_path
from binwriter.integration.spark.write.options import Numbering, WriteOptions, write_options
from binwriter.integration.spark.write.publication import LogFolder
from binwriter.integration.spark.write.task_files import Base, TaskFiles, WrittenFile
from binwriter.integration.spark.write.transactions import Transactions, stored
from binwriter.workload.schemas.derived_table import create_table


@dataclass(frozen=True)
class TaskResult:
    """What a task wrote: by which base, under which job's temporary folder."""

    task: int
    job: str
    base: Base
    files: tuple[WrittenFile, ...]


def plan_write(given: Mapping[str, str], schema: pa.Schema, known: Mapping[str, str] | None = None) -> WriteOptions:
    """The options, checked against the columns. known: SQL types of columns that Arrow does not tell.

    Raises an error of our tree for whatever can be seen before a row is written: options, and types that do not fit.
    """

    def derive(name: tuple[str, str], primary_key: Sequence[str]) -> str:
        return create_table(name, _table_columns(given, schema), primary_key, known)

    options = write_options(given, schema.names, time.time_ns() // 1000, derive)
    check_columns(options, schema)
    return replace(options, folder=str(local_path(options.folder).absolute()))


def _table_columns(given: Mapping[str, str], schema: pa.Schema) -> pa.Schema:
    """The table's columns: those of the images, or those that are not dropped."""
    values = {name.lower(): value for name, value in given.items()}
    has_images = values.get("operation", "insert").lower() in ("update", "changes")
    wanted = [values.get(f"{image}_column", image if has_images else "").lower() for image in ("before", "after")]
    images = [field for name in wanted if name for field in schema if field.name.lower() == name]
    fields: dict[str, pa.Field] = {}
    for image in images:
        if not pa.types.is_struct(image.type):
            raise OptionError(f"column {image.name!r} must be a struct with the table's columns, it is {image.type}")
        for field in image.type:
            earlier = fields.get(field.name)
            fields[field.name] = field.with_nullable(field.nullable or (earlier is not None and earlier.nullable))
    if images:
        return pa.schema(list(fields.values()))
    dropped = {name.strip().lower() for name in values.get("drop_columns", "").split(",")}
    return pa.schema([field for field in schema if field.name.lower() not in dropped])


def check_columns(options: WriteOptions, schema: pa.Schema) -> None:
    """Whether the columns have types that the table's can take: tried with no rows. EncodeError names the column."""
    for name in (options.columns.before, options.columns.after):
        if name is not None:
            kind = schema.field(name).type
            if not pa.types.is_struct(kind):
                raise EncodeError(f"column {name!r} must be a struct with the table's columns, it is {kind}")
            check_image(options, pa.schema(list(kind)), f"column {name!r}")
    if options.columns.before is None and options.columns.after is None:
        check_image(options, schema, "the DataFrame")


def check_image(options: WriteOptions, schema: pa.Schema, place: str) -> None:
    """The same for one image."""
    table = options.table
    known = {name.lower() for name in schema.names}
    missing = [column.name for column in table.columns if column.name.lower() not in known]
    if missing:
        raise EncodeError(f"{place} has no column {', '.join(missing)} of table {table.schema}.{table.name}")
    own = {options.columns.time, *options.columns.transaction, *options.columns.order, *options.dropped}
    extra = [name for name in schema.names if name.lower() not in table.index_of and name not in own]
    if extra:
        raise EncodeError(
            f"{place} has {', '.join(extra)}, which table {table.schema}.{table.name} has not; "
            "drop it, or name it in option drop_columns"
        )
    stored(table, pa.RecordBatch.from_pylist([], schema=schema), 0)


def begin_job(options: WriteOptions, job: str) -> None:
    """Makes the folder for the job's temporary files. Tasks do not: one that outlives its job would leave it behind."""
    folder = log_folder(options).temporary(job)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LogFileError(f"cannot make {folder}: {error}") from error


def write_task(
    options: WriteOptions,
    base: Base,
    job: str,
    task: int,
    attempt: str,
    rows: Iterator[pa.RecordBatch],
    place: str = "",
) -> TaskResult:
    """Writes the files of one task, for which `begin_job` has made room.

    An error names the task, or `place`, and leaves no file.
    """
    folder = log_folder(options).temporary(job)
    if not folder.is_dir():
        raise LogFileError(f"{place or f'task {task}'}: {folder} is gone: the job has ended, or workers do not see it")
    try:
        with TaskFiles(options, base, task, folder, attempt) as files:
            transactions = Transactions(options, _earlier(options, task))
            for batch in transactions.batches(rows):
                files.write(batch)
            files.finish()
    except OSError as error:
        raise LogFileError(f"{place or f'task {task}'}: cannot write in {folder}: {error}") from error
    except EncodeError as error:
        raise EncodeError(f"{place or f'task {task}'}, {error}") from error
    return TaskResult(task, job, base, tuple(files.written))


def _earlier(options: WriteOptions, task: int) -> int:
    """How many transactions are known to come before the task's."""
    return sum(options.counts[:task]) if options.numbering is Numbering.COUNTS and options.counts else 0


def log_folder(options: WriteOptions) -> LogFolder:
    """The folder that the job writes to."""
    return LogFolder(Path(options.folder), options.server.basename, options.server.settings)


def publish(options: WriteOptions, publication: str, results: Sequence[TaskResult], *, overwrite: bool) -> None:
    """Publishes what the tasks wrote, in their order; of two results of one task the first."""
    done: dict[int, TaskResult] = {}
    for result in results:
        done.setdefault(result.task, result)
    if not done:
        return
    folder = log_folder(options)
    bases = {result.base for result in done.values()}
    if len(bases) != 1:
        raise LogFileError(f"{folder.path}: another job has published while this one was running")
    files = [file for task in sorted(done) for file in done[task].files]
    folder.publish(publication, files, overwrite=overwrite, expected=bases.pop())
