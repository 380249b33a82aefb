"""The write sets of generated transactions: last_committed as the server has it that ran them one after another.

The rules are those of `binwriter.binlog.clock` (write_set, logical_clock), which tests hold this against: unique keys
of both images, the parents' keys that they refer to; no write set for parents of foreign keys and tables without a key.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import and_
from typing import Any

import numpy as np
import numpy.typing as npt

from binwriter.bulk.work import IntArray
from binwriter.catalog.keys import primary_key_equivalent
from binwriter.catalog.tables import Table
from binwriter.formats.records import dataclass
from binwriter.statement.values import RowOperation
from binwriter.workload.chance import stream, words
from binwriter.workload.references.kernel import NOTHING
from binwriter.workload.schedule import write_set_kernel as kernel
from binwriter.workload.sources import Sources
from binwriter.workload.values import ValueSource

_UNIQUE, _REFERENCE, _NULL = range(3)
_KEYS = 0x777269746573

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ChangedRows:
    """Rows of one table that one operation changes. places: theirs among all rows. targets: by row and reference."""

    table: int
    operation: RowOperation
    places: IntArray
    keys: IntArray
    versions: IntArray
    before_targets: IntArray
    after_targets: IntArray


@dataclass(frozen=True, slots=True)
class _Unique:
    """A unique key. stream: of its hashes; nullable: its columns that may be NULL."""

    stream: int
    nullable: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Foreign:
    """A foreign key. stream: of the parent's keys; null: of NULL; column: the referring one; reference: its number."""

    stream: int
    null: int
    column: int
    reference: int


@dataclass(frozen=True, slots=True)
class _TableKeys:
    flags: int
    unique: tuple[_Unique, ...] = ()
    foreign: tuple[_Foreign, ...] = ()

    @property
    def width(self) -> int:
        return len(self.unique) + 2 * len(self.foreign)


class WriteSets:
    """The clock of one file. groups: how many the file has before the first transaction; they are not of rows."""

    def __init__(self, sources: Sources, groups: int) -> None:
        self._sources = sources
        tables = [item.table.table for item in sources.workload.tables]
        parents = {key.parent for table in tables for key in table.foreign_keys}
        self._tables = [_keys_of(sources, number, table, parents, tables) for number, table in enumerate(tables)]
        self._width = max(1, *(item.width for item in self._tables))
        size = sources.workload.dependency_history
        self._clock = np.zeros(kernel.CLOCK_NUMBERS, np.int64)
        self._clock[kernel.SEQUENCE], self._clock[kernel.START] = groups, max(groups, 1)
        self._clock[kernel.SIZE], self._clock[kernel.EPOCH] = size, 1
        self._history = np.zeros((kernel.HISTORY_LINES, 1 << (2 * size).bit_length()), np.int64)

    def parents(self, rows_of: IntArray, changed: Iterable[ChangedRows], run: Any = kernel.parents_of) -> IntArray:
        """last_committed of the next transactions. rows_of: rows of each. run: the kernel, for tests."""
        total = int(rows_of.sum())
        keys = np.zeros((total, self._width), np.int64)
        counts, flags = np.zeros(total, np.int64), np.zeros(total, np.int64)
        for rows in changed:
            table = self._tables[rows.table]
            flags[rows.places] = table.flags
            self._add_unique(table, rows, keys, counts)
            self._add_foreign(table, rows, keys, counts)
        result = np.zeros(len(rows_of), np.int64)
        run(rows_of, keys, counts, flags, self._clock, self._history, result)
        return result

    def _add_unique(self, table: _TableKeys, rows: ChangedRows, keys: IntArray, counts: IntArray) -> None:
        images = 2 if rows.operation is RowOperation.UPDATE else 1
        for place, key in enumerate(table.unique):
            hashes = _hashes(key.stream, rows.keys)
            present = _all_present(self._sources.values[rows.table], key.nullable, rows)
            if present is not None:
                hashes = np.where(present, hashes, kernel.NO_KEY)
            keys[rows.places, place] = hashes
            counts[rows.places] += images if present is None else images * present

    def _add_foreign(self, table: _TableKeys, rows: ChangedRows, keys: IntArray, counts: IntArray) -> None:
        source = self._sources.values[rows.table]
        for number, key in enumerate(table.foreign):
            for image, (targets, versions) in enumerate(_images(rows)):
                hashes = _hashes(key.stream, targets[:, key.reference])
                present = source.present(key.column, rows.keys.astype(np.uint64), versions)
                there = targets[:, key.reference] != NOTHING
                if not there.all():
                    present = there if present is None else present & there
                if present is not None:
                    hashes = np.where(present, hashes, _hashes(key.null, np.zeros(1, np.int64)))
                keys[rows.places, len(table.unique) + 2 * number + image] = hashes
                counts[rows.places] += 1


def _images(rows: ChangedRows) -> list[tuple[IntArray, npt.NDArray[np.uint32]]]:
    """(targets, versions) of the images that the rows have."""
    before = rows.before_targets, rows.versions.astype(np.uint32)
    if rows.operation is RowOperation.DELETE:
        return [before]
    if rows.operation is RowOperation.WRITE:
        return [(rows.after_targets, rows.versions.astype(np.uint32))]
    return [before, (rows.after_targets, (rows.versions + 1).astype(np.uint32))]


def _all_present(source: ValueSource, columns: Sequence[int], rows: ChangedRows) -> Mask | None:
    """Where none of the columns is NULL; None: nowhere is one. Updates do not change columns of unique keys."""
    keys, versions = rows.keys.astype(np.uint64), rows.versions.astype(np.uint32)
    masks = [mask for column in columns if (mask := source.present(column, keys, versions)) is not None]
    return reduce(and_, masks) if masks else None


def _hashes(number: int, keys: IntArray) -> IntArray:
    hashes = words(number, keys.astype(np.uint64)).view(np.int64)
    return np.where(hashes == kernel.NO_KEY, 1, hashes)


def _keys_of(
    sources: Sources, number: int, table: Table, parents: set[tuple[str, str]], tables: Sequence[Table]
) -> _TableKeys:
    flags = kernel.PARENT if (table.schema, table.name) in parents else 0
    if primary_key_equivalent(table) is None:
        return _TableKeys(flags | kernel.WITHOUT_KEY)
    unique = tuple(
        _Unique(
            stream(_KEYS, _UNIQUE, number, place),
            tuple(column for column in key.columns if table.columns[column].spec.nullable),
        )
        for place, key in enumerate(item for item in table.keys if item.unique)
    )
    names = {(item.schema, item.name): place for place, item in enumerate(tables)}
    columns = {
        name.lower(): place
        for place, item in enumerate(sources.references[number])
        if item.via == NOTHING
        for name in item.columns
    }
    foreign = []
    for key in table.foreign_keys:
        parent = names[key.parent]
        if sources.references[number][columns[key.columns[0].lower()]].target != parent:
            continue  # it follows from another one, and so does what it waits for
        target = tables[parent].index_of[key.parent_columns[0].lower()]
        name = key.columns[0].lower()
        own = table.index_of[name]
        ours, null = (stream(_KEYS, kind, parent, target) for kind in (_REFERENCE, _NULL))
        foreign.append(_Foreign(ours, null, own, columns[name]))
    return _TableKeys(flags, unique, tuple(foreign))
