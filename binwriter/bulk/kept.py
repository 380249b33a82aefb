"""Folders of the user's in which is kept what one process worked out and the next one may take: machine code, schemas.

They lie in the user's cache folder, for the package may be installed where nobody may write. A folder is named after
a digest of all that its content hangs on, so that nothing in it is ever out of date. What is taken from it is code as
good as ours: so the folder is the user's alone, and a file of `keep` is the user's, too, and whole.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

DIGITS = 16  # of a digest
_DIGEST_BYTES = hashlib.sha256().digest_size
_KEPT_SECONDS = 60 * 86_400
_PACKAGE = Path(__file__).resolve().parents[1]


def kept_folder(stem: str, digest: str) -> Path | None:
    """The folder of this digest, made if missing; None where no lasting one can be ours alone."""
    for folder in _candidates():
        if _is_ours(folder):
            made = folder / f"{stem}-{digest}"
            if not made.exists():
                _forget_old(folder, stem)
            if _is_ours(made):
                return made
    return None


def keep(path: Path, content: bytes) -> None:
    """Writes a file of such a folder, whole or not at all. No log hangs on it: `disk` and its faults have no part."""
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(hashlib.sha256(content).digest() + content)
    Path(file.name).replace(path)


def kept(path: Path) -> bytes | None:
    """What `keep` wrote; None for a file that is missing, another user's, or damaged."""
    try:
        with path.open("rb") as file:
            state, content = os.fstat(file.fileno()), file.read()
    except OSError:
        return None
    digest, content = content[:_DIGEST_BYTES], content[_DIGEST_BYTES:]
    return content if _is_user_s(state) and hashlib.sha256(content).digest() == digest else None


def _candidates() -> Iterator[Path]:
    stated = Path(os.environ.get("XDG_CACHE_HOME", ""))
    with contextlib.suppress(RuntimeError):  # a user without a home
        # XDG Base Directory Specification: a relative path is to be considered invalid
        yield (stated if stated.is_absolute() else Path.home() / ".cache") / "binwriter"
    yield Path(tempfile.gettempdir()) / f"binwriter-{os.getuid() if os.name == 'posix' else 'cache'}"


def _is_ours(folder: Path) -> bool:
    """Whether the folder can be made and nobody else may put code into it, or a link in its place."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        own = _is_user_s(folder.stat()) and (os.name != "posix" or folder.lstat().st_uid == os.getuid())
    except OSError:
        return False
    return own and os.access(folder, os.W_OK)


def _is_user_s(state: os.stat_result) -> bool:
    """Of a folder or file: it belongs to the user, and nobody else may write to it."""
    return os.name != "posix" or (state.st_uid == os.getuid() and not state.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


def _forget_old(folder: Path, stem: str) -> None:
    """Removes what was made of sources as they were long ago."""
    for old in folder.glob(f"{stem}-{'[0-9a-f]' * DIGITS}"):
        try:
            if time.time() - old.stat().st_mtime > _KEPT_SECONDS:
                shutil.rmtree(old, ignore_errors=True)
        except OSError:  # another process was quicker
            continue


@functools.cache
def package_digest() -> str | None:
    """Of names, sizes and times of all files of this package; None where it is not a folder (a zip archive, say)."""
    if not _PACKAGE.is_dir():
        return None
    digest = hashlib.sha256()
    for line in sorted(_files(str(_PACKAGE))):
        digest.update(line.encode())
    return digest.hexdigest()[:DIGITS]


def _files(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _files(entry.path)
            else:
                state = entry.stat()
                yield f"{entry.path} {state.st_size} {state.st_mtime_ns}\n"
