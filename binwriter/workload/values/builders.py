"""Settings of a column -> its generator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from binwriter.errors import SpecError
from binwriter.formats.collations import collation_of_any_server
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.workload.values import settings as s
from binwriter.workload.values.columns import ColumnValues, NumberColumn
from binwriter.workload.values.documents.source import (
    ContainerLeaf,
    FixedLeaf,
    IntegerLeaf,
    JsonSource,
    Leaf,
    PickedLeaf,
    RealLeaf,
    StringLeaf,
    Tables,
)
from binwriter.workload.values.documents.template import INTEGERS, STRINGS, Drawn, Fixed, Members, Picked, TemplateNode
from binwriter.workload.values.histograms import histogram, normal_intervals, zipf_intervals
from binwriter.workload.values.kernels import kernels
from binwriter.workload.values.number_types import NumberType, number_type
from binwriter.workload.values.numbers import (
    Constant,
    NumberSource,
    PermutedNumbers,
    SequenceNumbers,
    UniformNumbers,
    WalkNumbers,
)
from binwriter.workload.values.rows import Seeds
from binwriter.workload.values.shapes import ShapeColumn, UuidBytes
from binwriter.workload.values.texts.compounds import email_node, list_node
from binwriter.workload.values.texts.generators import Part, Pick, Source, TextSource
from binwriter.workload.values.texts.parts import PartMaker
from binwriter.workload.values.texts.patterns import Chain, Node, longest, read_pattern
from binwriter.workload.values.texts.types import TextType, text_type
from binwriter.workload.values.texts.word_lists import INTERNATIONAL, INTERNATIONAL_LETTERS, WORDS

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = "0123456789"
# Letters that are different in the collations that are not a language's own.
_SAFE_LETTERS = _DIGITS + "abcdefghjkmnpqrstuvxz"
_GENERAL = pattern(r"_(general|unicode|unicode_520|0900)_(ai_|as_)?c[is]$|_bin$")
_INTERNATIONAL = "international"
_UNIQUE_DIGITS = 12
_FEW_CHARACTERS = 6
_UNIQUE_BYTES = 7
_LONGEST_WORD = 14
_MOST_NUMBER = (1 << 63) - 1
_DAY = 24 * 3600 * 1_000_000  # microseconds


@dataclass(frozen=True, slots=True)
class Plan:
    """A column's settings and what a generator is made of. start: microseconds since 1970 UTC of the workload."""

    spec: ColumnSpec
    settings: s.ColumnSettings
    seeds: Seeds
    start: int

    @property
    def place(self) -> str:
        return self.settings.place


def build(plan: Plan) -> ColumnValues | None:
    """The column's generator; None for one that refers to other rows or is computed. SpecError for bad settings."""
    generator = plan.settings.generator
    if isinstance(generator, s.Refers | s.Computed):
        return None
    kind = number_type(plan.spec, plan.settings.digits)
    if kind is not None:
        return NumberColumn(kind, number_source(generator, kind, plan))
    texts = text_type(plan.spec)
    if texts is not None:
        return _text_column(generator, texts, plan)
    return _OTHERS[type(generator)](generator, plan)


# --- numbers


def _uniform(generator: s.Uniform, kind: NumberType, plan: Plan) -> NumberSource:
    make = PermutedNumbers if plan.settings.unique else UniformNumbers
    if generator.low == generator.high and not plan.settings.unique:
        return Constant(generator.low)
    return make(generator.low, generator.high, plan.seeds.of("value"))


