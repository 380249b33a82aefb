"""Tables as files: what is longer than a screen stands beside this module as text, read once by its one reader."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any


def lines(name: str) -> Iterator[str]:
    """The lines of a table that hold an entry: neither empty nor a remark (`#`).

    name: below this folder, e.g. `variables/9.7.txt`. It is read by the package's own loader, so that a zip of the
    package (as Spark's workers get it) has it too.
    """
    return (line for line in content(name).decode("utf-8").splitlines() if line and line[0] != "#")


def content(name: str) -> bytes:
    """A file's bytes, as `lines` finds it."""
    loader: Any = __spec__.loader
    read: bytes = loader.get_data(str(Path(__file__).parent / name))
    return read


def sections(name: str) -> dict[str, list[str]]:
    """The same, by the `[NAME]` above them."""
    by_name: dict[str, list[str]] = {}
    for line in lines(name):
        if line[0] == "[":
            section = by_name[line[1:-1]] = []
        else:
            section.append(line)
    return by_name


def version_number(version: str) -> int:
    """`8.0.19` -> 80019: major * 10000 + minor * 100 + patch."""
    major, minor, patch = map(int, version.split("."))
    return major * 10000 + minor * 100 + patch
