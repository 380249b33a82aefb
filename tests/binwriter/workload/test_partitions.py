"""Rows events of partitioned tables say in which partition their rows are and were, as those of a session do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.binlog.files.rows import rows_of_events
from binwriter.formats.events.parts.extra_row_info import PartitionInfo
from binwriter.workload.engines.engine import InProcess, run_job
from binwriter.workload.job import JobFolder, plan_job

SCHEMA = """
CREATE TABLE h (id INT PRIMARY KEY, v INT) PARTITION BY HASH (id) PARTITIONS 3;
CREATE TABLE m (id INT, v INT, w TINYINT UNSIGNED NOT NULL) PARTITION BY HASH (w) PARTITIONS 4;
CREATE TABLE s (id INT PRIMARY KEY, v INT) PARTITION BY RANGE (id) SUBPARTITION BY HASH (id) SUBPARTITIONS 2
  (PARTITION a VALUES LESS THAN (20), PARTITION b VALUES LESS THAN MAXVALUE);
CREATE TABLE plain (id INT PRIMARY KEY, v INT);
"""


# By table: the partition of a row.
PARTITIONS: dict[str, Callable[[Any], int]] = {
    "h": lambda row: row[0] % 3,
    "m": lambda row: row[2] % 4,
    "s": lambda row: 2 * (row[0] >= 20) + row[0] % 2,
}


@pytest.mark.slow
@pytest.mark.parametrize("image", ["full", "minimal"])
def test_generated_rows_name_their_partitions(image: str, tmp_path: Path) -> None:
    job = plan_job(
        {
            "schema-sql": SCHEMA,
            "transactions": 150,
            "initial-rows": 40,
            "rows-per-statement": "1-4",
            "server": {"binlog-row-image": image},
        }
    )
    JobFolder(tmp_path).create(job)
    files = run_job(job, tmp_path, InProcess(), lambda *_: None)
    seen = set()
    for rows in rows_of_events(event for file in files for event in read_events(file)):
        table = rows.table.name
        named = [(one.partition_id, one.source_partition_id) for one in rows.extra() if isinstance(one, PartitionInfo)]
        if table == "plain":
            assert named == []
            continue
        assert len(named) == 1
        seen.add((table, rows.event.type.name.partition("_")[0]))
        if image == "minimal":
            continue
        target, source = named[0]
        for change in rows.changes():
            images = [None if one is None else one.values for one in (change.before, change.after)]
            before, after = (None if one is None else PARTITIONS[table](one) for one in images)
            assert (target, source) == ((after, before) if after is not None else (before, None))
    assert {table for table, _ in seen} == {"h", "m", "s"}
