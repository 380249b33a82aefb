"""Write sets: which keys a row change touches, so that the logical clock can tell dependent transactions apart.

Source: findings part 6 (last_committed/sequence_number).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar
from weakref import ref

from binwriter.binlog.clock.key_history import key_beginning, key_hash, key_hash_of, key_run
from binwriter.binlog.clock.logical_clock import WriteSet
from binwriter.catalog.keys import primary_key_equivalent
from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import Table
from binwriter.formats.columns.values import ColumnValue
from binwriter.mysql.collation.keys import sort_key
from binwriter.statement.row_changes import ChangedRows
from binwriter.statement.values import RowChange

Row = tuple[ColumnValue, ...]


class KnownParents:
    """Which tables foreign keys refer to, for rows that are logged without SQL: a catalog may not know the tables.

    A child tells of its parents when its first rows come. Were rows of them logged before, that transaction counts as
    one of a parent, so that it comes after them.
    """

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str], Table] = {}
        self._parents: set[tuple[str, str]] = set()
        self.changes = 0  # grows whenever `may_concern` may answer otherwise

    def changed(self, tables: Iterable[Table], catalog: Catalog) -> bool:
        """Whether a transaction that changes rows of these tables has no usable write set because of parents."""
        names, late, known = [], False, catalog.parents
        for table in tables:
            names.append((table.schema, table.name))
            if self._seen.get(names[-1]) is not table:
                self._seen[names[-1]] = table
                self.changes += 1
                new = {key.parent for key in table.foreign_keys} - self._parents - known
                late |= not new.isdisjoint(self._seen)
                self._parents |= new
        return late or not self._parents.isdisjoint(names) or not known.isdisjoint(names)

    def may_concern(self, table: Table, catalog: Catalog) -> bool:
        """Whether rows of the table may say something of parents: it is new here, or foreign keys refer to it."""
        name = table.schema, table.name
        return self._seen.get(name) is not table or name in self._parents or name in catalog.parents


def add_row_keys(write_set: WriteSet, change: RowChange, *, checks_keys: bool) -> None:
    """Adds the unique keys of both images, and the parents' keys that they refer to where foreign keys are checked.

    checks_keys: foreign_key_checks; cascades run without (captured: foreign_keys_copied_rows). A table without a PKE
    key makes the set
    incomplete.
    """
    hashes = KeyHashes.of(change.table)
    hashes.add(write_set, change.before, change.after)
    if hashes.missing:
        return
    for name, *values in change.functional_keys:
        write_set.add(key_hash((change.table.schema, change.table.name, name, *values)))
    for foreign in change.table.foreign_keys if checks_keys and not change.by_foreign_key else ():
        columns = tuple(change.table.index_of[name.lower()] for name in foreign.columns)
        for row in (change.before, change.after):
            # NULL is left out: rows that refer to nothing depend on one another (captured: write_sets_null_parents)
            if row is not None:
                given = [(column, 0) for column in columns if row[column] is not None]
                values = _values(change.table, given, row)
                write_set.add(key_hash((*foreign.parent, *foreign.parent_columns, *values)))


class KeyHashes:
    """The unique keys of a table's rows as write sets have them. missing: it has no key by which to tell its rows."""

    _known: ClassVar[dict[int, tuple[ref[Table], KeyHashes]]] = {}

    def __init__(self, table: Table) -> None:
        self.missing = primary_key_equivalent(table) is None
        self._keys = [
            (
                key_beginning((table.schema, table.name, key.name)),
                tuple((part.column, part.length, table.columns[part.column].spec.collation) for part in key.parts),
            )
            for key in table.keys
            if key.unique
        ]

    @classmethod
    def of(cls, table: Table) -> KeyHashes:
        """Those of a definition, made once."""
        known = cls._known.get(id(table))
        if known is not None and known[0]() is table:
            return known[1]
        number = id(table)
        made = cls(table)
        cls._known[number] = (ref(table, lambda gone: cls._forget(number, gone)), made)
        return made

    @classmethod
    def _forget(cls, number: int, gone: ref[Table]) -> None:
        known = cls._known.get(number)
        if known is not None and known[0] is gone:
            del cls._known[number]

    def add(self, write_set: WriteSet, before: Row | None, after: Row | None) -> None:
        """Adds the keys of both images."""
        if self.missing:
            write_set.missing_keys = True
            return
        for beginning, parts in self._keys:
            for row in (before, after):
                if row is None:
                    continue
                values: list[object] = []
                for column, length, collation in parts:
                    value = row[column]
                    if value is None:
                        break
                    values.append(value if type(value) is int else _compared(value, length, collation))
                else:
                    write_set.add(key_hash_of(beginning, values))


def add_many_rows(write_set: WriteSet, changes: ChangedRows) -> bool:
    """The same for many rows of a table. False, and nothing is done, if it has other keys than whole numbers."""
    table = changes.table
    unique = [key for key in table.keys if key.unique]
    plain = primary_key_equivalent(table) is not None and all(len(key.parts) == 1 for key in unique)
    if not plain or table.foreign_keys or table.special_keys:
        return False
    images: list[tuple[str, Sequence[Any]]] = []
    for key in unique:
        column, beginning = key.parts[0].column, key_beginning((table.schema, table.name, key.name))
        images += [(beginning, rows.columns[column]) for rows in changes.images]
    if any(set(map(type, values)) != {int} for _, values in images):
        return False
    for place, (beginning, values) in enumerate(images):
        if place and images[place - 1] == (beginning, values):  # the key stays as it is
            write_set.count += len(values)
        else:
            _add_numbers(write_set, beginning, values)
    return True


def _add_numbers(write_set: WriteSet, beginning: str, values: Sequence[Any]) -> None:
    """Keys of one whole number each, of which there is one at least."""
    run = None
    if values[-1] - values[0] == len(values) - 1 and list(values) == list(range(values[0], values[-1] + 1)):
        run = key_run(beginning, values[0], len(values))
    if run is not None:
        write_set.add_run(run)
    else:
        for value in values:
            write_set.add(key_hash_of(beginning, (value,)))


def _values(table: Table, parts: list[tuple[int, int]], row: tuple[ColumnValue, ...]) -> list[object]:
    """The values of (column, prefix length) as they are compared."""
    return [_compared(row[column], length, table.columns[column].spec.collation) for column, length in parts]


def _compared(value: object, length: int, collation: int) -> object:
    if isinstance(value, (str, bytes)):
        return sort_key(value[:length] if length else value, collation)
    return value
