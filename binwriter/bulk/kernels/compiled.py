"""How kernels are compiled: once, without the GIL, kept on disk.

numba keeps a kernel's machine code as long as its own file does not change; it does not see that a kernel called from
another file did, or a constant. So the folder of the cache is named after the content of the kernel's file and of all
our files that it imports. It is a kept one (`binwriter.bulk.kept`), unless NUMBA_CACHE_DIR says where.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core.event import Listener, register
from numba.core.runtime import nrt

from binwriter import ending
from binwriter.bulk.kept import DIGITS, kept_folder
from binwriter.formats.patterns import pattern

config: Any = numba.config
_Kernel = TypeVar("_Kernel", bound=Callable[..., Any])

_PACKAGE = __name__.partition(".")[0]
_IMPORT = pattern(rf"^[ \t]*from ({_PACKAGE}[\w.]*) import (?:\(([^)]*)\)|(.*))$", re.MULTILINE)
_NAME = pattern(r"\w+")
_ROOT = Path(__file__).resolve().parents[3]  # of the import names
_OFFERS = _ROOT / _PACKAGE / "__init__.py"  # names what the whole package offers; no kernel has anything from it


def _files_of(module: str) -> Iterator[Path]:
    """The module's file, if it is one of ours."""
    if module.partition(".")[0] == _PACKAGE:
        stem = _ROOT.joinpath(*module.split("."))
        yield from (path for path in (stem.with_suffix(".py"), stem / "__init__.py") if path.is_file())


def _imported(content: bytes) -> Iterator[Path]:
    """Our files that a file imports. Read by an expression: parsing them takes ten times as long."""
    for module, block, line in _IMPORT.findall(content.decode()):
        yield from _files_of(module)
        for name in _NAME.findall(block or line):
            yield from _files_of(f"{module}.{name}")


def sources(source: str) -> Iterator[tuple[Path, bytes]]:
    """A file and all that it imports of ours, by whatever way round: what its kernels' machine code comes from."""
    seen: set[Path] = set()
    waiting = [Path(source)]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        try:
            content = path.read_bytes()
        except OSError:  # in a zip archive, say, that has no older content
            continue
        yield path, content
        if path != _OFFERS:
            waiting += sorted(_imported(content))


@functools.cache
def _digest(source: str) -> str:
    digest = hashlib.sha256()
    for _, content in sources(source):
        digest.update(content)
    return digest.hexdigest()[:DIGITS]


@functools.cache
def cache_folder(source: str) -> Path:
    """Where the machine code of that file is kept: a folder of this process when no lasting one is ours alone."""
    if config.CACHE_DIR:
        return Path(config.CACHE_DIR) / f"{Path(source).stem}-{_digest(source)}"
    return kept_folder(Path(source).stem, _digest(source)) or Path(tempfile.mkdtemp(prefix="binwriter-"))


@contextmanager
def _cached_in(folder: Path) -> Iterator[None]:
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def _load_alone(dispatcher: Any) -> None:
    """Machine code is loaded without numba's library of types and functions: a fifth of a second, and only compiling
    needs it (and sees to it). A damaged file is compiled anew. Other versions of numba load as they do.
    """
    cache = dispatcher._cache
    if not all(hasattr(cache, name) for name in ("_load_overload", "_guard_against_spurious_io_errors")):
        return

    def load_overload(signature: Any, target: Any) -> Any:
        nrt.rtsys.initialize(target)
        try:
            with cache._guard_against_spurious_io_errors():
                return cache._load_overload(signature, target)
        except Exception:  # bytes that are no pickle raise anything; numba would fail at them again when it saves
            cache.flush()
            return None

    cache.load_overload = load_overload


def _whole(compiles: Callable[..., Any]) -> Callable[..., Any]:
    """Signals wait until a kernel is compiled, or loaded: LLVM's objects that were left half made are freed twice."""

    @functools.wraps(compiles)
    def compiled(*signature: Any) -> Any:
        with ending.uninterrupted:
            return compiles(*signature)

    return compiled


class _Announcement(Listener):
    """Says, once a process, that a kernel is compiled which no cache has: it takes seconds, and comes unexpectedly."""

    def __init__(self) -> None:
        self._was_said = False

    def on_start(self, event: object) -> None:
        if not self._was_said:
            self._was_said = True
            logging.getLogger("binwriter.kernels").info(
                "kernels are compiled for this machine, once (`binwriter compile` does it beforehand)"
            )

    def on_end(self, event: object) -> None:
        pass


_listen: Any = register
_listen("numba:compile", _Announcement())


def kernel(**options: Any) -> Callable[[_Kernel], _Kernel]:
    """Decorator of a module-level function: `numba.njit` without the GIL, kept on disk. options: further ones of njit.

    A function of options `inline="always"` is compiled into its callers only and has no cache of its own.
    """

    def compiled(function: _Kernel) -> _Kernel:
        with _cached_in(cache_folder(function.__code__.co_filename)):
            cached = options.get("inline") != "always"
            made: _Kernel = numba.njit(nogil=True, cache=cached, **options)(function)
        dispatcher: Any = made
        dispatcher.compile = _whole(dispatcher.compile)
        if cached:
            _load_alone(dispatcher)
        return made

    return compiled
