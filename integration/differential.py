"""The same scenario on a real server and on binwriter: the first difference of the logs, and those of the answers.

Logs are compared in `log_comparison`; what may differ in them is in `masking`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, Protocol
from uuid import UUID

from binwriter.binlog.files.reader import read_events
from binwriter.chance import Chance
from binwriter.formats.constants import EventType
from binwriter.formats.records import dataclass
from binwriter.formats.servers import NEWEST
from binwriter.integration.log_comparison import Difference, compare_logs
from binwriter.integration.masking import Mask, Timestamps
from binwriter.scenario.notation import Scenario, StepKind
from binwriter.scenario.run import run_scenario

__all__ = [
    "Captured",
    "Comparison",
    "Difference",
    "Mask",
    "Timestamps",
    "compare_logs",
    "compare_sidecars",
    "compare_with_captured",
    "fixed_timestamps",
    "run_both",
]

_SETS_TIMESTAMP = re.compile(r"\btimestamp\s*:?=\s*(\d+)", re.IGNORECASE)
_RESULTS = ("sql", "error", "warnings", "affected", "insert_id")
# a GTID with a tag, as gtid_executed shows it: a UUID, numbers and tags, parted by colons
_TAG = re.compile(r":[a-z_]", re.IGNORECASE)

# the table that ALTER TABLE fills: the process id and the thread id
_COPY = re.compile(r"#sql2?-[0-9a-f]+[_-][0-9a-f]+")

_PAYLOAD = EventType.TRANSACTION_PAYLOAD

Sidecar = Path | str | dict[str, Any]


def fixed_timestamps(scenario: Scenario) -> frozenset[int]:
    """The seconds that a scenario sets by SET TIMESTAMP: header timestamps with these values are compared."""
    statements = (
        step.text
        for step in scenario.steps
        if step.kind in (StepKind.STATEMENT, StepKind.SEND) and step.text.lstrip()[:3].upper() == "SET"
    )
    return frozenset(int(value) for text in statements for value in _SETS_TIMESTAMP.findall(text)) - {0}


def compare_sidecars(left: Sidecar, right: Sidecar, compressed: Mapping[str, int] | None = None) -> list[str]:
    """What differs in the results of the statements, a line each: error, warnings, affected, insert_id, binlog_end.

    compressed: by file, where its first compressed group ends: ends from there on are not compared (see `masking`).
    The log's end is not compared in the setup phase, nor once a tagged GTID is in the log: its positions depend on
    commit timestamps (see `masking`). Thread ids in the names of tables that ALTER TABLE copies are chance too.
    """
    differences = []
    for ours, theirs in zip_longest(_statements(left), _statements(right)):
        if ours is None or theirs is None:
            known = ours or theirs
            differences.append(f"statement {known['n']} {known['sql']!r}: only on the {'left' if ours else 'right'}")
            continue
        pairs = [(name, _without_thread(ours.get(name)), _without_thread(theirs.get(name))) for name in _RESULTS]
        if _ends_are_comparable(ours, theirs) and not _is_behind(ours, compressed or {}):
            pairs.append(("binlog_end", _end(ours), _end(theirs)))
        differences += [
            f"statement {ours['n']} {ours['sql']!r}: {name}: {one} | {other}"
            for name, one, other in pairs
            if one != other
        ]
    return differences


def _without_thread(result: Any) -> Any:
    """An error, and warnings, with the names of copied tables without their thread ids."""
    if isinstance(result, list):
        return [_without_thread(warning) for warning in result]
    if isinstance(result, dict) and isinstance(result.get("message"), str):
        return {**result, "message": _COPY.sub("#sql", result["message"])}
    return result


def _statements(sidecar: Sidecar) -> list[dict[str, Any]]:
    statements: list[dict[str, Any]] = _read(sidecar)["statements"]
    return statements


def _read(sidecar: Sidecar) -> dict[str, Any]:
    if isinstance(sidecar, dict):
        return sidecar
    content: dict[str, Any] = json.loads(Path(sidecar).read_text("utf-8"))
    return content


def _end(statement: dict[str, Any]) -> tuple[str, int] | None:
    end = statement.get("binlog_end")
    return (end["file"], end["pos"]) if end else None


def _ends_are_comparable(left: dict[str, Any], right: dict[str, Any]) -> bool:
    if "setup" in (left.get("phase"), right.get("phase")):
        return False
    ends = [side.get("binlog_end") or {} for side in (left, right)]
    return not any(_TAG.search(end.get("gtid_executed") or "") for end in ends)


def _is_behind(statement: dict[str, Any], places: Mapping[str, int]) -> bool:
    end = _end(statement)
    return end is not None and end[0] in places and end[1] >= places[end[0]]


def first_compressed(files: Iterable[Path]) -> dict[str, int]:
    """By name, where the first compressed group of each file ends; files without one are left out."""
    ends_by_file = {}
    for path in files:
        ends = (event.end for event in read_events(path, verify=False) if event.header.type == _PAYLOAD)
        if (end := next(ends, None)) is not None:
            ends_by_file[path.name] = end
    return ends_by_file


class Captured(Protocol):
    """What a real server made of a scenario: its log files, all in one folder, and the sidecar."""

    @property
    def files(self) -> Sequence[Path]: ...

    @property
    def sidecar(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Comparison:
    """The real server on the left, binwriter on the right.

    difference: the first one of the logs. answers: as `compare_sidecars` gives them.
    """

    difference: Difference | None
    answers: tuple[str, ...]

    @property
    def is_equal(self) -> bool:
        return self.difference is None and not self.answers

    def __str__(self) -> str:
        return "\n".join([*([str(self.difference)] if self.difference else []), *self.answers]) or "equal"


def run_both(
    scenario: Scenario,
    capture: Callable[[Scenario, Path], Captured],
    directory: Path,
    *,
    chance: Chance | None = None,
) -> Comparison:
    """Runs a scenario on a real server and on binwriter, and compares.

    capture: runs it on the real server, with a folder for the files. directory: gets `server/` and `binwriter/`.
    Raises what either run raises: ScenarioError for what binwriter does not support.
    """
    captured = capture(scenario, directory / "server")
    names = [path.name for path in captured.files]
    return compare_with_captured(
        scenario, captured.files[0].parent, names, captured.sidecar, directory / "binwriter", chance=chance
    )


def compare_with_captured(
    scenario: Scenario,
    captured: Path,
    files: Sequence[str],
    sidecar: Sidecar,
    directory: Path,
    *,
    chance: Chance | None = None,
    server_options: Sequence[str] = (),
    profile: str = NEWEST.name,
) -> Comparison:
    """Runs a scenario on binwriter into `directory`, and compares with what a real server wrote before.

    captured: the folder of its log. files: their names; the run has one more, which FLUSH BINARY LOGS began.
    server_options: what the server had beyond the scenario's own. profile: its version.
    """
    chance = chance or Chance()
    result = run_scenario(scenario, directory, server_options, chance=chance, profile=profile)
    theirs = _server_uuid(sidecar)
    mask = Mask(
        fixed_timestamps=fixed_timestamps(scenario), server_uuids=(theirs, chance.uuid) if theirs is not None else None
    )
    difference = compare_logs(captured, directory, mask, files=files)
    compressed = first_compressed(captured / name for name in files)
    return Comparison(difference, tuple(compare_sidecars(sidecar, result.sidecar, compressed)))


def _server_uuid(sidecar: Sidecar) -> UUID | None:
    text = _read(sidecar).get("server", {}).get("variables", {}).get("server_uuid")
    return UUID(text) if text else None
