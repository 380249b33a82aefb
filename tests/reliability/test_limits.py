"""Statements at and beyond each limit are answered as a real 9.7.4 answered them (tests/golden/limits).

Answers that differ, and why, stand in tests/golden/limits/gaps.json; what ends otherwise than with an answer fails.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.reliability.limits.answers import asked_of_binwriter
from tests.reliability.limits.cases import COMPARED, scripts_of

CAPTURED = Path(__file__).parents[1] / "golden" / "limits"


def _answers(subject: str) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = json.loads((CAPTURED / f"{subject}.json").read_text("utf-8"))
    return found


GAPS: dict[str, dict[str, list[int]]] = json.loads((CAPTURED / "gaps.json").read_text("utf-8"))
SCRIPTS = [pytest.param(subject, name, id=f"{subject}: {name}") for subject in COMPARED for name in scripts_of(subject)]


@pytest.mark.parametrize(("subject", "name"), SCRIPTS)
@pytest.mark.sweep(every=10)
def test_limits_are_those_of_a_server(subject: str, name: str, tmp_path: Path) -> None:
    gaps = GAPS.get(subject, {}).get(name, [])
    different = []
    for number, (found, expected) in enumerate(compared(subject, name, tmp_path)):
        if found != expected and number not in gaps:
            different.append(f"{number}:\n  found    {found}\n  expected {expected}")
    assert not different, "\n".join(different)


def compared(subject: str, name: str, folder: Path) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """What binwriter answers to a script's statements, and what the server did."""
    answers = asked_of_binwriter(folder / "log", scripts_of(subject)[name])
    return zip(answers, _answers(subject)[name], strict=True)
