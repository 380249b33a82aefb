"""Inputs that once broke something break nothing any more; and the targets' own beginnings are without findings."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from tests.reliability.fuzz.mutation import mutated
from tests.reliability.fuzz.runner import FOUND, PROJECT, Run
from tests.reliability.fuzz.target import CRASHERS, Target, crashers, target, target_names

KEPT = [(name, path) for name in target_names() for path in crashers(name)]


@pytest.mark.parametrize(("name", "path"), KEPT, ids=lambda value: value.name if isinstance(value, Path) else value)
def test_crasher(name: str, path: Path) -> None:
    target(name).run(path.read_bytes())


@pytest.mark.parametrize("name", target_names())
@pytest.mark.slow
def test_seeds_and_a_few_changes(name: str) -> None:
    """So that a target that no longer works is seen before somebody fuzzes."""
    chosen = target(name)
    random = Random(1)
    some = list(islice(chosen.seeds(), 8))
    assert some
    for data in some:
        chosen.run(data)
        chosen.run(mutated(data, some, random))
        if chosen.mutate is not None:
            chosen.run(chosen.mutate(data, random.getrandbits(32)))


def test_what_a_run_finds_is_put_where_no_test_looks() -> None:
    def run(data: bytes) -> None:
        raise ValueError(data)

    before = sorted(CRASHERS.rglob("*"))
    under_way = Run(Target("of_a_test", lambda: [b""], run), "chance", 1.0)
    under_way.attempt(b"what it finds")
    (finding,) = under_way.report()["findings"]
    kept = PROJECT / finding["input"]
    try:
        assert kept.read_bytes() == b"what it finds"
        assert kept.parent == FOUND / "of_a_test"
        assert "build" in FOUND.relative_to(PROJECT).parts  # no folder of tests, and none that git keeps
        assert sorted(CRASHERS.rglob("*")) == before
    finally:
        kept.unlink()
        kept.parent.rmdir()


def test_the_time_of_a_run_begins_behind_its_seeds() -> None:
    """However long they take, on a busy machine say, there are inputs beyond them."""
    under_way = Run(Target("of_a_test", lambda: [b""], lambda data: None), "chance", 0.0, seeds=3)
    for _ in range(3):
        under_way.attempt(b"")
        assert not under_way.is_over
    under_way.attempt(b"")
    assert under_way.is_over
    assert (under_way.report()["seeds"], under_way.report()["inputs"]) == (3, 1)
