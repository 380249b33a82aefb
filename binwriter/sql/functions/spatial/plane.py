"""What is measured in a plane, in the steps of a 9.7.4, whose squares and products may leave DOUBLE.

Source: as a 9.7.4 answers (cluster huge_coordinates): a distance is the root of a sum of squares, so one of 1e160 is
beyond DOUBLE and one of 1e-170 is none; what is no farther apart than `EPSILON` is equal.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Iterable, Sequence

Place = tuple[float, ...]
EPSILON = sys.float_info.epsilon


def distance(one: Place, other: Place) -> float:
    """Infinite where the squares are."""
    across, along = one[0] - other[0], one[1] - other[1]
    return math.sqrt(across * across + along * along)


def length(places: Sequence[Place]) -> float:
    """Of a line, stretch by stretch."""
    return summed(distance(here, there) for here, there in itertools.pairwise(places))


def summed(values: Iterable[float]) -> float:
    """Rounded once; infinite, or no number, where a sum one by one is."""
    given = list(values)
    try:
        return math.fsum(given)
    except (OverflowError, ValueError):
        return sum(given, 0.0)


def twice_area(ring: Iterable[Place]) -> float:
    """Twice the area of a ring, positive where it runs against the clock."""
    return sum((x * next_y - next_x * y for (x, y), (next_x, next_y) in itertools.pairwise(ring)), 0.0)


def is_none(value: float) -> bool:
    """Whether a number counts as zero."""
    return abs(value) <= EPSILON * max(abs(value), 1.0)
