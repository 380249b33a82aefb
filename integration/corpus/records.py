"""Scripts of sqllogictest: records with an empty line behind each, of a kind, the SQL, and what it gives.

Source: SQLite's documentation of sqllogictest. What a query gives is not read: a real server says that. Records for
other engines (`skipif mysql`, `onlyif sqlite`) are left out; `halt` ends a script.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_KIND = re.compile(r"(?:statement\s+(?:ok|error)|query\b|hash-threshold\s|skipif\s|onlyif\s|halt\b)")
_ENGINE = "mysql"
_RESULT = "----"


def is_of_records(text: str) -> bool:
    """Whether the first line that says something begins a record."""
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return _KIND.match(next(lines, "")) is not None


def sql_of_records(text: str) -> Iterator[tuple[int, str]]:
    """Each statement, with the number of its first line."""
    lines = text.splitlines()
    place = 0
    while place < len(lines):
        begin = place
        while place < len(lines) and lines[place].strip():
            place += 1
        record = [line for line in lines[begin:place] if not line.startswith("#")]
        place += 1
        if any(_is_for_others(line) for line in record):
            continue
        kind = next((line for line in record if not line.startswith(("skipif", "onlyif"))), "")
        if kind.startswith("halt"):
            return
        if kind.startswith(("statement", "query")):
            sql = record[record.index(kind) + 1 :]
            end = sql.index(_RESULT) if _RESULT in sql else len(sql)
            yield begin + 1, "\n".join(sql[:end]).strip().rstrip(";")


def _is_for_others(line: str) -> bool:
    word, _, engine = line.partition(" ")
    named = engine.split()[:1] == [_ENGINE]
    return named if word == "skipif" else word == "onlyif" and not named
