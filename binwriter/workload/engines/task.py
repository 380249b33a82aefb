"""One file of a job made in this process: what every engine's worker does."""

from __future__ import annotations

import os
import secrets
import shutil
from pathlib import Path

from binwriter import disk
from binwriter.bulk.work import FileResult
from binwriter.workload.job import Job, JobFolder
from binwriter.workload.shard import Progress, ShardRun, write_shard


def _nobody(_: int) -> None:
    """Nobody looks."""


def make_file(job: Job, number: int, out: Path, progress: Progress = _nobody) -> FileResult:
    """Makes file `number` of the job in the job's folder inside `out`, and gives its result.

    Any process may do it, several times and at once: every attempt writes its own file, which takes its name when it is
    whole. Raises the errors of `write_shard`; then nothing of the attempt is left.
    """
    folder = JobFolder(out)
    shard = job.shard(number)
    attempt = f"{os.getpid()}-{secrets.token_hex(4)}"
    try:
        run = ShardRun(job.sources(), job.plan, shard)
        result = write_shard(run, folder.part(shard, attempt), progress)
        disk.begin_sync(folder.part(shard, attempt))  # while the next file is made; publishing waits for all
        if job.final_state and shard.mix >= 0:
            from binwriter.workload.final_state import write_final_state  # with Parquet

            write_final_state(run, folder.state_part(shard, attempt))
        folder.finished(shard, result, attempt)
    except BaseException:
        disk.current().remove(folder.part(shard, attempt))
        shutil.rmtree(folder.state_part(shard, attempt), ignore_errors=True)
        raise
    return result
