"""What unquoted keywords may be in queries and expressions, beside words of clauses (captured: tests/golden/words).

A reserved word is a name behind a dot only. A function that a keyword names has a rule of its own in the grammar: any
other keyword before a bracket is a syntax error, at the word if it is reserved, else at the bracket.
"""

from __future__ import annotations

from sqlglot.tokenizer_core import Token, TokenType

from binwriter.mysql.reserved_words import KEYWORDS, RESERVED_WORDS

# Reserved words that sqlglot reads as names and that are none: what they stand for is told apart later.
_READ_AS_NAMES = frozenset({"DEFAULT", "DUAL", "UTC_DATE", "UTC_TIME", "UTC_TIMESTAMP"})
_NO_NAMES = RESERVED_WORDS - _READ_AS_NAMES
_QUOTED = frozenset({TokenType.IDENTIFIER, TokenType.STRING})
_BEFORE_BRACKETS = """
    ALL BINARY CASE CHAR CHARACTER CONVERT CUME_DIST CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER DATABASE
    DEFAULT DENSE_RANK DISTINCT DISTINCTROW EXISTS FALSE FIRST_VALUE GROUPING HIGH_PRIORITY IF INSERT INTERVAL LAG
    LAST_VALUE LEAD LEFT LOCALTIME LOCALTIMESTAMP MATCH MOD NOT NTH_VALUE NTILE NULL PERCENT_RANK RANK REPEAT REPLACE
    RIGHT ROW ROW_NUMBER SCHEMA SQL_BIG_RESULT SQL_CALC_FOUND_ROWS SQL_SMALL_RESULT STRAIGHT_JOIN TRUE UTC_DATE
    UTC_TIME UTC_TIMESTAMP VALUES
    ANY SOME ASCII AVG CHARSET COALESCE COLLATION DATE DAY FORMAT GEOMCOLLECTION GEOMETRYCOLLECTION GET_FORMAT HOUR
    JSON_VALUE LINESTRING LOG MICROSECOND MINUTE MONTH MULTILINESTRING MULTIPOINT MULTIPOLYGON POINT POLYGON QUARTER
    REVERSE ROW_COUNT SECOND SQL_BUFFER_RESULT SQL_NO_CACHE SQL_TSI_DAY SQL_TSI_HOUR SQL_TSI_MINUTE SQL_TSI_MONTH
    SQL_TSI_QUARTER SQL_TSI_SECOND SQL_TSI_WEEK SQL_TSI_YEAR TIME TIMESTAMP TIMESTAMPADD TIMESTAMPDIFF TRUNCATE USER
    WEEK WEIGHT_STRING YEAR
"""
_NO_FUNCTIONS = KEYWORDS - frozenset(_BEFORE_BRACKETS.split())
_UNITS = """
    MICROSECOND SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR SECOND_MICROSECOND MINUTE_MICROSECOND MINUTE_SECOND
    HOUR_MICROSECOND HOUR_SECOND HOUR_MINUTE DAY_MICROSECOND DAY_SECOND DAY_MINUTE DAY_HOUR YEAR_MONTH SQL_TSI_SECOND
    SQL_TSI_MINUTE SQL_TSI_HOUR SQL_TSI_DAY SQL_TSI_WEEK SQL_TSI_MONTH SQL_TSI_QUARTER SQL_TSI_YEAR
"""
_INTERVAL_UNITS = frozenset(_UNITS.split())


def is_no_name(token: Token | None, before: Token | None) -> bool:
    """Whether a reserved word stands there, not quoted and behind no dot."""
    if not token or token.token_type in _QUOTED or token.text.upper() not in _NO_NAMES:
        return False
    return not before or before.token_type is not TokenType.DOT


def is_no_function(token: Token | None, before: Token | None) -> bool:
    """Whether a keyword stands there that is no function's name before a bracket."""
    if not token or token.token_type in _QUOTED or token.text.upper() not in _NO_FUNCTIONS:
        return False
    return not before or before.token_type is not TokenType.DOT


def is_unit(token: Token | None) -> bool:
    """Whether a unit of INTERVAL or EXTRACT stands there: a word without quotes."""
    return bool(token) and token.token_type not in _QUOTED and token.text.upper() in _INTERVAL_UNITS
