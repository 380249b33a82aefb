"""The generator that a column gets without being told, by its type and name."""

from __future__ import annotations

from binwriter.formats.constants import ColumnType
from binwriter.schema import Column
from binwriter.workload.values.number_types import NumberType
from binwriter.workload.values.settings import GeneratorSettings, Letters, Points, Uniform, Vector
from binwriter.workload.values.text_types import TextType


def default_generator(column: Column, numbers: NumberType | None, texts: TextType | None) -> GeneratorSettings:
    if numbers is not None:
        return Uniform(max(numbers.low, -10**9), min(numbers.high, 10**9))
    if texts is not None:
        most = min(texts.characters, 60)
        return Letters(Uniform(most // 4, most))
    if column.spec.type is ColumnType.VECTOR:
        return Vector(column.spec.length)
    return Points(-180 * 10**6, 180 * 10**6, -90 * 10**6, 90 * 10**6)
