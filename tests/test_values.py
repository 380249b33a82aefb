"""Values: every type given every input in two modes, and every type converted to every other in INSERT .. SELECT and
in ALTER TABLE.

8,436 and 3,034 answers and rows of a 9.7.4 (tests/golden/values)."""

from __future__ import annotations

import pytest

from tests.golden.values import altering
from tests.golden.values.capture import captured
from tests.golden.values.cases import cases, names
from tests.golden.values.ours import differing, known_differences


@pytest.mark.sweep(every=48)
@pytest.mark.sampled(every=6)
@pytest.mark.parametrize("type_", names())
def test_a_value_is_stored_as_a_server_stores_it(type_: str) -> None:
    different = differing(type_)
    known = known_differences().get(type_, set())
    assert {case: lines for case, lines in different.items() if case not in known} == {}
    assert known <= set(different), "a case of differences.txt is equal now"


@pytest.mark.sweep(every=37)
@pytest.mark.sampled(every=12)
@pytest.mark.parametrize("held", altering.HELD)
def test_a_column_changes_its_type_as_a_servers_does(held: str) -> None:
    different = altering.differing(held)
    known = altering.known_differences().get(held, set())
    assert {case: lines for case, lines in different.items() if case not in known} == {}
    assert known <= set(different), "a case of altered_differing.txt is equal now"


def test_the_matrix_is_whole() -> None:
    asked = {type_: {name for name, *_ in cases(type_)} for type_ in names()}
    assert {type_: set(answers) for type_, answers in captured().items()} == asked
    assert all(known <= asked[type_] for type_, known in known_differences().items())
