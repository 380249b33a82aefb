"""Loops over rows: compiled with numba (`fast`), or in numpy (`plain`). Both give the same values, bit by bit."""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from typing import Any


@cache
def kernels(compiled: bool | None = None) -> Any:
    """The module of the kernels. compiled: None takes numba's if numba is installed."""
    if compiled is None:
        compiled = importlib.util.find_spec("numba") is not None
    return importlib.import_module(f"{__name__}.{'fast' if compiled else 'plain'}")
