"""sql_mode flags that change how text is read. Where the reading would differ, the statement is refused by name."""

from __future__ import annotations

from collections.abc import Callable

from sqlglot.tokenizer_core import Token

from binwriter.errors import UnsupportedError
from binwriter.sql.words import Words, tokenize


def _is_double_pipe(words: Words, token: Token) -> bool:
    return token.text == "||"


def _is_double_quoted(words: Words, token: Token) -> bool:
    return words.text[token.start : token.start + 1] == '"'


def _is_string_with_backslash(words: Words, token: Token) -> bool:
    return words.text[token.start : token.start + 1] in "'\"" and "\\" in words.text[token.start : token.end + 1]


def _is_not(words: Words, token: Token) -> bool:
    return token.text.upper() == "NOT"


_SENSITIVE: dict[str, tuple[str, Callable[[Words, Token], bool]]] = {
    "PIPES_AS_CONCAT": ("||", _is_double_pipe),
    "ANSI_QUOTES": ('"..."', _is_double_quoted),
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
