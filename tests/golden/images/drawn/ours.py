"""Drawn tables as binwriter answers them.

    python -m tests.golden.images.drawn.ours [FILE [TABLE-REGEX]]

shows what a server answered otherwise.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from tests.golden.images.asking import event_lines
from tests.golden.images.cases import DATABASE
from tests.golden.images.drawn.capture import FOLDER, ask_table, captured
from tests.golden.images.drawn.statements import FILES
from tests.golden.images.drawn.tables import DrawnTable
from tests.golden.images.ours import OurConnection
from tests.golden.known import by_name


def drawn_table(name: str) -> DrawnTable:
    """The table of a name: seed.number engine."""
    seed, _, number = name.split()[0].partition(".")
    return DrawnTable(int(seed), int(number))


def answers(table: DrawnTable) -> dict[str, list[str]]:
    """The cases of a table as binwriter answers them."""
    with tempfile.TemporaryDirectory() as folder:
        with Server(Path(folder), DEFAULT_SERVER_OPTIONS) as server:
            session = server.connect()
            session.run("SET sql_log_bin = 0")
            session.run(f"CREATE DATABASE IF NOT EXISTS {DATABASE}")
            for name, text in FILES.items():
                server.front_end.database.files.server[f"{DATABASE}/{name}"] = text.encode()
            asked = ask_table(OurConnection(server), table)
        events = event_lines(Path(folder) / "binlog.000001", [(start, end) for *_, start, end in asked])
    return {name: answer + lines for (name, answer, *_), lines in zip(asked, events, strict=True)}


def differing(name: str, theirs: dict[str, list[str]]) -> Iterator[tuple[str, list[str], list[str]]]:
    """(case, the server's answer, ours) of every case of a table that is answered otherwise."""
    ours = answers(drawn_table(name))
    for case in dict.fromkeys([*theirs, *ours]):
        if ours.get(case) != theirs.get(case):
            yield case, theirs.get(case, []), ours.get(case, [])


def known_differences() -> dict[str, set[str]]:
    """The cases of differences.txt by table."""
    return by_name(FOLDER / "differences.txt", ": ")


def main(arguments: list[str]) -> int:
    """The command line."""
    theirs = captured(Path(arguments[0])) if arguments else captured()
    cases = different = 0
    for name, expected in theirs.items():
        if len(arguments) > 1 and not re.search(arguments[1], name):
            continue
        cases += len(expected)
        table = drawn_table(name)
        for number, (case, their_answer, our_answer) in enumerate(differing(name, expected)):
            if not number:
                print("=====", name, *(f"\n    {line}" for line in table.setup()))
            different += 1
            print(f"## {name}: {case}")
            print(*(f"  - {line[:600]}" for line in their_answer if line not in our_answer), sep="\n")
            print(*(f"  + {line[:600]}" for line in our_answer if line not in their_answer), sep="\n", flush=True)
    print(f"{different} of {cases} cases differ", file=sys.stderr)
    return 1 if different else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
