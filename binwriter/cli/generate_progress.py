"""How far a generating job has come: bytes, rate and time left, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from binwriter.bulk.work import FileResult
from binwriter.cli.progress import NowAndThen
from binwriter.cli.streams import as_is
from binwriter.workload.engines.engine import Report
from binwriter.workload.job import Job
from binwriter.workload.specification.units import show_size


@contextmanager
def job_progress(job: Job, *, quiet: bool) -> Iterator[Report]:
    """Shows a bar while the block runs, without a terminal lines; gives the function that engines call."""
    sizes = dict.fromkeys(range(1, len(job.plan.shards) + 1), 0)

    say = NowAndThen("generate", quiet=quiet)

    def note(number: int, size: int, result: FileResult | None) -> None:
        sizes[number] = size
        say(lambda: f"{show_size(sum(sizes.values()))} of about {show_size(job.plan.size)}")

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
            sizes[number] = size
            bar.update(task, completed=min(job.plan.size, sum(sizes.values())))

        yield show
