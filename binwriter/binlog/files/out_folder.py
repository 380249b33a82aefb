"""The folder a run writes to: empty, or one whose earlier log binwriter itself wrote and may replace.

A file `.binwriter` in it names the logs that were written there. `--force` deletes what the index of such a log
names, and the index; nothing else, ever: not even a real server's log that happens to lie there.
"""

from __future__ import annotations

import re
from pathlib import Path

from binwriter import disk
from binwriter.binlog.files.index import LogIndex
from binwriter.errors import BinwriterError, LogFileError, reason_of

MARKER = ".binwriter"
_HEADING = "# base names of the logs that binwriter wrote to this folder; `binwriter run --force` may replace them"


class OutFolderError(BinwriterError):
    """A folder that a run must not write to."""


def prepare(directory: Path, basename: str, *, force: bool, option: str = "--force") -> None:
    """Makes the folder ready for a log of that base name. option: what the caller calls `force`.

    Raises OutFolderError, having changed nothing, for a folder with anything in it unless `force` is given, and for
    one with a log of that name that is not binwriter's; LogFileError if the folder cannot be read or written.
    """
    try:
        disk.current().make_folder(directory)
        others = [entry.name for entry in directory.iterdir() if entry.name not in (MARKER, f"{MARKER}.tmp")]
        if others and not force:
            raise _not_empty(directory, option)
        own = _own_files(directory)
        if foreign := sorted(set(_in_the_way(others, basename)) - own):
            raise OutFolderError(f"{directory / foreign[0]} is not a log that binwriter wrote, so it stays")
        # the index last: should this be interrupted, the rest is still known as binwriter's
        for name in sorted(own, key=lambda name: (name.endswith(".index"), name)):
            disk.current().remove(directory / name)
        disk.write_whole(directory / MARKER, [f"{_HEADING}\n{basename}\n".encode()], sync=False)
    except OSError as error:
        raise LogFileError(f"cannot use the folder {directory}: {reason_of(error)}") from error


def check_free(directory: Path) -> None:
    """OutFolderError for a folder with anything in it: what `prepare` says without `force`, before work is done."""
    if directory.is_dir() and any(entry.name not in (MARKER, f"{MARKER}.tmp") for entry in directory.iterdir()):
        raise _not_empty(directory)


def _not_empty(directory: Path, option: str = "--force") -> OutFolderError:
    return OutFolderError(f"{directory} is not empty; {option} replaces a log that binwriter wrote there")


def _own_files(directory: Path) -> set[str]:
    """Names of the index and the files it names, of each log in the marker."""
    own = set()
    for basename in _written_here(directory):
        index = LogIndex(directory, basename)
        own |= index.own_names()
        if index.exists():
            for name in index.read():
                own |= {name, f"{name}.live"}
    return own


def _written_here(directory: Path) -> list[str]:
    marker = directory / MARKER
    if not marker.is_file() or marker.is_symlink():
        return []
    lines = marker.read_text(encoding="utf-8", errors="replace").splitlines()
    # a base name with a folder in it was not written by binwriter
    return [line for line in lines if line and not line.startswith("#") and "/" not in line]


def _in_the_way(names: list[str], basename: str) -> list[str]:
    """Those that a log of that base name would meet."""
    return [name for name in names if re.fullmatch(re.escape(basename) + r"\.(index|\d{6,})", name)]
