"""What servers before 8.0 count of functions' texts in CREATE TABLE .. SELECT (see `binwriter.sql.types.old_texts`).

Captured: captured-old, texts_selected_row.
"""

from __future__ import annotations

from enum import Enum, auto


class Count(Enum):
    """How characters are counted where a newer server counts otherwise."""

    SUBSTRING = auto()
    REPLACED = auto()
    HEXADECIMAL = auto()
    DIGITS = auto()


COUNTS: dict[str, Count] = {
    "SUBSTRING": Count.SUBSTRING,
    "REPLACE": Count.REPLACED,
    "HEX": Count.HEXADECIMAL,
    **dict.fromkeys(("CONV", "BIN", "OCT"), Count.DIGITS),
}
# Which arguments give a function's text; all of them else.
TEXTS_OF = {
    **dict.fromkeys(("LEFT", "RIGHT", "SUBSTRING", "SUBSTRING_INDEX", "REPEAT"), (0,)),
    **dict.fromkeys(("LTRIM", "RTRIM", "TRIM", "LOWER", "UPPER", "REVERSE", "QUOTE", "SOUNDEX"), (0,)),
    **dict.fromkeys(("NULLIF", "MIN", "MAX"), (0,)),
    **dict.fromkeys(("LPAD", "RPAD"), (0, 2)),
    "INSERT": (0, 3),
}
BEHIND_FIRST = frozenset({"ELT", "MAKE_SET"})
OF_TEXTS = frozenset({*TEXTS_OF, *BEHIND_FIRST, "CONCAT", "CONCAT_WS", "REPLACE", "IFNULL", "COALESCE", "IF"})
BYTES = frozenset({"MD5", "SHA", "GET_FORMAT", "INET_NTOA", "ADDTIME", "SUBTIME", "DATE_ADD", "DATE_SUB"})
# Whose texts are as long as their arguments together, one of them or the first one.
MADE_OF = frozenset(
    {"CONCAT", "CONCAT_WS", "ELT", "INSERT", "LEFT", "LOWER", "LTRIM", "MAKE_SET", "REPEAT", "REVERSE", "RTRIM"}
    | {"SUBSTRING", "SUBSTRING_INDEX", "TRIM", "UPPER"}
)
