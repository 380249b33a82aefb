"""Write sets: which keys a row change touches, so that the logical clock can tell dependent transactions apart.

Source: findings part 6 (last_committed/sequence_number).
"""

from __future__ import annotations

from collections.abc import Iterable

from binwriter.binlog.clock.key_history import key_hash
from binwriter.binlog.clock.logical_clock import WriteSet
from binwriter.catalog.keys import primary_key_equivalent
from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import Key, Table
from binwriter.formats.columns.values import ColumnValue
from binwriter.mysql.collation.keys import sort_key
from binwriter.statement.values import RowChange


class KnownParents:
    """Which tables foreign keys refer to, for rows that are logged without SQL: a catalog may not know the tables.

    A child tells of its parents when its first rows come. Were rows of them logged before, that transaction counts as
    one of a parent, so that it comes after them.
    """

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str], Table] = {}
        self._parents: set[tuple[str, str]] = set()

    def changed(self, tables: Iterable[Table], catalog: Catalog) -> bool:
        """Whether a transaction that changes rows of these tables has no usable write set because of parents."""
        names, late, known = [], False, catalog.parents
        for table in tables:
            names.append((table.schema, table.name))
            if self._seen.get(names[-1]) is not table:
                self._seen[names[-1]] = table
                new = {key.parent for key in table.foreign_keys} - self._parents - known
                late |= not new.isdisjoint(self._seen)
                self._parents |= new
        return late or not self._parents.isdisjoint(names) or not known.isdisjoint(names)


def add_row_keys(write_set: WriteSet, change: RowChange, *, checks_keys: bool) -> None:
    """Adds the unique keys of both images, and the parents' keys that they refer to where foreign keys are checked.

    checks_keys: foreign_key_checks; cascades run without (captured: foreign_keys_copied_rows). A table without a PKE
    key makes the set
    incomplete.
    """
    if primary_key_equivalent(change.table) is None:
        write_set.missing_keys = True
        return
    for key in change.table.keys:
        if key.unique:
            for row in (change.before, change.after):
                if row is not None and all(row[column] is not None for column in key.columns):
                    write_set.add(key_hash(_identity(change.table, key, row)))
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


def _identity(table: Table, key: Key, row: tuple[ColumnValue, ...]) -> tuple[object, ...]:
    values = _values(table, [(part.column, part.length) for part in key.parts], row)
    return (table.schema, table.name, key.name, *values)


def _values(table: Table, parts: list[tuple[int, int]], row: tuple[ColumnValue, ...]) -> list[object]:
    """The values of (column, prefix length) as they are compared."""
    values: list[object] = []
    for column, length in parts:
        value: object = row[column]
        if isinstance(value, (str, bytes)):
            value = sort_key(value[:length] if length else value, table.columns[column].spec.collation)
        values.append(value)
    return values
