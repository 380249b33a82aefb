"""Our logs behind a real source: a mysqld has them as its own, and a replica asks for them by GTID auto-position.

    python -m tests.reliability.replays.served [NAME...] [--every N] --kept FOLDER

Every scenario is run here with gtid_mode=ON; its files are put in a mysqld's folder and in its index, so that it serves
them. The replica has to have executed the GTIDs that this server counted in them, and to leave the tables (definitions
included) that the same files leave when they lie there as relay logs; or to stop at the same error.
FOLDER keeps what came of each case, as that of `make replay` does, which takes the figures from there.

Source: MySQL manual, "GTID Auto-Positioning".
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from binwriter.integration.machines import DATA_DIRECTORY, Container
from binwriter.integration.mysql import MySQLServer, running_server
from binwriter.scenario.notation import Scenario, read_scenario
from binwriter.scenario.run import run_scenario

from .known import LEAVES_GTIDS_OUT, OTHER_EACH_TIME, RACES
from .replica import STALLED_SECONDS, Applied, Replica, running_replica, tables_of
from .scenarios import SCENARIOS, Found, Outcome, differences, whole

if TYPE_CHECKING:
    from .run import Case

_GTIDS = ("gtid-mode=ON", "enforce-gtid-consistency=ON")
_NO_GTIDS = ("gtid-mode", "enforce-gtid-consistency", "gtid_mode", "enforce_gtid_consistency")
_OPTIONS = (
    "--server-id=4294967294",
    "--log-bin=binlog",
    *(f"--{option}" for option in _GTIDS),
    "--binlog-expire-logs-auto-purge=OFF",  # logs are of the time that their scenario says
    "--event-scheduler=OFF",
    "--max-allowed-packet=1G",
    "--sync-binlog=0",
    "--innodb-flush-log-at-trx-commit=0",
)
_CHANNEL = "served"
_STALLED = "stalled"
_FEW_SECONDS = 15.0
_ANONYMOUS = "Cannot replicate anonymous transaction"  # of a scenario that turns GTIDs off


def with_gtids(scenario: Scenario) -> Scenario:
    """The whole scenario, on a server with gtid_mode=ON."""
    others = [one for one in scenario.server_options if one.partition("=")[0] not in _NO_GTIDS]
    lines = scenario.option_lines[:1] * (len(others) + len(_GTIDS))
    return replace(whole(scenario), server_options=(*others, *_GTIDS), option_lines=tuple(lines))


@dataclass
class Source:
    """A mysqld that serves files which it has not written."""

    server: MySQLServer

    def serve(self, files: Sequence[Path]) -> str:
        """They are its log from now on; the GTIDs that it counts in them."""
        self.server.execute("RESET BINARY LOGS AND GTIDS")
        for path in files:
            self.server.put_file(path.name, path.read_bytes())
        self.server.put_file("binlog.index", "".join(f"./{path.name}\n" for path in files).encode())
        names = " ".join(path.name for path in files)
        # the server that ends now closes its own file, which has no name any more
        self.server.run(["sh", "-c", f"cd {DATA_DIRECTORY} && chown mysql:mysql binlog.index {names}"])
        self.server.restart()
        return str(self.server.execute("SELECT @@GLOBAL.gtid_executed")[0][0]).replace("\n", "")

    @property
    def address(self) -> str:
        """For another container."""
        assert isinstance(self.server.machine, Container)
        return self.server.machine.inner_address()


@contextmanager
def running_source() -> Iterator[Source]:
    """A source of its own, removed afterwards."""
    with running_server(_OPTIONS, own=True) as server:
        server.run(["rm", f"{DATA_DIRECTORY}/auto.cnf"])  # all servers of the image have the same UUID
        server.restart()
        yield Source(server)


def follow(replica: Replica, source: Source, executed: str, timeout: float = STALLED_SECONDS) -> Applied:
    """The empty replica follows the source until it has executed these GTIDs, or stops."""
    server = replica.server
    server.reset()
    server.execute("CREATE DATABASE test", "RESET BINARY LOGS AND GTIDS")
    name = f"FOR CHANNEL '{_CHANNEL}'"
    server.execute(
        f"CHANGE REPLICATION SOURCE TO SOURCE_HOST='{source.address}', SOURCE_PORT=3306, SOURCE_USER='root',"
        f" SOURCE_AUTO_POSITION=1, GET_SOURCE_PUBLIC_KEY=1 {name}"
    )
    try:
        server.execute(f"START REPLICA {name}")
        errors = _wait(replica, executed, timeout)
        retries = replica.retries(_CHANNEL)
    finally:
        server.execute(f"STOP REPLICA {name}", f"RESET REPLICA ALL {name}")
    return Applied(errors, retries, tables_of(server))


def _wait(replica: Replica, executed: str, timeout: float) -> tuple[str, ...]:
    deadline = time.monotonic() + timeout
    pause = 0.02
    while True:
        if errors := replica.stopped(_CHANNEL):
            return errors
        rows = replica.server.execute(
            f"SELECT GTID_SUBSET('{executed}', @@GLOBAL.gtid_executed), last_error_number, last_error_message FROM"
            f" performance_schema.replication_connection_status WHERE channel_name = '{_CHANNEL}'"
        )
        has_all, number, message = rows[0]
        if number:
            return (f"{number} {message}",)
        if has_all:
            return ()
        if time.monotonic() > deadline:
            return (_STALLED,)
        time.sleep(pause)
        pause = min(pause * 1.5, 0.25)


def served(path: Path, source: Source, replica: Replica) -> Found:
    """One scenario, by auto-position and as relay logs."""
    scenario = with_gtids(read_scenario(path))
    with TemporaryDirectory() as folder:
        files = run_scenario(scenario, Path(folder)).files
        lies = replica.apply(files)
        executed = source.serve(files)
        comes = follow(replica, source, executed, _FEW_SECONDS if path.stem in LEAVES_GTIDS_OUT else STALLED_SECONDS)
    if path.stem in LEAVES_GTIDS_OUT and comes.errors == (_STALLED,):
        comes = replace(comes, errors=())
    if path.stem in RACES or any(_ANONYMOUS in one for one in comes.errors):
        return Found(path.stem, Outcome.EQUAL if comes.ok else Outcome.STOPS_AS_THE_SERVERS, "; ".join(comes.errors))
    is_equal = path.stem in OTHER_EACH_TIME or comes.tables == lies.tables
    if comes.codes != lies.codes or bool(comes.retries) != bool(lies.retries) or not is_equal:
        lines = [f"served: {one}" for one in comes.errors] + [f"lying there: {one}" for one in lies.errors]
        return Found(path.stem, Outcome.DIFFERS, "\n".join([*lines, *differences(comes.tables, lies.tables)]))
    if comes.ok:
        return Found(path.stem, Outcome.EQUAL)
    return Found(path.stem, Outcome.STOPS_AS_THE_SERVERS, comes.errors[0] if comes.errors else f"{comes.retries} tries")


def cases(names: Sequence[str], every: int, source: Source, replica: Replica) -> list[Case]:
    """The scenarios by name, or every so many-th of all."""
    paths = sorted(SCENARIOS.glob("*.scn"))
    chosen = [path for path in paths if path.stem in names] if names else paths[::every]
    return [(path.stem, partial(served, path, source, replica)) for path in chosen]


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    from .run import Results, run_cases

    parser = argparse.ArgumentParser(prog="python -m tests.reliability.replays.served", description=__doc__)
    parser.add_argument("names", nargs="*", help="scenarios (default: all)")
    parser.add_argument("--every", type=int, default=1, help="every so many-th of all scenarios")
    parser.add_argument("--kept", type=Path, required=True, help="keeps the results (served.jsonl)")
    arguments = parser.parse_args(argv)
    arguments.kept.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        source, replica = stack.enter_context(running_source()), stack.enter_context(running_replica())
        results = Results(arguments.kept / "served.jsonl")
        found = run_cases(cases(arguments.names, arguments.every, source, replica), results)
    wrong = [one for one in found if one.outcome is Outcome.DIFFERS]
    for one in wrong:
        print(f"\n{one.name}: {one.detail}", file=sys.stderr)
    print(f"{len(found)} scenarios, {len(wrong)} not as they should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
