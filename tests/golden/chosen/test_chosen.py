"""Columns that choices among two operands make, and their rows, as a 9.7.4 made them (captured.txt.xz).

What is made otherwise stands in differences.txt; a line that is no longer true fails. `python -m
tests.golden.chosen.test_chosen [FIRST..]` shows what differs, and without operands writes the list.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from binwriter.integration.corpus.__main__ import Served
from binwriter.integration.corpus.sides import Side
from tests.golden.chosen.capture import asked, captured, opened
from tests.golden.chosen.matrix import FIRST, FORMS, SECOND, Ask
from tests.golden.known import lines

pytestmark = pytest.mark.slow
_DIFFERENCES = Path(__file__).with_name("differences.txt")


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    with Served() as served:
        yield opened(Side({"host": "127.0.0.1", "port": served.port}, "", 60))


def test_each_pair_has_a_captured_answer() -> None:
    assert [*captured()] == [(form, first) for first in FIRST for form in FORMS]
    assert all([*found] != [] and {*found} == {*SECOND} for found in captured().values())


@pytest.mark.sampled(every=12)
@pytest.mark.parametrize("first", FIRST)
def test_choices_make_the_columns_and_rows_that_a_server_makes(first: str, ask: Ask) -> None:
    found = {name for name, _, _ in differing(ask, first)}
    listed = {name for name in lines(_DIFFERENCES) if name.split("\t")[1] == first}
    assert (found - listed, listed - found) == (set(), set())


def differing(ask: Ask, first: str) -> Iterator[tuple[str, str, str]]:
    """The name of each pair that is made otherwise, the server's answer, and ours."""
    for (form, _), found in asked(ask, first).items():
        expected = captured()[form, first]
        for second, text in found.items():
            if text != expected[second]:
                yield f"{form}\t{first}\t{second}", expected[second], text


def main(arguments: list[str]) -> None:
    names: list[str] = []
    with Served() as served:
        ask_here = opened(Side({"host": "127.0.0.1", "port": served.port}, "", 60))
        for first in arguments or FIRST:
            for name, theirs, ours in differing(ask_here, first):
                print(f"{name}\n    {theirs}\n    {ours}")
                names.append(name)
    if not arguments:
        reasons = "# Messages of moments that are none (1292, 1525), VECTOR without a length, LAG of times and FLOATs\n"
        _DIFFERENCES.write_text(reasons + "".join(f"{name}\n" for name in names))
    print(len(names), "differ", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
