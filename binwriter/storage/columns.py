"""Many rows as columns, and packed, until somebody wants one of them."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any, overload

from binwriter.formats.columns.row_image import RowBytes
from binwriter.formats.columns.texts import TextColumn
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.servers import ServerProfile

Row = tuple[ColumnValue, ...]
Unpack = Callable[[], Sequence[ColumnValue]]

_PLAIN_VERSION = 2  # of marshal: floats as they are, no references


class ColumnRows(Sequence[Row]):
    """Rows that stand as columns of the same length, of which there is one at least."""

    __slots__ = ("_count", "columns")

    def __init__(self, columns: Iterable[Sequence[ColumnValue]]) -> None:
        self.columns: Sequence[Sequence[ColumnValue]] = tuple(columns)
        self._count = len(self.columns[0])

    @classmethod
    def of(cls, rows: Sequence[Row]) -> ColumnRows:
        """The same of rows, of which there is one at least."""
        return rows if isinstance(rows, cls) else cls(zip(*rows, strict=True))

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Row]:
        return zip(*self.columns, strict=True)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> ColumnRows: ...
    def __getitem__(self, index: int | slice) -> Row | ColumnRows:
        if isinstance(index, slice):
            return ColumnRows([column[index] for column in self.columns])
        return tuple([column[index] for column in self.columns])

    def images(self, columns: Sequence[int], profile: ServerProfile) -> RowBytes | None:
        """The rows' images of these columns, where the rows know a quicker way to them than by their values."""
        return None


class PackedRows:
    """Rows in little memory: texts as texts, numbers and strings as marshal has them. Nothing of a value is lost."""

    __slots__ = ("_unpack",)

    def __init__(self, rows: ColumnRows) -> None:
        self._unpack = tuple(_packed(column) for column in rows.columns)

    def column(self, index: int) -> Sequence[ColumnValue]:
        """One column's values, made anew with each call."""
        return self._unpack[index]()

    def rows(self) -> list[Row]:
        """The rows, made anew with each call."""
        return list(zip(*(unpack() for unpack in self._unpack), strict=True))


def _packed(values: Sequence[ColumnValue]) -> Unpack:
    if isinstance(values, TextColumn):
        kind, data = type(values), values.joined().encode()
        return lambda: list(kind.split(data.decode()))
    try:
        return _marshalled(list(values))
    except ValueError:
        pass
    if set(map(type, values)) <= {Decimal, type(None)}:
        digits = _marshalled([None if value is None else str(value) for value in values])
        return lambda: [None if text is None else Decimal(text) for text in digits()]  # type: ignore[arg-type]
    return lambda: values


def _marshalled(values: list[Any]) -> Unpack:
    data = marshal.dumps(values, _PLAIN_VERSION)
    return lambda: marshal.loads(data)
