"""The crash points of all crossings in slices, each kept when it is done: a run that was ended goes on where it was.

    python -m tests.reliability.crashes.slices FOLDER [--sessions N] [--sync N] [--rounds N] [--slices N]
    python -m tests.reliability.crashes.slices FOLDER --report docs/reliability/crashes.md

A slice is each N-th step of one crossing; all of them are every step. FOLDER gets a JSON file for each slice that is
done. Several of these commands may share a folder: each takes the next slice that nobody has begun (who was killed
leaves a .begun behind, to be removed). The second form puts the figures of what is kept there into the page.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.reliability.crashes.points import sweep
from tests.reliability.crashes.report import write_slices
from tests.reliability.crashes.workload import Setting, crossings


def slices(settings: list[Setting], number: int) -> Iterator[tuple[str, Setting, int]]:
    """The name of each slice, its crossing, and its first step. number: slices for each crossing."""
    for first in range(number):
        for setting in settings:
            yield f"{setting}, {first} of {number}".replace(" ", "-").replace(",", ""), setting, first


def run_slice(setting: Setting, first: int, number: int, rounds: int) -> dict[str, Any]:
    """One slice, as JSON."""
    with tempfile.TemporaryDirectory() as scratch:
        counts, findings = sweep(setting, Path(scratch), rounds=rounds, every=number, first=first)
    steps = counts.pop("steps")
    kept = {"setting": str(setting), "first": first, "slices": number, "rounds": rounds, "steps": steps}
    return {**kept, "options": asdict(setting), "counts": counts, "findings": findings}


def kept_slices(folder: Path) -> list[dict[str, Any]]:
    """What was done so far."""
    return [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]


def totals(kept: list[dict[str, Any]]) -> list[tuple[str, str, int, int, int]]:
    """A line a crossing: its name, the share of its steps that was tried, steps, crashes, findings."""
    found: dict[str, list[dict[str, Any]]] = {}
    for one in kept:
        found.setdefault(one["setting"], []).append(one)
    return [
        (
            name,
            f"{len(some)} of {some[0]['slices']}",
            some[0]["steps"],
            sum(sum(one["counts"].values()) for one in some),
            sum(len(one["findings"]) for one in some),
        )
        for name, some in found.items()
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sessions", type=int, help="only crossings with so many")
    parser.add_argument("--sync", type=int, help="only crossings with this sync_binlog")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--slices", type=int, default=8, help="for each crossing")
    parser.add_argument("--report", type=Path, help="only put the figures of what is kept into this page")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    wanted = [
        one for one in crossings() if given.sessions in (None, one.sessions) and given.sync in (None, one.sync_binlog)
    ]
    for name, setting, first in slices(wanted, given.slices) if given.report is None else ():
        begun = given.folder / f"{name}.begun"
        if (done := given.folder / f"{name}.json").exists():
            continue
        try:
            begun.open("x").close()
        except FileExistsError:
            continue
        try:
            done.write_text(json.dumps(run_slice(setting, first, given.slices, given.rounds), indent=1) + "\n")
        finally:
            begun.unlink()
    lines = totals(kept_slices(given.folder))
    for line in lines:
        print(*line, sep="; ")
    if given.report is not None:
        write_slices(given.report, lines)
    return 1 if any(line[-1] for line in lines) else 0


if __name__ == "__main__":
    sys.exit(main())
