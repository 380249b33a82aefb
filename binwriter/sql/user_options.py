"""What stands behind the accounts of CREATE USER and ALTER USER, in the order and form in which a server writes it.

Source: MySQL manual, "CREATE USER Statement"; texts as a 9.7.4 logs them.
"""

from __future__ import annotations

from binwriter.sql.cursor import Cursor, PieceKind

# The order in which a server writes the options of an account.
_ORDER = ("REQUIRE", "WITH", "PASSWORD", "FAILED_LOGIN_ATTEMPTS", "ACCOUNT", "COMMENT", "ATTRIBUTE")
_LIMITS = ("MAX_QUERIES_PER_HOUR", "MAX_UPDATES_PER_HOUR", "MAX_CONNECTIONS_PER_HOUR", "MAX_USER_CONNECTIONS")


def read_options(cursor: Cursor) -> str:
    """All that is left of the statement, as the server writes it."""
    groups: dict[str, list[str]] = {}
    current = ""
    while not cursor.at_end:
        piece = cursor.next()
        word = piece.text.upper()
        is_new = word in _ORDER and not (word == "REQUIRE" and cursor.at("CURRENT"))  # PASSWORD REQUIRE CURRENT
        if piece.kind is PieceKind.WORD and is_new:
            current = word
        if piece.kind is PieceKind.WORD and word == "AND" and current == "REQUIRE":
            continue
        found = groups.setdefault(current, [])
        found.append(_string(piece.text) if piece.kind is PieceKind.STRING else word)
    if "ACCOUNT" in groups:
        groups["ACCOUNT"] = groups["ACCOUNT"][-2:]  # the last one counts
    if "WITH" in groups:
        groups["WITH"] = _limits(groups["WITH"])
    return "".join(" " + " ".join(groups[name]) for name in ("", *_ORDER) if name in groups)


def _string(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace('"', '\\"')
    return f"'{escaped}'"


def _limits(words: list[str]) -> list[str]:
    """WITH and its limits, each once, in the server's order."""
    given = dict(zip(words[1::2], words[2::2], strict=False))
    found = ["WITH"]
    for name in (*_LIMITS, *(one for one in given if one not in _LIMITS)):
        if name in given:
            found += [name, given[name]]
    return found
