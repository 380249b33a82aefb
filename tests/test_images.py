"""Row images: 6,922 statements on 663 tables, and others on tables drawn by chance, as a 9.7.4 logged and answered
them (tests/golden/images)."""

from __future__ import annotations

import pytest

from tests.golden.images.capture import captured
from tests.golden.images.cases import cases
from tests.golden.images.drawn import capture as drawn_capture
from tests.golden.images.drawn import ours as drawn_ours
from tests.golden.images.ours import differing, known_differences
from tests.golden.images.tables import Shape, shapes


@pytest.mark.sweep(every=240)
@pytest.mark.sampled(every=12)
@pytest.mark.parametrize("shape", list(shapes()), ids=lambda shape: shape.name)
def test_rows_are_logged_as_a_server_logs_them(shape: Shape) -> None:
    different = {case: (theirs, ours) for case, theirs, ours in differing(shape)}
    known = known_differences().get(shape.name, set())
    assert {case: lines for case, lines in different.items() if case not in known} == {}
    assert known <= set(different), "a case of differences.txt is equal now"


@pytest.mark.sweep(every=40)
@pytest.mark.sampled(every=12)
@pytest.mark.parametrize("name", drawn_capture.captured())
def test_drawn_tables_are_logged_as_a_server_logs_them(name: str) -> None:
    different = {case for case, *_ in drawn_ours.differing(name, drawn_capture.captured()[name])}
    assert different == drawn_ours.known_differences().get(name, set())


@pytest.mark.slow
def test_the_crossing_is_whole() -> None:
    asked = {shape.name: {case.name for case in cases(shape)} for shape in shapes()}
    assert {shape: set(answers) for shape, answers in captured().items()} == asked
    assert all(names <= asked[shape] for shape, names in known_differences().items())
