"""Assignments of UPDATE and of ON DUPLICATE KEY UPDATE: a column, = or :=, and a value.

sqlglot takes any expression for one. Source: captured (tests/reliability/crafted/assignments.sql).
"""

from __future__ import annotations

from sqlglot.tokenizer_core import TokenType

from binwriter.sql.text.words import Words

_MOST_PARTS = 3  # of a column's name
_BEHIND = ("WHERE", "ORDER", "ORDER BY", "LIMIT")  # ORDER BY is one token
_BEFORE_TABLES = ("UPDATE", "LOW_PRIORITY", "IGNORE")
_SET_OPERATIONS = ("UNION", "INTERSECT", "EXCEPT")  # behind VALUES ROW(..)
_ROWS, _BEHIND_ROWS = ("VALUES", "VALUE", "SET"), ("SELECT", "ON")  # of INSERT


def refuse_other_assignments(words: Words) -> None:
    """ER_PARSE_ERROR at the first token that cannot stand where it does."""
    if words.word(0) == "UPDATE":
        outside = _outside(words)
        begins = [position for position in outside if words.word(position) == "SET"][:1]
        clauses = [position for position in outside if words.word(position) in _BEHIND]
        clauses = [position for position in clauses if words.word(position - 1) != "FOR"]  # of an index hint
        if clauses and (not begins or clauses[0] < begins[0]):
            raise words.syntax_error(clauses[0])
        if words.word(1) == "FROM":
            raise words.syntax_error(1)
        if not begins and (words.positions_of("SET") or words.positions_of("=")):  # told of elsewhere
            return
        if begins and words.word(begins[0] - 1) in _BEFORE_TABLES:
            raise words.syntax_error(begins[0])
        _check(words, begins[0] + 1 if begins else len(words.tokens), _BEHIND)
        return
    if "DUPLICATE" not in words.text.upper():
        return
    for position in _outside(words):
        if words.starts("ON", "DUPLICATE", "KEY", "UPDATE", at=position):
            _check(words, position + 4, ())
            return


def colons_of_assignments(words: Words) -> list[int]:
    """Where in INSERT .. SET := stands for = (captured: tests/golden/clusters/row_aliases.sql): the colons' places."""
    if ":=" not in words.text:
        return []
    outside = _outside(words)
    begins = next((position for position in outside if words.word(position) == "SET"), None)
    places = []
    for position in outside:
        if begins is None or position < begins or words.word(position) not in ("SET", ","):
            continue
        position += 2
        while words.word(position) == ".":
            position += 2
        if words.word(position) == ":=":
            places.append(words.tokens[position].start)
    return places


_BEHIND_TABLE = frozenset({"(", "PARTITION", "VALUES", "VALUE", "SELECT", "TABLE", "WITH", "SET", "AS"})
_QUERIES = frozenset({"SELECT", "TABLE", "VALUES", "WITH", "("})
_NO_NAMES = frozenset({TokenType.STRING, TokenType.NUMBER, TokenType.NATIONAL_STRING})


def refuse_stray_names(words: Words, *, replaces: bool) -> None:
    """ER_PARSE_ERROR for a name of the row to insert without AS, and for any in REPLACE."""
    begins = next((p for p in _outside(words) if words.word(p) in (*_ROWS, *_BEHIND_ROWS)), None)
    if begins is None or words.word(begins) in _BEHIND_ROWS:
        return
    for position in _outside(words, begins + 1):
        if words.word(position) in (*_BEHIND_ROWS, *_SET_OPERATIONS):
            return
        if words.word(position) == "AS" and replaces:
            raise words.syntax_error(position)
        behind_row = words.word(begins) != "SET" and words.tokens[position - 1].token_type is TokenType.R_PAREN
        if behind_row and words.word(position) not in ("AS", ",", ";"):
            raise words.syntax_error(position)


def refuse_no_columns(words: Words, position: int) -> None:
    """ER_PARSE_ERROR for a text or a number among the columns to insert into. position: behind INSERT's modifiers."""
    begins = next((p for p in range(position, len(words.tokens)) if words.word(p) in _BEHIND_TABLE), None)
    if begins is None or words.word(begins) != "(" or words.word(begins + 1) in _QUERIES:
        return
    place, count = begins + 1, len(words.tokens)
    while place < count:
        if words.tokens[place].token_type in _NO_NAMES:
            raise words.syntax_error(place)
        while words.word(place + 1) == ".":
            place += 2
        if words.word(place + 1) != ",":
            return
        place += 2


def _outside(words: Words, begin: int = 0) -> list[int]:
    """The tokens from there on that stand in no brackets."""
    places, depth = [], 0
    for position in range(begin, len(words.tokens)):
        kind = words.tokens[position].token_type
        depth -= kind is TokenType.R_PAREN
        if not depth and kind is not TokenType.R_PAREN:
            places.append(position)
        depth += kind is TokenType.L_PAREN
    return places


def _check(words: Words, begin: int, behind: tuple[str, ...]) -> None:
    """behind: the words of clauses that may follow."""
    clauses = (*_BEHIND, *behind)
    ends = [
        position
        for position in _outside(words, begin)
        if words.tokens[position].token_type is TokenType.COMMA or words.word(position) in clauses
    ]
    for end in (*ends, len(words.tokens)):
        _check_one(words, begin, end)
        if words.word(end) in behind:
            return
        if words.word(end) in clauses:
            raise words.syntax_error(end)
        begin = end + 1


def _check_one(words: Words, begin: int, end: int) -> None:
    position = begin
    for part in range(_MOST_PARTS):
        if part:
            if words.word(position) != ".":
                break
            position += 1
        if position >= end or not _is_name(words, position):
            raise words.syntax_error(position)
        position += 1
    if words.starts(":", "=", at=position):
        position += 1
    elif words.word(position) not in ("=", ":=") or position >= end:
        raise words.syntax_error(position)
    if position + 1 >= end:
        raise words.syntax_error(end)


def _is_name(words: Words, position: int) -> bool:
    token = words.tokens[position]
    first = words.text[token.start]
    is_word = first in "_$`" or first.isalnum() or not first.isascii()
    return is_word and token.token_type not in (TokenType.NUMBER, TokenType.STRING, TokenType.NULL)
