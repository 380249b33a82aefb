"""Sets of characters in regular expressions: ICU's nest, intersect and subtract; Python's do not.

Captured: limits/patterns, script "sets". Source: ICU User Guide, "Regular Expressions", set expressions.
"""

from __future__ import annotations

from dataclasses import field

from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.expressions.regular.classes import class_of
from binwriter.sql.expressions.regular.escapes import read_escape, wrong_at

_POSIX = pattern(r"\[:(\^?)([^\]:]*):\]")
_OPERATORS = ("&&", "--")
_ANY = r"[\s\S]"


def read_set(pattern: str, place: int, reach: int) -> tuple[str, int]:
    """The set whose bracket stands there, as Python's `re` reads it, and the place behind it. reach: see
    `classes.reach_of`.

    MySQLError ER_REGEXP_MISSING_CLOSE_BRACKET, ER_REGEXP_SET_SYNTAX and those of what stands behind a backslash.
    """
    return _Set(pattern, place, reach).read()


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
    def __init__(self, pattern: str, place: int, reach: int) -> None:
        self._pattern, self._place, self._reach = pattern, place, reach

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
                    raise wrong_at(self._pattern, self._place + 1)
                made, operand, pending = _joined(made, pending, operand), _Operand(), operator
                self._place += 2
                continue
            self._item(operand)
        if not (operand.plain or operand.inner):
            raise (
                wrong_at(self._pattern, self._place - 1) if pending else mysql_error("ER_REGEXP_MISSING_CLOSE_BRACKET")
            )
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
        known = class_of(match[2].lower(), self._reach, negated=bool(match[1])) if len(match[2]) > 1 else None
        if known is None:
            raise mysql_error("ER_REGEXP_ILLEGAL_ARGUMENT")
        self._place = match.end()
        return known

    def _item(self, operand: _Operand) -> None:
        if self._pattern[self._place] == "[":
            text, self._place = _Set(self._pattern, self._place, self._reach).read()
            operand.inner.append(text)
            return
        first = self._character(operand)
        if first is None:
            return
        behind = self._pattern[self._place + 1 : self._place + 2]
        if self._pattern[self._place : self._place + 1] == "-" and behind not in ("", "]", "[", "-"):
            self._place += 1
            last = self._character(None)
            operand.plain.append(f"{first}-{last}")
        else:
            operand.plain.append(first)

    def _character(self, operand: _Operand | None) -> str | None:
        """One character, as a set has it; None for a class, which the operand has then. operand: None at the end of a
        range, where no class may stand."""
        character = self._pattern[self._place]
        if character != "\\":
            self._place += 1
            return "\\" + character if character in "[]^&~|-" else character
        if self._place + 1 >= len(self._pattern):
            end = "ER_REGEXP_INVALID_RANGE" if operand is None else "ER_REGEXP_MISSING_CLOSE_BRACKET"
            raise mysql_error(end)
        escape = read_escape(self._pattern, self._place, self._reach)
        if escape.character:
            self._place = escape.end
            return escape.text
        if operand is None or not escape.of_one:
            raise wrong_at(self._pattern, self._place + 1)
        self._place = escape.end
        operand.inner.append(escape.text)
        return None


def _joined(made: str, operator: str, operand: _Operand) -> str:
    """Both sides of an operator; the left one is all that stands before it."""
    if not operator:
        return operand.text()
    return f"(?:(?{'=' if operator == '&&' else '!'}{operand.text()}){made})"
