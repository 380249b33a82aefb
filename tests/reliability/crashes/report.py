"""The figures of `make crash-points`: docs/reliability/crashes.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from tests.reliability.crashes.workload import crossings

_MARK = "<!-- figures: make crash-points -->"


def write_report(path: Path, rows: Iterable[tuple[str, int, int]], findings: list[str], every: int) -> None:
    """Writes the figures behind the mark of the page; what stands before it is somebody's. rows: what, tried, found."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = path.read_text(encoding="utf-8") if path.exists() else f"# Crashes and ends\n\n{_MARK}\n"
    head = text.partition(_MARK)[0]
    lines = [f"| {what} | {tried:,} | {found:,} |" for what, tried, found in rows]
    table = "\n".join(["| tried | how often | findings |", "| --- | ---: | ---: |", *lines])
    steps = "every step" if every == 1 else f"each {every}th step"
    shown = "".join(f"* {one}\n" for one in findings[:50])
    path.write_text(f"{head}{_MARK}\n\nCrashes at {steps} of the disk.\n\n{table}\n\n{shown}", encoding="utf-8")


def rows_of_crashes(counts: Counter[str], findings: int) -> list[tuple[str, int, int]]:
    names = {
        "steps": f"steps of the disk recorded ({len(crossings())} crossings)",
        "kill": "killed before a step or in the middle of a write, started again",
        "synced": "power cut, only what was synced remains",
        "names": "power cut, names as they were, contents as synced",
        "contents": "power cut, contents as they were, names as synced",
        "some": "power cut, some of what was not synced remains",
    }
    rows = [(text, counts[name], 0) for name, text in names.items()]
    return [
        *rows,
        ("of these crashes, logs in which something is wrong", sum(counts.values()) - counts["steps"], findings),
    ]
