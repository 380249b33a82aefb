"""The cases as binwriter answers them.

    python -m tests.golden.values.ours [TYPE-REGEX]

shows those that a server answers otherwise, but for those of differences.txt.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from tests.golden.images.asking import event_lines
from tests.golden.images.ours import OurConnection
from tests.golden.known import by_name
from tests.golden.values.asking import ask, prepare
from tests.golden.values.capture import FOLDER, captured, rows_of
from tests.golden.values.cases import names


def answers(type_: str) -> dict[str, list[str]]:
    """The cases of a type as binwriter answers them."""
    with tempfile.TemporaryDirectory() as folder:
        with Server(Path(folder), DEFAULT_SERVER_OPTIONS) as server:
            session = server.connect()
            session.run("SET sql_log_bin = 0")
            session.run("CREATE DATABASE test")
            connection = OurConnection(server)
            prepare(connection)
            asked = list(ask(connection, type_))
        events = event_lines(Path(folder) / "binlog.000001", [(start, end) for *_, start, end in asked])
    pairs = zip(asked, events, strict=True)
    return {name: answer + rows_of(lines) for (name, answer, *_), lines in pairs}


def differing(type_: str) -> dict[str, tuple[list[str], list[str]]]:
    """The server's answer and ours of every case of a type that is answered otherwise."""
    ours = answers(type_)
    return {name: (theirs, ours[name]) for name, theirs in captured()[type_].items() if ours[name] != theirs}


def known_differences() -> dict[str, set[str]]:
    """The cases in differences.txt by type."""
    return by_name(FOLDER / "differences.txt", " <- ")


def main(arguments: Sequence[str]) -> int:
    """The command line."""
    known, count = known_differences(), 0
    for type_ in names():
        if not re.search(arguments[0] if arguments else "", type_):
            continue
        different = differing(type_)
        for name in different.keys() - known.get(type_, set()):
            count += 1
            theirs, ours = different[name]
            print(
                f"{type_} <- {name}", *(f"  - {line}" for line in theirs), *(f"  + {line}" for line in ours), sep="\n"
            )
        for name in known.get(type_, set()) - different.keys():
            count += 1
            print(f"{type_} <- {name}: equal now")
    print(f"{count} cases differ", file=sys.stderr)
    return 1 if count else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
