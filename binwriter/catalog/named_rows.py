"""Rows that name their columns: which column a name means, and what stands for one that is left out.

Rows as dicts (`columns_in_order`) and Arrow batches (`binwriter.bulk.conversion`) go by the same rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter

from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.errors import EncodeError
from binwriter.formats.columns.stored_values import InputValue, as_columns
from binwriter.formats.columns.values import ColumnValue

Row = tuple[InputValue, ...]


def columns_named(table: Table, names: Iterable[str]) -> dict[int, int]:
    """The index of each column that is named -> the place of its name. Names are compared as MySQL does, in any case of
    letters. EncodeError for a name that is none, or stands twice."""
    places: dict[int, int] = {}
    for place, name in enumerate(names):
        index = table.index_of.get(name.lower()) if isinstance(name, str) else None
        if index is None:
            known = ", ".join(column.name for column in table.columns)
            raise EncodeError(f"column {name!r}: table {table.schema}.{table.name} has none such; it has {known}")
        if index in places:
            raise EncodeError(f"column {name!r} stands twice in the batch")
        places[index] = place
    return places


def left_out(table: Table, column: Column) -> ColumnValue:
    """The value of a column that is not given: its constant default. EncodeError if it has none."""
    no_value = column.default is None and not column.spec.nullable
    if column.default_kind is not DefaultKind.LITERAL or column.auto_increment or no_value:
        raise EncodeError(
            f"column {column.name!r} of table {table.schema}.{table.name} is not in the batch and has no constant "
            "default: give its values"
        )
    return column.default


def columns_in_order(table: Table, rows: Sequence[Mapping[str, InputValue]]) -> list[Sequence[InputValue]]:
    """Rows, of which there is one at least, as the table's columns in its order."""
    names = tuple(rows[0])
    if set(map(type, rows)) == {dict} and set(map(len, rows)) == {len(names)}:
        places = columns_named(table, names)
        try:
            given = {index: list(map(itemgetter(names[place]), rows)) for index, place in places.items()}
        except KeyError:  # rows with other names than the first one has
            return as_columns([in_order(table, row) for row in rows], len(table.columns))
        return [given[index] if index in given else [value] * len(rows) for index, value in _values(table, places)]
    return as_columns([in_order(table, row) for row in rows], len(table.columns))


def in_order(table: Table, row: Mapping[str, InputValue]) -> Row:
    """One row's values in the table's order."""
    values, places = tuple(row.values()), columns_named(table, row)
    return tuple([values[places[index]] if index in places else value for index, value in _values(table, places)])


def _values(table: Table, given: Mapping[int, int]) -> Iterator[tuple[int, ColumnValue]]:
    """The columns by index, with the value of those that are not given."""
    for index, column in enumerate(table.columns):
        yield index, None if index in given else left_out(table, column)
