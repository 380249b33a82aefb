"""How kernels are compiled: once, without the GIL, kept on disk.

numba keeps a kernel's machine code as long as its own file does not change; it does not see that a kernel called from
another file did, or a constant. So the folder of the cache is named after the content of the kernel's file and of all
our files that it imports. It lies in the user's cache folder, for the package may be installed where nobody may write
(NUMBA_CACHE_DIR, if set, takes its place).
"""

from __future__ import annotations

import ast
import functools
import hashlib
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numba

config: Any = numba.config
_Kernel = TypeVar("_Kernel", bound=Callable[..., Any])

_DIGITS = 16  # of a digest
_KEPT_SECONDS = 60 * 86_400
_PACKAGE = __name__.partition(".")[0]
_ROOT = Path(__file__).resolve().parents[3]  # of the import names


def _files_of(module: str) -> Iterator[Path]:
    """The module's file, if it is one of ours."""
    if module.partition(".")[0] == _PACKAGE:
        stem = _ROOT.joinpath(*module.split("."))
        yield from (path for path in (stem.with_suffix(".py"), stem / "__init__.py") if path.is_file())


def _imported(path: Path, content: bytes) -> Iterator[Path]:
    """Our files that a file imports."""
    for node in ast.walk(ast.parse(content, str(path))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from _files_of(node.module)
            for name in node.names:
                yield from _files_of(f"{node.module}.{name.name}")


@functools.cache
def _digest(source: str) -> str:
    """Of a file and of all that it imports of ours."""
    digest, seen, waiting = hashlib.sha256(), set(), [Path(source)]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        try:
            content = path.read_bytes()
        except OSError:  # in a zip archive, say, that has no older content
            continue
        digest.update(content)
        waiting += sorted(_imported(path, content))
    return digest.hexdigest()[:_DIGITS]


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


def _forget_old(folder: Path, stem: str) -> None:
    """Removes the machine code of sources as they were long ago."""
    for old in folder.glob(f"{stem}-{'[0-9a-f]' * _DIGITS}"):
        try:
            if time.time() - old.stat().st_mtime > _KEPT_SECONDS:
                shutil.rmtree(old, ignore_errors=True)
        except OSError:  # another process was quicker
            continue


@functools.cache
def cache_folder(source: str) -> Path:
    """Where the machine code of that file is kept: a folder of this process when no lasting one is ours alone."""
    name = f"{Path(source).stem}-{_digest(source)}"
    if config.CACHE_DIR:
        return Path(config.CACHE_DIR) / name
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "binwriter"
    shared = Path(tempfile.gettempdir()) / f"binwriter-{os.getuid() if os.name == 'posix' else 'cache'}"
    for folder in (home, shared):
        if _is_ours(folder):
            _forget_old(folder, Path(source).stem)
            if _is_ours(folder / name):
                return folder / name
    return Path(tempfile.mkdtemp(prefix="binwriter-"))


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
        with _cached_in(cache_folder(function.__code__.co_filename)):
            made: _Kernel = numba.njit(nogil=True, cache=options.get("inline") != "always", **options)(function)
        return made

    return compiled
