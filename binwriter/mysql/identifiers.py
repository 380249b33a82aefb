"""Names as they stand in SQL that a server writes."""

from __future__ import annotations


def quoted(name: str) -> str:
    """An identifier in backquotes, as the server writes it."""
    return "`" + name.replace("`", "``") + "`"


def unquoted(name: str) -> str:
    """The way back."""
    return name[1:-1].replace("``", "`")


def file_name(name: str) -> str:
    """A name as those of files have it: what is no letter, digit or _ by its number (MySQL manual, "Mapping of
    Identifiers to File Names"; letters beyond ASCII have shorter codes there, of which nothing is known here)."""
    return "".join(one if one == "_" or (one.isascii() and one.isalnum()) else f"@{ord(one):04x}" for one in name)
