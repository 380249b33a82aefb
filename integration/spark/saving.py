"""Saving a DataFrame in one call: all of Spark's save modes, and GTIDs without gaps by a count before the write."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from pyspark import StorageLevel
from pyspark.sql import DataFrame
from pyspark.sql import functions as f

from binwriter.integration.spark.parquet import transactions_of, write_files
from binwriter.integration.spark.plain_reads import plain_read
from binwriter.integration.spark.source import FORMAT
from binwriter.integration.spark.workers import use_this_python
from binwriter.integration.spark.write.options import DEFAULT_ROWS, Numbering, option_texts, save_mode
from binwriter.integration.spark.write.writer import plan_spark_write


def save(
    df: DataFrame, folder: str, *, mode: str = "error", count: bool = True, read_files: bool = True, **options: Any
) -> None:
    """Writes the DataFrame's rows, or changes, as a binary log.

    folder: as all workers see it. mode: append, overwrite, error (the default, as Spark's own) or ignore.
    count: the transactions of each partition are counted first, so that GTIDs, XIDs and times go on from file to file;
    the DataFrame is kept on disk for the write if nobody cached it. read_files: a DataFrame that is nothing but columns
    of Parquet files is read by the tasks themselves, not by Spark, whose rows take several times as long: the same
    partitions and rows, counted without being read. options: of the data source, docs/spark.md.
    Raises an error of Spark that has ours in its text.
    """
    overwrite, if_exists = save_mode(mode)
    given = {**option_texts(options), "path": folder, "if_exists": if_exists.value}
    plan = plan_spark_write(given, df.schema)  # what is wrong with options and columns is said before the count
    count = count and "gtid_numbering" not in given
    tasks = plain_read(df) if read_files and not (count and plan.columns.transaction) else None
    if tasks is not None:
        if count:
            plan = replace(plan, numbering=Numbering.COUNTS, counts=tuple(transactions_of(tasks, plan)))
        use_this_python(df.sparkSession)
        write_files(df.sparkSession, plan, tasks, overwrite=overwrite)
        return
    cached = df.is_cached
    try:
        if count:
            if not cached:
                df.persist(StorageLevel.DISK_ONLY)
            given["transaction_counts"] = json.dumps(_transactions(df, given))
            given["gtid_numbering"] = Numbering.COUNTS.value
        df.write.format(FORMAT).mode("overwrite" if overwrite else "append").options(**given).save()
    finally:
        if count and not cached:
            df.unpersist()


def write_batch(folder: str, *, query: str = "batch", **options: Any) -> Any:
    """A function for `writeStream.foreachBatch` that appends each batch; a batch that is run again replaces itself.

    query: tells the batches of one query from those of another that writes to the same folder. Of use where a batch is
    also written elsewhere; else `writeStream.format("mysql_binlog")` does the same.
    """

    def write(df: DataFrame, batch: int) -> None:
        save(df, folder, mode="append", count=False, publication=f"{query}/{batch}", **options)

    return write


def _transactions(df: DataFrame, given: dict[str, str]) -> list[int]:
    """How many transactions each partition has."""
    partition = f.spark_partition_id().alias("partition")
    keys = [name.strip() for name in given.get("transaction_columns", "").split(",") if name.strip()]
    if keys:
        counted = df.select(partition, *keys).distinct().groupBy("partition").count()
    else:
        counted = df.select(partition).groupBy("partition").count()
    counts = {int(row["partition"]): int(row["count"]) for row in counted.collect()}
    size = 1 if keys else int(given.get("rows_per_transaction", DEFAULT_ROWS))
    partitions = max(df.rdd.getNumPartitions(), 1)
    return [-(-counts.get(number, 0) // size) for number in range(partitions)]
