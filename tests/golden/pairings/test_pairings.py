"""Two sessions at one table (tests/golden/pairings): answers, waits, deadlocks and rows as a 9.7.4 gave them."""

from __future__ import annotations

import pytest

from tests.golden.pairings.capture import SAMPLE, captured
from tests.golden.pairings.ours import answers, known_differences

_PARTS = 18


@pytest.mark.sweep(every=_PARTS)
@pytest.mark.sampled(every=6)
@pytest.mark.parametrize("part", range(_PARTS))
def test_pairings_are_answered_as_by_a_server(part: int) -> None:
    numbers = [str(number) for number in SAMPLE[part::_PARTS]]
    differing = {number for number in numbers if answers(int(number)) != captured()[number]}
    assert differing == known_differences() & {*numbers}
