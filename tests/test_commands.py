"""Every kind of statement in every place, as a 9.7.4 answered it (tests/golden/commands)."""

from __future__ import annotations

import pytest

from tests.golden.commands.capture import read
from tests.golden.commands.ours import differing, known_differences
from tests.golden.commands.places import FOLDER, PLACES, statements


@pytest.mark.sweep(every=280)
@pytest.mark.sampled(every=10)
@pytest.mark.parametrize("name", statements())
def test_a_statement_is_answered_as_by_a_server_wherever_it_stands(name: str) -> None:
    different = {(name, place): (theirs, ours) for name, place, theirs, ours in differing([name])}
    known = {cell for cell in known_differences() if cell[0] == name}
    assert {cell: lines for cell, lines in different.items() if cell not in known} == {}
    assert known <= set(different), "a cell of differences.txt is equal now"


def test_the_matrix_is_whole() -> None:
    cells = {(name, place.name) for place in PLACES for name in read(FOLDER / f"{place.name}.txt")}
    assert cells == {(name, place.name) for name in statements() for place in PLACES}
    assert set(known_differences()) <= cells
