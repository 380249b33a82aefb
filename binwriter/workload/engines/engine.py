"""Where the files of a job are made. Whatever the engine, the bytes are the same."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from binwriter import ending
from binwriter.bulk.work import FileResult
from binwriter.workload.engines.task import make_file
from binwriter.workload.job import Job, JobFolder

_logger = logging.getLogger(__name__)

# (file number, its size so far, its result when it is finished)
Report = Callable[[int, int, FileResult | None], None]


class Engine(Protocol):
    """Makes files of a job, each by `task.make_file`, in any order and at once."""

    def run(self, job: Job, numbers: Sequence[int], out: Path, report: Report) -> None:
        """Makes the files of these numbers in the job's folder inside `out`. JobError names the file and the cause.

        report may be called from this thread only; how often it hears of unfinished files is the engine's choice.
        """


class InProcess:
    """One file after the other, here."""

    def run(self, job: Job, numbers: Sequence[int], out: Path, report: Report) -> None:
        """See Engine; errors come as they are."""
        for number in numbers:
            result = make_file(job, number, out, lambda size, number=number: report(number, size, None))  # type: ignore[misc]
            report(number, result.size, result)


def _intact(path: Path | None) -> bool:
    """Whether a file that an earlier run has left is whole: after a crash of the machine its end may be missing."""
    if path is None:
        return False
    from binwriter.inspection.verify import Severity, verify_files  # a new job has nothing to look at

    return all(finding.severity is not Severity.ERROR for finding in verify_files([path]))


def run_job(job: Job, out: Path, engine: Engine, report: Report, *, final_state: Path | None = None) -> list[Path]:
    """Makes what is not finished yet of a job whose folder lies in `out`, and publishes it. Gives the log's files."""
    folder = JobFolder(out)
    folder.sweep()
    missing = []
    for shard in job.plan.shards:
        result = folder.result(shard)
        if result is None or not _intact(folder.file(shard)):
            missing.append(shard.number)
        else:
            report(shard.number, result.size, result)
    _logger.info("%d files to make, %d are there", len(missing), len(job.plan.shards) - len(missing))
    with ending.leftovers(folder.sweep):
        try:
            if missing:
                engine.run(job, missing, out, report)
        finally:
            folder.sweep()
    return folder.publish(job, final_state)
