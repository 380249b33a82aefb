"""Inputs that once broke something break nothing any more; and the targets' own beginnings are without findings."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from tests.reliability.fuzz.mutation import mutated
from tests.reliability.fuzz.target import crashers, target, target_names

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
