"""Keywords that are names where they stand, though readers take them for words: as if they were in quotes.

Which these are the whole grammar says; it is asked where a text could not be read (captured: tests/golden/words).
"""

from __future__ import annotations

from sqlglot.tokenizer_core import Token, TokenType

from binwriter.formats.records import replace
from binwriter.formats.servers import NEWEST
from binwriter.sql.text.words import Words


def quote_names(text: str, tokens: list[Token]) -> bool:
    """Makes quoted names of a text's tokens that are keywords and can be nothing but names: whether there are any."""
    from binwriter.sql.wellformed.names import keywords_as_names

    names = keywords_as_names(text, NEWEST.version_number)
    for token in tokens:
        if token.start in names:
            token.token_type = TokenType.IDENTIFIER
    return bool(names)


def with_quoted_names(words: Words) -> Words:
    """The words with such names in quotes; the same object where there are none."""
    tokens = list(words.tokens)
    return replace(words, tokens=tuple(tokens)) if quote_names(words.text, tokens) else words
