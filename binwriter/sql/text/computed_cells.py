"""Cells of VALUES lists that are no literals and yet say the same in each row that has them: user variables, calls of
functions that look at nothing but their arguments and the statement's time, and dates behind the word of their type.

`value_lists` keeps them with a mark in front. A call is read once for all that differ in literals alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from sqlglot import exp

from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.sql.text.trees import parse_expression

# what is neither unsafe nor deprecated, needs no rights, and is no stored function of anybody's
_NAMED = """
    abs ascii bin ceil ceiling char_length character_length coalesce concat concat_ws conv cos crc32 degrees elt
    exp field floor format greatest hex if ifnull inet_aton inet_ntoa inet6_aton inet6_ntoa insert instr lcase
    least left length ln locate log10 log2 lower lpad ltrim md5 mid mod nullif oct ord pi pow power quote radians
    repeat replace reverse right round rpad rtrim sha sha1 sha2 sign sin space sqrt strcmp substr substring
    substring_index tan to_base64 from_base64 truncate ucase unhex upper uuid_to_bin bin_to_uuid date_add date_sub
    adddate subdate date time datediff last_day makedate maketime sec_to_time str_to_date time_to_sec to_days year
    month day hour minute second from_unixtime now curdate curtime current_timestamp current_date current_time
    localtimestamp localtime utc_date utc_time utc_timestamp st_geomfromtext st_geomfromwkb st_geomfromgeojson
    st_pointfromtext st_linefromtext st_polyfromtext point linestring json_array json_object json_quote
"""
_FUNCTIONS = frozenset(_NAMED.split())
_WORDS = "current_timestamp|current_date|current_time|localtimestamp|localtime|utc_date|utc_time|utc_timestamp"
_UNITS = "microsecond|second|minute|hour|day|week|month|quarter|year"
_STRING = r"'[^'\\]*+(?:(?:\\.|'')[^'\\]*+)*+'"
_NUMBER = r"[0-9]{1,30}+(?:\.[0-9]{0,30}+)?+(?:[eE][+-]?[0-9]{1,2}+)?+"
_ARGUMENT = rf"{_STRING}|-?{_NUMBER}|0x[0-9A-Fa-f]++|(?i:null|interval -?[0-9]++ (?:{_UNITS}))\b"


def _call(argument: str) -> str:
    return rf"[A-Za-z_][A-Za-z0-9_]*+\(\s*+(?:(?:{argument})\s*+(?:,\s*+(?:{argument})\s*+)*+)?+\)"


# calls in calls in calls
_CALL = _call(rf"{_ARGUMENT}|{_call(f'{_ARGUMENT}|{_call(_ARGUMENT)}')}")
_TYPED = rf"(?i:timestamp|datetime|date|time)\s?+{_STRING}"
_COMPUTED = rf"@[A-Za-z_][A-Za-z0-9_]*+|{_CALL}|{_TYPED}|(?i:{_WORDS})\b(?!\()"

_IS_WORD = pattern(rf"(?i:{_WORDS})")
_IS_TYPED = pattern(r"(?i:timestamp|date|time)\s?'", re.ASCII)
_LITERALS = pattern(rf"({_STRING}|(?<![\w.]){_NUMBER}(?![\w.]))")


_CALLED = pattern(r"([A-Za-z_][A-Za-z0-9_]*)\(")


@lru_cache(maxsize=1)
def cell_pattern(literal: str) -> re.Pattern[str]:
    """Of a cell and what stands behind it. literal: the pattern of those that are."""
    return re.compile(rf"\s*+({literal}|{_COMPUTED})\s*+([,)])", re.DOTALL | re.ASCII)


def is_computed(cell: str) -> bool:
    """Of what `cell_pattern` took."""
    first = cell[0]
    if first == "@":
        return True
    return first.isalpha() and (cell[-1] == ")" or _IS_WORD.fullmatch(cell) is not None or bool(_IS_TYPED.match(cell)))


@lru_cache(maxsize=256)
def is_taken(shape: str) -> bool:
    """Whether all that is called in cells of this shape may be."""
    return all(name.lower() in _FUNCTIONS for name in _CALLED.findall(shape))


def shape(cell: str) -> str:
    """What is alike of cells that differ in literals alone."""
    return "\0".join(_LITERALS.split(cell)[::2])


def node_of_computed(cell: str, text_of: Callable[[str], str]) -> exp.Expression:
    """The cell as the reader makes it. text_of: what a string in quotes says."""
    if cell[0] == "@":
        return exp.Parameter(this=exp.Var(this=cell[1:]))
    between, literals = parts_of(cell)
    tree = template(between, literals)
    for place, node in tree:
        literal = literals[place]
        node.set("this", text_of(literal) if literal[0] == "'" else literal)
    return tree.root


def parts_of(cell: str) -> tuple[tuple[str, ...], list[str]]:
    """What stands around the literals of a call, and these."""
    parts = _LITERALS.split(cell)
    return tuple(parts[::2]), parts[1::2]


@dataclass(frozen=True, slots=True)
class Template:
    """A call as the reader makes it, with marks for literals. root: its tree."""

    root: exp.Expression

    def __iter__(self) -> Iterator[tuple[int, exp.Literal]]:
        """The marks, each with its place among the literals."""
        for node in list(self.root.find_all(exp.Literal)):
            yield int(str(node.this).removeprefix(_MARKED)) - _FIRST_MARK, node


def template(between: tuple[str, ...], literals: Sequence[str]) -> Template:
    """Of a call of these parts."""
    return Template(_template(between, _kinds(literals)).copy())


def _kinds(literals: Sequence[str]) -> str:
    return "".join("s" if literal[0] == "'" else "n" for literal in literals)


_MARKED, _FIRST_MARK = "mark ", 900_000_001


@lru_cache(maxsize=256)
def _template(between: tuple[str, ...], kinds: str) -> exp.Expression:
    marks = [
        f"'{_MARKED}{_FIRST_MARK + number}'" if kind == "s" else str(_FIRST_MARK + number)
        for number, kind in enumerate(kinds)
    ]
    filled = [text + mark for text, mark in zip(between, [*marks, ""], strict=True)]
    return parse_expression("".join(filled))
