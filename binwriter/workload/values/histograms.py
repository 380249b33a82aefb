"""Weights -> tables from which a number is drawn in constant time (the alias method of Walker and Vose).

Whole numbers, fractions and decimal arithmetic only, so that every machine makes the same tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal
from fractions import Fraction
from itertools import pairwise

import numpy as np

from binwriter.workload.values.numbers import HistogramNumbers, wrapped

_HALF = 1 << 32  # thresholds count in parts of this
_EXACT = Context(prec=30)  # digits; every operation of decimal is rounded the same way on every machine

# zipf: ranks that have their own weight; behind them each interval is a 16th as long as the ranks before it
_OWN_RANKS = 512
_TAIL_PARTS = 16
# normal: intervals on the range of so many deviations to both sides
_NORMAL_REACH = 5
_NORMAL_INTERVALS = 320


def histogram(
    intervals: Sequence[tuple[int, int]], weights: Sequence[Fraction | int | Decimal], seed: np.uint64
) -> HistogramNumbers:
    """Numbers of the intervals (first, last), each chosen by its weight; within it all are as likely.

    Weights are not negative and not all 0.
    """
    shares = [Fraction(weight) for weight in weights]
    kept = [index for index, share in enumerate(shares) if share]
    intervals, shares = [intervals[index] for index in kept], [shares[index] for index in kept]
    thresholds, aliases = _alias_tables(shares)
    return HistogramNumbers(
        min(first for first, _ in intervals),
        max(last for _, last in intervals),
        seed,
        np.array(thresholds, np.uint64),
        np.array(aliases, np.int64),
        np.array([wrapped(first) for first, _ in intervals], np.uint64).view(np.int64),
        np.array([min(last - first + 1, (1 << 64) - 1) for first, last in intervals], np.uint64),
    )


def _alias_tables(shares: Sequence[Fraction]) -> tuple[list[int], list[int]]:
    """Per cell: below which part of 2^32 it means itself, and which other it means else."""
    count, total = len(shares), sum(shares)
    # whole numbers: what cell i has of the sum that each cell would have if all were alike
    scale = 1 << 64
    left = [int(share * count * scale / total) for share in shares]
    thresholds, aliases = [_HALF] * count, list(range(count))
    small = [cell for cell in range(count) if left[cell] < scale]
    large = [cell for cell in range(count) if left[cell] >= scale]
    while small and large:
        cell, giver = small.pop(), large[-1]
        thresholds[cell], aliases[cell] = left[cell] * _HALF // scale, giver
        left[giver] -= scale - left[cell]
        if left[giver] < scale:
            small.append(large.pop())
    return thresholds, aliases


def zipf_intervals(count: int, exponent: Fraction) -> tuple[list[tuple[int, int]], list[Decimal]]:
    """Ranks 0 to count - 1, rank r (from 1 on) with the weight r^-exponent; far ranks are put together in intervals."""
    power = _EXACT.minus(_decimal(exponent))
    own = min(count, _OWN_RANKS)
    intervals = [(rank, rank) for rank in range(own)]
    weights = [_EXACT.power(Decimal(rank + 1), power) for rank in range(own)]
    first = own
    while first < count:
        last = min(first + max(first // _TAIL_PARTS, 1), count) - 1
        middle = _EXACT.divide(Decimal(first + last + 2), Decimal(2))
        intervals.append((first, last))
        weights.append(_EXACT.multiply(_EXACT.power(middle, power), Decimal(last - first + 1)))
        first = last + 1
    return intervals, weights


def normal_intervals(
    mean: Fraction, deviation: Fraction, low: int, high: int
) -> tuple[list[tuple[int, int]], list[Decimal]]:
    """Whole numbers around mean, cut off at low and high and at five deviations; mean and deviation are in their unit.

    Where the distribution and the range have nothing in common, the number of the range that is nearest to it.
    """
    edges = [
        round(mean + deviation * Fraction(2 * _NORMAL_REACH * step, _NORMAL_INTERVALS) - deviation * _NORMAL_REACH)
        for step in range(_NORMAL_INTERVALS + 1)
    ]
    intervals, weights = [], []
    for left, right in pairwise(edges):
        first, last = max(left, low), min(right - 1, high)
        if first > last:
            continue
        distance = _decimal((Fraction(first + last, 2) - mean) / deviation)
        density = _EXACT.exp(_EXACT.divide(_EXACT.multiply(distance, _EXACT.minus(distance)), Decimal(2)))
        intervals.append((first, last))
        weights.append(_EXACT.multiply(density, Decimal(last - first + 1)))
    if not intervals or not any(weights):
        nearest = low if mean < low else min(max(round(mean), low), high)
        return [(nearest, nearest)], [Decimal(1)]
    return intervals, weights


def _decimal(number: Fraction) -> Decimal:
    return _EXACT.divide(Decimal(number.numerator), Decimal(number.denominator))
