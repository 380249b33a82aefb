"""Asks a real server every pair, and writes captured.txt.xz: `python -m tests.golden.chosen.capture`.

--real HOST:PORT is a server that may be emptied; one is started else.
"""

from __future__ import annotations

import argparse
import lzma
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from binwriter.integration.corpus.sides import Side
from tests.golden.chosen.matrix import FIRST, FORMS, SECOND, SETUP, Ask, ask_pairs

_CAPTURED = Path(__file__).with_name("captured.txt.xz")
# by form, first and second operand
Answers = dict[tuple[str, str], dict[str, str]]


def opened(side: Side) -> Ask:
    """The table of the matrix on an empty server, and what asks there."""
    side.fresh()

    def ask(sql: str) -> object:
        return side.ask(sql, "chosen")

    for statement in SETUP:
        assert side.ask(statement, "chosen").error is None
    return ask  # type: ignore[return-value]


def asked(ask: Ask, first: str) -> Answers:
    """The answers of a server for all pairs that begin with an operand."""
    return {(form, first): dict(ask_pairs(ask, form, first)) for form in FORMS}


def write(answers: Answers) -> None:
    """Second operands by their number, those of one answer in a line."""

    def lines() -> Iterator[str]:
        for (form, first), found in answers.items():
            yield f"{form}\t{first}"
            by_answer: dict[str, list[str]] = {}
            for second, text in found.items():
                by_answer.setdefault(text, []).append(str(SECOND.index(second)))
            yield from (f" {' '.join(numbers)}\t{text}" for text, numbers in by_answer.items())

    _CAPTURED.write_bytes(lzma.compress("".join(f"{line}\n" for line in lines()).encode(), preset=9))


@cache
def captured() -> Answers:
    """What `write` kept."""
    answers: Answers = {}
    for line in lzma.decompress(_CAPTURED.read_bytes()).decode().split("\n")[:-1]:
        head, _, text = line.partition("\t")
        if not line.startswith(" "):
            found = answers[head, text] = {}
        else:
            found.update(dict.fromkeys((SECOND[int(number)] for number in head.split()), text))
    return answers


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="tests.golden.chosen.capture", description=__doc__)
    parser.add_argument("--real", metavar="HOST:PORT")
    if given := parser.parse_args().real:
        host, _, port = given.partition(":")
        _capture(Side({"host": host, "port": int(port)}, "", 60))
        return
    from binwriter.integration.mysql import running_server

    with running_server() as server:
        _capture(Side({"host": server.host, "port": server.port}, "", 60))


def _capture(side: Side) -> None:
    ask, answers = opened(side), Answers()
    for first in FIRST:
        answers |= asked(ask, first)
    side.close()
    write(answers)


if __name__ == "__main__":
    main()
