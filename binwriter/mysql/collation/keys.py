"""Comparison keys of strings by collation.

`sort_key(a, c) == sort_key(b, c)` exactly when MySQL finds a and b equal by collation c; `<` orders them as
ORDER BY and index order do. Unique keys, comparisons, GROUP BY, DISTINCT and ORDER BY all use it.

The weights are those of a 9.7.4 for every code point (`weights`); three collations are refused by name
(`supported.INEXACT`). Where a server's ORDER BY is not that of its operators (big5_chinese_ci, and odd texts of a few
others: ORDERS_OTHERWISE in the test of comparisons), keys are those of operators and indexes. Trailing spaces count
only in NO PAD collations (binary and utf8mb4_0900_*); in all others a string is compared as if it went on with spaces
for ever.
"""

from __future__ import annotations

import re
from codecs import charmap_decode
from collections.abc import Callable, Sequence
from functools import cache
from itertools import takewhile

from binwriter.errors import UnsupportedError
from binwriter.formats.charsets.stand_ins import has_stand_in, kept_by
from binwriter.formats.collations import BINARY_COLLATION_ID, Collation, collation_by_id
from binwriter.mysql.collation.supported import UNICODE_CHARSETS, Source, Weights, source_of, supported
from binwriter.mysql.collation.weights import (
    WeightTable,
    contractions,
    highest_level,
    single_byte_weights,
    weight_table,
)
from binwriter.mysql.raw_bytes import RawText

SortKey = bytes | str | tuple[str, ...]
TextKey = Callable[[str], str]
_NO_PAD = "_0900_"
_TWO_BYTES = frozenset(("utf8mb3", "ucs2"))  # of a code point

