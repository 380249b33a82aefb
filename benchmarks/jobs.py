"""Whole jobs of `generate`: one process, two, Spark local[2]; rows of DataFrames; and what the disk takes beside them.

    python benchmarks/jobs.py [--size MIB] [--rounds N] [--folder DIR] [--against FOLDER] [--spark] [--kinds W1,W2,OLTP]

W1: transactions of one row; W2: of 5,000; OLTP: the preset sysbench-oltp. Rounds are taken in turns, so that what else
the machine does meets all alike. Wall time says something on a quiet machine only; processor time is that of the
program with its children. From it follows what free cores give at best: what comes after the start is shared by them,
the start (`--transactions 10`) is not. Of Spark only the clock counts: its JVM is not waited for.
Modules are taken from bytecode, as of a package that is installed: a first job of each checkout, not counted, writes
it. Files are of such a size that two processes get as many each. The disk is written as the job writes: jobs that are
larger than an eighth of the memory go around the page cache. `--folder /dev/shm` leaves out the disk. No test looks at
these figures.
"""

from __future__ import annotations

import argparse
import mmap
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from peer import SCHEMA

from binwriter.workload.writers import past_the_cache

_HERE = Path(__file__).resolve().parent.parent
_FILE = 264 << 20  # a job of 2 GiB is eight files
_ENGINES = {"1 process": ("--workers", "1"), "2 processes": ("--workers", "2")}
_SPARK = {"Spark local[2]": ("--spark", "local[2]")}
# what a DataFrame's rows take from Spark to a log, beside the session's start and what Spark itself takes to bring them
_FRAME = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import frames
from rich.console import Console
frames.frames(Console(width=120), Path(sys.argv[2]), int(sys.argv[3]))
"""


@dataclass
class Runs:
    """Of one engine: the best of its rounds. cpu: seconds of the program and its children; memory: bytes of its largest
    process, at most."""

    size: int = 0
    memory: int = 0
    walls: list[float] = field(default_factory=list)
    cpus: list[float] = field(default_factory=list)


def _environment(root: Path, bytecode: Path) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**inherited, "PYTHONPATH": str(root), "PYTHONPYCACHEPREFIX": str(bytecode / root.name)}


def run(root: Path, bytecode: Path, arguments: list[str]) -> tuple[float, float, int]:
    """Seconds by the clock and of processor time, and bytes of the largest process. bytecode: the folder in which it is
    written."""
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "binwriter", "generate", *arguments],
        cwd=root,
        env=_environment(root, bytecode),
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, process.args)
    return wall, used.ru_utime + used.ru_stime, used.ru_maxrss << 10


def disk(folder: Path, size: int) -> float:
    """Seconds that as many bytes take, written into allocated blocks as a job of that size does: by 1 MiB through the
    page cache and made safe at the end, or by 8 MiB around it."""
    past = past_the_cache(size)
    piece = 8 << 20 if past else 1 << 20
    data, path = mmap.mmap(-1, piece), folder / "plain"
    data.write(os.urandom(piece))
    start = time.perf_counter()
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY | (os.O_DIRECT if past else 0))
    try:
        for done in range(0, size, 64 << 20):
            os.posix_fallocate(descriptor, done, 64 << 20)
            for _ in range((64 << 20) // piece):
                os.write(descriptor, data)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
        path.unlink()
    return time.perf_counter() - start


def jobs(
    folder: Path, kind: str, size: int, rounds: int, roots: dict[str, Path], engines: dict[str, tuple[str, ...]]
) -> None:
    schema, out = folder / "schema.sql", folder / "out"
    schema.write_text(f"CREATE DATABASE shop;\n{SCHEMA};\n")
    inserts = ["--schema", str(schema), "--mix", "insert=100", "--rows-per-transaction"]
    what = {"W1": [*inserts, "1"], "W2": [*inserts, "5000"], "OLTP": ["--preset", "sysbench-oltp", "--scale", "0.01"]}[
        kind
    ]
    common = ["--max-binlog-size", str(_FILE), "--out", str(out), "--quiet", *what]
    results = {(name, engine): Runs() for name in roots for engine in engines}
    starts = {key: Runs() for key in results}
    plain = []
    for root in roots.values():
        run(root, folder / "bytecode", [*common, "--size", str(64 << 20)])
        shutil.rmtree(out)
    for _ in range(rounds):
        for (name, engine), runs in results.items():
            for target, much in ((starts[name, engine], ("--transactions", "10")), (runs, ("--size", str(size)))):
                wall, cpu, memory = run(roots[name], folder / "bytecode", [*common, *much, *engines[engine]])
                target.size = sum(path.stat().st_size for path in out.glob("binlog.0*"))
                target.walls.append(wall)
                target.cpus.append(cpu)
                target.memory = max(target.memory, memory)
                shutil.rmtree(out)
        plain.append(size / disk(folder, size) / 1e6)
    for (name, engine), runs in results.items():
        start, wall, cpu = starts[name, engine], min(runs.walls), min(runs.cpus)
        print(
            f"{kind:5}{engine:16}{name:8}{runs.size / 1e6 / wall:6,.0f} MB/s{runs.size / 1e6 / cpu:6,.0f} MB/cpu-s"
            f"   start {min(start.walls):.2f} s, {min(start.cpus):.2f} cpu-s"
            f"   after it {runs.size / 1e6 / max(1e-3, cpu - min(start.cpus)):6,.0f} MB/cpu-s"
            f"   {runs.memory >> 20} MiB"
            f"   of the disk ({max(plain):,.0f} MB/s) {runs.size / 1e6 / wall / max(plain):.2f}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=2048, help="MiB of each job")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()), help="where files are written")
    parser.add_argument("--against", type=Path, help="another checkout")
    parser.add_argument("--kinds", default="W1,W2,OLTP")
    parser.add_argument(
        "--spark", action="store_true", help="with `generate --spark local[2]`, and rows from DataFrames"
    )
    parser.add_argument("--no-jobs", action="store_true", help="rows from DataFrames only")
    arguments = parser.parse_args()
    roots = {"now": _HERE} | ({"before": arguments.against.resolve()} if arguments.against else {})
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        folder = Path(name)
        if not arguments.no_jobs:
            for kind in arguments.kinds.split(","):
                engines = _ENGINES | (_SPARK if arguments.spark else {})
                jobs(folder, kind, arguments.size << 20, arguments.rounds, roots, engines)
        if arguments.spark:
            here = str(Path(__file__).resolve().parent)
            subprocess.run([sys.executable, "-c", _FRAME, here, str(folder), str(8 << 20)], check=True)


if __name__ == "__main__":
    main()
