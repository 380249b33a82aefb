"""When files are written around the page cache."""

from __future__ import annotations

import pytest

from binwriter.workload.writers import past_the_cache


@pytest.mark.parametrize(
    ("size", "memory", "expected"),
    [(1 << 30, 16 << 30, False), (2 << 30, 16 << 30, False), ((2 << 30) + 1, 16 << 30, True), (1 << 40, 0, False)],
)
def test_jobs_larger_than_an_eighth_of_the_memory_are(size: int, memory: int, expected: bool) -> None:
    assert past_the_cache(size, memory) is expected


def test_memory_is_asked_for() -> None:
    assert not past_the_cache(0)
    assert past_the_cache(1 << 60)
