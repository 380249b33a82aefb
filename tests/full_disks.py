"""Full disks, made by a limit: no file may grow past so many bytes. A write stops short, the next one fails.

Python keeps no code meanwhile: that of 3.11 does not look how much of a .pyc it could write (importlib's
`_write_atomic`), and every later process would load the stump.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# of a program whose files are small
KEEPS_NO_CODE = {"PYTHONDONTWRITEBYTECODE": "1"}


@contextmanager
def disk_of(size: int) -> Iterator[None]:
    """For this process, while the block runs."""
    (soft, hard), kept = resource.getrlimit(resource.RLIMIT_FSIZE), sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        sys.dont_write_bytecode = kept


def small_files(size: int) -> Callable[[], None]:
    """For a program: its `preexec_fn`, beside `KEEPS_NO_CODE` in its environment."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
