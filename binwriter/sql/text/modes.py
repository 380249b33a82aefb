"""sql_mode flags that change how text is read: a statement is made to mean the same under none of them.

ANSI_QUOTES: "name" is a name. PIPES_AS_CONCAT: || joins strings. NO_BACKSLASH_ESCAPES: a backslash is a character.
HIGH_NOT_PRECEDENCE: NOT binds as ! does. The text keeps its length, so that places in it stay what they are.
"""

from __future__ import annotations

import re

from binwriter.errors import UnsupportedError
from binwriter.sql.text.words import BACKSLASH, TIGHT_NOT, tokenize

ANSI_QUOTES = "ANSI_QUOTES"
PIPES_AS_CONCAT = "PIPES_AS_CONCAT"
NO_BACKSLASH_ESCAPES = "NO_BACKSLASH_ESCAPES"
HIGH_NOT_PRECEDENCE = "HIGH_NOT_PRECEDENCE"
_PIPES, _JOIN = "||", "??"  # the second is nothing in MySQL's grammar; `dialect` reads it as CONCAT()
_NOT = "NOT"
# what a NOT follows that begins an operand
_OPERATORS = "( , = < > <= >= <> != <=> && || + - * / % ! := | & ^ DIV MOD AND OR XOR NOT BETWEEN LIKE IN"
_CLAUSES = "SELECT WHERE HAVING ON WHEN THEN ELSE IF ELSEIF UNTIL WHILE RETURN DISTINCT ALL BY SET CASE DO CHECK"
_BEFORE_OPERANDS = frozenset(f"{_OPERATORS} {_CLAUSES}".split())
_PARTS = re.compile(
    r"""'(?:[^'\\]|\\.|'')*' | "(?:[^"]|"")*" | `(?:[^`]|``)*` | --[ \t][^\n]* | \#[^\n]* | /\*(?!!).*?\*/""",
    re.DOTALL | re.VERBOSE,
)

_BARE_PARTS = re.compile(
    r"""'(?:[^']|'')*' | "(?:[^"]|"")*" | `(?:[^`]|``)*` | --[ \t][^\n]* | \#[^\n]* | /\*(?!!).*?\*/""",
    re.DOTALL | re.VERBOSE,
)


def with_backticks(text: str) -> str:
    """A statement of ANSI_QUOTES as another mode would have it, of the same length: names stand in backticks.

    UnsupportedError for a name with a quote in it.
    """
    if '"' not in text:
        return text

    def name(match: re.Match[str]) -> str:
        found = match[0]
        if not found.startswith('"'):
            return found
        if "`" in found or '"' in found[1:-1]:
            raise UnsupportedError("a quote in a name under sql_mode ANSI_QUOTES", text, match.start())
        return f"`{found[1:-1]}`"

    return _PARTS.sub(name, text)


def _in_code(text: str, old: str, new: str) -> str:
    """Replaces outside of strings, quoted names and comments."""
    found, at = [], 0
    for match in _PARTS.finditer(text):
        found += [text[at : match.start()].replace(old, new), match[0]]
        at = match.end()
    return "".join(found) + text[at:].replace(old, new)


def with_joins(text: str) -> str:
    """A statement of PIPES_AS_CONCAT as the parser takes it, of the same length."""
    return _in_code(text, _PIPES, _JOIN) if _PIPES in text else text


def with_bare_backslashes(text: str) -> str:
    """A statement of NO_BACKSLASH_ESCAPES as the parser takes it."""
    if "\\" not in text:
        return text
    return _BARE_PARTS.sub(lambda match: match[0].replace("\\", BACKSLASH) if match[0][0] in "'\"" else match[0], text)


def with_tight_not(text: str) -> str:
    """A statement of HIGH_NOT_PRECEDENCE: a NOT before an operand stands as !."""
    if _NOT not in text.upper():
        return text
    words = tokenize(text, compound=True)
    found, at = [], 0
    for position, token in enumerate(words.tokens):
        if words.word(position) != _NOT or text[token.start : token.end + 1].upper() != _NOT:
            continue
        before = words.tokens[position - 1].text.upper() if position else ""
        exists = position + 1 < len(words.tokens) and words.word(position + 1) == "EXISTS"
        if before in _BEFORE_OPERANDS and not exists:
            found += [text[at : token.start], TIGHT_NOT]
            at = token.end + 1
    return "".join(found) + text[at:]


def as_written(text: str) -> str:
    """The way back from all of these but the quotes, for the log."""
    text = _in_code(text, _JOIN, _PIPES) if _JOIN in text else text
    text = _in_code(text, TIGHT_NOT, _NOT) if TIGHT_NOT in text else text
    return text.replace(BACKSLASH, "\\")


def with_double_quotes(text: str) -> str:
    """A statement that the server has written itself, as it writes it under ANSI_QUOTES."""
    if "`" not in text:
        return text
    return _PARTS.sub(lambda match: f'"{match[0][1:-1]}"' if match[0].startswith("`") else match[0], text)
