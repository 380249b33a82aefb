"""Asks a real server by how much statements raise its status variables.

`python -m tests.golden.status.capture [PLACE ..]`; `raised.txt` has a line for each statement of `statements.sql`,
`kinds-PLACE.txt` one for each kind of statement. Compared by `tests/binwriter/server/test_status.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from binwriter.integration.mysql import DEFAULT_OPTIONS, running_server
from tests.golden.commands.capture import RealConnection
from tests.golden.commands.places import Room
from tests.golden.commands.places import statements as kinds
from tests.golden.status.counting import ASKED_IN, FOLDER, cell, is_asked, line_of, of_statements

RAISED = FOLDER / "raised.txt"
_FAST = ("--innodb-flush-log-at-trx-commit=0", "--sync-binlog=0", "--innodb-doublewrite=OFF")


def of_kinds(place: str) -> Path:
    """The file of a place."""
    return FOLDER / f"kinds-{place}.txt"


def main() -> int:
    """The command line."""
    chosen = sys.argv[1:] or [place.name for place in ASKED_IN]
    with running_server((*DEFAULT_OPTIONS, *_FAST), own=True) as server:
        lines = [
            f"{line_of(raised)} | {'' if error is None else error.partition(' ')[0]} | {statement}"
            for statement, error, raised in of_statements(RealConnection(server))
        ]
        RAISED.write_text("".join(f"{line}\n" for line in lines))
        room = Room(lambda: RealConnection(server))
        for place in (place for place in ASKED_IN if place.name in chosen):
            asked = [(name, statement) for name, statement in kinds().items() if is_asked(statement)]
            with of_kinds(place.name).open("w") as file:
                for name, statement in asked:
                    connection = room.enter(statement)
                    file.write(f"{name} {line_of(cell(connection, statement, place))}\n")
                    connection.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
