"""LOAD DATA and LOAD XML drawn by chance: answers, warnings, logs and rows as a 9.7.4 gave them."""

from __future__ import annotations

import pytest

from tests.golden.loads.capture import SAMPLE, captured
from tests.golden.loads.drawing import Drawn
from tests.golden.loads.ours import differing, known_differences

_PARTS = 20


@pytest.mark.sweep(every=_PARTS)
@pytest.mark.sampled(every=10)
@pytest.mark.parametrize("part", range(_PARTS))
def test_files_are_loaded_as_by_a_server(part: int) -> None:
    numbers = [str(number) for number in SAMPLE[part::_PARTS]]
    different = {number for number, *_ in differing(numbers, captured())}
    assert different == known_differences() & {*numbers}


def test_the_same_numbers_are_drawn() -> None:
    for number, answers in list(captured().items())[::20]:
        assert list(answers) == Drawn(int(number)).statements
