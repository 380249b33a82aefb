"""`make replay`: generated logs and the goldens' scenarios, applied by a real replica with four workers.

    python -m tests.reliability.replay [NAME...] [--only generated|scenarios] [--kept FOLDER] [--report FILE]

Names are of scenarios or workloads; none means all. What a real server made of a scenario is kept in FOLDER, so that
the next run needs no source. Exit status 1 if something differs, or if the table of what a server's own log stops at
(`replay_known`) is not true.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from binwriter.integration.mysql import MySQLServer, running_server
from binwriter.workload.spec import Dependencies

from . import replay_generated, replay_scenarios
from .replay_known import STOPS
from .replay_scenarios import SCENARIOS, Found, Outcome
from .replica import WORKERS, Replica, running_replica

REPORT = Path(__file__).resolve().parents[2] / "docs" / "reliability" / "replay.md"
_FAILS = "the run itself failed"


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.reliability.replay", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", help="scenarios and workloads (default: all)")
    parser.add_argument("--only", choices=["generated", "scenarios"], help="one half")
    parser.add_argument("--kept", type=Path, help="keeps what the source made of the scenarios")
    parser.add_argument("--report", type=Path, help="writes the figures there (docs/reliability/replay.md)")
    arguments = parser.parse_args(argv)
    began = time.monotonic()
    with ExitStack() as stack:
        kept = arguments.kept or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="binwriter-replay-")))
        kept.mkdir(parents=True, exist_ok=True)
        replica = stack.enter_context(running_replica())
        generated = _generated(replica, arguments.names) if arguments.only != "scenarios" else []
        source = stack.enter_context(running_server()) if arguments.only != "generated" else None
        scenarios = _scenarios(source, replica, kept, arguments.names) if source is not None else []
        workloads = _run(generated)
        found = _run(scenarios)
    wrong = [one for one in (*workloads, *found) if one.outcome is Outcome.DIFFERS]
    wrong += untrue(found)
    if arguments.report is not None:
        _write_report(arguments.report, workloads, found, wrong, time.monotonic() - began)
    for one in wrong:
        print(f"\n{one.name}: {one.outcome.value}\n{one.detail}", file=sys.stderr)
    print(f"{len(workloads)} workloads, {len(found)} scenarios, {len(wrong)} not as they should be")
    return 1 if wrong else 0


Case = tuple[str, Callable[[], Found]]


def _generated(replica: Replica, names: Sequence[str]) -> list[Case]:
    return [
        (f"{name}, {kind.value}", partial(replay_generated.replayed, name, document, kind, replica))
        for name, document in replay_generated.workloads().items()
        for kind in Dependencies
        if not names or name in names
    ]


def _scenarios(source: MySQLServer, replica: Replica, kept: Path, names: Sequence[str]) -> list[Case]:
    paths = [path for path in sorted(SCENARIOS.glob("*.scn")) if not names or path.stem in names]
    return [(path.stem, partial(replay_scenarios.replayed, path, source, replica, kept)) for path in paths]


def _run(cases: Sequence[Case]) -> list[Found]:
    found = []
    for number, (name, run) in enumerate(cases, 1):
        try:
            one = run()
        except Exception as error:  # one that cannot be run says nothing of the others
            one = Found(name, Outcome.DIFFERS, f"{_FAILS}: {error!r}")
        found.append(one)
        print(f"{number}/{len(cases)} {one.name}: {one.outcome.name} {one.detail[:200]}", flush=True)
    return found


def untrue(found: Sequence[Found]) -> list[Found]:
    """Entries of the table that need not stand there, and what is missing in it."""
    wrong = []
    for one in found:
        stops = one.outcome is Outcome.STOPS_AS_THE_SERVERS
        if stops and one.name not in STOPS:
            wrong.append(Found(one.name, one.outcome, f"it is not in the table STOPS: {one.detail}"))
        if one.name in STOPS and one.outcome in (Outcome.EQUAL, Outcome.AS_THE_SERVERS):
            wrong.append(Found(one.name, one.outcome, "it stands in the table STOPS, and does not stop"))
    return wrong


def _write_report(
    path: Path, workloads: Sequence[Found], found: Sequence[Found], wrong: Sequence[Found], seconds: float
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
        "same tables.",
        "",
        "| | number |",
        "|---|---|",
        f"| generated logs applied, tables equal | {sum(one.outcome is Outcome.EQUAL for one in workloads)} of"
        f" {len(workloads)} |",
        f"| scenarios | {len(found)} |",
        *(f"| … {outcome.value} | {outcomes[outcome]} |" for outcome in Outcome),
        f"| not as they should be | {len(wrong)} |",
        "",
        f"Made by `make replay` in {seconds / 60:.0f} minutes.",
        "",
        "Scenarios at which a replica stops, with our log as with the server's own:",
        "",
        *(f"* `{name}`: {reason}" for name, reason in sorted(STOPS.items())),
    ]
    if wrong:
        lines += ["", "Not as they should be:", "", *(f"* `{one.name}`: {one.detail.splitlines()[0]}" for one in wrong)]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
