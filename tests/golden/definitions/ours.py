"""Cells as binwriter answers them.

    python -m tests.golden.definitions.ours [FILE [NUMBER..]]

shows what a server answered otherwise; the first difference of each cell.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from difflib import ndiff
from pathlib import Path

from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from tests.golden.definitions.asking import DATABASE, ask, event_lines
from tests.golden.definitions.capture import FOLDER, captured
from tests.golden.definitions.drawing import Drawn
from tests.golden.images.capture import Captured
from tests.golden.images.ours import OurConnection
from tests.golden.known import by_name


def answers(numbers: Iterable[int]) -> Captured:
    """Cells as binwriter answers them, by number and statement."""
    found: Captured = {}
    statements: list[str] = []
    places: list[tuple[int, int]] = []
    with tempfile.TemporaryDirectory() as folder:
        with Server(Path(folder), DEFAULT_SERVER_OPTIONS) as server:
            session = server.connect()
            for statement in ("SET sql_log_bin = 0", "CREATE DATABASE test", f"CREATE DATABASE {DATABASE}"):
                session.run(statement)
            server.connect()  # the server's tables of copies have its connection's number in their names
            connection = OurConnection(server)
            connection.run(f"USE {DATABASE}")
            for number in numbers:
                found[str(number)] = own = {}
                for place, (statement, answer, start, end) in enumerate(ask(connection, number)):
                    own[f"{place} {statement}"] = answer
                    statements.append(statement)
                    places.append((start, end))
        events = iter(event_lines(Path(folder) / "binlog.000001", places, statements))
    for own in found.values():
        for answer in own.values():
            answer += next(events)
    return found


def differing(numbers: Sequence[str], theirs: Captured) -> Iterator[tuple[str, str, list[str], list[str]]]:
    """(number, statement, the server's answer, ours): the first difference of each cell."""
    ours = answers(map(int, numbers))
    for number in numbers:
        for statement, answer in theirs[number].items():
            if ours[number].get(statement) != answer:
                yield number, statement, answer, ours[number].get(statement, [])
                break


def known_differences() -> set[str]:
    """The cells of differences.txt, by number."""
    return set(by_name(FOLDER / "differences.txt", ":"))


def main(arguments: list[str]) -> int:
    """The command line."""
    theirs = captured(Path(arguments[0])) if arguments else captured()
    numbers = arguments[1:] or list(theirs)
    count = 0
    for number, statement, expected, own in differing(numbers, theirs):
        count += 1
        print(f"{number}: {statement[:600]}")
        drawn = Drawn(int(number))
        print("   ", *drawn.settings)
        print(*(f"    {line}" for line in drawn.statements), sep="\n")
        lines = [line[:700] for line in ndiff(expected, own) if line[0] in "-+"]
        print(*(f"  {line}" for line in lines), sep="\n", flush=True)
    print(f"{count} of {len(numbers)} cells differ", file=sys.stderr)
    return 1 if count else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
