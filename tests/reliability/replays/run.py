"""`make replay`: generated logs and the goldens' scenarios, applied by a real replica with four workers.

    python -m tests.reliability.replays.run [NAME...] [--only KIND] [--quick] [--kept FOLDER] [--report FILE]

Names are of scenarios or workloads; none means all. --quick: scenarios are applied, and not compared with a source.
FOLDER keeps what a real server made of each scenario, and results.jsonl, what came of each case: those that stand there
are not run again, so that a run can be cut into several. Exit status 1 if something differs, or if the table of what a
server's own log stops at (`replay_known`) is not true.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from binwriter.integration.mysql import MySQLServer, running_server
from binwriter.workload.specification.spec import Dependencies

from . import generated, scenarios
from .known import OTHER_TABLES, RACES, STOPS
from .replica import WORKERS, Replica, running_replica
from .scenarios import SCENARIOS, Found, Outcome

REPORT = Path(__file__).resolve().parents[3] / "docs" / "reliability" / "replay.md"
_FAILS = "the run itself failed"


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.reliability.replays.run", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", help="scenarios and workloads (default: all)")
    parser.add_argument("--only", choices=["generated", "scenarios"], help="one half")
    parser.add_argument("--quick", action="store_true", help="scenarios: errors and retries only, no source")
    parser.add_argument("--kept", type=Path, help="keeps what the source made of the scenarios, and the results")
    parser.add_argument("--report", type=Path, help="writes the figures there (docs/reliability/replay.md)")
    arguments = parser.parse_args(argv)
    with ExitStack() as stack:
        kept = arguments.kept or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="binwriter-replay-")))
        kept.mkdir(parents=True, exist_ok=True)
        replica = stack.enter_context(running_replica())
        workloads = _generated(replica, arguments.names) if arguments.only != "scenarios" else []
        scenarios: list[Case] = []
        if arguments.only != "generated":
            source = None if arguments.quick else stack.enter_context(running_server())
            scenarios = _scenarios(source, replica, kept, arguments.names)
        results = Results(kept / "results.jsonl")
        made, found = run_cases(workloads, results), run_cases(scenarios, results)
    wrong = [one for one in (*made, *found) if one.outcome is Outcome.DIFFERS]
    wrong += untrue(found)
    if arguments.report is not None:
        _write_report(arguments.report, made, found, wrong, Results(kept / "served.jsonl").all())
    for one in wrong:
        print(f"\n{one.name}: {one.outcome.value}\n{one.detail}", file=sys.stderr)
    print(f"{len(made)} workloads, {len(found)} scenarios, {len(wrong)} not as they should be")
    return 1 if wrong else 0


Case = tuple[str, Callable[[], Found]]


def _generated(replica: Replica, names: Sequence[str]) -> list[Case]:
    return [
        (f"{name}, {kind.value}", partial(generated.replayed, name, document, kind, replica))
        for name, document in generated.workloads().items()
        for kind in Dependencies
        if not names or name in names
    ]


def _scenarios(source: MySQLServer | None, replica: Replica, kept: Path, names: Sequence[str]) -> list[Case]:
    paths = [path for path in sorted(SCENARIOS.glob("*.scn")) if not names or path.stem in names]
    if source is None:
        return [(path.stem, partial(scenarios.applied_alone, path, replica, STOPS)) for path in paths]
    return [(path.stem, partial(scenarios.replayed, path, source, replica, kept)) for path in paths]


class Results:
    """What came of the cases that have run, in a file: a line each."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text("utf-8").splitlines() if path.is_file() else []
        self._found = {
            one["name"]: Found(one["name"], Outcome[one["outcome"]], one["detail"]) for one in map(json.loads, lines)
        }

    def get(self, name: str) -> Found | None:
        """None for a case that has not run, or that may be better by now."""
        found = self._found.get(name)
        return None if found is None or found.outcome is Outcome.DIFFERS else found

    def all(self) -> list[Found]:
        """Each case once, as it was last."""
        return list(self._found.values())

    def add(self, one: Found) -> None:
        self._found[one.name] = one
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"name": one.name, "outcome": one.outcome.name, "detail": one.detail}) + "\n")


