"""Drivers' own test suites, against a served Server and a real one: which tests only the real one passes.

`python -m tests.drivers.suites NAME --sources DIR --python PYTHON [--report FILE]`: DIR is a checkout of the driver (of
mysql2: with its packages installed); PYTHON an interpreter with pytest and what the suite needs. What differs for a
reason stands in differences.txt.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pymysql

from binwriter.chance import system_chance
from binwriter.integration.mysql import running_server
from binwriter.live.serving import Serving, Settings
from binwriter.live.tls import own_context
from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from tests.drivers.frameworks import FRAMEWORKS
from tests.drivers.log_readers import LOG_READERS
from tests.drivers.outcomes import READERS
from tests.drivers.recipes import SUITES, Place, Suite
from tests.tidy import end_tidily

DIFFERENCES = Path(__file__).with_name("differences.txt")
_PASSWORD = "for_the_suites"
_ALL = {**SUITES, **FRAMEWORKS, **LOG_READERS}
_SECONDS = 3000


@contextmanager
def fake() -> Iterator[Place]:
    """A served Server."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = Settings(users={"root": _PASSWORD}, tls=own_context(folder))
        with (
            Server(folder / "log", DEFAULT_SERVER_OPTIONS, chance=system_chance()) as server,
            Serving(server, settings) as serving,
        ):
            yield Place(serving.host, serving.port, "root", _PASSWORD)


@contextmanager
def real() -> Iterator[Place]:
    """A real server in a container."""
    with running_server() as server:
        with server.connect() as connection, connection.cursor() as cursor:
            cursor.execute(f"ALTER USER USER() IDENTIFIED BY '{_PASSWORD}'")
        yield Place(server.host, server.port, "root", _PASSWORD)


def outcomes(suite: Suite, place: Place, sources: Path, python: str, log: Path | None = None) -> dict[str, str]:
    """Of each test of a suite: "passed", "skipped", or what went wrong."""
    connection = pymysql.connect(host=place.host, port=place.port, user=place.user, password=place.password)
    with connection, connection.cursor() as cursor:
        for sql in suite.setup:
            cursor.execute(sql)
    with tempfile.TemporaryDirectory() as name:
        result = Path(name) / "result.xml"
        run = suite.run(sources, python, place, result)
        output = Path(name) / "output"
        with output.open("w") as written:
            process = subprocess.Popen(run.command, cwd=sources / run.folder, env={**os.environ, **run.settings},
                                       stdout=written, stderr=subprocess.STDOUT, start_new_session=True)  # fmt: skip
            try:
                process.wait(_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        text = output.read_text(errors="replace")
        if log is not None:
            log.write_text(text)
        return dict(READERS[suite.reader](result, text))


def reasons() -> dict[str, str]:
    """differences.txt: `test<TAB>reason`."""
    lines = DIFFERENCES.read_text().splitlines() if DIFFERENCES.exists() else []
    return dict(line.split("\t", 1) for line in lines if "\t" in line)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", choices=_ALL)
    parser.add_argument("--sources", type=Path, required=True)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument(
        "--report", type=Path, help="write the outcomes on both servers to this file, as JSON; the output beside it"
    )
    parser.add_argument("--real", type=Path, help="the report of an earlier run, in place of a real server")
    arguments = parser.parse_args(argv)
    end_tidily()
    suite = _ALL[arguments.suite]

    def log(side: str) -> Path | None:
        return None if arguments.report is None else Path(arguments.report).with_suffix(f".{side}.log")

    if arguments.real is not None:
        there = json.loads(arguments.real.read_text())["real"]
    else:
        with real() as place:
            there = outcomes(suite, place, arguments.sources, arguments.python, log("real"))
    with fake() as place:
        here = outcomes(suite, place, arguments.sources, arguments.python, log("fake"))
    if arguments.report is not None:
        arguments.report.write_text(json.dumps({"real": there, "fake": here}, indent=1))
    passed = [name for name, outcome in there.items() if outcome == "passed"]
    differ = [name for name in passed if here.get(name) != "passed"]
    known = reasons()
    for name in differ:
        print(f"{'known' if name in known else 'NEW'}\t{name}\t{here.get(name, 'did not run')[:300]!r}")
    print(f"{len(there)} tests, {len(passed)} pass on the real server, {len(passed) - len(differ)} of these here")
    return int(any(name not in known for name in differ))


if __name__ == "__main__":
    sys.exit(main())
