"""The widths of integers that servers before 8.0 make of an item, and which functions may answer NULL there.

CREATE TABLE .. SELECT shows them: `a + 1` of an INT is a bigint(12). Every number was read from tables that a 5.5.62,
a 5.6.24 and a 5.7.29 made (tests/golden/captured-old, createsel); an item's width is its greatest length.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlglot import exp

from binwriter.formats.constants import ColumnType
from binwriter.sql.expressions.types import Kind
from binwriter.sql.types.expressions import called, measure
from binwriter.sql.types.kinds import Lookup, Measure, as_number

_FIRST_UNSIGNED_CONNECTION = 50600
_FIRST_UNSIGNED_LOCK_OWNER = 50700

# A function becomes a BIGINT beyond so many characters, any other item from so many on.
_LONGEST_INT_OF_FUNCTION = 11
_SHORTEST_BIGINT_OF_ITEM = 10

_LENGTHS: dict[str, int] = {
    **dict.fromkeys(("LENGTH", "OCTET_LENGTH", "CHAR_LENGTH", "CHARACTER_LENGTH", "BIT_LENGTH"), 10),
    **dict.fromkeys(("UNCOMPRESSED_LENGTH", "COERCIBILITY", "TIME_TO_SEC"), 10),
    **dict.fromkeys(("INSTR", "LOCATE", "POSITION", "STRPOSITION", "UNIX_TIMESTAMP", "UNIXTOTIME"), 11),
    **dict.fromkeys(("FIELD", "FIND_IN_SET", "ASCII", "DAYOFYEAR"), 3),
    **dict.fromkeys(("STRCMP", "INTERVAL", "BIT_COUNT", "BITCOUNT"), 2),
    **dict.fromkeys(("MONTH", "DAY", "DAYOFMONTH", "HOUR", "MINUTE", "SECOND", "WEEK", "WEEKOFYEAR"), 2),
    **dict.fromkeys(("WEEKDAY", "DAYOFWEEK", "QUARTER", "BENCHMARK"), 1),
    **dict.fromkeys(("GET_LOCK", "RELEASE_LOCK", "IS_FREE_LOCK"), 1),
    **dict.fromkeys(("TO_DAYS", "TO_SECONDS", "YEARWEEK", "PERIOD_ADD", "PERIOD_DIFF"), 6),
    "DATEDIFF": 7,
    "YEAR": 4,
    "CRC32": 10,
    **dict.fromkeys(("INET_ATON", "MASTER_POS_WAIT"), 21),
}
# Characters of the names that these functions give; a user's name may be longer from 5.7 on.
_NAMES = {"USER": 77, "CURRENT_USER": 77, "SESSION_USER": 77, "SYSTEM_USER": 77, "DATABASE": 34, "SCHEMA": 34}
_LONGER_USERS = 16
_FIRST_WITH_LONGER_USERS = 50700
_EXTRACTED = {"YEAR": 4, "YEAR_MONTH": 6, "DAY_SECOND": 13, "DAY_HOUR": 9, "DAY_MINUTE": 11}
_EXTRACTED_PART = 2
_WIDEST = {
    ColumnType.TINY: 4,
    ColumnType.SHORT: 6,
    ColumnType.INT24: 9,
    ColumnType.LONG: 11,
    ColumnType.LONGLONG: 20,
}

# Functions that may answer NULL whatever their arguments are.
ALWAYS_NULLABLE = frozenset(
    {
        *("DATEDIFF", "TO_DAYS", "TO_SECONDS", "TIME_TO_SEC", "YEARWEEK", "MONTH", "DAY", "DAYOFMONTH", "DAYOFYEAR"),
        *("WEEKDAY", "DAYOFWEEK", "HOUR", "MINUTE", "SECOND", "QUARTER", "WEEK", "WEEKOFYEAR", "YEAR", "MICROSECOND"),
        *("GET_LOCK", "RELEASE_LOCK", "IS_FREE_LOCK", "IS_USED_LOCK", "TIMESTAMPDIFF", "EXTRACT", "MOD", "NULLIF"),
        *("SUM", "AVG", "STD", "STDDEV", "STDDEV_POP", "STDDEV_SAMP", "VARIANCE", "VAR_POP", "VAR_SAMP", "MAX", "MIN"),
        *("DATE", "LAST_DAY", "ADDTIME", "SUBTIME", "DATE_FORMAT", "TIME_FORMAT", "FROM_UNIXTIME", "STR_TO_DATE"),
        *("DATE_ADD", "DATE_SUB", "DATEADD", "DATESUB", "DAYNAME", "MONTHNAME", "SEC_TO_TIME", "MAKETIME", "MAKEDATE"),
        *("TIMEDIFF", "FROM_DAYS", "TIME", "TIMESTAMP", "SQRT", "POW", "POWER", "EXP", "LN", "LOG", "LOG2", "LOG10"),
        *("BIN", "OCT", "CONV", "INET_NTOA", "INET_ATON", "ELT", "LOAD_FILE", "MASTER_POS_WAIT", "DATABASE", "SCHEMA"),
        *("GROUP_CONCAT", "GROUPCONCAT", "ENCRYPT", "AES_DECRYPT", "UNCOMPRESS", "UNHEX", "TIMETOSTR", "STRTOTIME"),
        *("TSORDSTODATE", "TSORDSTOTIMESTAMP", "UNIXTOTIME", "DATESTRTODATE"),
    }
)


@dataclass(frozen=True, slots=True)
class OldInteger:
    """The type of an integer column and the width it is shown with."""

    type: ColumnType
    width: int
    unsigned: bool


def old_integer(node: exp.Expression, lookup: Lookup, version: int, subquery: int | None = None) -> OldInteger | None:
    """What an item of integers becomes; None for an item of another kind. subquery: the length of what it gives."""
    if isinstance(node, exp.Subquery):
        return None if subquery is None else OldInteger(_of_item(subquery), subquery, False)
    name, arguments = called(node)
    found = measure(node, lookup)
    if found is None and name in _LENGTHS:
        found = Measure(Kind.INT, _LENGTHS[name], unsigned=name == "INET_ATON")
    if found is None or found.kind not in (Kind.INT, Kind.YEAR):
        return None
    length = _length(node, found, lookup)
    if isinstance(node, (exp.Literal, exp.Neg)) and _is_literal(node):
        return OldInteger(_of_item(len(str(node.name or node.this.name))), length, False)
    unsigned = found.unsigned and found.kind is Kind.INT
    if name == "CONNECTION_ID" and version < _FIRST_UNSIGNED_CONNECTION:
        length, unsigned = 10, False
    if name == "IS_USED_LOCK" and version < _FIRST_UNSIGNED_LOCK_OWNER:
        length, unsigned = 10, False
    if name in ("UNIX_TIMESTAMP", "UNIXTOTIME") and version < _FIRST_UNSIGNED_CONNECTION:
        length = 10
    if name == "IFNULL" and all(isinstance(one, exp.Column) for one in arguments):
        return OldInteger(next(kind for kind, widest in _WIDEST.items() if length <= widest), length, unsigned)
    if name == "IFNULL" and any(map(_is_literal, arguments)):
        return OldInteger(ColumnType.LONGLONG, length, unsigned)
    return OldInteger(ColumnType.LONGLONG if length > _LONGEST_INT_OF_FUNCTION else ColumnType.LONG, length, unsigned)


def old_name_length(node: exp.Expression, version: int, version_text: str) -> int | None:
    """The characters of what USER(), DATABASE() or VERSION() may give; None for another item."""
    name, _ = called(node)
    if name == "VERSION":
        return len(version_text)
    longer = _LONGER_USERS if version >= _FIRST_WITH_LONGER_USERS and "USER" in name else 0
    return _NAMES[name] + longer if name in _NAMES else None


def _of_item(length: int) -> ColumnType:
    return ColumnType.LONGLONG if length >= _SHORTEST_BIGINT_OF_ITEM else ColumnType.LONG


def _is_literal(node: exp.Expression) -> bool:
    return isinstance(node.this if isinstance(node, exp.Neg) else node, exp.Literal)


def _length(node: exp.Expression, found: Measure, lookup: Lookup) -> int:
    """How many characters an item shows at most."""
    if isinstance(node, exp.Literal):
        return len(str(node.this))
    if isinstance(node, exp.Neg):
        inner = measure(node.this, lookup)
        return 1 + (len(str(node.this.this)) if _is_literal(node) else inner.length if inner else 0)
    if isinstance(node, exp.Extract):
        return _EXTRACTED.get(node.name.upper(), _EXTRACTED_PART)
    if isinstance(node, exp.Cast):
        inner = measure(node.this, lookup)
        return found.length if inner is None else min(inner.length, found.length)
    name, arguments = called(node)
    if isinstance(node, exp.Case):
        results = [branch.args.get("true") for branch in node.args.get("ifs") or ()]
        arguments = [one for one in (*results, node.args.get("default")) if one is not None]
    if isinstance(node, exp.If):
        arguments = [one for one in (node.args.get("true"), node.args.get("false")) if one is not None]
    if isinstance(node, (exp.If, exp.Case)):
        lengths = [_length(one, part, lookup) for one in arguments if (part := measure(one, lookup)) is not None]
        return max(lengths, default=found.length)
    if name in ("FLOOR", "CEIL", "CEILING") and (inner := measure(arguments[0], lookup)) is not None:
        number = as_number(inner)
        return number.length - (number.scale + 1 if number.scale else 0) + 2
    return _LENGTHS.get(name, found.length)
