"""What bytes weigh of which a character set has no character: they stand in texts as `charsets.stand_ins`.

Source: WEIGHT_STRING() of a 9.7.4, asked for each of them: of gbk they follow the characters in runs, those of gb18030
are counted, those of other sets weigh what they are. Of big5 that function shows one weight for all, by which nothing
is compared.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from binwriter.formats.charsets import charset_by_name
from binwriter.formats.charsets.runs import number_of
from binwriter.formats.charsets.stand_ins import Kept, kept_by
from binwriter.formats.errors import CorruptLogError

_BIG5_SHOWN = "\u3000"  # the character that weighs as much
_GB18030_FIRST = 0xFF000000
# of gbk: from, to, the weight of the first; those between that are characters are left out
_GBK = """
A140-A2A0:DADF A2AB-A2FE:DD7F A340-A4A0:DB9F A4F4-A4FE:DD8B A540-A5A0:DC5F A5F7-A5FE:DD96 A640-A6A0:DCBF A6B9-A6FE:DD9E
A740-A7A0:DD1F A7C2-A9FE:DDB9 AAA1-AFFE:D619 D7FA-D7FE:DE29 F8A1-FDFE:D84D FE50-FEA0:DE2E FEA1-FEFE:DA81
"""
_GBK_TAILS = (*range(0x40, 0x7F), *range(0x80, 0xFF))


def weight_of(kept: Kept) -> str:
    """The units of a sequence."""
    if kept.charset == "gbk":
        return chr(_gbk()[kept.sequence])
    pairs = range(0, len(kept.sequence), 2)
    return "".join([chr(int.from_bytes(kept.sequence[at : at + 2], "big")) for at in pairs])


def shown_weight(character: str, charset: str) -> bytes | str | None:
    """What WEIGHT_STRING() shows of a character that stands for bytes, or another one that it shows in its place; None
    where it shows what the sequence is compared by."""
    kept = kept_by(character)
    if kept is None or kept.charset != charset:
        return None
    if charset == "big5":
        return _BIG5_SHOWN
    return (_GB18030_FIRST + number_of(kept.sequence)).to_bytes(4, "big") if charset == "gb18030" else None


@cache
def _gbk() -> dict[bytes, int]:
    found: dict[bytes, int] = {}
    for run in _GBK.split():
        span, _, weight = run.partition(":")
        first, last = (bytes.fromhex(end) for end in span.split("-"))
        sequences = map(bytes, product(range(first[0], last[0] + 1), _GBK_TAILS))
        unknown = [one for one in sequences if first <= one <= last and not _is_character(one)]
        found.update(zip(unknown, range(int(weight, 16), int(weight, 16) + len(unknown)), strict=True))
    return found


def _is_character(sequence: bytes) -> bool:
    try:
        charset_by_name("gbk").decode(sequence)
    except CorruptLogError:
        return False
    return True
