"""Roles that everybody has: what the system variable mandatory_roles lists.

Source: MySQL manual, "Using Roles", "Defining Mandatory Roles"; captured: tests/golden/clusters/mandatory_roles.
"""

from __future__ import annotations

from collections.abc import Container

from binwriter.formats.patterns import pattern

Account = tuple[str, str]
_PART = r"(?:`[^`]*`|'[^']*'|\"[^\"]*\"|[^`'\"@,]+)"
_ROLE = pattern(rf"\s*({_PART})\s*(?:@\s*({_PART})?)?\s*")
_QUOTES = "`'\""


def listed_roles(text: str) -> tuple[Account, ...] | None:
    """The accounts of a list as the variable has it; None for what is no list."""
    if not text.strip():
        return ()
    roles, place = [], 0
    while True:
        role = _ROLE.match(text, place)
        if role is None or not role[1].strip():
            return None
        roles.append((_plain(role[1]), _plain(role[2] or "") or "%"))
        if role.end() == len(text):
            return tuple(dict.fromkeys(roles))
        if text[role.end()] != ",":
            return None
        place = role.end() + 1


def mandatory_roles(text: object, accounts: Container[Account]) -> tuple[Account, ...]:
    """Those of the list that are there."""
    return tuple(role for role in listed_roles(str(text or "")) or () if role in accounts)


def _plain(part: str) -> str:
    part = part.strip()
    return part[1:-1] if part[:1] in _QUOTES and len(part) > 1 else part
