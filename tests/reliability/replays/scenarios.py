"""The scenarios of the goldens on a replica: our log is applied, and the tables are those of the SQL itself.

Where they are not, the log that a real server wrote of the same scenario is applied too: what stops it as well, or
leaves the same tables, is MySQL's own doing.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Container, Sequence
from dataclasses import asdict, dataclass, replace
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from binwriter.integration.capture import capture_on
from binwriter.integration.capture_servers import is_down_at_the_end, server_for
from binwriter.integration.mysql import MySQLServer
from binwriter.scenario.notation import Scenario, StepKind, read_scenario
from binwriter.scenario.run import run_scenario

from .known import RACES
from .replica import Applied, Replica, Tables, tables_of

if TYPE_CHECKING:
    pass

SCENARIOS = Path(__file__).resolve().parents[2] / "golden" / "scenarios"
_ATTEMPTS = 3


class Outcome(Enum):
    """What came of a scenario."""

    EQUAL = "applied; the tables are those of the source"
    APPLIED = "applied without an error or a retry; not compared with a source"
    AS_THE_SERVERS = "applied as the server's own log is, and leaves the same tables as that one"
    STOPS_AS_THE_SERVERS = "stops as the server's own log does, with the same error and the same tables"
    DIFFERS = "differs from the server's own log"


@dataclass(frozen=True)
class Found:
    """outcome of a scenario, and in words what is not as it should be."""

    name: str
    outcome: Outcome
    detail: str = ""


@dataclass(frozen=True)
class Truth:
    """What a real server made of a scenario: its tables, and its log files in `folder`."""

    tables: Tables
    files: tuple[str, ...]


def whole(scenario: Scenario) -> Scenario:
    """Without the line that forgets the setup: a replica needs its tables."""
    return replace(scenario, steps=tuple(step for step in scenario.steps if step.kind is not StepKind.CAPTURE))


def truth_of(scenario: Scenario, shared: MySQLServer, folder: Path) -> Truth:
    """Runs the scenario on a real server; kept in `folder` for the next time."""
    known = folder / "truth.json"
    if known.is_file():
        content = json.loads(known.read_text("utf-8"))
        return Truth(content["tables"], tuple(content["files"]))
    with server_for(scenario, shared) as server:
        captured = capture_on(server, scenario, folder)
        if is_down_at_the_end(scenario):
            server.restart()
        truth = Truth(tables_of(server), tuple(path.name for path in captured.files))
    known.write_text(json.dumps(asdict(truth)), "utf-8")
    return truth


def replayed(path: Path, source: MySQLServer, replica: Replica, cache: Path) -> Found:
    """One scenario, on both servers. cache: keeps what the source made of it, by the scenario's text.

    Sessions race each other on a server: where there are several, it has more than one attempt.
    """
    scenario = whole(read_scenario(path))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    attempts = _ATTEMPTS if len({step.connection for step in scenario.steps if step.connection}) > 1 else 1
    with TemporaryDirectory() as folder:
        files = run_scenario(scenario, Path(folder)).files
        ours: Applied | None = None
        for attempt in range(attempts):
            kept = cache / f"{path.stem}-{digest}"
            if attempt:
                shutil.rmtree(kept, ignore_errors=True)
            truth = truth_of(scenario, source, kept)
            # a run ends with a shutdown: its last, empty file has no counterpart
            ours = ours or replica.apply([one for one in files if one.name in truth.files])
            found = _judged(path.stem, ours, truth, [kept / name for name in truth.files], replica)
            if found.outcome is not Outcome.DIFFERS:
                break
    return found


def applied_alone(path: Path, replica: Replica, known: Container[str]) -> Found:
    """One scenario on the replica only: errors and retries, without a source. known: those that may stop."""
    with TemporaryDirectory() as folder:
        ours = replica.apply(run_scenario(whole(read_scenario(path)), Path(folder)).files, read=False)
    if ours.ok:
        return Found(path.stem, Outcome.APPLIED)
    reason = ours.errors[0] if ours.errors else f"{ours.retries} retries"
    return Found(path.stem, Outcome.STOPS_AS_THE_SERVERS if path.stem in known else Outcome.DIFFERS, reason)


def _judged(name: str, ours: Applied, truth: Truth, theirs: Sequence[Path], replica: Replica) -> Found:
    if ours.ok and ours.tables == truth.tables:
        return Found(name, Outcome.EQUAL)
    if name in RACES and not ours.ok and ours.codes <= RACES[name]:
        return Found(name, Outcome.STOPS_AS_THE_SERVERS, ours.errors[0] if ours.errors else f"{ours.retries} retries")
    other = replica.apply(theirs)
    same = ours.codes == other.codes and bool(ours.retries) == bool(other.retries) and ours.tables == other.tables
    if not same:
        return Found(name, Outcome.DIFFERS, _difference(ours, other))
    if ours.ok:
        return Found(name, Outcome.AS_THE_SERVERS, "; ".join(differences(ours.tables, truth.tables)[:2]))
    return Found(name, Outcome.STOPS_AS_THE_SERVERS, ours.errors[0] if ours.errors else f"{ours.retries} retries")


def _difference(ours: Applied, other: Applied) -> str:
    lines = [f"ours: {one}" for one in ours.errors] + [f"the server's: {one}" for one in other.errors]
    lines += [f"retries: ours {ours.retries}, the server's {other.retries}"] if ours.retries or other.retries else []
    return "\n".join([*lines, *differences(ours.tables, other.tables)])


def differences(left: Tables, right: Tables) -> list[str]:
    """One line for each table that differs."""
    found = []
    for name in sorted(left.keys() | right.keys()):
        one, two = left.get(name), right.get(name)
        if one is None or two is None:
            found.append(f"{name}: only on the {'right' if one is None else 'left'}")
        elif one != two:
            only = [row for row in one if row not in two][:3], [row for row in two if row not in one][:3]
            found.append(f"{name}: {len(one)} rows and {len(two)}; left only: {only[0]}, right only: {only[1]}")
    return found
