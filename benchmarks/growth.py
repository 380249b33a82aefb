"""How processor time and memory grow with the work: each case at four sizes, each four times the one before.

    python benchmarks/growth.py [--against COMMIT] [--limit SECONDS] [--shrink N] [--report FILE] [CASE ...]
    python benchmarks/growth.py --kept FILE [--part N/OF] ...   lines are kept, and not measured again

Every measurement is a process of its own, which first does the same work at a tiny size, so that imports count for
nothing. Time is processor time, memory what the process grew by at its peak. The exponent is the slope of the last
three sizes that can be measured, on a double logarithmic scale: 1 is linear, 2 quadratic; what is above 1.2 is marked.
--against measures an earlier commit beside it, in the same run. No test looks at these figures.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_HERE = Path(__file__).resolve()
_ROOT = _HERE.parents[1]
_MARK = 1.2
_LEAST_TIME = 0.02  # seconds: what is below says nothing of growth
_LEAST_MEMORY = 2e6  # bytes
_TINY = 4
_PATIENCE = 60  # times the processor time that a measurement may take, on a busy machine
_ADDRESS_SPACE = 6 << 30


@dataclass(frozen=True, slots=True)
class Measured:
    """One size. seconds, memory (bytes): None where the work did not end in its time, or failed."""

    size: int
    seconds: float | None = None
    memory: float | None = None
    outcome: str | None = None


def exponent(points: Sequence[tuple[float, float]], least: float) -> float | None:
    """The slope through the last three points that are not below `least`; None where there are not two."""
    shown = [(math.log(size), math.log(value)) for size, value in points[-3:] if value >= least]
    if len(shown) < 2:
        return None
    x, y = (sum(values) / len(shown) for values in zip(*shown, strict=True))
    return sum((a - x) * (b - y) for a, b in shown) / sum((a - x) ** 2 for a, _ in shown)


# --- one measurement, in a process of its own


def _high_water() -> float:
    """Bytes: the most this process has had in memory since `_forget_high_water`."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return float(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024.0


def _forget_high_water() -> None:
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def _processor_time() -> float:
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def measure_here(name: str, size: int, limit: float) -> None:
    """Prints the measurement of one size as JSON. limit: seconds of processor time; a signal ends what takes more."""
    sys.path.insert(0, str(_HERE.parent))
    from growth_cases import CASES, data, logs, objects, texts  # noqa: F401

    resource.setrlimit(resource.RLIMIT_AS, (_ADDRESS_SPACE, _ADDRESS_SPACE))
    make = CASES[name].make
    out = os.fdopen(os.dup(1), "w")
    with tempfile.TemporaryDirectory(prefix="growth-") as folder:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        try:
            make(Path(folder) / "tiny", min(size, _TINY))()
            work = make(Path(folder) / "log", size)
            _forget_high_water()
            before, start = _high_water(), _processor_time()
            resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(start + limit), math.ceil(start + limit)))
            outcome = work()
            seconds = _processor_time() - start
            found = {"seconds": seconds, "memory": _high_water() - before, "outcome": outcome and str(outcome)[:60]}
        except BaseException as error:
            found = {"outcome": f"{type(error).__name__}: {error}"[:100]}
        json.dump(found, out)
        out.flush()
    os._exit(0)


def measure(name: str, size: int, tree: Path, limit: float) -> Measured:
    """The measurement of one size of a case. tree: whose binwriter; limit: seconds."""
    command = [sys.executable, str(_HERE), "--one", name, str(size), "--limit", str(limit)]
    with tempfile.TemporaryDirectory(prefix="growth-") as folder:  # of a process that is killed something is left there
        environment = {**os.environ, "PYTHONPATH": str(tree), "TMPDIR": folder}
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            out, err = process.communicate(timeout=_PATIENCE * limit)
        except subprocess.TimeoutExpired:
            return Measured(size, outcome=f"more than {limit:.0f} s")
        finally:
            if process.poll() is None:
                process.kill()
                process.communicate()
    if process.returncode < 0 and not out:
        return Measured(size, outcome=f"more than {limit:.0f} s")
    try:
        return Measured(size, **json.loads(out))
    except ValueError:
        return Measured(size, outcome=(err.strip().splitlines() or ["killed"])[-1][:100])


def measured_sizes(name: str, sizes: Sequence[int], tree: Path, limit: float) -> list[Measured]:
    """All sizes of a case, up to the first that does not end in time."""
    found: list[Measured] = []
    for size in sizes:
        found.append(measure(name, size, tree, limit))
        if found[-1].seconds is None:
            break
    return found


# --- what is printed