def _recent(generator: s.Recent, kind: NumberType, plan: Plan) -> NumberSource:
    last = min(plan.start // kind.microseconds, generator.high)
    first = max(last - generator.days * _DAY // kind.microseconds, generator.low)
    ends = (first, last) if first <= last else (generator.low, generator.high)
    return _uniform(s.Uniform(*ends), kind, plan)


def _sequence(generator: s.Sequence, kind: NumberType, plan: Plan) -> NumberSource:
    start, step = generator.start, generator.step
    limit = kind.count_from(start, step)
    return SequenceNumbers(start, step, generator.repeat, generator.cycle, limit)


def _zipf(generator: s.Zipf, kind: NumberType, plan: Plan) -> NumberSource:
    intervals, weights = zipf_intervals(generator.count, generator.exponent)
    moved = [(first + generator.first, last + generator.first) for first, last in intervals]
    return histogram(moved, weights, plan.seeds.of("value"))


def _normal(generator: s.Normal, kind: NumberType, plan: Plan) -> NumberSource:
    return normal_source(generator, plan.seeds.of("value"))


def normal_source(generator: s.Normal, seed: np.uint64) -> NumberSource:
    """Whole numbers by a normal distribution."""
    intervals = normal_intervals(generator.mean, generator.deviation, generator.low, generator.high)
    return histogram(*intervals, seed)


def _walk(generator: s.Walk, kind: NumberType, plan: Plan) -> NumberSource:
    unit = kind.microseconds
    first = max(kind.low, -(-plan.start // unit)) if generator.start is None else generator.start
    last = (min(kind.high, _MOST_NUMBER // unit - 1) + 1) * unit - 1
    return WalkNumbers(
        first * unit, last, unit, generator.step, generator.jitter, generator.update, plan.seeds.of("value")
    )


def _chosen(generator: s.Choice, kind: NumberType, plan: Plan) -> NumberSource:
    values = [int(value) for value in generator.values]
    weights = generator.weights or (1,) * len(values)
    return histogram([(value, value) for value in values], weights, plan.seeds.of("value"))


_NUMBERS: Mapping[type, Callable[[Any, NumberType, Plan], NumberSource]] = {
    s.Uniform: _uniform,
    s.Recent: _recent,
    s.Sequence: _sequence,
    s.Zipf: _zipf,
    s.Normal: _normal,
    s.Walk: _walk,
    s.Choice: _chosen,
}


def number_source(generator: s.GeneratorSettings, kind: NumberType, plan: Plan) -> NumberSource:
    """The numbers of a generator."""
    return _NUMBERS[type(generator)](generator, kind, plan)


# --- texts


def _length_source(length: s.Uniform | s.Normal | s.Zipf, plan: Plan) -> NumberSource:
    seed = plan.seeds.of("length")
    if isinstance(length, s.Normal):
        return normal_source(length, seed)
    assert isinstance(length, s.Uniform)
    return Constant(length.low) if length.low == length.high else UniformNumbers(length.low, length.high, seed)


def _letters(generator: s.Letters, texts: TextType, plan: Plan, maker: PartMaker) -> list[Part]:
    length = _length_source(generator.length, plan)
    if texts.binary and not generator.alphabet:
        return [maker.any_bytes(length)]
    alphabet = INTERNATIONAL_LETTERS if generator.alphabet == _INTERNATIONAL else generator.alphabet or _LETTERS
    return [maker.letters(_encodable(alphabet, texts) if alphabet is INTERNATIONAL_LETTERS else alphabet, length)]


def _words(generator: s.Words, texts: TextType, plan: Plan, maker: PartMaker) -> list[Part]:
    least, most = generator.least, min(generator.most, texts.most_bytes)
    number = UniformNumbers(min(least, most), most, plan.seeds.of("length"))
    words: tuple[str, ...] = WORDS
    if generator.alphabet == _INTERNATIONAL:
        words = tuple(_encodable((*INTERNATIONAL, *WORDS[: len(INTERNATIONAL)]), texts))
    elif generator.alphabet:
        raise SpecError(plan.place, f"alphabet of words is 'international' or not given: {generator.alphabet!r}")
    # TEXT is limited in bytes only
    characters = texts.most_bytes if plan.spec.type is ColumnType.BLOB else texts.characters
    return [maker.words(words, number, characters, texts.most_bytes)]


def _encodable(entries: Any, texts: TextType) -> list[str]:
    """Those that the column's character set has."""
    storable = []
    for entry in entries:
        try:
            texts.encode(entry)
        except Exception:
            continue
        storable.append(entry)
    return storable


def _expression(node: Node, texts: TextType, plan: Plan, maker: PartMaker) -> list[Part]:
    longest_text = longest(node)
    if longest_text > texts.characters:
        raise SpecError(
            plan.place,
            f"its texts have up to {longest_text} characters, column {plan.spec.name} has {texts.characters}",
        )
    if plan.settings.unique:
        return maker.unique_expression(node, texts.exact)
    return maker.expression(node)


def _names(generator: s.Names, texts: TextType, plan: Plan, maker: PartMaker) -> list[Part]:
    return _expression(list_node(generator.kind), texts, plan, maker)


def _pattern(generator: s.Pattern, texts: TextType, plan: Plan, maker: PartMaker) -> list[Part]:
    return _expression(read_pattern(generator.text, plan.place), texts, plan, maker)


def _email(generator: s.Email, texts: TextType, plan: Plan, maker: PartMaker) -> list[Part]:
    if not plan.settings.unique:
        return _expression(email_node(generator.domains), texts, plan, maker)
    bare = email_node(generator.domains, Chain(()))
    digits = min(_UNIQUE_DIGITS, texts.characters - longest(bare))
    if digits < 1:
        raise SpecError(plan.place, f"column {plan.spec.name} has no room for a number that tells addresses apart")
    assert isinstance(bare, Chain)
    first, dot, last, _, at, domains = bare.parts
    number = PermutedNumbers(0, 10**digits - 1, maker.seed())
    return [
        *maker.expression(Chain((first, dot))),
        *maker.expression(last),
        maker.places(number, [_DIGITS] * digits),
        *maker.expression(Chain((at, domains))),
    ]


def _choice(generator: s.Choice, texts: TextType, plan: Plan, maker: PartMaker) -> list[Part]:
    return _picked(generator, plan, maker)


def _picked(generator: s.Choice, plan: Plan, maker: PartMaker) -> list[Part]:
    entries = [bytes(value) for value in generator.values]
    if len(entries) == 1:
        return [maker.literal_bytes(entries[0])]
    starts, lengths = maker.source.add(entries)
    return [Pick(starts, lengths, choice_numbers(len(entries), generator.weights, plan.seeds.of("value")))]


def choice_numbers(count: int, weights: Any, seed: np.uint64) -> NumberSource:
    """The numbers of entries."""
    if not weights:
        return UniformNumbers(0, count - 1, seed)
    return histogram([(number, number) for number in range(count)], weights, seed)


def _unique_text(generator: s.UniqueText, texts: TextType, plan: Plan, maker: PartMaker) -> list[Part]:
    room = generator.prefix or (texts.most_bytes if texts.binary else texts.characters)
    if texts.binary:
        size = min(room, _UNIQUE_BYTES)
        number = PermutedNumbers(0, 256**size - 1, maker.seed())
        return [maker.byte_places(number, [[bytes((byte,)) for byte in range(256)]] * size)]
    few = room <= _FEW_CHARACTERS and _GENERAL.search(collation_of_any_server(plan.spec.collation).name)
    alphabet = _SAFE_LETTERS if few else _DIGITS
    digits = min(room, _UNIQUE_DIGITS)
    part = maker.places(PermutedNumbers(0, len(alphabet) ** digits - 1, maker.seed()), [alphabet] * digits)
    if room < digits + 1 + _LONGEST_WORD:
        return [part]
    if generator.prefix:
        return [part, maker.literal("-"), maker.pick(WORDS)]
    return [maker.pick([word + "-" for word in WORDS]), part]


_TEXTS: Mapping[type, Callable[[Any, TextType, Plan, PartMaker], list[Part]]] = {
    s.Letters: _letters,
    s.Words: _words,
    s.Names: _names,
    s.Pattern: _pattern,
    s.Email: _email,
    s.Choice: _choice,
    s.UniqueText: _unique_text,
}


def _text_column(generator: s.GeneratorSettings, texts: TextType, plan: Plan) -> ColumnValues:
    if isinstance(generator, s.Uuid):
        return UuidBytes(plan.spec.name, texts, plan.seeds.of("uuid"), generator.version, plan.start)
    source = Source()
    maker = PartMaker(source, texts.encode, plan.seeds, plan.place)
    parts = _TEXTS[type(generator)](generator, texts, plan, maker)
    return TextSource(plan.spec.name, texts.arrow, source.finish(), tuple(parts))


# --- documents, points, vectors


def _document(generator: s.Json, plan: Plan) -> ColumnValues:
    source = Source()
    root = _leaf(generator.template, plan, source, [0])
    most = root.most
    if most >= 1 << 16:
        raise SpecError(plan.place, f"documents may take {most} bytes, templates are for less than {1 << 16}")
    plain = kernels(False)
    return JsonSource(plan.spec.name, root, Tables(source), plan.seeds.rows(plain, np.zeros(2, np.uint64)))


def _leaf(node: TemplateNode, plan: Plan, source: Source, numbers: list[int]) -> Leaf:
    numbers[0] += 1
    seeds = Seeds(plan.seeds.seed, plan.seeds.table, (plan.seeds.column + 1) << 32 | numbers[0])
    match node:
        case Fixed():
            return FixedLeaf(node)
        case Picked(values, weights):
            return PickedLeaf(values, choice_numbers(len(values), weights, seeds.of("value")), source)
        case Members(_, nodes):
            return ContainerLeaf(node, [_leaf(member, plan, source, numbers) for member in nodes])
        case Drawn(spec, generator):
            inner = Plan(spec, s.ColumnSettings(generator, plan.place), seeds, plan.start)
            if spec is STRINGS:
                return _string_leaf(generator, inner, source)
            kind = number_type(spec)
            assert kind is not None
            drawn = number_source(generator, kind, inner)
            return IntegerLeaf(drawn) if spec is INTEGERS else RealLeaf(drawn, 10**kind.digits)


def _string_leaf(generator: s.GeneratorSettings, plan: Plan, source: Source) -> Leaf:
    texts = text_type(plan.spec)
    assert texts is not None
    maker = PartMaker(source, texts.encode, plan.seeds, plan.place)
    if isinstance(generator, s.Uuid):
        return StringLeaf(maker.expression(read_pattern(UUID_PATTERN, plan.place)), source)
    return StringLeaf(_TEXTS[type(generator)](generator, texts, plan, maker), source)


UUID_PATTERN = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"


def _documents(generator: s.Choice, plan: Plan) -> ColumnValues:
    source = Source()
    maker = PartMaker(source, str.encode, plan.seeds, plan.place)
    parts = tuple(_picked(generator, plan, maker))
    return TextSource(plan.spec.name, pa.binary(), source.finish(), parts)


def _points(generator: s.Points, plan: Plan) -> ColumnValues:
    return ShapeColumn(plan.spec.name, plan.spec.geometry_type, generator, plan.seeds.of("x"), plan.seeds.of("y"))


def _vector(generator: s.Vector, plan: Plan) -> ColumnValues:
    source = Source()
    maker = PartMaker(source, str.encode, plan.seeds, plan.place)
    part = maker.vectors(Constant(generator.dimensions))
    return TextSource(plan.spec.name, pa.binary(), source.finish(), (part,))


_OTHERS: Mapping[type, Callable[[Any, Plan], ColumnValues]] = {
    s.Json: _document,
    s.Choice: _documents,
    s.Points: _points,
    s.Vector: _vector,
}
