"""Who may do what, as a 9.7.4 answered it (tests/golden/privileges): statements crossed with sets of privileges."""

from __future__ import annotations

import pytest

from tests.golden.privileges.capture import read
from tests.golden.privileges.holders import ANSWERS, NOTHING, statements
from tests.golden.privileges.ours import differing, known_differences

_STEP = 24  # statements that one server answers


@pytest.mark.slow
@pytest.mark.sampled(every=6)
@pytest.mark.parametrize("begin", range(0, len(statements()), _STEP))
def test_who_may_do_what_is_what_a_server_says(begin: int) -> None:
    """Of the accounts that get the same answer two are asked, the first and the last."""
    names = list(statements())[begin : begin + _STEP]
    known = known_differences()
    different = {
        (statement, holder): (theirs, ours)
        for statement, holder, theirs, ours in differing(names, most=1)
        if statement not in known
    }
    assert different == {}


def test_the_matrix_is_whole() -> None:
    kept = read(ANSWERS)
    assert set(kept) == set(statements().values())
    assert all(NOTHING in answers for answers in kept.values())
    assert set(known_differences()) <= set(kept)
