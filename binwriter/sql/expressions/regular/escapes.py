"""What stands behind a backslash in a regular expression of ICU, as Python's `re` reads it.

Source: ICU User Guide, "Regular Expressions", metacharacters; captured: limits/patterns, scripts "wrong" and "ICU".
"""

from __future__ import annotations

import re
import sys
import unicodedata
from functools import lru_cache

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error

LINE_ENDS = r"\n\x0b\x0c\r\x85\u2028\u2029"
_SPACES = r"\t \xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
# Of one character, inside of a set without its brackets: they may stand there.
_CLASSES = {
    "d": r"\d",
    "D": r"\D",
    "w": r"\w",
    "W": r"\W",
    "s": r"\s",
    "S": r"\S",
    "h": f"[{_SPACES}]",
    "H": f"[^{_SPACES}]",
    "v": f"[{LINE_ENDS}]",
    "V": f"[^{LINE_ENDS}]",
}
_ASSERTIONS = {"b": r"\b", "B": r"(?:\B|\A\Z)", "A": r"\A", "z": r"\Z", "Z": rf"(?=(?:\r\n|[{LINE_ENDS}])?\Z)"}
_CONTROLS = {"a": "\a", "e": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_HEXADECIMALS = (pattern(r"x\{([0-9A-Fa-f]{1,6})\}"), pattern(r"x([0-9A-Fa-f]{1,2})"),
                 pattern(r"u([0-9A-Fa-f]{4})"), pattern(r"U([0-9A-Fa-f]{8})"))  # fmt: skip
_OCTAL = pattern(r"0([0-7]{1,3})")
_PROPERTY = pattern(r"[pP]\{(?:\s*(?:gc|general_?category)\s*=)?([^}]*)\}", re.IGNORECASE)
_NAMED = pattern(r"N\{([^}]*)\}")
_GROUP_NAME = pattern(r"k<([A-Za-z][A-Za-z0-9]*)>")
_NO_MODEL = frozenset("GX")
# General categories: the names that they have beside the short ones.
_CATEGORIES = {
    "letter": "L", "mark": "M", "number": "N", "punctuation": "P", "symbol": "S", "separator": "Z", "other": "C",
    "uppercaseletter": "Lu", "lowercaseletter": "Ll", "titlecaseletter": "Lt", "modifierletter": "Lm",
    "otherletter": "Lo", "decimalnumber": "Nd", "letternumber": "Nl", "othernumber": "No", "spaceseparator": "Zs",
    "mathsymbol": "Sm", "currencysymbol": "Sc", "control": "Cc", "format": "Cf", "dashpunctuation": "Pd",
    "upper": "Lu", "uppercase": "Lu", "lower": "Ll", "lowercase": "Ll", "alpha": "L", "alphabetic": "L", "digit": "Nd",
    "punct": "P", "cntrl": "Cc",
}  # fmt: skip
# What one character of each class matches.
POSIX_CLASSES = {
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
_BY_CLASS = {name: POSIX_CLASSES[name] for name in ("alnum", "space", "word", "xdigit")}
_BY_CLASS |= {"ascii": r"[\x00-\x7f]", "any": r"[\s\S]"}
_SHORT_NAMES = """
    C Cc Cf Cn Co Cs L LC Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs
"""
_SHORT = {name.lower(): name for name in _SHORT_NAMES.split()}
_OTHER_PROPERTIES_NAMES = """
    assigned blank graph print whitespace asciihexdigit hexdigit idstart idcontinue
    math dash diacritic ideographic emoji latin latn greek grek cyrillic cyrl han hani hebrew hebr arabic arab
    armenian armn hiragana hira katakana kana hangul hang thai devanagari deva bengali beng georgian geor common zyyy
    inherited zinh ethiopic ethi khmer khmr lao laoo tibetan tibt tamil taml telugu telu gujarati gujr gurmukhi guru
    kannada knda malayalam mlym sinhala sinh myanmar mymr mongolian mong cherokee cher runic runr ogham ogam coptic
    copt gothic goth syriac syrc thaana thaa bopomofo bopo yi yiii braille brai
"""
_OTHER_PROPERTIES = frozenset(_OTHER_PROPERTIES_NAMES.split())


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


def read_escape(text: str, place: int) -> Escape:
    """The backslash there, and what belongs to it. ER_REGEXP_BAD_ESCAPE_SEQUENCE, ER_REGEXP_ILLEGAL_ARGUMENT;
    UnsupportedError for what Python has nothing like."""
    at = place + 1
    if at >= len(text):
        raise mysql_error("ER_REGEXP_BAD_ESCAPE_SEQUENCE")
    letter = text[at]
    if (class_ := _CLASSES.get(letter)) is not None:
        return Escape(class_, at + 1)
    if (assertion := _ASSERTIONS.get(letter)) is not None:
        return Escape(assertion, at + 1, of_one=False, repeats=False)
    if (control := _CONTROLS.get(letter)) is not None:
        return _character(control, at + 1)
    if letter in "xuU":
        return _hexadecimal(text, at)
    if letter in "pPN":
        return _property(text, at) if letter != "N" else _named(text, at)
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


def _property(text: str, at: int) -> Escape:
    match = _PROPERTY.match(text, at)
    if match is None:
        raise _no_property()
    name = "".join(character for character in match[1] if character not in " _-").lower()
    negated = text[at] == "P"
    if (class_ := _BY_CLASS.get(name)) is not None:
        return Escape(f"(?:(?!{class_})[\\s\\S])" if negated else class_, match.end())
    category = _SHORT.get(name, _CATEGORIES.get(name))
    if category is None:
        if "=" in name or name in _OTHER_PROPERTIES or name.startswith(("in", "is")):
            raise UnsupportedError(f"regular expression {text!r} (\\p{{{match[1]}}})")
        raise _no_property()
    return Escape(f"[{'^' if negated else ''}{_of_category(category)}]", match.end())


@lru_cache(maxsize=64)
def _of_category(category: str) -> str:
    """The ranges of its characters, as a set has them."""
    wanted = ("Lu", "Ll", "Lt") if category == "LC" else (category,)
    ranges, begin = [], None
    for number in range(sys.maxunicode + 2):
        inside = number <= sys.maxunicode and unicodedata.category(chr(number)).startswith(wanted)
        if inside and begin is None:
            begin = number
        elif not inside and begin is not None:
            ranges.append(f"\\U{begin:08x}-\\U{number - 1:08x}")
            begin = None
    return "".join(ranges)
