"""The matrix as binwriter answers it.

    python -m tests.golden.privileges.ours [REGEX of statements [MOST]]

shows the cells that a server answers otherwise, but for those of differences.txt.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from binwriter.errors import UnsupportedError
from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from tests.golden.known import lines
from tests.golden.privileges.capture import Holders, read
from tests.golden.privileges.holders import ANSWERS, FOLDER, statements

# statement, and how many of its cells differ
DIFFERENCES = FOLDER / "differences.txt"
Difference = tuple[str, str, str, str]  # statement, holder, theirs, ours


class OurConnection:
    def __init__(self, server: Server, user: str) -> None:
        self._session = server.connect(user)

    def run(self, sql: str) -> tuple[str | None, list[tuple[object, ...]]]:
        try:
            result = self._session.run(sql)
        except UnsupportedError as error:
            return f"refused by name: {error}", []
        if result.error is not None:
            return f"{result.error.code} {result.error.sqlstate} {result.error.message}", []
        return None, list(result.rows)

    def close(self) -> None:
        self._session.close()


@contextmanager
def our_holders() -> Iterator[Holders]:
    with tempfile.TemporaryDirectory() as folder, Server(folder, DEFAULT_SERVER_OPTIONS) as server:
        server.connect().run("DO 1")
        yield Holders(lambda user: OurConnection(server, user), lambda sql: list(server.connect().run(sql).rows))


def sampled(answers: Mapping[str, str], most: int) -> set[str]:
    """Of those who get the same answer the first ones and the last."""
    by_answer: dict[str, list[str]] = {}
    for holder, answer in answers.items():
        by_answer.setdefault(answer, []).append(holder)
    return {one for holders in by_answer.values() for one in (*holders[:most], holders[-1])}


def differing(names: Iterable[str], most: int | None = None) -> Iterator[Difference]:
    """The cells of these statements that differ. most: how many are asked of those who get the same answer."""
    kept, texts = read(ANSWERS), statements()
    with our_holders() as holders:
        for name in names:
            statement = texts[name]
            if statement not in kept:
                continue
            try:
                chosen = sampled(kept[statement], most) if most is not None else None
                ours = holders.answers(name, statement, chosen)
            except Exception as error:  # a cell that breaks is one that differs
                yield statement, "", "", f"{type(error).__name__}: {error}"
                continue
            for holder, theirs in kept[statement].items():
                if holder in ours and ours[holder] != theirs:
                    yield statement, holder, theirs, ours[holder]


def known_differences() -> dict[str, int]:
    """How many cells of a statement are known to differ."""
    pairs = (line.split(maxsplit=1) for line in lines(DIFFERENCES))
    return {statement: int(count) for count, statement in pairs}


def main(arguments: Sequence[str]) -> int:
    pattern = re.compile(arguments[0] if arguments else "", re.IGNORECASE)
    counts: dict[str, int] = {}
    shown: dict[tuple[str, str, str], list[str]] = {}
    asked = [name for name, text in statements().items() if pattern.search(text)]
    most = int(arguments[1]) if len(arguments) > 1 else None
    for statement, holder, theirs, ours in differing(asked, most):
        counts[statement] = counts.get(statement, 0) + 1
        shown.setdefault((statement, theirs, ours), []).append(holder)
    for (statement, theirs, ours), holders in shown.items():
        print(statement, f"  {len(holders)}: {', '.join(holders)}"[:160], f"  - {theirs}", f"  + {ours}", sep="\n")
    kept = read(ANSWERS)
    cells = sum(len(kept.get(statements()[name], ())) for name in asked)
    print(f"{sum(counts.values())} of {cells} cells of {len(counts)} statements differ", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
