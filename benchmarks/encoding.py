"""Where the time of the bulk way goes, ns of processor time a row: W1 and W2 of `bulk`, part by part.

    python benchmarks/encoding.py [--rounds N] [--folder DIR] [--size MIB] [--batch ROWS] [--against FOLDER]

checks: of a batch's numbers. plans: what kernels are told, offsets checked. kernels: rows, events, checksums. written:
the system's writes of a whole file of --size MiB. whole: all of it. limit: crc32 and write of as many bytes. share: the
limit by the whole; neither removes the file of the run before. Of some runs of both in turns the medians: a page cache
has quick and slow pages. --batch: rows of a batch, by default those of a job of `generate`. --against runs another
checkout in turns, each turn in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import bulk

from binwriter import disk
from binwriter.bulk import kernel_encoder
from binwriter.bulk.file_events import FileEvents
from binwriter.bulk.work import BulkSettings, BulkTable, FilePlan, TransactionBatch, check_batch

_HERE = Path(__file__).resolve()
_PARTS = ("checks", "plans", "kernels", "written", "whole", "limit")
_TIMES = 4
_FILES = 5


class _Meter:
    """Processor time of some functions."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys(_PARTS, 0.0)

    def around(self, name: str, function: Callable[..., object]) -> Callable[..., object]:
        def measured(*arguments: object) -> object:
            start = time.process_time()
            try:
                return function(*arguments)
            finally:
                self.seconds[name] += time.process_time() - start

        return measured


def one_turn(folder: Path, size: int, batch: int) -> dict[str, dict[str, float]]:
    """ns a row of each part, by kind of work."""
    found = {}
    for kind, cut in (("W1", bulk.single_rows), ("W2", bulk.one_statement)):
        encoding = bulk.Encoding(bulk.orders(), folder, cut, batch)
        encoding.run(64 << 20)  # what is made once, is made
        rows = encoding.run(16 << 20)
        parts = _parts(cut, batch)
        runs: list[tuple[float, float, float]] = []
        plain = folder / "limit"
        for _ in range(_FILES):
            limit = bulk.measured(lambda path=plain: bulk.limit(path, size), plain)
            meter = _Meter()
            with _written(meter):
                whole = bulk.measured(lambda one=encoding: one.run(size), encoding.path)
            row = whole.bytes / whole.units
            runs.append(
                (meter.seconds["written"] / whole.units, whole.cpu / whole.units, limit.cpu / limit.bytes * row)
            )
        plain.unlink()
        encoding.path.unlink()
        for name, times in zip(("written", "whole", "limit"), zip(*runs, strict=True), strict=True):
            parts[name] = 1e9 * statistics.median(times)
        parts["bytes"] = rows[0] / rows[1]
        found[kind] = parts
    return found


@contextmanager
def _written(meter: _Meter) -> Iterator[None]:
    """Measures the system's writes."""
    write = disk.Disk.write
    disk.Disk.write = meter.around("written", write)  # type: ignore[method-assign]
    try:
        yield
    finally:
        disk.Disk.write = write  # type: ignore[method-assign]


def _parts(cut: Callable[..., TransactionBatch], size: int) -> dict[str, float]:
    table, meter = bulk.orders(), _Meter()
    batches = [cut(bulk.rows_of(table, size, part * size)) for part in range(5)]
    plan = FilePlan(1, "bench", None, 1, 1, bulk._START, bulk._START)
    tables = [BulkTable(table, 100)]
    encoder = kernel_encoder.kernel_encoder(FileEvents(plan, BulkSettings(server_uuid=bulk._UUID)), tables)
    check = meter.around("checks", check_batch)
    fill, make = kernel_encoder._Work.fill, kernel_encoder.KernelEncoder._work
    kernel_encoder._Work.fill = meter.around("kernels", fill)  # type: ignore[method-assign]
    kernel_encoder.KernelEncoder._work = meter.around("plans", make)  # type: ignore[method-assign]
    try:
        for turn in range(1 + _TIMES):
            if turn == 1:
                meter.seconds = dict.fromkeys(_PARTS, 0.0)
            for batch in batches * 3:
                check(batch, tables)
                encoder.encode(batch, kernel_encoder.Progress(position=200), lambda _: None)
    finally:
        kernel_encoder._Work.fill, kernel_encoder.KernelEncoder._work = fill, make  # type: ignore[method-assign]
    return {name: 1e9 * meter.seconds[name] / (_TIMES * 15 * size) for name in _PARTS[:3]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--size", type=int, default=256, help="MiB of a file")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()), help="where files are written")
    parser.add_argument("--batch", type=int, default=65_536, help="rows of a batch")
    parser.add_argument("--against", type=Path, help="another checkout")
    parser.add_argument("--turn", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.turn:
        with tempfile.TemporaryDirectory(dir=given.folder) as name:
            print(json.dumps(one_turn(Path(name), given.size << 20, given.batch)))
        return
    roots = {"now": _HERE.parents[1]} | ({"before": given.against.resolve()} if given.against else {})
    runs: dict[tuple[str, str], list[dict[str, float]]] = {}
    for _ in range(given.rounds):
        for name, root in roots.items():
            options = ("--size", str(given.size), "--batch", str(given.batch), "--folder", str(given.folder))
            command = [sys.executable, str(_HERE), "--turn", *options]
            environment = {**os.environ, "PYTHONPATH": str(root)}
            answer = subprocess.run(command, env=environment, check=True, capture_output=True, text=True, cwd=root)
            for kind, parts in json.loads(answer.stdout.splitlines()[-1]).items():
                runs.setdefault((kind, name), []).append(parts)
    for (kind, name), turns in sorted(runs.items()):
        middle = {part: statistics.median(turn[part] for turn in turns) for part in _PARTS}
        shares = [turn["limit"] / turn["whole"] for turn in turns]
        parts = "  ".join(f"{part} {middle[part]:.1f}" for part in _PARTS)
        print(
            f"{kind} {name:7} {parts}  share {statistics.median(shares):.2f} ({min(shares):.2f} to {max(shares):.2f})"
        )


if __name__ == "__main__":
    main()
