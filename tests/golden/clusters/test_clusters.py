"""Every class of statements is answered over the wire as a 9.7.4 answers it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from binwriter.integration.corpus.__main__ import Served
from binwriter.integration.corpus.reading import statements_of
from binwriter.integration.corpus.sides import Side
from tests.golden.clusters.capture import ALONE, ask, classes

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def side() -> Iterator[Side]:
    yield from _fresh_side()


def _fresh_side() -> Iterator[Side]:
    with Served() as served:
        yield Side({"host": "127.0.0.1", "port": served.port}, "", 60)


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("path", classes(), ids=lambda path: path.stem)
def test_a_class_is_answered_as_a_server_answers_it(path: Path, side: Side) -> None:
    expected = json.loads(path.with_suffix(".json").read_text())
    sent = [statement.text for statement in statements_of(path, ())]
    assert len(sent) == len(expected)
    for chosen in _fresh_side() if path.stem in ALONE else (side,):
        given = ask(chosen, path)
    assert [*zip(sent, given, strict=True)] == [*zip(sent, expected, strict=True)]
