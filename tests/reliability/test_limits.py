"""Statements at and beyond each limit are answered as a real 9.7.4 answered them (tests/golden/limits).

Answers that differ stand in tests/golden/limits/gaps.json by class, and why, a line a class, in reasons.txt beside it.
A gap that is none any more fails, as does one that differs in another way, and what ends otherwise than with an answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.reliability.limits.answers import asked_of_binwriter
from tests.reliability.limits.cases import SUBJECTS, scripts_of
from tests.reliability.limits.differences import LIMITS, difference, reason, reasons

GAPS: dict[str, dict[str, dict[str, list[int]]]] = json.loads((LIMITS / "gaps.json").read_text("utf-8"))
LONG = ("patterns: the limits", "rooms: max_join_size")  # half a minute of processor time, and more
SCRIPTS = [
    pytest.param(
        subject,
        name,
        id=f"{subject}: {name}",
        marks=[pytest.mark.left_to_sweep, pytest.mark.slow] * (f"{subject}: {name}" in LONG),
    )
    for subject in SUBJECTS
    for name in scripts_of(subject)
]


@pytest.mark.parametrize(("subject", "name"), SCRIPTS)
@pytest.mark.sweep(every=70)
@pytest.mark.sampled(every=2)
def test_limits_are_those_of_a_server(subject: str, name: str, tmp_path: Path) -> None:
    known = {number: kind for kind, numbers in GAPS[subject].get(name, {}).items() for number in numbers}
    different = []
    for number, (found, expected) in enumerate(compared(subject, name, tmp_path)):
        if (kind := difference(found, expected)) != known.get(number):
            different.append(f"{number}: {kind}, listed {known.get(number)}\n  found    {found}\n  expected {expected}")
    assert not different, "\n".join(different)


def test_each_class_of_differences_has_a_reason() -> None:
    kinds = {(subject, kind) for subject, scripts in GAPS.items() for found in scripts.values() for kind in found}
    used = {(subject, kind): reason(subject, kind) for subject, kind in kinds}
    assert [pair for pair, pattern in used.items() if pattern is None] == []
    assert [pattern for pattern, _ in reasons() if pattern not in used.values()] == []


def compared(subject: str, name: str, folder: Path) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """What binwriter answers to a script's statements, and what the server did."""
    captured = json.loads((LIMITS / f"{subject}.json").read_text("utf-8"))[name]
    return zip(asked_of_binwriter(folder / "log", scripts_of(subject)[name]), captured, strict=True)
