"""Asks a real server the statements of the scripts beside it: `python -m tests.golden.dialogues.capture [NAME..]`.

A script has a statement a line; `~name ` before it: of another connection; `#`: a remark. NAME.answers holds what a
client was told, a line of JSON each: the error, or columns, rows, affected rows and the number of warnings.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from binwriter.integration.corpus.sides import Answer, Side
from binwriter.integration.mysql import running_server

HERE = Path(__file__).parent
_WAIT = 20


def scripts() -> list[str]:
    """The names of all scripts."""
    return sorted(path.stem for path in HERE.glob("*.sql"))


def statements(name: str) -> list[str]:
    """The lines of a script that are no remarks."""
    return [line for line in (HERE / f"{name}.sql").read_text("utf-8").splitlines() if line and line[0] != "#"]


def answers(name: str) -> list[str]:
    """What the server answered, in the statements' order."""
    return (HERE / f"{name}.answers").read_text("utf-8").splitlines()


def dialogue(name: str, side: Side) -> Iterator[str]:
    """The answers of a side to a script."""
    side.fresh()
    for line in statements(name):
        connection, text = line[1:].split(" ", 1) if line[0] == "~" else ("default", line)
        yield _as_line(side.ask(text, connection))
    side.close()


def _as_line(answer: Answer) -> str:
    shown: list[object]
    if answer.lost or answer.error:
        shown = list(answer.error or (answer.lost,))
    elif answer.columns:
        rows = [[{"x": one.hex()} if isinstance(one, bytes) else one for one in row] for row in answer.rows]
        shown = [list(answer.columns), rows, answer.warned]
    else:
        shown = [answer.affected, answer.warned]
    return json.dumps(shown, ensure_ascii=False)


def main() -> None:
    """Writes the answers of the named scripts, or of all."""
    with running_server() as server:
        for name in sys.argv[1:] or scripts():
            side = Side({"host": server.host, "port": server.port}, "", _WAIT)
            found = list(dialogue(name, side))
            (HERE / f"{name}.answers").write_text("".join(f"{line}\n" for line in found), "utf-8")
            print(f"{name}: {len(found)} statements")


if __name__ == "__main__":
    main()
