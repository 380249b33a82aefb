"""What binwriter answers otherwise than a 9.7.4 of bytes that are no text.

`python -m tests.golden.mixes.raw_ours` writes raw_differences.txt: a line a template, with the numbers of its operands.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Collection
from pathlib import Path

from binwriter.errors import UnsupportedError
from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from tests.golden.known import lines
from tests.golden.mixes.raw import (
    DIFFERENCES,
    SETUP,
    TEMPLATES,
    Ask,
    answer,
    cells,
    of_pairs,
    pairs,
    read_answers,
    shown,
)


def _asks(server: Server) -> Ask:
    session = server.connect()

    def ask(sql: str) -> tuple[list[tuple[object, ...]] | str, list[tuple[int, str]]]:
        try:
            result = session.run(sql)
        except UnsupportedError as error:
            if error.__cause__ is not None:
                raise error.__cause__ from None  # a defect, not a kind that is not modelled
            return f"refused: {error}", []
        if result.error is not None:
            return f"!{result.error.code} {result.error.message}", []
        rows = [tuple(map(shown, row)) for row in result.rows]
        return rows, [(one.code, one.message) for one in result.diagnostics]

    for statement in SETUP:
        assert not isinstance(ask(statement)[0], str)
    return ask


def differing(templates: Collection[str]) -> dict[str, tuple[str, str]]:
    """Cells of these templates that differ: theirs and ours."""
    answers = read_answers()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), DEFAULT_SERVER_OPTIONS)
        ask = _asks(server)
        ours = {name: answer(ask, query) for name, query in cells() if name.partition("\t")[0] in templates}
        server.shutdown()
    return {name: (answers[name], text) for name, text in ours.items() if answers[name] != text}


def known() -> set[str]:
    """The cells that raw_differences.txt names."""
    found = (line.split("\t") for line in lines(DIFFERENCES))
    return {name for template, numbers in found for name in of_pairs(template, numbers)}


def main() -> None:
    found = differing(TEMPLATES)
    for name, (theirs, ours) in found.items():
        print(ascii(name), ascii(theirs), ascii(ours), sep="\n    ")
    written = ["# Texts of warnings (unprintable values of columns, of utf16), coercibility, expressions of variables"]
    by_template: dict[str, list[str]] = {}
    for name in found:
        by_template.setdefault(name.partition("\t")[0], []).append(name)
    written += [f"{template}\t{pairs(names)}" for template, names in by_template.items()]
    DIFFERENCES.write_text("\n".join(written) + "\n", "utf-8")
    print(len(found), "differ", file=sys.stderr)


if __name__ == "__main__":
    main()
