"""Values by which rows refer to one another, above all texts where one column is CHAR and the other VARCHAR.

A CHAR is kept with spaces up to its length in bytes. Where trailing spaces count, the column of the row that asks
decides: a CHAR is compared without them, a VARCHAR with those that are kept (captured: clusters/texts_that_refer).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from binwriter.catalog.tables import Column
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.mysql.collation.keys import pads_space
from binwriter.sql.context import StatementContext
from binwriter.sql.dml.keys import kept_bytes
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.assign import assigned_value
from binwriter.sql.expressions.columns import column_type, reader, shown_type
from binwriter.sql.expressions.copied_forms import is_shown_as_number
from binwriter.sql.store import store

_TEXTS = (ColumnType.STRING, ColumnType.VARCHAR)


def sought(
    asking: Sequence[ColumnSpec], asked: Sequence[ColumnSpec], values: Sequence[ColumnValue]
) -> Iterator[tuple[ColumnValue, ...]]:
    """The values for which the other side is searched, each once; none where there can be nothing."""
    return product(*(_sought(*each) for each in zip(asking, asked, values, strict=True)))


def carried(source: Column, target: Column, value: ColumnValue, context: StatementContext) -> ColumnValue:
    """A parent's value as its child gets it. ValueError where it does not fit, MySQLError where a field that is copied
    into another says so (captured: clusters/cascades_between_types)."""
    parent, child = source.spec, target.spec
    if not _is_text(parent, child) or not isinstance(value, str):
        if kept_bytes.are_alike(parent, child) and parent.members == child.members:
            return value
        if (parent.type, child.type) == (ColumnType.SET, ColumnType.ENUM):
            raise ValueError(value)
        return None if value is None else _copied(value, source, target, context)
    if parent.type is ColumnType.STRING:
        value = _kept(parent, value)
    if len(value) > characters(child):
        raise ValueError(value)
    return value.rstrip(" ") if child.type is ColumnType.STRING else value


def _copied(value: ColumnValue, source: Column, target: Column, context: StatementContext) -> ColumnValue:
    """One field copied into another, as an UPDATE copies it."""
    type_, read = column_type(source.spec), reader(source.spec)
    shown = value if read is None else read(context, value)
    as_text = source.zerofill or source.spec.type is ColumnType.FLOAT or is_shown_as_number(type_, target.spec)
    if as_text and target.spec.type in (*_TEXTS, ColumnType.BLOB):
        shown = str(shown) if type_.bit else to_text(shown, shown_type(source, context))
    taken = assigned_value(shown, type_, target.spec, context)
    return store(target, taken, context, as_error=context.strict)


def characters(spec: ColumnSpec) -> int:
    """That a CHAR or VARCHAR may have."""
    return spec.length // collation_by_id(spec.collation).mbmaxlen


def _is_text(*specs: ColumnSpec) -> bool:
    return all(spec.type in _TEXTS and spec.collation != BINARY_COLLATION_ID for spec in specs)


def _kept(spec: ColumnSpec, value: str) -> str:
    """A CHAR with the spaces that it is kept with."""
    return value + " " * max(0, characters(spec) - len(collation_by_id(spec.collation).encode_replacing(value)))


def _sought(asking: ColumnSpec, asked: ColumnSpec, value: ColumnValue) -> Sequence[ColumnValue]:
    if value is None or kept_bytes.are_alike(asking, asked):
        return (value,)
    if not _is_text(asking, asked) or not isinstance(value, str):
        return kept_bytes.sought(asking, asked, value)
    if asking.type is ColumnType.STRING:
        if len(_kept(asking, value)) > characters(asked):
            return ()
        room = 0 if pads_space(asked.collation) else characters(asked) - len(value)
        return [value + " " * count for count in range(room + 1)]
    bare = value.rstrip(" ")
    return (bare,) if pads_space(asked.collation) or _kept(asked, bare) == value else ()
