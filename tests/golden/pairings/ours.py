"""Pairings as binwriter answers them.

    python -m tests.golden.pairings.ours [FILE [NUMBER..]]

shows what a server answered otherwise.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator
from difflib import ndiff
from pathlib import Path

from binwriter.errors import BinwriterError
from binwriter.scenario.lanes import Lane, Lanes
from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from tests.golden.known import by_name
from tests.golden.pairings.asking import Answer, ask
from tests.golden.pairings.capture import FOLDER, captured
from tests.golden.pairings.cases import cases


class OurConnection:
    def __init__(self, server: Server) -> None:
        self._session = server.connect()
        self.number = int(str(self.run("SELECT CONNECTION_ID()")[1][0][0]))

    def run(self, sql: str) -> Answer:
        try:
            result = self._session.run(sql)
        except BinwriterError as error:
            return f"refused by name: {error}", []
        except ValueError:
            return "lost", []
        if result.error is not None:
            code = result.error.code
            return ("lost" if code in (1053, 2013, 4031) else f"{code} {result.error.message}"), []
        return f"affected {result.affected}", [tuple(row) for row in result.rows]


class _Sent:
    def __init__(self, lanes: Lanes[Answer], lane: Lane[Answer]) -> None:
        self._lanes, self._lane = lanes, lane

    def result(self) -> Answer:
        return self._lanes.reap(self._lane)


def answers(number: int) -> list[str]:
    """A pairing as binwriter answers it."""
    (case,) = cases(range(number, number + 1))
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), DEFAULT_SERVER_OPTIONS) as server:
        lanes: Lanes[Answer] = Lanes(server.locks.turns)
        connections = [OurConnection(server) for _ in range(3)]

        def send(one: OurConnection, sql: str) -> _Sent:
            return _Sent(lanes, lanes.send("second", lambda: one.run(sql)))

        return ask(case, connections, send)  # type: ignore[arg-type]


def differing(numbers: Iterable[str], theirs: dict[str, list[str]]) -> Iterator[tuple[str, list[str], list[str]]]:
    """(number, the server's answers, ours) of the pairings that differ."""
    for number in numbers:
        own = answers(int(number))
        if own != theirs[number]:
            yield number, theirs[number], own


def known_differences() -> set[str]:
    """The pairings of differences.txt, by number."""
    return set(by_name(FOLDER / "differences.txt", ":"))


def main(arguments: list[str]) -> int:
    """The command line."""
    theirs = captured(Path(arguments[0])) if arguments else captured()
    count = 0
    for number, expected, own in differing(arguments[1:] or list(theirs), theirs):
        count += 1
        (case,) = cases(range(int(number), int(number) + 1))
        print(f"{number}: {case.shape} {case.level} {case.end}")
        print(*(f"  {line[:200]}" for line in ndiff(expected, own) if line[0] in "-+ "), sep="\n", flush=True)
    print(f"{count} of {len(arguments[1:] or theirs)} pairings differ", file=sys.stderr)
    return 1 if count else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
