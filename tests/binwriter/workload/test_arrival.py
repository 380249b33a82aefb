"""Times of transactions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from binwriter.workload.schedule.arrival import time_of, times
from binwriter.workload.specification.spec import Arrival, Process

START = 1_735_689_600_000_000


@pytest.mark.parametrize("rate", [Fraction(1000), Fraction(7, 3), Fraction(1, 1000), Fraction(10**9)])
def test_constant(rate: Fraction) -> None:
    arrival = Arrival(START, rate)
    expected = [START + int(number * 1_000_000 / rate) for number in range(3000)]
    assert times(arrival, 1, 0, 3000).tolist() == expected
    assert times(arrival, 1, 1234, 5).tolist() == expected[1234:1239]
    assert time_of(arrival, 77) == expected[77]


def test_constant_far_away() -> None:
    arrival = Arrival(START, Fraction(3333333, 7))
    assert int(times(arrival, 1, 10**12, 1)[0]) == START + 10**12 * 7_000_000 // 3333333


@pytest.mark.parametrize("first", [0, 5, 1023, 1024, 3000])
def test_poisson(first: int) -> None:
    arrival = Arrival(START, Fraction(100), Process.POISSON)
    whole = times(arrival, 1, 0, 6000)
    assert times(arrival, 1, first, 2000).tolist() == whole[first : first + 2000].tolist()
    gaps = np.diff(whole)
    assert (gaps >= 0).all()
    # as long on average, and as scattered, as those of a Poisson process
    assert abs(gaps.mean() - 10_000) < 200
    assert abs(gaps.std() / gaps.mean() - 1) < 0.1
    assert times(arrival, 2, 0, 10).tolist() != whole[:10].tolist()


def test_pauses() -> None:
    arrival = Arrival(START, Fraction(1000), pause_every=10, pause=60_000_000)
    gaps = np.diff(times(arrival, 1, 0, 31))
    assert np.flatnonzero(gaps > 1000).tolist() == [9, 19, 29]
    assert set(gaps.tolist()) == {1000, 60_001_000}
