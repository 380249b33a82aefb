"""Asks a real server about every cell of the matrix, and keeps the answers: one file a place, beside this module.

    python -m tests.golden.commands.capture [PLACE ...] [--kinds REGEX]

With --kinds only these statements are asked, and the others keep their answers.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pymysql

from binwriter.integration.mysql import DEFAULT_OPTIONS, MySQLServer, running_server
from tests.golden.commands.places import FOLDER, PLACES, ConnectionEnded, Place, Room, statements

_FAST = ("--innodb-flush-log-at-trx-commit=0", "--sync-binlog=0", "--innodb-doublewrite=OFF")
_GTIDS = ("--gtid-mode=ON", "--enforce-gtid-consistency=ON")
_GONE = {2006, 2013}


class RealConnection:
    """A PyMySQL connection; results are read to their end."""

    def __init__(self, server: MySQLServer) -> None:
        try:
            self._connection: Any = server.connect(read_timeout=60)
        except pymysql.err.OperationalError as error:
            raise ConnectionEnded from error

    def run(self, sql: str) -> tuple[str | None, list[tuple[object, ...]]]:
        with self._connection.cursor() as cursor:
            try:
                cursor.execute(sql)
                rows = list(cursor.fetchall())
                while cursor.nextset():
                    """Further results are not kept."""
            except AssertionError:  # rows in the midst of rows: SHOW PLUGINS in a function
                return "the answer breaks the protocol", []
            except pymysql.err.MySQLError as error:
                if not error.args or error.args[0] in _GONE:
                    raise ConnectionEnded from error
                return f"{error.args[0]} {error.sqlstate} {error.args[1]}", []
        return None, rows

    def close(self) -> None:
        if self._connection.open:
            self._connection.close()


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("places", nargs="*")
    parser.add_argument("--kinds", default="")
    given = parser.parse_args(arguments)
    wanted = [place for place in PLACES if not given.places or place.name in given.places]
    for with_gtids in (False, True):
        chosen = [place for place in wanted if place.with_gtids is with_gtids]
        if chosen:
            options = (*DEFAULT_OPTIONS, *_FAST, *(_GTIDS if with_gtids else ()))
            with running_server(options, own=True) as server:
                _capture(server, chosen, given.kinds)
    return 0


def _capture(server: MySQLServer, places: Sequence[Place], kinds: str) -> None:
    room = Room(lambda: RealConnection(server))
    room.prepare()
    for place in places:
        path = FOLDER / f"{place.name}.txt"
        answers = read(path)
        for name, statement in statements().items():
            if re.fullmatch(kinds or ".*", name):
                answers[name] = _answer(server, room, statement, place)
        write(path, answers)
        print(f"{place.name}: {len(answers)} statements", file=sys.stderr, flush=True)


def _answer(server: MySQLServer, room: Room, statement: str, place: Place) -> list[str]:
    try:
        return room.answer(statement, place)
    except ConnectionEnded:
        time.sleep(2)  # a server that is asked to end answers first
        server.restart()
        return ["the server ends"]


def read(path: Path) -> dict[str, list[str]]:
    """The answers of a file by name of the statement."""
    answers: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if not line.startswith(" "):
            answers[line] = current = []
        else:
            current.append(line.strip())
    return answers


def write(path: Path, answers: Mapping[str, Sequence[str]]) -> None:
    lines = [line for name in statements() for line in (name, *(f"  {one}" for one in answers.get(name, ())))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
