"""`generate`: its process is killed at every step of the disk, and the job resumed comes to the same bytes."""

from __future__ import annotations

import shutil
from pathlib import Path

from binwriter import disk
from binwriter.inspection.verify import verify_files
from binwriter.workload.engines.engine import InProcess, run_job
from binwriter.workload.job import JOB_FOLDER, Job, JobFolder, plan_job
from tests.reliability.crashes.points import crashes
from tests.reliability.crashes.recording_disk import Loss, RecordingDisk

_SCHEMA = "CREATE DATABASE d; USE d; CREATE TABLE t (a INT PRIMARY KEY, b VARCHAR(30));"
_DOCUMENT = {"schema-sql": _SCHEMA, "transactions": "60", "files": "3"}


def _make(out: Path, job: Job) -> None:
    JobFolder(out).create(job)
    _resume(out)


def _resume(out: Path) -> None:
    run_job(JobFolder(out).read(), out, InProcess(), lambda *_: None)


def _contents(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in out.iterdir() if path.is_file()}


def sweep_job(scratch: Path, *, every: int = 1) -> tuple[int, list[str]]:
    """How many points, and what is wrong with any of them."""
    job, whole = plan_job(_DOCUMENT), scratch / "whole"
    recorder = RecordingDisk(whole)
    with disk.use(recorder):
        _make(whole, job)
    expected, points, findings = _contents(whole), 0, list[str]()
    for seed, (words, replay, loss, _) in enumerate(crashes(recorder.steps, list(Loss), every=every)):
        out = scratch / "crashed"
        replay.materialise(out, loss, seed)
        points += 1
        shown = (out / "binlog.index").exists()
        if shown and _contents(out) != expected:
            findings.append(f"{words}: an index, but the log is not whole")
        if JobFolder(out).exists():
            try:
                _resume(out)
            except Exception as error:
                findings.append(f"{words}: not resumed: {type(error).__name__}: {error}")
        elif not shown:  # nothing was begun yet
            shutil.rmtree(out / JOB_FOLDER, ignore_errors=True)
            continue
        else:
            JobFolder(out).clear()
        if _contents(out) != expected or (out / JOB_FOLDER).exists():
            findings.append(f"{words}: other files: {sorted(path.name for path in out.rglob('*'))}")
    findings += [str(one) for one in verify_files([whole])]
    return points, findings
