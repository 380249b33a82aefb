"""Definitions of tables drawn by chance (tests/golden/definitions): answers, warnings, logs and what is shown, as a
9.7.4 gave them."""

from __future__ import annotations

import pytest

from tests.golden.definitions.capture import SAMPLE, captured
from tests.golden.definitions.drawing import Drawn
from tests.golden.definitions.ours import differing, known_differences

_PARTS = 30


@pytest.mark.sweep(every=_PARTS)
@pytest.mark.sampled(every=10)
@pytest.mark.parametrize("part", range(_PARTS))
def test_definitions_are_answered_as_by_a_server(part: int) -> None:
    numbers = [str(number) for number in SAMPLE[part::_PARTS]]
    different = {number for number, *_ in differing(numbers, captured())}
    assert different == known_differences() & {*numbers}


def test_the_same_numbers_are_drawn() -> None:
    for number, answers in list(captured().items())[::20]:
        asked = [f"{place} {statement}" for place, statement in enumerate(Drawn(int(number)).statements)]
        assert list(answers)[: len(asked)] == asked
