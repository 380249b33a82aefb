"""Statements of older grammars, read by readers that know the newest: words that are gone, and words not yet reserved.

Source: MySQL manuals 5.1 to 8.4, "Keywords and Reserved Words", "SELECT", "ALTER TABLE", "SET"; release notes of 5.6.1
(OPTION and ONE_SHOT of SET), 5.7.4 (ALTER IGNORE TABLE), 8.0.3 (query cache), 8.0.1 (descending keys), 8.0.13
(GROUP BY .. DESC).
The log has the statement as it was given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import Diagnostic, mysql_warning
from binwriter.mysql.reserved_words import RESERVED_WORDS
from binwriter.sql.text import lexer
from binwriter.sql.text.lexer import Lexeme

_NEWEST_CHANGE = 90700
_SET_WORDS_GONE = 50601
_ALTER_IGNORE_GONE = 50704
_QUERY_CACHE_GONE = 80003
_GROUP_ORDER_GONE = 80013
_DESCENDING_KEYS = 80001
_LIMITS_GONE = 80011  # from GRANT
_EXPLAIN_WORDS_GONE = 80000
_EXPLAINS = (["EXPLAIN"], ["DESCRIBE"], ["DESC"])
_DEFINES = (["CREATE"], ["ALTER"])
_WIDTHS_GONE = 50700  # of YEAR
_TYPE_GONE = 50500  # and FLUSH MASTER
_SLAVE_FIRST_GONE = 50600
_YEARS_WARN = 50600  # that YEAR(n) becomes YEAR(4)
_NO_COLUMNS = frozenset(["SELECT", "(", ",", "=", "BY", "DEFAULT"])

# Reserved words by the version that first has them so; until then they were names. FUNCTION and ROW, words of clauses
# that older servers have as well, are not among them.
_RESERVED_SINCE = {
    50500: "MAXVALUE RESIGNAL SIGNAL",
    50602: "GET IO_AFTER_GTIDS IO_BEFORE_GTIDS PARTITION",
    50706: "GENERATED OPTIMIZER_COSTS STORED VIRTUAL",
    80000: "CUBE CUME_DIST DENSE_RANK EMPTY EXCEPT FIRST_VALUE GROUPING GROUPS JSON_TABLE LAG LAST_VALUE LEAD "
    "NTH_VALUE NTILE OF OVER PERCENT_RANK RANK RECURSIVE ROWS ROW_NUMBER SYSTEM WINDOW",
    80014: "LATERAL",
    80031: "INTERSECT",
    90000: "EXTERNAL LIBRARY QUALIFY TABLESAMPLE",
}
# What follows or precedes these words where they are words of a clause, not names.
_CLAUSE_NEIGHBOURS = {
    "CUBE": ("WITH",),
    "PARTITION": (
        "ADD",
        "DROP",
        ")",
        "TRUNCATE",
        "REORGANIZE",
        "COALESCE",
        "REBUILD",
        "OPTIMIZE",
        "ANALYZE",
        "CHECK",
        "REPAIR",
    ),
}
_PARTITIONS = pattern(r"\bPARTITION(?:S|\s+BY\b|\s+[\w`$]+\s+VALUES\b)|\(\s*PARTITION\s+[\w`$]+\s*[,)]", re.IGNORECASE)
_SELECT_OPTIONS = frozenset(
    {
        *("ALL", "DISTINCT", "DISTINCTROW", "HIGH_PRIORITY", "STRAIGHT_JOIN", "SQL_CALC_FOUND_ROWS"),
        *("SQL_SMALL_RESULT", "SQL_BIG_RESULT", "SQL_BUFFER_RESULT", "SQL_NO_CACHE"),
    }
)
_AFTER_GROUP = frozenset(["HAVING", "ORDER", "LIMIT", "PROCEDURE", "INTO", "FOR", "LOCK", "UNION", "ON", "WITH"])
_AFTER_ORDER = _AFTER_GROUP - {"HAVING"}


@dataclass(slots=True)
class _Edit:
    """What stands in the place of a part of the text."""

    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True)
class OldStatement:
    """text: the statement in the newest grammar. ignores: ALTER IGNORE TABLE. is_query_cache: FLUSH or RESET of it."""

    text: str
    ignores: bool = False
    is_query_cache: bool = False
    edits: tuple[_Edit, ...] = ()

    def given_place(self, place: int) -> int:
        """Where in the text as it was given the words stand that begin at this place of the new text."""
        moved = 0
        for edit in self.edits:
            if edit.start + moved >= place:
                break
            moved += len(edit.new) - (edit.end - edit.start)
        return place - moved


def _flushes_what_is_gone(words: Sequence[str]) -> bool:
    """FLUSH or RESET QUERY CACHE, FLUSH DES_KEY_FILE."""
    if words[:1] == ["RESET"]:
        return words[1:3] == ["QUERY", "CACHE"]
    begin = 2 if words[1:2] in (["LOCAL"], ["NO_WRITE_TO_BINLOG"]) else 1
    return words[:1] == ["FLUSH"] and words[begin:] in (["QUERY", "CACHE"], ["DES_KEY_FILE"])


def modernised(text: str, version: int) -> OldStatement | None:
    """The statement for readers of the newest grammar; None where it needs nothing.

    version: of the server, as 50127.
    """
    if version >= _NEWEST_CHANGE:
        return None
    tokens = lexer.tokens(text)
    words = [token[0].upper() for token in tokens]
    if version < _QUERY_CACHE_GONE and _flushes_what_is_gone(words):
        return OldStatement(text, is_query_cache=True)
    edits = []
    ignores = words[:3] == ["ALTER", "IGNORE", "TABLE"] and version < _ALTER_IGNORE_GONE
    if ignores:
        edits.append(_blank(tokens[1]))
    if words[:1] == ["SET"] and version < _SET_WORDS_GONE and words[1:2] in (["OPTION"], ["ONE_SHOT"]):
        edits.append(_blank(tokens[1]))
    if version < _QUERY_CACHE_GONE and "SQL_CACHE" in words:
        edits += [_blank(tokens[place]) for place in _options(words, "SQL_CACHE")]
    if version < _LIMITS_GONE and words[:1] == ["GRANT"] and "OPTION" in words:
        edits += _limits_of_grants(tokens, words)
    if version < _GROUP_ORDER_GONE and "GROUP" in words:
        edits += _ordered_groups(tokens, words)
    if version < _DESCENDING_KEYS and "DESC" in words and words[0] in ("CREATE", "ALTER"):
        edits += [_blank(tokens[place]) for place in _key_directions(words)]
    if version < _EXPLAIN_WORDS_GONE and words[:1] in _EXPLAINS and words[1:2] in (["EXTENDED"], ["PARTITIONS"]):
        edits.append(_blank(tokens[1]))
    if version < _WIDTHS_GONE and words[:1] in _DEFINES and "TABLE" in words[1:4]:
        edits += [edit for edit, _ in _widths(tokens, words)]
    if version < _SLAVE_FIRST_GONE and words[:2] in (["SLAVE", "START"], ["SLAVE", "STOP"]):
        edits += [_Edit(tokens[0].start(), tokens[1].end(), f"{words[1]} SLAVE")]
    if version < _TYPE_GONE and words[:2] in (["FLUSH", "MASTER"], ["FLUSH", "SLAVE"]):
        edits.append(_Edit(tokens[0].start(), tokens[0].end(), "RESET"))
    edits += _names(text, tokens, words, version)
    if not edits:
        return None
    changed = text
    edits.sort(key=lambda change: change.start)
    for edit in reversed(edits):
        changed = changed[: edit.start] + edit.new + changed[edit.end :]
    return OldStatement(changed, ignores, edits=tuple(edits))


def warned(text: str, version: int) -> Iterator[tuple[int, Diagnostic]]:
    """What these servers say of such words, with their places (captured: widths_of_years_statement)."""
    if version >= _EXPLAIN_WORDS_GONE:
        return
    tokens = lexer.tokens(text)
    words = [token[0].upper() for token in tokens]
    if words[:1] in _EXPLAINS and version >= _WIDTHS_GONE:
        yield 0, mysql_warning("ER_WARN_DEPRECATED_NO_REPLACEMENT", words[1])
    if version >= _WIDTHS_GONE or words[:1] not in _DEFINES or "TABLE" not in words[1:4]:
        return
    for edit, width in _widths(tokens, words):
        if version >= _YEARS_WARN and width != "4":
            yield edit.start, mysql_warning("WARN_DEPRECATED_YEAR_LENGTH", width)
    for place in range(2, len(words) - 1):
        if version < _TYPE_GONE and words[place : place + 2] == ["TYPE", "="]:
            named = ("TYPE=storage_engine", "'ENGINE=storage_engine'")
            yield tokens[place].start(), mysql_warning("ER_WARN_DEPRECATED_SYNTAX", *named)


def _widths(tokens: list[Lexeme], words: list[str]) -> Iterator[tuple[_Edit, str]]:
    """The widths of YEAR(n) of columns that are defined, with the number: what a server reads and forgets (but two,
    which is open)."""
    end = words.index("SELECT") if "SELECT" in words else len(words)
    for place in range(2, end - 3):
        word, number = words[place], words[place + 2]
        is_width = words[place + 1] == "(" and words[place + 3] == ")" and number.isdigit()
        if word == "YEAR" and is_width and words[place - 1] not in _NO_COLUMNS:
            start, stop = tokens[place + 1].start(), tokens[place + 3].end()
            yield _Edit(start, stop, " " * (stop - start)), number


def _blank(token: Lexeme) -> _Edit:
    return _Edit(token.start(), token.end(), " " * len(token[0]))


def _options(words: list[str], option: str) -> Iterator[int]:
    """Where a word stands among the options of a SELECT."""
    for place, word in enumerate(words):
        if word != "SELECT":
            continue
        place += 1
        while place < len(words) and (words[place] in _SELECT_OPTIONS or words[place] == option):
            if words[place] == option:
                yield place
            place += 1


def _key_directions(words: list[str]) -> Iterator[int]:
    """Where DESC stands behind a part of a key: it was read, and kept nowhere."""
    if not {"TABLE", "INDEX"}.intersection(words[1:4]):
        return
    end = words.index("SELECT") if "SELECT" in words else len(words)
    for place in range(end - 1):
        if words[place] == "DESC" and words[place + 1] in (",", ")"):
            yield place


def _limits_of_grants(tokens: list[Lexeme], words: list[str]) -> Iterator[_Edit]:
    """WITH GRANT OPTION and limits of an account in any order, as WITH GRANT OPTION WITH limits."""
    at = len(words) - 1 - words[::-1].index("WITH") if "WITH" in words else len(words)
    option = next((place for place in range(at, len(words) - 1) if words[place : place + 2] == ["GRANT", "OPTION"]), 0)
    if option == at + 1 and words[at + 3 : at + 4] and words[at + 3].startswith("MAX_"):
        yield _Edit(tokens[at + 3].start(), tokens[at + 3].start(), "WITH ")
    elif option > at + 1:
        yield _Edit(tokens[at].end(), tokens[at].end(), " GRANT OPTION WITH")
        yield from (_blank(tokens[place]) for place in (option, option + 1))


def _ordered_groups(tokens: list[Lexeme], words: list[str]) -> Iterator[_Edit]:
    """GROUP BY a DESC: without ORDER BY, the order of the result; the groups' own is ascending anyhow."""
    for place in range(len(words) - 1):
        if words[place : place + 2] != ["GROUP", "BY"]:
            continue
        end = _end_of_clause(words, place + 2, _AFTER_GROUP)
        marks = [at for at in range(place + 2, end) if words[at] in ("ASC", "DESC")]
        if not marks:
            continue
        yield from (_blank(tokens[at]) for at in marks)
        behind = _end_of_clause(words, place + 2, _AFTER_ORDER)
        if words[behind : behind + 1] in (["ORDER"], ["WITH"]) or all(words[at] == "ASC" for at in marks):
            continue
        wanted = " ".join(token[0] for token in tokens[place + 2 : end])
        offset = tokens[behind - 1].end()
        yield _Edit(offset, offset, f" ORDER BY {wanted}")


def _end_of_clause(words: list[str], place: int, ends: frozenset[str]) -> int:
    """The place of the word with which the next clause begins, or of what closes the query."""
    depth = 0
    while place < len(words):
        depth += words[place] == "("
        depth -= words[place] == ")"
        if depth < 0 or (not depth and (words[place] in ends or words[place] == ";")):
            return place
        place += 1
    return place


def _names(text: str, tokens: list[Lexeme], words: list[str], version: int) -> Iterator[_Edit]:
    """Words that this version has not yet reserved, quoted."""
    free = {
        word for since, names in _RESERVED_SINCE.items() if version < since for word in names.split()
    } & RESERVED_WORDS
    if not free.intersection(words):
        return
    if _PARTITIONS.search(text):
        free -= {"PARTITION", "MAXVALUE"}
    for place, word in enumerate(words):
        before = words[place - 1] if place else ""
        if word == "ROWS" and (before.isdigit() or words[place + 1 : place + 2] == ["IDENTIFIED"]):
            continue  # of LOAD DATA and LOAD XML
        if word in free and before and before not in _CLAUSE_NEIGHBOURS.get(word, ()):
            token = tokens[place]
            yield _Edit(token.start(), token.end(), f"`{token[0]}`")
