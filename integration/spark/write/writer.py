"""The writers that Spark plans, sends to its tasks, and asks to commit or to abort.

Spark pickles a writer: what `write` sets on it in a task is not seen by `commit`. Everything goes through messages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import uuid4

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import datasource as spark_source
from pyspark.sql.datasource import DataSourceArrowWriter, DataSourceStreamWriter, WriterCommitMessage
from pyspark.sql.types import CharType, StructType, VarcharType

from binwriter.errors import BinwriterError, LogFileError, OptionError
from binwriter.formats.records import dataclass
from binwriter.integration.spark.arrow_schemas import arrow_schema
from binwriter.integration.spark.causes import in_own_words
from binwriter.integration.spark.write.job import TaskResult, begin_job, log_folder, plan_write, publish, write_task
from binwriter.integration.spark.write.options import IfExists, WriteOptions
from binwriter.integration.spark.write.task_files import Base

# PySpark 4.1 has a stream writer that takes Arrow batches; 4.0 hands over rows.
_ARROW_STREAMS = hasattr(spark_source, "DataSourceStreamArrowWriter")
StreamBase: Any = spark_source.DataSourceStreamArrowWriter if _ARROW_STREAMS else DataSourceStreamWriter

# Where Spark keeps the length of CHAR(n) and VARCHAR(n) columns of its tables.
_LENGTH_KEY = "__CHAR_VARCHAR_TYPE_STRING"


@dataclass
class TaskDone(WriterCommitMessage):
    """What a task tells the driver."""

    result: TaskResult


def plan_spark_write(given: Mapping[str, str], schema: StructType) -> WriteOptions:
    """The options of a DataFrame's write, checked. Raises an error of our tree before anything is written."""
    known = {}
    for field in schema:
        if isinstance(field.dataType, CharType | VarcharType):
            known[field.name] = field.dataType.simpleString().upper()
        elif _LENGTH_KEY in field.metadata:
            known[field.name] = str(field.metadata[_LENGTH_KEY]).upper()
    return plan_write(given, arrow_schema(schema), known)


def _attempt() -> tuple[int, str]:
    context = TaskContext.get()
    if context is None:
        raise BinwriterError("not within a Spark task")
    return context.partitionId(), f"{context.attemptNumber()}-{context.taskAttemptId()}"


def _results(messages: Sequence[WriterCommitMessage | None]) -> list[TaskResult]:
    return [message.result for message in messages if isinstance(message, TaskDone)]


# --- batch ------------------------------------------------------------------------------------------------------------


def batch_writer(given: Mapping[str, str], schema: StructType, overwrite: bool) -> DataSourceArrowWriter:
    """The writer of one job. Raises an error of our tree before anything is written."""
    options = plan_spark_write(given, schema)
    folder = log_folder(options)
    folder.recover()
    if folder.has_log() and not overwrite:
        if options.if_exists is IfExists.ERROR:
            raise LogFileError(f"{folder.path}: there is a log already (option if_exists is error)")
        if options.if_exists is IfExists.IGNORE:
            return NothingWriter()
    job = uuid4().hex
    base = folder.base(options.publication or job, overwrite=overwrite)
    begin_job(options, job)
    return BatchWriter(options, job, base, overwrite)


class BatchWriter(DataSourceArrowWriter):
    """Two-phase commit: tasks write under temporary names, the driver names the files."""

    def __init__(self, options: WriteOptions, job: str, base: Base, overwrite: bool) -> None:
        self.options, self.job, self.base, self.overwrite = options, job, base, overwrite

    @in_own_words()
    def write(self, iterator: Iterator[pa.RecordBatch]) -> WriterCommitMessage:
        task, attempt = _attempt()
        return TaskDone(write_task(self.options, self.base, self.job, task, attempt, iterator))

    @in_own_words()
    def commit(self, messages: list[WriterCommitMessage | None]) -> None:
        publish(self.options, self.options.publication or self.job, _results(messages), overwrite=self.overwrite)
        log_folder(self.options).clean(self.job)

    def abort(self, messages: list[WriterCommitMessage | None]) -> None:
        log_folder(self.options).clean(self.job)


class NothingWriter(DataSourceArrowWriter):
    """Option if_exists is ignore and there is a log."""

    def write(self, iterator: Iterator[pa.RecordBatch]) -> WriterCommitMessage:
        return WriterCommitMessage()


# --- streams ----------------------------------------------------------------------------------------------------------


def stream_writer(given: Mapping[str, str], schema: StructType, overwrite: bool) -> DataSourceStreamWriter:
    """The writer of a stream's batches."""
    options = plan_spark_write(given, schema)
    if options.counts is not None:
        raise OptionError("gtid_numbering counts: the transactions of a stream are not known before")
    if options.if_exists is not IfExists.APPEND:
        raise OptionError("option if_exists is for batches; a stream goes on after what is there")
    writer: DataSourceStreamWriter = StreamWriter(options, schema, overwrite)
    return writer


class StreamWriter(StreamBase):  # type: ignore[misc]
    """Each batch is a publication, known by the query's and the batch's id: one that is run again replaces itself."""

    def __init__(self, options: WriteOptions, schema: StructType, overwrite: bool) -> None:
        self.options, self.overwrite = options, overwrite
        self.schema = arrow_schema(schema)

    @in_own_words()
    def write(self, iterator: Iterator[Any]) -> WriterCommitMessage:
        context = TaskContext.get()
        assert context is not None
        query, batch = (context.getLocalProperty(name) for name in ("sql.streaming.queryId", "streaming.sql.batchId"))
        task, attempt = _attempt()
        publication = f"{query}/{batch}"
        base = log_folder(self.options).load().base(publication, overwrite=self.overwrite)
        begin_job(self.options, f"{query}-{batch}")
        rows = iterator if _ARROW_STREAMS else _batches_of_rows(iterator, self.schema)
        return TaskDone(write_task(self.options, base, f"{query}-{batch}", task, attempt, rows))

    @in_own_words()
    def commit(self, messages: list[WriterCommitMessage | None], batchId: int) -> None:  # noqa: N803 (Spark's name)
        results = _results(messages)
        for job in {result.job for result in results}:
            query, _, batch = job.rpartition("-")
            publish(self.options, f"{query}/{batch}", results, overwrite=self.overwrite)
            log_folder(self.options).clean(job)

    def abort(self, messages: list[WriterCommitMessage | None], batchId: int) -> None:  # noqa: N803 (Spark's name)
        log_folder(self.options).clean(f"*-{batchId}")  # failed tasks tell no query's id


def _batches_of_rows(rows: Iterator[Any], schema: pa.Schema, most: int = 4096) -> Iterator[pa.RecordBatch]:
    waiting: list[dict[str, Any]] = []
    for row in rows:
        waiting.append(row.asDict(recursive=True))
        if len(waiting) == most:
            yield pa.RecordBatch.from_pylist(waiting, schema=schema)
            waiting = []
    if waiting:
        yield pa.RecordBatch.from_pylist(waiting, schema=schema)
