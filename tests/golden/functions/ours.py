"""binwriter asked for the cells of the matrix, and what it answers otherwise than a 9.7.4 did.

    python -m tests.golden.functions.ours

writes differences.txt anew: templates with the places and columns that differ, below the reason why they do.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from binwriter.errors import UnsupportedError
from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from tests.golden.functions.capture import read_answers
from tests.golden.functions.matrix import FOLDER, SETUP, Asked, Cell, cells

DIFFERENCES = FOLDER / "differences.txt"
REFUSED = "refused by name: "
_REFUSED_BY_NAME = "refused by name: what is not modelled"
_OPEN = "no reason known: to be looked into"


class Ours:
    """See `matrix.Asked`."""

    def __init__(self, server: Server) -> None:
        self._session = server.connect()
        self._warnings: list[tuple[int, str]] = []

    def ask(self, sql: str) -> list[tuple[Any, ...]] | str:
        result = self._session.run(sql)
        self._warnings = [(one.code, one.message) for one in result.diagnostics]
        return list(result.rows) if result.error is None else f"!{result.error.code} {result.error.message}"

    def warnings(self) -> list[tuple[int, str]]:
        return self._warnings


@contextmanager
def asked(profile: str = "9.7") -> Iterator[Asked]:
    with tempfile.TemporaryDirectory(prefix="binwriter-functions-") as folder:
        server = Server(Path(folder), DEFAULT_SERVER_OPTIONS, profile=profile)
        ours = Ours(server)
        for sql in SETUP:
            answer = ours.ask(sql)
            assert not isinstance(answer, str), answer
        yield ours
        server.shutdown()


def answer(ours: Asked, cell: Cell) -> str:
    try:
        return cell.answer(ours)
    except UnsupportedError as error:
        ours.ask("SET SESSION binlog_format = ROW")
        return f"{REFUSED}{error}"
    except Exception as error:  # a defect: it shows as a cell that differs
        ours.ask("SET SESSION binlog_format = ROW")
        return f"{type(error).__name__}: {error}"


def differing(wanted: Iterable[Cell]) -> Iterator[tuple[Cell, str, str]]:
    """(cell, the server's answer, ours) for what is answered otherwise; verifies nothing else."""
    theirs = read_answers()
    with asked() as ours:
        for cell in wanted:
            given = answer(ours, cell)
            if given != theirs[str(cell)]:
                yield cell, theirs[str(cell)], given


def known() -> dict[str, str]:
    """The cells of differences.txt, with the reason above each."""
    found: dict[str, str] = {}
    reason = ""
    for line in DIFFERENCES.read_text(encoding="utf-8").splitlines() if DIFFERENCES.exists() else ():
        if line.startswith("# "):
            reason = line[2:]
        elif line:
            template, _, names = line.partition("\t")
            found.update((f"{template}\t{name}", reason) for name in names.split())
    return found


def write_differences() -> int:
    """Each cell that differs below its reason: the one that it had, else that it is refused by name, or none yet."""
    before = known()
    by_reason: dict[str, dict[str, list[str]]] = {}
    count = 0
    for cell, _, given in differing(cells()):
        template, _, name = str(cell).partition("\t")
        kept = before.get(str(cell), _REFUSED_BY_NAME)
        reason = _REFUSED_BY_NAME if given.startswith(REFUSED) else _OPEN if kept == _REFUSED_BY_NAME else kept
        by_reason.setdefault(reason, {}).setdefault(template, []).append(name)
        count += 1
    lines = []
    for reason in sorted(by_reason, key=lambda reason: (reason == _REFUSED_BY_NAME, reason)):
        lines += [f"# {reason}", *(f"{template}\t{' '.join(names)}" for template, names in by_reason[reason].items())]
    DIFFERENCES.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return count


if __name__ == "__main__":
    print(write_differences(), "differences", file=sys.stderr)
