"""Asks binwriter the same questions: what it answers otherwise than the server did."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

from binwriter.errors import UnsupportedError
from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from binwriter.server.session import Session
from tests.golden.answers.capture import ANSWERS, plain, statements

# what a server measures, and no statement says
MEASURED = frozenset(("UPDATE_TIME", "Update_time", "CARDINALITY", "Cardinality", "set_time"))

# sizes that other engines than InnoDB and MyISAM have of their own making, in tables known by their engine or name
SIZES = frozenset(("AVG_ROW_LENGTH", "DATA_LENGTH", "MAX_DATA_LENGTH", "INDEX_LENGTH", "TABLE_ROWS", "ROWS"))
ENGINES = frozenset(("MEMORY", "CSV", "ARCHIVE", "heap", "csv", "archived"))


def prepared_session(directory: Path) -> Session:
    """A session on a server in which `state.sql` ran."""
    session = Server(directory, DEFAULT_SERVER_OPTIONS).connect()
    for statement in statements("state.sql"):
        session.execute(statement)
    session.execute("SET TIMESTAMP = 1700001000")
    return session


def answer(session: Session, question: str) -> dict[str, Any]:
    """As `capture.ask` gives it, without types."""
    try:
        result = session.run(question)
    except UnsupportedError as refused:
        return {"refused": str(refused)}
    if result.error is not None:
        return {"error": [result.error.code, result.error.message]}
    return {"columns": list(result.columns), "rows": [[plain(value) for value in row] for row in result.rows]}


def difference(expected: dict[str, Any], given: dict[str, Any]) -> str:
    """What differs, '' if nothing."""
    if "refused" in given:
        return f"refused: {given['refused']}"
    if "error" in expected or "error" in given:
        return "" if expected.get("error") == given.get("error") else f"{expected.get('error')} != {given}"
    names = [column[0] for column in expected["columns"]]
    if names != given["columns"]:
        return f"columns {names} != {given['columns']}"
    if len(expected["rows"]) != len(given["rows"]):
        return f"{len(expected['rows'])} rows != {len(given['rows'])}"
    for number, (want, got) in enumerate(zip(expected["rows"], given["rows"], strict=True)):
        for name, one, other in zip(names, want, got, strict=True):
            if (
                name not in MEASURED
                and not (name.upper() in SIZES and ENGINES.intersection(map(str, want)))
                and not same(one, other)
            ):
                return f"row {number} {name}: {one!r} != {other!r}"
    return ""


def _single(value: float) -> float:
    return float(struct.unpack("<f", struct.pack("<f", value))[0])


def same(expected: Any, given: Any) -> bool:
    """Whether two values are the same to a client."""
    if isinstance(expected, str) and isinstance(given, str):
        return expected == given
    if isinstance(expected, (int, float)) and isinstance(given, (int, float)):
        return expected == given or _single(expected) == given  # a FLOAT is sent with the digits that make it
    return expected == given or (expected is not None and given is not None and str(expected) == str(given))


def known() -> dict[str, dict[str, Any]]:
    """The kept answers."""
    answers: dict[str, dict[str, Any]] = json.loads(ANSWERS.read_text())
    return answers
