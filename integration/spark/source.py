"""The data source `mysql_binlog` of PySpark."""

from __future__ import annotations

from functools import cached_property

from pyspark.sql import SparkSession
from pyspark.sql.datasource import (
    DataSource,
    DataSourceReader,
    DataSourceStreamReader,
    DataSourceStreamWriter,
    DataSourceWriter,
)
from pyspark.sql.types import StructType

from binwriter.integration.spark.causes import in_own_words
from binwriter.integration.spark.read.options import read_options
from binwriter.integration.spark.read.reader import BinlogReader, FilteringReader, View, plan_view
from binwriter.integration.spark.workers import use_this_python

FORMAT = "mysql_binlog"
_PUSHDOWN = "spark.sql.python.filterPushdown.enabled"
_BATCH_BYTES = "spark.sql.execution.arrow.maxBytesPerBatch"
_ANY_BYTES = 2**31 - 1  # the one value for which Spark does not ask how many they are


def register(spark: SparkSession, *, push_filters: bool = True, narrow_rows: bool = False) -> None:
    """Makes the format known to the session.

    push_filters: switches on spark.sql.python.filterPushdown.enabled (off by default in PySpark 4.1 and later), so
    that filters are applied while the logs are read. narrow_rows: any spark.sql.execution.arrow.maxRecordsPerBatch
    rows (10,000) have so few bytes that a worker may hold them at once; then Spark does not add up the bytes of the
    batch behind each row, which is the larger part of what a row of ten columns costs on its way to Python. It holds
    for all of the session's Python functions. Workers on this machine run this Python; those on others need the
    package: `add_packages`.
    """
    use_this_python(spark)
    if push_filters:
        spark.conf.set(_PUSHDOWN, "true")
    if narrow_rows:
        spark.conf.set(_BATCH_BYTES, str(_ANY_BYTES))
    spark.dataSource.register(FilteringBinlogSource if push_filters else BinlogSource)


class BinlogSource(DataSource):
    """Spark makes one for each read or write, in a process of its own, and pickles it."""

    @classmethod
    def name(cls) -> str:
        """The word for spark.read.format()."""
        return FORMAT

    @cached_property
    def _view(self) -> View:
        with in_own_words():
            return plan_view(read_options(self.options))

    def schema(self) -> StructType:
        """The view's columns; looks into the logs if they have to say what the table is."""
        return self._view.schema

    def reader(self, schema: StructType) -> DataSourceReader:
        with in_own_words():
            return BinlogReader(self._view, schema)

    def streamReader(self, schema: StructType) -> DataSourceStreamReader:  # noqa: N802 (Spark's name)
        from binwriter.integration.spark.read.following import FollowingReader

        with in_own_words():
            return FollowingReader(self._view, schema)

    def writer(self, schema: StructType, overwrite: bool) -> DataSourceWriter:
        from binwriter.integration.spark.write.writer import batch_writer

        with in_own_words():
            return batch_writer(self.options, schema, overwrite)

    def streamWriter(self, schema: StructType, overwrite: bool) -> DataSourceStreamWriter:  # noqa: N802 (Spark's name)
        from binwriter.integration.spark.write.writer import stream_writer

        with in_own_words():
            return stream_writer(self.options, schema, overwrite)


class FilteringBinlogSource(BinlogSource):
    """The same for sessions that push filters down."""

    def reader(self, schema: StructType) -> DataSourceReader:
        with in_own_words():
            return FilteringReader(self._view, schema)
