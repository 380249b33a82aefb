"""Keywords where names may stand: answered as a 9.7.4 answered (answers.json.xz).

What is answered otherwise stands in differences.txt; a word that is listed and equal by now fails.
"""

from __future__ import annotations

import pytest

from tests.golden.words.matrix import PLACES, cells, read_answers
from tests.golden.words.ours import differing, known


def test_each_cell_has_a_captured_answer() -> None:
    asked: dict[str, set[str]] = {place: set() for place in PLACES}
    for place, word in cells():
        asked[place].add(word)
    assert {place: set(words) for place, words in read_answers().items()} == asked


@pytest.mark.sampled(every=5)
@pytest.mark.sweep(every=25)
@pytest.mark.parametrize("place", PLACES)
def test_keywords_are_read_as_by_a_server(place: str) -> None:
    found = differing([place])[place]
    listed = known().get(place, set())
    assert {word: answers for word, answers in found.items() if word not in listed} == {}
    assert listed - set(found) == set()
