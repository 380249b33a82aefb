"""Loops over rows: compiled with numba (`fast`), or in numpy (`plain`). Both give the same values, bit by bit."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any

from binwriter.bulk.ways import has_kernels


@cache
def kernels(compiled: bool | None = None) -> Any:
    """The module of the kernels. compiled: None takes numba's if numba is installed and not switched off."""
    if compiled is None:
        compiled = has_kernels()
    return importlib.import_module(f"{__name__}.{'fast' if compiled else 'plain'}")
