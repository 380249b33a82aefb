"""When transactions commit: a pure function of their number in the whole job.

Poisson: transactions come in blocks of fixed length in time; given how many fall into a stretch of time, the arrivals
of a Poisson process are independent and uniform in it. So a block's times are sorted random numbers, and no sum runs
through the whole job. Whole numbers throughout: every machine gives the same.
"""

from __future__ import annotations

import numpy as np

from binwriter.bulk.work import MAX_TIME, IntArray
from binwriter.errors import SpecError
from binwriter.workload.chance import high_half, run_of_words, stream
from binwriter.workload.specification.spec import Arrival, Process

_BLOCK = 1024
_SECOND = 1_000_000
_ARRIVAL = 0x6172726976616C


def time_of(arrival: Arrival, number: int) -> int:
    """Microseconds since 1970 UTC at which the constant process has transaction `number` (0 is the first)."""
    pauses = number // arrival.pause_every if arrival.pause_every else 0
    return (
        arrival.start + number * _SECOND * arrival.rate.denominator // arrival.rate.numerator + pauses * arrival.pause
    )


def times(arrival: Arrival, seed: int, first: int, count: int) -> IntArray:
    """The times of `count` transactions from number `first` on, ascending."""
    if arrival.process is Process.POISSON:
        blocks = range(first // _BLOCK, (first + count - 1) // _BLOCK + 1)
        whole = np.concatenate([_block(arrival, seed, block) for block in blocks])
        begin = first - blocks[0] * _BLOCK
        offsets = whole[begin : begin + count]
    else:
        offsets = _constant(arrival, first, count)
    if arrival.pause_every:
        offsets = offsets + np.arange(first, first + count, dtype=np.int64) // arrival.pause_every * arrival.pause
    return offsets + arrival.start


def _constant(arrival: Arrival, first: int, count: int) -> IntArray:
    """number * 10^6 / rate, rounded down, without leaving 64 bits."""
    numerator, denominator = arrival.rate.denominator * _SECOND, arrival.rate.numerator
    whole, rest = divmod(first * numerator, denominator)
    steps = np.arange(count, dtype=np.int64)
    # a step is (quotient, remainder): the remainders' sums stay below 2^63
    quotient, remainder = divmod(numerator, denominator)
    return np.asarray(whole + steps * quotient + (rest + steps * remainder) // denominator, np.int64)


def _block(arrival: Arrival, seed: int, block: int) -> IntArray:
    numerator, denominator = arrival.rate.denominator * _SECOND, arrival.rate.numerator
    begin, end = (number * _BLOCK * numerator // denominator for number in (block, block + 1))
    draws = high_half(run_of_words(stream(seed, _ARRIVAL), block * _BLOCK, _BLOCK))
    return np.sort(_share(draws, end - begin)) + begin


def _share(draws: IntArray, length: int) -> IntArray:
    """length * draw / 2^32 without leaving 64 bits."""
    high, low = divmod(length, 1 << 31)
    return np.asarray(draws * high // 2 + (draws * low >> 32), np.int64)


def check_times(arrival: Arrival, transactions: int) -> None:
    """SpecError if the job's last transaction would come after 2106, where event headers end."""
    if time_of(arrival, transactions + _BLOCK) >= MAX_TIME:
        raise SpecError(
            "arrival.rate",
            f"{transactions} transactions at {float(arrival.rate):g} a second would end after 2106, where the times of "
            "event headers end",
        )
