"""The whole sweep: `python -m tests.reliability.damage`, which `make damage` calls. Prints the figures as JSON.

First every byte of one event of each kind (`excerpts`), then the logs themselves: of one larger than --whole bytes
only so many places. --step is for the logs alone. The status is 1 if there are defects.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from tests.reliability.damage.excerpts import excerpts
from tests.reliability.damage.logs import Sample, samples
from tests.reliability.damage.sweep import Tally, sweep
from tests.reliability.doc_figures import put_figures
from tests.tidy import end_tidily


def _one(sample: Sample, step: int, offset: int, folder: str) -> tuple[Tally, float, int]:
    """One log: what came of it, processor seconds, and the growth of the process in bytes."""
    begun, before = time.process_time(), _peak()
    with tempfile.TemporaryDirectory(dir=folder) as place:
        tally = sweep(sample, Path(place) / "binlog.000001", step, offset)
    return tally, time.process_time() - begun, _peak() - before


@contextmanager
def _workers(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that end at once when this one is told to end."""
    with ProcessPoolExecutor(jobs) as pool:
        try:
            yield pool
        except BaseException:
            for process in tuple((pool._processes or {}).values()):
                process.terminate()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--whole", type=int, default=4000, help="bytes of a log that is damaged at every place")
    parser.add_argument("--step", type=int, default=1, help="only each so-manyth place of every log")
    parser.add_argument("--offset", type=int, default=0, help="the first of these places")
    parser.add_argument("--only", choices=["events", "logs"], help="one half")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kind", action="append", help="only logs of which this is a part of the kind or the name")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--docs", action="store_true", help="put the figures into docs/reliability/damage.md")
    given = parser.parse_args()
    end_tidily()
    logs = [
        sample
        for sample in samples()
        if given.kind is None or any(kind in f"{sample.kind} {sample.name}" for kind in given.kind)
    ]
    work = [(sample, 1, 0) for sample in excerpts(map(replace, logs))] if given.only != "logs" else []
    if given.only != "events":
        work += [(sample, given.step * max(1, -(-len(sample.data) // given.whole)), given.offset) for sample in logs]
    total, seconds, done = Tally(), 0.0, []
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="damage-", dir=memory) as folder, _workers(given.jobs) as pool:
        one = partial(_one, folder=folder)
        for (sample, step, _), (tally, spent, grown) in zip(work, pool.map(one, *zip(*work, strict=True)), strict=True):
            total.add(tally)
            seconds += spent
            line = {"kind": sample.kind, "log": sample.name, "bytes": len(sample.data), "every": step}
            line |= {"event": sample.places is not None, "reads": sum(tally.tried.values())}
            done.append(line | {"defects": len(tally.defects), "grown": grown})
            print(json.dumps(done[-1]), *tally.defects[:5], sep="\n  ", file=sys.stderr, flush=True)
    report = _report(total, done, seconds)
    print(json.dumps({name: value for name, value in report.items() if name != "logs"}, indent=1))
    if given.json:
        given.json.write_text(json.dumps(report, indent=1) + "\n")
    if given.docs:
        put_figures("damage", figures(report))
    return 1 if total.defects else 0


def figures(report: dict[str, Any]) -> list[str]:
    """The report as Markdown."""
    events = [log for log in report["logs"] if log["event"]]
    logs = [log for log in report["logs"] if not log["event"]]
    at_all = sum(log["every"] == 1 for log in logs)
    lines = [
        f"The last run: {len(events)} events, one of each kind, at every byte ({sum(log['reads'] for log in events):,}"
        f" damaged logs read); {len(logs)} logs, {at_all} of them at every byte, the others at each n-th"
        f" ({sum(log['reads'] for log in logs):,} read); {report['processor seconds']:,} seconds of processor time,"
        f" {len(report['defects'])} defects.",
        "",
        "| reader | damaged logs | noticed | not affected | not noticed (see the table above) |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, found in report["readers"].items():
        unnoticed = sum(found["unnoticed"].values())
        lines.append(
            f"| {name} | {found['tried']:,} | {found['noticed']:,} | {found['unaffected']:,} | {unnoticed:,} |"
        )
    return lines


def _report(total: Tally, logs: list[dict[str, Any]], seconds: float) -> dict[str, Any]:
    readers = {
        name: {"tried": count, "noticed": total.noticed[name], "unaffected": total.unaffected[name]}
        | {"unnoticed": {why: n for (reader, why), n in sorted(total.unnoticed.items()) if reader == name}}
        for name, count in total.tried.items()
    }
    figures = {"logs": logs, "processor seconds": round(seconds), "reads": sum(total.tried.values())}
    return figures | {"readers": readers, "defects": total.defects}


if __name__ == "__main__":
    sys.exit(main())
