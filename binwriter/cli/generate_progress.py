"""How far a generating job has come: bytes, rate and time left, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from binwriter.bulk.work import FileResult
from binwriter.cli.streams import as_is
from binwriter.workload.engines import Report
from binwriter.workload.job import Job


@contextmanager
def job_progress(job: Job, *, quiet: bool) -> Iterator[Report]:
    """Shows a bar while the block runs, only on a terminal; gives the function that engines report to."""
    sizes = dict.fromkeys(range(1, len(job.plan.shards) + 1), 0)

    def note(number: int, size: int, result: FileResult | None) -> None:
        sizes[number] = size

    if quiet or not sys.stderr.isatty():
        yield note
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn, TransferSpeedColumn
    except ImportError:
        yield note
        return
    columns = (BarColumn(), DownloadColumn(binary_units=True), TransferSpeedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=as_is(sys.stderr)), transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("", total=job.plan.size)

        def show(number: int, size: int, result: FileResult | None) -> None:
            note(number, size, result)
            bar.update(task, completed=min(job.plan.size, sum(sizes.values())))

        yield show
