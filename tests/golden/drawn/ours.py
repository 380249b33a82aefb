"""Drawn scenarios as binwriter answers them.

    python -m tests.golden.drawn.ours [FILE [NUMBER..]]

shows what a server answered otherwise; the first difference of each scenario.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator
from difflib import ndiff
from pathlib import Path

from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from tests.golden.drawn.asking import ask
from tests.golden.drawn.capture import FOLDER, captured
from tests.golden.drawn.drawing import FILES, Drawn
from tests.golden.images.asking import event_lines
from tests.golden.images.ours import OurConnection
from tests.golden.known import by_name


def answers(number: int) -> dict[str, list[str]]:
    """A scenario's statements as binwriter answers them."""
    with tempfile.TemporaryDirectory() as folder:
        with Server(Path(folder), DEFAULT_SERVER_OPTIONS) as server:
            session = server.connect()
            session.run("SET sql_log_bin = 0")
            session.run("CREATE DATABASE test")
            for name, text in FILES.items():
                server.front_end.database.files.server[name] = text.encode()
            asked = list(ask(OurConnection(server), number))
        events = event_lines(Path(folder) / "binlog.000001", [(start, end) for *_, start, end in asked])
    return {statement: answer + lines for (statement, answer, *_), lines in zip(asked, events, strict=True)}


def differing(
    numbers: Iterable[str], theirs: dict[str, dict[str, list[str]]]
) -> Iterator[tuple[str, str, list[str], list[str]]]:
    """(number, statement, the server's answer, ours): the first difference of each scenario."""
    for number in numbers:
        ours = answers(int(number))
        for statement, answer in theirs[number].items():
            if ours.get(statement) != answer:
                yield number, statement, answer, ours.get(statement, [])
                break


def known_differences() -> set[str]:
    """The scenarios of differences.txt, by number."""
    return set(by_name(FOLDER / "differences.txt", ":"))


def main(arguments: list[str]) -> int:
    """The command line."""
    theirs = captured(Path(arguments[0])) if arguments else captured()
    count = 0
    for number, statement, expected, own in differing(arguments[1:] or list(theirs), theirs):
        count += 1
        print(f"{number}: {statement}")
        drawn = Drawn(int(number))
        print(*(f"    {line}" for line in drawn.setup if not line.startswith("INSERT")), sep="\n")
        print("   ", "; ".join(drawn.settings))
        lines = [line[:300] for line in ndiff(expected, own) if line[0] in "-+"]
        print(*(f"  {line}" for line in lines), sep="\n", flush=True)
    print(f"{count} of {len(arguments[1:] or theirs)} scenarios differ", file=sys.stderr)
    return 1 if count else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
