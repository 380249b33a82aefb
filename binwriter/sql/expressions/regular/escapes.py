"""What stands behind a backslash in a regular expression of ICU, as Python's `re` reads it.

Source: ICU User Guide, "Regular Expressions", metacharacters; captured: limits/patterns, scripts "wrong" and "ICU".
"""

from __future__ import annotations

import re
import sys
import unicodedata

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.expressions.regular.classes import PROPERTY, class_of

LINE_ENDS = r"\n\x0b\x0c\r\x85\u2028\u2029"
# Letters whose capital is all that they are not.
_CLASSES = frozenset("dwshv")
_ASSERTIONS = {"b": r"\b", "B": r"(?:\B|\A\Z)", "A": r"\A", "z": r"\Z", "Z": rf"(?=(?:\r\n|[{LINE_ENDS}])?\Z)"}
_CONTROLS = {"a": "\a", "e": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_HEXADECIMALS = (pattern(r"x\{([0-9A-Fa-f]{1,6})\}"), pattern(r"x([0-9A-Fa-f]{1,2})"),
                 pattern(r"u([0-9A-Fa-f]{4})"), pattern(r"U([0-9A-Fa-f]{8})"))  # fmt: skip
_OCTAL = pattern(r"0([0-7]{1,3})")
_PROPERTY = pattern(r"[pP]\{(?:\s*(?:gc|general_?category|sc|script)\s*=)?([^}]*)\}", re.IGNORECASE)
_NAMED = pattern(r"N\{([^}]*)\}")
_GROUP_NAME = pattern(r"k<([A-Za-z][A-Za-z0-9]*)>")
_NO_MODEL = frozenset("GX")


@dataclass(frozen=True)
class Escape:
    """text: what Python reads; end: the place behind it. character: the one it stands for; empty if it is no character.

    of_one: whether it matches one character, so that it may stand in a set. repeats: whether it may be repeated.
    refers: the number or the name of the group that it stands for.
    """

    text: str
    end: int
    character: str = ""
    of_one: bool = True
    repeats: bool = True
    refers: str = ""


def read_escape(text: str, place: int, reach: int) -> Escape:
    """The backslash there, and what belongs to it. reach: see `classes.reach_of`.

    ER_REGEXP_BAD_ESCAPE_SEQUENCE, ER_REGEXP_ILLEGAL_ARGUMENT; UnsupportedError for what Python has nothing like.
    """
    at = place + 1
    if at >= len(text):
        raise mysql_error("ER_REGEXP_BAD_ESCAPE_SEQUENCE")
    letter = text[at]
    if letter.lower() in _CLASSES:
        class_ = class_of(letter.lower(), reach, negated=letter.isupper())
        assert class_ is not None
        return Escape(class_, at + 1)
    if (assertion := _ASSERTIONS.get(letter)) is not None:
        return Escape(assertion, at + 1, of_one=False, repeats=False)
    if (control := _CONTROLS.get(letter)) is not None:
        return _character(control, at + 1)
    if letter in "xuU":
        return _hexadecimal(text, at)
    if letter in "pPN":
        return _property(text, at, reach) if letter != "N" else _named(text, at)
    if letter == "c" and at + 1 < len(text):
        return _character(chr(ord(text[at + 1]) & 0x1F), at + 2)
    if letter == "R":
        return Escape(rf"(?>\r\n|[{LINE_ENDS}])", at + 1, of_one=False)
    if letter == "k":
        match = _GROUP_NAME.match(text, at)
        if match is None:
            raise mysql_error("ER_REGEXP_INVALID_CAPTURE_GROUP_NAME")
        return Escape(f"(?P={match[1]})", match.end(), of_one=False, refers=match[1])
    if letter == "0":
        octal = _OCTAL.match(text, at)
        if octal is None:
            raise mysql_error("ER_REGEXP_BAD_ESCAPE_SEQUENCE")
        return _character(chr(int(octal[1], 8)), octal.end())
    if letter.isdigit():
        return Escape(rf"(?:\{letter})", at + 1, of_one=False, refers=letter)
    if letter in _NO_MODEL:
        raise UnsupportedError(f"regular expression {text!r} (\\{letter})")
    return _character(letter, at + 1)


def wrong_at(text: str, place: int) -> MySQLError:
    """What stands there is out of place: a syntax error, whose place counts from the line's beginning."""
    begin = text.rfind("\n", 0, place) + 1
    return mysql_error("ER_REGEXP_SET_SYNTAX", text.count("\n", 0, place) + 1, min(place + 1, len(text)) - begin)


def of_character(character: str) -> str:
    """As Python reads it, in a set or not."""
    return f"\\U{ord(character):08x}" if not character.isalnum() and character != " " else character


def _character(character: str, end: int) -> Escape:
    return Escape(of_character(character), end, character)


def _hexadecimal(text: str, at: int) -> Escape:
    for form in _HEXADECIMALS:
        if (match := form.match(text, at)) is not None:
            number = int(match[1], 16)
            if number > sys.maxunicode:
                break
            return _character(chr(number), match.end())
    raise mysql_error("ER_REGEXP_BAD_ESCAPE_SEQUENCE")


def _named(text: str, at: int) -> Escape:
    match = _NAMED.match(text, at)
    try:
        return _character(unicodedata.lookup(match[1] if match is not None else ""), match.end() if match else at)
    except KeyError:
        if match is None:
            raise _no_property() from None
        raise mysql_error("ER_REGEXP_ERROR", "U_ILLEGAL_CHAR_FOUND") from None


def _no_property() -> MySQLError:
    return mysql_error("ER_REGEXP_ILLEGAL_ARGUMENT")


def _property(text: str, at: int, reach: int) -> Escape:
    match = _PROPERTY.match(text, at)
    if match is None:
        raise _no_property()
    name = "".join(character for character in match[1] if character not in " _-").lower()
    class_ = class_of(PROPERTY + name, reach, negated=text[at] == "P")
    if class_ is None:
        if "=" in name or name.startswith(("in", "is")):
            raise UnsupportedError(f"regular expression {text!r} (\\p{{{match[1]}}})")
        raise _no_property()
    return Escape(class_, match.end())
