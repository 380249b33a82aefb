"""Sets of characters in regular expressions: ICU's nest, intersect and subtract; Python's do not.

Captured: limits/patterns, script "sets". Source: ICU User Guide, "Regular Expressions", set expressions.
"""

from __future__ import annotations

from dataclasses import field

from binwriter.errors import MySQLError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error

# What one character of each class matches.
_CLASSES = {
    "alpha": r"[^\W\d_]",
    "digit": r"\d",
    "alnum": r"[^\W_]",
    "word": r"\w",
    "space": r"\s",
    "blank": r"[ \t]",
    "upper": "[A-ZÀ-ÖØ-Þ]",
    "lower": "[a-zß-öø-ÿ]",
    "xdigit": "[0-9A-Fa-f]",
    "punct": r"[!-/:-@\[-`{-~]",
    "cntrl": r"[\x00-\x1f\x7f]",
    "graph": r"[^\s\x00-\x1f\x7f]",
    "print": r"[^\x00-\x1f\x7f]",
}
_POSIX = pattern(r"\[:(\^?)([^\]:]*):\]")
_INTERVAL = pattern(r"\{\d+(,\d*)?\}")
_OPERATORS = ("&&", "--")
_ANY = r"[\s\S]"


def with_pythons_sets(pattern: str) -> str:
    """The pattern, its sets as Python's `re` reads them. MySQLError ER_REGEXP_MISSING_CLOSE_BRACKET, _BAD_INTERVAL."""
    if "[" not in pattern and "{" not in pattern:
        return pattern
    pieces, place = [], 0
    while place < len(pattern):
        if pattern[place] == "\\":
            end = pattern.find("}", place) + 1 if pattern[place + 2 : place + 3] == "{" else 0
            pieces.append(pattern[place : end or place + 2])
            place = end or place + 2
        elif pattern[place] == "{" and _INTERVAL.match(pattern, place) is None:
            raise mysql_error("ER_REGEXP_BAD_INTERVAL")
        elif pattern[place] == "[":
            text, place = _Set(pattern, place).read()
            pieces.append(text)
        else:
            pieces.append(pattern[place])
            place += 1
    return "".join(pieces)


@dataclass
class _Operand:
    """What stands between two operators: single characters and ranges as in a set of Python's, and what is more."""

    plain: list[str] = field(default_factory=list)
    inner: list[str] = field(default_factory=list)

    def text(self) -> str:
        parts = [f"[{''.join(self.plain)}]"] if self.plain else []
        parts += self.inner
        return parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})"


class _Set:
    def __init__(self, pattern: str, place: int) -> None:
        self._pattern, self._place = pattern, place

    def read(self) -> tuple[str, int]:
        """What matches one character of it, and the place behind it."""
        if (known := self._posix()) is not None:
            return known, self._place
        self._place += 1
        negated = self._accept("^")
        operand, made = _Operand(), ""
        pending = ""
        if self._accept("]"):
            operand.plain.append(r"\]")
        while not self._accept("]"):
            operator = self._pattern[self._place : self._place + 2]
            if operator in _OPERATORS:
                if not (operand.plain or operand.inner):
                    raise _wrong(self._place + 2)
                made, operand, pending = _joined(made, pending, operand), _Operand(), operator
                self._place += 2
                continue
            self._item(operand)
        if not (operand.plain or operand.inner):
            raise _wrong(self._place) if pending else mysql_error("ER_REGEXP_MISSING_CLOSE_BRACKET")
        if negated and not pending and not operand.inner:
            return f"[^{''.join(operand.plain)}]", self._place
        made = _joined(made, pending, operand)
        return (f"(?:(?!{made}){_ANY})" if negated else made), self._place

    def _accept(self, character: str) -> bool:
        if self._place >= len(self._pattern):
            raise mysql_error("ER_REGEXP_MISSING_CLOSE_BRACKET")
        if self._pattern[self._place] != character:
            return False
        self._place += 1
        return True

    def _posix(self) -> str | None:
        match = _POSIX.match(self._pattern, self._place)
        if match is None:
            return None
        known = _CLASSES.get(match[2].lower())
        if known is None:
            raise mysql_error("ER_REGEXP_ILLEGAL_ARGUMENT")
        self._place = match.end()
        return f"(?:(?!{known}){_ANY})" if match[1] else known

    def _item(self, operand: _Operand) -> None:
        if self._pattern[self._place] == "[":
            text, self._place = _Set(self._pattern, self._place).read()
            operand.inner.append(text)
            return
        first = self._character()
        behind = self._pattern[self._place + 1 : self._place + 2]
        if self._pattern[self._place : self._place + 1] == "-" and behind not in ("", "]", "[", "-"):
            self._place += 1
            last = self._character()
            operand.plain.append(f"{first}-{last}")
        else:
            operand.plain.append(first)

    def _character(self) -> str:
        text = self._pattern[self._place : self._place + 2]
        if text[0] == "\\":
            self._place += 2
            return text
        self._place += 1
        return "\\" + text[0] if text[0] in "[]^&~|-" else text[0]


def _joined(made: str, operator: str, operand: _Operand) -> str:
    """Both sides of an operator; the left one is all that stands before it."""
    if not operator:
        return operand.text()
    return f"(?:(?{'=' if operator == '&&' else '!'}{operand.text()}){made})"


def _wrong(place: int) -> MySQLError:
    return mysql_error("ER_REGEXP_SET_SYNTAX", place)
