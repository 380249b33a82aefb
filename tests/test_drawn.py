"""Scenarios drawn by chance (tests/golden/drawn): log, answers and warnings as a 9.7.4 gave them."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.scenario.notation import read_scenario
from tests.golden.drawn.capture import SAMPLE, captured
from tests.golden.drawn.drawing import Drawn
from tests.golden.drawn.ours import differing, known_differences
from tests.golden.drawn.scenarios import drawn as drawn_text
from tests.golden.drawn.topics import TOPICS


@pytest.mark.sweep(every=15)
@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("number", SAMPLE)
def test_a_drawn_scenario_is_answered_and_logged_as_by_a_server(number: int) -> None:
    found = list(differing([str(number)], captured()))
    if str(number) in known_differences():
        assert found, "a scenario of differences.txt is equal now"
    else:
        assert found == []


def test_the_same_numbers_are_drawn() -> None:
    for number, answers in captured().items():
        drawn = Drawn(int(number))
        statements = (*drawn.setup, *drawn.settings, "SET sql_log_bin = 1", *drawn.statements)
        assert list(answers) == [f"{place} {statement}" for place, statement in enumerate(statements)]


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_is_drawn_as_a_scenario(topic: str, tmp_path: Path) -> None:
    text = drawn_text(topic, 7)
    assert text == drawn_text(topic, 7)
    path = tmp_path / "drawn.scn"
    path.write_text(text, "utf-8")
    assert read_scenario(path).captures
