"""Plain texts are cut into the tokens that sqlglot's tokenizer cuts them into, and the others are left to it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from binwriter.mysql.reserved_words import KEYWORDS
from binwriter.sql.text.dialect import PlainMySQL
from binwriter.sql.text.plain_tokens import PlainTokens
from binwriter.sql.text.words import KeptTokenizer

_PIECES = (
    *(
        "a",
        "x1",
        "_k",
        "trans_id",
        "t$",
        "user",
        "1",
        "20",
        "0.5",
        "007",
        ".5",
        "1.",
        "1e3",
        "0x1F",
        "0b1",
        "1a",
        "b'1'",
    ),
    *("'text'", "''", "'it''s'", "'a\\'b'", '"d"', "`q`", "`q``r`", "'ä'", "x'4D'", "N'n'", "_utf8mb4'u'"),
    *("'a\nb'", "'a\rb'"),
    *("(", ")", ",", ";", ".", "=", "<", ">", "<=>", ">=", "<>", "!=", ":=", "||", "&&", "+", "-", "*", "/", "%", "!"),
    *(
        "--",
        "-- c",
        "# c",
        "/* c */",
        "/*!80000 t */",
        "->",
        "->>",
        "@v",
        "@@x",
        "?",
        ":",
        "{",
        "}",
        "&",
        "|",
        "^",
        "~",
    ),
)
_BETWEEN = (" ", " ", " ", "", "  ", "\t", "\n", " \n ", "\r\n", "\v")


def _texts(chance: random.Random, words: list[str], count: int) -> Iterator[str]:
    for _ in range(count):
        parts = []
        for _ in range(chance.randrange(1, 8)):
            word = chance.choice(words)
            parts.append(
                chance.choice((word, word.lower(), word.title(), chance.choice(_PIECES), chance.choice(_PIECES)))
            )
            parts.append(chance.choice(_BETWEEN))
        yield "".join(parts)


@pytest.mark.parametrize("dialect", [KeptTokenizer(), PlainMySQL()], ids=["words", "trees"])
def test_plain_texts_have_the_tokens_of_the_tokenizer(dialect: KeptTokenizer) -> None:
    tokenizer = dialect.tokenizer()
    plain = PlainTokens(tokenizer)
    keywords = [word for word in tokenizer._core.keywords if word[0].isalpha()]
    words = [*sorted(KEYWORDS), *(part for keyword in keywords for part in (keyword, *keyword.split(), keyword + "s"))]
    read = 0
    for text in _texts(random.Random(1), words, 6000):
        tokens = plain.of(text)
        if tokens is None:
            continue
        read += 1
        assert list(map(repr, tokens)) == list(map(repr, tokenizer.tokenize(text))), text
    assert read > 1000


@pytest.mark.parametrize(
    "text",
    ["SELECT ä", "SELECT @a", 'SELECT "a"', "SELECT 1 -- c", "SELECT 'a''b'", "SELECT 0x1F", "SELECT b'1'", "a\r\nb"],
)
def test_other_texts_are_left_to_the_tokenizer(text: str) -> None:
    assert PlainTokens(PlainMySQL().tokenizer()).of(text) is None


def test_lines_and_columns_go_on_behind_the_end_of_a_line() -> None:
    tokens = PlainTokens(PlainMySQL().tokenizer()).of("SELECT a,\n\n  `b` FROM t")
    assert tokens is not None
    assert [(token.text, token.line, token.col, token.start, token.end) for token in tokens] == [
        ("SELECT", 1, 6, 0, 5),
        ("a", 1, 8, 7, 7),
        (",", 1, 9, 8, 8),
        ("b", 3, 5, 13, 15),
        ("FROM", 3, 10, 17, 20),
        ("t", 3, 12, 22, 22),
    ]
