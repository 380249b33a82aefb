"""A regular expression of Henry Spencer's library as one of Python's `re`, or the error that the library finds in it.

Servers up to 5.7 have that library. Sources: its manual page re_format(7), and the order in which its parser looks at a
pattern; captured: regular_expressions_of_old_row. It reads bytes: a character of several is several of its own.
Only whether a text matches is asked of it, so that what is matched, and how much, does not count.
"""

from __future__ import annotations

from functools import lru_cache

from binwriter.errors import MySQLError
from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error

_MOST_COUNT = 255
_COUNT = pattern(r"\d+")
_WORDS = {"[[:<:]]": r"(?<![0-9A-Za-z_])(?=[0-9A-Za-z_])", "[[:>:]]": r"(?<=[0-9A-Za-z_])(?![0-9A-Za-z_])"}
_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": " \\t",
    "cntrl": "\\x00-\\x1f\\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": "!-/:-@\\[-`{-~",
    "space": " \\t-\\r",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}


def _error(told: str) -> MySQLError:
    return mysql_error("ER_REGEXP_ERROR", told)


@lru_cache(maxsize=256)
def spencers_pattern(text: str) -> str:
    """MySQLError ER_REGEXP_ERROR, in the words of the library."""
    return _Reading(text).branches(inside=False)


class _Reading:
    def __init__(self, text: str) -> None:
        self._text, self._place = text, 0

    @property
    def _next(self) -> str:
        return self._text[self._place : self._place + 1]

    def branches(self, *, inside: bool) -> str:
        """Alternatives up to the end, or to the bracket that closes them."""
        made = []
        while True:
            pieces = []
            while self._next and self._next != "|" and not (inside and self._next == ")"):
                pieces.append(self._piece())
            if not pieces:
                raise _error("empty (sub)expression")
            made.append("".join(pieces))
            if self._next != "|":
                return "|".join(made)
            self._place += 1

    def _piece(self) -> str:
        item = self._item()
        if not self._repeats():
            return item
        if item == "^":
            raise _error("repetition-operator operand invalid")
        sign = self._next
        self._place += 1
        if sign == "{":
            sign = self._interval()
        if self._repeats():
            raise _error("repetition-operator operand invalid")
        return f"(?:{item}){sign}"

    def _repeats(self) -> bool:
        return self._next in ("*", "+", "?") or (self._next == "{" and self._text[self._place + 1 :][:1].isdigit())

    def _interval(self) -> str:
        least = most = self._count()
        if self._next == ",":
            self._place += 1
            most = self._count() if self._next.isdigit() else None
            if most is not None and least is not None and least > most:
                raise _error("invalid repetition count(s)")
        if self._next != "}":
            known = "}" in self._text[self._place :]
            raise _error("invalid repetition count(s)" if known else "braces not balanced")
        self._place += 1
        return f"{{{least},{'' if most is None else most}}}"

    def _count(self) -> int | None:
        digits = _COUNT.match(self._text, self._place)
        if digits is None or int(digits[0]) > _MOST_COUNT:
            raise _error("invalid repetition count(s)")
        self._place = digits.end()
        return int(digits[0])

    def _item(self) -> str:
        sign = self._next
        self._place += 1
        if sign == "(":
            return self._group()
        if sign == "[":
            return self._set()
        if sign in "*+?" or (sign == "{" and self._next.isdigit()):
            raise _error("repetition-operator operand invalid")
        if sign == "\\":
            if not self._next:
                raise _error("trailing backslash (\\)")
            sign = self._next
            self._place += 1
        elif sign in "^$.":
            return {"$": r"\Z", ".": r"[\x00-\U0010ffff]", "^": "^"}[sign]
        return _quoted(sign)

    def _group(self) -> str:
        if not self._next:
            raise _error("parentheses not balanced")
        made = "" if self._next == ")" else self.branches(inside=True)
        if self._next != ")":
            raise _error("parentheses not balanced")
        self._place += 1
        return f"(?:{made})"

    # --- what stands in square brackets -----------------------------------------------------------------------------

    def _set(self) -> str:
        for word, made in _WORDS.items():
            if self._text.startswith(word, self._place - 1):
                self._place += len(word) - 1
                return made
        parts = []
        negated = self._take("^")
        if self._next in ("]", "-"):
            parts.append(_quoted(self._next))
            self._place += 1
        while self._next and self._next != "]" and not self._text.startswith("-]", self._place):
            parts.append(self._term())
        if self._take("-"):
            parts.append(r"\-")
        if not self._take("]"):
            raise _error("brackets ([ ]) not balanced")
        return f"[{'^' if negated else ''}{''.join(parts)}]"

    def _take(self, sign: str) -> bool:
        found = self._text.startswith(sign, self._place)
        self._place += len(sign) * found
        return found

    def _term(self) -> str:
        if self._next == "-":
            raise _error("invalid character range")
        for sign, told in ((":", "invalid character class"), ("=", "invalid collating element")):
            if self._take(f"[{sign}"):
                return self._named(sign, told)
        first = last = self._symbol()
        if self._next == "-" and self._text[self._place + 1 : self._place + 2] not in ("", "]"):
            self._place += 1
            last = "-" if self._take("-") else self._symbol()
        if first > last:
            raise _error("invalid character range")
        return _quoted(first) if first == last else f"{_quoted(first)}-{_quoted(last)}"

    def _symbol(self) -> str:
        if not self._next:
            raise _error("brackets ([ ]) not balanced")
        if self._take("[."):
            return self._named(".", "invalid collating element")
        sign = self._next
        self._place += 1
        return sign

    def _named(self, sign: str, told: str) -> str:
        """[:class:], [=character=] or [.character.]; of names of characters none is known."""
        end = self._text.find(f"{sign}]", self._place)
        if not self._next or end < 0:
            raise _error("brackets ([ ]) not balanced")
        name = self._text[self._place : end]
        self._place = end + 2
        if sign == ":":
            if name not in _CLASSES:
                raise _error(told)
            return _CLASSES[name]
        if len(name) != 1:
            raise _error(told)
        return name if sign == "." else _quoted(name)


def _quoted(character: str) -> str:
    return (
        f"\\{character}" if not character.isalnum() and character.isascii() and character.isprintable() else character
    )
