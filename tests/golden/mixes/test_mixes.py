"""Operations on strings of two collations: answered as a 9.7.4 answered (answers.txt).

What is answered otherwise stands in differences.txt; a line that is no longer true fails.
"""

from __future__ import annotations

import pytest

from tests.golden.mixes import raw, raw_ours
from tests.golden.mixes.matrix import COMPARISONS, RESULTS, cells, read_answers
from tests.golden.mixes.ours import differing, known


def test_each_cell_has_a_captured_answer() -> None:
    names = {name for name, _ in cells()}
    assert names == set(read_answers())
    assert known() <= names


@pytest.mark.sampled(every=6)
@pytest.mark.sweep(every=32)
@pytest.mark.parametrize("template", [*COMPARISONS, *RESULTS])
def test_mixes_are_answered_as_by_a_server(template: str) -> None:
    found = differing({template})
    listed = {name for name in known() if name.partition("\t")[0] == template}
    assert {name: answers for name, answers in found.items() if name not in listed} == {}
    assert listed - set(found) == set()


@pytest.mark.sampled(every=6)
@pytest.mark.sweep(every=32)
@pytest.mark.parametrize("template", raw.TEMPLATES)
def test_bytes_that_are_no_text_are_answered_as_by_a_server(template: str) -> None:
    found = raw_ours.differing({template})
    listed = {name for name in raw_ours.known() if name.partition("\t")[0] == template}
    assert {name: answers for name, answers in found.items() if name not in listed} == {}
    assert listed - set(found) == set()
