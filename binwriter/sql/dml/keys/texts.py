"""Texts by which rows refer to one another, where one column is CHAR and the other VARCHAR, or they differ in length.

A CHAR is kept with spaces up to its length in bytes. Where trailing spaces count, the column of the row that asks
decides: a CHAR is compared without them, a VARCHAR with those that are kept (captured: clusters/texts_that_refer).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.mysql.collation.keys import pads_space

_TEXTS = (ColumnType.STRING, ColumnType.VARCHAR)


def sought(
    asking: Sequence[ColumnSpec], asked: Sequence[ColumnSpec], values: Sequence[ColumnValue]
) -> Iterator[tuple[ColumnValue, ...]]:
    """The values for which the other side is searched, each once; none where there can be nothing."""
    return product(*(_sought(*each) for each in zip(asking, asked, values, strict=True)))


def carried(source: ColumnSpec, target: ColumnSpec, value: ColumnValue) -> ColumnValue:
    """A parent's value as its child gets it. ValueError where it does not fit."""
    if not _is_text(source, target) or not isinstance(value, str):
        return value
    if source.type is ColumnType.STRING:
        value = _kept(source, value)
    if len(value) > characters(target):
        raise ValueError(value)
    return value.rstrip(" ") if target.type is ColumnType.STRING else value


def characters(spec: ColumnSpec) -> int:
    """That a CHAR or VARCHAR may have."""
    return spec.length // collation_by_id(spec.collation).mbmaxlen


def _is_text(*specs: ColumnSpec) -> bool:
    return all(spec.type in _TEXTS and spec.collation != BINARY_COLLATION_ID for spec in specs)


def _kept(spec: ColumnSpec, value: str) -> str:
    """A CHAR with the spaces that it is kept with."""
    return value + " " * max(0, characters(spec) - len(collation_by_id(spec.collation).encode_replacing(value)))


def _sought(asking: ColumnSpec, asked: ColumnSpec, value: ColumnValue) -> Sequence[ColumnValue]:
    if not _is_text(asking, asked) or asking.type is asked.type or not isinstance(value, str):
        return (value,)
    if asking.type is ColumnType.STRING:
        if len(_kept(asking, value)) > characters(asked):
            return ()
        room = 0 if pads_space(asked.collation) else characters(asked) - len(value)
        return [value + " " * count for count in range(room + 1)]
    bare = value.rstrip(" ")
    return (bare,) if pads_space(asked.collation) or _kept(asked, bare) == value else ()
