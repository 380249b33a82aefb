"""What stands behind the accounts of CREATE USER and ALTER USER, in the order and form in which a server writes it.

Source: MySQL manual, "CREATE USER Statement"; texts as a 9.7.4 logs them.
"""

from __future__ import annotations

from binwriter.sql.text.cursor import Cursor, PieceKind

_PASSWORD = "PASSWORD"
_LAST = ("COMMENT", "ATTRIBUTE")
# The order in which a server writes the options of an account; of one that is given twice it knows the second.
_ORDER = (
    "",
    "DISCARD",
    "REQUIRE",
    "WITH",
    f"{_PASSWORD} EXPIRE",
    "ACCOUNT",
    f"{_PASSWORD} HISTORY",
    f"{_PASSWORD} REUSE",
    f"{_PASSWORD} REQUIRE",
    "FAILED_LOGIN_ATTEMPTS",
    "PASSWORD_LOCK_TIME",
    *_LAST,
)
_PAIRS = {
    "REQUIRE": ("SUBJECT", "ISSUER", "CIPHER"),
    "WITH": ("MAX_QUERIES_PER_HOUR", "MAX_UPDATES_PER_HOUR", "MAX_CONNECTIONS_PER_HOUR", "MAX_USER_CONNECTIONS"),
}


def read_options(cursor: Cursor) -> str:
    """All that is left of the statement, as the server writes it."""
    groups: dict[str, list[str]] = {}
    found = groups.setdefault("", [])
    current = ""
    while not cursor.at_end:
        if (current in _LAST and len(found) > 1) or cursor.at_symbol(","):
            raise cursor.error()
        piece = cursor.next()
        word = piece.text.upper()
        if piece.kind is PieceKind.STRING:
            found.append(_string(piece.text))
            continue
        name = f"{word} {cursor.word()}" if word == _PASSWORD and not cursor.at_end else word
        if name in _ORDER:
            current = name
            found = groups[name] = name.split()
            if name != word:
                cursor.next()
        elif word != "AND":
            found.append(word)
    for name, order in _PAIRS.items():
        if name in groups:
            groups[name] = _in_order(groups[name], order)
    return "".join(" " + " ".join(groups[name]) for name in _ORDER if groups.get(name))


def _string(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace('"', '\\"')
    return f"'{escaped}'"


def _in_order(words: list[str], order: tuple[str, ...]) -> list[str]:
    """The word, then name and value in turn, each once; REQUIRE SSL and the like stay as they are."""
    given = dict(zip(words[1::2], words[2::2], strict=False))
    if not given:
        return words
    names = [name for name in (*order, *(one for one in given if one not in order)) if name in given]
    return [words[0], *(word for name in names for word in (name, given[name]))]
