"""last_committed of generated logs is what a server's clock gives that ran the same transactions one after another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from binwriter.binlog.clock.logical_clock import LogicalClock, WriteSet
from binwriter.binlog.clock.write_set import add_row_keys
from binwriter.binlog.files.reader import read_events
from binwriter.binlog.files.rows import OpenTables
from binwriter.catalog.tables import Table
from binwriter.formats.columns.rows_data import RowImage
from binwriter.formats.events.gtid import AnonymousGtid, Gtid
from binwriter.statement.values import RowChange, RowOperation
from binwriter.workload.engines.engine import InProcess, run_job
from binwriter.workload.job import JobFolder, plan_job
from binwriter.workload.schedule import write_set_kernel as kernel

FAMILY = """
CREATE TABLE p (id INT PRIMARY KEY, u INT UNIQUE, v INT);
CREATE TABLE c (id INT PRIMARY KEY, p_id INT, v INT, FOREIGN KEY (p_id) REFERENCES p (id) ON DELETE CASCADE);
CREATE TABLE d (id INT PRIMARY KEY, p_id INT NOT NULL, c_id INT, q VARCHAR(30), r INT, v INT, UNIQUE (q, r),
  FOREIGN KEY (p_id) REFERENCES p (id), FOREIGN KEY (c_id) REFERENCES c (id) ON DELETE SET NULL);
CREATE TABLE s (id INT PRIMARY KEY, up INT, v INT, FOREIGN KEY (up) REFERENCES s (id));
CREATE TABLE k (a INT, b INT);
CREATE TABLE n (a INT UNIQUE, b INT);
CREATE TABLE l (id INT PRIMARY KEY, u INT UNIQUE, w CHAR(12), v INT, UNIQUE (w));
"""
CASES: dict[str, dict[str, Any]] = {
    "families": {"initial-rows": 30, "load-rows": 3},
    "of-nothing": {"mix": "insert=60,update=30,delete=10"},
    "wide": {"statements-per-transaction": "1-4", "rows-per-statement": "1-5", "initial-rows": 200},
    "references-change": {
        "initial-rows": 40,
        "mix": "update=1",
        "tables": {"c": {"update-columns": ["p_id", "v"]}, "d": {"update-columns": ["c_id"]}},
    },
    "history": {"initial-rows": 90, "server": {"binlog-transaction-dependency-history-size": 20}},
    "history-of-statements": {
        "initial-rows": 90,
        "rows-per-statement": "1-30",
        "server": {"binlog-transaction-dependency-history-size": 25},
    },
    "alone": {"tables": {name: {"weight": 0} for name in "pcdskn"}, "initial-rows": 50, "pick": "zipf"},
    "files": {"files": 3, "initial-rows": 60},
}


def generated(folder: Path, **document: Any) -> tuple[list[Path], dict[tuple[str, str], Table], int]:
    """(files, tables, the history's size)."""
    job = plan_job({"schema-sql": FAMILY, "transactions": 150, "seed": 3, "dependencies": "write-set"} | document)
    folder.mkdir(exist_ok=True)
    JobFolder(folder).create(job)
    files = run_job(job, folder, InProcess(), lambda *_: None)
    workload = job.sources().workload
    tables = [one.table.table for one in workload.tables]
    return files, {(one.schema, one.name): one for one in tables}, workload.dependency_history


def clocks(path: Path, tables: dict[tuple[str, str], Table], history: int) -> Iterator[tuple[Any, Any]]:
    """Of each group: (last_committed, sequence_number) as in the file, and as the clock has it."""
    clock, parents = LogicalClock(history), {key.parent for table in tables.values() for key in table.foreign_keys}
    found: tuple[int | None, int | None] | None = None
    write_set, opened = WriteSet(), OpenTables()
    for event in read_events(path):
        if isinstance(event.body, Gtid | AnonymousGtid):
            if found is not None:
                yield found, clock.next(clock.committed, write_set)
            found, write_set = (event.body.last_committed, event.body.sequence_number), WriteSet()
        rows = opened.follow(event)
        for change in rows.changes() if rows is not None else ():
            assert rows is not None
            table = tables[rows.table.schema, rows.table.name]
            write_set.has_parents |= (table.schema, table.name) in parents
            before, after = (_values(image) for image in (change.before, change.after))
            operation = RowOperation.WRITE if before is None else RowOperation.UPDATE
            add_row_keys(write_set, RowChange(table, operation, before, after), checks_keys=True)
    yield found, clock.next(clock.committed, write_set)


def _values(image: RowImage | None) -> Any:
    return None if image is None else tuple(image.values)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_the_clock_is_the_servers(tmp_path: Path, case: str) -> None:
    files, tables, history = generated(tmp_path / "log", **CASES[case])
    for file in files:
        pairs = list(clocks(file, tables, history))
        assert [one for one, _ in pairs] == [other for _, other in pairs]
        assert any(one[0] < one[1] - 1 for one, _ in pairs) or case == "families"


def test_both_forms_of_the_kernel_give_the_same() -> None:
    plain = getattr(kernel.parents_of, "py_func", kernel.parents_of)
    random = np.random.default_rng(1)
    rows_of = random.integers(1, 4, 400)
    total = int(rows_of.sum())
    keys = random.integers(0, 60, (total, 3))
    counts, flags = (keys != 0).sum(axis=1), random.choice([0] * 20 + [1, 2, 3], total)
    found = []
    for run in (kernel.parents_of, plain):
        clock = np.array([4, 4, 0, 50, 1], np.int64)
        history, parents = np.zeros((kernel.HISTORY_LINES, 128), np.int64), np.zeros(400, np.int64)
        run(rows_of, keys, counts, flags, clock, history, parents)
        found.append((parents.tolist(), clock.tolist()))
    assert found[0] == found[1]
