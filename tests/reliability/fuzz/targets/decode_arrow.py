"""Bulk decode: the fast way and the exact one give the same batches, or an error each, whatever the log is."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from binwriter.bulk.decode import read_changes
from tests.reliability.fuzz.log_changes import changed_log
from tests.reliability.fuzz.samples import sample_logs
from tests.reliability.fuzz.target import PropertyError
from tests.reliability.fuzz.targets.whole_log import outcome_of, scratch

_LARGEST_SEED = 12000


def seeds() -> Iterable[bytes]:
    """Logs with rows, or with payloads."""
    return sample_logs(_LARGEST_SEED)


mutate = changed_log


def run(data: bytes) -> None:
    path = scratch()
    path.write_bytes(data)
    exact, fast = (outcome_of(lambda way=way: _changes(path, exact=way)) for way in (True, False))  # type: ignore[misc]
    # of two errors in a log the fast way, which reads ahead, may say the other one
    if exact != fast and not _are_errors(exact, fast):
        raise PropertyError("ways differ", f"exact {str(exact)[:1000]}\nfast {str(fast)[:1000]}")


def _are_errors(*found: Any) -> bool:
    return all(isinstance(one, tuple) and one[:1] == ("error",) for one in found)


def _changes(path: Path, *, exact: bool) -> Any:
    """Rows by table: which batch a row stands in may differ."""
    found: dict[Any, list[Any]] = {}
    for batch in read_changes(path, exact=exact):
        found.setdefault(str(batch.schema), []).extend(map(repr, batch.to_pylist()))
    return found
