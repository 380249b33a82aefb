"""Bulk decode: the fast way and the exact one give the same batches, or an error each, whatever the log is."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pyarrow as pa

from binwriter.bulk.decode import read_changes, table_of
from tests.reliability.fuzz.log_changes import changed_log
from tests.reliability.fuzz.samples import sample_logs
from tests.reliability.fuzz.target import PropertyError
from tests.reliability.fuzz.targets.whole_log import outcome_of, scratch

_LARGEST_SEED = 12000
_IMAGES = ("before", "after")
# table, and the columns of its images with their types
Kind = tuple[tuple[str, str], tuple[tuple[str, tuple[tuple[str, str], ...]], ...]]


def seeds() -> Iterable[bytes]:
    """Logs with rows, or with payloads."""
    return sample_logs(_LARGEST_SEED)


mutate = changed_log


def run(data: bytes) -> None:
    path = scratch()
    path.write_bytes(data)
    exact, fast = _outcome(path, exact=True), _outcome(path, exact=False)
    # of two errors in a log the fast way, which reads ahead, may say the other one
    if exact == fast or _are_errors(exact, fast):
        return
    # The fast way ends a batch where the log is described anew, and a column comes as its cells in the batches that
    # have a day of no calendar: so the types of two ways may differ, but not those of a row that is alone.
    alone = [_outcome(path, exact=way, batch_rows=1) for way in (True, False)]
    if alone[0] != alone[1] or _without_cells(exact, fast) != _without_cells(fast, exact):
        raise PropertyError("ways differ", f"exact {str(exact)[:1000]}\nfast {str(fast)[:1000]}")


def _are_errors(*found: Any) -> bool:
    return all(isinstance(one, tuple) and one[:1] == ("error",) for one in found)


def _outcome(path: Path, *, exact: bool, batch_rows: int = 65536) -> Any:
    return outcome_of(lambda: _changes(path, exact=exact, batch_rows=batch_rows))


def _changes(path: Path, *, exact: bool, batch_rows: int) -> dict[Kind, list[dict[str, Any]]]:
    """Rows by table and columns: which batch a row stands in may differ."""
    found: dict[Kind, list[dict[str, Any]]] = {}
    for batch in read_changes(path, exact=exact, batch_rows=batch_rows):
        kind = (table_of(batch.schema), tuple((name, _types(batch, name)) for name in _IMAGES))
        found.setdefault(kind, []).extend(_printed(row) for row in batch.to_pylist())
    return found


def _types(batch: pa.RecordBatch, image: str) -> tuple[tuple[str, str], ...]:
    return tuple((field.name, str(field.type)) for field in batch.schema.field(image).type)


def _printed(row: dict[str, Any]) -> dict[str, Any]:
    """Texts, as NaN is not NaN; the images by column."""
    return {name: _texts(value) if name in _IMAGES else repr(value) for name, value in row.items()}


def _texts(image: dict[str, Any] | None) -> dict[str, str] | None:
    return None if image is None else {name: repr(value) for name, value in image.items()}


def _without_cells(changes: Any, others: Any) -> Any:
    """The rows of each table without the columns that come as cells in a batch of either way."""
    if not isinstance(changes, dict) or not isinstance(others, dict):
        return changes
    left: dict[Any, list[Any]] = {}
    cells = {
        (table, image, name)
        for table, images in (*changes, *others)
        for image, columns in images
        for name, type_ in columns
        if type_.startswith("fixed_size_binary")
    }
    for (table, _), rows in changes.items():
        for row in rows:
            kept = {
                image: row[image]
                and {name: text for name, text in row[image].items() if (table, image, name) not in cells}
                for image in _IMAGES
            }
            left.setdefault(table, []).append({**row, **kept})
    return {table: sorted(rows, key=str) for table, rows in left.items()}
