"""`binwriter generate` on Spark: the bytes of the local engine, whatever fails on the way."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from binwriter.bulk.work import FileResult
from binwriter.errors import JobError
from binwriter.workload.engines.engine import Engine, InProcess, run_job
from binwriter.workload.engines.local import LocalEngine
from binwriter.workload.job import Job, JobFolder, plan_job
from tests.binwriter.workload.shops import FOUR_TABLES, shop

pytest.importorskip("pyspark")
pytestmark = pytest.mark.spark

from binwriter.integration.spark.engine import SparkEngine, make_in_task  # noqa: E402


def make(job: Job, out: Path, engine: Engine) -> dict[str, bytes]:
    out.mkdir()
    JobFolder(out).create(job)
    seen: list[int] = []

    def report(number: int, size: int, result: FileResult | None) -> None:
        if result is not None:
            seen.append(number)

    files = run_job(job, out, engine, report)
    assert sorted(seen) == [shard.number for shard in job.plan.shards]
    return {path.name: path.read_bytes() for path in [*files, out / "binlog.index"]}


def failing(job: str, out: str, number: int) -> FileResult:
    """File 2 is made, and then its first attempt fails; that of file 3 takes its Python with it."""
    from pyspark import TaskContext

    context = TaskContext.get()
    result = make_in_task(job, out, number) if number == 2 else None
    if context is not None and context.attemptNumber() == 0 and number in (2, 3):
        if number == 3:
            os._exit(9)
        raise OSError("injected")
    return result or make_in_task(job, out, number)


def refusing(job: str, out: str, number: int) -> FileResult:
    if number == 2:
        raise JobError("binlog.000002", "it cannot be")
    return make_in_task(job, out, number)


def test_spark_makes_the_same_bytes(spark: Any, tmp_path: Path) -> None:
    job = plan_job(shop(transactions=600, files=4, mix={"insert": 60, "update": 30, "delete": 10}))
    expected = make(job, tmp_path / "here", InProcess())
    assert len(expected) == 5
    assert make(job, tmp_path / "spark", SparkEngine(session=spark)) == expected
    assert make(job, tmp_path / "failing", SparkEngine(session=spark, make=failing)) == expected
    assert sorted(path.name for path in (tmp_path / "failing").iterdir()) == sorted(expected)
    with pytest.raises(JobError, match=r"binlog\.000002: it cannot be"):
        make(job, tmp_path / "refused", SparkEngine(session=spark, make=refusing))
    assert not (tmp_path / "refused" / "binlog.index").exists()
    # the rest of it, as --resume does
    files = run_job(job, tmp_path / "refused", SparkEngine(session=spark), lambda *_: None)
    assert {path.name: path.read_bytes() for path in files} == {n: b for n, b in expected.items() if "index" not in n}


def test_the_log_that_a_server_replays_is_the_same_from_spark(spark: Any, tmp_path: Path) -> None:
    """200,000 transactions (tests/binwriter/workload/test_replay.py), with tasks that fail and are tried again."""
    job = plan_job(FOUR_TABLES)
    expected = make(job, tmp_path / "here", LocalEngine(2))
    assert len(expected) == 6
    assert make(job, tmp_path / "spark", SparkEngine(session=spark, make=failing)) == expected
