"""What `binwriter generate` says of a job: before (--dry-run) and after."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Sequence
from pathlib import Path

from binwriter.errors import NotWrittenError
from binwriter.workload.job import Job
from binwriter.workload.specification.units import show_duration, show_size

# Bytes of a log that are read again for the summary; without kernels that takes 30 times as long.
_MOST_READ, _MOST_READ_SLOWLY = 256 << 20, 8 << 20


def report_plan(job: Job, seconds: float, *, as_json: bool = False) -> None:
    """--dry-run: to standard output. seconds: what one core needs."""
    plan = job.plan
    if as_json:
        rows = {"loaded": plan.load_rows, "changed": plan.mix_rows}
        files = [{"file": shard.name, "size": shard.size} for shard in plan.shards]
        print(
            json.dumps({"files": files, "transactions": plan.transactions, "rows": rows, "seconds": round(seconds, 3)})
        )
        return
    print(f"files         {len(plan.shards)}, {plan.shards[0].name} to {plan.shards[-1].name}")
    print(f"size          about {show_size(plan.size)}, the largest file {show_size(max(s.size for s in plan.shards))}")
    print(f"transactions  {plan.transactions}")
    print(f"rows          {plan.load_rows} loaded, about {plan.mix_rows} changed")
    print(f"time          about {show_duration(seconds)} on one core")


def report_done(job: Job, files: Sequence[Path], seconds: float, *, as_json: bool = False) -> None:
    """To standard output."""
    if as_json:
        made = [{"file": str(path), "size": path.stat().st_size} for path in files]
        print(json.dumps({"files": made, "transactions": job.plan.transactions, "seconds": round(seconds, 3)}))
        return
    size = sum(path.stat().st_size for path in files)
    names = files[0].name if len(files) == 1 else f"{files[0].name} to {files[-1].name}"
    print(
        f"{names} in {files[0].parent}: {show_size(size)}, {job.plan.transactions} transactions"
        f" in {show_duration(seconds)}"
    )


def check_page(page: Path | None) -> None:
    """Raises NotWrittenError if --report names a place where no page can be."""
    if page is None:
        return
    try:
        if not page.absolute().parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    except (OSError, ValueError) as error:
        raise NotWrittenError(f"the page {page}", error) from error
    from plotly.offline import get_plotlyjs  # noqa: F401 - that it is missing is said before the work


def report_content(files: Sequence[Path], page: Path | None, *, quiet: bool) -> None:
    """What the log has come to: to standard output, of a part of a large log; and as a page, of all of it."""
    from binwriter.cli.report import print_summary, title_of
    from binwriter.inspection.report.read import summarize_files

    read = files if page is not None else _part(files)
    if not read:
        print(f"`binwriter report {files[0].parent}` says what is in it")
        return
    summary = summarize_files(read)
    if not quiet:
        print()
        if len(read) < len(files):
            print(f"of {len(read)} of the {len(files)} files:")
        print_summary(summary)
    if page is not None:
        from binwriter.inspection.report.page import write_report

        write_report(summary, title_of(summary), page)


def _part(files: Sequence[Path]) -> Sequence[Path]:
    """As many files as may be read, evenly over the log."""
    from binwriter.bulk.ways import has_kernels

    most = _MOST_READ if has_kernels() else _MOST_READ_SLOWLY
    count = min(len(files), most // max(path.stat().st_size for path in files))
    return [files[number * len(files) // count] for number in range(count)]
