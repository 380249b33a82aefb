"""What the readers of all kinds share: the column they read for, whole numbers, pairs, ranges, weights."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from binwriter.catalog.tables import Column
from binwriter.errors import SpecError
from binwriter.formats.records import dataclass
from binwriter.workload.specification.fields import Fields, read_text
from binwriter.workload.specification.units import read_number
from binwriter.workload.values.number_types import NumberType
from binwriter.workload.values.settings import GeneratorSettings
from binwriter.workload.values.texts.types import TextType

_MOST_DIGITS = 15


@dataclass(frozen=True, slots=True)
class Context:
    """The column that a generator is for. numbers, texts: what its type takes."""

    column: Column
    numbers: NumberType | None
    texts: TextType | None

    @property
    def name(self) -> str:
        return self.column.name

    def wrong_kind(self, place: str, expected: str) -> SpecError:
        """The error for a generator that makes no values of the column's type."""
        kind = self.column.spec.type.name
        return SpecError(place, f"it makes {expected}, and column {self.name} is {kind}")

    def need_numbers(self, place: str) -> NumberType:
        if self.numbers is None:
            raise self.wrong_kind(place, "numbers and times")
        return self.numbers

    def need_texts(self, place: str) -> TextType:
        if self.texts is None:
            raise self.wrong_kind(place, "texts")
        return self.texts


Read = Callable[[Any, str, Context, Fields], GeneratorSettings]


def read_digits(value: object, place: str) -> int:
    return read_integer(value, place, 0, _MOST_DIGITS)


def read_share(value: object, place: str) -> Fraction:
    read_number(value, place, most=1)
    return Fraction(str(value))


def read_yes_no(value: object, place: str) -> bool:
    if not isinstance(value, bool):
        raise SpecError(place, f"{value!r} is neither true nor false")
    return value


def read_alphabet(value: object, place: str) -> str:
    """'international', or the letters themselves."""
    text = read_text(value, place)
    if not text:
        raise SpecError(place, "it has no letters")
    return text


def read_integer(value: object, place: str, low: int, high: int) -> int:
    """A whole number; 1e6 is one too."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise SpecError(place, f"{value!r} is not a whole number")
    if not low <= value <= high:
        raise SpecError(place, f"{value} is out of range: {low} to {high}")
    return value


def read_pair(value: object, place: str) -> tuple[Any, Any]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise SpecError(place, f"{value!r} is not a pair [least, most]")
    return value[0], value[1]


def ordered(low: int, high: int, place: str, shown: tuple[Any, Any]) -> tuple[int, int]:
    if low > high:
        raise SpecError(place, f"the least, {shown[0]}, is more than the most, {shown[1]}")
    return low, high


def read_exact(value: object, place: str) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise SpecError(place, f"{value!r} is not a number")
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise SpecError(place, f"{value!r} is not a number") from None


def read_weights(value: object, place: str) -> tuple[Fraction, ...]:
    if not isinstance(value, list | tuple):
        raise SpecError(place, f"{value!r} is not a list of weights")
    weights = tuple(read_exact(weight_given, f"{place}[{number}]") for number, weight_given in enumerate(value))
    for number, weight in enumerate(weights):
        if weight < 0:
            raise SpecError(f"{place}[{number}]", f"weight {value[number]} is negative")
    if not any(weights):
        raise SpecError(place, "all weights are 0")
    return weights
