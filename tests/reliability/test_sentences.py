"""docs/reliability/sentences.md names what exists: tests, scenarios, files and targets of make."""

from __future__ import annotations

import re
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
PAGE = (PROJECT / "docs" / "reliability" / "sentences.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith(("| sentence |", "| ---"))
]
MAKE = (PROJECT / "Makefile").read_text("utf-8")
CHAPTERS = 9  # of the list of sentences


def _exists(name: str) -> bool:
    if name.startswith("scenario "):
        return (PROJECT / "tests/golden/scenarios" / f"{name.removeprefix('scenario ')}.scn").is_file()
    if name.startswith("make "):
        return re.search(rf"^{re.escape(name.removeprefix('make '))}:", MAKE, re.MULTILINE) is not None
    path, _, function = name.partition("::")
    if not (PROJECT / path).is_file():
        return False
    text = (PROJECT / path).read_text("utf-8")
    return not function or re.search(rf"^def {function}\(", text, re.MULTILINE) is not None


def test_every_sentence_has_something_that_shows_it() -> None:
    assert PAGE.count("\n## ") == CHAPTERS
    assert len(ROWS) > 35
    for row in ROWS:
        shown = re.findall(r"`([^`]+)`", row[1])
        assert shown, row[0]
        assert [name for name in shown if not _exists(name)] == [], row[0]
