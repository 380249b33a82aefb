"""How kernels are compiled: once, without the GIL, kept on disk.

numba keeps a kernel's machine code as long as its own file does not change; it does not see that a kernel called from
another file did. So the folder of the cache is named after the content of all kernels: an edit anywhere compiles them
anew. It lies in the user's cache folder, for the package may be installed where nobody may write (NUMBA_CACHE_DIR, if
set, takes its place).
"""

from __future__ import annotations

import functools
import hashlib
import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from numba import config, njit

_Kernel = TypeVar("_Kernel", bound=Callable[..., Any])

_BULK = Path(__file__).resolve().parents[1]
# What kernels freeze into their machine code, besides themselves.
_CONSTANTS = ("cell_kinds.py", "crc.py")


def _digest() -> str:
    sources = sorted(_BULK.glob("**/kernels/*.py")) + [_BULK / name for name in _CONSTANTS]
    content = hashlib.sha256()
    for path in sources:
        content.update(path.read_bytes() if path.exists() else b"")
    return content.hexdigest()[:16]


def _is_ours(folder: Path) -> bool:
    """Whether the folder can be made and nobody else may put code into it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
    except OSError:
        return False
    if os.name != "posix":
        return True
    own = found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return own and os.access(folder, os.W_OK)


@functools.cache
def cache_folder() -> Path:
    """Where the machine code is kept. Falls back to a folder of this process when no lasting one is ours alone."""
    name = f"kernels-{_digest()}"
    if config.CACHE_DIR:
        return Path(config.CACHE_DIR) / name
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "binwriter"
    shared = Path(tempfile.gettempdir()) / f"binwriter-{os.getuid() if os.name == 'posix' else 'cache'}"
    for folder in (home, shared):
        if _is_ours(folder) and _is_ours(folder / name):
            return folder / name
    return Path(tempfile.mkdtemp(prefix="binwriter-kernels-"))


@contextmanager
def _cached_in(folder: Path) -> Iterator[None]:
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def kernel(**options: Any) -> Callable[[_Kernel], _Kernel]:
    """Decorator of a module-level function: `numba.njit` without the GIL, kept on disk. options: further ones of njit.

    A function of options `inline="always"` is compiled into its callers only and has no cache of its own.
    """

    def compiled(function: _Kernel) -> _Kernel:
        with _cached_in(cache_folder()):
            made: _Kernel = njit(nogil=True, cache=options.get("inline") != "always", **options)(function)
        return made

    return compiled
