"""The cases as binwriter answers them.

    python -m tests.golden.images.ours [TABLE-REGEX] [CASE-REGEX]

shows those that a server answers otherwise, but for those of differences.txt.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from binwriter.errors import BinwriterError
from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from tests.golden.images.asking import Answer, ask, event_lines
from tests.golden.images.capture import FOLDER, captured
from tests.golden.images.cases import DATABASE, FILES, cases
from tests.golden.images.tables import Shape, shapes
from tests.golden.known import by_name

_OPTIONS = (*DEFAULT_SERVER_OPTIONS, "binlog-row-metadata=FULL")


class OurConnection:
    def __init__(self, server: Server) -> None:
        self._session = server.connect(database=DATABASE)

    def run(self, sql: str) -> Answer:
        try:
            result = self._session.run(sql)
        except BinwriterError as error:
            return f"refused by name: {error}", []
        if result.error is not None:
            return f"{result.error.code} {result.error.message}", []
        return f"affected {result.affected}", list(result.rows)


def answers(shape: Shape) -> dict[str, list[str]]:
    """The cases of a table as binwriter answers them."""
    with tempfile.TemporaryDirectory() as folder:
        with Server(Path(folder), _OPTIONS) as server:
            session = server.connect()
            session.run("SET sql_log_bin = 0")
            session.run(f"CREATE DATABASE IF NOT EXISTS {DATABASE}")
            for name, text in FILES.items():
                server.front_end.database.files.server[f"{DATABASE}/{name}"] = text.encode()
            asked = list(ask(OurConnection(server), shape, cases(shape)))
        events = event_lines(Path(folder) / "binlog.000001", [(start, end) for *_, start, end in asked])
    return {case.name: answer + lines for (case, answer, *_), lines in zip(asked, events, strict=True)}


def differing(shape: Shape) -> Iterator[tuple[str, list[str], list[str]]]:
    """(case, the server's answer, ours) of every case of a table that is answered otherwise."""
    theirs = captured()[shape.name]
    ours = answers(shape)
    for name, answer in theirs.items():
        if ours[name] != answer:
            yield name, answer, ours[name]


def known_differences() -> dict[str, set[str]]:
    """The cases in differences.txt by table."""
    return by_name(FOLDER / "differences.txt", " ")


def main(arguments: Sequence[str]) -> int:
    """The command line."""
    tables, wanted = [*arguments, ".*", ".*"][:2] if len(arguments) != 1 else [arguments[0], ".*"]
    known, counts = known_differences(), Counter[str]()
    for shape in shapes():
        if not re.search(tables, shape.name):
            continue
        listed = known.get(shape.name, set())
        different = set()
        for name, theirs, ours in differing(shape):
            different.add(name)
            if not re.search(wanted, name) or name in listed:
                continue
            counts["different"] += 1
            print(f"{shape.name} {name}")
            print(*(f"  - {line}" for line in theirs if line not in ours), sep="\n")
            print(*(f"  + {line}" for line in ours if line not in theirs), sep="\n", flush=True)
        for name in listed - different:
            counts["different"] += 1
            print(f"{shape.name} {name}: equal now")
    print(f"{counts['different']} cases differ", file=sys.stderr)
    return 1 if counts else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
