"""WEIGHT_STRING() is told to be as long as a 9.7.4 tells it, in each of its collations.

weights.json: by collation its id and the bytes for ten characters, for one, for ten AS CHAR(3), CHAR(30), BINARY(30)
and BINARY(3), as `SELECT WEIGHT_STRING(CONVERT('abcdefghij' USING ..) COLLATE ..)` was described.
"""

from __future__ import annotations

import json
from pathlib import Path

from binwriter.mysql.collation.weight_lengths import weight_length

ANSWERS = Path(__file__).with_name("weights.json")


def test_weights_are_as_long_as_a_server_says() -> None:
    expected: dict[str, list[int]] = json.loads(ANSWERS.read_text())
    given = {
        name: [weight_length(collation, 10), weight_length(collation, 1)]
        + [weight_length(collation, 10, size) for size in (3, 30)]
        for name, (collation, *_) in expected.items()
    }
    assert given == {name: sizes[:4] for name, (_, *sizes) in expected.items()}
