"""Which files are meant: a file, an index, or a folder; and whether they follow each other.

Source: MySQL manual, "The Binary Log" (the index file lists the files in order, one a line).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path

from binwriter import documents
from binwriter.binlog.files.index import is_file, is_folder
from binwriter.binlog.files.runs import Run
from binwriter.binlog.files.sources import INDEX_SUFFIX, STDIN, entries, matching, named, no_log_in
from binwriter.errors import LogFileError, reason_of
from binwriter.formats.constants import BINLOG_MAGIC, ENCRYPTED_BINLOG_MAGIC, EventType
from binwriter.formats.events import Rotate
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.inspection.verify.facts import LogFacts, Seen
from binwriter.inspection.verify.finding import Check, Finding

_NUMBERED = pattern(r"(.+)\.(\d{1,10})", re.DOTALL | re.ASCII)
# A file begins behind its magic number.
_FIRST_POSITION = 4


@dataclass(frozen=True)
class Target:
    """A file to verify, or what was found instead. path: `-` for standard input."""

    path: str
    findings: tuple[Finding, ...] = ()
    exists: bool = True


def number_of(path: str) -> tuple[str, int] | None:
    """Base name and number of `binlog.000001`; None for another name."""
    match = _NUMBERED.fullmatch(Path(path).name)
    return (match[1], int(match[2])) if match else None


def follows(path: str, earlier: str) -> bool:
    """Whether the name is the next one in the same folder."""
    here, before = number_of(path), number_of(earlier)
    if here is None or before is None or Path(path).parent != Path(earlier).parent:
        return False
    return here[0] == before[0] and here[1] == before[1] + 1


class Index(Check):
    name = "index"
    summary = "the files that an index lists exist, in order and without gaps; note: files beside it that it lacks"


_INDEX = Index()


def targets(paths: Sequence[str]) -> Iterator[Target]:
    """The files that these paths mean, in order, as `binlog.files.sources` has them; a folder may have several logs.

    Raises LogFileError for a path that cannot be read.
    """
    for path in chain.from_iterable(_expanded(path) for path in paths):
        if path == STDIN:
            yield Target(STDIN)
        elif is_folder(Path(path)):
            yield from _of_folder(Path(path))
        elif path.endswith(INDEX_SUFFIX):
            yield from _of_index(Path(path))
        else:
            yield Target(path)


def _expanded(path: str) -> Sequence[str]:
    named(path)
    exists = path == STDIN or is_file(Path(path)) or is_folder(Path(path))
    return [path] if exists else matching(path) or [path]


def _of_folder(folder: Path) -> Iterator[Target]:
    inside = entries(folder)
    indexes = sorted(path for path in inside if path.name.endswith(INDEX_SUFFIX))
    if indexes:
        for index in indexes:
            yield from _of_index(index)
        return
    series: dict[str, list[int]] = {}
    names: dict[tuple[str, int], Path] = {}
    for path in inside:
        numbered = number_of(path.name)
        if numbered is not None and is_file(path) and _is_log(path):
            series.setdefault(numbered[0], []).append(numbered[1])
            names[numbered] = path
    if not series:
        raise no_log_in(folder)
    facts = LogFacts(str(folder))
    for base, numbers in sorted(series.items()):
        before: int | None = None
        for number in sorted(numbers):
            path = names[base, number]
            gap = before is not None and number != before + 1
            reason = f"{path.name} behind number {before}: what lies between is missing"
            yield Target(str(path), (_INDEX.error(facts, 0, reason),) if gap else ())
            before = number


def _is_log(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(BINLOG_MAGIC)) in (BINLOG_MAGIC, ENCRYPTED_BINLOG_MAGIC)
    except OSError as error:
        raise LogFileError(f"cannot read {path}: {reason_of(error)}") from error


def _of_index(index: Path) -> Iterator[Target]:
    try:
        data = documents.read_document(index)
    except OSError as error:
        raise LogFileError(f"cannot read the index {index}: {reason_of(error)}") from error
    facts = LogFacts(str(index))
    listed: list[tuple[int, str]] = []
    offset = 0
    for line in data.splitlines(keepends=True):
        if name := line.strip().decode("utf-8", "surrogateescape"):
            listed.append((offset, name))
        offset += len(line)
    if not listed:
        yield Target(str(index), (_INDEX.note(facts, 0, "the index lists no files"),), exists=False)
        return
    problems = dict(_order_problems(facts, listed))
    for place, (position, name) in enumerate(listed):
        findings = problems.get(place, ())
        path = _beside(index, name)
        if is_file(path):
            yield Target(str(path), findings)
        else:
            missing = _INDEX.error(facts, position, f"{name} is listed, but does not exist")
            yield Target(str(path), (*findings, missing), exists=False)
    known = {Path(name).name for _, name in listed}
    unlisted = _unlisted(index, known)
    if unlisted:
        yield Target(str(index), tuple(_INDEX.note(facts, 0, f"{name} is not listed") for name in unlisted), False)


def _order_problems(facts: LogFacts, listed: Sequence[tuple[int, str]]) -> Iterator[tuple[int, tuple[Finding, ...]]]:
    for place, ((_, before), (position, name)) in enumerate(pairwise(listed), 1):
        here, there = number_of(name), number_of(before)
        if here is None or there is None or here[0] != there[0] or here[1] == there[1] + 1:
            continue
        reason = f"{Path(name).name} is listed behind {Path(before).name}"
        yield place, (_INDEX.error(facts, position, reason),)


def _beside(index: Path, name: str) -> Path:
    """A listed file: as it is listed, or, when the folder was copied, beside its index."""
    path = Path(name) if Path(name).is_absolute() else index.parent / name
    return path if is_file(path) else index.parent / Path(name).name


def _unlisted(index: Path, known: set[str]) -> list[str]:
    bases = {numbered[0] for name in known if (numbered := number_of(name))}
    return sorted(
        path.name
        for path in entries(index.parent)
        if path.name not in known and (numbered := number_of(path.name)) and numbered[0] in bases and is_file(path)
    )


class RotateTarget(Check):
    name = "rotate"
    summary = "Rotate names the next file, and position 4 in it"
    types = frozenset({EventType.ROTATE})

    def __init__(self) -> None:
        self._rotate: tuple[int, str] | None = None

    def begin_file(self, log: LogFacts) -> Iterator[Finding]:
        rotate, self._rotate = self._rotate, None
        if rotate is not None and log.previous is not None and rotate[1] != Path(log.file).name:
            yield self.error(log.previous, rotate[0], f"Rotate names {rotate[1]}, but {log.file} is next")

    def begin_run(self, log: LogFacts, run: Run) -> bool:
        return True

    def event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        body = seen.body
        if not isinstance(body, Rotate) or log.is_relay:
            return
        name = body.name.decode("utf-8", "backslashreplace")
        self._rotate = (seen.position, name)
        if body.position != _FIRST_POSITION and seen.type == EventType.ROTATE:
            yield self.error(log, seen.position, f"Rotate to position {body.position} of {name}, not {_FIRST_POSITION}")
        if not name:
            yield self.error(log, seen.position, "Rotate names no file")


SERIES_CHECKS: tuple[type[Check], ...] = (Index, RotateTarget)
