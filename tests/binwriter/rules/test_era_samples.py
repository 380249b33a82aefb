"""What real servers of seven versions answered and logged, statement by statement, against ours of the same version.

The samples of `oracle-old`, as far as our SQL goes: statements that it refuses are left out on both sides, and so are
those whose outcome hangs on one left out. Events are compared in the notation of `era_cases`; their bytes are another
test's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from binwriter.log.reader import read_events
from binwriter.scenario import StepKind, read_scenario
from binwriter.schema import Schema

from .era_runs import ROWS_SYMBOLS, server_of, statement_symbol, symbol_of

VERSIONS = {
    "5.1.27": "5.1.27",
    "5.1.39": "5.1.39",
    "5.1.54": "5.1.54",
    "5.5.20": "5.5",
    "5.6.21": "5.6",
    "5.7.18": "5.7",
    "8.0.40": "8.0",
}
# Samples, and which of their statements are left out: beyond our SQL, or after such a one.
_TEMPORARY = re.compile(r"TEMPORARY|\bx\d\b|TABLE t5|^COMMIT|VALUES \(7[01],1\)")
_SAMPLES = {
    "o_drop_lists": _TEMPORARY,
    "o_autocommit_single": re.compile(r"^UPDATE t, n|^DELETE t, n|IGNORE|ON DUPLICATE|REPLACE INTO n "),
    "o_unsafe": re.compile(
        r"TRIGGER|\baia?\b|DELAYED|IGNORE|ON DUPLICATE|mysql\.user|SHOW|LOAD_FILE|SELECT \* FROM n$"
    ),
    "o_savepoint": None,
    "o_trx_orders": None,
    "o_fail_then": None,
}
# 5.1.27 takes the table map of a failed statement as written: an error of that version that we do not imitate.
_BROKEN = {("5.1.27", "o_fail_then_row"), ("5.1.27", "o_autocommit_single_row")}
_WARNINGS = {1051, 1196, 1592}

Answer = tuple[str, str, int | None, list[tuple[str, int]]]


def _samples() -> Iterator[Any]:
    for name in _SAMPLES:
        for version in VERSIONS:
            for form in ("statement", "mixed", "row"):
                sample = f"{name}_{form}"
                if sample != "o_fail_then_mixed" and (version, sample) not in _BROKEN:
                    yield pytest.param(name, sample, version, id=f"{sample}-{version}")


@pytest.mark.parametrize(("name", "sample", "version"), list(_samples()))
def test_each_statement_answers_and_logs_as_the_real_server_did(
    name: str, sample: str, version: str, shared_dir: Path, tmp_path: Path
) -> None:
    left_out = _SAMPLES[name]
    folder = shared_dir / "oracle-old"
    sidecar = json.loads((folder / version / sample / "sidecar.json").read_text("utf-8"))
    theirs = [answer for answer in _real(sidecar) if not _matches(left_out, answer[0])]
    ours = list(_ours(folder / "scenarios" / f"{sample}.scn", left_out, VERSIONS[version], tmp_path))
    assert ours == theirs


def _matches(pattern: re.Pattern[str] | None, text: str) -> bool:
    return pattern is not None and pattern.search(text) is not None


def _ours(scenario: Path, left_out: re.Pattern[str] | None, profile: str, folder: Path) -> Iterator[Answer]:
    answers: list[tuple[str, int | None, list[tuple[str, int]], tuple[str, int]]] = []
    with server_of(folder, profile) as server:
        server.front_end.catalog.schemas["test"] = Schema("test", 8)
        sessions: dict[str, Any] = {}
        for step in read_scenario(scenario).steps:
            if step.kind is StepKind.CAPTURE:
                server.reset_logs()
                answers.clear()
            elif step.kind is StepKind.STATEMENT and not _matches(left_out, step.text):
                if step.connection not in sessions:
                    sessions[step.connection] = server.connect(database="test")
                result = sessions[step.connection].run(step.text)
                warnings = [(warning.level, warning.code) for warning in result.diagnostics]
                error = result.error.code if result.error else None
                answers.append((step.text, error, _logging(warnings), server.position()))
    events = [
        ((path.name, event.position), symbol)
        for path in sorted(folder.glob("binlog.0*"))
        for event in read_events(path)
        if (symbol := symbol_of(event.body))
    ]
    start = ("", 0)
    for text, error, warnings, end in answers:
        yield text, " ".join(symbol for place, symbol in events if start <= place < end), error, warnings
        start = end


def _real(sidecar: dict[str, Any]) -> Iterator[Answer]:
    events = [
        ((file["name"], event["pos"]), _real_symbol(event)) for file in sidecar["files"] for event in file["events"]
    ]
    statements = [one for one in sidecar["statements"] if one.get("sql")]
    if any(one.get("phase") == "run" for one in statements):
        statements = [one for one in statements if one.get("phase") == "run"]
    start = ("", 0)
    for one in statements:
        end = (one["binlog_end"]["file"], one["binlog_end"]["pos"])
        symbols = " ".join(symbol for place, symbol in events if start <= place < end and symbol)
        error = one["error"]["code"] if one.get("error") else None
        warnings = [(warning["level"], warning["code"]) for warning in one.get("warnings") or []]
        yield one["sql"], symbols, error, _logging(warnings)
        start = end


def _real_symbol(event: dict[str, Any]) -> str:
    kind, data = event["type_name"], event.get("data") or {}
    if kind == "QUERY_EVENT":
        return statement_symbol(data["query"], data.get("error_code") or 0)
    if kind == "TABLE_MAP_EVENT":
        return f"M.{data['table']}"
    if "_ROWS_EVENT" in kind:
        return ROWS_SYMBOLS[kind.partition("_")[0]]
    return "X" if kind == "XID_EVENT" else ""


def _logging(warnings: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """Those that logging gives."""
    return [(level, code) for level, code in warnings if code in _WARNINGS]
