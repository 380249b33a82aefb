"""What is asked of each column's generator, as values. Numbers are in units of the column's type (`number_types`)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from binwriter.catalog.tables import Table
from binwriter.formats.records import dataclass


@dataclass(frozen=True, slots=True)
class Uniform:
    """Each number from low to high as likely as the others."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Recent:
    """Times of the last `days` before the workload's start; from low to high where every row needs another one."""

    low: int
    high: int
    days: int = 730


@dataclass(frozen=True, slots=True)
class Sequence:
    """start, start + step, ... by the row's number; each `repeat` times; after `cycle` numbers (0: never) again."""

    start: int
    step: int = 1
    repeat: int = 1
    cycle: int = 0


@dataclass(frozen=True, slots=True)
class Zipf:
    """first to first + count - 1; number r (from 1 on) with the weight r^-exponent."""

    first: int
    count: int
    exponent: Fraction


@dataclass(frozen=True, slots=True)
class Normal:
    """Around the mean, cut off at low and high."""

    mean: Fraction
    deviation: Fraction
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values: numbers, or bytes of texts and documents. weights: one each, empty for all alike."""

    values: tuple[int, ...] | tuple[bytes, ...]
    weights: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class Walk:
    """Times that grow with the row's number. start: a number, None for that of the workload. The others: microseconds.

    step: from row to row. jitter: up to so much more, by chance. update: what each new version adds.
    """

    start: int | None = None
    step: int = 1000
    jitter: int = 0
    update: int = 1_000_000


@dataclass(frozen=True, slots=True)
class Letters:
    """So many letters of the alphabet ('': a to z); bytes by chance where the column has bytes."""

    length: Uniform | Normal | Zipf
    alphabet: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """least to most words."""

    least: int
    most: int
    alphabet: str = ""


@dataclass(frozen=True, slots=True)
class Names:
    """An entry of built-in lists: see `word_lists`. kind: first_name, city, phone, ..."""

    kind: str


@dataclass(frozen=True, slots=True)
class Email:
    """first.last12@domain"""

    domains: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Uuid:
    """version: 4 (by chance) or 7 (time first)."""

    version: int = 4


@dataclass(frozen=True, slots=True)
class Pattern:
    """Texts of a regular expression: see `patterns`."""

    text: str


@dataclass(frozen=True)
class Json:
    """A document with generators in it: a tree of `documents.template`."""

    template: Any


@dataclass(frozen=True, slots=True)
class Points:
    """Points between the corners. All numbers in 10^-6 of the coordinates' unit."""

    low_x: int
    high_x: int
    low_y: int
    high_y: int
    srid: int = 0


@dataclass(frozen=True, slots=True)
class Vector:
    """dimensions: how many entries; each from -1 to below 1."""

    dimensions: int


@dataclass(frozen=True, slots=True)
class UniqueText:
    """Texts, different for each row already in their first `prefix` characters (bytes, of binary ones); 0: in all."""

    prefix: int = 0


@dataclass(frozen=True, slots=True)
class Refers:
    """The value that a column of another row has. table: 'name' or 'schema.name'; column: None for the primary key."""

    table: str
    column: str | None = None


@dataclass(frozen=True, slots=True)
class Computed:
    """The value of a generated column: of the row's other columns."""


GeneratorSettings = (
    Uniform
    | Recent
    | Sequence
    | Zipf
    | Normal
    | Choice
    | Walk
    | Letters
    | Words
    | Names
    | Email
    | Uuid
    | Pattern
    | Json
    | Points
    | Vector
    | UniqueText
    | Refers
    | Computed
)


@dataclass(frozen=True, slots=True)
class ColumnSettings:
    """generator: how values are made. place: where the settings stand, for errors. given: they were asked for.

    null: the share of NULLs, 0 to 1; null_given: it was asked for. update: whether UPDATE changes the column; None: by
    its role. digits: after the point, of floats; -1 for those of the type. unique: every row gets another value.
    referenced: rows of other tables have its value.
    """

    generator: GeneratorSettings
    place: str
    given: bool = False
    null: Fraction = Fraction(0)
    null_given: bool = False
    update: bool | None = None
    digits: int = -1
    unique: bool = False
    referenced: bool = False


@dataclass(frozen=True, slots=True)
class ReferenceKey:
    """A unique key whose rows differ in what they refer to, and in their number modulo `reach`.

    columns: that refer, by index.
    """

    columns: tuple[int, ...]
    reach: int = 1


@dataclass(frozen=True)
class Generators:
    """The settings of all columns of a table, in its order. place: where they stand, for errors.

    limits: of keys whose sequences begin again: how many rows they tell apart, and a column's place.
    reference_keys: what has to be seen to when references are chosen. kept: the CHECK constraints that all rows keep.
    """

    table: Table
    columns: tuple[ColumnSettings, ...]
    place: str = ""
    limits: tuple[tuple[int, str], ...] = ()
    reference_keys: tuple[ReferenceKey, ...] = ()
    kept: frozenset[str] = frozenset()
