"""Names as they stand in SQL that a server writes."""

from __future__ import annotations


def quoted(name: str) -> str:
    """An identifier in backquotes, as the server writes it."""
    return "`" + name.replace("`", "``") + "`"
