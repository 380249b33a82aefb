"""Crafted statements: answered as a 9.7.4 answered them, or refused by name; never a Python error.

What is answered otherwise than there stands in differences.txt, one statement a line; a line that is no longer true
fails.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from binwriter.errors import UnsupportedError
from tests.reliability.crafted.capture import FOLDER
from tests.reliability.hostile.guard import Room

_FILES = sorted(FOLDER.glob("*.json"))
_LONG = {"edges"}


@cache
def known() -> frozenset[str]:
    lines = (FOLDER / "differences.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(json.loads(line) for line in lines if line.startswith('"'))


def answer(room: Room, sql: str) -> dict[str, Any] | None:
    """Ours, in the captured answers' form but for rows; None if it is refused by name."""
    if room.session.closed:
        room.session = room.connect()
    try:
        result = room.session.run(sql)
    except UnsupportedError:
        return None
    found: dict[str, Any] = {}
    if result.error is not None:
        found["error"] = [result.error.code, result.error.message]
    if result.diagnostics:
        found["warnings"] = [[one.level, one.code, one.message] for one in result.diagnostics]
    return found


def differing(path: Path) -> list[tuple[str, Any, Any]]:
    """(statement, the server's answer, ours) for all that is answered otherwise; verifies the logs."""
    found = []
    for statements in json.loads(path.read_text(encoding="utf-8")):
        room = Room()
        for one in statements:
            theirs = {key: one[key] for key in ("error", "warnings") if key in one}
            ours = answer(room, one["sql"])
            if ours is not None and ours != theirs:
                found.append((one["sql"], theirs, ours))
        assert room.close() == []
    return found


@pytest.mark.sweep(every=7)
@pytest.mark.parametrize(
    "path", [pytest.param(path, id=path.stem, marks=[pytest.mark.slow] * (path.stem in _LONG)) for path in _FILES]
)
def test_crafted_statements_are_answered_as_by_a_server(path: Path) -> None:
    found = differing(path)
    assert [one for one in found if one[0] not in known()] == []
    asked = {one["sql"] for room in json.loads(path.read_text(encoding="utf-8")) for one in room}
    assert known() & asked == {one[0] for one in found}
