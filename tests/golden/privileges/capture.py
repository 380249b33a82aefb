"""Asks a real server about every cell of the matrix, and keeps the answers in answers.txt.

    python -m tests.golden.privileges.capture [--kinds REGEX | --missing]

With --kinds only these statements are asked, with --missing those that have no answers; the others keep theirs.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import pymysql

from binwriter.integration.mysql import DEFAULT_OPTIONS, MySQLServer, running_server
from tests.golden.commands.capture import RealConnection
from tests.golden.commands.places import Connection, ConnectionEnded, Room
from tests.golden.privileges.holders import ANSWERS, HOLDERS, NOTHING, Holder, asks, shown, statements

_OPTIONS = (
    "--innodb-flush-log-at-trx-commit=0",
    "--sync-binlog=0",
    "--innodb-doublewrite=OFF",
    "--max-connections=600",
    "--event-scheduler=OFF",
)


class Holders:
    """The accounts of a server, each with a connection. connect: opens one for a user, root if none is named."""

    def __init__(self, connect: Callable[[str], Connection], ask: Callable[[str], list[tuple[object, ...]]]) -> None:
        self._connect, self._ask = connect, ask
        self._open: dict[str, Connection] = {}
        self._room = Room(lambda: connect("root"))
        self._room.prepare()
        self._end = ""
        self._make()

    def _make(self) -> None:
        root = self._connect("root")
        for sql in ("USE d", "CREATE TABLE zz (a INT)", "CREATE TABLE n (a INT)", "CREATE TABLE nope (a INT)"):
            root.run(sql)
        for holder in HOLDERS:
            for step in holder.steps():
                error, _ = root.run(step)
                assert error is None, (step, error)
        root.close()
        self._room._changed = ""
        self._repair()

    def _repair(self) -> None:
        self._room.prepare()
        root = self._connect("root")
        for holder in HOLDERS:
            if holder.name.startswith("routines: "):
                for step in holder.grants_only():
                    root.run(step)
        root.run("USE d")
        root.run("CREATE TABLE zz (a INT)")
        root.close()
        self._end = self._position()

    def _position(self) -> str:
        return repr(self._ask("SHOW BINARY LOGS"))

    def answers(self, name: str, statement: str, chosen: Collection[str] | None = None) -> dict[str, str]:
        """The answers by holder. chosen: only these are asked."""
        answers: dict[str, str] = {}
        for holder in HOLDERS:
            if chosen is not None and holder.name not in chosen:
                continue
            if chosen is not None or asks(name, statement, holder, answers.get(NOTHING, "")):
                answers[holder.name] = self._answer(holder, statement)
        for one in ("u0", "u1"):
            self._close(one)
        return answers

    def _answer(self, holder: Holder, statement: str) -> str:
        if holder.user not in self._open:
            self._open[holder.user] = self._connect(holder.user)
            self._open[holder.user].run("USE d")
        error, _ = self._open[holder.user].run(statement)
        if error is None or not re.match(r"(1142|1143|1044|1227|1370) ", error):
            self._close(holder.user)
            if self._position() != self._end or _is_global(statement):
                self._room._changed = statement
                self._repair()
        return shown(error)

    def _close(self, user: str) -> None:
        if user in self._open:
            self._open.pop(user).close()


def _is_global(statement: str) -> bool:
    return bool(re.search("RESOURCE|RESET|REPLICA|TABLESPACE|XA ", statement))


class _Real(RealConnection):
    def __init__(self, server: MySQLServer, user: str) -> None:
        try:
            self._connection: Any = server.connect(read_timeout=60, user=user, local_infile=False)
        except pymysql.err.OperationalError as error:
            raise ConnectionEnded from error


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kinds", default="")
    parser.add_argument("--missing", action="store_true")
    given = parser.parse_args(arguments)
    kept = read(ANSWERS)
    begin = time.monotonic()
    with running_server((*DEFAULT_OPTIONS, *_OPTIONS), own=True) as server:
        holders = Holders(lambda user: _Real(server, user), lambda sql: server.execute(sql))
        for count, (name, statement) in enumerate(statements().items()):
            if statement in kept and (given.missing or not re.fullmatch(given.kinds or ".*", name)):
                continue
            try:
                kept[statement] = holders.answers(name, statement)
            except ConnectionEnded as error:
                print(f"{name}: the connection ended: {error.__cause__}", file=sys.stderr)
                holders = Holders(lambda user: _Real(server, user), lambda sql: server.execute(sql))
            write(ANSWERS, kept)
            print(f"{time.monotonic() - begin:6.1f} {count} {name}", file=sys.stderr, flush=True)
    return 0


def read(path: Path) -> dict[str, dict[str, str]]:
    """The answers of a file by statement and holder; a holder that is not named has the answer of `nothing`."""
    answers: dict[str, dict[str, str]] = {}
    answer = ""
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if not line.startswith(" "):
            answers[line] = current = {}
        elif line.startswith("  - "):
            current.update(dict.fromkeys(re.split(r", (?![^(]*\))", line[4:]), answer))
        else:
            answer = line.strip()
    for name, statement in statements().items():
        if statement in answers:
            found = answers[statement]
            for holder in HOLDERS:
                if holder.name not in found and asks(name, statement, holder, found[NOTHING]):
                    found[holder.name] = found[NOTHING]
    return answers


def write(path: Path, answers: Mapping[str, Mapping[str, str]]) -> None:
    lines = []
    for statement in statements().values():
        if statement not in answers:
            continue
        lines.append(statement)
        by_answer: dict[str, list[str]] = {}
        for holder, answer in answers[statement].items():
            by_answer.setdefault(answer, []).append(holder)
        for answer, holders in by_answer.items():
            kept = [NOTHING] if NOTHING in holders else holders
            lines += [f"  {answer}", f"  - {', '.join(kept)}"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
