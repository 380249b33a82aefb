"""Cells as binwriter answers them.

    python -m tests.golden.loads.ours [FILE [NUMBER..]]

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
from tests.golden.images.capture import Captured
from tests.golden.images.cases import DATABASE
from tests.golden.images.ours import OurConnection
from tests.golden.known import by_name
from tests.golden.loads.asking import ask, event_lines
from tests.golden.loads.capture import FOLDER, captured
from tests.golden.loads.drawing import Drawn


def answers(numbers: Iterable[int]) -> Captured:
    """Cells as binwriter answers them, by number and statement."""
    found: Captured = {}
    places: list[tuple[int, int]] = []
    with tempfile.TemporaryDirectory() as folder:
        with Server(Path(folder), (*DEFAULT_SERVER_OPTIONS, "local-infile=ON")) as server:
            session = server.connect()
            session.run("SET sql_log_bin = 0")
            session.run(f"CREATE DATABASE IF NOT EXISTS {DATABASE}")
            connection = OurConnection(server)
            for number in numbers:
                drawn = Drawn(number)
                files = server.front_end.database.files
                if drawn.local:
                    files.local[f"./{drawn.name}"] = drawn.file
                else:
                    files.server[drawn.name] = drawn.file
                found[str(number)] = own = {}
                for statement, answer, start, end in ask(connection, drawn):
                    own[statement] = answer
                    places.append((start, end))
        events = iter(event_lines(Path(folder) / "binlog.000001", places))
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
        print("   ", *drawn.setup, *drawn.settings)
        print("   ", repr(drawn.file[:300]))
        lines = [line[:700] for line in ndiff(expected, own) if line[0] in "-+"]
        print(*(f"  {line}" for line in lines), sep="\n", flush=True)
    print(f"{count} of {len(numbers)} cells differ", file=sys.stderr)
    return 1 if count else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
