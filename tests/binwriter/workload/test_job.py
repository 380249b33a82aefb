"""Jobs: the same bytes whatever makes them, all or nothing, and complete after an interruption."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from binwriter.bulk.work import FileResult
from binwriter.errors import JobError, LogFileError, SpecError
from binwriter.inspection.verify import verify_files
from binwriter.integration.parsers import unexpected_failures
from binwriter.workload import shard as shard_module
from binwriter.workload.engines import task
from binwriter.workload.engines.engine import Engine, InProcess, Report, run_job
from binwriter.workload.engines.local import LocalEngine
from binwriter.workload.job import JOB_FOLDER, Job, JobFolder, plan_job
from binwriter.workload.shard import ShardRun
from binwriter.workload.writers import EXACT

from .shops import shop

SMALL: dict[str, Any] = {
    "transactions": 400,
    "files": 4,
    "initial_rows": 60,
    "rows_per_statement": "1-4",
    "load_rows": 25,
}


def nobody(number: int, size: int, result: FileResult | None) -> None:
    """Nobody looks."""


def made(out: Path, job: Job, engine: Engine | None = None) -> dict[str, bytes]:
    """The files of a job by name."""
    out.mkdir(exist_ok=True)
    JobFolder(out).create(job)
    run_job(job, out, engine or InProcess(), nobody)
    return contents(out)


def contents(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(out.iterdir())}


class Backwards:
    """Makes the last file first, and every second one twice."""

    def run(self, job: Job, numbers: Sequence[int], out: Path, report: Report) -> None:
        InProcess().run(job, [*numbers[::-1], *numbers[::2]], out, report)


@pytest.fixture(scope="module")
def job() -> Job:
    return plan_job(shop(**SMALL))


@pytest.fixture(scope="module")
def expected(job: Job, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return made(tmp_path_factory.mktemp("job") / "out", job)


def test_a_job_writes_its_files_and_an_index(expected: dict[str, bytes], job: Job) -> None:
    names = [f"binlog.00000{number}" for number in (1, 2, 3, 4)]
    assert sorted(expected) == [*names, "binlog.index"]
    assert expected["binlog.index"].decode().splitlines() == [f"./{name}" for name in names]
    assert [shard.name for shard in job.plan.shards] == names


@pytest.mark.slow
def test_workers_order_and_attempts_change_no_byte(expected: dict[str, bytes], job: Job, tmp_path: Path) -> None:
    assert made(tmp_path / "backwards", job, Backwards()) == expected
    assert made(tmp_path / "processes", job, LocalEngine(3)) == expected


def test_the_exact_path_gives_the_same(
    expected: dict[str, bytes], job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(EXACT, "1")
    assert made(tmp_path / "exact", job) == expected


@pytest.mark.slow
def test_without_numba_it_is_the_same(
    expected: dict[str, bytes], job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BINWRITER_KERNELS", "off")  # for the workers: here it is too late
    assert made(tmp_path / "out", job, LocalEngine(2)) == expected


def test_batches_change_no_byte(
    expected: dict[str, bytes], job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shard_module, "_BATCH_ROWS", 7)
    assert made(tmp_path / "out", job) == expected


def test_a_job_travels_as_json(job: Job) -> None:
    assert Job.from_json(job.to_json()) == job
    with pytest.raises(SpecError, match="another version"):
        Job.from_json(json.dumps({"format": 0}))
    with pytest.raises(SpecError, match="not the plan of a job"):
        Job.from_json("{}")


def test_positions_gtids_and_xids_go_on_from_file_to_file(job: Job) -> None:
    shards = job.plan.shards
    for one, other in itertools.pairwise(shards):
        taken = one.load_transactions + one.transactions + (4 if one.number == 1 else 0)
        assert (one.next_name, other.first_gno - one.first_gno) == (other.name, taken)
        assert (other.first_xid - one.first_xid, other.start) == (taken, one.end)
    assert sum(shard.transactions for shard in shards) == 400
    assert shards[-1].next_name is None


def test_verify_has_nothing_against_it(expected: dict[str, bytes], tmp_path: Path) -> None:
    for name, data in expected.items():
        (tmp_path / name).write_bytes(data)
    findings = list(verify_files([tmp_path / name for name in expected if name != "binlog.index"]))
    assert findings == []


@pytest.mark.parametrize("version", ["5.5", "5.6", "5.7", "8.0", "8.4"])
@pytest.mark.sweep(every=4)
def test_older_servers(version: str, tmp_path: Path) -> None:
    job = plan_job(shop(transactions=60, files=2, server={"version": version}))
    files = sorted(name for name in made(tmp_path, job) if name != "binlog.index")
    assert list(verify_files([tmp_path / name for name in files])) == []


# --- interruptions


class FailsAt:
    """An engine whose worker fails at one file."""

    def __init__(self, number: int) -> None:
        self.number = number

    def run(self, job: Job, numbers: Sequence[int], out: Path, report: Report) -> None:
        for number in numbers:
            if number == self.number:
                raise JobError(job.shard(number).name, "the disk is full")
            InProcess().run(job, [number], out, report)


def test_a_failed_job_leaves_no_log_and_is_resumed(expected: dict[str, bytes], job: Job, tmp_path: Path) -> None:
    with pytest.raises(JobError, match=r"binlog.000004: the disk is full"):
        made(tmp_path, job, FailsAt(4))
    assert [path.name for path in tmp_path.iterdir()] == [JOB_FOLDER]
    folder = JobFolder(tmp_path)
    assert folder.read() == job
    # files that were cut short or damaged since are made again, others are kept
    (folder.path / "binlog.000001").write_bytes(b"short")
    damaged = bytearray(expected["binlog.000002"])
    damaged[-100] ^= 1
    (folder.path / "binlog.000002").write_bytes(damaged)
    remade: list[int] = []

    class Noting(InProcess):
        def run(self, job: Job, numbers: Sequence[int], out: Path, report: Report) -> None:
            remade.extend(numbers)
            super().run(job, numbers, out, report)

    run_job(folder.read(), tmp_path, Noting(), nobody)
    assert remade == [1, 2, 4]
    assert contents(tmp_path) == expected


def test_a_publication_that_was_interrupted_is_resumed(
    expected: dict[str, bytes], job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_index(*_: object) -> None:
        raise OSError("no space")

    with monkeypatch.context() as patched:
        patched.setattr("binwriter.workload.job.LogIndex.write", no_index)
        with pytest.raises(LogFileError, match="no space"):
            made(tmp_path, job)
    assert not (tmp_path / "binlog.index").exists()
    assert (tmp_path / "binlog.000001").exists()
    run_job(JobFolder(tmp_path).read(), tmp_path, FailsAt(1), nobody)
    assert contents(tmp_path) == expected


def test_there_is_nothing_to_resume(tmp_path: Path) -> None:
    with pytest.raises(LogFileError, match="no unfinished job"):
        JobFolder(tmp_path).read()


@pytest.mark.slow
def test_a_worker_that_dies_is_replaced_once(job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # sitecustomize of the worker: file 2 kills its process, the first time or each time
    helper = tmp_path / "lib"
    helper.mkdir()
    monkeypatch.syspath_prepend(str(helper))
    (helper / "sitecustomize.py").write_text(_DIES.format(mark=tmp_path / "died", always=False))
    expected = made(tmp_path / "once", job, LocalEngine(2))
    assert "binlog.index" in expected
    assert (tmp_path / "died").exists()
    (helper / "sitecustomize.py").write_text(_DIES.format(mark=tmp_path / "died", always=True))
    with pytest.raises(JobError, match=r"^binlog.000002: its worker died 2 times: killed by signal 9"):
        made(tmp_path / "always", job, LocalEngine(2))
    assert [path.name for path in (tmp_path / "always").iterdir()] == [JOB_FOLDER]
    assert not list((tmp_path / "always" / JOB_FOLDER).glob("*.part"))


_DIES = """
import os, pathlib, signal, sys
if "binwriter.workload.engines.worker" in sys.orig_argv:
    import binwriter.workload.shard as shard
    write = shard.write_shard
    def dying(run, path, progress):
        if run.shard.number == 2 and ({always} or not os.path.exists("{mark}")):
            pathlib.Path("{mark}").touch()
            path.write_bytes(b"half")
            os.kill(os.getpid(), signal.SIGKILL)
        return write(run, path, progress)
    shard.write_shard = dying
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="no process is forked")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_worker_that_dies_is_replaced(
    expected: dict[str, bytes], job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark, write = tmp_path / "died", task.write_shard

    def dying(run: ShardRun, path: Path, progress: Any) -> FileResult:
        if run.shard.number == 2:
            mark.touch()
            path.write_bytes(b"half")
            os.kill(os.getpid(), signal.SIGKILL)
        return write(run, path, progress)

    monkeypatch.setattr(task, "write_shard", dying)  # copies have it, what replaces them has not
    out = tmp_path / "out"
    assert made(out, job, LocalEngine.forked(3, job, out)) == expected
    assert mark.exists()


@pytest.mark.slow
def test_an_error_of_ours_ends_the_job_at_once(tmp_path: Path) -> None:
    job = plan_job(shop(**SMALL))
    document = {**job.document, "server": {"max-binlog-size": "4096"}}
    # a plan for larger files than the server may have
    tight = Job(document, job.plan)
    with pytest.raises(JobError, match=r"binlog.00000\d: .*it came to \d+ bytes, more than max_binlog_size 4096"):
        made(tmp_path, tight, LocalEngine(2))


@pytest.mark.slow
def test_an_interrupted_command_is_resumed(tmp_path: Path) -> None:
    """Ctrl-C while it works."""
    (tmp_path / "s.sql").write_text(shop()["schema-sql"])
    out, whole = tmp_path / "out", tmp_path / "whole"
    command = [sys.executable, "-m", "binwriter", "generate"]
    what = ["--schema", str(tmp_path / "s.sql"), "--transactions", "6e4", "--files", "30", "--workers", "2"]
    process = subprocess.Popen([*command, *what, "--out", str(out)], stderr=subprocess.PIPE, start_new_session=True)
    while not list(out.glob(f"{JOB_FOLDER}/*.json")) or not list(out.glob(f"{JOB_FOLDER}/binlog.*.json")):
        assert process.poll() is None
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    how, interrupted = errors.decode().splitlines()
    assert how.endswith(f"to go on: binwriter generate --out {out} --resume")
    assert interrupted == "binwriter: interrupted"
    assert [path.name for path in out.iterdir() if path.name != ".binwriter"] == [JOB_FOLDER]
    assert not list(out.glob(f"{JOB_FOLDER}/*.part"))
    subprocess.run([*command, "--out", str(out), "--resume", "--quiet"], check=True)
    subprocess.run([*command, *what, "--out", str(whole), "--quiet"], check=True)
    assert contents(out) == contents(whole)


# --- sizes and the final state


@pytest.mark.parametrize(
    "settings",
    [
        {"server": {"max-binlog-size": "64k"}},
        {"rows_per_statement": "1-50", "server": {"max-binlog-size": "256k"}},
        {"initial_rows": 3000, "server": {"max-binlog-size": "128k", "binlog-row-image": "MINIMAL"}},
        {"server": {"max-binlog-size": "256k", "binlog-transaction-compression": True}},
    ],
)
@pytest.mark.slow
def test_a_size_is_reached_and_no_file_is_too_large(settings: dict[str, Any], tmp_path: Path) -> None:
    document = shop(size="2M", **settings)
    del document["transactions"]
    job = plan_job(document)
    sizes = [len(data) for name, data in made(tmp_path, job).items() if name != "binlog.index"]
    assert abs(sum(sizes) - (2 << 20)) < 0.05 * (2 << 20)
    assert len(sizes) > 5
    assert max(sizes) <= int(settings["server"]["max-binlog-size"][:-1]) << 10


def test_any_names(tmp_path: Path) -> None:
    text = "CREATE DATABASE `a b`; USE `a b`; CREATE TABLE `t.x/\u00e9` (`i d` INT PRIMARY KEY, `s\u00e9lect` TEXT)"
    job = plan_job(shop(schema_sql=text, transactions=20), final_state=True)
    JobFolder(tmp_path / "out").create(job)
    run_job(job, tmp_path / "out", InProcess(), nobody, final_state=tmp_path / "state")
    assert [path.name for path in (tmp_path / "state").iterdir()] == ["a b.t.x%2F\u00e9"]


@pytest.mark.slow
def test_the_final_state_is_that_of_the_last_versions(tmp_path: Path) -> None:
    job = plan_job(shop(**SMALL), final_state=True)
    out = tmp_path / "out"
    out.mkdir()
    JobFolder(out).create(job)
    run_job(job, out, LocalEngine(2), nobody, final_state=tmp_path / "state")
    assert sorted(path.name for path in (tmp_path / "state").iterdir()) == [
        "test.customers",
        "test.orders",
        "test.tree",
    ]
    customers = pq.read_table(tmp_path / "state" / "test.customers")["id"].to_pylist()
    orders = pq.read_table(tmp_path / "state" / "test.orders").to_pylist()
    assert len(set(customers)) == len(customers) > 60
    assert {order["customer_id"] for order in orders} <= set(customers)


def test_another_parser_reads_it(expected: dict[str, bytes]) -> None:
    for name in ("binlog.000001", "binlog.000003"):
        assert unexpected_failures(expected[name]) == []
