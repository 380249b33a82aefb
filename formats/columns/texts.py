"""Columns of values that are still written as texts, and become values when somebody looks at one.

Whoever makes one has checked the texts: each is what its value looks like, in the column's own form.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, Self, overload


class TextColumn(Sequence[Any]):
    """Values of one kind. texts: without quotes; no comma stands in one."""

    __slots__ = ("texts",)

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts

    @staticmethod
    @abstractmethod
    def value(text: str) -> Any:
        """The value of a text."""

    def joined(self) -> str:
        """All texts as one."""
        return ",".join(self.texts)

    @classmethod
    def split(cls, joined: str) -> Self:
        """The column of what `joined` gave for one of at least one value."""
        return cls(joined.split(","))

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[Any]:
        return map(self.value, self.texts)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    def __getitem__(self, index: int | slice) -> Any:
        return type(self)(self.texts[index]) if isinstance(index, slice) else self.value(self.texts[index])


class DecimalTexts(TextColumn):
    """DECIMALs with as many digits behind the point as the column has: -1.50. A negative zero is zero."""

    __slots__ = ()

    @staticmethod
    def value(text: str) -> Decimal:
        value = Decimal(text)
        return value or abs(value)

    def __iter__(self) -> Iterator[Decimal]:
        has_signs = "-" in "".join(self.texts)
        return map(self.value if has_signs else Decimal, self.texts)


class DatetimeTexts(TextColumn):
    """DATETIMEs without a fraction, which there are in the calendar: 2024-02-29 10:11:12."""

    __slots__ = ()

    @staticmethod
    def value(text: str) -> datetime:
        return datetime.fromisoformat(text)

    def __iter__(self) -> Iterator[datetime]:
        return map(datetime.fromisoformat, self.texts)
