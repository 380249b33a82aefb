"""Where logs lie: paths as Spark has them, and the files of a folder, an index or a pattern in their order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import unquote, urlsplit

from binwriter.errors import LogFileError
from binwriter.formats.constants import BINLOG_MAGIC

_NUMBERED = re.compile(r".*\.\d{6,}")


def local_path(path: str) -> Path:
    """The path without `file:`. LogFileError for another scheme: workers open the files themselves."""
    parts = urlsplit(path)
    if parts.scheme and len(parts.scheme) > 1:
        if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
            raise LogFileError(f"{path}: binary logs are read and written as files, in a folder that all workers see")
        return Path(unquote(parts.path))
    return Path(path)


def log_files(paths: Iterable[str]) -> list[Path]:
    """The files, in order: of a folder those of its one index or, without one, all that look like logs; of an index
    those it names; of a pattern (`binlog.0*`) those that match. LogFileError if a path names nothing."""
    logs: list[Path] = []
    for path in paths:
        files = _files_of(local_path(path))
        if not files:
            raise LogFileError(f"{path}: no binary log there")
        logs += files
    return logs


def _files_of(path: Path) -> list[Path]:
    if path.is_dir():
        return folder_files(path)
    if path.exists():
        return index_files(path) if path.suffix == ".index" else [path]
    pattern = str(path.relative_to(path.anchor)) if path.is_absolute() else str(path)
    start = Path(path.anchor) if path.is_absolute() else Path()
    if not re.search(r"[*?\[]", pattern):
        raise LogFileError(f"cannot open {path}: there is no such file")
    return _in_order(file for file in start.glob(pattern) if file.is_file() and _is_log(file))


def folder_files(folder: Path) -> list[Path]:
    """The logs of a folder, in order; none if there are none yet."""
    indexes = list(folder.glob("*.index"))
    if len(indexes) == 1:
        return index_files(indexes[0])
    return _in_order(path for path in folder.iterdir() if _NUMBERED.fullmatch(path.name) and _is_log(path))


def index_files(index: Path) -> list[Path]:
    """The files that an index names; relative names stand in its folder."""
    try:
        lines = index.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LogFileError(f"cannot read the index {index}: {error}") from error
    return [index.parent / line.strip() for line in lines if line.strip()]


def _in_order(files: Iterable[Path]) -> list[Path]:
    """By folder and base name, then by number: binlog.1000000 comes after binlog.999999."""
    return sorted(files, key=lambda path: (str(path.parent), path.stem, len(path.suffix), path.suffix))


def _is_log(path: Path) -> bool:
    if path.name.startswith(("_", ".")) or path.suffix == ".index":
        return False
    try:
        with path.open("rb") as file:
            return file.read(len(BINLOG_MAGIC)) == BINLOG_MAGIC
    except OSError as error:
        raise LogFileError(f"cannot read {path}: {error}") from error
