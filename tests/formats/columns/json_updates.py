"""Updates of JSON columns in places, as SQL, and the diffs that each is in Python.

The table is t (id INT PRIMARY KEY, a JSON, n INT, b JSON, c JSON) with one row, which is `FIRST` at the beginning.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from binwriter.formats.columns.values import JsonDiff, JsonDiffOperation, JsonDiffs, JsonDocument

TABLE = "CREATE TABLE t (id INT PRIMARY KEY, a JSON, n INT, b JSON, c JSON)"
FIRST = (
    '1, \'{"a": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "b": [1, 2, 3], "c": {"d": 1}}\', 1,'
    " '[1, 2, \"a long text that leaves place\"]', NULL"
)
ID, A, N, B, C = range(5)


def _diffs(*steps: tuple[str, str, Any]) -> JsonDiffs:
    return JsonDiffs(
        tuple(
            JsonDiff(
                JsonDiffOperation[operation],
                path,
                None if operation == "REMOVE" else JsonDocument(value),
            )
            for operation, path, value in steps
        )
    )


# SET clause -> the columns of a minimal after image. One runs after the other.
UPDATES: dict[str, dict[int, Any]] = {
    "a = JSON_SET(a, '$.a', 'y')": {A: _diffs(("REPLACE", "$.a", "y"))},
    "a = JSON_SET(a, '$.b[1]', 99, '$.c.d', 'z')": {A: _diffs(("REPLACE", "$.b[1]", 99), ("REPLACE", "$.c.d", "z"))},
    "a = JSON_REMOVE(a, '$.b[0]')": {A: _diffs(("REMOVE", "$.b[0]", None))},
    "a = JSON_SET(a, '$.new', CAST('2024-01-01' AS DATE))": {A: _diffs(("INSERT", "$.new", date(2024, 1, 1)))},
    "b = JSON_REPLACE(b, '$[2]', 'short'), a = JSON_SET(a, '$.a', 1.5)": {
        A: _diffs(("REPLACE", "$.a", Decimal("1.5"))),
        B: _diffs(("REPLACE", "$[2]", "short")),
    },
    "b = JSON_ARRAY_APPEND(b, '$', 1)": {B: JsonDocument([1, 2, "short", 1])},
    "n = n + 1": {N: 2},
    "n = 9, a = JSON_SET(a, '$.a', 1.5)": {A: _diffs(), N: 9},
    "a = '{}'": {A: JsonDocument({})},
    "c = '[1, [2, 3]]'": {C: JsonDocument([1, [2, 3]])},
    "c = JSON_SET(c, '$[1][0]', JSON_OBJECT('k', NULL, 'l', 70000))": {
        C: _diffs(("REPLACE", "$[1][0]", {"k": None, "l": 70000}))
    },
    "c = JSON_REMOVE(c, '$[1][0].k', '$[1][0].l')": {
        C: _diffs(("REMOVE", "$[1][0].k", None), ("REMOVE", "$[1][0].l", None))
    },
    "c = NULL": {C: None},
    'a = \'{"weird key": "long enough", "ä": {"": [0]}}\'': {
        A: JsonDocument({"weird key": "long enough", "ä": {"": [0]}})
    },
    'a = JSON_SET(a, \'$."weird key"\', NULL, \'$."ä".""[0]\', TRUE)': {
        A: _diffs(("REPLACE", '$."weird key"', None), ("REPLACE", '$.ä.""[0]', True))
    },
    "b = JSON_REMOVE(JSON_REMOVE(b, '$[0]'), '$[0]')": {B: _diffs(("REMOVE", "$[0]", None), ("REMOVE", "$[0]", None))},
}
