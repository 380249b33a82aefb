"""A statement's text in pieces: strings, quoted names, comments, marks of comments that run, words, spaces, symbols.

Source: MySQL manual, "String Literals", "Schema Object Names", "Comments", "Server SQL Modes" (ANSI_QUOTES,
NO_BACKSLASH_ESCAPES); held against STATEMENT_DIGEST_TEXT() of a 9.7.4 (tests/binwriter/sql/text/lexed.json).
The pieces of a text are the text, in order and without gaps. Time is linear in its length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from binwriter.formats.patterns import pattern
from binwriter.mysql.behaviour import Behaviour
from binwriter.mysql.versions import behaviour_of

# a piece: `[0]` its text, `start()` and `end()` its place, `lastgroup` its kind
Lexeme = re.Match[str]

STRING = "string"
NAME = "name"  # a quoted one
COMMENT = "comment"  # hints are comments, and so are comments that run on newer servers only
RUNS = "runs"  # the mark that begins a comment that runs: `/*!` and, if they follow, a version's five or six digits
ENDS = "ends"  # `*/` where one that runs ends
UNCLOSED = "unclosed"  # a quote or `/*` that nothing closes, to the end of the text
WORD = "word"  # with the @ before it; numbers are words
SPACE = "space"
SYMBOL = "symbol"  # one character, `->` or `->>`
DOLLAR_QUOTE = pattern(r"\$\w*\$")  # what begins and ends a text from 9.0 on
OPAQUE = frozenset({STRING, NAME, COMMENT})  # what they hold is nobody's word


@cache
def _pattern(ansi_quotes: bool, backslashes: bool, inside: bool = False) -> re.Pattern[str]:
    """Possessive, so that what does not close is given up at once. inside: of a comment that runs."""
    single, double = (_quoted(quote, backslashes) for quote in "'\"")
    strings, names = ((single,), (_quoted('"'), _quoted("`"))) if ansi_quotes else ((single, double), (_quoted("`"),))
    kinds = {
        STRING: "|".join(strings),
        NAME: "|".join(names),
        COMMENT: r"--(?=[\x00-\x20\x7f]|\Z)[^\n]*+|\#[^\n]*+|/\*.*?\*/",
        UNCLOSED: r"(?:['\"`]|/\*).*+",
        ENDS: r"\*/" if inside else "(?!)",
        WORD: r"@*+[\w$\x80-\U0010ffff]++",
        SPACE: r"[ \t\n\v\f\r]++",
        SYMBOL: r"->>?|.",
    }
    return re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in kinds.items()), re.DOTALL)


def _quoted(quote: str, backslashes: bool = False) -> str:
    inside = rf"[^{quote}\\]++|\\.|{quote}{quote}" if backslashes else rf"[^{quote}]++|{quote}{quote}"
    return f"{quote}(?:{inside})*+{quote}"


_OLD_MARK = pattern(rf"(?P<{RUNS}>/\*!(\d{{5,6}})?+)")
_FIVE_DIGITS = pattern(rf"(?P<{RUNS}>/\*!(\d{{5}})?+)")  # of 8.0.40 (its own suite)
_MARK = pattern(rf"(?P<{RUNS}>/\*!(\d{{6}}(?=[ \t\n\v\f\r])|\d{{5}})?+)")  # a sixth digit stands before a space


def _mark_of(behaviour: Behaviour) -> re.Pattern[str]:
    if not behaviour.warns_of_tight_versions:
        return _OLD_MARK
    return _MARK if behaviour.comments_take_six_digits else _FIVE_DIGITS


_NOT_RUN = pattern(rf"(?P<{COMMENT}>/\*(?:/\*(?:(?!\*/).)*+(?:\*/)?+|(?!\*/).)*+\*/)|(?P<{UNCLOSED}>.*+)", re.DOTALL)


def lexemes(
    text: str, *, ansi_quotes: bool = False, backslashes: bool = True, version: int | None = None
) -> Iterator[Lexeme]:
    """The pieces of a text.

    ansi_quotes: "x" is a name (ANSI_QUOTES). backslashes: they escape (not under NO_BACKSLASH_ESCAPES).
    version: of the server (as 90704), which reads what stands in `/*! .. */` and `/*!NNNNN .. */` as text; without it,
    these are comments as any other.
    """
    if version is None or "/*!" not in text:
        return _pattern(ansi_quotes, backslashes).finditer(text)
    return _marked(text, ansi_quotes, backslashes, version)


def _marked(text: str, ansi_quotes: bool, backslashes: bool, version: int) -> Iterator[Lexeme]:
    position, inside = 0, False
    mark = _mark_of(behaviour_of(version))
    while position < len(text):
        piece = mark.match(text, position)
        if piece is not None and int(piece[2] or 0) > version:
            piece = _NOT_RUN.match(text, position)
        elif piece is None:
            piece = _pattern(ansi_quotes, backslashes, inside).match(text, position)
        assert piece is not None
        inside = piece.lastgroup == RUNS or (inside and piece.lastgroup != ENDS)
        yield piece
        position = piece.end()


_WHOLE = pattern(
    "|".join(
        (
            _quoted("'", True),
            _quoted('"', True),
            _quoted("`"),
            r"/\*.*?\*/",
            r"--(?=[\x00-\x20\x7f])[^\n]*+",
            r"\#[^\n]*+",
        )
    ),
    re.DOTALL,
)
_LONG, _SHORT = 4096, 64


def code_of(text: str) -> str:
    """The text without what stands in its long strings, where words of the grammar are looked for: the patterns of
    those take a second for some megabytes. A short text is itself."""
    return text if len(text) < _LONG else _code_of(text)


@lru_cache(maxsize=2)  # each check of a statement asks for it
def _code_of(text: str) -> str:
    return _WHOLE.sub(_shortened, text)


def _shortened(piece: Lexeme) -> str:
    whole = piece[0]
    return whole[0] * 2 if whole[0] in "'\"" and len(whole) > _SHORT else whole


def lexeme_at(text: str, position: int) -> Lexeme | None:
    """The piece that begins there, comments that run being comments; None at the end."""
    return _pattern(False, True).match(text, position)


def tokens(text: str) -> list[Lexeme]:
    """The pieces that a grammar sees: comments (those that would run, too) and spaces are left out."""
    return [piece for piece in lexemes(text) if piece.lastgroup not in (COMMENT, SPACE)]


def comments_in(comment: str) -> int:
    """How many comments stand in a comment that does not run."""
    return len(re.findall(r"/\*.*?(?:\*/|\Z)", comment[2:], re.DOTALL))
