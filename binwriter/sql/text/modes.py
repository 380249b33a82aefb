"""sql_mode flags that change how text is read: a statement is made to mean the same under none of them.

ANSI_QUOTES: "name" is a name. PIPES_AS_CONCAT: || joins strings. NO_BACKSLASH_ESCAPES: a backslash is a character.
HIGH_NOT_PRECEDENCE: NOT binds as ! does. IGNORE_SPACE: COUNT (*) is a call. The text keeps its length, so that places
in it stay what they are. version: of the server, as 90704 (what stands in comments that it runs is text).
"""

from __future__ import annotations

from binwriter.formats.servers import NEWEST
from binwriter.mysql.identifiers import unquoted
from binwriter.mysql.reserved_words import CALLED_AT_ONCE
from binwriter.sql.text.lexer import NAME, OPAQUE, SPACE, STRING, WORD, lexemes
from binwriter.sql.text.plain_tokens import TIGHT_NOT
from binwriter.sql.text.words import BACKSLASH, BACKTICK, JOINED, LOOSE, loosened, tokenize

_NEWEST = NEWEST.version_number
ANSI = "ANSI"
ANSI_QUOTES = "ANSI_QUOTES"
PIPES_AS_CONCAT = "PIPES_AS_CONCAT"
NO_BACKSLASH_ESCAPES = "NO_BACKSLASH_ESCAPES"
HIGH_NOT_PRECEDENCE = "HIGH_NOT_PRECEDENCE"
IGNORE_SPACE = "IGNORE_SPACE"
_PIPES = "||"
_NOT = "NOT"
# what a NOT follows that begins an operand
_OPERATORS = "( , = < > <= >= <> != <=> && || + - * / % ! := | & ^ DIV MOD AND OR XOR NOT BETWEEN LIKE IN"
_CLAUSES = "SELECT WHERE HAVING ON WHEN THEN ELSE IF ELSEIF UNTIL WHILE RETURN DISTINCT ALL BY SET CASE DO CHECK"
_BEFORE_OPERANDS = frozenset(f"{_OPERATORS} {_CLAUSES}".split())


def with_backticks(text: str, version: int = _NEWEST) -> str:
    """A statement of ANSI_QUOTES as another mode would have it, of the same length: names stand in backticks.

    A backtick in a name is one character of its own, which the tokens have no longer (captured: names_of_ansi_quotes).
    """
    if '"' not in text:
        return text
    parts = []
    for piece in lexemes(text, ansi_quotes=True, version=version):
        part = piece[0]
        if piece.lastgroup == NAME and part[0] == '"':
            name = part[1:-1].replace('""', '"').replace("`", BACKTICK)
            part = f"`{name}`".ljust(len(part))
        parts.append(part)
    return "".join(parts)


def _in_code(text: str, old: str, new: str, version: int) -> str:
    """Replaces outside of strings, quoted names and comments."""
    parts, at = [], 0
    for piece in lexemes(text, version=version):
        if piece.lastgroup in OPAQUE:
            parts += [text[at : piece.start()].replace(old, new), piece[0]]
            at = piece.end()
    return "".join(parts) + text[at:].replace(old, new)


def with_joins(text: str, version: int = _NEWEST) -> str:
    """A statement of PIPES_AS_CONCAT as the parser takes it, of the same length."""
    return _in_code(text, _PIPES, JOINED, version) if _PIPES in text else text


def without_joins(text: str, given: str) -> str:
    """What `with_joins` and others made of a text, with || again: a ? beside it is a token of its own."""
    if JOINED not in text or len(text) != len(given):
        return text
    return "".join(old if old == "|" and new in JOINED else new for old, new in zip(given, text, strict=True))


def with_bare_backslashes(text: str, version: int = _NEWEST) -> str:
    """A statement of NO_BACKSLASH_ESCAPES as the parser takes it."""
    if "\\" not in text:
        return text
    pieces = lexemes(text, backslashes=False, version=version)
    return "".join(piece[0].replace("\\", BACKSLASH) if piece.lastgroup == STRING else piece[0] for piece in pieces)


def with_tight_not(text: str, _version: int = _NEWEST) -> str:
    """A statement of HIGH_NOT_PRECEDENCE: a NOT before an operand stands as !."""
    if _NOT not in text.upper():
        return text
    words = tokenize(text, compound=True)
    pieces, at = [], 0
    for position, token in enumerate(words.tokens):
        if words.word(position) != _NOT or text[token.start : token.end + 1].upper() != _NOT:
            continue
        before = words.tokens[position - 1].text.upper() if position else ""
        exists = position + 1 < len(words.tokens) and words.word(position + 1) == "EXISTS"
        if before in _BEFORE_OPERANDS and not exists:
            pieces += [text[at : token.start], TIGHT_NOT]
            at = token.end + 1
    return "".join(pieces) + text[at:]


def with_tight_calls(text: str, version: int = _NEWEST) -> str:
    """A statement of IGNORE_SPACE: the bracket of a call stands directly behind the word, its spaces in it."""
    parts: list[str] = []
    word, spaces = False, 0  # whether such a word was the last; how long what stands between is
    for piece in lexemes(text, version=version):
        kind, part = piece.lastgroup, piece[0]
        if word and kind == SPACE:
            spaces += len(part)
        elif word and spaces and part == "(":
            parts[-1:] = ["(", LOOSE * spaces]
            word = False
            continue
        else:
            before = text[piece.start() - 1 : piece.start()]
            word, spaces = kind == WORD and part.upper() in CALLED_AT_ONCE and before not in (".", "@"), 0
        parts.append(part)
    return "".join(parts)


def as_written(text: str) -> str:
    """The way back from all of these but the quotes, for the log."""
    return without_stand_ins(text).replace(BACKTICK, "``")


def without_stand_ins(text: str) -> str:
    """The same with the text's length kept: a backtick in a name of ANSI_QUOTES stays as it is read."""
    text = _in_code(text, JOINED, _PIPES, _NEWEST) if JOINED in text else text
    text = _in_code(text, TIGHT_NOT, _NOT, _NEWEST) if TIGHT_NOT in text else text
    text = loosened(text)
    return text.replace(BACKSLASH, "\\")


KEPT = "\ufdd0"  # a backquote that stays one under ANSI_QUOTES: of the expressions in a definition


def with_double_quotes(text: str) -> str:
    """A statement that the server has written itself, as it writes it under ANSI_QUOTES."""
    if "`" not in text:
        return text
    pieces = lexemes(text, ansi_quotes=True, version=_NEWEST)
    return "".join(_doubly_quoted(piece[0]) if piece.lastgroup == NAME else piece[0] for piece in pieces)


def _doubly_quoted(name: str) -> str:
    return name if name[0] == '"' else '"' + unquoted(name).replace('"', '""') + '"'
