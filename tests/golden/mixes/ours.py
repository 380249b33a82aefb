"""What binwriter answers otherwise than a 9.7.4 did. `python -m tests.golden.mixes.ours` writes differences.txt."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from binwriter.errors import UnsupportedError
from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from tests.golden.known import lines
from tests.golden.mixes.matrix import DIFFERENCES, SETUP, Ask, answer, cells, read_answers


@contextmanager
def asked() -> Iterator[Ask]:
    """A server of ours with the table of the matrix."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), DEFAULT_SERVER_OPTIONS)
        session = server.connect()

        def ask(sql: str) -> list[tuple[object, ...]] | str:
            try:
                result = session.run(sql)
            except UnsupportedError as error:
                return f"refused: {error}"
            return list(result.rows) if result.error is None else f"!{result.error.code} {result.error.message}"

        for statement in SETUP:
            assert not isinstance(ask(statement), str)
        yield ask
        server.shutdown()


def differing(names: set[str]) -> dict[str, tuple[str, str]]:
    """Cells of these templates that differ: theirs and ours."""
    answers = read_answers()
    with asked() as ask:
        ours = {name: answer(ask, query) for name, query in cells() if name.partition("\t")[0] in names}
    return {name: (answers[name], text) for name, text in ours.items() if answers[name] != text}


def known() -> set[str]:
    return set(lines(DIFFERENCES))


def main() -> None:
    found = differing({name.partition("\t")[0] for name, _ in cells()})
    for name, (theirs, ours) in found.items():
        print(f"{name}\n    {theirs}\n    {ours}")
    head = "# Constants that the other's character set has not (3854); NULLIF and CASE of constants with COLLATE.\n"
    DIFFERENCES.write_text(head + "".join(f"{name}\n" for name in found), "utf-8")
    print(len(found), "differ", file=sys.stderr)


if __name__ == "__main__":
    main()
