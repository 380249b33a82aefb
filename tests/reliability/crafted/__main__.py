"""Writes differences.txt anew: python -m tests.reliability.crafted."""

import json

from tests.reliability.crafted.capture import FOLDER
from tests.reliability.crafted.test_crafted import differing

found = sorted({one[0] for path in sorted(FOLDER.glob("*.json")) for one in differing(path)})
lines = [
    "# Statements that a 9.7.4 answers otherwise: known gaps in texts, warnings or grammar.",
    *map(json.dumps, found),
]
(FOLDER / "differences.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
print(len(found), "differences")
