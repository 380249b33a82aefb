"""The matrix as binwriter answers it.

    python -m tests.golden.commands.ours [PLACE ...] [--kinds REGEX]

shows the cells that a server answers otherwise, but for those of differences.txt (`make commands`: all).
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from binwriter.errors import UnsupportedError
from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from tests.golden.commands.capture import read
from tests.golden.commands.places import FOLDER, PLACES, Place, Room, statements
from tests.golden.known import by_name

_GTIDS = ("gtid-mode=ON", "enforce-gtid-consistency=ON")


class OurConnection:
    def __init__(self, server: Server) -> None:
        self._session = server.connect()

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
def our_room(*, with_gtids: bool) -> Iterator[Room]:
    options = (*DEFAULT_SERVER_OPTIONS, *(_GTIDS if with_gtids else ()))
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), options) as server:
        yield Room(lambda: OurConnection(server))


def differing(
    names: Iterable[str], places: Sequence[Place] = PLACES
) -> Iterator[tuple[str, str, list[str], list[str]]]:
    """(statement, place, the server's answer, ours) for every cell of these statements that is answered otherwise."""
    known = statements()
    theirs = {place.name: read(FOLDER / f"{place.name}.txt") for place in places}
    chosen = list(names)
    for with_gtids in (False, True):
        asked = [place for place in places if place.with_gtids is with_gtids]
        if not asked:
            continue
        with our_room(with_gtids=with_gtids) as room:
            for name in chosen:
                for place in asked:
                    ours = room.answer(known[name], place)
                    if ours != theirs[place.name][name]:
                        yield name, place.name, theirs[place.name][name], ours


def known_differences() -> Iterator[tuple[str, str]]:
    """(statement, place) of the cells in differences.txt."""
    for name, places in by_name(FOLDER / "differences.txt", ":").items():
        yield from ((name, place) for line in places for place in line.split())


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("places", nargs="*")
    parser.add_argument("--kinds", default=".*")
    given = parser.parse_args(arguments)
    places = [place for place in PLACES if not given.places or place.name in given.places]
    names = [name for name in statements() if re.fullmatch(given.kinds, name)]
    asked = {(name, place.name) for name in names for place in places}
    known = {cell for cell in known_differences() if cell in asked}
    count = 0
    for name, place, theirs, ours in differing(names, places):
        if (name, place) in known:
            known.discard((name, place))
            continue
        count += 1
        print(f"{name} {place}", *(f"  - {line}" for line in theirs), *(f"  + {line}" for line in ours), sep="\n")
    print(f"{count} of {len(asked)} cells differ that are not in differences.txt", file=sys.stderr)
    if known:
        print("equal now:", *sorted(known), file=sys.stderr)
    return 1 if count or known else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
