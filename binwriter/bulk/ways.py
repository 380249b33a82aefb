"""Whether the kernels are there: they need numba (the extra `fast`); BINWRITER_KERNELS=off does without them."""

from __future__ import annotations

import importlib.util
import os

KERNELS = "BINWRITER_KERNELS"
_OFF = "off"


def has_kernels() -> bool:
    """Whether numba is installed and not switched off."""
    return os.environ.get(KERNELS) != _OFF and importlib.util.find_spec("numba") is not None