def run_cases(cases: Sequence[Case], results: Results) -> list[Found]:
    """Those of them that have not run yet; what came of all, kept case by case."""
    found = []
    for number, (name, run) in enumerate(cases, 1):
        one = results.get(name)
        if one is None:
            try:
                one = run()
            except Exception as error:  # one that cannot be run says nothing of the others
                one = Found(name, Outcome.DIFFERS, f"{_FAILS}: {error!r}")
            results.add(one)
            print(f"{number}/{len(cases)} {one.name}: {one.outcome.name} {one.detail[:200]}", flush=True)
        found.append(one)
    return found


def untrue(found: Sequence[Found]) -> list[Found]:
    """Entries of the table that need not stand there, and what is missing in it."""
    wrong = []
    for one in found:
        stops = one.outcome is Outcome.STOPS_AS_THE_SERVERS
        if stops and one.name not in STOPS:
            wrong.append(Found(one.name, one.outcome, f"it is not in the table STOPS: {one.detail}"))
        if one.name in STOPS.keys() - RACES.keys() and one.outcome in (
            Outcome.EQUAL,
            Outcome.APPLIED,
            Outcome.AS_THE_SERVERS,
        ):
            wrong.append(Found(one.name, one.outcome, "it stands in the table STOPS, and does not stop"))
        others = {Outcome.EQUAL: False, Outcome.AS_THE_SERVERS: True}.get(one.outcome)
        if others is not None and others is not (one.name in OTHER_TABLES):
            wrong.append(Found(one.name, one.outcome, f"the table OTHER_TABLES says otherwise: {one.detail}"))
    return wrong


def _served_lines(served: Sequence[Found]) -> list[str]:
    outcomes = Counter(one.outcome for one in served)
    return [
        f"| followed by auto-position (`replay_served`) | {len(served)} |",
        f"| … as the same files lying there: the same tables and GTIDs | {outcomes[Outcome.EQUAL]} |",
        f"| … the same error | {outcomes[Outcome.STOPS_AS_THE_SERVERS]} |",
        f"| … otherwise | {outcomes[Outcome.DIFFERS]} |",
    ]


def _write_report(
    path: Path, workloads: Sequence[Found], found: Sequence[Found], wrong: Sequence[Found], served: Sequence[Found]
) -> None:
    """The section of docs/reliability of this subject."""
    outcomes = Counter(one.outcome for one in found)
    lines = [
        "# No log that MySQL cannot apply",
        "",
        f"A MySQL 9.7.4 applies our files as relay logs, with {WORKERS} workers and replica_preserve_commit_order: no",
        "error, no transaction tried twice, and then the same rows in every table. `make replay` does it with every",
        "preset, each with last_committed `serial` and `write-set`, where the tables must be those of --final-state,",
        "and with every scenario of the goldens, where they must be those of a server that ran the scenario. Where",
        "they are not, the log that this server wrote is applied too: it has to stop at the same error and leave the",
        "same tables. Definitions of tables, views, triggers and routines are compared with the rows.",
        "",
        "Scenarios are run with GTIDs as well (`replay_served`): a mysqld has the files as its own, and a replica",
        "follows it by auto-position.",
        "",
        "| | number |",
        "|---|---|",
        f"| generated logs applied, tables equal | {sum(one.outcome is Outcome.EQUAL for one in workloads)} of"
        f" {len(workloads)} |",
        f"| scenarios | {len(found)} |",
        *(f"| … {outcome.value} | {outcomes[outcome]} |" for outcome in Outcome),
        f"| not as they should be | {len(wrong)} |",
        *_served_lines(served),
        "",
        "Made by `make replay`.",
        "",
        "Scenarios at which a replica stops, with our log as with the server's own:",
        "",
        *(f"* `{name}`: {reason}" for name, reason in sorted(STOPS.items())),
    ]
    lines += [
        "",
        "Scenarios after which a replica's tables are others than the source's, as after the server's own log:",
        "",
    ]
    lines += [f"* `{name}`: {reason}" for name, reason in sorted(OTHER_TABLES.items())]
    if wrong:
        lines += ["", "Not as they should be:", "", *(f"* `{one.name}`: {one.detail.splitlines()[0]}" for one in wrong)]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
