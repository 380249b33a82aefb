"""Names as they stand in SQL that a server writes."""

from __future__ import annotations

import re

from binwriter.mysql.reserved_words import KEYWORDS, SINCE_8_0

_SIMPLE = re.compile(r"(?=.*[^0-9])[0-9A-Za-z_$]+")


def quoted(name: str) -> str:
    """An identifier in backquotes, as the server writes it."""
    return "`" + name.replace("`", "``") + "`"


def needs_quotes(name: str) -> bool:
    """Whether a server that quotes only what it must quotes this name: keywords, and what is not of ASCII's letters,
    digits, _ and $ (captured: names_shown)."""
    return _SIMPLE.fullmatch(name) is None or name.upper() in KEYWORDS


def quoted_if_needed(name: str, *, before_8_0: bool = False) -> str:
    """A name as partitions have it. before_8_0: words that became ones of the grammar since then are none."""
    return quoted(name) if needs_quotes(name) and not (before_8_0 and name.upper() in SINCE_8_0) else name


def unquoted(name: str) -> str:
    """The way back."""
    return name[1:-1].replace("``", "`")


def file_name(name: str) -> str:
    """A name as those of files have it: what is no letter, digit or _ by its number (MySQL manual, "Mapping of
    Identifiers to File Names"; letters beyond ASCII have shorter codes there, of which nothing is known here)."""
    return "".join(
        character if character == "_" or (character.isascii() and character.isalnum()) else f"@{ord(character):04x}"
        for character in name
    )
