"""What a server says of the columns that calls make: every call of tests/golden/functions, with constants, with columns
of each type in its first place, and in what may put it into a temporary table.

    python -m tests.golden.wire.calls [--real HOST:PORT]     asks a real server and writes calls.txt
    python -m tests.golden.wire.calls --ours     shows what binwriter says otherwise, and writes calls_differing.txt

calls.txt has a line of each call, and below it, indented, each answer once with the cells that it came from: type,
length, decimals, flags, character set, and after a bar database, original table and name; or the error's number.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pymysql

from binwriter.live.serving import Serving
from binwriter.server.server import Server
from tests.golden.functions.matrix import COLUMNS, SETUP, templates, with_columns, with_constants

ANSWERS = Path(__file__).with_name("calls.txt")
DIFFERENCES = Path(__file__).with_name("calls_differing.txt")
PLACES = {
    "union": "SELECT {} AS x FROM s UNION SELECT {} FROM s",
    "null_union": "SELECT NULL AS x UNION ALL SELECT {} FROM s",
    "group": "SELECT {} AS x, COUNT(*) FROM s GROUP BY x",
    "distinct": "SELECT DISTINCT {} AS x FROM s",
    "merged": "SELECT x FROM (SELECT {} AS x FROM s) AS below",
    "derived": "SELECT x FROM (SELECT {} AS x FROM s LIMIT 5) AS below",
    "max": "SELECT MAX({}) AS x FROM s",
    "ifnull": "SELECT IFNULL({}, {}) AS x FROM s",
    "view": "SELECT x FROM w",
}
_PARTS = ("type_code", "length", "scale", "flags", "charsetnr")
_NAMES = ("db", "org_table", "org_name")
_NEVER = ("SLEEP", "WAIT_FOR", "MASTER_POS", "SOURCE_POS", "BENCHMARK")


def calls() -> list[str]:
    """The calls that are asked."""
    return [template for template in templates() if not any(word in template.upper() for word in _NEVER)]


def cells(call: str) -> Iterator[tuple[str, str]]:
    """Of a call the names of its cells and their statements."""
    columns = with_columns(call)
    yield "constants", f"SELECT {with_constants(call)} AS x"
    yield "columns", f"SELECT {columns} AS x FROM s"
    for name, text in PLACES.items():
        yield name, text.replace("{}", columns)
    if "{" in call:
        for column in COLUMNS:
            yield column, f"SELECT {with_columns(call, column)} AS x FROM s"


def described(connection: pymysql.Connection[Any], sql: str) -> str:
    """What a server says of the first column."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(sql)
            field = cursor._result.fields[0] if cursor.description else None  # type: ignore[union-attr]
            cursor.fetchall()
    except pymysql.MySQLError as error:
        return f"!{error.args[0]}"
    if field is None:
        return "no column"
    names = [part.decode() if isinstance(part, bytes) else str(part) for part in (getattr(field, n) for n in _NAMES)]
    return " ".join([*(str(getattr(field, part)) for part in _PARTS), "|", *(name or "-" for name in names)])


def answers_of(connection: pymysql.Connection[Any], wanted: Iterable[str]) -> dict[str, dict[str, str]]:
    """By call and cell. The tables of tests/golden/functions are there."""
    answers = {}
    for call in wanted:
        with connection.cursor() as cursor:
            try:
                cursor.execute(f"CREATE OR REPLACE VIEW w AS SELECT {with_columns(call)} AS x FROM s")
                cursor.execute("SET @@session.time_zone = DEFAULT")
            except pymysql.MySQLError:
                with connection.cursor() as again:
                    again.execute("DROP VIEW IF EXISTS w")
        answers[call] = {name: described(connection, sql) for name, sql in cells(call)}
        with connection.cursor() as cursor:
            cursor.execute("DO RELEASE_ALL_LOCKS()")
    return answers


def written(answers: Mapping[str, Mapping[str, str]]) -> str:
    lines = []
    for call, of_call in answers.items():
        lines.append(call)
        for answer in dict.fromkeys(of_call.values()):
            lines.append(f"  {' '.join(name for name, given in of_call.items() if given == answer)}: {answer}")
    return "\n".join(lines) + "\n"


def read(path: Path = ANSWERS) -> dict[str, dict[str, str]]:
    answers: dict[str, dict[str, str]] = {}
    call = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            names, _, answer = line.strip().partition(": ")
            answers[call] |= dict.fromkeys(names.split(), answer)
        elif line and not line.startswith("#"):
            call = line
            answers[call] = {}
    return answers


def _connected(host: str, port: int) -> pymysql.Connection[Any]:
    """A client of a server that has the tables; values stay bytes."""
    connection = pymysql.connect(
        host=host, port=port, user="root", charset="utf8mb4", autocommit=True, use_unicode=False, conv={}
    )
    with connection.cursor() as cursor:
        cursor.execute("DROP DATABASE IF EXISTS functions")
        for statement in SETUP:
            cursor.execute(statement)
    return connection


@contextmanager
def ours() -> Iterator[pymysql.Connection[Any]]:
    with (
        tempfile.TemporaryDirectory(prefix="binwriter-calls-") as folder,
        Server(Path(folder) / "log") as server,
        Serving(server) as serving,
    ):
        connection = _connected(serving.host, serving.port)
        yield connection
        connection.close()


def differing(wanted: Iterable[str]) -> Iterator[tuple[str, str, str, str]]:
    """(call, cell, the real server's answer, ours)."""
    theirs = read()
    with ours() as connection:
        for call, of_call in answers_of(connection, wanted).items():
            for name, given in of_call.items():
                if given != theirs[call][name]:
                    yield call, name, theirs[call][name], given


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="tests.golden.wire.calls", description=__doc__)
    parser.add_argument("--real", metavar="HOST:PORT")
    parser.add_argument("--ours", action="store_true")
    arguments = parser.parse_args()
    if arguments.ours:
        found: dict[str, dict[str, str]] = {}
        for call, name, expected, given in differing(calls()):
            print(f"{call}\t{name}\t{expected}\t{given}")
            found.setdefault(call, {})[name] = given
        DIFFERENCES.write_text(written(found), encoding="utf-8")
        print(sum(map(len, found.values())), "cells differ", file=sys.stderr)
        return 0
    if arguments.real:
        host, _, port = arguments.real.partition(":")
        ANSWERS.write_text(written(answers_of(_connected(host, int(port)), calls())), encoding="utf-8")
        return 0
    from binwriter.integration.mysql import running_server

    with running_server() as server:
        ANSWERS.write_text(written(answers_of(_connected(server.host, server.port), calls())), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