@dataclass(frozen=True, slots=True)
class Growth:
    """How a case grows."""

    name: str
    sizes: tuple[int, ...]
    found: list[Measured]

    @property
    def time(self) -> float | None:
        return exponent([(one.size, one.seconds) for one in self.found if one.seconds is not None], _LEAST_TIME)

    @property
    def memory(self) -> float | None:
        return exponent([(one.size, one.memory) for one in self.found if one.memory is not None], _LEAST_MEMORY)

    @property
    def is_steep(self) -> bool:
        failed = self.found[-1].seconds is None
        return failed or any(slope is not None and slope > _MARK for slope in (self.time, self.memory))

    @property
    def last(self) -> str:
        """The largest size that was measured: its time and memory."""
        done = [one for one in self.found if one.seconds is not None]
        failed = self.found[-1].outcome if self.found[-1].seconds is None else None
        if not done or done[-1].seconds is None or done[-1].memory is None:
            return f"- ({failed})"
        text = f"{done[-1].seconds:.2f} s, {done[-1].memory / 1e6:.0f} MB"
        return f"{text} at {done[-1].size:,}; {self.found[-1].size:,}: {failed}" if failed else text

    @property
    def outcome(self) -> str:
        return self.found[-1].outcome or ""


def _slope(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def row(now: Growth, before: Growth | None) -> list[str]:
    """The cells of a case's line."""
    cells = [now.name + (" **!**" if now.is_steep else ""), f"{now.sizes[0]:,} .. {now.sizes[-1]:,}"]
    cells += [_slope(now.time), _slope(now.memory), now.last]
    if before is not None:
        cells += [_slope(before.time), _slope(before.memory), before.last]
    return cells


_HEAD = ["case", "sizes", "time", "memory", "at the largest"]
_HEAD_BEFORE = ["time before", "memory before", "at the largest, before"]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def report(rows: Sequence[Sequence[str]], against: str | None) -> str:
    """The page's table, in Markdown."""
    head = _HEAD + (_HEAD_BEFORE if against else [])
    made = f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores"
    lines = [_line(head), _line(["---"] * len(head)), *map(_line, rows)]
    intro = f"Made by `benchmarks/growth.py` ({made}{f'; before: commit {against}' if against else ''})."
    return "\n".join([intro, "", *lines, ""])


def main() -> int:
    """Measures, and prints a line a case."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", metavar="CASE", nargs="*", help="only cases with one of these texts in their name")
    parser.add_argument("--against", metavar="COMMIT", help="measure this commit too")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds of processor time a measurement may take")
    parser.add_argument("--shrink", type=int, default=1, help="divide all sizes by this")
    parser.add_argument("--report", type=Path, metavar="FILE", help="put the table between the marks of this page")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="a line of JSON for each case that is done")
    parser.add_argument("--part", default="0/1", metavar="N/OF", help="with --kept: only each so manieth case")
    parser.add_argument("--one", nargs=2, metavar=("CASE", "SIZE"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        measure_here(arguments.one[0], int(arguments.one[1]), arguments.limit)
    sys.path[:0] = [str(_HERE.parent), str(_ROOT)]
    from growth_cases import CASES, data, logs, objects, texts  # noqa: F401

    from tests.tidy import end_tidily

    end_tidily()
    wanted = [one for one in CASES.values() if not arguments.cases or any(text in one.name for text in arguments.cases)]
    part, parts = map(int, arguments.part.split("/"))
    done = _kept(arguments.kept)
    rows = []
    with tempfile.TemporaryDirectory(prefix="growth-") as folder:
        old = _checked_out(arguments.against, Path(folder)) if arguments.against else None
        print(_line(_HEAD + (_HEAD_BEFORE if old else [])), flush=True)
        for number, one in enumerate(wanted):
            if one.name in done:
                rows.append(done[one.name])
                continue
            if number % parts != part:
                continue
            sizes = tuple(max(1, size // arguments.shrink) for size in one.sizes)
            now = Growth(one.name, sizes, measured_sizes(one.name, sizes, _ROOT, arguments.limit))
            before = None
            if old is not None:
                before = Growth(one.name, sizes, measured_sizes(one.name, sizes, old, arguments.limit))
            rows.append(row(now, before))
            print(_line([*rows[-1], now.outcome]), flush=True)
            if arguments.kept is not None:
                with arguments.kept.open("a") as file:
                    file.write(json.dumps([one.name, rows[-1]]) + "\n")
    if arguments.report is not None:
        _put(arguments.report, report(rows, arguments.against))
    return 0


def _kept(path: Path | None) -> dict[str, list[str]]:
    """The lines of cases that were measured before."""
    return dict(map(json.loads, path.read_text().splitlines())) if path is not None and path.exists() else {}


def _checked_out(commit: str, folder: Path) -> Path:
    """The tree of a commit."""
    archive = subprocess.run(["git", "archive", commit], cwd=_ROOT, check=True, capture_output=True).stdout
    tree = folder / "before"
    tree.mkdir()
    subprocess.run(["tar", "-x", "-C", str(tree)], input=archive, check=True)
    return tree


_BEGIN, _END = "<!-- growth.py: begin -->", "<!-- growth.py: end -->"


def _put(page: Path, text: str) -> None:
    before, _, rest = page.read_text("utf-8").partition(_BEGIN)
    after = rest.partition(_END)[2]
    page.write_text(f"{before}{_BEGIN}\n{text}{_END}{after}", "utf-8")


if __name__ == "__main__":
    start = time.perf_counter()
    status = main()
    print(f"{time.perf_counter() - start:.0f} s", file=sys.stderr)
    raise SystemExit(status)
