"""How the parts of a text are told to the kernel that puts texts together: a line of numbers a step.

STARTS, LENGTHS and FITTING are addresses of int64 tables (of LITERAL and RUN: a start in the source itself).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

(
    KIND,
    SEED,
    LOW,
    SPAN,
    STARTS,
    LENGTHS,
    WIDTH,
    SEPARATOR,
    FITTING,
    COUNT_SEED,
    COUNT_LOW,
    COUNT_SPAN,
    DIVISOR,
    ENTRIES,
) = range(14)
FIELDS = 14

LITERAL = 0  # always the same: STARTS, WIDTH
PICK = 1  # an entry of a list, LOW + 0 to SPAN - 1 by SEED: STARTS, LENGTHS; WIDTH of all entries, or -1
RUN = 2  # units of WIDTH bytes from a place (SEED, LOW, SPAN) on, COUNT_LOW + 0 to COUNT_SPAN - 1 of them
WORDS = 3  # the same of units of any width: STARTS, SEPARATOR; FITTING: how many fit, or 0
NUMBER = 4  # a permuted number, for the places that follow: SEED, SPAN; LOW: the mask, WIDTH: the shift
PLACE = 5  # the entry NUMBER // DIVISOR % ENTRIES: STARTS, LENGTHS, WIDTH as of PICK


def step(kind: int, **fields: Any) -> npt.NDArray[np.int64]:
    """One line. fields: by their names in lower case, as whole numbers or words of 64 bits."""
    line = np.zeros(FIELDS, np.uint64)
    line[KIND] = kind
    for name, value in fields.items():
        line[globals()[name.upper()]] = np.uint64(int(value) & ((1 << 64) - 1))
    return line.view(np.int64)
