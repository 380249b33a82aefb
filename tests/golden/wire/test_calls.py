"""What a served Server says of the columns that calls make is what a 9.7.4 says, but for what is known.

calls_differing.txt: the cells that differ, with our answers; one that does no more is to go.
"""

from __future__ import annotations

import pytest

from tests.golden.wire.calls import DIFFERENCES, calls, differing, read

_PARTS = 30


@pytest.mark.sweep(every=30)
@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("part", range(_PARTS))
def test_columns_of_calls_are_described_as_by_a_server(part: int) -> None:
    asked = calls()[part::_PARTS]
    known = {(call, name) for call, of_call in read(DIFFERENCES).items() for name in of_call if call in asked}
    found = {(call, name): (theirs, ours) for call, name, theirs, ours in differing(asked)}
    assert {cell: answers for cell, answers in found.items() if cell not in known} == {}
    assert known - set(found) == set()
