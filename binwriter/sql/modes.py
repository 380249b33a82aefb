"""sql_mode flags that change how text is read.

ANSI_QUOTES is read: "name" is a name; so is PIPES_AS_CONCAT: || joins strings. Where another flag's reading would
differ, the statement is refused by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from sqlglot.tokenizer_core import Token

from binwriter.errors import UnsupportedError
from binwriter.sql.words import Words, tokenize


def _is_string_with_backslash(words: Words, token: Token) -> bool:
    return words.text[token.start : token.start + 1] in "'\"" and "\\" in words.text[token.start : token.end + 1]


def _is_not(words: Words, token: Token) -> bool:
    return token.text.upper() == "NOT"


_SENSITIVE: dict[str, tuple[str, Callable[[Words, Token], bool]]] = {
    "NO_BACKSLASH_ESCAPES": ("a backslash in a string", _is_string_with_backslash),
    "HIGH_NOT_PRECEDENCE": ("NOT", _is_not),
}


def refuse_unmodelled_modes(text: str, sql_mode: str) -> None:
    """UnsupportedError if the statement holds something that these flags make mean another thing."""
    for mode in sql_mode.split(","):
        if mode in _SENSITIVE:
            name, applies = _SENSITIVE[mode]
            words = tokenize(text)
            for token in words.tokens:
                if applies(words, token):
                    raise UnsupportedError(f"{name} under sql_mode {mode}", text, token.start)


ANSI_QUOTES = "ANSI_QUOTES"
PIPES_AS_CONCAT = "PIPES_AS_CONCAT"
_PIPES, _JOIN = "||", "??"  # the second is nothing in MySQL's grammar; `dialect` reads it as CONCAT()
_PARTS = re.compile(
    r"""'(?:[^'\\]|\\.|'')*' | "(?:[^"]|"")*" | `(?:[^`]|``)*` | --[ \t][^\n]* | \#[^\n]* | /\*(?!!).*?\*/""",
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


def with_pipes(text: str) -> str:
    """The way back, for the log."""
    return _in_code(text, _JOIN, _PIPES) if _JOIN in text else text


def with_double_quotes(text: str) -> str:
    """A statement that the server has written itself, as it writes it under ANSI_QUOTES."""
    if "`" not in text:
        return text
    return _PARTS.sub(lambda match: f'"{match[0][1:-1]}"' if match[0].startswith("`") else match[0], text)
