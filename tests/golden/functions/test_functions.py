"""Every function in every place where it may stand: answered as a 9.7.4 answered (answers.txt).

What is answered otherwise stands in differences.txt with its reason; a line that is no longer true fails.
"""

from __future__ import annotations

import pytest

from tests.golden.functions.capture import read_answers
from tests.golden.functions.matrix import cells, templates
from tests.golden.functions.ours import differing, known

_PARTS = 40  # a part has some three hundred cells, under a second


def test_each_cell_has_a_captured_answer() -> None:
    assert set(map(str, cells())) == set(read_answers())
    assert set(known()) <= set(read_answers())


@pytest.mark.sampled(every=4)
@pytest.mark.sweep(every=40)
@pytest.mark.parametrize("part", range(_PARTS))
def test_functions_are_answered_as_by_a_server(part: int) -> None:
    asked = set(templates()[part::_PARTS])  # a template's cells stay together: one may leave a variable behind
    wanted = [cell for cell in cells() if cell.template in asked]
    found = {str(cell): (theirs, ours) for cell, theirs, ours in differing(wanted)}
    listed = {str(cell) for cell in wanted} & set(known())
    assert {name: answers for name, answers in found.items() if name not in listed} == {}
    assert listed - set(found) == set()
