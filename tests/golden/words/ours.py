"""What binwriter answers otherwise: `python -m tests.golden.words.ours` prints it, and writes differences.txt."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from binwriter.errors import UnsupportedError
from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from tests.golden.known import by_name
from tests.golden.words.capture import AFTER
from tests.golden.words.matrix import DIFFERENCES, PLACES, SETUP, answer, cells, read_answers, statement


def differing(places: Iterable[str]) -> dict[str, dict[str, tuple[str, str]]]:
    """Theirs and ours, by place and keyword."""
    theirs = read_answers()
    found: dict[str, dict[str, tuple[str, str]]] = {place: {} for place in places}
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), DEFAULT_SERVER_OPTIONS)
        session = server.connect()
        for one in SETUP:
            assert session.run(one).error is None
        for place, word in cells(tuple(found)):
            try:
                error = session.run(statement(place, word)).error
                ours = "0" if error is None else answer(error.code, error.message)
            except UnsupportedError as refused:
                ours = f"refused: {refused.what}"
            except Exception as error:
                ours = f"{type(error).__name__}: {error}"
            if ours == "0":
                for one in AFTER:
                    session.run(one)
            if ours != theirs[place][word]:
                found[place][word] = (theirs[place][word], ours)
        server.shutdown()
    return found


_REASONS = """\
# A place, and the keywords that are answered otherwise there: where in the text 1064 begins, which of two errors is
# the first one, and what is refused by name."""


def known() -> dict[str, set[str]]:
    """Keywords by place."""
    listed = by_name(DIFFERENCES, "\t")
    return {place: set(" ".join(words).split()) for place, words in listed.items()}


def main() -> None:
    found = differing(PLACES)
    with DIFFERENCES.open("w", encoding="utf-8") as file:
        print(_REASONS, file=file)
        for place, words in found.items():
            for word, (theirs, ours) in words.items():
                print(f"{statement(place, word)}\n    {theirs}\n    {ours}")
            if words:
                file.write(f"{place}\t{' '.join(words)}\n")
    print(sum(map(len, found.values())), "differ", file=sys.stderr)


if __name__ == "__main__":
    main()
