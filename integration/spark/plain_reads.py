"""DataFrames that are nothing but columns of Parquet files: workers may read the files without the JVM.

A row costs some 2 microseconds on its way through Spark to Python, and a quarter of one when Python reads the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import DataFrame

from binwriter.integration.spark.arrow_schemas import arrow_schema
from binwriter.integration.spark.parquet import RowGroups, Task

# Names of Spark's own classes; those of other packages (Delta's files) read more than the files say.
_SPARK = "org.apache.spark.sql."
_PROJECT = _SPARK + "catalyst.plans.logical.Project"
_COLUMN = _SPARK + "catalyst.expressions.AttributeReference"
_READ = _SPARK + "execution.datasources.LogicalRelation"
_FILES = _SPARK + "execution.datasources.HadoopFsRelation"
_PARQUET = _SPARK + "execution.datasources.parquet.ParquetFileFormat"
_PARTITION = _SPARK + "execution.datasources.FilePartition"
# With these Spark leaves out files that cannot be read.
_FORGIVING = ("spark.sql.files.ignoreCorruptFiles", "spark.sql.files.ignoreMissingFiles")
_ZONE = "spark.sql.session.timeZone"
# Files that Spark wrote before 3.0, or as it did then, have dates and times of another calendar.
_WRITER, _OLD_CALENDAR = b"org.apache.spark.version", b"org.apache.spark.legacy"
_SAME_CALENDAR = 3
_PLAIN = (
    *(pa.types.is_int8, pa.types.is_int16, pa.types.is_int32, pa.types.is_int64, pa.types.is_float32),
    *(pa.types.is_float64, pa.types.is_boolean, pa.types.is_string, pa.types.is_binary, pa.types.is_decimal128),
    *(pa.types.is_date32, pa.types.is_timestamp),
)


def plain_read(df: DataFrame) -> list[Task] | None:
    """What the tasks of the DataFrame read, in the order of its partitions and of their rows; None if it is more than
    columns of Parquet files of this machine's file system, or of types that Spark does not take as they are."""
    columns = _columns(df)
    partitions = None if columns is None else _partitions(df)
    if not partitions:
        return None
    assert columns is not None
    try:
        footers = {path: pq.read_metadata(path) for path in {split[0] for splits in partitions for split in splits}}
    except (OSError, pa.ArrowException):
        return None
    if not all(_as_spark_reads(footer, columns) for footer in footers.values()):
        return None
    tasks: list[Task] = []
    for splits in partitions:
        parts = [_row_groups(path, footers[path], first, end, columns) for path, first, end in splits]
        tasks.append(tuple(part for part in parts if part.rows))
    return tasks


def _columns(df: DataFrame) -> pa.Schema | None:
    """The DataFrame's columns as Python would get them, if each is one of plain type."""
    if len(set(df.columns)) != len(df.columns):
        return None
    types = pa.types
    schema = arrow_schema(df.schema)
    if not all(any(plain(field.type) for plain in _PLAIN) for field in schema):
        return None
    zone = str(df.sparkSession.conf.get(_ZONE))
    moved = [
        field.with_type(pa.timestamp("us", tz=zone)) if types.is_timestamp(field.type) and field.type.tz else field
        for field in schema
    ]
    return pa.schema(moved)


def _partitions(df: DataFrame) -> list[list[tuple[str, int, int]]] | None:
    """Of each partition the files and the places in them, from and to, that Spark would read."""
    frame = getattr(df, "_jdf", None)  # Spark Connect has none
    if frame is None or any(df.sparkSession.conf.get(name, "false") == "true" for name in _FORGIVING):
        return None
    execution = frame.queryExecution()
    if not _is_plain(execution.optimizedPlan()):
        return None
    found = []
    for partition in execution.toRdd().partitions():
        if _class(partition) != _PARTITION:
            return None
        splits = []
        for file in partition.files():
            place = file.filePath().toPath().toUri()
            if place.getScheme() != "file":
                return None
            splits.append((unquote(place.getRawPath()), file.start(), file.start() + file.length()))
        found.append(splits)
    return found


def _is_plain(plan: Any) -> bool:
    """Whether a plan reads Parquet files and chooses columns, no more."""
    while _class(plan) == _PROJECT:
        if any(_class(column) != _COLUMN for column in _each(plan.projectList())):
            return False
        plan = plan.child()
    if _class(plan) != _READ or _class(plan.relation()) != _FILES:
        return False
    relation = plan.relation()
    return (
        _class(relation.fileFormat()) == _PARQUET
        and relation.partitionSchema().isEmpty()
        and relation.bucketSpec().isEmpty()
    )


def _class(thing: Any) -> str:
    return str(thing.getClass().getName())


def _each(sequence: Any) -> Iterable[Any]:
    return (sequence.apply(place) for place in range(sequence.length()))


def _as_spark_reads(footer: Any, columns: pa.Schema) -> bool:
    """Whether the file has the columns, with types that Spark takes for the DataFrame's without changing a value."""
    metadata = footer.metadata or {}
    if any(name.startswith(_OLD_CALENDAR) for name in metadata):
        return False
    if int(metadata.get(_WRITER, b"%d" % _SAME_CALENDAR).split(b".")[0]) < _SAME_CALENDAR:
        return False
    schema = footer.schema.to_arrow_schema()
    return all(
        schema.names.count(field.name) == 1 and _same_values(schema.field(field.name).type, field.type)
        for field in columns
    )


def _same_values(stored: pa.DataType, wanted: pa.DataType) -> bool:
    """Times with a zone are instants, whichever zone it is."""
    if pa.types.is_timestamp(stored) and pa.types.is_timestamp(wanted):
        return stored.unit == wanted.unit and (stored.tz is None) == (wanted.tz is None)
    return bool(stored == wanted)


def _row_groups(path: str, metadata: Any, first: int, end: int, columns: pa.Schema) -> RowGroups:
    """A row group belongs to where its middle lies, as for Parquet's own library for Java."""
    chosen = [number for number in range(metadata.num_row_groups) if first <= _middle(metadata, number) < end]
    rows = sum(metadata.row_group(number).num_rows for number in chosen)
    return RowGroups(str(Path(path)), tuple(chosen), rows, columns)


def _middle(metadata: Any, number: int) -> int:
    group = metadata.row_group(number)
    chunks: Sequence[Any] = [group.column(place) for place in range(group.num_columns)]
    dictionary, data = chunks[0].dictionary_page_offset, chunks[0].data_page_offset
    start = dictionary if dictionary is not None and dictionary < data else data
    return int(start + sum(chunk.total_compressed_size for chunk in chunks) // 2)
