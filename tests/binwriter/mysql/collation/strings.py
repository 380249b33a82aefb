"""Strings whose comparison and order tell collations apart: drawn once, kept in the golden file with the answers.

Most are variations of few stems: another case or accent, decomposed or composed, with something weightless, a space or
a control character put in, cut or doubled. Stems are of the characters that expand, contract and reorder.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from binwriter.formats.collations import Collation

_SEED = 5
SHARED, OWN = 420, 160  # strings of all Unicode collations, and those of one table

_STEMS = (Path(__file__).parent / "stems.txt").read_text("utf-8").split()
_WEIGHTLESS = "\0\x01\x08\x1f\x7f\u00ad\u200b\u200d\u0301\u0300\u0308\u0327\u0323\u0338\u0345\ufe0f\U000e0100\U000e0041"
_PUT_IN = [*" \t\n\r\x0b-_.~!aAzZé0", "  ", " \t", "\u3000", "\u00a0"]


def _varied(draw: random.Random, text: str) -> str:
    place = draw.randint(0, len(text))
    return draw.choice(
        (
            text.upper,
            text.lower,
            text.swapcase,
            text.title,
            lambda: unicodedata.normalize("NFD", text),
            lambda: unicodedata.normalize("NFC", text),
            lambda: unicodedata.normalize("NFKC", text),
            lambda: text[:place] + draw.choice(_WEIGHTLESS) + text[place:],
            lambda: text[:place] + draw.choice(_PUT_IN) + text[place:],
            lambda: text[:place] + text[place + 1 :],
            lambda: text[:place] + text[place : place + 1] * 2 + text[place + 1 :],
            lambda: text + " " * draw.randint(1, 3),
            lambda: text + draw.choice(("\t", " \t", "  \n", "a", "\0", " \0", "\u0301")),
            lambda: " " + text,
            lambda: text[::-1],
        )
    )()


def _made(draw: random.Random, stems: Sequence[str], count: int, longest: int = 9) -> list[str]:
    made: dict[str, None] = {"": None, " ": None}
    while len(made) < count:
        text = draw.choice(stems)
        if draw.random() < 0.3:
            text += draw.choice(stems)
        made[text[:longest]] = None
        for _ in range(draw.randint(1, 3)):
            text = _varied(draw, text)[:longest]
            made[text] = None
    return [text for text in made if not any("\ud800" <= character <= "\udfff" for character in text)][:count]


def shared_strings() -> list[str]:
    """For all collations of Unicode."""
    draw = random.Random(_SEED)
    any_characters = ["".join(map(chr, _code_points(draw, draw.randint(1, 3)))) for _ in range(150)]
    return _made(draw, _STEMS + any_characters, SHARED)


def _code_points(draw: random.Random, count: int) -> list[int]:
    highest = draw.choice((0x7F, 0x24F, 0x5FF, 0x1FFF, 0xFFFF, 0x1FFFF, 0x3FFFF, 0x10FFFF))
    codes = [draw.randint(1, highest) for _ in range(count)]
    return [code if not 0xD800 <= code <= 0xDFFF else ord("x") for code in codes]


def own_strings(table: str, parts: Sequence[str]) -> list[str]:
    """For the collations of one table of Unicode; parts: what it weighs otherwise than its base, and contracts."""
    draw = random.Random(f"{_SEED} {table}")
    if not parts:
        return []
    stems = [
        *draw.sample(parts, min(len(parts), 80)),
        *("".join(draw.choices(parts, k=3)) for _ in range(30)),
        "a",
        "z",
    ]
    return _made(draw, stems, OWN)


def strings_of_charset(collation: Collation) -> list[str]:
    """For the collations of a character set that is not Unicode: of its own characters."""
    draw = random.Random(f"{_SEED} {collation.charset}")
    charset = [*map(chr, range(0x80)), *_encodable(collation)]
    stems = [
        "ab",
        "Zz",
        "ss",
        "ae",
        "ch",
        "a",
        *("".join(draw.choices(charset, k=draw.randint(1, 3))) for _ in range(150)),
    ]
    stems += [stem for stem in _STEMS if _fits(stem, collation)]
    made = _made(draw, stems, 3 * SHARED)
    return [text for text in made if _fits(text, collation)][: SHARED // 2]


def _encodable(collation: Collation) -> list[str]:
    return [chr(code) for code in range(0x80, 0x10000) if not 0xD800 <= code <= 0xDFFF and _fits(chr(code), collation)]


def _fits(text: str, collation: Collation) -> bool:
    encoded = collation.encode_replacing(text)
    return collation.decode_or_bytes(encoded) == text
