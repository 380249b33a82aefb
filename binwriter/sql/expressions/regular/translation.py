"""A regular expression of ICU as one of Python's `re`, or the error that ICU finds in it.

Source: ICU User Guide, "Regular Expressions"; captured: limits/patterns, scripts "wrong", "large" and "ICU".
"""

from __future__ import annotations

from functools import lru_cache

from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.expressions.regular.character_sets import read_set
from binwriter.sql.expressions.regular.escapes import LINE_ENDS, Escape, of_character, read_escape, wrong_at

_INTERVAL = pattern(r"\{(\d+)(?:(,)(\d*))?\}")
_NAME = pattern(r"\(\?<([A-Za-z][A-Za-z0-9]*)>")
_COMMENT = pattern(r"\(\?#[^)]*\)")
_FLAGS = pattern(r"[a-zA-Z-]*")
_GROUPS = ("(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>")
_KNOWN_FLAGS = frozenset("imswxdu-")
_PYTHONS_FLAGS = frozenset("imsx")
_MOST_DEPTH = 99  # of brackets: ICU's stack of states
_LARGEST_COUNT = (1 << 31) - 1


@lru_cache(maxsize=256)
def pythons_pattern(text: str, reach: int, *, dot_is_all: bool = False) -> str:
    """MySQLError as a server has it; UnsupportedError for what Python's have not. dot_is_all: line ends, too. reach: of
    the text that it is looked for in (`classes.reach_of`)."""
    return _Reading(text, reach, dot_is_all).read()


