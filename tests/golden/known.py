"""Lists of what is known to differ from a server (`differences.txt`): a line each, below its reason (#).

What is listed and equal by now fails the test that reads the list.
"""

from __future__ import annotations

from pathlib import Path


def lines(path: Path) -> list[str]:
    """The lines that are no reasons; none if there is no such file."""
    text = path.read_text("utf-8") if path.exists() else ""
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def by_name(path: Path, separator: str) -> dict[str, set[str]]:
    """Cases by what stands before the separator."""
    cases: dict[str, set[str]] = {}
    for line in lines(path):
        name, _, case = line.partition(separator)
        cases.setdefault(name, set()).add(case)
    return cases
