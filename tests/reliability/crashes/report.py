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


_SLICES, _SLICES_END = "<!-- figures: crashes.slices -->", "<!-- end of crashes.slices -->"
_KEEPING, _KEEPING_END = "<!-- figures: crashes.keeping -->", "<!-- end of crashes.keeping -->"


def write_slices(path: Path, lines: Iterable[tuple[str, str, int, int, int]]) -> None:
    """Writes the figures of `crashes.slices` between their marks.

    lines: crossing, slices done, steps, crashes, findings.
    """
    lines = [*lines]
    steps, crashes, findings = (sum(line[place] for line in lines) for place in (2, 3, 4))  # type: ignore[misc]
    rows = [f"| {name} | {done} | {some:,} | {tried:,} | {found:,} |" for name, done, some, tried, found in lines]
    rows.append(f"| all | | {steps:,} | {crashes:,} | {findings:,} |")
    head = ["| crossing | slices done | steps of the disk | crashes | findings |", "| --- | --- | ---: | ---: | ---: |"]
    _write_between(path, _SLICES, _SLICES_END, "\n".join([*head, *rows]))


def write_keeping(path: Path, lines: Iterable[tuple[str, int, int, int]], every: int) -> None:
    """Writes the figures of `crashes.keeping` between their marks. lines: crossing, steps, crashes, findings."""
    rows = [f"| {name} | {steps:,} | {tried:,} | {found:,} |" for name, steps, tried, found in lines]
    head = ["| crossing | steps of the disk | crashes | findings |", "| --- | ---: | ---: | ---: |"]
    steps_tried = "every step" if every == 1 else f"each {every}th step"
    text = "\n".join([f"Crashes at {steps_tried} of the disk.", "", *head, *rows])
    _write_between(path, _KEEPING, _KEEPING_END, text)


def _write_between(path: Path, begin: str, end: str, text: str) -> None:
    before, _, rest = path.read_text(encoding="utf-8").partition(begin)
    path.write_text(f"{before}{begin}\n\n{text}\n\n{end}{rest.partition(end)[2]}", encoding="utf-8")
