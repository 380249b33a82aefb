"""Drivers' own test suites, against a served Server and a real one: which tests only the real one passes.

`python -m tests.drivers.suites NAME --sources DIR --python PYTHON [--report FILE]`: DIR is a checkout of the driver (of
mysql2: with its packages installed); PYTHON an interpreter with pytest and what the suite needs. What differs for a
reason stands in differences.txt.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pymysql

from binwriter.integration.mysql import running_server
from binwriter.live.serving import Serving, Settings
from binwriter.live.tls import own_context
from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server

DIFFERENCES = Path(__file__).with_name("differences.txt")
_PASSWORD = "for_the_suites"
_SECONDS = 540


@dataclass(frozen=True)
class Place:
    """A server that a suite may use."""

    host: str
    port: int
    user: str
    password: str


@dataclass(frozen=True)
class Suite:
    """A driver's test suite.

    setup: SQL that makes the accounts and databases it wants. run: (sources, python, place, result file) -> the command
    and its environment; it may write the suite's configuration first.
    """

    setup: tuple[str, ...]
    run: Callable[[Path, str, Place, Path], tuple[Sequence[str], Mapping[str, str]]]


def _pymysql(sources: Path, python: str, place: Place, result: Path) -> tuple[Sequence[str], Mapping[str, str]]:
    root = {"host": place.host, "port": place.port, "user": place.user, "password": place.password}
    databases = [
        {**root, "database": "test1", "use_unicode": True, "local_infile": True},
        {**root, "user": "test2", "password": "some password", "database": "test2"},
    ]
    (sources / "pymysql" / "tests" / "databases.json").write_text(json.dumps(databases))
    return (python, "-m", "pytest", "-q", "--timeout=60", f"--junitxml={result}", "pymysql/tests"), {}


def _sqlalchemy(sources: Path, python: str, place: Place, result: Path) -> tuple[Sequence[str], Mapping[str, str]]:
    url = f"mysql+pymysql://{place.user}:{place.password}@{place.host}:{place.port}/test?charset=utf8mb4"
    tests = ("test/dialect/mysql", "test/dialect/test_suite.py")
    command = (python, "-m", "pytest", "-q", "--timeout=60", "-p", "no:xdist", f"--junitxml={result}",
               "--dburi", url, *tests)  # fmt: skip
    return command, {"PYTHONPATH": str(sources / "lib")}


def _mysql2(sources: Path, python: str, place: Place, result: Path) -> tuple[Sequence[str], Mapping[str, str]]:
    settings = {
        "MYSQL_HOST": place.host,
        "MYSQL_PORT": str(place.port),
        "MYSQL_USER": place.user,
        "MYSQL_PASSWORD": place.password,
        "MYSQL_DATABASE": "test",
    }
    return (python, str(Path(__file__).with_name("node_tests.py")), str(sources), str(result)), settings


_TEST_DATABASES = ("CREATE DATABASE test", "CREATE DATABASE test_schema", "CREATE DATABASE test_schema_2")
SUITES = {
    "pymysql": Suite(
        (
            "CREATE DATABASE test1 DEFAULT CHARACTER SET utf8mb4",
            "CREATE DATABASE test2 DEFAULT CHARACTER SET utf8mb4",
            "CREATE USER test2 IDENTIFIED BY 'some password'",
            "GRANT ALL ON test2.* TO test2",
            "SET GLOBAL local_infile = ON",
        ),
        _pymysql,
    ),
    "sqlalchemy": Suite(_TEST_DATABASES, _sqlalchemy),
    "mysql2": Suite((*_TEST_DATABASES, "SET GLOBAL local_infile = ON"), _mysql2),
}


@contextmanager
def fake() -> Iterator[Place]:
    """A served Server."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = Settings(users={"root": _PASSWORD}, tls=own_context(folder))
        with Server(folder / "log", DEFAULT_SERVER_OPTIONS) as server, Serving(server, settings) as serving:
            yield Place(serving.host, serving.port, "root", _PASSWORD)


@contextmanager
def real() -> Iterator[Place]:
    """A real server in a container."""
    with running_server() as server:
        with server.connect() as connection, connection.cursor() as cursor:
            cursor.execute(f"CREATE USER suites IDENTIFIED BY '{_PASSWORD}'")
            cursor.execute("GRANT ALL ON *.* TO suites WITH GRANT OPTION")
        yield Place(server.host, server.port, "suites", _PASSWORD)


def outcomes(suite: Suite, place: Place, sources: Path, python: str) -> dict[str, str]:
    """Of each test of a suite: "passed", "skipped", or what went wrong."""
    connection = pymysql.connect(host=place.host, port=place.port, user=place.user, password=place.password)
    with connection, connection.cursor() as cursor:
        for sql in suite.setup:
            cursor.execute(sql)
    with tempfile.TemporaryDirectory() as name:
        result = Path(name) / "result.xml"
        command, settings = suite.run(sources, python, place, result)
        subprocess.run(command, cwd=sources, env={**os.environ, **settings}, timeout=_SECONDS, check=False,
                       stdout=subprocess.DEVNULL)  # fmt: skip
        return dict(_read(ElementTree.parse(result)))


def _read(tree: ElementTree.ElementTree[ElementTree.Element]) -> Iterator[tuple[str, str]]:
    for case in tree.iter("testcase"):
        wrong = [child for child in case if child.tag in ("failure", "error", "skipped")]
        said = "passed" if not wrong else "skipped" if wrong[0].tag == "skipped" else wrong[0].get("message", "failed")
        yield f"{case.get('classname')}.{case.get('name')}", str(said)


def reasons() -> dict[str, str]:
    """differences.txt: `test<TAB>reason`."""
    lines = DIFFERENCES.read_text().splitlines() if DIFFERENCES.exists() else []
    return dict(line.split("\t", 1) for line in lines if "\t" in line)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", choices=SUITES)
    parser.add_argument("--sources", type=Path, required=True)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--report", type=Path, help="write the outcomes on both servers to this file, as JSON")
    parser.add_argument("--real", type=Path, help="the report of an earlier run, in place of a real server")
    arguments = parser.parse_args(argv)
    suite = SUITES[arguments.suite]
    if arguments.real is not None:
        there = json.loads(arguments.real.read_text())["real"]
    else:
        with real() as place:
            there = outcomes(suite, place, arguments.sources, arguments.python)
    with fake() as place:
        here = outcomes(suite, place, arguments.sources, arguments.python)
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
