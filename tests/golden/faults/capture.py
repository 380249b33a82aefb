"""Asks a real server the pairs, and keeps the answers in SUBJECT.txt.xz.

python -m tests.golden.faults.capture [SUBJECT ..]
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from binwriter.integration.mysql import DEFAULT_OPTIONS, running_server
from tests.golden.faults.asking import SUBJECTS, ask, named
from tests.golden.images.capture import RealConnection, read, write

FOLDER = Path(__file__).parent
_FAST = ("--innodb-flush-log-at-trx-commit=0", "--sync-binlog=0", "--innodb-doublewrite=OFF")


def main(arguments: list[str]) -> int:
    """The command line."""
    with running_server((*DEFAULT_OPTIONS, *_FAST), own=True) as server:
        server.execute("CREATE DATABASE test")
        connection = RealConnection(server)
        for subject in arguments or SUBJECTS:
            pairs = named(subject)
            answers = dict(zip(pairs, ask(connection, subject, pairs.values()), strict=True))
            write(FOLDER / f"{subject}.txt.xz", {subject: answers})
    return 0


@cache
def captured(subject: str) -> dict[str, list[str]]:
    """The server's answers by the name of the pair."""
    return read(FOLDER / f"{subject}.txt.xz")[subject]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
