"""Everything that reads logs, each as a function from a file to what it says and what it gives.

Only the project's own errors are caught here: any other exception is a defect, and reaches whoever looks for defects.
"""

from __future__ import annotations

import argparse
import hashlib
import io
from collections.abc import Callable, Iterable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from binwriter.binlog.files.index import LogIndex
from binwriter.binlog.files.reader import nested_events, read_events
from binwriter.binlog.files.recovery import recover
from binwriter.binlog.files.rows import OpenTables
from binwriter.bulk.decode import index_events, read_changes
from binwriter.cli.common.commands import whole_parser
from binwriter.errors import BinwriterError
from binwriter.inspection.verify import verify_files
from binwriter.integration.spark.read.change_batches import LogPart
from binwriter.integration.spark.read.following import whole_end
from binwriter.integration.spark.read.options import read_options
from binwriter.integration.spark.read.reader import part_reader, parts_of, plan_view


@dataclass(frozen=True)
class Outcome:
    """What a reader made of a file. said: errors and findings, each with its place; gave: a digest of the rest."""

    said: tuple[str, ...]
    gave: bytes
    status: int | None = None


Reader = Callable[[Path], Outcome]


def _digest(parts: Iterable[object]) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(part if isinstance(part, bytes) else repr(part).encode("utf-8", "surrogatepass"))
    return digest.digest()


def _reading(read: Callable[[Path], Iterable[object]], path: Path) -> Outcome:
    """What it gives before an error counts, too."""
    given: list[object] = []
    try:
        for part in read(path):
            given.append(part)
    except BinwriterError as error:
        return Outcome((str(error),), _digest(given))
    return Outcome((), _digest(given))


def _events(path: Path) -> Iterable[object]:
    """Every event, its body and the events inside, its rows."""
    tables = OpenTables(remember=True)
    for event in read_events(path):
        for each in (event, *nested_events(event)):
            rows = tables.follow(each)
            yield (each.position, each.raw, each.body, rows.changes() if rows is not None else None)


def _verified(path: Path, *, rebuild: bool) -> Outcome:
    found = [(str(finding), finding.severity) for finding in verify_files([path], rebuild=rebuild, fast=False)]
    return Outcome(tuple(text for text, _ in found), b"")


def _verified_fast(path: Path) -> Outcome:
    return Outcome(tuple(str(finding) for finding in verify_files([path], fast=True)), b"")


def _batches(batches: Iterable[Any]) -> Iterable[object]:
    for batch in batches:
        yield batch.to_pylist()


def _changes(path: Path, *, exact: bool) -> Iterable[object]:
    return _batches(read_changes(path, exact=exact))


def _index(path: Path, *, exact: bool) -> Iterable[object]:
    index = index_events(path, exact=exact)
    yield [value.tolist() if hasattr(value, "tolist") else value for value in vars(index).values()]


def _spark(path: Path, **options: str) -> Iterable[object]:
    view = plan_view(read_options({"path": str(path), **options}))
    reader = part_reader(view, view.schema)
    for part in parts_of([path], view.options.split_size):
        yield from _batches(reader.read(part))


def _spark_part(path: Path, start: int) -> Iterable[object]:
    """From a place in the middle, as the tasks of a large file have it."""
    view = plan_view(read_options({"path": str(path), "view": "events"}))
    return _batches(part_reader(view, view.schema).read(LogPart(path, start, None)))


def _spark_stream(path: Path) -> Iterable[object]:
    yield whole_end(path, 4)


def _recovery(path: Path) -> Iterable[object]:
    """As a server starts on the log of a folder: the file may be cut to its last whole group."""
    (path.parent / "binlog.index").write_text(f"./{path.name}\n")
    data = path.read_bytes()
    yield recover(LogIndex(path.parent, "binlog"))
    if path.read_bytes() != data:
        path.write_bytes(data)


class _Standard(io.TextIOWrapper):
    """Standard output or error as commands see it."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", errors="backslashreplace")

    def text(self) -> bytes:
        self.flush()
        data: bytes = self.buffer.getvalue()  # type: ignore[attr-defined]
        return data


@lru_cache(maxsize=1)
def _arguments() -> argparse.ArgumentParser:
    return whole_parser()


def command(*arguments: object) -> tuple[int, bytes, tuple[str, ...]]:
    """Status, output, and the lines of the errors of one command, run in this process."""
    given = _arguments().parse_args([str(argument) for argument in arguments])
    out, err = _Standard(), _Standard()
    with redirect_stdout(out), redirect_stderr(err):
        status: int = given.command(given)
    return status, out.text(), tuple(err.text().decode().splitlines())


def _command(path: Path, *arguments: str) -> Outcome:
    status, out, errors = command(*arguments, path)
    return Outcome(errors, _digest([out]), status)


READERS: dict[str, Reader] = {
    "read_events": partial(_reading, _events),
    "verify": partial(_verified, rebuild=False),
    "verify --rebuild": partial(_verified, rebuild=True),
    "verify, fast": _verified_fast,
    "inspect": lambda path: _command(path, "inspect"),
    "inspect -vv -H": lambda path: _command(path, "inspect", "-vv", "-H"),
    "inspect --json": lambda path: _command(path, "inspect", "--json"),
    "inspect -f -vv": lambda path: _command(path, "inspect", "-f", "-vv"),
    "inspect -f --json": lambda path: _command(path, "inspect", "-f", "--json"),
    "inspect -d": lambda path: _command(path, "inspect", "-v", "-d", "test", "--skip-gtids"),
    "read_changes, exact": partial(_reading, partial(_changes, exact=True)),
    "read_changes, fast": partial(_reading, partial(_changes, exact=False)),
    "index_events, exact": partial(_reading, partial(_index, exact=True)),
    "index_events, fast": partial(_reading, partial(_index, exact=False)),
    "Spark changes": partial(_reading, partial(_spark, view="changes")),
    "Spark events": partial(_reading, partial(_spark, view="events", body="true")),
    "Spark stream": partial(_reading, _spark_stream),
    "recovery": partial(_reading, _recovery),
}

__all__ = ["READERS", "Outcome", "Reader", "command"]
