"""How long WEIGHT_STRING() says that its result may become. Source: the answers of a 9.7.4 for all of its collations
(tests/golden/wire/weights.json)."""

from __future__ import annotations

from functools import cache

from binwriter.formats.collations import collation_by_id

_LEAST = 8
_WEIGHTS_OF_UCA = 8
# of a character and of the whole: of those of Unicode 9.0 by the levels that they compare
_OF_LEVELS = {"ai_ci": (64, 0), "as_ci": (128, 2), "as_cs": (192, 4), "bin": (16, 0), "as_cs_ks": (320, 6)}
_WITH_ORDER = ("hr", "ja", "ru", "zh", "sr_latn", "mn_cyrl", "bg", "bs")
_ORDERED = {"ai_ci": (128, 0), "as_cs": (256, 4)}
# of a character, without those that follow Unicode's weights; by collation, or else by character set
_OF_COLLATION = {
    "cp1250_czech_cs": (2, 0),
    "latin1_german2_ci": (2, 0),
    "tis620_thai_ci": (4, 0),
    "latin2_czech_cs": (4, 4),
    "utf8mb4_bin": (12, 0),
    "utf16_bin": (12, 0),
    "utf16le_bin": (12, 0),
    "utf32_bin": (12, 0),
    "gb18030_bin": (16, 0),
    "gb18030_chinese_ci": (32, 0),
    "utf16_general_ci": (16, 0),
    "utf16le_general_ci": (16, 0),
    "utf8mb4_general_ci": (8, 0),
    "utf32_general_ci": (8, 0),
}
_OF_WIDTH = {1: 1, 2: 4, 3: 6}
_OF_CHARSET = {"ujis": 9, "eucjpms": 9}
_PLAIN = ("_general_ci", "_bin", "_general_mysql500_ci", "_tolower_ci", "_chinese_ci", "_japanese_ci", "_korean_ci")


@cache
def _of(collation: int) -> tuple[int, int, int]:
    """Bytes of a weight for each character, those of the whole, and the bytes of a character."""
    known = collation_by_id(collation)
    name, width = known.name, known.mbmaxlen
    charset = name.partition("_")[0]
    if "_0900_" in name:
        language, _, levels = name.removeprefix(charset).partition("_0900_")
        is_ordered = language[1:] in _WITH_ORDER and levels in _ORDERED
        each, whole = (_ORDERED if is_ordered else _OF_LEVELS)[levels]
    elif name in _OF_COLLATION:
        each, whole = _OF_COLLATION[name]
    elif width == 1 or name.endswith(_PLAIN):
        each, whole = _OF_CHARSET.get(charset, _OF_WIDTH.get(width, width)), 0
    else:
        each, whole = _WEIGHTS_OF_UCA * width * width, 0
    return each, whole, width


def weight_length(collation: int, characters: int, at_least: int = 0) -> int:
    """Bytes of the weights of so many characters. at_least: AS CHAR(n), in bytes."""
    each, whole, width = _of(collation)
    size = max(characters * width, at_least)
    return max(_LEAST, size * each // width + whole)
