"""All targets, two at a time: `python -m tests.reliability.fuzz --minutes 1 [TARGET ...]`, which `make fuzz` calls.

Prints a line a target and, with --json, writes all reports there. The status is 1 if something was found: what it was
lies in build/fuzz/found/.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.reliability.doc_figures import put_figures
from tests.reliability.fuzz.runner import PROJECT, LastInput, keep, last_input
from tests.reliability.fuzz.target import target_names
from tests.reliability.fuzz.watch import NotEndedError, status_of
from tests.tidy import end_tidily

_running: set[subprocess.Popen[bytes]] = set()


def run_target(name: str, seconds: float, engine: str | None, folder: Path) -> dict[str, Any]:
    """One target in a process of its own. A process that dies or hangs is a finding, too: its last input is kept.

    folder: also for what it leaves behind, as atheris ends it without a word to Python.
    """
    answer = folder / f"{name}.json"
    last_input(name).unlink(missing_ok=True)  # of an earlier run: it says nothing of this one
    command = [sys.executable, "-m", "tests.reliability.fuzz.runner", name, f"--seconds={seconds}"]
    command += [f"--answer={answer}", *([f"--engine={engine}"] if engine else [])]
    output = folder / f"{name}.out"
    with output.open("wb") as out:
        try:
            ended = f"ended with status {_status(command, out, seconds, folder)}"
        except NotEndedError as error:
            ended = f"did not end: {error}"
    if ended == f"ended with status {-signal.SIGTERM}":
        raise SystemExit(ended)
    if answer.exists():
        report: dict[str, Any] = json.loads(answer.read_text())
        return report
    said = output.read_text(errors="replace")[-2000:]
    path = keep(name, LastInput.read(last_input(name))).relative_to(PROJECT) if last_input(name).exists() else None
    finding = {"kind": f"the process {ended}", "input": str(path), "text": said}
    return {"target": name, "engine": engine, "seconds": seconds, "seeds": 0, "inputs": 0, "findings": [finding]}


def _status(command: list[str], out: Any, seconds: float, folder: Path) -> int:
    surroundings = {**os.environ, "TMPDIR": str(folder)}
    process = subprocess.Popen(command, cwd=PROJECT, env=surroundings, stdout=out, stderr=subprocess.STDOUT)
    _running.add(process)
    try:
        return status_of(process, seconds)
    finally:
        _running.discard(process)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"default: all ({', '.join(target_names())})")
    parser.add_argument("--minutes", type=float, default=1.0, help="for each target; small ones take a part of it")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--engine", choices=["atheris", "chance"])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--docs", action="store_true", help="put the figures into docs/reliability/fuzzing.md")
    given = parser.parse_args()
    end_tidily()
    names = given.targets or target_names()
    if unknown := set(names) - set(target_names()):
        parser.error(f"no target {', '.join(sorted(unknown))}; there are {', '.join(target_names())}")
    reports = []
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None  # targets write a file for each input
    with tempfile.TemporaryDirectory(dir=memory) as folder, ThreadPoolExecutor(given.jobs) as pool:
        running = [pool.submit(run_target, name, given.minutes * 60, given.engine, Path(folder)) for name in names]
        try:
            for one in running:
                reports.append(one.result())
                print(_line(reports[-1]), flush=True)
        except BaseException:  # told to end: what runs is no finding
            pool.shutdown(wait=False, cancel_futures=True)
            for process in tuple(_running):
                process.terminate()
            raise
    if given.json:
        given.json.parent.mkdir(parents=True, exist_ok=True)
        given.json.write_text(json.dumps(reports, indent=1) + "\n")
    if given.docs:
        put_figures("fuzzing", figures(reports))
    return 1 if any(report["findings"] for report in reports) else 0


def figures(reports: list[dict[str, Any]]) -> list[str]:
    """The reports as Markdown."""
    lines = [
        "The last run:",
        "",
        "| target | engine | seconds | seeds | inputs beyond them | findings |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for report in reports:
        counts = f"{report['seconds']} | {report['seeds']:,} | {report['inputs']:,} | {len(report['findings'])}"
        lines.append(f"| {report['target']} | {report['engine']} | {counts} |")
    return lines


def _line(report: dict[str, Any]) -> str:
    found = "".join(f"\n  {finding['kind']}: {finding['input']}\n{finding['text']}" for finding in report["findings"])
    counts = f"{report['inputs']:>9,} inputs in {report['seconds']:>6.1f} s, {len(report['findings'])} findings"
    return f"{report['target']:<22}{counts} ({report['engine']}){found}"


if __name__ == "__main__":
    sys.exit(main())
