"""All that is written to disk goes through here: files, names, and what is made safe against power loss.

One object does it, `current()`. A test puts another in its place (`use`) that counts, records, or ends the process at
the n-th step; all the steps there are are the methods of `Disk`.

Rules that the callers keep (a server's own; MySQL manual, "The Binary Log", crash-safe index): a name appears with its
whole content (`write_whole`), and a file's name is safe only when its folder was synced behind it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from binwriter import ending

# As mysqld makes its logs: for the user and the group.
FILE_MODE = 0o640
# linux/fs.h
_SYNC_FILE_RANGE_WRITE = 2


class Disk:
    """The file system of this machine. Every method raises OSError as the system does."""

    def create(self, path: Path, flags: int = 0) -> BinaryIO:
        """A new file without a buffer in this process; FileExistsError if there is one. flags: more of os.open's."""

        def opener(name: str, wanted: int) -> int:
            return os.open(name, wanted | flags, FILE_MODE)

        return cast(BinaryIO, open(path, "xb+", buffering=0, opener=opener))

    def open(self, path: Path) -> BinaryIO:
        """A file that is there, to be changed; OSError for a link: what it leads to is not ours."""

        def opener(name: str, flags: int) -> int:
            return os.open(name, flags | os.O_NOFOLLOW)

        return cast(BinaryIO, open(path, "rb+", buffering=0, opener=opener))

    def write(self, file: BinaryIO, data: memoryview | bytes) -> None:
        """All of it, at the file's position."""
        written = file.write(data)
        if written != len(data):
            view = memoryview(data)[written:]
            while view:
                view = view[file.write(view) :]

    def allocate(self, file: BinaryIO, start: int, size: int) -> None:
        """Room on the disk, ahead of writing."""
        os.posix_fallocate(file.fileno(), start, size)

    def truncate(self, file: BinaryIO, size: int) -> None:
        file.truncate(size)

    def sync(self, file: BinaryIO) -> None:
        """What was written to the file is safe."""
        os.fsync(file.fileno())

    def rename(self, source: Path, target: Path) -> None:
        """Takes the place of a file that has that name."""
        source.replace(target)

    def remove(self, path: Path) -> None:
        """A file; nothing happens if there is none."""
        path.unlink(missing_ok=True)

    def make_folder(self, path: Path) -> None:
        """With those above it; nothing happens if it is there."""
        missing = [path]  # one after the other: pathlib makes a call in another for each level
        while not (above := missing[-1].parent).exists() and above != missing[-1]:
            missing.append(above)
        for folder in reversed(missing):
            folder.mkdir(exist_ok=True)

    def remove_folder(self, path: Path) -> None:
        """With all that is in it."""
        shutil.rmtree(path)

    def sync_folder(self, path: Path) -> None:
        """The names in it are safe, and so is that others are gone."""
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


_current = Disk()


def current() -> Disk:
    return _current


@contextmanager
def use(disk: Disk) -> Iterator[None]:
    """In the block, `disk` is what everything is written with: for tests."""
    global _current
    before, _current = _current, disk
    try:
        yield
    finally:
        _current = before


def write_whole(path: Path, pieces: Iterable[bytes], *, temporary: Path | None = None, sync: bool = True) -> None:
    """Writes a file, or replaces it: whole or not at all. sync: it is safe when this returns.

    temporary: its name until it is whole, `path` and ".tmp" by default; what lies there from an earlier attempt goes.
    Raises what the system raises, or what `pieces` do; then the old file is as it was.
    """
    disk = current()
    part = temporary if temporary is not None else path.with_name(path.name + ".tmp")

    def remove() -> None:
        part.unlink(missing_ok=True)

    with ending.leftovers(remove):
        try:
            disk.remove(part)
            with disk.create(part) as file:
                for piece in pieces:
                    disk.write(file, piece)
                if sync:
                    disk.sync(file)
            disk.rename(part, path)
        except BaseException:
            with contextlib.suppress(OSError):
                disk.remove(part)
            raise
        if sync:
            disk.sync_folder(path.parent)


def write_given(path: Path, pieces: Iterable[bytes]) -> None:
    """`write_whole` under a name that a user gave: a device or a pipe is written into, and stays what it is."""
    if not path.exists() or path.is_file() or path.is_dir():
        write_whole(path, pieces)
        return
    with path.open("wb", buffering=0) as file:
        for piece in pieces:
            current().write(file, piece)


def begin_sync(path: Path) -> None:
    """Has the system begin to write a file to the disk, so that `sync_files` has less to wait for.

    Nothing is safe by it, and nothing happens where a system cannot (sync_file_range(2) is Linux's).
    """
    if sys.platform != "linux":
        return
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        begin = ctypes.CDLL(None).sync_file_range
        begin.argtypes = (ctypes.c_int, ctypes.c_int64, ctypes.c_int64, ctypes.c_uint)
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
        try:
            begin(descriptor, 0, 0, _SYNC_FILE_RANGE_WRITE)
        finally:
            os.close(descriptor)


def sync_files(paths: Iterable[Path]) -> None:
    """Makes files that are written already safe, and their names."""
    disk, folders = current(), set()
    for path in paths:
        folders.add(path.parent)
        with disk.open(path) as file:
            disk.sync(file)
    for folder in sorted(folders):
        disk.sync_folder(folder)
