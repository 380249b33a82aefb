"""The pairs as binwriter answers them.

    python -m tests.golden.faults.ours [SUBJECT [EVERY]]

shows what a server answers otherwise, by how it is answered; EVERY: of the pairs each n-th. --list writes the list of
what differs (differences.txt).
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from tests.golden.faults.asking import SUBJECTS, ask, named
from tests.golden.faults.capture import FOLDER, captured
from tests.golden.images.ours import OurConnection
from tests.golden.known import by_name

_COPY = re.compile(r"#sql-1_[0-9a-f]+")
_DIFFERENCES = FOLDER / "differences.txt"


def answers(subject: str, names: Iterable[str]) -> dict[str, list[str]]:
    """The pairs of these names as binwriter answers them."""
    statements = named(subject)
    wanted = {name: statements[name] for name in names}
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), DEFAULT_SERVER_OPTIONS) as server:
        server.connect().run("CREATE DATABASE IF NOT EXISTS test")
        connection = OurConnection(server)
        return dict(zip(wanted, ask(connection, subject, wanted.values()), strict=True))


def differing(subject: str, names: Iterable[str]) -> dict[str, tuple[list[str], list[str]]]:
    """(the server's answer, ours) of those that are answered otherwise."""
    theirs = captured(subject)
    ours = answers(subject, names)
    return {name: (theirs[name], answer) for name, answer in ours.items() if _shown(theirs[name]) != _shown(answer)}


def _shown(answer: list[str]) -> list[str]:
    """Without the connection's number, which the names of copies have."""
    return [_COPY.sub("#sql-1_", line) for line in answer]


def known_differences() -> dict[str, set[str]]:
    """The pairs of differences.txt by subject."""
    return by_name(_DIFFERENCES, ": ")


def main(arguments: list[str]) -> int:
    """The command line."""
    keeps = "--list" in arguments
    given = [one for one in arguments if one != "--list"]
    every = int(given[1]) if given[1:] else 1
    lines = ["# Pairs of faults that are answered otherwise: subject, pair. One that is equal now fails the test."]
    for subject in given[:1] or SUBJECTS:
        names = list(captured(subject))[::every]
        clusters: dict[tuple[str, str], list[str]] = defaultdict(list)
        for name, (theirs, ours) in differing(subject, names).items():
            clusters[theirs[0][:80], ours[0][:80]].append(name)
        for (theirs, ours), pairs in sorted(clusters.items(), key=lambda item: -len(item[1])):
            print(f"{len(pairs)}: {theirs} | here {ours} | {', '.join(pairs[:4])}")
            lines += (f"{subject}: {name}" for name in pairs)
        print(f"{subject}: {sum(map(len, clusters.values()))} of {len(names)} differ", file=sys.stderr)
    if keeps:
        _DIFFERENCES.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
