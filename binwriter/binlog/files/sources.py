"""Which log files a name means: a file, a folder, an index, a pattern, or standard input.

Every command and function that reads logs takes these names. Source of the order: MySQL manual, "The Binary Log" (the
index lists the files in order); without an index it is that of the files' numbers.
"""

from __future__ import annotations

import glob
import re
from collections.abc import Iterable
from pathlib import Path

from binwriter import documents
from binwriter.binlog.files.index import is_file, is_folder
from binwriter.errors import LogFileError, reason_of
from binwriter.formats.patterns import pattern

STDIN = "-"
INDEX_SUFFIX = ".index"
_NUMBERED = pattern(r"(.+)\.(\d{6,})", re.DOTALL | re.ASCII)
_MAGIC = "*?["


def log_paths(source: Path | str) -> list[str]:
    """The files of one name, in order; `-` stands for standard input, and a file for itself, whether it exists or not.

    A folder: what its index lists, or, without one, its files named like binlog.000001. `NAME.index`: what it lists,
    each where it is said to be, or beside the index if it is not there. A pattern (`*`, `?`, `[...]`): the files that
    match, but for indexes. LogFileError if that is none, if a folder has several logs, or if it cannot be read.
    """
    name = named(source)
    path = Path(name)
    if name == STDIN or is_file(path):
        return _listed(path) if name.endswith(INDEX_SUFFIX) else [name]
    if is_folder(path):
        return _of_folder(path)
    if name.endswith(INDEX_SUFFIX):
        return _listed(path)
    return matching(name) or [name]


def named(source: Path | str) -> str:
    """The name as text. LogFileError for one that no file has: Python takes an empty one for the folder it is in."""
    name = str(source)
    if not name or "\0" in name:
        raise LogFileError(f"cannot open {name!r}: no file has such a name")
    return name


def no_log_in(folder: Path) -> LogFileError:
    """What is said of a folder without any log."""
    return LogFileError(f"{folder}: no binary log file in this folder")


def entries(folder: Path) -> list[Path]:
    """What lies in a folder. LogFileError if that cannot be read."""
    try:
        return list(folder.iterdir())
    except OSError as error:
        raise LogFileError(f"cannot read {folder}: {reason_of(error)}") from error


def matching(name: str) -> list[str]:
    """The log files that a pattern matches, by base name and number; none for a name without a pattern.

    LogFileError if nothing matches.
    """
    if not any(char in name for char in _MAGIC):
        return []
    try:
        # Path.glob takes no pattern that begins with a folder
        paths = [path for path in glob.glob(name) if is_file(Path(path))]  # noqa: PTH207
    except (OSError, ValueError, re.error) as error:
        reason = reason_of(error) if isinstance(error, OSError | ValueError) else error
        raise LogFileError(f"cannot read {name}: {reason}") from error
    logs = [path for path in paths if not _is_bookkeeping(path)]
    if not logs:
        raise LogFileError(f"no log file matches {name}")
    return _in_order(logs)


def all_log_paths(sources: Iterable[Path | str]) -> list[str]:
    """The files of several names, one name behind the other."""
    return [path for source in sources for path in log_paths(source)]


def _of_folder(folder: Path) -> list[str]:
    inside = entries(folder)
    indexes = sorted(path for path in inside if path.name.endswith(INDEX_SUFFIX))
    if len(indexes) > 1:
        names = ", ".join(index.name for index in indexes)
        raise LogFileError(f"{folder}: more than one log, name the index of one: {names}")
    if indexes:
        paths = _listed(indexes[0])
    else:
        numbered = [path for path in inside if _NUMBERED.fullmatch(path.name) and is_file(path)]
        paths = _in_order(map(str, numbered))
    if not paths:
        raise no_log_in(folder)
    return paths


def _listed(index: Path) -> list[str]:
    try:
        lines = documents.read_text(index).splitlines()
    except (OSError, ValueError) as error:
        raise LogFileError(f"cannot read the index {index}: {reason_of(error)}") from error
    paths = [str(_beside(index, line)) for line in lines if line.strip()]
    if not paths:
        raise LogFileError(f"the index {index} lists no files")
    return paths


def _beside(index: Path, name: str) -> Path:
    path = index.parent / name
    return path if is_file(path) else index.parent / Path(name).name


def _is_bookkeeping(path: str) -> bool:
    name = Path(path).name
    return INDEX_SUFFIX in name or name.endswith(".~rec~") or name.startswith(".")


def _in_order(paths: Iterable[str]) -> list[str]:
    return sorted(paths, key=_place)


def _place(path: str) -> tuple[str, str, int]:
    numbered = _NUMBERED.fullmatch(Path(path).name)
    folder = str(Path(path).parent)
    return (folder, numbered[1], int(numbered[2])) if numbered else (folder, Path(path).name, 0)
