"""Memory for arrays: from Arrow's pool, which keeps pages it has had.

Fresh pages from the system cost more than the values that go into them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa


def room(count: int, kind: npt.DTypeLike) -> npt.NDArray[Any]:
    """An array of so many entries, not set to anything."""
    dtype = np.dtype(kind)
    return np.frombuffer(pa.allocate_buffer(max(count, 1) * dtype.itemsize), dtype)[:count]


def converted(numbers: npt.NDArray[Any], kind: npt.DTypeLike) -> npt.NDArray[Any]:
    """The numbers in another type, wrapping around; themselves if they have it already."""
    if numbers.dtype == kind:
        return numbers
    result = room(len(numbers), kind)
    np.copyto(result, numbers, casting="unsafe")
    return result
