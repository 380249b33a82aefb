"""Asks a real server about its system variables: `python -m tests.golden.variables.capture --real PLACE [NAME..]`.

PLACE: SOCKET or HOST:PORT of a server that may be emptied. The answers stand in `answers.txt` beside this module:
first each answer once, the variable's name written as {}, then a line a variable with the numbers of its answers.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from binwriter.integration.corpus.sides import Answer, Side
from tests.golden.variables.statements import asked, known

ANSWERS = Path(__file__).with_name("answers.txt")


def plain(answer: Answer, name: str) -> str:
    """An answer as one line."""
    told: Any = [*answer.error] if answer.error else [[row[0] for row in answer.rows], *map(list, answer.warnings)]
    if answer.lost:
        told = ["lost", answer.lost]
    return json.dumps(told).replace(name, "{}")


def ask(side: Side, statements: list[str], name: str) -> list[str]:
    """What a server answers on a connection of its own; its global value is set back."""
    side.ask(f"SET @kept = @@global.{name}", name)
    answers = [plain(side.ask(statement, name), name) for statement in statements]
    side.ask("SET sql_mode = DEFAULT", name)
    side.ask(f"SET GLOBAL {name} = @kept", name)
    side.disconnect(name)
    return answers


def read() -> dict[str, list[str]]:
    """The captured answers by variable."""
    texts, _, lines = ANSWERS.read_text().partition("\n\n")
    by_number = texts.split("\n")
    return {
        name: [by_number[int(number, 36)] for number in numbers.split()]
        for name, _, numbers in (line.partition(" ") for line in lines.splitlines())
    }


def write(answers: dict[str, list[str]]) -> None:
    """The file."""
    numbers: dict[str, int] = {}
    lines = []
    for name, told in sorted(answers.items()):
        lines.append(" ".join([name, *(_base36(numbers.setdefault(text, len(numbers))) for text in told)]))
    ANSWERS.write_text("\n".join(numbers) + "\n\n" + "\n".join(lines) + "\n")


def _base36(number: int) -> str:
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return digits[number] if number < 36 else _base36(number // 36) + digits[number % 36]


def place(given: str) -> dict[str, Any]:
    """How PyMySQL is told of a place."""
    host, _, port = given.partition(":")
    return {"unix_socket": given} if given.startswith("/") else {"host": host, "port": int(port)}


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="tests.golden.variables.capture", description=__doc__)
    parser.add_argument("--real", required=True, metavar="PLACE", help="SOCKET or HOST:PORT")
    parser.add_argument("names", nargs="*", metavar="NAME", help="variables; all by default")
    arguments = parser.parse_args()
    side = Side(place(arguments.real), "", 60)
    side.fresh()
    answers = read() if arguments.names and ANSWERS.exists() else {}
    for variable in known():
        if not arguments.names or variable.name in arguments.names:
            answers[variable.name] = ask(side, asked(variable), variable.name)
            print(variable.name, file=sys.stderr, flush=True)
    write(answers)
    side.fresh()
    return 0


if __name__ == "__main__":
    sys.exit(main())
