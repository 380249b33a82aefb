"""binwriter asked for the cells of the crossing: `python -m tests.golden.spatial.ours` writes differences.txt anew.

differences.txt: by reason, a call and the names of what stands in it, between tabs.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from binwriter.errors import UnsupportedError
from binwriter.mysql.values.real_text import real_text
from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from tests.golden import known
from tests.golden.spatial.crossing import PAIRED, SINGLE, answers_of, read_answers

DIFFERENCES = Path(__file__).with_name("differences.txt")
_REFUSED = "?"
_REASONS = {
    True: "refused by name: what is not modelled",
    False: "answered otherwise: order of places, last digits, checks",
}


@contextmanager
def asked() -> Iterator[Callable[[str], str]]:
    """What asks binwriter, as `capture.asked_of` a server."""
    with tempfile.TemporaryDirectory(prefix="binwriter-spatial-") as folder:
        server = Server(Path(folder), DEFAULT_SERVER_OPTIONS)
        session = server.connect()
        session.run("SET NAMES utf8mb4")

        def ask(sql: str) -> str:
            try:
                result = session.run(sql)
            except UnsupportedError as error:
                return f"{_REFUSED} {error}"
            if result.error is not None:
                return f"!{result.error.code} {result.error.message}"
            value = next(iter(result.rows))[0]
            if isinstance(value, float):
                return real_text(value)
            return "-" if value is None else value.decode("utf-8") if isinstance(value, bytes) else str(value)

        yield ask
        server.shutdown()


def differing(calls: Collection[str] = (*SINGLE, *PAIRED)) -> dict[tuple[str, str], tuple[str, str]]:
    """(the server's answer, ours), by call and what stands in it."""
    theirs = read_answers()
    with asked() as ask:
        given = answers_of(ask, calls)
    return {cell: (theirs[cell], ours) for cell, ours in given.items() if theirs[cell] != ours}


def listed() -> set[tuple[str, str]]:
    cells = (line.split("\t") for line in known.lines(DIFFERENCES))
    return {(call, name) for call, names in cells for name in names.split()}


def main() -> None:
    """Writes the list."""
    by_reason: dict[bool, dict[str, list[str]]] = {True: {}, False: {}}
    for (call, name), (_, ours) in differing().items():
        by_reason[ours.startswith(_REFUSED)].setdefault(call, []).append(name)
    lines = []
    for refused, calls in by_reason.items():
        lines += [f"# {_REASONS[refused]}", *(f"{call}\t{' '.join(names)}" for call, names in calls.items())]
    DIFFERENCES.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
