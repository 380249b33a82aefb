"""Passwords out of what is shown of SQL: sidecars, explanations, reports and lines of errors.

The log itself has what a server's has: hashes, since a server rewrites such statements before it logs them. A body of
a routine is logged as it was written, by a server too. Here the words are looked for, not the grammar: what is shown
may be a part of a statement, or wrong.
Source: MySQL manual, "Passwords and Logging": which statements a server rewrites, and `<secret>` for what it hides.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from binwriter.formats.patterns import pattern

HIDDEN = "<secret>"
# Words before a password, and what may stand between them and it.
_BEFORE = (
    r"(?:\bIDENTIFIED\s+(?:WITH\s+[^\s'\"]+\s+|WITH\s+['\"][^'\"]*['\"]\s+)?BY\s+(?:PASSWORD\s+)?"
    r"|\bIDENTIFIED\s+VIA\s+[^\s'\"]+\s+(?:USING|AS)\s+"
    r"|\b(?:[A-Z]+_)?PASSWORD\s*(?:FOR\s+[^=;]{1,200})?(?::?=\s*|\(\s*|\s+(?=\\*['\"]))(?:\bPASSWORD\s*\(\s*)?"
    r"|\bREPLACE\s+(?=\\*['\"])"
    r")"
)
# a literal, or one within a literal; one that does not end is hidden to the end
_PLAIN = r"'(?:[^'\\]|\\.|'')*(?:'|$)|\"(?:[^\"\\]|\\.|\"\")*(?:\"|$)"
_WITHIN = r"(?P<quote>\\+['\"]|''|\"\").*?(?:(?P=quote)|$)"
_LITERAL = pattern(rf"(?P<before>{_BEFORE})(?:(?P<within>{_WITHIN})|{_PLAIN})", re.IGNORECASE | re.DOTALL)
_URL = pattern(r"(?P<before>\b[a-z][a-z0-9+.-]*://[^\s:/@'\"]*:)[^\s/'\"]*@", re.IGNORECASE)
_LIKELY = pattern(r"passw|identified|://|replace", re.IGNORECASE)


def without_secrets(text: str) -> str:
    """The text with `'<secret>'` for each password in it, and without those of URLs."""
    if not _LIKELY.search(text):
        return text
    text = _LITERAL.sub(lambda match: f"{match['before']}'{HIDDEN}'", text)
    return _URL.sub(lambda match: f"{match['before']}{HIDDEN}@", text)


def without_secrets_in(value: Any) -> Any:
    """The same for every text in lists and dicts, as JSON has them."""
    if isinstance(value, str):
        return without_secrets(value)
    if isinstance(value, dict):
        return {name: without_secrets_in(member) for name, member in value.items()}
    return [without_secrets_in(member) for member in value] if isinstance(value, list | tuple) else value


def secrets_in(text: str) -> tuple[str, ...]:
    """The passwords that stand in a text, without their quotes, the longest first."""
    secrets = (match[0][len(match["before"]) :].strip("\\'\"") for match in _LITERAL.finditer(text))
    return tuple(sorted({secret for secret in secrets if secret}, key=len, reverse=True))


def answer_without_secrets(answer: Any, sql: str) -> Any:
    """What was answered to a statement: an error may quote a part of it in which no word says what the rest is."""
    return hiding_secrets_of(sql)(answer)


def hiding_secrets_of(sql: str) -> Callable[[Any], Any]:
    """What takes them out of each part of the answer to a statement: its text is looked through once."""
    secrets = secrets_in(sql) if _LIKELY.search(sql) else ()
    if not secrets:
        return without_secrets_in

    def hide(answer: Any) -> Any:
        if isinstance(answer, str):
            for secret in secrets:
                answer = answer.replace(secret, HIDDEN)
            return without_secrets(answer)
        if isinstance(answer, dict):
            return {name: hide(member) for name, member in answer.items()}
        return [hide(member) for member in answer] if isinstance(answer, list | tuple) else answer

    return hide