# latin1_german2_ci: letters that weigh as two
_GERMAN2 = "latin1_german2_ci"
_GERMAN2_EXPANSIONS = str.maketrans({"Ä": "AE", "Ö": "OE", "Ü": "UE", "ß": "SS", "ä": "AE", "ö": "OE", "ü": "UE"})
_UPPER = str.maketrans("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
# No code point of a text is a surrogate: they stand for contractions while it is translated.
_FIRST_STAND_IN = 0xD800
_NO_UNIT = "\ufffe"  # which a decoder takes for no character
_SUPPLEMENTARY = "\U00010000"


class _Units(dict[int, str]):
    """A table for str.translate that finds the units of a character when it is first asked."""

    def __init__(self, table: WeightTable, contracted: Sequence[str]) -> None:
        super().__init__(enumerate(contracted, _FIRST_STAND_IN))
        self._table = table

    def __missing__(self, code: int) -> str:
        kept = kept_by(chr(code))
        if kept is not None:
            from binwriter.mysql.collation.weights_of_bytes import weight_of  # seldom needed

        units = self[code] = self._table.weights(code) if kept is None else weight_of(kept)
        return units


@cache
def _units(table: str, level: int) -> _Units:
    return _Units(weight_table(table, level), [levels[level - 1] for levels in contractions(table).values()])


@cache
def _contracting(table: str) -> TextKey | None:
    """Puts a stand-in for each contraction of a text; None if the table has none."""
    known = contractions(table)
    if not known:
        return None
    stand_ins = {text: chr(number) for number, text in enumerate(known, _FIRST_STAND_IN)}
    pattern = re.compile("|".join(sorted(map(re.escape, known), key=len, reverse=True)))
    return lambda text: pattern.sub(lambda match: stand_ins[match[0]], text)


def _translated(units: _Units) -> TextKey:
    """The units of a text. Of ASCII as a decoder finds them, many times as quickly: a byte has one unit, or none."""
    of_ascii = [units[code] for code in range(0x80)]
    if any(len(found) > 1 or found == _NO_UNIT for found in of_ascii):
        return lambda text: text.translate(units)
    table = "".join([found or _NO_UNIT for found in of_ascii])

    def key(text: str) -> str:
        return charmap_decode(text.encode(), "ignore", table)[0] if text.isascii() else text.translate(units)

    return key


def _of_level(table: str, level: int) -> TextKey:
    translated, contracted = _translated(_units(table, level)), _contracting(table)
    if contracted is None:
        return translated
    return lambda text: translated(contracted(text))


def _of_levels(table: str, levels: int) -> Callable[[str], SortKey]:
    keys = [_of_level(table, level) for level in range(1, min(levels, highest_level(table)) + 1)]
    if len(keys) == 1:
        return keys[0]
    return lambda text: tuple([key(text) for key in keys])


def _padded(weighed: TextKey) -> TextKey:
    """Makes keys of PAD SPACE from those of weights: their order is that of weights that go on with spaces for ever.

    A key ends with two spaces in place of those that its weights end with. Where spaces are followed by less than a
    space, all but the first of them become a zero and their number: fewer of them come earlier then, and all of them
    before the text that ends there.
    """
    space = weighed(" ")
    ending = space + space
    run = re.compile(f"{re.escape(space)}+(?=[\\0-{re.escape(chr(ord(space) - 1))}])")
    # other characters than those of ASCII that weigh less than a space are not printable (a test holds it)
    looks_always = any(weighed(character) < space for character in map(chr, range(0x21, 0x7F)))

    def key(text: str) -> str:
        kept = weighed(text).rstrip(space)
        if looks_always or not text.isprintable():
            kept = run.sub(lambda match: f"{space}\0{chr(len(match[0]))}", kept)
        return kept + ending

    return key


def _weighed(collation: Collation, source: Source) -> TextKey:
    """The weights of a text without regard to spaces at its end."""
    if source.weights is Weights.UNITS:
        return _of_level(source.table, 1)
    encode = collation.encode_replacing
    if source.weights is Weights.CASELESS_BYTES:
        return lambda text: encode(text.translate(_UPPER)).decode("latin-1")
    if source.weights is Weights.BYTES:
        return lambda text: encode(text).decode("latin-1")
    if source.weights is Weights.CODE_POINTS:
        return str
    weights = single_byte_weights()[source.table]
    if collation.name == _GERMAN2:
        return lambda text: encode(text.translate(_GERMAN2_EXPANSIONS)).translate(weights).decode("latin-1")
    return lambda text: encode(text).translate(weights).decode("latin-1")


@cache
def _key_function(collation_id: int) -> Callable[[str], SortKey]:
    collation = supported(collation_by_id(collation_id))
    source = source_of(collation.name)
    if source is None:
        raise UnsupportedError(f"comparing by collation {collation.name}")
    if not pads_space(collation_id):
        return str if source.weights is Weights.CODE_POINTS else _of_levels(source.table, source.levels)
    return _padded(_weighed(collation, source))


def sort_key(value: str | bytes, collation_id: int) -> SortKey:
    """The comparison key of a string by a collation.

    Bytes are compared as bytes whatever the collation, but those of a literal that are no text of its set: a byte that
    is no character comes after all of them, one that begins one at the end counts for nothing (captured: mixes/raw).
    A str under `binary` is compared as its UTF-8.
    Raises EncodeError for an unknown collation id, UnsupportedError for one that is not modelled.
    """
    if isinstance(value, bytes):
        if collation_id == BINARY_COLLATION_ID or not isinstance(value, RawText):
            return value
        value = value.characters("\uffff")
    if collation_id == BINARY_COLLATION_ID:
        return value.encode()
    return _key_function(collation_id)(value)


def _bytes_of_unit(unit: int) -> bytes:
    """Of character sets before Unicode: the weight of a single byte stands in the upper one."""
    return unit.to_bytes(2, "big") if unit & 0xFF or unit >= 0xFF00 else bytes([unit >> 8])


_ALWAYS_TOLD = 3  # levels, though they be empty (captured: clusters/weights_of_nothing)


def weight_bytes(text: str, collation_id: int) -> bytes:
    """The weights of a text as WEIGHT_STRING() gives them, without regard to padding.

    Raises as `sort_key` does.
    """
    collation = supported(collation_by_id(collation_id))
    source = source_of(collation.name)
    if source is None:
        raise UnsupportedError(f"the weights of collation {collation.name}")
    if has_stand_in(text):
        from binwriter.mysql.collation.weights_of_bytes import shown_weight  # seldom needed

        shown = [shown_weight(character, collation.charset) for character in text]
        if any(isinstance(one, bytes) for one in shown):
            pairs = zip(text, shown, strict=True)
            return b"".join(
                [o if isinstance(o, bytes) else weight_bytes(character, collation_id) for character, o in pairs]
            )
        text = "".join([one if isinstance(one, str) else character for character, one in zip(text, shown, strict=True)])
    if source.weights is Weights.CODE_POINTS and not pads_space(collation_id):
        return collation.encode_replacing(text)
    if source.weights is Weights.CODE_POINTS:
        width = 2 if collation.charset in _TWO_BYTES else 3
        return b"".join([ord(character).to_bytes(width, "big") for character in text])
    if source.weights is not Weights.UNITS:
        return _weighed(collation, source)(text).encode("latin-1")
    keys = _of_levels(source.table, source.levels)(text)
    levels = list(keys) if isinstance(keys, tuple) else [str(keys)]
    if collation.charset not in UNICODE_CHARSETS and not source.table.startswith("uca"):
        return b"".join([_bytes_of_unit(ord(unit)) for unit in levels[0]])
    while len(levels) > _ALWAYS_TOLD and not levels[-1]:
        levels.pop()
    return b"\0\0".join([b"".join([ord(unit).to_bytes(2, "big") for unit in level]) for level in levels])


def padding_weight(collation_id: int) -> tuple[bytes, bool]:
    """What WEIGHT_STRING() adds for a missing character, and whether it does so for characters at all."""
    if not pads_space(collation_id):
        return b"\0", False
    collation = collation_by_id(collation_id)
    source = source_of(collation.name)
    by_weight = collation.charset in UNICODE_CHARSETS or (source is not None and source.table.startswith("uca"))
    return weight_bytes(" ", collation_id) if by_weight else b" ", True


@cache
def character_key(collation_id: int) -> Callable[[str], SortKey]:
    """How LIKE compares single characters: by three levels; supplementary ones under UCA 4.0.0 by themselves.

    Raises as `sort_key` does.
    """
    collation = supported(collation_by_id(collation_id))
    source = source_of(collation.name)
    if source is None:
        raise UnsupportedError(f"comparing by collation {collation.name}")
    if source.weights is Weights.UNITS and not pads_space(collation_id):
        return _of_levels(source.table, min(source.levels, 3))
    weighed = _weighed(collation, source)
    if source.table.endswith("400"):
        return lambda character: weighed(character) if character < _SUPPLEMENTARY else character
    return weighed


@cache
def beginnings(collation_id: int) -> Callable[[Sequence[SortKey]], str] | None:
    """What keys of texts begin with, at the first level, whose first characters have these keys of `character_key`.

    None for collations in which characters weigh otherwise beside others. It ends at a space, as keys may.
    """
    collation = supported(collation_by_id(collation_id))
    source = source_of(collation.name)
    if collation_id == BINARY_COLLATION_ID or source is None:
        return None
    if source.weights is Weights.UNITS and contractions(source.table):
        return None
    if not pads_space(collation_id):
        return lambda keys: "".join([first_level(key) for key in keys])
    space = _weighed(collation, source)(" ")
    if len(space) != 1:
        return None
    by_themselves = source.table.endswith("400")  # supplementary characters, see `character_key`

    def begin(keys: Sequence[SortKey]) -> str:
        texts = map(first_level, keys)
        kept = takewhile(lambda text: text < _SUPPLEMENTARY, texts) if by_themselves else texts
        return "".join(kept).partition(space)[0]

    return begin


def first_level(key: SortKey) -> str:
    """Of a key of characters, the weights that count first."""
    return key[0] if isinstance(key, tuple) else str(key)


def is_case_insensitive(collation_id: int) -> bool:
    """Whether LIKE and REGEXP ignore case under this collation."""
    return collation_by_id(collation_id).name.endswith("_ci")


@cache
def pads_space(collation_id: int) -> bool:
    """Whether trailing spaces do not count in comparisons (PAD_ATTRIBUTE of information_schema.COLLATIONS)."""
    return collation_id != BINARY_COLLATION_ID and _NO_PAD not in collation_by_id(collation_id).name