class _Reading:
    def __init__(self, text: str, reach: int, dot_is_all: bool) -> None:
        self._text, self._place, self._reach = text, 0, reach
        self._dot = "." if dot_is_all else f"[^{LINE_ENDS}]"
        self._made: list[str] = []
        self._opened: list[str] = []  # the brackets that are open
        self._flags: list[list[str]] = [[]]  # of each of them: brackets that flags like (?i) opened
        self._numbers: list[int | None] = []  # of each that captures: the how manyth
        self._groups, self._whole, self._names = 0, set[int](), dict[str, int]()
        self._referred: list[int] = []

    def read(self) -> str:
        text = self._text
        while self._place < len(text):
            if self._item():
                self._quantifiers()
        if self._opened:
            raise mysql_error("ER_REGEXP_MISMATCHED_PAREN")
        if any(number > self._groups for number in self._referred):
            raise mysql_error("ER_REGEXP_INVALID_BACK_REF")
        self._close_flags()
        return "".join(self._made)

    def _item(self) -> bool:
        """One item. Whether it may be repeated."""
        text, place = self._text, self._place
        character = text[place]
        if character == "\\":
            return self._escape()
        if character == "[":
            made, self._place = read_set(text, place, self._reach)
            self._made.append(made)
            return True
        if character == "(":
            return self._open()
        if character == ")":
            return self._close()
        self._place += 1
        if character == "|":
            reopened = "".join(self._flags[-1])
            self._made.append(")" * len(self._flags[-1]) + "|" + reopened)
            return False
        if character in "*+?{}":
            raise wrong_at(text, place)
        if character == ".":
            self._made.append(self._dot)
            return True
        if character in "^$":
            behind = text[place + 1 : place + 2]
            self._made.append(f"(?:{character})" if behind and behind in "*+?{" else character)
            return True
        self._made.append(character)
        return True

    def _escape(self) -> bool:
        text, place = self._text, self._place
        if text.startswith("\\Q", place):
            end = text.find("\\E", place)
            quoted = text[place + 2 : end if end >= 0 else len(text)]
            self._place = end + 2 if end >= 0 else len(text)
            self._made.extend(map(of_character, quoted))
            return bool(quoted)
        escape = read_escape(text, place, self._reach)
        self._place = escape.end
        self._made.append(self._referring(escape) if escape.refers else escape.text)
        return escape.repeats

    def _referring(self, escape: Escape) -> str:
        """A group that is not closed by then has no text: nothing is as it."""
        if escape.refers.isdigit():
            number = int(escape.refers)
        elif (named := self._names.get(escape.refers)) is not None:
            number = named
        else:
            raise mysql_error("ER_REGEXP_INVALID_CAPTURE_GROUP_NAME")
        self._referred.append(number)
        return escape.text if number in self._whole else "(?!)"

    # --- groups -----------------------------------------------------------------------------------------------------

    def _open(self) -> bool:
        text, place = self._text, self._place
        if (comment := _COMMENT.match(text, place)) is not None:
            self._place = comment.end()
            return False
        if text.startswith("(?#", place):
            raise mysql_error("ER_REGEXP_MISMATCHED_PAREN")
        if not text.startswith("(?", place):
            self._begin("(", 1, captures=True)
            return False
        known = next((group for group in sorted(_GROUPS, key=len, reverse=True) if text.startswith(group, place)), None)
        if known is not None:
            self._begin(known, len(known))
        elif (name := _NAME.match(text, place)) is not None:
            if name[1] in self._names:
                raise mysql_error("ER_REGEXP_INVALID_CAPTURE_GROUP_NAME")
            self._names[name[1]] = self._groups + 1
            self._begin(f"(?P<{name[1]}>", len(name[0]), captures=True)
        elif text.startswith("(?<", place):
            if not text[place + 3 : place + 4].isalpha():
                raise wrong_at(text, place + 3)
            raise mysql_error("ER_REGEXP_INVALID_CAPTURE_GROUP_NAME")
        elif text.startswith("(?(", place):
            raise mysql_error("ER_REGEXP_UNIMPLEMENTED")
        else:
            self._flagged()
        return False

    def _begin(self, opening: str, length: int, *, captures: bool = False) -> None:
        self._groups += captures
        self._numbers.append(self._groups if captures else None)
        self._made.append(opening)
        self._opened.append(opening)
        self._flags.append([])
        if len(self._opened) > _MOST_DEPTH:
            raise mysql_error("ER_REGEXP_INTERNAL_ERROR")
        self._place += length

    def _flagged(self) -> None:
        """(?i) for what is left of the group, or (?i: .. )."""
        match = _FLAGS.match(self._text, self._place + 2)
        flags = match[0] if match is not None else ""
        end = self._place + 2 + len(flags)
        if not flags:
            raise wrong_at(self._text, self._place + 2)
        closing = self._text[end : end + 1]
        if set(flags) - _KNOWN_FLAGS or closing not in (")", ":"):
            first = next((place for place, flag in enumerate(flags) if flag not in _KNOWN_FLAGS), len(flags))
            if first == 0:
                raise wrong_at(self._text, self._place + 2)
            raise mysql_error("ER_REGEXP_INVALID_FLAG")
        on, _, off = flags.partition("-")
        if "s" in on:
            self._dot = "."
        kept_on = "".join(dict.fromkeys(flag for flag in on if flag in _PYTHONS_FLAGS and flag not in off))
        kept_off = "".join(dict.fromkeys(flag for flag in off if flag in _PYTHONS_FLAGS))
        opening = f"(?{kept_on}{'-' if kept_off else ''}{kept_off}:"
        if closing == ":":
            self._begin(opening, end + 1 - self._place)
            return
        self._made.append(opening)
        self._flags[-1].append(opening)
        self._place = end + 1

    def _close_flags(self) -> None:
        self._made.append(")" * len(self._flags.pop()))

    def _close(self) -> bool:
        if not self._opened:
            raise mysql_error("ER_REGEXP_MISMATCHED_PAREN")
        self._close_flags()
        self._opened.pop()
        if (number := self._numbers.pop()) is not None:
            self._whole.add(number)
        self._made.append(")")
        self._place += 1
        return True

    # --- repetitions ------------------------------------------------------------------------------------------------

    def _quantifiers(self) -> None:
        text, place = self._text, self._place
        sign = text[place : place + 1]
        if sign and sign in "*+?":
            self._place += 1
        elif sign == "{":
            sign = self._interval()
        else:
            return
        if any(opening in ("(?<=", "(?<!") for opening in self._opened) and sign in ("*", "+", "{n,}"):
            raise mysql_error("ER_REGEXP_LOOK_BEHIND_LIMIT")
        behind = text[self._place : self._place + 1]
        if behind and behind in "?+":
            self._place += 1
        self._made.append(text[place : self._place])

    def _interval(self) -> str:
        match = _INTERVAL.match(self._text, self._place)
        if match is None:
            raise mysql_error("ER_REGEXP_BAD_INTERVAL")
        for number in (match[1], match[3]):
            if number and (len(number) > 10 or int(number) >= _LARGEST_COUNT):
                raise mysql_error("ER_REGEX_NUMBER_TOO_BIG")
        if match[3] and int(match[3]) < int(match[1]):
            raise mysql_error("ER_REGEXP_MAX_LT_MIN")
        self._place = match.end()
        return "{n,}" if match[2] and not match[3] else "{n}"
