"""What the tables hold after replay: one Parquet file a table and log file, rows ascending by key."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

from binwriter import disk
from binwriter.bulk.work import IntArray
from binwriter.catalog.tables import Table
from binwriter.workload.natural import natural, natural_schema
from binwriter.workload.shard import ShardRun

_ROWS = 65_536


def write_final_state(run: ShardRun, folder: Path) -> None:
    """Writes the rows that this file's shard leaves: `folder`/DATABASE.TABLE.parquet, columns as `natural` has them.

    A / or % in a name is %2F or %25. Each row of the job is left by one shard: the one that may change it.
    """
    folder.mkdir()
    assert run.schedule is not None
    for number, each_table in enumerate(run.workload.tables):
        table = each_table.table.table
        keys, versions, targets = run.schedule.living(number)
        window = run.shard.keys[number]
        share = each_table.initial_rows * (run.shard.mix + 1) // run.job.mixes
        untouched = np.arange(window.low + window.rows, share, dtype=np.int64)
        with (
            disk.current().create(folder / f"{_file_name(table)}.parquet") as file,
            pq.ParquetWriter(file, natural_schema(table)) as writer,
        ):
            for low in range(0, len(keys), _ROWS):
                part = slice(low, low + _ROWS)
                rows = run.sources.rows(number, keys[part], versions[part], targets[part])
                writer.write_batch(natural(table, rows))
            for low in range(0, len(untouched), _ROWS):
                loaded: IntArray = untouched[low : low + _ROWS]
                held = run.sources.initial_targets(number, loaded, run.job.mixes)
                rows = run.sources.rows(number, loaded, np.zeros_like(loaded), held)
                writer.write_batch(natural(table, rows))


def _file_name(table: Table) -> str:
    return f"{table.schema}.{table.name}".replace("%", "%25").replace("/", "%2F")
