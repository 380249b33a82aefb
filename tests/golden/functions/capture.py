"""Asks a real server for every cell of the matrix, and writes answers.txt.

    python -m tests.golden.functions.capture [TEMPLATE ...]

With templates only these are asked anew. answers.txt has a line of each template, and below it, indented, each answer
once with the places and columns that it came from. A text that does not change with the place stands there once.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any

import pymysql

from binwriter.integration.mysql import running_server
from tests.golden.functions.matrix import FOLDER, SETUP, Cell, cells

ANSWERS = FOLDER / "answers.txt"


class RealServer:
    """See `matrix.Asked`."""

    def __init__(self, cursor: Any) -> None:
        self._cursor = cursor

    def ask(self, sql: str) -> list[tuple[Any, ...]] | str:
        try:
            self._cursor.execute(sql)
            return list(self._cursor.fetchall())
        except pymysql.err.MySQLError as error:
            return f"!{error.args[0]} {error.args[1]}"

    def warnings(self) -> list[tuple[int, str]]:
        self._cursor.execute("SHOW WARNINGS")
        return [(int(row[1]), str(row[2])) for row in self._cursor.fetchall()]


def read_answers() -> dict[str, str]:
    """The answer of each cell, by the cell's text."""
    found: dict[str, str] = {}
    template = ""
    for line in ANSWERS.read_text(encoding="utf-8").splitlines():
        if not line.startswith("  "):
            template = line
            continue
        names, _, answer = line.strip().partition(": ")
        found.update((f"{template}\t{name}", answer.replace("\\n", "\n")) for name in names.split())
    return found


def write_answers(answers: Mapping[str, str]) -> None:
    lines: list[str] = []
    by_template: dict[str, dict[str, list[str]]] = {}
    for cell in cells():
        template, _, name = str(cell).partition("\t")
        by_template.setdefault(template, {}).setdefault(answers[str(cell)].replace("\n", "\\n"), []).append(name)
    for template, found in by_template.items():
        lines += [template, *(f"  {' '.join(names)}: {answer}" for answer, names in found.items())]
    ANSWERS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def captured(wanted: Iterable[Cell]) -> dict[str, str]:
    with running_server() as server, server.connect() as connection, connection.cursor() as cursor:
        asked = RealServer(cursor)
        for sql in ("SET GLOBAL sync_binlog = 0", "SET GLOBAL innodb_flush_log_at_trx_commit = 0", *SETUP):
            answer = asked.ask(sql)
            assert not isinstance(answer, str), answer
        return {str(cell): cell.answer(asked) for cell in wanted}


def main(names: list[str]) -> int:
    answers = read_answers() if names else {}
    answers |= captured(cell for cell in cells() if not names or cell.template in names)
    write_answers(answers)
    print(len(answers), "answers", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
