"""A whole log before all that reads it: typed errors that name file and position, and they agree on what is wrong.

* `read_events`, `verify`, `inspect`, the index, recovery: an error of the project's, or none;
* a log in which `verify` finds nothing is read to its end by the others;
* `verify` gives the same findings with and without its fast way; the index is the same either way.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from binwriter.binlog.files.reader import nested_events, read_events
from binwriter.binlog.files.recovery import scan
from binwriter.binlog.files.rows import OpenTables, UnknownTableError
from binwriter.bulk.decode import index_events
from binwriter.errors import BinwriterError
from binwriter.inspection.event_json import event_json
from binwriter.inspection.mysqlbinlog import pseudo_sql
from binwriter.inspection.verify import Finding, verify_files
from binwriter.inspection.verify.facts import is_early_version
from tests.reliability.fuzz.log_changes import changed_log
from tests.reliability.fuzz.samples import sample_logs
from tests.reliability.fuzz.target import PropertyError

_LARGEST_SEED = 6000
_PLACE = re.compile(r":(\d+): ")


def seeds() -> Iterable[bytes]:
    """Logs of every kind."""
    return sample_logs(_LARGEST_SEED)


mutate = changed_log


@lru_cache(maxsize=1)
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="binwriter-fuzz-")


def scratch() -> Path:
    """A file for this process; it goes with it."""
    return Path(_folder().name) / "binlog.000001"


def run(data: bytes) -> None:
    path = scratch()
    path.write_bytes(data)
    read = said_of(lambda: _read(path))
    findings = list(verify_files([path], fast=False))
    _check_verify(path, findings, read)
    exact, fast = (outcome_of(lambda way=way: _index(path, exact=way)) for way in (True, False))  # type: ignore[misc]
    if exact != fast:
        raise PropertyError("index", f"exact {str(exact)[:500]}, fast {str(fast)[:500]}")
    said_of(lambda: scan(path))


def _read(path: Path) -> None:
    """All that can be seen of each event, as `inspect` in its forms shows it."""
    tables = OpenTables(remember=True)
    for event in read_events(path):
        for each in (event, *nested_events(event)):
            try:
                rows = tables.follow(each)
            except UnknownTableError as error:
                event_json(each, error)
                continue
            event_json(each, rows)
            if rows is not None:
                for _ in pseudo_sql(rows, comments=True):
                    pass


def _index(path: Path, *, exact: bool) -> Any:
    index = index_events(path, exact=exact)
    return [value.tolist() if hasattr(value, "tolist") else value for value in vars(index).values()]


def _check_verify(path: Path, findings: list[Finding], read: str | None) -> None:
    # Table_maps of the first trees of 5.1 tell nothing of their columns, and verify does not ask it of them
    if read is not None and not findings and not _is_early(path):
        raise PropertyError("verify finds nothing", f"but reading says: {read}")
    fast = list(verify_files([path], fast=True))
    if list(map(str, fast)) != list(map(str, findings)):
        raise PropertyError("verify, fast", f"exact {list(map(str, findings))}, fast {list(map(str, fast))}")


def _is_early(path: Path) -> bool:
    """Whether some event stands behind the description of such a server, be it the first in the file or not."""
    versions: set[str] = set()

    def read() -> None:
        for event in read_events(path, verify=False):
            description = event.context.format_description
            versions.add("" if description is None else description.server_version)

    said_of(read)
    return any(map(is_early_version, versions - {""}))


def said_of(do: Any) -> str | None:
    """The project's error that it raises, None if none; PropertyError if the error names no place."""
    found = outcome_of(do)
    return found[1] if isinstance(found, tuple) and found[:1] == ("error",) else None


def outcome_of(do: Any) -> Any:
    """What it returns, or ("error", text)."""
    try:
        return do()
    except BinwriterError as error:
        text = str(error)
        if not _PLACE.search(text) and "incomplete, nothing in it" not in text:
            raise PropertyError("no place", f"{type(error).__name__}: {text}") from error
        return "error", text
