"""Definitions with two faults (tests/golden/faults): which one is told first, and what beside it, as a 9.7.4 does."""

from __future__ import annotations

import pytest

from tests.golden.faults.asking import SUBJECTS, named
from tests.golden.faults.capture import captured
from tests.golden.faults.ours import differing, known_differences

_PARTS = 60


@pytest.mark.sweep(every=_PARTS)
@pytest.mark.sampled(every=20)
@pytest.mark.parametrize("part", range(_PARTS))
@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_first_fault_is_told_as_by_a_server(subject: str, part: int) -> None:
    names = list(captured(subject))[part::_PARTS]
    assert {*differing(subject, names)} == known_differences().get(subject, set()) & {*names}


@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_same_pairs_are_asked(subject: str) -> None:
    assert list(captured(subject)) == list(named(subject))
