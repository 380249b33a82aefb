"""What `binwriter generate` says of a job: before (--dry-run) and after."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from binwriter.workload.job import Job
from binwriter.workload.specification.units import show_duration, show_size


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
